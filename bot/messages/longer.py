"""Answers that count for more than this once, as the buttons of a question offer them, by name."""

from __future__ import annotations

from dataclasses import dataclass

from bot.components import decision as forms
from bot.messages.battle_context import BattleContext
from bot.service import Open
from engine.kernel.decisions import Answer
from engine.kernel.text import refuse


@dataclass(frozen=True, slots=True)
class Longer:
    """One of them: a button's verb and argument, and its words."""

    verb: str
    argument: str
    label: str

    @property
    def key(self) -> str:
        return f"{self.verb} {self.argument}"


def offered(here: BattleContext, question: Open) -> list[Longer]:
    """All that are offered with a question."""
    found = forms.for_longer(question.decision, span=here.own_table.span)
    return [Longer(verb, argument, here.say(label)) for verb, argument, label in found]


def named(here: BattleContext, question: Open, key: str) -> tuple[Longer, Answer]:
    """The one of this key, and what it answers now. Raises Refusal where it isn't offered (any more)."""
    found = next((x for x in offered(here, question) if x.key == key), None)
    if found is None:
        refuse("That choice isn't offered (any more).", rule=question.decision.rule)
    return found, forms.read(question.decision, found.verb, found.argument, ())
