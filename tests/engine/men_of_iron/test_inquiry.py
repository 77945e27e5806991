"""Asking the referee (/what): answers agree with the charts, and nothing changes by asking."""

from __future__ import annotations

import random

import pytest

from bot.notation import parse
from engine.kernel.game import Game, digest
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from engine.systems.men_of_iron import inquiry, reach, rulebook
from engine.systems.men_of_iron.state import Attack
from scenarios import listing, load
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, special, standard, unit

BATTLES = [info.key for info in listing() if info.system == "men-of-iron"]


def ask(r: kit.Rig, question: Question, sides: tuple[str, ...] = ("a",)) -> Findings:
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


def silent(found: Findings, *unwanted: str) -> None:
    for text in unwanted:
        assert not any(text in t for t in texts(found)), (text, texts(found))


def field(**more) -> kit.Rig:
    """A in its Move/Fire part: MM1 with King LA two hexes before PK2; LB1, a shaken PK1, and DM2 of another Command."""
    values = {
        "a_standards": [standard("SA", 401, "A", "A2")],
        "b_standards": [standard("SB", 2501, "B")],
        "formations": [{"formation": "shield-wall", "types": ["PK"]}],
        "a_leaders": [leader("LA", 1010, king=True)],
        "b_leaders": [leader("LB", 2510, command_range=30)],
        **more,
    }
    return kit.battle(
        [unit("MM1", 1010), unit("LB1", 1013), unit("PK1", 1111, disordered=True), unit("DM2", 1012, command="A2")],
        [unit("PK2", 1310, "W"), unit("LB2", 1311, "W"), unit("CB3", 1509, "W"), unit("MM4", 1312, "W")],
        **values,
    ).activate("A")


# -- how things stand ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 4.2", "men-of-iron 4.3/note", "men-of-iron T-ACTIVATE", "men-of-iron 16.0")
def test_the_summary_tells_odds_of_every_command_and_of_flight() -> None:
    r = kit.battle(
        [unit("MM1", 1010), unit("PK2", 1012, command="Wing")],
        [unit("PK9", 1310, "W")],
        a_leaders=[leader("LA", 1010, activation=5), leader("LW", 1012, command="Wing", activation=2)],
        levels_of_flight=(10, 30),
    )
    r.state.phase, r.state.last_command = "continue", "A"
    r.state.armies["a"].extra = 4
    r.g.version += 1
    game = Game(_Bound(r), r.state, [])  # type: ignore[arg-type]
    game._advance(SeededDice(1))
    found = inquiry.INQUIRY.answer(r.g, game.pending, AboutNow(), ("a",))
    tells(found, "You, A: Go on with which Command? (4.2)", "A 5 or less 60 %, Wing 2 or less 30 % (4.2)")
    tells(found, "A has just finished and can't go on at once (3.2)", "B 4 or less 50 % (4.2)")
    # 4 points: a 6 or more reaches 10.
    tells(found, "A: 4 Flight Points of 10; in a check now they would flee with 40 % (16.0)")
    tells(found, "B: 0 Flight Points of 30; in a check now they would flee with 0 % (16.0)")
    # 4.3/note: whom a Seizure bars from another is told so.
    r.state.seized = True
    found = inquiry.INQUIRY.answer(r.g, game.pending, AboutNow(), ("a",))
    [section] = [s for s in found.sections if any("no Seizure until play passes" in str(f.text) for f in s.facts)]
    assert str(section.heading) == "Activation of the B"


class _Bound:
    """The rules as a system, bound to a rig's battle."""

    def __init__(self, r: kit.Rig) -> None:
        self.g = r.g

    def context(self, state: object) -> object:
        return self.g

    def play(self, g: object) -> object:
        return kit.sequence.play(self.g)


@pytest.mark.rule("men-of-iron 13.1", "men-of-iron 15.2")
def test_the_activation_under_way_is_told() -> None:
    r = field(a_leaders=[leader("LA", 1010, command_range=1)])
    found = ask(r, AboutNow())
    assert str(found.title) == "A: Move and fire"
    tells(found, "A free activation: flight is checked when it ends (16.0)", "Out of command: LB1, PK1 (15.2)")
    tells(found, "Recover if they go on doing nothing: PK1 (13.1)")


