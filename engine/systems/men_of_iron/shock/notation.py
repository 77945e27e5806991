"""Designations as written.

======================================  ==================================================================
``shock DM1 x LB2``                     DM1 attacks LB2
``shock DM1, DM2 x PK1 PK2``            DM1 attacks whom it must, DM2 these two; ``&`` for the comma
``shock MM3 > 1210 1310 @E x PK4``      MM3 charges along that way, turning once where it says so
``shock all``                           everybody who can attack does, in the most promising way
``shock good``                          only the attacks that promise success
``shock none``                          no attack
======================================  ==================================================================
"""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex
from engine.kernel.statement import Face, HexRef, Sign, Token, Word
from engine.kernel.text import refuse
from engine.systems.men_of_iron import orders
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.shock import planning

VERBS = ("shock", "attack", "charge")
"""Words an order to attack begins with."""

READY_MADE = ("none", "all", "good")
"""Words for all attacks of a Shock part together."""


def read(reader: Reader) -> orders.Shock:
    """The order a statement means, its verb taken. Raises Refusal for what is none."""
    token = reader.tokens[0] if reader.tokens else None
    word = token.text.casefold() if isinstance(token, Word) else ""
    if word in ("auto", "must", "plan"):
        refuse("Write shock all, shock good or shock none; nobody must attack.", rule="10.3")
    if word in READY_MADE:
        reader.tokens.pop(0)
        if reader.tokens:
            refuse("Write shock {word}, or name the attackers.", rule="10.3", word=word)
        if word == "none":
            return orders.Shock()
        if reader.g.state.activation is None:
            refuse("No Command is activated: nobody attacks now.", rule="3.1")
        return planning.everybody(reader.g) if word == "all" else planning.promising(reader.g)
    if token is None:
        refuse("Who attacks? shock DM1 x LB2; shock all; shock none.", rule="10.3")
    plans: list[orders.AttackPlan] = []
    while reader.tokens:
        plans.append(_plan(reader))
        if len(reader.tokens) > 1 and reader.tokens[0] == Sign("&"):
            reader.tokens.pop(0)
    return orders.Shock(attacks=tuple(plans))


def _plan(reader: Reader) -> orders.AttackPlan:
    """One attacker, the way of its Charge, its targets."""
    unit = reader.unit()
    way: list[Hex | Facing] | None = None
    targets: list[str] = []
    if reader.tokens and reader.tokens[0] == Sign(">"):
        reader.tokens.pop(0)
        way = _way(reader)
    if reader.tokens and reader.tokens[0] == Sign("x"):
        reader.tokens.pop(0)
        while reader.tokens and reader.tokens[0] != Sign("&") and not _own(reader):
            targets.append(reader.unit(reader.g.state.enemy(reader.side)).id)
        if not targets and reader.tokens and reader.tokens[0] != Sign("&"):
            refuse("{own} is your own: {unit} attacks an enemy.", rule="10.3", own=reader.unit().id, unit=unit.id)
        if not targets:
            refuse("Whom does {unit} attack? shock {unit} x LB2.", rule="10.3", unit=unit.id)
    return orders.AttackPlan(unit=unit.id, targets=tuple(targets), charge=tuple(way) if way is not None else None)


def _way(reader: Reader) -> list[Hex | Facing]:
    way: list[Hex | Facing] = []
    while reader.tokens:
        token = reader.tokens[0]
        if isinstance(token, HexRef):
            way.append(token.hex)
        elif isinstance(token, Face):
            way.append(token.facing)
        else:
            break
        reader.tokens.pop(0)
    return way


def _own(reader: Reader) -> bool:
    """Whether the next token names one of the reader's own units: the next attacker."""
    token = reader.tokens[0]
    if isinstance(token, HexRef):
        return reader.g.friend_in(token.hex, reader.side) is not None
    if not isinstance(token, Word):
        return False
    named = token.text.casefold()
    return any(u.id.casefold() == named for u in reader.g.state.units.values() if u.side == reader.side)


def write(answer: orders.Shock) -> list[Token]:
    """The canonical tokens of a Shock order; reading them gives the order again."""
    tokens: list[Token] = [Word("shock")]
    if not answer.attacks:
        tokens.append(Word("none"))
    for plan in answer.attacks:
        tokens.append(Word(plan.unit))
        if plan.charge is not None:
            tokens.append(Sign(">"))
            tokens += [Face(step) if isinstance(step, Facing) else HexRef(step) for step in plan.charge]
        if plan.targets:
            tokens.append(Sign("x"))
            tokens += [Word(t) for t in plan.targets]
    return tokens
