"""9.1, 9.3 One shot: who can shoot at whom, its modifiers and odds, the roll, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.kernel import hexes
from engine.kernel.dice import D10, Modifier, RollRequest
from engine.kernel.ground import called
from engine.kernel.hexes import Facing, Hex
from engine.kernel.sight import exits
from engine.kernel.text import Refusal, Text, joined
from engine.systems.men_of_iron import leaders, results, sight, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code, MissileColumn
from engine.systems.men_of_iron.events import Fired, Told
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Marker, Unit

Kind: TypeAlias = Literal["active", "return", "reaction", "parting"]
"""Occasions of 9.2, and the parting shot of NA-3."""

CASES: Mapping[Kind, str] = {
    "active": "9.2/active",
    "return": "9.2/return",
    "reaction": "9.2/reaction",
    "parting": "NA-3",
}

WORDS: Mapping[Code, Text] = {
    "NE": Text("no effect"),
    "DD": Text("Disordered"),
    "DR1": Text("Retreats"),
    "DU": Text("Unhorsed"),
    "DRT": Text("Retires"),
    "DE": Text("eliminated"),
}
"""T-CODES, as far as missiles bring them about."""

NOTHING: tuple[Code, ...] = ("NE",)

WALL_RULE = "14.1"
SCHILTRON_RULE = "FK-1"


@dataclass(frozen=True, slots=True)
class Preview:
    """9.3 A shot before its die is rolled."""

    distance: int
    """Range in hexes."""
    column: MissileColumn
    """Of T-MISSILE."""
    modifiers: tuple[Modifier, ...]
    results: tuple[tuple[Code, ...], ...]
    """Result for each face of the die, 0 to 9."""
    target: Unit
    """Who is shot at, as it stands now."""
    homeless: bool
    """It has no Standard to Retire to (13.2)."""

    @property
    def modifier(self) -> int:
        return sum(m.value for m in self.modifiers)

    @property
    def chance(self) -> float:
        """Probability of any effect."""
        return sum(codes != NOTHING for codes in self.results) / len(self.results)

    @property
    def odds(self) -> Mapping[Text, float]:
        """Probability of each result, in words, in the order of the die."""
        found: dict[Text, float] = {}
        for codes in self.results:
            told = words(codes, self.target, homeless=self.homeless)
            found[told] = found.get(told, 0) + 1
        return {result: n / len(self.results) for result, n in found.items()}

    @property
    def needs(self) -> Text:
        """What the die must show for any effect, for labels."""
        least = next((die for die, codes in enumerate(self.results) if codes != NOTHING), None)
        return Text("no effect possible") if least is None else Text("effect on {n} or more", n=least)


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot whose die has been rolled and whose result is still to come."""

    firer: Unit | Marker
    target: Unit
    origin: Hex
    """Where the firer stood."""
    at: Hex
    """Where the target stood."""
    total: int
    codes: tuple[Code, ...]

    @property
    def effective(self) -> bool:
        """Whether its result is anything but no effect."""
        return self.codes != NOTHING


def words(codes: Sequence[Code], target: Unit | None = None, *, homeless: bool = False) -> Text:
    """A missile result as it is told; of a target, what it comes to for it, ``homeless`` or not (13.2).

    >>> str(words(["DD", "DR1"]))
    'Disordered, Retreats'
    """
    found = [WORDS[c] if target is None else results.worded(c, target, WORDS, homeless=homeless) for c in codes]
    return joined(dict.fromkeys(found))


def label(firer: Unit | Marker) -> str:
    """A unit's code or a bombard's name, for sentences."""
    return firer.id if isinstance(firer, Unit) else firer.name


def standing(unit: Unit, at: Hex | None, facing: Facing | None) -> Unit:
    """The unit, or a copy of it where and how it would stand."""
    if (at is None or at == unit.hex) and (facing is None or facing == unit.facing):
        return unit
    changes = {"hex": unit.hex if at is None else at, "facing": unit.facing if facing is None else facing}
    return unit.model_copy(update=changes)


# -- who can shoot at whom (9.1) -------------------------------------------------------------------------------------


def inability(g: Battle, unit: Unit) -> Refusal | None:
    """9.1 Missile units: why this one can't shoot at all now, whatever the occasion (9.2, 14.2); None when it can."""
    if unit.no_missiles:
        return Refusal("{unit} is out of missiles.", rule="NA-1", unit=unit.id)
    if unit.type == "MH":
        return Refusal("{unit} is on horseback: Hobilars shoot dismounted.", rule="14.2", unit=unit.id)
    if unit.weapon is None:
        free = unit.formation is None and not unit.retired
        if free and g.charts.can_shock(unit.type) and unit.side == g.active:
            return Refusal("{unit} has no missiles; it attacks in the Shock part.", rule="9.1", unit=unit.id)
        return Refusal("{unit} has no missiles.", rule="9.1", unit=unit.id)
    if unit.retired:
        return Refusal("{unit} is Retired and can't fire.", rule="9.2", unit=unit.id)
    if unit.type == "DH" and g.spent(unit):
        return Refusal(
            "{unit} has spent movement points in this activation: Hobilars then don't fire.", rule="14.2", unit=unit.id
        )
    return None


