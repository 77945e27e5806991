"""The battle somebody named on the command line, and how it lies on the table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import scenarios
from bot.cli.common import BadInput
from engine.kernel.view import TableView
from engine.systems.registry import initial_state, system_for
from scenarios import Scenario, ScenarioError, position


def scenario(name: str) -> Scenario:
    """The battle a user named: "cataphract/tricameron", "tricameron", or the path of a scenario file."""
    try:
        return scenarios.load_file(name) if name.endswith(".json") else scenarios.load(name)
    except ScenarioError as e:
        raise BadInput(str(e)) from e


def tell_passed_over(left_out: Sequence[tuple[Path, str]]) -> None:
    """Say, on standard error, which files of ``HEXARCH_SCENARIOS`` give no battle."""
    for path, why in left_out:
        print(f"hexarch: {path} {why}", file=sys.stderr)


def laid_out(name: str | None, position_file: str | None) -> tuple[Scenario, TableView]:
    """A battle as set up, or as in a position file, as one sees it from whom nothing is secret."""
    if position_file is not None:
        try:
            battle, state = position.load(position_file)
        except ScenarioError as e:
            raise BadInput(str(e)) from e
        if name is not None and scenario(name).key != battle.key:
            raise BadInput(f"{position_file} is a position of {battle.key}, not of {name}: leave SCENARIO out")
        system = system_for(battle)
    elif name is not None:
        battle = scenario(name)
        system = system_for(battle)
        state = initial_state(system)
    else:
        raise BadInput("name a SCENARIO, or a position file with --position")
    return battle, system.view(state, [side.id for side in system.view(state).sides])
