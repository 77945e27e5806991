"""Whom standing orders may be given for: units and leaders, groups, Commands, types of troops, mounted and foot."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.decisions import Scope
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.scenario import MEN_AT_ARMS, UnitType
from engine.systems.men_of_iron.state import Leader, State, Unit

TYPES: dict[str, tuple[Text, tuple[UnitType, ...]]] = {
    "mounted-men-at-arms": (Text("mounted men-at-arms"), ("MM",)),
    "dismounted-men-at-arms": (Text("dismounted men-at-arms"), ("DM",)),
    "unhorsed-men-at-arms": (Text("unhorsed men-at-arms"), ("UH",)),
    "axes": (Text("axes"), ("AX",)),
    "pikes": (Text("pikes"), ("PK",)),
    "longbows": (Text("longbows"), ("LB",)),
    "crossbows": (Text("crossbows"), ("CB",)),
    "slingers": (Text("slingers"), ("SL",)),
    "genitors": (Text("Genitors"), ("GE",)),
    "hobilars": (Text("Hobilars"), ("MH", "DH")),
    "men-at-arms": (Text("all men-at-arms"), MEN_AT_ARMS),
}
"""What players write for types (2.2), what they read, and the types meant; the narrower of two comes first."""


def scopes(g: Battle, side: str) -> tuple[Scope, ...]:
    """The narrowest first: one piece, a group of like units, a Command with its leader, a type, mounted or foot.

    A leader whose id is that of his Command has none of his own: what is ordered for the one is ordered for the other.
    """
    state = g.state
    units = [u for u in state.units.values() if u.side == side]
    leaders = [x for x in state.leaders.values() if x.side == side]
    return (
        *(Scope(u.id, Text("{name}", name=u.name), frozenset({u.id})) for u in units),
        *(
            Scope(x.id, Text("{name} himself", name=x.name), frozenset({x.id}))
            for x in leaders
            if x.id not in state.commands
        ),
        *_groups(units),
        *_commands(state, side, units, leaders),
        *_types(units),
        *_arms(units),
    )


def _groups(units: Iterable[Unit]) -> list[Scope]:
    found: dict[str, list[str]] = {}
    for u in units:
        found.setdefault(u.id.rstrip("0123456789"), []).append(u.id)
    return [Scope(c, Text("all {group}", group=c), frozenset(members)) for c, members in found.items()]


def _commands(state: State, side: str, units: list[Unit], leaders: list[Leader]) -> list[Scope]:
    """3.3 Every Command, a Replacement Leader included (15.6)."""
    found = [
        Scope(
            c.id,
            Text("{name} and leader", name=c.name),
            frozenset(p.id for p in (*units, *leaders) if p.command == c.id),
        )
        for c in state.commands.values()
        if c.side == side
    ]
    return sorted(found, key=lambda s: len(s.units))


def _types(units: list[Unit]) -> list[Scope]:
    """2.2 By what the units are now: the Unhorsed are mounted no more (12.5)."""
    found: list[Scope] = []
    for key, (title, kinds) in TYPES.items():
        members = frozenset(u.id for u in units if u.type in kinds)
        if members:
            found.append(Scope(key, title, members))
    return found


def _arms(units: list[Unit]) -> list[Scope]:
    named = (
        ("mounted", Text("all mounted units"), frozenset(u.id for u in units if u.mounted)),
        ("foot", Text("all foot"), frozenset(u.id for u in units if u.foot)),
    )
    return [Scope(key, title, members) for key, title, members in named if members]
