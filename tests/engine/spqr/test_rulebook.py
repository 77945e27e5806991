"""Rule help: complete, short, found by number or words; and every number refusals name is a case of the book."""

from __future__ import annotations

import re

import pytest

from bot.cli.case_index.index import case_list
from engine.systems import registry
from engine.systems.spqr import rulebook
from engine.systems.spqr.charts import STANDARD
from engine.systems.spqr.rules import RULES
from tests.each import for_each

NUMBERS = RULES.cases
CASES = [r["case"] for r in case_list("spqr")]


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
    ("words", "first"), [("reverse face", "6.44"), ("doom", "5.33"), ("8.15", "8.15"), ("reload", "8.15")]
)
def test_words_find_cases(words: str, first: str) -> None:
    assert registry.RULEBOOKS["spqr"].search(words)[0].number == first
