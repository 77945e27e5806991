"""Positions offer, cost and promise what they did: each snapshot is what the engine says today.

In every run one battle of each system, all of them with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import os
from collections import Counter
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from tests.each import for_each
from tests.engine.snapshots.snapshot import BATTLES, FOLDER, SPOTS, STOPS, Spot

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
FIRST = {f"{system}/{names[0]}" for system, names in BATTLES.items()}
LEAST = 30
"""Snapshots of a system."""


def test_every_system_has_its_snapshots() -> None:
    known = {spot.file(stop) for spot in SPOTS for stop in STOPS}
    found = set(FOLDER.glob("*/*.txt"))
    assert not found - known, "these belong to no battle that is looked at"
    counts = Counter(file.parent.name for file in found)
    assert set(counts) == set(BATTLES) and min(counts.values()) >= LEAST, counts


@for_each("spot", [s for s in SPOTS if HEAVY or (s.key in FIRST and s.seed == 1)], ids=lambda s: f"{s.key}-{s.seed}")
def test_a_position_is_what_it_was(spot: Spot) -> None:
    """Where this fails after a change that was meant, the snapshots are written anew and the differences read."""
    seen: set[Path] = set()
    for file, text in spot.snapshots():
        seen.add(file)
        written = file.read_text("utf-8") if file.exists() else ""
        told = unified_diff(written.splitlines(), text.splitlines(), file.name, "now", n=0, lineterm="")
        assert written == text, "\n".join(line[:400] for line in islice(told, 20))
    assert seen == {spot.file(stop) for stop in STOPS if spot.file(stop).exists()}, "it doesn't get as far as it did"
