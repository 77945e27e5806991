"""What is played on: places with neighbours, a name each, and a way to write them.

A map of hexes is one (:class:`~engine.kernel.terrain.BattleMap`), a map of areas another
(:class:`~engine.kernel.areas.AreaMap`). What can be said of either goes by this; hexes, facings and ways over the
ground are for those who know that they have hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeAlias

from engine.kernel.closeness import closest
from engine.kernel.text import refuse

Place: TypeAlias = int
"""A hex, an area, a sea, a box: its number on the board it belongs to."""

MOST_CANDIDATES = 5
"""Names an answer to one that isn't known offers."""

LONGEST_NAME = 6
"""Words a place's name may have where it is written among other words."""

LONGEST_SAID = 48
"""Characters of what a player wrote that an answer to it repeats."""


class Board(Protocol):
    """Places, which of them are neighbours, and what they are called."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...

    def __contains__(self, place: object, /) -> bool: ...

    @property
    def every_place(self) -> Sequence[Place]:
        """All of them, in ascending order."""
        ...

    def neighbours(self, place: Place, /) -> tuple[Place, ...]:
        """The places beside one, in an order that never changes. Raises KeyError for what isn't on the board."""
        ...

    def show(self, place: Place, /) -> str:
        """What a place is called in a sentence: "0705", "Aegyptus I". Of one that isn't on the board, its number."""
        ...

    def code(self, place: Place, /) -> str:
        """How it is written in an order, in one word: "0705", "aegyptus-1"; :meth:`read` gives the place again."""
        ...

    def read(self, text: str, /) -> Place | None:
        """The place of a code or whole name, whatever its case; None where there is none.

        Of a map of hexes every number of four digits is one, on the map or not.
        """
        ...

    def middle(self, place: Place, /) -> tuple[float, float]:
        """Where it lies, to the right and downwards: in what order places are read, and which are near each other."""
        ...

    def apart(self, a: Place, b: Place, /) -> float:
        """How far apart two places lie, in a measure of the board's own: for what is nearest."""
        ...

    def names(self, place: Place, /) -> tuple[str, ...]:
        """All it may be called, the usual name first, for guessing what was meant by another."""
        ...


def close_to(board: Board, text: str, among: Iterable[Place] | None = None) -> list[Place]:
    """Places whose names come closest to the text, best first: beginnings, parts, slips of the finger.

    Of all on the board unless it is told which may be meant; none of a map whose places have numbers for names.
    """
    places = board.every_place if among is None else tuple(among)
    return closest(text, [p for p in places if board.names(p)], lambda p: "\n".join(board.names(p)), MOST_CANDIDATES)


def place_called(board: Board, text: str, among: Iterable[Place] | None = None) -> Place:
    """The place of a code or name; a beginning or a part of a name is enough where one alone has it.

    Raises Refusal with the candidates where several could be meant, or where only a slip of the finger explains it.
    """
    found = board.read(text)
    if found is not None:
        if found not in board:
            refuse("{place} is not on the map.", place=board.show(found))
        return found
    near = close_to(board, text, among)
    held = [p for p in near if _holds(board.names(p), text)]
    if len(held) == 1:
        return held[0]
    said = text if len(text) <= LONGEST_SAID else text[: LONGEST_SAID - 1] + "…"
    if held:
        refuse("“{name}” could be {candidates}.", name=said, candidates=_listed(board, held))
    if near:
        refuse(
            "There is no place called “{name}”. Did you mean {candidates}?", name=said, candidates=_listed(board, near)
        )
    refuse("There is no place called “{name}”.", name=said)


def _holds(names: Sequence[str], text: str) -> bool:
    """Whether a name has the text in it as it was typed, so that nothing is guessed."""
    wanted = _bare(text)
    return bool(wanted) and any(wanted in _bare(n) for n in names)


def _bare(text: str) -> str:
    return "".join(x for x in text.casefold() if x.isalnum())


def _listed(board: Board, places: Iterable[Place]) -> str:
    return ", ".join(board.show(p) for p in places)


def leading(board: Board, words: Sequence[str]) -> tuple[Place, int] | None:
    """The place the first words name, as many as belong to its name, and how many these are; None for no place.

    >>> from engine.kernel.areas import AreaMap
    >>> two = [{"id": 1, "code": "italia", "name": "Italia", "at": (1, 1)},
    ...        {"id": 2, "code": "italia-2", "name": "Italia Nova", "at": (2, 2)}]
    >>> land = AreaMap.model_validate({"id": "t", "name": "T", "sheet": (9, 9), "areas": two})
    >>> leading(land, ["Italia", "Nova", "now"]), leading(land, ["italia", "now"]), leading(land, ["now"])
    ((2, 2), (1, 1), None)
    """
    for n in range(min(len(words), LONGEST_NAME), 0, -1):
        found = board.read(" ".join(words[:n]))
        if found is not None:
            return found, n
    return None


def around(board: Board, places: Iterable[Place], steps: int = 1) -> tuple[Place, ...]:
    """The places, and all that are at most so many steps away, nearest first. Those not on the board are left out."""
    return tuple(reached(board, places, steps, board.neighbours))


def reached(
    board: Board, places: Iterable[Place], steps: int, neighbours: Callable[[Place], Iterable[Place]]
) -> Iterator[Place]:
    """Places in order of how few steps they are away, by whatever counts as beside."""
    seen = dict.fromkeys(p for p in places if p in board)
    edge = list(seen)
    yield from edge
    for _ in range(steps):
        found = [n for p in edge for n in neighbours(p)]
        edge = [n for n in dict.fromkeys(found) if n not in seen]
        seen.update(dict.fromkeys(edge))
        yield from edge
