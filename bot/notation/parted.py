"""Answers that bring along what is asked next: "LC5 x HC3 > 1410 @W" is its way, and then its shot; "3005 @W" a hex,
and then the facing there.

Everybody who has statements answered one by one reads the next answer here (:func:`answered`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.notation.bind import AnswerRefused, bind
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Decision
from engine.kernel.game import Game
from engine.kernel.statement import Face, HexRef, Sign, Statement, Word
from engine.kernel.text import Refusal

_FIRE, _MOVE = Sign("x"), Sign(">")


def answered(game: Game[Any], decision: Decision, left: list[Statement]) -> tuple[Answer, int]:
    """The answer that the first of the statements left are, and how many of them it used: see :func:`bind`.

    Of an answer that says what is asked next as well, that part is put behind the rest in ``left``: the shots of those
    who withdraw behind all that answers where they go, and a facing behind the hex. Raises :class:`AnswerRefused`,
    with ``left`` as it was written.
    """
    parts = _parts(decision, left)
    if not any(parts):
        return bind(game, decision, left)
    plain = [part[0] if part else s for part, s in zip(parts, left, strict=True)]
    try:
        answer, used = bind(game, decision, plain)
    except AnswerRefused:
        return bind(game, decision, left)  # where that is no answer either, it is refused as it was written
    left[:] = [*plain[:used], *(part[1] for part in parts[:used] if part), *left[used:]]
    return answer, used


def is_one_answer(game: Game[Any], decision: Decision, statements: Sequence[Statement]) -> bool:
    """Whether all that is written answers one question, asked of several units, and what is asked next of them."""
    if not isinstance(decision, ChooseEach):
        return False
    try:
        return answered(game, decision, [*statements])[1] == len(statements)
    except Refusal:
        return False


_Part = tuple[Statement, Statement]
"""What answers the question, and what answers the one that follows."""


def _parts(decision: Decision, statements: Sequence[Statement]) -> list[_Part | None]:
    """Each statement taken apart; None for those that are one thing."""
    if isinstance(decision, Command):
        return []
    if isinstance(decision, Choose) and decision.then_facing:
        return [_faced(s) for s in statements[:1]] + [None] * (len(statements) - 1)
    return [_shot(s) for s in statements]


def _shot(statement: Statement) -> _Part | None:
    """The way and the shot of "unit x target > way"."""
    tokens = statement.tokens
    if tokens.count(_FIRE) != 1 or tokens.count(_MOVE) != 1:
        return None
    fire, move = tokens.index(_FIRE), tokens.index(_MOVE)
    if not 0 < fire < move - 1 < len(tokens) - 2 or any(isinstance(t, Word) for t in tokens[move:]):
        return None
    way, shot = (*tokens[:fire], *tokens[move:]), tokens[:move]
    return Statement(way, line=statement.line), Statement(shot, line=statement.line)


def _faced(statement: Statement) -> _Part | None:
    """The hex and the facing of "hex @W"."""
    *there, face = statement.tokens
    if not isinstance(face, Face) or not any(isinstance(t, HexRef) for t in there):
        return None
    return Statement(tuple(there), line=statement.line), Statement((face,), line=statement.line)
