"""Rule help: complete, short, and found by number or words."""

from __future__ import annotations

import re

from bot.cli.case_index.index import case_list
from engine.systems import registry
from engine.systems.cataphract import rulebook
from scenarios import load
from tests.each import for_each

NUMBERS = [r["case"] for r in case_list("cataphract")]


def test_every_case_has_help_in_the_order_of_the_rules() -> None:
    assert list(rulebook.BOOK.cases) == NUMBERS


@for_each("number", NUMBERS)
def test_help_is_one_to_a_few_sentences(number: str) -> None:
    case = rulebook.BOOK.cases[number]
    assert case.title and case.text[-1] in ".:"
    assert len(re.findall(r"[.!?](?:”)?(?= |$)", case.text)) <= 9
    assert 15 <= len(case.text) <= 900


@for_each("number", NUMBERS)
def test_cases_cited_exist(number: str) -> None:
    text = rulebook.BOOK.cases[number].text
    cited = re.findall(r"(?<![\d.:])(\d{1,2}\.\d{1,2})(?![\d.]*:)(?!\s?%)", text)
    assert [c for c in cited if c not in rulebook.BOOK.cases] == []


def test_by_number() -> None:
    assert rulebook.BOOK.case("8.15") is rulebook.BOOK.case(" 8.15. ")
    assert rulebook.BOOK.case("doom") is rulebook.BOOK.case("table:doom")
    assert rulebook.BOOK.case("3.0b") is rulebook.BOOK.case("3.0B")
    assert rulebook.BOOK.case("12") is rulebook.BOOK.case("12.0")
    assert rulebook.BOOK.case("42.1") is None


@for_each(
    ("words", "first"),
    [
        ("8.15", "8.15"),
        ("rally", "10.27"),
        ("RALLY", "10.27"),
        ("shield wall", "11.7"),
        ("feigned retreat", "6.7"),
        ("return fire", "8.23"),
        ("two hexes apart cavalry", None),
        ("momentum roll", "5.32"),
        ("doom", "5.33"),
        ("column", "6.4"),
        ("withdrawal", "6.5"),
        ("zoc", "7.2"),
        ("zone of control", "7.2"),
        ("facing", "7.1"),
        ("artillery", "11.6"),
        ("pre-shock", "9.13"),
    ],
)
def test_search(words: str, first: str | None) -> None:
    found = rulebook.BOOK.search(words)
    assert (found[0].number if found else None) == first


def test_search_needs_every_word() -> None:
    for case in rulebook.BOOK.search("withdraw line"):
        text = f"{case.title} {case.text}".lower()
        assert "withdraw" in text and "line" in text
    assert rulebook.BOOK.search("zebra") == []
    assert [c.number for c in rulebook.BOOK.search("", limit=3)] == NUMBERS[:3]


def test_rules_of_the_battle_are_found_by_id_and_by_words() -> None:
    own = registry.system_for(load("cataphract/catalaunian")).own_rules()
    assert {c.number for c in own} >= {"ferocity", "alan-activation", "no-size"}
    found = rulebook.BOOK.case(" Ferocity ", own)
    assert found is not None and found.title == "Ferocity" and "TQ" in found.text
    assert rulebook.BOOK.case("ferocity") is None
    assert rulebook.BOOK.case("8.15", own) is rulebook.BOOK.case("8.15")
    assert rulebook.BOOK.search("ferocity", own=own)[0] is found
    assert rulebook.BOOK.search("8.15", own=own)[0].number == "8.15"
    assert rulebook.BOOK.search("", 3, own) == own[:3]
    assert "ferocity" not in {c.number for c in rulebook.BOOK.search("ferocity")}
