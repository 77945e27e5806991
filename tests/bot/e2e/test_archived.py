"""Threads that were put away: whatever is to be changed in them opens them again; referees are told of locked ones."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.messages.access import visibility
from bot.messages.delivery.locked import OWNER, TOLD
from tests.bot.e2e.kit import Table, controls, first_answer, said, use
from tests.bot.e2e.test_agreed import clock
from tests.bot.e2e.test_event_corrections import tag
from tests.bot.e2e.test_events import called, playable, referee
from tests.bot.strict.law import law_of

__all__ = ["clock", "referee"]

DAY = 24 * 3600.0


@pytest_asyncio.fixture
async def thread(sim: Table) -> Any:
    """A thread, in which the table sits from now on."""
    parent = sim.bot.get_channel(sim.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="duel", type=discord.ChannelType.public_thread, auto_archive_duration=10080)
    await sim.env.settle()
    sim.channel = next(t for t in sim.channel.threads if t.id == made.id)
    return sim.channel


def threads(sim: Table) -> Any:
    return law_of(sim.env.backend).threads


def archived(sim: Table, thread: int) -> bool:
    found = sim.env.backend.channels[thread].thread_metadata
    assert found is not None
    return found.archived


async def put_away(sim: Table, thread: int, *, locked: bool = False) -> None:
    threads(sim).put_away(sim.env.backend, thread, locked=locked)
    await sim.env.settle()


def forbid(sim: Table, channel: int, **permissions: bool) -> None:
    """The bot may not do this in a channel."""
    deny = discord.Permissions(**permissions).value
    me = sim.env.backend.bot_user.id
    sim.env.backend.set_overwrite(channel, Overwrite(target_id=me, type=OverwriteType.MEMBER, allow=0, deny=deny))


async def lock(sim: Table, thread: int) -> None:
    """A thread is put away and locked by a moderator, which the bot isn't."""
    forbid(sim, sim.env.backend.channels[thread].parent_id or 0, manage_threads=True)
    await put_away(sim, thread, locked=True)


def letters(sim: Table, user: int) -> list[str]:
    """Everything a user was told privately."""
    messages = sim.env.backend.messages.get(sim.env.backend.dm_channels.get(user, 0), {})
    return [m.content for m in messages.values()]


def locks_told(sim: Table) -> list[str]:
    """What the server's owner, its only referee, was told of locked threads."""
    return [x for x in letters(sim, sim.env.backend.guilds[sim.guild.id].owner_id) if "is locked" in x]


async def test_a_battle_goes_on_after_a_week_in_which_nobody_wrote(sim: Table, thread: Any, clock: Any) -> None:
    await sim.battle(mode="correspondence")
    before = len(await sim.service.play.entries((await battle(sim)).id))
    clock.by += 8 * DAY
    await use(sim.ada, sim.asking, first_answer(sim.asking))
    await sim.env.settle()
    assert threads(sim).refused, "the thread was put away, and something was to be changed in it"
    assert not archived(sim, thread.id)
    assert len(await sim.service.play.entries((await battle(sim)).id)) > before
    assert (await battle(sim)).id not in sim.bot.messages.publisher.behind, "all of it is said"
    assert controls(sim.asking), "and the next question is asked"


async def battle(sim: Table) -> Any:
    found = await sim.service.battles.in_channel(sim.channel.id)
    assert found is not None
    return found


async def test_every_kind_of_change_opens_a_thread(sim: Table, thread: Any) -> None:
    found = sim.bot.get_channel(thread.id)
    assert isinstance(found, discord.Thread)
    message = await found.send("here")

    async def with_a_picture() -> None:
        await message.edit(attachments=[discord.File(io.BytesIO(b"picture"), filename="map.png")])

    changes = {
        "edit": lambda: message.edit(content="there"),
        "picture": with_a_picture,
        "pin": message.pin,
        "unpin": message.unpin,
        "reaction": lambda: message.add_reaction("👍"),
        "join": found.join,
        "name": lambda: found.edit(name="another"),
        "message": lambda: found.send("more"),
    }
    for kind, change in changes.items():
        await put_away(sim, thread.id)
        await change()
        assert not archived(sim, thread.id), kind
    assert len(threads(sim).refused) == len(changes) - 1, "only a message opens it by itself"
    (file,) = (await found.fetch_message(message.id)).attachments
    assert await file.read() == b"picture", "what was to be uploaded is uploaded whole"


async def test_a_locked_thread_is_told_to_the_referees_once_and_goes_on_unlocked(
    sim: Table, thread: Any, clock: Any
) -> None:
    await sim.battle(mode="correspondence")
    await lock(sim, thread.id)
    await use(sim.ada, sim.asking, first_answer(sim.asking))
    for _ in range(8):
        clock.by += 1500
        await sim.bot.messages.background.tick()
    [told] = locks_told(sim)
    assert "duel" in told and "unlock" in told
    assert any("is locked" in x and "stands still" in x for x in letters(sim, sim.ada.id))
    assert (await battle(sim)).paused and archived(sim, thread.id)
    assert (await sim.service.settings.of(f"{OWNER}{thread.id}", TOLD)).get(TOLD)
    threads(sim).unlock(sim.env.backend, thread.id)
    await sim.env.settle()
    assert not (await battle(sim)).paused, "it goes on by itself"
    assert (await battle(sim)).id not in sim.bot.messages.publisher.behind and controls(sim.asking)


