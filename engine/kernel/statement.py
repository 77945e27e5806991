"""Orders as written: a statement is a short list of tokens, the same for every system.

Text becomes statements and statements text in :mod:`bot.notation`; a rule system makes answers of them and back.
``HC3 > 2206 2405 @E`` is ``Word("HC3"), Sign(">"), HexRef(2206), HexRef(2405), Face(Facing.E)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.kernel.hexes import Facing, Hex, show


@dataclass(frozen=True, slots=True)
class Word:
    """A unit, a leader, a verb; case as the player wrote it."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class HexRef:
    hex: Hex

    def __str__(self) -> str:
        return show(self.hex)


@dataclass(frozen=True, slots=True)
class Face:
    facing: Facing
    typed: str = field(default="", compare=False, repr=False)
    """As the player wrote it; "" where nobody did."""

    def __str__(self) -> str:
        return f"@{self.facing.name}"


@dataclass(frozen=True, slots=True)
class Number:
    """A signed number, always written with its sign: "+2"."""

    value: int
    typed: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.value:+d}"


@dataclass(frozen=True, slots=True)
class Sign:
    """``>`` moves, ``x`` fires or attacks, ``&`` takes along, ``<>`` has two change places."""

    sign: Literal[">", "x", "&", "<>"]
    typed: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return self.sign


Token: TypeAlias = Word | HexRef | Face | Number | Sign


@dataclass(frozen=True, slots=True)
class Statement:
    """One order or answer as written."""

    tokens: tuple[Token, ...]
    source: str = field(default="", compare=False, repr=False)
    """The text it was read from, for telling players what they wrote; "" where it was read from none."""
    line: int = field(default=0, compare=False, repr=False)
    """Line of the text it stood on, from 1; 0 where it was read from none."""

    def __str__(self) -> str:
        """The canonical text; parsing it gives this statement again."""
        return " ".join(str(t) for t in self.tokens)

    @property
    def typed(self) -> str:
        """The text as it was typed; parsing it gives this statement again."""
        return self.source or str(self)


LONGEST_ECHO = 48
"""Characters of what a player wrote that an answer to it repeats."""


def echo(*tokens: Token) -> str:
    """Tokens as they were typed, for a sentence about them."""
    return clipped(" ".join(getattr(t, "typed", "") or str(t) for t in tokens))


def clipped(text: str) -> str:
    """What a player wrote, cut where it is too long to be repeated.

    >>> clipped("  HC1 > 0506 "), len(clipped("x" * 1000))
    ('HC1 > 0506', 48)
    """
    text = text.strip()
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
