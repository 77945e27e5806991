"""Who is meant: pieces by code, by name or by the hex they stand on, in orders as they are written.

A system's reader subclasses :class:`Reader`, says what pieces there are and who stands in a hex, and reads its own
orders from the tokens that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import ClassVar, Generic, NoReturn, Protocol, TypeVar

from engine.kernel.board import Board, Place, leading, place_called
from engine.kernel.closeness import closest, plain
from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.statement import Face, HexRef, Sign, Statement, Token, Word, clipped, echo
from engine.kernel.text import Text, refuse

TOO_EARLY = "The order stops too early."
"""What is said of a statement that ends where more is wanted."""

MOST_CANDIDATES = 5
"""Names an answer to an ambiguous one lists."""


class Piece(Protocol):
    """What has a name: a unit, a leader, a standard."""

    @property
    def id(self) -> str:
        """Its code."""
        ...

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def on_map(self) -> bool: ...


P = TypeVar("P", bound=Piece)
A = TypeVar("A", bound=Answer)


def titled(piece: Piece) -> Text:
    """Its code and its name; the code alone where it has no other name."""
    named = piece.name != piece.id
    return Text("{code} {name}", code=piece.id, name=piece.name) if named else Text("{code}", code=piece.id)


def exactly(pieces: Iterable[P], text: str) -> P | None:
    """The piece of that code, whichever side's and wherever it is; case doesn't count."""
    wanted = text.casefold()
    return next((p for p in pieces if p.id.casefold() == wanted), None)


def similar(pieces: Iterable[P], text: str, side: str | None = None) -> list[P]:
    """Pieces on the map, of one side if given, whose name contains the text; neither case nor spaces count."""
    wanted = text.casefold().replace(" ", "")
    if not any(c.isalnum() for c in wanted):
        return []
    return [p for p in _near(pieces, side) if wanted in p.name.casefold().replace(" ", "")]


def named(
    pieces: Sequence[P], text: str, side: str | None = None, *, unknown: str = "There is no unit or leader “{name}”."
) -> P:
    """The piece meant by a code or a part of a name.

    A code is found whoever's it is; a name among pieces on the map alone, those of ``side`` if given. Raises Refusal
    with the candidates where there are several or where a code comes close, and with the template ``unknown`` where
    nothing does.
    """
    piece = exactly(pieces, text)
    if piece is not None:
        return piece
    found = similar(pieces, text, side)
    if len(found) == 1:
        return found[0]
    if found:
        refuse("{name} could be {candidates}.", name=clipped(text), candidates=_listed(found))
    near = _near(pieces, side)
    close = closest(text, near, lambda p: f"{p.id}\n{p.name}") or _turned(text, near)
    close = close or [p for p in near if p.id.casefold().startswith(text.casefold()[:2])]
    if close:
        refuse("There is no {name}. Did you mean {candidates}?", name=clipped(text), candidates=_listed(close))
    refuse(unknown, name=clipped(text))


def _turned(text: str, pieces: Sequence[P]) -> list[P]:
    """Pieces whose code has the letters and digits of the text in another order: "TCH1" for THC1."""
    wanted = sorted(plain(text))
    return [p for p in pieces if wanted and sorted(plain(p.id)) == wanted]


def _near(pieces: Iterable[P], side: str | None) -> list[P]:
    return [p for p in pieces if (side is None or p.side == side) and p.on_map]


def _listed(pieces: Sequence[Piece]) -> str:
    return ", ".join(p.id for p in pieces[:MOST_CANDIDATES])


def meant(pieces: Sequence[P], token: Token, standing: Callable[[Hex], P | None]) -> P | None:
    """The piece whose code a token is, or who is ``standing`` in its hex; None for any other token."""
    if isinstance(token, HexRef):
        return standing(token.hex)
    return exactly(pieces, token.text) if isinstance(token, Word) else None


def side_of(pieces: Sequence[P], statement: Statement, standing: Callable[[Hex], P | None]) -> str | None:
    """Whose order a statement is: the side of the first piece it names, by code or hex, else by its name."""
    for token in statement.tokens:
        found = meant(pieces, token, standing)
        if found is not None:
            return found.side
    for token in statement.tokens:
        if isinstance(token, Word):
            near = {p.side for p in similar(pieces, token.text)}
            if len(near) == 1:
                return near.pop()
    return None


class Reader(Generic[P]):
    """Takes one statement apart, token by token, for the side that is asked."""

    unknown: ClassVar[str] = "There is no unit or leader “{name}”."
    """Template of the refusal of a name nobody has."""

    def __init__(self, side: str, statement: Statement) -> None:
        self.side = side
        self.tokens = list(statement.tokens)
        """What hasn't been read yet."""

    def pieces(self) -> Sequence[P]:
        """Everybody who may be named, on the map or not, those found first in front."""
        raise NotImplementedError

    def standing(self, h: Place, side: str | None) -> P | None:
        """Whom a place stands for: the top piece there, of one side if given; None when there is nobody."""
        raise NotImplementedError

    # -- tokens -------------------------------------------------------------------------------------------------

    def word(self) -> str | None:
        """The next token in lower case if it is a word, without taking it."""
        token = self.tokens[0] if self.tokens else None
        return token.text.casefold() if isinstance(token, Word) else None

    def take(self) -> Token:
        """The next token. Raises Refusal where none is left."""
        if not self.tokens:
            refuse(TOO_EARLY)
        return self.tokens.pop(0)

    def last(self, answer: A) -> A:
        """The answer, nothing being left to read. Raises Refusal where something is."""
        self.done()
        return answer

    def done(self) -> None:
        """Refuse whatever hasn't been read."""
        if self.tokens:
            refuse("I don't understand “{rest}” at the end of the order.", rest=echo(*self.tokens))

    def facing(self) -> Facing | None:
        """The facing, if one comes next: it is taken."""
        token = self.tokens[0] if self.tokens else None
        if isinstance(token, Face):
            self.tokens.pop(0)
            return token.facing
        return None

    # -- pieces -------------------------------------------------------------------------------------------------

    def piece(self, side: str | None) -> P:
        """The next token as a piece, by code, name or hex, or the next ones as the place it stands in.

        ``side`` narrows the choice. Raises Refusal.
        """
        ahead = self._place_ahead() if isinstance(self.tokens[0] if self.tokens else None, Word) else None
        if ahead is not None and exactly(self.pieces(), str(self.tokens[0])) is None:
            del self.tokens[: ahead[1]]
            found = self.standing(ahead[0], side)
            if found is None:
                self._refuse_hex(ahead[0], side)
            return found
        token = self.take()
        if isinstance(token, HexRef):
            found = self.standing(token.hex, side)
            if found is None:
                self._refuse_hex(token.hex, side)
            return found
        if isinstance(token, Sign):
            refuse("An order begins with who carries it out; before “{token}” nobody is named.", token=echo(token))
        if not isinstance(token, Word):
            refuse("{token} is no unit.", token=echo(token))
        return self.named(token.text, side)

    def _refuse_hex(self, h: Place, side: str | None) -> NoReturn:
        """Say why a place stands for nobody of that side."""
        board = self.board()
        said = show(h) if board is None else board.show(h)
        if not self.on_field(h):
            refuse("{hex} is not on the map.", hex=said)
        other = self.standing(h, None)
        if other is None:
            refuse("Nobody stands at {hex}.", hex=said)
        if side == self.side:
            refuse("At {hex} stands {unit}, the enemy's.", hex=said, unit=other.id)
        refuse("At {hex} stands {unit}, your own.", hex=said, unit=other.id)

    def on_field(self, h: Place) -> bool:
        """Whether there is such a place."""
        raise NotImplementedError

    # -- places ---------------------------------------------------------------------------------------------------

    def board(self) -> Board | None:
        """What is played on, where places have names; None where hexes are named by their numbers alone."""
        return None

    def at_place(self) -> Place | None:
        """The place that is named next, by as many words as belong to its name, without taking it; None for none."""
        found = self._place_ahead()
        return found[0] if found is not None else None

    def place(self, among: Iterable[Place] | None = None) -> Place:
        """The next tokens as a place: by its code, its whole name, or a part that no other has.

        ``among`` narrows down which may be meant by a part. Raises Refusal with candidates.
        """
        board, found = self.board(), self._place_ahead()
        assert board is not None, "a reader of places has a board"
        if found is not None:
            del self.tokens[: found[1]]
            if found[0] not in board:
                refuse("{place} is not on the map.", place=board.show(found[0]))
            return found[0]
        token = self.take()
        if not isinstance(token, HexRef | Word):
            refuse("{token} is no place.", token=echo(token))
        return place_called(board, str(token), among)

    def _place_ahead(self) -> tuple[Place, int] | None:
        board = self.board()
        words = [str(t) for t in takewhile(lambda t: isinstance(t, HexRef | Word), self.tokens)]
        return leading(board, words) if board is not None else None

    # -- pieces by name -------------------------------------------------------------------------------------------

    def named(self, text: str, side: str | None) -> P:
        """The piece of a code or name; see :func:`named`."""
        return named(self.pieces(), text, side, unknown=self.unknown)
