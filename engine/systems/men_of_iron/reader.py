"""Who is meant in an order as it is written: a unit or leader by code, hex or name, a bombard by its code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from engine.kernel.hexes import Hex
from engine.kernel.naming import Reader as BaseReader
from engine.kernel.statement import HexRef, Sign, Statement, clipped
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Leader, Marker, Unit

Piece = Unit | Leader


class Reader(BaseReader[Piece]):
    """Reads one statement for the side that is asked; each kind of order takes from it what belongs to it."""

    def __init__(self, g: Battle, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.g = g
        self.ordered: Piece | Marker | None = None
        """Who the statement begins with, taken already; None where it begins with a verb."""

    def pieces(self) -> Sequence[Piece]:
        return [*self.g.state.units.values(), *self.g.state.leaders.values()]

    def standing(self, h: Hex, side: str | None) -> Piece | None:
        unit = self.g.unit_at(h)
        if unit is not None and (side is None or unit.side == side):
            return unit
        return next(iter(self.g.leaders_at(h, side)), None)

    def on_field(self, h: Hex) -> bool:
        return h in self.g.map

    def whom(self) -> Piece | Marker:
        """The next token as one of the side's own who can be ordered: a bombard, a unit or leader."""
        verb = self.word()
        if verb is not None and any(m.id.casefold() == verb for m in self.g.markers("bombard")):
            return self.bombard()
        return self.piece(self.side)

    def unit(self, side: str | None = None) -> Unit:
        """The next token as a unit, of ``side`` or of the reader's own."""
        piece = self.piece(side if side is not None else self.side)
        if isinstance(piece, Leader):
            refuse("{leader} is a leader, not a unit.", leader=piece.name)
        return piece

    def enemy(self) -> Unit:
        return self.unit(self.g.state.enemy(self.side))

    def bombard(self) -> Marker:
        """CR-3 The next token as a bombard."""
        name = str(self.take())
        found = next((m for m in self.g.markers("bombard") if m.id.casefold() == name.casefold()), None)
        if found is None:
            refuse("There is no bombard “{name}”.", rule="CR-3", name=clipped(name))
        return found

    def hex(self, example: str) -> Hex:
        """The next token as a hex; ``example`` shows how it is written."""
        token = self.take()
        if not isinstance(token, HexRef):
            refuse("Which hex? {example}", example=example)
        return token.hex

    def skip_sign(self) -> None:
        """Take the next token if it is a sign."""
        if self.tokens and isinstance(self.tokens[0], Sign):
            self.take()


def recovers_by_itself() -> NoReturn:
    """13.1 Nobody is ordered to recover."""
    refuse(
        "Nobody is ordered to recover: who does nothing, away from enemies, recovers as the activation ends. "
        "Retired units rally at their Standard.",
        rule="13.1",
    )
