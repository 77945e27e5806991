"""What the page is offered is what the rules offer, and what it writes reads back to the same answer."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from bot.board import menus, position
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.components.panel.walk import top
from bot.messages.battle_context import BattleContext
from bot.narration import ENGLISH
from bot.notation import bind, parse
from bot.service import Open
from engine.kernel.decisions import Choose, ChooseEach, Command, Decision, Picks
from engine.systems.registry import system_for
from renderer import large, where

BATTLES = (
    "cataphract/tricameron",
    "alexander/chaeronea",
    "spqr/lautulae",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)

ANSWERS = 60
"""Answers of a battle that are looked at."""


class Seat:
    """Whoever is asked, as far as a page needs to know."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.id, self.title, self.outcome, self.status, self.seats = "b", "A battle", "", "running", ()

    def sides_of(self, user: int) -> tuple[str, ...]:
        return (self.side,)

    def name(self, side: str) -> str:
        return side


def seen(game: Any, decision: Decision) -> tuple[BattleContext, Open]:
    """The battle as the one who is asked sees it, and the question."""
    question = Open(decision.side, 1, 5, decision, None, None)
    return BattleContext(cast(Any, Seat(decision.side)), game, (question,), ENGLISH, 1), question


def walked(here: BattleContext, question: Open, rng: random.Random) -> str:
    """An order by chance, chosen as the page does."""
    path = ""
    for step in range(menus.STEPS):
        found = menus.menu(here, question, menus.path_of(path))
        if "order" in found:
            return str(found["order"])
        choices = found["choices"]
        if (beside := found["beside"]) is not None and rng.random() < 0.5:
            c = rng.choice(beside["choices"])
            n = f"{beside['n']}.{c['n']}"
        else:
            # A form that has been filled in for long enough is handed in.
            n = str(rng.choice(choices)["n"] if step < menus.STEPS // 2 else choices[0]["n"])
        path = f"{found['path']}.{n}" if found["path"] else n
    raise AssertionError("the menus have no end")


def whole(here: BattleContext, found: dict[str, Any]) -> None:
    """Everything has words, and lies where the map has places."""
    board = here.own_table.board
    places = {board.code(p) for p in board.every_place}
    for c in [*found["choices"], *(found["beside"] or {"choices": []})["choices"]]:
        assert c["label"] and c["key"]
        assert all(c[k] in places for k in ("at", "other") if k in c)


@pytest.mark.parametrize("key", BATTLES)
def test_what_is_composed_reads_back(key: str) -> None:
    battle = scenario(key)
    system, rng = system_for(battle), random.Random(5)
    forms: set[str] = set()

    def each(game: Any) -> None:
        for decision in game.pending[:1]:
            here, question = seen(game, decision)
            shown = position.asked(here, question)
            forms.add(shown["form"])
            found = menus.menu(here, question, ())
            if isinstance(decision, ChooseEach):
                text = "\n".join(f"{i['key']} {rng.choice(i['choices'])['key']}" for i in found["items"])
                answer, used = bind(game, decision, parse(text))
                assert isinstance(answer, Picks) and used == len(parse(text)), text
                assert {i.key for i in decision.items} == set(answer.picks)
                continue
            whole(here, found)
            assert len(found["choices"]) == len([*top(decision)])
            order = walked(here, question, rng)
            answer, used = bind(game, decision, parse(order))
            assert used == 1 and menus.written(here, answer) == order
            decision.check(answer)

    play(system, 3, SeededTrail(battle, 3), turns=20, most=ANSWERS, each=each)
    assert "choose" in forms or "command" in forms


@pytest.mark.parametrize("key", BATTLES)
def test_places_and_pieces(key: str) -> None:
    """Every piece stands at a place of the picture, and every place has a name."""
    battle = scenario(key)
    system = system_for(battle)

    def each(game: Any) -> None:
        if not game.pending:
            return
        here, _ = seen(game, game.pending[0])
        shown = position.battle(here, [], {}, position.standing(here))
        places = position.where(here, where(here.own_table, large()))
        assert 0 < places["width"] <= 5000 and places["places"]
        for code, p in places["places"].items():
            assert p["name"] and 0 <= p["x"] <= places["width"] and 0 <= p["y"] <= places["height"], code
        for piece in shown["pieces"]:
            assert set(piece["at"]) <= set(places["places"]), piece
        assert shown["question"] is not None and shown["waiting"] == []

    play(system, 1, SeededTrail(battle, 1), turns=20, most=3, each=each)


def test_an_answer_from_a_list_is_told_in_words() -> None:
    battle = scenario("alexander/chaeronea")
    system, found = system_for(battle), dict[str, str]()

    def each(game: Any) -> None:
        for decision in game.pending[:1]:
            if isinstance(decision, Choose):
                here, question = seen(game, decision)
                for n, c in enumerate(decision.choices):
                    shown = menus.menu(here, question, (n,))
                    assert shown["order"] == c.key and shown["taken"][-1] == here.say(c.label)
                    found[shown["order"]] = shown["taken"][-1]

    play(system, 3, SeededTrail(battle, 3), turns=20, most=60, each=each)
    assert found["trump-Theagenes"] == "Trump with Theagenes"


@pytest.mark.parametrize("key", ["alexander/chaeronea", "spqr/lautulae"])
def test_to_change_formation_is_no_way_to_face(key: str) -> None:
    battle = scenario(key)
    system, formed, turned = system_for(battle), set[str](), set[str]()

    def look(choices: list[dict[str, Any]]) -> None:
        formed.update(c["label"] for c in choices if c["key"].startswith("form-") and "facing" not in c)
        assert all(c["facing"] == c["key"] for c in choices if "facing" in c)
        turned.update(c["label"] for c in choices if "facing" in c)

    def each(game: Any) -> None:
        for decision in game.pending[:1]:
            if isinstance(decision, Command) and decision.sheet is None:
                here, question = seen(game, decision)
                for unit in menus.menu(here, question, ())["choices"][:4]:
                    below = menus.menu(here, question, (unit["n"],))
                    look(below.get("choices", []))
                    if below.get("beside"):
                        goal = (unit["n"], below["beside"]["n"], 0)
                        look(menus.menu(here, question, goal).get("choices", []))

    play(system, 3, SeededTrail(battle, 3), turns=20, most=ANSWERS // 2, each=each)
    assert turned and formed and all("Column" in label for label in formed)
