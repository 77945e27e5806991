"""Asking the referee."""

from __future__ import annotations

import pytest

from bot.notation import parse
from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.text import Refusal
from engine.systems.justinian import byzantine, inquiry
from engine.systems.justinian.combat import forecast
from engine.systems.justinian.combat.party import Party, everybody
from engine.systems.justinian.orders import Activate
from tests.engine.justinian.field import Field, field


def ask(rig: Field, question: Question) -> Findings:
    return inquiry.INQUIRY.answer(rig.g, [], question, ())


def said(found: Findings) -> list[str]:
    return [str(f.text) for f in found.facts]


def test_how_things_stand() -> None:
    rig = field(gold=12).army("orient", "syria-1", 20, leader="sittas").marker("vandals", "sardinia", "numidia")
    facts = said(ask(rig, AboutNow()))
    assert "Africa: 9 of 8; it needs Sardinia too" in facts
    assert "Italy: held, 12 provinces of 8 that are needed" in facts
    assert {"12 G in the treasury", "Pay for everybody: 20 G"} <= set(facts)
    assert f"Income as things stand: {110 - 2} G" in facts


def test_a_province() -> None:
    rig = field().army("chosroes", "syria-1", 20).fleet("byzantine", "syria-1", 2)
    facts = said(ask(rig, AboutPlace(rig.at("syria-1"))))
    assert {"The Barbarian controls it", "City: Antiochia", "Chosroes: 20 SP"} <= set(facts)
    assert "Byzantine fleet at Syria I: 2 Fleet SP, In Port" in facts


def test_the_way_of_an_army() -> None:
    """The 4 MP of 7.12: Defeated, Disorganized, and leaving enemies."""
    rig = field().army("gelimer", "numidia", 9, defeated=True, disorganized=True).frontier("numidia", 2)
    facts = said(ask(rig, AboutPlace(rig.at("zeugitania"), "gelimer")))
    assert facts[0] == "Gelimer needs 4 MP: Zeugitania"
    assert said(ask(rig, AboutPlace(rig.at("sardinia"), "gelimer")))[0] == "Gelimer finds no way there by land"


def test_pieces() -> None:
    rig = field().army("orient", "syria-1", 20, leader="belisarius", unpaid=True).fleet("vandals", "creta", 3)
    facts = said(ask(rig, AboutPiece("orient")))
    assert {"20 SP in Syria I", "Belisarius: Control 6", "Its pay: 20 G", "It may take 15 SP more"} <= set(facts)
    assert "Carries 30 SP" in said(ask(rig, AboutPiece(f"vandals-fleet@{rig.at('creta')}")))
    assert "In the cup" in said(ask(rig, AboutPiece("narses")))
    assert "None: it can't be activated" in said(ask(rig.army("thrace", "thracia", 4), AboutPiece("thrace")))
    with pytest.raises(Refusal):
        ask(rig, AboutPiece("nobody"))


def test_a_battle() -> None:
    rig = field().army("illyricum", "flaminia", 55, leader="belisarius").army("witigis", "flaminia", 37)
    rig.marker("ostrogoths", "flaminia").activate("byzantine", mp=5)
    found = ask(rig, AboutAttack(("illyricum",), ("witigis",)))
    assert str(found.title) == "Army of Illyricum, 55 SP, attacks Witigis, 37 SP"
    assert said(found)[0].startswith("Wins ")
    with pytest.raises(Refusal):
        ask(rig, AboutAttack(("orient",), ("witigis",)))


def test_orders() -> None:
    rig = field(gold=9).army("orient", "syria-1", 20, leader="sittas")
    asked: list[Decision] = []

    def look(d: Decision) -> Activate:
        asked.append(d)
        for text, legal in (("activate orient", True), ("activate thrace", False), ("nothing & fort armenia-1", True)):
            found = inquiry.INQUIRY.answer(rig.g, [d], AboutOrder(tuple(parse(text))), ())
            assert str(found.sections[0].heading) == ("Legal" if legal else "Not legal")
        return Activate(what="nothing")

    rig.run(byzantine.phase, answers=[look])
    assert asked


def test_a_province_tells_who_could_attack_it_and_who_would_intercept() -> None:
    rig = field().army("orient", "osrhoene", 20, leader="sittas").army("chosroes", "mesopotamia", 12)
    told = "\n".join(said(ask(rig, AboutPlace(rig.at("osrhoene")))))
    assert "Chosroes, 12 SP: wins " in told and "Army of the Orient may intercept: " in told
    assert "Army of the Orient, 20 SP: wins" not in told, "nobody attacks what is the side's own"


def test_a_battle_across_a_strait_is_told_as_it_would_be_fought() -> None:
    """What the menus of an army that has crossed say, and what an attack from this side of the strait comes to."""
    for start, came in (("europa", True), ("bithynia", False)):
        rig = field().army("praesental-1", start, 30, leader="belisarius").army("chosroes", "bithynia", 25)
        own = Party(rig.g, "byzantine", rig.at("bithynia"), (rig.force("praesental-1"),))
        met = everybody(rig.g, rig.at("bithynia"), "barbarian")
        crossed, dry = (forecast.of(rig.g, own, met, crossed=x) for x in (True, False))
        assert crossed.win < dry.win
        told = said(ask(rig, AboutAttack(("praesental-1",), ("chosroes",))))
        f = crossed if came else dry
        assert f"Wins {round(100 * f.win)} %, draw {round(100 * f.draw)} %" in told[0]
        other = "It comes across the strait from Europa"
        assert (other if came else f"Had it come across the strait from Europa: {crossed.words}") in told
