"""9.12 The assignment of attacks as written: ``shock THC1 x LN3 LN4 & THC2 THC3 x LN5``, ``shock none``."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.statement import Sign, Statement, Token, Word
from engine.kernel.text import refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan


def read(g: Battle, reader: Names) -> ShockPlan:
    """The plan a statement means: combats parted by ``&``; ``none``, ``must`` and ``all`` are understood."""
    word = reader.word()
    if word in ("none", "must", "auto", "all"):
        reader.take()
        reader.done()
        return designation.auto_plan(g, everybody=word == "all")
    attacks: list[Attack] = []
    attackers: list[str] = []
    defenders: list[str] = []
    side = attackers
    while reader.tokens:
        token = reader.tokens[0]
        if isinstance(token, Sign):
            reader.take()
            if token.typed == "+":
                continue  # "THC1+THC2" are two as well.
            if token.sign == "x":
                side = defenders
            elif token.sign == "&":
                attacks.append(_attack(g, attackers, defenders))
                attackers, defenders = [], []
                side = attackers
            else:
                ways = designation.wanted(designation.auto_plan(g, everybody=True), must=False)
                refuse("Attacks are written {ways}; several are joined by &.", rule=g.case(Case.GROUPING), ways=ways)
        else:
            side.append((reader.unit() if side is attackers else reader.enemy()).id)
    attacks.append(_attack(g, attackers, defenders))
    return ShockPlan(attacks=tuple(attacks))


def _attack(g: Battle, attackers: Sequence[str], defenders: Sequence[str]) -> Attack:
    """Of those of one hex who are named together the upper stands for both."""
    ours, theirs = (
        tuple(x for x in names if g.state.units[x].beneath not in names) for names in (attackers, defenders)
    )
    return Attack(attackers=ours, defenders=theirs)


def write(plan: ShockPlan) -> Statement:
    """The canonical statement of a plan."""
    tokens: list[Token] = [Word("shock")]
    if not plan.attacks:
        tokens.append(Word("none"))
    for i, a in enumerate(plan.attacks):
        if i:
            tokens.append(Sign("&"))
        tokens += [Word(x) for x in a.attackers]
        tokens.append(Sign("x"))
        tokens += [Word(x) for x in a.defenders]
    return Statement(tuple(tokens))
