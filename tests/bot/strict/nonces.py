"""Names of messages.

Of ``enforce_nonce`` the documentation says: "If true and nonce is present, it will be checked for uniqueness in the
past few minutes. If another message was created by the same author with the same nonce, that message will be returned
and no new message will be created." The channel isn't mentioned, and makes no difference. A message that was deleted
meanwhile is neither returned nor made again: 404, Unknown Message (discord/discord-api-docs#6647).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcord.backend import errors, serializers

from tests.bot.strict.request import Request

REMEMBERED = 300.0
"""Seconds for which a name is known: the documentation says "the past few minutes"."""

LONGEST = 25
"""Characters of a name."""


class Nonces:
    """Gives back the message there is under a name."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: dict[str, tuple[float, int, int]] = {}
        """When a message was made under a name, its channel and its number. All have one author, the bot."""

    def forget(self) -> None:
        """What was sent hasn't been sent."""
        self._known.clear()

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        nonce = request.body.get("nonce")
        if not request.sends or request.channel is None or nonce is None or not request.body.get("enforce_nonce"):
            return go_on()
        nonce = str(nonce)
        if len(nonce) > LONGEST:
            raise request.refuse(400, 50035, "nonce: Must be 25 or fewer in length.")
        at, channel, number = self._known.get(nonce, (float("-inf"), 0, 0))
        if 0 <= self._now() - at <= REMEMBERED:
            request.stopped()
            message = request.backend.messages.get(channel, {}).get(number)
            if message is None:
                raise errors.unknown_message()
            return dict(serializers.message_payload(request.backend, message))
        sent = go_on()
        self._known[nonce] = (self._now(), int(sent["channel_id"]), int(sent["id"]))
        return sent
