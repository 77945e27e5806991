"""The machine: room on the disk, memory, open files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from bot.cli.checkup.finding import Finding, doubtful, good, wrong
from bot.cli.configuration import Configuration
from bot.cli.databases import database_file
from bot.messages.operator import ROOM

PLENTY = 2_000_000_000
"""Bytes left on a disk below which it is told."""
MEMORY = 400_000_000
"""Bytes of memory that must be left for the bot and its drawing, at the least (docs/hosting.md)."""
FILES = 1024
"""Open files a process may have, at the least."""


def looked_at(settings: Configuration) -> Iterator[Finding]:
    """All of it."""
    file = database_file(settings.database)
    yield from _disks([*([file.parent] if file else []), *([Path(settings.cache)] if settings.cache else [])])
    yield from _memory(Path("/proc/meminfo"))
    yield from _files()


def _disks(folders: list[Path]) -> Iterator[Finding]:
    seen: set[int] = set()
    for folder in folders:
        there = next(p for p in (folder.absolute(), *folder.absolute().parents) if p.exists())
        device = there.stat().st_dev
        if device in seen:
            continue
        seen.add(device)
        free = shutil.disk_usage(there).free
        said = f"{free // 1_000_000:,} MB are left where {folder.absolute()} is"
        if free < ROOM:
            advice = "Make room now: with a full disk nothing is acknowledged. Old backups and the cache folder may go."
            yield wrong("disk", said, advice)
        elif free < PLENTY:
            yield doubtful(
                "disk", said, "Make room: old backups, or the cache folder, which may be deleted at any time."
            )
        else:
            yield good("disk", said)


def _memory(told: Path) -> Iterator[Finding]:
    """From what Linux tells; nothing elsewhere."""
    try:
        lines = dict(line.split(":", 1) for line in told.read_text("ascii").splitlines())
        left = int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return
    said = f"{left // 1_000_000:,} MB of memory can be had"
    if left < MEMORY:
        yield doubtful("memory", said, "The bot and its drawing take up to 400 MB; stop something else, or add swap.")
    else:
        yield good("memory", said)


def _files() -> Iterator[Finding]:
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < FILES:
        yield doubtful(
            "open files", f"a process may open {soft} files here",
            f"Allow {FILES}: LimitNOFILE={FILES} in the unit, or ulimit -n {FILES}.",
        )  # fmt: skip
    else:
        yield good(
            "open files", f"a process may open {soft if soft != resource.RLIM_INFINITY else 'any number of'} files"
        )
