"""Breaking rules on purpose: which changes there are, and who notices them, on a small project made for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.mutation.changes import changes
from bot.cli.mutation.trial import candidates, sample

pytestmark = pytest.mark.timeout(900)

RULE = '''"""Ranges: 3 in words stays."""

REACH = 4


def hits(roll: int, distance: int = 1) -> int:
    """At 2 hexes or more, one less."""
    modifier = -1 if distance >= 2 else 0
    if roll + modifier > 6 and not distance == 9:
        return 2
    return 0


def reaches(distance: int) -> bool:
    return distance <= REACH and distance > 0


def unused(x: int) -> int:
    return x + 1
'''

TESTS = """
import pytest
from rules.fire import hits, reaches

@pytest.mark.rule("toy 8.1")
def test_hits():
    assert [hits(r) for r in (6, 7)] == [0, 2]
    assert hits(7, 2) == 0 and hits(8, 2) == 2 and hits(9, 9) == 0

def test_reach():
    assert reaches(4) and not reaches(5)
"""


def found(source: str) -> set[tuple[str, str]]:
    return {(c.old, c.new) for c in changes(source.encode())}


def test_each_kind_of_change() -> None:
    assert found("def f(a, b):\n    return a < b\n") == {("<", "<=")}
    assert found("def f(a, b):\n    return a < b <= 3\n") == {("<", "<="), ("<=", "<"), ("3", "4")}
    assert found("x = a in b\ny = a not in b\n") == {("in", "not in"), ("not in", "in")}
    assert found("x = a and b or c\n") == {("and", "or"), ("or", "and")}
    assert found("x = -2\n") == {("-", ""), ("2", "3")}
    assert found("x = a - b\n") == {("-", "+")}
    assert found("x = not a\n") == {("not ", "")}


def test_words_types_and_indices_stay() -> None:
    assert (
        found('"""At 2 hexes."""\nx: Literal[1, 2]\ny = a[0]\nz = "a" + b\nt = f"{a + 1}"\nu = True\nv = a is None\n')
        == set()
    )


def test_what_is_no_rule_stays() -> None:
    assert found("assert a < 1\nx = Choice(lean=3 + a)\nt = 'hit' if n == 1 else 'hits'\n") == set()
    assert found("LEAN = 3\nlean = 3 if a < 2 else 1\n") == set()
    assert found("def _lean(a):\n    return a > 2\ndef _lean_of_it(a):\n    return a > 2\n") == set()
    assert found("@cache(maxsize=1 + a)\ndef lean_horse(a):\n    return a\n") == set()
    assert found("def _leaning(a):\n    return a > 2\n") == {(">", ">="), ("2", "3")}
    assert found("x = Choice(mp=3)\nt = 'front' if n == 1 else 'rear'\n") == {("3", "4"), ("==", "!="), ("1", "2")}


def test_a_change_is_carried_out_where_it_stands() -> None:
    source = "é = a < b  # a < b\n".encode()
    (change,) = changes(source)
    assert change.apply(source).decode() == "é = a <= b  # a < b\n"
    assert (change.line, change.function) == (1, False)


def test_defaults_belong_to_the_import() -> None:
    inside = {c.old: c.function for c in changes(b"def f(x=1):\n    return 2\n")}
    assert inside == {"1": False, "2": True}


def test_the_lot_is_the_same_for_a_seed(tmp_path: Path) -> None:
    (tmp_path / "fire.py").write_text(RULE)
    everything = candidates([tmp_path / "fire.py"])
    assert sample(everything, 5, 1) == sample(everything, 5, 1) != sample(everything, 5, 2)
    assert sample(everything, 500, 1) == everything


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "fire.py").write_text(RULE)
    tests = tmp_path / "tests" / "rules"
    tests.mkdir(parents=True)
    (tests / "test_fire.py").write_text(TESTS)
    # What a suite does to collect garbage less often hides its functions from who looks for living objects.
    (tests / "conftest.py").write_text("import gc\ndef pytest_collection_finish():\n    gc.freeze()\n")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npythonpath = ["."]\nmarkers = ["rule(*cases): cases"]\n'
    )
    return tmp_path


def mutate(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the small project."""
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", "mutate", "rules/fire.py", *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_what_nobody_noticed_is_told(project: Path) -> None:
    ran = mutate(project, "--json", "--jobs", "1")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    by_text = {(c["line"], c["old"], c["new"]): c for c in said["changes"]}
    assert by_text[3, "4", "5"]["noticed_by"].endswith("test_reach"), "a number set at import"
    hit = by_text[9, ">", ">="]
    assert hit["noticed_by"].endswith("test_hits") and hit["cases"] == ["toy 8.1"]
    assert by_text[15, "<=", "<"]["noticed_by"].endswith("test_reach") and by_text[15, "<=", "<"]["cases"] == []
    unnoticed = {key for key, c in by_text.items() if c["noticed_by"] is None}
    assert unnoticed == {(15, ">", ">="), (15, "0", "1"), (19, "+", "-"), (19, "1", "2")}
    assert said["tried"] - said["noticed"] == len(unnoticed)
    assert (project / "rules" / "fire.py").read_text() == RULE, "the files stay as they are"


def test_what_tests_pass_through_is_kept_for_the_next_run(project: Path) -> None:
    kept = project / "passes.json"
    first = json.loads(mutate(project, "--json", "--jobs", "2", "--keep", str(kept)).stdout)
    known = json.loads(kept.read_text())
    assert len(known["tests"]) == 2
    # A test that has changed is measured anew, and what it notices now is noticed.
    test = project / "tests" / "rules" / "test_fire.py"
    test.write_text(TESTS.replace("not reaches(5)", "not reaches(5) and not reaches(0)"))
    again = json.loads(mutate(project, "--json", "--jobs", "2", "--keep", str(kept)).stdout)
    assert again["tried"] == first["tried"] and again["noticed"] == first["noticed"] + 1
    assert json.loads(kept.read_text())["files"] != known["files"]
    # No time to ask anybody: nothing is noticed, whatever is known.
    hurried = json.loads(mutate(project, "--json", "--keep", str(kept), "--seconds", "0").stdout)
    assert hurried["noticed"] == 0


def test_too_small_a_share_is_a_no(project: Path) -> None:
    ran = mutate(project, "--jobs", "1", "--at-least", "95", "--sample", "4")
    assert ran.returncode == 1 and "noticed (" in ran.stdout


def test_nothing_is_learnt_from_tests_that_fail(project: Path) -> None:
    test = project / "tests" / "rules" / "test_fire.py"
    test.write_text(TESTS.replace("== 0", "== 7"))
    ran = mutate(project, "--jobs", "1", "--sample", "2")
    assert ran.returncode == 2 and "don't pass as they are" in ran.stderr
