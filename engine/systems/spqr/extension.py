"""9.66-9.68 Manipular Line Extension: the upper units of a Line's stacks slide into the gaps between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.kernel.decisions import Answer, Choice, Deed, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.statement import HexRef, Sign, Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.stacks.sliding import Sliding
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.state import OrdersPhase

RULE, USES, COLUMN = "9.66", "9.67", "9.68"
NEAR = 2
"""Hexes within which an enemy who comes up lets a Line extend (9.66)."""
PRICE = 2
"""Movement Points it takes from each of a stack under a Line Command (9.67)."""

POLICY = PolicyKind("line-extension", Text("Extend the line as the enemy comes up"))


class Extend(Answer):
    """The upper unit of a stack slides into a Flank hex, as part of a Line Command."""

    do: Literal["extend"] = "extend"
    unit: str
    to: Hex


def _kept(g: Battle) -> OrdersPhase:
    """The Orders Phase, as SPQR keeps it."""
    orders = g.orders
    assert isinstance(orders, OrdersPhase)
    return orders


def _bar(g: Battle, unit: Unit) -> Refusal | None:
    """9.66, 9.68 Why the unit doesn't slide, wherever to."""
    if unit.beneath is not None:
        return Refusal("{unit} stands under {top}: the upper unit slides.", rule=RULE, unit=unit.id, top=unit.beneath)
    if unit.column or unit.routed:
        return Refusal("{unit} is In Column, or routed.", rule=COLUMN, unit=unit.id)
    return None


SLIDING = Sliding(
    rule=RULE,
    kind=POLICY,
    deed=Deed(Text("Extend"), Text("All {n} extend", n=0), Text("Nobody extends")),
    how="extension",
    nowhere="{unit} has no open Flank hex to slide into.",
    ground="{hex} isn't clear ground.",
    is_open=lambda g, h: g.map.terrain_at(h) == "open",
    bar=_bar,
)
refusal, ways = SLIDING.refusal, SLIDING.ways


class ExtendOrder(OrderKind[Extend]):
    """9.67 ``extend HA1 2008``: as part of a Line Command, before either of the stack moves."""

    answer = Extend
    verbs = ("extend",)

    def read(self, reader: Names, verb: str) -> Extend:
        unit = reader.unit()
        if reader.tokens and isinstance(reader.tokens[0], Sign):
            reader.take()
        to = reader.take() if reader.tokens else None
        if not isinstance(to, HexRef):
            beside = next((h for h in footprint.flanks(unit) if h in reader.g.map), unit.at)
            refuse("Where does {unit} slide? “extend {unit} {hex}”", unit=unit.id, hex=show(beside))
        return reader.last(Extend(unit=unit.id, to=to.hex))

    def write(self, answer: Extend) -> list[Token]:
        return [Word("extend"), Word(answer.unit), HexRef(answer.to)]

    def check(self, by: AnyGiver, answer: Extend) -> None:
        g, unit = by.g, by.unit(answer.unit)
        if g.orders.line is None:
            refuse("A line extends as part of a Line Command, or as the enemy comes up.", rule=USES)
        if (no := refusal(g, unit, answer.to)) is not None:
            raise no
        _check_free(g, unit)

    async def carry_out(self, by: AnyGiver, answer: Extend) -> None:
        g: Battle = by.g
        unit = g.state.units[answer.unit]
        for u in g.ranks(unit):
            g.emit(OrdersNoted(field="slid", value=u.id, rule=USES))
        SLIDING.go(g, unit, unit, answer.to)

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        if g.state.orders is None or g.orders.line is None or not g.stacked(unit) or unit.beneath is not None:
            return
        try:
            _check_free(g, unit)
        except Refusal:
            return
        for h in ways(g, unit):
            text = Text("Extend the line to {hex} ({mp} MP from each of the stack)", hex=show(h), mp=PRICE)
            yield Choice(f"extend-{show(h)}", text, answer=Extend(unit=unit.id, to=h), unit=unit.id, hex=h, lean=0.5)


def _check_free(g: Battle, unit: Unit) -> None:
    """9.67 Both of the stack stand in the Line, have not acted yet, and have the Movement Points."""
    line_units = g.orders.line.units if g.orders.line is not None else ()
    for u in g.ranks(unit):
        if u.id not in line_units:
            refuse("{unit} is not in this Line.", rule=USES, unit=u.id)
        if u.id in g.orders.acted or u.ma < PRICE:
            refuse("{unit} has acted: a line extends before its units move.", rule=USES, unit=u.id)


