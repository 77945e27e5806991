"""8.15-8.17, 8.19 One volley: strength and modifiers, odds, the roll, hits, leader casualties, ammunition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.kernel import hexes
from engine.kernel.dice import D10, Modifier, Roll, RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.text import Text, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import screens
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.troops import Target as Row

How: TypeAlias = Literal["order", "entry", "retire", "return", "withdrawal", "harass", "feign", "artillery"]
"""8.12 Occasions to fire."""
Target: TypeAlias = Unit | Leader
"""A unit, or a leader alone in his hex (8.19)."""


@dataclass(frozen=True, slots=True)
class Preview:
    """8.15 A volley before its die is rolled."""

    distance: int
    """Range in hexes it is reckoned at."""
    strength: int
    """A modified roll of this or less hits; 0 at extended range (8.16)."""
    extended: bool
    doubles: bool
    """A modified roll of 1 or less hits twice."""
    modifiers: tuple[Modifier, ...]
    harm: int = 1
    """Hits that each of its hits does to such a target (A 8.15, S 8.17)."""
    slips: bool = False
    """A die rolled before it is subtracted from :attr:`strength`."""

    @property
    def modifier(self) -> int:
        return sum(m.value for m in self.modifiers)

    @property
    def needed(self) -> int:
        """Highest unmodified roll that hits, if nothing slips; negative when none does."""
        return min(9, self.strength - self.modifier)

    def hits(self, total: int) -> int:
        """Hits for a modified roll."""
        if total > self.strength:
            return 0
        return self.harm * (2 if self.doubles and total <= 1 else 1)

    @property
    def needs(self) -> Text:
        """What the die must show, for labels."""
        if self.needed < 0:
            return Text("can't hit")
        if self.slips:
            return Text("hits on {n} or less, less a die for slipping", n=self.strength - self.modifier)
        return Text("hits on {n} or less", n=self.needed)

    @property
    def chances(self) -> Mapping[int, float]:
        """Probability of each number of hits, 0, 1 and 2 among them."""
        found = {0: 0, 1: 0, 2: 0}
        steady = [self.slipping(die) for die in D10] if self.slips else [self]
        for odds in steady:
            for die in D10:
                n = odds.hits(die + self.modifier)
                found[n] = found.get(n, 0) + 1
        return {n: count / (len(D10) * len(steady)) for n, count in found.items()}

    @property
    def bar(self) -> Text:
        """What the modified roll must be."""
        return Text("{n} or less", n=self.strength) if self.strength >= 0 else Text("less than a die can show")

    def slipping(self, die: int) -> Preview:
        """The volley once the die for slipping is known."""
        return replace(self, strength=self.strength - die, slips=False)


@dataclass(frozen=True, slots=True)
class Volley:
    """A volley whose die has been rolled and whose effects are still to come."""

    shooter: Unit
    target: Target
    roll: Roll
    hits: int
    struck: Unit | None
    """The unit that suffers its hits; None for fire at a leader."""
    exposed: tuple[Leader, ...]
    """Leaders in the hex fired at, when the die shows 0 (8.19)."""


def label(target: Target) -> str:
    """A unit's code or a leader's name, for sentences."""
    return target.id if isinstance(target, Unit) else target.name


def aim(shooter: Unit, target: Target, origin: Hex | None = None) -> Hex:
    """8.13 The hex a target is fired at in: of two that it stands in the nearer to the shooter, or to ``origin``."""
    if isinstance(target, Leader) or footprint.is_single(target):
        return target.at
    if origin is not None and origin != shooter.hex:
        return min(footprint.hexes_of(target), key=lambda h: hexes.distance(origin, h))
    return footprint.nearest(target, shooter)[0]


def away(target: Target, h: Hex) -> int:
    """Hexes from a hex to the target."""
    return hexes.distance(h, target.at) if isinstance(target, Leader) else footprint.distance_to(target, h)


def _range(shooter: Unit, start: Hex, end: Hex) -> int:
    """8.13 Range from where it fires: of the hexes it stands in the nearest, or the one it is said to fire from."""
    return footprint.distance_to(shooter, end) if start == shooter.hex else hexes.distance(start, end)


def strength(g: Battle, unit: Unit, a: Hex, b: Hex, distance: int) -> tuple[int, bool] | None:
    """8.15, 8.16 Strength of fire from ``a`` at ``b``, and whether it is at extended range; None out of reach."""
    unit = special.armed(g, unit)
    if not 1 <= distance <= reach(g, unit, a, b):
        return None
    printed = g.charts.missile_strength(unit, distance)
    return (0, True) if printed is None else (printed, False)


def reach(g: Battle, unit: Unit, a: Hex, b: Hex) -> int:
    """8.16 Extended range.

    How far the unit's fire from ``a`` reaches towards ``b``, in hexes; the next hex it always does.
    """
    unit = special.armed(g, unit)
    if unit.missile is None:
        return 0
    printed = g.charts.missile_range(unit)
    change = sum(m.value for m in special.told(g, Special.range_changes, unit, a, b))
    downhill = g.game.fire.extended if g.map.level_at(b) < g.map.level_at(a) else 0
    return max(1, printed + downhill + change)


def modifiers(
    g: Battle, shooter: Unit, target: Target, distance: int, moved: bool, origin: Hex, at: Hex
) -> list[Modifier]:
    """8.15 Modifiers of the roll for fire from ``origin`` at ``at``."""
    found: list[Modifier] = []
    weapon, rule = shooter.weapon, g.case(Case.FIRE)
    if g.map.terrain_at(at) in ("woods", "forest"):
        found.append(Modifier(value=1, reason=Text("woods"), rule=rule))
    if moved and weapon is not None and shooter.troop.arm in weapon.worse_moved:
        found.append(Modifier(value=1, reason=Text("moved"), rule=rule))
    if isinstance(target, Unit):
        covered = special.first(g, Special.cover, target)
        found += [covered] if covered is not None else _armour(g, shooter, target, distance, origin)
        found += special.told(g, Special.target_modifiers, shooter, target)
    return [*found, *special.told(g, Special.fire_modifiers, shooter, origin, at)]


_ROWS: Mapping[Row, Text] = {
    "open": Text("open order"),
    "heavy": Text("heavy infantry"),
    "skirmisher": Text("skirmishers"),
    "cataphract": Text("cataphracts"),
}


def _armour(g: Battle, shooter: Unit, target: Unit, distance: int, origin: Hex) -> list[Modifier]:
    """8.15 What the target's kind counts for; bows fare worse at heavy foot's Front close by."""
    numbers, row, rule = g.game.fire, target.troop.target, g.case(Case.FIRE)
    weapon = shooter.weapon
    close = row == "heavy" and weapon is not None and weapon.worse_close and distance == 1
    found: list[Modifier] = []
    if close and g.arc(target, origin) == "front":
        reason = Text("heavy infantry's front at close range")
        found.append(Modifier(value=numbers.bow_close, reason=reason, rule=rule))
        if not numbers.close_adds:
            return found
    if row == "heavy" and weapon is not None and weapon.pierces:
        return found
    value = numbers.targets.get(row, 0)
    if shooter.is_bow:
        value = numbers.bow_targets.get(row, value)
    return [*([Modifier(value=value, reason=_ROWS[row], rule=rule)] if value else []), *found]


def preview(
    g: Battle,
    shooter: Unit,
    target: Target,
    *,
    distance: int | None = None,
    moved: bool | None = None,
    origin: Hex | None = None,
    at: Hex | None = None,
) -> Preview:
    """8.15 What a volley would need, without checking whether it is allowed.

    ``distance`` fixes the range in hexes (withdrawal and retire fire: 2); ``origin`` and ``at`` replace the hexes it is
    fired from and at; ``moved`` None looks whether the shooter has left its hex in this Orders Phase. Raises Refusal
    out of reach.
    """
    if moved is None:
        moved = g.state.orders is not None and shooter.id in g.state.orders.moved
    shooter = special.armed(g, shooter)
    start = shooter.at if origin is None else origin
    end = aim(shooter, target, origin) if at is None else at
    d = _range(shooter, start, end) if distance is None else distance
    power = strength(g, shooter, start, end, d)
    if power is None:
        refuse(
            "{unit}'s missiles don't reach {distance:hex|hexes}.",
            rule=g.case(Case.FIRE_TARGET),
            unit=shooter.id,
            distance=d,
        )
    value, extended = power
    target = struck(g, target, start, end)  # S 6.68 The ranks in the way are not those that are hit.
    return Preview(
        distance=d,
        strength=value,
        extended=extended,
        doubles=_doubles(shooter, target) and not extended,
        modifiers=tuple(modifiers(g, shooter, target, d, moved, start, end)),
        harm=harm(g, shooter, target) if isinstance(target, Unit) else 1,
        slips=special.any_of(g, Special.slips, shooter),
    )


def struck(g: Battle, target: Target, start: Hex, end: Hex) -> Target:
    """6.68 Who bears fire from ``start`` at the target in ``end``: in a hex of several not always whom it is aimed at.

    What that unit is counts for the roll, too (8.13, 8.17).
    """
    if not isinstance(target, Unit):
        return target
    others = (r.bears(g, target, start, end) for r in special.having(g, Special.bears))
    return next((u for u in others if u is not None), target)


def harm(g: Battle, shooter: Unit, target: Unit) -> int:
    """8.15 Hits that each hit of a volley does to a unit as it stands."""
    if g.game.fire.kind_spares and shooter.troop.arm == target.troop.arm == "elephant":
        return 1
    found = (r.missile_hits(g, target) for r in special.having(g, Special.missile_hits))
    return next((n for n in found if n is not None), target.troop.missile_hits)


def _doubles(shooter: Unit, target: Target) -> bool:
    weapon = shooter.weapon
    return weapon is not None and isinstance(target, Unit) and target.troop.arm in weapon.doubles_on


async def shoot(
    g: Battle,
    shooter: Unit,
    target: Target,
    how: How,
    *,
    distance: int | None = None,
    moved: bool | None = None,
    origin: Hex | None = None,
    at: Hex | None = None,
) -> Volley:
    """8.15 Fire resolution.

    Roll for one volley; its effects follow with :func:`settle`. All fire of the game comes through here.

    At a lone leader only an unmodified 0 counts (8.19). The unit fired at may lock shields first (11.71); under
    Harassment it has been asked before the answering fire was chosen (8.33).
    """
    if isinstance(target, Unit) and how != "harass":
        await special.run(g, Special.before_volley, shooter, target, distance=distance, moved=moved, origin=origin)
    odds = preview(g, shooter, target, distance=distance, moved=moved, origin=origin, at=at)
    if odds.slips:
        odds = odds.slipping(await _slip(g, shooter, odds.strength))
    end = aim(shooter, target, origin) if at is None else at
    # Simple GBoH knows no extended range but that of who stands in a tower (11.11).
    case = Case.FIRE_EXTENDED if odds.extended and Case.FIRE_EXTENDED in g.game.cases else Case.FIRE
    needs = Text("an unmodified 0") if isinstance(target, Leader) else odds.bar
    roll = await g.roll(
        RollRequest(
            purpose="missile",
            side=shooter.side,
            text=_announced(shooter, target, odds.distance),
            rule=g.case(case),
            table="missile_range_results",
            modifiers=odds.modifiers,
            needs=needs,
            unit=shooter.id,
            outcome=lambda total: _result(target, odds.hits(total)),
        )
    )
    hits = odds.hits(roll.total)
    start = shooter.at if origin is None else origin
    bearer = struck(g, target, start, end)
    g.emit(
        Fired(
            unit=shooter.id,
            target=target.id,
            start=start,
            to=end,
            how=how,
            roll=roll.n,
            story=_story(odds, needs, roll, None if bearer is target else bearer, archers=screens.aloft(shooter)),
            rule=roll.rule,
        )
    )
    special.call(g, Special.fired_at, target)
    special.call(g, Special.shot, shooter, target)
    exposed = tuple(g.leaders_at(end, target.side)) if roll.natural == 0 else ()
    if not isinstance(target, Unit):
        return Volley(shooter, target, roll, 0, None, exposed)
    assert isinstance(bearer, Unit)
    return Volley(shooter, target, roll, hits, bearer, exposed)


async def _slip(g: Battle, shooter: Unit, strength: int) -> int:
    rule = next(r for r in special.having(g, Special.slips) if r.slips(g, shooter))
    roll = await g.roll(
        RollRequest(
            purpose="slip",
            side=shooter.side,
            text=Text("The bows of {unit} slip", unit=shooter.id),
            rule=rule.spec.id,
            unit=shooter.id,
            outcome=lambda n: Text("strength {n}", n=strength - n),
        )
    )
    return roll.natural


def _announced(shooter: Unit, target: Target, distance: int) -> Text:
    """The roll in a few words, told apart from that of the unit where its archers fire."""
    text = "{who} fire at {target}, range {d}" if screens.aloft(shooter) else "{who} fires at {target}, range {d}"
    return Text(text, who=screens.called(shooter), target=label(target), d=distance)


def _result(target: Target, hits: int) -> Text | Literal[""]:
    if isinstance(target, Leader):
        return ""
    return Text("{n:hit|hits}", n=hits) if hits else Text("no effect")


def _story(odds: Preview, needs: Text, roll: Roll, bearer: Target | None, *, archers: bool) -> Text:
    """``bearer``: who bears it, where that isn't whom it is aimed at; ``archers``: those of the unit shoot."""
    parts = [Text("its archers")] if archers else []
    parts.append(Text("range {n} (extended)" if odds.extended else "range {n}", n=odds.distance))
    parts.append(Text("needs {needs}", needs=needs))
    if bearer is not None:
        parts.append(Text("into {unit} from behind", unit=bearer.id))
    parts += [m.words for m in odds.modifiers]
    shown = "rolled {natural} → {total}" if odds.modifiers else "rolled {natural}"
    told = joined([*parts, Text(shown, natural=roll.natural, total=roll.total)])
    return Text("{told}: {result}", told=told, result=roll.result) if roll.result else told


