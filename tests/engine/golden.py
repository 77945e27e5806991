"""Golden battles: what random players and seeded dice made of every scenario, by a hash of its events.

``python -m tests.engine.golden`` writes ``golden.json`` anew, after a change of rules that was meant (it takes half an
hour); names of scenarios after it write those alone.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

from engine.kernel.game import Game
from engine.kernel.journal import canonical
from engine.kernel.text import in_words
from engine.players import random_answer
from engine.systems import registry
from scenarios import listing, load
from tests.engine.cataphract.test_battles import SeededDice

FILE = Path(__file__).with_name("golden.json")

SEEDS = 20
MARKS = (100, 400, 1000)
"""Answers after which the events so far are hashed; the last bounds a battle."""


SAMPLE = ("alexander/samarkand", "spqr/lautulae", "simple-gboh/samarkand")
"""Twenty set-ups, or eight large ones, would be more than all other battles together: one stands for them, and their
own tests play each."""
LEFT_OUT = {key.partition("/")[0] for key in SAMPLE}
KEYS = [*(info.key for info in listing() if info.system not in LEFT_OUT and not info.author), *SAMPLE]
"""Battles of authors may change with every version of theirs; what is in them is tried in tests of their rules."""


def play(key: str, seed: int, most: int = MARKS[-1]) -> list[str]:
    """``answers:hash`` at every mark up to ``most``, and at the end where the battle ends before.

    The hash is that of everything the journal says after its first entry, which holds the state the battle began with:
    that one may gain a field.
    """
    system = registry.system_for(load(key))
    rng, dice = random.Random(f"golden {seed}"), SeededDice(seed)
    game = Game.start(system, registry.initial_state(system), dice)
    sha, hashed, answers, found = hashlib.sha256(), 1, 0, []
    while True:
        for entry in game.journal[hashed:]:
            sha.update(canonical([entry.seq, entry.kind, in_words(entry.data)]))
        hashed = len(game.journal)
        if answers in MARKS or not game.pending:
            found.append(f"{answers}:{sha.hexdigest()[:16]}")
        if answers >= most or not game.pending:
            return found
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng), dice)
        answers += 1


def main(keys: list[str]) -> None:
    known: dict[str, list[list[str]]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for key in keys or KEYS:
        known[key] = [play(key, seed) for seed in range(SEEDS)]
        FILE.write_text(json.dumps(known, indent=0, sort_keys=True) + "\n", "utf-8")
        print(key, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
