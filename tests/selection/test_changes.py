"""What git says has changed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.selection.changes import NoChanges, changed, files_of

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git isn't installed here")


def git(root: Path, *command: str) -> None:
    settings = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "core.hooksPath=")
    subprocess.run(["git", *settings, *command], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project on a branch of its own, with a change that is committed."""
    git(tmp_path, "init")
    for name in ("kept.py", "gone.py", "renamed.py", "änderung.md"):
        (tmp_path / name).write_text(name)
    (tmp_path / ".gitignore").write_text("*.log")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    git(tmp_path, "checkout", "-b", "mine")
    (tmp_path / "änderung.md").write_text("new")
    git(tmp_path, "commit", "-a", "-m", "second")
    return tmp_path


def test_what_a_branch_has_changed_is_told_with_what_isn_t_committed(root: Path) -> None:
    assert changed(root, "")[0] == ["änderung.md"]
    (root / "gone.py").unlink()
    (root / "renamed.py").rename(root / "other.py")
    (root / "new.log").touch()
    assert changed(root, "")[0] == ["gone.py", "other.py", "renamed.py", "änderung.md"]
    assert changed(root, "HEAD") == (["gone.py", "other.py", "renamed.py"], "HEAD")
    assert files_of(root) >= {"kept.py", "other.py"} and "new.log" not in files_of(root)


def test_on_the_main_branch_it_is_what_isn_t_committed(root: Path) -> None:
    git(root, "checkout", "main")
    (root / "kept.py").write_text("new")
    assert changed(root, "")[0] == ["kept.py"]


def test_only_the_project_s_own_folder_counts(root: Path) -> None:
    (root / "inner").mkdir()
    (root / "inner" / "a.py").touch()
    (root / "b.py").touch()
    git(root, "add", ".")
    assert changed(root / "inner", "HEAD")[0] == ["a.py"]


def test_without_a_commit_nothing_can_be_told(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(NoChanges, match="there is no commit nowhere"):
        changed(root, "nowhere")
    with pytest.raises(NoChanges, match="no git repository"):
        changed(tmp_path_factory.mktemp("bare"), "")
