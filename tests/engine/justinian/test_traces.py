"""What armies and fleets do on the map is drawn as their own side's."""

from __future__ import annotations

from engine.computer import forecast
from engine.computer.situation import Situation
from engine.kernel.events import Event
from engine.systems.justinian.events import ArmyMoved, FleetEntered, FleetMoved, NavalBattleFought
from tests.each import for_each
from tests.engine.computer.test_player import asked, played
from tests.engine.justinian.field import Field, field


def side(rig: Field, event: Event) -> str:
    trace = event.trace(rig.state)
    assert trace is not None
    return trace.side


def fleet_events(rig: Field, power: str) -> list[Event]:
    start, to = rig.at("europa"), rig.at("bithynia")
    other = "vandals" if power == "byzantine" else "byzantine"
    return [
        FleetEntered(power=power, start=start, to=to),
        FleetMoved(power=power, start=start, to=to, sp=1, how="retreat"),
        NavalBattleFought(place=start, powers=(power, other), sp=(1, 1), lost=(0, 0)),
    ]


@for_each(("power", "whose"), [("byzantine", "byzantine"), ("vandals", "barbarian"), ("persia", "barbarian")])
def test_fleets_are_drawn_as_their_sides(power: str, whose: str) -> None:
    rig = field()
    assert {side(rig, e) for e in fleet_events(rig, power)} == {whose}


@for_each(
    ("army", "alliance", "whose"),
    [
        ("orient", None, "byzantine"),
        ("hilderic", None, "barbarian"),
        ("lombards", "barbarian", "barbarian"),
        ("lombards", "byzantine", "byzantine"),
    ],
)
def test_armies_are_drawn_as_the_side_they_are_on(army: str, alliance: str | None, whose: str) -> None:
    rig = field()
    if alliance is not None:
        rig.ally(army, alliance)
    for how in ("march", "before-combat"):
        assert side(rig, ArmyMoved(army=army, start=rig.at("syria-1"), to=rig.at("syria-2"), how=how)) == whose


def test_what_the_enemy_does_meanwhile_is_no_mark_of_the_orders() -> None:
    """A suggestion shows the ways of its own side alone."""
    game, _ = played("justinian/renovatio", 12)
    mine = asked(game).side
    trial = forecast._Trial(game.system, Situation.of(game, mine), (), 4.0, "x")  # pyright: ignore[reportPrivateUsage]
    hear = trial.simulation.heard
    assert hear is not None
    state = game.state
    moves = [ArmyMoved(army=a.id, start=a.at, to=a.at, how="march") for a in state.armies.values() if a.at is not None]
    for event in moves:
        hear(event)
    marked = {t.unit for t in trial.marks()}
    assert marked == {e.army for e in moves if state.side_of(state.armies[e.army].power) == mine}
    assert marked and len(marked) < len(moves)
