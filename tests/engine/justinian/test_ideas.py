"""What is offered to an activated army or fleet: always legal, with its consequence, and carried out as it says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.ideas import Idea
from engine.kernel.text import Text
from engine.systems.justinian import ideas
from engine.systems.justinian.ideas import activations
from engine.systems.justinian.movement import activation, fleet_menus, steps, voyage
from tests.engine.justinian.field import Field, field


def marching(rig: Field, army: str, mp: int) -> tuple[Command, list[Idea]]:
    """The question to an army under way, and the ideas for it."""
    rig.activate(rig.g.side(rig.state.armies[army]), mp=mp, army=army)
    question = activation.Marching(rig.g, rig.force(army)).question()
    return question, [*ideas.ideas(rig.g, question, army)]


def told(found: list[Idea]) -> list[str]:
    return [str(i.label) for i in found]


def test_an_attack_in_reach_tells_its_odds_and_what_it_costs() -> None:
    rig = field().army("italy", "dalmatia", 20, leader="belisarius").army("totila", "venetia-et-histria", 10)
    rig.marker("ostrogoths", "venetia-et-histria")
    _, found = marching(rig, "italy", 5)
    idea = next(i for i in found if i.kind == "strike")
    assert "Attack Totila, 10 SP, in Venetia et Histria" in told(found)
    assert idea.chance is not None and idea.chance > 0.5 and "2 of 5 MP" in str(idea.note)
    assert "may be intercepted by Totila" in str(idea.note) and "may retreat before combat" in str(idea.note)
    assert isinstance(idea.answer, steps.March)
    assert [s.act for s in idea.answer.steps] == ["go", "attack", "clear"], "what is won is freed at once"


def test_provinces_are_taken_one_after_the_other() -> None:
    rig = field().army("africa", "byzacena", 10, leader="belisarius").alive()
    rig.marker("vandals", "byzacena", "zeugitania", "numidia")
    _, found = marching(rig, "africa", 6)
    idea = next(i for i in found if i.kind == "advance")
    assert isinstance(idea.answer, steps.March) and sum(s.act == "clear" for s in idea.answer.steps) == 3
    rig.march("africa", [*idea.answer.steps], dice=[8])
    assert not rig.state.control


def test_a_barbarian_places_its_markers() -> None:
    rig = field().army("totila", "dalmatia", 20)
    _, found = marching(rig, "totila", 3)
    idea = next(i for i in found if i.kind == "advance")
    assert isinstance(idea.answer, steps.March) and "claim" in [s.act for s in idea.answer.steps]


def test_an_army_where_it_may_not_end_is_led_back() -> None:
    rig = field().army("thrace", "syria-1", 10, leader="sittas")
    for mp in (3, 9):
        _, found = marching(rig, "thrace", mp)
        for idea in found:
            assert "may not end here" in str(idea.note) or idea.kind in ("fall back", "recover", "strike"), told(found)


@pytest.mark.rule("justinian 7.14")
def test_who_could_not_come_back_is_asked_once_more_and_not_led_there() -> None:
    rig = field().army("praesental-1", "praevalitana", 22, leader="sittas")
    for mp, lost in ((1, True), (2, False)):
        question, found = marching(rig, "praesental-1", mp)
        go = next(c for c in question.menu if c.key == "go").menu
        assert go is not None
        risk = next(c.risk for c in go() if c.key == "dalmatia")
        assert (risk is not None) is lost, mp
        if risk is not None:
            assert "Go to Dalmatia" not in told(found)
            assert risk.certain and risk.units > 1 and "22 SP are lost" in str(risk.words)


def test_who_lands_where_it_may_not_end_is_asked_once_more() -> None:
    rig = field().army("praesental-1", "europa", 20, leader="sittas").fleet("byzantine", "europa", 2)
    voyages = fleet_menus.voyages(rig.g, "byzantine", rig.at("europa"), Text(""))
    carried = next(c for c in voyages if c.key == "carry-praesental-1").menu
    assert carried is not None
    risks = {c.key: c.risk for c in carried()}
    assert risks["bithynia"] is None and risks["sicilia"] is not None and risks["sicilia"].certain


@pytest.mark.parametrize("broken", ["defeated", "disorganized"])
def test_recovery_is_offered(broken: str) -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas", **{broken: True})
    _, found = marching(rig, "orient", 5)
    assert any(i.kind == "recover" for i in found)


def test_a_defeated_army_is_offered_no_attack() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas", defeated=True).army("perozes", "syria-2", 5)
    _, found = marching(rig, "orient", 6)
    assert not any(i.kind == "strike" for i in found)


def test_a_fleet_lands_an_army() -> None:
    rig = field().army("africa", "europa", 10, leader="belisarius").fleet("byzantine", "europa", 2).alive()
    rig.activate("byzantine", fleet="byzantine")
    question = voyage.question(rig.g, "byzantine", rig.at("europa"))
    found = ideas.ideas(rig.g, question, "africa")
    assert found and all(i.kind == "lead" and isinstance(i.answer, steps.Sail) for i in found)
    assert all(i.answer.carry == "africa" for i in found if isinstance(i.answer, steps.Sail))


def test_before_it_is_activated_an_army_tells_what_it_could_do() -> None:
    rig = field(gold=20).army("italy", "dalmatia", 20, leader="belisarius").army("totila", "venetia-et-histria", 10)
    note = str(activations.prospects(rig.g, "italy"))
    assert note.startswith("with 5 MP: ") and "Attack Totila, 10 SP, in Venetia et Histria (" in note
    assert activations.prospects(rig.g, "totila") is not None
    assert activations.prospects(rig.army("thrace", "thracia", 5).g, "thrace") is None, "it has no commander"


@pytest.mark.parametrize(("sp", "suggested"), [(41, False), (12, True)])
def test_nobody_is_advised_to_seek_a_battle_all_but_lost(sp: int, suggested: bool) -> None:
    rig = field(gold=20).army("orient", "mesopotamia", 25, leader="sittas").army("chosroes", "osrhoene", sp)
    _, found = marching(rig, "orient", 5)
    assert any(i.kind == "strike" and "Osrhoene" in str(i.label) for i in found) is suggested, told(found)


def test_nobody_else_is_told_of() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas")
    question, _ = marching(rig, "orient", 4)
    assert not ideas.ideas(rig.g, question, "thrace") and not ideas.ideas(rig.g, question, "nobody")


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_offered_in_a_campaign_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    rig = field(gold=40, turn=rng.randint(2, 6)).alive()
    land: Any = rig.g.land
    for army, leader in (("orient", "belisarius"), ("italy", "narses"), ("thrace", "sittas")):
        rig.army(army, land.map.code(rng.choice(land.provinces)), rng.randint(1, 30), leader=leader)
    for army in ("chosroes", "totila", "gelimer"):
        rig.army(army, land.map.code(rng.choice(land.provinces)), rng.randint(1, 40))
    for power in ("ostrogoths", "vandals", "persia"):
        rig.marker(power, *(land.map.code(p) for p in rng.sample(land.provinces, 6)))
    for army in ("orient", "italy", "thrace", "chosroes", "totila", "gelimer"):
        for mp in (1, 4, 8):
            question, found = marching(rig, army, mp)
            assert len({str(i.answer) for i in found}) == len(found) <= ideas.CHOSEN
            for idea in found:
                question.check(idea.answer)
                assert idea.unit == army and str(idea.label) and str(idea.note)
