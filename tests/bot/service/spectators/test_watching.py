"""Watching and mirroring without Discord: delays, limits, what a scoreboard says, what was taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.catalogue import ENGLISH
from bot.messages.publishing.posts import DISPATCH, Story
from bot.messages.spectators.mirrors import Shown
from bot.messages.spectators.retold import struck
from bot.messages.spectators.watchers import ACTIVATIONS, closed
from bot.narration import Dispatch
from bot.narration.board import Ended, Row, Waiting, board_text, row_text, watched_text
from bot.narration.dispatch import Told
from bot.service import Post
from bot.service.spectators.mirrors import Mirror, delay_of, delay_words
from bot.service.spectators.watchers import MOST_BY_USER
from engine.kernel.text import Refusal
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, begin, open_service
from tests.each import for_each


@pytest.mark.parametrize(
    ("text", "seconds"), [("", 0), ("0", 0), ("0m", 0), ("30m", 1800), ("1h 30m", 5400), ("24h", 86400), ("1d", 86400)]
)
def test_delays(text: str, seconds: float) -> None:
    assert delay_of(text) == seconds


@for_each("text", ["25h", "2d", "soon", "default", "-1h", "10", "1e9h", "m"])
def test_what_is_no_delay_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal, match="30m or 12h"):
        delay_of(text)


def test_delays_in_words() -> None:
    assert str(delay_words(0)) == "at once" and str(delay_words(7200)) == "2 hours later"


def post(key: int, turn: int, moment: str = "x") -> Post:
    story = Story(key=f"{turn}|{moment}", title="t", upto=key)
    return Post("b", DISPATCH, str(key), 1, None, story.model_dump_json(), True)


def test_a_turn_is_told_when_it_is_over() -> None:
    told = [post(1, 1), post(5, 1), post(9, 2), post(12, 2)]
    shown = Shown(told, {}, told[:3], False, None)
    assert [p.key for p in closed(told[:3], shown)] == ["1", "5"]
    assert closed(told[2:3], shown) == ()
    assert closed([], shown) == ()
    late = Shown(told[:3], {}, told[:2], False, 99.0)
    assert [p.key for p in closed(told[:2], late)] == ["1", "5"], "the next turn has begun, though it may not be told"
    assert closed(told[:1], Shown(told[:3], {}, told[:1], False, 99.0)) == (), "its last dispatch isn't old enough"


def test_without_turns_some_activations_are_told_together() -> None:
    told = [post(n, 0, str(n)) for n in range(1, 9)]
    assert closed(told[:4], Shown(told[:5], {}, told[:4], False, None)) == ()
    assert [p.key for p in closed(told[:6], Shown(told, {}, told[:6], False, None))] == ["1", "2", "3", "4", "5"]
    assert ACTIVATIONS == 5


def test_what_was_taken_back_later_is_struck_out() -> None:
    lines = [Told(seq=3, text="a"), Told(seq=5, text="b", fold=("b", "c", "")), Told(seq=7, text="c")]
    story = Story(key="1|x", title="t", upto=8, lines=lines)
    assert struck(story, [], ENGLISH) is story
    assert struck(story, [(20, 7)], ENGLISH) is story, "nothing of it was taken back"
    found = struck(story, [(20, 6), (30, 4)], ENGLISH)
    assert [x.text for x in found.lines] == ["a", "~~b~~", "~~c~~"]
    assert "What is struck out was taken back." in found.content()
    assert story.lines == lines and isinstance(found, Dispatch)


SIDES = (("Red_s", 1), ("Blue", None))


def test_the_scoreboard_has_room_for_many_and_counts_the_rest() -> None:
    row = row_text(Row("A [very] long_title", "Cataphract", "https://x/y", SIDES, open=True))
    assert row.startswith(
        "**[A \\(very\\) long\\_title](https://x/y)** · Cataphract\nWaits for its players.\nRed\\_s <@1>"
    )
    assert "Blue (free)" in row
    ended = [Ended(f"battle {n}", "won", 1e9) for n in range(9)]
    text = board_text([row] * 100, ended)
    assert len(text) <= 4096 and "and " in text and " more" in text
    shown = text.count("Waits for its players.")
    assert f"… and {100 - shown} more" in text and shown > 10
    assert text.count("battle ") == 5, "the last five results"
    huge = board_text([row * 50] * 50, [Ended("t" * 300, "o" * 900, 1e9)] * 5)
    assert len(huge) <= 4096 and " more" in huge
    assert "… and 7 more" in board_text([row], [], others=7)
    assert board_text([], []) == "No battle is being fought just now."


def test_who_decides_and_how_many_watch() -> None:
    row = Row("T", "G", "u", SIDES, waiting=(Waiting("Red", 5.0),))
    assert row_text(row).splitlines() == ["**[T](u)** · G", "Red\\_s <@1> · Blue (free)"], "nothing is known of it"
    assert watched_text(0) == "" and "1 watches" in watched_text(1) and "3 watch" in watched_text(3)


async def test_mirrors_are_kept_and_default_settings_read(tmp_path: Path) -> None:
    service = await open_service(tmp_path)
    battle = await begin(service)
    assert await service.mirrors.of(battle.id) is None and await service.mirrors.of_guild(GUILD) is None
    for user in (BLUE, SPECTATOR):
        if user == SPECTATOR:
            with pytest.raises(Refusal, match="Only players who lead"):
                await service.mirrors.set(battle.id, user, 77, 0, -1)
    mirror = await service.mirrors.set(battle.id, BLUE, 77, 60.0, 9)
    assert mirror == Mirror(77, 60.0, 9) == await service.mirrors.of(battle.id)
    again = await service.mirrors.set(battle.id, RED, 77, 0.0, 50)
    assert again.since == 9, "in the same channel nothing is left out"
    assert (await service.mirrors.set(battle.id, RED, 78, 0.0, 50)).since == 50
    assert await service.mirrors.active() == {battle.id: Mirror(78, 0.0, 50)}
    for channel, delay, why in ((CHANNEL, 0, "already"), (79, 86401, "24 hours"), (79, -1, "24 hours")):
        with pytest.raises(Refusal, match=why):
            await service.mirrors.set(battle.id, RED, channel, delay, 0)
    await service.mirrors.set(battle.id, SPECTATOR, 0, 0, 0, referee=True)
    assert await service.mirrors.active() == {}
    for raw in ("nonsense", {"channel": "x"}, {"delay": 3}, {"channel": 0}, 7):
        await service.settings.put(f"guild:{GUILD}", "mirror", raw)
        assert await service.mirrors.of_guild(GUILD) is None
    await service.settings.put(f"guild:{GUILD}", "mirror", {"channel": 5, "delay": 1e12})
    assert await service.mirrors.of_guild(GUILD) == Mirror(5, 86400.0)
    await service.endings.resign(battle.id, RED)
    with pytest.raises(Refusal, match="over"):
        await service.mirrors.set(battle.id, RED, 77, 0, 0)
    await service.close()


async def test_watchers_are_kept_counted_and_limited(tmp_path: Path) -> None:
    service = await open_service(tmp_path)
    battle = await begin(service)
    with pytest.raises(Refusal, match="You play"):
        await service.watchers.watch(battle.id, RED, "story")
    with pytest.raises(Refusal, match="one of these ways"):
        await service.watchers.watch(battle.id, SPECTATOR, "always")
    watcher = await service.watchers.watch(battle.id, SPECTATOR, "turns", "12")
    assert await service.watchers.of(battle.id) == [watcher] == await service.watchers.by(SPECTATOR)
    await service.watchers.told(watcher, "20")
    assert (await service.watchers.of(battle.id))[0].told == "20"
    assert await service.watchers.audience([battle.id, "none"]) == {battle.id: 1}
    assert await service.watchers.watched() == [battle.id]
    others = [await service.lobby.create(GUILD, 100 + n, RED, "toy/duel") for n in range(MOST_BY_USER)]
    for other in others[1:]:
        await service.watchers.watch(other.id, SPECTATOR, "end")
    with pytest.raises(Refusal, match=f"watch {MOST_BY_USER} battles"):
        await service.watchers.watch(others[0].id, SPECTATOR, "end")
    assert (await service.watchers.watch(battle.id, SPECTATOR, "end")).how == "end", "changing how is no further battle"
    assert await service.watchers.unwatch(battle.id, SPECTATOR) and not await service.watchers.unwatch(
        battle.id, SPECTATOR
    )
    await service.close()


async def test_boards_remember_their_message_only_in_their_channel(tmp_path: Path) -> None:
    service = await open_service(tmp_path)
    assert await service.scoreboards.set(GUILD, 5) is None
    board = (await service.scoreboards.boards())[GUILD]
    await service.scoreboards.put(GUILD, type(board)(5, 99, "abc"))
    found = (await service.scoreboards.boards())[GUILD]
    assert (found.message, found.shown) == (99, "abc")
    assert (await service.scoreboards.set(GUILD, 6)) == found
    assert (await service.scoreboards.boards())[GUILD].message is None
    await service.settings.put(f"guild:{GUILD}", "scoreboard", {"channel": 5})
    assert (await service.scoreboards.boards())[GUILD].message == 99
    await service.scoreboards.set(GUILD, None)
    assert await service.scoreboards.boards() == {}
    await service.close()


async def test_the_battles_that_were_over_last(tmp_path: Path) -> None:
    now = [100.0]
    service = await open_service(tmp_path, clock=lambda: now[0])
    battles = [await begin(service, 10 + n) for n in range(3)]
    for battle in reversed(battles):
        now[0] += 10
        await service.endings.resign(battle.id, RED)
        await service.scoreboards.ended(battle.id)
    now[0] += 10
    await service.scoreboards.ended(battles[2].id)
    found = await service.scoreboards.last_ended(GUILD, 2)
    assert [(b.id, at) for b, at in found] == [(battles[0].id, 130.0), (battles[1].id, 120.0)]
    assert await service.scoreboards.last_ended(GUILD + 1, 5) == []
    assert [b.id for b in await service.battles.ongoing(GUILD)] == []
    await service.close()
