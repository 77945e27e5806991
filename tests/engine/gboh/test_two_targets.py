"""Two targets in one order, in games whose book has no second shot."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.missiles import fire
from engine.systems.registry import initial_state, system_for
from scenarios import load


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("cataphract/tricameron", "11.4"),
        ("alexander/samarkand", "8.11"),
        ("spqr/lautulae", "8.11"),
        ("simple-gboh/lautulae", "7.1"),
    ],
)
def test_who_may_not_fire_twice_is_told_by_a_case_of_the_book(key: str, rule: str) -> None:
    system: Any = system_for(load(key))
    g = cast(Battle, system.context(initial_state(system)))
    archers = next(u for u in g.state.units.values() if u.missile is not None)
    with pytest.raises(Refusal) as refused:
        fire.check_twice(g, archers)
    assert refused.value.rule == rule
