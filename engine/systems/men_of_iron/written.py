"""Orders as written: statements to orders and back. How each kind is written is in its file in :mod:`order_kinds`.

A unit may be named by its code, by the hex it stands on, or by its name.
"""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.statement import Statement, Word
from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import kinds
from engine.systems.men_of_iron.reader import Reader, recovers_by_itself
from engine.systems.men_of_iron.shock.notation import READY_MADE


def read(g: Battle, decision: Decision, statement: Statement) -> Answer:
    """The order a statement means as an answer to the decision. Raises Refusal."""
    if not isinstance(decision, Command):
        raise TypeError(f"{decision.kind} is answered by its keys")
    only = statement.tokens[0] if len(statement.tokens) == 1 else None
    if decision.kind == "shock" and isinstance(only, Word) and only.text.casefold() in READY_MADE:
        statement = Statement((Word("shock"), only))
    return order(g, decision.side, statement)


def order(g: Battle, side: str, statement: Statement) -> Answer:
    """The order a statement of the side means. Raises Refusal."""
    reader = Reader(g, side, statement)
    verb = reader.word() or ""
    kind = kinds.begun_by(verb)
    if kind is not None:
        reader.take()
    elif verb == "pass":
        refuse("Write done to end this part of the activation; play is passed on after it.", rule="4.1/pass")
    elif verb in ("rally", "recover"):
        recovers_by_itself()
    else:
        reader.ordered = reader.whom()
        kind = kinds.beginning_with(reader.ordered)
    return reader.last(kind.read(reader, verb))


def write(answer: Answer) -> Statement:
    """The canonical statement of an order; reading it in the same position gives the order again."""
    return Statement(tuple(kinds.of(answer).write(answer)))
