"""Orders as written: a statement is a short list of tokens, the same for every system.

Text becomes statements and statements text in :mod:`bot.notation`; a rule system makes answers of them and back.
``HC3 > 2206 2405 @E`` is ``Word("HC3"), Sign(">"), HexRef(2206), HexRef(2405), Face(Facing.E)``.
"""

from __future__ import annotations

from dataclasses import dataclass
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

    def __str__(self) -> str:
        return f"@{self.facing.name}"


@dataclass(frozen=True, slots=True)
class Number:
    """A signed number, always written with its sign: "+2"."""

    value: int

    def __str__(self) -> str:
        return f"{self.value:+d}"


@dataclass(frozen=True, slots=True)
class Sign:
    """``>`` moves, ``x`` fires or attacks, ``&`` takes along, ``<>`` has two change places."""

    sign: Literal[">", "x", "&", "<>"]

    def __str__(self) -> str:
        return self.sign


Token: TypeAlias = Word | HexRef | Face | Number | Sign


@dataclass(frozen=True, slots=True)
class Statement:
    """One order or answer as written."""

    tokens: tuple[Token, ...]

    def __str__(self) -> str:
        """The canonical text; parsing it gives this statement again."""
        return " ".join(str(t) for t in self.tokens)
