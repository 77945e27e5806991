"""``hexarch tune``: how much the parts of a judgement should count, found by play between players who differ in them.

Simultaneous perturbation (Spall 1992): each round all factors are moved up or down at once by chance, the two players
that differ so play some pairs of battles, and the factors move towards whoever did better.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
from collections.abc import Callable, Sequence

from bot.cli.common import OK, BadInput, show_json
from bot.cli.measuring.contest import Counts, Result, Setting, fought, named, play, sound_pairs
from engine.computer.levels import LevelName

REACH = 0.35
"""How far factors are moved to be tried, as a logarithm: 1.4 times as much, and 0.7."""

STEP = 0.25
"""How far the first round moves them if one player wins everything, as a logarithm."""

FURTHEST = math.log(4)
"""Logarithm of the greatest factor, and of the least as much below."""


def factors(logs: dict[str, float]) -> Counts:
    return tuple((name, math.exp(x)) for name, x in logs.items())


def tuned(
    parts: Sequence[str],
    rounds: int,
    seed: int,
    score: Callable[[int, Counts, Counts], float],
    told: Callable[[int, dict[str, float], float], None] = lambda n, logs, share: None,
) -> dict[str, float]:
    """Factors by part, after so many rounds. The same seed and scores give the same.

    ``score`` plays the pairs of a round between two players and tells the first one's share of them, 0 to 1.

    >>> found = tuned(["a"], 40, 1, lambda n, one, other: float(one[0][1] > other[0][1]))
    >>> found["a"] > 1.5
    True
    """
    rng = random.Random(f"tune {seed}")
    logs = dict.fromkeys(parts, 0.0)
    for n in range(rounds):
        signs = {name: rng.choice((-1, 1)) for name in parts}
        one = {name: x + REACH * signs[name] for name, x in logs.items()}
        other = {name: x - REACH * signs[name] for name, x in logs.items()}
        share = score(n, factors(one), factors(other))
        step = STEP * (2 * share - 1) / (1 + n) ** 0.3
        logs = {name: max(-FURTHEST, min(FURTHEST, x + step * signs[name])) for name, x in logs.items()}
        told(n, logs, share)
    return {name: math.exp(x) for name, x in logs.items()}


def pair(battle: str, level: LevelName, seed: int, one: Counts, other: Counts, a: argparse.Namespace) -> list[Setting]:
    """The two battles of a pair, the sides exchanged."""
    seats = (level, level)
    both = ((one, other), (other, one))
    return [
        Setting(battle, seats, seed, a.turns, a.answers, a.mirrored, counts=counts, use="tuning") for counts in both
    ]


def share(results: Sequence[Result]) -> float:
    """Of pairs that went well, those in which the first player did better with the same side; even ones are halves."""
    both = sound_pairs(results)
    better = sum(1.0 if a.worth > b.worth else 0.5 if a.worth == b.worth else 0.0 for a, b in both)
    return better / len(both) if both else 0.5


def call(args: argparse.Namespace) -> int:
    name = named(args.scenario)
    known = _parts(name, args.mirrored)
    if unknown := [x for x in args.parts if x not in known]:
        raise BadInput(f"{', '.join(unknown)}: the judgement of this battle has {', '.join(known)}")
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=8) as pool:

        def score(n: int, one: Counts, other: Counts) -> float:
            seeds = range(args.seed + n * args.pairs, args.seed + (n + 1) * args.pairs)
            work = [s for seed in seeds for s in pair(name, args.level, seed, one, other, args)]
            return share(list(pool.imap(play, work, chunksize=1)))

        def told(n: int, logs: dict[str, float], won: float) -> None:
            if not args.json:
                line = ", ".join(f"{part} {factor:.2f}" for part, factor in factors(logs))
                print(f"round {n + 1}: {100 * won:.0f} % for who was moved up first; {line}", flush=True)

        found = tuned(args.parts, args.rounds, args.seed, score, told)
    if args.json:
        show_json({"battle": name, "level": args.level, "factors": {k: round(v, 3) for k, v in found.items()}})
    return OK


def _parts(name: str, side: str | None) -> list[str]:
    """The parts a battle's position is judged by."""
    from engine.systems.registry import initial_state, system_for

    battle = fought(name, side)
    system = system_for(battle)
    return list(system.judge(system.context(initial_state(system)), battle.sides[0].id))
