"""What README and documentation promise is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import scenarios
from bot.cli import COMMANDS
from bot.cli.case_index.index import systems
from bot.cli.coverage import coverage
from bot.language.catalogue import SOURCE, languages
from engine.systems.registry import RULEBOOKS, SYSTEMS
from tests.each import for_each

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md")])
TOPS = ("bot", "docs", "engine", "renderer", "scenarios", "tests", ".ci", ".github")
HISTORY = "CHANGELOG.md"
"""Names files by what they were called then."""


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


TRANSLATED = ("README", "docs/playing")
"""Pages that are there in every language of :func:`bot.language.catalogue.languages`."""

TYPED = re.compile(r"`(?:/|hexarch )[^`]*`|`[a-z-]+:`|`--[a-z]+`|^```\n.*?^```$", re.DOTALL | re.MULTILINE)
"""What is typed stays the same: commands, their options, blocks of a shell."""


def told_by(page: Path) -> dict[str, list[str]]:
    """What a translation has as its English page has it: what is typed, headings, rows, pictures, items, figures."""
    text = page.read_text("utf-8")
    body = "\n\n".join(x for n, x in enumerate(text.split("\n\n")) if n != 1)  # without the row of languages
    return {
        "typed": sorted(set(TYPED.findall(body))),
        "headings": re.findall(r"^#+ ", body, re.MULTILINE),
        "rows": re.findall(r"^\|(?=.*\|$)", body, re.MULTILINE),
        "pictures": re.findall(r"^!\[[^\]]+\]\(([^)]*)\)", body, re.MULTILINE),
        "figures": sorted(re.findall(r"\b\d{3}\b", body)),
        "items": re.findall(r"^(?:[*-]|\d\.) ", body, re.MULTILINE),
    }


@for_each(("name", "code"), [(name, code) for name in TRANSLATED for code in languages() if code != SOURCE])
def test_a_translated_page_tells_what_the_english_one_tells(name: str, code: str) -> None:
    """It doesn't stay behind: commands, headings, tables and pictures are those of the English page."""
    english, page = ROOT / f"{name}.md", ROOT / f"{name}.{code}.md"
    said, wanted = told_by(page), told_by(english)
    own = {f"`/{x} language`" for x in ("preferences", "settings")}  # how to choose the language, at the top
    for what in wanted:
        assert [x for x in said[what] if x not in own] == [x for x in wanted[what] if x not in own], what
    first = page.read_text("utf-8").split("\n\n")[1]
    others = {c: f"{english.stem}{'' if c == SOURCE else f'.{c}'}.md" for c in languages() if c != code}
    assert all(f"]({there})" in first for there in others.values())


@for_each("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def _named_paths(text: str) -> set[str]:
    """Paths of the repository in a page's code spans: `bot/cogs`, `engine/<system>/menus.py`."""
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
    return {s for s in spans if re.fullmatch(rf"(?:{'|'.join(map(re.escape, TOPS))})/[\w./<>-]*", s)}


def _exists(path: str) -> bool:
    """Also without its ``.py``, as modules are named. ``<system>`` is every system: packages, or folders of battles."""
    for system in systems() if "<system>" in path else ("",):
        at = path.replace("<system>", system if path.startswith("scenarios/") else system.replace("-", "_"))
        if not (ROOT / at).exists() and not (ROOT / f"{at}.py").is_file():
            return False
    return True


def test_what_is_a_path_in_a_page() -> None:
    text = "See `bot/app.py`, `engine/systems/<system>/charts.json`, `hexarch bench`, `and/or`, `bot/nowhere`."
    paths = _named_paths(text)
    assert paths == {"bot/app.py", "engine/systems/<system>/charts.json", "bot/nowhere"}
    assert {p for p in paths if _exists(p)} == paths - {"bot/nowhere"}
    assert not _exists("engine/systems/<system>/champion.py"), "one system alone has it"


@for_each("page", [p for p in PAGES if p.name != HISTORY], ids=lambda p: p.name)
def test_paths_named_exist(page: Path) -> None:
    assert [p for p in sorted(_named_paths(page.read_text("utf-8"))) if not _exists(p)] == []


def test_the_architecture_page_tells_where_to_change_what() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    _, _, after = text.partition("| I want to change ... | file or folder |\n|---|---|\n")
    rows = [line for line in after.partition("\n\n")[0].splitlines() if line.startswith("| ")]
    assert len(rows) >= 30
    assert [row for row in rows if "`" not in row.split("|")[2]] == []


@for_each("page", PAGES, ids=lambda p: p.name)
def test_commands_named_exist(page: Path) -> None:
    named = set(re.findall(r"(?:`|^|bin/)hexarch ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= set(COMMANDS)


def test_coverage_told_is_the_coverage_there_is() -> None:
    """Every testable case has a test (``tests/cli/test_coverage_systems.py``), and the README has their number.

    Of systems that aren't refereed in full ``docs/architecture.md`` tells how far they are.
    """
    complete = [s for s in systems() if SYSTEMS[s].complete]
    counts = [f"{len(coverage(s, ROOT / 'tests')['tested'])} of {RULEBOOKS[s].title}" for s in complete]
    told = f"Every testable case of the rules has a test, {', '.join(counts[:-1])} and {counts[-1]};"
    assert told in " ".join((ROOT / "README.md").read_text("utf-8").split())


def test_version_has_a_changelog_entry() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
