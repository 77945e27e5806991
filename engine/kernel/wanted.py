"""What somebody wrote as the answer to a question, taken apart: hexes, a facing, words.

>>> from engine.kernel.statement import Face, HexRef
>>> w = Wanted((HexRef(2404), HexRef(2405), Face(Facing.W)), "2404 2405 @w")
>>> w.hexes, w.facing.name, w.words
((2404, 2405), 'W', ())
>>> Wanted((Word("2405-W"),)).hexes
(2405,)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from engine.kernel.board import Board, Place, leading
from engine.kernel.hexes import Facing
from engine.kernel.statement import Face, HexRef, Sign, Token, Word, echo

_FILLERS = frozenset({"to", "at", "from", "by", "via", "into", "facing", "and", "the"})
"""Words of a sentence that decide nothing: "fire at LC5", "withdraw to 2405, facing W"."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted of one unit, or as the answer to one question."""

    tokens: tuple[Token, ...]
    typed: str = ""
    """The words as they were typed."""
    board: Board | None = None
    """Whose places may be named by words; None where only hexes are."""

    @property
    def shown(self) -> str:
        """The words for a sentence about them."""
        return self.typed or echo(*self.tokens)

    @cached_property
    def _parts(self) -> tuple[Place | Facing | str, ...]:
        return tuple(_parts(self.tokens, self.board))

    @cached_property
    def hexes(self) -> tuple[Place, ...]:
        """Hexes or other places named, in their order: a way, or the end of one."""
        return tuple(p for p in self._parts if isinstance(p, int) and not isinstance(p, Facing))

    @cached_property
    def facing(self) -> Facing | None:
        """The facing named last; None where none was."""
        return next((p for p in reversed(self._parts) if isinstance(p, Facing)), None)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Everything else that says something, in lower case."""
        return tuple(p for p in self._parts if isinstance(p, str))

    def as_typed(self, word: str) -> str:
        """One of :attr:`words` as it was typed."""
        return next((t.text for t in self.tokens if isinstance(t, Word) and t.text.casefold() == word), word)

    @cached_property
    def plain(self) -> str:
        """Without spaces and in lower case, as keys are compared: "hastati+velites" is one."""
        return "".join("+" if isinstance(t, Sign) and t.typed == "+" else str(t) for t in self.tokens).casefold()


def _parts(tokens: Sequence[Token], board: Board | None) -> Iterator[Place | Facing | str]:
    named = 0
    for n, token in enumerate(tokens):
        if n < named:
            continue
        if board is not None and isinstance(token, Word):
            words = [str(t) for t in takewhile(lambda t: isinstance(t, Word | HexRef), tokens[n:])]
            found = leading(board, words)
            if found is not None:
                yield found[0]
                named = n + found[1]
                continue
        match token:
            case HexRef():
                yield token.hex
            case Face():
                yield token.facing
            case Sign():
                continue
            case Word():
                yield from _word(token.text)
            case _:
                yield str(token)


def _word(text: str) -> Iterator[Place | Facing | str]:
    """A word; "2405-W" is a hex and a facing, as some choices are called."""
    pieces = text.split("-")
    if len(pieces) > 1 and any(_is_hex(p) for p in pieces):
        for p in pieces:
            yield from _word(p)
    elif _is_hex(text):
        yield int(text)
    elif text.upper() in Facing.__members__:
        yield Facing[text.upper()]
    elif text.casefold() not in _FILLERS:
        yield text.casefold()


def _is_hex(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit()
