"""What a start loads, and what it leaves for later: everything a player may wait for at a restart."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.systems import registry

PROGRAM = """
import importlib, sys
import bot.app, bot.cli.run, bot.monitoring.gauges
for cog in bot.app.COGS:
    importlib.import_module(cog)
print(*sys.modules)
"""


def test_rules_and_whatever_draws_are_left_for_later() -> None:
    loaded = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout.split()
    assert "bot.service.service" in loaded
    systems = ("engine.systems.gboh", *(x.package for x in registry.SYSTEMS.values()))
    assert [m for m in loaded if m.startswith((*systems, "PIL", "networkx", "renderer.draw", "simcord"))] == []


@pytest.mark.parametrize("system", registry.SYSTEMS)
def test_what_is_said_of_a_system_before_it_is_loaded_holds(system: str) -> None:
    listed = registry.SYSTEMS[system]
    assert (listed.rules.id, listed.rules.title) == (listed.id, listed.title) == (system, registry.title(system))
    assert callable(listed.problems) and isinstance(listed.special_rules, dict)
    assert registry.CHARTS[system]() and registry.RULEBOOKS[system].title and registry.POSITIONS[system].model


PIECES = """
import importlib, sys
from engine.systems import registry
assert not registry.loaded(sys.argv[1]) and registry.loaded("toy")
for name in registry.modules(sys.argv[1]):
    importlib.import_module(name)
    if name == registry.SYSTEMS[sys.argv[1]].package:
        print(*(x.package for x in registry.SYSTEMS.values() if x.package in sys.modules))
before = set(sys.modules)
registry.load()
print(*set(sys.modules) - before)
assert all(map(registry.loaded, registry.SYSTEMS))
"""


@pytest.mark.parametrize("system", registry.SYSTEMS)
def test_piece_by_piece_all_rules_are_loaded_those_wanted_first(system: str) -> None:
    done = subprocess.run([sys.executable, "-c", PIECES, system], capture_output=True, text=True, check=True)
    first, rest = done.stdout.splitlines()
    assert first == registry.SYSTEMS[system].package and not rest.split()
