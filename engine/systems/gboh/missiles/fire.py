"""8.1 Missile fire: who may fire at whom, ordered fire, reloading. What a volley does is in :mod:`volley`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.kernel import hexes
from engine.kernel.hexes import Hex
from engine.kernel.text import Refusal, Text, few, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.missiles import screens, sight, volley
from engine.systems.gboh.missiles.volley import How, Target, Volley, label
from engine.systems.gboh.missiles.volley import Preview as Preview
from engine.systems.gboh.missiles.volley import preview as preview
from engine.systems.gboh.state import Leader, Unit

LastStep: TypeAlias = tuple[Hex, Hex]
"""Last hex left and hex entered in this Orders Phase (8.11)."""


def inability(g: Battle, unit: Unit) -> Refusal | None:
    """8.11, 8.17 Why the unit can't fire at all now, whatever the occasion; None when it can."""
    if not carries(g, unit):
        if (why := special.why_not(g, Special.silences, unit)) is not None:
            return why
        if screens.archers(unit) is not None:  # A 9.11 They shoot at who comes, by no order.
            text = "{unit}'s archers shoot only at who comes into its ZOC, by no order."
            return Refusal(text, rule=g.case(Case.ELEPHANT_SCREEN), unit=unit.id)
        return Refusal("{unit} has no missiles.", rule=g.case(Case.ORDERED_FIRE), unit=unit.id)
    if unit.supply == "no":
        return Refusal("{unit} has no missiles left.", rule=g.case(Case.AMMUNITION), unit=unit.id)
    if unit.routed:
        return Refusal("{unit} is routed and can't fire.", rule=g.case(Case.ROUTED), unit=unit.id)
    if unit.column and Case.COLUMN_WEAKNESS in g.game.cases:
        return Refusal("{unit} is In Column and can't fire.", rule=g.case(Case.COLUMN_WEAKNESS), unit=unit.id)
    if unit.engaged:
        return Refusal("{unit} is Engaged and can't fire.", rule=g.case(Case.ENGAGED), unit=unit.id)
    return special.why_not(g, Special.silences, unit)


def carries(g: Battle, unit: Unit) -> bool:
    """8.11 Whether the unit has anything to shoot with where it stands."""
    return special.armed(g, unit).missile is not None


def printed_range(g: Battle, unit: Unit) -> int:
    """8.13 Hexes that what it shoots with reaches by the chart; 0 without missiles."""
    return g.charts.missile_range(special.armed(g, unit))


def farthest(g: Battle, unit: Unit) -> int:
    """8.16 Hexes beyond which the unit's missiles reach nobody, wherever it stands."""
    rules = max((r.longest_change() for r in special.having(g, Special.longest_change)), default=0)
    return printed_range(g, unit) + max(rules, g.game.fire.most_extended)


def reaches(g: Battle, unit: Unit, h: Hex) -> bool:
    """8.13, 8.16 Whether a hex is in the unit's range, arc and sight; it may be unable to fire for other reasons."""
    return carries(g, unit) and _bad_aim(g, special.armed(g, unit), h, hexes.show(h)) is None


def _bad_aim(g: Battle, unit: Unit, h: Hex, name: str) -> Refusal | None:
    """8.13, 8.14 Why the unit's fire can't reach the hex."""
    distance = footprint.distance_to(unit, h)
    if volley.strength(g, unit, unit.at, h, distance) is None:
        changes = list(special.told(g, Special.range_changes, unit, unit.at, h))
        return Refusal(
            "{unit} can't fire at {target}: range {distance}, its missiles reach {reach}{why}.",
            rule=changes[0].rule if changes else g.case(Case.FIRE_TARGET),
            unit=unit.id,
            target=name,
            distance=distance,
            reach=volley.reach(g, unit, unit.at, h),
            why=joined((Text(" ({modifier})", modifier=m.words) for m in changes), ""),
        )
    if not sight.in_arc(unit, h):
        return Refusal(
            "{target} is behind {unit}: it fires through Front and Flank."
            if unit.troop.fire_arc == "front and flank"
            else "{target} is not ahead of {unit}: it fires through its Front.",
            rule=g.case(Case.FIRE_TARGET),
            unit=unit.id,
            target=name,
        )
    wall = sight.blocked(g, unit, h)
    if wall is not None:
        return Refusal(
            "{unit} can't see {target}: {hex} blocks the line of sight.",
            rule=g.case(Case.LINE_OF_SIGHT),
            unit=unit.id,
            target=name,
            hex=hexes.show(wall),
        )
    return None


