"""5.36 Roman stacks at intervals: one of a stack slides out beside it as the enemy comes up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, Deed, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.charts import OPEN
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.stacks.sliding import Sliding
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Unit

RULE = "5.36"
NEAR = 2
"""Hexes from the stack at which an enemy's arrival lets it open out."""
POLICY = PolicyKind("intervals", Text("Stacks open out into the intervals as the enemy comes up"))


def _bar(g: Battle, unit: Unit) -> Refusal | None:
    if g.state.orders is not None and any(u.id in g.state.orders.slid for u in g.ranks(unit)):
        return Refusal("The stack of {unit} has opened out in this Player Turn.", rule=RULE, unit=unit.id)
    return None


SLIDING = Sliding(
    rule=RULE,
    kind=POLICY,
    deed=Deed(Text("Open out"), Text("All {n} open out", n=0), Text("Nobody opens out")),
    how="slide",
    nowhere="The stack of {unit} has no open Flank hex beside it.",
    ground="{hex} isn't open ground.",
    is_open=lambda g, h: g.charts.ground(g.map.terrain_at(h)) == OPEN,
    bar=_bar,
)


def refusal(g: Battle, unit: Unit, to: Hex | None = None) -> Refusal | None:
    """Why nobody slides out of the unit's stack into a hex, or (None) anywhere; None where one may."""
    if not g.scenario.intervals:
        return Refusal("Stacks don't stand at intervals in this battle.", rule=RULE)
    return SLIDING.refusal(g, unit, to)


class Intervals(Chapter):
    """5.36 The owner of Roman stacks is asked as an enemy comes to two hexes from one."""

    case = RULE
    about = "Roman stacks at intervals"

    async def arrives(self, g: Battle, unit: Unit) -> None:
        """The enemy unit has come to a hex; not as a stack beside it moves up to it."""
        found = [u for u in g.units(g.state.enemy(unit.side)) if _reacts(g, u, unit)]
        if not found or unit.side != g.active:
            return
        prompt = Text("{mover} is two hexes away. Which of your stacks open out?", mover=unit.id)
        for top, key in await SLIDING.ask(
            g, found, unit, prompt, lambda u: _choices(g, u), lambda u: refusal(g, u) or _far(u, unit)
        ):
            who, _, to = key.rpartition("-")
            if refusal(g, top, int(to)) is None:
                slider, origin = g.state.units[who], top.at
                for u in g.ranks(top):
                    g.emit(OrdersNoted(field="slid", value=u.id, rule=RULE))
                SLIDING.go(g, top, slider, int(to))
                await leaders.approached(g, slider, origin)  # 4.35

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.beneath is None and refusal(g, unit) is None:
            text = Text(
                "Opens out to {hexes} as an enemy comes within two", hexes=", ".join(map(show, SLIDING.ways(g, unit)))
            )
            yield Fact(text, RULE)


def _reacts(g: Battle, unit: Unit, mover: Unit) -> bool:
    # Who is attacked in this Shock Phase fights with both of the stack (7.3).
    if (
        unit.beneath is not None
        or unit.id in g.assailed
        or not g.stacked(unit)
        or footprint.distance(unit, mover) != NEAR
    ):
        return False
    return refusal(g, unit) is None


def _far(unit: Unit, mover: Unit) -> Refusal:
    return Refusal("{mover} isn't two hexes from {unit}.", rule=RULE, mover=mover.id, unit=unit.id)


def _choices(g: Battle, unit: Unit) -> list[Choice]:
    """Either of the two may go, and the other stays."""
    return [
        Choice(f"{u.id}-{show(h)}", Text("{unit} slides to {hex}", unit=u.id, hex=show(h)), unit=u.id, hex=h, lean=0.6)
        for h in SLIDING.ways(g, unit)
        for u in g.ranks(unit)
    ]
