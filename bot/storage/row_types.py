"""Rows of the database as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.kernel.game import Checkpoint
from engine.kernel.journal import Entry
from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side, and the phrase they put into the dice."""

    side: str
    user: int
    phrase: str


@dataclass(frozen=True, slots=True)
class Teammate:
    """A member of a side besides the one in its seat, who leads it."""

    user: int
    side: str
    commands: tuple[str, ...] = ()
    """Keys of the scopes they order (:class:`engine.kernel.decisions.Scope`); () for all of the side."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an answer may take."""

    seconds: float | None = None
    """None: what the mode allows."""
    quiet: tuple[int, int] | None = None
    """Hours of the day (UTC, 0 to 23) from and to which no time passes: (22, 7)."""
    bank: float | None = None
    """Seconds a side has for the whole battle, besides ``seconds`` for each answer, which are then none where None."""
    bonus: float = 0.0
    """Seconds that come into the bank when an answer has been given and the word passes to somebody else."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The clock of a side; times in seconds."""

    left: float = 0.0
    """In its bank, when the side was last asked; 0 where none was agreed."""
    owed: float = 0.0
    """What comes into the bank when the side is asked next."""
    late: int = 0
    """Answers its deadlines gave since the bank ran empty."""
    used: float = 0.0
    """Time its last answer took, as far as it counts."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle without its journal. Times are seconds since 1970."""

    id: str
    guild: int
    channel: int
    creator: int
    scenario_key: str
    title: str
    options: dict[str, bool]
    mode: str
    """live or correspondence"""
    status: str
    """open, running, finished, abandoned; record for a battle that was brought as a file to be looked at"""
    outcome: Text | str
    """How it ended; in words where it ended before 0.3, "" while it goes on."""
    created: float
    seed: bytes | None = field(repr=False)
    """Of the secret dice chain; None before the battle begins. Never leaves the server."""
    next_roll: int
    trail_seq: int
    """Number of the next entry of the dice trail."""
    trail_head: str
    published: int
    """Last segment whose secret is known to all."""
    request: dict[str, Any] | None
    """What one side asks of the other: ``kind``, ``side`` and the particulars."""
    limits: Limits
    notice: str
    """What the players have to be told; "" for nothing."""
    seats: tuple[Seat, ...] = ()
    charts: str = ""
    """Hash of the charts it is played by; "" before it begins, and where the rules have none."""
    teammates: tuple[Teammate, ...] = ()
    version: int = 0
    """Grows with every write to the battle or to what belongs to it."""
    pauses: tuple[tuple[float, float | None], ...] = ()
    """When its clocks stood, since nobody could see it: from and to; None for the end while they do."""

    @property
    def standing(self) -> bool:
        """Whether its clocks stand now."""
        return bool(self.pauses) and self.pauses[-1][1] is None


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
    used: float = 0.0
    """Seconds that counted already when it was asked: of an answer that was taken back."""


@dataclass(slots=True)
class Batch:
    """Written orders of one side under way, each in canonical text."""

    left: list[str] = field(default_factory=list[str])
    """Still to be carried out."""
    skipped: list[tuple[str, dict[str, Any] | str]] = field(default_factory=list[tuple[str, dict[str, Any] | str]])
    """Those that no longer held when their turn came, with the reason."""
    moment: str = ""
    """The activation they wait in; "" while they are being carried out."""


WAITING = "waiting"
"""Moment of a standing order that is given between two activations: it counts until its own side acts."""

ONCE_OVER = "after:"
"""Begins the moment of a standing order for what is asked once the activation named is over: it counts from now until
it has answered, or another activation is under way."""


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A standing order: ``scope`` is "*" (the whole side), a group, command or type of units ("THC") or one ("THC3").

    ``answer`` is always, never, ask, or ``if:CONDITION+CONDITION``.
    """

    side: str
    scope: str
    kind: str
    answer: str
    moment: str = ""
    """The activation it is given for, and ends with; "" for one that stands for good, :data:`WAITING` for one that
    counts until its own side acts, :data:`ONCE_OVER` and an activation for one that counts until the next begins."""
    since: int = 0
    """Journal entry after which the question was open with which it was given for an activation: gone back behind
    that, it was never given. 0 for one that stands for good."""


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


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody said about a battle."""

    seq: int
    """Journal entry it follows."""
    user: int | None
    """None for a remark that came with a record."""
    name: str
    text: str


@dataclass(frozen=True)
class Stored:
    """Everything that brings a battle back into memory."""

    row: BattleRow
    scenario: str
    """JSON."""
    checkpoints: tuple[Checkpoint, ...]
    """Oldest first."""
    journal: tuple[Entry, ...]
    """From the oldest checkpoint on, from the start where there is none."""
    policies: tuple[PolicyRow, ...]
    batches: dict[str, Batch]
    questions: tuple[Question, ...]
    banks: dict[str, Bank] = field(default_factory=dict[str, Bank])
    """By side."""
