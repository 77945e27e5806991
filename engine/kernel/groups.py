"""Units that go together: rows on the map, those of a kind, and one order for each of them in turn.

A system says what its groups are and what each unit is to do; here is how such orders are gathered, with the reason
why a unit is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex, flanks, show
from engine.kernel.ideas import Group, GroupIdea
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, codes

FEWEST = 2
"""Units that make a group."""
NAMES = 60
"""Characters of codes that a title has room for; of more units it says how many they are."""


class Piece(Protocol):
    """A unit on the map."""

    @property
    def id(self) -> str: ...
    @property
    def at(self) -> Hex: ...
    @property
    def facing(self) -> Facing: ...


P = TypeVar("P", bound=Piece)


def rows(units: Iterable[P]) -> list[list[P]]:
    """Units side by side, each in a Flank hex of the next and facing the same way; each row from end to end."""
    by_stand = {(u.at, u.facing): u for u in units}
    found: list[list[P]] = []
    seen: set[str] = set()
    for u in by_stand.values():
        if u.id in seen:
            continue
        row = [u]
        for side, last in ((0, -1), (1, 0)):
            while (at := row[last]).facing.is_vertex:
                beside = by_stand.get((flanks(at.at, at.facing)[side], at.facing))
                if beside is None:
                    break
                row.insert(len(row) if side == 0 else 0, beside)
        seen.update(x.id for x in row)
        found.append(row)
    return [row for row in found if len(row) >= FEWEST]


def row_name(row: Sequence[Piece]) -> Text:
    """What a row is called.

    >>> from types import SimpleNamespace as Unit
    >>> str(row_name([Unit(at=2206), Unit(at=2207), Unit(at=2208)]))
    'The row from 2206 to 2208'
    """
    ends = sorted((row[0].at, row[-1].at))
    return Text("The row from {first} to {last}", first=show(ends[0]), last=show(ends[1]))


def title(name: Text, units: Sequence[Piece], most: int | None = None) -> Text:
    """A group's heading: what it is, and its units, as far as there is room for their codes; of more than ``most`` can
    be ordered only the first so many.

    >>> from types import SimpleNamespace as Unit
    >>> five = [Unit(id=f"WCB{n}") for n in range(1, 6)]
    >>> str(title(Text("All crossbows"), five)), str(title(Text("All crossbows"), five, 3))
    ('All crossbows: WCB1-5', 'All crossbows, 3 of 5: WCB1-3')
    """
    if most is None or most >= len(units):
        named = codes(u.id for u in units)
        if len(named) > NAMES:
            return Text("{group}: {n:unit|units}", group=name, n=len(units))
        return Text("{group}: {units}", group=name, units=named)
    first = codes(u.id for u in units[:most])
    return Text("{group}, {n} of {all}: {units}", group=name, n=most, all=len(units), units=first)


def distinct(groups: Iterable[Group]) -> list[Group]:
    """The largest first; of groups with the same units the first one offered, and none with fewer than two."""
    found: dict[frozenset[str], Group] = {}
    for group in groups:
        if len(group.units) >= FEWEST:
            found.setdefault(frozenset(group.units), group)
    return sorted(found.values(), key=lambda x: -len(x.units))


def together(
    kind: str,
    label: Text,
    units: Sequence[str],
    order: Callable[[str], Answer],
    write: Callable[[Answer], Statement],
    *,
    note: Callable[[Sequence[Answer]], Text | None] = lambda answers: None,
    anew: bool = False,
) -> GroupIdea | None:
    """One thing for each of the units that can; None where nobody can.

    ``order`` gives a unit's order as things stand after those given before, or raises the Refusal it is left for.
    With ``anew`` who is left is asked again as long as others could go.
    """
    answers: list[Answer] = []
    left: list[tuple[str, Text]] = []
    waiting, before = list(units), -1
    while waiting and before < len(answers):
        # Who had no room, or nobody in reach, may have it once the others are out of the way.
        before, left = len(answers), []
        for name in waiting:
            try:
                answers.append(order(name))
            except Refusal as no:
                left.append((name, no.text))
        waiting = [name for name, _ in left] if anew and answers else []
    if not answers:
        return None
    return GroupIdea(kind, label, tuple(write(a) for a in answers), tuple(left), note(answers))
