"""[Explain 8.15]: what a case says that a refusal or an answer cites. The button's id holds all that is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot import rulebooks
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import escape
from engine.kernel.system import RuleText
from engine.kernel.text import Text

VERB = "explain"
TOKEN = "rule"
MOST = 5
"""Buttons in a row."""

_NUMBER = re.compile(r"\d|[A-Z]+-")
"""How numbers begin: 8.15, C-1, FK-1, T-MISSILE. What a chart is found by, table:doom, is none that anybody reads."""


def explanation(case: RuleText) -> str:
    """A case for a message: number, title, what it says. Charts, and most rules of a battle, have no numbers."""
    return f"**{escape(called(case))}**\n{escape(case.text)}"


def called(case: RuleText) -> str:
    """Its number, where it has one, and its title."""
    return f"{case.number} {case.title}" if _numbered(case) else case.title


def _numbered(case: RuleText) -> bool:
    return bool(_NUMBER.match(case.number))


def buttons(
    system: str, cases: Iterable[str], catalogue: TextCatalogue, own: Sequence[RuleText] = ()
) -> list[discord.ui.Button[Any]]:
    """A button for each of the cases there is help for, as many as fit in a row. ``own``: rules of the battle."""
    found: list[discord.ui.Button[Any]] = []
    for number in dict.fromkeys(c for c in cases if c):
        case = rulebooks.case(system, number, own, catalogue)
        if case is None or len(found) == MOST:
            continue
        name = case.number if _numbered(case) else case.title
        found.append(button(Ref(system, TOKEN, case.number), VERB, catalogue.say(Text("Explain {case}", case=name))))
    return found


def controls(
    system: str, cases: Iterable[str], catalogue: TextCatalogue, own: Sequence[RuleText] = ()
) -> discord.ui.View | None:
    """A view of nothing but these buttons; None when there is help for none of the cases."""
    found = buttons(system, cases, catalogue, own)
    return view(*found) if found else None


def asked(ref: Ref, own: Sequence[RuleText] = (), words: TextCatalogue = ENGLISH) -> RuleText | None:
    """The case a button asks for; None for what none of ours can have asked."""
    return rulebooks.case(ref.battle, ref.argument, own, words) if ref.token == TOKEN and ref.argument else None