async def settle(g: Battle, *volleys: Volley) -> None:
    """8.15, 8.17, 8.19 Effects of one volley, or of simultaneous ones: hits, leader casualties, ammunition."""
    struck: dict[str, list[Volley]] = {}
    for v in volleys:
        if v.hits and v.struck is not None:
            struck.setdefault(v.struck.id, []).append(v)
    if g.game.fire.simultaneous:
        # G 7.2 A leader is hit while his unit stands; if it is lost, he is gone from there (G 4.36).
        await _exposed(g, volleys)
    for name, shots in struck.items():
        unit = g.state.units[name]
        if unit.on_map:
            cause = Text("fire from {units}", units=joined((screens.called(v.shooter) for v in shots), " and "))
            g.tormentors[name] = shots[0].shooter.id
            await cohesion.hits(g, unit, sum(v.hits for v in shots), cause, shots[0].roll.rule)
            g.tormentors.pop(name, None)
            if unit.on_map:
                await special.run(g, Special.struck, unit, [v.shooter for v in shots])
    if not g.game.fire.simultaneous:
        await _exposed(g, volleys)
    for v in volleys:
        spend(g, v.shooter, v.roll.natural)


async def _exposed(g: Battle, volleys: Sequence[Volley]) -> None:
    """8.19 Leaders in hexes that a natural 0 has hit."""
    for v in volleys:
        for leader in v.exposed:
            if leader.on_map:
                await _under_fire(g, leader)


