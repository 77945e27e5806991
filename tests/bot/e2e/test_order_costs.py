"""What an order whose messages are there already asks of the database: whoever waits for it waits for that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.service import Service
from tests.bot.e2e.kit import Table, said


@contextmanager
def listened(service: Service) -> Iterator[list[str]]:
    """Statements to the database meanwhile, each by its first two words and the table, and commits."""
    engine, found = service.database.engine.sync_engine, list[str]()

    def executed(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement)

    def committed(_: Any) -> None:
        found.append("COMMIT")

    event.listen(engine, "before_cursor_execute", executed)
    event.listen(engine, "commit", committed)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", executed)
        event.remove(engine, "commit", committed)


async def test_an_order_reads_four_times_and_writes_twice(sim: Table) -> None:
    """The battle with its seats and its team, and its posts; the order, and what was told of it."""
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="thc3 -> 4909")
    with listened(sim.service) as found:
        result = await sim.ada.slash(sim.channel, "order", text="thc4 @SW")
    assert "Done" in said(result)
    reads = [s for s in found if s.startswith("SELECT")]
    assert len(reads) <= 4, reads
    assert found.count("COMMIT") == 2, found
