"""What may be said to ``hexarch check``."""

from __future__ import annotations

from typing import Any

from bot.cli.arguments.written_out import ADVICE
from bot.cli.common import command, whole
from bot.cli.databases import database_option


def add(commands: Any) -> None:
    p = command(
        commands,
        "check",
        "check a battle's file, or a database",
        "With FILE: say everything that is wrong with it and what may not have been meant, and draw it beside the file "
        "as set up. With --watch do so whenever it is saved. Advice is silenced by the names it bears, here with "
        "--silence or for good in the file's field “silenced”. "
        "Without: check the database as such, and of every battle the journal, the dice trail, the checkpoints, that "
        "it goes on under this version, and what is asked. The bot may be playing: a copy is looked at, or what a "
        "server gives at one moment. With --repair, for which the bot must be stopped, mend what follows from what is "
        "sound; no order is lost by it. The answer is no (exit code 1) when something is wrong, or couldn't be mended.",
        "hexarch check my-battle.json --watch",
    )
    p.add_argument("file", metavar="FILE", nargs="?", help="a battle's file; without one the database is checked")
    p.add_argument("--watch", action="store_true", help="go on, and check again whenever the file is saved")
    p.add_argument("-o", "--output", metavar="FILE", help="where the picture goes (default: FILE with .png)")
    p.add_argument("--no-picture", action="store_true", help="draw nothing")
    p.add_argument("--silence", action="append", default=[], choices=ADVICE, help="advice not to hear")
    p.add_argument(
        "--games",
        type=whole(1, 1000),
        metavar="N",
        help="let players made of dice play it so often too",
    )
    database_option(p)
    p.add_argument("--repair", action="store_true", help="mend what can be mended; stop the bot first")
    p.add_argument("--json", action="store_true", help="print JSON")
