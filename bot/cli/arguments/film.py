"""What may be said to ``hexarch film``."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli.arguments.written_out import THEMES
from bot.cli.common import command, whole


def add(commands: Any) -> None:
    p = command(
        commands,
        "film",
        "show a battle as an animation",
        "Film a battle kept in a database, or one that players made of dice play for it: every activation with its "
        "moves, shots, attacks and flights, as a GIF that Discord takes. Only what everybody may see is shown.",
        "hexarch film crecy --seed 7 -o crecy.gif",
    )
    p.add_argument("scenario", nargs="?", metavar="SCENARIO", help="the battle players made of dice play")
    p.add_argument("-o", "--output", required=True, metavar="FILE", help="where to write it; - for standard output")
    p.add_argument("--database", metavar="FILE|URL", help="database of a bot, for a battle that was played there")
    p.add_argument("--battle", metavar="ID", help="which of its battles")
    p.add_argument("--seed", type=int, default=1, help="seed of the battle made of dice (default: 1)")
    p.add_argument("--turns", type=whole(1, 999), default=40, help="turns after which it ends (default: 40)")
    p.add_argument("--answers", type=whole(1, 1_000_000), default=6000, help="answers after which it ends (6000)")
    p.add_argument("--from", dest="since", default="", metavar="WHEN", help="turn, activation or #step to begin with")
    p.add_argument("--to", default="", metavar="WHEN", help="turn, activation or #step to end with")
    p.add_argument("--speed", type=_speed, default=1.0, help="how many times as fast as usual, 0.2 to 5")
    p.add_argument("--theme", choices=THEMES, default="light", help="default: light")


def _speed(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.2 <= value <= 5:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0.2 to 5")
    return value
