"""Positions of the campaign where two rules meet: slow marches, forced recruits, the end, treasures ashore."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_justinian import army, campaign, piece, rolls, stand


def won(ruling: Ruling) -> str | None:
    """Who has won; None while it goes on."""
    return next((t["winner"] for t in ruling.told if t["type"] == "outcome"), None)


@pytest.mark.rule("justinian 7.11", "justinian 7.12", "justinian 8.24", "justinian 7.16")
def test_areobindus_gets_nowhere() -> None:
    """He rolls 0, which is 1 MP: neither a province, nor order; he can leave men behind."""
    given = campaign({"orient": army("syria-1", 8, "areobindus", disorganized=True)})
    it = rule(given, "activate orient\n> syria-2\nrally\ndrop 7", 0)
    assert len(it.refused) == 2
    assert stand(it, "orient") == ("Syria I", 1, {"disorganized"}) and it.end["frontier"] == {"Syria I": 7}


@pytest.mark.rule("justinian 5.32", "justinian 6.51", "justinian 6.52")
def test_the_guards_are_filled_up_before_anybody_else() -> None:
    given = campaign({"praesental-1": army("europa", 7, "sittas"), "orient": army("syria-1", 8, "bessas")})
    it = rule(given, "activate orient\nrecruit\nshare orient 3 praesental-1 2\nshare praesental-1 3 orient 2", 5)
    assert it.refused == ["6.51", "5.32"]
    assert (stand(it, "praesental-1")[1], stand(it, "orient")[1]) == (10, 10)


@pytest.mark.rule("justinian 9.0-d", "justinian 6.51", "justinian 6.11")
def test_disputes_before_recruits_that_are_forced() -> None:
    """The fourth activation is lost; the last one must fill the guards up."""
    armies = {"praesental-1": army("europa", 8, "sittas"), "orient": army("syria-1", 8, "bessas")}
    said: dict[str, Any] = {"markers": {"select": 0, "random": 0}, "lose_next": 1, "byzantine_done": 3}
    it = rule(campaign(armies, **said), "activate orient\nrecruit\nshare praesental-1 2", 2)
    assert it.refused == ["6.51"] and "The Byzantines lose an activation to Religious Disputes." in it.said
    assert stand(it, "praesental-1")[1] == 10


@pytest.mark.rule("justinian 5.12", "justinian 8.26", "justinian 6.35")
@pytest.mark.parametrize(("die", "left"), [(7, 1), (9, 0), (2, 6)])
def test_persians_far_from_home_melt_away(die: int, left: int) -> None:
    """Antioch is three provinces away, and a City: 2 less. Two away nobody rolls. Arabs stay in a City alone."""
    armies = {
        "chosroes": army("syria-1", 6),
        "perozes": army("euphratensis", 4),
        "lakhmids": army("phoenice", 5),
        "ghassanids": army("arabia", 5),
    }
    it = rule(campaign(armies, phase="removal"), "", die)
    assert rolls(it)[:1] == ["5.12"] and stand(it, "perozes")[1] == 4
    assert stand(it, "chosroes")[1] == left and (stand(it, "chosroes")[0] == "Syria I") is (left > 0)
    assert stand(it, "lakhmids")[:2] == ("Phoenice", 5) and stand(it, "ghassanids")[1] == 0


@pytest.mark.rule("justinian 10.1", "justinian 10.21", "justinian 10.22", "justinian 3.41")
@pytest.mark.parametrize(
    ("turn", "alliance", "winner"),
    [(9, "byzantine", "byzantine"), (9, "barbarian", None), (9, "neutral", None), (10, "neutral", "barbarian")],
)
def test_huns_in_lazica_as_a_turn_ends(turn: int, alliance: str, winner: str | None) -> None:
    """Everything else is Byzantine: friends there don't matter, who is Neutral does."""
    given = campaign({"utigurs": army("lazica", 5)}, phase="end", turn=turn, alliance={"utigurs": alliance})
    it = rule(given)
    assert won(it) == winner
    assert winner is not None or it.end["turn"] == 10


