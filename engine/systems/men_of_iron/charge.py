"""11.1 to 11.3 Charges: who may, and by which way.

They are ridden in :mod:`shock.ride`; horses shy in :mod:`shock.reluctance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel import hexes
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import sight
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit

NEAREST, FARTHEST = 2, 3
"""11.3 Distance of the target in hexes."""

Path = Sequence[Hex | Facing]
"""Hexes entered and facings taken, in order."""


@dataclass(frozen=True)
class Way:
    """A Charge that could be designated."""

    path: tuple[Hex | Facing, ...]
    end: Hex
    facing: Facing
    targets: tuple[Unit, ...]
    """Everybody it would have before it."""


# -- who may --------------------------------------------------------------------------------------------------------


def bar(g: Battle, unit: Unit) -> Refusal | None:
    """11.1 Why a unit can't Charge now, wherever to; None when it may.

    A Charge is no movement, so being out of command doesn't bar it (5.2).
    """
    if unit.type != "MM":
        return Refusal("Only Mounted Men-at-Arms charge; {unit} can only attack.", rule="11.1", unit=unit.id)
    if unit.retired:
        return Refusal("{unit} is Retired and can't charge.", rule="12.4", unit=unit.id)
    if unit.disordered:
        return Refusal("{unit} is Disordered and can't charge.", rule="11.1", unit=unit.id)
    beside = g.adjacent_enemies(unit.at, unit.side)
    if beside:
        return Refusal(
            "{unit} stands next to {enemy}: it may attack, but not charge.",
            rule="11.1",
            unit=unit.id,
            enemy=beside[0].id,
        )
    return None


def arrival(unit: Unit, path: Path) -> tuple[Hex, Facing]:
    """Where a way ends, and the facing there."""
    at, facing = unit.at, unit.facing
    for step in path:
        if isinstance(step, Facing):
            facing = step
        else:
            at = step
    return at, facing


def before(g: Battle, unit: Unit, at: Hex, facing: Facing) -> list[Unit]:
    """10.1 Enemies the unit would have in its front hexes at a place, and can attack."""
    found: list[Unit] = []
    for h in hexes.front(at, facing):
        e = g.enemy_in(h, unit.side) if h in g.map else None
        if e is not None and g.passable(at, h) and g.charts.weapons(unit.type, e.type) is not None:
            found.append(e)
    return found


def strikes(g: Battle, at: Hex, target: Unit) -> bool:
    """11.3, 14.1 Whether a Charge out of a hex carries into the target.

    Not across ground or a wagon that stops it, and not through the front of a Shield Wall.
    """
    if target.formation == "shield-wall" and g.arc(target, at) == "front":
        return False
    return g.charge_allowed(at, target.at)


# -- ways -----------------------------------------------------------------------------------------------------------


def problem(g: Battle, unit: Unit, path: Path) -> Refusal | None:
    """11.3 Why a Charge can't take this way as things stand: its steps, its one turn, ground, units and ZOC."""
    steps = [step for step in path if not isinstance(step, Facing)]
    turns = [step for step in path if isinstance(step, Facing)]
    if not steps:
        return Refusal("A Charge needs its way: {unit} > hexes.", rule="11.3", unit=unit.id)
    if len(turns) > 1:
        return Refusal(
            "A Charge turns once at most; {unit} turns {n:time|times}.", rule="11.3", unit=unit.id, n=len(turns)
        )
    at, facing = unit.at, unit.facing
    for step in path:
        if isinstance(step, Facing):
            if not step.is_vertex or hexes.turns(facing, step) > 1:
                return Refusal(
                    "In a Charge {unit} may turn by one vertex: not from {a} to {b}.",
                    rule="11.3",
                    unit=unit.id,
                    a=facing.name,
                    b=step.name,
                )
            facing = step
            continue
        if step not in hexes.front(at, facing):
            return Refusal(
                "{hex} is not before {unit} at {at} facing {facing}: a Charge goes straight on.",
                rule="11.3",
                hex=show(step),
                unit=unit.id,
                at=show(at),
                facing=facing.name,
            )
        if (wrong := _closed(g, unit, at, step, last=step == steps[-1])) is not None:
            return wrong
        at = step
    return None


def _closed(g: Battle, unit: Unit, a: Hex, b: Hex, *, last: bool) -> Refusal | None:
    """Why a Charge can't enter ``b``."""
    if b not in g.map:
        return Refusal("{hex} is not on the map, and no unit leaves it.", rule="5.2", hex=show(b))
    if not g.charge_allowed(a, b):
        return ground_refusal(g, a, b)
    other = g.unit_at(b)
    if other is not None and other is not unit:
        return Refusal("{other} stands in the way at {hex}.", rule="11.3", other=other.id, hex=show(b))
    zone = g.enemy_zoc(b, unit.side)
    if zone and not last:
        return Refusal(
            "{hex} lies in the ZOC of {enemy}: a Charge may enter one with its last hex only.",
            rule="11.3",
            hex=show(b),
            enemy=zone[0].id,
        )
    return None


def check(g: Battle, unit: Unit, path: Path, targets: Sequence[Unit]) -> None:
    """11.1, 11.3 Refuse a Charge that can't be designated at ``targets``: everybody it attacks, and nobody else."""
    for wrong in (bar(g, unit), problem(g, unit, path), _unfit(g, unit, path, targets)):
        if wrong is not None:
            raise wrong


def can_aim(g: Battle, unit: Unit, path: Path, targets: Sequence[Unit]) -> bool:
    """11.3 Whether a Charge by this legal way may attack these enemies, and only these."""
    return bool(targets) and _unfit(g, unit, path, targets) is None


