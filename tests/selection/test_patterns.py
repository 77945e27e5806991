"""Paths by pattern, and the other examples in docstrings of this package."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from tests.selection import check, graph, patterns, plugin
from tests.selection.patterns import fits


@pytest.mark.parametrize("module", [check, graph, patterns, plugin], ids=lambda m: m.__name__)
def test_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0 and failed == 0


@pytest.mark.parametrize(
    ("pattern", "fitting", "others"),
    [
        ("docs/*.md", ["docs/a.md"], ["docs/a/b.md", "docs/a.mdx", "a/docs/a.md"]),
        ("docs/**", ["docs/a", "docs/a/b.md"], ["docs", "adocs/a"]),
        ("tests/**/test_*.py", ["tests/test_a.py", "tests/a/b/test_c.py"], ["tests/a/ttest_a.py", "tests/test_a/b.py"]),
        ("*.md", ["README.md"], ["docs/README.md"]),
        ("a/<x>/b.py", ["a/c/b.py"], ["a/b.py", "a/c/d/b.py"]),
        ("a.b", ["a.b"], ["axb"]),
    ],
)
def test_what_fits_a_pattern(pattern: str, fitting: list[str], others: list[str]) -> None:
    assert [p for p in (*fitting, *others) if fits(p, [pattern]) is not None] == fitting
