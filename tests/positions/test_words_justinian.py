"""Justinian: what a player is told and offered, and what may be written, where a position was found to mislead."""

from __future__ import annotations

import pytest

from engine.systems.justinian import recruits
from engine.systems.registry import system_for
from scenarios import position
from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_justinian import army, campaign, offered, piece, stand


def refusals(it: Ruling) -> list[str]:
    return [t["text"] for t in it.told if t["type"] == "refusal"]


def kinds(it: Ruling) -> list[str]:
    return [t["type"] for t in it.told]


TEIAS = {
    "totila": army("picenum", 12),
    "witigis": {"where": "gone"},
    "teias": {"where": "track", "arrives": 4},
}


@pytest.mark.rule("justinian 4.22")
@pytest.mark.parametrize(
    ("written", "taken"),
    [("5", 5), ("share teias 5", 5), ("teias 5", 5), ("share totila 5", 5), ("0", 0), ("proposed", 6), ("done", 0)],
)
def test_how_many_teias_takes(written: str, taken: int) -> None:
    """By the number, by who takes them, by whose they are, by a key of the list."""
    it = rule(campaign(TEIAS, phase="leaders"), written)
    assert it.refused == []
    assert stand(it, "teias")[:2] == ("Picenum", taken) and stand(it, "totila")[1] == 12 - taken


@pytest.mark.rule("justinian 4.22")
def test_more_than_there_are_for_teias() -> None:
    it = rule(campaign(TEIAS, phase="leaders"), "share teias 13\nshare totila 8 teias 5\n13")
    assert it.refused == ["4.22", "4.22", "4.22"] and it.asked == ["new-leader-sp"]


def tzazon(*, ships: int, sardinia: int = 3, elsewhere: int = 12, phase: str = "leaders") -> dict[str, object]:
    fleets = {"vandals": {"zeugitania": ships}} if ships else {}
    detached = {"sardinia": {"vandals": sardinia}} if sardinia else {}
    changes = {"gelimer": army("zeugitania", elsewhere), "tzazon": {"where": "track", "arrives": 2}}
    return campaign(changes, turn=2, phase=phase, fleets=fleets, detached=detached)


@pytest.mark.rule("justinian 4.22")
def test_tzazon_is_offered_what_can_be() -> None:
    """5 SP at least go with him: 3 of those in Sardinia want 2 more, and nothing else is offered."""
    given = tzazon(ships=1)
    first = rule(given)
    assert offered(first) == {"proposed", "0", "1", "2", "3"} and "done" not in offered(first)
    it = rule(given, "3\n3 1\n3 2")
    assert it.refused == ["4.22", "4.22"]
    assert refusals(it)[0].endswith("Open: 2, 3, 4, 5 … (9 in all); write “3 2”.")
    assert stand(it, "tzazon")[:2] == ("Sardinia", 5) and stand(it, "gelimer")[1] == 10
    assert it.end["fleets"] == {"vandals": {"Sardinia": 1}}


@pytest.mark.rule("justinian 4.22")
@pytest.mark.parametrize(
    ("written", "refused"),
    [
        ("share detached sardinia 8", []),
        ("share detached vandals sardinia 3 gelimer 2", []),
        ("8", []),
        ("share detached sardinia 6 gelimer 1", ["4.22"]),
        ("share detached sardinia 4", ["4.22"]),
    ],
)
def test_tzazon_without_ships(written: str, refused: list[str]) -> None:
    """From elsewhere 5 SP come all the same, no more; those in Sardinia need no ships."""
    it = rule(tzazon(ships=0, sardinia=8), written)
    assert it.refused == refused