@pytest.mark.rule("men-of-iron 13.2")
def test_points_of_the_retired_are_told_apart() -> None:
    r = field()
    r.state.units["PK1"].retired = True
    tells(ask(r, AboutNow()), "A: 1 Flight Point of 30", "Retired, 1 of these points until they rally: PK1 (13.2)")


# -- a unit ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 7.2")
def test_a_unit_is_told_where_it_can_go() -> None:
    r = field()
    found = ask(r, AboutPiece("MM1"))
    nodes = reach.search(r.g, r.unit("MM1"))
    assert found.sketch.costs == {h: n.mp for h, n in nodes.items()}
    tells(found, f"Moves: {len(nodes)} hexes with 6 MP (5.1)", "1211 (ZOC)")
    tells(found, "LA reaches it: 0 of 6 MP (15.2)", "LA goes along unless told to stay (15.2)")


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 11.2")
def test_its_charges_come_with_their_odds() -> None:
    found = ask(field(), AboutPiece("MM1"))
    # Against the front of PK2: Charge +2, the leader +1, matrix 0, DRM 0: 3 + d10 on the Charge Table, Normal.
    tells(found, "Charge from 1210 facing E: PK2 (+3) hurt 80 %, itself 40 % (11.2)")
    silent(found, "LB2 (+3)")


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron T-RANGE")
def test_targets_come_with_odds_and_the_field_of_fire_with_ranges() -> None:
    found = ask(field(), AboutPiece("LB1"))
    # Range 3: +0; Normal foot: 5 to 8 Disordered, 9 Disordered and Retreats.
    tells(found, "Fires: LB1 at LB2, range 3: no effect 50 %; Disordered 40 %; Disordered, Retreats 10 % (9.2/active)")
    assert (found.sketch.bands[1112], found.sketch.needs[1112]) == (1, "+2")
    assert (found.sketch.bands[1313], found.sketch.needs[1313]) == (3, "0")
    assert 913 not in found.sketch.bands  # behind it
    tells(found, "Fires at everybody who enters 1112, 1113 (9.2/reaction)", "Returns fire within 3 hexes")


@pytest.mark.rule("men-of-iron 9.2/cb")
def test_crossbows_are_told_their_one_reaction_shot() -> None:
    r = field()
    tells(ask(r, AboutPiece("CB3")), "Fires once in an activation at who enters")
    r.g.act.reaction_shots = ["CB3"]
    tells(ask(r, AboutPiece("CB3")), "Has made its one Reaction shot of this activation (9.2/cb)")


@pytest.mark.rule("men-of-iron 13.1")
def test_a_shaken_unit_is_told_how_it_recovers() -> None:
    r = field()
    tells(ask(r, AboutPiece("PK1")), "Recovers if it does nothing at all")
    tells(ask(r, AboutPiece("PK1")), "PK1 is Disordered; only a Normal unit forms a Shield Wall. (14.1)")
    r.g.act.acted = ["PK1"]
    tells(ask(r, AboutPiece("PK1")), "It has done something, and doesn't recover in this activation (13.1)")


@pytest.mark.rule("men-of-iron 14.1")
def test_who_may_form_up_is_told_so() -> None:
    r = field()
    r.state.units["PK1"].disordered = False
    tells(ask(r, AboutPiece("PK1")), "Forms a Shield Wall (14.1)")
    r.state.units["PK1"].formation = "shield-wall"
    found = ask(r, AboutPiece("PK1"))
    tells(found, "Leaves its Shield Wall (14.1)", "PK1 stands in Shield Wall and can't move; it can turn. (14.1)")
    tells(found, "PK1 stands in Shield Wall and can't attack. (14.1)")


