"""Positions of the campaign where two rules meet: what is told of activations that come to nothing, and why."""

from __future__ import annotations

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_justinian import army, asks, campaign, stand


def noes(ruling: Ruling) -> list[tuple[str, str]]:
    """Refusals: case and reason."""
    return [(t["rule"], t["text"].partition(": ")[2]) for t in ruling.told if t["type"] == "refusal"]


@pytest.mark.rule("justinian 6.41", "justinian 6.42", "justinian 6.43", "justinian 6.21")
@pytest.mark.parametrize(
    ("said", "case", "why"),
    [
        ({"turn": 1}, "6.41", "There are Combined Operations from Turn 2 on."),
        ({"barbarian_done": 1}, "6.41", "A Combined Operation is the first Barbarian activation of a turn."),
        ({"markers": {"select": 1, "random": 3}}, "6.42", "A Combined Operation takes both Select markers."),
        ({}, "6.43", "Which two armies the Combined Operation takes is asked next: write combined alone."),
    ],
)
def test_why_there_is_no_combined_operation(said: dict[str, object], case: str, why: str) -> None:
    """Typed with both powers: the minor one being no major power isn't what keeps it from being made."""
    given = campaign({"totila": army("campania", 10)}, phase="barbarian", **said)
    assert noes(rule(given, "combined ostrogoths franks")) == [(case, why)]


@pytest.mark.rule("justinian 6.43", "justinian 6.44", "justinian 6.23")
def test_a_combined_operation_is_asked_for_its_armies() -> None:
    given = campaign({"totila": army("campania", 10), "franks": army("liguria", 6)}, phase="barbarian")
    ruling = rule(given, "combined\ntotila\nfranks")
    assert ruling.refused == [] and ruling.asked == ["recruit-by-select"]


@pytest.mark.rule("justinian 6.35", "justinian 6.33", "justinian 6.22")
def test_a_neutral_power_named_again_is_told_as_such() -> None:
    """No bribe, no roll: the activation is lost, and the reader hears why."""
    given = campaign({"franks": army("liguria", 6)}, phase="barbarian", alliance={"franks": "neutral"})
    ruling = rule(given, "random", 3, 5)
    assert "It would be the Franks, who are Neutral this turn: nobody uses them." in ruling.said
    assert ruling.asked == ["byzantine-activation"] and stand(ruling, "franks")[:2] == ("Liguria", 6)


@pytest.mark.rule("justinian 8.32", "justinian 8.33")
def test_the_attacker_of_a_drawn_battle_at_sea_retreats_unbeaten() -> None:
    said = {"fleets": {"ostrogoths": {"campania": 2}, "byzantine": {"sicilia": 2}}, "phase": "barbarian"}
    given = campaign({"totila": army("campania", 10)}, detached={"tuscia-et-umbria": {"ostrogoths": 1}}, **said)
    orders = "select-ostrogoths-only\nfleet campania\nsail 2 > tyrrhenian-sea > sicilia"
    assert asks(rule(given, orders, 5, 1)) == "The Ostrogothic fleet retreats: which port does it make for?"


@pytest.mark.rule("justinian 9.0-c1", "justinian 6.54")
def test_the_army_that_nika_calls_is_named_before_it_goes() -> None:
    """Only one is large enough, so that nobody is asked which: the question about a Fort says what is going on."""
    armies = {"orient": army("syria-1", 8, "belisarius"), "armenia": army("armenia-1", 12, "sittas")}
    ruling = rule(campaign(armies, nika=True))
    assert asks(ruling) == "Nika calls Army of Armenia to Europa. Build a Fort besides, for 2 G?"
    assert stand(rule(campaign(armies, nika=True), "no"), "armenia")[0] == "Europa"


@pytest.mark.rule("justinian 6.21")
@pytest.mark.parametrize("said", ["persians", "select persians", "select persia"])
def test_a_power_is_selected_as_the_list_calls_it(said: str) -> None:
    given = campaign({"chosroes": army("mesopotamia", 10)}, phase="barbarian")
    ruling = rule(given, said)
    assert ruling.refused == [] and "The barbarians select the Persians." in ruling.said


@pytest.mark.rule("justinian 6.51", "justinian 7.1")
def test_a_way_behind_its_activation_is_an_order_of_its_own() -> None:
    given = campaign({"orient": army("mesopotamia", 10, "belisarius")})
    said = "What it does then is an order of its own, behind a ; before > osrhoene."
    assert [t["text"] for t in rule(given, "activate orient > osrhoene").told if t["type"] == "refusal"] == [said]
    assert stand(rule(given, "activate orient; > osrhoene", 5), "orient")[0] == "Osrhoene"
