"""12.1 What a loss would mean, and how far each army is from its Withdrawal Level."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.state import Leader, Unit


def points(g: Battle, piece: Unit | Leader) -> int:
    """12.11 Rout Points of its loss."""
    return rout.points(piece) if isinstance(piece, Unit) else leaders.rp(g, piece)


def of(g: Battle, piece: Unit | Leader) -> Fact:
    """What its side would stand at without it."""
    account = g.state.sides[piece.side]
    total = account.rout_points + points(g, piece)
    text = Text(
        "Its loss: {n:Rout Point|Rout Points}, {side} {total} of {level}"
        if total < account.withdrawal_level
        else "Its loss: {n:Rout Point|Rout Points}, {side} {total} of {level}: they withdraw when the turn ends",
        n=points(g, piece),
        side=g.spec(piece.side).name,
        total=total,
        level=account.withdrawal_level,
    )
    return Fact(text, g.case(Case.ROUT_POINTS))


def standing(g: Battle) -> Iterator[Fact]:
    """12.12 Each army's account; what of it is routed or about to break."""
    for side, account in g.state.sides.items():
        name = g.spec(side).name
        left = account.withdrawal_level - account.rout_points
        template = (
            "{side}: {points:Rout Point|Rout Points} of {level}, {left} short of withdrawal"
            if left > 0
            else "{side}: {points:Rout Point|Rout Points} of {level}: they withdraw when the turn ends"
        )
        text = Text(template, side=name, points=account.rout_points, level=account.withdrawal_level, left=left)
        yield Fact(text, g.case(Case.VICTORY))
        routed = [u for u in g.units(side) if u.routed]
        if routed:
            shown = ", ".join(f"{u.id} ({points(g, u)})" for u in routed)
            worth = sum(points(g, u) for u in routed)
            yield Fact(
                Text("Routed, {n:Rout Point|Rout Points} if lost: {units}", n=worth, units=shown), g.case(Case.ROUTED)
            )
        near = [u for u in g.units(side) if not u.routed and cohesion.tq(g, u) - u.hits == 1]
        if near:
            yield Fact(Text("One hit from rout: {units}", units=", ".join(u.id for u in near)), g.case(Case.BREAKING))
