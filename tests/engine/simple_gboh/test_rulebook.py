"""Rule help: complete, short, found by number or words; and every number refusals name is a case of the book."""

from __future__ import annotations

import re

import pytest

from bot.cli.case_index.index import case_list
from engine.systems import registry
from engine.systems.simple_gboh import rulebook
from engine.systems.simple_gboh.charts import STANDARD
from engine.systems.simple_gboh.rules import RULES
from tests.each import for_each

NUMBERS = RULES.cases
BOOK = rulebook.BOOK.cases
CASES = [r["case"] for r in case_list("simple-gboh")]


def test_every_case_has_help_in_the_order_of_the_rules() -> None:
    assert list(rulebook.BOOK.cases) == CASES


@for_each("number", CASES)
def test_help_is_one_to_a_few_sentences(number: str) -> None:
    case = rulebook.BOOK.cases[number]
    assert case.title and case.text[-1] in ".:"
    assert len(re.findall(r"[.!?](?= |$)", case.text)) <= 9
    assert 10 <= len(case.text) <= 900


@for_each("number", CASES)
def test_cases_cited_exist(number: str) -> None:
    cited = re.findall(r"(?<![\d.:])(\d{1,2}\.\d{1,2})(?![\d.]*:)", rulebook.BOOK.cases[number].text)
    assert [c for c in cited if c not in rulebook.BOOK.cases] == []


def test_refusals_name_cases_of_the_book() -> None:
    assert {case: NUMBERS[case] for case in NUMBERS if NUMBERS[case] not in CASES} == {}


def test_every_chart_is_shown_by_a_case() -> None:
    shown = [chart for chart, _ in rulebook.BOOK.charts.items()]
    assert sorted(shown) == sorted(STANDARD.document["charts"])


@pytest.mark.parametrize(
    ("words", "first"),
    [("seize", "4.41"), ("interval", "5.36"), ("7.52", "7.52"), ("hit and run", "7.16"), ("double depth", "10.3")],
)
def test_words_find_cases(words: str, first: str) -> None:
    assert registry.RULEBOOKS["simple-gboh"].search(words)[0].number == first


def test_help_is_written_for_players() -> None:
    """Nobody is told what a program should do."""
    told = [n for n in CASES if re.match(r"(Load|Use|Apply|Allow|Forbid|Offer|Model|Section heading)\b", BOOK[n].text)]
    assert told == []
