"""The coverage report knows every system that has a list of cases, whatever its package is called."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.case_index.index import case_list, is_complete, systems
from bot.cli.common import BAD_INPUT, NO, OK, BadInput
from bot.cli.coverage import coverage
from engine.systems.registry import RULEBOOKS, SYSTEMS

MARKED = """
import pytest

@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron T-MISSILE", "men-of-iron 10.4(2A)", "cataphract 8.15")
def test_one(): ...

@pytest.mark.rule("men-of-iron falkirk/historical", "men-of-iron FK-1", "men-of-iron FK-9")
def test_two(): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "test_it.py").write_text(MARKED)
    return tmp_path


def test_systems_are_those_with_a_list_of_cases() -> None:
    known = ["cataphract", "men-of-iron", "alexander", "spqr", "simple-gboh", "justinian"]
    assert list(systems()) == known == list(RULEBOOKS)
    assert systems()["men-of-iron"] == "engine.systems.men_of_iron"


def test_marks_of_one_system_are_no_marks_of_another(tests: Path) -> None:
    found = coverage("men-of-iron", tests)
    assert found["tested"] == ["9.2/reaction", "10.4(2A)", "T-MISSILE", "FK-1", "falkirk/historical"]
    assert found["unknown"] == ["FK-9"]
    assert coverage("cataphract", tests)["tested"] == ["8.15"]
    with pytest.raises(BadInput, match="cataphract, men-of-iron, alexander, spqr, simple-gboh"):
        coverage("men_of_iron", tests)


def test_the_report_has_every_system(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--tests", str(tests)]) == NO
    said = capsys.readouterr().out
    for system, count in (("cataphract", 1), ("men-of-iron", 5)):
        testable = sum(r["testable"] == "yes" for r in case_list(system))
        assert f"{system}: {count} of {testable} testable cases have a test" in said


def test_one_system_may_be_asked_for(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "men-of-iron", "--tests", str(tests), "--json"]) == NO
    assert list(json.loads(capsys.readouterr().out)["systems"]) == ["men-of-iron"]
    with pytest.raises(SystemExit) as stopped:
        main(["coverage", "hastings"])
    assert stopped.value.code == BAD_INPUT


@pytest.mark.parametrize("system", systems())
def test_every_testable_case_of_this_repository_has_a_test(system: str) -> None:
    """Of a system that isn't refereed in full yet, no test is asked for: but none names a case there isn't."""
    found = coverage(system, Path(__file__).parent.parent)
    assert found["unknown"] == []
    assert found["missing"] == [] or not is_complete(system)


def test_a_system_not_refereed_in_full_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    every = " ".join(f'"men-of-iron {r["case"]}",' for r in case_list("men-of-iron") if r["testable"] == "yes")
    (tmp_path / "test_all.py").write_text(f"import pytest\n\n@pytest.mark.rule({every})\ndef test_all(): ...\n")
    assert main(["coverage", "men-of-iron", "--tests", str(tmp_path)]) == OK
    assert "not refereed in full" not in capsys.readouterr().out
    (tmp_path / "test_all.py").write_text("def test_none(): ...\n")
    assert main(["coverage", "men-of-iron", "--tests", str(tmp_path)]) == NO
    listed = dataclasses.replace(SYSTEMS["men-of-iron"], complete=False)
    monkeypatch.setitem(SYSTEMS, "men-of-iron", listed)
    assert main(["coverage", "men-of-iron", "--tests", str(tmp_path)]) == OK
    assert "(0 %); it is not refereed in full yet" in capsys.readouterr().out
