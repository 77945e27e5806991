"""What happens when an army comes into a province: the levy of Lazica, interception, a treasury left behind."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.systems.justinian import standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import treasure
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import lazica


async def arrived(
    g: Campaign, force: Force, *, crossed: bool, pays: bool = False, ahead: land.Ahead | None = None
) -> bool:
    """Section 12, 3: (a) the levy, (b) interception. True while the army is free to go on."""
    place = force.at
    goes_on = await lazica.entered(g, force, crossed=crossed, pays=pays)
    if goes_on:
        goes_on = await land.entered(g, force, ahead)
    await settled(g, place)
    return goes_on


async def settled(g: Campaign, place: Place) -> None:
    """What is looked at whenever something has changed in a province: 5.13, 5.42."""
    standing.settle(g)
    await treasure.found(g, place)
