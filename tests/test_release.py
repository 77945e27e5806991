"""``.ci/release``: on a small project with the same parts, whose program is installed and tried as the real one is."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FRAGMENT = "docs/changelog.d/+river.change.md"
PROGRAM = """
import pathlib, sys

def program():
    words = sys.argv[1:]
    with open(pathlib.Path(__file__).parent / "asked.txt") as file:
        file.read()
    print(*words)
    sys.exit(3 if words[0] == {refused!r} else 0)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository on main with a version 0.1.0, one fragment, and tables of two versions."""
    for tool in ("towncrier", "build", "hatchling"):
        pytest.importorskip(tool)
    root = tmp_path / "project"
    real = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
    files = {
        "pyproject.toml": f"""
            [build-system]
            requires = ["hatchling"]
            build-backend = "hatchling.build"
            [project]
            name = "hexarch"
            version = "0.1.0"
            requires-python = ">=3.11"
            [project.scripts]
            hexarch = "bot:program"
            [tool.hatch.build.targets.wheel]
            packages = ["bot"]
            [tool.towncrier]
            directory = "{real["directory"]}"
            filename = "{real["filename"]}"
            template = "{real["template"]}"
            start_string = "## Unreleased\\n"
            title_format = "{real["title_format"]}"
            underlines = ["", "", ""]
            all_bullets = true
            ignore = ["template.md.jinja", "README.md"]
            [[tool.towncrier.type]]
            directory = "change"
            name = "Changes"
            showcontent = true
            """,
        ".gitignore": "/dist/\n__pycache__/\n",
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Players\n\n- Boats.\n\n## 0.1.0\n\n- First release.\n",
        FRAGMENT: "The river is crossed.\n",
        "bot/__init__.py": PROGRAM.format(refused=""),
        "bot/asked.txt": "",
        "bot/storage/migrating.py": 'X = 1\n\nRELEASES = {\n    "0.1": "0001",\n}\n"""Of each release."""\n',
        "bot/storage/migrations/versions/0001_first.py": "",
        "bot/storage/migrations/versions/0002_boats.py": "",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), "utf-8")
    shutil.copy(ROOT / real["template"], root / real["template"])
    (root / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", root / ".ci")
    git(root, "init", "--quiet", "--initial-branch", "main")
    for key, value in {"user.name": "Ada", "user.email": "ada@example.org", "commit.gpgsign": "false"}.items():
        git(root, "config", key, value)
    committed(root)
    return root


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def committed(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Something")


def released(root: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(root / ".ci" / "release"), *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def everything(root: Path) -> tuple[str, ...]:
    """What a release would change: files, commits, tags, worktrees, packages."""
    asked = (("status", "--porcelain", "--ignored"), ("rev-parse", "HEAD"), ("tag",), ("worktree", "list"))
    return tuple(git(root, *words) for words in asked)


def test_a_release_is_one_commit_with_a_tag_and_packages_that_work(project: Path) -> None:
    before = git(project, "rev-parse", "HEAD")
    code, said = released(project, "0.2.0")
    assert code == 0, said
    assert git(project, "rev-list", f"{before}..main") == git(project, "rev-list", "-1", "v0.2.0")
    assert git(project, "cat-file", "-t", "v0.2.0") == "tag"
    assert git(project, "status", "--porcelain") == "" and len(git(project, "worktree", "list").splitlines()) == 1
    assert 'version = "0.2.0"' in (project / "pyproject.toml").read_text("utf-8")
    rows = 'RELEASES = {\n    "0.1": "0001",\n    "0.2": "0002",\n}\n"""Of each release."""\n'
    assert (project / "bot/storage/migrating.py").read_text("utf-8").endswith(rows)
    log = (project / "CHANGELOG.md").read_text("utf-8")
    title = r"## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n"
    assert re.search(title + r"- The river is crossed\.\n\n### Players\n\n- Boats\.\n\n## 0\.1\.0", log), log
    assert "- The river is crossed." in said and not (project / FRAGMENT).exists()
    assert {p.name for p in (project / "dist").iterdir()} == {"hexarch-0.2.0.tar.gz", "hexarch-0.2.0-py3-none-any.whl"}


def test_a_dry_run_does_it_all_and_changes_nothing(project: Path) -> None:
    before = everything(project)
    code, said = released(project, "--dry-run", "0.2.0")
    assert code == 0 and "Trying hexarch-0.2.0-py3-none-any.whl" in said and "- The river is crossed." in said, said
    assert everything(project) == before


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("bot/__init__.py", PROGRAM.format(refused="verify"), "hexarch verify trail.json ended with 3"),
        (".gitignore", "/dist/\n__pycache__/\n*.txt\n", "hexarch --help ended with 1"),  # data that isn't shipped
        ("bot/storage/migrating.py", 'RELEASES = {\n    "0.2": "0001",\n}\n', "this is to be 0.3.0"),
    ],
)
def test_what_does_not_work_is_not_released(project: Path, file: str, text: str, told: str) -> None:
    (project / file).write_text(text, "utf-8")
    committed(project)
    before = everything(project)
    code, said = released(project, "0.2.0")
    assert code == 1 and told in said and "There is no release" in said, said
    assert everything(project) == before


def test_all_that_stands_against_it_is_told_at_once(project: Path) -> None:
    git(project, "checkout", "--quiet", "-b", "aside")
    git(project, "rm", "--quiet", FRAGMENT)
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First release.\n", "utf-8")
    git(project, "tag", "v0.1.0")
    code, said = released(project, "0.1.0")
    assert code == 1
    assert "the branch aside" in said and "aren't committed" in said and "CHANGELOG.md" in said
    assert "0.1.0 isn't greater than 0.1.0" in said and "a tag v0.1.0 already" in said and "nothing has changed" in said


@pytest.mark.parametrize("version", ["0.2", "v0.2.0", "0.0.9", "0.2.0rc1"])
def test_what_is_no_version_or_no_greater_one_is_refused(project: Path, version: str) -> None:
    before = everything(project)
    code, said = released(project, version)
    assert code == 1 and ("is no version" in said or "isn't greater" in said), said
    assert everything(project) == before


def test_the_real_project_has_the_parts() -> None:
    """The places that a release writes to are there, once, and its own version has its tables known."""
    text = (ROOT / "bot" / "storage" / "migrating.py").read_text("utf-8")
    assert len(re.findall(r"(?ms)^RELEASES = \{.*?\}$", text)) == 1
    assert len(re.findall(r'(?m)^version = "[^"]+"$', (ROOT / "pyproject.toml").read_text("utf-8"))) == 1
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f'"{version.rpartition(".")[0]}": ' in text
