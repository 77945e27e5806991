"""``python -m tests.bot.guided cataphract/tricameron --seeds 3``: the figures of whole battles played by pressing."""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests.bot.e2e.kit import Table
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import Blank
from tests.bot.guided.match import Match
from tests.bot.guided.tally import Tally, summary


async def played(scenario: str, seed: int, most: int, *, silent: bool = True) -> Tally:
    """One battle on a bot of its own."""
    with tempfile.TemporaryDirectory() as path:
        url = f"sqlite+aiosqlite:///{Path(path) / 'battles.db'}"
        bot = create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED))
        async with running(bot, settle_timeout=600.0) as env:
            table = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
            try:
                return await Match(table, scenario, seed, silent=silent).play(most)
            finally:
                await table.service.close()


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("scenario", nargs="+")
    p.add_argument("--seeds", type=int, default=1, help="battles of each (default: 1)")
    p.add_argument("--activations", type=int, default=10_000, help="most activations of a battle")
    p.add_argument("--plain", action="store_true", help="whoever is asked answers each question for itself")
    args = p.parse_args()
    for scenario in args.scenario:
        tallies = []
        for seed in range(1, args.seeds + 1):
            began = time.perf_counter()
            tallies.append(asyncio.run(played(scenario, seed, args.activations, silent=not args.plain)))
            took = time.perf_counter() - began
            print(f"{scenario}, seed {seed}: {tallies[-1].ended or 'broken off'} ({took:.0f} s)", flush=True)
        print(json.dumps(summary(tallies), indent=1))


if __name__ == "__main__":
    main()
