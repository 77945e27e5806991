"""What happened, in words: events become lines, lines become dispatches, positions become the standing message.

Nothing here knows Discord or a rule. Sentences come from events (:meth:`engine.kernel.events.Event.text`) and pass
through a :class:`TextCatalogue`, so that a battle can be told in any language that has one.
"""

from __future__ import annotations

from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import escape, fit, titled
from bot.narration.dispatch import Dispatch
from bot.narration.lines import Aside, Line, Teller, tell

__all__ = ["ENGLISH", "Aside", "Dispatch", "Line", "Teller", "TextCatalogue", "escape", "fit", "tell", "titled"]
