"""Words in pictures: every fixed one is said through a function that may translate it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.kernel.text import Text

Say: TypeAlias = Callable[[Text], str]
"""How a text is put into words; ``str`` says it in English."""


def listed(parts: Sequence[str], say: Say = str) -> str:
    """Things one after the other, as a sentence has them.

    >>> listed(["0101", "0102", "0103"])
    '0101, 0102 and 0103'
    """
    if len(parts) < 2:
        return "".join(parts)
    return say(Text("{list} and {last}", list=", ".join(parts[:-1]), last=parts[-1]))


def words(value: Text | str, say: Say) -> str:
    """A value in the reader's words: a name as their language has it, a number as it is."""
    return say(Text("{value}", value=value))
