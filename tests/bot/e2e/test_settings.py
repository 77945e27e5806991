"""/settings: what a server settles holds for its new battles, for everybody to read, until it is taken away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot import bot_permissions
from bot.language import catalogue
from bot.service.setup.guilds import CHANNELS, LANGUAGE, LIMITS, MODE, RESULTS, ROLE, GuildSettings, settings_of
from bot.service.spectators.mirrors import MIRROR
from bot.service.spectators.scoreboards import SCOREBOARD
from bot.storage import Limits
from tests.bot.e2e.kit import SCENARIO, Table, said

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


@pytest.fixture
def manager(sim: Table) -> Any:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


async def shown(sim: Table, who: Any) -> str:
    result = await who.slash(sim.channel, "settings show")
    assert result.ephemeral
    return said(result)


async def allowed(sim: Table, *people: Any) -> None:
    """A server may show the commands to whom it likes."""
    commands = await sim.bot.tree.fetch_commands()
    settings = next(c for c in commands if c.name == "settings")
    sim.guild.set_command_permissions(settings, {who: True for who in people})


# -- who may ----------------------------------------------------------------------------------------------------------


async def test_everybody_may_read_and_only_managers_settle(sim: Table, manager: Any) -> None:
    await allowed(sim, sim.cleo, sim.ada)
    before = await sim.service.guilds.settings(sim.guild.id)
    for command, options in (
        ("mode", {"mode": "correspondence"}),
        ("limits", {"answer": "1d"}),
        ("language", {"language": "en"}),
        ("channels", {"channel": sim.channel}),
        ("results-channel", {"channel": sim.channel}),
        ("mirror", {"channel": sim.channel}),
        ("reset", {"setting": "mode"}),
        ("referee-role", {}),
    ):
        result = await sim.cleo.slash(sim.channel, f"settings {command}", **options)
        assert result.ephemeral and "Only those who manage the server" in said(result), command
    assert await sim.service.guilds.settings(sim.guild.id) == before == GuildSettings()
    assert "**Referees' role**: none" in await shown(sim, sim.cleo)
    assert "all I need" in said(await sim.ada.slash(sim.channel, "settings check"))


# -- what holds -------------------------------------------------------------------------------------------------------


async def test_new_battles_are_as_the_server_has_settled(sim: Table, manager: Any) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    old = await sim.service.battles.in_channel(sim.channel.id)
    assert old is not None and (old.mode, old.limits) == ("live", Limits())
    told = said(await manager.slash(sim.channel, "settings mode", mode="correspondence"))
    assert "correspondence: 2 days for an answer" in told
    await manager.slash(sim.channel, "settings limits", answer="1d", quiet_from=22, quiet_to=7)
    await manager.slash(sim.channel, "settings limits", answer="12h")
    await sim.restart()
    assert "correspondence: 12 hours for an answer; from 22 to 7 o'clock UTC no time passes" in await shown(
        sim, manager
    )
    assert (await sim.service.battles.get(old.id)).limits == Limits()
    await sim.service.endings.abandon(old.id, sim.ada.id)
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    new = await sim.service.battles.in_channel(sim.channel.id)
    assert new is not None and (new.mode, new.limits) == ("correspondence", Limits(12 * 3600.0, (22, 7)))
    # Who makes a battle chooses its mode all the same.
    await sim.service.endings.abandon(new.id, sim.ada.id)
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, mode="live")
    chosen = await sim.service.battles.in_channel(sim.channel.id)
    assert chosen is not None and chosen.mode == "live"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"answer": "10s"}, "Write a time like"),
        ({"answer": "90d"}, "thirty days"),
        ({"quiet_from": 3}, "need both"),
        ({"bonus": "1h"}, "bank"),
    ],
)
async def test_limits_that_make_no_sense_are_refused(sim: Table, manager: Any, options: Any, why: str) -> None:
    result = await manager.slash(sim.channel, "settings limits", **options)
    assert result.ephemeral and why in said(result), said(result)
    assert await sim.service.guilds.settings(sim.guild.id) == GuildSettings()


async def test_battles_are_made_where_the_server_wants_them(sim: Table, manager: Any) -> None:
    arena = sim.guild.create_text_channel("arena")
    await manager.slash(sim.channel, "settings channels", channel=arena)
    refused = await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    assert refused.ephemeral and "battles are fought elsewhere: #arena" in said(refused)
    assert await sim.service.battles.of_guild(sim.guild.id) == []
    assert "is ready" in said(await sim.ada.slash(arena, "battle create", scenario=SCENARIO))
    [battle] = await sim.service.battles.of_guild(sim.guild.id)
    assert "elsewhere" in said(await sim.ada.slash(sim.channel, "battle move", battle=battle.id))
    # A second channel, and the first one no longer.
    await manager.slash(sim.channel, "settings channels", channel=sim.channel)
    told = said(await manager.slash(sim.channel, "settings channels", channel=arena, allowed=False))
    assert f"**Battles are made in**: <#{sim.channel.id}>" in told and str(arena.id) not in told
    assert "goes on here" in said(await sim.ada.slash(sim.channel, "battle move", battle=battle.id))


async def test_a_thread_is_where_its_channel_is(sim: Table, manager: Any) -> None:
    await manager.slash(sim.channel, "settings channels", channel=sim.channel)
    channel: Any = sim.bot.get_channel(sim.channel.id)
    await channel.create_thread(name="duel", type=discord.ChannelType.public_thread)
    [thread] = sim.channel.threads
    assert "is ready" in said(await sim.ada.slash(thread, "battle create", scenario=SCENARIO))


async def test_what_is_gone_counts_as_unset(sim: Table, manager: Any) -> None:
    arena = sim.guild.create_text_channel("arena")
    role = sim.guild.create_role("judges")
    await manager.slash(sim.channel, "settings channels", channel=arena)
    await manager.slash(sim.channel, "settings results-channel", channel=arena)
    await manager.slash(sim.channel, "settings mirror", channel=arena, delay="30m")
    await manager.slash(sim.channel, "settings referee-role", role=role)
    told = await shown(sim, manager)
    assert f"<@&{role.id}>" in told and f"**Mirrored in**: <#{arena.id}>, 30 minutes later" in told
    sim.env.backend.delete_channel(arena.id)
    sim.env.backend.delete_role(sim.guild.id, role.id)
    await sim.env.settle()
    told = await shown(sim, manager)
    assert str(arena.id) not in told and str(role.id) not in told
    assert "**Battles are made in**: any channel" in told and "**Mirrored in**: none" in told
    assert "is ready" in said(await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO))


async def test_each_setting_can_be_taken_away(sim: Table, manager: Any) -> None:
    arena, role = sim.guild.create_text_channel("arena"), sim.guild.create_role("judges")
    await manager.slash(sim.channel, "settings channels", channel=arena)
    await manager.slash(sim.channel, "settings results-channel", channel=arena)
    await manager.slash(sim.channel, "settings mirror", channel=arena, delay="30m")
    await manager.slash(sim.channel, "settings referee-role", role=role)
    await manager.slash(sim.channel, "settings mode", mode="correspondence")
    await manager.slash(sim.channel, "settings limits", answer="1d")
    await manager.slash(sim.channel, "settings language", language="en")
    found = await sim.service.guilds.settings(sim.guild.id)
    assert found == GuildSettings(
        role.id, "correspondence", Limits(86400.0), "en", (arena.id,), arena.id, arena.id, 1800.0
    )
    tree = next(c for c in await sim.bot.tree.fetch_commands() if c.name == "settings")
    [reset] = [o for o in tree.options if o.name == "reset"]
    names = [c.value for c in reset.options[0].choices]  # type: ignore[union-attr]
    assert len(names) == 7
    for name in names:
        await manager.slash(sim.channel, "settings reset", setting=name)
    assert await sim.service.guilds.settings(sim.guild.id) == GuildSettings()
    stored = await sim.service.settings.of(f"guild:{sim.guild.id}")
    assert stored == {}


async def test_only_languages_with_a_catalogue(sim: Table, manager: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "complete", lambda language: (0, 0) if language == "en" else (89, 100))
    offered = await manager.autocomplete(sim.channel, "settings language", "language", "")
    assert [o["value"] for o in offered] == ["en", "it", "pl"]
    assert offered[0]["name"] == "English" and "translated" in offered[1]["name"]
    refused = said(await manager.slash(sim.channel, "settings language", language="tlh"))
    assert "There is: English, italiano, polski" in refused
    assert "**Language**: italiano (" in said(await manager.slash(sim.channel, "settings language", language="it"))
    battle = Battle(sim.guild.id)
    assert sim.bot.messages.lookup.catalogue(battle).language == "it"  # type: ignore[arg-type]
    await sim.restart()
    assert sim.bot.messages.lookup.catalogue(battle).language == "it"  # type: ignore[arg-type]
    assert sim.bot.messages.lookup.words(sim.guild.id + 1).language == "en"
    await manager.slash(sim.channel, "settings reset", setting="language")
    assert sim.bot.messages.lookup.catalogue(battle).language == "en"  # type: ignore[arg-type]


class Battle:
    def __init__(self, guild: int) -> None:
        self.guild = guild
        self.is_lesson = False


async def test_settings_belong_to_one_server(sim: Table, manager: Any) -> None:
    await manager.slash(sim.channel, "settings mode", mode="correspondence")
    other = sim.env.create_guild("Elsewhere")
    assert await sim.service.guilds.settings(other.id) == GuildSettings()


def test_stored_nonsense_counts_as_unset() -> None:
    nonsense: list[Any] = [None, "x", -1, 1.5, [], {}, ["x"], {"seconds": "x", "channel": "x"}, True, [[1]]]
    for value in nonsense:
        keys = (ROLE, MODE, LIMITS, LANGUAGE, CHANNELS, RESULTS, MIRROR, SCOREBOARD)
        found = settings_of(dict.fromkeys(keys, value))
        assert found.mode == "live" and found.limits == Limits(), value
        for number in (found.results_channel, found.mirror_channel, found.referee_role, *found.channels):
            assert number is None or (isinstance(number, int) and number > 0), value
    assert settings_of({LIMITS: {"seconds": 5}}).limits == Limits()
    assert settings_of({LIMITS: {"seconds": 600, "quiet": ["x", 7]}}).limits == Limits(600.0)
    assert settings_of({MIRROR: {"channel": 7, "delay": 1e9}}).mirror_delay == 86400.0


async def test_settings_are_read_once(sim: Table, manager: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.service.guilds.settings(sim.guild.id)
    reads: list[int] = []
    database = sim.service.database
    read = type(database).read

    def counted(self: Any) -> Any:
        reads.append(1)
        return read(self)

    monkeypatch.setattr(type(database), "read", counted)
    for _ in range(5):
        await sim.service.guilds.settings(sim.guild.id)
    assert not reads
    # Whoever writes, it is read again: here the scoreboard, which another part of the service keeps.
    await sim.service.scoreboards.set(sim.guild.id, 5)
    assert (await sim.service.guilds.settings(sim.guild.id)).scoreboard == 5


# -- permissions ------------------------------------------------------------------------------------------------------


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    text = HOSTING.read_text("utf-8")
    [number] = set(re.findall(r"permissions=(\d+)", text))
    assert int(number) == bot_permissions.wanted().value
    listed = re.findall(r"^\| (\w[\w ]+?) \| \w", text.partition("these permissions")[2].partition("```")[0], re.M)
    assert [x.rstrip("s") for x in listed if x != "permission"] == [p.name.rstrip("s") for p in bot_permissions.NEEDED]
    for flag in ("administrator", "manage_messages", "manage_guild", "mention_everyone", "manage_channels"):
        assert not getattr(bot_permissions.wanted(), flag)


def test_what_is_missing_depends_on_the_place() -> None:
    given = bot_permissions.wanted()
    assert bot_permissions.missing(given) == []
    given.update(send_messages=False)
    assert [p.flag for p in bot_permissions.missing(given)] == ["send_messages"]
    assert bot_permissions.missing(given, thread=True) == []
    assert [p.flag for p in bot_permissions.missing(discord.Permissions.none())] == [
        p.flag for p in bot_permissions.NEEDED
    ]
    assert bot_permissions.missing(discord.Permissions.all()) == []


async def test_check_tells_what_is_missing_and_what_then_doesnt_work(sim: Table, manager: Any) -> None:
    arena = sim.guild.create_text_channel("arena")
    await manager.slash(sim.channel, "settings mirror", channel=arena)
    told = said(await manager.slash(sim.channel, "settings check"))
    assert told.count("all I need") == 2 and f"<#{arena.id}>" in told
    everyone = sim.guild.default_role.id
    for channel, denied in ((sim.channel, "attach_files"), (arena, "send_messages")):
        deny = discord.Permissions(**{denied: True}).value
        sim.env.backend.set_overwrite(channel.id, Overwrite(everyone, OverwriteType.ROLE, deny=deny))
    await sim.env.settle()
    told = said(await manager.slash(sim.channel, "settings check"))
    assert "**Attach Files**: no maps" in told and "**Send Messages**: no dispatches" in told
    refused = said(await manager.slash(sim.channel, "settings results-channel", channel=arena))
    assert "I may not write in #arena. I need: Send Messages" in refused
