"""The simulated Discord refuses what the real one refuses: each rule by itself, as the bot meets it."""

from __future__ import annotations

import discord
import pytest

from tests.bot.e2e.kit import Table
from tests.bot.e2e.test_agreed import clock
from tests.bot.strict.law import law_of
from tests.bot.strict.nonces import REMEMBERED
from tests.bot.strict.old_messages import HOUR, TOO_MANY
from tests.bot.strict.threads import ARCHIVED

__all__ = ["clock"]


def places(sim: Table) -> tuple[discord.TextChannel, discord.TextChannel]:
    other = sim.guild.create_text_channel("other")
    found = (sim.bot.get_channel(sim.channel.id), sim.bot.get_channel(other.id))
    assert all(isinstance(c, discord.TextChannel) for c in found)
    return found  # type: ignore[return-value]


async def test_a_name_is_good_for_one_message_in_any_channel_for_some_minutes(sim: Table, clock: object) -> None:
    here, there = places(sim)
    first = await here.send("one", nonce="same")
    assert (await there.send("two", nonce="same")).id == first.id and not sim.messages[1:]
    await first.delete()
    with pytest.raises(discord.NotFound) as gone:
        await there.send("three", nonce="same")
    assert gone.value.code == 10008
    clock.by += REMEMBERED + 1  # type: ignore[attr-defined]
    assert (await there.send("four", nonce="same")).channel.id == there.id


async def test_threads_put_themselves_away_and_are_opened_by_messages_alone(sim: Table, clock: object) -> None:
    here, _ = places(sim)
    thread = await here.create_thread(name="duel", type=discord.ChannelType.public_thread, auto_archive_duration=60)
    message = await thread.send("here")
    stored, law = sim.env.backend.channels[thread.id].thread_metadata, law_of(sim.env.backend).threads
    assert stored is not None
    clock.by += 3500  # type: ignore[attr-defined]
    await message.edit(content="there")
    assert not stored.archived and not law.refused
    clock.by += 200  # type: ignore[attr-defined]
    await message.edit(content="nowhere")
    assert law.refused == [f"PATCH /messages/{message.id}"], "the bot has opened it since"
    law.put_away(sim.env.backend, thread.id, locked=True)
    await thread.send("who may manage threads opens a locked one")
    assert not stored.archived and ARCHIVED


async def test_old_messages_are_edited_a_few_times_a_minute(sim: Table, clock: object) -> None:
    here, _ = places(sim)
    message = await here.send("here")
    law = law_of(sim.env.backend).old_messages
    for n in range(2 * law.most):
        await message.edit(content=f"young {n}")
    clock.by += HOUR + 1  # type: ignore[attr-defined]
    with pytest.raises(discord.HTTPException) as refused:
        for n in range(2 * law.most):
            await message.edit(content=f"old {n}")
    assert refused.value.code == TOO_MANY and law.refused == 1
    clock.by += 61  # type: ignore[attr-defined]
    await message.edit(content="later")
