"""Answers for more than this once: what a question's buttons offer can be sent from the page, whatever the game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.board import menus
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.components.decision import controls
from bot.components.ids import Ref, parse
from bot.messages.longer import named, offered
from bot.notation import bind
from bot.notation import parse as read
from engine.kernel.decisions import ChooseEach, Picks
from engine.kernel.text import Refusal
from engine.systems.registry import system_for
from tests.bot.board.test_menus import BATTLES, seen

VERBS = ("always", "rest")


@pytest.mark.parametrize("key", BATTLES)
def test_what_is_offered_for_longer_is_what_the_buttons_are(key: str) -> None:
    battle = scenario(key)
    system = system_for(battle)
    kinds = set[str]()

    def each(game: Any) -> None:
        for decision in game.pending[:1]:
            here, question = seen(game, decision)
            found = offered(here, question)
            shown = controls(decision, Ref("b", "5"), here.catalogue, span=here.own_table.span)
            pressed = [parse(str(getattr(x, "custom_id", ""))) for x in shown.children]
            on_buttons = {(v, r.argument) for v, r in filter(None, pressed) if v in VERBS}
            assert on_buttons <= {(x.verb, x.argument) for x in found} and bool(on_buttons) == bool(found)
            for x in found:
                same, answer = named(here, question, x.key)
                assert same == x and x.label
                decision.check(answer)
                again, used = bind(game, decision, read(menus.written(here, answer)))
                assert used == len(read(menus.written(here, answer)))
                if isinstance(decision, ChooseEach) and isinstance(again, Picks):
                    again = decision.completed(again)
                decision.check(again)
                kinds.add(x.verb)
            with pytest.raises(Refusal):
                named(here, question, "always everything")

    play(system, 3, SeededTrail(battle, 3), turns=20, most=120, each=each)
    assert kinds == {*VERBS}
