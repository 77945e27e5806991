"""The menus of a question as the page walks them: what may be chosen, where it lies, and what it comes to as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.board.position import Json
from bot.components import risks
from bot.components.panel.place import Place
from bot.components.panel.walk import Step, opened_beside, settle, walk
from bot.messages.battle_context import BattleContext
from bot.service import Open
from engine.kernel.decisions import Answer, Choice, ChooseEach, Command, Decision, Pick, Picks
from engine.kernel.text import refuse

STEPS, PATH = 60, 240
"""Steps of the longest path, and its characters: a whole form is filled in on one."""


def path_of(text: str) -> tuple[int, ...]:
    """Positions in the menus: "3.0.12". Raises Refusal for anything else."""
    parts = text.split(".") if text else []
    if len(text) > PATH or len(parts) > STEPS or not all(p.isascii() and p.isdecimal() for p in parts):
        refuse("That choice isn't offered (any more).")
    return tuple(int(p) for p in parts)


def menu(here: BattleContext, question: Open, path: tuple[int, ...]) -> Json:
    """The choices at a path, or, where it leads to an order, that order as it is written. Raises Refusal."""
    decision = question.decision
    if isinstance(decision, ChooseEach):
        if path:
            refuse("That choice isn't offered (any more).", rule=decision.rule)
        return {
            "items": [
                {
                    "key": item.key,
                    "label": here.say(item.label),
                    "default": item.default_key,
                    "choices": _choices(here, item.choices),
                }
                for item in decision.items
            ]
        }
    step = walk(decision, path)
    taken = [here.say(c.label) for c in step.taken]
    if step.answer is not None:
        return {"path": _text(step.path), "back": _text(step.back), "taken": taken, "order": written(here, step.answer)}
    assert step.menu is not None
    # Where a unit can go is shown at once, beside what else it can do.
    beside = opened_beside(step.menu) if step.path else None
    return {
        "path": _text(step.path),
        "back": _text(step.back),
        "taken": taken,
        "unit": step.unit or "",
        "choices": _choices(here, step.menu),
        "beside": {"n": beside[0], "choices": _choices(here, beside[1])} if beside is not None else None,
        "done": decision.done.key if isinstance(decision, Command) and decision.done is not None else "",
        "likely": _likely(here, decision, step),
    }


def _likely(here: BattleContext, decision: Decision, step: Step) -> Json | None:
    """Of who goes somewhere and has but to face there: the likeliest facing, and the whole order with it."""
    settled = settle(decision, Place(step.path)) if isinstance(decision, Command) else step
    return (
        None if settled.answer is None else {"n": settled.path[len(step.path)], "order": written(here, settled.answer)}
    )


def written(here: BattleContext, answer: Answer) -> str:
    """An answer in the notation of orders."""
    if isinstance(answer, Picks):
        return "\n".join(f"{unit} {key}" for unit, key in answer.picks.items())
    return answer.key if isinstance(answer, Pick) else str(here.game.system.write(answer))


def _choices(here: BattleContext, menu: Iterable[Choice]) -> list[Json]:
    return [_choice(here, n, c) for n, c in enumerate(menu)]


def _choice(here: BattleContext, n: int, c: Choice) -> Json:
    board = here.own_table.board
    found: dict[str, Any] = {
        "n": n,
        "key": c.key,
        "label": here.say(c.label),
        "unit": c.unit or "",
        "at": board.code(c.hex) if c.hex is not None and c.hex in board else "",
        "other": board.code(c.other) if c.other is not None and c.other in board else "",
        # A way to face and nothing besides: who forms a column faces some way too, and chooses more than that.
        "facing": c.facing.name if c.facing is not None and c.key == c.facing.name else "",
        "mp": c.mp,
        "hits": c.hits,
        "chance": c.chance,
        "note": here.say(c.note) if c.note is not None else "",
        "risk": risks.told(c, here.say) if c.risk is not None else "",
        "leaf": c.menu is None,
    }
    return {k: v for k, v in found.items() if v not in ("", None) or k in ("label", "key")}


def _text(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path))
