"""Who stands where, for reading answers: as the side that is asked sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.kernel.board import Board as Places
from engine.kernel.board import Place
from engine.kernel.game import Game
from engine.kernel.hexes import Facing
from engine.kernel.terrain import BattleMap
from engine.kernel.view import TableView

_CODE = re.compile(r"[a-z]{1,5}\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Named:
    """A piece somebody has named."""

    code: str
    side: str
    hexes: tuple[Place, ...]
    """Where it stands; () for one that isn't on the map."""
    lost: bool = False
    """It is out of the battle for good."""


def is_code(word: str) -> bool:
    """Whether a word has the form of a unit's code, whether or not there is such a unit.

    >>> is_code("rbb1"), is_code("1716"), is_code("hold")
    (True, False, False)
    """
    return _CODE.fullmatch(word.casefold()) is not None


class Board:
    """The pieces of a battle by code; nothing is looked up before somebody is named."""

    def __init__(self, game: Game[Any], side: str) -> None:
        self.side = side
        self._game = game

    @cached_property
    def _table(self) -> TableView:
        return self._game.view((self.side,))

    @cached_property
    def _pieces(self) -> dict[str, Named]:
        table = self._table
        sides = [s.id for s in table.sides]
        units = (*table.counters, *table.off_map, *table.lost)
        gone = {u.id for u in table.lost}
        found = {u.id.casefold(): Named(u.id, sides[u.side], u.hexes, u.id in gone) for u in units}
        return found | {x.id.casefold(): Named(x.id, sides[x.side], (x.hex,)) for x in table.leaders}

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for x in (*self._table.counters, *self._table.leaders):
            found.setdefault("".join(x.name.split()).casefold(), []).append(x.id)
        return found

    def piece(self, word: str) -> Named | None:
        """The piece of a code, or of a whole name that one piece alone has; case and spaces don't count."""
        wanted = "".join(word.split()).casefold()
        if wanted in self._pieces:
            return self._pieces[wanted]
        named = self._names.get(wanted, ())
        return self._pieces.get(named[0].casefold()) if len(named) == 1 else None

    def unarmed(self, code: str) -> bool:
        """Whether it is a unit that never shoots, in a battle where others do."""
        units = {u.id: u for u in self._table.counters}
        return code in units and units[code].missile is None and any(u.missile is not None for u in units.values())

    def facing(self, code: str) -> Facing | None:
        """How a unit faces; None for who has no facing, or isn't on the map."""
        return next((u.facing for u in self._table.counters if u.id == code), None)

    def at(self, h: Place) -> list[str]:
        """Codes of who stands in a place."""
        return [p.code for p in self._pieces.values() if h in p.hexes]

    def pieces_at(self, h: Place) -> list[Named]:
        """Who stands in a place."""
        return [p for p in self._pieces.values() if h in p.hexes]

    def first(self, *, enemy: bool = False) -> str:
        """Code of a unit on the map, the side's own or an enemy's, to show how orders are written; "" for none."""
        return next((p.code for p in self._pieces.values() if p.hexes and (p.side != self.side) is enemy), "")

    def beside(self, code: str) -> Place | None:
        """A place next to a piece in which nobody stands; None where there is none."""
        piece = self.piece(code)
        if piece is None or not piece.hexes:
            return None
        held = {h for p in self._pieces.values() for h in p.hexes}
        return next((h for h in self.places.neighbours(piece.hexes[0]) if h not in held), None)

    def leads(self, code: str) -> bool:
        """Whether a piece is a leader."""
        return any(x.id == code for x in self._table.leaders)

    @property
    def names(self) -> list[str]:
        """Codes and names of everybody."""
        return [p.code for p in self._pieces.values()] + list(self._names)

    @property
    def places(self) -> Places:
        """What is played on."""
        return self._table.board

    @property
    def hexed(self) -> bool:
        """Whether that is a map of hexes."""
        return isinstance(self.places, BattleMap)

    def has(self, h: Place) -> bool:
        """Whether the place is on the map."""
        return h in self.places

    def show(self, h: Place) -> str:
        """What a place is called."""
        return self.places.show(h)
