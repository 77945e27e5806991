"""Playing a battle twice with the sides changed; the larger difference in Rout Points wins (C-1)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.narration import ENGLISH
from bot.narration.match import match_lines
from bot.service import Limits, Service
from engine.kernel.text import Refusal
from engine.kernel.view import TableView
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, begin, open_service
from tests.bot.toy_system import SIDES, Toy, ToyState


class Counted(Toy):
    """Hits are points, and five of them lose."""

    def view(self, state: ToyState, sides: Collection[str] = ()) -> TableView:
        table = super().view(state, sides)
        points = {s: sum(u.hits for u in state.units.values() if u.side == s) for s in SIDES}
        return replace(table, sides=tuple(replace(s, points=points[s.id], limit=5) for s in table.sides))


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    found = await open_service(tmp_path, Counted)
    yield found
    await found.close()


def lines(match: object) -> list[str]:
    return match_lines(match, ENGLISH)  # type: ignore[arg-type]


@pytest.mark.rule("cataphract C-1")
async def test_the_second_battle_has_the_sides_changed_and_the_same_terms(service: Service) -> None:
    first = await begin(service, options={"endless": True})
    await service.timekeeping.set_limits(first.id, RED, 7200.0)
    await service.takebacks.consent(first.id, BLUE, True)
    assert await service.rematches.match(first.id) is None
    await service.endings.resign(first.id, BLUE)
    second = await service.rematches.make(first.id, RED)
    assert {s.side: s.user for s in second.seats} == {"red": BLUE, "blue": RED}
    assert (second.status, second.mode, second.row.options) == ("open", first.mode, {"endless": True})
    assert second.limits == Limits(7200.0) and second.commitment != first.commitment
    assert {s.phrase for s in second.seats}.isdisjoint({"heads", "tails"}), "the phrases are new"
    await service.lobby.leave(second.id, BLUE)
    await service.lobby.join(second.id, BLUE, "red", "mine")
    await service.lobby.start(second.id, BLUE, 5)


@pytest.mark.rule("cataphract C-1")
async def test_the_larger_difference_in_points_wins(service: Service) -> None:
    first = await begin(service)
    game = await service.play.game(first.id)
    game.state.units["r1"].hits = 2
    await service.endings.resign(first.id, BLUE)
    second = await service.rematches.make(first.id, BLUE)
    match = await service.rematches.match(first.id)
    assert match is not None and match.rounds[1].points == {} and not match.over
    assert match.rounds[0].points == {"red": 2, "blue": 5}, "an army that is given up has reached its level"
    assert (match.lead(RED), match.lead(BLUE)) == (3, -3)
    assert lines(match) == [
        "Battle 1, Rout Points: Reds (<@10>) 2, Blues (<@20>) 5.",
        "Battle 2: not begun.",
        "**Together: <@10> leads by 3.**",
    ]
    await service.lobby.start(second.id, RED, 7)
    game = await service.play.game(second.id)
    game.state.units["r1"].hits = 1
    game.state.units["b1"].hits = 2
    match = await service.rematches.match(second.id)
    assert match is not None and [r.lead(RED) for r in match.rounds] == [3, -1] and match.lead(RED) == 2
    await service.endings.resign(second.id, RED)
    match = await service.rematches.match(second.id)
    assert match is not None and match.over and match.lead(RED) == 3 - 4
    assert lines(match)[-1] == "**Together: <@20> wins by 1 Rout Points.**"


@pytest.mark.rule("cataphract C-1")
async def test_equal_differences_are_a_draw(service: Service) -> None:
    first = await begin(service)
    await service.endings.resign(first.id, BLUE)
    second = await service.rematches.make(first.id, RED)
    await service.lobby.start(second.id, RED, 7)
    await service.endings.resign(second.id, RED)
    match = await service.rematches.match(second.id)
    assert match is not None and lines(match)[-1] == "**Together: equal, a draw.**"


async def test_when_there_can_be_no_rematch(service: Service) -> None:
    first = await begin(service)
    with pytest.raises(Refusal, match="when the battle is over"):
        await service.rematches.make(first.id, RED)
    await service.endings.resign(first.id, RED)
    with pytest.raises(Refusal, match="Only its players"):
        await service.rematches.make(first.id, SPECTATOR)
    second = await service.rematches.make(first.id, RED)
    with pytest.raises(Refusal, match="made already"):
        await service.rematches.make(first.id, BLUE)
    await service.endings.abandon(second.id, RED)
    second = await service.rematches.make(first.id, BLUE)
    await service.lobby.start(second.id, RED, 1)
    await service.endings.resign(second.id, RED)
    with pytest.raises(Refusal, match="This was the rematch"):
        await service.rematches.make(second.id, RED)


async def test_who_plays_both_sides_has_nobody_to_change_with(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    for side in SIDES:
        await service.lobby.join(battle.id, RED, side)
    await service.lobby.start(battle.id, RED, 1)
    await service.endings.resign(battle.id, RED)
    with pytest.raises(Refusal, match="wants two players"):
        await service.rematches.make(battle.id, RED)
