"""12.3, 12.4 Where units that must go can go: one hex away, through friends if need be, or to their Standard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import VERTICES, Facing, Hex, distance, front, show, turns
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import entering, leaders, reasons
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import UnitMoved
from engine.systems.men_of_iron.state import Unit

POLICY = PolicyKind("retreat-way", Text("Take the suggested way in retreats and advances"))


@dataclass(frozen=True, slots=True)
class Way:
    """A retreat: where to, and the friend it goes through, by id."""

    to: Hex
    over: Hex | None = None
    through: str | None = None


def away(start: Hex, to: Hex, causes: Sequence[Hex]) -> bool:
    """12.3 Farther from at least one that caused it, and nearer to none."""
    change = [distance(to, c) - distance(start, c) for c in causes]
    return all(x >= 0 for x in change) and any(x > 0 for x in change)


def ways(g: Battle, unit: Unit, causes: Sequence[Hex]) -> list[Way]:
    """12.3 Hexes the unit may retreat into; through friendly missile infantry only where there is no other."""
    start = unit.at
    away_from = [
        h for h in g.map.neighbours(start) if away(start, h, causes) and g.step_cost(unit, start, h) is not None
    ]
    free = [Way(h) for h in away_from if g.unit_at(h) is None]
    return free or list(_through(g, unit, away_from, causes))


def _through(g: Battle, unit: Unit, steps: Sequence[Hex], causes: Sequence[Hex]) -> Iterator[Way]:
    for over in steps:
        friend = g.friend_in(over, unit.side)
        if friend is None or not friend.missile_infantry:
            continue
        for h in g.map.neighbours(over):
            if g.unit_at(h) is None and away(over, h, causes) and g.step_cost(unit, over, h) is not None:
                yield Way(h, over, friend.id)


def facings(at: Hex, now: Facing, foes: Sequence[Hex]) -> list[Facing]:
    """Vertex facings, the likeliest first: towards the foes, then with the least turning."""

    def price(f: Facing) -> tuple[int, int]:
        ahead = front(at, f)
        closest = sum(min(distance(h, foe) for h in ahead) for foe in foes)
        return closest, turns(f, now)

    return sorted(VERTICES, key=lambda f: (*price(f), f))


async def choose(
    g: Battle, unit: Unit, found: Sequence[Way], foes: Sequence[Hex], rule: str = "12.3"
) -> tuple[Way, Facing]:
    """The owner's choice of way and facing, in one question; only who wants to be asked is.

    Suggested is the hex in the fewest enemy ZOCs, facing the foes: where nobody says otherwise the unit goes there.
    """
    ranked = sorted(found, key=lambda w: (len(g.enemy_zoc(w.to, unit.side)), w.to))
    options: list[tuple[str, Way, Facing]] = []
    for w in ranked:
        for f in facings(w.to, unit.facing, foes):
            key = f"{show(w.to)}-{f.name}" if w.through is None else f"{show(w.to)}-{f.name}-{w.through}"
            options.append((key, w, f))
    best = options[0][0]
    nearer = reasons.no_closer(foes, lambda h: away(unit.at, h, foes), rule)
    answer = await g.ask(
        Choose(
            kind="retreat",
            side=unit.side,
            rule=rule,
            prompt=Text("{unit} must retreat: where to?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at, *(w.to for w in ranked)),
            choices=tuple(_choice(unit, key, w, f, likely=key == best) for key, w, f in options),
            default_key=best,
            policy=Policy(POLICY.kind, best, best, free=True),
            why=reasons.hexes(g, unit, rule, other=lambda h: _too_far(unit, h, rule) or nearer(h), step=False),
        )
    )
    return next((w, f) for key, w, f in options if key == answer.key)


def _choice(unit: Unit, key: str, way: Way, facing: Facing, *, likely: bool) -> Choice:
    text = (
        Text("{hex}, facing {f}", hex=show(way.to), f=facing.name)
        if way.through is None
        else Text("{hex} through {friend}, facing {f}", hex=show(way.to), friend=way.through, f=facing.name)
    )
    return Choice(key, text, unit=unit.id, hex=way.to, facing=facing, lean=4.0 if likely else 1.0)


async def carry_out(
    g: Battle,
    unit: Unit,
    way: Way,
    facing: Facing,
    *,
    how: Literal["retreat", "withdraw"],
    rule: str,
) -> None:
    """Move the unit along a chosen way; leaders in its hex go with it."""
    start = unit.at
    if way.over is not None:
        g.emit(UnitMoved(unit=unit.id, start=start, to=way.over, facing=unit.facing, how=how, rule=rule))
    g.emit(UnitMoved(unit=unit.id, start=way.over or start, to=way.to, facing=facing, how=how, rule=rule))
    leaders.go_along(g, unit.side, start, way.to)
    await entering.arrived(g, unit)


def refuges(g: Battle, unit: Unit, standard: Hex) -> list[Hex]:
    """12.4 The nearest hexes to the Standard the unit can be placed in, all equally good; [] where there is none.

    Of hexes equally near those next to an enemy are left out if there are others.
    """

    # Where it stands is no refuge either while somebody rides through.
    held = frozenset(u.at for u in g.units() if u is not unit)

    def open_to(h: Hex) -> bool:
        if h in held or (h != unit.hex and g.leaders_at(h, g.state.enemy(unit.side))):
            return False
        return g.admits(h, mounted=unit.mounted)

    by_distance: dict[int, list[Hex]] = {}
    for h in sorted(g.map.hexes):
        by_distance.setdefault(distance(h, standard), []).append(h)
    for d in sorted(by_distance):
        found = [h for h in by_distance[d] if open_to(h)]
        if found:
            return [h for h in found if not g.adjacent_enemies(h, unit.side)] or found
    return []


def _too_far(unit: Unit, h: Hex, rule: str) -> Refusal | None:
    """12.3 Why a hex is no retreat: it is more than one away, two where the way leads through a friend."""
    if distance(unit.at, h) <= 2:
        return None
    return Refusal(
        "{unit} retreats 1 hex; {hex} is {n} away.", rule=rule, unit=unit.id, hex=show(h), n=distance(unit.at, h)
    )


def _farther(found: Sequence[Hex], standard: Hex, h: Hex) -> Refusal | None:
    """12.4 Why a Retired unit isn't placed in a hex: another is nearer to its Standard."""
    if distance(h, standard) <= distance(found[0], standard):
        return None
    return Refusal("{near} is nearer to the Standard than {hex}.", rule="12.4", near=show(found[0]), hex=show(h))


async def refuge(g: Battle, unit: Unit, standard: Hex) -> Hex | None:
    """12.4 Where a Retired unit is placed: its owner chooses among hexes equally near; None where there is none."""
    found = refuges(g, unit, standard)
    if not found:
        return None
    found.sort(key=lambda h: (distance(h, unit.at), h))
    if len(found) == 1:
        return found[0]
    best = show(found[0])
    answer = await g.ask(
        Choose(
            kind="retire",
            side=unit.side,
            rule="12.4",
            prompt=Text("{unit} Retires to its Standard: to which hex?", unit=unit.id),
            subject=unit.id,
            focus=tuple(found),
            choices=tuple(Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h) for h in found),
            default_key=best,
            policy=Policy(POLICY.kind, best, best, free=True),
            why=reasons.hexes(g, unit, "12.4", step=False, other=lambda h: _farther(found, standard, h)),
        )
    )
    return int(answer.key)
