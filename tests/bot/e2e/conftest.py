from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.e2e.kit import Table, table


@pytest_asyncio.fixture
async def sim(tmp_path: Path) -> AsyncIterator[Table]:
    async with table(tmp_path) as found:
        yield found