@pytest.mark.rule("men-of-iron 4.1")
def test_units_of_other_commands_are_asked_about_as_if_these_acted() -> None:
    r = field()
    found = ask(r, AboutPiece("DM2"))
    tells(found, "A2 isn't activated: this is what it could do if it were now. (4.1)", "Moves: ")
    found = ask(r, AboutPiece("MM4"))
    tells(
        found, "B isn't activated", "Counter-charges succeed with 60 %, through a flank 50 %; never to the rear (11.6)"
    )
    tells(found, "Retreats before Shock by foot, and becomes Disordered (10.2)")


@pytest.mark.rule("men-of-iron 3.1")
def test_when_movement_is_over_only_shock_is_left() -> None:
    r = field()
    r.state.phase = "shock"
    found = ask(r, AboutPiece("MM1"))
    tells(found, "Movement and fire of A are over for this activation. (3.1)", "Charge from 1210")
    assert found.sketch.costs == {}
    r.state.phase = "resolve"
    r.g.act.attacks = [Attack(unit="MM1", targets=["PK2"], charge=[1110, 1211])]
    found = ask(r, AboutPiece("MM1"))
    silent(found, "Charge from")
    tells(found, "Charges PK2 (10.3)")


@pytest.mark.rule("men-of-iron 5.2/ooc")
def test_out_of_command_is_told() -> None:
    r = field(a_leaders=[leader("LA", 1006, command_range=1)])
    found = ask(r, AboutPiece("MM1"))
    tells(found, "Beyond LA's Command Range of 1 MP (15.2)", "Out of command: it may not move next to an enemy")
    silent(found, "charge. (5.2)")


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 13.2")
def test_a_retired_unit_is_told_where_its_standard_is() -> None:
    r = field()
    r.state.units["PK1"].retired = True
    found = ask(r, AboutPiece("PK1"))
    tells(found, "Any adverse result in combat eliminates it (12.4)", "Its Standard, SA, is at 0401 (13.2)")
    tells(found, "Retired: one hex, nearer to its Standard", "Rallies only next to its Standard")
    tells(found, "Its loss: 2 Flight Points instead of 1, A 2 of 30")
    r.state.units["PK1"].hex = 501
    tells(ask(r, AboutPiece("PK1")), "Rallies, Disordered, when SA is activated (13.2)")


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron PO-2", "men-of-iron PO-5")
def test_hobilars_hedges_and_horses_are_told() -> None:
    r = kit.battle(
        [unit("MH1", 505), unit("DM2", 1010)],
        [unit("PK9", 2020, "W")],
        hexsides=[(1010, 1110, "hedge")],
        rules=[special("clear-hedges"), special("remounting", commands=["A"], most=5)],
    ).activate("A")
    tells(ask(r, AboutPiece("MH1")), "Dismounts here: 3 MP (14.2)", "Hobilars shoot dismounted")
    found = ask(r, AboutPiece("DM2"))
    tells(found, "Clears the hedge towards 1110", "Mounts up; it takes the whole activation (PO-5)")


@pytest.mark.rule("men-of-iron T-FLIGHT")
def test_a_loss_is_told_in_flight_points() -> None:
    r = field(levels_of_flight=(12, 30))
    r.state.armies["a"].extra = 4
    # 4 and 3 are 7: 5 or more on the die.
    tells(ask(r, AboutPiece("MM1")), "Its loss: 3 Flight Points, A 7 of 12; they would flee with 50 % (16.0)")
    tells(ask(r, AboutPiece("LB1")), "Its loss: 2 Flight Points, A 6 of 12; they would flee with 40 % (16.0)")
    tells(ask(r, AboutPiece("LA")), "Its loss: 3 Flight Points, A 7 of 12")
    r.state.units["LB1"].never_counts = True
    tells(ask(r, AboutPiece("LB1")), "Its loss costs no Flight Points. (16.0)")


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"eliminated": True}, "It is eliminated, and counts 2 Flight Points. (16.0)"),
        ({"departed": True}, "It has left the battle, and counts no Flight Points. (16.0)"),
        ({}, "It is not on the map."),
    ],
)
def test_who_is_not_there_is_told_why(values: dict[str, bool], told: str) -> None:
    r = field()
    r.state.units["PK1"].hex = None
    for k, v in values.items():
        setattr(r.state.units["PK1"], k, v)
    assert texts(ask(r, AboutPiece("PK1"))) == [told]


