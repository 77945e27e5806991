"""Who asks too much is told when to try again, and nobody else notices."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot import rates
from bot.rates import Limits, Rate, Rates
from tests.bot.e2e.kit import SCENARIO, Table, controls, said

FEW = Limits(
    {"typing": Rate(2, 60), "common": Rate(6, 60), "picture": Rate(2, 60), "heavy": Rate(1, 600)},
    {"typing": Rate(50, 60), "common": Rate(10, 60), "picture": Rate(50, 60), "heavy": Rate(50, 60)},
)


@pytest.fixture
def now(sim: Table) -> list[float]:
    """A clock to turn; few things are allowed on it."""
    found = [0.0]
    sim.bot.rates = Rates(FEW, lambda: found[0])
    return found


async def test_commands_are_refused_for_a_while(sim: Table, now: list[float]) -> None:
    for _ in range(6):
        assert "That is a lot" not in said(await sim.ada.slash(sim.channel, "battle list"))
    refused = await sim.ada.slash(sim.channel, "battle list")
    assert refused.ephemeral and said(refused) == "That is a lot at once. Please try again in 10 s."
    made = await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    assert "That is a lot" in said(made) and await sim.service.battles.of_guild(sim.guild.id) == []
    assert "That is a lot" not in said(await sim.ben.slash(sim.channel, "battle list"))
    now[0] += 10
    assert "That is a lot" not in said(await sim.ada.slash(sim.channel, "battle list"))


async def test_what_is_dear_has_limits_of_its_own(sim: Table, now: list[float]) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO)
    for _ in range(2):
        assert "That is a lot" not in said(await sim.cleo.slash(sim.channel, "battle briefing"))
    assert "again in 30 s" in said(await sim.cleo.slash(sim.channel, "battle briefing"))
    assert "That is a lot" not in said(await sim.cleo.slash(sim.channel, "battle list"))
    file = ("x.txt", b"")
    assert "no record" in said(await sim.ben.slash(sim.channel, "record load", file=file))
    assert "again in 600 s" in said(await sim.ben.slash(sim.channel, "record load", file=file))
    assert "again in 600 s" in said(await sim.ben.slash(sim.channel, "dice audit", check=file))
    assert "again" not in said(await sim.ben.slash(sim.channel, "dice audit"))


async def test_referees_are_not_exempt(sim: Table, now: list[float]) -> None:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    manager = sim.guild.add_member(sim.env.create_user("mia"), roles=[role])
    for _ in range(6):
        await manager.slash(sim.channel, "settings show")
    assert "That is a lot" in said(await manager.slash(sim.channel, "settings show"))


async def test_typing_too_fast_gets_no_suggestions(sim: Table, now: list[float]) -> None:
    for _ in range(2):
        assert await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "tri")
    assert await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "tri") == []
    assert await sim.ben.autocomplete(sim.channel, "battle create", "scenario", "tri")
    now[0] += 30
    assert await sim.ada.autocomplete(sim.channel, "battle create", "scenario", "tri")


async def test_spectators_do_not_keep_a_player_from_his_answer(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    sim.bot.rates = Rates(FEW, lambda: 0.0)
    crowd = [sim.guild.add_member(sim.env.create_user(f"fan{n}")) for n in range(3)]
    for n in range(12):
        await crowd[n % 3].slash(sim.channel, "battle list")
    assert "That is a lot" in said(await crowd[0].slash(sim.channel, "battle list"))
    assert "That is a lot" in said(await sim.cleo.slash(sim.channel, "battle list")), "the server has had enough"
    # Not of its players' answers, pressed or written.
    button = next(c for c in controls(sim.asking) if c.verb == "orders")
    pressed = await sim.ada.click(sim.asking, custom_id=button.custom_id)
    assert "That is a lot" not in said(pressed) and pressed.ephemeral
    assert "That is a lot" not in said(await sim.ada.slash(sim.channel, "order", text="pass", preview=True))
    # Each of them has a limit of their own all the same.
    for _ in range(4):
        await sim.ada.click(sim.asking, custom_id=button.custom_id)
    head = await sim.head()
    assert "That is a lot" in said(await sim.ada.click(sim.asking, custom_id=button.custom_id))
    assert "That is a lot" in said(await sim.ada.slash(sim.channel, "order", text="pass"))
    assert await sim.head() == head


def leaves(tree: Any) -> dict[str, Any]:
    """Every command there is, by its full name."""
    found = {}
    for command in [*tree.walk_commands(), *tree.walk_commands(type=discord.AppCommandType.message)]:
        if not isinstance(command, app_commands.Group):
            found[command.qualified_name] = command
    return found


async def test_every_name_in_the_lists_is_one_of_a_command(sim: Table) -> None:
    known = leaves(sim.bot.tree)
    for name in (*rates.PICTURES, *rates.HEAVY, *rates.ANSWERS, *(x for x, _ in rates.HEAVY_OPTIONS)):
        assert name in known, name
    verbs = set(sim.bot.router._handlers)
    assert verbs >= rates.ANSWER_VERBS | rates.PICTURE_VERBS | rates.HEAVY_VERBS


async def test_whatever_takes_a_file_counts_as_heavy(sim: Table) -> None:
    for name, command in leaves(sim.bot.tree).items():
        for option in getattr(command, "parameters", ()):
            if option.type is discord.AppCommandOptionType.attachment:
                assert rates.command_kind(name, {option.name: 1}) == "heavy", name
