"""Players made of dice give legal answers, by weight, and the same ones for the same seed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Item, Menu, Pick, Picks
from engine.kernel.text import Refusal, Text
from engine.players import TRIES, random_answer, weighted

T = Text("?")


def choose(**leans: float) -> Choose:
    return Choose(
        kind="k",
        side="a",
        rule="",
        prompt=T,
        choices=[Choice(k, T, lean=v) for k, v in leans.items()],
        default_key=next(iter(leans)),
    )


def command(menu: Menu, refuses: frozenset[str] = frozenset()) -> Command:
    def accept(answer: Answer) -> None:
        assert isinstance(answer, Pick)
        if answer.key in refuses:
            raise Refusal("no")

    return Command(kind="k", side="a", rule="", prompt=T, menu=menu, accept=accept, default_answer=Pick(key="done"))


def leaf(key: str) -> Choice:
    return Choice(key, T, answer=Pick(key=key))


def test_choices_by_weight() -> None:
    rng = random.Random(1)
    seen = Counter(random_answer(choose(often=3, seldom=1, never=0), rng).key for _ in range(400))  # type: ignore[attr-defined]
    assert set(seen) == {"often", "seldom"}
    assert 2 < seen["often"] / seen["seldom"] < 4.5


def test_choices_without_weight_are_all_possible() -> None:
    rng = random.Random(2)
    choices = [Choice("a", T, lean=0), Choice("b", T, lean=0)]
    assert {weighted(choices, rng).key for _ in range(30)} == {"a", "b"}


def test_every_unit_gets_a_legal_choice() -> None:
    items = [
        Item("U1", T, [Choice("x", T), Choice("y", T)], "x"),
        Item("U2", T, [Choice("z", T)], "z"),
    ]
    each = ChooseEach(kind="k", side="a", rule="", prompt=T, items=items)
    answers = [random_answer(each, random.Random(n)) for n in range(20)]
    for a in answers:
        each.check(a)
        assert isinstance(a, Picks) and set(a.picks) == {"U1", "U2"}
    assert len({tuple(a.picks) for a in answers if isinstance(a, Picks)}) == 2, "the order of the units varies"


def test_menus_are_walked_to_an_answer() -> None:
    inner = Menu(T, lambda: [leaf("left"), leaf("right")])
    menu = Menu(T, lambda: [Choice("turn", T, menu=lambda: inner), leaf("stay")])
    keys = {random_answer(command(menu), random.Random(n)).key for n in range(40)}  # type: ignore[attr-defined]
    assert keys == {"left", "right", "stay"}


def test_refused_walks_are_tried_again_then_the_default_is_given() -> None:
    menu = Menu(T, lambda: [leaf("bad"), leaf("good")])
    picky = command(menu, frozenset({"bad"}))
    assert {random_answer(picky, random.Random(n)) for n in range(20)} == {Pick(key="good")}
    hopeless = command(Menu(T, lambda: [leaf("bad")]), frozenset({"bad"}))
    assert random_answer(hopeless, random.Random(1)) == Pick(key="done")


def test_dead_ends_and_endless_menus_end() -> None:
    assert random_answer(command(Menu(T, list)), random.Random(1)) == Pick(key="done")
    visits = 0

    def again() -> Menu:
        nonlocal visits
        visits += 1
        return Menu(T, lambda: [Choice("on", T, menu=again)])

    assert random_answer(command(again()), random.Random(1)) == Pick(key="done")
    assert visits <= TRIES * 200 + 1


def test_same_seed_same_answer() -> None:
    menu = Menu(T, lambda: [leaf(str(n)) for n in range(50)])
    first = [random_answer(command(menu), random.Random(7)) for _ in range(3)]
    assert first == [first[0]] * 3


def test_unknown_forms_are_an_error() -> None:
    with pytest.raises(TypeError, match="no player answers a Decision"):
        random_answer(Decision(kind="k", side="a", rule="", prompt=T), random.Random(1))
