"""A network between the bot and the simulated Discord that loses, breaks and refuses.

It stands in SimCord's HTTP layer, below discord.py, where every request passes, those about interactions included; on
Discord's side of it are the rules of ``tests.bot.strict``. What it takes for granted:

- A request is lost before Discord has it, or its answer is lost after Discord has done it: the bot can't tell which.
  Both look like what aiohttp raises: a connection closed or reset, a time-out. discord.py passes them on, but for
  resets known by number (54, 10054), which it tries again itself five times: one that gets through lasted.
- A 500 is what remains of five tries of discord.py's own.
- Answers to interactions know no names. A second acknowledgement is refused (40060), which SimCord does by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.bot.strict import law

Fate = Callable[[str, str], str]
"""Says what becomes of a request, by method and path: "" for nothing, "lost", "unheard", "killed", or a status, after
which a code of Discord's may stand."""


class Killed(BaseException):
    """The process is gone: nothing in it goes on."""


def breaks(n: int) -> Exception:
    """One of the ways in which a connection fails."""
    return (
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientOSError(104, "Connection reset by peer"),
        TimeoutError(),
        ConnectionResetError(104, "Connection reset by peer"),
        aiohttp.ClientPayloadError("Response payload is not completed"),
    )[n % 5]


@dataclass
class Network:
    """Put between bot and Discord with :meth:`lay`. Without a ``fate`` it only writes down what is asked for."""

    now: Callable[[], float]
    """Seconds on the clock by which Discord's rules go."""
    fate: Fate | None = None
    posted: list[dict[str, Any]] = field(default_factory=list)
    """Messages Discord has taken as new, in the order they came."""
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of everything that was asked for, whatever became of it."""
    refused: int = 0
    """Requests answered with 401, 403 or 404: Discord shuts out who has ten thousand of them in ten minutes."""
    killing: Callable[[], None] = lambda: None
    """What happens to a process that is killed, as Discord answers it."""
    _n: int = 0

    def lay(self, monkeypatch: Any) -> Network:
        law.lay_down()
        through = router.dispatch

        def dispatch(backend: Any, method: str, path: str, **given: Any) -> Any:
            law.law_of(backend).now = self.now
            self._n += 1
            self.requests.append((method, path))
            fate = self.fate(method, path) if self.fate is not None else ""
            if fate == "lost":
                raise breaks(self._n)
            status, _, code = fate.partition(" ")
            if status.isdecimal():
                self.refused += status in ("401", "403", "404")
                known = {"403": 50013, "404": 10003}.get(status, 0)
                raise BackendError(int(status), int(code or known), "as the test wants it")
            before = _numbers(backend, path)
            try:
                found = through(backend, method, path, **given)
            except BackendError as e:
                self.refused += e.status in (401, 403, 404)
                raise
            if method == "POST" and path.endswith("/messages") and int(found["id"]) not in before:
                self.posted.append({**found, "asked": given.get("json") or {}})
            if fate == "unheard":
                raise breaks(self._n)
            if fate == "killed":
                self.killing()
                raise Killed
            return found

        monkeypatch.setattr(router, "dispatch", dispatch)
        return self

    def pings(self, user: int) -> list[dict[str, Any]]:
        """Messages by which a user was called."""
        return [
            m for m in self.posted if user in {int(u) for u in m["asked"].get("allowed_mentions", {}).get("users", ())}
        ]


def _numbers(backend: Any, path: str) -> Collection[int]:
    """The messages there are in the channel a request is about."""
    parts = path.split("/")
    return set(backend.messages.get(int(parts[2]), ())) if parts[1] == "channels" else ()


def unreliable(seed: object, share: float, kinds: tuple[str, ...] = ("unheard",), *paths: str) -> Fate:
    """A fate that strikes a share of all requests, or of those whose path has one of these words in it."""
    dice = random.Random(str(seed))

    def fate(method: str, path: str) -> str:
        if paths and not any(p in path for p in paths):
            return ""
        return dice.choice(kinds) if dice.random() < share else ""

    return fate
