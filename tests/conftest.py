"""What every test shares: the marker that ties a test to the cases of a rulebook."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        'rule(*cases): the cases a test exercises, each as "system case": @pytest.mark.rule("cataphract 8.15")',
    )
    config.addinivalue_line(
        "markers",
        "errors_expected(*patterns): lines of the log that an end-to-end test provokes; any other error fails it",
    )
