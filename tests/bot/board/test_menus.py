"""What the page is offered is what the rules offer, and what it writes reads back to the same answer."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bot.board import position
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
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
