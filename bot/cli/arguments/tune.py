"""What may be said to ``hexarch tune``."""

from __future__ import annotations

from typing import Any

from bot.cli.arguments.tournament import MOST_ANSWERS
from bot.cli.common import command, whole
from engine.computer.levels import LEVELS


def add(commands: Any) -> None:
    p = command(
        commands,
        "tune",
        "find by play how much the parts of a judgement should count",
        "Plays rounds between two computer players of a level who differ in how much parts of their judgement count, "
        "moves the factors towards whoever did better, and prints them: 1 is as the system has it. What is found goes "
        "by hand into the system's judgement.py, if a tournament bears it out. The same seed finds the same.",
        "hexarch tune lautulae --mirrored samnite --parts exposure threat --rounds 20 --pairs 4",
    )
    p.add_argument("scenario", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "--parts", nargs="+", required=True, metavar="PART", help="parts of the judgement, as they are named"
    )
    p.add_argument("--level", choices=LEVELS[1:], default="captain", help="of both players (default: captain)")
    p.add_argument("--mirrored", metavar="SIDE", help="let both lead this side's army (see hexarch tournament)")
    p.add_argument("--rounds", type=whole(1, 100_000), default=20, help="rounds (default: 20)")
    p.add_argument("--pairs", type=whole(1, 10_000), default=4, help="pairs of battles a round (default: 4)")
    p.add_argument("--processes", type=whole(1, 256), default=1, help="battles played at once (default: 1)")
    p.add_argument("--seed", type=int, default=1, help="seed of it all (default: 1)")
    p.add_argument("--turns", type=whole(1, 999), default=40, help="turns after which a battle is judged (default: 40)")
    p.add_argument("--answers", type=whole(1, 1_000_000), default=MOST_ANSWERS, help="answers after which it is")
    p.add_argument("--json", action="store_true", help="print JSON")
