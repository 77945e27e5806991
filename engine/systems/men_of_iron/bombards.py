"""CR-3 Bombards: fire through their front, and being made ready again. They are markers, not units."""

from __future__ import annotations

from engine.kernel import hexes
from engine.kernel.text import Refusal, few
from engine.systems.men_of_iron import shot, sight
from engine.systems.men_of_iron.battle import Battle, bearing
from engine.systems.men_of_iron.events import MarkerChanged, Noted
from engine.systems.men_of_iron.shot import Preview
from engine.systems.men_of_iron.state import Marker, Unit

RULE = "CR-3"


def reach(g: Battle) -> int:
    """CR-3, T-RANGE How far a bombard shoots, in hexes."""
    return g.charts.longest_range("bombard")


def named(g: Battle, marker: str) -> Marker:
    """The bombard with this id. Raises Refusal where it is none, or no more."""
    gun = g.state.markers.get(marker)
    if gun is None or gun.kind != "bombard":
        raise Refusal("{name} is no bombard.", rule=RULE, name=marker if gun is None else gun.name)
    if gun.removed:
        raise Refusal("{name} has been overrun.", rule=RULE, name=gun.name)
    return gun


def _idle(g: Battle, gun: Marker) -> Refusal | None:
    """Why the bombard can do nothing at all now; None when it can fire or be made ready."""
    act = g.state.activation
    assert gun.command is not None, f"{gun.id} belongs to no Command"
    if act is None or act.standard is not None or act.command != gun.command:
        served = g.state.commands[gun.command].name
        return Refusal("{name} is served only while {command} is activated.", rule=RULE, name=gun.name, command=served)
    if gun.id in act.fired:
        return Refusal("{name} has fired in this activation.", rule=RULE, name=gun.name)
    if gun.id in act.worked:
        return Refusal("{name} has been made ready: that was all for this activation.", rule=RULE, name=gun.name)
    return None


def _unloaded(g: Battle, gun: Marker) -> Refusal | None:
    """Why the bombard can't fire now."""
    idle = _idle(g, gun)
    if idle is None and gun.fired:
        return Refusal("{name} has to be made ready before it fires again.", rule=RULE, name=gun.name)
    return idle


def bad_target(g: Battle, gun: Marker, target: Unit) -> Refusal | None:
    """CR-3, 9.4 Why the bombard can't fire at the target from where it stands; None when it can."""
    if target.hex is None:
        return Refusal("{target} is not on the map.", rule=RULE, target=target.id)
    if target.side == gun.side:
        return Refusal("{target} is on {name}'s own side.", rule=RULE, name=gun.name, target=target.id)
    distance = hexes.distance(gun.hex, target.at)
    if g.charts.missile_range("bombard", distance) is None:
        return Refusal(
            "{name} can't fire at {target}: range {distance}, it reaches {reach}.",
            rule=RULE,
            name=gun.name,
            target=target.id,
            distance=distance,
            reach=reach(g),
        )
    if bearing(gun.hex, gun.facing, target.at) != "front":
        return Refusal(
            "{target} is not in front of {name}: it fires through its front.",
            rule=RULE,
            name=gun.name,
            target=target.id,
        )
    wall = sight.blocker(g, gun.hex, target.at, crossbow=True)
    return None if wall is None else shot.unseen(g, gun.name, gun.hex, target, wall)


def check_fire(g: Battle, marker: str, target: Unit) -> None:
    """CR-3 Raise Refusal unless the bombard may fire at the target now."""
    gun = named(g, marker)
    if (why := _unloaded(g, gun)) is not None:
        raise why
    why = bad_target(g, gun, target)
    if why is None:
        return
    others = [u.id for u in _aims(g, gun)]
    if not others:
        raise why
    raise Refusal("{why} It can fire at: {targets}.", rule=why.rule, why=why.text, targets=few(others))


def targets(g: Battle, marker: str) -> list[Unit]:
    """CR-3 Enemy units the bombard may fire at now, nearest first. Raises Refusal where it is no bombard."""
    gun = named(g, marker)
    return [] if _unloaded(g, gun) is not None else _aims(g, gun)


def _aims(g: Battle, gun: Marker) -> list[Unit]:
    around = hexes.within(gun.hex, reach(g))[1:]
    near = [e for h in around if (e := g.enemy_in(h, gun.side)) is not None]
    return [e for e in near if bad_target(g, gun, e) is None]


def preview(g: Battle, marker: str, target: Unit) -> Preview:
    """CR-3, 9.3 What its shot would do, without asking whether it is allowed. Raises Refusal out of range."""
    gun = named(g, marker)
    distance = hexes.distance(gun.hex, target.at)
    drm = g.charts.missile_range("bombard", distance)
    if drm is None:
        raise Refusal("{name} doesn't reach {distance:hex|hexes}.", rule=RULE, name=gun.name, distance=distance)
    return shot.odds(g, gun, gun.hex, target, drm, RULE)


async def fire(g: Battle, marker: str, target: Unit) -> None:
    """CR-3 Bombards: a shot, then it has to be made ready again. Raises Refusal as :func:`check_fire` does.

    Nobody returns it, and nobody counter-charges for it: there is no unit to ride against.
    """
    check_fire(g, marker, target)
    gun = named(g, marker)
    if not await shot.threaten(g, target):
        shot.lost(g, gun, target, RULE)
        return
    fired = await shot.roll(g, gun, gun.hex, target, preview(g, marker, target), "active", RULE)
    g.emit(MarkerChanged(marker=gun.id, fired=True, rule=RULE))
    await shot.settle(g, fired)


def check_reload(g: Battle, marker: str) -> None:
    """CR-3 Raise Refusal unless the bombard may be made ready now: all it does in this activation."""
    gun = named(g, marker)
    if (why := _idle(g, gun)) is not None:
        raise why
    if not gun.fired:
        raise Refusal("{name} is ready to fire.", rule=RULE, name=gun.name)


def reload(g: Battle, marker: str) -> None:
    """CR-3 Make the bombard ready again. Raises Refusal as :func:`check_reload` does."""
    check_reload(g, marker)
    g.emit(Noted(field="worked", unit=marker, rule=RULE))
    g.emit(MarkerChanged(marker=marker, fired=False, rule=RULE))
