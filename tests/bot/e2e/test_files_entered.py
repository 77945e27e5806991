"""How much of the bot a written order passes, from the command to the message: whoever follows one reads so much."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bot.e2e.kit import Table, said

ROOT = Path(__file__).parents[3]
PARTS = tuple(str(ROOT / part) + "/" for part in ("bot", "engine", "renderer", "scenarios"))

MOST = 73
"""Files between Discord and the rules, both ways. What an order passes of the rules hangs on the order."""
MOST_IN_ALL = 150
"""Files with those of the rules, for orders like these: a move with its windows, and a turn. Both leave two or three
for what the bot does in the background at that moment, as keeping its lease."""


@contextmanager
def entered() -> Iterator[set[str]]:
    """Files of the program in which a function was called meanwhile; imports don't count."""
    found: set[str] = set()

    def seen(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(PARTS):
            found.add(code.co_filename.removeprefix(f"{ROOT}/"))

    before = sys.getprofile(), threading.getprofile()
    threading.setprofile(seen)
    sys.setprofile(seen)
    try:
        yield found
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])


async def test_a_written_order_passes_few_files(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    for text in ("thc3 -> 4909", "thc4 @SW"):
        with entered() as files:
            result = await sim.ada.slash(sim.channel, "order", text=text)
        assert "Done" in said(result)
        passed = [f for f in sorted(files) if not f.startswith("engine/")]
        assert len(files) <= MOST_IN_ALL, "\n".join(sorted(files))
        assert not any(f.endswith(("/line.py", "/line_leave.py")) for f in files), (
            "the menus of the next order are built"
        )
        assert len(passed) <= MOST, f"{len(passed)} of {len(files)} files:\n" + "\n".join(passed)
