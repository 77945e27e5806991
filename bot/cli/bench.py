"""``hexarch bench``: the figures Hexarch holds itself to."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import asdict

from bot.cli.battles import scenario
from bot.cli.common import OK, show_json


def call(args: argparse.Namespace) -> int:
    if args.rivals:
        return _rivals(args)
    from bot.cli import (  # the whole bot is loaded only where it is needed
        board_figures,
        bot_figures,
        figures,
        memory_figures,
        picture_figures,
        question_figures,
        rules_figures,
        start_figures,
        thinking_figures,
    )

    key = scenario(args.scenario).key
    found = asyncio.run(figures.orders(key, args.orders, args.rounds))
    found += picture_figures.pictures(args.rounds)
    found += figures.in_pictures(found)
    found += rules_figures.rules(args.rounds)
    if args.starts:
        found += start_figures.starts(scenario(rules_figures.largest()).key, args.starts)
    if args.told:
        found += asyncio.run(bot_figures.asked(key, args.told))
    if args.watchers:
        found += asyncio.run(board_figures.watched(key, args.watchers))
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
