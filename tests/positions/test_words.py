"""What the program tells of positions of the GBoH family: sentences, their cases, answers as they may be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.positions import test_meeting_alexander as alexander
from tests.positions import test_meeting_cataphract as cataphract
from tests.positions import test_meeting_men_of_iron as men_of_iron
from tests.positions import test_meeting_simple_gboh as simple_gboh
from tests.positions import test_meeting_spqr as spqr
from tests.positions.kit import Ruling, rule, unit

Lay = Callable[..., dict[str, Any]]


def in_spqr(*pieces: dict[str, Any], **said: Any) -> dict[str, Any]:
    """A position of SPQR, told from its pieces as those of Cataphract and Alexander are."""
    leaders = [p for p in pieces if "id" in p]
    named = {p["id"] for p in leaders}
    leaders += [x for x in (spqr.fabius(), spqr.hannibal(2510)) if x["id"] not in named]
    return spqr.battle([p for p in pieces if "code" in p], leaders, **said)


SIDES: Mapping[str, tuple[Lay, str, str, str, str]] = {
    "cataphract": (cataphract.field, "roman", "goth", "Narses", "Totila"),
    "alexander": (alexander.field, "mac", "greek", "Philip", "Memnon"),
    "spqr": (in_spqr, "rome", "punic", "Fabius", "Hannibal"),
}
"""Of each sister: what lays a position out, its sides, who commands them."""


def told(ruling: Ruling) -> list[tuple[str, str]]:
    """Sentences of events with their cases."""
    return [(t["rule"], t["text"]) for t in ruling.told if t["type"] == "event" and t["text"]]


def refusals(ruling: Ruling) -> list[tuple[str, str]]:
    return [(t["rule"], t["text"]) for t in ruling.told if t["type"] == "refusal"]


def rolled(ruling: Ruling) -> list[str]:
    return [t["text"] for t in ruling.told if t["type"] == "roll"]


def questions(ruling: Ruling) -> list[tuple[str, str]]:
    """Cases and words of what was asked, the question that is open last."""
    return [(t["rule"], t["text"]) for t in ruling.told if t["type"] in ("next", "decision")]


def labels(ruling: Ruling) -> list[str]:
    """Choices of the open question."""
    return [c["label"] for t in ruling.told if t["type"] == "decision" for c in t["choices"]]


# Who flees through friends


@pytest.mark.rule("cataphract 10.24", "alexander 10.24", "spqr 10.25")
@pytest.mark.parametrize(
    ("system", "case", "hits"),
    [("cataphract", "10.24", (0, 3)), ("alexander", "10.24", (1, 4)), ("spqr", "10.25", (1, 4))],
)
def test_a_flight_through_friends_is_told_by_its_case(system: str, case: str, hits: tuple[int, int]) -> None:
    """Who is passed has a hit of it (A, S), and others where it fails its check: each says which it is."""
    lay, ours, theirs, _, chief = SIDES[system]
    held = [unit(ours, code, at, tq=9) for code, at in (("MI3", "0910"), ("MI4", "0909"))]
    units = [unit(ours, "LI1", 1010, hits=3, tq=4), unit(theirs, "LI9", 1110, "W", missile="J")]
    given = lay(
        *units, *held, {"side": theirs, "id": chief, "hex": 1410, "role": "OC", "command_range": 9}, active=chief
    )
    given["field"]["units"][2].update(code="MI2", tq=5)
    it = rule(given, "LI9 x LI1\n0910\n0810", 0, 8)
    at_once, in_all = hits
    assert [text for at, text in told(it) if at == case] == [
        *(["MI2 takes 1 hit: LI1 flees through it (1 of TQ 5)"] if at_once else []),
        f"MI2 takes 3 hits: its check as LI1 flees through it ({in_all} of TQ 5)",
    ]
    assert any("LI1 flees through MI2: needs TQ 5 or less" in text for text in rolled(it))


@pytest.mark.rule("alexander 9.23", "alexander 9.24")
@pytest.mark.parametrize(
    ("second", "asks"),
    [
        (1, "CH9 goes on through a second line that lets it pass. By which hex?"),
        (9, "CH9 meets a second line. Where does it strike?"),
    ],
)
def test_chariots_drive_on_by_their_own_case(second: int, asks: str) -> None:
    """They are asked where they strike only where somebody has stood."""
    given = alexander.field(
        alexander.greek("CH9", 1410),
        *(alexander.mac(c, h) for c, h in (("MI1", 1110), ("MI2", 1010), ("MI3", 1011))),
        {"side": "greek", "id": "Memnon", "hex": 1510, "command_range": 9},
        active="Memnon",
    )
    it = rule(given, "CH9 > 1310 1210\nnone\ndone\nshock all", 1, second, second)
    assert questions(it)[-1] == ("9.23", asks)


# Numbers that are told


@pytest.mark.rule("cataphract 9.14", "alexander 8.34", "spqr 8.34")
@pytest.mark.parametrize("system", ["cataphract", "alexander", "spqr"])
def test_a_shock_roll_over_nine_has_one_total(system: str) -> None:
    """Charisma lifts the die over the chart: the total is that of the roll, and the row it is read in is told."""
    lay, ours, theirs, chief, _ = SIDES[system]
    leader = {"side": ours, "id": chief, "hex": 1010, "charisma": 3}
    given = lay(unit(ours, "HI1", 1010, tq=9), unit(theirs, "HI9", 1110, "W", tq=9), leader, active=chief)
    it = rule(given, "done\nshock all", *[9, 9, 9, 9])
    assert any(f"9 +3 {chief}'s Charisma = 12" in text for text in rolled(it))
    assert any(f"rolled 9, +3 {chief}'s Charisma = 12, read as 9" in text for _, text in told(it))


@pytest.mark.rule("spqr 9.19", "spqr 8.33")
def test_two_modifiers_of_elephants_have_two_names() -> None:
    """Africans that Indian elephants attack roll with two modifiers, each by its reason."""
    african = spqr.rome("EL1", 1110, cls="AFR", tq=6, ma=7)
    units = [african, spqr.rome("MI2", "0303"), spqr.punic("EL9", 1310, cls="IND", tq=6, ma=7)]
    given = spqr.battle(units, [spqr.fabius(), spqr.hannibal()], active="Hannibal")
    it = rule(given, "EL9 > 1210\nnone\nnone\ndone\nshock auto", 3, 5, 5)
    assert any("5 +1 Indian elephants +1 African against Indian = 7" in text for text in rolled(it))


@pytest.mark.rule("alexander 9.12", "spqr 9.13")
@pytest.mark.parametrize("system", ["alexander", "spqr"])
def test_javelins_and_the_archers_about_an_elephant_are_told_apart(system: str) -> None:
    """Both shoot at who comes up: two rolls, two sentences, and the hits of both."""
    lay, ours, theirs, chief, _ = SIDES[system]
    leader = {"side": ours, "id": chief, "hex": "0810", "role": "OC", "command_range": 9}
    elephant = unit(theirs, "EL1", 1210, "W", tq=9, missile="J")
    given = lay(unit(ours, "MI1", 1010, tq=9), elephant, leader, active=chief)
    it = rule(given, "MI1 > 1110\nnone\nnone\nfire", 0, 0)
    assert [text.split(": ")[1] for text in rolled(it)] == [
        "EL1 fires at MI1, range 1",
        "EL1's archers fire at MI1, range 1",
    ]
    shots = [text for _, text in told(it) if text.startswith("EL1 fires at MI1")]
    assert [": its archers, range 1" in text for text in shots] == [False, True]
    assert any("fire from EL1's archers (2 of TQ 9)" in text for _, text in told(it))


@pytest.mark.rule("men-of-iron 10.4(4)")
@pytest.mark.parametrize(("moved", "why"), [(False, "Charge across a brook"), (True, "Charge after movement")])
def test_a_charge_is_slowed_by_what_it_says(moved: bool, why: str) -> None:
    ground = {"hexsides": [{"a": 1010, "b": 1110, "type": "brook"}]}
    activation = {"mp": {"MM1": 1}, "moved": ["MM1"]} if moved else {}
    units = [men_of_iron.e("MM1", 1010), men_of_iron.s("AX9", 1210)]
    given = men_of_iron.position(*units, ground=ground, activation=activation, **men_of_iron.SHOCK)
    it = rule(given, "shock MM1 > 1110 x AX9", 5)
    assert any(f"+1 {why}" in text for text in rolled(it))


# Fire that comes to nothing


@pytest.mark.rule("cataphract 8.13", "alexander 8.13", "spqr 8.13")
@pytest.mark.parametrize("system", ["cataphract", "alexander", "spqr"])
def test_fire_that_has_lost_its_target_is_told_once(system: str) -> None:
    """Who is to be shot at on the way rides off: why nobody fires is said once, its case beside it."""
    lay, ours, theirs, chief, _ = SIDES[system]
    code = "LI1" if system == "cataphract" else "SK1"
    missile = "B" if system == "cataphract" else "A"
    units = [unit(ours, code, 1010, ma=6, missile=missile), unit(theirs, "LC9", 1310, "W", ma=9)]
    it = rule(lay(*units, active=chief), f"{code} > 1110 x LC9\nLC9 1610 @W", 3)
    (said,) = [(case, text) for case, text in told(it) if "fire" in text]
    assert said[0] == "8.13" and said[1].startswith(f"{code} holds its fire: {code} can't fire at LC9: range 5, ")
    assert "8.13" not in said[1] and said[1].count("can't fire") == 1


# Who has the turn, and by what


def selecting(system: str, *pieces: dict[str, Any], **said: Any) -> dict[str, Any]:
    """A position in which it is settled whose turn it is."""
    return SIDES[system][0](*pieces, active=None, phase="select", **said)


@pytest.mark.rule("cataphract 5.26", "alexander 5.25", "spqr 5.27")
@pytest.mark.parametrize(("system", "case"), [("cataphract", "5.26"), ("alexander", "5.25"), ("spqr", "5.27")])
def test_who_was_put_off_and_comes_free_has_his_turn_by_that(system: str, case: str) -> None:
    side, chief = SIDES[system][1], SIDES[system][3]
    john = {"side": side, "id": "John", "hex": 1010, "role": "SC", "initiative": 1, "deferred": True}
    tied = {"side": side, "id": chief, "hex": "0510", "initiative": 1, "role": "OC"}
    it = rule(selecting(system, unit(side, "HI1", 1010), john, tied))
    assert told(it) == [(case, "John is activated.")]


@pytest.mark.rule("cataphract 5.41", "cataphract 5.42", "alexander 5.42", "spqr 5.42")
@pytest.mark.parametrize("system", ["cataphract", "alexander", "spqr"])
def test_a_trump_is_rolled_by_its_case(system: str) -> None:
    """One's own turn is trumped by 5.41, the enemy's Trump by 5.42; so is the turn that comes of it."""
    _, ours, theirs, chief, other = SIDES[system]
    given = selecting(
        system,
        *(unit(ours, "HI1", 1010), unit(theirs, "HI9", 1310, "W")),
        {"side": ours, "id": "John", "hex": 1010, "role": "SC", "initiative": 2},
        {"side": ours, "id": chief, "hex": "0910", "role": "OC", "initiative": 6, "command_range": 9},
        {"side": theirs, "id": other, "hex": 1410, "role": "OC", "initiative": 7, "command_range": 9},
    )
    it = rule(given, f"trump {chief}\ntrump {other}", 3, 4)
    assert [t["rule"] for t in it.told if t["type"] == "roll"] == ["5.41", "5.42"]
    assert ("5.42", f"{other} is activated.") in told(it)
    lets = rule(given, f"trump {chief}\nno", 3)
    assert ("5.41", f"{chief} is activated.") in told(lets)


@pytest.mark.rule("cataphract 5.12", "cataphract 5.26")
def test_to_activate_is_the_word_for_whose_turn_it_is() -> None:
    """Whatever the choice is called; not for who would have to Trump."""
    john = {"side": "roman", "id": "John", "hex": 1010, "role": "SC", "initiative": 3}
    given = selecting("cataphract", unit("roman", "HC1", 1010), unit("goth", "MI1", 1110, "W"), john)
    assert rule(given, "activate John").asked == ["shock"]
    why = "“activate Narses”: Narses has Initiative 6; John, who has 3, comes before."
    assert refusals(rule(given, "activate Narses")) == [("5.12", why)]
    ((case, why),) = refusals(rule(given, "HC1 > 1011"))
    assert case == "5.12" and why.startswith("“HC1 > 1011”: That is an order, and this question comes first. Open: ")


@pytest.mark.rule("cataphract 5.26", "cataphract 4.24")
def test_at_the_last_call_nobody_gives_orders() -> None:
    pieces = [unit("roman", "HC1", 1010), unit("goth", "MI1", 1110, "W")]
    john = {"side": "roman", "id": "John", "hex": 1010, "role": "SC", "deferred": True}
    chiefs = [{**x, "status": "finished"} for x in (cataphract.NARSES, cataphract.TOTILA)]
    given = cataphract.field(*pieces, john, *chiefs, active=None, phase="last-call")
    why = "John is in enemy ZOC and gives no orders; with “shock” units in his Command Range may attack."
    assert refusals(rule(given, "HC1 > 1011")) == [("4.24", f"“HC1 > 1011”: {why}")]
    ((case, why),) = refusals(rule(given, "shock HC1 x MI1"))
    assert case == "5.26" and "who attacks whom is asked then" in why
    assert told(rule(given, "shock")) == [("5.26", "John is activated.")]


# Who attacks


@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "spqr 8.31", "simple-gboh 7.3")
@pytest.mark.parametrize("word", ["none", "no", "done", "nobody"])
@pytest.mark.parametrize("system", [*SIDES, "simple-gboh"])
def test_nobody_attacks(system: str, word: str) -> None:
    """Where nobody must, every word for it will do; where somebody must, who, and how that is written."""
    given = may_attack(system)
    assert rule(given, word).refused == [] and rule(given, word).asked != ["shock"]
    ((_, why),) = refusals(rule(may_attack(system, must=True), word))
    assert "HI1 must attack" in why and why.endswith("Write “shock must” or “shock all”.")


def may_attack(system: str, *, must: bool = False) -> dict[str, Any]:
    """The Shock of one who stands before an enemy and may, or must, attack; then there is another who may."""
    simple = system == "simple-gboh"
    lay, ours, theirs, chief, _ = SIDES.get(system, (simple_gboh.field, "a", "b", "", ""))
    units = [unit(ours, "HI1", 1010), unit(theirs, "HI9", 1110, "W" if must or not simple else "E")]
    if must:
        units += [unit(ours, "HI2", 1414), unit(theirs, "HI8", 1514, "E")]
    if simple:
        return simple_gboh.field([*units, unit("b", "MI21", 2819, "W")], phase="shock")
    leader = {"side": ours, "id": chief, "hex": 1212, "role": "OC", "command_range": 9}
    marked = {"markers": {"HI1": "must"}, "moved": ["HI1"]} if must else {}
    return lay(*units, leader, active=chief, phase="shock", orders=marked)


@pytest.mark.rule("cataphract 9.11", "alexander 8.31", "spqr 8.31", "simple-gboh 7.3")
@pytest.mark.parametrize("text", ["wait", "HI1", "yes", "HI9"])
@pytest.mark.parametrize("system", [*SIDES, "simple-gboh"])
def test_what_is_no_attack(system: str, text: str) -> None:
    """Nobody is sent to "done": it is asked who attacks, and how that is written is shown of units that are there."""
    ((_, why),) = refusals(rule(may_attack(system), text))
    assert why.startswith(f"“{text}” is no attack, and it is asked who attacks: ")
    assert "“shock none”" in why and "“shock HI1 x HI9”" in why


@pytest.mark.rule("cataphract 9.12", "simple-gboh 7.35")
@pytest.mark.parametrize("system", ["cataphract", "simple-gboh"])
def test_half_an_attack(system: str) -> None:
    ((_, why),) = refusals(rule(may_attack(system), "shock HI1"))
    assert "needs attackers and defenders: shock all, shock HI1 x HI9" in why


@pytest.mark.rule("cataphract 4.24", "alexander 4.24", "spqr 4.26")
@pytest.mark.parametrize("system", [*SIDES])
def test_a_leader_in_enemy_zoc_is_told_how_his_units_attack(system: str) -> None:
    lay, ours, theirs, _, _ = SIDES[system]
    john = {"side": ours, "id": "John", "hex": 1010, "role": "SC"}
    given = lay(unit(ours, "HI1", 1010), unit(theirs, "HI9", 1110, "W"), john, active="John")
    ((_, why),) = refusals(rule(given, "HI1 > 0910"))
    assert why.endswith("lets units attack: shock all, shock HI1 x HI9, or shock none.")


# Who goes along


@pytest.mark.rule("cataphract 4.23", "alexander 4.23", "spqr 5.24")
@pytest.mark.parametrize(("system", "case"), [("cataphract", "4.23"), ("alexander", "4.23"), ("spqr", "5.24")])
def test_who_is_named_after_the_sign_is_told_of(system: str, case: str) -> None:
    """The sentence is about who was named: another leader, a unit, the commander who stands elsewhere."""
    lay, ours, theirs, chief, _ = SIDES[system]
    leaders = [{"side": ours, "id": "John", "hex": 1012, "role": "SC"}, {"side": ours, "id": chief, "hex": "0510"}]
    units = [unit(ours, "MI1", 1010), unit(ours, "MI2", 1012), unit(theirs, "MI9", 2010, "W")]
    leaders[1] |= {"role": "OC", "command_range": 12}
    given = lay(*units, *leaders, active=chief)
    said = {name: refusals(rule(given, f"MI2 > 1112 & {name}"))[0] for name in ("John", "MI1", chief)}
    assert said == {
        "John": (case, f"John doesn't go along with MI2: only {chief} may, who gives the order."),
        "MI1": (case, "MI1 doesn't go along with MI2: only a leader may, and a unit has an order of its own."),
        chief: (case, f"{chief} isn't with MI2."),
    }


@pytest.mark.rule("alexander 9.62")
@pytest.mark.parametrize("order", ["PH1+PH2 forward 2", "PH2+PH1 > +2", "PH1 & PH2 > 1210", "PH1 > +2"])
def test_both_of_double_depth_may_be_named(order: str) -> None:
    given = alexander.field(alexander.mac("PH1", 1010), alexander.mac("PH2", 1010, below="PH1"))
    it = rule(given, order)
    assert it.refused == [] and [it.of(code)["hex"] for code in ("PH1", "PH2")] == [1210, 1210]


# How orders are written


@pytest.mark.rule("cataphract 4.21", "alexander 4.21", "spqr 4.21", "simple-gboh 4.1")
@pytest.mark.parametrize("order", ["MI9 > 1310", "MI9 x HI1", "MI9 > 0101"])
@pytest.mark.parametrize("system", [*SIDES])
def test_the_enemys_units_are_not_ordered(system: str, order: str) -> None:
    """Not how far it would get: whose it is."""
    lay, ours, theirs, chief, _ = SIDES[system]
    given = lay(unit(ours, "HI1", 1010), unit(theirs, "MI9", 1410, "W"), active=chief)
    assert [why for _, why in refusals(rule(given, order))] == ["MI9 is the enemy's."]


@pytest.mark.rule("cataphract 6.14", "alexander 6.15", "spqr 6.14", "simple-gboh 4.31")
def test_a_leader_goes_to_one_hex() -> None:
    said = refusals(rule(cataphract.field(unit("roman", "HC1", 1010)), "Narses > 0610 0710"))
    assert said == [("6.14", "Narses goes the cheapest way: name only the hex where he ends, “Narses > 0710”.")]
    field = simple_gboh.field([unit("a", "HI1", 1010), simple_gboh.FAR], [simple_gboh.chief("a", "Pyr", 1010)])
    ((case, why),) = refusals(rule(field, "Pyr > 1110 1211"))
    assert case == "4.31" and why.endswith("name only the hex where he ends, “Pyr > 1211”.")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("rally", "Who? “rally LC1”."),
        ("recover", "Who? “recover LC1”."),
        ("LC1 harass", "Whom, and by which hexes? “LC1 harass MI1 1009”."),
        ("mode LC1", "“mode LC1” stops too early."),
        ("LC1 <> HI1", "Units change places in a set-up alone; now “LC1 > 1009” moves."),
        ("HI1 > 1112 1112", "HI1 is at 1112 already: the next hex is another one."),
        ("line", "Which units? Name them: line LC1."),
        ("HI1", "What should HI1 do? “HI1 > 1011” moves, “HI1 @NW” turns, “HI1 x MI1” fires."),
        ("Narses", "Where does Narses go? “Narses > 0509”"),
        (
            "replace Narses",
            "Who is replaced, by whom, and where? replace, two leaders, the hex of a unit he may command.",
        ),
    ],
)
def test_what_is_missing_is_asked_for_with_pieces_that_are_there(order: str, why: str) -> None:
    units = [unit("roman", "LC1", 1010, missile="B"), unit("roman", "HI1", 1012), unit("goth", "MI1", 1310, "W")]
    assert [text for _, text in refusals(rule(cataphract.field(*units), order))] == [why]


@pytest.mark.rule("spqr 4.25")
def test_leave_is_asked_with_a_line_that_is_there() -> None:
    units = [spqr.hastati("LG1", 1010), spqr.hastati("LG2", 1011), spqr.punic("MI9", 2510)]
    leaders = [spqr.fabius("0810", status="finished"), spqr.tribune(1010), spqr.hannibal()]
    ((case, why),) = refusals(rule(spqr.battle(units, leaders, active="Sextius"), "leave"))
    assert case == "4.25" and why.endswith("with the Line he would command: line LG1 LG2.")


@pytest.mark.parametrize("system", [*SIDES])
def test_a_unit_of_a_field_is_named_once(system: str) -> None:
    lay, ours, theirs, chief, _ = SIDES[system]
    shown = labels(rule(lay(unit(ours, "HI1", 1010), unit(theirs, "MI9", 1810, "W"), active=chief)))
    assert "HI1 at 1010" in shown and not any("HI1 HI1" in x for x in shown)
    named = lay(unit(ours, "HI1", 1010, name="Guards"), unit(theirs, "MI9", 1810, "W"), active=chief)
    assert "HI1 Guards at 1010" in labels(rule(named))


# Hexes and facings in answers


@pytest.mark.rule("cataphract 8.34")
@pytest.mark.parametrize(("answer", "ends"), [("1110", (1110, "E")), ("1109", (1109, "E")), ("1109 @NE", (1109, "NE"))])
def test_who_loses_its_temper_keeps_its_facing_where_it_can(answer: str, ends: tuple[int, str]) -> None:
    wild = {"sides": {"goth": {"disciplined": False}}}
    horse = unit("roman", "LC1", 1310, "W", missile="B", ma=10)
    near = {**cataphract.NARSES, "hex": 1510}
    given = cataphract.field(horse, unit("goth", "MI1", 1010, tq=5), near, ground=wild)
    it = rule(given, f"LC1 harass MI1 1210 1110\nnone\n{answer}", 0, 9)
    assert it.refused == [] and (it.of("MI1")["hex"], it.of("MI1")["facing"]) == ends
    wrong = rule(given, "LC1 harass MI1 1210 1110\nnone\n1110 @W", 0, 9)
    assert refusals(wrong) == [("8.34", "“1110 @W”: that facing isn't open there: 1110@SE, 1110@E.")]


@pytest.mark.rule("cataphract 10.21", "alexander 10.21", "spqr 10.22")
@pytest.mark.parametrize("system", [*SIDES])
def test_a_flight_goes_hex_by_hex_and_faces_as_it_runs(system: str) -> None:
    lay, ours, theirs, _, chief = SIDES[system]
    units = [unit(ours, "LI1", 1010, "W", hits=3, tq=4), unit(theirs, "LI9", 1110, "W", missile="J")]
    given = lay(*units, {"side": theirs, "id": chief, "hex": 1410, "role": "OC", "command_range": 9}, active=chief)
    said = {answer: rule(given, f"LI9 x LI1\n{answer}", 0) for answer in ("0909 @W", "0909 @E", "0909 0809")}
    assert said["0909 @W"].refused == [] and said["0909 @W"].of("LI1")["hex"] == 909
    assert [why for _, why in refusals(said["0909 @E"])] == ["“0909 @E”: LI1 keeps its facing, W. Write “0909”."]
    why = "“0909 0809”: LI1 goes one hex now: name the next one alone."
    assert [text for _, text in refusals(said["0909 0809"])] == [why]


@pytest.mark.rule("simple-gboh 7.42")
def test_a_retreat_before_shock_that_stops_too_early() -> None:
    units = [unit("a", "MI1", "0910"), unit("b", "LC9", 1110, "W", ma=8), simple_gboh.FAR]
    it = rule(simple_gboh.field(units), "MI1 > 1010\nnone\nLC9 1310\n1510 @E")
    assert refusals(it) == [
        ("7.42", "“LC9 1310”: LC9 can go on from 1310: it retreats as far as it can."),
        ("7.41", "“1510 @E”: LC9 keeps its facing, W. Write “1510”."),
    ]


@pytest.mark.rule("spqr 6.68", "spqr 6.51")
@pytest.mark.parametrize("answer", ["LG1 1010", "LG1+LG2 1010", "LG1 & LG2 > 1010", "1010"])
def test_a_stack_withdraws_by_one_answer(answer: str) -> None:
    units = [spqr.hastati("LG1", 1110), spqr.hastati("LG2", 1110, below="LG1"), spqr.punic("HI9", 1410, tq=6, ma=4)]
    given = spqr.battle(units, [spqr.fabius(), spqr.hannibal(1410)], active="Hannibal")
    it = rule(given, f"HI9 > 1310\n{answer}", 0, 0)
    assert it.refused == [] and [it.of(code)["hex"] for code in ("LG1", "LG2")] == [1010, 1010]
    assert it.asked == ["orders"], "nobody asks the other of them"


# Leaders who must go


@pytest.mark.rule("cataphract 4.62", "alexander 4.62", "spqr 5.24")
@pytest.mark.parametrize("system", [*SIDES])
def test_a_leader_whose_unit_has_gone_is_told_so(system: str) -> None:
    lay, ours, theirs, _, chief = SIDES[system]
    units = [unit(ours, "LI1", 1010, "W", hits=3, tq=4), unit(theirs, "LI9", 1110, "W", missile="J")]
    leaders = [
        {"side": theirs, "id": chief, "hex": 1410, "role": "OC", "command_range": 9},
        {"side": ours, "id": "John", "hex": 1010, "role": "SC"},
    ]
    it = rule(lay(*units, *leaders, active=chief), "LI9 x LI1\nJohn stay\n0909\n0809", 0)
    asked = [text for _, text in questions(it) if "leaders withdraw" in text]
    assert asked == ["Their unit has gone, and LI9 stands next to them. Which leaders withdraw?"]


@pytest.mark.rule("alexander 9.14", "spqr 9.14")
@pytest.mark.parametrize("system", ["alexander", "spqr"])
def test_a_rampage_is_called_one(system: str) -> None:
    """At its beginning nobody has come to anywhere."""
    lay, ours, theirs, _, chief = SIDES[system]
    units = [unit(ours, "EL1", 1010, "E", hits=5, tq=6, ma=7), unit(theirs, "LI9", 1110, "W", missile="J")]
    horse = unit(ours, "HC1", "0810", "W", ma=9)
    leader = {"side": theirs, "id": chief, "hex": 1410, "role": "OC", "command_range": 9}
    it = rule(lay(*units, horse, leader, active=chief), "LI9 x EL1", 0, 0)
    asked = [text for _, text in questions(it) if "withdraws in order" in text]
    assert asked == ["EL1 runs wild at 1010. Who withdraws in order?"]


# Friends who are in the way


@pytest.mark.rule("cataphract 6.47", "alexander 6.67", "spqr 6.77")
@pytest.mark.parametrize("system", [*SIDES])
def test_which_of_two_is_the_column(system: str) -> None:
    lay, ours, theirs, chief, _ = SIDES[system]
    far = unit(theirs, "MI9", 2010, "W")
    one = lay(unit(ours, "MI4", 1110, "SIDE_N", column=True), unit(ours, "MI6", 1109), far, active=chief)
    other = lay(unit(ours, "MI4", 1110), unit(ours, "MI6", 1109, "SIDE_N", column=True), far, active=chief)
    assert [why for _, why in refusals(rule(one, "MI4 > 1109"))] == [
        "MI4 is In Column and can't enter the hex of MI6: a Column passes nobody."
    ]
    assert [why for _, why in refusals(rule(other, "MI4 > 1109"))] == [
        "MI4 can't enter the hex of MI6, which is In Column: nobody passes a Column."
    ]


@pytest.mark.rule("simple-gboh 5.24")
def test_why_the_other_half_of_a_phalanx_does_not_come_up() -> None:
    units = [unit("a", "PH1", 1010), unit("b", "HI9", 1209, "W"), simple_gboh.FAR_A]
    given = simple_gboh.field(units, ground={"terrain": {"1210": "rough"}})
    ((case, why),) = refusals(rule(given, "PH1 fl wheel left"))
    assert case == "5.24" and "on open ground alone" in why


# Simple GBoH: what is activated, who attacks


FORMATIONS: dict[str, Any] = {
    "sides": {
        "a": {
            "formations": [
                {"id": "hastati", "name": "The Hastati", "commanders": ["Cato"]},
                {"id": "velites", "name": "The Velites", "commanders": ["Fab"]},
                {"id": "horse", "name": "The Horse", "commanders": ["Nero"]},
            ],
            "together": [{"id": "t", "leader": "Cato", "formations": ["hastati", "velites"], "within_range": True}],
        },
        "b": {},
    }
}


def activating(cato: Mapping[str, Any] | None = None, fab: int = 1110) -> dict[str, Any]:
    units = [unit("a", c, h, formation=f) for c, h, f in (
        ("LG1", 1010, "hastati"), ("LI1", 1110, "velites"), ("HC1", 1114, "horse"),
    )]  # fmt: skip
    leaders = [
        {**simple_gboh.chief("a", "Cato", 1010, role="OC", command_range=4), **(cato or {})},
        simple_gboh.chief("a", "Fab", fab),
        simple_gboh.chief("a", "Nero", 1114),
    ]
    said = {"ground": FORMATIONS, "phase": "activation", "orders": {"side": "a"}}
    return simple_gboh.field([*units, simple_gboh.FAR], leaders, **said)


@pytest.mark.rule("simple-gboh 4.1")
@pytest.mark.parametrize(
    "text", ["hastati", "The Hastati", "activate hastati", "activate The Hastati", "Activate hastati + velites"]
)
def test_a_formation_is_activated_by_its_name(text: str) -> None:
    assert rule(activating(), text).asked == ["orders"]


@pytest.mark.rule("simple-gboh 4.14", "simple-gboh 4.1")
@pytest.mark.parametrize(
    ("cato", "fab", "text", "case", "why"),
    [
        (
            {},
            1110,
            "hastati+horse",
            "4.14",
            "Nothing in this battle lets The Hastati and The Horse be activated together.",
        ),
        (
            {"placed": True},
            1110,
            "hastati+velites",
            "4.14",
            "Cato has come back in this turn, and leads no Formations together in it.",
        ),
        (
            {},
            2410,
            "hastati+velites",
            "4.14",
            "Cato leads them together, and no Commander of The Velites is within his Command Range.",
        ),
        (
            {"eliminated": True, "hex": None},
            1110,
            "hastati+velites",
            "4.14",
            "Cato, who would lead them together, isn't on the map.",
        ),
        (
            {},
            1110,
            "activate Cato",
            "4.1",
            "It is Formations that are activated, with their Commanders; Cato commands The Hastati. "
            "“oc” moves him alone.",
        ),
    ],
)
def test_what_keeps_formations_apart(cato: Mapping[str, Any], fab: int, text: str, case: str, why: str) -> None:
    assert refusals(rule(activating(cato, fab), text)) == [(case, f"“{text}”: {why}")]


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 5.35")
@pytest.mark.parametrize(
    ("line", "case", "why"),
    [
        ("shock LG1 x PH9", "7.31", "MI3 must attack: in enemy ZOC, with enemies in their own."),
        ("shock LG2 MI3 x PH9", "5.35", "LG2 fights with LG1, under which it stands."),
    ],
)
def test_a_plan_of_attacks_that_cannot_be(line: str, case: str, why: str) -> None:
    """One plan alone is possible; another that is written is refused for what is wrong with it."""
    legion = simple_gboh.LEGION
    units = [unit("a", "LG1", 1010, **legion), unit("a", "LG2", 1010, below="LG1", **legion), unit("a", "MI3", 1011)]
    given = simple_gboh.field([*units, unit("b", "PH9", 1110, "W"), simple_gboh.FAR], phase="shock")
    it = rule(given, line)
    assert refusals(it) == [(case, why)] and it.asked == ["shock"]


@pytest.mark.rule("simple-gboh 7.44")
def test_who_follows_is_told_how_to_say_it() -> None:
    units = [unit("a", "MI1", "0910"), unit("b", "LC9", 1110, "W", ma=8), simple_gboh.FAR]
    ((case, why),) = refusals(rule(simple_gboh.field(units), "MI1 > 1010\nnone\nLC9 1510\nMI1 > 1110 1210"))
    assert case == "7.44" and "is named, with the hex where it ends: MI1@1210@E" in why


@pytest.mark.rule("simple-gboh 10.13")
@pytest.mark.parametrize("more", [{}, {"below": "HI8"}])
def test_artillery_lies_under_the_foot_of_its_hex_said_or_not(more: dict[str, Any]) -> None:
    units = [unit("a", "HI8", 1010), unit("a", "ART9", 1010, **more), simple_gboh.FAR]
    assert rule(simple_gboh.field(units)).refused == []


# As players write: slips in answers


def said_to(given: Mapping[str, Any], before: str, answers: Mapping[str, str | None], *dice: int) -> None:
    """Each answer is taken (None), or refused with a sentence that has these words."""
    wrong = {}
    for answer, words in answers.items():
        told_ = [why for _, why in refusals(rule(given, f"{before}{answer}", *dice))]
        if (words is None and told_) or (words is not None and (len(told_) != 1 or words not in told_[0])):
            wrong[answer] = told_
    assert wrong == {}


@pytest.mark.rule("cataphract 8.21")
def test_slips_in_answers_about_fire() -> None:
    archers = [unit("goth", code, at, "W", missile="B") for code, at in (("LI7", 1210), ("LI8", 1211))]
    given = cataphract.field(unit("roman", "HC1", 1010), *archers, unit("goth", "MI9", 1510, "W"))
    said_to(given, "HC1 > 1110\nnone\n", {
        "LI7 fires at HC1": None,
        "fire LI7": None,
        "LI7 shoots": None,
        "LI7 x HC2": "There is no HC2.",
        "LI9 fire": "There is no LI9.",
        "HC1 fire": "HC1 is the enemy's. Asked: LI7, LI8; write “LI7 fire”.",
        "shoot": "Who? Write “LI7 shoot”, or “all shoot”.",
        "LI7 yes LI8 no": "each unit has a part of its own, with “;” between: “LI7 …; LI8 …”.",
        "LI7 MI9 fire": "MI9 is not asked now.",
    })  # fmt: skip


@pytest.mark.rule("cataphract 6.51")
def test_slips_in_withdrawals() -> None:
    horse = [unit("goth", code, at, "W", ma=8) for code, at in (("LC7", 1310), ("LC8", 1312))]
    given = cataphract.field(unit("roman", "HC1", 1010, ma=5), *horse)
    said_to(given, "HC1 > 1110\n", {
        "LC7 stays": None,
        "LC7 withdraw": "where to? Open: ",
        "LC7 LC8 1410 @W": "LC8 is not asked now.",
        "LC7 back down": "That is no answer to this question.",
    })  # fmt: skip


@pytest.mark.rule("cataphract 5.12", "cataphract 5.26")
def test_slips_in_whose_turn_it_is() -> None:
    names = {"John": 1010, "Paul": 1012}
    leaders = [{"side": "roman", "id": n, "hex": h, "role": "SC", "initiative": 3} for n, h in names.items()]
    given = selecting("cataphract", unit("roman", "HC1", 1010), unit("goth", "MI9", 1610, "W"), *leaders)
    said_to(given, "", {
        "John Paul": "One leader at a time is named.",
        "wait John": "John is not in enemy ZOC and can't wait for later.",
        "John waits": "John is not in enemy ZOC and can't wait for later.",
        "Paul trumps": "Paul has Initiative 3; to Trump takes 4.",
        "pass Narses": "Narses has Initiative 6; John, who has 3, comes before.",
    })  # fmt: skip


@pytest.mark.rule("spqr 8.31", "spqr 8.32", "spqr 8.35")
def test_slips_in_attacks() -> None:
    units = [spqr.hastati("LG1", 1010), spqr.hastati("LG2", 1011), spqr.punic("MI9", 1110), spqr.punic("LI8", 1710)]
    given = spqr.battle(units, [spqr.fabius("0910"), spqr.hannibal()], active="Fabius", phase="shock")
    said_to(given, "", {
        "shock LG1 x LG2": "LG2 is your own.",
        "shock LG3 x MI9": "There is no LG3. Did you mean LG1, LG2?",
        "shock LG1 > MI9": "Attacks are written shock all, shock LG1 LG2 x MI9",
        "shock good": "“shock good” is no attack, and it is asked who attacks: ",
    })  # fmt: skip
    said_to(given, "shock LG1 LG2 x MI9\n", {
        "LG2 leads": None,
        "LG3": "There is no LG3. Asked: LG1; write “LG1”.",
    }, 5, 5, 5, 5)  # fmt: skip


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.33")
def test_who_names_a_commander_means_his_formation() -> None:
    """The Overall Commander doesn't ride off in place of an activation because his name was written."""
    said_to(activating(), "", {
        "Cato": "Cato commands The Hastati. “oc” moves him alone.",
        "Nero": "Nero commands The Horse.",
        "hastati horse": "Nothing in this battle lets The Hastati and The Horse be activated together.",
            "oc": None,
    })  # fmt: skip