def _unfit(g: Battle, unit: Unit, path: Path, targets: Sequence[Unit]) -> Refusal | None:
    """11.3 Why a Charge can't attack these: each must be 2 or 3 hexes away and seen, one of them what it is aimed at.

    That one is as far away as the way is long, with nothing before it that stops a Charge. The others may stand nearer,
    or where they are only Shocked.
    """
    wrong = [w for t in targets if (w := _out_of_reach(g, unit, t)) is not None]
    if wrong:
        return wrong[0]
    aims = [_aimed(g, unit, path, t) for t in targets]
    return None if None in aims else aims[0]


def _out_of_reach(g: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """11.3 Why a Charge can't begin where the unit stands and attack this enemy: distance, sight."""
    away = distance(unit.at, target.at)
    if not NEAREST <= away <= FARTHEST:
        return Refusal(
            "{target} is {n:hex|hexes} from {unit}; a Charge begins 2 or 3 hexes away.",
            rule="11.3",
            target=target.id,
            unit=unit.id,
            n=away,
        )
    blocked = sight.blocker(g, unit.at, target.at, crossbow=False)
    if blocked is not None:
        return Refusal(
            "{unit} can't see {target}: {hex} is in the way.",
            rule="11.3",
            unit=unit.id,
            target=target.id,
            hex=show(blocked),
        )
    return None


def _aimed(g: Battle, unit: Unit, path: Path, target: Unit) -> Refusal | None:
    """11.3 Why the Charge can't be aimed at this enemy: the length of its way, the ground before it, a Shield Wall."""
    away = distance(unit.at, target.at)
    ridden = sum(not isinstance(step, Facing) for step in path)
    if ridden != away - 1:
        return Refusal(
            "{target} is {away:hex|hexes} from {unit}: a Charge at it enters {needed:hex|hexes}, not {n}.",
            rule="11.3",
            target=target.id,
            away=away,
            unit=unit.id,
            needed=away - 1,
            n=ridden,
        )
    end = arrival(unit, path)[0]
    if strikes(g, end, target):
        return None
    if target.formation == "shield-wall" and g.arc(target, end) == "front":
        return Refusal("{target} is in Shield Wall: its front can't be charged.", rule="14.1", target=target.id)
    return ground_refusal(g, end, target.at)


def ground_refusal(g: Battle, a: Hex, b: Hex) -> Refusal:
    """11.3 What stops a Charge from ``a`` into the adjacent ``b``: a hex, which it names, or what lies between."""
    for h in (a, b):
        if not g.ground(h).charge:
            return Refusal(
                "The ground at {hex} ({ground}) lets nobody charge.",
                rule="11.3",
                hex=show(h),
                ground=g.map.terrain_at(h),
            )
        if g.wagon(h):
            return Refusal("The wagon at {hex} stops a Charge.", rule="11.3", hex=show(h))
    barred = [side for side in g.sides(a, b) if not g.charts.hexside(side).charge]
    if barred:
        return Refusal(
            "The {side} between {a} and {b} stops a Charge.", rule="11.3", side=barred[0], a=show(a), b=show(b)
        )
    return Refusal("The ground between {a} and {b} stops a Charge.", rule="11.3", a=show(a), b=show(b))


def ways(g: Battle, unit: Unit) -> list[Way]:
    """Charges the unit could designate, the best way to each last hex and facing, nearest targets first.

    It can be designated at some of its targets at least; whether at all of them is for :func:`can_aim`.
    """
    return g.kept(("charges", unit.id), lambda: list(ways_from(g, unit)))


def possible(g: Battle, unit: Unit) -> bool:
    """Whether there is any of :func:`ways`."""
    return g.kept(("may-charge", unit.id), lambda: next(ways_from(g, unit), None) is not None)


def ways_from(g: Battle, unit: Unit) -> Iterator[Way]:
    """:func:`ways` of a unit, or of a copy of it where it would stand."""
    if not g.enemies_within(unit.at, unit.side, NEAREST, FARTHEST) or bar(g, unit) is not None:
        return
    found: set[tuple[Hex, Facing]] = set()
    for path in _paths(g, unit):
        end, facing = arrival(unit, path)
        if (end, facing) in found:
            continue
        targets = before(g, unit, end, facing)
        if any(can_aim(g, unit, path, [t]) for t in targets):
            found.add((end, facing))
            yield Way(path, end, facing, tuple(targets))


def _paths(g: Battle, unit: Unit) -> Iterator[tuple[Hex | Facing, ...]]:
    """Every legal way of one hex, then of two; straight ones first."""
    for length in (NEAREST - 1, FARTHEST - 1):
        for turn in (None, *range(length + 1)):
            yield from _grown(g, unit, (), unit.at, unit.facing, length, turn)


def _grown(
    g: Battle, unit: Unit, path: tuple[Hex | Facing, ...], at: Hex, facing: Facing, left: int, turn: int | None
) -> Iterator[tuple[Hex | Facing, ...]]:
    """Ways that go on from ``path`` by ``left`` hexes, turning after ``turn`` of them."""
    if turn == 0:
        for by in (2, -2):
            turned = facing.turned(by)
            yield from _grown(g, unit, (*path, turned), at, turned, left, None)
        return
    if left == 0:
        yield path
        return
    for h in hexes.front(at, facing):
        if h in g.map and _closed(g, unit, at, h, last=left == 1) is None:
            yield from _grown(g, unit, (*path, h), h, facing, left - 1, None if turn is None else turn - 1)
