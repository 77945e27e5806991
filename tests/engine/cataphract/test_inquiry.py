"""Asking the referee (/what): answers agree with the charts, and nothing changes by asking."""

from __future__ import annotations

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import Answer, Command, Picks
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game, digest
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.rehearsal import foresee, least
from engine.kernel.text import Refusal
from engine.systems.cataphract import rulebook
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import inquiry
from engine.systems.gboh.inquiry import place
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import reach
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract import free_field, kit


def ask(r: kit.Rig, question: Question, sides: tuple[str, ...] = ()) -> Findings:
    """The answer; the position must be what it was, byte for byte."""
    r.g.version += 1
    before, log = digest(r.state), list(r.g.log)
    found = inquiry.INQUIRY.answer(r.g, (), question, sides)
    assert digest(r.state) == before and r.g.log == log
    return found


def order(text: str) -> AboutOrder:
    return AboutOrder(tuple(parse(text)))


def texts(found: Findings) -> list[str]:
    return [f"{f.text} ({f.rule})" if f.rule else str(f.text) for f in found.facts]


def headings(found: Findings) -> list[str]:
    return [str(s.heading) for s in found.sections]


def tells(found: Findings, *wanted: str) -> None:
    for text in wanted:
        assert any(text in t for t in texts(found)), (text, texts(found))


def field(**more) -> kit.Rig:
    """Side a, Ann commanding, gives orders: a wounded HC, an LC with bows; b has an LC, an HI, an LI and Bob."""
    return kit.battle(
        [kit.unit("HC1", 2010, hits=2), kit.unit("LC1", 2014, missile="B"), kit.unit("MI1", 2018)],
        [
            kit.unit("LC2", 2410, "W", missile="C"),
            kit.unit("HI2", 2211, "W"),
            kit.unit("LI3", 2315, "W", missile="J"),
        ],
        a_leaders=[kit.leader("Ann", 2009)],
        b_leaders=[kit.leader("Bob", 2609)],
        **more,
    ).orders("a", "Ann")


# -- a unit ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.11")
@pytest.mark.rule("cataphract 10.16")
def test_a_unit_is_told_where_it_can_go_and_what_it_can_recover():
    found = ask(field(), AboutPiece("HC1"))
    tells(found, "2 hits, routs at 6 (4 more) (10.14)", "Ann can order it: 1 of 5 hexes (4.21)")
    # LC2 could fire or harass at 4 hexes, so one hit only comes off.
    tells(found, "Recovers 1 of its 2 hits by an order of Ann (10.16)")
    assert found.sketch.costs[2109] == 1 and found.sketch.costs[2310] == 3
    assert 2211 not in found.sketch.costs and 2010 not in found.sketch.costs
    # Three hexes are reached through MI1 or LC1 only by a friend's hex: 1 hit (6.65).
    assert set(found.sketch.hits.values()) == {1}


@pytest.mark.rule("cataphract 8.15")
def test_targets_come_with_what_is_needed_and_how_likely_it_is():
    # Bows of cavalry: 5 at range 1, 3 at 2, 1 at 3; no modifier against light infantry.
    found = ask(field(), AboutPiece("LC1"))
    tells(found, "Fires: LC1 at LI3, range 3: hits on 1 or less (20 %) (8.15)")
    assert (found.sketch.bands[2113], found.sketch.needs[2113]) == (1, "5")
    assert (found.sketch.bands[2315], found.sketch.needs[2315]) == (3, "1")


@pytest.mark.rule("cataphract 8.15")
def test_modifiers_are_told_by_name():
    # Composite bows at 1 hex against the front of heavy infantry: 6, +3: 3 or less.
    r = kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("HI2", 1110, "W")]).orders("a")
    tells(ask(r, AboutPiece("LC1")), "hits on 3 or less (+3 heavy infantry's front at close range) (40 %)")


@pytest.mark.rule("cataphract 8.32")
@pytest.mark.rule("cataphract 8.33")
def test_harassing_is_told_with_its_risk():
    # Up to LI3 and back: 5 +0 at range 1, having moved +1 = 4 or less. Javelins on foot answer with 6: 7 in 10.
    found = ask(field(), AboutPiece("LC1"))
    tells(found, "Harasses LI3 by 2114 2215: hits 50 %; hit in answer 70 % (LI3 70 %) (8.32)")