# As players write: slips in orders


def test_slips_in_orders() -> None:
    """Where the words come in another order, or a word is for other units, how it is written is told."""
    routed = unit("roman", "MI1", 1010, routed=True)
    tired = unit("roman", "MI2", 1012, hits=3)
    horse = unit("roman", "LC3", 1014, missile="B")
    said_to(cataphract.field(routed, tired, horse, unit("goth", "MI9", 1810, "W")), "", {
        "MI1 rally": "“rally” comes first: “rally MI1”.",
        "MI2 recover": "“recover” comes first: “recover MI2”.",
        "recover MI2 MI1": "“recover MI2; recover MI1”.",
        "rally 1010 W": "A facing is written with @: “rally MI1 @W”.",
        "harass LC3 MI9": "Who harasses comes first: “LC3 harass MI9 1013”.",
        "MI7 fires MI9": "There is no MI7.",
        "MI2 form @NE": "From E the change turns MI2 to @SIDE_NE or @SIDE_SE.",
        "MI2 form": "Which way does MI2 face? “MI2 form @SIDE_NE”",
    })  # fmt: skip
    phalanx = [alexander.mac("PH1", 1010), alexander.mac("EL3", 1013), alexander.mac("HI4", 1014)]
    said_to(alexander.field(*phalanx, alexander.greek("MI9", 1810)), "", {
        "PH1 turn left": "PH1 wheels: “PH1 wheel left”, “PH1 wheel right”, or “PH1 about”.",
        "PH1": "“PH1 wheel left” wheels",
        "PH1 square": "“square” comes first: “square PH1”.",
        "EL3 > 1014": "EL3 can't enter the hex of HI4.",
    })  # fmt: skip
    stack = [spqr.hastati("LG1", 1010), spqr.hastati("LG2", 1010, below="LG1"), spqr.punic("MI9", 1510)]
    said_to(spqr.battle(stack, [spqr.fabius("0810"), spqr.hannibal()], active="Fabius"), "", {
        "LG1+LG2": "What should LG1 do? “LG1 > 1009” moves.",
        "extend LG1": "Where does LG1 slide? “extend LG1 1009”",
    })  # fmt: skip
    simple = simple_gboh.field([unit("a", "LG1", 1010), simple_gboh.FAR], [simple_gboh.chief("a", "Cato", 1010)])
    said_to(simple, "", {
        "trump Cato": "These rules have no “trump”: activated units move and fire",
        "rally LG1": "These rules have no “rally”: activated units move and fire",
    })  # fmt: skip
