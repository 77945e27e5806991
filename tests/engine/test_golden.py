"""Every scenario plays as it did: events of seeded battles against those that ``golden.json`` remembers.

The first answers of one battle of each always, twenty battles of each with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import json
import os

from scenarios import listing
from tests.each import for_each
from tests.engine.golden import FILE, KEYS, MARKS, SEEDS, play

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
GOLDEN: dict[str, list[list[str]]] = json.loads(FILE.read_text("utf-8"))


def test_every_scenario_has_its_golden_battles() -> None:
    assert set(GOLDEN) == set(KEYS) and set(KEYS) <= {info.key for info in listing()}
    assert {len(seeds) for seeds in GOLDEN.values()} == {SEEDS}


@for_each("seed", range(SEEDS if HEAVY else 1))
@for_each("key", sorted(GOLDEN))
def test_a_golden_battle(key: str, seed: int) -> None:
    """Where this fails after a change that was meant, ENGINE_VERSION is raised and ``golden.json`` written anew."""
    then = GOLDEN[key][seed]
    assert play(key, seed, MARKS[-1] if HEAVY else MARKS[0]) == then[: len(then) if HEAVY else 1]
