"""``hexarch film``: a battle as an animation."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.cli.battles import scenario
from bot.cli.common import OK, BadInput, database_told, write
from bot.cli.progress import progress
from engine.kernel.journal import Entry


def call(args: argparse.Namespace) -> int:
    from bot.films import chaptered, filmed, place
    from engine.kernel.text import Refusal

    if (args.database is None) != (args.battle is None):
        raise BadInput("--database and --battle go together")
    if (args.scenario is None) == (args.database is None):
        raise BadInput("name a SCENARIO to be played, or a battle with --database and --battle")
    if args.database is not None:
        with database_told():
            system, entries = asyncio.run(_stored(args.database, args.battle))
    else:
        system, entries = _played(args)
    chapters = chaptered(system, entries)
    try:
        since = place(chapters, args.since, end=False) if args.since else 0
        until = place(chapters, args.to, end=True) if args.to else None
        if until is not None and since > until:
            raise BadInput(f"--from {args.since} comes after --to {args.to}")
        with progress("frame") as told:
            film = filmed(
                system, entries, since, until, theme=args.theme, speed=args.speed, chapters=chapters, progress=told
            )
    except Refusal as no:
        raise BadInput(str(no)) from no
    if args.output == "-":
        sys.stdout.buffer.write(film.data)
        return OK
    write(args.output, film.data)
    size = f"{film.width} x {film.height}, {film.frames} pictures, {film.seconds:.0f} s, {len(film.data) // 1024} kB"
    print(f"{args.output}: {size}. {film.alt}")
    return OK


def _played(args: argparse.Namespace) -> tuple[Any, Sequence[Entry]]:
    """A battle of players made of dice; sensible ones, so that there is something to see."""
    from bot.cli.seeded import SeededTrail
    from bot.cli.selfplay import play
    from engine.systems.registry import system_for  # the rules are loaded only where they are needed

    battle = scenario(args.scenario)
    system = system_for(battle)
    trail = SeededTrail(battle, args.seed)
    played = play(system, args.seed, trail, turns=args.turns, most=args.answers, keen=3.0, each=trail.follow)
    return system, played.game.journal


async def _stored(database: str, battle_id: str) -> tuple[Any, Sequence[Entry]]:
    """The rules and the journal of a battle in a database. Raises :class:`BadInput` where there is none."""
    from bot.cli.databases import database_url
    from bot.service import Service
    from engine.kernel.text import Refusal

    if "://" not in database and not Path(database).is_file():
        raise BadInput(f"{database}: there is no such database")
    service = await Service.open(database_url(database), shared=True)
    try:
        battle = await service.battles.get(battle_id)
        entries = await service.play.entries(battle.id)
        if not entries:
            raise BadInput(f"battle {battle_id} hasn't begun")
        return await service.sessions.system(battle.id), entries
    except Refusal as no:
        raise BadInput(str(no)) from no
    finally:
        await service.close()