@pytest.mark.rule("cataphract 6.51")
def test_withdrawal_depends_on_speed():
    found = ask(field(), AboutPiece("LC2"))
    # MA 9 against 8, 9 and 4.
    tells(found, "Withdraws in order with 1 MP from HC1 (6.51)")
    assert not any("from LC1" in t for t in texts(found))
    found = ask(field(), AboutPiece("HI2"))
    tells(found, "No Orderly Withdrawal: HI2 is no faster than")


@pytest.mark.rule("cataphract 6.74")
def test_a_feint_is_told_with_how_likely_the_enemy_is_lured():
    r = kit.battle(
        [kit.unit("LC1", 1010, feigns=True)],
        [kit.unit("HC2", 1410, "W", feint_reaction=5), kit.unit("HI3", 1412, "W")],
    ).orders("b")
    # It stays on 0 to 5 and must pursue on 6 to 9.
    tells(ask(r, AboutPiece("LC1")), "must pursue: HC2 40 % (6.74)")


@pytest.mark.rule("cataphract 10.27")
def test_a_routed_unit_is_told_its_chance_to_rally():
    r = kit.battle([kit.unit("HC1", 1010, routed=True)], a_leaders=[kit.leader("Ann", 1011, charisma=4)])
    found = ask(r.orders("a", "Ann"), AboutPiece("HC1"))
    # 0 to 4 of ten; a third of TQ 6 mounted.
    tells(found, "Ann rallies it on 4 or less: 50 %, then 2 hits; else it is lost (10.27)")


@pytest.mark.rule("cataphract 10.27")
def test_what_forbids_the_rally_is_told():
    r = kit.battle(
        [kit.unit("HC1", 1010, routed=True)], [kit.unit("HI2", 1110, "W")], a_leaders=[kit.leader("Ann", 1011)]
    )
    tells(ask(r.orders("a", "Ann"), AboutPiece("HC1")), "HC1 is next to HI2 and can't rally. (10.27)")


@pytest.mark.rule("cataphract 7.23")
def test_a_unit_held_in_a_zoc_is_told_why_it_stays():
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC2", 1110, "W")]).orders("a")
    found = ask(r, AboutPiece("HC1"))
    tells(found, "In the ZOC of HC2 (7.23)", "HC1 (MA 8) is held in the ZOC of HC2 (MA 8)")
    # HC on HC, front: column 7.
    tells(found, "HC2: column 7")


@pytest.mark.rule("cataphract 4.32")
def test_lines_are_told_of_every_leader_who_could_order_them():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011), kit.unit("HI3", 1020)],
        a_leaders=[kit.leader("Ann", 1012), kit.leader("Cat", 1013, "CC")],
    ).orders("a", "Ann")
    tells(ask(r, AboutPiece("HC1")), "Ann's Line: HC1, HC2 (4.32)")
    tells(ask(r, AboutPiece("HI3")), "In no Line with others (4.32)", "Beyond every leader's Command Range")


@pytest.mark.rule("cataphract 11.62")
@pytest.mark.rule("cataphract 11.65")
def test_artillery_is_told_its_mode_and_shots():
    r = kit.battle([kit.unit("CH1", 1010, turn_shots=1)], [kit.unit("HC2", 1510, "W")]).orders("a")
    tells(
        ask(r, AboutPiece("CH1")), "Fire mode: it can be made ready to move", "Active shots left this turn: 1 (11.65)"
    )


@pytest.mark.rule("cataphract 6.41")
def test_infantry_is_told_how_it_forms_column():
    r = kit.battle([kit.unit("HI1", 1010)]).orders("a")
    tells(ask(r, AboutPiece("HI1")), "Forms Column, facing NE side: 1 MP (6.41)", "Forms Column, facing SE side")


@pytest.mark.rule("cataphract 12.11")
def test_a_loss_is_told_in_rout_points():
    r = field()
    r.state.sides["a"].rout_points = 30
    tells(ask(r, AboutPiece("HC1")), "Its loss: 6 Rout Points, A 36 of 50 (12.11)")
    # Five times his Initiative of 5.
    tells(ask(r, AboutPiece("Ann")), "Its loss: 25 Rout Points, A 55 of 50: they withdraw when the turn ends (12.11)")


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.rule("cataphract 4.21")
def test_a_leader_is_told_whom_he_reaches_and_his_odds_for_leave():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)],
        a_leaders=[kit.leader("Ann", 1012, strategy=3), kit.leader("Sub", 1013, "SC", initiative=4)],
    )
    found = ask(r.orders("a", "Ann"), AboutPiece("Sub"))
    tells(found, "Individual Orders within 5 hexes: HC1, HC2 (4.21)", "Line: HC1, HC2 (4.32)")
    tells(found, "granted 40 %, Individual Orders only 60 % (4.33)", "Momentum after his orders: 4 or less, 50 %")
    assert 1010 in found.sketch.command
    # The OC asks nobody.
    assert not any("leave" in t for t in texts(ask(r, AboutPiece("Ann"))))


