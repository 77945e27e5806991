"""Whose a battle is, which state of it, and under which licence, as far as its file says."""

from __future__ import annotations

from typing import Protocol

from bot.narration import escape
from engine.kernel.text import Text


class Credited(Protocol):
    """What has an author."""

    @property
    def version(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def licence(self) -> str: ...


def credits_of(work: Credited) -> list[Text]:
    """A text for each that is named."""
    found: list[Text] = []
    if work.version:
        found.append(Text("version {version}", version=escape(work.version)))
    if work.author:
        found.append(Text("by {author}", author=escape(work.author)))
    if work.licence:
        found.append(Text("licence: {licence}", licence=escape(work.licence)))
    return found
