"""Rule help of every system: numbers as players type them, words as they remember them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.rulebook import Case, Rulebook
from engine.systems.registry import RULEBOOKS, SYSTEMS

WORDS = """{
"5.0": {"title": "Movement", "text": "Units move."},
"5.1": {"title": "Procedure", "text": "Movement points are spent; see 5.2."},
"5.2": {"title": "Zones", "text": "Units stop in them."},
"5.2/ooc": {"title": "Out of command", "text": "They do not move next to the enemy."},
"5.2(2A)": {"title": "Siège lines", "text": "They bar the way of units."},
"7.1": {"title": "Heading", "text": "What stands under it."},
"7.11": {"title": "Case under it", "text": "Nothing else."},
"T-MOVE": {"title": "Movement Table", "text": "Points by ground.", "charts": ["movement", "slopes"]},
"table:doom": {"title": "Doom", "text": "Movement ends."}
}"""

PITS = Case("BB-3", "Pits", "Horses fall into them.")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rulebook]:
    package = tmp_path / "words_of_a_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rulebook.json").write_text(WORDS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Rulebook("words_of_a_game", "A Game", {"walking": "movement"})


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("5.1", "5.1"),
        (" 5.1. ", "5.1"),
        ("5", "5.0"),
        ("5.2/OOC", "5.2/ooc"),
        ("5.2 ooc", "5.2/ooc"),
        ("5.2(2a)", "5.2(2A)"),
        ("5.2 2A", "5.2(2A)"),
        ("t-move", "T-MOVE"),
        ("T MOVE", "T-MOVE"),
        ("doom", "table:doom"),
        ("table:doom", "table:doom"),
        ("table:slopes", "T-MOVE"),
        ("BB-3", "BB-3"),
        ("bb3", "BB-3"),
        ("bb 3", "BB-3"),
        ("52", None),
        ("move", None),
        ("slopes", None),
        ("table:rivers", None),
        ("-", None),
        ("", None),
    ],
)
def test_a_number_is_known_as_players_type_it(book: Rulebook, typed: str, number: str | None) -> None:
    found = book.case(typed, [PITS])
    assert (found.number if found else None) == number


def test_what_could_be_two_numbers_is_neither(book: Rulebook) -> None:
    twins = [Case("x-1", "One", "One."), Case("x1", "The other", "The other.")]
    assert book.case("x 1", twins) is None
    assert book.case("x-1", twins) is twins[0] and book.case("X1", twins) is twins[1]


def test_rules_of_a_battle_belong_to_it_alone(book: Rulebook) -> None:
    assert book.case("bb3") is None
    assert book.search("horses") == [] and book.search("horses", own=[PITS]) == [PITS]
    assert book.search("bb3", own=[PITS]) == book.search("BB-3", own=[PITS]) == [PITS]
    assert book.search("", 2, [PITS]) == [PITS, book.case("5.0")]


def test_a_case_leads_to_its_parts(book: Rulebook) -> None:
    assert [c.number for c in book.parts("5.2")] == ["5.2/ooc", "5.2(2A)"]
    assert book.parts("5.1") == book.parts("7.1") == book.parts("5") == []


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("movement", ["5.0", "T-MOVE", "5.1", "table:doom"]),
        ("walking", ["5.0", "T-MOVE", "5.1", "table:doom"]),
        ("movement table", ["T-MOVE", "table:doom"]),
        ("movement points", ["T-MOVE", "5.1"]),
        ("5.2", ["5.2", "5.2/ooc", "5.2(2A)", "5.1"]),
        ("5.2/ooc", ["5.2/ooc"]),
        ("units zones", ["5.2", "5.2(2A)"]),
        ("siege", ["5.2(2A)"]),
        ("Siège!", ["5.2(2A)"]),
        ("heading", ["7.1", "7.11"]),
        ("zebra", []),
        ("?", ["5.0", "5.1", "5.2", "5.2/ooc", "5.2(2A)", "7.1", "7.11", "T-MOVE", "table:doom"]),
    ],
)
def test_search(book: Rulebook, words: str, numbers: list[str]) -> None:
    assert [c.number for c in book.search(words)] == numbers
    assert [c.number for c in book.search(words, 1)] == numbers[:1]


def test_charts_lead_to_their_words(book: Rulebook) -> None:
    assert {chart: c.number for chart, c in book.charts.items()} == {"movement": "T-MOVE", "slopes": "T-MOVE"}


def test_every_system_has_a_book_of_its_own() -> None:
    assert {s: b.title for s, b in RULEBOOKS.items()} == {s: listed.title for s, listed in SYSTEMS.items()}
    assert [b.title for b in RULEBOOKS.values()][:2] == ["Cataphract", "Men of Iron"]
    for book in RULEBOOKS.values():
        assert all(book.case(number) is c for number, c in book.cases.items())
        assert book.search("") == list(book.cases.values())[:25]


def test_books_and_systems_go_by_the_same_names() -> None:
    for system, listed in SYSTEMS.items():
        assert RULEBOOKS[system].title == listed.title
    assert [s for s in RULEBOOKS if s in SYSTEMS] == list(SYSTEMS)