# -- an order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.11")
@pytest.mark.rule("cataphract 6.51")
@pytest.mark.rule("cataphract 8.21")
@pytest.mark.rule("cataphract 7.14")
@pytest.mark.rule("cataphract 7.32")
@pytest.mark.rule("cataphract 9.13")
def test_a_move_into_contact_is_told_with_all_it_opens():
    found = ask(field(), order("HC1 > 2310"))
    assert headings(found)[0] == "Legal"
    tells(found, "Ann's order 1 of 5 (4.22)", "To 2310, facing E: 3 of 8 MP (6.11)", "No hit for certain")
    # At 2210 it is within 2 hexes of the faster LC2; at 2310 next to it, in the ZOC of its bows (6 or less).
    tells(found, "LC2 at 2410, 1 MP: may withdraw (2 ways, without a hit), when the mover is at 2210 (6.51)")
    tells(found, "LC2 at 2410: Fire at HC1, range 1, hits on 6 or less (70 %), when the mover is at 2310 (8.21)")
    tells(found, "HI2 at 2211, enemy in its Flank: Turn left to SW: HC1 would be in its Rear, 1 hit")
    tells(found, "HC1 must attack (Must Check). (7.32)")
    # TQ 6: hits on 7, 8, 9; TQ 5: on 6 to 9.
    tells(found, "HC1, TQ 6, hits so far 2: no hit 70 %, 1 hit 10 %, 2 hits 10 %, 3 hits 10 % (9.13)")
    tells(found, "LC2, TQ 5, hits so far 0: no hit 60 %, 1 hit 10 %, 2 hits 10 %, 3 hits 10 %, 4 hits 10 % (9.13)")
    assert list(found.sketch.costs) == [2310, 2210, 2109]


@pytest.mark.rule("cataphract 8.22")
def test_leaving_a_zoc_draws_fire_at_range_2():
    r = kit.battle(
        [kit.unit("LC1", 1010)], [kit.unit("LI2", 1110, "W", missile="B")], a_leaders=[kit.leader("Ann", 1012)]
    ).orders("a", "Ann")
    r.unit("LC1").facing = kit.Facing.W
    # Bows on foot: 3 at 2 hexes.
    tells(
        ask(r, order("LC1 > 0909")), "Fire at LC1, range 2, hits on 3 or less (40 %), when the mover is at 1010 (8.22)"
    )


@pytest.mark.rule("cataphract 6.22")
@pytest.mark.rule("cataphract 6.13")
def test_hits_for_certain_are_told_with_their_causes():
    r = kit.battle([kit.unit("HC1", 1010, moved=True)], terrain={1110: "woods"}, a_leaders=[kit.leader("Ann", 1012)])
    found = ask(r.orders("a", "Ann"), order("HC1 > 1110"))
    (told,) = [t for t in texts(found) if t.startswith("Hits for certain")]
    assert "moving again" in told and "woods" in told


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.rule("cataphract 8.23")
def test_ordered_fire_is_told_with_its_odds_and_the_answer():
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C")],
        [kit.unit("LI2", 1210, "W", missile="B")],
        a_leaders=[kit.leader("Ann", 1012)],
    ).orders("a", "Ann")
    found = ask(r, order("LC1 x LI2"))
    # 4 at 2 hexes, twice on 0 and 1 at foot; the bows answer with 3.
    tells(found, "LC1 fires at LI2, range 2: 2 hits 20 %, 1 hit 30 %, no effect 50 % (8.15)")
    tells(found, "LC1 has fired at LI2. Return fire?", "(8.23)")


