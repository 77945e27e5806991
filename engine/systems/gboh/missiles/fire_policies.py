"""8.2 Standing orders for fire out of turn: what they may depend on, and what goes without one."""

from __future__ import annotations

from engine.kernel.decisions import Deed, Policy, PolicyKind
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.state import Unit

ODDS = {
    "odds-2": 2,
    "odds-3": 3,
    "odds-4": 4,
    "even-odds": 5,
    "odds-6": 6,
    "odds-7": 7,
    "odds-8": 8,
}
"""Conditions on the odds: how many times in ten the fire hits, at least."""

CONDITIONS = {
    "ammunition-full": Text("while its ammunition is full"),
    **{key: Text("when it hits at least {n:time|times} in ten", n=n) for key, n in ODDS.items()},
}
WITHOUT_AMMUNITION = {key: text for key, text in CONDITIONS.items() if key in ODDS}
"""Those of a game in which missiles don't run out."""
ENTRY = PolicyKind("entry-fire", Text("Fire at units entering a ZOC"), CONDITIONS)
RETIRE = PolicyKind("retire-fire", Text("Fire at units leaving a ZOC"), CONDITIONS)
RETURN = PolicyKind("return-fire", Text("Return fire"), CONDITIONS)
POLICIES = (ENTRY, RETIRE, RETURN)
FIRE = Deed(Text("Fire"), Text("All {n} fire", n=0), Text("Nobody fires"))


def policy(
    unit: Unit, odds: volley.Preview, kind: PolicyKind, yes: str = "fire", *, free: bool | None = None
) -> Policy:
    """The standing order that may answer for a unit asked to fire. Full quivers make it free, or ``free`` tells."""
    full = unit.supply == "full"
    hitting = round(10 * (1 - odds.chances[0]))
    conditions = {key: hitting >= n for key, n in ODDS.items()}
    if free is None:
        conditions = {"ammunition-full": full, **conditions}
    return Policy(kind.kind, yes, "hold", conditions, free=full and unit.is_bow if free is None else free, deed=FIRE)


def free(g: Battle, unit: Unit, kind: PolicyKind) -> bool | None:
    """Whether firing costs it nothing, where there is no ammunition."""
    if Case.AMMUNITION in g.game.cases:
        return None
    return kind is not ENTRY or special.first(g, Special.entry_costs, unit) is None


def default_key(unit: Unit, yes: str = "fire") -> str:
    """Units with full ammunition fire, others hold (the answer when a deadline passes)."""
    return yes if unit.supply == "full" else "hold"
