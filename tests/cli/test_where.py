"""``hexarch where``: a case's home is read from the sources, plainly cited, with other places and tests beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.case_index.citations import Cases, OtherBook, in_file
from bot.cli.case_index.homes import Place, places
from bot.cli.case_index.index import ROOT, concept_numbers, entries, is_complete, systems
from bot.cli.case_index.marks import marks
from bot.cli.case_index.mentions import Mentions
from bot.cli.case_index.page import page, with_chapters
from bot.cli.case_index.sisters import CHAPTERS, SISTERS, with_differences
from bot.cli.common import BAD_INPUT, NO, OK
from engine.systems.gboh.system import GbohSystem
from engine.systems.registry import SYSTEMS

SOURCE = '''
"""8.2 Fire in reaction."""

LIMIT = 3
"""8.24 Shots a turn."""


def retire_fire(unit):
    """8.22 Retire fire: at a unit that leaves a zone (see 8.23 for the answer)."""
    if unit.spent:
        refuse("No missiles.", rule="8.24")


def _loose(unit):
    """8.22 The shot itself."""
    # 8.23 Return fire: the target
    # may answer.
    return unit  # as 8.21 has it


class Wall:
    """Cases 8.21 and 8.22 don't count for it."""

    def passed(self):
        """8.21 to 8.23, 9.1 Each is tried."""
