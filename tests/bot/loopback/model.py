"""Four clusters' requests in a time that is reckoned, not waited for: what an order was measured to ask of Discord is
asked again for thousands of orders, under :mod:`tests.bot.loopback.limits`.

What it takes for granted:

- Orders come whenever somebody feels like it (a Poisson stream), each in another battle, as those of 500 out of 50,000
  do; a battle belongs to one cluster.
- An order asks for what one of the measured orders asked for, at the same moments after its arrival. What the machine
  itself takes is in those moments: the share of drawing and storing was measured on one machine, with nothing else in
  line but what was in line then.
- Discord answers after 0.1 s (callbacks after 0.05 s). A request whose bucket is empty waits in its process, as
  discord.py has it wait; one that Discord refuses all the same waits as long as Discord says. While it waits for all
  requests (the 50 a second of the token, which four clusters share and no single one can count), its process sends
  nothing but answers to interactions.
- The requests of one order follow one another as they did when they were measured: none is sent before the one
  before it was, later by as much as that had to wait.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bot.loopback.limits import Limits, route

ANSWER, CALLBACK = 0.1, 0.05
"""Seconds until Discord has answered."""


@dataclass(frozen=True)
class Step:
    """A request of an order."""

    after: float
    """Seconds after the interaction."""
    method: str
    path: str
    """As it was asked for, with "CHANNEL" and "TOKEN" for what is the order's own."""


Mix = Sequence[Sequence[Step]]
"""Orders as they were measured."""


@dataclass
class Report:
    """What came of it."""

    orders: int = 0
    requests: int = 0
    counted: int = 0
    """Requests that count against the token's 50 a second."""
    acknowledged: list[float] = field(default_factory=list)
    """Seconds until Discord had the first answer, for each order."""
    told: list[float] = field(default_factory=list)
    """Seconds until everything was told."""
    waited: list[float] = field(default_factory=list)
    """Seconds each order had to wait for limits alone."""
    most: int = 0
    limited: int = 0
    invalid: int = 0
    shut_out: bool = False


def share(samples: Sequence[float], part: float) -> float:
    """The sample below which such a part of them lies.

    >>> share([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    return sorted(samples)[int(part * (len(samples) - 1))] if samples else 0.0


def replayed(
    mix: Mix, *, an_hour: float, seconds: float, clusters: int = 4, battles: int = 50_000, seed: int = 1
) -> Report:
    """So many orders an hour, for so many seconds of Discord's time."""
    now = 0.0
    limits = Limits(lambda: now)
    rng, report, order = random.Random(seed), Report(), itertools.count()
    blocked = [0.0] * clusters
    """Until when a cluster waits with everything."""
    known: list[dict[tuple[str, str], tuple[int, float]]] = [{} for _ in range(clusters)]
    """What discord.py knows of each bucket: what is left, and until when that holds."""
    queue: list[tuple[float, int, int, int, int, float, float]] = []
    """When, a number, the order, the step, the cluster, when the order came, how long it has waited."""
    chosen: list[tuple[Sequence[Step], int]] = []
    at = rng.expovariate(an_hour / 3600)
    while at < seconds:
        battle = rng.randrange(battles)
        chosen.append((rng.choice(mix), battle))
        heapq.heappush(
            queue, (at + chosen[-1][0][0].after, next(order), len(chosen) - 1, 0, battle % clusters, at, 0.0)
        )
        at += rng.expovariate(an_hour / 3600)
    while queue:
        now, _, n, step, cluster, came, waited = heapq.heappop(queue)
        steps, battle = chosen[n]
        asked = steps[step]
        path = asked.path.replace("CHANNEL", str(10**6 + battle)).replace("TOKEN", f"t{n}")
        kind, about = route(asked.method, path)
        wait = max(0.0, blocked[cluster] - now) if kind.counted else 0.0
        left, until = known[cluster].get((kind.name, about), (1, 0.0))
        if left <= 0 and until > now:
            wait = max(wait, until - now)
        if wait == 0.0:
            verdict = limits.ask(asked.method, path)
            wait = verdict.wait
            if wait > 0 and verdict.everywhere:
                blocked[cluster] = now + wait
            elif kind.most:
                known[cluster][kind.name, about] = (verdict.left, now + verdict.reset)
        if wait > 0:
            heapq.heappush(queue, (now + wait, next(order), n, step, cluster, came, waited + wait))
            continue
        report.requests += 1
        report.counted += kind.counted
        takes = CALLBACK if kind.name == "callback" else ANSWER
        if step == 0:
            report.acknowledged.append(now + takes - came)
        if step + 1 < len(steps):
            then = now + steps[step + 1].after - asked.after
            heapq.heappush(queue, (then, next(order), n, step + 1, cluster, came, waited))
        else:
            report.orders += 1
            report.told.append(now + takes - came)
            report.waited.append(waited)
    report.most, report.limited, report.invalid, report.shut_out = (
        limits.most,
        limits.limited,
        limits.invalid,
        limits.shut_out,
    )
    return report
