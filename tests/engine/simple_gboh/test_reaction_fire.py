"""7.2 Reaction Fire: Exit, Entry, Return, artillery; all at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.decisions import ChooseEach
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh.shock import before_ways
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}
TURN = ["reaction-facing"]


def step(r: kit.Rig, *path: int, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> kit.Rig:
    """LG1 moves; nobody turns to face it."""
    r.order(orders.Move(unit="LG1", path=path), dice=dice, answers=answers, defaults=TURN)
    return r


def legion(at: int = 1010, facing: str = "E", **values: object) -> dict[str, object]:
    return unit("LG1", at, facing, **{**ROMAN, **values})


# -- 7.22 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.2", "simple-gboh T:reaction_fire")
def test_who_comes_into_a_missile_units_zoc_is_fired_at_from_one_hex() -> None:
    r = kit.battle([legion()], [unit("SK9", 1210, "W", missile="J")]).turn()
    step(r, 1110, dice=[6], answers=["fire"])
    assert r.fired() == [("SK9", "LG1", "entry")] and r.unit("LG1").hits == 1
    assert r.g.orders.entry_fire == [("SK9", "LG1")]
    assert r.g.orders.reaction_fired == [("SK9", "LG1")]


@pytest.mark.rule("simple-gboh 7.22")
def test_it_may_hold_its_fire_and_nobody_else_is_asked() -> None:
    foes = [unit("SK9", 1210, "W", missile="J"), unit("HI9", 1109, "E"), unit("SK8", 1310, "W", missile="B")]
    r = kit.battle([legion()], foes).turn()
    step(r, 1110, answers=["hold"])
    (d,) = [d for d in r.decisions if d.kind == "entry-fire"]
    assert isinstance(d, ChooseEach) and [i.key for i in d.items] == ["SK9"]
    assert r.fired() == []


@pytest.mark.rule("simple-gboh 7.22")
def test_not_while_it_stands_in_another_enemys_zoc() -> None:
    held = unit("MI9", 1210, "W", missile="J")
    r = kit.battle([legion(), unit("LG2", 1209, "SW", **ROMAN)], [held]).turn()
    step(r, 1110)
    assert r.fired() == []


@pytest.mark.rule("simple-gboh 7.22")
def test_who_has_fired_so_makes_no_retreat_before_shock() -> None:
    r = kit.battle([legion()], [unit("SK9", 1210, "W", missile="J", ma=6)]).turn()
    bar = lambda: before_ways.bar(r.g, r.unit("SK9"), [r.unit("LG1")])  # noqa: E731
    assert bar() is None
    step(r, 1110, dice=[9], answers=["fire"])
    no = bar()
    assert no is not None and no.rule == "7.22"


@pytest.mark.rule("simple-gboh 7.22", "simple-gboh 7.41")
@pytest.mark.parametrize("spent", ["entry_fire", "started_in_zoc", "started_with_enemy", "uncolumned", None])
def test_who_has_no_retreat_left_to_lose_fires_unasked(spent: str | None) -> None:
    """Unless its owner wants to be asked: firing costs nothing then."""
    r = kit.battle([legion(1110)], [unit("SK9", 1210, "W", missile="J")]).turn()
    r.g.orders.started_in_zoc.clear()
    r.g.orders.started_with_enemy.clear()
    if spent is not None:
        getattr(r.g.orders, spent).append(("SK9", "LG9") if spent == "entry_fire" else "SK9")
    item = reaction.entry_item(r.g, r.unit("SK9"), [("fire", r.unit("LG1"))], "7.22")
    assert item.policy is not None and item.policy.free is (spent is not None)
    assert [str(c.note) for c in item.choices if c.note is not None] == (
        ["then it can't retreat before Shock"] if spent is None else []
    )


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 7.22")
def test_horse_is_asked_all_the_same_since_javelins_may_come_back() -> None:
    r = kit.battle([legion(1110)], [unit("LC9", 1210, "W", missile="J")]).turn()
    r.g.orders.started_in_zoc.append("LC9")
    item = reaction.entry_item(r.g, r.unit("LC9"), [("fire", r.unit("LG1"))], "7.22")
    assert item.policy is not None and not item.policy.free
    assert [str(c.note) for c in item.choices if c.note is not None] == ["javelins may be thrown back"]


@pytest.mark.rule("simple-gboh 7.2")
def test_once_in_a_player_turn_at_each_active_unit() -> None:
    movers = [legion(), unit("LG2", 1012, **ROMAN)]
    r = kit.battle(movers, [unit("SK9", 1210, "W", missile="J")]).turn()
    step(r, 1110, dice=[9], answers=["fire"])
    assert not reaction.ready(r.g, r.unit("SK9"), r.unit("LG1"))
    assert reaction.ready(r.g, r.unit("SK9"), r.unit("LG2"))
    with kit.refused("7.2"):
        raise r.g.having("bars_reaction")[0].bars_reaction(r.g, r.unit("SK9"), r.unit("LG1"))


@pytest.mark.rule("simple-gboh 7.2")
def test_all_who_fire_at_one_moment_have_fired_before_anything_comes_of_it() -> None:
    foes = [unit("SK9", 1210, "W", missile="J"), unit("SK8", 1211, "W", missile="J")]
    r = kit.battle([legion(hits=5)], foes).turn()
    step(r, 1110, dice=[0, 0], answers=[{"SK9": "fire", "SK8": "fire"}])
    assert [x[0] for x in r.fired()] == ["SK9", "SK8"] and not r.unit("LG1").on_map


@pytest.mark.rule("simple-gboh 7.1", "simple-gboh 7.22")
@pytest.mark.parametrize(("answer", "shots"), [("LC9", ["LC9", "LI1"]), ("hold", ["LC9"])])
def test_javelins_on_foot_answer_cavalry_that_fires_first(answer: str, shots: list[str]) -> None:
    r = kit.battle([unit("LI1", 1010, missile="J")], [unit("LC9", 1210, "W", missile="J")]).turn()
    move = orders.Move(unit="LI1", path=(1110,))
    r.order(move, dice=[9] * len(shots), answers=["fire", answer], defaults=TURN)
    assert [x[0] for x in r.fired()] == shots
    assert ("LI1" in r.g.orders.fired) is (answer != "hold")


@pytest.mark.rule("simple-gboh 7.1")
def test_no_answer_to_foot_and_none_after_its_shot() -> None:
    r = kit.battle([unit("LI1", 1010, missile="J")], [unit("SK9", 1210, "W", missile="J")]).turn()
    r.order(orders.Move(unit="LI1", path=(1110,)), dice=[9], answers=["fire"], defaults=TURN)
    assert [x[0] for x in r.fired()] == ["SK9"]
    r = kit.battle([unit("LI1", 1010, missile="J")], [unit("LC9", 1210, "W", missile="J")]).turn()
    r.g.orders.fired.append("LI1")
    r.order(orders.Move(unit="LI1", path=(1110,)), dice=[9], answers=["fire"], defaults=TURN)
    assert [x[0] for x in r.fired()] == ["LC9"]


# -- 7.21 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh T:reaction_fire")
def test_who_leaves_a_zoc_is_fired_at_from_two_hexes_before_it_goes() -> None:
    r = kit.battle([legion(1110, "W")], [unit("SK9", 1210, "W", missile="B")]).turn()
    step(r, 1010, dice=[3], answers=["fire"])
    assert r.fired() == [("SK9", "LG1", "retire")]
    assert (r.unit("LG1").hex, r.unit("LG1").hits) == (1010, 1), "3 at range 2 hits"
    r = kit.battle([legion(1110, "W", hits=5)], [unit("SK9", 1210, "W", missile="B")]).turn()
    step(r, 1010, dice=[0], answers=["fire"])
    assert not r.unit("LG1").on_map and not r.happened(UnitMoved), "it never left"


@pytest.mark.rule("simple-gboh 7.21")
def test_javelins_dont_reach_who_leaves() -> None:
    r = kit.battle([legion(1110, "W")], [unit("SK9", 1210, "W", missile="J")]).turn()
    step(r, 1010)
    assert r.fired() == []


# -- 7.23 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.23", "simple-gboh 7.2")
def test_who_is_fired_at_returns_fire_at_the_same_moment() -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("SK9", 1310, "W", missile="B", hits=3)]).turn()
    r.order(orders.Fire(unit="SK1", target="SK9"), dice=[0, 0], answers=["fire"])
    assert r.fired() == [("SK1", "SK9", "order"), ("SK9", "SK1", "return")]
    assert not r.unit("SK9").on_map and r.unit("SK1").hits == 1
    assert r.rolls[1].modifiers[0].value == 3, "its hits before this fire count, that of this fire doesn't"


@pytest.mark.rule("simple-gboh 7.23")
def test_not_out_of_reach_sight_or_arc_and_not_past_its_zone_while_it_is_held() -> None:
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("SK9", 1310, "W", missile="S")]).turn()
    r.order(orders.Fire(unit="SK1", target="SK9"), dice=[9])
    r = kit.battle([unit("SK1", 1010, missile="B")], [unit("SK9", 1310, "E", missile="B")]).turn()
    r.order(orders.Fire(unit="SK1", target="SK9"), dice=[9])
    held = [unit("SK1", 1010, missile="B"), unit("LG2", 1410, "W", **ROMAN)]
    r = kit.battle(held, [unit("MI9", 1310, "W", missile="B")]).turn()
    assert r.g.in_enemy_zoc(r.unit("MI9")) and not r.g.enemies_in_zoc(r.unit("MI9"))
    r.order(orders.Fire(unit="SK1", target="MI9"), dice=[9])
    assert [d.kind for d in r.decisions] == []


# -- 7.24 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.24", "simple-gboh 10.12")
def test_artillery_fires_at_any_moment_once_at_each_enemy_all_round() -> None:
    r = kit.battle([legion(), unit("LG2", 1012, **ROMAN)], [unit("ART9", 1310, missile="Bolt", ma=0)]).turn()
    step(r, 1110, dice=[9], answers=[{"ART9": "LG1"}])
    assert r.fired() == [("ART9", "LG1", "artillery")]
    r.order(orders.Move(unit="LG2", path=(1112,)), dice=[9], answers=[{"ART9": "LG2"}], defaults=TURN)
    assert [x[1] for x in r.fired()] == ["LG1", "LG2"], "at another it fires too"


@pytest.mark.rule("simple-gboh 7.24", "simple-gboh 7.2")
def test_artillery_and_the_target_fire_at_who_fires_with_its_shot() -> None:
    foes = [unit("SK9", 1210, "W", missile="B"), unit("ART9", 1212, missile="Bolt", ma=0)]
    r = kit.battle([unit("SK1", 1010, missile="B", hits=3)], foes).turn()
    r.order(orders.Fire(unit="SK1", target="SK9"), dice=[0, 0, 9], answers=[{"ART9": "SK1"}, "fire"])
    assert [x[0] for x in r.fired()] == ["SK1", "ART9", "SK9"]
    assert not r.unit("SK1").on_map and r.unit("SK9").hits == 1, "its own shot counted"


@pytest.mark.rule("simple-gboh 10.13")
def test_infantry_takes_what_is_fired_at_the_engine_with_it() -> None:
    foes = [unit("ART9", 1310, missile="Bolt", ma=0), unit("HI9", 1310, "W")]
    r = kit.battle([unit("SK1", 1010, missile="B")], foes).turn()
    r.refuses("7.14", orders.Fire(unit="SK1", target="ART9"))
    r.order(orders.Fire(unit="SK1", target="HI9"), dice=[0], defaults=["artillery"])
    assert r.unit("HI9").hits == 1


# -- standing orders -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.21", "simple-gboh 7.22", "simple-gboh 7.23")
def test_what_costs_nothing_goes_without_asking() -> None:
    r = kit.battle([legion(1110, "W")], [unit("SK9", 1210, "W", missile="B")]).turn()
    step(r, 1010, dice=[9], answers=["fire"])
    (leaving,) = r.decisions
    assert isinstance(leaving, ChooseEach)
    assert all(i.policy is not None and i.policy.free for i in leaving.items)
    r = kit.battle([legion()], [unit("SK9", 1210, "W", missile="J"), unit("MI9", 1211, "W", missile="J")]).turn()
    step(r, 1110, dice=[9, 9], answers=["fire"])
    (coming,) = [d for d in r.decisions if isinstance(d, ChooseEach) and d.kind == "entry-fire"]
    assert {i.key: i.policy is not None and i.policy.free for i in coming.items} == {"SK9": False, "MI9": True}
