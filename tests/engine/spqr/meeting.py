"""Positions in which several rules of SPQR meet: two small armies with a commander each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

FAR = unit("HC99", 3535, "W")
"""An enemy who doesn't matter."""
REACTIONS = ["reaction-facing", "line-extension", "orderly-withdrawal"]
"""Questions a move raises that most of these positions aren't about."""


def field(ours: Sequence[Any], theirs: Sequence[Any] = (FAR,), side: str = "a", **values: Any) -> kit.Rig:
    """Scipio's men and Philip's, both within everybody's reach; it is the phase of ``side``, triarii go where told."""
    given = {
        "a_leaders": [leader("Scipio", 1005, command_range=20, initiative=9)],
        "b_leaders": [leader("Philip", 2505, command_range=20, initiative=9)],
        "rules_not_used": ("9.7",),
    }
    r = kit.battle(list(ours), list(theirs), **{**given, **values})
    commander = "Scipio" if side == "a" else "Philip"
    return r.orders(side, commander if commander in r.state.leaders else None)


def hits(r: kit.Rig, *names: str) -> list[int]:
    """Cohesion hits of units."""
    return [r.unit(name).hits for name in names]


def comes_up(r: kit.Rig, *names: str) -> kit.Rig:
    """These units have moved next to the enemy and must check and attack."""
    r.g.orders.markers = dict.fromkeys(names, "must")
    r.g.orders.moved = list(names)
    r.g.version += 1
    return r
