"""Answers about several units: what belongs together, what is refused, and that nothing of it is then done."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.notation import AnswerRefused, bind, is_one_answer, parse
from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Picks, Policy
from engine.kernel.hexes import Facing
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal, Text
from tests.each import for_each


def counter(code: str, side: int, *hexes: int) -> Any:
    return SimpleNamespace(id=code, name=f"Unit {code}", side=side, hexes=hexes, facing=None)


TABLE = SimpleNamespace(
    sides=(SimpleNamespace(id="red"), SimpleNamespace(id="blue")),
    counters=(
        counter("RC1", 0, 1715),
        counter("RB1", 0, 1712),
        counter("RA1", 0, 1610),
        counter("RX1", 0, 1508),
        counter("EC1", 1, 1914),
    ),
    off_map=(counter("RX8", 0),),
    lost=(counter("RX9", 0),),
    leaders=(),
    board=BattleMap(id="m", name="M", cols=(1, 29), rows=(1, 98), compass={}),
)
GAME: Any = SimpleNamespace(view=lambda sides: TABLE)


def withdrawal(*units: str, stay: bool = True) -> ChooseEach:
    def item(unit: str, at: int) -> Item:
        ways = [
            Choice(f"{h}@{f.name}", Text("To {h}", h=h), unit=unit, hex=h, facing=f)
            for h in (at, at - 100)
            for f in (Facing.W, Facing.E)
        ]
        choices = (*ways, Choice("stay", Text("Stay"), unit=unit)) if stay else tuple(ways)
        return Item(
            unit, Text(unit), choices, choices[-1].key if stay else ways[0].key, Policy("x", ways[0].key, "stay")
        )

    places = {"RC1": 1716, "RB1": 1713, "RA1": 1611}
    return ChooseEach(kind="w", side="red", rule="6.58", prompt=Text("Who?"), items=[item(u, places[u]) for u in units])


LINE = withdrawal("RC1", "RB1", "RA1", stay=False)


def refused(decision: Any, text: str) -> AnswerRefused:
    with pytest.raises(AnswerRefused) as caught:
        bind(GAME, decision, parse(text))
    assert caught.value.rule == decision.rule
    return caught.value


@for_each(
    ("text", "wrong"),
    [
        ("RC1 1799@W; RB1 1713@W; RA1 1611@W", ["RC1 1799@W"]),
        ("RC1 1716@W; RB1 1713@ W; RA1 banana", ["RA1 banana"]),
        ("RC1 1716@W; RBB1 1713@W; RA1 1611@W", ["RBB1 1713@W"]),
        ("RC1 1716@W; RB1 1713@W; RAA1 1611@W", ["RAA1 1611@W"]),
        ("rcc1 1716@W; RB1 1713@W; RA1 1611@W", ["rcc1 1716@W"]),
        ("RC1 1716@W; RX1 1713@W; RA1 1611@W", ["RX1 1713@W"]),
        ("RC1 1716@W; RB1 1713@W; RX1 1611@W", ["RX1 1611@W"]),
        ("EC1 1716@W; RB1 1713@W; RA1 1611@W", ["EC1 1716@W"]),
        ("RC1  Flee ; RB1 1713@W; RA1 1799@e", ["RC1  Flee", "RA1 1799@e"]),
        ("RC1 1716@W; RC1 1616@W; RB1 9999@W", []),
    ],
)
def test_a_refused_answer_is_refused_whole(text: str, wrong: list[str]) -> None:
    """Each wrong part is told once and as it was typed, right parts not at all; all of the line goes with it."""
    if not wrong:
        # What is said a second time about a unit is an answer to the next question.
        assert bind(GAME, LINE, parse(text))[1] == 1
        return
    no = refused(LINE, text)
    assert no.used == 3
    said = str(no)
    assert all(said.count(f"“{part}”") == 1 for part in wrong)
    assert said.count("“") - said.count("write “") == len(wrong)
    assert len(said) < 300


def test_parts_on_several_lines_go_together() -> None:
    assert refused(LINE, "RC1 1799@W\nRB1 1713@W\nRA1 1611@W").used == 3
    assert refused(LINE, "RC1 1716@W\nRBB1 1713@W\nRA1 1611@W").used == 3


def test_who_tries_again_is_heard_anew() -> None:
    assert refused(LINE, "RC1 1799@W\nRC1 1716@W; RB1 1713@W; RA1 1611@W").used == 1
    assert refused(LINE, "EC1 1716@W\nRC1 1716@W; RB1 1713@W; RA1 1611@W").used == 1
    assert refused(LINE, "banana\nRC1 1716@W").used == 1


def test_who_would_fire_unasked_and_is_not_named_holds() -> None:
    """A unit with full quivers fires when a deadline passes, not when its owner has answered for others."""
    two = ChooseEach(
        kind="entry-fire",
        side="red",
        rule="8.21",
        prompt=Text("Who fires?"),
        items=[Item(u, Text(u), FIRE, "fire", Policy("entry-fire", "fire", "hold")) for u in ("RC1", "RB1")],
    )
    answer, _ = bind(GAME, two, parse("RC1 fire"))
    assert dict(two.picked(two.completed(answer))) == {"RC1": "fire", "RB1": "hold"}


def test_none_answers_one_question() -> None:
    """It can be written again for the next; and what names everybody is over before it."""
    two = withdrawal("RC1", "RB1")
    both = Picks(picks={"RC1": "stay", "RB1": "stay"})
    assert bind(GAME, two, parse("none; none")) == (both, 1)
    assert bind(GAME, two, parse("all stay; none")) == (both, 1)
    assert bind(GAME, two, parse("RC1 stay; RB1 stay; none")) == (both, 2)
    assert bind(GAME, two, parse("RC1 stay; none; none")) == (both, 2)


def test_an_answer_of_several_parts_is_told_from_several_orders() -> None:
    """What is one answer is carried out as it is written, several orders are shown first."""
    two = withdrawal("RC1", "RB1")
    assert is_one_answer(GAME, two, parse("RC1 stay; RB1 stay"))
    # What is asked next of who goes is answered along with it.
    assert is_one_answer(GAME, two, parse("RC1 x EC1 > 1716 @W; RB1 stay"))
    assert not is_one_answer(GAME, two, parse("RC1 x EC1 > 1716 @W; RB1 x EC1 > 1713 @W; RB1 > 1713"))
    for more in ("RC1 stay; RB1 stay; none", "RC1 stay; RB1 stay; RC1 > 1716", "RC1 stay; RB1 fly"):
        assert not is_one_answer(GAME, two, parse(more)), more


def test_whom_the_answer_does_not_name_does_nothing_unless_a_rule_makes_it() -> None:
    two = withdrawal("RC1", "RB1")
    answer, _ = bind(GAME, two, parse("RC1 1716@W"))
    assert dict(two.picked(two.completed(answer))) == {"RC1": "1716@W", "RB1": "stay"}
    answer, _ = bind(GAME, LINE, parse("RC1 1716@W"))
    assert dict(LINE.picked(LINE.completed(answer))) == {"RC1": "1716@W", "RB1": "1713@W", "RA1": "1611@W"}
    assert bind(GAME, LINE, parse("none"))[0] == Picks(picks={"RC1": "1716@W", "RB1": "1713@W", "RA1": "1611@W"})


FIRE = (
    Choice("fire", Text("Fire at EC1, range 2"), unit="RC1", hex=1914),
    Choice("hold", Text("Hold fire"), unit="RC1"),
)
ONE = Choose(
    kind="return-fire",
    side="red",
    rule="8.23",
    prompt=Text("Return fire?"),
    subject="RC1",
    choices=FIRE,
    default_key="hold",
)
EACH = ChooseEach(
    kind="entry-fire",
    side="red",
    rule="8.21",
    prompt=Text("Who fires?"),
    items=[Item("RC1", Text("RC1"), FIRE, "fire", Policy("entry-fire", "fire", "hold"))],
)


@for_each(
    "text",
    [
        "fire",
        "FIRE",
        "RC1 fire",
        "rc1 Fire",
        "RC1 x EC1",
        "x EC1",
        "yes",
        "RC1 yes",
        "all fire",
        "RC1 x 1914",
        "fire at EC1",
    ],
)
def test_the_same_words_answer_the_same_question_everywhere(text: str) -> None:
    assert bind(GAME, ONE, parse(text))[0].model_dump()["key"] == "fire"
    assert bind(GAME, EACH, parse(text))[0] == Picks(picks={"RC1": "fire"})


@pytest.mark.parametrize("text", ["hold", "no", "none", "RC1 hold", "RC1 no", "nobody", "all none"])
def test_so_do_the_words_that_decline(text: str) -> None:
    assert bind(GAME, ONE, parse(text))[0].model_dump()["key"] == "hold"
    assert bind(GAME, EACH, parse(text))[0] == Picks(picks={"RC1": "hold"})


def test_a_leading_unit_is_named_by_itself() -> None:
    leads = ChooseEach(
        kind="clash-unit",
        side="red",
        rule="9.15",
        prompt=Text("Which of your units leads the Shock?"),
        items=[
            Item(
                "RB1",
                Text("x"),
                (Choice("RB1", Text("RB1"), unit="RB1"), Choice("RA1", Text("RA1"), unit="RA1")),
                "RB1",
                Policy("c", "RB1", "RA1"),
            ),
            Item(
                "RC1",
                Text("x"),
                (Choice("RC1", Text("RC1"), unit="RC1"), Choice("RX1", Text("RX1"), unit="RX1")),
                "RC1",
            ),
        ],
    )
    assert bind(GAME, leads, parse("RA1"))[0] == Picks(picks={"RB1": "RA1"})
    assert bind(GAME, leads, parse("RC1; RA1"))[0] == Picks(picks={"RC1": "RC1", "RB1": "RA1"})
    assert bind(GAME, leads, parse("RB1 RA1"))[0] == Picks(picks={"RB1": "RA1"})
    assert bind(GAME, leads, parse("none"))[0] == Picks(picks={"RB1": "RB1", "RC1": "RC1"}), "the best, not the other"


def test_a_unit_is_named_by_its_hex_and_a_choice_by_hex_and_facing() -> None:
    two = withdrawal("RC1", "RB1")
    for text in ("1715 1716@W", "RC1 1716 @w", "RC1 > 1716 @W", "RC1 1716-W", "RC1 1716 W", "RC1 to 1716 facing W"):
        assert bind(GAME, two, parse(text))[0] == Picks(picks={"RC1": "1716@W"}), text


@for_each(
    ("text", "says"),
    [
        ("RX9 stay", "RX9 is out of the battle."),
        ("RX8 stay", "RX8 is not on the map."),
        ("EC1 stay", "EC1 is the enemy's."),
        ("RX1 stay", "RX1 is not asked now."),
        ("ZZ7 stay", "There is no ZZ7."),
        ("stay", "Who? Write “RC1 stay”, or “all stay”."),
        ("RC1", "What should RC1 do?"),
        ("RC1 9999", "9999 is not on the map."),
        ("RC1 1720", "1720 can't be chosen here."),
        ("RC1 1716", "leaves the facing open: 1716@W, 1716@E."),
        ("RC1 x EC1", "EC1 can't be chosen here."),
        ("żółw", "names none of the units asked: RC1, RB1."),
    ],
)
def test_a_refusal_says_why(text: str, says: str) -> None:
    no = refused(withdrawal("RC1", "RB1"), text)
    assert says in str(no)
    assert f"“{text}”" in str(no)


def test_long_lists_and_long_words_are_cut() -> None:
    places = tuple(Choice(str(h), Text("{h}", h=h), hex=h) for h in range(1001, 1071))
    many = Choose(kind="x", side="red", rule="1.1", prompt=Text("?"), choices=places, default_key="1001")
    with pytest.raises(Refusal) as caught:
        bind(GAME, many, parse("w" * 1500))
    said = str(caught.value)
    assert "1001, 1002, 1003, 1004 … (70 in all)" in said
    assert len(said) < 200
