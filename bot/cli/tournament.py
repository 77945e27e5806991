"""``hexarch tournament``: levels of computer players against one another, sides exchanged in pairs."""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.cli.battles import scenario
from bot.cli.common import OK, BadInput, show_json
from bot.cli.seeded import SeededTrail
from engine.computer.levels import LEVEL, LevelName
from engine.computer.planner import Thought
from engine.computer.player import Player
from engine.kernel.decisions import Command, Decision
from engine.kernel.game import Game
from scenarios import Scenario, ScenarioError
from scenarios.mirrored import mirrored

Z = 1.959964
"""Standard deviations either side of the mean that hold 95 %."""

DRAWN = 5.0
"""Worth of a position, for its better side, below which a battle that was broken off is drawn."""


Counts: TypeAlias = tuple[tuple[str, float], ...]
"""Parts of the judgement, each with its factor (:attr:`engine.computer.levels.Level.counts`)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One battle of a tournament."""

    battle: str
    seats: tuple[LevelName, LevelName]
    """Level of each side, in the battle's order."""
    seed: int
    """Of its dice; both battles of a pair have the same."""
    turns: int
    answers: int
    mirrored: str | None = None
    """The side whose army both lead, on open ground; None: the battle as it is."""
    clock: bool = False
    """Hold levels to their CPU, as the bot does: what they do then hangs on the machine."""
    counts: tuple[Counts, Counts] = ((), ())
    """How much more or less parts of the judgement count for each side's player."""


