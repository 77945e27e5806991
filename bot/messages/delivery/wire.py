"""What holds for every request to Discord, whoever makes it.

- A thread that was put away takes no change: edits, pins, reactions and tags are refused in it. It is opened then, and
  asked again. Only where a moderator has locked it we may not; then what was asked for is refused as it is in any
  channel that is shut.
- No more are sent in a second than this process may (:mod:`bot.messages.delivery.global_limit`).
- A request that Discord has accepted and never answers is given up after a while, as one whose answer was lost.
"""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Route

from bot.messages.delivery.global_limit import GlobalLimit

log = logging.getLogger("hexarch")

ARCHIVED = 50083
"""Discord's code for what isn't done in a thread that was put away."""

ANSWERED, UPLOADED = 15.0, 45.0
"""Seconds after which a request is given up; the same for one with files, which take their time on a slow line."""


def lay(http: HTTPClient, limit: GlobalLimit | None = None) -> None:
    """Have this kept by every request of a client that has logged in."""
    send = http.request

    async def ask(route: Route, **given: Any) -> Any:
        if limit is not None:
            await limit.take(route.path)
        return await send(route, **given)

    async def request(route: Route, **given: Any) -> Any:
        files = given.get("files") or ()
        given.setdefault("timeout", _limit(UPLOADED if files else ANSWERED))
        try:
            return await ask(route, **given)
        except discord.HTTPException as e:
            if e.code != ARCHIVED or route.channel_id is None:
                raise
            log.info("thread %s was put away, and is opened again", route.channel_id)
        opening = Route("PATCH", "/channels/{channel_id}", channel_id=route.channel_id)
        await ask(opening, json={"archived": False}, timeout=_limit(ANSWERED))
        for file in files:
            file.reset()
        return await ask(route, **given)

    http.request = request
    # Answers to presses and commands don't pass there: what the session itself allows holds for them.
    session = getattr(http, "_HTTPClient__session", None)
    if isinstance(session, aiohttp.ClientSession):
        session._timeout = _limit(UPLOADED)


def _limit(seconds: float) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=seconds)