# -- leaders, Standards, bombards ------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 15.2", "men-of-iron 15.4")
def test_a_leader_is_told_whom_he_commands_and_his_risks() -> None:
    found = ask(field(), AboutPiece("LA"))
    tells(found, "At 1010: Activation 4, Command Range 6 MP, MA 8 (15.1)", "In range: MM1, LB1, PK1 (15.2)")
    tells(found, "Continuity or Seizure: 4 or less, 50 % (4.2)", "With MM1: +1 when it charges")
    # d10 - 4 of 3 or more: 7, 8, 9. Shot: 8 or 9.
    tells(found, "He falls with 30 % when Shock shakes his unit (15.4)", "kills him with 20 % (15.4)")
    assert 1010 in found.sketch.command and 1311 not in found.sketch.command
    r = field()
    r.state.leaders["LA"].hex, r.state.leaders["LA"].lost = None, True
    assert texts(ask(r, AboutPiece("LA"))) == ["He is lost. (15.4)"]
    tells(ask(r, AboutPiece("MM1")), "A has no leader: a Replacement Leader comes with the next activation (15.6)")


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standard_is_told_whom_it_would_rally() -> None:
    r = field()
    for name, h in (("PK1", 501), ("LB1", 1013)):
        r.state.units[name].hex, r.state.units[name].retired, r.state.units[name].disordered = h, True, True
    found = ask(r, AboutPiece("SA"))
    tells(found, "At 0401; it serves A, A2 (13.2)", "Would rally now, Disordered: PK1 (13.2)")
    tells(found, "Retired, too far off or next to an enemy: LB1", "Lost with it at once: LB1, PK1 (13.2/lost)")
    r.state.standards["SA"].lost = True
    tells(ask(r, AboutPiece("SA")), "It has fallen")


@pytest.mark.rule("men-of-iron CR-3", "men-of-iron PO-3")
def test_bombards_and_wagons_are_told() -> None:
    r = kit.battle(
        [unit("PK1", 1010)],
        [unit("PK9", 1210, "W")],
        a_markers=[
            {"id": "Gun", "name": "Gun", "kind": "bombard", "hex": 1010, "command": "A", "facing": "E"},
            {"id": "Wagon", "name": "Wagon", "kind": "wagon", "hex": 808},
        ],
    )
    found = ask(r, AboutPiece("Gun"))
    tells(found, "this is what it could do if it were now. (CR-3)", "Ready to fire, facing E (CR-3)")
    # Range 2: +0 on Normal foot.
    tells(found, "Gun at PK9, range 2: no effect 50 %; Disordered 40 %; Disordered, Retreats 10 % (9.3)")
    r.state.markers["Gun"].fired = True
    tells(ask(r, AboutPiece("Gun")), "It must be made ready before it fires again (CR-3)")
    tells(ask(r, AboutPiece("Wagon")), "Foot enters for 2 MP; nobody on horseback does (PO-3)", "-2 to Shock")
    r.state.markers["Gun"].removed = True
    tells(ask(r, AboutPiece("Gun")), "It has been overrun. (CR-3)")


def test_nobody_of_that_name() -> None:
    with pytest.raises(Refusal, match="no unit"):
        ask(field(), AboutPiece("XX1"))


