"""Threads that are put away.

"Users cannot edit messages, add reactions, use application commands, or join archived threads." (400, 50083) "Sending a
message will automatically unarchive the thread, unless the thread has been locked by a moderator." Who may send there
may open it with ``archived: false``, where it is locked only who may manage threads. A thread is put away when nobody
has written in it for as long as its ``auto_archive_duration`` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcord.backend import Backend

from tests.bot.strict.request import Request

ARCHIVED, LOCKED = 50083, 160005
"""Codes of the refusals."""

MINUTE = 60.0


class Threads:
    """Puts threads away, and keeps them as they are until they are opened."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._stirred: dict[int, tuple[float, int]] = {}
        """When something was last written in a thread, and its last message by then."""
        self.refused: list[str] = []
        """What was asked for in archived threads, and refused."""

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        thread = request.channel
        if thread is None or not thread.is_thread:
            return go_on()
        self._grow_old(request.backend, thread)
        if not thread.thread_metadata.archived:
            found = go_on()
            self._heard(request, thread)
            return found
        opens = request.method == "PATCH" and not request.rest and request.body.get("archived") is False
        if request.sends or opens:
            if thread.thread_metadata.locked and not request.may("manage_threads"):
                self.refused.append(f"{request.method} {request.rest}")
                raise request.refuse(403, LOCKED, "Thread is locked")
            return self._opened(request, thread, go_on)
        if request.method in ("PATCH", "PUT", "POST") or request.rest.startswith("/messages/pins/"):
            self.refused.append(f"{request.method} {request.rest}")
            raise request.refuse(400, ARCHIVED, "Thread is archived")
        return go_on()

    def _opened(self, request: Request, thread: Any, go_on: Callable[[], Any]) -> Any:
        if not request.sends and not request.may("send_messages_in_threads"):
            raise request.refuse(403, 50013, "Missing Permissions")
        found = go_on()
        if thread.thread_metadata.archived:
            _mark(request.backend, thread.id, archived=False)
        self._heard(request, thread)
        return found

    def _heard(self, request: Request, thread: Any) -> None:
        """A message sent in a thread keeps it from being put away; so does opening it."""
        if request.sends or not request.rest:
            self._stirred[thread.id] = (self._now(), _last(request.backend, thread.id))

    def _grow_old(self, backend: Backend, thread: Any) -> None:
        """Put a thread away in which nobody has written for long."""
        last, now = _last(backend, thread.id), self._now()
        at, known = self._stirred.get(thread.id, (now, -1))
        if known != last:
            at = now
        self._stirred[thread.id] = (at, last)
        if not thread.thread_metadata.archived and now - at >= thread.thread_metadata.auto_archive_duration * MINUTE:
            self.put_away(backend, thread.id)

    def put_away(self, backend: Backend, thread: int, *, locked: bool = False) -> None:
        """Archive a thread, as its time or a moderator does; ``locked``: only moderators may open it."""
        _mark(backend, thread, archived=True, locked=locked)

    def unlock(self, backend: Backend, thread: int) -> None:
        """A moderator unlocks a thread and opens it."""
        _mark(backend, thread, archived=False, locked=False)


def _mark(backend: Backend, thread: int, **changes: Any) -> None:
    """Change what a thread is, at this time."""
    backend.edit_channel(thread, {}, thread_metadata={**changes, "archive_timestamp": backend.now_iso()})


def _last(backend: Backend, thread: int) -> int:
    return max(backend.messages.get(thread, {}), default=0)
