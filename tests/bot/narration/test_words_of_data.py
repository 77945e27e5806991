"""What data names and readers see: kinds of rolls, titles of charts, ground, battles and what is commanded together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.language.catalogue import SOURCE, TextCatalogue, inflection, languages
from bot.narration.charts import chart_pages
from bot.narration.trail import KINDS, kind
from engine.kernel import ground
from engine.kernel.text import Text
from engine.systems import registry
from scenarios import load
from tests.each import for_each

ROLLED = re.compile(r'purpose="([a-z-]+)"')

OTHERS = [code for code in languages() if code != SOURCE]

BATTLES = (
    "cataphract/dara",
    "alexander/gaugamela",
    "spqr/zama",
    "simple-gboh/cannae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)


def test_every_kind_of_roll_has_a_name_in_every_language() -> None:
    sources = Path(ground.__file__).parents[1].rglob("*.py")
    rolled = {name for source in sources for name in ROLLED.findall(source.read_text(encoding="utf-8"))}
    assert not rolled - KINDS.keys()
    for language in OTHERS:
        words = TextCatalogue.load(language)
        assert not [x for x in KINDS.values() if x not in words.templates], language
    assert kind("pre-shock", TextCatalogue.load("it")) == "controllo Pre-Shock"
    assert kind("pre-shock", TextCatalogue.load(SOURCE)) == "pre shock"


@for_each("key", BATTLES)
def test_titles_of_charts_are_translated(key: str) -> None:
    system = registry.system_for(load(key))
    for chart in system.chart_list(registry.initial_state(system)):
        for language in OTHERS:
            words = TextCatalogue.load(language)
            assert chart.title.template in words.templates, (language, chart.title)
            assert words.say(chart.title) in chart_pages(chart, words)[0].replace("\\", "")


@for_each("key", [x.key for x in scenarios.listing()])
def test_a_battle_its_ground_and_its_commands_have_names(key: str) -> None:
    system = registry.system_for(load(key))
    table = system.view(registry.initial_state(system))
    for language in OTHERS:
        words = TextCatalogue.load(language)
        known = {*words.templates, *getattr(words.grammar, "nouns", {})}
        assert table.title in known
        if key.partition("/")[0] != "justinian":  # areas, and powers, which are nouns
            assert not [b for s in table.sides for b in s.bands if b and b not in known], language


@pytest.mark.parametrize("language", OTHERS)
def test_ground_has_a_name(language: str) -> None:
    words = TextCatalogue.load(language)
    assert not [x for x in ground.NAMES.values() if words.say(x) == str(x) and x.template not in words.templates]
    assert words.say(Text("{ground}", ground=ground.called("clear"))) != "clear"
    # No battle that can be joined.
    assert words.say(ground.called("open")) != words.translate("open")


@pytest.mark.parametrize("language", OTHERS)
def test_what_an_army_is_called_is_a_noun_with_cases(language: str) -> None:
    bent = inflection(language)
    for key in (x.key for x in scenarios.listing()):
        battle: Any = load(key)
        for side in getattr(battle, "sides", ()):
            for name in {side.name, getattr(side, "adjective", None) or side.name}:
                assert set(bent.cases) <= bent.nouns.get(name, {}).keys(), (key, name)


def test_a_leader_who_is_trumped_is_told_of_in_polish() -> None:
    words = TextCatalogue.load("pl")
    for what in ("has Momentum", "has trumped his way to the front"):
        said = words.say(Text("{leader} {what}. Trump him?", leader="Narses", what=what))
        assert "has " not in said
    assert words.say(Text("Activate {name}: {value} or less", name="Comyn's Horse", value=3)) == (
        "Aktywuj: Jazda Comyna, przy 3 lub mniej"
    )
