"""11.5, 11.6 Ways of a Counter-Charge: from where, and facing where, a unit gets at its target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel import hexes
from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.hexes import VERTICES, Facing, Hex, adjacent, show, turns
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import charge, retreats
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


@dataclass(frozen=True)
class Way:
    """How a unit gets at the target of its Counter-Charge."""

    path: tuple[Hex | Facing, ...]
    end: Hex
    facing: Facing
    mp: int

    @property
    def key(self) -> str:
        return f"{show(self.end)}-{self.facing.name}"


def ways(g: Battle, unit: Unit, target: Unit) -> list[Way]:
    """11.5, 11.6 Shortest ways to attack the target, one for every last hex and facing; [] where there is none.

    Straight into the front hexes, turning once to any facing; at most its MA in MP; the bans of 11.3 hold. A unit that
    stands next to its target only turns.
    """
    if adjacent(unit.at, target.at):
        if not charge.strikes(g, unit.at, target):
            return []
        found = [Way(() if f == unit.facing else (f,), unit.at, f, 0) for f in _towards(unit.at, target)]
        return sorted(found, key=lambda w: turns(unit.facing, w.facing))
    best: dict[tuple[Hex, Facing], Way] = {}
    edge = [Way((), unit.at, unit.facing, 0)]
    while edge and not best:
        edge = [longer for way in edge for longer in _onward(g, unit, way)]
        there = [w for w in edge if adjacent(w.end, target.at) and charge.strikes(g, w.end, target)]
        for last in sorted((x for w in there for x in _facing_target(unit, w, target)), key=_price):
            best.setdefault((last.end, last.facing), last)
        edge = [w for w in edge if not g.enemy_zoc(w.end, unit.side)]
    return sorted(best.values(), key=lambda w: (*_price(w), w.end))


def _price(way: Way) -> tuple[int, int]:
    return way.mp, sum(isinstance(step, Facing) for step in way.path)


def _towards(at: Hex, target: Unit) -> tuple[Facing, Facing]:
    return hexes.facings_towards(at, target.at)


def _onward(g: Battle, unit: Unit, way: Way) -> list[Way]:
    """The way by one hex longer, with or without its one turn before that."""
    turned = any(isinstance(step, Facing) for step in way.path)
    found: dict[tuple[Hex, Facing], Way] = {}
    for f in (way.facing, *(() if turned else VERTICES)):
        for h in hexes.front(way.end, f):
            cost = g.step_cost(unit, way.end, h) if h in g.map else None
            if cost is None or way.mp + cost > g.ma(unit) or g.unit_at(h) is not None:
                continue
            if g.charge_allowed(way.end, h):
                path = (*way.path, h) if f == way.facing else (*way.path, f, h)
                found.setdefault((h, f), Way(path, h, f, way.mp + cost))
    return list(found.values())


def _facing_target(unit: Unit, way: Way, target: Unit) -> list[Way]:
    """The way with the facings it may end with so that the target is before it."""
    turned = any(isinstance(step, Facing) for step in way.path)
    found: list[Way] = []
    for f in _towards(way.end, target):
        if f == way.facing:
            found.append(way)
        elif not turned:
            found.append(Way((*way.path, f), way.end, f, way.mp))
    return found


def turning(unit: Unit, enemy: Unit) -> list[Way]:
    """11.5 Facings with which it meets an enemy next to it, least turning first."""
    found = [Way((f,), unit.at, f, 0) for f in _towards(unit.at, enemy)]
    return sorted(found, key=lambda w: turns(unit.facing, w.facing))


# -- the owner's choice ---------------------------------------------------------------------------------------------


async def choose(g: Battle, unit: Unit, target: Unit, found: Sequence[Way]) -> Way:
    """The owner's choice of last hex and facing, after success."""
    if len(found) == 1:
        return found[0]
    best = found[0].key
    # Where it meets the same enemies from the same hex in any case, only those are asked who want to be.
    met = {(w.end, *(t.id for t in charge.before(g, unit, w.end, w.facing))) for w in found}
    answer = await g.ask(
        Choose(
            kind="counter-charge-way",
            side=unit.side,
            rule="11.5",
            prompt=Text(_question(unit, found), unit=unit.id, enemy=target.id),
            subject=unit.id,
            focus=(unit.at, target.at, *(w.end for w in found)),
            choices=tuple(_way_choice(g, unit, target, w, likely=w.key == best) for w in found),
            default_key=best,
            policy=Policy(retreats.POLICY.kind, best, best, free=len(met) == 1),
            why=lambda wanted: _why_not(unit, target, found, wanted),
        )
    )
    return next(w for w in found if w.key == answer.key)


def _question(unit: Unit, found: Sequence[Way]) -> str:
    """What is asked: where it stays in its hex, only its facing."""
    if all(w.end == unit.at for w in found):
        return "{unit} counter-charges {enemy}: facing where?"
    return "{unit} counter-charges {enemy}: from where, and facing where?"


def _why_not(unit: Unit, target: Unit, found: Sequence[Way], wanted: Wanted) -> Refusal | None:
    """11.5 Why it doesn't come from a hex that is named, or face so."""
    ends = list(dict.fromkeys(w.end for w in found))
    if wanted.hexes and wanted.hexes[-1] not in ends:
        return Refusal(
            "{unit} has no shortest way to {enemy} by {hex}.",
            rule="11.5",
            unit=unit.id,
            enemy=target.id,
            hex=show(wanted.hexes[-1]),
        )
    if wanted.facing is not None:
        return Refusal(
            "Facing {facing}, {unit} hasn't {enemy} before it.",
            rule="11.5",
            facing=wanted.facing.name,
            unit=unit.id,
            enemy=target.id,
        )
    return None


def _way_choice(g: Battle, unit: Unit, target: Unit, way: Way, *, likely: bool) -> Choice:
    return Choice(
        way.key,
        _label(g, unit, target, way),
        unit=unit.id,
        hex=way.end,
        facing=way.facing,
        lean=2.0 if likely else 1.0,
    )


def _label(g: Battle, unit: Unit, target: Unit, way: Way) -> Text:
    """What the choice means: a hex only where it leaves its own, and the enemies only where it attacks them (11.6)."""
    facing = way.facing.name
    if target.type == "MM":
        return Text("Facing {f}", f=facing)
    against = " and ".join(t.id for t in charge.before(g, unit, way.end, way.facing))
    if way.end == unit.at:
        return Text("Facing {f}: {enemies}", f=facing, enemies=against)
    return Text("From {hex} facing {f}: {enemies}", hex=show(way.end), f=facing, enemies=against)
