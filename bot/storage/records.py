"""Rows of the database as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side, and the phrase he put into the dice."""

    side: str
    user: int
    phrase: str


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle without its journal."""

    id: str
    guild: int
    channel: int
    creator: int
    scenario_key: str
    title: str
    options: dict[str, bool]
    mode: str
    status: str
    outcome: str
    created: float
    seed: bytes | None = field(repr=False)
    next_roll: int
    trail_seq: int
    trail_head: str
    undo_request: dict[str, Any] | None
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """An open decision: who is asked, since when, until when. ``token`` tells it from later ones."""

    battle: str
    side: str
    token: int
    kind: str
    asked: float
    due: float | None
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A standing order: ``scope`` is "*" (the whole side), a group of units ("THC") or one ("THC3").

    ``answer`` is always, never, ask, or ``if:CONDITION``.
    """

    side: str
    scope: str
    kind: str
    answer: str


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours, posted or to be posted. ``message`` None: not posted yet."""

    battle: str
    kind: str
    key: str
    channel: int
    message: int | None
    body: str
    delivered: bool
