"""10.3, 10.2 An attack, or a withdrawal, that is written when the activation it was meant for is over: why it couldn't
be made."""

from __future__ import annotations

from engine.kernel.decisions import Why
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.shock import before, designation, notation
from engine.systems.men_of_iron.state import Activation, CommandState


def or_attack(g: Battle, turn: Text, why: Why) -> Why:
    """``why`` of a question between activations, for which an order to attack, or a way back, is no answer.

    ``turn``: whose turn it is.

    Where nobody of a Command can attack its Shock part passes unasked (3.1), so an attack written for it meets the
    next question, which may be the enemy's.
    """

    def reason(wanted: Wanted) -> Refusal | None:
        head = str(wanted.tokens[0]).casefold() if wanted.tokens else ""
        if head not in notation.VERBS:
            named = next((u for u in g.units() if u.id.casefold() == head), None)
            no = before.unasked(g, named, wanted) if named is not None else None
            return no or why(wanted)
        ended = g.state.commands.get(g.state.last_command or "")
        if ended is None:
            return Refusal("Nobody attacks now: no Command is active.", rule="3.1")
        no = _impossible(g, ended, wanted)
        rule = no.rule if no is not None else "3.1"
        reason = no.text if no is not None else Text("The Shock part is over.")
        text = "{why} The activation of {name} is over: {turn}."
        return Refusal(text, rule=rule, why=reason, name=ended.name, turn=turn)

    return reason


def _impossible(g: Battle, ended: CommandState, wanted: Wanted) -> Refusal | None:
    """Why the attack couldn't have been made in the activation that is over; None where it could."""
    activation = Activation(side=ended.side, command=ended.id, how="free")
    past = g.afresh(g.state.model_copy(update={"activation": activation, "phase": "shock"}))
    try:
        reader = Reader(past, ended.side, Statement(wanted.tokens[1:]))
        designation.settle(past, notation.read(reader))
    except Refusal as no:
        return no
    if not designation.plans(past):
        return Refusal("Nobody of {name} can attack.", rule="10.1", name=ended.name)
    return None
