"""11.4 Rate of fire: foot with composite bows on its set-up hex."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Command, Menu
from engine.kernel.statement import HexRef, Sign, Statement, Word
from engine.kernel.text import Refusal
from engine.systems.gboh.events import Fired, OrdersEnded, SupplyChanged
from engine.systems.gboh.missiles import fire, harass, reaction
from engine.systems.gboh.orders import orders, written
from tests.engine.cataphract import kit

FIRE = orders.Fire
ARCHERS = kit.unit("LI1", 1010, "E", missile="C", start_hex=1010)


def field(*enemies: dict, archers: dict | None = None, **kw) -> kit.Rig:
    return kit.battle([archers or ARCHERS], list(enemies), a_leaders=[kit.leader("Anna", 1009)], **kw).orders(
        "a", "Anna"
    )


def shots(r: kit.Rig) -> list[tuple[str, str, str]]:
    return [(e.unit, e.target, e.how) for e in r.happened(Fired)]


@pytest.mark.rule("cataphract 11.4")
def test_it_fires_twice_by_one_order():
    r = field(kit.unit("LN9", 1310, "W"))
    r.order(FIRE(unit="LI1", target="LN9"), dice=[5, 6])
    assert shots(r) == [("LI1", "LN9", "order")] * 2
    assert r.unit("LN9").hits == 2
    assert r.decisions == [], "one target, nothing to ask"
    assert r.g.orders.orders_used == 1
    r.refuses("5.24", FIRE(unit="LI1", target="LN9"))


@pytest.mark.rule("cataphract 11.4")
@pytest.mark.parametrize(
    ("archers", "kw"),
    [
        (kit.unit("LI1", 1010, "E", missile="B", start_hex=1010), {}),  # plain bows
        (kit.unit("LC1", 1010, "E", missile="C", start_hex=1010), {}),  # cavalry
        (kit.unit("LI1", 1010, "E", missile="C", start_hex=None), {}),  # has left its hex, and come back
        (kit.unit("LI1", 1010, "E", missile="C", start_hex=1011), {}),
        (ARCHERS, {"not_used": ["11.4"]}),
    ],
)
def test_who_fires_once(archers, kw):
    r = field(kit.unit("LN9", 1310, "W"), archers=archers, **kw)
    r.order(FIRE(unit=archers["code"], target="LN9"), dice=[9])
    assert len(shots(r)) == 1


@pytest.mark.rule("cataphract 11.4")
def test_a_unit_that_has_left_its_hex_never_fires_twice_again():
    r = field(kit.unit("LN9", 1510, "W"))
    r.order(orders.Move(unit="LI1", path=(1110,)))
    r.g.emit(OrdersEnded())
    r.orders("a", "Anna")
    r.order(orders.Move(unit="LI1", path=(kit.Facing.W, 1010)), dice=[], defaults=["rout-path"])
    assert r.unit("LI1").hex == 1010
    assert not fire.fires_twice(r.g, r.unit("LI1"))


@pytest.mark.rule("cataphract 11.4")
def test_turning_in_its_hex_keeps_the_double_rate():
    r = field(kit.unit("LN9", 1510, "W"))
    r.order(orders.Move(unit="LI1", path=(kit.Facing.NE,)))
    assert fire.fires_twice(r.g, r.unit("LI1"))


@pytest.mark.rule("cataphract 11.4", "cataphract 8.17")
def test_ammunition_is_checked_after_each_shot():
    r = field(kit.unit("LN9", 1310, "W"))
    r.order(FIRE(unit="LI1", target="LN9"), dice=[9, 1])
    assert [e.supply for e in r.happened(SupplyChanged)] == ["low", "no"], "the second shot was fired while Low"
    r = field(kit.unit("LN9", 1310, "W"), archers=dict(ARCHERS, supply="low"))
    r.order(FIRE(unit="LI1", target="LN9"), dice=[1])
    assert len(shots(r)) == 1, "nothing left for a second shot"


@pytest.mark.rule("cataphract 11.4", "cataphract 8.13")
def test_the_second_target_may_be_another_planned_or_chosen_after_the_first():
    enemies = [kit.unit("LN8", 1310, "W"), kit.unit("LN9", 1311, "W")]
    r = field(*enemies)
    r.order(FIRE(unit="LI1", target="LN8", second="LN9"), dice=[5, 5])
    assert [s[1] for s in shots(r)] == ["LN8", "LN9"]
    r = field(*enemies)
    r.order(FIRE(unit="LI1", target="LN8"), dice=[5, 5], answers=["LN9"])
    (asked,) = r.decisions
    assert (asked.kind, asked.default.key, [c.key for c in asked.choices]) == (
        "second-shot",
        "LN8",
        ["LN8", "LN9", "hold"],
    )
    assert [s[1] for s in shots(r)] == ["LN8", "LN9"]
    r = field(*enemies)
    r.order(FIRE(unit="LI1", target="LN8"), dice=[5], answers=["hold"])
    assert len(shots(r)) == 1


@pytest.mark.rule("cataphract 11.4")
def test_a_planned_target_that_is_gone_is_chosen_anew():
    r = field(kit.unit("LN8", 1310, "W", hits=5), kit.unit("LN9", 1311, "W"))
    r.order(FIRE(unit="LI1", target="LN8", second="LN8"), dice=[5, 9], defaults=["rout-path"])
    # LN8 has fled 2 hexes to range 5 and is a target still.
    assert shots(r)[1][1] == "LN8"
    r = field(kit.unit("LN8", 1510, "W", hits=5), kit.unit("LN9", 1311, "W"))
    r.order(FIRE(unit="LI1", target="LN8", second="LN8"), dice=[0, 9], answers=["LN9"], defaults=["rout-path"])
    assert shots(r)[1][1] == "LN9"
    assert [c.key for c in r.decisions[0].choices] == ["LN9", "hold"]
    assert any(x.startswith("LI1 doesn't shoot again at LN8:") for x in r.told())


@pytest.mark.rule("cataphract 11.4")
def test_refusals():
    r = field(kit.unit("LN8", 1310, "W"), kit.unit("LN9", 2010, "W"))
    r.refuses("8.13", FIRE(unit="LI1", target="LN8", second="LN9"))
    r = field(kit.unit("LN8", 1310, "W"), archers=kit.unit("LI1", 1010, "E", missile="B", start_hex=1010))
    r.refuses("11.4", FIRE(unit="LI1", target="LN8", second="LN8"))


@pytest.mark.rule("cataphract 11.4", "cataphract 8.23")
def test_each_unit_fired_at_returns_fire_once_when_both_shots_are_done():
    enemies = [kit.unit("LC8", 1310, "W", missile="C"), kit.unit("LC9", 1311, "W", missile="C")]
    r = field(*enemies)
    r.order(FIRE(unit="LI1", target="LC8", second="LC8"), dice=[9, 8, 8], answers=["fire"])
    assert [s[:2] for s in shots(r)] == [("LI1", "LC8"), ("LI1", "LC8"), ("LC8", "LI1")]
    r = field(*enemies)
    r.order(FIRE(unit="LI1", target="LC8", second="LC9"), dice=[8, 8, 8, 8], answers=["fire", "fire"])
    assert [s[:2] for s in shots(r)][2:] == [("LC8", "LI1"), ("LC9", "LI1")]


@pytest.mark.rule("cataphract 11.4", "cataphract 8.11")
def test_fire_before_moving_is_double_too_and_fire_after_it_is_not():
    r = field(kit.unit("LN9", 1310, "W"))
    r.order(
        orders.Move(unit="LI1", path=(1110,), fire_at="LN9", fire_after=0), dice=[8, 9], defaults=["orderly-withdrawal"]
    )
    assert [[m.reason for m in x.modifiers] for x in r.rolls] == [["moved"], ["moved"]]
    r = field(kit.unit("LN9", 1410, "W"))
    r.order(orders.Move(unit="LI1", path=(1110,), fire_at="LN9"), dice=[9], defaults=["orderly-withdrawal"])
    assert len(shots(r)) == 1


@pytest.mark.rule("cataphract 11.4", "cataphract 8.21")
def test_in_reaction_both_shots_go_at_the_unit_that_caused_them():
    r = kit.battle([kit.unit("LN1", 910)], [kit.unit("LI9", 1010, "W", missile="C", start_hex=1010)]).orders("a")
    r.run(reaction.entry_fire, r.unit("LN1"), dice=[5, 8], answers=["fire"])
    assert shots(r) == [("LI9", "LN1", "entry")] * 2
    assert r.unit("LN1").hits == 2


@pytest.mark.rule("cataphract 11.4", "cataphract 8.21")
def test_no_second_shot_in_reaction_at_a_unit_that_has_fled():
    r = kit.battle([kit.unit("LN1", 910, hits=5)], [kit.unit("LI9", 1010, "W", missile="C", start_hex=1010)]).orders(
        "a"
    )
    r.run(reaction.entry_fire, r.unit("LN1"), dice=[5], answers=["fire"], defaults=["rout-path"])
    assert len(shots(r)) == 1


@pytest.mark.rule("cataphract 11.4", "cataphract 8.33")
def test_two_shots_in_answer_to_harassment_all_fire_being_simultaneous():
    r = kit.battle(
        [kit.unit("LC1", 810, missile="C")], [kit.unit("LI9", 1010, "W", missile="C", start_hex=1010)]
    ).orders("a")
    r.run(
        harass.harass,
        r.unit("LC1"),
        r.unit("LI9"),
        (909,),
        dice=[9, 5, 9],
        answers=[{"LI9": "fire"}],
        defaults=["reaction-facing"],
    )
    assert shots(r) == [("LC1", "LI9", "harass"), ("LI9", "LC1", "entry"), ("LI9", "LC1", "entry")]
    assert r.unit("LI9").supply == "low"


@pytest.mark.rule("cataphract 11.4")
def test_menu_and_notation():
    r = field(kit.unit("LN8", 1310, "W"), kit.unit("LN9", 1311, "W"))
    asked = r.play()
    assert isinstance(asked, Command)
    menu = asked.menu["LI1"].menu
    assert menu is not None
    assert isinstance(menu(), Menu)
    assert str(menu()["fire-LN8"].label).startswith("Fire twice, at LN8, range 3")
    order = FIRE(unit="LI1", target="LN8", second="LN9")
    statement = kit.write(order)
    assert str(statement) == "LI1 x LN8 x LN9"
    assert written.read(r.g, asked, statement) == order
    with pytest.raises(Refusal, match="can't name two targets with a move"):
        written.read(r.g, asked, Statement((*statement.tokens, Sign(">"), HexRef(1110))))
    assert written.read(r.g, asked, Statement((Word("LI1"), Sign("x"), Word("LN8")))) == FIRE(unit="LI1", target="LN8")
