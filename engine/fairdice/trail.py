"""The public trail: every roll with what it was for, chained so that nothing can be dropped or edited unseen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer

from engine.fairdice.chain import link_for
from engine.kernel.dice import Roll
from engine.kernel.journal import canonical
from engine.kernel.text import in_words

FORMAT = "hexarch-trail/1"


class TrailHeader(BaseModel):
    """What is fixed before the first roll."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["hexarch-trail/1"] = FORMAT
    game: str
    """Id of the battle; part of every roll."""
    title: str = ""
    commitment: str
    """s_0, hex."""
    phrases: dict[str, str] = {}
    """Join phrase of each player, by side; part of every roll's entropy."""
    charts: str = ""
    """Hash of the charts the battle is played by; left out where there is none."""

    @model_serializer(mode="wrap")
    def _written(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data = written(self)
        return data if self.charts else {k: v for k, v in data.items() if k != "charts"}

    @property
    def genesis(self) -> str:
        """Hash the first entry is chained to."""
        return hashlib.sha256(canonical(self.model_dump(mode="json"))).hexdigest()

    def entropy(self, snowflake: str) -> str:
        """Public entropy of a roll caused by an interaction: all phrases, in order of the sides, and its snowflake."""
        return "|".join((*(self.phrases[s] for s in sorted(self.phrases)), snowflake))


class TrailEntry(BaseModel):
    """One line: a roll, or the annulment of rolls by a take-back."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seq: int
    kind: Literal["roll", "annul"]
    data: dict[str, Any]
    """roll: ``roll`` (a :class:`~engine.kernel.dice.Roll`), ``snowflake``, and ``segment``, the link of the chain that
    made it (later than the roll's own only after a take-back, see :mod:`engine.fairdice.chain`).
    annul: ``rolls``, their numbers.
    """
    hash: str


class Trail(BaseModel):
    """A battle's whole trail as exported."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    header: TrailHeader
    entries: tuple[TrailEntry, ...] = ()
    secrets: dict[int, str] = {}
    """s_i of the segments that have ended, hex."""
    head: str
    """Hash of the last entry, as posted with the maps."""

    def rolls(self) -> Iterator[Roll]:
        """Every roll, those annulled since too."""
        for e in self.entries:
            if e.kind == "roll":
                yield Roll.model_validate(e.data["roll"])

    @property
    def annulled(self) -> frozenset[int]:
        """Numbers of the rolls a take-back has annulled."""
        return frozenset(n for e in self.entries if e.kind == "annul" for n in e.data["rolls"])

    @property
    def segments(self) -> dict[int, int]:
        """The link of the chain that made each roll, by the roll's number."""
        return {e.data["roll"]["n"]: e.data["segment"] for e in self.entries if e.kind == "roll"}


class TrailWriter:
    """Appends to a trail; knows only the header and where the chain stands."""

    def __init__(self, header: TrailHeader, seq: int = 0, head: str | None = None) -> None:
        self.header = header
        self.seq = seq
        """Number of the next entry."""
        self.head = head or header.genesis

    def roll(self, roll: Roll, snowflake: str, published: int = 0) -> TrailEntry:
        """Record a roll made with the entropy of an interaction while the secrets up to ``published`` were known."""
        segment = link_for(roll.segment, published)
        return self._append(
            "roll", {"roll": in_words(roll.model_dump(mode="json")), "snowflake": snowflake, "segment": segment}
        )

    def annul(self, numbers: Sequence[int]) -> TrailEntry:
        """Record that a take-back has annulled rolls; they stay in the trail, their numbers are never used again."""
        return self._append("annul", {"rolls": list(numbers)})

    def _append(self, kind: Literal["roll", "annul"], data: dict[str, Any]) -> TrailEntry:
        entry = TrailEntry(seq=self.seq, kind=kind, data=data, hash=link(self.head, self.seq, kind, data))
        self.seq, self.head = self.seq + 1, entry.hash
        return entry


def link(previous: str, seq: int, kind: str, data: dict[str, Any]) -> str:
    """Hash of a trail entry: SHA-256 over the hash before it and ``[seq, kind, data]`` as canonical JSON."""
    return hashlib.sha256(previous.encode() + canonical([seq, kind, data])).hexdigest()
