"""A lesson as the page tells it: the step, what to do in it, how far it is, and where its first choice lies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.board.menus import written
from bot.board.position import Json
from bot.components.panel.asked import Asked
from bot.messages.battle_context import BattleContext
from bot.messages.lesson_step import WANTED, button_of, wanted
from bot.messages.publishing.lesson_card import REMARKS
from bot.service import Open, Service
from bot.service.lessons.lessons import lesson_named
from engine.kernel.decisions import Answer, Choose, Command, Decision, Menu, Pick
from engine.kernel.ideas import Idea
from engine.kernel.text import Text
from engine.systems import registry
from scenarios.lessons import Step, offered

DEPTH, MOST = 5, 3000
"""Menus below one another in which the way to an order is looked for, and choices looked at."""

IN_CHAT = ("ress {orders}, then ", "ress ")
"""In the chat a button opens the orders; on the page they lie open, and nothing has to be pressed first."""


async def lesson(here: BattleContext, service: Service) -> Json | None:
    """The lesson as its learner is told it; None in any other battle, and for anybody else."""
    battle = here.battle
    if not battle.is_lesson or battle.creator != here.user:
        return None
    found = lesson_named(battle.row.scenario_key.partition("/")[0])
    progress = await service.lessons.progress(battle.id)
    at, most = progress.step, len(found.steps)
    common: Json = {"system": found.system, "game": registry.title(found.system), "step": at, "most": most}
    if battle.status != "running":
        through = at >= most
        text = here.word(found.closing) if through else here.ended
        games = [x.system for x in offered() if x.system != found.system]
        others = [{"system": x, "title": registry.title(x)} for x in games]
        return {**common, "over": True, "through": through, "text": text, "next": found.next, "others": others}
    step = found.steps[min(at, most - 1)]
    question = here.mine
    said = step.then.get(question.decision.kind, step.text) if question is not None else step.text
    first = _first(here, question, step, said) if question is not None else None
    if first is not None and first["done"] and WANTED in said:
        said = "Now press {done}."
    named = _names(here, question)
    if first is not None:
        named["wanted"] = f"**{first['label']}**"
    return {
        **common,
        "over": False,
        "title": here.word(step.title),
        "opening": here.word(found.opening) if at == 0 and progress.remark != "hint" else "",
        "remark": here.say(REMARKS[progress.remark]) if progress.remark in REMARKS else "",
        "text": _said(here, said, named),
        "hint": _said(here, step.hint, named) if progress.remark == "hint" else "",
        "wanted": first,
    }


def _said(here: BattleContext, template: str, named: dict[str, str]) -> str:
    return here.say(Text(template.replace(*IN_CHAT), **named))


def _names(here: BattleContext, question: Open | None) -> dict[str, str]:
    """What a lesson's text names in braces, as the page has it."""
    decision = question.decision if question is not None else None
    done = decision.done if isinstance(decision, Command) else None
    label = here.say(done.label) if done is not None else here.word("Carry out")
    orders = here.word("a unit that glows")
    return {"orders": orders, "done": f"**{label}**", "write": here.word("Your orders"), "wanted": "…"}


def _first(here: BattleContext, question: Open, step: Step, said: str) -> Json | None:
    """What the step wants done now: as a button reads, as an order, and where it stands in the menus."""
    about = Asked(here.game, question.decision, here.own_table, here.catalogue)
    done = question.decision.done if isinstance(question.decision, Command) else None
    if done is not None and done.answer is not None and "{done}" in said and WANTED not in said:
        idea = Idea("done", done.label, done.answer)
    else:
        idea = wanted(about, step)
    if idea is None:
        return None
    way = _way(question.decision, idea.answer, idea.unit or "")
    return {
        "label": here.say(idea.label) if idea.kind == "done" else button_of(about, idea),
        "order": written(here, idea.answer),
        "path": ".".join(map(str, way or ())),
        "done": idea.kind == "done",
    }


def _way(decision: Decision, answer: Answer, unit: str) -> tuple[int, ...] | None:
    """The path in the menus that leads to an answer; None where none is found."""
    if not isinstance(decision, Choose | Command):
        return None
    leaves = islice(_leaves(decision.menu, unit, ()), MOST)
    return next((path for path, found in leaves if found == answer), None)


def _leaves(menu: Menu, unit: str, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Answer]]:
    for n, c in enumerate(menu):
        if not path and unit and c.unit != unit:
            continue
        if c.menu is None:
            yield (*path, n), c.answer or Pick(key=c.key)
        elif len(path) < DEPTH:
            yield from _leaves(c.menu(), unit, (*path, n))
