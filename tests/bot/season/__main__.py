"""``python -m tests.bot.season``: a season as it is read, message by message, with whom each calls."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.bot.season.season import season


async def main() -> None:
    with tempfile.TemporaryDirectory() as path:
        async with season(Path(path)) as s:
            try:
                await s.played()
            finally:
                print("\n".join(map(str, s.lines)))
            print(f"\n{s.summary()}")


asyncio.run(main())
