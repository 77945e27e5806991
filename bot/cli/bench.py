"""``hexarch bench``: the figures Hexarch holds itself to."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import asdict
from typing import Any

from bot.cli.common import OK, command, scenario, show_json, whole

ORDERS = 2000
BATTLES = 1000
PLAYED, PLAYED_IN = 2000, 40
MAPS = 20
QUESTIONS = 20
TOLD = 60
THINKING = 4


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
        "--thinking",
        type=whole(0, 100),
        default=THINKING,
        metavar="COMPUTERS",
        help=f"computer players that think while somebody writes and orders (default: {THINKING}; 0: skip)",
    )
    p.add_argument(
        "--stores", action="store_true", help="also what the renderer keeps once every battle was drawn (a minute)"
    )
    p.add_argument(
        "--rivals", action="store_true", help="instead: draw one scene with us and with other libraries, side by side"
    )
    p.add_argument("--json", action="store_true", help="print JSON")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    if args.rivals:
        return _rivals(args)
    from bot.cli import (  # the whole bot is loaded only where it is needed
        bot_figures,
        figures,
        memory_figures,
        picture_figures,
        question_figures,
        rules_figures,
        thinking_figures,
    )

    key = scenario(args.scenario).key
    found = asyncio.run(figures.orders(key, args.orders, args.rounds))
    found += picture_figures.pictures(args.rounds)
    found += figures.in_pictures(found)
    found += rules_figures.rules(args.rounds)
    if args.told:
        found += asyncio.run(bot_figures.asked(key, args.told))
    if args.questions:
        found += question_figures.questions(args.questions)
    if args.maps:
        found += asyncio.run(picture_figures.waiting(key, args.maps))
    if args.thinking:
        found += asyncio.run(thinking_figures.thinking(key, args.thinking))
    if args.stores:
        found += picture_figures.stores()
    if args.battles:
        found += memory_figures.idle(key, args.battles)
    if args.played:
        found += memory_figures.played(None if args.played_mixed else key, args.played_in, args.played)
    if args.json:
        show_json({"figures": [f.summary() for f in found]})
    else:
        print(figures.table(found))
    return OK


def _rivals(args: argparse.Namespace) -> int:
    from renderer.bench.table import compare, written

    rows, missing = compare(max(3, min(args.rounds // 10, 15)))
    if args.json:
        show_json({"rivals": [asdict(row) for row in rows], "missing": missing})
    else:
        print(written(rows, missing))
    return OK
