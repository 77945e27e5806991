"""The server of the tests of databases."""

from __future__ import annotations

from tests.postgres import postgres

__all__ = ["postgres"]
