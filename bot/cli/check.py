"""``hexarch check``: what is wrong with a battle's file; without one, with a database and the battles in it."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli import check_database, check_file
from bot.cli.common import BadInput, command

FILES_ALONE = ("watch", "output", "no_picture", "silence", "games")
DATABASES_ALONE = ("repair",)
"""Options that mean nothing to the other."""


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
    check_file.options(p)
    check_database.options(p)
    p.add_argument("--json", action="store_true", help="print JSON")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    """Look at what is named."""
    foreign = DATABASES_ALONE if args.file else FILES_ALONE
    if given := [name for name in foreign if getattr(args, name)]:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise BadInput(f"{options}: only {'without' if args.file else 'with'} a battle's file")
    return check_file.call(args) if args.file else check_database.call(args)
