"""What every test shares: the marker that ties a test to the cases of a rulebook."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

from tests.postgres import either, postgres

__all__ = ["either", "postgres"]

if sys.dont_write_bytecode:
    # Programs that tests start would compile everything anew, seconds each time. Libraries stay as they are.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        'rule(*cases): the cases a test exercises, each as "system case": @pytest.mark.rule("cataphract 8.15")',
    )
    config.addinivalue_line(
        "markers",
        "errors_expected(*patterns): lines of the log that an end-to-end test provokes; any other error fails it",
    )


def pytest_collection_finish() -> None:
    """Ten thousand collected tests needn't be looked through for garbage again and again: a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
