"""What is never true of a position, each told when it is forced upon one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.kernel.hexes import Facing
from engine.systems import registry
from engine.systems.men_of_iron import invariants
from engine.systems.men_of_iron.state import Attack
from scenarios import listing, load
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import special, standard, unit

BATTLES = [info.key for info in listing() if info.system == "men-of-iron"]


def field(**more) -> kit.Rig:
    values = {
        "a_standards": [standard("SA", 401, "A")],
        "b_standards": [standard("SB", 2501, "B")],
        "formations": [{"formation": "shield-wall", "types": ["PK"]}],
        "b_markers": [{"id": "Gun", "name": "Gun", "kind": "bombard", "hex": 1405, "command": "B", "facing": "W"}],
        "terrain": {1515: "river", 1616: "woods"},
        **more,
    }
    return kit.battle(
        [unit("MM1", 1010), unit("PK2", 1012)], [unit("LB3", 1310, "W"), unit("PK4", 1312, "W")], **values
    )


def wrong(r: kit.Rig, *, at_rest: bool = True) -> list[str]:
    r.g.version += 1
    return invariants.broken(r.g, at_rest=at_rest)


@pytest.mark.parametrize("key", BATTLES)
def test_every_battle_begins_soundly(key: str) -> None:
    system = registry.system_for(load(key))
    for chosen in ({}, dict.fromkeys((o.key for o in system.options()), True)):
        assert system.invariants(system.initial_state(chosen)) == []


def test_a_sound_position_breaks_nothing_before_and_in_an_activation() -> None:
    r = field()
    assert wrong(r) == []
    assert wrong(r.activate("A")) == []


def _set(name: str, **values) -> Callable[[kit.Rig], None]:
    def change(r: kit.Rig) -> None:
        piece = r.state.units.get(name) or r.state.leaders.get(name) or r.state.standards.get(name)
        piece = piece or r.state.markers.get(name) or r.state.armies[name]
        for k, v in values.items():
            setattr(piece, k, v)

    return change


@for_each(
    ("change", "told"),
    [
        (_set("MM1", hex=1310), "LB3 and MM1 share 1310 (8.0)"),
        (_set("MM1", hex=2929), "MM1 stands off the map at 2929"),
        (_set("MM1", hex=1515), "MM1 stands at 1515, where horses can't go (5.1)"),
        (_set("PK2", hex=1515), "PK2 stands at 1515, where foot can't go (5.1)"),
        (_set("MM1", retired=True), "MM1 is Retired and not Disordered (12.4)"),
        (_set("MM1", eliminated=True), "MM1 is eliminated and still on the map"),
        (_set("MM1", departed=True), "MM1 has left the battle and is still on the map"),
        (_set("MM1", hex=None, departed=True, eliminated=True), "MM1 is eliminated and has left the battle"),
        (_set("MM1", pointless=True), "MM1 counts no Flight Points as a Retired unit, and isn't one (CO-3)"),
        (_set("MM1", formation="shield-wall"), "MM1 is in a Shield Wall it can't form (14.1)"),
        (_set("PK2", formation="schiltron"), "PK2 is in a Schiltron it can't form (FK-1)"),
        (_set("PK2", formation="shield-wall", retired=True, disordered=True), "PK2 is Retired and in formation (14.1)"),
        (_set("PK2", facing=Facing.SIDE_NE), "PK2 faces SIDE_NE, a hexside (6.1)"),
        (_set("LA", hex=1312), "LA shares 1312 with the enemy's PK4 (15.5)"),
        (_set("LA", lost=True), "LA is lost and still on the map"),
        (_set("LA", departed=True), "LA is gone and still on the map"),
        (_set("LA", hex=2929), "LA is off the map at 2929"),
        (_set("SA", hex=2929), "SA is off the map at 2929"),
        (_set("SA", hex=1312), "SA stands at 1312 with the enemy's PK4 in its hex (13.2)"),
        (_set("Gun", hex=1010), "Gun stands at 1010 with the enemy's MM1 in its hex (CR-3)"),
        (_set("Gun", hex=2929), "Gun is off the map at 2929"),
        (_set("a", extra=-1), "a has -1 Flight Points, -1 of them extra (16.0)"),
    ],
)
def test_what_can_not_be_is_told(change: Callable[[kit.Rig], None], told: str) -> None:
    r = field()
    change(r)
    assert told in [w.replace("MM1 and LB3", "LB3 and MM1") for w in wrong(r)]


def test_retired_units_have_a_standard() -> None:
    r = field()
    _set("MM1", retired=True, disordered=True)(r)
    assert wrong(r) == []
    r.state.standards["SA"].lost = True
    assert wrong(r) == ["MM1 is Retired and has no Standard (13.2)"]


def test_fallen_standards_and_lost_bombards_may_lie_where_they_fell() -> None:
    r = field()
    _set("SA", hex=1312, lost=True)(r)
    _set("Gun", hex=1010, removed=True)(r)
    assert wrong(r) == []


def test_riding_through_a_friend_is_sound_for_a_moment() -> None:
    r = field()
    _set("MM1", hex=1012)(r)
    assert wrong(r, at_rest=False) == []
    assert wrong(r) == ["PK2 and MM1 share 1012 (8.0)"]


def test_no_horses_with_a_wagon() -> None:
    r = field(a_markers=[{"id": "Wagon1", "name": "Wagon", "kind": "wagon", "hex": 909}])
    _set("PK2", hex=909)(r)
    assert wrong(r) == []
    _set("PK2", hex=1012)(r)
    _set("MM1", hex=909)(r)
    assert wrong(r) == ["MM1 stands at 0909, where horses can't go (5.1)"]


def test_an_activation_and_its_phase_go_together() -> None:
    r = field()
    r.state.phase = "move"
    assert wrong(r) == ["phase move without an activation"]
    r = field().activate("A", phase="free")
    assert wrong(r) == ["an activation of A in phase free"]
    r = field().activate("A")
    r.state.chooser = "b"
    assert wrong(r) == ["A is activated by a, and it is for b to choose (4.1)"]


def test_attacks_are_on_enemies_and_in_the_shock_part() -> None:
    r = field().activate("A", phase="resolve")
    r.g.act.attacks = [Attack(unit="MM1", targets=["LB3"])]
    assert wrong(r) == []
    r.g.act.attacks = [Attack(unit="MM1", targets=["PK2"])]
    assert wrong(r) == ["MM1 attacks PK2: not an enemy (10.1)"]
    r.g.act.attacks = [Attack(unit="MM1", targets=["LB3"])]
    r.state.phase = "move"
    assert wrong(r) == ["attacks are left to fight in phase move (10.3)"]


@pytest.mark.rule("men-of-iron 5.1")
def test_nobody_spends_more_mp_than_he_has() -> None:
    r = field().activate("A")
    r.g.act.mp = {"MM1": 6, "LA": 8, "PK2": 0}
    assert wrong(r) == []
    r.state.units["MM1"].type = "UH"  # and has lost his horse on the way
    assert wrong(r) == []
    r.g.act.mp = {"MM1": 7, "LA": 9}
    assert wrong(r) == ["MM1 has spent 7 of 6 MP (5.1)", "LA has spent 9 of 8 MP (5.1)"]


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_who_has_not_deployed_may_stand_anywhere_in_its_area_only() -> None:
    r = field(rules=[special("free-setup", side="a", columns=[9, 11], units=[], hexes=[])])
    _set("MM1", hex=1410)(r)
    assert wrong(r) == [], "it has marched there"
    r.state.phase = "setup"
    assert wrong(r) == [], "its army has deployed"
    r.state.armies["a"].deployed = False
    assert wrong(r) == ["MM1 is set up at 1410, outside its area"]


def test_commands_that_left_are_gone() -> None:
    r = field()
    r.state.commands["B"].gone = True
    assert wrong(r) == ["B has left the battle and is still on the map"]


def test_every_command_has_its_leader() -> None:
    r = field()
    r.state.commands["B"].leader = "LA"
    assert wrong(r) == ["B is led by LA, who is not its leader (15.1)"]


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_set_up_stays_in_its_area() -> None:
    r = field(rules=[special("free-setup", side="a", columns=[9, 11], units=[], hexes=[])])
    r.state.phase = "setup"
    for army in r.state.armies.values():
        army.deployed = False
    assert wrong(r) == []
    _set("MM1", hex=1210)(r)
    assert wrong(r) == ["MM1 is set up at 1210, outside its area"]
