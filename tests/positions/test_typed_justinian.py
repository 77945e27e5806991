"""Justinian as players type it: names in full, verbs of their own, slips; and what each refusal teaches."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_justinian import army, asks, campaign, piece, stand
from tests.positions.test_words_justinian import refusals

ORIENT = {"orient": army("syria-1", 10, "sittas")}


@pytest.mark.rule("justinian 6.51")
@pytest.mark.parametrize(
    "order",
    ["activate Army of the Orient", "ACTIVATE Orient", "activate army orient", "orient", "Activate orient army"],
)
def test_an_army_by_any_of_its_names(order: str) -> None:
    it = rule(campaign(ORIENT), order)
    assert it.refused == [] and it.asked == ["march"] and "Army of the Orient" in asks(it)


@pytest.mark.rule("justinian 6.51", "justinian 4.13")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("activate sittas", "6.51", "Sittas commands Army of the Orient, which is written orient."),
        ("sittas syria-2", "4.13", "A MagMil who goes by himself is written magmil sittas syria-2."),
        ("activate", "6.51", "Which army? activate orient."),
        ("fort arabia", "6.54", "A Fort comes besides an activation: nothing & fort armenia-1."),
        ("magmil orient syria-2", "4.13", "There is no MagMil orient on the map."),
    ],
)
def test_what_is_no_activation(order: str, case: str, said: str) -> None:
    """A commander, a Fort alone, half an order: told how it is written, and nothing is done."""
    it = rule(campaign(ORIENT), order)
    assert it.refused == [case] and refusals(it) == [said]
    assert it.asked == ["byzantine-activation"] and it.end["gold"] == 30


@pytest.mark.rule("justinian 7.1", "justinian 7.12")
@pytest.mark.parametrize(
    "order",
    [
        "orient > syria-2 > phoenice",
        "> Syria II > Phoenice",
        "> syria-2, phoenice",
        "> syria-2 phoenice",
        "go phoenice",
    ],
)
def test_a_march_of_two_provinces(order: str) -> None:
    """With a sign before each or before the first, with the names of places, by the list."""
    it = rule(campaign(ORIENT), "activate orient\n" + order, 4)
    assert it.refused == [] and stand(it, "orient")[0] == "Phoenice" and "4 MP" in asks(it)


@pytest.mark.rule("justinian 7.1", "justinian 7.13", "justinian 8.11", "justinian 8.12")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("move syria-2", "7.1", "Where an army goes is written with >"),
        ("go to syria-2", "7.1", "Where an army goes is written with >"),
        ("pass", "7.1", "“pass” in a march: > syria-2 goes on, x attacks, stop ends it."),
        ("> syria", "7.1", "“syria” could be Syria I, Syria II."),
        ("> syria-1", "7.13", "is in Syria I already."),
        ("> rome", "7.13", "Campania has no border with Syria I"),
        ("> syria-2 x", "8.11", "There are no enemy land SP in Syria II."),
        ("x perozes", "8.11", "There are no enemy land SP in Syria I."),
        ("x sittas", "7.1", "Sittas commands Army of the Orient"),
    ],
)
def test_what_is_no_march(order: str, case: str, said: str) -> None:
    given = campaign({**ORIENT, "perozes": army("euphratensis", 20)})
    it = rule(given, "activate orient\n" + order, 4)
    assert it.refused == [case] and said in refusals(it)[0]
    assert it.asked == ["march"] and stand(it, "orient")[0] == "Syria I" and "6 MP" in asks(it)


@pytest.mark.rule("justinian 8.12", "justinian 6.33")
@pytest.mark.parametrize("order", ["x", "x all", "attack all", "x franks", "x Frankish army", "attack franks; stop"])
def test_an_attack_on_neutral_franks(order: str) -> None:
    """Neutrals may be attacked, and don't retreat: by everybody's name or theirs."""
    changes = {"orient": army("syria-2", 10, "sittas"), "franks": army("syria-2", 3)}
    it = rule(campaign(changes, alliance={"franks": "neutral"}), "activate orient\n" + order, 4, 4, 4)
    assert it.refused == [] and [t["rule"] for t in it.told if t["type"] == "roll"][:3] == ["7.11", "8.15", "8.15"]


@pytest.mark.rule("justinian 5.32", "justinian 3.41", "justinian 4.31")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("share orient 1", "5.32", "4 SP are to be shared out, not 1."),
        ("share orient", "5.32", "How many? share orient 3 frontier syria-1 2."),
        ("4", "5.32", "Who gets how many? share orient 3 frontier syria-1 2."),
        ("share orient 1 orient 3", "5.32", "“orient” is named twice."),
        ("share sittas 4", "5.32", "Sittas commands Army of the Orient, which is written orient."),
        ("share frontier lazica 4", "3.41", "Frontier SP never stand in Lazica."),
        ("share frontier picenum 4", "5.32", "Byzantium doesn't control Picenum: no SP go there."),
        ("share orient 4", "4.31", "Army of the Orient (34 SP) has room for 1 SP, not 4."),
    ],
)
def test_recruits_that_cannot_be_placed_so(order: str, case: str, said: str) -> None:
    """Each with the rule that forbids it; the question stays open."""
    changes = {"orient": army("syria-1", 34, "sittas"), "totila": army("picenum", 5)}
    it = rule(campaign(changes), "recruit\n" + order, 4)
    assert it.refused == [case] and refusals(it) == [said] and it.asked == ["recruits"]


@pytest.mark.rule("justinian 5.2", "justinian 5.21")
@pytest.mark.parametrize(
    ("order", "case", "said"),
    [
        ("pay all", "5.21", "That costs 25 G, and there are 10 G."),
        ("pay orient", "5.2", "Write pay nothing but orient, or pay all but orient."),
        ("pay all but", "5.2", "Who isn't paid? pay all but orient frontier syria-1."),
        ("pay all but sittas", "5.2", "Sittas commands Army of the Orient, which is written orient."),
    ],
)
def test_pay_that_cannot_be_made_so(order: str, case: str, said: str) -> None:
    it = rule(campaign({"orient": army("syria-1", 25, "sittas")}, gold=10, phase="maintenance"), order)
    assert it.refused == [case] and refusals(it) == [said] and it.end["gold"] == 10


@pytest.mark.rule("justinian 6.32")
@pytest.mark.parametrize(
    ("answer", "said", "left"),
    [
        ("6", [], 4),
        ("bribe 6", [], 4),
        ("5", ["“5”: A bribe is 0, 3, 6 or 9 G."], 10),
        ("12", ["“12”: There are 10 G."], 10),
        ("none", [], 10),
    ],
)
def test_a_bribe(answer: str, said: list[str], left: int) -> None:
    """3 G a step, 9 at most, no more than there is."""
    it = rule(campaign({}, phase="barbarian", gold=10), "random\n" + answer, 7, 2)
    assert refusals(it) == said and it.end["gold"] == left


@pytest.mark.rule("justinian 8.13")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("orient euphratensis", "The attacker came from Euphratensis: nobody retreats there."),
        ("orient rome", "Campania isn't next to Syria II."),
        ("orient syria-1 fast", "“fast” says nothing here."),
        ("orient retreat", "where to? Open: syria-1, phoenice"),
    ],
)
def test_where_nobody_retreats(answer: str, said: str) -> None:
    """Named with its reason; a place that is open is never called closed."""
    changes = {"orient": army("syria-2", 10, "sittas"), "perozes": army("euphratensis", 20)}
    orders = "select-persia\nperozes\n> syria-2\nnone\nx\n" + answer
    it = rule(campaign(changes, phase="barbarian"), orders, 4)
    assert it.refused == ["8.13"] and said in refusals(it)[0] and it.asked == ["retreat-before-combat"]
    assert "Syria I can't be chosen" not in refusals(it)[0]


@pytest.mark.rule("justinian 7.21", "justinian 7.22")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("sail 3 > aegean-sea", "2 Fleet SP are there."),
        ("sail > aegean-sea", "How many Fleet SP sail? sail 3 > ionian-sea > sicilia"),
        ("sail 0 > aegean-sea", "How many Fleet SP, 1 to 500? sail 3 > ionian-sea > sicilia"),
        ("sail 2 > creta", "Out of a port a fleet goes into a sea area first: > aegean-sea > creta."),
        ("sail 2", "Out of a port a fleet goes into a sea area first."),
    ],
)
def test_what_is_no_voyage(order: str, said: str) -> None:
    it = rule(campaign({}, fleets={"byzantine": {"europa": 2}}), "fleet europa\n" + order)
    assert it.refused == ["7.21"] and refusals(it) == [said] and it.asked == ["sail"]


@pytest.mark.rule("justinian 7.12", "justinian 8.22", "justinian 8.23")
@pytest.mark.parametrize(("die", "goes"), [(4, True), (1, False)])
def test_a_beaten_and_disordered_army_crosses_a_strait_out_of_an_enemys_province(die: int, goes: bool) -> None:
    """1 for the province, and 1 each for Disorganized, Defeated, the enemy left behind and the strait: 5 MP."""
    beaten = army("europa", 10, "sittas", defeated=True, disorganized=True)
    given = campaign({"praesental-1": beaten, "kotrigurs": army("europa", 3)}, alliance={"kotrigurs": "barbarian"})
    it = rule(given, "activate praesental-1\n> bithynia", die)
    assert stand(it, "praesental-1")[0] == ("Bithynia" if goes else "Europa")
    assert refusals(it) == ([] if goes else ["Praesental Army I needs 5 MP to enter Bithynia and has 4."])
    assert it.refused == ([] if goes else ["7.12"])


@pytest.mark.rule("justinian 7.14", "justinian 6.52")
def test_of_two_combined_armies_the_one_outside_is_named() -> None:
    """Thrace may end in Haemimontus, Illyricum beside it may not: that one is warned of, and lost."""
    changes = {"illyricum": army("thracia", 10, "sittas", led_by="thrace"), "thrace": army("thracia", 12, "bessas")}
    it = rule(campaign(changes), "activate thrace\n> haemimontus stop", 4)
    (told,) = [t["text"] for t in it.told if t["type"] == "warning"]
    assert told == "Army of Illyricum may not end here: 10 SP are lost (7.14)"
    assert stand(it, "thrace")[:2] == ("Haemimontus", 12) and piece(it, "illyricum") == {"where": "aside"}


@pytest.mark.rule("justinian 8.24", "justinian 7.15")
def test_recoveries_in_their_order() -> None:
    """Defeated isn't lessened while Disorganized too; with 6 MP both come off, and then nothing is left to do."""
    given = campaign({"orient": army("syria-1", 10, "sittas", defeated=True, disorganized=True)})
    it = rule(given, "activate orient\nreduce\nrestore\nrally\n> syria-2", 4)
    assert it.refused == ["8.24", "7.12"] and stand(it, "orient") == ("Syria I", 10, set()) and "0 MP" in asks(it)


