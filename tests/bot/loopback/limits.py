"""A model of how much Discord lets a bot ask, and what it answers who asks for more.

What it takes for granted, from Discord's documentation (Rate Limits, Gateway) and, where that names no number, from
what bots commonly meet; each is a constant here:

- All requests of a token together: 50 in each second. Answers to interactions (their callback, and what goes to their
  webhook) don't count.
- A bucket for each route and channel (or server): 5 requests in 5 s for messages and for edits, 5 deletes in 1 s, 5 in
  4 s for pins, 5 in 2 s for the webhook of each interaction, 50 threads in 5 minutes, 10 new private channels in 10 s.
  Everything else 10 in 10 s. The window begins with its first request. Callbacks have none: each can be given once.
- 10,000 answers 401, 403 or 429 in ten minutes shut an address out. 429s of a resource others use as well don't count;
  there are none of those here.
- One IDENTIFY every five seconds for each of ``concurrency`` keys (shard number modulo it): 1 for a small bot; Discord
  gives more to bots in 150,000 servers.
- The documentation doesn't give 404 among what counts as invalid; the bot counts it all the same, and so does this.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

GLOBAL = 50
"""Requests a second."""
INVALID, LONG = 10_000, 600.0
"""Invalid requests that shut out, in so many seconds."""
IDENTIFY = 5.0
"""Seconds between two IDENTIFYs of one key."""


@dataclass(frozen=True)
class Route:
    """What shares a bucket."""

    name: str
    pattern: re.Pattern[str]
    most: int
    seconds: float
    counted: bool = True
    """Whether it counts against the 50 a second."""


def _route(name: str, pattern: str, most: int, seconds: float, counted: bool = True) -> Route:
    return Route(name, re.compile(pattern), most, seconds, counted)


ROUTES = (
    _route("callback", r"POST /interactions/(\d+)/[^/]+/callback", 0, 0.0, False),
    _route("answer", r"\w+ /webhooks/\d+/([^/]+)", 5, 2.0, False),
    _route("pins", r"\w+ /channels/(\d+)/(?:messages/pins|pins)", 5, 4.0),
    _route("message", r"POST /channels/(\d+)/messages$", 5, 5.0),
    _route("edit", r"PATCH /channels/(\d+)/messages/\d+$", 5, 5.0),
    _route("delete", r"DELETE /channels/(\d+)/messages/\d+$", 5, 1.0),
    _route("read", r"GET /channels/(\d+)/messages", 5, 5.0),
    _route("thread", r"POST /channels/(\d+)/(?:messages/\d+/)?threads", 50, 300.0),
    _route("private", r"POST /users/@me/(channels)", 10, 10.0),
)
_OTHER = re.compile(r"(\w+) /(?:channels|guilds|applications)/(\d+)")


def route(method: str, path: str) -> tuple[Route, str]:
    """What bucket a request falls into: its kind, and the channel, server or interaction it is about.

    >>> found, about = route("PATCH", "/channels/7/messages/9")
    >>> found.name, about
    ('edit', '7')
    """
    asked = f"{method} {path}"
    for known in ROUTES:
        if match := known.pattern.match(asked):
            return known, match[1]
    match = _OTHER.match(asked)
    about = f"{method} {path.split('/')[1]} {match[2] if match else ''}"
    return OTHER, about


OTHER = _route("other", "", 10, 10.0)


@dataclass(frozen=True)
class Verdict:
    """What becomes of a request: 0 where it may go on, else seconds to wait, and whether for everything."""

    wait: float
    everywhere: bool
    limit: int
    left: int
    reset: float
    """Seconds until the bucket is full again."""
    bucket: str


@dataclass
class _Window:
    until: float = 0.0
    used: int = 0


@dataclass
class Limits:
    """One token's limits. ``now``: a clock, real or not."""

    now: Callable[[], float]
    concurrency: int = 1
    most: int = 0
    """Requests in the busiest second."""
    limited: int = 0
    """How often somebody was told to wait."""
    shut_out: bool = False
    _all: _Window = field(default_factory=_Window)
    _buckets: dict[tuple[str, str], _Window] = field(default_factory=dict)
    _invalid: deque[float] = field(default_factory=deque)
    _identified: dict[int, float] = field(default_factory=dict)

    def ask(self, method: str, path: str) -> Verdict:
        """A request arrives."""
        now = self.now()
        kind, about = route(method, path)
        if self.shut_out:
            return Verdict(3600.0, True, 0, 0, 3600.0, "")
        if kind.counted:
            if now >= self._all.until:
                self._all = _Window(now + 1.0)
            if self._all.used >= GLOBAL:
                return self._refused(Verdict(self._all.until - now, True, GLOBAL, 0, self._all.until - now, ""))
        window = self._window(kind, about, now)
        if kind.most and window.used >= kind.most:
            return self._refused(Verdict(window.until - now, False, kind.most, 0, window.until - now, kind.name))
        window.used += 1
        if kind.counted:
            self._all.used += 1
            self.most = max(self.most, self._all.used)
        left = kind.most - window.used if kind.most else 1
        return Verdict(0.0, False, kind.most or 1, left, max(window.until - now, 0.0), kind.name)

    def _window(self, kind: Route, about: str, now: float) -> _Window:
        window = self._buckets.get((kind.name, about))
        if window is None or now >= window.until:
            window = self._buckets[kind.name, about] = _Window(now + kind.seconds)
        if len(self._buckets) > 100_000:
            self._buckets = {k: w for k, w in self._buckets.items() if w.until > now}
        return window

    def _refused(self, verdict: Verdict) -> Verdict:
        self.limited += 1
        self.answered(429)
        return verdict

    def answered(self, status: int) -> None:
        """What was answered; too much of what is invalid shuts out."""
        if status not in (401, 403, 404, 429):
            return
        now = self.now()
        self._invalid.append(now)
        while self._invalid[0] <= now - LONG:
            self._invalid.popleft()
        self.shut_out = self.shut_out or len(self._invalid) >= INVALID

    @property
    def invalid(self) -> int:
        """Invalid requests of the last ten minutes."""
        return len(self._invalid)

    def identify(self, shard: int) -> float:
        """A shard wants in: 0 where it may come, else seconds until it may."""
        now, key = self.now(), shard % self.concurrency
        since = now - self._identified.get(key, float("-inf"))
        if since < IDENTIFY:
            return IDENTIFY - since
        self._identified[key] = now
        return 0.0
