"""What the service gives back."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.storage import BattleRow, Seat
from engine.kernel.decisions import Decision
from engine.kernel.dice import Roll
from engine.kernel.events import Event
from engine.kernel.journal import Entry


class ServiceError(Exception):
    """Our fault, not the player's: nothing has changed. The text may be shown."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as everybody may know it."""

    row: BattleRow
    sides: tuple[tuple[str, str], ...]
    """Id and name of each side."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def guild(self) -> int:
        return self.row.guild

    @property
    def channel(self) -> int:
        return self.row.channel

    @property
    def creator(self) -> int:
        return self.row.creator

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def mode(self) -> str:
        """live or correspondence"""
        return self.row.mode

    @property
    def status(self) -> str:
        """open, running, finished or abandoned"""
        return self.row.status

    @property
    def outcome(self) -> str:
        return self.row.outcome

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.row.seats

    @property
    def trail_head(self) -> str:
        """Hash of the last entry of the dice trail; "" before the battle."""
        return self.row.trail_head

    def side_of(self, user: int) -> str | None:
        """The side a user plays; one who plays both sides gets the first."""
        return next((s.side for s in self.seats if s.user == user), None)

    def sides_of(self, user: int) -> tuple[str, ...]:
        return tuple(s.side for s in self.seats if s.user == user)

    def player(self, side: str) -> int | None:
        return next((s.user for s in self.seats if s.side == side), None)

    def name(self, side: str) -> str:
        """Name of a side."""
        return dict(self.sides).get(side, side)


@dataclass(frozen=True, slots=True)
class Open:
    """A decision waiting for an answer."""

    side: str
    user: int | None
    token: int
    """Has to come back with the answer: a button of an earlier question carries another."""
    decision: Decision
    asked: float
    due: float | None


@dataclass
class Outcome:
    """What one interaction has set off."""

    battle: str
    entries: list[Entry] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    auto: list[str] = field(default_factory=list)
    """Answers given by standing orders, in words."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Written orders that no longer held, with the reason."""
    done: int = 0
    """Written orders carried out."""
    left: list[str] = field(default_factory=list)
    """Written orders that wait for somebody's answer."""
    open: list[Open] = field(default_factory=list)
    over: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What written orders would do, as far as it can be known beforehand."""

    statements: tuple[str, ...]
    """The orders in canonical form."""
    events: tuple[Event, ...]
    stop: str
    """Why the look ahead ends: a roll, somebody's choice, or the end of the orders."""
    refused: str = ""
    """The refusal of the first order that isn't legal; "" when all are."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Result of a take-back: done, or asked of the opponent."""

    done: bool
    asks: str | None = None
    """Side whose consent is needed."""
    outcome: Outcome | None = None
