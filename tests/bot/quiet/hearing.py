"""What the bot says in a simulated Discord, message by message, and whose Discord each of them makes ring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord

EPHEMERAL = 1 << 6
SAID = (0, 19, 20)
"""Types of messages somebody wrote: said, a reply, the answer to a command. The rest are Discord's own notices."""


@dataclass(frozen=True)
class Heard:
    """A message of the bot, as it was when it was sent."""

    id: int
    channel: int
    reader: int | None
    """Whom it was written to privately; None for a message in a channel."""
    text: str
    called: tuple[int, ...]
    """Users whose Discord rang."""


class Hearing:
    """Everything the bot sends from now on, but what one user alone sees in answer to what they did."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.heard: list[Heard] = []
        backend: Any = env.backend
        commit = backend.commit_message

        def hear(message: Any, **options: Any) -> Any:
            done = commit(message, **options)
            if message.author_id == env.bot.user.id and not message.flags & EPHEMERAL and message.type in SAID:
                self.heard.append(self._heard(message))
            return done

        backend.commit_message = hear

    def since(self, n: int) -> Sequence[Heard]:
        """What was sent after the first ``n`` messages."""
        return self.heard[n:]

    def _heard(self, m: Any) -> Heard:
        backend: Any = self.env.backend
        reader = next((u for u, c in backend.dm_channels.items() if c == m.channel_id), None)
        if reader is not None:
            return Heard(m.id, m.channel_id, reader, text(m), (reader,))
        called = dict.fromkeys(m.ping_user_ids)
        if m.ping_role_ids:
            guild = backend.guilds[backend.channels[m.channel_id].guild_id]
            called |= dict.fromkeys(u for u, x in guild.members.items() if set(m.ping_role_ids) & set(x.role_ids))
        return Heard(m.id, m.channel_id, None, text(m), tuple(called))


def text(m: Any) -> str:
    """What a message says, its cards included."""
    cards = [f"{e.get('title', '')}\n{e.get('description', '')}".strip() for e in m.embeds]
    return "\n".join(x for x in (m.content, *cards) if x)


def calls(heard: Sequence[Heard]) -> Counter[int]:
    """How often each user was called."""
    return Counter(u for h in heard for u in h.called)
