"""Names of units and leaders in a statement."""

from __future__ import annotations

from engine.kernel import naming
from engine.kernel.hexes import Hex, show
from engine.kernel.statement import Statement
from engine.kernel.text import refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.state import Leader, Unit


class Names(naming.Reader[Unit | Leader]):
    """A statement of the side that is asked, read word by word."""

    def __init__(self, g: Battle, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.g = g

    def pieces(self) -> list[Unit | Leader]:
        return [*self.g.state.units.values(), *self.g.state.leaders.values()]

    def standing(self, h: Hex, side: str | None) -> Unit | Leader | None:
        unit = self.g.unit_at(h)
        if unit is not None and (side is None or unit.side == side):
            return unit
        return next(iter(self.g.leaders_at(h, side)), None)

    def on_field(self, h: Hex) -> bool:
        return h in self.g.map

    def unit(self, side: str | None = None) -> Unit:
        piece = self.piece(side if side is not None else self.side)
        if isinstance(piece, Leader):
            refuse("{leader} is a leader, not a unit.", leader=piece.name)
        return piece

    def enemy(self) -> Unit:
        return self.unit(self.g.state.enemy(self.side))

    def target(self) -> Unit | Leader:
        """8.13, 8.19, G 7.15 Whom a unit is to fire at: a unit, or a leader; whether he may be is asked as it fires."""
        return self.piece(self.g.state.enemy(self.side))

    def near(self, piece: Unit | Leader) -> str:
        """A hex next to a piece, to show how a move is written."""
        return show(next(iter(self.g.map.neighbours(piece.at)), piece.at)) if piece.on_map else "…"

    def commander(self) -> Leader:
        """Whose Orders Phase it is. Raises Refusal where nobody commands: on a march."""
        name = self.g.orders.leader
        if name is None:
            refuse("No leader gives orders now: there is no Line to command.", rule=self.g.case(Case.LINE_COMMAND))
        return self.g.state.leaders[name]
