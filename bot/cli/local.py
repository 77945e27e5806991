"""``hexarch local``: the bot in the browser, against a simulated Discord."""

from __future__ import annotations

import argparse
import asyncio
import threading
import webbrowser
from pathlib import Path
from typing import Any

import scenarios
from bot.cli.common import OK, BadInput, command, data_folder, database_told, scenario, tell_passed_over, whole
from engine.kernel.text import Refusal


def add(commands: Any) -> None:
    p = command(
        commands,
        "local",
        "play in your browser, without Discord",
        "Serve the bot with a simulated Discord in your browser: no token, no account, no network. A welcome tells "
        "what this is, and begins a lesson, a battle or a film. You hold every seat and change between them at the top "
        "of the page. Battles are kept in the database file. Ctrl-C ends.",
        "hexarch local --port 9000",
    )
    p.add_argument(
        "file", nargs="?", metavar="FILE", help="a battle's file: it is played, and can be edited in the page"
    )
    p.add_argument(
        "--scenario",
        metavar="SCENARIO",
        help="a battle that begins where none is under way, both players seated: its name, or the path of its file",
    )
    p.add_argument("--empty", action="store_true", help="without the welcome; /battle create and /learn begin things")
    p.add_argument("--port", type=whole(1, 65535), default=8080, help="port on this machine (default: %(default)s)")
    p.add_argument(
        "--database", type=Path, default=None, metavar="FILE", help="default: hexarch/local.db in the user's data"
    )
    p.add_argument("--clock", action="store_true", help="answers have their time, as on Discord; without it, none")
    p.add_argument("--no-browser", action="store_true", help="don't open the browser")
    p.set_defaults(call=call)


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
        address = next((w for w in line.split() if w.startswith("http://")), None)
        # The table is opened; the editor is there for who wants it.
        if "editor" in line:
            return
        if address and not args.no_browser:
            # A browser may take its time to start; the server must not wait for it.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        with database_told():
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
