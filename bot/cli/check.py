"""``hexarch check``: what is wrong with a battle's file; without one, with a database and the battles in it."""

from __future__ import annotations

import argparse

from bot.cli import check_database, check_file
from bot.cli.common import BadInput

FILES_ALONE = ("watch", "output", "no_picture", "silence", "games")
DATABASES_ALONE = ("repair",)
"""Options that mean nothing to the other."""


def call(args: argparse.Namespace) -> int:
    """Look at what is named."""
    foreign = DATABASES_ALONE if args.file else FILES_ALONE
    if given := [name for name in foreign if getattr(args, name)]:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise BadInput(f"{options}: only {'without' if args.file else 'with'} a battle's file")
    return check_file.call(args) if args.file else check_database.call(args)