@pytest.mark.rule("cataphract 10.27")
def test_a_rally_is_told_with_both_results():
    r = kit.battle([kit.unit("HC1", 1010, routed=True)], a_leaders=[kit.leader("Ann", 1011, charisma=3)])
    tells(ask(r.orders("a", "Ann"), order("rally HC1")), "Ann rallies HC1: rallied 40 %, lost 60 % (10.27)")


@for_each(
    ("text", "rule"),
    [
        ("HC1 > 2211", "6.62"),
        ("MI1 > 2019", "4.21"),
        ("HC1 x LC2", "8.11"),
        ("LC1 x LC2", "8.13"),
        ("LC1 harass LI3 2013", "8.32"),
        ("rally HC1", "10.27"),
        ("recover LC1", "10.16"),
        ("dismount HC1", "11.1"),
        ("line HC1 MI1", "4.32"),
        ("mode HC1 fire", "11.62"),
        ("Ann > 2410", "4.61"),
        ("leave", "4.33"),
    ],
)
def test_what_is_not_legal_is_refused_by_its_case(text: str, rule: str):
    found = ask(field(), order(text))
    assert headings(found) == ["Not legal"]
    assert rule in found.cases, texts(found)


@pytest.mark.rule("cataphract 5.21")
def test_orders_are_looked_at_for_who_gives_none_now():
    found = ask(field(), order("LC2 > 2210"), ("b",))
    assert headings(found)[0] == "Legal"
    tells(found, "If Bob were giving orders; he isn't at this moment. (5.21)", "2 of 9 MP")


@pytest.mark.rule("cataphract 4.21")
def test_another_leader_may_give_what_this_one_can_t():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1030)],
        a_leaders=[kit.leader("Ann", 1011), kit.leader("Sub", 1031, "SC")],
    ).orders("a", "Ann")
    found = ask(r, order("HC2 > 1130"))
    assert headings(found)[:2] == ["Not legal now", "Legal"]
    tells(found, "beyond Ann's Command Range", "If Sub were giving orders")


@pytest.mark.rule("cataphract 4.31")
def test_several_orders_are_looked_at_one_after_the_other():
    r = kit.battle([kit.unit("HC1", 1010), kit.unit("HC2", 1011)], a_leaders=[kit.leader("Ann", 1012)]).orders(
        "a", "Ann"
    )
    found = ask(r, order("line HC1-2; HC1 > 1210; HC1 > 1310"))
    assert headings(found)[0] == "line HC1 HC2: Legal"
    tells(found, "Ann's Line Command 1 of 1 (4.31)", "As part of Ann's Line Command. (5.23)")
    assert headings(found)[-1] == "HC1 > 1310: Not legal"
    with pytest.raises(Refusal, match="more than"):
        ask(r, order("; ".join(["done"] * 9)))


@pytest.mark.rule("cataphract 4.33")
def test_a_line_of_a_subordinate_is_told_with_the_leave_it_needs():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)],
        a_leaders=[kit.leader("Ann", 1012, strategy=6), kit.leader("Sub", 1013, "SC")],
    ).orders("a", "Sub")
    tells(ask(r, order("line HC1 HC2")), "Sub asks leave for a Line Command: granted 70 %, Individual Orders only 30 %")


@pytest.mark.rule("cataphract 4.33")
def test_where_leave_is_hardly_to_be_had_the_rest_isn_t_told():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)],
        a_leaders=[kit.leader("Ann", 1030), kit.leader("Sub", 1013, "SC")],
    ).orders("a", "Sub")
    found = ask(r, order("line HC1 HC2; HC1 > 1210"))
    tells(found, "Sub asks leave for a Line Command, out of the OC's reach: granted 10 %, he is Finished 90 %")
    assert not any("HC1 > 1210" in h for h in headings(found))


# -- an attack -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.15")
@pytest.mark.rule("cataphract 9.16")
@pytest.mark.rule("cataphract 9.34")
def test_an_attack_is_told_with_every_outcome():
    # HC on LC, front: column 9, Attack Superiority by weapons, sizes equal. Its rows are 3-2 3-2 2-2 2-2 and so on;
    # the defender's hits are doubled.
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("LC2", 1110, "W")]).orders("a", markers={"HC1": "must"})
    found = ask(r, AboutAttack(("HC1",), ("LC2",)))
    tells(found, "HC on LC, front: column 9, Attack Superiority (weapons) (9.16)")
    tells(found, "Hits, attacker–defender: 2–6 50 %, 2–4 20 %, 3–4 20 %, 2–8 10 % (9.16)")
    tells(found, "On average 2.2 to the attackers, 5.4 to the defenders")
    # TQ 5, no hits so far: 6 and 8 break it.
    tells(found, "LC2 reaches its TQ: 60 % (9.17)")
    assert found.sketch.attacks == (("HC1", "LC2"),) and found.sketch.labels == {("HC1", "LC2"): "9"}
    assert found.sketch.odds == {("HC1", "LC2"): "100 %"}


