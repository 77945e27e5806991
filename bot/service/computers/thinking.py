"""What is sent to the process that thinks, and what comes back."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.service.sessions.kept import keep
from engine.computer.levels import LEVEL, LevelName
from engine.computer.planner import Memory
from engine.computer.player import Player
from engine.kernel.answers import is_order
from engine.kernel.decisions import Answer, Command
from engine.kernel.game import Checkpoint, Game
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.systems import registry

SYSTEMS = 8
"""Rule systems bound to a scenario a process keeps."""

_systems: OrderedDict[str, System[Any]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Job:
    """One question to a computer player, with all it takes to think about it."""

    battle: str
    token: int
    """Of the question."""
    side: str
    level: LevelName
    seed: str
    """Of its own dice; nothing the battle's dice are made of goes into it."""
    scenario: str
    """The battle's document, JSON."""
    journal: tuple[Entry, ...]
    """The end of the journal, from the entry of the checkpoint on."""
    checkpoint: Checkpoint | None
    memory: Memory
    spent: float = 0.0
    """Seconds of CPU it has spent on the activation of its memory."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What came of it."""

    answer: Answer
    memory: Memory
    value: float | None
    spent: float
    """Seconds of CPU it has spent on the activation of its memory, this question included."""
    order: str = ""
    """What it orders, as it is written; "" where the question asks for no order, or for a secret one."""
    kept: tuple[str, ...] = ()
    """Units that could be ordered, and that it doesn't mean to order any more."""
    gains: Mapping[str, float] = field(default_factory=dict[str, float])
    """By how much each part of the judgement changes where its plan ends; empty where it hasn't thought."""


def think(job: Job) -> Thinking:
    """Think about a question; to be called in a process of its own.

    It spends about as much CPU on an activation as its level may: no plan is begun after that.
    """
    game = resumed(job)
    player = Player(game, job.side, job.level, job.seed, job.memory)
    before = job.spent if player.activation() == job.memory.activation else 0.0
    limit = LEVEL[job.level].cpu - before
    began = time.process_time()  # reading the battle isn't thinking
    found = player.think(lambda: time.process_time() - began > limit)
    spent = before + time.process_time() - began
    decision = game.decision_for(job.side)
    thinking = Thinking(found.answer, player.memory, found.value, spent)
    if not isinstance(decision, Command) or decision.secret:
        return thinking
    planned = [found.answer, *(s.answer for s in found.plan if is_order(s.answer.do))]
    orders = [str(game.system.write(a)) for a in planned]
    return replace(thinking, order=orders[0], kept=kept_by(decision, orders), gains=_gains(game, job.side, found.parts))


def _gains(game: Game[Any], side: str, parts: Mapping[str, float]) -> dict[str, float]:
    if not parts:
        return {}
    state = game.system.known(game.state.model_copy(deep=True), (side,))
    now = game.system.judge(game.system.context(state), side)
    return {name: value - now.get(name, 0.0) for name, value in parts.items()}


def kept_by(decision: Command, orders: Sequence[str]) -> tuple[str, ...]:
    """Units that can be ordered now and that no order names."""
    named = {word for order in orders for word in order.replace(",", " ").split()}
    # No order names what has no code ("byzantine-fleet@46"), so that nobody can say that it was kept back.
    units = (c.unit for c in decision.menu if c.unit is not None and "@" not in c.unit)
    return tuple(dict.fromkeys(u for u in units if u not in named))


def resumed(job: Job) -> Game[Any]:
    """The battle a job is about, where it stands."""
    return Game[Any].resume(bound(job.scenario), job.journal, job.checkpoint)


def bound(scenario: str) -> System[Any]:
    """The rules of a battle by its document, JSON."""
    system = _systems.get(scenario)
    if system is None:
        system = keep(_systems, scenario, registry.system_for(json.loads(scenario)), SYSTEMS)
    return system
