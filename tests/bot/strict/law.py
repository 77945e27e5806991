"""Rules between the bot and SimCord: every request passes them, those about interactions included.

They stand below discord.py and above SimCord's memory, once for the process; what they remember belongs to one
simulated Discord each. Faults that a test has laid come first, as they would on the way to Discord.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcord.backend import Backend
from simcord.http import router

from tests.bot.strict import selects
from tests.bot.strict.described import described
from tests.bot.strict.forums import Tags
from tests.bot.strict.installs import Installs
from tests.bot.strict.layouts import Layouts
from tests.bot.strict.nonces import Nonces
from tests.bot.strict.old_messages import OldMessages
from tests.bot.strict.request import Request, Rule
from tests.bot.strict.threads import Threads

_THROUGH = router.dispatch
"""SimCord's own way from a request to its answer."""


class Law:
    """The rules of one simulated Discord, and what each remembers."""

    def __init__(self, backend: Backend) -> None:
        clock = backend.clock
        self.now: Callable[[], float] = lambda: clock.now().timestamp()
        """Seconds on the clock by which Discord forgets names, and threads and messages grow old."""
        self.nonces = Nonces(self._now)
        self.threads = Threads(self._now)
        self.tags = Tags()
        self.old_messages = OldMessages(self._now)
        self.installs = Installs()
        self.layouts = Layouts()
        changes = (self.threads, self.tags, self.old_messages, self.nonces)
        self.rules: tuple[Rule, ...] = (*changes, self.installs, self.layouts)

    def _now(self) -> float:
        return self.now()

    def ask(self, request: Request) -> Any:
        """Discord's answer. Raises BackendError where it refuses."""
        described(request)
        return self._from(0, request)

    def _from(self, n: int, request: Request) -> Any:
        if n == len(self.rules):
            return request.answered(_THROUGH)
        return self.rules[n].keep(request, lambda: self._from(n + 1, request))


_LAW = "_law"
"""Where a simulated Discord has its rules: they may name it, and go with it."""


def law_of(backend: Backend) -> Law:
    """The rules of a simulated Discord."""
    found = getattr(backend, _LAW, None)
    if found is None:
        setattr(backend, _LAW, found := Law(backend))
    return found


def _dispatch(backend: Backend, method: str, path: str, **given: Any) -> Any:
    found = law_of(backend).ask(Request(backend, method, path, given))
    selects.rendered(backend)
    return found


def lay_down() -> None:
    """Have the rules kept by every simulated Discord of this process, from now on."""
    router.dispatch = _dispatch
    selects.lay_down()