@dataclass(slots=True)
class Result:
    """What came of it."""

    setting: Setting
    winner: int | None = None
    """Number of the winning side; None for a draw."""
    worth: float = 0.0
    """How it stood at the end for the first side."""
    judged: bool = False
    """Broken off at the limit, and decided by how it stood."""
    outcome: str = ""
    turn: int = 0
    answers: int = 0
    thinking: dict[LevelName, list[float]] = field(default_factory=dict[LevelName, list[float]])
    """Seconds of CPU by activation in which a side gave orders, by level."""
    trouble: str = ""
    """An exception, or an answer that was refused; "" where all went well."""


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 %, by Wilson's score.

    >>> [round(x, 3) for x in wilson(34, 40)]
    [0.709, 0.929]
    """
    if not n:
        return 0.0, 1.0
    p, zz = wins / n, Z * Z
    middle, spread = p + zz / (2 * n), Z * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + zz / n)), min(1.0, (middle + spread) / (1 + zz / n))


@dataclass(slots=True)
class _Activation:
    """What a side has thought since another one commanded."""

    number: int | None = None
    spent: float = 0.0
    """Seconds of CPU."""
    commanded: bool = False
    """It has given orders itself; else it only answered to those of others."""

    def close(self, times: list[float]) -> None:
        if self.commanded:
            times.append(self.spent)


class _Clock:
    """Holds a player to the CPU its level may spend on an activation, as the bot does."""

    def __init__(self, player: Player, limit: float) -> None:
        self._player = player
        self._limit = limit
        self._activation: int | None = None
        self._spent = 0.0

    def think(self) -> Thought:
        activation, began = self._player.activation(), time.process_time()
        before = self._spent if activation == self._activation else 0.0
        found = self._player.think(lambda: before + time.process_time() - began > self._limit)
        self._activation, self._spent = activation, before + time.process_time() - began
        return found


Watch: TypeAlias = Callable[[Game[Any], Decision], LevelName | None]
"""Sees every question before it is answered; the level it names takes the seat of the side that is asked."""


def play(setting: Setting, watch: Watch = lambda game, decision: None) -> Result:
    """One battle between computer players. Deterministic for its setting, but for the CPU it took."""
    from engine.systems.registry import initial_state, system_for

    battle = fought(setting.battle, setting.mirrored)
    system = system_for(battle)
    dice = SeededTrail(battle, setting.seed)
    game: Game[Any] = Game.start(system, initial_state(system), dice, {"battle": battle.key})
    sides = [s.id for s in battle.sides]
    levels = [replace(LEVEL[x], counts=dict(c)) for x, c in zip(setting.seats, setting.counts, strict=True)]
    players = {s: Player(game, s, x, f"tournament {setting.seed}") for s, x in zip(sides, levels, strict=True)}
    seats = dict(zip(sides, setting.seats, strict=True))
    result = Result(setting, thinking={level: [] for level in setting.seats})
    clocks = {s: _Clock(p, x.cpu) for (s, p), x in zip(players.items(), levels, strict=True)}
    activations = {s: _Activation() for s in sides}
    while not game.over and game.state.turn <= setting.turns and result.answers < setting.answers:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        side = decision.side
        if (relief := watch(game, decision)) is not None:
            players[side] = Player(game, side, relief, f"tournament {setting.seed} relief")
            clocks[side] = _Clock(players[side], LEVEL[relief].cpu)
            result.thinking.setdefault(relief, [])
            seats[side] = relief
        if (now := players[side].activation()) != activations[side].number:
            activations[side].close(result.thinking[seats[side]])
            activations[side] = _Activation(now)
        began = time.process_time()
        try:
            answer = (clocks[side].think() if setting.clock else players[side].think()).answer
            activations[side].spent += time.process_time() - began
            activations[side].commanded |= isinstance(decision, Command)
            game.answer(side, answer, dice)
        except Exception as e:
            result.trouble = f"answer {result.answers + 1}, {decision.kind} of {side}: {type(e).__name__}: {e}"
            return result
        result.answers += 1
        dice.follow(game)
    for side in sides:
        activations[side].close(result.thinking[seats[side]])
    result.turn = game.state.turn
    result.worth = sum(v for k, v in system.judge(game.context, sides[0]).items() if k != "ground")
    if game.over:
        result.outcome = game.state.outcome or ""
        result.winner = sides.index(game.state.winner) if game.state.winner else None
    else:
        result.judged = True
        result.winner = None if abs(result.worth) < DRAWN else 0 if result.worth > 0 else 1
        result.outcome = f"broken off: it stands at {result.worth:+.0f} for the {battle.sides[0].name}"
    return result


def _numbered(work: tuple[int, Setting]) -> tuple[int, Result]:
    return work[0], play(work[1])


def fought(name: str, side: str | None) -> Scenario:
    """The battle of a tournament. Raises BadInput where there is none, or it can't be mirrored."""
    try:
        return scenario(name) if side is None else mirrored(scenario(name), side)
    except ScenarioError as e:
        raise BadInput(str(e)) from e


def settings(
    battle: str,
    between: tuple[LevelName, LevelName],
    pairs: int,
    seed: int,
    turns: int,
    answers: int,
    side: str | None = None,
    clock: bool = False,
) -> Iterator[Setting]:
    """The battles of a tournament: of each pair the second has the sides exchanged."""
    one, other = between
    for n in range(pairs):
        yield Setting(battle, (one, other), seed + n, turns, answers, side, clock)
        yield Setting(battle, (other, one), seed + n, turns, answers, side, clock)


def call(args: argparse.Namespace) -> int:
    name = args.scenario if args.scenario.endswith(".json") else scenario(args.scenario).key
    one, other = args.between
    title = fought(name, args.mirrored).title
    work = list(
        settings(name, (one, other), args.pairs, args.seed, args.turns, args.answers, args.mirrored, args.clock)
    )
    results: list[Result | None] = [None] * len(work)
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=8) as pool:
        for n, result in pool.imap_unordered(_numbered, list(enumerate(work)), chunksize=1):
            results[n] = result
            if not args.json:
                print(_line(n, result), flush=True)
    found = [r for r in results if r is not None]
    summary = summed(found, (one, other))
    if args.json:
        show_json(summary)
    else:
        print(_told(title, summary))
    return 1 if summary["trouble"] else OK


