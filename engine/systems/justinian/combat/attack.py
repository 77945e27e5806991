"""8.11 to 8.14 An active army attacks: whom, who of them retreats before combat, and then the battle."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.board import Place
from engine.kernel.text import Text, refuse
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import battle, before
from engine.systems.justinian.combat.forces import Force, force_of, forces_at
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.events import Told
from engine.systems.justinian.interception import land


def target(g: Campaign, attacker: Force, army: str | None, place: Place) -> Party:
    """8.12 Who is attacked in a province: one enemy army with those combined with it, or everybody. Raises Refusal."""
    side = other(attacker.side)
    every = everybody(g, place, side)
    if not every.sp:
        refuse("There are no enemy land SP in {place}.", rule="8.11", place=g.land.name(place))
    if army is None:
        return every
    wanted = g.state.armies.get(army)
    found = force_of(g, wanted) if wanted is not None and wanted.at == place else None
    if found is None or found.side != side or not found.sp:
        refuse(
            "{army} is no enemy army in {place}.",
            rule="8.12",
            army=g.state.names.get(army, army[:40]),
            place=g.land.name(place),
        )
    return Party(g, side, place, (found,))


def targets(g: Campaign, attacker: Force, place: Place) -> list[Party]:
    """8.12 What may be attacked in a province: everybody, or one army where that isn't everybody."""
    side = other(attacker.side)
    every = everybody(g, place, side)
    if not every.sp:
        return []
    alone = [Party(g, side, place, (f,)) for f in forces_at(g, place, side)]
    return [every, *(p for p in alone if p.sp < every.sp)]


def check(attacker: Force, *, defeated: bool) -> None:
    """8.22 A Defeated army can't attack; 8.11 nor can one without SP."""
    if defeated:
        refuse("{army} is Defeated and can't attack.", rule="8.22", army=attacker.name)
    if not attacker.sp:
        refuse("{army} has no SP to attack with.", rule="8.11", army=attacker.name)


async def attack(
    g: Campaign,
    attacker: Force,
    army: str | None,
    *,
    came_from: Place | None,
    crossed: bool,
    pay: Callable[[], None],
) -> bool:
    """Carry out a checked attack; ``pay`` takes the MP, if anything of the target is left (8.13).

    True while the attacker is free to go on: neither Defeated nor in retreat.
    """
    place = attacker.at
    defenders = target(g, attacker, army, place)
    going = await before.ask(g, defenders.forces, attacker.sp, came_from)
    for force, to in going:
        if force.army.on_map and force.at == place:
            await before.carry_out(g, force, to)
    left = tuple(f for f in defenders.forces if f.army.on_map and f.at == place and f.sp)
    side = defenders.side
    defenders = everybody(g, place, side, left) if army is None else Party(g, side, place, left)
    if not defenders.sp:
        g.emit(Told(story=Text("Nobody is left for {army} to attack.", army=attacker.name), rule="8.13"))
        return True
    pay()
    return await strike(g, attacker, defenders, crossed=crossed)


async def strike(g: Campaign, attacker: Force, defenders: Party, *, crossed: bool) -> bool:
    """The battle itself. True while the attacker is free to go on."""
    if len(defenders.forces) > 1:
        leading = await land.commander(g, defenders.forces, "8.12")
        defenders = Party(
            g,
            defenders.side,
            defenders.place,
            defenders.forces,
            defenders.frontier,
            defenders.detached,
            defenders.levy,
            leading,
        )
    attackers = Party(g, attacker.side, defenders.place, (attacker,))
    outcome = await battle.fight(g, attackers, defenders, crossed=crossed)
    return outcome.retired != attacker.side and attacker.army.on_map and attacker.sp > 0