@pytest.mark.rule("justinian 5.32")
def test_recruits_are_offered_as_they_must_be_placed() -> None:
    """A Praesental army below 10 SP is filled first: no less is offered, and with too few SP nobody else gets any."""
    few = {"praesental-1": army("europa", 6, "sittas"), "orient": army("syria-1", 10, "bessas")}
    plenty = rule(campaign(few), "recruit\nshare 3\nshare 4", 6)
    assert plenty.refused == ["5.32", "5.32"] and plenty.asked == ["recruits"], "the rest is still to be said"
    assert refusals(plenty)[1].endswith("how many of 2? Open: 0, 1, 2; write “share 4 0”.")
    assert rule(campaign(few), "recruit\nshare 4 2", 6).refused == []
    scarce = rule(campaign(few), "recruit\nshare 2\nproposed", 3)
    assert stand(scarce, "praesental-1")[1] == 9


@pytest.mark.rule("justinian 5.33", "justinian 5.32")
def test_ships_in_two_ports_by_the_list() -> None:
    """Key by key: 1 Fleet SP in Europa, 2 in Zeugitania, and the recruits to an army; as in one written share."""
    given = campaign({"orient": army("syria-1", 10, "bessas")}, gold=20)
    whole = rule(given, "recruit\nshare orient 4 fleet europa 1 fleet zeugitania 2", 4)
    assert whole.refused == []
    step = rule(given, "recruit\nships-byzantine-fleet-europa 1 ships-byzantine-fleet-zeugitania 2 proposed", 4)
    assert step.refused == [] and step.end["fleets"] == whole.end["fleets"]
    assert whole.end["fleets"] == {"byzantine": {"Europa": 1, "Zeugitania": 2}}
    assert step.end["gold"] == whole.end["gold"] and stand(step, "orient") == stand(whole, "orient")


@pytest.mark.rule("justinian 4.35", "justinian 6.24")
@pytest.mark.parametrize(("sp", "told"), [(46, "1 to 10 SP, of which 4 on land may stay"), (40, "1 to 10 SP")])
def test_what_recruits_there_is_room_for(sp: int, told: str) -> None:
    """Vandals have 50 SP at most: with 46 no more than 4 are promised on land."""
    given = campaign({"gelimer": army("zeugitania", sp)}, control={"zeugitania": "vandals"}, phase="barbarian")
    scenario, state = position.read(given, "it")
    said = str(recruits.prospect(system_for(scenario).context(state), "vandals"))
    assert said == f"{told}; 2 SP desert before each move of a Vandal army this turn"


SUFFER = "select-persia\nperozes\n> syria-2\nnone\nx\nnone"
"""Perozes attacks an army and Frontier SP in Syria II, who lose 4 SP."""


@pytest.mark.rule("justinian 8.21")
@pytest.mark.parametrize("written", ["1 3", "proposed", "share orient 1 frontier syria-2 3", "done", "4"])
def test_losses_by_the_keys_of_the_list(written: str) -> None:
    given = campaign(
        {"orient": army("syria-2", 10, "sittas"), "perozes": army("euphratensis", 20)},
        frontier={"syria-2": 4},
        phase="barbarian",
    )
    it = rule(given, f"{SUFFER}\n{written}", 4, 4, 4)
    assert it.refused == [] and it.asked != ["losses"]
    assert rule(given, SUFFER + "\n1 2", 4, 4, 4).refused == ["8.21"]


@pytest.mark.rule("justinian 5.2", "justinian 5.22")
def test_maintenance_by_keys() -> None:
    """A group alone leads on, and says how; with done behind it it is the order."""
    given = campaign({"orient": army("syria-1", 10, "sittas")}, phase="maintenance")
    it = rule(given, "orient\norient done")
    assert it.refused == ["5.2"] and "“orient” goes on: Who is paid? 30 G in the treasury" in refusals(it)[0]
    assert piece(it, "orient")["unpaid"]


@pytest.mark.rule("justinian 3.31")
def test_a_set_up_key_by_key() -> None:
    """“from-athalaric” is listed, and leads on to where his SP go."""
    given = campaign({}, phase="setup-barbarian", turn=1)
    it = rule(given, "from-athalaric")
    assert it.asked == ["set-up"] and "“from-athalaric” goes on" in refusals(it)[0]


