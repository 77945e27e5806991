"""The table of this project: what stands in it is there, nothing is left out, and it keeps what belongs apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.selection.changes import files_of
from tests.selection.check import sources
from tests.selection.edges import TABLE
from tests.selection.graph import Graph, imports
from tests.selection.patterns import fits

ROOT = Path(__file__).parents[2]

EVERYTHING = {"pyproject.toml"}
"""Files that are known to concern every test."""


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph(ROOT, imports(TABLE.packages), TABLE)


@pytest.fixture(scope="module")
def files() -> set[str]:
    found = files_of(ROOT)
    if not found:
        pytest.skip("no git repository")
    return found


def test_every_pattern_fits_something(files: set[str]) -> None:
    patterns = {p for row in TABLE.loads for p in row.what}
    patterns |= {p for row in TABLE.reads for p in (*row.who, *row.what)}
    patterns |= {p for row in TABLE.plays for p in row.who} | set(TABLE.unread)
    assert {p for p in patterns if not any(fits(f, (p,)) is not None for f in files)} == set()
    modules = sources((str(ROOT / f) for f in files), str(ROOT))
    loaders = {row.by: row.by.replace(".", "/") for row in TABLE.loads}
    assert {by for by, stem in loaders.items() if not {f"{stem}.py", f"{stem}/__init__.py"} & modules} == set()


def test_of_every_file_it_is_known_which_tests_it_concerns(graph: Graph, files: set[str]) -> None:
    """A new kind of file reaches every test until a row in ``edges.py`` says whom it concerns."""
    known = {f for f in files if f.endswith(".py") and f.split("/")[0] in TABLE.packages}
    rest = {f for f in files - known if (ROOT / f).exists()}
    assert {f for f in rest if graph.reached(f) == graph.tests} == EVERYTHING


def test_a_system_s_rules_reach_its_own_tests_and_no_other_s(graph: Graph) -> None:
    found = graph.reached("engine/systems/justinian/income.py")
    assert "tests/engine/justinian/test_income.py" in found
    assert not found & {"tests/engine/men_of_iron/test_zoc.py", "tests/bot/service/time/test_hours.py"}
    # Who lists the battles of all systems reads those of this one, too.
    assert "tests/engine/men_of_iron/test_every_battle.py" in found
    assert "tests/engine/alexander/test_lines.py" in graph.reached("engine/systems/gboh/command/dressing.py")


def test_what_is_loaded_by_name_is_reached(graph: Graph) -> None:
    assert "tests/bot/e2e/test_help.py" in graph.reached("bot/cogs/guide/help.py")
    assert "tests/cli/test_film.py" in graph.reached("bot/cli/tune.py")
    assert "tests/bot/storage/test_storage.py" in graph.reached("bot/storage/migrations/versions/0001_first.py")
    assert "tests/browser/test_map_editor.py" in graph.reached("bot/editor/page/main.js")


def test_what_all_tests_share_reaches_them_all(graph: Graph) -> None:
    assert graph.reached("tests/conftest.py") == graph.reached("pyproject.toml") == graph.tests
    assert graph.reached("docs/playing.md") < graph.tests
    # Whatever they share knows nothing of the program, or a change of that would reach all of them, too.
    assert "tests/engine/test_kernel.py" not in graph.reached("renderer/draw.py") | graph.reached(
        "bot/storage/lease.py"
    )
