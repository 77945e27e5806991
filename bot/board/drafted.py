"""Where orders that are being written lead, as ways over the map: for their own writer alone, who asks about them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from bot.board.position import Json, traced
from bot.messages.battle_context import BattleContext
from bot.narration import tell
from bot.notation import parse
from bot.service.model import Preview
from engine.kernel.board import Board, Place, leading
from engine.kernel.statement import HexRef, Sign, Statement, Word

MOVES = frozenset({"move", "advance", "withdraw", "charge"})
"""Traces of who goes somewhere."""


def ways(here: BattleContext, side: str, seen: Preview) -> list[Json]:
    """The ways of orders: as far as it can be known beforehand those that are taken, else the places that are named."""
    board, standing = here.own_table.board, _standing(here, side)
    lines = tell(enumerate(seen.events), here.game.state)
    moves = [x.trace for x in lines if x.trace is not None and x.trace.kind in MOVES]
    own = [t for t in moves if t.unit in standing]
    gone = {t.unit for t in own}
    standing |= {t.unit: t.hexes[-1] for t in own}
    found: list[Json] = []
    skipped = {str(s) for order, _ in seen.skipped for s in parse(order)}
    for n, text in enumerate(seen.statements if seen.refused is None else ()):
        for statement in parse(text):
            who, places = _named(statement, board, standing)
            if not who or not places or text in skipped or (n < seen.done and gone & {*who}):
                continue
            way = [p for p in (standing[who[0]], *places) if p in board]
            found.append({"unit": who[0], "way": [board.code(p) for p in way]})
            standing |= dict.fromkeys(who, places[-1])
    return [*traced(board, own), *found]


def _standing(here: BattleContext, side: str) -> dict[str, Place]:
    """Where the pieces of a side stand, by what orders call them."""
    table = here.own_table
    number = next(n for n, s in enumerate(table.sides) if s.id == side)
    found = {c.id: c.hexes[0] for c in table.counters if c.side == number and c.hexes}
    return found | {x.id: x.hex for x in table.leaders if x.side == number}


def _named(
    statement: Statement, board: Board, standing: Mapping[str, Place]
) -> tuple[tuple[str, ...], tuple[Place, ...]]:
    """Who an order is for, and the places it names after that."""
    by_name = {unit.casefold(): unit for unit in standing}
    rest = list(statement.tokens)
    who: list[str] = []
    while rest and (str(rest[0]).casefold() in by_name or (who and rest[0] == Sign("&"))):
        first = rest.pop(0)
        if isinstance(first, Word):
            who.append(by_name[str(first).casefold()])
    places: list[Place] = []
    while rest:
        words = [str(t) for t in takewhile(lambda t: isinstance(t, HexRef | Word), rest)]
        place = leading(board, words)
        if place is not None:
            places.append(place[0])
        del rest[: place[1] if place is not None else 1]
    return tuple(who), tuple(places)
