"""Rule help: complete, short, found by number or words; and every number refusals name is a case of the book."""

from __future__ import annotations

import re

import pytest

from bot import rulebooks
from bot.cli.case_index.index import case_list
from bot.language.catalogue import ENGLISH
from bot.narration.charts import chart_pages
from engine.systems import registry
from engine.systems.alexander import rulebook
from engine.systems.alexander.charts import STANDARD
from engine.systems.alexander.rules import RULES
from tests.each import for_each

NUMBERS = RULES.cases
CASES = [r["case"] for r in case_list("alexander")]


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
    ("words", "first"), [("wheel", "6.43"), ("doom", "5.33"), ("8.15", "8.15"), ("square", "9.63")]
)
def test_words_find_cases(words: str, first: str) -> None:
    assert registry.RULEBOOKS["alexander"].search(words)[0].number == first


@for_each("number", CASES)
def test_a_case_is_found_by_its_number_and_fits_one_answer(number: str) -> None:
    found = rulebooks.case("alexander", number)
    assert found is not None and found.number == number
    assert all(part.number for part in rulebooks.parts("alexander", number))


def test_every_chart_is_told() -> None:
    for chart in registry.CHARTS["alexander"]():
        pages = chart_pages(chart, ENGLISH)
        assert pages and all(page.strip() and len(page) <= 4000 for page in pages), chart.id
