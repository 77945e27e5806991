"""Missiles in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import SupplyChanged, UnitMoved
from engine.systems.gboh.missiles import fire, ordered_fire, reaction
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import LineInProgress
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig

ANNA = leader("Anna", 1008, command_range=9)
"""Side a's leader, who reaches everybody."""


def duel(kit: Kit, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any) -> Rig:
    """LC1 with bows at 1010 and a target at 1210, facing each other."""
    a = {**unit("LC1", 1010, missile="bow"), **(mine or {})}
    b = theirs or unit("HC9", 1210, "W")
    return kit.battle([a], [b], a_leaders=[ANNA], **more).orders("a", "Anna")


# -- by order --------------------------------------------------------------------------------------------------------


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule("cataphract 8.11", "alexander 8.11", "cataphract 8.12", "alexander 8.12", "spqr 8.11")
def test_a_unit_fires_once_in_an_orders_phase(kit: Kit) -> None:
    r = duel(kit)
    r.fires("LC1", "HC9", dice=[5])
    assert r.fired() == [("LC1", "HC9", "order")]
    with pytest.raises(Refusal, match="has fired"):
        fire.check_fire(r.g, r.unit("LC1"), r.unit("HC9"))
    r.orders("a", "Anna")
    fire.check_fire(r.g, r.unit("LC1"), r.unit("HC9"))


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule("cataphract 8.11", "alexander 8.11", "spqr 8.11")
@for_each("after", [0, 1, 2])
def test_before_the_move_in_its_course_or_at_its_end_for_no_mp(kit: Kit, after: int) -> None:
    r = duel(kit, theirs=unit("HC9", 1310, "W", ma=12))
    r.moves("LC1", 1110, 1210, fire_at="HC9", fire_after=after, attack=False, dice=[9])
    assert r.fired() == [("LC1", "HC9", "order")]
    went = r.happened(UnitMoved)
    assert [e.to for e in went] == [1110, 1210] and sum(e.mp for e in went) == 2
    kinds = [type(e).__name__ for e in r.events if type(e).__name__ in ("Fired", "UnitMoved")]
    assert kinds.index("Fired") == after
    assert r.rolls[0].total == 10, "who moves in the phase aims worse"


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule("cataphract 8.11", "alexander 8.11", "spqr 8.11")
def test_after_moving_the_last_step_must_have_brought_it_closer(kit: Kit) -> None:
    r = duel(kit)
    r.g.orders.moved.append("LC1")
    r.g.orders.last_step["LC1"] = (910, 1010)
    fire.check_fire(r.g, r.unit("LC1"), r.unit("HC9"))
    r.g.orders.last_step["LC1"] = (1110, 1010)
    with pytest.raises(Refusal, match="closer") as no:
        fire.check_fire(r.g, r.unit("LC1"), r.unit("HC9"))
    assert no.value.rule == kit.case(Case.ORDERED_FIRE)


@shared(Case.ORDERED_FIRE, Case.AMMUNITION, Case.ROUTED, Case.RALLY)
@pytest.mark.rule(
    "cataphract 8.11",
    "cataphract 8.17",
    "cataphract 10.26",
    "cataphract 10.27",
    "spqr 8.11",
    "spqr 8.14",
    "spqr 10.27",
    "spqr 10.28",
)
@pytest.mark.rule("alexander 8.11", "alexander 8.17", "alexander 10.25", "alexander 10.27")
@for_each(
    ("state", "case"),
    [
        ({"missile": None}, Case.ORDERED_FIRE),
        ({"supply": "no"}, Case.AMMUNITION),
        ({"routed": True}, Case.ROUTED),
        ({"rallied": True}, Case.RALLY),
    ],
)
def test_who_cannot_fire(kit: Kit, state: dict[str, Any], case: Case) -> None:
    r = duel(kit, state)
    with pytest.raises(Refusal) as no:
        fire.check_fire(r.g, r.unit("LC1"), r.unit("HC9"))
    assert no.value.rule == kit.case(case)
    assert fire.targets(r.g, r.unit("LC1")) == []


