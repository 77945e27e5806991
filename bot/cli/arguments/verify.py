"""What may be said to ``hexarch verify``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "verify",
        "check a battle's dice trail",
        "Check TRAIL, the file that /dice audit show:file or selfplay --trail gives: every hash, every secret that is "
        "published, the dice of every roll made with such a secret, every sum. It says of how many rolls that is; the "
        "words of a roll (what for, what came of it) are the bot's own. Needs neither bot nor network; docs/dice.md "
        "has a script that recomputes the dice without it. With --head also check that it passes through a head you "
        "have seen under a map. The answer is no (exit code 1) when anything is wrong.",
        "hexarch verify trail.json",
    )
    p.add_argument("trail", metavar="TRAIL", help="trail file, or - for standard input")
    p.add_argument("--head", metavar="HASH", help="head of the chain as posted, at least its first 8 characters")
    p.add_argument("--json", action="store_true", help="print JSON")