# -- an attack -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4", "men-of-iron T-SHOCK")
def test_an_attack_lists_modifiers_and_every_result() -> None:
    # 10.4: two UH, one in the front, one on the flank of an AX: +1 strength, +4 mixed, AX DRM 0, matrix -1: 4 + d10.
    r = kit.battle([unit("UH1", 1110, "E"), unit("UH2", 1209, "SE")], [unit("AX9", 1210, "W")]).activate("A")
    found = ask(r, AboutAttack(("UH1", "UH2"), ("AX9",)))
    assert "UH1, UH2 against AX9: Shock Table, Normal" in headings(found)
    tells(found, "On the die +4: +1 2 against 1, +4 from several sides, -1 UH against AX (10.4)")
    tells(found, "no effect 20 %; defender Disordered 20 %; defender Disordered, defender retreats 30 %")
    tells(found, "Hurts the defender 80 %, the attackers 0 % (12.1)")
    pairs = (("UH1", "AX9"), ("UH2", "AX9"))
    assert found.sketch.attacks == pairs and found.sketch.labels == dict.fromkeys(pairs, "+4")
    assert len({found.sketch.odds[p] for p in pairs}) == 1


@pytest.mark.rule("men-of-iron 10.4(1)", "men-of-iron 10.3/multi")
def test_one_against_two_is_reckoned_as_such() -> None:
    r = kit.battle([unit("DM1", 1010)], [unit("PK8", 1109, "W"), unit("PK9", 1110, "W")]).activate("A")
    found = ask(r, AboutAttack(("DM1",), ("PK8", "PK9")))
    assert len([h for h in headings(found) if "Shock Table" in h]) == 2
    tells(found, "-1 1 against 2")
    # Naming one alone leaves out the other, who must be attacked too (10.3).
    tells(ask(r, AboutAttack(("DM1",), ("PK8",))), "PK9 before DM1 must be attacked by somebody too. (10.3)")


@pytest.mark.rule("men-of-iron 11.4", "men-of-iron 11.3", "men-of-iron T-RELUCT")
def test_a_charge_is_told_with_reluctance_and_reaction_fire() -> None:
    found = ask(field(), AboutAttack(("MM1",), ("PK2",)))
    assert "MM1 against PK2: Charge Table, Normal" in headings(found)
    tells(found, "MM1 charges from 1210, facing E (11.3)", "On the die +3: +2 Charge, +1 LA (10.4)")
    tells(found, "MM1 charges home at the front of PK2 with 50 % (11.4)")
    tells(found, "If the horses shy: Shock Table, +0: PK2 hurt 40 %, attackers 40 % (11.4)")
    found = ask(field(), AboutAttack(("MM1",), ("LB2",)))
    # At 1211, its front: +2, against Normal horse: 5 and more of 2 + d10.
    tells(found, "LB2 may fire at MM1: effect 70 % (9.2/reaction)")


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 11.5")
def test_what_the_defender_may_do_first_is_told() -> None:
    r = kit.battle([unit("PK1", 1010)], [unit("MM9", 1110, "W")]).activate("A")
    found = ask(r, AboutAttack(("PK1",), ("MM9",)))
    tells(found, "MM9 may retreat before it, and becomes Disordered (10.2)", "MM9 may counter-charge PK1: 60 % (11.5)")


@pytest.mark.rule("men-of-iron 10.1")
def test_who_is_too_far_comes_up_first() -> None:
    r = kit.battle([unit("DM1", 1010)], [unit("PK9", 1310, "W")]).activate("A")
    found = ask(r, AboutAttack(("DM1",), ("PK9",)))
    # To where a strike seems best: behind it.
    tells(found, "DM1 comes up to 1410, facing W: 4 of 4 MP (5.1)", "+3 rear")
    assert found.sketch.costs == {1109: 1, 1209: 2, 1309: 3, 1410: 4}
    r = kit.battle([unit("DM1", 1110, "W")], [unit("PK9", 1210, "W")]).activate("A")
    tells(ask(r, AboutAttack(("DM1",), ("PK9",))), "DM1 comes up to 1310, facing NW", "+3 rear")


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 9.2/return")
def test_missiles_are_told_with_what_comes_back() -> None:
    found = ask(field(), AboutAttack(("LB1",), ("LB2",)))
    assert headings(found) == ["Missiles"] and found.sketch.sight == (1013, 1311, None)
    tells(found, "LB1 at LB2, range 3: no effect 50 %; Disordered 40 %", "In return: LB2 at LB1, range 3")
    tells(ask(field(), AboutAttack(("LB1",), ("PK2",))), "LB1 can't fire at PK2: range 4, it reaches 3. (9.1)")
    r = kit.battle([unit("LB1", 1010), unit("LB2", 1011)], [unit("PK9", 1210, "W")]).activate("A")
    # Each: range 2, +1, Normal foot: 4 or more of the die.
    tells(ask(r, AboutAttack(("LB1", "LB2"), ("PK9",))), "PK9: at least one shot has an effect with 84 % (9.3)")


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 9.1")
def test_genitors_who_can_not_shock_may_still_shoot() -> None:
    r = kit.battle([unit("GE1", 1110)], [unit("DM9", 1210, "W")]).activate("A")
    found = ask(r, AboutAttack(("GE1",), ("DM9",)))
    assert headings(found) == ["No Shock", "Missiles"]
    tells(found, "GE1 at DM9, range 1: no effect 50 %")


