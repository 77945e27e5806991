"""Somebody who plays by pressing what is shown: what they have in mind, and how they get there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.components.ids import parse
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu, Pick, Picks
from engine.players import random_answer, weighted
from tests.bot.e2e.kit import Control, controls

KEEN = 4.0
"""How strictly they do what seems sensible (:func:`engine.players.random_answer`)."""
DEEPEST = 12


@dataclass(frozen=True)
class Order:
    """An order somebody has in mind."""

    path: tuple[int, ...]
    """Where it stands in the menus, as positions."""
    answer: Answer
    units: tuple[str, ...]


def in_mind(decision: Command, rng: random.Random, done: set[str]) -> Order | None:
    """The next order, for units that haven't had one; None where they let it be."""
    menu = decision.menu
    # Whoever is done isn't ordered again, and doing nothing comes last.
    for _ in range(20):
        path, answer, taken = _walk(menu, rng)
        if answer is None or answer == decision.default_answer:
            continue
        units = units_of(answer, taken)
        if not units or not done.isdisjoint(units):
            continue
        try:
            decision.check(answer)
        except Exception:
            continue
        return Order(path, answer, units)
    return None


def _walk(menu: Menu, rng: random.Random) -> tuple[tuple[int, ...], Answer | None, list[Choice]]:
    path: list[int] = []
    taken: list[Choice] = []
    while len(path) < DEEPEST and len(menu):
        choice = weighted(menu.choices, rng, KEEN)
        path.append(list(menu.choices).index(choice))
        taken.append(choice)
        if choice.menu is None:
            return tuple(path), choice.answer or Pick(key=choice.key), taken
        menu = choice.menu()
    return tuple(path), None, taken


def units_of(answer: Answer, taken: Sequence[Choice] = ()) -> tuple[str, ...]:
    """The units an order is for."""
    data = answer.model_dump(mode="json")
    for key in ("units", "unit"):
        found = data.get(key)
        if isinstance(found, str):
            return (found,)
        if isinstance(found, list) and found and all(isinstance(x, str) for x in found):
            return tuple(found)
    return tuple(c.unit for c in taken if c.unit is not None)[:1]


def answer_in_mind(decision: Decision, rng: random.Random) -> Answer:
    """What they answer to a question."""
    return random_answer(decision, rng, KEEN)


@dataclass(frozen=True)
class Press:
    """What to press next; ``value`` of a select."""

    custom_id: str
    value: str | None = None
    why: str = ""


def towards(panel: Any, goal: Sequence[int]) -> Press:
    """The next press in the panel on the way to a choice by its positions in the menus."""
    best: tuple[int, Press] | None = None
    here: tuple[int, ...] | None = None
    page: Control | None = None
    for c in controls(panel):
        where = parse(c.custom_id)
        assert where is not None
        if c.verb in ("go", "page", "type"):
            text = where[1].argument.partition("/")[0]
            here = tuple(int(x) for x in text.split(".")) if text else ()
        if c.verb == "page":
            page = c
    assert here is not None and tuple(goal[: len(here)]) == here, f"{goal} can't be reached from {here}"
    rest = tuple(goal[len(here) :])
    for c in controls(panel):
        for value, _ in c.options if c.verb == "go" else ():
            steps = tuple(int(x) for x in value.split("."))
            if rest[: len(steps)] == steps and (best is None or len(steps) > best[0]):
                best = len(steps), Press(c.custom_id, value, "choice")
    if best is not None:
        return best[1]
    assert page is not None, f"{goal} is not offered at {here}"
    return Press(page.custom_id, why="page")


def answering(message: Any, decision: Decision, answer: Answer) -> list[Press]:
    """The presses in a prompt that give an answer."""
    shown = controls(message)
    if isinstance(decision, Choose) and isinstance(answer, Pick):
        n = next(i for i, c in enumerate(decision.choices) if c.key == answer.key)
        for c in shown:
            where = parse(c.custom_id)
            if c.verb == "answer" and where is not None and where[1].argument == str(n):
                return [Press(c.custom_id, why="answer")]
            if c.verb == "select" and any(v == str(n) for v, _ in c.options):
                return [Press(c.custom_id, str(n), "answer")]
    if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        wanted = {u: k for u, k in decision.picked(answer)}
        idle = {i.key: i.idle_key for i in decision.items}
        if wanted == idle and (
            c := next((c for c in shown if c.verb == "alike" and c.custom_id.endswith(":none")), None)
        ):
            return [Press(c.custom_id, why="answer")]
        ticks = next((c for c in shown if c.verb == "tick"), None)
        if ticks is not None:
            values = [str(n) for n, i in enumerate(decision.items) if wanted[i.key] != idle[i.key]]
            return [Press(ticks.custom_id, ",".join(values), "answer")]
        presses = []
        for n, i in enumerate(decision.items):
            k = next((k for k, c in enumerate(i.choices) if c.key == wanted[i.key]), None)
            each = [c for c in shown if c.verb == "each" and c.custom_id.endswith(f":{n}")]
            if k is None or not each:
                return []
            if wanted[i.key] != idle[i.key]:
                presses.append(Press(each[0].custom_id, str(k), "answer"))
        done = next((c for c in shown if c.verb == "done"), None)
        return [*presses, Press(done.custom_id, why="answer")] if done is not None else []
    return []
