"""A kind of order is one object: one that no rule knows is written, checked, offered, foretold and carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import pytest

from bot.notation import bind, parse
from bot.notation.grammar import format_statements
from engine.kernel.decisions import Answer, Choice, Command
from engine.kernel.game import Game, digest
from engine.kernel.inquiry import AboutOrder, Fact, Sketch
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import menus
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import OrderGiven
from engine.systems.men_of_iron.order_kinds import kinds, named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.state import Leader, Marker, Unit
from engine.systems.men_of_iron.system import MenOfIron
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.men_of_iron.test_answers import game_at


class Shout(Answer):
    """A unit shouts."""

    do: Literal["shout"] = "shout"
    unit: str


class ShoutKind(Kind[Shout]):
    """``shout ELB1``: once in an activation."""

    answer = Shout
    verbs = ("shout", "cry")

    def read(self, reader: Reader, verb: str) -> Shout:
        return Shout(unit=reader.unit().id)

    def write(self, answer: Shout) -> list[Token]:
        return [Word("shout"), Word(answer.unit)]

    def check(self, by: Battle, answer: Shout) -> None:
        unit = named.unit(by, answer.unit)
        if unit.id in by.act.acted:
            refuse("{unit} is out of breath.", rule="13.1", unit=unit.id)

    async def carry_out(self, by: Battle, answer: Shout) -> None:
        by.emit(OrderGiven(unit=answer.unit))

    def facts(self, g: Battle, answer: Shout) -> Sequence[Fact]:
        return [Fact(Text("{unit} is heard far away", unit=answer.unit), "13.1")]

    def sketch(self, g: Battle, answer: Shout) -> Sketch:
        return Sketch(focus=(g.state.units[answer.unit].at,))

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        if isinstance(piece, Unit) and piece.id not in g.act.acted:
            yield Choice("shout", Text("Shout"), answer=Shout(unit=piece.id), unit=piece.id)


@pytest.fixture
def shouting(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Crécy at an order of the Move/Fire part, where units can shout."""
    monkeypatch.setattr(kinds, "KINDS", (*kinds.KINDS, ShoutKind()))
    monkeypatch.setattr(MenOfIron, "answers", kinds.answers())
    return game_at("orders")


def battle_of(game: Game) -> tuple[Battle, Command, Unit]:
    """The battle, its question, and the first unit of the Command that can shout."""
    g, (decision,) = game.context, game.pending
    assert isinstance(g, Battle) and isinstance(decision, Command)
    return g, decision, next(u for u in g.units(command=g.act.command) if u.id not in g.act.acted)


def test_it_is_offered_written_and_carried_out(shouting: Game) -> None:
    g, decision, u = battle_of(shouting)
    offered = next(c.answer for c in menus.unit_menu(g, u).choices if c.key == "shout")
    assert isinstance(offered, Shout) and offered.unit == u.id
    text = format_statements([shouting.system.write(offered)])
    assert text == f"shout {u.id}"
    assert bind(shouting, decision, parse(text))[0] == offered == bind(shouting, decision, parse(f"cry {u.id}"))[0]
    deeds = shouting.state.deeds
    shouting.answer(decision.side, offered, SeededDice(1))
    assert [e.data["type"] for e in shouting.journal if e.kind == "event"][-1] == "order-given"
    assert shouting.state.deeds == deeds + 1
    again = Game.resume(shouting.system, shouting.journal)
    assert digest(again.state) == digest(shouting.state), "its answer is read from the journal"
    g, _, other = battle_of(again)
    assert other.id != u.id and "shout" not in [c.key for c in menus.unit_menu(g, g.state.units[u.id]).choices]


def test_it_is_refused_and_changes_nothing(shouting: Game) -> None:
    g, decision, u = battle_of(shouting)
    shouting.answer(decision.side, Shout(unit=u.id), SeededDice(1))
    before = digest(shouting.state)
    enemy = next(g.units(g.state.enemy(u.side)))
    for answer, says in ((Shout(unit=u.id), "out of breath"), (Shout(unit=enemy.id), "is the enemy's")):
        with pytest.raises(Refusal, match=says):
            shouting.answer(decision.side, answer, SeededDice(1))
    assert digest(shouting.state) == before


def test_it_is_foretold(shouting: Game) -> None:
    _, decision, u = battle_of(shouting)
    found = shouting.system.inquire(shouting, AboutOrder(tuple(parse(f"shout {u.id}"))), (decision.side,))
    assert str(found.sections[0].heading) == "Legal"
    assert f"{u.id} is heard far away" in [str(f.text) for f in found.facts]
    assert found.sketch.focus == (u.at,)


def test_in_another_phase_that_phase_says_what_it_takes(shouting: Game) -> None:
    g, _, u = battle_of(shouting)
    no = Refusal("Not here.", rule="3.1")
    for phase in ("setup", "shock"):
        with pytest.raises(Refusal, match="Not here"):
            kinds.check(g, Shout(unit=u.id), phase, no)


def test_each_kind_has_an_answer_and_verbs_of_its_own() -> None:
    assert len({k.answer for k in kinds.KINDS}) == len(kinds.KINDS)
    verbs = [verb for k in kinds.KINDS for verb in k.verbs]
    assert len(set(verbs)) == len(verbs)
