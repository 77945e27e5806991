"""A place that is pressed is an order: with the likeliest facing, as the panel takes it; any other stays offered."""

from __future__ import annotations

from typing import Any

import pytest

from bot.board import menus
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.components.panel import Place, walk
from bot.components.panel.walk import settle
from bot.notation import bind
from bot.service.play.play import statements_of
from engine.kernel.decisions import Choose, Command
from engine.systems.registry import system_for
from tests.bot.board.kit import seen

BATTLES = ("cataphract/tricameron", "spqr/lautulae", "men-of-iron/falkirk")
EVERY = 29
"""Of the places one in so many is looked at."""


@pytest.mark.parametrize("key", BATTLES)
def test_the_likeliest_facing_stands_written(key: str) -> None:
    battle = scenario(key)
    system, found = system_for(battle), list[str]()

    def each(game: Any) -> None:
        decision = next(iter(game.pending), None)
        if not isinstance(decision, Command) or decision.sheet is not None:
            return
        here, question = seen(game, decision)
        for n, unit in enumerate(decision.menu):
            if unit.unit is None or unit.menu is None or n % 3:
                continue
            first = menus.menu(here, question, (n,))
            goals = [(c["n"],) for c in first.get("choices", ())]
            if first.get("beside") is not None:
                goals += [(first["beside"]["n"], c["n"]) for c in first["beside"]["choices"]]
            for way in goals[::EVERY]:
                path = (*menus.path_of(first["path"]), *way)
                shown = menus.menu(here, question, path)
                if shown.get("likely") is None:
                    continue
                settled = settle(decision, Place(path))
                answer, used = bind(game, decision, statements_of(shown["likely"]["order"]))
                assert answer == settled.answer and used == 1
                chosen = next(c for c in shown["choices"] if c["n"] == shown["likely"]["n"])
                assert chosen["facing"] and len(shown["choices"]) > 1
                pressed = menus.menu(here, question, (*menus.path_of(shown["path"]), chosen["n"]))
                assert pressed["order"] == shown["likely"]["order"]
                found.append(shown["likely"]["order"])

    play(system, 3, SeededTrail(battle, 3), turns=20, most=20, each=each)
    assert len(found) > 5


def test_who_turns_or_is_asked_something_else_is_asked_which_way() -> None:
    battle = scenario("cataphract/tricameron")
    system, turns, lists = system_for(battle), 0, 0

    def each(game: Any) -> None:
        nonlocal turns, lists
        for decision in game.pending[:1]:
            here, question = seen(game, decision)
            if isinstance(decision, Choose):
                lists += 1
                assert menus.menu(here, question, ())["likely"] is None
            elif isinstance(decision, Command) and decision.sheet is None:
                for n, unit in enumerate(decision.menu):
                    if unit.unit is None or unit.menu is None:
                        continue
                    first = walk(decision, (n,))
                    assert first.menu is not None
                    for k, c in enumerate(first.menu):
                        if c.menu is None or c.hex is not None or c.mp is not None:
                            continue
                        shown = menus.menu(here, question, (*first.path, k))
                        if any("facing" in x for x in shown.get("choices", ())) and len(shown["taken"]) == 2:
                            turns += 1
                            assert shown["likely"] is None, shown["taken"]

    play(system, 3, SeededTrail(battle, 3), turns=20, most=8, each=each)
    assert turns and lists
