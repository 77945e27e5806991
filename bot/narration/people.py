"""How people are named in messages."""

from __future__ import annotations

from bot.narration.catalogue import TextCatalogue


def person(user: int | None, words: TextCatalogue) -> str:
    """A mention; somebody whose data were deleted has a number below one."""
    return f"<@{user}>" if user is not None and user > 0 else words.translate("a former player")
