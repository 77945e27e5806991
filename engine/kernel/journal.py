"""The journal: every input and event of a battle in sequence, each entry chained by hash to the one before."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["start", "answer", "roll", "event", "act", "word", "undo"]

GENESIS = "0" * 64
"""Hash before the first entry."""


_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(data: Any) -> bytes:
    """JSON with sorted keys and no spaces: the same bytes for equal data on any machine."""
    return _JSON.encode(data).encode()


class Entry(BaseModel):
    """One line of the journal.

    ``start``: engine version, system, scenario, options, first state. ``answer``: decision kind, side, answer; ``note``
    who gave it in the player's stead, ``final`` that it stands for good, ``joint`` that both sides were asked at once.
    ``roll``: a :class:`~engine.kernel.dice.Roll`. ``event``: an event. ``act``: a referee's intervention.
    ``word``: what a referee did that leaves the position as it is.
    ``undo``: ``to`` = sequence number of the last entry that still counts.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seq: int
    kind: Kind
    data: dict[str, Any]
    hash: str

    @property
    def is_input(self) -> bool:
        """True for what the rules can't compute: it alone is replayed."""
        return self.kind in ("answer", "roll", "act", "word")


def chain(previous: str, seq: int, kind: Kind, data: dict[str, Any]) -> str:
    """Hash of an entry, hex SHA-256 over the hash before it and its own content."""
    return hashlib.sha256(previous.encode() + canonical([seq, kind, data])).hexdigest()


def broken_at(entries: list[Entry]) -> int | None:
    """Sequence number of the first entry whose hash or number is wrong; None when the chain holds.

    >>> broken_at([])
    """
    previous = entries[0].hash if entries and entries[0].seq > 0 else GENESIS
    rest = entries[1:] if entries and entries[0].seq > 0 else entries
    seq = entries[0].seq + 1 if entries and entries[0].seq > 0 else 0
    for e in rest:
        if e.seq != seq or e.hash != chain(previous, e.seq, e.kind, e.data):
            return e.seq
        previous, seq = e.hash, seq + 1
    return None


def effective(entries: list[Entry]) -> list[Entry]:
    """The entries that still count after every take-back."""
    kept: list[Entry] = []
    for e in entries:
        if e.kind == "undo":
            to = e.data["to"]
            while kept and kept[-1].seq > to:
                kept.pop()
        else:
            kept.append(e)
    return kept
