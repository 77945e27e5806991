"""3.41 Lazica: its people fight a barbarian army that comes in while no Byzantine army is there."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import battle
from engine.systems.justinian.combat.forces import Force, forces_at
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import MpSpent


async def entered(g: Campaign, force: Force, *, crossed: bool, pays: bool) -> bool:
    """3.41 Lazica: a levy of as many SP as a die shows, and a battle at once. True while the army is free to go on.

    ``pays``: it is the active army, and the attack costs it 1 MP if it has one.
    """
    if force.at != g.land.lazica or force.side != "barbarian" or not force.sp:
        return True
    if forces_at(g, force.at, "byzantine"):
        return True
    roll = await g.roll(
        RollRequest(
            purpose="levy",
            side="byzantine",
            text=Text("The people of Lazica take up arms against {army}", army=force.name),
            rule="3.41",
            outcome=lambda total: Text("{n} SP", n=total),
        )
    )
    if not roll.total:
        return True
    act = g.state.activation
    mp = g.charts.cost("attack")
    if pays and act is not None and act.mp is not None and act.mp - act.spent >= mp:
        g.emit(MpSpent(mp=mp, rule="3.41"))
    levy = Party(g, "byzantine", force.at, levy=roll.total)
    outcome = await battle.fight(g, Party(g, force.side, force.at, (force,)), levy, crossed=crossed, rule="3.41")
    return outcome.retired != force.side and force.army.on_map and force.sp > 0
