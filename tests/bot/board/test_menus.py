"""What the page is offered is what the rules offer, and what it writes reads back to the same answer."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bot.board import menus, position
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from engine.kernel.decisions import Choose, Command
from engine.systems.registry import system_for
from renderer import large, where
from tests.bot.board.kit import seen
from tests.bot.board.reach import compared

BATTLES = (
    "cataphract/tricameron",
    "alexander/chaeronea",
    "spqr/lautulae",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)

ANSWERS, SHARE = 60, 0.05
"""Answers of a battle after which it ends, and the share of its decisions that is looked at."""

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"


@pytest.mark.parametrize("key", BATTLES)
def test_the_page_reaches_what_the_panel_reaches(key: str) -> None:
    found = compared(key, 3, SHARE, first=1, most=ANSWERS)
    assert not found.wrong, found.wrong
    assert found.decisions.total() > 5 and found.answers > 30, found.told()


@pytest.mark.skipif(not HEAVY, reason="every decision of whole battles: with HEXARCH_HEAVY=1")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("key", BATTLES)
def test_whole_battles(key: str, seed: int) -> None:
    found = compared(key, seed, 1.0)
    assert not found.wrong, found.wrong
    assert found.decisions.total() == found.met > 100, found.told()


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


def test_a_battle_s_own_rule_is_cited_by_its_title_or_not_at_all() -> None:
    """Players never see an id."""
    battle = scenario("alexander/chaeronea")
    system, own = system_for(battle), set[str]()
    titles = {r.number: r.title for r in system.own_rules()}

    def each(game: Any) -> None:
        here, question = seen(game, game.pending[0])
        told = position.asked(here, question)
        assert told["rule"] not in titles
        if question.decision.rule in titles:
            own.add(question.decision.rule)
            assert titles[question.decision.rule] in (told["rule"] or told["prompt"])

    play(system, 3, SeededTrail(battle, 3), turns=20, most=10, each=each)
    assert own


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
