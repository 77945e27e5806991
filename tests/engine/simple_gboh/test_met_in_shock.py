"""Rules that meet in a Shock: who is engaged when some have retreated, engines left behind, stacks, chariots, kinds."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh.orders.orders import Move
from engine.systems.simple_gboh.shock import before_ways, contact, designation, modifiers, phase, pursuit, resolve
from engine.systems.simple_gboh.shock.combat import Combat, Party
from engine.systems.simple_gboh.shock.retreat import retreat, ways
from engine.systems.simple_gboh.shock.tables import Outcome
from tests.each import for_each
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}
TURN = ("reaction-facing",)


def refusal(r: Rig, *attacks: str) -> str | None:
    """The case by which a plan is refused; None for one that may be."""
    r.g.version += 1
    try:
        designation.check_plan(r.g, r.plan(*attacks))
    except Refusal as no:
        return no.rule
    return None


def told_of(r: Rig, name: str) -> list[int]:
    """What a leader adds to the last roll."""
    return [m.value for m in r.rolls[-1].modifiers if str(m.reason) == name]


# -- Heroic Charisma --------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.38", "simple-gboh 7.4")
@pytest.mark.parametrize(("side", "at"), [("a", 1010), ("b", 1110)])
def test_a_hero_whose_shock_came_to_nothing_is_engaged_in_none(side: str, at: int) -> None:
    """His unit has retreated before it, or attacks one that has: no Shock within two hexes gains by him."""
    leaders: Any = {f"{side}_leaders": [leader("Hero", at, heroic=True)]}
    r = battle(
        [unit("HI1", 1010), unit("HI2", 1012)], [unit("SK9", 1110, "W", ma=2), unit("MI8", 1112, "W", tq=6)], **leaders
    ).shock_turn()
    r.fights("HI1 x SK9", "HI2 x MI8", dice=[5], answers=[{"SK9": "1211" if side == "b" else "1210"}])
    assert told_of(r, "Hero") == []


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.38")
def test_a_hero_who_has_fought_in_this_phase_still_inspires() -> None:
    r = battle(
        [unit("HI1", 1010, tq=8), unit("HI2", 1012)],
        [unit("MI9", 1110, "W", tq=8), unit("MI8", 1112, "W", tq=6)],
        a_leaders=[leader("Hero", 1010, heroic=True)],
    ).shock_turn()
    even = max(0, 4 - r.reckoned("HI1 x MI9").drm)
    r.fights("HI1 x MI9", "HI2 x MI8", dice=[5, even, 5])
    assert told_of(r, "Hero") == [1]


@pytest.mark.rule("simple-gboh 4.38")
def test_a_leader_counts_from_either_half_and_two_of_them_once() -> None:
    r = battle(
        [unit("PH1", 1010)],
        [unit("MI9", 1110, "W")],
        a_leaders=[leader("Anna", 1011), leader("Berta", 1010, "SC")],
    ).shock_turn()
    found = r.modifiers("PH1 x MI9")
    assert found.get("Anna", 0) + found.get("Berta", 0) == 1


# -- retreats before it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.41", "simple-gboh 5.35")
def test_a_stack_is_no_faster_than_the_slower_of_it() -> None:
    for under, case in ((5, None), (6, "7.41")):
        stack = [unit("LG1", 1010, ma=6, **ROMAN), unit("LG2", 1010, ma=under, **ROMAN)]
        r = battle(stack, [unit("LI9", 1110, "W", ma=6)]).shock_turn()
        bar = before_ways.bar(r.g, r.unit("LI9"), [r.unit("LG1")])
        assert (bar.rule if bar is not None else None) == case


@pytest.mark.rule("simple-gboh 7.44", "simple-gboh 10.13")
def test_who_follows_overruns_the_engine_that_was_left() -> None:
    r = battle([unit("HC1", 1010, ma=8)], [unit("LI9", 1110, "W", ma=9), unit("ART8", 1110)]).shock_turn()

    def into(d: Any) -> str:
        return next(c.key for c in d.choices if c.key.startswith("HC1@1110"))

    far = before_ways.ways(r.g, r.unit("LI9"), [r.unit("HC1")])[0].key
    r.fights("HC1 x LI9", dice=[0], answers=[{"LI9": far}, into], but=["follow-up"])
    assert r.unit("HC1").hex == 1110
    assert r.unit("ART8").eliminated and r.state.sides["b"].rout_points == 4


@pytest.mark.rule("simple-gboh 7.45", "simple-gboh 4.36", "simple-gboh 9.0")
def test_the_hit_of_a_retreat_may_be_its_last_and_its_leader_is_elsewhere() -> None:
    r = battle(
        [unit("HI1", 1010)], [unit("LI9", 1110, "W", tq=5, hits=4)], b_leaders=[leader("Xerxes", 1110)]
    ).shock_turn()
    r.fights("HI1 x LI9", dice=[6], answers=[lambda d: {"LI9": d.items[0].choices[0].key}])
    assert r.unit("LI9").eliminated and r.leader("Xerxes").elsewhere
    assert r.state.sides["b"].rout_points == 5


@pytest.mark.rule("simple-gboh 7.4", "simple-gboh 7.35")
def test_of_two_defenders_the_one_who_stays_is_fought() -> None:
    r = battle([unit("HI1", 1010)], [unit("SK9", 1110, "W"), unit("MI8", 1109, "SW")]).shock_turn()
    r.fights("HI1 x SK9+MI8", dice=[5], answers=[lambda d: {"SK9": d.items[0].choices[0].key}])
    assert any(line.startswith("Shock, HI1 against MI8") for line in r.told())


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.22")
def test_horse_that_fired_at_elephants_coming_up_cannot_retreat_before_them() -> None:
    r = battle([unit("EL1", 1010)], [unit("LC9", 1110, "W", missile="J")]).shock_turn()
    r.g.orders.entry_fire.append(("LC9", "EL1"))
    bar = before_ways.bar(r.g, r.unit("LC9"), [r.unit("EL1")])
    assert bar is not None and bar.rule == "7.22"


# -- who attacks whom -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 11.14")
def test_zoc_across_the_works_obliges_to_attack_those_on_this_side() -> None:
    r = battle(
        [unit("HI1", 1010)],
        [unit("MI9", 1109, "W"), unit("MI8", 1110, "E")],
        hexsides=[{"a": 1010, "b": 1109, "type": "rampart"}],
    ).shock_turn()
    assert [refusal(r, *plan) for plan in ((), ("HI1 x MI9",), ("HI1 x MI8",), ("HI1 x MI8+MI9",))] == [
        "7.31",
        "7.31",
        None,
        None,
    ]


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 10.23")
def test_horse_before_elephants_and_foot_attacks_the_foot_alone() -> None:
    r = battle([unit("HC1", 1010)], [unit("EL9", 1109, "SW"), unit("MI8", 1110, "W")]).shock_turn()
    assert [refusal(r, *plan) for plan in ((), ("HC1 x EL9",), ("HC1 x MI8",))] == ["7.31", "10.23", None]


@pytest.mark.rule("simple-gboh 7.32")
def test_who_may_attack_attacks_all_before_it_or_nobody() -> None:
    r = battle([unit("HI1", 1010)], [unit("MI9", 1109, "E"), unit("MI8", 1110, "E")]).shock_turn()
    assert contact.obliged(r.g) == []
    assert [refusal(r, *plan) for plan in ((), ("HI1 x MI9",), ("HI1 x MI9+MI8",))] == [None, "7.32", None]


@pytest.mark.rule("simple-gboh 7.37", "simple-gboh 6.21", "simple-gboh 9.0")
def test_an_engine_alone_is_lost_in_the_flank_of_skirmishers_too_and_one_with_foot_is_not() -> None:
    r = battle(
        [unit("SK1", 1010, "E")],
        [unit("ART9", 1009, missile="Bolt"), unit("ART8", 1110, missile="Bolt"), unit("MI8", 1110, "E")],
    ).shock_turn()
    r.run(phase.overrun)
    assert (r.unit("ART9").eliminated, r.unit("ART8").on_map) == (True, True)
    assert r.state.sides["b"].rout_points == 4


# -- modifiers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 6.12")
def test_who_only_turned_has_not_moved_to_attack() -> None:
    r = battle([unit("HI1", 1010, "NE")], [unit("MI9", 1110, "E", tq=6)]).turn()
    r.order(Move(unit="HI1", path=(Facing.E,)))
    r.state.phase = "shock"
    assert "moved to attack" not in r.modifiers("HI1 x MI9")


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 7.82", "simple-gboh 5.33")
def test_who_came_into_a_friends_hex_has_entered_no_vacant_one_though_the_friend_leaves() -> None:
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1109, **ROMAN)], [unit("MI9", 1209, "W")])
    r.turn(started_in_zoc=[], started_with_enemy=[])
    r.order(Move(unit="LG1", path=(1109,)), defaults=TURN)
    r.order(Move(unit="LG2", path=(Facing.NW, 1009)), defaults=TURN)
    assert r.unit("LG1").beneath is None and r.g.orders.came_into == {"LG1": [], "LG2": [1009]}
    assert not {"moved to attack", "pila"} & set(r.modifiers("LG1 x MI9"))


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh 5.23")
@pytest.mark.parametrize(("at", "counts"), [(1009, False), (1109, True)])
def test_a_half_that_wheels_out_of_reach_of_the_defender_has_not_come_up_to_it(at: int, counts: bool) -> None:
    """The half that stands was next to it before."""
    r = battle([unit("PH1", 1010)], [unit("MI9", at, "NE")]).turn(started_in_zoc=[], started_with_enemy=[])
    r.order(Move(unit="PH1", path=(Facing.NE,)), defaults=TURN)
    assert ("moved to attack" in r.modifiers("PH1 x MI9")) is counts


@pytest.mark.rule("simple-gboh 10.51", "simple-gboh 7.52")
@pytest.mark.parametrize(
    ("start", "path", "counts"), [(610, (710, 810, 910, 1010), True), (710, (810, 910, 1010), False)]
)
def test_chariots_have_the_hexes_they_were_driven(start: int, path: tuple[int, ...], counts: bool) -> None:
    """Counted from their orders, whatever way round they came."""
    r = battle([unit("CH1", start, "E")], [unit("MI9", 1110, "E", tq=4)]).turn()
    r.order(Move(unit="CH1", path=path), defaults=TURN)
    assert r.g.orders.hexes_moved == {"CH1": len(path)}
    assert ("moved to attack" in r.modifiers("CH1 x MI9")) is counts


@pytest.mark.rule("simple-gboh 10.51")
def test_who_asks_what_a_chariot_would_do_elsewhere_is_told_with_its_drive() -> None:
    r = battle([unit("CH1", 610, "E")], [unit("MI9", 1110, "E", tq=4)]).turn()
    for at, counts in ((1010, True), (910, False)):
        there = r.unit("CH1").model_copy(update={"hex": at})
        r.g.orders.moved = ["CH1"]
        assert modifiers.came_up(r.g, there, [r.unit("MI9")]) is counts


@pytest.mark.rule("simple-gboh 7.82", "simple-gboh 8.2", "simple-gboh 5.35")
def test_a_depleted_unit_on_top_has_no_pila_and_its_tq_counts() -> None:
    top = unit("LG1", 1010, tq=7, depletable=True, depleted=True, **ROMAN)
    r = battle([top, unit("LG2", 1010, tq=6, **ROMAN)], [unit("MI9", 1110, "W", tq=6)])
    found = r.shock_turn(moved=["LG1", "LG2"]).modifiers("LG1 x MI9")
    assert (found.get("pila"), found["TQ 5 to 6"], found["moved to attack"]) == (None, -1, 1)


@pytest.mark.rule("simple-gboh 7.82", "simple-gboh T:weapon_matrix_special_modifiers")
@for_each(
    ("attacker", "defender", "expected"),
    [
        ({"code": "HI1", "letter": "X"}, {"code": "HI9", "letter": "X"}, set[str]()),
        ({"code": "HI1", "letter": "X"}, {"code": "HI9", "letter": "F"}, {"weapon X"}),
        ({"code": "HI1", "letter": "X"}, {"code": "HI9", "letter": "X", "facing": "E"}, {"weapon X"}),
        ({"code": "HI1", "letter": "X"}, {"code": "PH9"}, {"weapon X"}),
        ({"code": "BI1", "letter": "F"}, {"code": "PH9"}, {"weapon F", "came up to a phalanx"}),
        ({"code": "HC1"}, {"code": "LI9", "missile": "J"}, {"rode up to javelins"}),
        ({"code": "HC1", "cls": "CAT"}, {"code": "LI9", "missile": "J"}, set[str]()),
        ({"code": "HC1"}, {"code": "LI9", "missile": "J", "facing": "E"}, set[str]()),
        ({"code": "HC1"}, {"code": "LG9", **ROMAN, "depletable": True, "depleted": True}, {"rode up to javelins"}),
        ({"code": "HC1"}, {"code": "LG9", "cls": "SAM"}, set[str]()),
    ],
)
def test_what_stands_below_the_matrices(attacker: dict[str, Any], defender: dict[str, Any], expected: set[str]) -> None:
    ours, theirs = {"hex": 1010, "facing": "E", **attacker}, {"hex": 1110, "facing": "W", **defender}
    r = battle([ours], [theirs]).shock_turn(moved=[attacker["code"]])
    found = set(r.modifiers(f"{attacker['code']} x {defender['code']}"))
    assert found & {"weapon X", "weapon F", "came up to a phalanx", "rode up to javelins", "pila"} == expected


@pytest.mark.rule("simple-gboh 7.52")
def test_elephants_beside_foot_lend_no_size_and_measure_themselves_with_skirmishers() -> None:
    def sizes(attackers: list[dict[str, Any]], defenders: list[dict[str, Any]]) -> list[str]:
        r = battle(attackers, defenders).shock_turn()
        names = ["+".join(u["code"] for u in side) for side in (attackers, defenders)]
        return [k for k in r.modifiers(" x ".join(names)) if k.startswith("Size")]

    beast, foot = unit("EL1", 1010, size=5), unit("HI2", 1009, "SE", size=4)
    assert sizes([beast, foot], [unit("MI9", 1110, "W", size=4)]) == []
    assert sizes([beast], [unit("SK9", 1110, "W", size=2)]) == ["Size 5 to 2"]
    assert sizes([beast], [unit("SK9", 1110, "W", size=2), unit("MI8", 1109, "W", size=8)]) == []


@pytest.mark.rule("simple-gboh 7.52", "simple-gboh T:shock_drm")
def test_of_the_grounds_of_two_attackers_the_worse_for_both_counts() -> None:
    """One attacks uphill into a wood, one downhill: together they count as going uphill."""
    r = battle(
        [unit("HI1", 1010), unit("HI2", 1109, "SE")],
        [unit("MI9", 1110, "W")],
        terrain={1110: "forest"},
        levels={1110: 2, 1010: 1, 1109: 3},
    ).shock_turn()
    ground = ("forest", "uphill", "downhill")
    for attack, expected in (("HI1", (-1, -1, 0)), ("HI2", (-1, 0, 1)), ("HI1+HI2", (-1, -1, 0))):
        found = r.modifiers(f"{attack} x MI9")
        assert tuple(found.get(k, 0) for k in ground) == expected


# -- what comes of it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.53", "simple-gboh 8.21", "simple-gboh 8.22")
def test_an_automatic_rout_depletes_both_of_a_stack_and_they_retreat_together() -> None:
    pair = [unit(c, 1110, "W", depletable=True, hits=h, **ROMAN) for c, h in (("LG9", 3), ("LG8", 2))]
    r = battle([unit("PH1", 1010)], pair).shock_turn()
    harm = resolve.Harm([Party.of(r.g, r.unit("LG9"))], Outcome(retreat=True, rout="auto"))
    spared = resolve.Harm([Party.of(r.g, r.unit("PH1"))], Outcome())

    async def result(g: Any) -> None:
        c = Combat.of(g, r.plan("PH1 x LG9").attacks[0])
        await resolve._weigh(g, harm, r.unit("PH1"))
        await resolve._break(g, c, harm, r.unit("PH1"))
        await resolve._retreats(g, c, (spared, harm))

    r.run(result, defaults=["retreat-hex"])
    assert [(r.unit(x).depleted, r.unit(x).hits) for x in ("LG9", "LG8")] == [(True, 1), (True, 1)]
    assert r.unit("LG9").hex == r.unit("LG8").hex != 1110


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 8.22")
def test_the_hits_of_who_has_no_hex_may_deplete_it_where_it_stands() -> None:
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = battle([unit("MI1", 1010)], [unit("HI9", 1110, "W", tq=6, hits=4, depletable=True)], terrain=shut).shock_turn()
    r.run(lambda g: retreat(g, Party.of(g, r.unit("HI9")), [r.unit("MI1")]))
    assert (r.unit("HI9").depleted, r.unit("HI9").hits, r.unit("HI9").hex) == (True, 1, 1110)


@pytest.mark.rule("simple-gboh 8.3")
def test_it_retreats_next_to_an_enemy_who_fights_elsewhere_but_into_nobodys_zoc() -> None:
    r = battle([unit("MI1", 1010), unit("MI2", 1311, "E")], [unit("MI9", 1110, "W", tq=6)]).shock_turn()
    assert {1210, 1211} <= {m.to.hex for m in ways(r.g, r.unit("MI9"), [r.unit("MI1")])}
    r = battle([unit("MI1", 1010), unit("MI2", 1311, "W")], [unit("MI9", 1110, "W", tq=6)]).shock_turn()
    assert 1211 not in {m.to.hex for m in ways(r.g, r.unit("MI9"), [r.unit("MI1")])}


@pytest.mark.rule("simple-gboh 8.3", "simple-gboh 5.32")
def test_a_stack_finds_no_room_with_a_third() -> None:
    shut = dict.fromkeys((1109, 1210, 1111), "impassable")
    stack = [unit(c, at, "W", **ROMAN) for c, at in (("LG9", 1110), ("LG8", 1110), ("LG7", 1211))]
    r = battle([unit("MI1", 1010)], stack, terrain=shut).shock_turn()
    assert ways(r.g, r.unit("LG9"), [r.unit("MI1")]) == []


@pytest.mark.rule("simple-gboh 8.4", "simple-gboh 8.23")
def test_a_depleted_attacker_is_kept_one_short_of_its_lower_tq() -> None:
    worn = unit("MI1", 1010, tq=5, hits=2, depletable=True, depleted=True)
    r = battle([worn], [unit("MI9", 1110, "W", tq=5, hits=4)]).shock_turn()
    r.fights("MI1 x MI9", dice=[4 - r.reckoned("MI1 x MI9").drm])
    assert (r.unit("MI1").hits, r.unit("MI1").hex) == (2, 1010)
    assert r.unit("MI9").eliminated


@pytest.mark.rule("simple-gboh 7.61")
def test_horse_pursues_only_where_horse_was_driven_off() -> None:
    r = battle(
        [unit("HC1", 1110, "W", tq=7)], [unit("LC9", 1010, "E", tq=4, ma=6), unit("MI8", 1011, "E", tq=4)]
    ).shock_turn()
    c = Combat.of(r.g, r.plan("HC1 x LC9+MI8").attacks[0])
    c.reckoning = r.reckoned("HC1 x LC9+MI8")
    r.unit("MI8").hex = 1313
    assert pursuit.follows(r.g, c) is None
    r.unit("LC9").hex, r.unit("MI8").hex = 1313, 1011
    assert pursuit.follows(r.g, c) is r.unit("HC1")


@pytest.mark.rule("simple-gboh 10.53", "simple-gboh 9.0")
def test_spent_chariots_are_two_points_lost() -> None:
    r = battle([unit("CH1", 1010)], [unit("MI9", 1110, "W", tq=9)]).shock_turn()
    r.fights("CH1 x MI9", dice=[5 - r.reckoned("CH1 x MI9").drm])
    assert r.unit("CH1").eliminated and r.state.sides["a"].rout_points == 2


@pytest.mark.rule("simple-gboh 7.74", "simple-gboh 5.17", "simple-gboh 7.71")
@pytest.mark.parametrize(("code", "cls", "hits"), [("HI", "TR", 1), ("LG", "HA", 0)])
def test_both_of_a_stack_take_the_rivers_hit_as_they_advance(code: str, cls: str, hits: int) -> None:
    """Triarii take it for certain; hastati could have bought it off, which an advance ignores."""
    stack = [unit(f"{code}{n}", 1010, tq=9, roman=True, legion="I", cls=cls) for n in (1, 2)]
    sides = [{"a": 1010, "b": 1110, "type": "river"}]
    r = battle(stack, [unit("MI9", 1110, "W", tq=4)], hexsides=sides).shock_turn()
    r.fights(f"{code}1 x MI9", dice=[8 - r.reckoned(f"{code}1 x MI9").drm, 9])
    assert [(u.hex, u.hits) for u in r.g.units("a")] == [(1110, hits)] * 2


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 8.3")
def test_who_drives_off_a_pair_enters_one_of_its_hexes() -> None:
    r = battle([unit("HI1", 1010, size=20)], [unit("PH9", 1110, "W", tq=5)]).shock_turn()
    r.fights("HI1 x PH9", dice=[7 - r.reckoned("HI1 x PH9").drm])
    assert r.unit("HI1").hex in (1109, 1110) and r.unit("PH9").hex not in (1109, 1110)
