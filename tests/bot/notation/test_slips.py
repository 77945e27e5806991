"""Orders as a new player writes them, with what is answered: a refusal says what is wrong and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bot.notation import parse
from bot.service.play.lookahead import look_ahead
from engine.kernel.decisions import Choose, Command, Decision, Pick
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.systems import registry
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract.test_battles import SeededDice


def at_orders(key: str, chosen: str) -> tuple[Game[Any], str]:
    """A battle at the first orders of who is ``chosen``, and the side that gives them."""
    return until(key, chosen, lambda d: isinstance(d, Command) and d.kind == "orders")


def until(key: str, chosen: str, there: Callable[[Decision], bool], *, most: int = 1000) -> tuple[Game[Any], str]:
    """A battle at the first such question, and the side that is asked; ``chosen`` is taken where it is offered.

    Raises LookupError where it isn't among the first ``most``.
    """
    system, dice = registry.system_for(load(key)), SeededDice(1)
    game = Game.start(system, registry.initial_state(system), dice)
    for _ in range(most):
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        if there(decision):
            return game, decision.side
        answer = decision.default
        if isinstance(decision, Choose):
            wanted = [c for c in decision.choices if chosen in str(c.label)]
            answer = Pick(key=wanted[0].key) if wanted else answer
        game.answer(decision.side, answer, dice)
    raise LookupError(f"{key}: no such question among the first {most}")


@pytest.fixture(scope="module")
def tricameron() -> tuple[Game[Any], str]:
    return at_orders("cataphract/tricameron", "Belisarius acts")


@pytest.fixture(scope="module")
def falkirk() -> tuple[Game[Any], str]:
    return at_orders("men-of-iron/falkirk", "Lincoln")


def answered(battle: tuple[Game[Any], str], text: str) -> str:
    """What is said to who writes so; "" where it is carried out."""
    game, side = battle
    try:
        seen = look_ahead(game.fork((side,)), side, parse(text))
    except Refusal as no:
        return str(no)
    return str(seen.refused) if seen.refused is not None else ""


WAYS = "“THC3 > 5107” moves, “THC3 @NW” turns, “THC3 x LN1” fires."

CATAPHRACT = [
    # whose, and where
    ("THC3 > 9999", "9999 is not on the map."),
    ("9999 > 5008", "9999 is not on the map."),
    ("5008 > 5108", "Nobody stands at 5008."),
    ("4507 > 4607", "At 4507 stands LN4, the enemy's."),
    ("THC3 x 5110", "At 5110 stands THC4, your own."),
    ("THC3 x THC4", "THC4 is your own."),
    ("LN4 > 4607", "LN4 is the enemy's."),
    ("Gelimer > 4420", "Gelimer is the enemy's."),
    ("line THC3 LN4", "LN4 is the enemy's."),
    ("THC9 > 5008", "There is no THC9. Did you mean THC1, THC2, THC3, THC4, THC5?"),
    ("TCH3 > 5008", "There is no TCH3. Did you mean THC3?"),
    ("THC-3 > 5008", "There is no THC-3. Did you mean THC3?"),
    ("THC 3 > 5008", "Write THC3 without a gap."),
    ("Belisaurius > 5010", "There is no Belisaurius. Did you mean Belisarius?"),
    ("Thracian > 5008", "Thracian could be THC1, THC2, THC3, THC4, THC5."),
    # too far, and why
    ("BHC1 > 4613", "BHC1 can't reach 4613 with 8 MP: 4712 costs 8, 4613 9."),
    ("HLC1 > 5004", "HLC1 can't reach 5004 with 9 MP: 5010 costs 9, 5004 15."),
    ("THC3 > 4508", "THC3 can't reach 4508: THC3 must stop at 4608: it is in enemy ZOC."),
    ("THC3 > 5110", "THC3 can't end its move at 5110: THC4 stands there."),
    ("THC3 > 4507", "THC3 can't end its move at 4507: the enemy's LN4 stands there."),
    ("THC1 > 4104", "THC1 at 5104 is beyond Belisarius's Command Range of 7, or enemies block the way."),
    ("HLC1 x LN9", "HLC1 can't fire at LN9: range 10, its missiles reach 4."),
    # words for signs
    ("THC3 fire LN4", "Fire is written x: “THC3 x LN4”."),
    ("THC3 fires at LN4", "Fire is written x: “THC3 x LN4”."),
    ("fire THC3 LN4", "Fire is written x: “THC3 x LN4”."),
    ("THC3 shoot 4507", "Fire is written x: “THC3 x LN4”."),
    ("THC3 schießt LN4", "Fire is written x: “THC3 x LN4”."),
    ("HLC1 x", "Fire at whom? “HLC1 x LN1”."),
    ("THC3 attacks LN4", "Who attacks moves next to the enemy now (“THC3 > 5107”); Shock comes after “done”."),
    ("charge", "Who attacks moves next to the enemy now"),
    ("shock THC3 x LN4", "Belisarius is giving orders: move, fire, recover, rally, line, or done."),
    ("move THC3 to 5008", "A move is written with >: “THC3 > 5008”."),
    ("THC3 moves 5008", "A move is written with >: “THC3 > 5008”."),
    ("THC3 nach 5008", "A move is written with >: “THC3 > 5008”."),
    ("THC3 forward 2", "So many hexes straight ahead are written +: “THC3 > +2”."),
    ("THC3 > -1", "+2 means two hexes forward; -1 isn't forward."),
    ("THC3 > LN4", "A move names hexes, and LN4 stands at 4507. “THC3 > 5107” moves, “THC3 x LN4” fires."),
    ("THC3 > 508", "“508” is no hex; a hex has four digits, column then row, like 0203."),
    ("THC3 > 50.08", "A hex is written in four digits: 5008 for “50.08”."),
    ("THC3", "What should THC3 do? “THC3 > 5107” moves, “THC3 @NW” turns"),
    ("THC3 >", "What should THC3 do? “THC3 > 5107” moves, “THC3 @NW” turns"),
    ("> 5008", "Who? An order begins with who carries it out: “THC3 > 5008”."),
    ("THC3 THC4 > 5008", "One unit to an order, and “;” between orders: “THC3 > 5008; THC4 > …”."),
    ("THC3 and THC4 > 5008", "One unit to an order, and “;” between orders: “THC3 > 5008; THC4 > …”."),
    ("THC3 > 5008 THC4 > 5010", "One unit to an order, and “;” between orders: “THC3 > 5008; THC4 > 5010”."),
    ("line command THC3", "A Line Command is written “line THC3”."),
    # facings
    ("@NW", "Who? An order begins with who carries it out: “THC3 @NW”."),
    ("THC3 > 5008 NW", "A facing is written with @: “THC3 > 5008 @NW”."),
    ("THC3 > 5008 facing west", "A facing is written with @: “THC3 > 5008 @W”."),
    ("THC3 turn northwest", "A facing is written with @: “THC3 @NW”."),
    ("THC3 > 5008 Südwest", "A facing is written with @: “THC3 > 5008 @SW”."),
    ("THC3 @Ost", "“@Ost” is written @E."),
    ("THC3 @O", "“@O” is no direction: in German it is @E, in French @W."),
    ("THC3 @NO", "“@NO” is no direction: in German it is @NE, in French @NW."),
    ("THC3 @90", "“@90” is no direction; use @E, @NE, @NW, @W, @SW or @SE."),
    # at the wrong moment, or no order at all
    ("yes", "“yes” answers no question: orders are given now. “done” ends them."),
    ("pass", "“pass” answers no question: orders are given now. “done” ends them."),
    ("end turn", "“end turn” is no order; “done” ends your orders."),
    ("fertig", "“fertig” is no order; “done” ends your orders."),
    ("THC3 wait", "Who gets no order stays; none has to be written."),
    ("retreat THC3", f"“retreat” is no order. {WAYS}"),
    ("activate John", "“activate” is asked for when these orders are over; “done” ends them."),
    ("trump Narses", "“trump” is asked for when these orders are over"),
    ("dismiss John", "“dismiss” is no order. “John > 5111” moves."),
    ("undo", "“undo” is no order. /undo is a command: send it by itself."),
    ("/map", "“/map” is no order. /map is a command: send it by itself."),
    ("/order THC3 > 5008", "Leave out “/order” here; the order is “THC3 > 5008”."),
    ("hello there", "I don't understand “hello there”. An order says who does what, like “THC3 > "),
    ("!!!", "I don't understand “!!!”. An order says who does what"),
]

MEN_OF_IRON = [
    ("LMM1 > 9999", "9999 is not on the map."),
    ("9999 > 1104", "9999 is not on the map."),
    ("0101 > 1104", "Nobody stands at 0101."),
    ("1902 > 1104", "At 1902 stands MPK1, the enemy's."),
    ("LMM1 x 1005", "At 1005 stands LMM2, your own."),
    ("LMM1 x LMM2", "LMM2 is your own."),
    ("MPK1 > 1802", "MPK1 is the enemy's."),
    ("Wallace > 1010", "William Wallace is the enemy's."),
    ("LMM9 > 1104", "There is no LMM9. Did you mean LMM1, LMM2, LMM3, LMM4?"),
    ("LLM1 > 1104", "There is no LLM1. Did you mean LMM1?"),
    ("LMM 1 > 1104", "Write LMM1 without a gap."),
    ("Lincon > 1010", "There is no Lincon. Did you mean Lincoln?"),
    ("DMM1 > 1115", "DMM1 belongs to Durham's Battle; Lincoln's Battle is active."),
    ("ELB1 > 2020", "ELB1 belongs to King Edward's Battle; active is Lincoln's Battle."),
    ("LMM1 > 1904", "LMM1 can't end its move at 1904: the enemy's MPK3 stands there."),
    ("LMM1 > 2504", "LMM1 can't reach 2504"),
    ("LMM1 > 0120", "LMM1 can't reach 0120 with 6 MP: "),
    ("LMM1 x MPK1", "LMM1 has no missiles; it attacks in the Shock part."),
    ("LMM1 fire MPK1", "LMM1 has nothing to shoot with."),
    ("LMM1 shoot at 1902", "LMM1 has nothing to shoot with."),
    ("LMM1 attacks MPK1", "Attacks come after done, all in one order: shock LMM1 x MPK1."),
    ("charge MPK1", "Lincoln's Battle is moving and firing; done ends that, and attacks come then."),
    ("move LMM1 to 1104", "A move is written with >: “LMM1 > 1104”."),
    ("LMM1 forward 3", "So many hexes straight ahead are written +: “LMM1 > +3”."),
    ("LMM1 > MPK1", "A move names hexes, and MPK1 stands at 1902."),
    ("LMM1 > 11.04", "A hex is written in four digits: 1104 for “11.04”."),
    ("LMM1", "What should LMM1 do? “LMM1 > 1003” moves, “LMM1 @NW” turns, “LMM1 x MPK1” fires."),
    ("> 1104", "Who? An order begins with who carries it out: “LMM1 > 1104”."),
    ("LMM1, LMM2 > 1104", "One unit to an order, and “;” between orders: “LMM1 > 1104; LMM2 > …”."),
    ("LMM1 > 1104 E", "A facing is written with @: “LMM1 > 1104 @E”."),
    ("LMM1 face NE", "A facing is written with @: “LMM1 @NE”."),
    ("LMM1 @SO", "“@SO” is no direction: in German it is @SE, in French @SW."),
    (
        "rally LMM1",
        "Nobody is ordered to recover: who does nothing, away from enemies, recovers as the activation ends.",
    ),
    ("line LMM1", "“line” is no order. “LMM1 > 1003” moves"),
    ("pass", "Write done to end this part of the activation; play is passed on after it."),
    ("yes", "“yes” answers no question: orders are given now. “done” ends them."),
    ("fini", "“fini” is no order; “done” ends your orders."),
    ("LMM1 stays", "Who gets no order stays; none has to be written."),
    ("help", "“help” is no order. /help is a command: send it by itself."),
    ("hello", "I don't understand “hello”. An order says who does what, like “LMM1 > "),
]


WHO = [
    ("belisaurius", "“belisaurius”: Did you mean Belisarius? Open: Belisarius, John, "),
    ("Gelimer", "“Gelimer”: Gelimer is the enemy's."),
    ("THC3 > 5008", "“THC3 > 5008”: That is an order, and this question comes first."),
    ("/undo", "“/undo”: /undo is a command: send it by itself."),
    ("hello", "“hello”: That is no answer to this question. Open: Belisarius, John, "),
]
"""Answers to who acts before everyone else (5.51)."""


@pytest.fixture(scope="module")
def who_acts() -> tuple[Game[Any], str]:
    return until("cataphract/tricameron", "Belisarius acts", lambda d: d.kind == "elite")


@pytest.mark.parametrize(("text", "said"), WHO)
def test_slips_in_answers(who_acts: tuple[Game[Any], str], text: str, said: str) -> None:
    assert said in answered(who_acts, text)


@for_each(("text", "said"), CATAPHRACT)
def test_slips_in_cataphract(tricameron: tuple[Game[Any], str], text: str, said: str) -> None:
    assert said in answered(tricameron, text)


@for_each(("text", "said"), MEN_OF_IRON)
def test_slips_in_men_of_iron(falkirk: tuple[Game[Any], str], text: str, said: str) -> None:
    assert said in answered(falkirk, text)


@for_each(
    "text", ["thc3>5008", "THC3 5008 @w", "5108 → 5008", "belisarius 5010", "THC3 > +1", "line THC3", "done", "end"]
)
def test_what_is_clear_needs_no_teaching(tricameron: tuple[Game[Any], str], text: str) -> None:
    assert answered(tricameron, text) == ""


@pytest.mark.parametrize("text", ["lmm1>1104@ne", "1004 > 1104", "Lincoln 1010", "Henry > 1010", "LMM1 +3", "done"])
def test_what_is_clear_in_men_of_iron(falkirk: tuple[Game[Any], str], text: str) -> None:
    assert answered(falkirk, text) == ""


def test_the_way_that_costs_too_much_is_the_one_that_is_told(falkirk: tuple[Game[Any], str]) -> None:
    """What the refusal calls reachable is, and the next hex isn't."""
    said = re.search(r"with (\d+) MP: (\d{4}) costs (\d+), 0120 (\d+)", answered(falkirk, "LMM1 > 0120"))
    assert said is not None
    left, less, more = (int(said[n]) for n in (1, 3, 4))
    assert less <= left < more
    assert answered(falkirk, f"LMM1 > {said[2]}") == ""
