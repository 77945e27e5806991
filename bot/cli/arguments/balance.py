"""What may be said to ``hexarch balance``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command, whole


def add(commands: Any) -> None:
    p = command(
        commands,
        "balance",
        "count who wins each battle how often between computer players",
        "Lets computer players who follow the menus play every battle so many times, as hexarch selfplay does, and "
        "writes who won how often. What was played is kept in a file and isn't played again unless the battle has "
        "changed: stop it whenever you like.",
        "hexarch balance samarkand lautulae --games 20 --results games.jsonl --write balance.md",
    )
    p.add_argument("scenarios", metavar="SCENARIO", nargs="*", help="battles by name (default: all on hexes)")
    p.add_argument("--games", type=whole(0, 100_000), default=20, help="games of each battle (default: 20)")
    p.add_argument("--keen", type=float, default=4.0, help="how strictly players keep to the menus (default: 4)")
    p.add_argument("--processes", type=whole(1, 256), default=1, help="games played at once (default: 1)")
    p.add_argument("--results", metavar="FILE", default="balance.jsonl", help="where games are kept")
    p.add_argument("--write", metavar="FILE", help="write the page (default: to the screen)")
