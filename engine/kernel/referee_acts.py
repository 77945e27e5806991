"""How a referee's acts are carried out: whom there is to act on, and what is looked at before and after.

An act changes what it says and nothing else: nobody fights, flees, checks or goes home because of it. Who would stand
where he can't, or in a state he can't be in, is refused with the case.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.kernel.board import Place as At
from engine.kernel.context import Context
from engine.kernel.events import Event
from engine.kernel.hexes import show
from engine.kernel.referee import ActKind, AnyRequest, MovePiece, Place, Remove, Setting, SetValue, Subject, label
from engine.kernel.text import Text, refuse


class Piece(Protocol):
    """Whom a referee may act on."""

    @property
    def id(self) -> str: ...


class Values(Protocol):
    """The module of a system that says which values there are to set."""

    def of_piece(self, g: Any, piece: Any, /) -> Sequence[Setting]:
        """What can be set of a piece that is on the map."""
        ...

    def of_side(self, g: Any, side: str, /) -> Sequence[Setting]: ...

    def put(self, g: Any, name: str, key: str, value: str, /) -> None:
        """Emit what sets a value, one of those above."""
        ...


G = TypeVar("G", bound=Context[Any])
P = TypeVar("P", bound=Piece)


class Referee(ABC, Generic[G, P]):
    """The acts of one system. ``g``: the position to act on, for :meth:`events` a copy."""

    values: ClassVar[Values]
    unknown: ClassVar[str] = "There is no unit or leader {name}."
    placed: ClassVar[str] = "{piece} stands at {place}; it can be moved."

    def __init__(self, g: G) -> None:
        self.g = g

    def kinds(self) -> list[ActKind]:
        """What a referee may do now, and to whom."""
        if self.g.state.phase == "over":
            return []
        pieces = list(self.pieces())
        here = [self._subject(p) for p in pieces if self.at(p) is not None]
        away = [self._subject(p) for p in pieces if self.at(p) is None and not self.waits(p)]
        sides = [
            Subject(s, Text("{name} (the whole side)", name=name), lambda s=s: self.values.of_side(self.g, s))
            for s, name in self.sides().items()
        ]
        valued = [self._subject(p) for p in pieces if self.at(p) is not None and self.has_values(p)]
        return [
            ActKind("move", here),
            ActKind("set", [*sides, *valued, *self.others()]),
            ActKind("remove", here),
            ActKind("place", away),
        ]

    def events(self, request: AnyRequest) -> list[Event]:
        """The events of an act, which have been applied.

        Raises Refusal when the act does, and where it breaks what was sound before.
        """
        self.check()
        before = self.broken()
        match request:
            case MovePiece():
                self.move(request, *self.on_map(request.piece))
            case SetValue():
                self._set(request)
            case Remove():
                self.remove(request, *self.on_map(request.piece))
            case Place():
                self.place(request, self._off_map(request.piece))
        for wrong in self.broken():
            if wrong not in before:
                refuse("That can't be: {why}.", why=wrong)
        done, self.g.log = self.g.log, []
        return done

    # -- what a system says -----------------------------------------------------------------------------------------

    def check(self) -> None:
        """Refuse any act as things stand."""
        if self.g.state.phase == "over":
            refuse("The battle is over.")

    @abstractmethod
    def broken(self) -> Sequence[str]:
        """What is wrong with the position as it stands."""

    @abstractmethod
    def pieces(self) -> Iterable[P]:
        """Everybody there is to act on."""

    @abstractmethod
    def at(self, piece: P) -> At | None:
        """Where it stands; None where it isn't on the map."""

    @abstractmethod
    def name(self, piece: P) -> str:
        """What players call it."""

    def where(self, at: At) -> str:
        """What they call a place."""
        return show(at)

    def waits(self, piece: P) -> bool:
        """Whether a rule is still to bring it on."""
        return False

    @abstractmethod
    def sides(self) -> Mapping[str, str]:
        """What each side is called, by id."""

    def others(self) -> Sequence[Subject]:
        """What else has values to be set."""
        return ()

    def has_values(self, piece: P) -> bool:
        """Whether there may be something to set of it."""
        return True

    @abstractmethod
    def move(self, request: MovePiece, piece: P, at: At) -> None: ...
    @abstractmethod
    def remove(self, request: Remove, piece: P, at: At) -> None: ...
    @abstractmethod
    def place(self, request: Place, piece: P) -> None: ...

    # -- what all have ----------------------------------------------------------------------------------------------

    def settings(self, name: str) -> Sequence[Setting]:
        """What can be set of a side, or of a piece on the map."""
        if name in self.sides():
            return self.values.of_side(self.g, name)
        return self.values.of_piece(self.g, self.on_map(name)[0])

    def on_map(self, name: str) -> tuple[P, At]:
        """The piece, and where it stands."""
        piece = self._piece(name)
        at = self.at(piece)
        if at is None:
            refuse("{piece} is not on the map; it has to be placed first.", piece=self.called(piece))
        return piece, at

    def called(self, piece: P) -> str:
        """How a refusal names it."""
        return piece.id

    def _set(self, request: SetValue) -> None:
        settings = self.settings(request.piece)
        if not settings:
            called = next((self.called(p) for p in self.pieces() if p.id == request.piece), request.piece)
            refuse("{piece} has nothing to set.", piece=called)
        setting, value = _wanted(request, settings)
        self.values.put(self.g, request.piece, setting.key, value)

    def _off_map(self, name: str) -> P:
        piece = self._piece(name)
        at = self.at(piece)
        if at is not None:
            refuse(self.placed, piece=self.called(piece), place=self.where(at))
        return piece

    def _piece(self, name: str) -> P:
        found = next((p for p in self.pieces() if p.id == name), None)
        if found is None:
            refuse(self.unknown, name=name[:40])
        return found

    def _subject(self, piece: P) -> Subject:
        at = self.at(piece)
        said = label(piece.id, self.name(piece), self.where(at) if at is not None else "")
        return Subject(piece.id, said, lambda: self.values.of_piece(self.g, piece))


def _wanted(request: SetValue, settings: Sequence[Setting]) -> tuple[Setting, str]:
    """The setting a request means, and the value it gives, as it is written.

    Raises Refusal where there is no such setting, no such value, or where it has that value already.
    """
    setting = next((s for s in settings if s.key == request.key), None)
    if setting is None:
        refuse(
            "{piece} has no “{key}” to set now; there is: {keys}.",
            piece=request.piece,
            key=request.key,
            keys=", ".join(s.key for s in settings),
        )
    value = setting.read(request.value)
    if value == setting.now:
        refuse("{piece}: {key} is {value} already.", piece=request.piece, key=setting.key, value=value)
    return setting, value
