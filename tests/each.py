"""One test that looks at many things: a loop with one failure that lists everything wrong.

Ten thousand tests that each look at one sentence cost more to collect, hand out and report than to run. Where each
thing deserves a world of its own (``tmp_path``, a database), pytest's ``parametrize`` remains.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

ENOUGH = 25
"""Failures after which the others aren't looked for: what is that wrong has one cause."""


def for_each(
    names: str | Sequence[str], values: Iterable[Any], *, ids: Callable[[Any], object] | Sequence[object] | None = None
) -> Callable[[Any], Any]:
    """Call a test with each of these values within one test; as ``pytest.mark.parametrize``, and with its arguments.

    A test's fixtures are made once for all values. Marks of single values are marks of the test.
    """
    argument_names = [n.strip() for n in names.split(",") if n.strip()] if isinstance(names, str) else list(names)
    rows = [_as_param(v, len(argument_names)) for v in values]
    named = [_called(row, n, ids) for n, row in enumerate(rows)]

    def decorate(test: Any) -> Any:
        given = [dict(zip(argument_names, row.values, strict=True)) for row in rows]
        if inspect.iscoroutinefunction(test):

            @functools.wraps(test)
            async def all_of_them(**fixtures: Any) -> None:
                found = _Found()
                for name, values in zip(named, given, strict=True):
                    with found.noting(name):
                        await test(**values, **fixtures)
                found.tell()
        else:

            @functools.wraps(test)
            def all_of_them(**fixtures: Any) -> None:
                found = _Found()
                for name, values in zip(named, given, strict=True):
                    with found.noting(name):
                        test(**values, **fixtures)
                found.tell()

        asked = inspect.signature(test)
        left = [p for name, p in asked.parameters.items() if name not in argument_names]
        whole: Any = all_of_them
        whole.__signature__ = asked.replace(parameters=left)
        for mark in {repr(mark): mark for row in rows for mark in row.marks}.values():
            whole = getattr(pytest.mark, mark.name)(*mark.args, **mark.kwargs)(whole)
        return whole

    return decorate


def _as_param(value: Any, names: int) -> Any:
    """One set of values, as ``pytest.param`` makes it."""
    if isinstance(value, type(pytest.param())):
        return value
    return pytest.param(value) if names == 1 else pytest.param(*value)


def _called(row: Any, number: int, ids: Any) -> str:
    """What a failure calls one set of values."""
    if row.id is not None:
        return str(row.id)
    if callable(ids):
        said = [ids(v) for v in row.values]
        return "-".join(str(v if s is None else s) for s, v in zip(said, row.values, strict=True))
    if ids is not None and ids[number] is not None:
        return str(ids[number])
    return "-".join(v if isinstance(v, str) else repr(v) for v in row.values)


class _Found:
    """What has failed so far."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.looked_at = 0
        self._first: BaseException | None = None

    def noting(self, name: str) -> _Noting:
        return _Noting(self, name)

    def note(self, name: str, error: BaseException) -> None:
        self._first = self._first or error
        self.failures.append(f"{name}:\n{_told(error)}")
        if len(self.failures) >= ENOUGH:
            self.tell()

    def tell(self) -> None:
        """Fail if anything has."""
        __tracebackhide__ = True
        assert self.looked_at, "there is nothing to look at"
        if self.failures:
            head = f"{len(self.failures)} of {self.looked_at} failed"
            raise AssertionError("\n\n".join([head, *self.failures])) from self._first


class _Noting:
    """Takes a failure for a line of the list, and goes on; skips and the end of the run go through."""

    def __init__(self, found: _Found, name: str) -> None:
        self._found = found
        self._name = name

    def __enter__(self) -> None:
        self._found.looked_at += 1

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if error is None:
            return False
        if isinstance(error, Exception | pytest.fail.Exception):
            self._found.note(self._name, error)
            return True
        return False


def _told(error: BaseException) -> str:
    """What went wrong in one call, from the test itself downwards."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    said = [f"  {f.filename}:{f.lineno}: {f.line}" for f in frames[:1] + frames[1:][-1:]]
    return "\n".join([*said, *(f"  {line}" for line in f"{type(error).__name__}: {error}".splitlines())])
