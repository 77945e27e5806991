"""The menu of hexes a leader can move to, the nearest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from engine.kernel.decisions import Answer, Choice, Menu, Options
from engine.kernel.field import Field
from engine.kernel.hexes import Hex, show, within
from engine.kernel.text import Text

_SAFE = 4.0
"""How much likelier he goes where a unit of his side stands."""


class Leader(Protocol):
    """A leader on the map."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def command_range(self) -> int: ...


def destinations(
    g: Field[Any, Any],
    leader: Leader,
    goals: Callable[[], Mapping[Hex, int]],
    followers: Callable[[], Iterable[Hex]],
    order: Callable[[Hex], Answer],
) -> Menu:
    """Where the leader goes: ``goals`` are his hexes with MP, ``followers`` where those stand who want to be near him.

    ``order`` moves him to a hex. Both callables are called when somebody opens the menu.
    """

    def build() -> Options:
        near = Counter(h for at in followers() for h in within(at, leader.command_range))
        ends = sorted(goals().items(), key=lambda i: (i[1], i[0]))
        leans = [(0.2 + near[h]) * (_SAFE if g.friend_in(h, leader.side) is not None else 1.0) for h, _ in ends]

        def made(i: int) -> Choice:
            h, mp = ends[i]
            return Choice(show(h), Text("{hex}", hex=show(h)), answer=order(h), unit=leader.id, hex=h, mp=mp)

        return Options(leans, made)

    return Menu(Text("Where does {leader} go?", leader=leader.name), build)
