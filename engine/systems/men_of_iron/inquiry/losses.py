"""16.0 What a loss would mean, and how far each army is from flight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact, percent
from engine.kernel.text import Text
from engine.systems.men_of_iron import victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Leader, Unit


def flees(g: Battle, side: str, points: int) -> float:
    """16.0 Probability that an army with so many Flight Points flees when it is checked."""
    level = g.state.armies[side].flight_level
    return sum(die + points >= level for die in range(victory.HIGHEST + 1)) / (victory.HIGHEST + 1)


def of(g: Battle, piece: Unit | Leader) -> Fact:
    """What its side would stand at without it."""
    side = piece.side
    if isinstance(piece, Unit):
        lost = victory.unit_points(g, piece.model_copy(update={"eliminated": True, "hex": None}))
        more = lost - victory.unit_points(g, piece)
    else:
        lost = victory.leader_points(g, piece.model_copy(update={"lost": True, "hex": None}))
        more = lost
    total = victory.flight_points(g, side) + more
    if not lost:
        return Fact(Text("Its loss costs no Flight Points."), "16.0")
    words = (
        "Its loss: {n:Flight Point|Flight Points}, {side} {total} of {level}; they would flee with {p}"
        if more == lost
        else "Its loss: {n:Flight Point|Flight Points} instead of {now}, {side} {total} of {level}; "
        "they would flee with {p}"
    )
    text = Text(
        words,
        n=lost,
        now=lost - more,
        side=g.spec(side).name,
        total=total,
        level=g.state.armies[side].flight_level,
        p=percent(flees(g, side, total)),
    )
    return Fact(text, "16.0")


def standing(g: Battle) -> Iterator[Fact]:
    """16.0 Each army's account, and what would come of a check now; those that count only for the moment."""
    for side, army in g.state.armies.items():
        points = victory.flight_points(g, side)
        text = Text(
            "{side}: {points:Flight Point|Flight Points} of {level}; in a check now they would flee with {p}",
            side=g.spec(side).name,
            points=points,
            level=army.flight_level,
            p=percent(flees(g, side, points)),
        )
        yield Fact(text, "16.0")
        retired = [u for u in g.units(side) if victory.unit_points(g, u)]
        if retired:
            worth = sum(victory.unit_points(g, u) for u in retired)
            shown = ", ".join(u.id for u in retired)
            yield Fact(Text("Retired, {n} of these points until they rally: {units}", n=worth, units=shown), "13.2")
