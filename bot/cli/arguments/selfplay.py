"""What may be said to ``hexarch selfplay``."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli.common import command, whole

MOST_ANSWERS = 100_000
"""Answers after which a battle is drawn wherever the rules know no turns to count."""


def add(commands: Any) -> None:
    p = command(
        commands,
        "selfplay",
        "let players made of dice play whole battles",
        "Two players answer every question by weighted chance until an army is beaten or the limit is reached, which "
        "counts as drawn. The same seed gives the same battle, byte for byte. The position is checked whenever no "
        "order is half carried out; a battle in which it can't be, or at which the rules fail, is broken off, is "
        "nobody's victory, and makes the answer no (exit code 1).",
        "hexarch selfplay tricameron --seed 7 --games 10 --check",
    )
    p.add_argument("scenario", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "--seed", type=int, default=1, help="seed of the first battle; the next has the next one (default: 1)"
    )
    p.add_argument("--games", type=whole(1, 1_000_000), default=1, help="number of battles (default: 1)")
    p.add_argument("--turns", type=whole(1, 999), default=40, help="turns after which a battle is drawn (default: 40)")
    p.add_argument(
        "--answers",
        type=whole(1, 1_000_000),
        default=MOST_ANSWERS,
        help=f"answers after which it is drawn, for rules without turns (default: {MOST_ANSWERS})",
    )
    p.add_argument(
        "--keen",
        type=_keen,
        default=1.0,
        help="how strictly players keep to what seems sensible: at 1 they dither, at 4 hardly ever (default: 1)",
    )
    p.add_argument(
        "--check", action="store_true", help="check the position after every answer: slower, and nearer to the cause"
    )
    p.add_argument("--trail", metavar="FILE", help="write the dice trail, for hexarch verify (one battle only)")
    p.add_argument("--record", metavar="FILE", help="write the record, for hexarch replay (one battle only)")
    p.add_argument("--orders", metavar="FILE", help="write the answers as an orders file (one battle only)")
    p.add_argument("--json", action="store_true", help="print JSON")


def _keen(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 20:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 20")
    return value
