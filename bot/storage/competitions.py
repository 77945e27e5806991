"""Leagues and cups: what is played in them, by whom, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.storage.row_types import Limits

LEAGUE, CUP, SWISS = "league", "cup", "swiss"
OPEN, RUNNING, FINISHED, ABANDONED = "open", "running", "finished", "abandoned"

TOLD = "told"
"""Setting of a league or cup ("event:1a2b3c4d") that is over, and of which everything has been told."""


@dataclass(frozen=True, slots=True)
class Competition:
    """A league or a cup. Times are seconds since 1970."""

    id: str
    guild: int
    channel: int
    """Where it was called, where it is told."""
    message: int | None
    """The message that shows it."""
    creator: int
    name: str
    kind: str
    """league, cup or swiss"""
    status: str
    """open (for entrants), running, finished or abandoned"""
    created: float
    scenarios: tuple[str, ...]
    """Keys; rounds take them by turns."""
    titles: tuple[str, ...]
    mode: str
    both: bool = False
    """Whether a pair meets twice, once on each side."""
    cycles: int = 1
    """How often everybody meets everybody (twice as often with ``both``); 1 for a cup."""
    days: float = 14.0
    """For a round."""
    rules: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    third: bool = False
    """Whether a cup has a match for the third place."""
    channels: tuple[int, ...] = ()
    """Where its battles are fought, one at a time in each; () for a thread each."""
    seed: str = ""
    """What its order was drawn from; "" before it starts."""
    ranked: int = 0
    """How many of the order were placed by their ratings, before those whose places were drawn."""
    order: tuple[int, ...] = ()
    """Its players when it began, the strongest or the first drawn first."""
    winners: tuple[int, ...] = ()
    """Who has won it; several who share the first place of a league."""
    rounds: int = 0
    """Of Swiss rounds; 0 before it starts for as many as its entrants need, and for other kinds."""
    replaced: tuple[tuple[int, int], ...] = ()
    """Who gave up a place in it, and who has taken it over, with the points made."""
    forum: int = 0
    """Forum channel in which each match is a post; 0 for none."""

    def holder(self, user: int) -> int:
        """Who has the place now that a user began with."""
        found = user
        for old, new in self.replaced:
            found = new if found == old else found
        return found

    def title(self, scenario: str) -> str:
        """What one of its scenarios is called."""
        return dict(zip(self.scenarios, self.titles, strict=True)).get(scenario, scenario)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part."""

    user: int
    joined: float
    withdrawn: bool = False
    name: str = ""
    """As the server last knew it."""
    gone: float | None = None
    """When it was noticed that they aren't a member of the server any more; None for members."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A battle of a match that is over."""

    battle: str
    winner: int
    """User; 0 for a draw."""
    lead: float
    """Losses of the match's second player less those of the first, each as a share of what loses the battle."""
    head: str
    """Hash of the last entry of its dice trail."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match. Its first player has the scenario's first side, in every other battle of it the second."""

    event: str
    n: int
    """From 1 on, within the event."""
    round: int
    """From 1 on."""
    first: int | None
    """User; None while nobody is known, or where there is none."""
    second: int | None
    scenario: str
    battle: str | None = None
    """The battle under way, or about to be made."""
    winner: int | None = None
    """User; 0 where there is none, None while the match isn't decided."""
    due: float | None = None
    """When its round is to be over; None before it may be played."""
    slot: int = 0
    """Which match of its round, from 0 on: the winners of 2i and 2i + 1 meet in i of the next round of a cup."""
    third: bool = False
    """Whether it is for the third place of a cup."""
    how: str = ""
    """What decided it: battle, points, lot, award, forfeit, bye; void where nobody is left to win."""
    legs: tuple[Leg, ...] = ()
    """Its battles that are over."""
    place: int = 0
    """Channel or thread of its battles; 0 while there is none."""
    anchor: int = 0
    """Message its thread hangs on; 0 while there is none."""
    called: int = 0
    """For how many of its battles the players have been called."""
    stage: int = 0
    """How many of the reminders about its deadline have been sent."""
    reason: str = ""
    """Why a referee decided it."""
    by: str = ""
    """That referee's name."""
    asked: int = 0
    """Message with the buttons by which a referee may decide it; 0 for none."""
    asked_in: int = 0
    """Channel of that message."""
    moves: int = 0
    """How often it has lost its place, and got another one."""
    absent: bool = False
    """Whether the referees were told that one of its players has left the server."""
    untold: bool = False
    """Whether its players are still to be told how it was decided without a battle."""

    @property
    def decided(self) -> bool:
        return self.winner is not None

    @property
    def players(self) -> tuple[int, ...]:
        """Who is known to play it."""
        return tuple(u for u in (self.first, self.second) if u is not None)

    @property
    def playable(self) -> bool:
        """Whether it may be played now."""
        return self.due is not None and not self.decided and len(self.players) == 2

    def other(self, user: int) -> int | None:
        """The opponent of one of its players."""
        return self.second if user == self.first else self.first