def summed(results: Sequence[Result], between: tuple[LevelName, LevelName]) -> dict[str, Any]:
    """The tournament in numbers, for the first of the two levels; battles come in pairs, in order."""
    one, other = between
    scores = [(n % 2, r) for n, r in enumerate(results)]
    sound = [(seat, r) for seat, r in scores if not r.trouble]
    won = sum(r.winner == seat for seat, r in sound)
    drawn = sum(r.winner is None for _, r in sound)
    points = won + drawn / 2
    low, high = wilson(points, len(sound))
    cpu: dict[str, dict[str, float]] = {}
    for level in dict.fromkeys((one, other)):
        times = sorted(t for _, r in sound for t in r.thinking.get(level, []))
        if times:
            cpu[level] = {
                "activations": len(times),
                "median": round(statistics.median(times), 3),
                "p99": round(times[min(len(times) - 1, int(0.99 * len(times)))], 3),
                "most": round(times[-1], 3),
                "sum": round(sum(times), 1),
            }
    return {
        "between": [one, other],
        "battles": len(results),
        "won": won,
        "drawn": drawn,
        "lost": len(sound) - won - drawn,
        "by_side": [sum(r.winner == seat for s, r in sound if s == seat) for seat in (0, 1)],
        "first_side_won": sum(r.winner == 0 for _, r in sound),
        "judged": sum(r.judged for _, r in sound),
        "pairs": _pairs(results),
        "share": round(points / len(sound), 3) if sound else None,
        "interval": [round(low, 3), round(high, 3)],
        "cpu": cpu,
        "trouble": [f"seed {r.setting.seed}: {r.trouble}" for _, r in scores if r.trouble],
    }


def _pairs(results: Sequence[Result]) -> dict[str, Any]:
    """Pairs in which the first level did better with the same side than the other one, by how both battles ended.

    What tells of levels where one side wins whoever leads it.
    """
    both = [(a, b) for a, b in zip(results[::2], results[1::2], strict=False) if not a.trouble and not b.trouble]
    won, even = sum(a.worth > b.worth for a, b in both), sum(a.worth == b.worth for a, b in both)
    low, high = wilson(won + even / 2, len(both))
    return {"won": won, "even": even, "lost": len(both) - won - even, "interval": [round(low, 3), round(high, 3)]}


def _line(n: int, r: Result) -> str:
    seats = " against ".join(r.setting.seats)
    who = r.trouble or ("drawn" if r.winner is None else f"the {r.setting.seats[r.winner]} wins")
    return f"seed {r.setting.seed}, {seats}: {who} (turn {r.turn}, {r.answers} answers) {r.outcome}"


def _told(title: str, s: dict[str, Any]) -> str:
    one, other = s["between"]
    low, high = s["interval"]
    pairs = s["pairs"]
    lines = [
        f"{title}: {one} against {other}, {s['battles']} battles: {s['won']} won, {s['drawn']} drawn, {s['lost']} lost",
        f"  {100 * (s['share'] or 0):.0f} % (95 % interval {100 * low:.0f} to {100 * high:.0f} %); as the first side "
        f"{s['by_side'][0]}, as the second {s['by_side'][1]}; the first side won {s['first_side_won']}; "
        f"{s['judged']} judged at the limit",
        f"  with the same side of a pair it did better {pairs['won']} times, as well {pairs['even']} times, worse "
        f"{pairs['lost']} times (95 % interval {100 * pairs['interval'][0]:.0f} to {100 * pairs['interval'][1]:.0f} %)",
    ]
    for level, t in s["cpu"].items():
        lines.append(
            f"  {level}: CPU an activation: median {t['median']} s, 99th percentile {t['p99']} s, most {t['most']} s"
        )
    return "\n".join([*lines, *(f"TROUBLE {x}" for x in s["trouble"])])