@shared()
@pytest.mark.rule("cataphract 8.12", "alexander 8.12", "spqr 8.12")
def test_nobody_fires_in_a_shock_or_when_an_enemy_removes_hits(kit: Kit) -> None:
    a = [unit("LC1", 1010, tq=9, missile="bow"), unit("LC3", 1020, tq=9, hits=1, missile="bow")]
    b = [unit("LI9", 1110, "W", tq=9, missile="bow"), unit("LI8", 1420, "W", missile="bow", supply="no")]
    r = kit.battle(a, b, a_leaders=[leader("Anna", 1019)]).orders("a", "Anna", moved=["LC1"])
    r.fights("LC1 x LI9", dice=[0])
    r.order(orders.Recover(unit="LC3"))
    assert r.unit("LC3").hits == 0 and r.fired() == []


@shared()
@pytest.mark.rule("cataphract 8.12", "alexander 8.12", "cataphract 8.0", "alexander 8.0", "spqr 8.0")
def test_a_unit_may_fire_and_fight_in_one_phase(kit: Kit) -> None:
    r = duel(kit, {"tq": 20, "missile": "javelin"}, unit("MI9", 1310, "W", tq=20))
    r.moves("LC1", 1110, 1210, fire_at="MI9", attack=True, dice=[9])
    r.fights("LC1 x MI9", dice=[0, 0, 5])
    assert r.fired() == [("LC1", "MI9", "order")]
    assert r.rolls[-1].purpose == "shock"


@shared()
@pytest.mark.rule("alexander 8.55", "cataphract 9.21", "spqr 8.45")
def test_nobody_advances_after_fire(kit: Kit) -> None:
    r = duel(kit, theirs=unit("HC9", 1110, "W", tq=1))
    r.fires("LC1", "HC9", dice=[0])
    assert r.routed() == ["HC9"]
    assert r.unit("LC1").hex == 1010 and r.advanced() == []


# -- supply ----------------------------------------------------------------------------------------------------------


def reloading(kit: Kit, it: dict[str, Any], *enemies: dict[str, Any], **more: Any) -> str:
    r = kit.battle([it], enemies, **more)
    r.run(fire.reload_phase)
    return r.unit(it["code"]).supply


@shared(Case.RELOAD)
@pytest.mark.rule("cataphract 8.18", "alexander 8.18", "spqr 8.15")
@pytest.mark.parametrize("supply", ["low", "no"])
def test_units_out_of_danger_reload_to_the_full(kit: Kit, supply: str) -> None:
    assert reloading(kit, unit("LC1", 1010, missile="javelin", supply=supply)) == "full"


@shared(Case.RELOAD)
@pytest.mark.rule("cataphract 8.18", "alexander 8.18", "spqr 8.15")
@for_each(
    ("enemy", "supply"),
    [
        (unit("HC1", 1110, "W"), "low"),  # in its ZOC
        (unit("HC1", 1110, "E"), "full"),  # next to it but not in its ZOC
        (unit("LI1", 1310, "W", missile="bow"), "low"),
        (unit("LI1", 1310, "W", missile="bow", supply="low"), "low"),
        (unit("LI1", 1310, "W", missile="bow", supply="no"), "full"),
        (unit("LI1", 1310, "E", missile="bow"), "full"),  # looks the other way
        (unit("LI1", 1610, "W", missile="bow"), "full"),  # too far
        (unit("LC2", 1310, "W", missile="bow", routed=True), "full"),
    ],
)
def test_enemies_that_could_fire_or_hold_it_keep_it_from_reloading(
    kit: Kit, enemy: dict[str, Any], supply: str
) -> None:
    it = {**unit("LC1", 1010, missile="javelin", supply="low"), "code": "LC7"}
    assert reloading(kit, it, enemy) == supply


