"""Setting up as written: ``THC1 2012 @E``, ``THC1 <> THC3``, ``face HLC @W``, ``Attila 3221``, ``reset``, ``done``."""

from __future__ import annotations

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Hex
from engine.kernel.statement import Face, HexRef, Sign, Token, Word
from engine.kernel.text import refuse
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.reader import Names


def read(reader: Names) -> Answer:
    """The change a statement means. Raises Refusal."""
    verb = reader.word()
    if verb in ("done", "end", "finish", "ready"):
        reader.take()
        return reader.last(orders.Done())
    if verb in ("reset", "suggested"):
        reader.take()
        return reader.last(orders.Reset())
    if verb == "face":
        reader.take()
        return _face(reader)
    if verb == "swap":
        reader.take()
        return _swap(reader, reader.piece(reader.side).id)
    piece = reader.piece(reader.side)
    if reader.tokens and reader.tokens[0] == Sign("<>"):
        reader.take()
        return _swap(reader, piece.id)
    to: Hex | None = None
    if reader.tokens and reader.tokens[0] == Sign(">"):
        reader.take()
    if reader.tokens and isinstance(token := reader.tokens[0], HexRef):
        reader.take()
        to = token.hex
    facing = reader.facing()
    if to is None and facing is None:
        refuse("Where does {piece} stand? {piece} 2012 places it, {piece} @E turns it.", piece=piece.id)
    return reader.last(orders.Place(piece=piece.id, to=to, facing=facing))


def _swap(reader: Names, first: str) -> Answer:
    return reader.last(orders.Swap(first=first, second=reader.piece(reader.side).id))


def _face(reader: Names) -> Answer:
    who: list[str] = []
    letters = {u.id.rstrip("0123456789") for u in reader.g.units(reader.side)}
    while reader.tokens and not isinstance(reader.tokens[0], Face):
        word = reader.word()
        if word == "all":
            reader.take()
            who.append("all")
        elif word is not None and word.upper() in letters:
            reader.take()
            who.append(word.upper())
        else:
            who.append(reader.unit().id)
    facing = reader.facing()
    if facing is None or not who:
        refuse("Who turns, and which way? face all @E, face HLC @W, face THC1 THC2 @NE.")
    return reader.last(orders.FaceAll(who=tuple(who), facing=facing))


def write(answer: Answer) -> list[Token] | None:
    """The canonical tokens of a change; None for an answer of another kind."""
    match answer:
        case orders.Place():
            to: list[Token] = [HexRef(answer.to)] if answer.to is not None else []
            facing: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
            return [Word(answer.piece), *to, *facing]
        case orders.Swap():
            return [Word(answer.first), Sign("<>"), Word(answer.second)]
        case orders.FaceAll():
            return [Word("face"), *(Word(x) for x in answer.who), Face(answer.facing)]
        case orders.Reset():
            return [Word("reset")]
        case _:
            return None
