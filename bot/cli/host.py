"""``hexarch host``: looking after the machine the bot runs on."""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli.arguments.run import TOKEN
from bot.cli.common import NO, OK, BadInput, show_json
from bot.cli.configuration import CONFIG, TOKEN_FILE, Configuration, read, token_in
from bot.cli.databases import DATABASE, database_file

if TYPE_CHECKING:
    from bot.cli.checkup.finding import Finding

SERVICE = Path("/etc/hexarch")
"""Where docs/hosting.md puts the settings, the token and the environment of the service."""
SIGNS = {"good": "✓", "doubtful": "?", "wrong": "✗", "unknown": "–"}


def call(args: argparse.Namespace) -> int:
    """There is but one thing to do here so far: ``doctor``."""
    environment = _environment(args, dict(os.environ))
    found = asyncio.run(_findings(args, environment))
    if args.json:
        show_json({"findings": [f.json() for f in found]})
    else:
        for f in found:
            print(f"{SIGNS[f.state]} {f.about}: {f.said}.")
            if f.advice:
                print(
                    textwrap.indent(
                        textwrap.fill(f.advice, 110, break_long_words=False, break_on_hyphens=False), "    "
                    )
                )
        print(_summary(found))
    return NO if any(f.state == "wrong" for f in found) else OK


def _summary(found: list[Finding]) -> str:
    """
    >>> _summary([])
    'All is well.'
    """
    counts = [(sum(f.state == state for f in found), words) for state, words in (
        ("wrong", "wrong"), ("doubtful", "to think about"), ("unknown", "that couldn't be looked at"),
    )]  # fmt: skip
    told = [f"{n} {words}" for n, words in counts if n]
    return f"{', '.join(told)}." if told else "All is well."


def _environment(args: argparse.Namespace, environment: dict[str, str]) -> dict[str, str]:
    """With what the service has, where nobody says which bot is meant."""
    if args.config or args.database or environment.get(CONFIG) or environment.get(DATABASE):
        return environment
    found = _lines(SERVICE / "environment") | environment
    if CONFIG not in found and (SERVICE / "hexarch.toml").is_file():
        found[CONFIG] = str(SERVICE / "hexarch.toml")
    if TOKEN not in found and TOKEN_FILE not in found and (SERVICE / "token").is_file():
        found[TOKEN_FILE] = str(SERVICE / "token")
    return found


def _lines(file: Path) -> dict[str, str]:
    """What systemd reads as an EnvironmentFile; nothing where there is none we may read."""
    try:
        lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return {}
    parts = [line.partition("=") for line in lines if "=" in line and line[0] not in "#;"]
    return {name.strip(): "".join(shlex.split(value)) for name, _, value in parts}


async def _findings(args: argparse.Namespace, environment: dict[str, str]) -> list[Finding]:
    from bot.cli.checkup import at_discord, database, files, machine, running, the_board
    from bot.storage.shards import Shards

    found, settings = _settings(vars(args), environment)
    if settings is None:
        return found
    found += await database.looked_at(settings)
    found += files.looked_at(settings, environment, args.backups)
    found += machine.looked_at(settings)
    found += await running.looked_at(settings)
    if not args.offline:
        found += await the_board.looked_at(settings)
        found += await at_discord.looked_at(
            token_in(environment)[0], Shards.parse(settings.shards), settings.discord_api
        )
    return found


def _settings(options: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[list[Finding], Configuration | None]:
    """What is wrong with the settings, and the settings, where there are any to go on with."""
    from bot.cli import readiness
    from bot.cli.checkup.finding import good, wrong

    advice = "docs/hosting.md has all settings; hexarch run --check looks at them alone."
    where = options.get("config") or environment.get(CONFIG) or "the environment"
    try:
        settings, _ = read(options, environment, token=False)
    except BadInput as e:
        return [wrong("settings", str(e), advice)], None
    _, problem = token_in(environment)
    found = [wrong("settings", said, advice) for said in [problem, *readiness.lacking(settings)] if said]
    file = database_file(settings.database)
    told = f"those of {where} can be used" + (f"; the database is {file}" if file is not None else "")
    return found or [good("settings", told)], settings
