"""What may be said to ``hexarch tournament``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command, whole
from engine.computer.levels import LEVELS

MOST_ANSWERS = 4000
"""Answers after which a battle is judged as it stands."""


def add(commands: Any) -> None:
    p = command(
        commands,
        "tournament",
        "let computer players of two levels play one another",
        "Whole battles in pairs, the sides exchanged, both battles of a pair with the same dice. Tells who won how "
        "often, with the interval that holds the true share with 95 % (Wilson's), and the CPU an activation took. The "
        "same seed gives the same battles. A battle that reaches the limit of turns or answers is decided by how it "
        "stands. Where a player fails or an answer of its is refused, the answer is no (exit code 1).",
        "hexarch tournament samarkand --between captain recruit --pairs 10 --processes 2",
    )
    p.add_argument("scenario", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "--between", nargs=2, choices=LEVELS, default=["captain", "recruit"], metavar="LEVEL", help=", ".join(LEVELS)
    )
    p.add_argument(
        "--mirrored",
        metavar="SIDE",
        help="let both lead this side's army, on open ground and without the battle's own rules: where one side wins "
        "whoever leads it, only such a battle tells who leads better",
    )
    p.add_argument("--pairs", type=whole(1, 100_000), default=10, help="pairs of battles (default: 10)")
    p.add_argument("--processes", type=whole(1, 256), default=1, help="battles played at once (default: 1)")
    p.add_argument("--seed", type=int, default=1, help="seed of the first pair; the next has the next one (default: 1)")
    p.add_argument("--turns", type=whole(1, 999), default=40, help="turns after which a battle is judged (default: 40)")
    p.add_argument("--answers", type=whole(1, 1_000_000), default=MOST_ANSWERS, help="answers after which it is")
    p.add_argument(
        "--clock",
        action="store_true",
        help="hold levels to the CPU they may spend, as the bot does; the battles then hang on the machine",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
