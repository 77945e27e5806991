"""Buttons that stand on every question: the map, taking back, asking the referee, help. Their answers are private."""

from __future__ import annotations

from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button
from bot.language.catalogue import TextCatalogue

MAP, UNDO, WHAT_IF, HELP = "map", "undo", "whatif", "help"
"""Verbs."""
CALL = "callref"
"""Verb of the button that calls a referee, below /help."""

ROW = 4


def tools(ref: Ref, catalogue: TextCatalogue, row: int = ROW) -> list[discord.ui.Item[Any]]:
    """The buttons. The token is that of the question they stand on; they stay good when it is answered."""
    where = Ref(ref.battle, ref.token)
    return [
        button(where, MAP, catalogue.translate("Map"), row=row),
        button(where, UNDO, catalogue.translate("Undo"), row=row),
        button(where, WHAT_IF, catalogue.translate("What if…"), row=row),
        button(where, HELP, catalogue.translate("Help"), row=row),
    ]
