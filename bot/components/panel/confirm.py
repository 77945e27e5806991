"""Asked once more: what can go wrong where the orders of more than one unit are at stake."""

from __future__ import annotations

from dataclasses import replace

from bot.components import risks
from bot.components.panel.asked import Asked
from bot.components.panel.page import Page, Press, Row, Words
from bot.components.panel.parts import short
from bot.components.panel.place import Place
from bot.language.plain import escape
from engine.kernel.decisions import Choice
from engine.kernel.ideas import Idea


def confirm(asked: Asked, what: Choice | Idea, verb: str, place: Place) -> Page:
    """The choice with its price, and the buttons to make it or not."""
    label = asked.say(what.label)
    lines = [f"**{escape(label)}**", escape(risks.told(what, asked.say))]
    if what.note is not None:
        lines.append(f"-# {escape(asked.say(what.note))}")
    return Page(
        (
            Words("\n".join(lines)),
            Row(
                (
                    Press(verb, str(replace(place, sure=True)), short(label), "danger"),
                    Press("back", str(Place(place.path[:-1])), asked.word("Leave it")),
                )
            ),
        )
    )
