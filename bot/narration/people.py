"""How people are named in messages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from engine.kernel.text import Text


def person(user: int | None, words: TextCatalogue, gone: Mapping[int, str] | None = None) -> str:
    """A mention; somebody whose data were deleted has a number below one.

    ``gone`` are last names of those who have left the server: a mention shows no more than their number.
    """
    if gone and user is not None and user in gone:
        return words.say(Text("{name} (has left)", name=escape(gone[user])))
    return f"<@{user}>" if user is not None and user > 0 else words.translate("a former player")
