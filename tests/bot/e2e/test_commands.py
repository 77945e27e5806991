"""The tree of commands: few at the top, those of referees hidden, every mention right, old names answered."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import rates
from bot.cogs.guide.help import HELP, named_commands
from bot.registration import register
from bot.renamed import RENAMED, now_called
from tests.bot.e2e.kit import Table, said
from tests.bot.strict.law import law_of

ROOT = Path(__file__).parents[3]

FIRST = ("battle", "order", "undo", "map", "what", "rule", "help", "standing", "replay", "offer")
"""What a player needs first."""

HIDDEN = {"referee", "settings"}

NO_COMMANDS = {"me", "tmp", "dev", "usr", "etc", "home", "app", "data", "srv", "var", "path", "bin", "proc"}
"""First words of what looks like a command and is a path, or Discord's own."""

MENTION = re.compile(r"(?<![\w/<.})\]:…-])/([a-z][a-z-]*)((?: [a-z-]+)*)(?![\w/]|\.[a-z])")


def tops(sim: Table) -> list[Any]:
    return sim.bot.tree.get_commands(type=discord.AppCommandType.chat_input)


def texts() -> Iterator[tuple[str, str]]:
    """Every text that players, hosts or programmers read, and where it stands."""
    for folder in ("bot", "engine", "renderer", "scenarios"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for n in ast.walk(tree):
                if isinstance(n, ast.Constant) and isinstance(n.value, str):
                    yield f"{path.relative_to(ROOT)}:{n.lineno}", n.value
        for path in sorted((ROOT / folder).rglob("*.json")):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{n}", line


def wrong(text: str, commands: dict[str, Any]) -> list[str]:
    """Mentions of commands in a text that there aren't.

    A word that is nothing of the kind is none; the name of a group alone is all right.
    """
    found: list[str] = []
    mentions = list(MENTION.finditer(text)) if "/" in text else []
    if not mentions:
        return found
    groups = {" ".join(name.split()[:n]) for name in commands for n in range(1, len(name.split()))}
    known = {name.split()[0] for name in commands} | {name.split()[0] for name in RENAMED}
    for m in mentions:
        top, words = m[1], m[2].split()
        if top not in known or (top in NO_COMMANDS and not words):
            continue
        if top in commands:
            continue
        names = [" ".join([top, *words[:n]]) for n in range(min(2, len(words)), -1, -1)]
        name = next((x for x in names if x in commands or x in groups), "")
        # In “`/standing`” a group stands for all it holds; in “/standing says” nobody would find anything.
        alone = name in groups and (len(words) < len(name.split()) or f"`/{name}`" in text)
        if name not in commands and not alone:
            found.append(m[0])
    return found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("/rating shows it", "/rating shows it"),
        ("`/rating`", "/rating"),
        ("/watch begins it", "/watch begins it"),
        ("/stats rating shows it", ""),
        ("`/stats`", ""),
        ("/map shows it", ""),
        ("see docs/map/rating.md", ""),
        ("`/event create`", "/event create"),
    ],
)
async def test_a_mention_of_what_there_is_not_is_found(sim: Table, text: str, fault: str) -> None:
    assert wrong(text, named_commands(sim.bot)) == ([fault] if fault else [])


async def test_every_command_that_is_named_anywhere_exists(sim: Table) -> None:
    commands, found = named_commands(sim.bot), []
    for where, text in texts():
        if "changelog.d" in where:
            continue
        found += [f"{where}: {x}" for x in wrong(text, commands)]
    assert not found, "\n".join(found)


async def test_at_most_24_commands_stand_at_the_top(sim: Table) -> None:
    assert len(tops(sim)) <= 24
    assert set(FIRST) <= {c.name for c in tops(sim)}
    for c in tops(sim):
        if isinstance(c, app_commands.Group):
            assert len(c.commands) <= 25


async def test_what_only_referees_need_is_hidden(sim: Table) -> None:
    hidden = {c.name for c in tops(sim) if c.default_permissions is not None}
    assert hidden == HIDDEN
    assert all(c.default_permissions.manage_guild for c in tops(sim) if c.name in hidden)
    assert not [
        name
        for name, c in named_commands(sim.bot).items()
        if "(referees)" in c.description and name.split()[0] not in hidden
    ]


async def test_the_page_of_commands_is_complete(sim: Table) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").split("## Old names")[0]
    groups = {c.name for c in tops(sim) if isinstance(c, app_commands.Group)}
    listed = {x for x in re.findall(r"^\| (.*?) \|", page, re.MULTILINE) for x in re.findall(r"`/([a-z -]+)`", x)}
    assert listed - groups == set(named_commands(sim.bot))


async def test_the_old_names_lead_to_commands_there_are(sim: Table) -> None:
    commands = named_commands(sim.bot)
    assert set(RENAMED.values()) <= set(commands)
    assert not set(RENAMED) & set(commands)
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").split("## Old names")[1]
    assert all(f"`/{new}`" in page or new.split()[0] == "referee" for new in RENAMED.values())


async def test_rates_know_the_commands(sim: Table) -> None:
    menus = {c.name for c in sim.bot.tree.get_commands(type=discord.AppCommandType.message)}
    there = {*named_commands(sim.bot), *menus}
    assert there >= {*rates.PICTURES, *rates.HEAVY, *rates.ANSWERS, *(name for name, _ in rates.HEAVY_OPTIONS)}


