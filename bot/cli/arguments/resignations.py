"""What may be said to ``hexarch resignations``."""

from __future__ import annotations

from typing import Any

from bot.cli.arguments.tournament import MOST_ANSWERS
from bot.cli.common import command, whole
from engine.computer.levels import LEVELS


def add(commands: Any) -> None:
    p = command(
        commands,
        "resignations",
        "tell how often a battle that a computer player would give up is won after all",
        "Plays whole battles between two computer players of a level. Where one of them stands badly for two "
        "activations, a keener player takes its seat and plays on, to the end. Tells, for each worth at which a "
        "position might be called lost, and each number of activations it must have been so, how many battles would "
        "have been given up, and how many of these the side that would have given up won or drew, with the interval "
        "that holds the true share with 95 % (Wilson's). The same seed gives the same battles. What is found goes by "
        "hand into the concession of the system.",
        "hexarch resignations tricameron --mirrored byzantine --games 20 --keep games.jsonl",
    )
    p.add_argument("scenario", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument("--level", choices=LEVELS, default="recruit", help="of both players (default: recruit)")
    p.add_argument(
        "--keener", choices=LEVELS[1:], default="captain", help="who goes on for who stands badly (default: captain)"
    )
    p.add_argument("--mirrored", metavar="SIDE", help="let both lead this side's army (see hexarch tournament)")
    p.add_argument("--games", type=whole(1, 100_000), default=10, help="battles (default: 10)")
    p.add_argument("--processes", type=whole(1, 256), default=1, help="battles played at once (default: 1)")
    p.add_argument("--seed", type=int, default=1, help="seed of the first battle; the next has the next one")
    p.add_argument("--turns", type=whole(1, 999), default=40, help="turns after which a battle is left undecided")
    p.add_argument("--answers", type=whole(1, 1_000_000), default=MOST_ANSWERS, help="answers after which it is")
    p.add_argument(
        "--keep",
        metavar="FILE",
        help="add each battle to this file, a line of JSON; what is told counts all battles of the same system in it",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
