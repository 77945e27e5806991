"""A battle between computer players, whole or in part: who sat where, how it stood, what it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from bot.cli.battles import scenario
from bot.cli.common import BadInput
from bot.cli.measuring.entrants import Entrant, entrant
from bot.cli.measuring.frozen import frozen
from bot.cli.measuring.keyed_dice import KeyedDice
from bot.cli.measuring.luck import luck
from bot.cli.measuring.scripted import Scripted
from bot.cli.measuring.seeds import Use
from engine.computer.levels import Level
from engine.computer.planner import Thought
from engine.computer.player import Player
from engine.kernel.decisions import Command, Decision
from engine.kernel.game import Game
from engine.kernel.system import System
from scenarios import Scenario, ScenarioError
from scenarios.mirrored import mirrored

DRAWN = 5.0
"""Worth of a position, for its better side, below which a battle that was broken off is drawn."""

WON = 150.0
"""What a battle that is over counts for at most, where worths are compared: it is judged at 1000, and one such would
drown all others."""

Counts: TypeAlias = tuple[tuple[str, float], ...]
"""Parts of the judgement, each with its factor (:attr:`engine.computer.levels.Level.counts`)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One battle."""

    battle: str
    """Its key, the path of its file, or the name of a frozen position (``frozen``)."""
    seats: tuple[str, str]
    """Who plays each side, in the battle's order (:func:`~bot.cli.measuring.entrants.entrant`)."""
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
    use: Use = "measuring"
    frozen: bool = False
    """It goes on from a frozen position."""
    activations: int | None = None
    """Activations after which it is broken off; None: only by turns or answers."""


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
    luck: float = 0.0
    """By how many rolls more than the second side the first did what it needed to, each less its chance."""
    thinking: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    """Seconds of CPU by activation in which a side gave orders, by who played it."""
    trouble: str = ""
    """An exception, or an answer that was refused; "" where all went well."""


class Seat(Protocol):
    """Whoever plays a side."""

    def activation(self) -> int: ...
    def think(self, late: Callable[[], bool] = ...) -> Thought: ...


def seated(game: Game[Any], side: str, who: Entrant, seed: str, counts: Counts = ()) -> Seat:
    """An entrant in its seat."""
    plays = who.plays
    if isinstance(plays, Level):
        return Player(game, side, replace(plays, counts=dict(counts)), seed)
    return Scripted(game, side, plays, seed)


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

    def __init__(self, seat: Seat, who: Entrant) -> None:
        self._seat = seat
        self._limit = who.plays.cpu if isinstance(who.plays, Level) else None
        self._activation: int | None = None
        self._spent = 0.0

    def think(self) -> Thought:
        if (limit := self._limit) is None:
            return self._seat.think()
        activation, began = self._seat.activation(), time.process_time()
        before = self._spent if activation == self._activation else 0.0
        found = self._seat.think(lambda: before + time.process_time() - began > limit)
        self._activation, self._spent = activation, before + time.process_time() - began
        return found


Watch: TypeAlias = Callable[[Game[Any], Decision], str | None]
"""Sees every question before it is answered; whom it names takes the seat of the side that is asked."""


def begun(setting: Setting) -> tuple[Scenario, System[Any], Any]:
    """The battle of a setting, its system, and where it begins."""
    from engine.systems.registry import initial_state, system_for

    if setting.frozen:
        battle, state = frozen(setting.battle).read()
        return battle, system_for(battle), state
    battle = fought(setting.battle, setting.mirrored)
    system = system_for(battle)
    return battle, system, initial_state(system)


def play(setting: Setting, watch: Watch = lambda game, decision: None) -> Result:
    """One battle between computer players. Deterministic for its setting, but for the CPU it took."""
    battle, system, state = begun(setting)
    seed = f"{setting.use} {setting.seed}"
    dice = KeyedDice(f"{battle.key} {seed}")
    game: Game[Any] = Game.start(system, state, dice, {"battle": battle.key})
    sides = [s.id for s in battle.sides]
    who = dict(zip(sides, map(entrant, setting.seats), strict=True))
    players = {s: seated(game, s, who[s], seed, c) for s, c in zip(sides, setting.counts, strict=True)}
    clocks = {s: _Clock(players[s], who[s]) for s in sides}
    result = Result(setting, thinking={name: [] for name in setting.seats})
    activations = {s: _Activation() for s in sides}
    commanded = 0
    while not game.over and game.state.turn <= setting.turns and result.answers < setting.answers:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        side = decision.side
        if (relief := watch(game, decision)) is not None:
            who[side] = entrant(relief)
            players[side] = seated(game, side, who[side], f"{seed} relief")
            clocks[side] = _Clock(players[side], who[side])
            result.thinking.setdefault(relief, [])
        if (now := players[side].activation()) != activations[side].number:
            activations[side].close(result.thinking[who[side].name])
            activations[side] = _Activation(now)
        if isinstance(decision, Command) and not activations[side].commanded:
            if commanded == setting.activations:
                break
            commanded += 1
            activations[side].commanded = True
        began = time.process_time()
        try:
            answer = (clocks[side].think() if setting.clock else players[side].think()).answer
            activations[side].spent += time.process_time() - began
            game.answer(side, answer, dice)
        except Exception as e:
            result.trouble = f"answer {result.answers + 1}, {decision.kind} of {side}: {type(e).__name__}: {e}"
            return result
        result.answers += 1
    for side in sides:
        activations[side].close(result.thinking[who[side].name])
    result.turn = game.state.turn
    result.worth = sum(v for k, v in system.judge(game.context, sides[0]).items() if k != "ground")
    result.luck = luck(game, sides[0], sides[1])
    if game.over:
        result.outcome = str(game.state.outcome or "")
        result.winner = sides.index(game.state.winner) if game.state.winner else None
    else:
        result.judged = True
        result.winner = None if abs(result.worth) < DRAWN else 0 if result.worth > 0 else 1
        result.outcome = f"broken off: it stands at {result.worth:+.0f} for the {battle.sides[0].name}"
    return result


def fought(name: str, side: str | None) -> Scenario:
    """The battle of a name. Raises BadInput where there is none, or it can't be mirrored."""
    try:
        return scenario(name) if side is None else mirrored(scenario(name), side)
    except ScenarioError as e:
        raise BadInput(str(e)) from e


def named(name: str) -> str:
    """What a battle somebody named is called in settings: its key, or the path of its file."""
    return name if name.endswith(".json") else scenario(name).key


def sound_pairs(results: Sequence[Result]) -> list[tuple[Result, Result]]:
    """Results in their pairs, those left out in which something went wrong."""
    both = zip(results[::2], results[1::2], strict=False)
    return [(a, b) for a, b in both if not a.trouble and not b.trouble]


def clipped(worth: float) -> float:
    """A worth that is compared with others: a battle won is no more than that."""
    return max(-WON, min(WON, worth))
