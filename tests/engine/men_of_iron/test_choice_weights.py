"""What menus suggest to players that are no people: the hints in ``Choice.lean``."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Choice, Menu
from engine.systems.men_of_iron import activation, choice_weights, menus
from engine.systems.men_of_iron.special import kinds
from tests.engine.men_of_iron.kit import Rig, battle, standard, unit


def rig(a: list[dict[str, Any]], b: list[dict[str, Any]], *, stance: str = "attack", **values: Any) -> Rig:
    """A battle whose side "a" has that stance and is activated."""
    made = battle(a=a, b=b, **values)
    scenario = made.g.scenario
    first, second = scenario.sides
    sides = (first.model_copy(update={"stance": stance}), second)
    return Rig(kinds.battle(made.state, scenario.model_copy(update={"sides": sides}))).activate("A")


def choice(menu: Menu, key: str) -> Choice:
    return next(c for c in menu.choices if c.key == key)


def best(menu: Menu) -> Choice:
    return max(menu.choices, key=lambda c: c.lean)


def test_a_disordered_unit_away_from_enemies_rests() -> None:
    r = rig([unit("PK1", 1010, disordered=True), unit("PK2", 1012)], [unit("PK9", 1810, "W")])
    menu = menus.orders_menu(r.g)
    assert choice_weights.errand(r.g, r.state.units["PK1"]) == "rest"
    assert choice(menu, "PK1").lean < choice(menu, "done").lean < choice(menu, "PK2").lean


def test_an_army_that_holds_stays_where_it_is() -> None:
    r = rig([unit("DM1", 1010), unit("MM1", 1012)], [unit("PK1", 1410, "W")], stance="hold")
    menu = menus.orders_menu(r.g)
    assert best(menu).key == "done"
    assert {choice_weights.errand(r.g, u) for u in r.g.units("a")} == {"wait"}


def test_an_army_that_holds_strikes_at_what_is_disordered_near_it() -> None:
    r = rig([unit("DM1", 1010)], [unit("PK1", 1210, "W", disordered=True), unit("PK2", 1220, "W")], stance="hold")
    assert choice_weights.errand(r.g, r.state.units["DM1"]) == "strike"
    target = best(menus.move_menu(r.g, r.state.units["DM1"])).hex
    assert target is not None and r.state.units["PK1"] in r.g.adjacent_enemies(target, "a")


def test_attackers_gather_out_of_bowshot_before_they_close() -> None:
    rear = [unit(f"PK{n}", 200 + n) for n in range(2, 8)]
    alone = rig([unit("PK1", 1110), *rear], [unit("LB1", 1810, "W")])
    assert not choice_weights.gathered(alone.g, "a")
    goal = best(menus.move_menu(alone.g, alone.state.units["PK1"])).hex
    assert goal is not None and choice_weights.nearest(alone.g, goal, "a") == choice_weights.STANDOFF
    together = rig([unit(f"PK{n}", 1407 + n) for n in range(1, 6)], [unit("LB1", 1810, "W")])
    assert choice_weights.gathered(together.g, "a")
    goal = best(menus.move_menu(together.g, together.state.units["PK3"])).hex
    assert goal is not None and choice_weights.nearest(together.g, goal, "a") == 1


def test_horse_stops_at_charging_distance() -> None:
    r = rig([unit("MM1", 1010)], [unit("LB1", 1610, "E"), unit("LB2", 1611, "E")])
    goal = best(menus.move_menu(r.g, r.state.units["MM1"])).hex
    assert goal is not None and choice_weights.nearest(r.g, goal, "a") in (2, 3)


def test_shooters_shoot_and_at_the_shaken_first() -> None:
    r = rig([unit("LB1", 1010)], [unit("PK1", 1209, "W"), unit("PK2", 1211, "W", disordered=True)])
    menu = menus.unit_menu(r.g, r.state.units["LB1"])
    assert best(menu).key == "x-PK2"
    assert choice(menu, "x-PK1").lean > choice(menu, "move").lean


@pytest.mark.parametrize(("at", "wish"), [(1010, "home"), (510, "wait")])
def test_retired_units_go_to_their_standard(at: int, wish: str) -> None:
    r = rig([unit("PK1", at, retired=True)], [unit("PK2", 2010, "W")], a_standards=[standard("Flag", 410, "A")])
    u = r.state.units["PK1"]
    assert choice_weights.errand(r.g, u) == wish
    if wish == "home":
        assert best(menus.move_menu(r.g, u)).hex in (910, 909, 911)


def test_who_has_most_to_do_is_activated() -> None:
    r = battle(
        a=[unit("LB1", 1010), unit("LB2", 1011), unit("XPK1", 210, command="X", disordered=True)],
        b=[unit("PK1", 1210, "W")],
        overall=("A", "B"),
    )
    commands = {c.id: c for c in r.g.commands("a")}
    assert choice_weights.urge(r.g, commands["A"]) > choice_weights.urge(r.g, commands["X"])
    assert activation.available(r.g, "a") == list(commands.values())


def test_a_standard_is_worth_more_near_the_flight_level() -> None:
    r = rig([unit("PK1", 410, retired=True)], [unit("PK2", 2010, "W")], a_standards=[standard("Flag", 410, "A")])
    flag = r.state.standards["Flag"]
    one, two = choice_weights.of_standard(r.g, flag, 1), choice_weights.of_standard(r.g, flag, 2)
    r.state.armies["a"].extra = 20
    assert choice_weights.of_standard(r.g, flag, 2) > two > one