@pytest.mark.rule("justinian 6.35", "justinian 6.33", "justinian 6.31")
def test_neutrals_are_rolled_for_once_a_turn() -> None:
    """Lombards who are Neutral are named again: no bribe, no die, and the activation is lost."""
    given = campaign({"lombards": army("liguria", 10)}, alliance={"lombards": "neutral"}, phase="barbarian")
    it = rule(given, "random", 6, 3)
    assert it.refused == [] and [t["rule"] for t in it.told if t["type"] == "roll"] == ["6.22"]
    assert it.asked == ["byzantine-activation"] and stand(it, "lombards")[:2] == ("Liguria", 10)


@pytest.mark.rule("justinian 6.21", "justinian 6.24")
@pytest.mark.parametrize("answer", ["select-vandals", "select vandals", "SELECT Vandals"])
def test_a_marker_by_its_words(answer: str) -> None:
    """With recruits, as the key says, not without, though both begin alike."""
    given = campaign({"gelimer": army("zeugitania", 10)}, control={"zeugitania": "vandals"}, phase="barbarian")
    it = rule(given, answer, 4)
    assert it.refused == [] and [t["rule"] for t in it.told if t["type"] == "roll"] == ["6.24"]


@pytest.mark.rule("justinian 6.21")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("totila", "Totila is used after select-ostrogoths."),
        ("select franks", "The Franks are no major power: a Random marker may name them, or a Combined Operation."),
        ("orient", "That is the enemy's: Army of the Orient."),
        ("select vandals", "The Vandals have nothing to use."),
    ],
)
def test_what_no_marker_selects(answer: str, said: str) -> None:
    given = campaign({**ORIENT, "totila": army("picenum", 10)}, phase="barbarian")
    it = rule(given, answer)
    assert it.refused == ["6.21"] and said in refusals(it)[0] and it.asked == ["barbarian-activation"]


