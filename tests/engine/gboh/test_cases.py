"""Cases by what they are about, and the numbers the books give them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from bot.cli.coverage import case_list
from engine.systems.cataphract.rules import RULES
from engine.systems.gboh.cases import FILE, Case, Numbers
from tests.each import for_each
from tests.engine.gboh.kit import other_books

NUMBERS = RULES.cases
A_NUMBER = re.compile(r"\d{1,2}\.\d{1,2}|C-\d")
CATAPHRACT = Path(str(resources.files("engine.systems.cataphract")))


def cited(path: Path) -> Iterator[tuple[int, str]]:
    """Numbers of cases a module writes as text of its own, docstrings aside, each with its line."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in told:
            continue
        if A_NUMBER.fullmatch(node.value):
            yield node.lineno, node.value


def test_every_number_is_a_case_of_its_book() -> None:
    book = {row["case"] for row in case_list("cataphract")}
    assert {case: NUMBERS[case] for case in NUMBERS if NUMBERS[case] not in book} == {}


def test_cataphract_has_every_case() -> None:
    elephants = {case for case in Case if case.value.startswith("elephant")} | {Case.PASSING_THROUGH, Case.RAMPAGE}
    chariots = {Case.DRIVING_HITS, Case.DRIVING, Case.DRIVING_LEVELS, Case.CHARIOTS_ATTACK}
    chariots |= {Case.DRIVING_THROUGH, Case.OPENING_RANKS}
    sisters = {
        Case.ABOUT_FACE,
        Case.HALF_WHEEL,
        Case.STRIDE,
        Case.BREAKTHROUGH,
        Case.PAIR_SAVE,
        Case.SKIRMISHERS,
        Case.SCATTERING,
        Case.FORCED_STACKING,
        Case.FOOT_HARASSMENT,
        Case.HARASSMENT_PREY,
        Case.HARASSING_ELEPHANTS,
        Case.WORKS_LIMITS,
        Case.PHALANX_DEFENCE,
        Case.DEPTH_FORMING,
        Case.DEPTH_MOVEMENT,
        Case.DEPTH_COMBAT,
        Case.STACK_TERMS,
        Case.STACK_ORDERS,
        Case.STACK_ORDER,
        Case.STACK_FACING,
        Case.STACK_EFFECTS,
        Case.MIXED_STACK,
        Case.DEPLETION,
        Case.DEPLETION_EFFECTS,
        Case.DEPLETED_RALLY,
        Case.DEPLETED_HITS,
        Case.PURSUIT,
        Case.PURSUIT_WHO,
        Case.PURSUIT_ROLL,
        Case.PURSUIT_WAY,
        Case.PURSUIT_SHOCK,
        Case.PURSUIT_AFTER,
        Case.PURSUIT_RETURN,
        Case.ELITE_RIVALS,
        Case.ARRANGED,
        Case.ARRANGED_MARKERS,
        Case.ARRANGED_LINE,
        Case.ARRANGED_AFTER,
    }
    assert set(Case) - set(NUMBERS) == sisters | elephants | chariots, "what only its sisters have"


@for_each("path", sorted(CATAPHRACT.rglob("*.py")), ids=lambda p: str(p.relative_to(CATAPHRACT)))
def test_every_number_the_code_cites_has_a_case(path: Path) -> None:
    """Whoever replaces a number by what it is about finds it."""
    unknown = [f"{path.name}:{line}: {number}" for line, number in cited(path) if not NUMBERS.named(number)]
    assert unknown == []


def test_numbers_are_found_wherever_they_stand(tmp_path: Path) -> None:
    source = tmp_path / "some.py"
    source.write_text(
        '"""9.99"""\nCASE = "4.33"\ndef f(rule="10.3"):\n    "5.5"\n    go(rule="7.1" if x else "C-2", n="1.5.3")\n'
    )
    assert sorted(cited(source)) == [(2, "4.33"), (3, "10.3"), (5, "7.1"), (5, "C-2")]


def test_a_case_the_book_lacks_says_so() -> None:
    with pytest.raises(KeyError, match="Alexander has no case about feint"):
        Numbers("Alexander", {})[Case.FEINT]


@pytest.mark.parametrize(
    ("chapters", "wrong"),
    [
        ({"Fire": {"return fire": "8.23"}, "Shock": {"return fire": "9.1"}}, "numbers a case twice"),
        ({"Fire": {"returned fire": "8.23"}}, "'returned fire' is not a valid Case"),
    ],
)
def test_a_package_numbers_each_case_once_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chapters: object, wrong: str
) -> None:
    (tmp_path / "a_sister").mkdir()
    (tmp_path / "a_sister" / FILE).write_text(json.dumps({"numbers": chapters}))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=wrong):
        Numbers.of("a_sister", "A sister")


def test_a_number_may_mean_several_cases() -> None:
    assert NUMBERS.named("7.31") == (Case.MUST_ATTACK, Case.MAY_ATTACK)
    assert NUMBERS.named("99.9") == ()


@pytest.mark.parametrize("book", ["alexander", "spqr"])
def test_the_sisters_books_have_numbers_for_what_they_share(book: str) -> None:
    """Their numbers are among the cases of their books, listed beside."""
    listed = Path(__file__).with_name(f"{book}_cases.txt").read_text("utf-8").split()
    numbers = other_books()[book]
    assert [case for case in numbers if numbers[case] not in (*listed, "A-2")] == []
    alone = {case for case in Case if case not in numbers}
    assert {case.name.split("_")[0] for case in alone} <= {
        *("FEINT", "DISMOUNTING", "DISCIPLINE", "UNCONTROLLED", "RATE", "SWORDS", "SHIELD", "CHAMPIONS", "BIDDING"),
        *("IMPETUOSITY", "HARASSMENT", "COLUMN", "ENGAGED", "BREAKTHROUGH", "DRIVING", "CHARIOTS", "OPENING"),
        *("FORCED", "PURSUIT", "STACK", "MIXED", "DEPLETION", "DEPLETED", "ELITE", "ELEPHANT", "HARASSING", "ABOUT"),
        "WORKS",
    }, "what one book alone has"