def bad_target(g: Battle, unit: Unit, target: Target) -> Refusal | None:
    """8.13 Target: why the unit can't fire at the target from where it stands; None when it can."""
    if not target.on_map:
        return Refusal("{target} is not on the map.", rule=g.case(Case.FIRE_TARGET), target=label(target))
    if target.side == unit.side:
        return Refusal(
            "{target} is on {unit}'s own side.", rule=g.case(Case.FIRE_TARGET), unit=unit.id, target=label(target)
        )
    if isinstance(target, Unit) and target.engaged:
        return Refusal("{target} is Engaged and can't be fired at.", rule=g.case(Case.ENGAGED), target=target.id)
    if isinstance(target, Leader) and (cover := g.unit_at(target.at)) is not None:
        return Refusal(
            "{target} is with {unit}: fire at the unit.",
            rule=g.case(Case.FIRE_AT_LEADERS),
            target=label(target),
            unit=cover.id,
        )
    if isinstance(target, Unit) and (why := special.why_not(g, Special.bars_target, unit, target)) is not None:
        return why
    if isinstance(target, Leader) and (why := special.why_not(g, Special.bars_leader, unit)) is not None:
        return why
    if isinstance(target, Leader) and not g.game.fire.lone_leaders:
        return Refusal(
            "{target} is alone: leaders are hit with units they stand with.",
            rule=g.case(Case.FIRE_AT_LEADERS),
            target=label(target),
        )
    return _bad_aim(g, special.armed(g, unit), volley.aim(unit, target), label(target))


def _unordered(g: Battle, unit: Unit) -> Refusal | None:
    """8.11 Why no fire can be ordered from the unit in this Orders Phase."""
    if (unable := inability(g, unit)) is not None:
        return unable
    if (why := special.why_not(g, Special.bars_fire, unit)) is not None:
        return why
    if unit.rallied:
        return Refusal("{unit} has rallied this turn and takes no orders.", rule=g.case(Case.RALLY), unit=unit.id)
    if unit.id in g.orders.fired:
        text = "{unit} has fired in this Orders Phase."
        if g.game.command.fires_apart:
            text = "{unit} has fired in this Player Turn."
        return Refusal(text, rule=g.case(Case.ORDERED_FIRE), unit=unit.id)
    return None


def _last_step(g: Battle, unit: Unit, given: LastStep | None) -> LastStep | None:
    step = given or g.orders.last_step.get(unit.id)
    return step if step is not None and step[1] == unit.hex else None


def _not_closer(g: Battle, unit: Unit, target: Target, step: LastStep | None) -> Refusal | None:
    """8.11 Why a unit that has moved can't fire at the target: its last step didn't bring it closer, for one."""
    if step is not None and (no := special.why_not(g, Special.shoots_standing, unit)) is not None:
        return no
    if step is None:
        return None
    gained = volley.away(target, step[0]) - volley.away(target, step[1])
    away = g.game.fire.closing == "no farther"
    if gained > 0 or (away and gained == 0):
        return None
    return Refusal(
        "{unit} has moved and its last step took it away from {target}."
        if away
        else "{unit} has moved and its last step didn't bring it closer to {target}.",
        rule=g.case(Case.ORDERED_FIRE),
        unit=unit.id,
        target=label(target),
    )


