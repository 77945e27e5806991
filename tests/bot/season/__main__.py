"""``python -m tests.bot.season``: a season as it is read, message by message, with whom each calls."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import SupportsIndex

from tests.bot.season.season import Line, season


class Printed(list[Line]):
    """Lines that are printed as they come."""

    def append(self, line: Line, /) -> None:
        super().append(line)
        print(line, flush=True)

    def extend(self, lines: Iterable[Line], /) -> None:
        for line in lines:
            self.append(line)

    def __iadd__(self, lines: Iterable[Line], /) -> Printed:  # type: ignore[override]
        self.extend(lines)
        return self

    def insert(self, at: SupportsIndex, line: Line, /) -> None:
        raise NotImplementedError("what happened before stays as it is")


async def main() -> None:
    with tempfile.TemporaryDirectory() as path:
        async with season(Path(path)) as s:
            s.lines = Printed()
            await s.played()
            print(f"\n{s.summary()}")


asyncio.run(main())
