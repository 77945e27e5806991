"""Positions out of the middle of battles that players are tried on, the same ones every time.

They are position documents (docs/positions.md), so they stay when what computer players prefer changes, as seeds of
battles wouldn't. ``positions/measuring.jsonl`` has ten of each system, ``positions/tuning.jsonl`` four others, to tune
with: each a line. They were made by :func:`drawn`; ``python -m bot.cli.measuring.frozen`` writes them anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import scenarios
from bot.cli.measuring.seeds import Use
from bot.cli.seeded import SeededTrail
from engine.computer.conduct import standing
from engine.computer.simulation import commands
from engine.kernel.game import Game
from engine.kernel.scenario import HexScenario
from engine.players import random_answer
from scenarios import Scenario, position

FOLDER = Path(__file__).parent / "positions"
EACH: dict[Use, int] = {"measuring": 10, "tuning": 4}
"""Positions of each system."""

KEEN = 4.0
"""How strictly those who played so far kept to the menus."""

SOONEST, LATEST = 40, 240
"""Answers after which a battle is stopped, at the next rest at which somebody comes to command."""

EVEN = 35.0
"""How one side may stand at most: what is decided is played alike by everybody."""

NEAR = 0.6
"""Share of the points that lose a battle that a side has at most: who has more is beaten whatever anybody does."""

MOST = 60
"""Units in a battle at most: those of two armies in full take ten times as long to try."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A position in which a side comes to command."""

    name: str
    """"spqr-3"; "spqr-tuning-3" """
    system: str
    side: str
    """Who commands."""
    document: dict[str, Any]

    def read(self) -> tuple[Scenario, Any]:
        """The battle, and the state."""
        return position.read(json.loads(json.dumps(self.document)), self.name)


@cache
def positions(use: Use) -> tuple[Frozen, ...]:
    """All of a use: the first of each system, then the second of each, so that any share has some of all."""
    lines = (FOLDER / f"{use}.jsonl").read_text("utf-8").splitlines()
    return tuple(Frozen(**json.loads(line)) for line in lines)


@cache
def frozen(name: str) -> Frozen:
    """One by its name. Raises KeyError."""
    return {p.name: p for use in get_args(Use) for p in positions(use)}[name]


def drawn(system: str, use: Use) -> Iterator[Frozen]:
    """Positions of a system without end, from battles of players made of dice, each battle in turn."""
    keys = [i.key for i in scenarios.listing() if i.system == system]
    rng = random.Random(f"frozen {use} {system}")
    rng.shuffle(keys)
    battles = [b for b in map(scenarios.load, keys) if _small(b)]
    number = seed = 0
    while True:
        for battle in battles:
            seed += 1
            game = _stopped(battle, f"{use} {seed}", rng.randint(SOONEST, LATEST), rng.choice(battle.sides).id)
            if game is None:
                continue
            side = game.pending[0].side
            stands = standing(game, side)
            if abs(stands.worth) <= EVEN and stands.share <= NEAR:
                number += 1
                name = f"{system}-{number}" if use == "measuring" else f"{system}-{use}-{number}"
                document = position.write({"scenario": battle.key}, name, game.state.model_copy(deep=True))
                yield Frozen(name, system, side, document)


def _small(battle: Scenario) -> bool:
    return not isinstance(battle, HexScenario) or len(_system(battle).initial_state().units) <= MOST


def _system(battle: Scenario) -> Any:
    from engine.systems.registry import system_for

    return system_for(battle)


def _stopped(battle: Scenario, seed: str, answers: int, side: str) -> Game[Any] | None:
    """A battle played for so many answers, and on until a side comes to command from a rest; None: it ends first."""
    system, rng = _system(battle), random.Random(f"frozen {battle.key} {seed}")
    dice = SeededTrail(battle, rng.getrandbits(32))
    game: Game[Any] = Game.start(system, system.initial_state(), dice)
    given = 0
    while not game.over and given < 4 * LATEST:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        resting = given >= answers and game.restartable and len(game.pending) == 1
        if resting and decision.side == side and commands(decision):
            return game
        game.answer(decision.side, random_answer(decision, rng, KEEN), dice)
        dice.follow(game)
        given += 1
    return None


def write() -> None:
    """Make them all."""
    FOLDER.mkdir(exist_ok=True)
    for use in get_args(Use):
        made = {system: drawn(system, use) for system in scenarios.FORMATS}
        found = [next(each) for _ in range(EACH[use]) for each in made.values()]
        lines = (json.dumps(asdict(p), ensure_ascii=False, separators=(",", ":")) + "\n" for p in found)
        (FOLDER / f"{use}.jsonl").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    write()
