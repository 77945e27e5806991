"""5.6 Macedonian Contingent Commanders."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal
from engine.systems.alexander import contingents
from engine.systems.alexander.contingents import Contingent
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.orders import menus, orders, written
from engine.systems.gboh.referee import referee_values
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.turn import activation, elite, momentum, orders_phase, selection
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")


def companions(n: int = 5) -> list[dict[str, Any]]:
    return [kit.unit(f"HC{i}", h, contingent="Companions") for i, h in enumerate((1014, 1015, 1115, 1215, 1216)[:n], 1)]


def issus(n: int = 5, **values: Any) -> kit.Rig:
    """Alexander at 1010 with range 9, Philotas as Contingent Commander four hexes away, Companions about him."""
    return kit.battle(
        [*companions(n), kit.unit("SK1", 1011, contingent="Agrianians"), kit.unit("PH1", 1008)],
        [FAR],
        a_leaders=[
            kit.leader("Alexander", 1010, initiative=7, command_range=9, contingent_capability=2, wing=True),
            kit.leader("Philotas", 1014, "CC", command_range=4, commands=("Companions",), **values),
            kit.leader("Attalus", 1011, "CC", command_range=4, commands=("Agrianians",)),
            kit.leader("Nicanor", 1008, "CC", command_range=4, kinds=("PH",)),
        ],
    ).orders("a", "Alexander")


ALL = Contingent(leader="Philotas")


@pytest.mark.rule("alexander 5.67", "alexander 5.65", "alexander 5.63", "alexander 5.61", "alexander 4.54")
def test_the_example_of_issus() -> None:
    """EX-5.67 Philotas takes three orders and has all Companions move; four are left."""
    r = issus()
    r.order(ALL)
    assert r.g.orders.line is not None and r.g.orders.line.units == [f"HC{n}" for n in range(1, 6)]
    assert r.g.orders.orders_used == 3
    moves: list[Any] = [orders.Move(unit="HC1", path=(1114,)), orders.MoveLeader(leader="Philotas", to=1113)]
    r.play(answers=[*moves, orders.Done()])
    assert (r.unit("HC1").at, r.leader("Philotas").at) == (1114, 1113)
    assert r.state.phase == "orders" and orders_phase.may_command(r.g)
    r.refuses("5.23", orders.Move(unit="HC1", path=(1214,)))
    r.order(orders.Move(unit="SK1", path=(1110,)), answers=[{"Attalus": "go"}])
    assert r.g.orders.orders_used == 4 and r.leader("Attalus").at == 1110


@pytest.mark.rule("alexander 5.63")
@pytest.mark.parametrize(("n", "cost"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_what_he_costs(n: int, cost: int) -> None:
    """EX-5.63"""
    r = issus(n)
    assert contingents.price(r.g, r.leader("Philotas")) == cost


@pytest.mark.rule("alexander 5.63")
def test_lost_and_routed_units_dont_count() -> None:
    r = issus(3)
    r.unit("HC3").routed = True
    r.g.version += 1
    assert contingents.price(r.g, r.leader("Philotas")) == 1


@pytest.mark.rule("alexander 5.63")
def test_he_must_be_near_and_the_orders_there() -> None:
    r = issus()
    r.g.orders.orders_used = 5
    r.refuses("5.63", ALL)
    r = issus()
    r.leader("Philotas").hex = 1016
    r.g.version += 1
    r.refuses("5.63", ALL)


@pytest.mark.rule("alexander 5.64")
def test_as_many_as_the_wing_commanders_capability_each_once() -> None:
    r = issus(2)
    r.order(ALL)
    r.play(answers=[orders.Done()])
    r.refuses("5.64", ALL)
    r.order(Contingent(leader="Attalus"))
    r.play(answers=[orders.Done()])
    r.refuses("5.64", Contingent(leader="Nicanor"))
    r = issus(2)
    r.leader("Alexander").wounded = True
    r.order(ALL)
    r.play(answers=[orders.Done()])
    r.refuses("5.64", Contingent(leader="Attalus"))


@pytest.mark.rule("alexander 5.62", "alexander 4.54")
def test_only_wing_commanders_with_a_capability_set_them_to_work() -> None:
    r = issus()
    r.leader("Alexander").contingent_capability_printed = None
    assert r.leader("Alexander").capability == 0
    r.refuses("5.62", ALL)


@pytest.mark.rule("alexander 5.65", "alexander 4.37")
def test_he_commands_his_own_within_his_range() -> None:
    r = issus()
    r.refuses("4.37", Contingent(leader="Philotas", units=("SK1",)))
    r.unit("HC5").hex = 1220
    r.g.version += 1
    r.refuses("5.65", Contingent(leader="Philotas", units=("HC5",)))
    r.order(ALL)
    assert r.g.orders.line is not None and r.g.orders.line.units == ["HC1", "HC2", "HC3", "HC4"]


@pytest.mark.rule("alexander 5.65", "alexander 5.23")
def test_who_has_had_an_order_has_no_other() -> None:
    r = issus()
    r.order(orders.Move(unit="HC1", path=(1114,)), answers=[{"Philotas": "stay"}])
    r.refuses("5.23", Contingent(leader="Philotas", units=("HC1", "HC2")))


@pytest.mark.rule("alexander 4.24", "alexander 5.65")
def test_in_enemy_zoc_he_commands_nobody() -> None:
    r = issus()
    r.unit("HC9").hex = 1114
    r.g.version += 1
    r.refuses("4.24", ALL)


@pytest.mark.rule("alexander 5.66", "alexander 5.67", "alexander 5.62")
def test_they_are_no_part_of_the_chain_of_initiative() -> None:
    r = issus()
    assert [x.id for x in activation.inactive(r.g, "a")] == []
    r.leader("Alexander").status = "finished"
    r.state.orders, r.state.phase = None, "select"
    r.run(selection.select)
    assert r.state.phase == "rout"
    assert momentum.barred(r.g, r.leader("Philotas")) is not None
    assert "Philotas" not in [x.id for x in elite.eligible(r.g, "a")]


@pytest.mark.rule("alexander 5.68", "alexander 4.23")
@pytest.mark.parametrize(("key", "at"), [("go", 1214), ("stay", 1014)])
def test_he_may_go_along_with_a_unit_that_moves(key: str, at: int) -> None:
    r = issus()
    r.order(orders.Move(unit="HC1", path=(1114, 1214)), answers=[{"Philotas": key}])
    assert r.leader("Philotas").at == at and r.unit("HC1").at == 1214


@pytest.mark.rule("alexander 5.22", "alexander 5.6")
def test_the_menu_offers_each_who_can_be_used() -> None:
    r = issus()
    found = [c.answer for c in menus.orders_menu(r.g, r.leader("Alexander")).choices if c.key.startswith("contingent")]
    assert {x.leader for x in found if isinstance(x, Contingent)} == {"Philotas", "Attalus", "Nicanor"}
    for x in found:
        assert x is not None
        orders_phase.check(r.g, x)


@pytest.mark.rule("alexander 5.65")
def test_it_is_written_and_read() -> None:
    r = issus()
    asked: list[Any] = []

    def look(d: Any) -> Any:
        asked.append(d)
        return orders.Done()

    r.run(orders_phase.orders_phase, answers=[look])
    given = Contingent(leader="Philotas", units=("HC1", "HC2"))
    assert written.read(r.g, asked[0], written.write(given, Alexander.order_kinds())) == given


@pytest.mark.rule("alexander 5.67", "alexander 5.62")
def test_at_the_lyginus_alexander_alone_commands_contingents() -> None:
    assert not any(x.role == "CC" for x in kit.the("lyginus").g.leaders())
    r = kit.the("lyginus", options={"5.6": True})
    found = {
        x.id: sorted({u.id[:2] for u in contingents.his(r.g, x)}) for x in r.g.leaders("macedonian") if x.role == "CC"
    }
    assert found == {"Nicanor": ["HA", "HY"], "Antiochus": ["AR", "CR", "SL"], "Attalus": ["AG"]}
    able = [x.id for x in r.g.leaders("macedonian") if x.contingent_capability_printed]
    assert able == ["Alexander"] and r.leader("Attalus").at == r.unit("AG1").at


@pytest.mark.rule("alexander 5.64")
def test_a_referee_says_whether_a_contingent_commander_has_commanded() -> None:
    r = issus()
    Referee(r.g).events(SetValue(piece="Philotas", key="worked", value="yes"))
    with kit.refused("5.64"):
        contingents.check(r.g, r.leader("Alexander"), r.leader("Philotas"))
    Referee(r.g).events(SetValue(piece="Philotas", key="worked", value="no"))
    contingents.check(r.g, r.leader("Alexander"), r.leader("Philotas"))
    assert not any(s.key == "worked" for s in referee_values.of_piece(r.g, r.leader("Alexander")))
    r.order(ALL)
    assert r.g.orders.line is not None
    with pytest.raises(Refusal, match="no “worked”"):
        Referee(r.g).events(SetValue(piece="Philotas", key="worked", value="no"))
