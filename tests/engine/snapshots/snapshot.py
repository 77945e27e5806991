"""Snapshots of positions: every order that may be given, what it costs, what it leads to, and the odds of attacks.

Chess programs count the moves of known positions to find any slip in how pieces move (they call it perft). Here thirty
positions of each system, which players made of dice have come to, are written down as text, a file each: any change of
movement, zones, costs or odds shows as a difference that can be read.

``python -m tests.engine.snapshots.snapshot`` writes all of them anew, after a change of rules that was meant (it takes
some minutes); names of systems after it write those alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu
from engine.kernel.game import Game
from engine.kernel.inquiry import AboutAttack
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice

FOLDER = Path(__file__).parent

BATTLES = {
    "alexander": ("samarkand", "chaeronea", "gaugamela", "granicus", "hydaspes", "issus", "pelium"),
    "cataphract": ("tricameron", "callinicum", "casilinum", "catalaunian", "dara", "taginae", "utus"),
    "justinian": ("renovatio",),
    "men-of-iron": ("falkirk", "bannockburn", "boroughbridge", "courtrai", "crecy", "najera", "poitiers"),
    "simple-gboh": ("lautulae", "beneventum", "cannae", "dara", "gaugamela", "lyginus", "zama"),
    "spqr": ("lautulae", "bagradas", "beneventum", "cannae", "cynoscephalae", "sentinum", "zama"),
}
"""Battles of each system that are looked at; the first in every run of the tests."""

STOPS = (5, 40, 90, 150, 220)
"""Answers after which a battle is looked at: at the next order its players may give."""

DEEP = 4
"""Menus below one another in which orders are counted; none of ours goes deeper."""
TOLD = 2
"""Menus below one another that are told in full: a unit's, and that of what it does."""
AFTER = 4
"""Orders of a position that are tried: what may be ordered, or chosen, after them is counted."""
ATTACKS = 8
"""Pairs of enemies side by side of which the odds are asked."""


@dataclass(frozen=True)
class Spot:
    """Where snapshots are taken: a battle with the players and dice that carry it on."""

    key: str
    seed: int

    def file(self, stop: int) -> Path:
        """The snapshot after so many answers."""
        system, _, name = self.key.partition("/")
        return FOLDER / system / f"{name}-{self.seed}-{stop:03}.txt"

    def snapshots(self) -> Iterator[tuple[Path, str]]:
        """Each file with what belongs into it. A battle that ends before has fewer."""
        system = registry.system_for(load(self.key))
        rng, dice = random.Random(f"{self.key} {self.seed}"), SeededDice(self.seed)
        game = Game.start(system, registry.initial_state(system), dice)
        left, answers = list(STOPS), 0
        while left and game.pending:
            decision = _asked(game)
            if answers >= left[0] and isinstance(decision, Command):
                yield self.file(left[0]), "\n".join(_lines(self, game, decision, answers)) + "\n"
                left.pop(0)
            game.answer(decision.side, random_answer(decision, rng, keen=2), dice)
            answers += 1


SPOTS = [
    Spot(f"{system}/{name}", seed)
    for system, names in BATTLES.items()
    for seed in range(1, 7 if len(names) == 1 else 2)
    for name in names
]


def _asked(game: Game[Any]) -> Decision:
    return next(d for d in game.pending if game.decision_for(d.side) is d)


def _lines(spot: Spot, game: Game[Any], decision: Command, answers: int) -> Iterator[str]:
    table = game.view()
    yield f"{spot.key}, players and dice {spot.seed}, after {answers} answers: turn {table.turn}"
    yield f"{decision.side} decides: {decision.kind} ({decision.rule}), {_count(decision)} orders"
    yield ""
    yield from _menus(decision.menu, ())
    yield ""
    yield "Attacks"
    yield from _attacks(game)
    yield ""
    yield "Afterwards"
    yield from _afterwards(spot, game, decision)


# -- orders ---------------------------------------------------------------------------------------------------------


def _menus(menu: Menu, path: tuple[str, ...]) -> Iterator[str]:
    """A line of each menu, down to those that only say how an order ends."""
    yield f"{' '.join(path) or 'may'}: {_listed(menu, len(path))}"
    for c in menu:
        if _opened(c, len(path)):
            assert c.menu is not None
            yield from _menus(c.menu(), (*path, c.key))


def _opened(c: Choice, above: int) -> bool:
    """Whether what a choice leads to is told in a line of its own."""
    return c.menu is not None and c.mp is None and above < TOLD


