"""What may be said to ``hexarch tournament``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command, whole
from engine.computer.levels import LEVELS

MOST_ANSWERS = 4000
"""Answers after which a battle is judged as it stands."""


PAIRS = 100


def add(commands: Any) -> None:
    p = command(
        commands,
        "tournament",
        "let computer players play one another",
        "Whole battles in pairs, the sides exchanged; both battles of a pair have the same dice, keyed by unit and by "
        "what they are thrown for. It stops once a sequential test (Wald's) has decided between two shares of battles "
        "won. Tells who won how often, with the interval that holds the true share with 95 % (Wilson's), and the CPU "
        "an activation took. The same seed gives the same battles. A battle that reaches the limit of turns or answers "
        "is decided by how it stands. Where a player fails or an answer of its is refused, the answer is no (exit code "
        "1).",
        "hexarch tournament samarkand --between captain recruit --processes 2",
    )
    p.add_argument("scenario", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "--between",
        nargs=2,
        default=["captain", "recruit"],
        metavar="PLAYER",
        help=f"{', '.join(LEVELS)}; last-captain, a captain that stays as it is; rusher and holder, who want nothing "
        "but to be near the enemy, or to stay; a level with numbers of its own (captain:samples=8). pool instead of "
        "the second: each of recruit, last-captain, rusher and holder in turn",
    )
    p.add_argument(
        "--mirrored",
        metavar="SIDE",
        help="let both lead this side's army, on open ground and without the battle's own rules: where one side wins "
        "whoever leads it, only such a battle tells who leads better",
    )
    p.add_argument(
        "--pairs", type=whole(1, 100_000), default=PAIRS, help=f"pairs of battles at most (default: {PAIRS})"
    )
    p.add_argument(
        "--sprt",
        nargs=2,
        type=whole(1, 99),
        default=[75, 88],
        metavar="PERCENT",
        help="the share of battles that isn't enough, and the one that is wanted: it stops once one of them is shown "
        "(default: 75 88)",
    )
    p.add_argument(
        "--error",
        type=whole(1, 49),
        default=5,
        metavar="PERCENT",
        help="how often each may be taken for the other (default: 5)",
    )
    p.add_argument("--all-pairs", action="store_true", help="play all pairs, whatever is shown")
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
