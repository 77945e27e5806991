"""Getting a message into a channel, whatever Discord says meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord

from bot.components.ids import plain
from bot.errors import LOST

log = logging.getLogger("hexarch")

TRIES = 4
FIRST_PAUSE = 0.5
"""Seconds before the second try; doubled for each further one."""

T = TypeVar("T")

Place: TypeAlias = discord.PartialMessageable | discord.TextChannel | discord.Thread | discord.DMChannel
"""Where messages go."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image to attach."""

    png: bytes
    alt: str
    name: str = "map.png"

    def file(self) -> discord.File:
        # Discord takes at most 1,024 characters of description.
        return discord.File(io.BytesIO(self.png), filename=self.name, description=self.alt[:1024])


@dataclass(frozen=True, slots=True)
class Paper:
    """A text to attach."""

    text: str
    name: str

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.text.encode()), filename=self.name)


@dataclass(frozen=True, slots=True)
class Content:
    """Everything one message shows."""

    text: str = ""
    embed: discord.Embed | None = None
    view: discord.ui.View | None = None
    pictures: Sequence[Picture | Paper] = ()
    mentions: tuple[int, ...] = ()
    """Users who are pinged when the message is new."""
    what: str = ""
    """Tells it from every other message of its channel: for minutes Discord takes no second one (:func:`nonce`)."""
    roles: tuple[int, ...] = ()
    """Roles whose members are pinged when the message is new."""

    @property
    def look(self) -> str:
        """A digest of what it shows (:func:`look`)."""
        items = self.view.children if self.view is not None else ()
        return look(self.text, [known for i in items if (known := getattr(i, "custom_id", None))])

    @property
    def allowed(self) -> discord.AllowedMentions:
        return discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(r) for r in self.roles],
            replied_user=False,
            users=[discord.Object(u) for u in self.mentions],
        )


@dataclass(frozen=True)
class _Nothing:
    """Stands for the answer that didn't come."""

    status: int = 503
    reason: str = "no answer"


class Unreached(discord.DiscordServerError):
    """Discord can't be reached, or says nothing: whoever sees to a Discord that is unwell sees to that, too."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(_Nothing(), repr(error))  # type: ignore[arg-type]


UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
"""Codes of Discord's refusals (404)."""


TOO_OFTEN = 30046
"""Code of the refusal (429) of one more edit of messages older than an hour: how many there may be isn't documented."""


def shut(error: BaseException) -> bool:
    """Whether it says that nothing can be posted in a channel: it is gone, or we may not.

    Trying again changes nothing before somebody does; and who is refused ten thousand times in ten minutes is shut out
    of Discord altogether.
    """
    if isinstance(error, discord.NotFound):
        return error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD)
    return isinstance(error, discord.Forbidden)