@pytest.mark.rule("justinian 8.11", "justinian 6.52", "justinian 6.51")
@pytest.mark.parametrize("order", ["attack", "attack perozes", "x", "x perozes"])
def test_an_attack_by_its_key(order: str) -> None:
    given = campaign({"orient": army("syria-2", 10, "sittas"), "perozes": army("syria-2", 4)})
    it = rule(given, f"activate orient\n{order}\nstand", 4, 4, 4)
    assert it.refused == [] and "8.15" in [t["rule"] for t in it.told if t["type"] == "roll"]


@pytest.mark.rule("justinian 6.52")
def test_giving_by_its_key() -> None:
    given = campaign({"orient": army("syria-1", 10, "sittas"), "armenia": army("syria-1", 8, "bessas")})
    it = rule(given, "activate orient\ngive-armenia\ngive-armenia 3\nstop", 4)
    assert it.refused == ["7.1"] and "How many SP?" in refusals(it)[0]
    assert (stand(it, "orient")[1], stand(it, "armenia")[1]) == (7, 11)


@pytest.mark.rule("justinian 6.51", "justinian 7.2")
@pytest.mark.parametrize("order", ["fleet-europa", "fleet europa"])
def test_a_fleet_by_its_key(order: str) -> None:
    given = campaign({}, fleets={"byzantine": {"europa": 2}})
    it = rule(given, order)
    assert it.refused == [] and it.asked == ["sail"]
    (key,) = [k for k in offered(rule(given)) if k.startswith("fleet-")]
    assert rule(given, key).asked == ["sail"]


@pytest.mark.rule("justinian 6.52", "justinian 6.34")
def test_an_ally_combines_with_nobody() -> None:
    given = campaign(
        {"lombards": army("picenum", 12), "italy": army("picenum", 5, "sittas")}, alliance={"lombards": "byzantine"}
    )
    it = rule(given, "activate lombards\ncombine italy", 4)
    assert it.refused == ["6.52"] and "allied to Byzantium" in refusals(it)[0]


@pytest.mark.rule("justinian 7.34")
@pytest.mark.parametrize(
    "answer", ["intercept", "ostrogoths intercept", "ostrogoths-fleet yes", "ostrogoths-fleet-tyrrhenian-sea intercept"]
)
def test_a_patrol_by_any_of_its_names(answer: str) -> None:
    """It is asked alone, and may be called as where several are."""
    fleets = {"byzantine": {"sicilia": 2}, "ostrogoths": {"tyrrhenian-sea": 1}}
    given = campaign({"totila": army("picenum", 12)}, fleets=fleets)
    it = rule(given, f"fleet sicilia\nsail 2 > tyrrhenian-sea\n{answer}", 9)
    assert it.refused == [] and [t["rule"] for t in it.told if t["type"] == "roll"] == ["7.35"]


@pytest.mark.rule("justinian 7.34")
def test_two_patrols_of_one_power_need_their_sea() -> None:
    """The power alone is no name where two of its fleets are asked; the first goes by its own name as ever."""
    fleets = {"byzantine": {"sicilia": 2}, "ostrogoths": {"tyrrhenian-sea": 1, "sea-of-carthage": 1}}
    given = campaign({"totila": army("picenum", 12)}, fleets=fleets)
    start = "fleet sicilia\nsail 2 > tyrrhenian-sea > sea-of-carthage\n"
    it = rule(given, start + "ostrogoths intercept", 9)
    assert it.refused == ["7.34"] and it.asked == ["intercept-fleet"]
    both = "ostrogoths-fleet no; ostrogoths-fleet-sea-of-carthage intercept"
    assert rule(given, start + both, 9).refused == []