@shared(Case.RELOAD)
@pytest.mark.rule("cataphract 8.18", "alexander 8.18", "cataphract 10.26", "alexander 10.25", "spqr 8.15")
def test_of_routed_units_foot_does_not_reload_and_horse_where_the_book_lets_it(kit: Kit) -> None:
    assert kit.rules.fire.routed_reload is (kit.system == "cataphract")
    assert reloading(kit, unit("LI1", 1010, missile="javelin", supply="no", routed=True)) == "no"
    found = reloading(kit, unit("LC1", 1010, missile="javelin", supply="no", routed=True))
    assert found == ("full" if kit.rules.fire.routed_reload else "no")


@shared(Case.RELOAD)
@pytest.mark.rule("cataphract 8.18", "alexander 8.18", "spqr 8.15")
def test_both_sides_reload_on_the_same_position(kit: Kit) -> None:
    archers = [unit("LI1", 1010, missile="bow", supply="no")], [unit("LI2", 1310, "W", missile="bow", supply="no")]
    r = kit.battle(*archers)
    r.run(fire.reload_phase)
    assert [e.unit for e in r.happened(SupplyChanged)] == ["LI1", "LI2"]


@shared(Case.RELOAD)
@pytest.mark.rule("cataphract 8.18", "alexander 8.18", "spqr 8.15")
def test_a_battle_may_do_without_reloading(kit: Kit) -> None:
    it = unit("LC1", 1010, missile="javelin", supply="low")
    assert reloading(kit, it, rules_not_used=(kit.case(Case.RELOAD),)) == "low"


# -- leaders ---------------------------------------------------------------------------------------------------------


@shared(Case.FIRE_AT_LEADERS)
@pytest.mark.rule("cataphract 8.19", "alexander 8.19", "cataphract 9.14", "alexander 8.34", "spqr 8.19")
@for_each(("dice", "hurt"), [([1], False), ([0, 1], False), ([0, 9], False), ([0, 0, 9], True)])
def test_leaders_in_the_hex_are_at_risk_on_a_natural_0(kit: Kit, dice: list[int], hurt: bool) -> None:
    r = duel(kit, theirs=unit("HC9", 1210, "W"), b_leaders=[leader("Gelimer", 1210)])
    r.fires("LC1", "HC9", dice=dice)
    assert r.leader("Gelimer").eliminated is hurt


@shared(Case.FIRE_AT_LEADERS)
@pytest.mark.rule("cataphract 8.19", "alexander 8.19", "spqr 8.19")
def test_the_natural_0_counts_even_if_the_fire_misses_and_a_wounded_leader_dies(kit: Kit) -> None:
    leaders = [leader("Gelimer", 1310), leader("Tzazo", 1310, "SC")]
    r = duel(kit, theirs=unit("HI9", 1310, "W"), b_leaders=leaders)
    r.leader("Gelimer").wounded = True
    wounded = [0, 0, *([] if kit.system == "cataphract" else [9]), 4]
    shot = lambda g: ordered_fire.ordered_fire(g, r.unit("LC1"), r.unit("HI9"), moved=True)  # noqa: E731
    r.run(shot, dice=wounded)
    assert r.unit("HI9").hits == 0
    assert r.leader("Gelimer").eliminated
    assert r.leader("Tzazo").on_map and not r.leader("Tzazo").wounded


@shared(Case.FIRE_AT_LEADERS)
@pytest.mark.rule("cataphract 8.19", "alexander 8.19", "spqr 8.19")
def test_a_leader_alone_is_fired_at_where_the_book_lets_one(kit: Kit) -> None:
    assert kit.rules.fire.lone_leaders is (kit.system != "alexander")
    r = duel(kit, theirs=unit("HC9", 2010), b_leaders=[leader("Gelimer", 1210)])
    if kit.rules.fire.lone_leaders:
        assert fire.leader_targets(r.g, r.unit("LC1")) == [r.leader("Gelimer")]
        r.fires("LC1", "Gelimer", dice=[0, 0, 9])
        assert r.leader("Gelimer").eliminated
        return
    assert fire.leader_targets(r.g, r.unit("LC1")) == []
    with pytest.raises(Refusal, match="alone") as no:
        fire.check_fire(r.g, r.unit("LC1"), r.leader("Gelimer"))
    assert no.value.rule == kit.case(Case.FIRE_AT_LEADERS)


