"""4 and 5 where rules of command meet: offices and stacks, Trumps and Line Commands, leaders and zones."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.command import leaders
from engine.systems.gboh.orders import menus
from engine.systems.gboh.orders.orders import Done, Fire, Harass, Move, MoveLeader, Rally, Recover
from engine.systems.gboh.shock import designation
from engine.systems.gboh.stacks.uppermost import Uppermost
from engine.systems.gboh.strategies import Hurt
from engine.systems.gboh.turn import momentum, orders_phase, selection, sequence
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack
from tests.engine.spqr.meeting import FAR, REACTIONS


def army(*units: Any, rank: str = "tribune", enemies: Any = (FAR,), **values: Any) -> kit.Rig:
    """Units around an officer whose Orders Phase it is."""
    role = "OC" if rank == "oc" else "SC"
    given = {"command_range": 9, "initiative": 5, "role": role, "rank": rank, **values}
    r = kit.battle(list(units), list(enemies), a_leaders=[leader("Antonius", 910, **given)], rules_not_used=("9.7",))
    return r.orders("a", "Antonius")


# -- 4.4 offices -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 4.42", "spqr 6.64")
@pytest.mark.parametrize(
    ("under", "of", "allowed"),
    [("HA2", "XIV", True), ("PR1", "XIV", False), ("TR1", "XIV", False), ("HA2", "V", False)],
)
def test_a_tribune_moves_a_stack_as_one_only_where_both_are_of_one_class_and_legion(
    under: str, of: str, allowed: bool
) -> None:
    r = army(*stack("HA1", under, 1010, under_legion=of))
    first = menus.orders_menu(r.g, r.leader("Antonius")).choices[0]
    assert first.menu is not None
    keys = [c.key for c in first.menu().choices]
    assert ("stack" in keys) is allowed, "the menu offers what is allowed"
    if not allowed:
        r.refuses("4.42", Move(unit="HA1", under=under, path=(1110,)))
        r.order(Move(unit="HA1", path=(1110,)))
        assert (r.unit("HA1").at, r.unit(under).at) == (1110, 1010), "the upper one may leave"
        return
    r.order(Move(unit="HA1", under=under, path=(1110,)))
    assert r.unit(under).at == 1110 and r.g.orders.orders_used == 2


@pytest.mark.rule("spqr 4.42", "spqr 6.64")
def test_a_prefect_takes_no_legionaries_along_under_a_cohort() -> None:
    r = army(roman("CO1", 1010, ala=True), roman("HA1", 1010, below="CO1"), rank="prefect sociorum")
    r.refuses("4.42", Move(unit="CO1", under="HA1", path=(1110,)))
    r.order(Move(unit="CO1", path=(1110,)))


@pytest.mark.rule("spqr 4.42", "spqr 6.64")
def test_by_a_line_command_a_tribune_moves_any_stack_of_the_line() -> None:
    from engine.systems.gboh.command import line_command

    ours = [*stack("HA1", "CO2", 1010), roman("HA3", 1011)]
    r = kit.battle(
        ours, [FAR], a_leaders=[leader("Antonius", 909, "SC", rank="tribune"), leader("Curius", 910)]
    ).orders("a", "Antonius")
    r.order(kit.read(r, "line HA1 CO2 HA3"))
    order = Move(unit="HA1", under="CO2", path=(1110,))
    line_command.check(r.g, r.leader("Antonius"), order)
    r.run(line_command.act, r.leader("Antonius"), order)
    assert r.unit("CO2").at == 1110


@pytest.mark.rule("spqr 4.42", "spqr 6.66")
def test_who_lies_below_is_offered_to_come_up_only_where_the_tribune_commands_it() -> None:
    def offered(*ours: Any) -> list[str]:
        r = army(*ours)
        top = next(u for u in r.g.units("a") if r.g.stacked(u) and u.beneath is None)
        menu = menus.unit_choice(r.g, r.leader("Antonius"), top).menu
        assert menu is not None
        return [c.key for c in menu()]

    assert "top" in offered(*stack("HA1", "PR1", 1010))
    foreign = [roman("VE1", 1010), roman("CO2", 1010, below="VE1", ala=True)]
    assert "top" not in offered(*foreign)


@pytest.mark.rule("spqr 4.42", "spqr 6.66")
def test_bringing_principes_to_the_top_is_an_order_to_principes() -> None:
    r = army(*stack("HA1", "PR1", 1010))
    r.order(Uppermost(unit="PR1"))
    assert r.g.orders.orders_used == 1
    r.refuses("4.42", Move(unit="HA1", path=(1110,)))
    r.order(Move(unit="PR1", path=(1110,)))


@pytest.mark.rule("spqr 4.42")
def test_velites_of_any_legion_then_no_hastati_and_the_tribune_himself() -> None:
    r = army(roman("VE1", 1010, ala=True), roman("VE2", 1012, legion="V"), roman("HA1", 1014))
    r.order(Move(unit="VE1", path=(1110,)))
    r.order(Move(unit="VE2", path=(1112,)))
    r.refuses("4.42", Move(unit="HA1", path=(1114,)))
    r.order(MoveLeader(leader="Antonius", to=1010))


@pytest.mark.rule("spqr 4.42", "spqr 9.18")
def test_offices_command_no_elephants() -> None:
    army(unit("EL1", 1010)).refuses("4.42", Move(unit="EL1", path=(1110,)))


@pytest.mark.rule("spqr 4.42", "spqr 10.28", "spqr 10.17")
def test_a_rally_counts_for_the_class_of_the_phase() -> None:
    r = army(roman("HA1", 1010, routed=True), roman("PR2", 1012, hits=2), roman("HA3", 1014, hits=2))
    r.order(Rally(unit="HA1"), dice=[0, 0])
    r.refuses("4.42", Recover(unit="PR2"))
    r.order(Recover(unit="HA3"))
    assert r.unit("HA3").hits == 0


@pytest.mark.rule("spqr 4.42", "spqr 6.68")
def test_a_stack_attacks_where_its_upper_unit_is_the_officers() -> None:
    ours = [roman("HA1", 1010), roman("CO2", 1010, ala=True, below="HA1")]
    r = army(*ours, enemies=[unit("MI9", 1110, "W")])
    assert [u.id for u in designation.willing(r.g)] == ["HA1"]
    r = army(*ours, enemies=[unit("MI9", 1110, "W")], rank="prefect sociorum")
    assert designation.willing(r.g) == []


# -- leaders in enemy ZOC ----------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 5.31", "spqr 4.26")
@pytest.mark.parametrize("began_held", [True, False])
def test_an_overall_commander_who_began_in_enemy_zoc_has_no_momentum_wherever_he_goes(began_held: bool) -> None:
    enemies = [unit("HI9", 1110 if began_held else 1310, "W")]
    r = kit.battle([unit("MI1", 1010)], enemies, a_leaders=[leader("Curius", 1010)])
    r.state.phase = "select"
    r.run(selection.select, answers=["Curius"])
    r.order(MoveLeader(leader="Curius", to=808))
    r.state.phase = "shock"
    r.run(sequence.shock, defaults=["shock"])
    assert not r.g.in_enemy_zoc(r.leader("Curius"))
    assert (momentum.barred(r.g, r.leader("Curius")) is not None) is began_held


@pytest.mark.rule("spqr 4.3")
def test_he_leaves_enemy_zoc_before_he_moves_another() -> None:
    r = kit.battle(
        [unit("MI1", 1010)], [unit("HI9", 1110, "W")], a_leaders=[leader("Curius", 1010), leader("Falco", 505, "SC")]
    ).orders("a", "Curius")
    r.refuses("4.3", MoveLeader(leader="Falco", to=504))
    r.order(MoveLeader(leader="Curius", to=808))
    r.order(MoveLeader(leader="Falco", to=504))
    r.refuses("4.3", MoveLeader(leader="Falco", to=503))


@pytest.mark.rule("spqr 4.61", "spqr 5.27")
def test_who_rides_to_a_friend_in_enemy_zoc_gives_no_more_orders() -> None:
    r = kit.battle(
        [unit("MI1", 1010)], [unit("HI9", 1110, "W")], a_leaders=[leader("Falco", 808, "SC"), leader("Curius", 505)]
    ).orders("a", "Falco")
    r.refuses("4.61", MoveLeader(leader="Falco", to=1011))
    r.order(MoveLeader(leader="Falco", to=1010))
    assert not orders_phase.may_command(r.g)


# -- Trumps ------------------------------------------------------------------------------------------------------------


def trumper(*units: Any, enemies: Any = (FAR,), **values: Any) -> kit.Rig:
    """Ada has trumped and commands these."""
    r = kit.battle(list(units), list(enemies), a_leaders=[leader("Ada", 1010, **values)])
    return r.orders("a", "Ada", trumping=True, trumped="B")


@pytest.mark.rule("spqr 5.46", "spqr 5.21")
def test_a_trumper_with_no_line_left_to_command_may_end_the_orders() -> None:
    """Two Line Commands, one given: no Individual Order is his any more, and MI1 alone is no Line."""
    r = trumper(unit("MI1", 1010), line_commands=2)
    r.g.orders.lines_used = 1
    r.refuses("4.23", Move(unit="MI1", path=(1110,)))
    assert [c.key for c in menus.orders_menu(r.g, r.leader("Ada")).choices] == ["done"]
    assert orders_phase.default_order(r.g, r.leader("Ada")) == Done()
    r.order(Done())
    assert r.state.phase == "shock"


@pytest.mark.rule("spqr 5.46", "spqr 5.21")
def test_a_trumper_who_could_command_another_line_must() -> None:
    r = trumper(unit("MI1", 1010), unit("HC2", 1011), unit("HC3", 1012), line_commands=2)
    r.g.orders.lines_used = 1
    r.refuses("5.46", Done())
    r.order(kit.read(r, "line HC2 HC3"))


@pytest.mark.rule("spqr 5.46")
def test_turning_is_no_move_for_a_trumper() -> None:
    r = trumper(unit("MI1", 1010), unit("MI2", 1012))
    r.order(Move(unit="MI1", path=(Facing.NE,)))
    r.refuses("5.46", Done())


@pytest.mark.rule("spqr 5.46", "spqr 10.43")
def test_cavalry_that_has_pursued_is_nothing_a_trumper_has_done() -> None:
    r = trumper(unit("MI1", 1010), unit("HC2", 1012, spent=True))
    r.refuses("5.46", Done())
    r.order(Move(unit="MI1", path=(1110,)))
    orders_phase.check(r.g, Done())


@pytest.mark.rule("spqr 5.46", "spqr 9.31")
@pytest.mark.parametrize("how", ["harass", "fire"])
def test_a_raid_or_a_volley_is_something(how: str) -> None:
    at = 1310 if how == "harass" else 1110
    r = trumper(unit("LC1", 1010, missile="J"), unit("MI2", 810), enemies=[unit("MI9", at, "W")])
    if how == "harass":
        r.refuses("5.46", Done())
        r.order(Harass(unit="LC1", target="MI9", path=(1110, 1210)), dice=[9], defaults=REACTIONS)
    else:
        r.g.orders.shocked.clear()
        r.order(Fire(unit="LC1", target="MI9"), dice=[9])
    assert r.g.orders.trump_used(moving=True, firing=True)
    orders_phase.check(r.g, Done())


@pytest.mark.rule("spqr 5.41", "spqr 5.12")
def test_of_equals_either_acts_and_only_a_higher_initiative_trumps() -> None:
    ours = [
        leader("A", 1010, initiative=4),
        leader("B", 1010, "SC", initiative=4),
        leader("C", 1010, "SC", initiative=5),
    ]
    r = kit.battle([unit("MI1", 1010)], [FAR], a_leaders=ours)
    r.state.phase = "select"
    asked: Any = r.play()
    assert [c.key for c in asked.choices] == ["A", "B", "trump-C", "pass-A", "pass-B"]


@pytest.mark.rule("spqr 5.41", "spqr 5.43")
def test_after_a_failed_trump_the_lowest_acts_and_the_opponent_is_not_asked() -> None:
    ours = [leader("A", 1010, initiative=3), leader("B", 1010, "SC", initiative=5)]
    r = kit.battle([unit("MI1", 1010)], [FAR], a_leaders=ours, b_leaders=[leader("H", 3535, initiative=9)])
    r.state.phase = "select"
    r.run(selection.select, answers=["trump-B"], dice=[6])
    assert r.leader("B").status == "finished" and r.g.orders.leader == "A"


@pytest.mark.rule("spqr 5.53", "spqr 4.65")
def test_an_elite_commander_who_is_lost_is_no_rival() -> None:
    elite = {"initiative": 7, "elite": True}
    r = kit.battle(
        [unit("RC1", 505)],
        [FAR],
        a_leaders=[leader("Scipio", 505, **elite)],
        b_leaders=[leader("Hannibal", 3535, **elite)],
    )
    r.state.turn, r.state.phase = 2, "elite"
    leaders.suffer(r.g, r.leader("Hannibal"), Hurt(killed=True), "4.63")
    decision = r.play()
    assert (decision.kind, decision.side, r.rolls) == ("elite", "a", [])
