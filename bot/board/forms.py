"""Orders that are a whole form, as the page fills them in: the draft is the written order, which the page holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.board.position import Json
from bot.components.panel import form as pages
from bot.components.panel.asked import Asked
from bot.messages.battle_context import BattleContext
from bot.notation import parse
from bot.service import Open
from engine.kernel.decisions import Answer, Command
from engine.kernel.sheet import Change, Entry, Sheet
from engine.kernel.text import refuse


def form(here: BattleContext, question: Open, written: str, given: Mapping[str, Any]) -> Json:
    """The form filled in as the written order says ("": as proposed), after what ``given`` changes in it.

    ``given`` has one of ``change`` (an entry's key and a change's), ``amount`` (an entry's key and a number), ``tick``
    (an entry's key), ``whole`` (a change's key) or nothing. ``open`` is the entry whose places are to be listed.
    Raises Refusal for what isn't offered, and for a question without a form.
    """
    asked, sheet = _filled(here, question, written)
    draft = _changed(sheet, given)
    if draft is not None:
        asked = _asked(here, question, draft)
        sheet = _sheet(asked)
    opened = str(given.get("open", ""))
    why = pages.problem(asked)
    return {
        "order": asked.written,
        "sums": [here.say(s) for s in sheet.sums],
        "problem": why,
        "send": here.say(sheet.send),
        "ticks": here.say(sheet.ticks) if sheet.ticks is not None else "",
        "entries": [_entry(here, e, opened=e.key == opened) for e in sheet.entries],
        "wholes": _changes(here, sheet.wholes() if sheet.wholes is not None else ()),
    }


def _filled(here: BattleContext, question: Open, written: str) -> tuple[Asked, Sheet]:
    asked = _asked(here, question, None)
    if written.strip():
        game, decision = here.game, question.decision
        found = parse(written)
        if len(found) != 1:
            refuse("A form is one order: write it in one line.", rule=decision.rule)
        asked = _asked(here, question, game.system.read(game, decision, found[0]))
    return asked, _sheet(asked)


def _asked(here: BattleContext, question: Open, draft: Answer | None) -> Asked:
    return Asked(here.game, question.decision, here.own_table, here.catalogue, draft)


def _sheet(asked: Asked) -> Sheet:
    decision = asked.decision
    if not isinstance(decision, Command) or decision.sheet is None:
        refuse("That question has no form.", rule=decision.rule)
    try:
        sheet = asked.sheet
    except (AssertionError, TypeError, AttributeError):
        # What was written is an order of another kind.
        sheet = None
    if sheet is None:
        refuse("That isn't this form, filled in.", rule=decision.rule)
    return sheet


def _changed(sheet: Sheet, given: Mapping[str, Any]) -> Answer | None:
    match given:
        case {"change": [str(key), str(what)]}:
            return pages.changed(sheet, f"{key}~{what}", None)[0]
        case {"amount": [str(key), int(n)]} if 0 <= n < 1000:
            amount = pages.named(sheet, key).amount
            if amount is None:
                refuse("That choice isn't offered (any more).")
            return amount(n)
        case {"tick": str(key)}:
            entry = pages.named(sheet, key)
            if sheet.tick is None or entry.ticked is None:
                refuse("That choice isn't offered (any more).")
            return sheet.tick([e.key for e in sheet.entries if bool(e.ticked) != (e is entry)])
        case {"whole": str(key)}:
            return pages.whole(sheet, key)
        case {"change": _} | {"amount": _} | {"tick": _} | {"whole": _}:
            refuse("That choice isn't offered (any more).")
        case _:
            return None


def _entry(here: BattleContext, e: Entry, *, opened: bool) -> Json:
    board = here.own_table.board
    return {
        "key": e.key,
        "label": here.say(e.label),
        "value": here.say(e.value),
        "at": board.code(e.at) if e.at is not None and e.at in board else "",
        "ticked": e.ticked,
        "quiet": e.quiet,
        "amount": e.amount is not None,
        "steps": _changes(here, e.steps() if e.steps is not None and (opened or not e.quiet) else ()),
        "more": e.options is not None,
        "options": _changes(here, e.options() if e.options is not None and opened else ()),
    }


def _changes(here: BattleContext, found: Sequence[Change]) -> list[Json]:
    note = {c.key: here.say(c.note) for c in found if c.note is not None}
    return [{"key": c.key, "label": here.say(c.label), "note": note.get(c.key, "")} for c in found]
