"""Wrong and odd answers to every kind of question of every rule system: each is refused in a sentence or two.

A refusal says why, names the case, repeats what was typed as it was typed, is short, and changes nothing. The questions
are those that random battles come to: some of them always, all with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import LISTED, Choose, ChooseEach, Command, Decision, Picks
from engine.kernel.game import Game, digest
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from scenarios import listing, load
from tests.engine.cataphract.test_battles import SeededDice

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
ALWAYS = ("cataphract/tricameron", "men-of-iron/crecy")
BATTLES = [i.key for i in listing()] if HEAVY else [i.key for i in listing() if i.key in ALWAYS]
ANSWERS = 4000 if HEAVY else 400
EACH = 6 if HEAVY else 1
"""Positions of one kind that are tried in a battle."""

LONGEST = 300

ODD = (
    "banana",
    "Żółw  <>  @e",
    "rx1  FIRE",
    "9999",
    "0101 @ W",
    "0101-0102 @E",
    "@NE",
    "feign  0101 0102 0103 @W",
    "yes no",
    "HC99 > 0101",
    "shock  AUTO",
    "shock  ALL  x",
    "line THC1-3",
    "pass  Nobody",
    "trump Nobody",
    "+3",
    "x",
    "- ",
    "x  0101",
    "no",
    "none",
    "fire",
    "done  please",
    "1716@W  1717@E",
    "w" * 900,
    "**bold**  @SW",
    "{0}  {text}",
    "all  banana",
    "stay  stay",
)


def questions(key: str) -> Iterator[tuple[Game[Any], Decision]]:
    """Open decisions of a random battle, a few of each kind and form."""
    system = registry.system_for(load(key))
    rng, dice = random.Random(key), SeededDice(5)
    game = Game.start(system, system.initial_state(dict.fromkeys((o.key for o in system.options()), False)), dice)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(ANSWERS):
        if not game.pending:
            return
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        several = len(decision.items) > 1 if isinstance(decision, ChooseEach) else False
        if seen[decision.kind, several] < EACH:
            seen[decision.kind, several] += 1
            yield game, decision
        game.answer(decision.side, random_answer(decision, rng), dice)


def wrong(game: Game[Any], decision: Decision, rng: random.Random) -> Iterator[str]:
    """Odd answers to a question: those of everywhere, others' units, hexes near and far, right answers spoilt."""
    yield from ODD
    table = game.view((decision.side,))
    pieces = [*table.counters, *table.lost[:2], *table.off_map[:2]]
    for piece in rng.sample(pieces, min(6, len(pieces))):
        yield piece.id
        yield f"{piece.id.lower()}  Stay"
        yield f"{piece.id} > {rng.choice(list(table.map.hexes)):04d} @NW"
        yield f"{piece.id}  x {rng.choice(pieces).id}"
    for leader in table.leaders[:3]:
        yield leader.id
        yield f"Trump  {leader.id}"
    for h in rng.sample(list(table.map.hexes), 4):
        yield f"{h:04d}"
        yield f"{h:04d}  @ w"
    if isinstance(decision, ChooseEach):
        for item in decision.items[:3]:
            yield f"{item.key}  Banana"
            yield f"{item.key} 0101"
            yield f"{item.key} x {rng.choice(pieces).id}"
            yield f"{item.key[:-1]}99  {item.choices[0].key}"
            yield f"{item.key} > 0101 0102 @E"
        good = [f"{i.key} {i.choices[0].key}" for i in decision.items[:4]]
        yield "; ".join([*good[:-1], f"{decision.items[len(good) - 1].key}  Nonsense"])
        yield "; ".join([*good, "ZZ99 stay"][::-1])
    if isinstance(decision, Choose):
        yield f"{decision.choices[0].key}x"
        yield f"{decision.subject}  Nonsense"


def keys_listed(said: str) -> int:
    """The longest list in a sentence, ranges of units counted once."""
    return max((len(part.split(", ")) for part in re.split(r"[.:;]\s", said)), default=0)


@pytest.mark.timeout(3600 if HEAVY else 300)
@pytest.mark.parametrize("key", BATTLES)
def test_every_refusal_is_short_and_says_why(key: str) -> None:
    rng = random.Random(7)
    tried: Counter[str] = Counter()
    forms: set[type[Decision]] = set()
    for game, decision in questions(key):
        before = digest(game.state)
        forms.add(type(decision))
        for text in wrong(game, decision, rng):
            try:
                statements = parse(text)
            except Refusal as no:
                assert len(str(no)) < LONGEST, text
                continue
            if not statements:
                continue
            where = f"{decision.kind}, {text[:80]!r}"
            try:
                answer, used = bind(game, decision, statements)
                decision.check(answer)
            except Refusal as no:
                said = str(no.text)
                assert no.rule, where
                assert 0 < len(said) < LONGEST, f"{where}: {said}"
                assert said[-1] in ".?!”", f"{where}: {said}"
                assert keys_listed(said) <= LISTED + 1, f"{where}: {said}"
                squeezed = "".join(text.split()).casefold()
                assert len(squeezed) < 6 or squeezed in text or squeezed not in said, f"{where}: {said}"
                if not isinstance(decision, Command) and len(statements) == 1 and len(text) < 40:
                    assert f"“{statements[0].typed}”" in said, f"{where}: {said}"
                tried[decision.kind] += 1
            else:
                assert used >= 1
                if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
                    decision.check(decision.completed(answer))
        assert digest(game.state) == before
    assert len(tried) >= 4, tried
    assert forms == {Choose, ChooseEach, Command}, "lists, one choice for each of several units, orders"
