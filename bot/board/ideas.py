"""What is worth ordering, a whole order each: what seems best now, or for one unit, as the panel has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.board.groups import several
from bot.board.menus import written
from bot.board.position import Json
from bot.components.panel.asked import Asked
from bot.components.panel.home import first_ideas, further_ideas
from bot.components.panel.parts import plain_remark
from bot.components.panel.together import best_at_once
from bot.messages.battle_context import BattleContext
from bot.service import Open
from engine.kernel.decisions import Command
from engine.kernel.ideas import Idea

EACH = 5
"""Ideas of one unit."""

Think = Callable[[Asked], Awaitable[Asked]]
"""Works out what a panel's first page shows, others having their turn in between."""


async def ideas(here: BattleContext, question: Open, unit: str, think: Think) -> Json:
    """For ``unit``, or with "" for all who can be ordered. None in a lesson, whose step says what to order."""
    decision = question.decision
    if not isinstance(decision, Command) or decision.sheet is not None or here.battle.is_lesson:
        return {"ideas": [], "more": [], "many": []}
    asked = Asked(here.game, decision, here.own_table, here.catalogue)
    if unit:
        able = any(c.unit == unit for _, c in asked.orderable)
        return {
            "ideas": [_told(asked, here, i) for i in asked.ideas(unit) if is_whole(i)][:EACH] if able else [],
            "more": [],
            "many": [],
        }
    asked.leave_following()
    await think(asked)
    return {
        "ideas": [_told(asked, here, i) for _, i in first_ideas(asked) if is_whole(i)],
        "more": [_told(asked, here, i) for _, _, more in further_ideas(asked) for i in more if is_whole(i)],
        "many": [several(here, idea, group.units, group.title) for group, idea in best_at_once(asked)],
    }


def is_whole(idea: Idea) -> bool:
    """Whether it is an order and nothing besides: what it answers to the questions after it can't be written so."""
    return not idea.then and idea.kind != "done"


def _told(asked: Asked, here: BattleContext, idea: Idea) -> Json:
    return {
        "unit": asked.called(idea.unit),
        "label": here.say(idea.label),
        "order": written(here, idea.answer),
        "said": plain_remark(asked, idea),
    }