async def stale(sim: Table, *commands: app_commands.Command[Any, ..., Any] | app_commands.Group) -> None:
    """Discord offers commands, too, that the bot doesn't have any more."""
    assert sim.bot.application_id is not None
    names = {c.name for c in commands}
    everything = [*commands, *(c for c in sim.bot.tree.get_commands() if c.name not in names)]
    payload = [c.to_dict(sim.bot.tree) for c in everything]
    law_of(sim.env.backend).installs.users = True
    await sim.bot.http.bulk_upsert_global_commands(sim.bot.application_id, payload)


async def test_an_old_command_that_a_client_still_knows_names_the_new_one(sim: Table) -> None:
    @app_commands.command(name="rating", description="x")
    async def rating(interaction: discord.Interaction) -> None: ...

    @app_commands.command(name="watch", description="x")
    async def watch(interaction: discord.Interaction, how: str = "") -> None: ...

    @app_commands.command(name="oracle", description="x")
    async def oracle(interaction: discord.Interaction) -> None: ...

    charts = app_commands.Group(name="charts", description="x")

    @charts.command(name="load", description="x")
    async def load(interaction: discord.Interaction) -> None: ...

    await stale(sim, rating, watch, oracle, charts)
    for name, answer in {
        "rating": "/rating is now /stats rating.",
        "watch": "/watch is now /watch start.",
        "charts load": "/charts load is now /referee charts load.",
        "oracle": "/oracle isn't what it was. Reload Discord, or look at /help.",
    }.items():
        result = await sim.ada.slash(sim.channel, name)
        assert said(result) == answer and result.ephemeral


async def test_help_tells_the_first_ten_and_names_the_others(sim: Table) -> None:
    text = said(await sim.cleo.slash(sim.channel, "help"))
    assert all(f"`/{name}`" in HELP for name in FIRST)
    assert len(re.findall(r"^`/", HELP, re.MULTILINE)) == len(FIRST)
    assert all(f"`/{c.name}`" in text for c in tops(sim))


@pytest.mark.parametrize(
    ("about", "answer"),
    [
        ("rating", "`/rating` is now `/stats rating`."),
        ("/Rating", "`/rating` is now `/stats rating`."),
        ("charts", "`/charts` is now `/referee charts load`, `/referee charts reset`, `/chart`"),
        ("map", "`/map` The map, or a part of it"),
        ("stats rating", "- `player`: Who; without it, you"),
        ("standing", "`/standing clear` Take a standing order back"),
        ("audt", "`/dice audit` Every roll"),
        ("reminder", "`/preferences reminders`"),
        ("luck", "`/dice audit`"),
        ("vacation", "`/preferences away`"),
        ("xyzzy", "There is no command “xyzzy”."),
    ],
)
async def test_help_finds_a_command_by_any_name(sim: Table, about: str, answer: str) -> None:
    assert answer in said(await sim.cleo.slash(sim.channel, "help", about=about))


async def test_help_offers_old_names_too(sim: Table) -> None:
    offered = await sim.cleo.autocomplete(sim.channel, "help", "about", "rating")
    assert {o["value"] for o in offered} == {"stats rating", "rating", "referee result annul"}
    assert len(await sim.cleo.autocomplete(sim.channel, "help", "about", "")) == 25


def test_an_old_name_of_a_group_stands_for_all_of_it() -> None:
    assert now_called("scenario") == [f"referee scenario {x}" for x in ("export", "list", "load", "remove")]
    assert now_called("order") == now_called("") == []


async def test_each_command_says_where_it_may_be_used_and_what_it_is_installed_to(sim: Table) -> None:
    tree = sim.bot.tree
    every = [c for kind in discord.AppCommandType for c in tree.get_commands(type=kind)]
    told = {c.name: c.to_dict(tree) for c in every}
    assert len(told) > 20
    left = [name for name, said_ in told.items() if not said_["contexts"] or not said_["integration_types"]]
    assert not left, "these are left to chance"
    assert all(d["contexts"] == [0] for d in told.values() if not d["dm_permission"]), "both say the same"
    assert {name for name, d in told.items() if 1 in d["integration_types"]} == {"mine"}


async def test_an_application_without_user_installs_gets_every_command_for_its_servers(sim: Table) -> None:
    commands, law = sim.env.backend.commands, law_of(sim.env.backend)
    assert not law.installs.users, "as a new application is"
    registered = {name: c for (name, _), c in commands[None].items()}
    assert registered.keys() == {c.name for c in sim.bot.tree.get_commands()}
    assert registered["mine"]["integration_types"] == [0] and registered["mine"]["contexts"] == [0, 1]
    assert "no battle" in said(await sim.ada.slash(sim.channel, "mine"))
    # Its owner allows it: it is told with the next start.
    law.installs.users = True
    await sim.restart()
    registered = {name: c for (name, _), c in commands[None].items()}
    assert registered["mine"]["integration_types"] == [0, 1] and registered["mine"]["contexts"] == [0, 1, 2]


async def test_what_else_discord_has_against_the_commands_is_no_matter_of_installs(sim: Table) -> None:
    sim.env.inject_error("PUT", "/applications/*/commands", status=403, code=50001, times=1)
    with pytest.raises(discord.Forbidden):
        await register(sim.bot)
