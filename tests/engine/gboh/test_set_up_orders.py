"""A new change of a set-up is one class: it is read, written, offered, checked, asked about, carried out and stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import Answer, Choice, Command
from engine.kernel.dice import ForcedDice
from engine.kernel.game import Game, digest
from engine.kernel.hexes import show
from engine.kernel.inquiry import AboutOrder
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.cataphract.rules import RULES
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.deployment import limits, placing
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import Spot
from engine.systems.gboh.orders.orders import Place
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit
from tests.engine.cataphract import free_field

NO_DICE = ForcedDice(())


class Turnabout(Answer):
    """A unit is set up facing the other way."""

    do: Literal["about"] = "about"
    unit: str


class TurnaboutOrder(SetUpOrder[Turnabout]):
    """``about THC1``"""

    answer = Turnabout
    verbs = ("about",)

    def read(self, reader: Names, verb: str) -> Turnabout:
        return reader.last(Turnabout(unit=reader.unit().id))

    def write(self, answer: Turnabout) -> list[Token]:
        return [Word("about"), Word(answer.unit)]

    def piece_choices(self, by: Deployer, piece: Unit | Leader) -> Iterator[Choice]:
        if limits.faces_freely(by.g, piece):
            yield Choice("about", Text("Face the other way"), answer=Turnabout(unit=piece.id), unit=piece.id)

    def moved(self, by: Deployer, answer: Turnabout) -> list[Spot]:
        unit = limits.named(by.g, by.side, answer.unit)
        if not isinstance(unit, Unit) or not limits.faces_freely(by.g, unit):
            refuse("{unit} faces as it does.", unit=unit.id)
        return [placing.spot(unit, unit.at, unit.facing.turned(6))]


class Turning(Cataphract):
    """Cataphract whose armies may be set up facing the other way."""

    rules = dataclasses.replace(RULES, set_up_orders=(*RULES.set_up_orders, TurnaboutOrder()))


@pytest.fixture
def game() -> Game[Any]:
    """The Byzantines set up."""
    system = Turning(free_field.scenario())
    return Game.start(system, system.initial_state(), NO_DICE)


def asked(game: Game[Any]) -> Command:
    (decision,) = game.pending
    assert isinstance(decision, Command)
    return decision


def test_a_new_change_is_one_class(game: Game[Any]) -> None:
    order, _ = bind(game, asked(game), parse("about thc1"))
    assert order == Turnabout(unit="THC1") and str(game.system.write(order)) == "about THC1"
    offered = asked(game).menu["THC1"].menu
    assert offered is not None and offered()["about"].answer == order
    told = game.system.inquire(game, AboutOrder(tuple(parse("about THC1"))), ("byzantine",))
    unit = game.state.units["THC1"]
    facing = unit.facing
    stands = f"THC1 would stand at {show(unit.at)}, facing {facing.turned(6).name}"
    assert [str(f.text) for s in told.sections for f in s.facts] == ["about THC1: legal", stands]
    game.answer("byzantine", order, NO_DICE)
    assert game.state.units["THC1"].facing == facing.turned(6)
    assert [e.data["type"] for e in game.journal if e.kind == "event"][-1] == "pieces-set-up"
    again = Game.resume(game.system, game.journal)
    assert digest(again.state) == digest(game.state), "its answer is read from the journal"
    game.answer("byzantine", asked(game).menu["reset"].answer or order, NO_DICE)
    assert game.state.units["THC1"].facing == facing, "it is a draft like any other"


def test_it_is_refused_by_its_own_words_and_by_those_of_all(game: Game[Any]) -> None:
    before = digest(game.state)
    for unit, why in (
        ("HLN1", "HLN1 faces as it does."),
        ("LN1", "LN1 is the enemy's."),
        ("XX1", "There is no unit or leader XX1."),
    ):
        with pytest.raises(Refusal) as refused:
            game.answer("byzantine", Turnabout(unit=unit), NO_DICE)
        assert str(refused.value.text) == why
    assert digest(game.state) == before
    assert "about" not in {v for kind in RULES.set_up_orders for v in kind.verbs}


def test_changes_of_the_set_up_are_no_orders_of_a_turn_and_the_other_way_round(game: Game[Any]) -> None:
    for text in ("rally THC1", "line THC1"):
        with pytest.raises(Refusal):
            bind(game, asked(game), parse(text))
    dice = ForcedDice([n % 10 for n in range(200)])
    while game.pending[0].kind != "orders":
        game.answer(game.pending[0].side, game.pending[0].default, dice)
    for answer in (Turnabout(unit="THC1"), Place(piece="THC1", to=5203)):
        with pytest.raises(Refusal, match="is giving orders"):
            game.answer(game.pending[0].side, answer, dice)