@pytest.mark.rule("men-of-iron 3.1")
def test_nobody_comes_up_once_movement_is_over() -> None:
    r = kit.battle([unit("DM1", 1010)], [unit("PK9", 1310, "W")]).activate("A", phase="shock")
    tells(ask(r, AboutAttack(("DM1",), ("PK9",))), "Movement is over for this activation: this would be for another.")


@pytest.mark.parametrize(
    ("attackers", "defenders", "rule"),
    [
        ((), ("PK2",), "10.3"),
        (("MM1", "PK2"), ("LB2",), "10.1"),
        (("MM1",), ("PK1",), "10.1"),
        (("PK1",), ("CB3",), "10.1"),
    ],
)
def test_what_is_no_attack_is_refused(attackers: tuple[str, ...], defenders: tuple[str, ...], rule: str) -> None:
    with kit.refused(rule):
        ask(field(), AboutAttack(attackers, defenders))


@pytest.mark.rule("men-of-iron 10.1")
def test_who_can_neither_shock_nor_shoot_never_attacks() -> None:
    r = kit.battle([unit("MH1", 1010)], [unit("PK9", 1110, "W")]).activate("A")
    with kit.refused("10.1"):
        ask(r, AboutAttack(("MH1",), ("PK9",)))


def test_different_commands_are_told_not_to_attack_together() -> None:
    r = field()
    r.state.units["MM1"].hex, r.state.units["DM2"].hex = 1210, 1209
    tells(ask(r, AboutAttack(("MM1", "DM2"), ("PK2",))), "units of different Commands never attack together. (3.1)")


# -- an order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 9.2/reaction", "men-of-iron 7.2")
def test_a_move_is_told_with_who_may_fire_and_what_it_could_attack() -> None:
    found = ask(field(), order("MM1 > 1110 1211"))
    assert headings(found)[0] == "Legal"
    tells(found, "To 1211, facing E: 2 of 6 MP (5.1)", "It stops there, in the ZOC of LB2 (7.2)")
    tells(found, "LB2 at 1311: Fire at MM1, range 1, effect on 3 or more (70 %), when the mover is at 1211")
    tells(found, "Shock: PK2 (-1) hurt 30 %, LB2 (+3)")
    assert found.sketch.costs == {1110: 1, 1211: 2}


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 9.2/return")
def test_a_shot_is_told_with_its_odds_and_what_may_be_returned() -> None:
    found = ask(field(), order("LB1 x LB2"))
    tells(found, "In the Move/Fire part of A (3.1)", "LB1 fires at LB2. Return fire?")
    tells(found, "LB1 fires at LB2, range 3: no effect 50 %, Disordered 40 %, Disordered, Retreats 10 % (9.3)")
    assert found.sketch.sight == (1013, 1311, None)


@pytest.mark.rule("men-of-iron 4.1")
def test_orders_for_another_command_are_tried_as_if_it_acted() -> None:
    found = ask(field(), order("DM2 > 1112"))
    assert headings(found)[:2] == ["Not legal now", "Legal"]
    tells(
        found, "DM2 belongs to A2; A is active. (4.1)", "If A2 were moving and firing; it isn't at this moment. (4.1)"
    )
    found = ask(field(), order("PK2 > 1210"))
    assert headings(found)[0] == "Legal"
    tells(found, "If B were moving and firing")


