"""8.26 Elimination: armies that have lost all SP in battle, and their leaders."""

from __future__ import annotations

from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import ArmyRemoved
from engine.systems.justinian.scenario import BYZANTINE, PERSIA
from engine.systems.justinian.state import Army


def after_battle(g: Campaign, party: Party, *, defeated: bool) -> None:
    """8.26 Elimination: armies of a side that have no SP left; in a defeat named leaders are lost with them."""
    for f in party.forces:
        # A minor leader whom the battle has already sent to his box isn't sent there again.
        if f.army.on_map and (f.army.at == party.place or f.army.at != g.land.box(f.power)):
            remove_empty(g, f, defeated=defeated)


def remove_empty(g: Campaign, force: Force, *, defeated: bool) -> Force:
    """Armies of a force without SP. Of one that has some left no leader is lost: another army's counter leads on.

    Returns what is left of the force: itself, or those led by another counter now.
    """
    armies = force.armies
    left = [a for a in armies if a.strength]
    if not left:
        for a in reversed(armies):
            remove(g, a, defeated=defeated)
        return force
    if not force.army.strength and force.power == BYZANTINE:
        standing.hand_over(g, force.army, left)
    for a in armies:
        if not a.strength and a.at is not None:
            remove(g, a, defeated=False)
    return force if force.army.on_map and force.sp else Force(g, left[0].led_by or left[0].id)


def remove(g: Campaign, army: Army, *, defeated: bool) -> None:
    """An army that has lost its last SP: in a defeat with its named leader for ever, otherwise to be had again."""
    if not defeated:
        standing.send_away(g, army, "8.26")
    elif army.power == BYZANTINE:
        g.emit(ArmyRemoved(army=army.id, to="aside", leader="gone", rule="8.26"))
    elif g.minor(army.power):
        g.emit(ArmyRemoved(army=army.id, to="box", box=g.land.box(army.power), rule="8.26"))
    elif army.power == PERSIA and not _others(g, army):
        g.emit(ArmyRemoved(army=army.id, to="track", arrives=g.state.turn + 1, rule="8.26"))
    else:
        g.emit(ArmyRemoved(army=army.id, to="gone", rule="8.26"))


def _others(g: Campaign, army: Army) -> bool:
    return any(a.power == army.power and a is not army and a.where in ("map", "track") for a in g.state.armies.values())
