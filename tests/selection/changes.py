"""Which files have changed, as git tells it."""

from __future__ import annotations

import subprocess
from pathlib import Path


class NoChanges(Exception):
    """Git can't tell."""


def changed(root: Path, since: str) -> tuple[list[str], str]:
    """The files that differ from a commit, new and deleted ones too, with what they were compared with.

    Without a commit they are compared with where this branch left ``origin/main``, or else ``main``: on ``main`` itself
    that leaves what isn't committed yet. Raises :class:`NoChanges`.
    """
    base = _git(root, "rev-parse", "--verify", f"{since}^{{commit}}") if since else _left(root)
    if not base:
        raise NoChanges(f"there is no commit {since}" if since else "there is no git repository here, or no commit")
    differing = _git(root, "diff", "--name-only", "--no-renames", "--relative", "-z", base).split("\0")
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return sorted({*differing, *new} - {""}), since or base[:8]


def files_of(root: Path) -> set[str]:
    """The files there are, those that are ignored left out."""
    return set(_git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")) - {""}


def _left(root: Path) -> str:
    """The last commit that this branch shares with the main one; "" where there is no commit."""
    for main in ("origin/main", "main", "HEAD"):
        if found := _git(root, "merge-base", "HEAD", main):
            return found
    return ""


def _git(root: Path, *command: str) -> str:
    """What git says; "" where it fails or isn't there."""
    try:
        done = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip("\n") if done.returncode == 0 else ""
