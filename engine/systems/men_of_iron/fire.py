"""9.1 to 9.3 Active Fire: who may fire at whom, and how it is carried out. What a shot does is in :mod:`shot`."""

from __future__ import annotations

from engine.kernel import hexes
from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal, few
from engine.systems.men_of_iron import counter_charge, reaction, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


def _unordered(g: Battle, unit: Unit, stands: Unit) -> Refusal | None:
    """9.2/active Why the unit has no Active shot now; ``stands``: as it would stand then."""
    if (unable := shot.inability(g, unit)) is not None:
        return unable
    act = g.state.activation
    if act is None or act.standard is not None or act.command != unit.command:
        return Refusal("{unit} fires only while its Command is activated.", rule="9.2/active", unit=unit.id)
    if unit.id in act.worked:
        return Refusal("{unit} has spent this activation on other work.", rule="9.2/active", unit=unit.id)
    if unit.id in act.fired:
        return Refusal("{unit} has fired in this activation.", rule="9.2/active", unit=unit.id)
    if unit.type == "DH" and stands.hex != unit.hex:
        return Refusal("{unit} would have moved: Hobilars then don't fire.", rule="14.2", unit=unit.id)
    return None


def check_fire(g: Battle, unit: Unit, target: Unit, *, at: Hex | None = None, facing: Facing | None = None) -> None:
    """9.1, 9.2/active Raise Refusal unless the unit may make its Active shot at the target.

    ``at`` and ``facing`` look ahead along its move. That missile infantry shoots only when its own movement is over is
    for those to see to who move it: a unit of foot in ``Activation.fired`` moves no more.
    """
    stands = shot.standing(unit, at, facing)
    why = _unordered(g, unit, stands)
    if why is not None:
        raise why
    why = shot.bad_target(g, stands, target)
    if why is None:
        return
    others = [u.id for u in aims(g, stands)]
    if not others:
        raise why
    raise Refusal("{why} It can fire at: {targets}.", rule=why.rule, why=why.text, targets=few(others))


def targets(g: Battle, unit: Unit, *, at: Hex | None = None, facing: Facing | None = None) -> list[Unit]:
    """9.1, 9.2/active Enemy units the unit may make its Active shot at, nearest first; looks ahead as check_fire."""
    stands = shot.standing(unit, at, facing)
    return [] if _unordered(g, unit, stands) is not None else aims(g, stands)


def aims(g: Battle, unit: Unit) -> list[Unit]:
    """9.1, 9.4 Enemy units in its range, arc and sight from where it stands, nearest first, whoever is active."""
    far = shot.reach(g, unit)
    if not g.enemies_within(unit.at, unit.side, 1, far):
        return []
    around = hexes.within(unit.at, far)[1:]
    near = [e for h in around if (e := g.enemy_in(h, unit.side)) is not None]
    return [e for e in near if shot.bad_target(g, unit, e) is None]


async def active_fire(g: Battle, unit: Unit, target: Unit) -> None:
    """9.2/active One Active shot with all that follows: Return Fire, results, a Counter-Charge (11.5).

    Raises Refusal as :func:`check_fire` does. The shot isn't used up where the target leaves before it (FK-3).
    Afterwards the unit may be Disordered, elsewhere or gone: it was perhaps shot at in return.
    """
    check_fire(g, unit, target)
    if not await shot.threaten(g, target):
        shot.lost(g, unit, target, "9.2/active")
        return
    answered = await reaction.return_fire(g, target, unit)
    if answered and not await shot.threaten(g, unit):
        return
    shots = [await shot.shoot(g, unit, target, "active")]
    if answered:
        shots.append(await shot.shoot(g, target, unit, "return"))
    await shot.settle(g, *shots)
    if target.on_map and target.type == "MM" and target.normal:
        await counter_charge.after_shot(g, target, unit)
