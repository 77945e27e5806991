"""What may be said to ``hexarch adjudicate``."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "adjudicate",
        "carry out orders on a position with given dice",
        "Set up POSITION (docs/positions.md), carry out the statements in ORDERS (docs/notation.md) with the dice "
        "given, and tell what happens: rolls, events, refusals with their case, and what is open at the end. A line "
        "of ORDERS may begin with a side, as in “vandal: LC3 no”. The answer is no (exit code 1) when a statement was "
        "refused or the dice ran out.",
        "hexarch adjudicate bridge.json orders.txt --dice 3,8,0",
    )
    p.add_argument("position", metavar="POSITION", help="position file")
    p.add_argument("orders", metavar="ORDERS", help="file with statements, or - for standard input")
    p.add_argument(
        "--dice", type=dice_list, default=[], metavar="3,8,...", help="dice in the order they are rolled, 0 to 9"
    )
    p.add_argument("--json", action="store_true", help="print one JSON object a line")


MOST = 99
"""The most that is taken for a die: a cup may have more in it than a die has sides."""


def dice_list(text: str) -> list[int]:
    """
    >>> dice_list("3,8, 0"), dice_list("")
    ([3, 8, 0], [])
    """
    try:
        dice = [int(d) for d in text.replace(",", " ").split()]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: dice are numbers with commas between, as in 3,8,0") from None
    if any(not 0 <= d <= MOST for d in dice):
        raise argparse.ArgumentTypeError(f"a die shows 0 to 9, and a draw from a cup up to {MOST}")
    return dice
