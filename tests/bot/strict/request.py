"""A request on its way to the simulated Discord, and what a rule is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.types import HttpLogEntry

_CHANNEL = re.compile(r"/channels/(\d+)(/.*)?")
_MESSAGE = re.compile(r"/messages/(\d+)")


@dataclass
class Request:
    """What the bot asks for."""

    backend: Backend
    method: str
    path: str
    given: dict[str, Any]
    """The rest of it, as SimCord takes it: ``json``, ``params``, ``files``."""

    @property
    def body(self) -> dict[str, Any]:
        """What it says; empty where it is no object."""
        said = self.given.get("json")
        return said if isinstance(said, dict) else {}

    @property
    def channel(self) -> Any:
        """The channel it is about, as SimCord has it; None for none, or one that is gone."""
        found = _CHANNEL.fullmatch(self.path)
        return self.backend.channels.get(int(found[1])) if found else None

    @property
    def rest(self) -> str:
        """What follows the channel in its path: "/messages"; "" where that is all, or it is about none."""
        found = _CHANNEL.fullmatch(self.path)
        return (found[2] or "") if found else ""

    @property
    def sends(self) -> bool:
        """Whether it sends a message to a channel."""
        return self.method == "POST" and self.rest == "/messages"

    @property
    def edits(self) -> int | None:
        """The message of a channel it changes; None for none."""
        found = _MESSAGE.fullmatch(self.rest) if self.method == "PATCH" else None
        return int(found[1]) if found else None

    def answered(self, through: Callable[..., Any]) -> Any:
        return through(self.backend, self.method, self.path, **self.given)

    def stopped(self) -> None:
        """It doesn't reach SimCord, which has it in its list of requests all the same; a fault laid for it strikes."""
        reason = self.given.get("reason")
        entry = HttpLogEntry(self.method, self.path, self.given.get("params") or {}, self.given.get("json"), reason)
        self.backend.http_requests.append(entry)
        router._check_faults(self.backend, self.method, self.path)

    def refuse(self, status: int, code: int, message: str) -> BackendError:
        """Discord's refusal, to be raised."""
        self.stopped()
        return BackendError(status, code, message)

    def may(self, permission: str) -> bool:
        """Whether the bot has this permission in the channel."""
        channel = self.channel
        try:
            self.backend.require_permissions(channel.guild_id, self.backend.bot_user.id, channel.id, permission)
        except BackendError:
            return False
        return True


class Rule(Protocol):
    """Something Discord does with requests."""

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        """The answer, of Discord itself or what ``go_on`` gives. Raises BackendError to refuse."""
        ...
