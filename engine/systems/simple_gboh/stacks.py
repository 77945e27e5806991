"""5.3, T:stacking Stacks: who passes through whom, who stays with whom (note g), the order of two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.kernel.decisions import Choice
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.stack import BARRED, Chart, Row, Verdict
from engine.systems.gboh.stacks import stacked, uppermost
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Leader, Unit

RULE = "5.33"
PRICE = 2
"""5.33 Movement Points for changing the order of a stack, from each of the two."""


def own_unit(g: Battle, name: str) -> Unit:
    """A unit of the active side by its code. Raises Refusal."""
    unit = g.state.units.get(name)
    if unit is None or not unit.on_map:
        refuse("There is no unit {name} on the map.", name=name)
    if unit.side != g.orders.side:
        refuse("{unit} is the enemy's.", rule="4.1", unit=unit.id)
    return unit


def idle(g: Battle, unit: Unit) -> Refusal | None:
    """4.1 Why a unit doesn't act in the Player Turn under way; None where it is activated."""
    if g.orders.side == unit.side and g.activated(unit):
        return None
    return Refusal("{unit} isn't activated in this Player Turn.", rule="4.1", unit=unit.id)


def check_reorder(g: Battle, answer: Uppermost) -> None:
    """Refuse a change of order that 5.33 doesn't allow."""
    unit = own_unit(g, answer.unit)
    uppermost.check_lower(g, unit)
    top = g.ranks(unit)[0]
    movement.check_orderable(g, top)
    if (no := idle(g, unit)) is not None:
        raise no
    if unit.id in g.orders.acted:
        refuse("{unit} has moved in this Player Turn.", rule=RULE, unit=unit.id)
    for u in g.ranks(unit):
        if (no := special.why_not(g, Special.bars_move, u)) is not None:
            raise no
        if reach.allowance(g, u) < PRICE:
            text = "{unit} hasn't the {n} MP that changing the order of a stack takes."
            refuse(text, rule=RULE, unit=u.id, n=PRICE)


class Reorder(uppermost.UppermostOrder[Battle, Unit]):
    """5.33 ``top HA2``: HA2, under HA1, is uppermost from now on, for 2 Movement Points of each, before they move."""

    individual: ClassVar[bool] = False

    def check(self, by: AnyGiver, answer: Uppermost) -> None:
        check_reorder(by.g, answer)

    async def carry_out(self, by: AnyGiver, answer: Uppermost) -> None:
        g: Battle = by.g
        unit = g.state.units[answer.unit]
        top = g.ranks(unit)[0]
        for u in (top, unit):
            g.emit(OrdersNoted(field="mp_spent", value=(u.id, PRICE), rule=RULE))
        uppermost.put_on_top(
            g, unit, Text("comes to the top, over {top}, for {PRICE} MP of each.", top=top.id, PRICE=PRICE)
        )

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        for choice in super().unit_choices(g, unit):
            assert isinstance(choice.answer, Uppermost)
            try:
                check_reorder(g, choice.answer)
            except Refusal:
                continue
            label = Text("Bring {under} to the top, {mp} MP of each", under=choice.answer.unit, mp=PRICE)
            yield replace(choice, label=label, mp=PRICE)


class Stacks(stacked.Stacked[Battle, Unit, Leader]):
    """5.3 Two units in a hex, one over the other, which act as one."""

    orders: ClassVar[tuple[OrderKind[Any], ...]] = (Reorder(),)

    def breaks_with(self, g: Battle, unit: Unit) -> Sequence[Unit]:
        return ()  # 7.14 The hits are its own, and so is its end.

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        return g.state.orders.mp_spent.get(unit.id, 0) if g.state.orders is not None else 0


# -- who stays with whom ----------------------------------------------------------------------------------------------


_LITTLE, _MORE = Verdict(mp=1), Verdict(mp=2)

_ROMAN_INFANTRY = frozenset({"LG", "CO", "HI", "LI"})
"""Types that pass each other easily where they are Roman."""


def _engine_with_foot(m: Unit, s: Unit) -> bool:
    """10.13 One engine, one infantry unit."""
    engine, other = (m, s) if m.troop.is_engine else (s, m)
    return engine.troop.is_engine and other.troop.arm == "foot" and not (m.column or s.column)


def _one_legion(m: Unit, s: Unit) -> bool:
    """5.32 Two Roman units of one type and legion, legionaries of one class too."""
    return (
        m.stacks
        and s.stacks
        and m.legion == s.legion
        and m.type == s.type
        and (m.type != "LG" or m.cls == s.cls)
        and not (m.column or s.column)
    )


def _easily(m: Unit, s: Unit) -> bool:
    """Skirmishers among anybody, Roman infantry among its own."""
    romans = all(u.roman and u.type in _ROMAN_INFANTRY for u in (m, s))
    return romans or m.troop.target == "skirmisher"


def _deep(u: Unit) -> bool:
    return u.beneath is not None and u.may_double


CHART: Chart[Unit] = Chart(
    rows=(
        # 10.3 The two of a double depth; nobody else ever passes them.
        Row(lambda m, s: (_deep(s) and m.id == s.beneath) or (_deep(m) and s.id == m.beneath), Verdict(), Verdict()),
        Row(lambda m, s: _deep(s), BARRED),
        # 11.26 Columns neither pass nor are passed.
        Row(lambda m, s: m.column or s.column, BARRED),
        Row(_one_legion, _LITTLE, _LITTLE),
        Row(lambda m, s: _engine_with_foot(m, s) and _easily(m, s), _LITTLE, _LITTLE),
        Row(_engine_with_foot, _MORE, _MORE),
        Row(_easily, _LITTLE),
        Row(lambda m, s: True, _MORE),
    ),
    by=("troop", "type", "cls", "legion", "roman", "column"),
    most=2,
)
"""5.31, 5.32"""
