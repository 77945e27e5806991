"""Who of a side's players is asked, and who may answer what.

The one in the seat may answer everything, and so may members without commands of their own. A member with commands
answers what is about them, and orders nobody else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any

from bot.storage import BattleRow, Teammate
from engine.kernel.board import leading
from engine.kernel.decisions import Answer, ChooseEach, Command, Decision
from engine.kernel.game import Game
from engine.kernel.statement import HexRef, Sign, Statement, Word
from engine.kernel.terrain import BattleMap
from engine.kernel.text import refuse


def responsible(row: BattleRow, game: Game[Any], decision: Decision) -> int | None:
    """Who is asked: the member whose command it is about, else the one in the seat; None for an empty seat."""
    mates = [m for m in row.teammates if m.side == decision.side and m.commands]
    about = _about(game, decision) if mates else set[str]()
    for mate in mates:
        if about & ordered_by(game, mate):
            return mate.user
    return next((s.user for s in row.seats if s.side == decision.side), None)


def check(
    row: BattleRow, game: Game[Any], user_id: int, decision: Decision, given: Answer | Sequence[Statement]
) -> None:
    """Refuse a member of a team what isn't theirs to order. ``given`` is their answer, or what they have written."""
    mate = next((m for m in row.teammates if m.user == user_id and m.side == decision.side), None)
    if mate is None or not mate.commands:
        return
    own = ordered_by(game, mate)
    if _about(game, decision) & own:
        return
    if isinstance(decision, ChooseEach) and {i.key for i in decision.items} <= own:
        return
    if isinstance(decision, Command):
        statements = [game.system.write(given)] if isinstance(given, Answer) else given
        named = named_in(game, decision.side, statements)
        if named and named <= own:
            return
    refuse(
        "Your command is {commands}; this is for the leader of your side, or for whoever has that command.",
        commands=", ".join(mate.commands),
    )


def check_scope(row: BattleRow, game: Game[Any], user_id: int, side: str, key: str) -> None:
    """Refuse a member of a team a standing order for others than they order. ``key`` names whom it is for."""
    mate = next((m for m in row.teammates if m.user == user_id and m.side == side), None)
    if mate is None or not mate.commands or key in mate.commands:
        return
    units = next((s.units for s in game.system.scopes(game.state, side) if s.key == key), frozenset[str]())
    if not units or not units <= ordered_by(game, mate):
        refuse("Your command is {commands}; give standing orders for that.", commands=", ".join(mate.commands))


def whose(row: BattleRow, user_id: int, side: str) -> tuple[str, ...]:
    """Scopes of all a user may give standing orders for: their commands, or ``"*"`` for the whole side."""
    mate = next((m for m in row.teammates if m.user == user_id and m.side == side), None)
    return mate.commands if mate is not None and mate.commands else ("*",)


def ordered_by(game: Game[Any], mate: Teammate) -> frozenset[str]:
    """Units and leaders that a member's commands are made of, by id."""
    scopes = game.system.scopes(game.state, mate.side)
    return frozenset(u for s in scopes if s.key in mate.commands for u in {*s.units, s.key})


def _about(game: Game[Any], decision: Decision) -> set[str]:
    """The unit or leader a question is about; of an order that is about none, the leaders who are acting."""
    if decision.subject is not None:
        return {decision.subject}
    if not isinstance(decision, Command):
        return set()
    table = game.view()
    return {x.id for x in table.active if table.sides[x.side].id == decision.side}


def named_in(game: Game[Any], side: str, statements: Collection[Statement]) -> set[str]:
    """Pieces of a side that statements give orders to: named anywhere, or standing in a place named before any sign."""
    table = game.view([side])
    own = next((n for n, s in enumerate(table.sides) if s.id == side), -1)
    by_name = {p.id.casefold(): p.id for p in (*table.counters, *table.off_map, *table.leaders) if p.side == own}
    by_hex = {h: c.id for c in table.counters if c.side == own for h in c.hexes}
    found: set[str] = set()
    for statement in statements:
        if not isinstance(table.board, BattleMap):
            words = [str(t) for t in takewhile(lambda t: not isinstance(t, Sign), statement.tokens)]
            there = {p for n in range(len(words)) if (p := leading(table.board, words[n:])) is not None}
            found |= {c.id for c in table.counters if c.side == own and any(p in c.hexes for p, _ in there)}
        signed = False
        for token in statement.tokens:
            signed = signed or isinstance(token, Sign)
            if isinstance(token, Word) and token.text.casefold() in by_name:
                found.add(by_name[token.text.casefold()])
            elif isinstance(token, HexRef) and not signed and token.hex in by_hex:
                found.add(by_hex[token.hex])
    return found
