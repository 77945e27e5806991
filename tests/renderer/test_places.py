"""Where places are in a picture, asked of a process of its own."""

from __future__ import annotations

import pickle

import scenarios
from engine.systems import registry
from renderer import large, where


def test_it_can_be_handed_over_more_than_once() -> None:
    """By its name, which must stay that of the function when what it needs has been loaded."""
    system = registry.system_for(scenarios.load("cataphract/tricameron"))
    found = where(system.view(registry.initial_state(system)), large())
    assert len(found.middles) > 100 and found.hexes
    assert pickle.loads(pickle.dumps(where)) is where