def refused(g: Battle, shooter: Unit, target: Target) -> Refusal | None:
    """8.11, 8.13 Why the unit can't fire at the target from where it stands now; None when it can."""
    return bad_target(g, shooter, target) or _not_closer(g, shooter, target, _last_step(g, shooter, None))


def check_fire(
    g: Battle, shooter: Unit, target: Target, *, distance: int | None = None, last_step: LastStep | None = None
) -> None:
    """8.11, 8.13 Raise Refusal unless the unit may be ordered to fire at the target.

    To look ahead along a move pass a copy of the unit where it would stand, and its ``last_step`` on the way there.
    With a ``distance`` (hexes) the range is taken as given, and neither arc nor sight matters.
    """
    why = _unordered(g, shooter)
    if why is not None:
        raise why
    step = _last_step(g, shooter, last_step)
    if distance is None:
        why = bad_target(g, shooter, target)
    elif g.charts.missile_strength(special.armed(g, shooter), distance) is None:
        why = Refusal(
            "{unit}'s missiles don't reach {distance:hex|hexes}.",
            rule=g.case(Case.FIRE_TARGET),
            unit=shooter.id,
            distance=distance,
        )
    why = why or _not_closer(g, shooter, target, step)
    if why is None:
        return
    others = [label(x) for x in aims(g, shooter, step)]
    if not others:
        raise why
    raise Refusal("{why} It can fire at: {targets}.", rule=why.rule, why=why.text, targets=few(others))


def targets(g: Battle, shooter: Unit, *, last_step: LastStep | None = None) -> list[Unit]:
    """8.13 Enemy units the unit may be ordered to fire at, nearest first; looks ahead as :func:`check_fire` does."""
    return [u for u in _targets(g, shooter, last_step) if isinstance(u, Unit)]


def has_target(g: Battle, shooter: Unit) -> bool:
    """8.13, 8.19 Whether there is anybody the unit may be ordered to fire at: a unit, or a leader alone."""
    return bool(_targets(g, shooter, None))


def within_reach(g: Battle, shooter: Unit, *, last_step: LastStep | None = None) -> list[Unit]:
    """8.13 The enemy units :func:`check_fire` lets it fire at, in the battle's order."""
    if _unordered(g, shooter) is not None:
        return []
    step, far = _last_step(g, shooter, last_step), farthest(g, shooter)
    return [
        t
        for t in g.units(g.state.enemy(shooter.side))
        if footprint.distance(shooter, t) <= far
        and bad_target(g, shooter, t) is None
        and _not_closer(g, shooter, t, step) is None
    ]


def leader_targets(g: Battle, shooter: Unit, *, last_step: LastStep | None = None) -> list[Leader]:
    """8.19 Enemy leaders alone in their hexes the unit may be ordered to fire at."""
    return [x for x in _targets(g, shooter, last_step) if isinstance(x, Leader)]


def _targets(g: Battle, shooter: Unit, last_step: LastStep | None) -> list[Target]:
    if _unordered(g, shooter) is not None:
        return []
    return aims(g, shooter, _last_step(g, shooter, last_step))


def aims(g: Battle, shooter: Unit, step: LastStep | None) -> list[Target]:
    """8.13 What the unit could fire at from where it stands, nearest first."""
    found: list[Target] = []
    held, alone = g.occupants(), g.leaders_by_hex()
    for h in hexes.within(shooter.at, farthest(g, shooter))[1:]:
        there = held.get(h)
        if h not in alone if there is None else there.side == shooter.side:
            continue
        candidates: Sequence[Target] = g.standing_at(h) or g.leaders_at(h)
        for x in candidates:
            if (
                x.side != shooter.side
                and bad_target(g, shooter, x) is None
                and _not_closer(g, shooter, x, step) is None
            ):
                found.append(x)
    return found


