"""Names and tags of threads.

A thread's name or tags are changed by whoever may manage threads, else only by who made it. A forum may want a tag on
every post (40067).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bot.strict.request import Request

REQUIRE_TAG = 1 << 4
"""Flag of a forum."""

TAG_REQUIRED, MISSING = 40067, 50013
"""Codes of the refusals."""


class Tags:
    """Lets nobody change what isn't theirs to change."""

    def __init__(self) -> None:
        self.wanted: set[int] = set()
        """Forums that want a tag on every post; SimCord knows no such flag."""

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        channel, body = request.channel, request.body
        if channel is None:
            return go_on()
        if request.method == "POST" and request.rest == "/threads":
            self._tagged(request, channel.id, body.get("applied_tags"))
        if request.method == "PATCH" and not request.rest and channel.is_thread:
            if {"name", "applied_tags"} & body.keys():
                own = channel.owner_id == request.backend.bot_user.id
                if not own and not request.may("manage_threads"):
                    raise request.refuse(403, MISSING, "Missing Permissions")
            if "applied_tags" in body:
                self._tagged(request, channel.parent_id, body["applied_tags"])
        return go_on()

    def _tagged(self, request: Request, forum: int | None, tags: Any) -> None:
        if forum in self.wanted and not tags:
            raise request.refuse(400, TAG_REQUIRED, "A tag is required to create a forum post in this channel")
