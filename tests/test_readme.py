"""What README and documentation promise is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import scenarios
from bot.cli import COMMANDS
from bot.cli.case_index.index import systems
from bot.cli.coverage import coverage
from engine.systems.registry import RULEBOOKS

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_readme_begins_with_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    (block, *_) = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    local, tests = block.strip().splitlines()
    assert local.endswith("hexarch local") and " install " in local
    assert tests.endswith("pytest -q") and ".[dev]" in tests


def test_readme_lists_every_battle() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for info in scenarios.listing():
        assert f"| {info.title}, {info.date} |" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_named_exist(page: Path) -> None:
    named = set(re.findall(r"(?:`|^|bin/)hexarch ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= set(COMMANDS)


def test_slash_commands_named_exist() -> None:
    source = "".join(p.read_text("utf-8") for p in (ROOT / "bot" / "cogs").glob("*.py"))
    known = set(re.findall(r'(?:command\(\s*|group_)name="([a-z]+)"', source))
    text = "".join(p.read_text("utf-8") for p in PAGES)
    named = set(re.findall(r"`/([a-z]+)", text))
    assert {"order", "map", "battle"} <= named <= known


def test_coverage_told_is_the_coverage_there_is() -> None:
    """Every testable case has a test (``tests/cli/test_coverage_systems.py``), and the README has their number."""
    counts = [f"{len(coverage(s, ROOT / 'tests')['tested'])} of {RULEBOOKS[s].title}" for s in systems()]
    told = f"Every testable case of the rules has a test, {', '.join(counts[:-1])} and {counts[-1]};"
    assert told in " ".join((ROOT / "README.md").read_text("utf-8").split())


def test_version_has_a_changelog_entry() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
