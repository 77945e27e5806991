"""``hexarch local``: the bot in the browser, against a simulated Discord."""

from __future__ import annotations

import argparse
import asyncio
import os
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import scenarios
from bot.cli.battles import scenario, tell_passed_over
from bot.cli.common import OK, BadInput, data_folder, database_told
from engine.kernel.text import Refusal
from renderer.map.files import FOLDER


@contextmanager
def _maps_kept(folder: Path) -> Iterator[None]:
    """Meanwhile maps that were drawn are kept here, also by the processes that draw, unless another folder is named."""
    if os.environ.get(FOLDER):
        yield
        return
    os.environ[FOLDER] = str(folder)
    try:
        yield
    finally:
        del os.environ[FOLDER]


BOARD, CHAT = "Hexarch is at ", "The chat, as it is on Discord, is at "
"""How the lines begin that tell the addresses."""


def call(args: argparse.Namespace) -> int:
    try:
        from bot.local import serve_local
    except ImportError as e:
        raise BadInput(f"the local edition needs simcord[preview]: pip install 'simcord[preview]' ({e})") from e
    if args.file and args.scenario:
        raise BadInput("FILE and --scenario both name a battle: leave one out")
    if args.file and not args.file.endswith(".json"):
        raise BadInput(f"{args.file}: a battle's file is called something.json; --scenario takes a battle's name")
    named = args.file or args.scenario
    battle = scenario(named) if named else None
    tell_passed_over(scenarios.passed_over())
    database = args.database or data_folder() / "local.db"
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise BadInput(f"{database.parent}: can't be made: {e.strerror or e}") from e

    def say(line: str) -> None:
        print(line, flush=True)
        opened = CHAT if args.chat else BOARD
        address = line.removeprefix(opened) if line.startswith(opened) else ""
        if address and not args.no_browser:
            # A browser may take its time to start; the server must not wait for it.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        with database_told(), _maps_kept(database.parent / "maps"):
            asyncio.run(
                serve_local(
                    database,
                    args.port,
                    battle.key if battle is not None else None,
                    own=battle.model_dump(mode="json") if battle and named.endswith(".json") else None,
                    insist=battle is not None,
                    clock=args.clock,
                    welcome=not args.empty,
                    say=say,
                    edited=Path(args.file) if args.file else None,
                )
            )
    except Refusal as e:
        raise BadInput(str(e)) from e
    except OSError as e:
        raise BadInput(f"port {args.port} can't be used: {e.strerror or e}. Try another: --port {args.port + 1}") from e
    except KeyboardInterrupt:
        print("Goodbye. Your battles are kept.")
    return OK