# -- out of turn -----------------------------------------------------------------------------------------------------


def comes_up(kit: Kit, *enemies: dict[str, Any], **mover: Any) -> Rig:
    """LN1 has just come to 1010."""
    return kit.battle([unit("LN1", 1010, **mover)], enemies).orders("a")


@shared(Case.ENTRY_FIRE)
@pytest.mark.rule("cataphract 8.21", "cataphract 8.24", "cataphract 8.12", "spqr 8.22")
@pytest.mark.rule("alexander 8.21", "alexander 8.23", "alexander 8.12")
def test_entry_fire_at_range_1_without_an_order(kit: Kit) -> None:
    r = comes_up(kit, unit("LI1", 1110, "W", missile="javelin"))
    r.run(reaction.entry_fire, r.unit("LN1"), dice=[5], answers=["fire"])
    assert r.fired() == [("LI1", "LN1", "entry")]
    assert str(r.rolls[0].text).endswith("range 1") and r.unit("LN1").hits == 1
    assert (r.g.orders.orders_used, r.g.orders.acted) == (0, [])


@shared(Case.ENTRY_FIRE)
@pytest.mark.rule("cataphract 8.21", "cataphract 8.24", "alexander 8.21", "alexander 8.23", "spqr 8.22")
@for_each(
    "defender",
    [
        unit("LI1", 1110, "E", missile="javelin"),  # the mover is not in its ZOC
        unit("LI1", 1210, "W", missile="bow"),  # nor here
        unit("LI1", 1110, "W"),
        unit("LI1", 1110, "W", missile="javelin", supply="no"),
        unit("LI1", 1110, "W", missile="javelin", routed=True),
    ],
)
def test_units_that_have_no_entry_fire_are_not_asked(kit: Kit, defender: dict[str, Any]) -> None:
    r = comes_up(kit, defender)
    r.run(reaction.entry_fire, r.unit("LN1"))
    assert r.decisions == []


@shared(Case.ENTRY_FIRE)
@pytest.mark.rule("cataphract 8.21", "cataphract 8.24", "alexander 8.21", "alexander 8.23", "spqr 8.22")
def test_reaction_fire_has_no_limit_but_ammunition(kit: Kit) -> None:
    r = comes_up(kit, unit("LI1", 1110, "W", missile="javelin"), tq=9)
    for die in (5, 9, 4):
        r.run(reaction.entry_fire, r.unit("LN1"), dice=[die], answers=["fire"])
    assert r.unit("LI1").supply == "no"
    r.run(reaction.entry_fire, r.unit("LN1"))
    assert len(r.decisions) == 3


@shared(Case.ENTRY_FIRE)
@pytest.mark.rule("cataphract 8.21", "alexander 8.21", "spqr 8.22")
def test_at_a_line_that_has_come_up_one_shot_or_one_at_each_as_the_book_says(kit: Kit) -> None:
    each = kit.rules.fire.line_entry == "each"
    assert each is (kit.system == "alexander")
    r = kit.battle([unit("LN1", 1010), unit("LN2", 1011)], [unit("LI1", 1110, "W", missile="javelin")]).orders("a")
    r.g.orders.line = LineInProgress(units=["LN1", "LN2"])
    for name in ("LN1", "LN2"):
        reaction.note_entries(r.g, r.unit(name))
    r.run(reaction.line_entry_fire, dice=[5, *[5] * each], answers=[{"LI1": "LN2"}, *[{"LI1": "fire"}] * each])
    assert [x[1] for x in r.fired()] == ["LN2", *["LN1"] * each]


