"""5.41, 5.42 Treasuries of the Vandals and Ostrogoths: captured in battle, or where nobody of theirs is left."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.events import GoldChanged, TreasuryTaken
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import detached_at


async def won(g: Campaign, victor: Party, beaten: Party) -> None:
    """5.42 Capturing treasuries: an army stacked with its power's treasury was defeated by the Byzantine side."""
    if victor.side != "byzantine":
        return
    beaten_powers = {f.power for f in beaten.forces}
    for power, place in list(g.state.treasuries.items()):
        if place == victor.place and power in beaten_powers:
            await _capture(g, power, own=_own(victor))


async def found(g: Campaign, place: int) -> None:
    """5.42 SP of the Byzantine side stand with a treasury, without SP or control marker of its power."""
    captors = everybody(g, place, "byzantine")
    for power, at in list(g.state.treasuries.items()):
        if at == place and captors.sp and not _held(g, place, power):
            await _capture(g, power, own=_own(captors))


async def everywhere(g: Campaign) -> None:
    """5.42 The same of every treasury: an activation may have left one alone elsewhere than where its army is."""
    for place in sorted(set(g.state.treasuries.values())):
        await found(g, place)


def _own(captors: Party) -> bool:
    """5.42 Whether Byzantium itself has taken it, Frontier SP included, and not its allies alone."""
    return captors.frontier or captors.levy > 0 or any(f.power == BYZANTINE for f in captors.forces)


def _held(g: Campaign, place: int, power: str) -> bool:
    armies = any(a.at == place and a.sp_of(power) for a in g.state.placed())
    return armies or bool(g.state.sp_of(detached_at(place, power))) or g.state.control.get(place) == power


async def _capture(g: Campaign, power: str, *, own: bool) -> None:
    name = g.state.adjectives[power]
    g.emit(TreasuryTaken(power=power, rule="5.42"))
    if not own:
        return
    answer = await g.ask(
        Choose(
            kind="treasury",
            side="byzantine",
            rule="5.42",
            prompt=Text("The {name} treasury is yours. How is it counted?", name=name),
            choices=(
                Choice("ten", Text("ten dice added: 0 to 90 G")),
                Choice("one", Text("one die times ten, 0 counting 1: 10 to 90 G")),
            ),
            default_key="one",
        )
    )
    count = 10 if answer.key == "ten" else 1
    roll = await g.roll(
        RollRequest(
            purpose="treasury",
            side="byzantine",
            text=Text("The {name} treasury is counted", name=name),
            rule="5.42",
            table="treasury_capture",
            count=count,
            outcome=lambda total: Text("{n} G", n=worth(count, total)),
        )
    )
    g.emit(GoldChanged(n=worth(count, roll.natural), why="treasury", rule="5.42"))


def worth(dice: int, total: int) -> int:
    """G of a treasury: ten dice added, or one die times ten, 0 counting 1."""
    return total if dice > 1 else 10 * max(1, total)
