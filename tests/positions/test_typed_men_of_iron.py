"""Men of Iron as players type it: full names, other verbs, half an order; and what each refusal teaches."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule, unit
from tests.positions.test_words_men_of_iron import field, refusals

ARMY = (
    unit("english", "MM1", 1010),
    unit("english", "LB1", 1012),
    unit("scots", "PK9", 1310, "W"),
    unit("scots", "LB9", 1312, "W"),
)
SHOCK = (
    unit("english", "MM1", 1210),
    unit("english", "DM1", 1211, "NE"),
    unit("scots", "PK9", 1310, "W"),
)


@pytest.mark.rule("men-of-iron 4.1")
@pytest.mark.parametrize("answer", ["Lincoln", "activate Lincoln", "Lincoln's Battle", "activate lincoln's battle"])
def test_a_command_by_its_name(answer: str) -> None:
    it = rule({"scenario": "men-of-iron/falkirk"}, answer)
    assert it.refused == [] and it.asked == ["orders"] and it.end["active"] == "Lincoln"


@pytest.mark.rule("men-of-iron 4.1")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("LMM1", "Name the Command: Lincoln, for Lincoln's Battle."),
        ("Wallace", "That is the enemy's: Wallace's Schiltron."),
        ("Bruce", "That is no answer to this question."),
        ("Lincoln 3", "“3” says nothing here."),
    ],
)
def test_what_is_no_command_to_activate(answer: str, said: str) -> None:
    it = rule({"scenario": "men-of-iron/falkirk"}, answer)
    assert it.refused == ["4.1"] and said in refusals(it)[0] and it.asked == ["activate"]


@pytest.mark.rule("men-of-iron 3.1", "men-of-iron 9.1", "men-of-iron 13.1")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("MM1 x PK9", "9.1", "MM1 has no missiles; it attacks in the Shock part."),
        ("MM1 charge PK9", "3.1", "Attacks come after done, all in one order: shock MM1 x PK9."),
        ("MM1 attacks", "3.1", "Attacks come after done, all in one order: shock MM1 x LB2."),
        ("shock MM1 x PK9", "3.1", "English is moving and firing; done ends that, and attacks come then."),
        ("LB1 rally", "13.1", "Nobody is ordered to recover"),
        ("recover LB1", "13.1", "Nobody is ordered to recover"),
        ("LB1 fires at LB9", "5.1", "Fire is written x: “LB1 x LB9”."),
        ("move MM1 1210", "5.1", "A move is written with >: “MM1 > 1210”."),
        ("pass", "4.1/pass", "Write done to end this part of the activation; play is passed on after it."),
    ],
)
def test_what_is_no_order_to_move_or_fire(order: str, case: str, said: str) -> None:
    """Attacks belong to the Shock part, nobody is ordered to recover; nothing has been done."""
    it = rule(field(*ARMY), order)
    assert it.refused == [case] and said in refusals(it)[0]
    assert it.asked == ["orders"] and it.end["activation"]["acted"] == []


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.1")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("MM1 x PK9", "3.1", "Movement and fire are over. All attacks are one order: shock MM1 x PK9."),
        ("MM1 attack PK9", "3.1", "All attacks are one order: shock MM1 x PK9."),
        ("shock PK9", "10.1", "PK9 is the enemy's: whom a unit attacks stands behind x."),
        ("shock MM1 PK9", "10.1", "PK9 is the enemy's: whom a unit attacks stands behind x."),
        ("shock MM1 x DM1", "10.3", "DM1 is your own: MM1 attacks an enemy."),
        ("shock MM1 x", "10.3", "Whom does MM1 attack? shock MM1 x LB2."),
        ("shock MM1 x PK9, MM1 x PK9", "10.3", "MM1 is named twice; a unit attacks once."),
        ("shock auto", "10.3", "Write shock all, shock good or shock none; nobody must attack."),
        ("MM1 > 1110", "3.1", "Movement and fire of English are over: who attacks? shock none for nobody."),
    ],
)
def test_what_is_no_attack(order: str, case: str, said: str) -> None:
    it = rule(field(*SHOCK, phase="shock"), order)
    assert it.refused == [case] and refusals(it) == [said] and it.asked == ["shock"]


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.4(1)")
@pytest.mark.parametrize("order", ["shock all", "all", "shock MM1 DM1", "attack MM1, DM1 x PK9", "charge DM1, MM1"])
def test_two_attackers_however_it_is_written(order: str) -> None:
    """Two against one: +1 for strength, whichever way both are ordered."""
    it = rule(field(*SHOCK, phase="shock"), order, 0)
    (fought,) = [t["roll"] for t in it.told if t["type"] == "roll"]
    assert it.refused == [] and "10.4(1)" in [m["rule"] for m in fought["modifiers"]]


@pytest.mark.rule("men-of-iron 10.3")
@pytest.mark.parametrize("order", ["none", "shock none", "done"])
def test_no_attack_at_all(order: str) -> None:
    it = rule(field(*SHOCK, phase="shock"), order)
    assert it.refused == [] and it.asked == ["activate"] and "roll" not in it.kinds


@pytest.mark.rule("men-of-iron 12.3")
@pytest.mark.parametrize("answer", ["1310", "PK9 > 1310", "retreat 1310", "1310 @W", "PK9 1310 W"])
def test_a_retreat_named_by_its_hex_keeps_the_facing(answer: str) -> None:
    given = field(unit("english", "AX1", 1110), unit("scots", "PK9", 1210, "W"), phase="shock")
    it = rule(given, f"shock AX1 x PK9\n{answer}", 7)
    assert it.refused == [] and (it.of("PK9")["hex"], it.of("PK9")["facing"]) == (1310, "W")


@pytest.mark.rule("men-of-iron 12.3")
@pytest.mark.parametrize(("answer", "said"), [("1110", "doesn't lead away from 1110"), ("E", "could be any of")])
def test_where_nobody_retreats_to(answer: str, said: str) -> None:
    given = field(unit("english", "AX1", 1110), unit("scots", "PK9", 1210, "W"), phase="shock")
    it = rule(given, f"shock AX1 x PK9\n{answer}", 7)
    assert it.refused == ["12.3"] and said in refusals(it)[0] and it.asked == ["retreat"]


@pytest.mark.rule("men-of-iron 9.2/reaction")
@pytest.mark.parametrize(
    ("answer", "shots"),
    [
        ("LB9 fire; LB8 hold", 1),
        ("all fire", 2),
        ("LB9 LB8 fire", 2),
        ("1210 fire", 1),
        ("LB9 x MM1; LB8 no", 1),
        ("LB9 fire at MM1; LB8 fire at MM1", 2),
        ("none", 0),
    ],
)
def test_reaction_fire_of_two_however_it_is_answered(answer: str, shots: int) -> None:
    units = unit("english", "MM1", 1010), unit("scots", "LB9", 1210, "W"), unit("scots", "LB8", 1211, "W")
    it = rule(field(*units), f"MM1 > 1110\n{answer}", 0, 0)
    assert it.refused == [] and len([t for t in it.told if t["type"] == "roll"]) == shots


# Where rules meet


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 5.2/ooc", "men-of-iron 15.2")
def test_a_retired_unit_out_of_command() -> None:
    """Nearer to its Standard would be next to an enemy, and out of command it may not go there; away it may never."""
    units = unit("english", "PK1", "0610", retired=True), unit("scots", "PK9", "0509", "W")
    given = field(*units)
    given["field"]["leaders"] = [{"side": "english", "id": "English", "hex": 3010, "command_range": 1}]
    it = rule(given, "PK1 > 0510\nPK1 > 0710")
    assert it.refused == ["5.2/ooc", "12.4"] and it.of("PK1")["hex"] == 610


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 11.3", "men-of-iron 10.1")
def test_a_knight_next_to_an_enemy_charges_nobody() -> None:
    """PK8 beside him, behind him: he can't charge PK9 two hexes away, and shocks nobody who isn't before him."""
    units = (
        unit("english", "MM1", 1110),
        unit("english", "AX1", 1411, "NW"),
        unit("scots", "PK9", 1310, "W"),
        unit("scots", "PK8", 1010, "E"),
    )
    it = rule(field(*units, phase="shock"), "shock MM1 > 1210 x PK9\nshock MM1 x PK8\nshock MM1 x PK9")
    assert it.refused == ["11.1", "10.1", "10.1"]
    assert refusals(it)[0] == "MM1 stands next to PK8: it may attack, but not charge."
    assert refusals(it)[2] == "MM1 can't attack PK9: it is not in its front hexes."


@pytest.mark.rule("men-of-iron 7.2", "men-of-iron 9.2/reaction", "men-of-iron 10.1")
def test_who_has_stopped_before_archers_attacks_them() -> None:
    """Its move is over where it enters the ZOC, and it can't turn; in the Shock part it attacks whom it faces."""
    units = unit("english", "AX1", 1010), unit("scots", "LB9", 1210, "W")
    it = rule(field(*units), "AX1 > 1110\nhold\nAX1 > 1109\nAX1 @NE\ndone\nshock AX1 x LB9", 0)
    assert it.refused == ["4.1", "6.2"] and [t["rule"] for t in it.told if t["type"] == "roll"] == ["10.3"]


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 12.2", "men-of-iron 11.6")
def test_a_disordered_knight_is_not_asked_to_counter_charge() -> None:
    """Attacked by foot he may neither withdraw (Disordered) nor counter-charge: the die is rolled at once."""
    units = unit("english", "AX1", 1110), unit("scots", "MM9", 1210, "W", disordered=True)
    it = rule(field(*units, phase="shock"), "shock AX1 x MM9", 0)
    assert it.refused == [] and [t["rule"] for t in it.told if t["type"] == "roll"] == ["10.3"]


@pytest.mark.rule("men-of-iron 14.1", "men-of-iron 3.1", "men-of-iron 6.2")
def test_a_shield_wall_turns_and_attacks_nobody() -> None:
    """It turns one vertex and no more, isn't moved, and its attack is refused although an enemy stands before it."""
    units = (
        unit("english", "PK1", 1110, formation="shield-wall"),
        unit("english", "AX1", 1310, "W"),
        unit("scots", "PK9", 1210, "W"),
    )
    ground = {"sides": {"english": {"formations": ["shield-wall"]}, "scots": {}}}
    it = rule(field(*units, ground=ground), "PK1 @NE\nPK1 @NW\nPK1 > 1109\nPK1 @E\ndone\nshock PK1 x PK9")
    assert it.refused == ["14.1", "14.1", "14.1", "14.1"]
    assert refusals(it)[-1] == "PK1 stands in Shield Wall and can't attack." and it.asked == ["shock"]
