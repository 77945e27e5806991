"""A story read back from a journal is told in the reader's language: of each system one battle, in a language without
words. What stays is what somebody's name is."""

from __future__ import annotations

import json
import random
import re
import tomllib

import pytest

from bot.cli.translating import prose, templates
from bot.language import catalogue
from bot.language.catalogue import TextCatalogue
from bot.language.grammar import Inflection
from bot.narration.journal import items, titled
from bot.narration.lines import Teller
from engine.kernel.game import Game, rebuild
from engine.players import random_answer
from engine.systems import registry
from scenarios import load
from tests.bot.e2e.test_no_english import TYPED, wordless
from tests.engine.cataphract.test_battles import SeededDice

WORD = re.compile(r"\b[a-z]{3,}")
"""Words that are no name: those begin with a capital."""

OF_NAMES = frozenset(["cataphract", "elephant", "nephew", "the"])
"""Parts of names, of Formations and leaders, that aren't capitals; and of kinds of troops (A 9.42)."""


@pytest.fixture(scope="module")
def language() -> TextCatalogue:
    given = tomllib.loads((catalogue.folder() / "it.toml").read_text(encoding="utf-8"))
    for forms in given["nouns"].values():
        forms |= {case: "~" for case in forms if case != "gender"}
    return TextCatalogue("it", {t: wordless(t) for t in (*templates.templates(), *prose.texts())}, Inflection(given))


BATTLES = (
    "cataphract/tricameron",
    "alexander/jaxartes",
    "spqr/lautulae",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)


def story(key: str, language: TextCatalogue) -> list[str]:
    """A battle of players made of dice, read back from its journal."""
    system, rng, dice = registry.system_for(load(key)), random.Random("a story"), SeededDice(4)
    game = Game.start(system, registry.initial_state(system), dice)
    for _ in range(220):
        decision = next((d for d in game.pending if game.decision_for(d.side) is d), None)
        if decision is None:
            break
        game.answer(decision.side, random_answer(decision, rng), dice)
    stored = [e.model_copy(update={"data": json.loads(json.dumps(e.data))}) for e in game.journal]
    told = Teller(rebuild(system, stored[:1])).tell(items(system, stored[1:], lambda side: "~"))
    return [line.render(language) for line in titled(system, told)]


@pytest.mark.parametrize("key", BATTLES)
def test_a_story(key: str, language: TextCatalogue) -> None:
    lines = story(key, language)
    assert len(lines) > 100
    left = {word: line for line in lines for word in WORD.findall(TYPED.sub("", line)) if word not in OF_NAMES}
    assert left == {}


GROWN_TOGETHER = re.compile(r"\b(?:da|di|a|su|in) (?:il|lo|la|i|gli|le)\b", re.IGNORECASE)
"""A preposition and an article, which are one word in Italian: a value with its article where none may stand."""


@pytest.mark.parametrize("key", BATTLES)
def test_values_fit_into_italian_sentences(key: str) -> None:
    assert [line for line in story(key, TextCatalogue.load("it")) if GROWN_TOGETHER.search(line)] == []
