"""An unreliable network, shut channels, kills in between: what is stored is told, once, and replies are true."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.messages.delivery.backoff import SHUT
from bot.messages.delivery.outbox import REMEMBERED
from bot.messages.pictures.drawing_pool import DrawingFailed
from bot.messages.publishing.posts import DISPATCH, PROMPT, STANDING
from bot.service import Service
from engine.players import random_answer
from tests.bot.e2e.faults import unreliable
from tests.bot.e2e.kit import said
from tests.bot.e2e.stormy import Duel, duel

ACTS = 15


@pytest_asyncio.fixture
async def field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Duel]:
    async with duel(tmp_path, monkeypatch) as found:
        await found.begin()
        yield found


def to_channels(fate: str) -> Any:
    """Whatever concerns channels ends so; interactions go well."""
    return lambda method, path: fate if path.startswith("/channels/") else ""


@pytest.mark.parametrize(
    "kinds", [("unheard",), ("lost", "500"), ("lost", "unheard", "500", "429")], ids=lambda k: "+".join(k)
)
async def test_what_is_stored_is_told_once_on_a_bad_network(field: Duel, kinds: tuple[str, ...]) -> None:
    """30 % of all requests fail in one way or another, those about interactions included."""
    dice = random.Random(str(kinds))
    field.network.fate = unreliable(kinds, 0.3, kinds)
    calls = 0
    for _ in range(ACTS):
        await field.act(dice)
        if dice.random() < 0.7:
            await field.wait()
            told = field.calls()
            assert all(told.get(c) == 1 for c in field.called), "who is asked is called, once"
            calls += len(field.called)
    field.network.fate = None
    await field.wait()
    await field.check()
    assert set(field.calls().values()) == {1} and calls


async def test_an_outage_is_told_and_made_good(field: Duel) -> None:
    """Lost before Discord has it; for ten minutes, in which it is tried now and then."""
    field.network.fate = to_channels("lost")
    told = await field.act(random.Random(1))
    assert "done and stored" in told and "Done." in told
    field.network.requests.clear()
    for _ in range(30):
        field.clock.now += 20
        await field.env.advance_time(20)
    assert len(field.network.requests) < 80
    field.network.fate = None
    await field.wait()
    await field.check()


@pytest.mark.parametrize("after", ["unheard", "killed"])
async def test_what_has_arrived_unheard_of_is_found_again_much_later(field: Duel, after: str) -> None:
    """Names are known for minutes only: then what may have arrived is looked for in the channel."""
    posted = len(field.network.posted)
    field.network.fate = lambda method, path: after if (method, path[-9:]) == ("POST", "/messages") else ""
    with_kill = after == "killed"
    if with_kill:
        field.network.killing = field.kill
    await field.act(random.Random(1))
    assert len(field.network.posted) == posted + 1
    field.network.fate = None
    field.clock.now += 100 * REMEMBERED
    if with_kill:
        await field.restart()
    await field.wait()
    await field.check()
    assert set(field.calls().values()) == {1}


async def _unheard(field: Duel, dice: random.Random) -> int:
    """Orders until somebody else is asked in a message we don't hear of, since the process dies: its number."""
    for _ in range(20):
        before = set(field.shown)
        field.network.fate = lambda method, path: "killed" if (method, path[-9:]) == ("POST", "/messages") else ""
        await field.act(dice)
        field.network.fate = None
        if new := [n for n, m in field.shown.items() if n not in before]:
            posts = await field.service.posts.of(field.battle, PROMPT)
            if any(not p.delivered and p.message is None for p in posts):
                return new[0]
            await field.restart()
        await field.wait()
    raise AssertionError("nobody else was asked")


@pytest.mark.parametrize("later", [1.0, 100 * REMEMBERED])
async def test_a_question_that_arrived_unheard_of_and_is_answered_before_it_is_looked_for_is_closed(
    field: Duel, later: float
) -> None:
    """A process dies as it asks; the next one takes the answer before it has come to look after that battle."""
    field.network.killing = field.kill
    dice = random.Random(3)
    asked = await _unheard(field, dice)
    field.clock.now += later

    async def answer(service: Service) -> None:
        for o in await service.play.open_questions(field.battle):
            assert o.user is not None
            await service.play.answer(field.battle, o.user, o.token, random_answer(o.decision, dice), 1, o.side)

    await field.restart(answer)
    await field.wait()
    assert asked in {p.message for p in await field.service.posts.of(field.battle)}
    assert not field.shown[asked].components
    await field.check()


