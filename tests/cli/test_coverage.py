"""The coverage report reads marks from the source and compares them with the case list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.case_index.index import case_list
from bot.cli.case_index.marks import marks
from bot.cli.common import BAD_INPUT, NO, BadInput
from bot.cli.coverage import coverage

MARKED = """
import pytest
from pytest import mark, param

pytestmark = pytest.mark.rule("cataphract 2.3")

@pytest.mark.rule("cataphract 8.15", "cataphract 8.17")
def test_one(): ...

@mark.rule("cataphract table:doom")
class TestTwo: ...

@pytest.mark.parametrize("x", [param(1, marks=pytest.mark.rule("cataphract 12.11"))])
def test_three(x): ...

@pytest.mark.rule("spqr 5.1")
def test_four(): "pytest.mark.rule('cataphract 9.13') in a string is no mark"

@pytest.mark.rule("cataphract 77.7")
def test_five(): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "test_it.py").write_text(MARKED)
    return folder


def test_marks_are_found_wherever_they_are(tests: Path) -> None:
    found = coverage("cataphract", tests)
    assert found["tested"] == ["2.3", "8.15", "8.17", "12.11", "table:doom"]
    assert set(found["tested"]) | set(found["missing"]) == set(found["testable"])
    assert "9.13" in found["missing"]
    assert found["unknown"] == ["77.7"]


def test_headings_need_no_test() -> None:
    kinds = {r["case"]: r["testable"] for r in case_list("cataphract")}
    assert (kinds["8.0"], kinds["8.15"], kinds["10.31"]) == ("no", "yes", "yes")


def test_report(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--tests", str(tests)]) == NO
    said = capsys.readouterr().out
    testable = sum(r["testable"] == "yes" for r in case_list("cataphract"))
    assert f"cataphract: 5 of {testable} testable cases have a test" in said
    assert "marked, but no case of the rules: 77.7" in said


def test_json(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["coverage", "cataphract", "--tests", str(tests), "--json"])
    system = json.loads(capsys.readouterr().out)["systems"]["cataphract"]
    assert set(system) == {"tested", "testable", "missing", "unknown"}


def test_says_clearly_when_there_are_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["coverage"]) == BAD_INPUT
    assert "run this from the root of the repository" in capsys.readouterr().err


def test_broken_test_files_are_named(tests: Path) -> None:
    (tests / "test_bad.py").write_text("def (")
    with pytest.raises(BadInput, match=r"test_bad\.py: can't be read"):
        list(marks(tests))