class Refusals:
    """How often Discord has refused us of late: who has ten thousand refusals in ten minutes is shut out."""

    SPAN, MOST = 600.0, 2000
    """Seconds that are looked back on, and refusals in them after which nothing is tried again by itself."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: deque[float] = deque(maxlen=self.MOST)

    def note(self) -> None:
        """One more."""
        self._at.append(self._clock())

    def recent(self) -> int:
        """How many there were in that time; never more than :attr:`MOST` are counted."""
        since = self._clock() - self.SPAN
        return sum(at > since for at in self._at)

    def many(self) -> bool:
        """Whether there have been too many to go on trying."""
        return len(self._at) == self.MOST and self._clock() - self._at[0] < self.SPAN


refusals = Refusals()
"""Those of this process."""


async def patiently(act: Callable[[], Awaitable[T]]) -> T:
    """Do something, again and again while Discord is unwell or out of reach. Raises what remains after the last try,
    as a discord.HTTPException.

    So it must be something that may be done twice.
    """
    pause = FIRST_PAUSE
    for attempt in range(TRIES):
        last = attempt == TRIES - 1
        try:
            return await act()
        except discord.RateLimited as e:
            if last:
                raise Unreached(e) from e
            pause = max(pause, e.retry_after)
        except discord.HTTPException as e:
            if e.status in (401, 403, 404):
                refusals.note()
            if last or e.code == TOO_OFTEN or not (e.status >= 500 or e.status == 429):
                raise
        except LOST as e:
            if last:
                raise Unreached(e) from e
        log.info("Discord is unwell; trying again in %s s", pause)
        await asyncio.sleep(pause)
        pause *= 2
    raise AssertionError("unreachable")


async def put(channel: Place, message_id: int | None, content: Content) -> discord.Message:
    """Edit the message if it is still there, else send it. Raises discord.HTTPException when neither works."""
    if message_id is not None:
        message = await edit(channel, message_id, content)
        if message is not None:
            return message
    return await send(channel, content)


async def edit(channel: Place, message_id: int, content: Content) -> discord.Message | None:
    """Change a message; None where it is gone. Raises discord.HTTPException."""
    partial = channel.get_partial_message(message_id)
    try:
        return await patiently(lambda: _edit(partial, content))
    except discord.NotFound as e:
        if e.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            raise
        return None


async def send(channel: Place, content: Content) -> discord.Message:
    """Send a message, once, however often its answer is lost. Raises discord.HTTPException.

    Under a name that Discord knows it gives back the message there is, as it was then: that is brought up to date. One
    that was deleted meanwhile it doesn't give back, nor take again: it goes under another name.
    """
    what = content.what or secrets.token_hex()
    for n in range(NAMES):
        known = nonce(channel.id, what, n)
        try:
            message = await patiently(lambda known=known: _send(channel, content, known))
            break
        except discord.NotFound as e:
            if e.code != UNKNOWN_MESSAGE or n == NAMES - 1:
                raise
    if look(message.content, custom_ids(message)) != content.look:
        message = await edit(channel, message.id, content) or message
    return message


NAMES = 5
"""How many names a message has: each that was deleted of late takes one."""


def nonce(place: int, what: str, n: int = 0) -> str:
    """What Discord knows a message by that it has taken already: the ``n``-th name of this in this channel.

    Discord asks for no more than author and nonce, wherever a message goes. So whoever sends one says what it is, and
    every nonce is made here, where it is known where it goes.
    """
    return name(place, what, n)


def name(*parts: object) -> str:
    """A short name, the same for the same parts."""
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:NAME]


NAME = 24
"""Characters of such a name; of a nonce Discord takes 25."""


def look(text: str, ids: Iterable[str]) -> str:
    """A digest of what a message shows, as far as Discord gives it back as it was sent."""
    return hashlib.sha256(repr((text.split(), sorted(map(plain, ids)))).encode()).hexdigest()[:16]


def custom_ids(message: discord.Message) -> list[str]:
    """Ids of a message's buttons and selects."""
    rows = (getattr(row, "children", ()) for row in message.components)
    return [c.custom_id for row in rows for c in row if getattr(c, "custom_id", None)]


async def _edit(message: discord.PartialMessage, content: Content) -> discord.Message:
    return await message.edit(**changes(content))


def changes(content: Content) -> dict[str, Any]:
    """What a message is changed to, for whatever edits one."""
    # attachments= replaces what is attached; without a new picture the old ones stay.
    files: dict[str, Any] = {"attachments": [p.file() for p in content.pictures]} if content.pictures else {}
    return {
        "content": content.text or None,
        "embed": content.embed,
        "view": content.view,
        "allowed_mentions": discord.AllowedMentions.none(),
        **files,
    }


async def _send(channel: Place, content: Content, nonce: str) -> discord.Message:
    extra: dict[str, Any] = {"nonce": nonce}
    if content.pictures:
        extra["files"] = [p.file() for p in content.pictures]
    if content.embed is not None:
        extra["embed"] = content.embed
    if content.view is not None:
        extra["view"] = content.view
    return await channel.send(content.text or None, allowed_mentions=content.allowed, **extra)