@pytest.mark.parametrize("seed", range(2))
async def test_kills_between_any_two_requests_lose_and_double_nothing(field: Duel, seed: int) -> None:
    """The process dies as Discord answers one of its requests, and comes up again soon or much later."""
    dice = random.Random(seed)
    field.network.killing = field.kill
    for _ in range(6):
        left = [dice.randrange(1, 8)]

        def fate(method: str, path: str, left: list[int] = left) -> str:
            left[0] -= path.startswith("/channels/")
            return "killed" if left[0] <= 0 else ""

        field.network.fate = fate
        await field.act(dice)
        field.network.fate = None
        field.clock.now += dice.choice((1, 1000))
        await field.restart()
        await field.wait()
        await field.check()
    assert set(field.calls().values()) == {1}


@pytest.mark.parametrize("status", ["403", "404"])
async def test_a_shut_channel_is_left_alone_and_told_elsewhere(field: Duel, status: str) -> None:
    (question, *_) = await field.opens()
    assert question.due is not None
    field.network.fate = to_channels(status)
    dm = [field.ada.user.dm_channel.id, field.ben.user.dm_channel.id]
    field.network.fate = lambda m, p: status if p.startswith("/channels/") and not any(str(d) in p for d in dm) else ""
    told = await field.act(random.Random(1))
    assert ("Send Messages" if status == "403" else "/battle move") in told and "It is done" in told
    for _ in range(100):
        field.clock.now += 20
        await field.env.advance_time(20)
    assert field.network.refused <= 2 * (len(SHUT) + 1), "more requests than Discord has patience for"
    assert field.battle in field.bot.messages.halts.known
    for who in (field.ada, field.ben):
        (word,) = [m.content for m in who.user.dm_channel.history()]
        assert ("stands still" if status == "403" else "no time passes") in word
        assert "/battle move" in word and "The duel" in word
    # A day later nothing has been answered by default, nor after a restart; nobody is told twice.
    head = await field.head()
    field.clock.now += 86400 * 3
    await field.restart()
    await field.env.advance_time(60)
    assert await field.head() == head and field.battle in field.bot.messages.halts.known
    assert len(field.ada.user.dm_channel.history()) == 1
    # Somebody comes by, and the channel is open again.
    field.network.fate = None
    await field.ada.slash(field.channel, "help")
    await field.wait()
    assert field.battle not in field.bot.messages.halts.known
    await field.check()
    for q in await field.opens():
        assert q.due is not None and q.due > field.clock.now, "the time that stood still isn't anybody's"
    await field.env.advance_time(60)
    assert await field.head() == head


async def test_a_halted_battle_moved_to_another_shut_channel_stands_still_there(field: Duel) -> None:
    field.network.fate = lambda m, p: "403" if p.startswith("/channels/") else ""
    await field.act(random.Random(1))
    for _ in range(40):
        field.clock.now += 60
        await field.env.advance_time(20)
    assert field.battle in field.bot.messages.halts.known
    other = field.guild.create_text_channel("other")
    await field.service.lobby.move(field.battle, other.id)
    await field.bot.messages.publisher.publish(field.battle)
    assert (await field.service.battles.get(field.battle)).paused
    assert field.battle in field.bot.messages.halts.known


async def test_a_battle_goes_on_by_itself_when_permissions_return(field: Duel) -> None:
    role = field.guild.default_role
    await field.deny(send_messages=False)
    await field.act(random.Random(1))
    for _ in range(100):
        field.clock.now += 20
        await field.env.advance_time(20)
    assert field.battle in field.bot.messages.halts.known
    asked = len(field.network.requests)
    for _ in range(100):
        field.clock.now += 20
        await field.env.advance_time(20)
    assert len(field.network.requests) == asked, "what is known to be shut isn't tried"
    await field.deny(send_messages=None)
    assert role is not None and field.battle not in field.bot.messages.halts.known
    await field.wait()
    await field.check()