@pytest.mark.rule("cataphract 9.13")
def test_without_must_check_nobody_rolls_before_the_shock():
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("LC2", 1110, "W")]).orders("a")
    tells(ask(r, AboutAttack(("HC1",), ("LC2",))), "None: no attacker has Must Check. (9.13)")


@pytest.mark.rule("cataphract 9.16")
def test_shifts_and_charisma_are_told():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC3", 1009, "E")],
        [kit.unit("HC2", 1110, "W")],
        a_leaders=[kit.leader("Ann", 1010, charisma=2)],
    ).orders("a")
    found = ask(r, AboutAttack(("HC1", "HC3"), ("HC2",)))
    # 10 to 5 is two to one.
    tells(found, "size 10 to 5", "On the die: +2 Ann's Charisma (9.16)", "Chosen: ")


@pytest.mark.rule("cataphract 9.12")
def test_attackers_from_afar_come_up_first_or_are_refused():
    found = ask(field(), AboutAttack(("HC1",), ("HI2",)))
    # Where a strike seems best, not next to it: against heavy infantry's front its losses would be tripled.
    tells(found, "HC1 comes up to 2210, facing SE: 3 of 8 MP, without a hit (6.11)")
    # Heavy cavalry that comes up must attack, so both roll.
    tells(found, "HI2, TQ 6, hits so far 0: no hit 70 %", "column 9, Attack Superiority (position)")
    tells(found, "Hits, attacker–defender: 2–6 50 %, 2–4 20 %")
    with pytest.raises(Refusal, match="can't come up"):
        ask(field(), AboutAttack(("MI1",), ("HI2",)))
    with pytest.raises(Refusal, match="on the same side"):
        ask(field(), AboutAttack(("HC1",), ("LC1",)))
    with pytest.raises(Refusal, match="Who attacks whom"):
        ask(field(), AboutAttack(("HC1",), ()))


@pytest.mark.rule("cataphract 7.31")
def test_light_units_that_come_up_to_attack_charge_and_others_keep_their_distance():
    r = kit.battle([kit.unit("LC1", 1010)], [kit.unit("LI2", 1310, "W")]).orders("a")
    tells(ask(r, AboutAttack(("LC1",), ("LI2",))), "LC1, TQ 5, hits so far 0: no hit 60 %")
    r = kit.battle([kit.unit("LC1", 1210)], [kit.unit("LI2", 1310, "W")]).orders("a", moved=["LC1"])
    tells(ask(r, AboutAttack(("LC1",), ("LI2",))), "LC1 came up in this Orders Phase and keeps its distance. (7.31)")


@pytest.mark.rule("cataphract 7.34")
@pytest.mark.parametrize("plight", ["routed", "column", "shield_wall"])
def test_who_can_t_attack_is_told_so(plight: str):
    r = kit.battle([kit.unit("HI1", 1010)], [kit.unit("HI2", 1210, "W")]).orders("a")
    setattr(r.unit("HI1"), plight, True)
    with pytest.raises(Refusal) as no:
        ask(r, AboutAttack(("HI1",), ("HI2",)))
    assert no.value.rule == "7.34"


@pytest.mark.rule("cataphract 9.12")
def test_who_else_must_be_attacked_is_told():
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC2", 1110, "W"), kit.unit("HC3", 1109, "W")]).orders("a")
    tells(ask(r, AboutAttack(("HC1",), ("HC2",))), "HC3 in HC1's ZOC must be attacked by somebody too. (9.12)")


@pytest.mark.rule("cataphract 10.26")
def test_routed_defenders_fall_to_any_hit():
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HI2", 1110, "W", routed=True)]).orders("a")
    tells(ask(r, AboutAttack(("HC1",), ("HI2",))), "HI2: any hit eliminates, they are routed. (10.26)")


