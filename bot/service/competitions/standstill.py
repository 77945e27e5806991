"""The time of matches that can't be played since they have no place: it stands still until they have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.service.competitions import progress
from bot.storage import Database
from bot.storage.competitions import Competition, Fixture

STILL = "still"
"""Setting of an event: since when matches wait for a place, by number, in seconds since 1970."""

SHORT, HOUR = 60.0, 3600.0
"""Seconds without a place that nobody notices; and after which a deadline is put off that is far away."""


async def made_up(database: Database, event: Competition, fixtures: Sequence[Fixture], now: float) -> Sequence[Fixture]:
    """The matches with their deadlines put off by the time in which they had no place; ``now`` in seconds since 1970.

    What is put off is still to be stored with them.
    """
    known = await _known(database, event.id)
    since = {str(f.n): known.get(str(f.n), now) for f in fixtures if f.playable and not f.place}
    found: list[Fixture] = []
    for f in fixtures:
        waited = now - since.get(str(f.n), now)
        # Now and then, and in time: nothing may be done about a deadline that stands still.
        if waited >= HOUR or (waited >= SHORT and _near(event, f, now)):
            f = _later(f, waited)
            since[str(f.n)] = now
        found.append(f)
    await _keep(database, event.id, known, since)
    return found


def _near(event: Competition, f: Fixture, now: float) -> bool:
    """Whether something is soon done about a deadline, or would have been."""
    assert f.due is not None
    return any(abs(at - now) < 2 * HOUR for at in (progress.soon(event, f.due), f.due))


async def ended(database: Database, f: Fixture, now: float) -> Fixture:
    """A match that gets a place at ``now``, with the time it has waited for one given back; still to be stored."""
    known = await _known(database, f.event)
    await _keep(database, f.event, known, {n: t for n, t in known.items() if n != str(f.n)})
    return _later(f, now - known.get(str(f.n), now)) if f.playable else f


def _later(f: Fixture, waited: float) -> Fixture:
    return replace(f, due=f.due + waited) if f.due is not None and waited >= SHORT else f


async def _known(database: Database, event_id: str) -> dict[str, float]:
    return (await database.settings.of(f"event:{event_id}")).get(STILL, {})


async def _keep(database: Database, event_id: str, known: dict[str, float], since: dict[str, float]) -> None:
    if since != known:
        await database.settings.put(f"event:{event_id}", STILL, since or None)
