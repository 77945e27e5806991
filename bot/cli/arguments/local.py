"""What may be said to ``hexarch local``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command, whole


def add(commands: Any) -> None:
    p = command(
        commands,
        "local",
        "play in your browser, without Discord",
        "Play in your browser: no token, no account, no network. The board opens: there you begin a lesson, or a "
        "battle against the computer or for two at this machine, and play it by clicks on the map. Beside it the bot "
        "is served with a simulated Discord, its chat. Battles are kept in the database file. Ctrl-C ends.",
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
    p.add_argument(
        "--port",
        type=whole(1, 65535),
        default=8080,
        help="port of the chat (default: %(default)s); the next is the board's",
    )
    p.add_argument(
        "--database", type=Path, default=None, metavar="FILE", help="default: hexarch/local.db in the user's data"
    )
    p.add_argument("--chat", action="store_true", help="open the chat, as it is on Discord, instead of the board")
    p.add_argument("--clock", action="store_true", help="answers have their time, as on Discord; without it, none")
    p.add_argument("--no-browser", action="store_true", help="don't open the browser")
