"""Files: whose they are, who can read them, and how old the last backup is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from bot.cli.checkup.finding import Finding, doubtful, good, unknown, wrong
from bot.cli.configuration import TOKEN_FILE, Configuration
from bot.cli.databases import database_file

OLD = 2 * 86400.0
"""Seconds after which the last backup is too old: they are made every night."""
BACKUPS = ("hexarch-*.db", "hexarch-*.db.age")
"""Names of backups that ``hexarch backup`` gives in a folder."""


def looked_at(settings: Configuration, environment: dict[str, str], backups: Path) -> Iterator[Finding]:
    """All of it."""
    file = database_file(settings.database)
    if file is not None and file.exists():
        yield from _owners(file)
        yield from _readers("database", file, "the secrets of the dice are in it")
    if token := environment.get(TOKEN_FILE):
        yield from _readers("token", Path(token), "who has it is the bot")
    yield _backups(backups, file)


def _owners(file: Path) -> Iterator[Finding]:
    """Whether the bot, whose the database is, can write what lies beside it."""
    owner = file.stat()
    try:
        beside = sorted(p for p in file.parent.iterdir() if p.name.startswith(f"{file.name}-") or _lock(p, file))
        strangers = [p for p in beside if p.stat().st_uid != owner.st_uid]
    except OSError as e:
        yield unknown("owners", f"{file.parent} can't be looked into: {e.strerror}", "Run this as root.")
        return
    if strangers:
        shown = ", ".join(p.name for p in strangers)
        advice = f"chown --reference={file} {' '.join(str(p) for p in strangers)}"
        yield wrong("owners", f"{shown} belong to another user than {file.name}, who can't write them", advice)
    else:
        yield good("owners", f"{file} and what lies beside it belong to one user")


def _lock(path: Path, file: Path) -> bool:
    return path.name.startswith(f"{file.name}.") and ".lock" in path.name


def _readers(about: str, file: Path, why: str) -> Iterator[Finding]:
    try:
        mode = file.stat().st_mode
    except OSError as e:
        yield unknown(about, f"{file} can't be looked at: {e.strerror}", "Run this as root.")
        return
    if os.name == "posix" and mode & 0o077:
        yield doubtful(about, f"others of this machine can read {file}, and {why}", f"chmod 600 {file}")
    else:
        yield good(about, f"nobody but its owner can read {file}")


def _backups(folder: Path, database: Path | None) -> Finding:
    how = "docs/hosting.md tells how a timer makes them, and how they are copied away."
    try:
        found = [p for pattern in BACKUPS for p in folder.glob(pattern)] if folder.is_dir() else []
        newest = max(((p.stat().st_mtime, p) for p in found), default=None)
    except OSError as e:
        return unknown("backups", f"{folder} can't be looked into: {e.strerror}", "Run this as root.")
    if newest is None:
        return doubtful("backups", f"there are none in {folder}", f"Make one: hexarch backup {folder}; {how}")
    made, last = newest
    age = time.time() - made
    said = f"the last, {last}, is {_ago(age)} old"
    if age > OLD:
        return doubtful("backups", said, "See what the timer says: systemctl status hexarch-backup")
    if database is not None and database.exists() and database.stat().st_dev == folder.stat().st_dev:
        advice = f"Copy them to another machine, best encrypted (hexarch backup --encrypt-to): {how}"
        return doubtful("backups", f"{said}, but it is on the disk the database is on", advice)
    return good("backups", said)


def _ago(seconds: float) -> str:
    """
    >>> _ago(300), _ago(7200), _ago(200000)
    ('5 minutes', '2 hours', '2 days')
    """
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {name}{'s' if number > 1 else ''}"
    return "less than a minute"
