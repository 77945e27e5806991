"""9.0-c1 The activation in which an army comes to Europa because of the Nika revolt."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.text import Text
from engine.systems.justinian import byzantine_groups, forts
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ActivationEnded, ArmyMoved, NikaOver
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army


def armies(g: Campaign) -> list[Army]:
    """Armies that are large enough; one in Europa already will do."""
    least = g.charts.event_number("nika_army")
    return [a for a in g.state.placed(BYZANTINE) if a.strength >= least]


async def forced(g: Campaign) -> bool:
    """9.0-c1 Nika: make the activation, if one is due; False: the player is free to do as they like."""
    if not g.state.nika:
        return False
    able = armies(g)
    g.emit(NikaOver(rule="9.0-c1"))
    if not able:
        return False
    there = [a for a in able if a.at == g.land.constantinople]
    army = able[0]
    if len(able) > 1:
        pick = await g.ask(
            Choose(
                kind="nika",
                side="byzantine",
                rule="9.0-c1",
                prompt=Text("Which army comes to Europa?"),
                choices=[_choice(g, a) for a in able],
                default_key=(there or able)[0].id,
            )
        )
        army = g.army(pick.key)
    await _fort(g, army)
    if army.at is not None and army.at != g.land.constantinople:
        byzantine_groups.split_off(g, army, alone=True)
        g.emit(ArmyMoved(army=army.id, start=army.at, to=g.land.constantinople, how="sent", rule="9.0-c1"))
    g.emit(ActivationEnded(side="byzantine", rule="9.0-c1"))
    return True


def _choice(g: Campaign, a: Army) -> Choice:
    there = a.at == g.land.constantinople
    values = {"army": g.state.names[a.id], "n": a.strength, "place": g.land.name(a.at or 0)}
    text = Text("{army}, {n} SP, is there", **values) if there else Text("{army}, {n} SP, from {place}", **values)
    return Choice(a.id, text, unit=a.id, hex=a.at, lean=4.0 if there else 1.0)


async def _fort(g: Campaign, army: Army) -> None:
    """6.54 A Fort may be built besides."""
    places = forts.places(g)
    if not places:
        return
    pick = await g.ask(
        Choose(
            kind="fort",
            side="byzantine",
            rule="6.54",
            prompt=Text(
                "Nika calls {army} to Europa. Build a Fort besides, for {price} G?",
                army=g.state.names[army.id],
                price=g.charts.expense("fort"),
            ),
            choices=(
                Choice("no", Text("No Fort"), lean=20.0),
                *(Choice(str(p), Text("{place}", place=g.land.name(p)), hex=p, lean=0.1) for p in places),
            ),
            default_key="no",
        )
    )
    if pick.key != "no":
        forts.build(g, int(pick.key))