@pytest.mark.rule("justinian 6.24", "justinian 7.22")
def test_a_fleet_of_the_goths_needs_no_name() -> None:
    """In the Goths' own order a fleet is theirs, and it is called alike in the list and in the refusal."""
    given = campaign(
        {"totila": army("samnium", 10)}, control={"flaminia": "ostrogoths", "picenum": "ostrogoths"}, phase="barbarian"
    )
    orders = "select-ostrogoths\nshare detached flaminia 3 fleet liguria 1\nshare detached flaminia 4 fleet picenum 1"
    it = rule(given, orders, 7)
    assert it.refused == ["6.24"]
    assert refusals(it)[0].startswith("Ostrogothic fleet at Liguria: ships can be built as")
    assert "Ostrogothic fleet at Picenum" in refusals(it)[0]
    assert it.end["fleets"] == {"ostrogoths": {"Picenum": 1}} and it.end["detached"] == {"Flaminia": {"ostrogoths": 4}}


@pytest.mark.rule("justinian 7.14", "justinian 7.24")
@pytest.mark.parametrize(("port", "warned"), [("augustamnica-1", True), ("cyprus", False)])
def test_a_landing_outside_its_limits_is_told_before(port: str, warned: bool) -> None:
    """The Army of the Orient may not end in Egypt: that is said before the fleet sails, and it is lost all the same."""
    given = campaign({"orient": army("phoenice", 12, "sittas")}, fleets={"byzantine": {"phoenice": 2}})
    it = rule(given, f"fleet phoenice\nsail 2 & orient > the-levant > {port}")
    assert it.refused == []
    told = [t["text"] for t in it.told if t["type"] == "warning"]
    assert told == (["Army of the Orient may not end here: 12 SP are lost (7.14)"] if warned else [])
    if warned:
        sailed = next(i for i, t in enumerate(it.told) if t["type"] == "event" and "sail from" in str(t["text"]))
        assert kinds(it).index("warning") < sailed and piece(it, "orient") == {"where": "aside"}


@pytest.mark.rule("justinian 7.14")
def test_a_march_that_ends_outside_its_limits_is_told_before() -> None:
    """Not as long as it can come back; but where it stops, or has no MP to return."""
    given = campaign({"orient": army("phoenice", 12, "sittas")})
    on = rule(given, "activate orient\n> palaestina-1 > augustamnica-1", 4)
    assert "warning" not in kinds(on) and stand(on, "orient")[0] == "Augustamnica I"
    for order in ("\nstop", " stop"):
        it = rule(given, "activate orient\n> palaestina-1 > augustamnica-1" + order, 4)
        assert kinds(it).count("warning") == 1 and piece(it, "orient") == {"where": "aside"}


@pytest.mark.rule("justinian 7.21")
def test_a_sea_that_is_not_beside_the_port() -> None:
    given = campaign({}, fleets={"byzantine": {"phoenice": 2}})
    it = rule(
        given, "fleet phoenice\nsail 2 > aegean-sea\nsail 2 > the-levant > black-sea\nsail 2 > the-levant > dacia"
    )
    assert refusals(it)[0] == "Aegean Sea isn't beside Phoenice; beside it: The Levant."
    assert refusals(it)[1].startswith("Black Sea isn't beside The Levant; beside it: ")


@pytest.mark.rule("justinian 6.27", "justinian 7.31")
def test_who_intercepts_loses_nobody_by_desertion() -> None:
    """In a turn with Vandal recruits Gelimer intercepts in a Byzantine activation: all his SP fight."""
    given = campaign({"africa": army("byzacena", 20, "sittas"), "gelimer": army("numidia", 10)}, vandal_recruits=True)
    it = rule(given, "activate africa\n> numidia\ngelimer intercept", 4, 0, 4, 4)
    assert [t["rule"] for t in it.told if t["type"] == "roll"] == ["7.11", "7.32", "8.15", "8.15"]
    (fought,) = [s for s in it.said if s.startswith("Battle in Numidia")]
    assert "Gelimer, 10 SP" in fought and "6.27" not in [t["rule"] for t in it.told if t["type"] == "event"]
