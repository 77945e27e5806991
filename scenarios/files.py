"""Battles' files: where they lie, which key means which, and what stands in them before it is checked."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.kernel.complaints import near
from scenarios import limits, shared_maps
from scenarios.errors import ScenarioError, UnknownScenario
from scenarios.formats import FAST, FORMATS
from scenarios.json_text import Loose, decoded, parse_on

PACKAGED = Path(__file__).parent

DRILL = "drill"
"""Id of the ground a system's lesson is fought on (:mod:`scenarios.lessons`): checked like every battle, not listed."""


def folders() -> tuple[Path, ...]:
    """Where battles are looked for: this package, then the community's own folders."""
    extra = os.environ.get("HEXARCH_SCENARIOS", "")
    return (PACKAGED, *(Path(p) for p in extra.split(os.pathsep) if p))


def by_key() -> dict[str, Path]:
    """Every battle's file by key.

    A community's file may not replace a packaged one, see :func:`scenarios.passed_over`.
    """
    ours, *brought = folders()
    found = dict(_packaged(ours))
    for folder in brought:
        for key, path in _lying_in(folder):
            found.setdefault(key, path)
    return found


@cache
def _packaged(folder: Path) -> dict[str, Path]:
    """What comes with the program doesn't change while it runs."""
    return dict(_lying_in(folder))


def _lying_in(folder: Path) -> Iterator[tuple[str, Path]]:
    for system in FORMATS:
        for path in sorted((folder / system).glob("*.json")):
            yield f"{system}/{path.stem}", path


def find(key: str, *, offered: Collection[str] = tuple(FORMATS)) -> Path:
    """The file of a battle, by "system/id" or by an id that only one system has.

    An id that a full game shares with the fast rules means the full game's. Raises :class:`UnknownScenario`, which
    tells what may have been meant, of the systems ``offered``.
    """
    files = by_key()
    if key in files:
        return files[key]
    matches = [k for k in files if k.split("/", 1)[1] == key and not is_drill(k)]
    matches = [k for k in matches if k.partition("/")[0] not in FAST] or matches
    if len(matches) == 1:
        return files[matches[0]]
    if matches:
        raise UnknownScenario(key, [f"several systems have this battle: {', '.join(matches)}"])
    keys = [k for k in files if not is_drill(k) and k.partition("/")[0] in offered]
    raise UnknownScenario(key, [f"no such battle{_meant(key, keys)}"])


def _meant(key: str, keys: list[str]) -> str:
    """The battles that may have been meant: those of the likeliest id, of the system named if it has it; else all."""
    system, _, name = key.rpartition("/")
    like = near(name, dict.fromkeys(k.partition("/")[2] for k in keys))
    close = [k for k in keys if k.partition("/")[2] == like]
    close = [k for k in close if k.partition("/")[0] == near(system, FORMATS)] or close
    return f"; did you mean {' or '.join(close)}?" if close else f"; there are: {', '.join(keys)}"


def is_drill(key: str) -> bool:
    """Whether it is a drill ground, by its key; a server's own battle never is.

    >>> is_drill("cataphract/drill"), is_drill("own/drill")
    (True, False)
    """
    system, _, name = key.partition("/")
    return name == DRILL and system in FORMATS


def document(path: str | os.PathLike[str]) -> dict[str, Any]:
    """A file's JSON as it stands, not yet checked against the format. Raises :class:`ScenarioError`."""
    loose = loose_document(path)
    if loose.problems:
        raise ScenarioError(str(path), loose.problems)
    return loose.document


def loose_document(path: str | os.PathLike[str]) -> Loose:
    """The same where what is wrong as JSON is told with what is wrong with the format, as far as can be."""
    try:
        if Path(path).stat().st_size > limits.MOST_BYTES:
            raise ScenarioError(str(path), [f"is larger than {limits.MOST_BYTES // 1024} KiB"])
        data = Path(path).read_bytes()
    except OSError as e:
        raise ScenarioError(str(path), [f"can't be read: {e.strerror or e}"]) from e
    loose = parse_on(decoded(data, str(path)), str(path))
    return replace(loose, document=shared_maps.whole(loose.document, str(path), Path(path).parent))
