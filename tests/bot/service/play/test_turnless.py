"""A system without turns: nothing that players read speaks of turns, and activations are told apart all the same."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.selfplay import DRAWN, play
from bot.language.catalogue import TextCatalogue
from bot.messages.publishing.growing import another as begins_another
from bot.narration.match import match_lines
from bot.narration.standing import activation, active_side, heading, standing
from bot.service.results.rematches import Match, Round
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.kernel.view import LeaderView, TableView
from renderer.words.alt_text import alt_text
from renderer.words.state_of_play import state_of_play
from tests.bot.toy_service import BLUE, RED, asked, begin, open_service
from tests.bot.toy_system import Toy, ToyState

ENGLISH = TextCatalogue.load("en")


class Turnless(Toy):
    """The duel told as a chain of activations; who leads a side is active while it gives orders."""

    def view(self, state: ToyState, sides: Collection[str] = ()) -> TableView:
        table = super().view(state, sides)
        return replace(
            table,
            turn=0,
            phase=Text("Activation" if state.phase in ("red", "blue") else "Between activations"),
            sides=tuple(replace(s, points=n, limit=9, points_name="Flight Points") for n, s in enumerate(table.sides)),
            leaders=tuple(
                LeaderView(s.title(), s.title(), n, 101, "cc", 3, status="active" if state.phase == s else "inactive")
                for n, s in enumerate(("red", "blue"))
            ),
            moment=f"{state.turn}.{state.phase}" if state.phase in ("red", "blue") else "",
        )


def table(turn: int = 1, phase: str = "red") -> TableView:
    toy = Turnless()
    return toy.view(toy.initial_state().model_copy(update={"turn": turn, "phase": phase}))


def test_activations_are_told_apart_by_their_moment() -> None:
    first, later, between = table(1), table(2), table(1, "stances")
    assert activation(first) == (0, "1.red") and activation(later) == (0, "2.red"), "the same leader, activated again"
    assert activation(between) == (0, ""), "nobody is active"
    assert active_side(first) == "red" and active_side(between) is None


def test_a_system_that_tells_no_moments_goes_by_turn_and_leaders() -> None:
    plain = replace(table(3), turn=3, moment="")
    assert activation(plain) == (3, "Red") and plain.activation == "3|Red"
    assert table(3).activation == "3.red"


@pytest.mark.parametrize(
    ("key", "now", "another"),
    [
        ("0|1.red", table(1), False),
        ("0|1.red", table(1, "stances"), False),  # what comes between is told with the activation before
        ("0|1.red", table(1, "blue"), True),
        ("0|1.red", table(2), True),
        ("0|", table(1), True),  # what comes before the first activation stands by itself
    ],
)
def test_every_activation_has_a_dispatch(key: str, now: TableView, another: bool) -> None:
    assert begins_another(key, *activation(now)) is another


def test_nothing_speaks_of_turns() -> None:
    now = table()
    assert heading(now, ENGLISH) == "Activation"
    said = standing(now, [], ENGLISH)
    assert said.body == "-# Activation"
    assert said.fields == (("Red", "Flight Points: **0 / 9**"), ("Blue", "Flight Points: **1 / 9**"))
    for told in (state_of_play(now), alt_text(now, ())):
        assert "turn" not in told.casefold() and "Rout" not in told


async def test_orders_for_one_activation_command_no_other_of_the_same_leader(tmp_path: Path) -> None:
    service = await open_service(tmp_path, Turnless)
    battle = await begin(service, options={"endless": True})
    await service.play.order(battle.id, RED, "done; r1 x b1", 1)
    await service.play.order(battle.id, BLUE, "done", 1)
    await service.play.order(battle.id, RED, "high", 2)
    await service.play.order(battle.id, BLUE, "low", 3)
    while (await service.play.game(battle.id)).state.turn == 1:
        o = (await service.play.open_questions(battle.id))[0]
        await service.play.answer(battle.id, o.user or RED, o.token, o.decision.default, 4, o.side)
    o = next(x for x in await service.play.open_questions(battle.id) if x.side == "red")
    assert o.decision.kind == "orders" and o.left == ()
    assert [(order, str(why)) for order, why in o.skipped] == [("r1 x b1", "its activation is over")]
    await service.close()


async def test_a_match_counts_the_systems_own_points(tmp_path: Path) -> None:
    service = await open_service(tmp_path, Turnless)
    battle = await begin(service)
    assert (await asked(service, battle, RED)).decision.kind == "orders"
    await service.endings.resign(battle.id, RED)
    second = await service.rematches.make(battle.id, BLUE)
    match = await service.rematches.match(second.id)
    assert match is not None
    first, unbegun, together = match_lines(match, ENGLISH)
    assert "Flight Points: Reds" in first and "not begun" in unbegun and "leads by" in together
    won = Match((_round(match.rounds[0]), _round(match.rounds[0])))
    assert won.over and match_lines(won, ENGLISH)[-1].endswith(" Flight Points.**")
    await service.close()


def _round(r: Round) -> Round:
    return replace(r, points={"red": 9, "blue": 1})


class _Dice:
    def __init__(self) -> None:
        self.n = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, list[int]]:
        self.n += 1
        return self.n, [self.n * 7 % 10] * request.count


def test_self_play_ends_without_turns_to_count() -> None:
    toy = Turnless({**Toy().document, "turns": 10_000, "toughness": 100_000})
    played = play(toy, 1, _Dice(), turns=1_000_000, most=50)
    summary = played.summary()
    assert (summary["answers"], summary["capped"], summary["outcome"], summary["turn"]) == (50, True, DRAWN, 0)