@pytest.mark.rule("justinian 10.21", "justinian 3.4", "justinian 9.0-c")
@pytest.mark.parametrize(("markers", "revolt", "winner"), [(4, 0, "byzantine"), (3, 1, "byzantine"), (4, 1, None)])
def test_eight_provinces_of_italy_are_enough(markers: int, revolt: int, winner: str | None) -> None:
    """Of those without a City that are worth 1 G four may be lost: to a marker or a revolt."""
    lost = ["aemilia", "picenum", "valeria", "samnium", "lucania-et-brutti"]
    control = dict.fromkeys(lost[:markers], "ostrogoths")
    given = campaign({}, phase="end", turn=5, control=control, revolt=lost[markers : markers + revolt])
    assert won(rule(given)) == winner


@pytest.mark.rule("justinian 7.24", "justinian 5.41", "justinian 6.25")
@pytest.mark.parametrize("ships", [1, 2])
def test_totila_sails_and_leaves_his_treasury(ships: int) -> None:
    """A ship for ten men; the treasury stays ashore."""
    said: dict[str, Any] = {"fleets": {"ostrogoths": {"campania": ships}}, "treasuries": {"ostrogoths": "campania"}}
    given = campaign({"totila": army("campania", 15)}, phase="barbarian", **said)
    orders = f"select-ostrogoths-only\nfleet campania\nsail {ships} & totila > tyrrhenian-sea > sicilia"
    it = rule(given, orders)
    assert it.refused == ([] if ships == 2 else ["7.24"])
    assert stand(it, "totila")[:2] == (("Sicilia", 15) if ships == 2 else ("Campania", 15))
    assert it.end["treasuries"] == {"ostrogoths": "Campania"}


@pytest.mark.rule("justinian 6.45", "justinian 6.54", "justinian 6.51")
def test_two_activations_and_four_gold() -> None:
    """A Fort takes half of it; a second one beside an army can't be paid."""
    given = campaign({"orient": army("syria-1", 8, "bessas")}, combined=True, gold=4)
    it = rule(given, "nothing & fort samnium & twice\nactivate orient & fort picenum\nactivate orient\nstop", 5)
    assert len(it.refused) == 1 and it.end["gold"] == 0
    assert [str(x) for x in it.end["forts"]] == ["Samnium"]
    assert it.end["double"] == "used"


@pytest.mark.rule("justinian 5.33", "justinian 5.32")
def test_ships_are_built_in_cities_by_the_sea() -> None:
    """Nobody comes to arms; Praevalitana has no City, Mesopotamia no sea."""
    given = campaign({"orient": army("syria-1", 8, "bessas")}, gold=10)
    orders = (
        "recruit\nshare fleet praevalitana 1\nshare fleet mesopotamia 1\nshare fleet europa 4\nshare fleet europa 3"
    )
    it = rule(given, orders, 0)
    assert it.refused == ["5.33", "5.33", "5.33"] and it.end["gold"] == 1
    assert it.end["fleets"] == {"byzantine": {"Europa": 3}}


@pytest.mark.rule("justinian 9.0-c3", "justinian 6.22", "justinian 8.34")
def test_vandals_put_sardinia_down() -> None:
    """Five of Gelimer's men and a ship go there; 5 halved are 2 of them."""
    said: dict[str, Any] = {"control": {"sardinia": "vandals"}, "fleets": {"vandals": {"zeugitania": 2}}}
    given = campaign({"gelimer": army("zeugitania", 12)}, phase="barbarian", **said)
    it = rule(given, "random", 5, 5, 4, 6, 5)
    assert it.refused == [] and stand(it, "gelimer") == ("Zeugitania", 7, set())
    assert it.end["detached"] == {"Sardinia": {"vandals": 3}}
    assert it.end["fleets"]["vandals"] == {"Sardinia": 1, "Zeugitania": 1}
    assert piece(it, "tzazon").get("sp", 0) == 0