async def _under_fire(g: Battle, leader: Leader) -> None:
    """8.19 Leader casualties by fire: a natural 0 has hit the leader's hex: on another 0 he is a casualty."""
    roll = await g.roll(
        RollRequest(
            purpose="leader-hit",
            side=leader.side,
            text=Text("{leader} is under fire", leader=leader.name),
            rule=g.case(Case.FIRE_AT_LEADERS),
            table="leader_casualty",
            needs=Text("0 is a casualty"),
            unit=leader.id,
            outcome=lambda total: Text("hit") if total == 0 else Text("unharmed"),
        )
    )
    if roll.natural == 0:
        await leaders.casualty(g, leader, g.case(Case.FIRE_AT_LEADERS))


def spend(g: Battle, unit: Unit, natural: int) -> None:
    """8.17 Ammunition after a volley with an unmodified roll of ``natural``."""
    weapon = unit.weapon
    if weapon is None or not weapon.supply or unit.eliminated or unit.supply == "no":
        return
    if unit.supply == "low" or g.charts.no_after_use(weapon.supply):
        screens.set_supply(g, unit, "no", g.case(Case.AMMUNITION))
    elif _runs_low(g, weapon.supply, natural) or special.any_of(g, Special.runs_low, unit):
        screens.set_supply(g, unit, "low", g.case(Case.AMMUNITION))


def _runs_low(g: Battle, row: str, natural: int) -> bool:
    """8.17 Whether an unmodified roll makes missiles run low, by their row of the supply chart."""
    return natural in g.charts.low_on(row) and natural >= g.game.fire.low_from.get(row, 0)
