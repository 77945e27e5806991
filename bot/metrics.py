"""Figures of this process for Prometheus: what is counted and timed where it happens.

What can be looked up when somebody asks (queues, memory, battles behind) is in :mod:`bot.monitoring`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
"""Ours alone: libraries that count for themselves don't come in."""

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Bounds in seconds. At 3 s Discord takes an interaction for unanswered."""

ANSWERS = Counter("hexarch_answers", "Answers carried out and stored, by who gave them", ["by"], registry=REGISTRY)
"""``by``: "player", or what a journal's note says: "standing order", "free", "deadline", "computer"..."""
BATTLES = Counter("hexarch_battles_ended", "Battles that have ended, by their status", ["status"], registry=REGISTRY)
INTERACTIONS = Histogram(
    "hexarch_interaction_seconds",
    "From an interaction's arrival to everything about it being said, by kind",
    ["kind"],
    buckets=_QUICK,
    registry=REGISTRY,
)
ACKNOWLEDGED = Histogram(
    "hexarch_acknowledged_seconds",
    "From when Discord made an interaction to when it took our first answer to it, by the two clocks",
    buckets=_QUICK,
    registry=REGISTRY,
)
COMMITS = Histogram(
    "hexarch_commit_seconds", "What storing one interaction's changes takes", buckets=_QUICK, registry=REGISTRY
)
PICTURES = Histogram(
    "hexarch_picture_seconds", "From a picture's being wanted to its being there, waiting included", ["lane"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 900.0), registry=REGISTRY,
)  # fmt: skip
REFUSED = Counter(
    "hexarch_slowed", "Interactions refused because somebody asked too much in a while", registry=REGISTRY
)
ERRORS = Counter("hexarch_errors", "Errors of ours, each with a reference number in the log", registry=REGISTRY)
REQUESTS = Counter(
    "hexarch_discord_requests",
    "Requests to Discord, by what they were about, method and status; status 0 where no answer came",
    ["about", "method", "status"],
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "hexarch_discord_request_seconds", "What Discord takes to answer", ["about"], buckets=_QUICK, registry=REGISTRY
)
LIMITED = Counter(
    "hexarch_discord_limited",
    "Answers of Discord's that told us to wait (429), by scope: user, shared, global",
    ["scope"],
    registry=REGISTRY,
)
STALLS = Counter("hexarch_loop_stalls", "How often the event loop stood still for long", registry=REGISTRY)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Note how long something takes, whether or not it goes well."""
    began = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - began)
