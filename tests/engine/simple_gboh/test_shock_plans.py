"""7.3 Who attacks whom: what is compulsory, what may be said, what is proposed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation.grammar import parse
from engine.kernel.decisions import Command
from engine.kernel.hexes import Facing
from engine.kernel.inquiry import AboutAttack, AboutOrder
from engine.systems.gboh import inquiry
from engine.systems.gboh.orders import written
from engine.systems.gboh.shock import assignment
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.simple_gboh.shock import contact, designation, phase
from engine.systems.simple_gboh.turn import moving_phase
from tests.engine.simple_gboh.kit import Rig, battle, refused, unit

ROMAN = {"roman": True, "legion": "I", "cls": "PR"}


def line(**values: Any) -> Rig:
    """Two heavy infantry face two: HI1 has both before it, HI2 the lower one alone."""
    return battle(
        [unit("HI1", 1010), unit("HI2", 1011)],
        [unit("MI8", 1109, "W"), unit("MI9", 1110, "W")],
    ).shock_turn(**values)


def wide() -> Rig:
    """Two against three: who takes the one in the middle?"""
    return battle(
        [unit("HI1", 1010), unit("HI2", 1011)],
        [unit("MI7", 1111, "W"), unit("MI8", 1109, "W"), unit("MI9", 1110, "W")],
    ).shock_turn()


def refuses(r: Rig, rule: str, *attacks: str) -> None:
    """The plan is refused by this case."""
    r.g.version += 1
    with refused(rule):
        designation.check_plan(r.g, r.plan(*attacks))


def names(units: Any) -> list[str]:
    return [u.id for u in units]


@pytest.mark.rule("simple-gboh 7.31")
def test_who_stands_in_enemy_zoc_with_an_enemy_before_it_must_attack():
    r = line()
    assert names(contact.obliged(r.g)) == ["HI1", "HI2"]
    refuses(r, "7.31", "HI1 x MI8+MI9")
    refuses(r, "7.31")
    designation.check_plan(r.g, r.plan("HI1 x MI8", "HI2 x MI9"))
    r.unit("MI8").facing = r.unit("MI9").facing = Facing.E
    r.g.version += 1
    assert names(contact.obliged(r.g)) == []


@pytest.mark.rule("simple-gboh 7.31")
def test_the_end_of_movement_says_which_shocks_it_fights_unasked():
    r = line()
    last = moving_phase._question(r.g, []).done
    assert last is not None and str(last.note) == "fights 2 Shocks: HI1 × MI8, HI2 × MI9"
    r.unit("MI8").facing = r.unit("MI9").facing = Facing.E
    r.g.version += 1
    last = moving_phase._question(r.g, []).done
    assert last is not None and last.note is None, "they may attack, and are asked"


def test_who_has_yet_to_act_is_counted_in_good_english():
    r = line(acted=["HI1"])
    assert str(moving_phase._question(r.g, []).prompt).endswith("1 of 2 units has yet to act.")
    r = line()
    assert str(moving_phase._question(r.g, []).prompt).endswith("2 of 2 units have yet to act.")


@pytest.mark.rule("simple-gboh 7.31")
def test_every_enemy_before_them_must_be_attacked_by_somebody():
    r = line()
    refuses(r, "7.31", "HI1+HI2 x MI9")
    r.unit("HI2").hex = None
    refuses(r, "7.31", "HI1 x MI9")
    designation.check_plan(r.g, r.plan("HI1 x MI8+MI9"))


@pytest.mark.rule("simple-gboh 7.32")
def test_who_is_in_no_enemy_zoc_may_attack_and_then_leaves_nobody_out():
    r = line()
    for code in ("MI8", "MI9"):
        r.unit(code).facing = Facing.E
    r.g.version += 1
    assert (names(contact.obliged(r.g)), names(contact.willing(r.g))) == ([], ["HI1", "HI2"])
    designation.check_plan(r.g, ShockPlan())
    designation.check_plan(r.g, r.plan("HI2 x MI9"))
    refuses(r, "7.32", "HI1 x MI8")


@pytest.mark.rule("simple-gboh 7.33")
def test_command_status_is_irrelevant():
    r = line(in_command=[])
    assert names(contact.obliged(r.g)) == ["HI1", "HI2"]


@pytest.mark.rule("simple-gboh 7.3", "simple-gboh 3.2")
def test_only_activated_units_attack():
    r = line(activated=["HI2"])
    assert names(contact.called(r.g)) == ["HI2"]
    refuses(r, "3.2", "HI1 x MI8", "HI2 x MI9")
    refuses(r, "7.3", "MI8 x HI1")


@pytest.mark.rule("simple-gboh 7.34")
def test_a_unit_attacks_once_and_is_attacked_once():
    r = line()
    refuses(r, "7.34", "HI1 x MI8+MI9", "HI2 x MI9")
    r.fights("HI1 x MI8", "HI2 x MI9", dice=[4, 4])
    assert names(contact.obliged(r.g)) == []
    refuses(r, "7.34", "HI1 x MI8")


@pytest.mark.rule("simple-gboh 7.35")
def test_one_attacks_several_or_several_one():
    r = line()
    refuses(r, "7.35", "HI1+HI2 x MI8+MI9")
    refuses(r, "6.11", "HI2 x MI8", "HI1 x MI9")


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 11.25")
@pytest.mark.parametrize(
    ("code", "values", "case"),
    [("SK1", {}, "7.31"), ("ART1", {}, "7.31"), ("HI1", {"column": True, "facing": "SIDE_SE"}, "11.25")],
)
def test_who_never_attacks(code: str, values: dict[str, Any], case: str):
    given = {"facing": "E", **values}
    r = battle([{"code": code, "hex": 1010, **given}], [unit("MI9", 1110, "W")], columns=True).shock_turn()
    assert names(contact.called(r.g)) == []
    refuses(r, case, f"{code} x MI9")


@pytest.mark.rule("simple-gboh 7.31")
def test_assault_skirmishers_attack():
    r = battle([unit("SK1", 1010, type="SK*")], [unit("MI9", 1110, "W")]).shock_turn()
    assert names(contact.obliged(r.g)) == ["SK1"]


@pytest.mark.rule("simple-gboh 6.11", "simple-gboh 6.21", "simple-gboh 7.31")
def test_assault_skirmishers_attack_into_their_front_alone():
    """Their ZOC reaches into the Flank; who stands there need not be attacked, nor can be by them."""
    r = battle([unit("SK1", 1010, type="SK*")], [unit("MI9", 1009, "SE"), unit("MI8", 1110, "E")]).shock_turn()
    assert {e.id for e in r.g.enemies_in_zoc(r.unit("SK1"))} == {"MI8", "MI9"}
    assert r.g.in_enemy_zoc(r.unit("SK1"))
    designation.check_plan(r.g, r.plan("SK1 x MI8"))
    refuses(r, "6.11", "SK1 x MI9")
    r.unit("MI8").hex = 3030
    r.g.version += 1
    assert names(contact.called(r.g)) == []


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 7.31")
def test_cavalry_neither_may_nor_must_attack_elephants():
    r = battle([unit("HC1", 1010)], [unit("EL9", 1110, "W")]).shock_turn()
    assert names(contact.called(r.g)) == []
    refuses(r, "10.23", "HC1 x EL9")
    r = battle([unit("HC1", 1010), unit("HI2", 1011)], [unit("EL9", 1110, "W"), unit("MI8", 1109, "W")]).shock_turn()
    refuses(r, "10.23", "HC1 x EL9", "HI2 x EL9")
    designation.check_plan(r.g, r.plan("HC1 x MI8", "HI2 x EL9"))


@pytest.mark.rule("simple-gboh 5.35", "simple-gboh 7.35")
def test_a_stack_attacks_as_one():
    r = battle([unit("LG1", 1010, **ROMAN), unit("LG2", 1010, **ROMAN)], [unit("MI9", 1110, "W")]).shock_turn()
    assert names(contact.obliged(r.g)) == ["LG1"]
    refuses(r, "5.35", "LG2 x MI9")


@pytest.mark.rule("simple-gboh 7.37")
def test_lone_artillery_in_reach_is_lost_before_anything_is_fought():
    r = battle([unit("HI1", 1010)], [unit("ART9", 1110), unit("ART8", 1210)]).shock_turn()
    r.run(phase.shock_phase)
    assert r.unit("ART9").eliminated
    assert r.unit("ART8").on_map
    r = battle([unit("HI1", 1010)], [unit("ART9", 1110), unit("HI8", 1110, "E")]).shock_turn()
    r.run(phase.overrun)
    assert r.unit("ART9").on_map, "it isn't alone"


# -- what is proposed and asked --------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 7.3")
def test_nobody_is_asked_where_there_is_one_way_only():
    r = battle([unit("HI1", 1010)], [unit("MI9", 1110, "W")]).shock_turn()
    assert r.run(designation.designate) == r.plan("HI1 x MI9")
    assert not r.decisions


@pytest.mark.rule("simple-gboh 7.3", "simple-gboh 7.31")
def test_what_is_proposed_is_legal_and_answers_in_one_press():
    r = wide()
    asked: list[Command] = []

    def first(d: Any) -> Any:
        asked.append(d)
        return d.menu.choices[0].answer

    plan = r.run(designation.designate, answers=[first])
    assert asked[0].default == plan
    designation.check_plan(r.g, plan)
    for choice in asked[0].menu:
        assert choice.odds is None or choice.odds()
        if choice.answer is not None:
            designation.check_plan(r.g, choice.answer)


@pytest.mark.rule("simple-gboh 7.32")
def test_a_promising_attack_that_is_voluntary_is_proposed_and_a_bad_one_is_not():
    r = battle([unit("HI1", 1010)], [unit("LI9", 1110, "E", tq=3)]).shock_turn()
    may = contact.willing(r.g)
    assert designation.sensible(r.g, [], may) == r.plan("HI1 x LI9")
    r = battle([unit("LI1", 1010, tq=3, hits=2)], [unit("PH9", 1110, "NE", tq=9)]).shock_turn()
    if may := contact.willing(r.g):
        assert designation.sensible(r.g, [], may) == ShockPlan()


@pytest.mark.rule("simple-gboh 7.35")
def test_in_a_long_line_a_plan_is_always_found():
    """Each faces two of the enemy, who are as many: stars cover everybody."""
    ours = [unit(f"HI{n}", 1000 + n, "E") for n in range(5, 15)]
    theirs = [unit(f"MI{n}", 1100 + n, "W") for n in range(4, 15)]
    r = battle(ours, theirs).shock_turn()
    must = contact.obliged(r.g)
    assert len(must) == 10
    plan = assignment.plan_for(r.g, must)
    designation.check_plan(r.g, plan)
    assert sorted(d for a in plan.attacks for d in a.defenders) == sorted(u["code"] for u in theirs)


@pytest.mark.rule("simple-gboh 7.3", "simple-gboh 7.4")
def test_attacks_may_be_written_in_the_order_they_are_fought():
    r = wide()
    asked: list[Any] = []

    def write(text: str) -> Any:
        def answer(d: Any) -> Any:
            asked.append(d)
            return written.read(r.g, d, parse(text)[0])

        return answer

    plan = r.run(designation.designate, answers=[write("shock HI2 x MI7 MI9 & HI1 x MI8")])
    assert plan == r.plan("HI2 x MI7+MI9", "HI1 x MI8")
    for word in ("must", "all", "plan"):
        assert r.run(designation.designate, answers=[write(f"shock {word}")]) == designation.sensible(
            r.g, contact.obliged(r.g), []
        )
    d = asked[0]
    assert str(written.write(plan, [])) == "shock HI2 x MI7 MI9 & HI1 x MI8"
    with refused("7.31"):
        d.check(written.read(r.g, d, parse("shock none")[0]))


@pytest.mark.rule("simple-gboh 7.5", "simple-gboh 7.52")
def test_who_asks_is_told_every_modifier_and_row():
    r = battle([unit("HI1", 1010)], [unit("LC9", 1110, "W", ma=9)]).turn("a", started_in_zoc=[], started_with_enemy=[])
    found = inquiry.INQUIRY.answer(r.g, (), AboutAttack(attackers=("HI1",), defenders=("LC9",)), ("a",))
    told = {str(s.heading): [str(f.text) for f in s.facts] for s in found.sections}
    assert any("may retreat" in text for text in told["Before the Shock"])
    assert len(told["Results"]) == len(r.reckoned("HI1 x LC9").chances)
    assert found.sketch is not None
    assert found.sketch.labels == {("HI1", "LC9"): found.sketch.labels["HI1", "LC9"]}


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 7.52")
def test_who_asks_about_a_move_is_told_of_the_shock_it_leads_to():
    r = battle([unit("HI1", 910)], [unit("MI9", 1110, "W")]).turn("a", started_in_zoc=[], started_with_enemy=[])
    statements = tuple(parse("HI1 > 1010"))
    decision: Any = r.play()
    found = inquiry.INQUIRY.answer(r.g, (decision,), AboutOrder(statements=statements), ("a",))
    told = {str(s.heading): [str(f.text) for f in s.facts] for s in found.sections}
    roll = next(facts for heading, facts in told.items() if "MI9" in heading and "roll" in heading)
    assert any("moved to attack" in text for text in roll)
