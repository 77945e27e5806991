"""8.3 to 8.5 Shock as SPQR has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import HitsTaken
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import assignment, clash, contact, designation, pair_advance
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.spqr.rules import RULES
from tests.each import for_each
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, refused, unit

ANNA = leader("Anna", 1030, command_range=9)


def field(a: Any, b: Any, *, moved: bool = True, **more: Any) -> Rig:
    """A Shock segment of side "a"; who attacks has come up unless told otherwise."""
    r = kit.battle(a, b, **{"a_leaders": [ANNA], **more}).orders("a", "Anna")
    if moved:
        r.g.orders.markers = {u["code"]: "must" for u in a}
        r.g.orders.moved = [u["code"] for u in a]
    r.g.version += 1
    return r


def odds(r: Rig, ours: str, theirs: str) -> clash.Reckoning:
    return clash.foresee(r.g, [r.unit(u) for u in ours.split()], [r.unit(u) for u in theirs.split()])


def plan(*attacks: str) -> ShockPlan:
    pairs = [x.split(" x ") for x in attacks]
    return ShockPlan(
        attacks=tuple(Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+"))) for a, d in pairs)
    )


# -- who attacks -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.31", "spqr 9.23")
@pytest.mark.parametrize(
    ("who", "able"),
    [
        ({"code": "SK1", "missile": "J"}, False),
        ({"code": "LI1", "missile": "A"}, False),
        ({"code": "LC1", "missile": "A"}, False),
        ({"code": "LI1", "missile": "J"}, True),
        ({"code": "SC1", "missile": "B"}, False),
        ({"code": "EL1", "cls": "LEADER"}, False),
    ],
)
def test_skirmishers_bowmen_and_engines_attack_nobody(who: Any, able: bool) -> None:
    r = field([unit(at=1010, **who)], [unit("MI9", 1110, "W")], moved=False)
    assert designation.able(r.g, r.unit(who["code"])) is able


@pytest.mark.rule("spqr 8.32")
def test_one_attacks_all_before_it_but_those_others_attack() -> None:
    """The first example: a phalanx with velites before all its Front; a neighbour may take one of them."""
    velites = [unit(f"LI{i}", at, "SE", cls="VE") for i, at in ((7, 3622), (8, 3721), (9, 3821))]
    r = field([unit("PH1", 3722, "NW"), unit("MI2", 3920, "SW")], velites)
    assert {u.id for u in r.g.opponents(r.unit("PH1"))} == {"LI7", "LI8", "LI9"}
    assert r.g.opponents(r.unit("MI2")) == [r.unit("LI9")]
    designation.check_plan(r.g, plan("PH1 x LI7+LI8", "MI2 x LI9"))
    for twice in ("LI7+LI8+LI9", "LI7"):
        with refused("8.32"):
            designation.check_plan(r.g, plan(f"PH1 x {twice}", "MI2 x LI9"))
    alone = field([unit("PH1", 3722, "NW")], velites)
    designation.check_plan(alone.g, plan("PH1 x LI7+LI8+LI9"))
    with refused("8.32"):
        designation.check_plan(alone.g, plan("PH1 x LI7+LI8"))


@pytest.mark.rule("spqr 8.32")
def test_two_may_fall_on_one_or_one_alone() -> None:
    """The second example: cavalry must attack the slingers, the hastati may join it."""
    hastati = [unit("RC1", 2419, "NE"), unit("LG2", 2618, "W")]
    r = field(hastati, [unit("SK9", 2518, "W", missile="S")], moved=False, a_leaders=[leader("Anna", 2620)])
    r.g.orders.markers, r.g.orders.moved = {"RC1": "must"}, ["RC1"]
    assert r.g.opponents(r.unit("LG2")) == [r.unit("SK9")] == r.g.opponents(r.unit("RC1"))
    for attack in ("RC1+LG2 x SK9", "RC1 x SK9"):
        designation.check_plan(r.g, plan(attack))
    with refused("7.25"):
        designation.check_plan(r.g, plan("LG2 x SK9"))


@pytest.mark.rule("spqr 8.32")
def test_many_on_many_is_no_combat() -> None:
    a = [unit("HI1", 1010), unit("HI2", 1210, "W")]
    r = field(a, [unit("MI9", 1110, "W"), unit("MI8", 1109, "E")])
    with refused("8.32"):
        designation.check_plan(r.g, plan("HI1+HI2 x MI9+MI8"))
    found = list(assignment.assignments(r.g, [r.unit("HI1"), r.unit("HI2")]))
    assert found and all(len(x.attackers) == 1 or len(x.defenders) == 1 for p in found for x in p.attacks)
    assert RULES.combat.many_on_many is False


# -- the charge ------------------------------------------------------------------------------------------------------


def rolled(r: Rig, attack: str, dice: list[int], **more: Any) -> list[tuple[str, int]]:
    r.fights(attack, dice=dice, **more)
    return [(str(x.unit), sum(m.value for m in x.modifiers)) for x in r.rolls if x.purpose == "pre-shock"]


@pytest.mark.rule("spqr 8.33", "spqr 8.55", "spqr table:cohesion_and_tq")
def test_who_comes_up_and_who_is_met_check_and_suffer_what_is_over_their_tq() -> None:
    r = field([unit("HI1", 1010, tq=6)], [unit("MI9", 1110, "W", tq=8)])
    assert rolled(r, "HI1 x MI9", [8, 9, 5]) == [("HI1", 0), ("MI9", 0)]
    assert [(e.unit, e.hits) for e in r.happened(HitsTaken)][:2] == [("MI9", 1), ("HI1", 2)]


@pytest.mark.rule("spqr 8.33", "spqr 9.23")
@for_each(
    ("attacker", "defender", "who"),
    [
        ({"code": "MI1"}, {"code": "SK9", "missile": "J"}, ["SK9"]),  # who attacks skirmishers needn't
        ({"code": "MI1"}, {"code": "HI9", "routed": True}, ["HI9"]),  # nor who attacks the routed
        ({"code": "LI1", "missile": "J"}, {"code": "HI9"}, ["LI1"]),  # steady foot before light foot
        ({"code": "LI1", "missile": "J"}, {"code": "LG9"}, ["LI1"]),
        ({"code": "LI1", "missile": "J"}, {"code": "PH9"}, ["LI1"]),
        ({"code": "LI1", "cls": "VE", "missile": "J"}, {"code": "LG9"}, ["LI1"]),
        ({"code": "LI1", "missile": "J"}, {"code": "MI9"}, ["LI1", "MI9"]),
        ({"code": "LC1", "missile": "J"}, {"code": "HI9"}, ["LC1", "HI9"]),
    ],
)
def test_who_needs_no_check(attacker: Any, defender: Any, who: list[str]) -> None:
    at = 1109 if defender["code"] == "PH9" else 1110
    r = field([unit(at=1010, **{"tq": 20, **attacker})], [unit(at=at, facing="W", **{"tq": 20, **defender})])
    ours, theirs = [r.unit(attacker["code"])], [r.unit(defender["code"])]
    assert [u.id for u in contact.rolling(r.g, ours, theirs, [ours[0].id])] == who


@pytest.mark.rule("spqr 8.33")
def test_light_foot_on_their_flank_shakes_steady_foot() -> None:
    r = field([unit("LI1", 1010, missile="J")], [unit("HI9", 1110, "E")])
    units = [r.unit("LI1")], [r.unit("HI9")]
    assert [u.id for u in contact.rolling(r.g, *units, ["LI1"])] == ["LI1", "HI9"]


@pytest.mark.rule("spqr 8.33")
@pytest.mark.parametrize(
    ("elephant", "defender", "ours", "theirs"),
    [
        ("AFR", {"code": "HI9", "facing": "W"}, 1, 1),  # heavy foot ahead; attacked by elephants
        ("AFR", {"code": "HI9", "facing": "E"}, 0, 1),
        ("AFR", {"code": "MI9", "facing": "W"}, 0, 1),
        ("AFR", {"code": "LG9", "facing": "W"}, 0, 1),
        ("AFR", {"code": "EL9", "cls": "IND", "facing": "W"}, 1, 1),  # 9.19
        ("IND", {"code": "EL9", "cls": "AFR", "facing": "W"}, 0, 2),
        ("IND", {"code": "EL9", "cls": "IND", "facing": "W"}, 0, 1),
    ],
)
def test_what_elephants_add_to_checks(elephant: str, defender: Any, ours: int, theirs: int) -> None:
    r = field([unit("EL1", 1010, cls=elephant, tq=20)], [unit(at=1110, tq=20, **defender)])
    found = rolled(
        r,
        f"EL1 x {defender['code']}",
        [0, 0, 9],
        answers=["stand"] if "EL" not in defender["code"] and defender["facing"] == "W" else [],
    )
    assert found == [("EL1", ours), (defender["code"], theirs)]


@pytest.mark.rule("spqr 8.33")
def test_who_routs_its_enemy_with_the_charge_advances_unless_it_is_held() -> None:
    r = field([unit("HI1", 1010, tq=9)], [unit("MI9", 1110, "W", tq=3, hits=2)])
    r.fights("HI1 x MI9", dice=[0, 9])
    assert r.routed() == ["MI9"] and r.advanced() == [("HI1", 1110)]
    r = field([unit("HI1", 1010, tq=9)], [unit("MI9", 1110, "W", tq=3, hits=2), unit("MI8", 910, "E")])
    r.fights("HI1 x MI9", dice=[0, 9])
    assert r.g.in_enemy_zoc(r.unit("HI1")) and r.routed() == ["MI9"] and r.advanced() == []


# -- leaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.34")
def test_leaders_of_both_sides_are_hit_on_a_zero() -> None:
    r = field(
        [unit("HI1", 1010, tq=20)],
        [unit("MI9", 1110, "W", tq=20)],
        a_leaders=[leader("Anna", 1010)],
        b_leaders=[leader("Bono", 1110)],
    )
    r.fights("HI1 x MI9", dice=[0, 0, 0, 5, 1, 4])
    assert [x.purpose for x in r.rolls][2:5] == ["leader-hit", "leader-casualty", "leader-hit"]
    assert r.leader("Anna").status == "finished" and r.leader("Bono").status == "inactive"


@pytest.mark.rule("spqr 8.34", "spqr 8.36", "spqr table:shock_drm")
@pytest.mark.parametrize(("killed", "drm"), [(False, 2), (True, -4)])
def test_a_leader_lends_charisma_and_his_death_costs_two_more(killed: bool, drm: int) -> None:
    """The example: Maharbal, Charisma 2, killed as he leads: 4 less."""
    r = field([unit("HI1", 1010, tq=20)], [unit("MI9", 1110, "W", tq=20)], a_leaders=[leader("Anna", 1010, charisma=2)])
    r.fights("HI1 x MI9", dice=[0, 0, 0, 9, 4] if killed else [0, 0, 1, 4])
    assert r.leader("Anna").eliminated is killed
    assert [sum(m.value for m in x.modifiers) for x in r.rolls if x.purpose == "shock"] == [drm]


# -- the clash -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.35", "spqr 8.53", "spqr table:clash")
def test_a_phalanx_on_light_infantry_begins_in_column_ten() -> None:
    """The first example."""
    r = field([unit("PH1", 1010, size=4)], [unit("LI9", 1110, "W", size=4)])
    found = odds(r, "PH1", "LI9")
    assert (found.base, found.column, found.superiority) == (10, 10, "AS")


@pytest.mark.rule("spqr 8.35")
def test_the_defender_names_whom_the_clash_is_reckoned_with() -> None:
    """The second example, in which the tables have 11 and 9, not 9 and 8; both ways the attacker is superior."""
    hastati, velites = unit("LG9", 1109, "NW", size=3), unit("LI8", 1110, "W", cls="VE", size=3)
    r = field([unit("HI1", 1010, size=6)], [hastati, velites])
    arcs = [r.g.arc_of_attack(r.unit(x), r.unit("HI1")) for x in ("LG9", "LI8")]
    assert arcs == ["flank", "front"]
    both = [r.unit("LG9"), r.unit("LI8")]
    by = {d.id: clash.reckon(r.g, [r.unit("HI1")], both, r.unit("HI1"), d) for d in both}
    assert (by["LG9"].base, by["LI8"].base) == (11, 9) and by["LI8"].superiority == by["LG9"].superiority == "AS"
    assert odds(r, "HI1", "LG9 LI8").defender.id == "LI8"


@pytest.mark.rule("spqr 8.35")
def test_the_attacker_names_whom_it_leads_with() -> None:
    """The third example: velites ahead of a phalanx, cavalry behind it: column 11, and superior."""
    a = [unit("LI1", 1210, "W", cls="VE", missile="J", size=4), unit("HC2", 1009, "E", size=4)]
    r = field(a, [unit("PH9", 1109, "E", size=8)])
    arcs = {x: r.g.arc_of_attack(r.unit("PH9"), r.unit(x)) for x in ("LI1", "HC2")}
    assert arcs == {"LI1": "front", "HC2": "rear"}
    found = odds(r, "LI1 HC2", "PH9")
    assert (found.attacker.id, found.base, found.superiority, found.why) == ("HC2", 11, "AS", "position")


@pytest.mark.rule("spqr 8.36", "spqr 8.52", "spqr table:shock_superiority")
@for_each(
    ("attacker", "defender", "found"),
    [
        ("LG1", "MI9", "AS"),
        ("HI1", "LG9", "-"),
        ("LI1", "LG9", "DS"),
        ("LG1", "HI9", "AS"),
        ("HC1", "PH9", "DS"),
        ("RC1", "HC9", "DS"),
        ("HC1", "LN9", "AS"),
        ("EL1", "HC9", "AS"),
        ("EL1", "EL9", "-"),
        ("MI1", "SK9", "AS"),
    ],
)
def test_superiority_by_weapons(attacker: str, defender: str, found: str) -> None:
    at = 1109 if defender == "PH9" else 1110
    values = {"LI1": {"missile": "J"}, "SK9": {"missile": "J"}}
    r = field([unit(attacker, 1010, **values.get(attacker, {}))], [unit(defender, at, "W", **values.get(defender, {}))])
    assert clash.superiority(r.g, r.unit(attacker), r.unit(defender))[0] == found


@pytest.mark.rule("spqr 8.36", "spqr 8.52", "spqr table:shock_superiority")
@pytest.mark.parametrize(("supply", "found"), [("full", "DS"), ("low", "DS"), ("no", "-")])
def test_foot_without_missiles_has_lost_its_edge_over_cavalry(supply: str, found: str) -> None:
    r = field([unit("HC1", 1010)], [unit("LG9", 1110, "W", missile="J", supply=supply)])
    assert clash.superiority(r.g, r.unit("HC1"), r.unit("LG9"))[0] == found


@pytest.mark.rule("spqr 8.36")
def test_enemies_left_alone_cost_an_attacker_its_position() -> None:
    """Not skirmishers, and not those it attacks itself, light ones with a zone on their flanks among them."""
    for other, lost in (("MI8", True), ("SK8", False), ("LI8", True)):
        values: Any = {"SK8": {"missile": "J"}, "LI8": {"cls": "VE", "missile": "J"}}.get(other, {})
        r = field([unit("HI1", 1010)], [unit("MI9", 1110, "E"), unit(other, 910, "E", **values)])
        assert r.g.in_enemy_zoc(r.unit("HI1"))
        assert (clash.superiority(r.g, r.unit("HI1"), r.unit("MI9"))[1] == "position") is not lost
    r = field([unit("HI1", 1010)], [unit("LI9", 1110, "NE", cls="VE", missile="J")])
    if r.g.arc_of_attack(r.unit("LI9"), r.unit("HI1")) == "flank":
        assert r.g.in_enemy_zoc(r.unit("HI1")) and clash.superiority(r.g, r.unit("HI1"), r.unit("LI9"))[1] == "position"


@pytest.mark.rule("spqr 8.36", "spqr table:size_ratio")
@pytest.mark.parametrize(
    ("a", "d", "coming", "still"),
    [(5, 4, 1, 0), (4, 5, 0, -1), (2, 5, -1, -2), (11, 5, 2, 1), (10, 5, 1, 1), (10, 3, 3, 2), (3, 5, 0, -1)],
)
def test_sizes_are_rounded_for_who_comes_up(a: int, d: int, coming: int, still: int) -> None:
    for moved, shift in ((True, coming), (False, still)):
        r = field([unit("HI1", 1010, size=a)], [unit("HI9", 1110, "W", size=d)], moved=moved)
        assert sum(s.value for s in odds(r, "HI1", "HI9").shifts) == shift


@pytest.mark.rule("spqr 8.36", "spqr 9.23")
def test_sizes_of_elephants_and_skirmishers() -> None:
    def shifts(a: Any, b: Any) -> int:
        r = field([a], b)
        found = odds(r, a["code"], " ".join(u["code"] for u in b)).shifts
        return sum(s.value for s in found if "size" in str(s.reason))

    assert shifts(unit("EL1", 1010, cls="AFR", size=9), [unit("MI9", 1110, "W", size=2)]) == 0
    assert shifts(unit("EL1", 1010, cls="AFR", size=4), [unit("EL9", 1110, "W", cls="AFR", size=2)]) == 1
    sk = unit("SK9", 1110, "W", missile="J", size=1)
    assert shifts(unit("MI1", 1010, size=9), [sk]) == 0
    assert shifts(unit("MI1", 1010, size=6), [sk, unit("MI8", 1109, "W", size=3)]) == 1


@pytest.mark.rule("spqr 8.36", "spqr table:shock_column_shifts")
@pytest.mark.parametrize(
    ("terrain", "levels", "shifts"),
    [
        ({1110: "woods"}, {}, [-1]),
        ({1110: "marsh"}, {}, [-1]),
        ({1110: "broken"}, {}, []),
        ({}, {1110: 1}, [-2]),
        ({1110: "woods"}, {1110: 1}, [-1, -2]),
        ({}, {1010: 1}, [1]),
        ({1110: "woods"}, {1010: 1}, [-1]),
    ],
)
def test_ground_shifts_the_column_all_rows_together(terrain: Any, levels: Any, shifts: list[int]) -> None:
    r = field([unit("HI1", 1010)], [unit("HI9", 1110, "W")], terrain=terrain, levels=levels)
    assert [s.value for s in odds(r, "HI1", "HI9").shifts] == shifts


@pytest.mark.rule("spqr 8.36", "spqr table:shock_column_shifts")
def test_one_defender_on_higher_ground_or_out_of_the_woods() -> None:
    two = [unit("HI9", 1110, "W", size=1), unit("HI8", 1109, "W", size=6)]
    r = field([unit("HI1", 1010)], two, levels={1109: 1})
    assert [s.value for s in odds(r, "HI1", "HI9 HI8").shifts] == [-1]
    r = field([unit("HI1", 1010)], two, terrain={1109: "woods"})
    assert [s.value for s in odds(r, "HI1", "HI9 HI8").shifts] == []
    r = field([unit("HI1", 1010)], two, terrain={1109: "woods", 1110: "marsh"})
    assert [s.value for s in odds(r, "HI1", "HI9 HI8").shifts] == [-1]


@pytest.mark.rule("spqr 8.36", "spqr table:shock_result_adjustments")
@pytest.mark.parametrize(
    ("attacker", "defender", "a", "d"), [("LG1", "MI9", 1, 2), ("LI1", "PH9", 3, 1), ("HI1", "HI9", 1, 1)]
)
def test_superiority_multiplies_hits(attacker: str, defender: str, a: int, d: int) -> None:
    values = {"LI1": {"missile": "J"}}
    at = 1109 if defender == "PH9" else 1110
    r = field([unit(attacker, 1010, **values.get(attacker, {}))], [unit(defender, at, "W")])
    found = odds(r, attacker, defender)
    ours, theirs = r.g.charts.crt(found.column, 5)
    assert found.hits(5) == (ours * a, theirs * d)


@pytest.mark.rule("spqr 8.36", "spqr 8.54", "spqr table:shock_crt")
@pytest.mark.parametrize(
    ("column", "die", "hits"),
    [(1, 0, (6, 1)), (1, 4, (5, 2)), (13, 3, (2, 4)), (7, 6, (2, 2)), (13, 12, (1, 6)), (1, -2, (6, 1))],
)
def test_the_results_chart(column: int, die: int, hits: tuple[int, int]) -> None:
    r = field([unit("HI1", 1010)], [unit("HI9", 1110, "W")])
    a, d = r.g.charts.crt(column, max(0, min(9, die)))
    assert (a, d) == hits == r.g.charts.crt(column, die)


@pytest.mark.rule("spqr 9.23", "spqr table:shock_result_adjustments")
def test_skirmishers_in_defence_do_one_hit_at_most() -> None:
    """The example: 1(4) becomes 0(4)."""
    r = field([unit("LI1", 1010, missile="J")], [unit("SK9", 1110, "W", missile="J")])
    found = odds(r, "LI1", "SK9")
    assert all(found.hits(n)[0] == min(1, r.g.charts.crt(found.column, n)[0] // 2) for n in range(10))
    assert r.g.charts.crt(13, 6) == (1, 4)
    plain = replace(found, base=13, shifts=(), superiority="-")
    assert plain.hits(6) == (0, 4)


@pytest.mark.rule("spqr 9.23")
def test_among_others_skirmishers_are_not_the_ones_struck() -> None:
    b = [unit("SK9", 1110, "W", missile="J"), unit("MI8", 1109, "W")]
    r = field([unit("HI1", 1010)], b)
    assert odds(r, "HI1", "SK9 MI8").defender.id == "MI8"


# -- hits ------------------------------------------------------------------------------------------------------------


def shared_out(r: Rig, attack: str, dice: list[int], answers: Any = ()) -> dict[str, int]:
    r.fights(attack, dice=dice, answers=answers)
    return {e.unit: e.hits for e in r.happened(HitsTaken) if e.cause == "Shock"}


@pytest.mark.rule("spqr 10.14")
def test_hits_are_shared_evenly_the_odd_one_for_who_is_reckoned_with() -> None:
    a = [unit("HI1", 1010, tq=20, size=3), unit("HI2", 1011, tq=20, size=3)]
    r = field(a, [unit("MI9", 1110, "W", tq=20, size=6)])
    r.g.orders.markers = {}
    found = odds(r, "HI1 HI2", "MI9")
    hits = [found.hits(n) for n in range(10)]
    die = next(n for n, (x, _) in enumerate(hits) if x % 2)
    shares = shared_out(r, "HI1+HI2 x MI9", [die])
    assert shares[found.attacker.id] == hits[die][0] // 2 + 1 and shares["MI9"] == hits[die][1]


@pytest.mark.rule("spqr 10.14")
@pytest.mark.parametrize("given", [["0", "0"], ["2", "0"], ["1", "1"]])
def test_a_phalanx_that_attacks_several_gives_their_hits_out_as_it_likes(given: list[str]) -> None:
    """Three before it too: the example of the Bagradas has them."""
    velites = [unit(f"LI{i}", at, "SE", cls="VE", tq=20) for i, at in ((7, 3622), (8, 3721), (9, 3821))]
    r = field([unit("PH1", 3722, "NW", tq=20, size=9)], velites)
    r.g.orders.markers = {}
    total = odds(r, "PH1", "LI7 LI8 LI9").hits(5)[1]
    shares = shared_out(r, "PH1 x LI7+LI8+LI9", [5], given)
    first, second = map(int, given)
    assert [shares.get(x, 0) for x in ("LI7", "LI8", "LI9")] == [first, second, total - first - second]


@pytest.mark.rule("spqr 10.14")
def test_defending_it_shares_evenly() -> None:
    r = field([unit("LG1", 1010, tq=20)], [unit("PH9", 1109, "W", tq=20)])
    r.g.orders.markers = {}
    r.fights("LG1 x PH9", dice=[5])
    assert not [d for d in r.decisions if d.kind == "given-hits"]


# -- collapse, advance -------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.37", "spqr 10.15")
@pytest.mark.parametrize(("die", "stands"), [(5, True), (6, False)])
def test_who_is_one_hit_short_and_held_checks(die: int, stands: bool) -> None:
    r = field([unit("HI1", 1010, tq=20)], [unit("MI9", 1110, "W", tq=5, hits=3)], moved=False)
    hits = odds(r, "HI1", "MI9").hits
    n = min(range(10), key=lambda k: hits(k)[1])
    r.unit("MI9").hits = 4 - hits(n)[1]
    r.g.version += 1
    r.fights("HI1 x MI9", dice=[n, die])
    assert [x.purpose for x in r.rolls][-1] == "collapse"
    assert (not r.unit("MI9").routed) is stands and (r.unit("MI9").hits == 3) is stands


@pytest.mark.rule("spqr 8.3", "spqr 8.37")
def test_each_step_is_done_for_every_combat_before_the_next() -> None:
    a = [unit("HI1", 1010, tq=20), unit("HI2", 1020, tq=20)]
    r = field(a, [unit("MI9", 1110, "W", tq=20), unit("MI8", 1120, "W", tq=20)], a_leaders=[leader("Anna", 1010)])
    r.fights("HI1 x MI9", "HI2 x MI8", dice=[0, 0, 0, 0, 5, 4, 4])
    assert [x.purpose for x in r.rolls] == [*["pre-shock"] * 4, "leader-hit", "shock", "shock"]


@pytest.mark.rule("spqr 8.41")
def test_an_advance_costs_what_the_ground_does_and_never_routs() -> None:
    r = field(
        [unit("HI1", 1010, tq=6, hits=5)],
        [unit("MI9", 1110, "W", tq=3, hits=2)],
        terrain={1110: "woods"},
        levels={1110: 1},
    )
    r.fights("HI1 x MI9", dice=[0, 9])
    assert r.advanced() == [("HI1", 1110)] and not r.unit("HI1").routed and r.unit("HI1").hits == 5
    assert not r.unit("HI1").moved
    r = field(
        [unit("HI1", 1010, tq=6, hits=1)],
        [unit("MI9", 1110, "W", tq=3, hits=2)],
        terrain={1110: "woods"},
        levels={1110: 1},
    )
    r.fights("HI1 x MI9", dice=[0, 9])
    assert r.unit("HI1").hits == 3, "woods, and a level"


@pytest.mark.rule("spqr 8.43")
def test_a_phalanx_goes_forward_whole_if_it_can() -> None:
    """By a wheel too only where it can't."""
    ahead = sorted(footprint.front(footprint.Stand(1010, Facing.E, footprint.Shape.TWO)))
    for others, kinds in (
        ((), {"forward-left", "forward-right"}),
        ((ahead[0], ahead[-1]), {"wheel-left", "wheel-right"}),
    ):
        foes = [unit(f"MI{7 + i}", h, "W") for i, h in enumerate(others)]
        r = field([unit("PH1", 1010)], [unit("LI9", 3030, "W", missile="J"), *foes])
        found = pair_advance.ways(r.g, r.unit("PH1"), ahead[1:2])
        assert found and {way[0].kind for way in found} <= kinds


@pytest.mark.rule("spqr 8.45")
def test_nobody_advances_after_fire() -> None:
    r = field([unit("SK1", 1010, missile="J")], [unit("MI9", 1110, "W", tq=3, hits=2)], moved=False)
    r.fires("SK1", "MI9", dice=[0])
    assert r.unit("MI9").routed and r.advanced() == [] and r.unit("SK1").hex == 1010


def test_the_numbers_of_this_chapter() -> None:
    assert RULES.cases[Case.SHOCK] == "8.36" and RULES.combat.killed_lend == 2


@pytest.mark.rule("spqr 8.31")
def test_who_writes_an_order_in_the_shock_is_shown_an_attack_of_this_battle() -> None:
    r = kit.battle([unit("LG1", 1010)], [unit("MI9", 1110, "W")], a_leaders=[leader("Anna", 1010)]).orders("a", "Anna")
    for markers, shown in (({"LG1": "must"}, "shock LG1 x MI9"), ({}, "shock")):
        r.g.orders.markers = markers
        r.g.version += 1
        with pytest.raises(Refusal, match=shown):
            designation.check_plan(r.g, Move(unit="LG1", path=(1009,)))
