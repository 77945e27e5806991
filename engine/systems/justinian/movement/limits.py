"""7.14 Byzantine armies that end their activation where they may not stand are removed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.board import Place
from engine.kernel.text import Text, joined
from engine.systems.justinian import army_limits
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ArmyRemoved, StrengthChanged
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army


def outside(g: Campaign, army: Army, place: Place) -> bool:
    """Whether an army may not end its activation in a place."""
    return army.power == BYZANTINE and place not in army_limits.ends(g, army.id)


def enforce(g: Campaign, armies: Iterable[str]) -> None:
    """7.14 Army limits: of armies that were part of the active force, those outside theirs are removed with all SP."""
    for name in armies:
        army = g.state.armies[name]
        if army.at is None or not outside(g, army, army.at):
            continue
        for group in g.groups_of(army):
            g.emit(StrengthChanged(group=group, n=-g.state.sp_of(group), why="outside", rule="7.14"))
        g.emit(ArmyRemoved(army=name, to="aside", why="limits", rule="7.14"))


def warning(g: Campaign, armies: Iterable[Army], place: Place) -> Text | None:
    """Which of the armies would be removed if their activation ended in a place."""
    found = [g.state.called(a.id) for a in armies if outside(g, a, place)]
    return Text("{armies} may not end here", armies=joined(found, " and ")) if found else None
