"""Links to the board, each good once, and the sessions that come of them. Nothing but digests of them is stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.storage.settings import USER, Settings
from engine.kernel.json_values import is_sequence
from engine.kernel.text import refuse

LINK = 600.0
"""Seconds in which a link can be opened."""
SESSION = 12 * 3600.0
"""Seconds for which a browser that has opened one is let in."""
LINKS, SESSIONS = 5, 12
"""How many of each a person may have; the oldest are dropped."""
LONGEST = 100
"""Characters of the longest text that may be a link's or a session's."""

_LINKS, _SESSIONS = "board-links", "board-sessions"


@dataclass(frozen=True, slots=True)
class Session:
    """Who looks, and at which battle."""

    user: int
    battle: str


class Links:
    """Makes and checks them; they are stored among the settings of the user, and deleted with these."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = asyncio.Lock()

    async def make(self, session: Session) -> str:
        """A new link's secret part."""
        return await self._add(_LINKS, session, LINK, LINKS)

    async def redeem(self, secret: str) -> tuple[str, Session]:
        """Open a link: what the browser shows from now on, and for whom. Raises Refusal for one that isn't good."""
        async with self._lock:
            found = await self._find(_LINKS, secret)
            if found is not None:
                await self._drop(_LINKS, found.user, lambda digest, _: digest == _digest(secret))
        if found is None:
            refuse("This link has been used, or is more than ten minutes old. Press Board in Discord for a new one.")
        return await self._add(_SESSIONS, found, SESSION, SESSIONS), found

    async def session(self, secret: str) -> Session | None:
        """Who shows this; None for nobody we know."""
        return await self._find(_SESSIONS, secret)

    async def end(self, user: int) -> None:
        """Let in nobody any more with what this user was given."""
        async with self._lock:
            for key in (_LINKS, _SESSIONS):
                await self._drop(key, user, lambda *_: True)

    async def _add(self, key: str, session: Session, lasts: float, most: int) -> str:
        secret = f"{session.user}.{secrets.token_urlsafe(32)}"
        async with self._lock:
            known = [x for x in await self._known(key, session.user) if x[2] > self._clock()]
            known = [*known, (_digest(secret), session.battle, self._clock() + lasts)][-most:]
            await self._settings.put(f"{USER}{session.user}", key, known)
        return secret

    async def _find(self, key: str, secret: str) -> Session | None:
        user = secret.partition(".")[0]
        if len(secret) > LONGEST or not (user.isascii() and user.isdecimal()):
            return None
        digest = _digest(secret)
        for known, battle, until in await self._known(key, int(user)):
            if secrets.compare_digest(known, digest) and until > self._clock():
                return Session(int(user), battle)
        return None

    async def _known(self, key: str, user: int) -> list[tuple[str, str, float]]:
        """Digest, battle and end of each."""
        found: Any = (await self._settings.of(f"{USER}{user}", key)).get(key)
        rows = found if is_sequence(found) else []
        return [(str(d), str(b), float(str(u))) for d, b, u in rows]  # type: ignore[misc]

    async def _drop(self, key: str, user: int, which: Callable[[str, str], bool]) -> None:
        left = [x for x in await self._known(key, user) if not which(x[0], x[1])]
        await self._settings.put(f"{USER}{user}", key, left or None)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
