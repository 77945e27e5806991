"""One test that looks at many things (:mod:`tests.each`): everything wrong is told, and nothing is passed over."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from tests.each import ENOUGH, for_each


def test_everything_wrong_is_told_with_its_name_and_line() -> None:
    @for_each("n", range(5))
    def even(n: int) -> None:
        assert n % 2 == 0, f"{n} is odd"

    with pytest.raises(AssertionError) as told:
        even()
    said = str(told.value)
    assert said.startswith("2 of 5 failed"), said
    assert "1:\n" in said and "1 is odd" in said and "3 is odd" in said
    assert "test_each.py" in said and "assert n % 2 == 0" in said


def test_other_errors_and_failures_are_told_too_and_skips_go_through() -> None:
    @for_each("how", ["error", "fail", "fine"])
    def various(how: str) -> None:
        if how == "error":
            raise KeyError("gone")
        if how == "fail":
            pytest.fail("given up")

    with pytest.raises(AssertionError, match=r"(?s)2 of 3 failed.*KeyError: 'gone'.*given up"):
        various()

    @for_each("n", [1])
    def skipped(n: int) -> None:
        pytest.skip("not here")

    with pytest.raises(pytest.skip.Exception):
        skipped()


def test_nothing_to_look_at_is_no_success() -> None:
    @for_each("n", [])
    def nothing(n: int) -> None: ...

    with pytest.raises(AssertionError, match="nothing to look at"):
        nothing()


def test_it_stops_where_all_is_wrong() -> None:
    seen = []

    @for_each("n", range(1000))
    def never(n: int) -> None:
        seen.append(n)
        raise ValueError

    with pytest.raises(AssertionError, match=f"{ENOUGH} of {ENOUGH} failed"):
        never()
    assert len(seen) == ENOUGH


def test_fixtures_are_asked_for_and_two_lists_are_multiplied() -> None:
    seen: list[tuple[Any, ...]] = []

    @for_each("a", [1, 2])
    @for_each(("b", "c"), [(3, 4), pytest.param(5, 6, id="last", marks=pytest.mark.rule("toy 1.1"))])
    def product(a: int, b: int, c: int, tmp_path: str) -> None:
        seen.append((a, b, c, tmp_path))

    assert list(inspect.signature(product).parameters) == ["tmp_path"]
    product(tmp_path="here")
    assert seen == [(1, 3, 4, "here"), (1, 5, 6, "here"), (2, 3, 4, "here"), (2, 5, 6, "here")]
    assert [m.args for m in product.pytestmark] == [("toy 1.1",)]


def test_tests_that_wait_are_waited_for() -> None:
    @for_each("n", [1, 2], ids=["one", "two"])
    async def later(n: int) -> None:
        await asyncio.sleep(0)
        assert n == 1

    assert inspect.iscoroutinefunction(later)
    with pytest.raises(AssertionError, match=r"1 of 2 failed\n\ntwo:"):
        asyncio.run(later())