@pytest.mark.rule("men-of-iron 7.2")
def test_what_forbids_an_order_is_told_with_its_case() -> None:
    found = ask(field(), order("MM1 > 1110 1211 1310"))
    assert headings(found) == ["Not legal"]
    tells(found, "must stop at 1211: it has entered enemy ZOC. (7.2)")


def test_orders_are_looked_at_one_after_the_other() -> None:
    found = ask(field(), order("PK1 > 1110; MM1 > 1111"))
    assert headings(found)[0] == "PK1 > 1110: Legal"
    assert "MM1 > 1111: Legal" in headings(found)  # PK1 has gone
    found = ask(field(), order("MM1 > 1111; PK1 > 1110"))
    assert headings(found) == ["MM1 > 1111: Not legal"]


@pytest.mark.rule("men-of-iron 10.3")
def test_a_shock_order_is_told_combat_by_combat() -> None:
    r = field()
    found = ask(r, order("shock MM1 > 1110 1211 x PK2 LB2"))
    tells(found, "If it were the Shock part of A; it isn't at this moment. (3.1)")
    r.state.phase = "shock"
    found = ask(r, order("shock all"))
    assert headings(found)[0] == "Legal"
    tells(found, "In the Shock part of A (3.1)")
    assert any("against LB2: Charge Table, Normal" in h for h in headings(found))
    tells(ask(r, order("shock none")), "There is no combat to reckon. (10.1)")
    tells(ask(r, order("shock DM2 x PK2")), "DM2 does not belong to A, which is active. (10.1)")


@pytest.mark.rule("men-of-iron 13.1")
def test_done_tells_who_recovers() -> None:
    tells(ask(field(), order("done")), "Recover if no enemy comes up to them: PK1 (13.1)")


@pytest.mark.rule("men-of-iron 15.2")
def test_a_leader_is_told_his_price() -> None:
    found = ask(field(), order("LA > 1111"))
    tells(found, "2 of 8 MP (15.2)")
    assert found.sketch.costs == {1111: 2}


@pytest.mark.rule("men-of-iron 14.1")
def test_before_the_battle_whose_turn_it_is_is_told_what_comes_of_it() -> None:
    system = registry.system_for(load("men-of-iron/courtrai"))
    game = Game.start(system, system.initial_state({}), SeededDice(1))
    side = game.pending[0].side
    other = game.state.enemy(side)
    legal = next(u for u in game.state.units.values() if u.side == side and u.type == "PK" and u.formation is None)
    found = system.inquire(game, order(f"form {legal.id}; LB1 > 1010"), (side,))
    assert headings(found) == ["Before the battle"]
    told = texts(found)
    assert told[0].endswith("legal (14.1)") and legal.id in told[1], "what comes of it"
    assert told[-1].startswith("LB1 > 1010: ") and "legal" not in told[-1]
    # One after the other, as they would be given.
    twice = texts(system.inquire(game, order(f"form {legal.id}; form {legal.id}"), (side,)))
    assert sum("legal (14.1)" in x for x in twice) == 1, twice
    with pytest.raises(Refusal):
        system.inquire(game, order(f"form {legal.id}"), (other,))


@pytest.mark.parametrize("text", ["", "; ".join(["MM1 > 1110"] * 9)])
def test_too_few_and_too_many_orders_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        ask(field(), AboutOrder(tuple(parse(text)) if text else ()))


