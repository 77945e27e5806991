"""Errors of ours in what is done again and again by itself: told in the log once, not at every look."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot import logs, metrics
from bot.backoff import Backoff, Key

log = logging.getLogger("hexarch")

WAITS = (0.0, 60.0, 600.0, 3600.0)
"""Seconds until it is tried again, failure after failure: a first one may be over with the next look."""


class Stumbles(Backoff[Key]):
    """What stumbles over an error of ours: the log gets it in full the first time, with a reference, then a line.

    ``key`` says what is done; it is forgotten as soon as that goes well.
    """

    def __init__(self, waits: Sequence[float] = WAITS) -> None:
        super().__init__(waits)
        self._references: dict[Key, str] = {}

    def stumbled(self, key: Key, now: float, what: str, error: BaseException, wait: float | None = None) -> str:
        """Note and log an error; returns its reference. ``what`` is what can't be done, as the log says it.

        ``wait`` is after how many seconds it is tried again, for who has a rule of their own.
        """
        tries = self.tries(key)
        wait = self.failed(key, now, None if wait is None else (wait,)) - now
        if tries == 0:
            reference = self._references[key] = logs.reference()
            metrics.ERRORS.inc()
            log.error("%s (reference %s)", what, reference, exc_info=error, extra={"reference": reference})
        else:
            reference = self._references[key]
            log.info("%s for the %d. time (reference %s): %r; again in %.0f s", what, tries + 1, reference, error, wait)
        return reference

    def done(self, key: Key) -> None:
        if key in self:
            log.info(
                "what had failed goes well, or isn't wanted any more (reference %s)", self._references.pop(key, "")
            )
        super().done(key)

    def keep(self, keys: set[Key]) -> None:
        """Forget all but these: the others aren't tried any more."""
        for key in self.waiting():
            if key not in keys:
                self.done(key)
