"""Files with messages that are laid out by components, in answers to interactions.

Two pages of the documentation contradict each other: by one they fail, by the other they are how pictures get into a
layout. What Discord does is seen on a real server alone, so both are to be borne.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bot.strict.limits import LAID_OUT
from tests.bot.strict.request import Request


class Layouts:
    """Refuses such files where a test wants it."""

    def __init__(self) -> None:
        self.files = True
        """Whether they are taken."""
        self.refused = 0

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        body = request.body.get("data") or request.body
        answer = request.path.startswith(("/interactions/", "/webhooks/"))
        if answer and request.given.get("files") and (body.get("flags") or 0) & LAID_OUT and not self.files:
            self.refused += 1
            raise request.refuse(400, 50035, "files: not with a layout")
        return go_on()
