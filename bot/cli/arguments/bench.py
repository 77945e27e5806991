"""What may be said to ``hexarch bench``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command, whole

ORDERS = 2000
BATTLES = 1000
PLAYED, PLAYED_IN = 2000, 40
MAPS = 20
QUESTIONS = 20
TOLD = 60
THINKING = 4
STARTS = 5
WATCHERS = 50


def add(commands: Any) -> None:
    p = command(
        commands,
        "bench",
        "measure how fast and how big the bot is",
        "Measure the figures Hexarch holds itself to and print them with their budgets; a ratio of 1 is the budget. "
        "Takes some minutes. Nothing is judged: machines differ.",
        "hexarch bench --orders 500 --battles 100",
    )
    p.add_argument("--scenario", default="tricameron", metavar="SCENARIO", help="battle to measure with")
    p.add_argument(
        "--orders", type=whole(10, 100_000), default=ORDERS, help=f"length of the long battle (default: {ORDERS})"
    )
    p.add_argument("--rounds", type=whole(10, 10_000), default=150, help="samples of an order (default: 150)")
    p.add_argument(
        "--battles", type=whole(0, 10_000), default=BATTLES, help=f"open battles (default: {BATTLES}; 0: skip)"
    )
    p.add_argument(
        "--played",
        type=whole(0, 1_000_000),
        default=PLAYED,
        metavar="ORDERS",
        help=f"orders after which memory is measured (default: {PLAYED}; 0: skip; the budget is for 10000)",
    )
    p.add_argument(
        "--played-in",
        type=whole(1, 10_000),
        default=PLAYED_IN,
        metavar="BATTLES",
        help=f"battles they are given in (default: {PLAYED_IN}; the budget is for 200)",
    )
    p.add_argument(
        "--played-mixed", action="store_true", help="in battles of every scenario there is by turns, instead of one"
    )
    p.add_argument(
        "--maps",
        type=whole(0, 1000),
        default=MAPS,
        help=f"maps drawn while somebody writes an order (default: {MAPS}; 0: skip)",
    )
    p.add_argument(
        "--questions",
        type=whole(0, 1000),
        default=QUESTIONS,
        metavar="POSITIONS",
        help=f"positions of the largest battle of every system that are asked about (default: {QUESTIONS}; 0: skip)",
    )
    p.add_argument(
        "--told",
        type=whole(0, 10_000),
        default=TOLD,
        metavar="ORDERS",
        help=f"orders given to the whole bot in a simulated Discord (default: {TOLD}; 0: skip)",
    )
    p.add_argument(
        "--watchers",
        type=whole(0, 10_000),
        default=WATCHERS,
        help=f"people who watch a battle on the board (default: {WATCHERS}; 0: skip)",
    )
    p.add_argument(
        "--thinking",
        type=whole(0, 100),
        default=THINKING,
        metavar="COMPUTERS",
        help=f"computer players that think while somebody writes and orders (default: {THINKING}; 0: skip)",
    )
    p.add_argument(
        "--starts",
        type=whole(0, 100),
        default=STARTS,
        help=f"starts, each with a first answer in the largest battle (default: {STARTS}; 0: skip)",
    )
    p.add_argument(
        "--stores", action="store_true", help="also what the renderer keeps once every battle was drawn (a minute)"
    )
    p.add_argument(
        "--rivals", action="store_true", help="instead: draw one scene with us and with other libraries, side by side"
    )
    p.add_argument("--json", action="store_true", help="print JSON")
