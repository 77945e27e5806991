"""Setting up as written: ``THC1 2012 @E``, ``THC1 <> THC3``, ``face HLC @W``, ``Attila 3221``, ``reset``, ``done``."""

from __future__ import annotations

from engine.kernel.decisions import Answer
from engine.kernel.order_kind import begun_by
from engine.kernel.statement import Sign
from engine.systems.gboh.deployment import kinds
from engine.systems.gboh.deployment.kinds import swap
from engine.systems.gboh.orders.reader import Names


def read(reader: Names) -> Answer:
    """The change a statement means. Raises Refusal."""
    verb = reader.word()
    if (kind := begun_by(reader.g.game.set_up_orders, verb)) is not None:
        reader.take()
        return kind.read(reader, str(verb))
    piece = reader.piece(reader.side)
    if reader.tokens and reader.tokens[0] == Sign(swap.SIGN):
        reader.take()
        return kinds.SWAP.read_after(reader, piece)
    return kinds.PLACE.read_after(reader, piece)