def reach(g: Battle, unit: Unit) -> int:
    """9.1 T-RANGE: how far its weapon shoots, in hexes; 0 without one."""
    return 0 if unit.weapon is None else g.charts.longest_range(unit.weapon)


def bad_target(g: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """9.1, 9.4 Why the unit can't shoot at the target from where it stands; None when it can.

    Whether it can shoot at all is for :func:`inability` to say.
    """
    if target.hex is None:
        return Refusal("{target} is not on the map.", rule="9.2", target=target.id)
    if target.side == unit.side:
        return Refusal("{target} is on {unit}'s own side.", rule="9.2", unit=unit.id, target=target.id)
    distance = hexes.distance(unit.at, target.at)
    if unit.weapon is None or g.charts.missile_range(unit.weapon, distance) is None:
        return Refusal(
            "{unit} can't fire at {target}: range {distance}, it reaches {reach}.",
            rule="9.1",
            unit=unit.id,
            target=target.id,
            distance=distance,
            reach=reach(g, unit),
        )
    if g.arc(unit, target.at) == "rear":
        return Refusal(
            "{target} is behind {unit}: it fires through front and flank.", rule="9.1", unit=unit.id, target=target.id
        )
    wall = sight.blocker(g, unit.at, target.at, crossbow=unit.weapon == "crossbow", but=unit)
    if wall is not None:
        return unseen(g, label(unit), unit.at, target, wall)
    return None


def unseen(g: Battle, firer: str, origin: Hex, target: Unit, wall: Hex) -> Refusal:
    """9.4 The refusal where a hex blocks the line of sight, or a unit in it does to whom others shoot over it."""
    between = g.unit_at(wall)
    if between is not None and sight.blocker(g, origin, target.at, crossbow=False) is None:
        return Refusal(
            "{unit} can't shoot over {other} at {hex} to reach {target}.",
            rule="9.4",
            unit=firer,
            other=between.id,
            hex=hexes.show(wall),
            target=target.id,
        )
    return Refusal(
        "{unit} can't see {target}: {hex} blocks the line of sight.",
        rule="9.4",
        unit=firer,
        target=target.id,
        hex=hexes.show(wall),
    )


# -- modifiers and odds (9.3) ----------------------------------------------------------------------------------------


def column(target: Unit) -> MissileColumn:
    """9.3 Column of T-MISSILE: by foot or mounted and Normal or Disordered; Retired counts as Disordered."""
    if target.mounted:
        return "mounted_normal" if target.normal else "mounted_disordered"
    return "foot_normal" if target.normal else "foot_disordered"


def modifiers(
    g: Battle, firer: Unit | Marker, origin: Hex, target: Unit, range_drm: int, range_rule: str
) -> list[Modifier]:
    """9.3 DRMs of a shot from ``origin``, each with its reason; those that are zero are left out."""
    distance = hexes.distance(origin, target.at)
    found = [Modifier(value=range_drm, reason=Text("range {n}", n=distance), rule=range_rule)]
    if isinstance(firer, Unit) and firer.disordered:
        found.append(_drm(g, "firer_disordered", Text("firer Disordered"), "9.3"))
    arc = g.arc(target, origin)
    if target.mounted and arc == "flank":
        # 9.3/flank Fire at mounted flanks.
        found.append(_drm(g, "mounted_flank", Text("through a mounted flank"), "9.3/flank"))
    if target.formation == "shield-wall" and arc == "front":
        found.append(_drm(g, "shield_wall", Text("Shield Wall"), WALL_RULE))
    if target.formation == "schiltron":
        found.append(_drm(g, "schiltron", Text("Schiltron"), SCHILTRON_RULE))
    found.append(
        Modifier(
            value=g.ground(target.at).missile,
            reason=called(g.map.terrain_at(target.at)),
            rule="T-TERRAIN",
        )
    )
    found.append(_cover(g, origin, target.at))
    for rule in special.having(g, Special.fire_modifiers):
        found += rule.fire_modifiers(g, firer, target)
    return [m for m in found if m.value]


def _drm(g: Battle, name: str, reason: Text, rule: str) -> Modifier:
    return Modifier(value=g.charts.missile_drm(name), reason=reason, rule=rule)


def _cover(g: Battle, origin: Hex, at: Hex) -> Modifier:
    """What the line crosses last: the best cover along the hexsides by which it enters the hex (T-TERRAIN, PO-1)."""
    best = Modifier(value=0, reason="", rule="T-TERRAIN")
    for beyond in exits(at, origin):
        features = g.sides(at, beyond)
        value = sum(g.charts.hexside(f).missile for f in features)
        if value < best.value:
            best = Modifier(value=value, reason=joined(map(called, features), " and "), rule="T-TERRAIN")
    return best


def odds(g: Battle, firer: Unit | Marker, origin: Hex, target: Unit, range_drm: int, range_rule: str) -> Preview:
    """9.3 What a shot from ``origin`` would do, its DRM for range being known."""
    drms = tuple(modifiers(g, firer, origin, target, range_drm, range_rule))
    added, where = sum(m.value for m in drms), column(target)
    return Preview(
        distance=hexes.distance(origin, target.at),
        column=where,
        modifiers=drms,
        results=tuple(g.charts.missile_fire(where, die + added) for die in D10),
        target=target,
        homeless=results.homeless(g, target),
    )


def preview(g: Battle, unit: Unit, target: Unit, kind: Kind = "active", *, at: Hex | None = None) -> Preview:
    """9.3 What a shot of the unit would do, from ``at`` if given, without asking whether it is allowed.

    To look ahead along the target's move pass a copy of the target where it would stand. Raises Refusal out of range.
    """
    origin = unit.at if at is None else at
    distance = hexes.distance(origin, target.at)
    drm = None if unit.weapon is None else g.charts.missile_range(unit.weapon, distance)
    if drm is None:
        raise Refusal(
            "{unit}'s missiles don't reach {distance:hex|hexes}.", rule=CASES[kind], unit=unit.id, distance=distance
        )
    return odds(g, unit, origin, target, drm, "T-RANGE")


def describe(g: Battle, unit: Unit, target: Unit) -> Text:
    """A shot that could be made now, for a choice's label: target, range, what it needs."""
    expected = preview(g, unit, target)
    return Text("{target}, range {n}, {needs}", target=target.id, n=expected.distance, needs=expected.needs)


# -- the shot --------------------------------------------------------------------------------------------------------


async def threaten(g: Battle, target: Unit) -> bool:
    """A unit is about to be shot at (FK-3). False when it is gone before it comes to that."""
    for rule in special.having(g, Special.threatened):
        if target.on_map:
            await rule.threatened(g, target)
    return target.on_map


def lost(g: Battle, firer: Unit | Marker, target: Unit, rule: str) -> None:
    """Tell that a shot isn't made because its target is gone."""
    story = Text("{unit} holds its fire: {target} is gone.", unit=label(firer), target=target.id)
    g.emit(Told(story=story, unit=firer.id, rule=rule))


async def shoot(g: Battle, unit: Unit, target: Unit, kind: Kind) -> Shot:
    """9.3 Roll for a unit's shot; its result follows with :func:`settle`. Raises Refusal out of range."""
    rule = "9.2/cb" if kind == "reaction" and unit.weapon == "crossbow" else CASES[kind]
    return await roll(g, unit, unit.at, target, preview(g, unit, target, kind), kind, rule)


async def roll(
    g: Battle, firer: Unit | Marker, origin: Hex, target: Unit, expected: Preview, kind: Kind, rule: str
) -> Shot:
    """9.3 Fire resolution: roll for a shot whose modifiers are known."""
    at = target.at
    thrown = await g.roll(
        RollRequest(
            purpose="missile",
            side=firer.side,
            text=Text(
                "{unit} fires at {target}, range {distance}",
                unit=label(firer),
                target=target.id,
                distance=expected.distance,
            ),
            rule="9.3",
            table="missile_fire",
            modifiers=expected.modifiers,
            unit=firer.id,
            outcome=lambda total: words(
                g.charts.missile_fire(expected.column, total), target, homeless=expected.homeless
            ),
        )
    )
    g.emit(Fired(unit=firer.id, target=target.id, at=origin, target_at=at, side=firer.side, kind=kind, rule=rule))
    return Shot(firer, target, origin, at, thrown.total, g.charts.missile_fire(expected.column, thrown.total))


async def settle(g: Battle, *shots: Shot) -> None:
    """9.3, 15.4 What comes of a shot, or of simultaneous ones: leaders hit, results, and what a shot costs (NA-1)."""
    for s in shots:
        await leaders.check_shot(g, s.at, s.target.side, s.total)
    for s in shots:
        if s.effective:
            await results.apply(g, s.codes, s.target, (), "missile", origins=(s.origin,))
    for s in shots:
        if isinstance(s.firer, Unit) and s.firer.on_map:
            await special.run(g, Special.shot, s.firer)