def _listed(menu: Menu, above: int) -> str:
    """The choices of a menu; those that cost the same and lead to as many orders stand together behind it."""
    alike: dict[str, list[str]] = {}
    for c in menu:
        alike.setdefault(_worth(c, above), []).append(c.key)
    return "; ".join(f"{worth}: {_shortened(keys)}" if worth else ", ".join(keys) for worth, keys in alike.items())


def _worth(c: Choice, above: int) -> str:
    """Movement Points, hits, chance, odds, and how many orders a choice leads to that are told nowhere else."""
    parts = []
    if c.mp is not None:
        parts.append(f"{c.mp} MP")
    if c.hits:
        parts.append(f"{c.hits} hits")
    if c.chance is not None:
        parts.append(f"{c.chance:.2f}")
    if c.odds is not None:
        parts += [f"[{_percent(o.results)}]" for o in c.odds()]
    if c.menu is not None and not _opened(c, above):
        parts.append(f"x{_orders(c.menu(), above + 1)}")
    return " ".join(parts)


def _shortened(keys: list[str]) -> str:
    """Keys in a line, hexes in a row of a column as one: "1714-1716 1815"."""
    found: list[list[str]] = []
    for key in sorted(keys):
        if found and key.isdigit() and found[-1][-1].isdigit() and int(key) == int(found[-1][-1]) + 1:
            found[-1].append(key)
        else:
            found.append([key])
    return " ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else row[0] for row in found)


def _percent(chances: Any) -> str:
    return " ".join(f"{round(100 * p)}" for _, p in chances)


def _orders(menu: Menu, deep: int) -> int:
    """How many orders a menu leads to."""
    found = 0
    for c in menu:
        if c.menu is None:
            found += 1
        elif deep < DEEP:
            found += _orders(c.menu(), deep + 1)
    return found


def _count(decision: Decision) -> int:
    match decision:
        case Command():
            return _orders(decision.menu, 0)
        case Choose():
            return len(decision.choices)
        case ChooseEach():
            return sum(len(i.choices) for i in decision.items)
    raise TypeError(f"nothing is known of a {type(decision).__name__}")


# -- attacks --------------------------------------------------------------------------------------------------------


def _attacks(game: Game[Any]) -> Iterator[str]:
    """Enemies side by side, with what *What if* says of an attack of one on the other."""
    table = game.view()
    board = table.board
    if not isinstance(board, BattleMap):
        return
    at = {h: c for c in table.counters for h in c.hexes}
    pairs = dict.fromkeys(
        (c.id, other.id)
        for c in table.counters
        for h in c.hexes
        for n in board.neighbours(h)
        if (other := at.get(n)) is not None and other.side != c.side
    )
    # Spread over the field, so that not all are of one corner.
    for attacker, defender in list(pairs)[:: max(1, len(pairs) // ATTACKS)][:ATTACKS]:
        try:
            found = game.system.inquire(game, AboutAttack((attacker,), (defender,)))
        except Refusal as no:
            yield f"{attacker} {defender}: refused ({no.rule})"
            continue
        cases = sorted({fact.rule for section in found.sections for fact in section.facts if fact.rule})
        odds = " ".join(f"{k}-{v}: {said}" for (k, v), said in found.sketch.odds.items())
        yield f"{attacker} {defender}: {odds or '-'} ({', '.join(cases)})"


# -- afterwards -----------------------------------------------------------------------------------------------------


def _afterwards(spot: Spot, game: Game[Any], decision: Command) -> Iterator[str]:
    """Some of the orders, with how much may be done after each."""
    rng = random.Random(f"{spot.key} afterwards")
    for answer in islice(_samples(decision, rng), AFTER):
        other = game.fork()
        written = game.system.write(answer)
        try:
            other.answer(decision.side, answer, SeededDice(spot.seed))
        except Refusal as no:
            yield f"{written}: refused ({no.rule})"
            continue
        if not other.pending:
            yield f"{written}: over"
            continue
        then = _asked(other)
        yield f"{written}: {then.side}, {then.kind} ({then.rule}), {_count(then)}"


def _samples(decision: Command, rng: random.Random) -> Iterator[Answer]:
    """Orders of different kinds and units, each once."""
    seen: set[str] = set()
    for _ in range(10 * AFTER):
        answer = random_answer(decision, rng)
        if repr(answer) not in seen:
            seen.add(repr(answer))
            yield answer


def main(systems: list[str]) -> None:
    for spot in SPOTS:
        system = spot.key.partition("/")[0]
        if systems and system not in systems:
            continue
        for file, text in spot.snapshots():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        print(spot.key, spot.seed, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
