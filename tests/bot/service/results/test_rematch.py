"""Playing a battle twice with the sides changed; the larger difference in Rout Points wins (C-1)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.narration import ENGLISH
from bot.narration.match import match_lines
from bot.service import Battle, Limits, Service
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
    with pytest.raises(Refusal, match="isn't over yet"):
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


COMPUTER = BLUE
"""Whose account stands for the bot's own in these tests."""


async def against_a_computer(service: Service) -> Battle:
    """A battle that Red has given up against a computer."""
    first = await begin(service)
    await service.computers.invite(first.id, "recruit", COMPUTER)
    await service.endings.resign(first.id, RED)
    return first


@pytest.mark.parametrize("swap", [False, True])
async def test_a_computer_needs_not_say_that_it_is_ready(service: Service, swap: bool) -> None:
    first = await against_a_computer(service)
    made = await (service.rematches.make if swap else service.rematches.again)(first.id, RED)
    assert await service.computers.opponent(made.id) == "recruit"
    # The bot has ended before it began the battle: whoever finds it open begins it.
    begun = await service.lobby.begin(made.id, RED, 1)
    assert begun.outcome is not None and begun.waits_for == ()
    assert (await service.battles.get(made.id)).status == "running"


@pytest.mark.parametrize("taken", [0, 1])
async def test_a_rematch_that_was_half_made_can_be_played(
    service: Service, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, join = await against_a_computer(service), service.lobby.join
    left = taken

    async def dies(*args: Any) -> Battle:
        nonlocal left
        left -= 1
        if left < 0:
            raise RuntimeError("the bot ends here")
        return await join(*args)

    with monkeypatch.context() as m, pytest.raises(RuntimeError, match="ends here"):
        m.setattr(service.lobby, "join", dies)
        await service.rematches.make(first.id, RED)
    match = await service.rematches.match(first.id)
    assert match is not None and len(match.rounds) == 2
    with pytest.raises(Refusal, match="made already"):
        await service.rematches.make(first.id, RED)
    made = match.rounds[1].battle
    assert await service.computers.opponent(made.id) == "recruit"
    await service.lobby.join(made.id, RED, "blue")
    made = await service.computers.sit_down(made.id)
    assert {s.side: s.user for s in made.seats} == {"red": COMPUTER, "blue": RED}
    assert (await service.lobby.begin(made.id, RED, 1)).outcome is not None


async def stood_in(service: Service) -> Battle:
    """A battle in which a computer has stood in for Blue to the end; its account is the spectator's."""
    first = await begin(service)
    await service.stand_ins.ask(first.id, BLUE, "blue", "recruit", SPECTATOR, service.teams)
    await service.takebacks.consent(first.id, RED, True)
    assert (await service.battles.get(first.id)).player("blue") == SPECTATOR
    await service.endings.resign(first.id, RED)
    return first


@pytest.mark.parametrize("who", [RED, BLUE])
@pytest.mark.parametrize("swap", [False, True])
async def test_for_whom_a_computer_stood_in_plays_again(service: Service, who: int, swap: bool) -> None:
    first = await stood_in(service)
    assert await service.computers.opponent(first.id) is None
    made = await (service.rematches.make if swap else service.rematches.again)(first.id, who)
    other = {"red": BLUE, "blue": RED} if swap else {"red": RED, "blue": BLUE}
    assert {s.side: s.user for s in made.seats} == other
    assert await service.computers.level(made.id) is None, "it was nobody's opponent"
    begun = await service.lobby.begin(made.id, who, 1)
    assert begun.waits_for == tuple({RED, BLUE} - {who}), "the other player is asked"


async def test_points_are_those_of_whom_a_computer_stood_in_for(service: Service) -> None:
    first = await stood_in(service)
    await service.rematches.make(first.id, BLUE)
    match = await service.rematches.match(first.id)
    assert match is not None and set(match.players) == {RED, BLUE}
    assert (match.lead(RED), match.lead(BLUE)) == (-5, 5)
    assert lines(match)[0] == "Battle 1, Rout Points: Reds (<@10>) 5, Blues (<@20>) 0."


async def test_nobody_plays_again_who_has_had_all_about_them_deleted(service: Service) -> None:
    first = await stood_in(service)
    await service.database.people.forget(BLUE)
    with pytest.raises(Refusal, match="isn't known any more"):
        await service.rematches.again(first.id, RED)
    with pytest.raises(Refusal, match="wants two players"):
        await service.rematches.make(first.id, RED)