# -- a hex -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 5.1", "men-of-iron 9.4", "men-of-iron T-TERRAIN")
def test_a_hex_is_told_with_who_can_come_see_and_fire() -> None:
    found = ask(field(terrain={1211: "swamp"}), AboutPlace(1211))
    tells(found, "Terrain: swamp, level 0 (T-TERRAIN)", "Foot 2 MP, mounted 3 MP; no Charge (T-TERRAIN)")
    tells(found, "-1 to attacks out of it (T-TERRAIN)", "In the ZOC of LB2 (7.1)")
    tells(found, "PK1: 2 of 3 MP (5.1)", "MM1: 4 of 6 MP (5.1)", "LB2: 2 of 5 MP (5.1)")
    tells(found, "LB2, range 1: +2; Reaction Fire at who enters (T-RANGE)")
    tells(found, "CB3, range 3: 1310 blocks the line of sight (9.4)", "A, within 6 hexes: PK1")
    tells(found, "LB: ")


def test_an_occupied_hex_is_told_who_can_come_up_to_it() -> None:
    found = ask(field(), AboutPlace(1310))
    assert "A that can come up to PK2" in headings(found)
    tells(found, "MM1: 2 of 6 MP to 1210 (5.1)", "Here: PK2")
    assert not any(h.startswith("B that can") for h in headings(found))


def test_a_hex_for_one_piece() -> None:
    found = ask(field(), AboutPlace(1211, "MM1"))
    tells(found, "Goes: MM1: 2 of 6 MP (5.1)", "It sees 1211, in its front (9.4)", "May fire as it enters: LB2 at MM1")
    assert found.sketch.sight == (1010, 1211, None)
    tells(ask(field(), AboutPlace(2020, "PK1")), "It can't get there with 3 MP (5.1)")
    tells(ask(field(), AboutPlace(1010, "MM1")), "It stands there.")
    tells(ask(field(terrain={1109: "woods", 1110: "woods"}), AboutPlace(1210, "MM1")), "It can't see 1210")
    found = ask(field(), AboutPlace(1211, "LA"))
    tells(found, "LA can't stop alone at 1211, in enemy ZOC", "Beyond his Command Range of 6 MP")
    tells(
        ask(field(), AboutPlace(1009, "LA")), "He goes there for 1 of 8 MP (15.2)", "His command reaches it: 1 of 6 MP"
    )
    with pytest.raises(Refusal):
        ask(field(), AboutPlace(2929))


# -- every battle ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BATTLES)
def test_anything_may_be_asked_at_any_moment_and_changes_nothing(key: str) -> None:
    system, hexes = registry.system_for(load(key)), sorted(load(key).map.hexes)
    rng, dice = random.Random(key), SeededDice(7)
    game = Game.start(system, system.initial_state({}), dice)
    for n in range(120):
        if game.over:
            break
        if n % 12 == 0:
            for question in _questions(game, hexes, rng):
                before = digest(game.state)
                try:
                    found = system.inquire(game, question, (rng.choice(list(game.state.armies)),))
                except Refusal as no:
                    assert str(no)
                    continue
                assert digest(game.state) == before and list(found.facts), question
                assert all(str(f.text) for f in found.facts)
                unknown = [c for c in found.cases if rulebook.BOOK.case(c, system.own_rules()) is None]
                assert not unknown, (question, unknown)
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), dice)


def _questions(game: Game, hexes: list[int], rng: random.Random) -> list[Question]:
    state = game.state
    units = list(state.units.values())
    pieces = [*state.units, *state.leaders, *state.standards, *state.markers]
    here = [u for u in units if u.hex is not None]
    asked: list[Question] = [AboutNow(), *(AboutPiece(rng.choice(pieces)) for _ in range(4))]
    asked += [
        AboutPlace(rng.choice(hexes)),
        AboutPlace(rng.choice(here).at),
        AboutPlace(rng.choice(hexes), rng.choice(units).id),
    ]
    asked += [AboutPlace(rng.choice(hexes), rng.choice(list(state.leaders)))]
    for u in rng.sample(here, 3):
        near = [e.id for e in sorted(here, key=lambda e: abs(e.at - u.at)) if e.side != u.side][:2]
        asked += [AboutAttack((u.id,), tuple(near[:1])), AboutAttack((u.id, rng.choice(here).id), tuple(near))]
        asked += [order(f"{u.id} > {rng.choice(hexes):04d}"), order(f"{u.id} x {near[0]}"), order("shock all")]
    return asked
