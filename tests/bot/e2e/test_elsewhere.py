"""Nothing of a server can be read or changed from another one, by whatever command or component."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from discord import AppCommandOptionType as Option
from discord import app_commands

from bot.cogs.company.offers import PHRASED
from bot.cogs.referee.awards import BECAUSE
from bot.components.ids import Ref
from bot.messages.competitions import competitions
from bot.messages.competitions.offers import VERB
from bot.storage.tables import metadata
from engine.kernel.text import Refusal
from tests.bot.e2e.kit import Table, said

NO_BATTLES = {"ranking", "explain", "forget", "unwatch"} | {
    VERB,
    PHRASED,
    competitions.VERB,
    competitions.AWARD,
    BECAUSE,
}
"""Verbs whose components don't name a battle, or are pressed in private messages; each has tests of its own."""


@pytest.fixture
def elsewhere(sim: Table) -> tuple[Any, Any]:
    """Another server's channel, and somebody who manages that server."""
    guild = sim.env.create_guild("Elsewhere")
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return guild.create_text_channel("general"), guild.add_member(sim.env.create_user("zoe"), roles=[role])


async def stored(sim: Table) -> dict[str, list[Any]]:
    async with sim.service.database.read() as c:
        return {x.name: [tuple(r) for r in await c.execute(sa.select(x))] for x in metadata.sorted_tables}


async def started(sim: Table) -> str:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return battle.id


def naming_battles(sim: Table) -> list[Any]:
    """Commands to which one says which battle."""
    return [
        c
        for c in sim.bot.tree.walk_commands()
        if not isinstance(c, app_commands.Group) and any(p.name == "battle" for p in c.parameters)
    ]


def value(sim: Table, channel: Any, who: Any, parameter: Any) -> Any:
    """Something for an option that has to be given."""
    if parameter.choices:
        return parameter.choices[0].value
    return {
        Option.string: "x",
        Option.integer: 1,
        Option.boolean: True,
        Option.user: who,
        Option.channel: channel,
    }[parameter.type]


async def test_no_command_takes_a_battle_of_another_server(sim: Table, elsewhere: tuple[Any, Any]) -> None:
    channel, stranger = elsewhere
    battle = await started(sim)
    before = await stored(sim)
    commands = naming_battles(sim)
    assert {"battle move", "record save", "replay", "watch start", "referee result annul"} <= {
        c.qualified_name for c in commands
    }
    for command in commands:
        options = {
            p.display_name: value(sim, channel, stranger, p)
            for p in command.parameters
            if p.required and p.name != "battle"
        }
        result = await stranger.slash(channel, command.qualified_name, **options, battle=battle)
        assert result.ephemeral and "There is no such battle." in said(result), (command.qualified_name, said(result))
        unknown = await stranger.slash(channel, command.qualified_name, **options, battle="0badf00d")
        assert said(unknown) == said(result), command.qualified_name
        if command.get_parameter("battle").autocomplete:
            found = await stranger.autocomplete(channel, command.qualified_name, "battle", "")
            assert battle not in str(found), command.qualified_name
    assert await stored(sim) == before


class Pressed:
    """A press in another server, of a component with an id somebody has made up."""

    def __init__(self, sim: Table, channel: Any, who: Any) -> None:
        self.told: list[str] = []
        self.user, self.guild_id, self.channel_id = who.member, channel_guild(sim, channel), channel.id
        self.channel, self.locale, self.message = sim.bot.get_channel(channel.id), discord.Locale.american_english, None
        self.guild, self.client, self.extras, self.id = sim.bot.get_guild(self.guild_id), sim.bot, {}, 7
        self.permissions, self.app_permissions = discord.Permissions.all(), discord.Permissions.all()
        self.type, self.data = discord.InteractionType.component, {}
        self.response = SimpleNamespace(
            is_done=lambda: True,
            defer=self._defer,
            send_message=self._say,
            edit_message=self._say,
            send_modal=self._say,
        )
        self.followup = SimpleNamespace(send=self._say)

    async def _defer(self, **_: Any) -> None:
        return None

    async def _say(self, *args: Any, **options: Any) -> None:
        self.told.append(f"{args}{options}")

    edit_original_response = delete_original_response = _say


def channel_guild(sim: Table, channel: Any) -> int:
    found: Any = sim.bot.get_channel(channel.id)
    return found.guild.id


async def test_no_component_takes_a_battle_of_another_server(sim: Table, elsewhere: tuple[Any, Any]) -> None:
    channel, stranger = elsewhere
    battle = await started(sim)
    await sim.to_orders()
    token = str((await sim.service.play.open_questions(battle))[0].token)
    before = await stored(sim)
    handlers = sim.bot.router._handlers
    assert len(handlers) > 25 and set(handlers) >= NO_BATTLES
    for verb, handler in handlers.items():
        if verb in NO_BATTLES:
            continue
        refusals = set()
        for number in (battle, "0badf00d"):
            for argument in ("", "0", "yes"):
                pressed: Any = Pressed(sim, channel, stranger)
                with pytest.raises(Refusal) as no:
                    await handler(pressed, Ref(number, token, argument), ["0"])
                assert not pressed.told, (verb, pressed.told)
                refusals.add(str(no.value))
        # Nobody learns whether there is such a battle elsewhere.
        assert len(refusals) <= 3 and all("Tricameron" not in x for x in refusals), (verb, refusals)
    assert await stored(sim) == before


async def test_lists_tell_of_this_server_only(sim: Table, elsewhere: tuple[Any, Any]) -> None:
    channel, stranger = elsewhere
    battle = await started(sim)
    for command in (
        "battle list",
        "battle status",
        "watch list",
        "stats ranking",
        "stats balance",
        "offer list",
        "event list",
    ):
        told = said(await stranger.slash(channel, command))
        assert battle not in told and "Tricameron" not in told, command
    for command in (
        "map",
        "record log",
        "unit",
        "dice audit",
        "dice roll",
        "undo",
        "record report",
        "battle resign",
        "record save",
    ):
        options = {"name": "THC3"} if command == "unit" else {}
        result = await stranger.slash(channel, command, **options)
        assert "There is no battle in this channel" in said(result), (command, said(result))


async def test_a_record_belongs_to_no_channel(sim: Table) -> None:
    """Not to the one without a number either, which a private place might seem to be."""
    assert await sim.service.battles.last_in_channel(0) is None and await sim.service.battles.in_channel(0) is None