def describe(g: Battle, shooter: Unit, target: Target) -> Text:
    """A shot that could be ordered now, for a choice's label: target, range, what it needs."""
    odds = preview(g, shooter, target)
    if isinstance(target, Leader):
        text = "{target}, who is alone, range {d}: hit on two unmodified 0s"
        return Text(text, target=label(target), d=odds.distance)
    return Text("{target}, range {d}, {needs}", target=label(target), d=odds.distance, needs=odds.needs)


def may_break(g: Battle, shooter: Unit, target: Unit, *, moved: bool) -> Unit | None:
    """8.15 Who may be broken by one act of firing at the target; None where nobody can be.

    It is whoever bears the hits (S 6.68). ``moved`` as :func:`volley.preview` has it.
    """
    most = max(n for n, p in preview(g, shooter, target, moved=moved).chances.items() if p or not n)
    most *= 2 if fires_twice(g, shooter) else 1
    bearer = volley.struck(g, target, shooter.at, volley.aim(shooter, target))
    if not most or not isinstance(bearer, Unit):
        return None
    return bearer if cohesion.may_break(g, bearer, bearer.hits + most, fire=True) else None


async def fire(
    g: Battle, shooter: Unit, target: Target, how: How, *, distance: int | None = None, moved: bool | None = None
) -> Volley:
    """8.1 One act of firing, with all its effects but Return Fire. What allows it is the caller's to check.

    In reaction a unit with the double rate of fire (11.4) shoots again at the same target while that stays put; ordered
    fire chooses its second target itself. Returns the first volley.
    """
    again, place = how != "order" and fires_twice(g, shooter), target.hex
    fired = await volley.shoot(g, shooter, target, how, distance=distance, moved=moved)
    await volley.settle(g, fired)
    if again and target.on_map and target.hex == place and shooter.on_map and inability(g, shooter) is None:
        await volley.settle(g, await volley.shoot(g, shooter, target, how, distance=distance, moved=moved))
    return fired


# -- 11.4 ------------------------------------------------------------------------------------------------------------


def fires_twice(g: Battle, unit: Unit) -> bool:
    """11.4 Rate of fire: whether the unit shoots twice whenever it fires."""
    return special.any_of(g, Special.second_shot, unit)


def check_second(g: Battle, shooter: Unit, target: Target) -> None:
    """11.4 Raise Refusal unless the unit has a second shot and the target could take it."""
    check_twice(g, shooter)
    why = bad_target(g, shooter, target)
    if why is not None:
        raise why


def check_twice(g: Battle, shooter: Unit) -> None:
    """11.4 Raise Refusal unless the unit has a second shot; only Cataphract's book has any."""
    if Case.RATE_OF_FIRE not in g.game.cases:
        refuse("{unit} fires at one target at a time.", rule=g.case(Case.ORDERED_FIRE), unit=shooter.id)
    if not fires_twice(g, shooter):
        refuse(
            "{unit} fires once: only foot with composite bows that never left its set-up hex fires twice.",
            rule=g.case(Case.RATE_OF_FIRE),
            unit=shooter.id,
        )


# -- 8.18 ------------------------------------------------------------------------------------------------------------


def can_reload(g: Battle, unit: Unit) -> bool:
    """8.18 Whether the unit may fetch missiles: out of enemy ZOC, and no enemy is able to fire at it."""
    if (
        unit.missile is None
        or unit.supply == "full"
        or not unit.on_map
        or (unit.routed and not (unit.troop.keeps_missiles and g.game.fire.routed_reload))
    ):
        return False
    if g.in_enemy_zoc(unit):
        return False
    enemies = g.units(g.state.enemy(unit.side))
    return not any(inability(g, e) is None and any(reaches(g, e, h) for h in footprint.hexes_of(unit)) for e in enemies)


async def reload_phase(g: Battle) -> None:
    """8.18 Reload segment: both sides, on the position as it stands when the segment begins."""
    if g.uses(Case.RELOAD):
        for unit in [x for u in g.units() for x in screens.volleys(u) if can_reload(g, x)]:
            screens.set_supply(g, unit, "full", g.case(Case.RELOAD))
