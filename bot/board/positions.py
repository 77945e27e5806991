"""Positions that are sent to the board: read in the process that draws, where a hostile one holds up nobody."""

from __future__ import annotations

from typing import Any

import scenarios
from engine.kernel.json_values import is_object
from engine.kernel.text import refuse
from scenarios import position

MOST_BYTES = 256 * 1024
"""Of the largest position that is read."""
DEPTH = 30
"""Objects and lists inside each other at most."""


def read(document: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    """The battle and the state of a position that came from outside, and the document its positions start from.

    Raises Refusal for a battle that is named by a path: files of this machine are nobody's business; and
    :class:`~scenarios.ScenarioError` with all that is wrong.
    """
    named = document.get("scenario")
    if isinstance(named, str):
        if named not in {i.key for i in scenarios.listing()}:
            refuse("There is no battle “{key}”.", key=named[:60])
        document = {**document, "scenario": scenarios.load(named).model_dump(mode="json")}
    elif named is not None and not is_object(named):
        refuse("There is no battle “{key}”.", key=str(named)[:60])
    scenario, state = position.read(document, "position")
    return scenario, state, {k: v for k, v in document.items() if k in position.BASE}