def exchange(kit: Kit, mine: dict[str, Any], theirs: dict[str, Any], *others: dict[str, Any], **values: Any) -> Rig:
    r = kit.battle([mine, *others], [theirs]).orders("a")
    return r.fires(mine["code"], theirs["code"], **values)


LC1, LI9 = unit("LC1", 1010, missile="bow"), unit("LI9", 1210, "W", missile="bow")


@shared(Case.RETURN_FIRE)
@pytest.mark.rule("cataphract 8.23", "cataphract 8.12", "alexander 8.24", "alexander 8.12", "spqr 8.23")
def test_return_fire_follows_the_result_at_the_true_range(kit: Kit) -> None:
    r = exchange(kit, LC1, LI9, dice=[3, 3], answers=["fire"])
    assert r.fired() == [("LC1", "LI9", "order"), ("LI9", "LC1", "return")]
    assert (r.unit("LI9").hits, r.unit("LC1").hits) == (1, 1)
    assert str(r.rolls[1].text).endswith("range 2")


@shared(Case.RETURN_FIRE)
@pytest.mark.rule("cataphract 8.23", "alexander 8.24", "spqr 8.23")
def test_it_may_be_declined_and_is_never_answered_in_turn(kit: Kit) -> None:
    assert len(exchange(kit, LC1, LI9, dice=[4], answers=["hold"]).fired()) == 1
    assert len(exchange(kit, LC1, LI9, dice=[4, 5], answers=["fire"]).decisions) == 1


@shared(Case.RETURN_FIRE)
@pytest.mark.rule("cataphract 8.23", "alexander 8.24", "spqr 8.23")
@for_each(
    ("target", "die"),
    [
        (unit("LI9", 1210, "W", missile="javelin"), 5),  # out of its range
        (unit("LI9", 1210, "E", missile="bow"), 5),  # behind it
        (unit("LI9", 1210, "W", missile="bow", supply="no"), 5),
        (unit("LI9", 1210, "W", missile="bow", hits=3), 2),  # it breaks
    ],
)
def test_who_cannot_return_fire(kit: Kit, target: dict[str, Any], die: int) -> None:
    r = exchange(kit, LC1, target, dice=[die])
    assert r.decisions == [] and len(r.fired()) == 1


@shared(Case.RETURN_FIRE)
@pytest.mark.rule("cataphract 8.23", "alexander 8.24", "spqr 8.23")
def test_at_one_it_has_fired_at_on_entry_where_the_book_lets_it(kit: Kit) -> None:
    again = kit.rules.fire.return_after_entry
    assert again is (kit.system == "alexander")
    r = kit.battle([unit("LC1", 1010, missile="javelin")], [unit("LI9", 1110, "W", missile="bow")]).orders("a")
    r.run(reaction.entry_fire, r.unit("LC1"), dice=[8], answers=["fire"])
    r.fires("LC1", "LI9", dice=[6, *[8] * again], answers=["fire"] * again)
    assert len(r.fired()) == 2 + again
    r.orders("a")
    r.fires("LC1", "LI9", dice=[2, 8], answers=["fire"])
    assert len(r.fired()) == 4 + again, "another Orders Phase is another matter"


@shared(Case.RETURN_FIRE)
@pytest.mark.rule("cataphract 8.23", "alexander 8.24", "spqr 8.23")
def test_past_an_enemy_in_its_zoc_where_the_book_lets_it(kit: Kit) -> None:
    past = kit.rules.fire.return_past_zone
    assert past is (kit.system != "cataphract")
    near = unit("LI9", 1110, "W", missile="bow")
    r = exchange(kit, unit("LC1", 1009, missile="bow"), near, unit("HC2", 1011), dice=[9], answers=["hold"] * past)
    assert len(r.decisions) == past
    r = exchange(kit, unit("LC1", 1010, missile="bow"), near, unit("HC2", 1011), dice=[9], answers=["hold"])
    assert len(r.decisions) == 1
