"""Fixtures of the renderer's tests."""

from __future__ import annotations

import pytest

from engine.kernel.view import TableView
from tests.renderer import kit


@pytest.fixture(scope="session")
def skirmish() -> TableView:
    return kit.skirmish()


@pytest.fixture(scope="session")
def tricameron() -> TableView:
    return kit.tricameron()
