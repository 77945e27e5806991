"""9.12 An attack that is written when the Shock segment is over: why it couldn't be made."""

from __future__ import annotations

from engine.kernel.decisions import Why
from engine.kernel.statement import Statement, Word
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import designation, notation
from engine.systems.gboh.state import Leader


def attack(g: Battle, leader: Leader) -> Why:
    """Why of the question that follows a leader's Shock segment, for which an order to attack is no answer.

    Where nobody can attack the segment passes unasked, so an attack written for it meets the next question.
    """

    def reason(wanted: Wanted) -> Refusal | None:
        head = wanted.tokens[0] if wanted.tokens else None
        if not isinstance(head, Word) or head.text.casefold() != "shock":
            return None
        no = _impossible(g, leader, Statement(wanted.tokens[1:]))
        rule = no.rule if no is not None else g.case(Case.DESIGNATION)
        over = Text("The Shock segment of {leader} is over.", leader=leader.name)
        if no is None:
            return Refusal("{over}", rule=rule, over=over)
        return Refusal("{why} {over}", rule=rule, why=no.text, over=over)

    return reason


def _impossible(g: Battle, leader: Leader, statement: Statement) -> Refusal | None:
    """What keeps one of those who are to attack from it where it stands; None where nothing does."""
    if not statement.tokens:
        return None
    orders = g.new_orders(leader.side, leader=leader.id)
    past = g.afresh(g.state.model_copy(update={"orders": orders}))
    try:
        plan = notation.read(past, Names(past, leader.side, statement))
    except Refusal as no:
        return no
    units = (past.state.units[name] for attack in plan.attacks for name in attack.attackers)
    return next((no for u in units if (no := designation.unfit(past, u)) is not None), None)