async def test_a_restart_asks_nothing_where_nothing_is_missing(field: Duel) -> None:
    dice = random.Random(5)
    for _ in range(12):
        await field.act(dice)
    await field.wait()
    await field.check()
    field.network.requests.clear()
    await field.restart()
    await field.env.advance_time(60)
    assert [r for r in field.network.requests if "/channels/" in r[1]] == []
    # Who comes by has looked after what players need: the standing message, the latest dispatch, open questions.
    await field.ben.slash(field.channel, "help")
    await field.env.settle()
    looked = [r for r in field.network.requests if "/channels/" in r[1]]
    posts = await field.service.posts.of(field.battle)
    assert len(posts) > 6 and {m for m, _ in looked} == {"GET"} and len(looked) <= 2 + len(await field.opens())
    field.network.requests.clear()
    await field.ben.slash(field.channel, "help")
    assert [r for r in field.network.requests if "/channels/" in r[1]] == []


async def test_live_questions_are_the_newest_message_or_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is where it is seen: at the bottom of the channel, or in a message that has called its player."""
    async with duel(tmp_path, monkeypatch) as field:
        await field.begin("live")
        dice = random.Random(3)
        for _ in range(20):
            who = await field.act(dice)
            assert "Done" in who or "one." in who
            posts = await field.service.posts.of(field.battle)
            told = [p.message for p in posts if p.kind != STANDING and p.message is not None]
            calls = field.calls()
            for q in await field.opens():
                asked = [m for m, shown in field.shown.items() if field.asks(shown, q.token)]
                assert asked, "the question stands nowhere"
                assert max(asked) == max(told) or f"{q.token}:{q.user}" in calls
        assert any(p.kind == PROMPT for p in posts)
        await field.check()


async def test_a_story_does_not_wait_for_its_map(field: Duel) -> None:
    """The process that draws breaks down: the dispatch and the call go out, the map follows."""
    draw = field.bot.messages.pictures.drawing_pool.draw
    broken = [True]

    async def failing(work: Any, *args: Any, **kwargs: Any) -> Any:
        if broken[0]:
            raise DrawingFailed("it broke down twice")
        return await draw(work, *args, **kwargs)

    field.bot.messages.pictures.drawing_pool.draw = failing
    told = await field.act(random.Random(1))
    assert "Done." in told and "failed" not in told
    assert all(field.calls().get(c) == 1 for c in field.called) and field.called
    posts = await field.service.posts.of(field.battle, DISPATCH)
    last = max(p.message for p in posts if p.message is not None)
    assert len(field.bot.messages.publisher.behind) == 1
    broken[0] = False
    await field.wait()
    assert field.shown[last].attachments
    await field.check()


async def test_an_answer_to_a_stored_order_that_is_lost_says_that_it_is_stored(field: Duel) -> None:
    """Everything goes well but the word to the player, once."""
    heard = []

    def fate(method: str, path: str) -> str:
        if path.startswith(("/webhooks/", "/interactions/")) and not heard:
            heard.append(path)
            return "lost"
        return ""

    field.network.fate = fate
    told = await field.act(random.Random(2))
    assert "It is done and stored" in told and "Don't repeat it" in told


async def test_a_request_that_could_not_be_put_is_put_later(field: Duel) -> None:
    field.network.fate = to_channels("lost")
    told = await field.ada.slash(field.channel, "battle draw")
    assert "done and stored" in said(told)
    field.network.fate = None
    await field.wait()
    (asked,) = [m for m in field.shown.values() if "offers a draw" in m.content]
    assert asked.components
    await field.check()


async def test_a_request_that_arrived_unheard_of_is_found_again_much_later(field: Duel) -> None:
    field.network.fate = lambda method, path: "unheard" if (method, path[-9:]) == ("POST", "/messages") else ""
    told = await field.ada.slash(field.channel, "battle draw")
    assert "done and stored" in said(told)
    field.network.fate = None
    field.clock.now += 100 * REMEMBERED
    await field.wait()
    (asked,) = [m for m in field.shown.values() if "offers a draw" in m.content]
    assert asked.components
    await field.check()


async def test_the_same_request_made_again_is_another_message(field: Duel) -> None:
    """Discord knows the first one's name still, and would give it back without calling anybody."""
    for n in (1, 2):
        await field.ada.slash(field.channel, "battle limits", answer="2h")
        asked = [m for m in field.shown.values() if "2 h" in m.content and m.components and not m.pinned]
        assert len(asked) == 1
        assert len([p for p in field.network.pings(field.ben.id) if int(p["id"]) == asked[0].id]) == 1, n
        await field.ben.click(asked[0], label="Decline")
    assert len([m for m in field.shown.values() if "Ben declines" in m.content]) == 2
