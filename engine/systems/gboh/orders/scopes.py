"""Whom standing orders may be given for: units and leaders, groups, commands, types of troops, arms."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.decisions import Scope
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command.command import commandable
from engine.systems.gboh.state import Leader, Unit


def scopes(g: Battle, side: str) -> tuple[Scope, ...]:
    """The narrowest first: one piece, a group of like units, a contingent or leader's command, a type, an arm.

    A leader who may command the whole army stands for himself alone: his command is everybody.
    """
    units = [u for u in g.state.units.values() if u.side == side]
    leaders = [x for x in g.state.leaders.values() if x.side == side]
    return (
        *(Scope(u.id, Text("{name}", name=u.name), frozenset({u.id})) for u in units),
        *(Scope(x.id, Text("{name} himself", name=x.name), frozenset({x.id})) for x in leaders),
        *_groups(units),
        *_commands(units, leaders),
        *_types(units),
        *_arms(units),
    )


def _groups(units: Iterable[Unit]) -> list[Scope]:
    found: dict[str, list[str]] = {}
    for u in units:
        found.setdefault(u.id.rstrip("0123456789"), []).append(u.id)
    return [Scope(c, Text("all {group}", group=c), frozenset(members)) for c, members in found.items()]


def _commands(units: list[Unit], leaders: list[Leader]) -> list[Scope]:
    contingents: dict[str, list[str]] = {}
    for u in units:
        contingents.setdefault(u.contingent, []).append(u.id)
    found = [
        Scope(
            name,
            Text("the command {name}", name=name),
            frozenset([*members, *(x.id for x in leaders if x.commands == (name,))]),
        )
        for name, members in contingents.items()
    ]
    for x in leaders:
        own = [u.id for u in units if commandable(x, u)]
        if (x.commands or x.kinds) and own and len(own) < len(units):
            found.append(Scope(x.id, Text("{leader} and all he commands", leader=x.name), frozenset([x.id, *own])))
    return sorted(found, key=lambda s: len(s.units))


def _types(units: list[Unit]) -> list[Scope]:
    """By what players write for a type (2.22). Its letters alone are those of many unit codes."""
    found: dict[str, Scope] = {}
    for troop in units[0].troops.values() if units else ():
        members = frozenset(u.id for u in units if u.troop.word == troop.word)
        if members:
            found.setdefault(troop.word, Scope(troop.word, troop.name, members))
    return list(found.values())


def _arms(units: list[Unit]) -> list[Scope]:
    horse = frozenset(u.id for u in units if u.troop.arm == "horse")
    foot = frozenset(u.id for u in units if u.troop.arm == "foot")
    named = (("cavalry", Text("all cavalry"), horse), ("infantry", Text("all infantry"), foot))
    return [Scope(key, title, members) for key, title, members in named if members]
