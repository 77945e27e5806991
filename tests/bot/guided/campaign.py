"""``python -m tests.bot.guided.campaign``: turns of the campaign played by pressing, and what they take a side."""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Open, Service
from tests.bot.e2e.kit import Table, said
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import Blank
from tests.bot.guided import person
from tests.bot.guided.match import Match

SCENARIO = "justinian/renovatio"


STANDING = (
    ("byzantine", "shares", "always"),
    ("byzantine", "bribe", "never"),
    ("byzantine", "intercept", "if:stronger"),
    ("byzantine", "retreat-before-combat", "never"),
    ("byzantine", "retreat-way", "always"),
    ("barbarian", "shares", "always"),
    ("barbarian", "intercept", "if:stronger"),
    ("barbarian", "retreat-before-combat", "never"),
    ("barbarian", "retreat-way", "always"),
)


class Campaign(Match):
    """Counts by turns and sides."""

    def __init__(self, sim: Table, seed: int, *, silent: bool = True) -> None:
        super().__init__(sim, SCENARIO, seed, silent=silent)
        self.presses: dict[tuple[int, str], int] = {}
        self.why: dict[str, Counter[str]] = {}
        self.said: Counter[int] = Counter()
        """New messages in the channel by turn."""
        self.turn = 0

    async def stand(self) -> None:
        """Give the standing orders of somebody who doesn't want to be asked the same every time; a command each."""
        for who, kind, answer in STANDING:
            player = self.sim.ada if who == "byzantine" else self.sim.ben
            told = await player.slash(self.sim.channel, "standing set", question=kind, answer=answer)
            assert "From now on" in said(told), said(told)
            self.presses[0, who] = self.presses.get((0, who), 0) + 1

    async def turns(self, most: int, *, standing: bool = False) -> None:
        """The set-up and so many turns."""
        await self.begin()
        if standing:
            await self.stand()
        while True:
            battle, game, _ = await self.sim.service.play.look(self.battle)
            if battle.status != "running" or game is None or game.state.turn > most:
                return
            self.turn = game.state.turn if not game.state.phase.startswith("setup") else 0
            there = {m.id for m in self.sim.messages}
            self.said[self.turn] += len(there - self.messages)
            self.messages |= there
            if not await self.step(10_000):
                return

    async def press(self, o: Open, message: Any, press: person.Press) -> Any:
        key = self.turn, o.side
        self.presses[key] = self.presses.get(key, 0) + 1
        self.why.setdefault(f"{self.turn} {o.side}", Counter())[f"{o.decision.kind}: {press.why}"] += 1
        return await super().press(o, message, press)

    def figures(self) -> dict[str, Any]:
        """What it took."""
        return {
            "presses by turn": {f"{t} {side}": n for (t, side), n in sorted(self.presses.items())},
            "messages by turn": dict(self.said),
            "presses": {side: dict(x.most_common()) for side, x in self.why.items()},
            "not found": self.lost,
        }


@asynccontextmanager
async def bare_table() -> AsyncIterator[Table]:
    """A table at a bot of its own, which draws nothing."""
    with tempfile.TemporaryDirectory() as path:
        url = f"sqlite+aiosqlite:///{Path(path) / 'battles.db'}"
        bot = create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED))
        async with running(bot, settle_timeout=600.0) as env:
            table = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
            try:
                yield table
            finally:
                await table.service.close()


async def played(seed: int, turns: int, *, silent: bool = True, standing: bool = False) -> Campaign:
    """The first turns of one campaign, on a bot of its own."""
    async with bare_table() as table:
        found = Campaign(table, seed, silent=silent)
        await found.turns(turns, standing=standing)
        return found


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--turns", type=int, default=2)
    p.add_argument("--plain", action="store_true", help="whoever is asked answers each question for itself")
    p.add_argument("--standing", action="store_true", help="both begin with standing orders")
    p.add_argument("--read", action="store_true", help="print every message of the channel")
    args = p.parse_args()
    found = asyncio.run(played(args.seed, args.turns, silent=not args.plain, standing=args.standing))
    if args.read:
        for m in found.sim.messages:
            print("=" * 60, m.content, sep="\n")
    print(json.dumps(found.figures(), indent=1))


if __name__ == "__main__":
    main()
