"""Discord's own description of its interface, where a run is given one: stub."""

from __future__ import annotations

from tests.bot.strict.request import Request


def described(request: Request) -> None:
    pass
