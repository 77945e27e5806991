"""Special rules of a battle that would tell only after its last turn, or its last activation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from engine.kernel.text import counted
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.simple_gboh.scenario import SimpleScenario
from scenarios.formats import Scenario

_TURNS = ("turn", "from_turn")
"""Parameters that are the first turn in which a rule tells."""

_OWN_TURNS: Mapping[str, tuple[str, ...]] = {
    "engines": ("after",),
    "reinforcements": ("since",),
}
"""Simple GBoH: the same of some rules, by id, in Player Turns of their side."""

_LISTS = ("columns", "also")
"""Parameters that are lists of such as stand beside them."""


def problems(scenario: Scenario) -> Iterator[str]:
    """One sentence with its path each."""
    for j, rule in enumerate(scenario.special_rules):
        here = f"special_rules[{j}] ({rule.id}).params"
        for path, given in _entries(rule.params, here):
            if isinstance(scenario, MenOfIronScenario):
                yield from _activations(scenario, rule.id, path, given)
            elif isinstance(scenario, GbohScenario):
                yield from _turns(scenario, rule.id, path, given)


def _entries(params: Mapping[str, Any], here: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The parameters, and what stands in a list of further ones, each with its path."""
    yield here, params
    for name in _LISTS:
        given = params.get(name)
        for i, one in enumerate(cast("list[Any]", given) if isinstance(given, list | tuple) else ()):
            if isinstance(one, Mapping):
                yield f"{here}.{name}[{i}]", cast("Mapping[str, Any]", one)


def _turns(scenario: GbohScenario, rule: str, path: str, given: Mapping[str, Any]) -> Iterator[str]:
    own = isinstance(scenario, SimpleScenario)
    last = _last(scenario, given.get("side"))
    if last is None:
        return
    called = "Player Turn" if own else "turn"
    for name in (*_TURNS, *(_OWN_TURNS.get(rule, ()) if own else ())):
        turn = given.get(name)
        if isinstance(turn, int) and turn > last:
            whose = " of its side" if own else ""
            yield f"{path}.{name}: {called} {turn}{whose} never comes: the battle ends with {called} {last}{whose}"


def _last(scenario: GbohScenario, side: Any) -> int | None:
    """The last turn there is; in Simple GBoH the last Player Turn that the side can have, None for no limit."""
    ends: list[int] = []
    limit = scenario.turn_limit
    if not isinstance(scenario, SimpleScenario):
        return limit
    if limit is not None:
        ends.append((limit + 1) // 2)  # those of both sides together, who take turns
    if scenario.limit is not None:
        # The other side may have begun, and so have had one more.
        ends.append(scenario.limit.turns + (side != scenario.limit.side))
    return min(ends, default=None)


def _activations(scenario: MenOfIronScenario, rule: str, path: str, given: Mapping[str, Any]) -> Iterator[str]:
    limit = scenario.limit
    after = given.get("after") if rule == "arrivals" else None
    if limit is None:
        return
    for name, n in (("after", after), ("from_turn", given.get("from_turn"))):
        if isinstance(n, int) and n > limit.activations - (name == "after"):
            ends = counted(limit.activations, "activation|activations")
            yield f"{path}.{name}: {n} is too late: the battle ends after {ends}"