async def test_the_post_of_a_match_shows_how_far_it_is_though_it_was_put_away(sim: Table, referee: Any) -> None:
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "league", sim.ada, sim.ben, forum=forum)
    [f] = await playable(sim, event)
    await put_away(sim, f.place)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=sim.ada, reason="so")
    await sim.bot.messages.competitions.tick()
    assert await tag(sim, f.place) == "Over" and not archived(sim, f.place)


async def test_the_post_of_a_match_shows_how_far_it_is_once_it_is_unlocked(
    sim: Table, referee: Any, clock: Any
) -> None:
    forum = sim.guild.create_forum_channel("battles")
    event = await called(sim, referee, "league", sim.ada, sim.ben, forum=forum, both=True)
    f = (await playable(sim, event))[0]
    await lock(sim, f.place)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=sim.ada, reason="so")
    await sim.bot.messages.competitions.tick()
    assert await tag(sim, f.place) == "Waiting"
    threads(sim).unlock(sim.env.backend, f.place)
    await sim.env.settle()
    await sim.bot.messages.competitions.tick()
    assert await tag(sim, f.place) == "Over"


async def test_a_forum_that_wants_a_tag_gets_one(sim: Table, referee: Any) -> None:
    forum = sim.guild.create_forum_channel("battles")
    emoji = {"emoji_id": None, "emoji_name": None}
    tags = [
        {"id": str(n), "name": name, "moderated": name == "News", **emoji}
        for n, name in enumerate(("News", "Any"), start=1)
    ]
    sim.env.backend.edit_channel(forum.id, {"available_tags": tags})
    forbid(sim, forum.id, manage_channels=True)
    law_of(sim.env.backend).tags.wanted.add(forum.id)
    await sim.env.settle()
    event = await called(sim, referee, "league", sim.ada, sim.ben, forum=forum)
    [f] = await playable(sim, event)
    assert await tag(sim, f.place) == "Any"


async def test_a_mirror_in_a_thread_goes_on_and_a_locked_one_is_told(sim: Table, thread: Any, clock: Any) -> None:
    sim.channel = next(c for c in (sim.guild.create_text_channel("field"),))
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle mirror", channel=thread)
    await sim.to_orders()
    await sim.env.settle()
    before = len(thread.history())
    await put_away(sim, thread.id)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.env.settle()
    assert not archived(sim, thread.id) and "THC3" in thread.history()[-1].content and before
    await lock(sim, thread.id)
    for text in ("THC4 @SW", "THC5 @SW"):
        await sim.ada.slash(sim.channel, "order", text=text)
        await sim.env.settle()
        clock.by += 7200
        sim.bot.messages.mirrors.tick()
        await sim.bot.messages.mirrors.idle()
    assert len(locks_told(sim)) == 1
    threads(sim).unlock(sim.env.backend, thread.id)
    await sim.env.settle()
    sim.bot.messages.mirrors.tick()
    await sim.bot.messages.mirrors.idle()
    assert "THC5" in thread.history()[-1].content, "at once, not an hour later"


async def test_a_battle_in_a_thread_that_was_put_away_is_still_there_for_everybody(sim: Table, thread: Any) -> None:
    lobby = sim.guild.create_text_channel("lobby")
    await sim.battle(mode="correspondence")
    assert "You watch" in said(await sim.cleo.slash(sim.channel, "watch start"))
    await put_away(sim, thread.id)
    assert sim.bot.get_guild(sim.guild.id).get_channel_or_thread(thread.id) is None  # type: ignore[union-attr]
    found = await battle(sim)
    listed = said(await sim.cleo.slash(lobby, "battle list"))
    assert found.title in listed and f"<#{thread.id}>" in listed, listed
    assert f"<#{thread.id}>" in said(await sim.ada.slash(lobby, "battle list"))
    assert found.id in repr(await sim.cleo.autocomplete(lobby, "map", "battle", ""))
    assert found.title in said(await sim.cleo.slash(lobby, "watch list"))
    sim.env.backend.delete_channel(thread.id)
    await sim.env.settle()
    assert f"<#{thread.id}>" not in said(await sim.cleo.slash(lobby, "battle list"))


async def test_a_thread_that_was_put_away_is_found_after_a_restart(sim: Table, thread: Any) -> None:
    lobby = sim.guild.create_text_channel("lobby")
    await sim.battle(mode="correspondence")
    found = await battle(sim)
    await put_away(sim, thread.id)
    visibility.forget(sim.bot, thread.id)  # as after a start: of threads that are put away Discord tells nothing
    assert f"<#{thread.id}>" not in said(await sim.cleo.slash(lobby, "battle list"))
    await sim.bot.messages.background.catch_up()
    listed = said(await sim.cleo.slash(lobby, "battle list"))
    assert found.title in listed and f"<#{thread.id}>" in listed, listed
