"""A new kind of order is one class: it is read, written, offered, checked, foretold, carried out and stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from bot.notation.grammar import parse
from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import Answer, Choice, Command, Pick
from engine.kernel.game import Game
from engine.kernel.inquiry import AboutOrder, Fact
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.cataphract.rules import RULES
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.events import Told
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from scenarios import load


class Shout(Answer):
    """A unit shouts."""

    do: Literal["shout"] = "shout"
    unit: str


class ShoutOrder(OrderKind[Shout]):
    """``shout HC1``"""

    answer = Shout
    verbs = ("shout",)
    in_line = False

    def read(self, reader: Names, verb: str) -> Shout:
        return reader.last(Shout(unit=reader.unit().id))

    def write(self, answer: Shout) -> list[Token]:
        return [Word("shout"), Word(answer.unit)]

    def unit_choices(self, g: Any, unit: Any) -> Iterator[Choice]:
        yield Choice("shout", Text("Shout"), answer=Shout(unit=unit.id), unit=unit.id)

    def check(self, by: AnyGiver, answer: Shout) -> None:
        if by.unit(answer.unit).hits:
            refuse("{unit} is out of breath.", unit=answer.unit)

    async def carry_out(self, by: AnyGiver, answer: Shout) -> None:
        by.g.emit(Told(unit=answer.unit, story=f"{answer.unit} shouts."))

    def facts(self, g: Any, answer: Shout) -> list[Fact]:
        return [Fact(Text("It is loud"))]


class Rest(Answer):
    """A unit rests."""

    do: Literal["rest"] = "rest"
    unit: str


class RestOrder(OrderKind[Rest]):
    """``rest HC1``: once it has moved."""

    answer = Rest
    verbs = ("rest",)

    def write(self, answer: Rest) -> list[Token]:
        return [Word("rest"), Word(answer.unit)]

    def open_to(self, g: Any, leader: Any, unit: Any, *, movable: bool) -> bool:
        return unit.id in g.orders.acted

    def choices(self, g: Any, leader: Any, unit: Any, *, movable: bool) -> Iterator[Choice]:
        if self.open_to(g, leader, unit, movable=movable):
            yield Choice("rest", Text("Rest"), answer=Rest(unit=unit.id), unit=unit.id)


class Loud(Cataphract):
    """Cataphract in which units may shout, and rest when they have moved."""

    rules = dataclasses.replace(RULES, orders=(*RULES.orders, ShoutOrder(), RestOrder()))


@pytest.fixture
def game() -> tuple[Game[Any], FairDice]:
    """Tricameron at Belisarius' first orders."""
    system = Loud(load("cataphract/tricameron"))
    dice = FairDice(Chain(b"for this page alone"), game="library", next_n=1, entropy="example")
    game = Game.start(system, system.initial_state(), dice)
    game.answer("byzantine", Pick(key="Belisarius"), dice)
    return game, dice


def test_a_new_kind_of_order_is_one_class(game: tuple[Game[Any], FairDice]) -> None:
    played, dice = game
    (decision,) = played.pending
    assert isinstance(decision, Command)
    (statement,) = parse("shout thc3")
    order = played.system.read(played, decision, statement)
    assert order == Shout(unit="THC3") and str(played.system.write(order)) == "shout THC3"
    assert Loud.answers.validate_json(order.model_dump_json()) == order
    offered = decision.menu["THC3"].menu
    assert offered is not None and offered()["shout"].answer == order
    foretold = played.system.inquire(played, AboutOrder((statement,)), ("byzantine",))
    assert "It is loud" in [str(f.text) for s in foretold.sections for f in s.facts]
    entries = played.answer("byzantine", order, dice)
    assert any("THC3 shouts." in str(e.data) for e in entries)
    assert played.state.orders.orders_used == 1


def test_one_for_units_that_can_t_move_is_offered_to_them(game: tuple[Game[Any], FairDice]) -> None:
    played, dice = game
    decision = played.pending[0]
    assert isinstance(decision, Command)
    listed = decision.menu["THC3"].menu
    assert listed is not None and "rest" not in [c.key for c in listed()]
    (turn,) = parse("thc3 @ne")
    played.answer("byzantine", played.system.read(played, decision, turn), dice)
    again = played.pending[0]
    assert isinstance(again, Command)
    listed = again.menu["THC3"].menu
    assert listed is not None and [c.answer for c in listed()] == [Rest(unit="THC3")]


def test_it_is_refused_by_its_own_words_and_by_who_gives_it(game: tuple[Game[Any], FairDice]) -> None:
    played, dice = game
    ours = played.state.units["THC3"]
    ours.hits = 1
    theirs = next(u for u in played.state.units.values() if u.side != ours.side)
    for unit, why in ((ours, "THC3 is out of breath."), (theirs, f"{theirs.id} is the enemy's.")):
        with pytest.raises(Refusal) as refused:
            played.answer("byzantine", Shout(unit=unit.id), dice)
        assert str(refused.value.text) == why
    assert not played.state.orders.orders_used
    assert "shout" not in {v for kind in Cataphract.order_kinds() for v in kind.verbs}
