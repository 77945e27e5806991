"""5.36 Roman stacks at intervals: one of a stack slides out beside it as the enemy comes up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.charts import OPEN
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import OrdersNoted, UnitMoved
from engine.systems.gboh.movement import together
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.state import PlayerTurn

RULE = "5.36"
NEAR = 2
"""Hexes from the stack at which an enemy's arrival lets it open out."""
STAY = "stay"

SLIDE = Deed(Text("Open out"), Text("All {n} open out", n=0), Text("Nobody opens out"))
POLICY = PolicyKind("intervals", Text("Stacks open out into the intervals as the enemy comes up"))


def refusal(g: Battle, unit: Unit, to: Hex | None = None) -> Refusal | None:
    """Why nobody slides out of the unit's stack into a hex, or (None) anywhere; None where one may."""
    orders = g.state.orders
    if not isinstance(g.scenario, SimpleScenario) or not g.scenario.intervals:
        return Refusal("Stacks don't stand at intervals in this battle.", rule=RULE)
    if not g.stacked(unit) or not all(u.stacks for u in g.ranks(unit)):
        return Refusal("{unit} stands in no stack of two Roman units.", rule=RULE, unit=unit.id)
    if isinstance(orders, PlayerTurn) and any(u.id in orders.slid for u in g.ranks(unit)):
        return Refusal("The stack of {unit} has opened out in this Player Turn.", rule=RULE, unit=unit.id)
    if to is None:
        none = Refusal("The stack of {unit} has no open Flank hex beside it.", rule=RULE, unit=unit.id)
        return None if any(refusal(g, unit, h) is None for h in footprint.flanks(unit)) else none
    if to not in footprint.flanks(unit):
        return Refusal("{hex} is no Flank hex of {unit}.", rule=RULE, unit=unit.id, hex=show(to))
    closed = to not in g.map or g.charts.step_cost(g.map, unit, unit.at, to) is None
    if closed or g.charts.ground(g.map.terrain_at(to)) != OPEN:
        return Refusal("{hex} isn't open ground.", rule=RULE, hex=show(to))
    if g.unit_at(to) is not None:
        return Refusal("{hex} is occupied.", rule=RULE, hex=show(to))
    if g.enemy_zoc(to, unit.side):
        return Refusal("{hex} is in enemy ZOC.", rule=RULE, hex=show(to))
    return None


def ways(g: Battle, unit: Unit) -> list[Hex]:
    """The Flank hexes one of its stack may slide into."""
    return [h for h in footprint.flanks(unit) if refusal(g, unit, h) is None]


class Intervals(Chapter):
    """5.36 The owner of Roman stacks is asked as an enemy comes to two hexes from one."""

    case = RULE
    about = "Roman stacks at intervals"

    async def arrives(self, g: Battle, unit: Unit) -> None:
        """The enemy unit has come to a hex; not as a stack beside it moves up to it."""
        found = [u for u in g.units(g.state.enemy(unit.side)) if _reacts(g, u, unit)]
        if not found:
            return
        side = found[0].side
        decision = ChooseEach(
            kind=POLICY.kind,
            side=side,
            rule=RULE,
            prompt=Text("{mover} is two hexes away. Which of your stacks open out?", mover=unit.id),
            subject=unit.id,
            focus=(unit.at, *(u.at for u in found)),
            items=[_item(g, u) for u in found],
            why=reasons.not_asked(g, side, lambda u: refusal(g, u) or _far(u, unit)),
        )
        answer = await g.ask(decision)
        for name, key in decision.picked(answer):
            if key == STAY:
                continue
            top = g.state.units[name]
            who, _, to = key.rpartition("-")
            if refusal(g, top, int(to)) is None:
                slider, origin = g.state.units[who], top.at
                _slide(g, top, slider, int(to))
                await leaders.approached(g, slider, origin)  # 4.35

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.beneath is None and refusal(g, unit) is None:
            text = Text("Opens out to {hexes} as an enemy comes within two", hexes=", ".join(map(show, ways(g, unit))))
            yield Fact(text, RULE)


def _reacts(g: Battle, unit: Unit, mover: Unit) -> bool:
    if unit.beneath is not None or not g.stacked(unit) or footprint.distance(unit, mover) != NEAR:
        return False
    return refusal(g, unit) is None


def _far(unit: Unit, mover: Unit) -> Refusal:
    return Refusal("{mover} isn't two hexes from {unit}.", rule=RULE, mover=mover.id, unit=unit.id)


def _item(g: Battle, unit: Unit) -> Item:
    both = g.ranks(unit)
    choices = [
        Choice(f"{u.id}-{show(h)}", Text("{unit} slides to {hex}", unit=u.id, hex=show(h)), unit=u.id, hex=h, lean=0.6)
        for h in ways(g, unit)
        for u in both
    ]
    return Item(
        key=unit.id,
        label=Text("{unit} over {under} at {hex}", unit=unit.id, under=both[1].id, hex=show(unit.at)),
        choices=(*choices, Choice(STAY, Text("Stay"), unit=unit.id, lean=1.0)),
        default_key=STAY,
        policy=Policy(POLICY.kind, choices[0].key, STAY, deed=SLIDE),
        why=lambda wanted: refusal(g, unit, wanted.hexes[-1]) if wanted.hexes else None,
    )


def _slide(g: Battle, top: Unit, who: Unit, to: Hex) -> None:
    """No Movement Points, no hits, and it faces as it did; either of the two may go, and the other stays."""
    for u in g.ranks(top):
        g.emit(OrdersNoted(field="slid", value=u.id, rule=RULE))
    together.part(g, top)
    g.emit(UnitMoved(unit=who.id, start=who.at, to=to, facing=who.facing, how="slide", rule=RULE))