@pytest.mark.rule("justinian 6.25")
@pytest.mark.parametrize("answer", ["totila", "activate totila", "use-power totila"])
def test_who_is_used(answer: str) -> None:
    it = rule(campaign({"totila": army("picenum", 10)}, phase="barbarian"), f"select-ostrogoths\n{answer}", 4)
    assert it.refused == [] and it.asked == ["march"]


@pytest.mark.rule("justinian 8.21")
@pytest.mark.parametrize("answer", ["frontier 4", "frontier syria-2 4", "share frontier 4", "orient 0 frontier 4"])
def test_losses_of_the_one_garrison(answer: str) -> None:
    """Whose Frontier SP needn't be said where only one province's are asked."""
    changes = {"orient": army("syria-2", 10, "sittas"), "perozes": army("euphratensis", 20)}
    given = campaign(changes, frontier={"syria-2": 4}, phase="barbarian")
    it = rule(given, f"select-persia\nperozes\n> syria-2\nnone\nx\nnone\n{answer}", 4, 4, 4)
    assert it.refused == [] and it.asked == ["retreat"] and stand(it, "orient")[1] == 10


@pytest.mark.rule("justinian 8.21")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("orient rome", "Campania isn't next to Syria II."),
        ("orient theodorias", "Theodorias is neither controlled by your side nor held by friends."),
    ],
)
def test_where_a_beaten_army_finds_no_refuge(answer: str, said: str) -> None:
    changes = {"orient": army("syria-2", 10, "sittas"), "perozes": army("euphratensis", 20)}
    given = campaign(changes, control={"theodorias": "persia"}, phase="barbarian")
    it = rule(given, f"select-persia\nperozes\n> syria-2\nnone\nx\nnone\n{answer}", 4, 9, 0)
    assert it.refused == ["8.21"] and said in refusals(it)[0] and it.asked == ["retreat"]
