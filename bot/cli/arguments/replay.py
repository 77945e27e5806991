"""What may be said to ``hexarch replay``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "replay",
        "play a record through by the rules",
        "Play RECORD, a battle's record (docs/records.md) that /record save or selfplay --record gives, through by the "
        "rules: every order must be allowed, every die asked for, and the end be as it says. Tells the battle order by "
        "order. The answer is no (exit code 1) where the rules don't allow it. The dice are believed: hexarch verify "
        "checks them against a trail.",
        "hexarch replay tricameron.hexarch.txt",
    )
    p.add_argument("record", metavar="RECORD", help="record file")
    p.add_argument("--quiet", action="store_true", help="say only whether it holds, and how it ended")
    p.add_argument("--json", action="store_true", help="print one JSON object a line")
