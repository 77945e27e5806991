"""What contributors are told, and what looks after it: workflow, hooks, fragments of the changelog."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.each import for_each

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
FRAGMENTS = ROOT / CONFIG["directory"]


def test_the_workflow_runs_what_contributors_run() -> None:
    assert re.findall(r"- run: (.+)", (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")) == [".ci/run"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_hooks_check_what_is_checked_later() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    for command in ("ruff check", "ruff format"):
        assert f"entry: {command}" in hooks and command in (ROOT / ".ci" / "run").read_text("utf-8")


@for_each("path", sorted(FRAGMENTS.iterdir()), ids=lambda p: p.name)
def test_fragments_can_be_read(path: Path) -> None:
    if path.name not in CONFIG["ignore"]:
        assert re.fullmatch(r"(\d+|\+[\w.-]+)\.change\.md", path.name), "+words.change.md, or 123.change.md"
        text = path.read_text("utf-8").strip()
        assert text and not text.startswith(("-", "*", "#"))


def test_a_release_puts_fragments_on_top_of_what_is_unreleased(tmp_path: Path) -> None:
    pytest.importorskip("towncrier")
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    there = tmp_path / CONFIG["directory"]
    there.mkdir(parents=True)
    shutil.copy(ROOT / CONFIG["template"], there)
    (there / "+river.change.md").write_text("The river is crossed\nby a bridge.\n", "utf-8")
    build = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.9.9"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    title = r"^## Unreleased\s+## 9\.9\.9 \(\d{4}-\d\d-\d\d\)\n\n"
    assert re.search(title + r"- The river is crossed\n  by a bridge\.\n", text, re.MULTILINE)
