"""Which servers a process looks after: Discord deals servers out to shards, and we go by the same reckoning.

A server's shard is ``(id >> 22) % count`` (Discord's documentation, Gateway, Sharding). What belongs to no server, as
private messages do, comes to shard 0 there, and so it does here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

MOST = 4096
"""Shards there may be: enough for ten million servers."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the shards, or all of them."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shards:
        """ "0-3/16": the first four of sixteen. Raises ValueError.

        >>> Shards.parse("0-3/16").ids, Shards.parse("5,7/8").ids, Shards.parse("1").count
        ((0, 1, 2, 3), (5, 7), 1)
        """
        parts, _, count = text.replace(" ", "").partition("/")
        if not count and parts == "1":
            return cls()
        wrong = ValueError(f"“{text}” names no shards: write them as 0-3/16, the first four of sixteen")
        if not re.fullmatch(r"[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*", parts) or not re.fullmatch(
            r"[0-9]{1,5}", count
        ):
            raise wrong
        ids: set[int] = set()
        for part in parts.split(","):
            first, _, last = part.partition("-")
            if int(last or first) < int(first):
                raise wrong
            ids.update(range(int(first), int(last or first) + 1))
        if not 0 < int(count) <= MOST:
            raise ValueError(f"“{text}”: there are at least 1 and at most {MOST} shards")
        if max(ids) >= int(count):
            raise ValueError(f"“{text}”: of {count} shards the last is {int(count) - 1}")
        return cls(tuple(sorted(ids)), int(count))

    def __str__(self) -> str:
        """As :meth:`parse` reads it.

        >>> str(Shards.parse("0-3,5/16")), str(Shards())
        ('0-3,5/16', '0/1')
        """
        runs: list[list[int]] = []
        for n in self.ids:
            if runs and runs[-1][-1] == n - 1:
                runs[-1] = [runs[-1][0], n]
            else:
                runs.append([n])
        return ",".join("-".join(map(str, run)) for run in runs) + f"/{self.count}"

    @property
    def whole(self) -> bool:
        """Whether these are all there are."""
        return len(self.ids) == self.count

    @property
    def first(self) -> bool:
        """Whether what is to be done once for all servers is done here."""
        return 0 in self.ids

    def has(self, guild: int) -> bool:
        """Whether a server is among those looked after here."""
        return (guild >> 22) % self.count in self.ids

    def where(self, guild: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
        """The same of a column."""
        if self.whole:
            return sa.true()
        return (guild.bitwise_rshift(sa.literal(22, sa.Integer)) % self.count).in_(self.ids)


ALL = Shards()
"""Of one process alone."""
