"""6.4 Combined Operations: a major power's army and a minor one's, for both Select markers."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose
from engine.kernel.text import Refusal, Text
from engine.systems.justinian import recruits
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import Allied, ArmyMoved, PartnersNamed
from engine.systems.justinian.movement import activation
from engine.systems.justinian.state import Army

FIRST_TURN = 2
"""6.41 From 532 on."""

MARKERS = 2
"""6.42 Select markers that it takes."""

BONUS = 1
"""6.44 MP more for each of the two armies."""


def allowed(g: Campaign) -> bool:
    """6.41, 6.42 From Turn 2, as the first activation of the turn, with both Select markers."""
    return why_not(g) is None


def why_not(g: Campaign) -> Refusal | None:
    """6.41 to 6.43 What keeps the Barbarian from a Combined Operation now."""
    if g.state.turn < FIRST_TURN:
        return Refusal("There are Combined Operations from Turn {turn} on.", rule="6.41", turn=FIRST_TURN)
    if g.state.barbarian_done:
        return Refusal("A Combined Operation is the first Barbarian activation of a turn.", rule="6.41")
    if g.state.markers["select"] < MARKERS:
        return Refusal("A Combined Operation takes both Select markers.", rule="6.42")
    if not majors(g) or not minors(g):
        text = "A Combined Operation takes an army of a major power and one of a minor power that is free."
        return Refusal(text, rule="6.43")
    return None


def majors(g: Campaign) -> list[Army]:
    """6.43 Armies of major powers."""
    return [a for a in g.armies() if g.major(a.power) and a.power not in g.state.out]


def minors(g: Campaign) -> list[Army]:
    """6.43 Armies of minor powers that are nobody's yet."""
    return [a for a in g.armies() if g.minor(a.power) and g.side(a) == "barbarian"]


async def operation(g: Campaign) -> None:
    """6.43, 6.44 Choose the two, recruit, and use them one after the other or together."""
    held = g.snapshot()  # 6.42 it is one activation, whoever of the two changes control in it (8.17)
    major = await _which(g, majors(g), "combined-major", Text("Combined Operation: which major power's army?"))
    minor = await _which(g, minors(g), "combined-minor", Text("And which minor power's?"))
    g.emit(Allied(power=minor.power, alliance="barbarian", rule="6.44"))
    if g.land.box(major.power) is None:
        recruit = await recruits.may_recruit(g, major.power)
        await recruits.by_select(g, major.power, recruit=recruit)  # it counts as a Select activation
    for a in (major, minor):
        if recruits.due_in_box(g, a):
            await recruits.in_box(g, a, "6.43")
    if not minor.strength:
        await activation.army(g, major.id, extra_mp=BONUS, held=held)
        return
    how = await _how(g, major, minor)
    if how == "together":
        await _place(g, minor)
        g.emit(PartnersNamed(armies=(major.id, minor.id), rule="6.44"))
        await activation.army(g, major.id, extra_mp=BONUS, held=held)
        g.emit(PartnersNamed(armies=(), rule="6.44"))
        return
    for a in (major, minor) if how == "major-first" else (minor, major):
        if a.at is not None and g.state.phase != "over" and (a.strength or g.land.box(a.power) is None):
            await activation.army(g, a.id, extra_mp=BONUS, held=held)


async def _which(g: Campaign, armies: list[Army], kind: str, prompt: Text) -> Army:
    if len(armies) == 1:
        return armies[0]
    pick = await g.ask(
        Choose(
            kind=kind,
            side="barbarian",
            rule="6.43",
            prompt=prompt,
            choices=[
                Choice(
                    a.id,
                    Text(
                        "{army} at {place}, {n} SP",
                        army=g.state.names[a.id],
                        place=g.land.name(a.at or 0),
                        n=a.strength,
                    ),
                    unit=a.id,
                    hex=a.at,
                    lean=2.0 + g.charts.activated(a.power).base / 5,
                )
                for a in armies
            ],
            default_key=armies[0].id,
        )
    )
    return g.army(pick.key)


def meeting_places(g: Campaign, minor: Army) -> list[Place]:
    """6.44 Where a minor army is placed from its box: along an arrow, without land SP of Byzantium's side."""
    if minor.at != g.land.box(minor.power):
        return [minor.at] if minor.at is not None else []
    return [p for p in g.land.enters(minor.power) if not g.occupied(p, "byzantine")]


async def _how(g: Campaign, major: Army, minor: Army) -> str:
    names = {"major": g.state.names[major.id], "minor": g.state.names[minor.id]}
    choices = [
        Choice("major-first", Text("One after the other: {major}, then {minor}", **names), lean=2.0),
        Choice("minor-first", Text("One after the other: {minor}, then {major}", **names)),
    ]
    if meeting_places(g, minor):
        text = Text("Together: {major} picks {minor} up", **names)
        choices.append(Choice("together", text, lean=1.0))
    pick = await g.ask(
        Choose(
            kind="combined-how",
            side="barbarian",
            rule="6.44",
            prompt=Text("How are the two armies used?"),
            choices=choices,
            default_key="major-first",
        )
    )
    return pick.key


async def _place(g: Campaign, minor: Army) -> None:
    """6.44 A minor army in its box is placed in a province its box leads to; on the map it stays where it is."""
    start = minor.at
    places = meeting_places(g, minor)
    assert start is not None
    if start in places:
        return
    at = places[0]
    if len(places) > 1:
        pick = await g.ask(
            Choose(
                kind="combined-place",
                side="barbarian",
                rule="6.44",
                prompt=Text("Where does {army} wait?", army=g.state.names[minor.id]),
                choices=[Choice(str(p), Text("{place}", place=g.land.name(p)), hex=p) for p in places],
                default_key=str(at),
                subject=minor.id,
            )
        )
        at = int(pick.key)
    g.emit(ArmyMoved(army=minor.id, start=start, to=at, how="sent", rule="6.44"))
