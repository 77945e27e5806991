"""What a journal may note of an Orders Phase: every list and every counter that it keeps, and nothing else."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

import scenarios
from engine.systems import registry
from tests.each import for_each

COUNTERS = {
    "cataphract/tricameron": ("recovered", "reaction_shots", "leader_mp", "entry_cost"),
    "alexander/granicus": ("recovered", "driven"),
    "spqr/beneventum": ("recovered", "climbed"),
    "simple-gboh/beneventum": ("hexes_moved", "mp_spent"),
}
"""Fields that count something of each of several pieces."""


@for_each("key", COUNTERS)
def test_what_is_counted_may_be_noted(key: str) -> None:
    events = registry.system_for(scenarios.load(key)).events
    for field in ("deeds", "orders_used", "lines_used", *COUNTERS[key]):
        noted = events.validate_python({"type": "orders-noted", "field": field, "value": ["A", 1]})
        assert noted.field == field
    with pytest.raises(ValidationError):
        events.validate_python({"type": "orders-noted", "field": "leader", "value": "A"})