'''
TITLES = {"8.2": "Reaction Fire", "8.21": "Entry fire", "8.22": "Retire fire", "8.23": "Return fire", "8.24": "Needs"}


def home(folder: Path, case: str, source: str = SOURCE) -> Place:
    path = folder / "rules.py"
    path.write_text(source)
    found = in_file(path, Cases([*TITLES, "9.1"]))
    return places([c for c in found if c.case == case], TITLES[case], folder)[0]


def test_a_docstring_that_begins_with_the_case_and_its_title_is_its_home(tmp_path: Path) -> None:
    assert (home(tmp_path, "8.22").scope, home(tmp_path, "8.22").line) == ("retire_fire", 8)


def test_a_comment_that_begins_with_it_is_plainer_than_a_mention_or_a_range(tmp_path: Path) -> None:
    """A comment of two lines is one."""
    found = home(tmp_path, "8.23")
    assert (found.scope, found.line, found.claims) == ("_loose", 16, True)


def test_constants_and_modules_have_docstrings_too(tmp_path: Path) -> None:
    assert (home(tmp_path, "8.24").scope, home(tmp_path, "8.24").line) == ("LIMIT", 4)
    assert home(tmp_path, "8.2").scope == ""


def test_what_is_only_mentioned_claims_nothing(tmp_path: Path) -> None:
    assert home(tmp_path, "8.21", 'def f(x):\n    """Fire, as 8.21 has it."""\n').claims is False


def test_what_shows_a_rule_is_no_home_of_it(tmp_path: Path) -> None:
    (tmp_path / "toy" / "inquiry").mkdir(parents=True)
    rules, shown = tmp_path / "toy" / "volley.py", tmp_path / "toy" / "inquiry" / "fire.py"
    rules.write_text('def _shot(x):\n    """8.21, 8.22 A shot."""\n')
    shown.write_text('def entry_fire(x):\n    """8.21 Entry fire in words."""\n')
    cited = [c for path in (shown, rules) for c in in_file(path, Cases(list(TITLES)))]
    assert places([c for c in cited if c.case == "8.21"], "Entry fire", tmp_path)[0].path == rules


def test_numbers_of_one_rulebook_are_not_found_in_others(tmp_path: Path) -> None:
    cases = Cases(["9.2", "9.2/active", "10.4", "10.4(2A)", "T-PASS", "table:clash", "3.0", "3.0A"])
    text = "9.2/active, 10.4(2A) or T-PASS. See table:clash, 3.0A, v9.2, 19.2, 9.25, 10.4(7) and 9.2/other."
    found = [number for number, _, _ in cases.found(text)]
    assert found == ["9.2/active", "10.4(2A)", "T-PASS", "table:clash", "3.0A", "10.4", "9.2"]


def test_shared_code_names_cases_by_what_they_are(tmp_path: Path) -> None:
    numbers, shared = tmp_path / "case_numbers.json", tmp_path / "reaction.py"
    numbers.write_text('{"numbers": {"Fire": {"return fire": "8.23", "entry fire": "8.21"}}}')
    shared.write_text(
        'def answer(g):\n    """Case.RETURN_FIRE Return fire."""\n    refuse("No.", rule=Case.ENTRY_FIRE)\n'
    )
    found = in_file(shared, Cases(list(TITLES)), concept_numbers(numbers))
    assert [(c.case, c.how, c.lead) for c in found] == [("8.23", "docstring", 0), ("8.21", "code", None)]
    shared.write_text('def answer():\n    """8.22, Case.RETURN_FIRE Return fire."""\n')
    assert [
        c.case for c in in_file(shared, Cases(list(TITLES)), concept_numbers(numbers), book=OtherBook("A", {}))
    ] == ["8.23"]


def test_what_cannot_name_a_case_is_told_from_its_text() -> None:
    """By number, within a range, as a part of one, by what shared code calls it, in the first book's numbers."""
    cases = Cases(["5.41", "5.42", "5.43", "8.23", "8.24", "9.2", "9.2/active"])

    def named(case: str, text: str, book: OtherBook | None = None) -> bool:
        return Mentions([case], cases, {"RETURN_FIRE": "8.24"}, book).may_be_in(text)

    assert named("5.42", "5.42 One") and not named("5.42", "5.41 or 5.43, and 5.4") and not named("5.42", "5.43-5.41")
    assert all(named("5.42", f"5.41{to}5.43") for to in ("-", "–", " to ", "\n    # to\n    # ", "-A "))
    assert named("8.24", "rule=Case.RETURN_FIRE") and named("8.23", "5.43 to Case.RETURN_FIRE")
    assert not named("8.24", "8.23") and named("8.24", "8.23", OtherBook("A", {"8.23": ["8.24"]}))
    assert not named("9.2/active", "9.1") and named("9.2/active", "9.1/active", OtherBook("A", {"9.1": ["9.2"]}))


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = OK) -> list[str]:
    assert main(["where", *words]) == code
    return capsys.readouterr().out.splitlines()


def test_a_case_is_told_with_home_other_places_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "cataphract", "8.23")
    assert said[0] == "cataphract 8.23 Return fire"
    assert said[1].startswith("  home   engine/systems/") and said[1].endswith(" return_fire")
    path, line = said[1].split()[1].split(":")
    assert Path(path).read_text("utf-8").splitlines()[int(line) - 1].lstrip().startswith("async def return_fire")
    assert any(x.startswith("  also   ") for x in said)
    assert any(x.startswith("  test   tests/engine/") and " test_" in x for x in said)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("8.23", "cataphract 8.23 "),
        ("fk1", "men-of-iron FK-1 "),
        ("men of iron 10.4 (2a)", "men-of-iron 10.4(2A) "),
        ("table:clash", "cataphract table:clash "),
        ("t-matrix", "men-of-iron T-MATRIX "),
        ("die roll of doom", "cataphract table:doom "),
    ],
)
def test_names_are_forgiven(words: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, words)[0].startswith(first)


def test_values_of_a_chart_and_a_battles_own_data_are_found_in_their_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert "engine/systems/cataphract/charts.json:" in told(capsys, "clash")[1]
    assert "scenarios/men-of-iron/falkirk.json:1" in told(capsys, "S-falkirk")[1]
    (line,) = (x for x in told(capsys, "CO-4") if x.startswith("  home"))
    path, number = line.split()[1].split(":")
    assert '"CO-4"' in Path(path).read_text("utf-8").splitlines()[int(number) - 1]


def test_many_are_told_in_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "cataphract", "shock")
    assert len(said) > 4 and all(x.startswith("cataphract ") and "hock" in x for x in said)
    assert told(capsys, "men-of-iron", "9.2")[1].startswith("men-of-iron 9.2/active")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["where", "cataphract", "8.23", "--json"]) == OK
    (case,) = json.loads(capsys.readouterr().out)["cases"]
    assert (case["case"], case["home"]["in"]) == ("8.23", "return_fire") and case["others"] and case["tests"]


def test_what_there_is_not_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "zork" in told(capsys, "zork", code=NO)[0]
    assert main(["where"]) == BAD_INPUT
    assert "name a case" in capsys.readouterr().err
    assert main(["where", "8.23", "--tests", str(tmp_path / "none")]) == BAD_INPUT


# -- this repository --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems())
def test_every_testable_case_has_a_home(system: str) -> None:
    """A docstring or comment that begins with it, or data. ``hexarch where CASE`` shows who only mentions it."""
    homeless = [e.case for e in entries(system) if e.testable and (e.home is None or not e.home.claims)]
    assert homeless == [] or not is_complete(system)


def test_some_cases_are_found_as_among_all() -> None:
    """Where only what may name them is read: sources and tests."""
    everywhere = list(marks(Path("tests")))
    for system in systems():
        for case in entries(system, everywhere)[::40]:
            assert entries(system, list(marks(Path("tests"), [case.case])), [case.case]) == [case]


@pytest.mark.parametrize("system", systems())
def test_the_pages_of_cases_are_as_they_would_be_written_now(system: str) -> None:
    """When this fails: ``hexarch where --write docs/cases``."""
    found = page(system, entries(system, list(marks(Path("tests")))))
    assert (ROOT / "docs" / "cases" / f"{system}.md").read_text("utf-8") == found


def test_the_table_of_chapters_is_as_it_would_be_written_now() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert with_chapters(text, {s: entries(s) for s in systems()}) == text
    assert re.search(r"^\| Cataphract 8 Missile fire \|.*/reaction` 8\.21, 8\.22, 8\.23", text, re.MULTILINE)
    with pytest.raises(ValueError, match="end of chapters"):
        with_chapters("A page without a place for it.", {})


def test_the_page_of_the_sisters_is_as_it_would_be_written_now() -> None:
    """When this fails: ``hexarch where --write docs/cases``."""
    text = (ROOT / "docs" / "family.md").read_text("utf-8")
    assert with_differences(text, {s: entries(s) for s in systems()}) == text
    assert re.search(r"^\| 5\.44 .*\| `command\.bypass_equals` \| no \| yes \|", text, re.MULTILINE)
    with pytest.raises(ValueError, match="end of differences"):
        with_differences("A page without a place for it.", {})


def test_every_sister_is_on_the_page() -> None:
    family = {
        s for s, listed in SYSTEMS.items() if isinstance(listed.rules, type) and issubclass(listed.rules, GbohSystem)
    }
    assert set(SISTERS) == set(CHAPTERS) == family


@pytest.mark.parametrize(
    ("case", "home"),
    [
        ("cataphract 6.51", "orderly_withdrawal"),
        ("cataphract 8.22", "retire_fire"),
        ("cataphract 9.13", "charge"),
        ("cataphract 10.21", "rout"),
        ("men-of-iron 4.3", "_seizure"),
        ("men-of-iron 10.4(2A)", "_angle"),
        ("men-of-iron 12.4", "retire"),
        ("men-of-iron NA-3", "Evade"),
    ],
)
def test_homes_are_where_the_rule_is_decided(case: str, home: str) -> None:
    system, _, number = case.partition(" ")
    (entry,) = (e for e in entries(system) if e.case == number)
    assert entry.home is not None and entry.home.scope == home