class LineExtension(Chapter):
    """9.66 In reaction to an enemy who comes up, or under a Line Command."""

    case = RULE
    about = "Manipular Line Extension"
    orders = (ExtendOrder(),)

    # -- in reaction ------------------------------------------------------------------------------------------------

    async def sets_out(self, g: Battle, mover: Unit) -> None:
        await self._react(g, mover)

    async def stood(self, g: Battle, mover: Unit) -> None:
        await self._react(g, mover)

    async def _react(self, g: Battle, mover: Unit) -> None:
        """Ask the upper units of every Line that has a stack near the mover."""
        if not mover.on_map or mover.routed or g.state.orders is None or g.orders.side != mover.side:
            return
        side = g.state.enemy(mover.side)
        found: dict[str, list[Unit]] = {}
        for u in g.units(side):
            if not _extends(g, u, anywhere=True) or footprint.distance(u, mover) > NEAR:
                continue
            company = line_of(g, u)
            for x in company:
                if _extends(g, x):
                    found[x.id] = company
        if not found:
            return
        units = [g.state.units[name] for name in found]
        prompt = Text("{mover} is near. Which of your stacks extend the line?", mover=mover.id)
        for unit, key in await SLIDING.ask(
            g, units, mover, prompt, lambda u: _choices(g, u), lambda u: _not_asked(g, u)
        ):
            # Whoever slides first shuts no other's hex: two for one are refused as they are picked.
            for x in found[unit.id]:
                g.emit(OrdersNoted(field="extended", value=x.id, rule=RULE))
            SLIDING.go(g, unit, unit, int(key))

    def bars_withdrawal(self, g: Battle, unit: Unit, mover: Unit) -> Text | None:
        if g.state.orders is None or unit.id not in _kept(g).extended:
            return None
        return Text("its Line has extended in this Orders Phase ({RULE})", RULE=RULE)

    # -- under a Line Command ---------------------------------------------------------------------------------------

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        return PRICE if unit.id in _kept(g).slid else 0

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if g.stacked(unit) and unit.beneath is None and (open_to := ways(g, unit)):
            text = Text("Extends the line to {hexes}", hexes=", ".join(map(show, open_to)))
            yield Fact(text, RULE)

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if _extends(g, unit):
            text = Text("Extends the line to {hexes} as an enemy comes near", hexes=", ".join(map(show, ways(g, unit))))
            yield Fact(text, RULE)


def _extends(g: Battle, unit: Unit, *, anywhere: bool = False) -> bool:
    """Whether it may extend now; ``anywhere``: or is an upper unit of a stack at least, which brings its Line in."""
    if unit.beneath is not None or not g.stacked(unit) or not all(u.stacks for u in g.ranks(unit)):
        return False
    withdrew = any(u.id in g.orders.withdrew for u in g.ranks(unit))  # 9.67 not by the same units
    return anywhere or (not withdrew and refusal(g, unit) is None)


def line_of(g: Battle, unit: Unit) -> list[Unit]:
    """4.24 The Line the unit stands in, whoever commands it: the largest by its side's rows; itself at least."""
    best = [unit]
    for row in line_composition.groups(g, unit):
        members = [u for u in g.units(unit.side) if line_composition.admits(row, u) and not u.routed]
        for company in line_composition.standing(g, row, members):
            if len(company) > len(best) and any(u is unit for u in company):
                best = company
    return best


def _choices(g: Battle, unit: Unit) -> list[Choice]:
    return [Choice(show(h), Text("Slide to {hex}", hex=show(h)), unit=unit.id, hex=h) for h in ways(g, unit)]


def _not_asked(g: Battle, unit: Unit) -> Refusal:
    if (no := refusal(g, unit)) is not None:
        return no
    if any(u.id in g.orders.withdrew for u in g.ranks(unit)):
        return Refusal("{unit} has withdrawn in this Orders Phase.", rule=USES, unit=unit.id)
    return Refusal("No enemy has come near the Line of {unit}.", rule=RULE, unit=unit.id)
