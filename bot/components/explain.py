"""[Explain 8.15]: what a case says that a refusal or an answer cites. The button's id holds all that is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot import rulebooks
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.narration.catalogue import TextCatalogue
from bot.narration.plain import escape
from engine.kernel.text import Text

VERB = "explain"
TOKEN = "rule"
MOST = 5
"""Buttons in a row."""


def explanation(case: rulebooks.Case) -> str:
    """A case for a message: number, title, what it says."""
    return f"**{escape(case.number)} {escape(case.title)}**\n{escape(case.text)}"


def buttons(system: str, cases: Iterable[str], catalogue: TextCatalogue) -> list[discord.ui.Button[Any]]:
    """A button for each of the cases there is help for, as many as fit in a row."""
    known = [c for c in dict.fromkeys(cases) if c and rulebooks.case(system, c) is not None]
    return [button(Ref(system, TOKEN, c), VERB, catalogue.say(Text("Explain {case}", case=c))) for c in known[:MOST]]


def controls(system: str, cases: Iterable[str], catalogue: TextCatalogue) -> discord.ui.View | None:
    """A view of nothing but these buttons; None when there is help for none of the cases."""
    found = buttons(system, cases, catalogue)
    return view(*found) if found else None


def asked(ref: Ref) -> rulebooks.Case | None:
    """The case a button asks for; None for what none of ours can have asked."""
    return rulebooks.case(ref.battle, ref.argument) if ref.token == TOKEN and ref.argument else None