# -- a hex -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.25")
@pytest.mark.rule("cataphract 8.14")
@pytest.mark.rule("cataphract 4.21")
def test_a_hex_is_told_with_who_comes_sees_fires_and_commands():
    found = ask(field(), AboutPlace(2310))
    assert "A that can come there" in headings(found) and "B that can come there" in headings(found)
    tells(found, "HC1: 3 of 8 MP", "LC2: 1 of 9 MP", "In the ZOC of LC2 (7.21)", "A, within 8 hexes: HC1")
    tells(found, "LC2, range 1: strength 6, 70 % before modifiers (8.15)", "Bob: 3 of 5 hexes (4.21)")
    with pytest.raises(Refusal, match="not on the map"):
        ask(field(), AboutPlace(9999))


@pytest.mark.rule("cataphract 8.14")
def test_the_hex_that_blocks_is_named():
    r = kit.battle(
        [kit.unit("LI1", 1010, missile="B")],
        [kit.unit("LI2", 1310, "W")],
        terrain={1110: "woods", 1209: "woods", 1210: "woods"},
    )
    found = ask(r.orders("a"), AboutPlace(1310, "LI1"))
    (told,) = [t for t in texts(found) if "can't see" in t]
    assert found.sketch.sight is not None
    wall = found.sketch.sight[2]
    assert wall in (1110, 1209, 1210) and str(wall) in told and told.endswith("(8.14)")
    assert any("blocks the line of sight" in t for t in texts(ask(r, AboutPlace(1310))))


@pytest.mark.rule("cataphract 8.13")
def test_who_stands_behind_a_shooter_isn_t_fired_at():
    r = kit.battle([kit.unit("LI1", 1010, missile="B")], [kit.unit("LI2", 808, "W")]).orders("a")
    tells(ask(r, AboutPlace(808)), "LI1, range 3: it lies behind it (8.13)")


def test_who_can_come_up_to_an_enemy_is_told_with_the_hex():
    found = ask(field(), AboutPlace(2211))
    assert "A that can come up to attack HI2" in headings(found)
    tells(found, "HC1: 1 of 8 MP to 2110")


@pytest.mark.rule("cataphract 6.14")
def test_a_leader_and_a_hex():
    tells(ask(field(), AboutPlace(2010, "Ann")), "He goes there for 2 of 9 MP (6.14)", "His command reaches it: 1 of 5")
    assert "4.61" in ask(field(), AboutPlace(2410, "Ann")).cases


def test_looking_for_one_hex_finds_the_same_ways_as_looking_for_all():
    r = kit.tricameron().orders("byzantine", "Belisarius")
    u = r.unit("THC3")
    whole = reach.search(r.g, u)
    for h in {n.hex for n in whole.values()}:
        best = min((n.mp, n.hits) for n in whole.values() if n.hex == h)
        node = place.way(r.g, u, h)
        assert node is not None and (node.mp, node.hits) == best, h


# -- how things stand ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 12.12")
def test_the_armies_accounts_are_told():
    r = kit.battle(
        [kit.unit("HC1", 1010, hits=5), kit.unit("LC3", 1012, routed=True)], [kit.unit("HI2", 1310, "W")]
    ).orders("a")
    r.state.sides["b"].rout_points = 50
    found = ask(r, AboutNow())
    tells(found, "A: 0 Rout Points of 50, 50 short of withdrawal (12.12)", "Routed, 5 Rout Points if lost: LC3 (5)")
    tells(found, "One hit from rout: HC1 (10.14)", "B: 50 Rout Points of 50: they withdraw when the turn ends (12.12)")


# -- whole games -----------------------------------------------------------------------------------------------------


class Same:
    """Dice that always show the same."""

    def __init__(self, die: int) -> None:
        self.die, self.n = die, 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, list[int]]:
        self.n += 1
        return self.n, [self.die] * request.count


def tricameron_game(kind: str) -> Game:
    """Tricameron up to the first decision of a kind, everything before answered by default."""
    system = Cataphract(load("cataphract/tricameron"))
    game = Game.start(system, system.initial_state(), Same(4))
    while all(d.kind != kind for d in game.pending):
        d = game.pending[0]
        game.answer(d.side, d.default, Same(4))
    return game


