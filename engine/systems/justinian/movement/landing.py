"""7.24 Naval transport: which army a fleet can carry, and what it does where it lands."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose
from engine.kernel.text import Refusal, Text
from engine.systems.justinian import recruits
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import attack, forecast
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import ArmyMoved
from engine.systems.justinian.movement import arriving
from engine.systems.justinian.scenario import BYZANTINE, VANDALS


def aboard(g: Campaign, force: Force) -> int:
    """7.24 SP of a force for which there must be room: those who desert before it embarks need none (6.27)."""
    return force.sp - (recruits.deserters(g) if force.power == VANDALS else 0)


def not_aboard(g: Campaign, power: str, place: Place, force: Force) -> Refusal | None:
    """Why an army can't be carried from a place by a power's fleet; None where it can, given ships enough."""
    if force.side != g.side_of(power) or g.passive(force.army):
        return Refusal("The fleet carries armies of its own side; not {army}.", rule="7.24", army=force.name)
    if force.leader is None and force.power == BYZANTINE:
        return Refusal("{army} has no MagMil and can't move.", rule="4.1", army=force.name)
    if not g.land.is_province(place):
        return Refusal("An army is taken aboard in a port.", rule="7.24")
    if not (g.coastal_city(place) or g.land.island(place)):
        return Refusal(
            "Armies are taken aboard in a coastal City province or on an island: not in {place}.",
            rule="7.24",
            place=g.land.name(place),
        )
    return None


async def land(g: Campaign, force: Force, port: Place) -> None:
    """The army lands, may be intercepted (7.31), and may attack once, without MP and with the penalty for it."""
    g.emit(ArmyMoved(army=force.lead, start=force.at, to=port, how="landed", rule="7.24"))
    if not await arriving.arrived(g, force, crossed=True):
        return
    target = await _ask(g, force)
    if target is not None:
        await attack.attack(g, force, target or None, came_from=None, crossed=True, pay=lambda: None)
        await arriving.settled(g, port)


async def _ask(g: Campaign, force: Force) -> str | None:
    """Whom it attacks: an army, "" for everybody, None for nobody."""
    found = attack.targets(g, force, force.at)
    if not found or force.defeated or not force.sp:
        return None
    mine = Party(g, force.side, force.at, (force,))
    choices: list[Choice] = []
    for i, party in enumerate(found):
        f = forecast.of(g, mine, party, crossed=True)
        choices.append(
            Choice(
                "all" if i == 0 else party.forces[0].lead,
                Text("Attack {enemy}, {n} SP", enemy=party.name, n=party.sp),
                unit=force.lead,
                hex=force.at,
                note=f.words,
                odds=lambda party=party: (forecast.odds(g, mine, party, crossed=True),),
                lean=max(0.05, 5 * (f.win - 0.5 * (1 - f.win - f.draw))),
            )
        )
    choices.append(Choice("no", Text("No attack"), unit=force.lead, hex=force.at, lean=1.0))
    answer = await g.ask(
        Choose(
            kind="landing-attack",
            side=force.side,
            rule="7.24",
            prompt=Text("{army} has landed in {place}: attack?", army=force.name, place=g.land.name(force.at)),
            subject=force.lead,
            focus=(force.at,),
            choices=tuple(choices),
            default_key="no",
        )
    )
    return None if answer.key == "no" else "" if answer.key == "all" else answer.key
