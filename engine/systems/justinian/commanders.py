"""4.14 Adding and replacing MagMil (B3), and 4.13 a MagMil who moves alone."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose, ChooseEach, Item
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.justinian import cup
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ArmiesSeparated,
    ArmyMarked,
    CommanderChanged,
    MagMilMoved,
    MagMilOut,
    PhaseBegan,
)
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, MagMil


async def phase(g: Campaign) -> None:
    """B3: first armies without a commander, then those who lost last turn; if nobody did, any one."""
    for army in [a for a in g.state.placed(BYZANTINE) if a.leader is None]:
        leader = await cup.draw(g, g.state.names[army.id], "4.14")
        if leader is not None:
            appoint(g, army, leader, "4.14")
    losers = [x for x in g.state.magmil.values() if x.lost and x.lost == g.state.turn - 1]
    if not losers:
        await _any_one(g)
    elif there := [x for x in losers if x.where == "map"]:
        await _losers(g, there)
    g.emit(PhaseBegan(phase="leaders", rule="4.22"))


def appoint(g: Campaign, army: Army, leader: str, rule: str, *, fresh: bool = True) -> None:
    """A MagMil takes command; ``fresh``: by 4.14, so that the markers of the army come off (8.25)."""
    g.emit(CommanderChanged(army=army.id, leader=leader, rule=rule))
    if fresh and (army.defeated or army.disorganized):
        g.emit(ArmyMarked(army=army.id, defeated=False, disorganized=False, rule="8.25"))


async def replace(g: Campaign, x: MagMil, rule: str, *, fresh: bool = True) -> None:
    """4.14 Draw another in his place, then put him into the cup. Nothing happens when the cup is empty."""
    leader = await cup.draw(g, Text("{old}", old=g.state.names[x.id]).render(), rule)
    if leader is None:
        return
    army = g.army(x.army) if x.army is not None else None
    at = g.place_of_magmil(x)
    if army is not None and army.leader == x.id:
        appoint(g, army, leader, rule, fresh=fresh)
        return
    g.emit(MagMilOut(leader=x.id, to="cup", rule=rule))
    assert at is not None
    g.emit(MagMilMoved(leader=leader, to=at, army=army.id if army is not None else None, rule=rule))


async def _losers(g: Campaign, losers: list[MagMil]) -> None:
    if not g.cup():
        return
    decision = ChooseEach(
        kind="replace-losers",
        side="byzantine",
        rule="4.14",
        prompt=Text("Replace commanders who were Defeated?"),
        items=[
            Item(
                x.id,
                _described(g, x),
                (Choice("keep", Text("Keep")), Choice("replace", Text("Replace by a drawn one"), lean=_wish(g, x))),
                "keep",
            )
            for x in losers
        ],
    )
    answer = await g.ask(decision)
    for leader, key in decision.picked(answer):
        if key == "replace":
            await replace(g, g.state.magmil[leader], "4.14")


async def _any_one(g: Campaign) -> None:
    there = [x for x in g.state.magmil.values() if x.where == "map"]
    if not g.cup() or not there:
        return
    pick = await g.ask(
        Choose(
            kind="replace-commander",
            side="byzantine",
            rule="4.14",
            prompt=Text("Replace one commander?"),
            choices=(
                Choice("no", Text("Nobody"), lean=2.0),
                *(Choice(x.id, _described(g, x), unit=x.id, lean=0.3 * _wish(g, x)) for x in there),
            ),
            default_key="no",
        )
    )
    if pick.key != "no":
        await replace(g, g.state.magmil[pick.key], "4.14")


def _described(g: Campaign, x: MagMil) -> Text:
    spec = g.leader(x.id)
    if x.army is None:
        return Text("{leader} {control}{movement}{battle}", **_ratings(spec.name, x, g))
    return Text("{leader} {control}{movement}{battle}, {army}", army=g.state.names[x.army], **_ratings(spec.name, x, g))


def _ratings(name: str, x: MagMil, g: Campaign) -> dict[str, str]:
    spec = g.leader(x.id)
    return {"leader": name, "control": str(spec.control), "movement": spec.movement, "battle": f"{spec.battle:+d}"}


def _wish(g: Campaign, x: MagMil) -> float:
    """How much he is worth replacing: much where those in the cup are better on average."""
    cup_mean = sum(_worth(g, y) for y in g.cup()) / len(g.cup())
    return 3.0 if _worth(g, x.id) < cup_mean - 1 else 0.3


def _worth(g: Campaign, leader: str) -> float:
    spec = g.leader(leader)
    return spec.control + 2 * spec.battle + "DCBA".index(spec.movement)


# -- 4.13 moving alone ------------------------------------------------------------------------------------------------


def destinations(g: Campaign, x: MagMil) -> list[Place]:
    """4.13 Provinces a MagMil can go to by himself."""
    start = g.place_of_magmil(x)
    if start is None:
        return []
    seen, edge = {start}, [start]
    found: list[Place] = []
    while edge:
        p = edge.pop(0)
        for q in g.land.map.neighbours(p):
            if q in seen or g.land.is_box(q):
                continue
            seen.add(q)
            barred = _barred(g, q)
            if not barred:
                edge.append(q)
            if g.land.is_province(q) and (not barred or _friend_in(g, q)):
                found.append(q)
    return sorted(found)


def _barred(g: Campaign, place: Place) -> bool:
    """Enemy land SP in a province, an enemy fleet On Patrol in a sea area."""
    if g.land.is_sea(place):
        return bool(g.fleets(place, "barbarian"))
    return g.occupied(place, "barbarian")


def _friend_in(g: Campaign, place: Place) -> bool:
    return any(a.strength for a in g.armies(place, side="byzantine"))


def check_move(g: Campaign, leader: str, to: Place, army: str, *, command: bool) -> MagMil:
    """4.13 Refuse a MagMil's move alone that can't be."""
    x = g.state.magmil.get(leader)
    if x is None or x.where != "map":
        refuse("There is no MagMil {leader} on the map.", rule="4.13", leader=leader[:40])
    if not g.land.is_province(to):
        refuse("A MagMil goes to provinces: {place} is none.", rule="4.13", place=g.land.name(to))
    here = g.place_of_magmil(x)
    if to != here and to not in destinations(g, x):
        place = g.land.name(to)
        refuse(
            "{leader} finds no way to {place} without enemy SP.",
            rule="4.13",
            leader=g.state.names[x.id],
            place=place,
        )
    if not army:
        if to == here:
            refuse("{leader} is in {place} already.", rule="4.13", leader=g.state.names[x.id], place=g.land.name(to))
        return x
    a = g.state.armies.get(army)
    if a is None or a.power != BYZANTINE or a.at != to:
        refuse("There is no such Byzantine army in {place}.", rule="4.13", place=g.land.name(to))
    if a.leader == x.id or (to == here and x.army == a.id and not command):
        refuse("{leader} is with {army} already.", rule="4.13", leader=g.state.names[x.id], army=g.state.names[a.id])
    return x


def move(g: Campaign, x: MagMil, to: Place, army: str, *, command: bool) -> None:
    """4.13 He goes there. Whom he replaces in command stays with the army; no markers come off, as they do by 4.14."""
    left = g.army(x.army) if x.army is not None else None
    if left is not None and left.leader == x.id and (led := [a.id for a in g.force(left) if a.led_by == left.id]):
        g.emit(ArmiesSeparated(armies=tuple(led), rule="6.52"))  # it was his command they were combined under
    if not army:
        g.emit(MagMilMoved(leader=x.id, to=to, rule="4.13"))
        return
    g.emit(MagMilMoved(leader=x.id, to=to, army=army, rule="4.13"))
    if command or g.army(army).leader is None:
        g.emit(CommanderChanged(army=army, leader=x.id, old="stays", rule="4.13"))


def may_move(g: Campaign, leader: str, to: Place, army: str, *, command: bool) -> bool:
    """Whether :func:`check_move` lets it pass."""
    try:
        check_move(g, leader, to, army, command=command)
    except Refusal:
        return False
    return True