def test_every_order_that_is_offered_is_legal_to_the_referee_and_asking_changes_nothing():
    game = tricameron_game("orders")
    (decision,) = game.pending
    assert isinstance(decision, Command)
    before, head = digest(game.state), game.head
    asked = 0
    for choice in decision.menu:
        answers: list[Answer | None] = [choice.answer] if choice.answer is not None else []
        if choice.menu is not None:
            for action in choice.menu().choices[:4]:
                if action.answer is not None:
                    answers.append(action.answer)
                elif action.menu is not None and len(action.menu()):
                    for c in (action.menu().choices[0], action.menu().choices[-1]):
                        answers.append(c.answer or c.leads)
        for answer in answers:
            assert answer is not None
            found = game.system.inquire(game, AboutOrder((game.system.write(answer),)), ())
            assert str(found.sections[0].heading) == "Legal", (answer, texts(found))
            asked += 1
    assert asked > 3
    assert (digest(game.state), game.head) == (before, head)


@pytest.mark.parametrize("viewer", ["byzantine", "vandal", None])
def test_every_piece_and_many_hexes_are_answered_for_anybody(viewer: str | None):
    game = tricameron_game("orders")
    sides = (viewer,) if viewer is not None else ()
    before = digest(game.state)
    questions: list[Question] = [AboutNow(), *(AboutPiece(x) for x in (*game.state.units, *game.state.leaders))]
    questions += [AboutPlace(h) for h in (4712, 5009, 4511)]
    for q in questions:
        found = game.system.inquire(game, q, sides)
        assert found.sections and all(s.facts for s in found.sections)
        for case in found.cases:
            assert rulebook.BOOK.case(case) is not None, case
    assert digest(game.state) == before


def test_what_one_side_sets_up_in_secret_isn_t_told_to_the_other():
    game = free_field.start()
    (decision,) = game.pending
    side, other = decision.side, game.state.enemy(decision.side)
    units = [u.id for u in game.state.units.values() if u.side == side and u.on_map]
    told = {u: texts(game.system.inquire(game, AboutPiece(u), (other,))) for u in units}
    own = {u: texts(game.system.inquire(game, AboutPiece(u), (side,))) for u in units}
    secret = {u for u in units if told[u] == ["It is not on the map."]}
    assert "THC1" in secret and "HLC1" not in secret
    assert all(own[u] != ["It is not on the map."] for u in secret)
    found = game.system.inquire(game, order("THC1 5103"), (side,))
    told = texts(found)
    assert told[0] == "THC1 5103: legal" and told[1].startswith("THC1 would stand at 5103, facing ")
    # Orders are looked at one after the other, as they would be given.
    told = texts(game.system.inquire(game, order("THC1 5103; THC1 @W; THC1 5103"), (side,)))
    assert "THC1 would stand at 5103, facing W" in told and told[-1] == "THC1 5103: legal", "it stands there then"
    with pytest.raises(Refusal, match="hasn't begun"):
        game.system.inquire(game, order("THC1 5103"), (other,))


def test_an_ambush_is_told_to_its_owner_alone():
    system = Cataphract(load("cataphract/dara"))
    game = Game.start(system, system.initial_state(), Same(4))
    for text in ("HLN1 1503", "done"):
        d = game.pending[0]
        game.answer(d.side, bind(game, d, parse(text))[0], Same(4))
    before = digest(game.state)
    for sides in ((), ("persian",)):
        assert texts(system.inquire(game, AboutPiece("HLN1"), sides)) == ["It is not on the map."]
        for question in (AboutNow(), AboutPlace(1503), AboutPiece("Belisarius")):
            assert "HLN1" not in " ".join(texts(system.inquire(game, question, sides)))
    tells(system.inquire(game, AboutPlace(1503), ("byzantine",)), "Here: HLN1")
    assert digest(game.state) == before


# -- rehearsing ------------------------------------------------------------------------------------------------------


def test_the_likeliest_result_is_assumed_and_all_are_told():
    request = RollRequest(
        purpose="x", side="a", text="x", rule="", outcome=lambda n: "low" if n < 2 else "high" if n > 7 else "middle"
    )
    throw = foresee(request)
    assert dict(throw.chances) == {"low": 0.2, "middle": 0.6, "high": 0.2} and throw.assumed == 7


def test_least_is_what_a_standing_order_would_say_no_by():
    r = field()
    r.unit("HC1").hex = 2310
    r.run(reaction.entry_fire, r.unit("HC1"), answers=[least])
    (asked,) = r.decisions
    assert least(asked) == Picks(picks={"LC2": "hold"})
    assert not r.rolls
