"""Who shoots and goes in one answer: "LC5 x HC3 > 1410 @W" is its way, and then its shot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.notation.bind import AnswerRefused, bind
from engine.kernel.decisions import Command, Decision
from engine.kernel.game import Game
from engine.kernel.statement import Sign, Statement, Word

_FIRE, _MOVE = Sign("x"), Sign(">")


def parted(game: Game[Any], decision: Decision, statements: Sequence[Statement]) -> list[Statement]:
    """The same with such answers to ``decision`` taken apart: where who withdraws goes is asked before its shot.

    The shots stand behind all that answers that question. Where a way is no answer to it either, everything stays as
    it was written.
    """
    ways = [_way(s) for s in statements]
    if isinstance(decision, Command) or not any(ways):
        return list(statements)
    plain = [way or s for way, s in zip(ways, statements, strict=True)]
    try:
        _, used = bind(game, decision, plain)
    except AnswerRefused:
        return list(statements)
    shots = [_shot(s) for way, s in zip(ways[:used], statements, strict=False) if way is not None]
    return [*plain[:used], *shots, *statements[used:]]


def _signs(statement: Statement) -> tuple[int, int] | None:
    """Where ``x`` and ``>`` stand in "unit x target > way"; None in anything else."""
    tokens = statement.tokens
    if tokens.count(_FIRE) != 1 or tokens.count(_MOVE) != 1:
        return None
    fire, move = tokens.index(_FIRE), tokens.index(_MOVE)
    told = 0 < fire < move - 1 and move < len(tokens) - 1 and not any(isinstance(t, Word) for t in tokens[move:])
    return (fire, move) if told else None


def _way(statement: Statement) -> Statement | None:
    at = _signs(statement)
    if at is None:
        return None
    fire, move = at
    return Statement((*statement.tokens[:fire], *statement.tokens[move:]), line=statement.line)


def _shot(statement: Statement) -> Statement:
    at = _signs(statement)
    assert at is not None, "it has been taken apart"
    return Statement(statement.tokens[: at[1]], line=statement.line)
