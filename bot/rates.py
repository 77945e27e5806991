"""How much one person, and one server, may ask of the bot in a while: buckets of tokens that refill as time passes.

Pure: time comes in as a number of seconds. What an interaction counts as is decided by its command's name or by its
component's verb (:func:`command_kind`, :func:`press_kind`); nobody is exempt, referees neither.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["typing", "common", "picture", "heavy"]


@dataclass(frozen=True, slots=True)
class Rate:
    """``most`` at once, and as many again in each ``seconds``."""

    most: int
    seconds: float

    @property
    def each(self) -> float:
        """Seconds in which one comes back."""
        return self.seconds / self.most


class Buckets:
    """A bucket for each key, full at first. At most ``room`` are kept: those not used for longest are forgotten.

    >>> now = [0.0]
    >>> buckets = Buckets(Rate(2, 60), lambda: now[0])
    >>> buckets.wait("ada"), buckets.take("ada"), buckets.take("ada"), buckets.wait("ada")
    (0.0, None, None, 30.0)
    """

    def __init__(self, rate: Rate, clock: Callable[[], float], room: int = 10_000) -> None:
        self.rate = rate
        self._clock = clock
        self._room = room
        self._kept: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """Tokens there were, and when."""

    def __len__(self) -> int:
        return len(self._kept)

    def wait(self, key: Hashable) -> float:
        """Seconds until there is a token; 0 where there is one."""
        missing = 1.0 - self._tokens(key, self._clock())
        # What is missing by less than a thousandth is a matter of rounding.
        return 0.0 if missing < 1e-3 else missing * self.rate.each

    def take(self, key: Hashable) -> None:
        """Take a token. Ask :meth:`wait` first: a bucket is never emptier than empty."""
        now = self._clock()
        self._kept[key] = max(self._tokens(key, now) - 1.0, 0.0), now
        self._kept.move_to_end(key)
        while len(self._kept) > self._room:
            self._kept.popitem(last=False)

    def _tokens(self, key: Hashable, now: float) -> float:
        had, at = self._kept.get(key, (float(self.rate.most), now))
        # A clock may be set back; that neither fills nor empties a bucket.
        return min(float(self.rate.most), had + max(now - at, 0.0) / self.rate.each)


@dataclass(frozen=True)
class Limits:
    """What holds for one person, and for all of one server together."""

    person: Mapping[Kind, Rate]
    server: Mapping[Kind, Rate] = field(default_factory=dict)


STANDARD = Limits(
    # Two players at their screens give an order every few seconds, each with some presses: far from these.
    person={
        "typing": Rate(60, 20.0),
        "common": Rate(60, 30.0),
        "picture": Rate(20, 60.0),
        "heavy": Rate(5, 600.0),
    },
    server={
        "typing": Rate(600, 20.0),
        "common": Rate(600, 30.0),
        "picture": Rate(120, 60.0),
        "heavy": Rate(30, 600.0),
    },
)

UNLIMITED = Limits({})


class Rates:
    """Who has asked for how much."""

    def __init__(self, limits: Limits = STANDARD, clock: Callable[[], float] = time.monotonic) -> None:
        self._person = {kind: Buckets(rate, clock) for kind, rate in limits.person.items()}
        self._server = {kind: Buckets(rate, clock) for kind, rate in limits.server.items()}

    def ask(self, kind: Kind, user: int, server: int | None, *, answer: bool = False) -> float:
        """0 where somebody may go on, who then has used it up; else the seconds after which to try again.

        What is dear counts as common, too. ``answer``: to a question of a battle; what others of the server do must
        not keep a player from it, so it counts for the player alone.
        """
        kinds = dict.fromkeys(("common", kind) if kind in ("picture", "heavy") else (kind,))
        wanted = [(self._person[k], user) for k in kinds if k in self._person]
        if server is not None and not answer:
            wanted += [(self._server[k], server) for k in kinds if k in self._server]
        # Either everything is taken or nothing: what is refused costs nothing.
        wait = max((buckets.wait(key) for buckets, key in wanted), default=0.0)
        if wait == 0.0:
            for buckets, key in wanted:
                buckets.take(key)
        return wait


PICTURES = frozenset({"battle briefing", "map", "record report", "unit", "watch start", "what"})
"""Commands that are answered with a freshly drawn picture."""

HEAVY = frozenset(
    {
        "Check this dice trail",
        "referee charts load",
        "data delete",
        "data export",
        "record poster",
        "record load",
        "record save",
        "replay",
        "record report",
        "referee scenario load",
    }
)
"""Commands that take seconds of work: films, plates for the wall, files that are read or written."""

HEAVY_OPTIONS = frozenset({("dice audit", "check")})
"""Options that make their command one of these."""

STEPS = ("how", "steps")
"""Option, and its value, with which /replay shows pictures and no film."""

ANSWERS = frozenset({"order"})
"""Commands that answer a question of one's battle."""

HEAVY_VERBS = frozenset({"film", "stepfilm"})
"""Verbs of components that are answered with a film."""

PICTURE_VERBS = frozenset({"briefing", "jump", "map", "replay", "step", "suggest", "whatasked"})
"""Verbs of components that are answered with a freshly drawn picture, or with a plan, and are no answer themselves."""

ANSWER_VERBS = frozenset(
    {
        *("answer", "select", "tick", "default", "alike", "one", "oneof", "each", "eachpage", "done"),
        *("always", "rest", "sure", "consent"),
        *("orders", "go", "take", "same", "idea", "group", "many", "lead", "then", "let"),
        *("back", "sector", "part", "face"),
        *("type", "typed", "write", "written", "run", "drop"),
        *("advised", "amend", "amended"),
    }
)
"""Verbs of components by which a player answers a question of a battle, or prepares the answer."""


def command_kind(name: str, given: Mapping[str, Any] | None = None) -> Kind:
    """What a command counts as, by its full name ("battle briefing") and the options given with it."""
    given = given or {}
    if name == "replay" and given.get(STEPS[0]) == STEPS[1]:
        return "picture"
    if name in HEAVY or any((name, option) in HEAVY_OPTIONS for option in given):
        return "heavy"
    return "picture" if name in PICTURES else "common"


def press_kind(verb: str) -> Kind:
    """What a press counts as, by its verb."""
    if verb in HEAVY_VERBS:
        return "heavy"
    return "picture" if verb in PICTURE_VERBS else "common"


def seconds(wait: float) -> int:
    """Whole seconds to tell somebody who has to wait."""
    return max(1, math.ceil(wait))
