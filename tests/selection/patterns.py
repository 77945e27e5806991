"""Paths by pattern: ``docs/*.md``, ``engine/**``, ``engine/systems/<system>/*.json``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|<(\w+)>|[^*?<]+")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    def part(m: re.Match[str]) -> str:
        if m[1]:
            return rf"(?P<{m[1]}>[^/]+)"
        return {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(m[0]) or re.escape(m[0])

    return re.compile(_PARTS.sub(part, pattern))


def fits(path: str, patterns: Iterable[str]) -> Mapping[str, str] | None:
    """What stands in the path for each ``<name>`` of the first pattern it fits; None where it fits none.

    >>> fits("engine/systems/spqr/troops.json", ["docs/**", "engine/**/<system>/*.json"])
    {'system': 'spqr'}
    >>> fits("docs/a/b.md", ["docs/**/*.md"]), fits("docs/b.md", ["docs/**/*.md"]), fits("docs/b.md", ["*.md"])
    ({}, {}, None)
    """
    for pattern in patterns:
        if m := _compiled(pattern).fullmatch(path):
            return m.groupdict()
    return None


def filled(pattern: str, values: Mapping[str, str]) -> str:
    """The pattern with what stands for its ``<names>``.

    >>> filled("tests/<system>/**", {"system": "spqr"})
    'tests/spqr/**'
    """
    return re.sub(r"<(\w+)>", lambda m: values.get(m[1], m[0]), pattern)
