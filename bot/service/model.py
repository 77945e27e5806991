"""What the service gives back."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.storage import BattleRow, Limits, Seat, Teammate
from engine.fairdice import Chain
from engine.kernel.decisions import Answer, Decision
from engine.kernel.dice import Roll
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.text import Text, refuse
from scenarios import is_drill


class ServiceError(Exception):
    """Our fault, not the player's: nothing has changed. The text may be shown."""


class Unreadable(ServiceError):
    """What is stored of a battle can't be read."""


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
    def is_lesson(self) -> bool:
        """Whether it is a first battle (:mod:`bot.service.lessons`): it counts for nothing, and no time passes."""
        return is_drill(self.row.scenario_key)

    def check_opponent(self) -> None:
        """Refuse what is agreed on with an opponent, or shared with others, in a lesson."""
        if self.is_lesson:
            refuse(
                "There is nothing of the kind in a lesson: it is yours alone, no clock runs, and it counts for nothing."
            )

    def check_refereed(self) -> None:
        """Refuse what referees do, in a lesson."""
        if self.is_lesson:
            refuse("A lesson has no referee; /help tells how to go on.")

    @property
    def mode(self) -> str:
        """live or correspondence"""
        return self.row.mode

    @property
    def status(self) -> str:
        """open, running, finished or abandoned"""
        return self.row.status

    @property
    def begun(self) -> bool:
        """Whether there is (or was) something to look at."""
        return bool(self.row.trail_head)

    @property
    def outcome(self) -> str:
        """How it ended, in English; "" while it goes on."""
        return str(self.row.outcome)

    @property
    def ending(self) -> Text:
        """How it ended, to be said in any language; "" while it goes on."""
        if isinstance(self.row.outcome, Text):
            return self.row.outcome
        # Before 0.3 the words alone were kept, which tell what isn't a rule's.
        for side, _ in self.sides:
            for said in (resigned(self, side), out_of_time(self, side), withdrawn(self, side)):
                if str(said) == self.outcome:
                    return said
        by_hand = next((x for x in (AGREED, ABANDONED, AWARDED) if str(x) == self.outcome), None)
        return by_hand or Text("{outcome}", outcome=self.outcome)

    @property
    def notice(self) -> str:
        """What its players have to be told, until one of them moves; "" for nothing."""
        return self.row.notice

    @property
    def paused(self) -> bool:
        """Whether its clocks stand, since nobody can see its channel."""
        return self.row.standing

    @property
    def limits(self) -> Limits:
        """How long an answer may take."""
        return self.row.limits

    @property
    def request(self) -> dict[str, Any] | None:
        """What a side asks of the other: ``side``, ``kind`` (undo, mode, limits, advice, draw), and what is wanted."""
        return self.row.request

    @property
    def request_key(self) -> str:
        """Tells a request from others, so that nobody agrees to one by a button that was about another."""
        return hashlib.sha256(json.dumps(self.row.request, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.row.seats

    @property
    def rolls(self) -> int:
        """Rolls made so far, house rolls and annulled ones included."""
        return self.row.next_roll - 1

    @property
    def trail_head(self) -> str:
        """Hash of the last entry of the dice trail; "" before the battle."""
        return self.row.trail_head

    @property
    def charts(self) -> str:
        """Hash of the charts it is played by; "" before it begins, and where the rules have none."""
        return self.row.charts

    @property
    def commitment(self) -> str:
        """s_0 of the secret dice chain, published while the battle waits for its players."""
        return Chain(self.row.seed).commitment if self.row.seed is not None else ""

    @property
    def teammates(self) -> tuple[Teammate, ...]:
        """Members of the sides besides those in the seats, who lead them."""
        return self.row.teammates

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who plays, each once."""
        return tuple(dict.fromkeys([*(s.user for s in self.seats), *(m.user for m in self.teammates)]))

    def side_of(self, user: int) -> str | None:
        """The side a user plays; one who plays both sides gets the first."""
        return next(iter(self.sides_of(user)), None)

    def sides_of(self, user: int) -> tuple[str, ...]:
        """Sides a user plays, as their leader or as a member of their team."""
        led = tuple(s.side for s in self.seats if s.user == user)
        return led or tuple(m.side for m in self.teammates if m.user == user)

    def led_by(self, user: int) -> tuple[str, ...]:
        """Sides whose seat the user has, who alone ends the battle for them and settles its terms."""
        return tuple(s.side for s in self.seats if s.user == user)

    def player(self, side: str) -> int | None:
        """Who has the side's seat."""
        return next((s.user for s in self.seats if s.side == side), None)

    def team(self, side: str) -> tuple[Teammate, ...]:
        """The side's members besides its leader."""
        return tuple(m for m in self.teammates if m.side == side)

    def name(self, side: str) -> str:
        """Name of a side."""
        return dict(self.sides).get(side, side)


OVER = Text("The battle is over.")
"""Where its rules say no more."""
AGREED = Text("The battle is drawn by agreement.")
ABANDONED = Text("The battle was abandoned.")
AWARDED = Text("The match is decided without this battle, which is broken off.")


def resigned(battle: Battle, side: str) -> Text:
    """How a battle ends that a side gives up."""
    return Text("The {side} resign: the {others} win.", side=battle.name(side), others=_others(battle, side))


def out_of_time(battle: Battle, side: str) -> Text:
    """How one ends that its opponent claims."""
    return Text("The {side} are out of time: the {others} win.", side=battle.name(side), others=_others(battle, side))


def withdrawn(battle: Battle, side: str) -> Text:
    """How one ends whose player withdraws from its league or cup."""
    return Text("The {side} withdraw: the {others} win.", side=battle.name(side), others=_others(battle, side))


def _others(battle: Battle, side: str) -> str:
    return " and ".join(name for s, name in battle.sides if s != side)


@dataclass(frozen=True, slots=True)
class Open:
    """A decision waiting for an answer."""

    side: str
    user: int | None
    token: int
    """Has to come back with the answer: a button of an earlier question carries another."""
    decision: Decision
    asked: float
    """Seconds since 1970."""
    due: float | None
    prefilled: Answer | None = None
    """What the side's standing orders say to part of the question. Private, like the next two."""
    left: tuple[str, ...] = ()
    """Written orders that go on after the answer."""
    skipped: tuple[tuple[str, Text], ...] = ()
    """Written orders that no longer held when their turn came, with the reason: to be offered again."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody who is to be reminded of a question."""

    battle: str
    side: str
    token: int
    user: int
    due: float
    """Seconds since 1970."""
    dm: bool = False
    """Whether by private message; else in the battle's channel."""
    prompt: Text | None = None
    """What is asked; None where that is secret."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """An answer nobody gave in person."""

    side: str
    why: Literal["standing order", "free", "deadline"]
    """"free": there was no standing order, and it costs nothing."""
    prompt: Text
    """The question."""
    said: tuple[Text, ...]
    """What was chosen, in the words of the choices; () where that is secret."""


@dataclass
class Outcome:
    """What one interaction has set off. All of it is stored."""

    battle: str
    sides: tuple[str, ...] = ()
    """Sides of the player who acted: whose written orders the outcome may tell about."""
    entries: list[Entry] = field(default_factory=list[Entry])
    events: list[Event] = field(default_factory=list[Event])
    rolls: list[Roll] = field(default_factory=list[Roll])
    auto: list[Automatic] = field(default_factory=list[Automatic])
    skipped: list[tuple[str, Text]] = field(default_factory=list[tuple[str, Text]])
    """The acting player's written orders that no longer held, with the reason."""
    done: int = 0
    """The acting player's written orders that were carried out."""
    left: list[str] = field(default_factory=list[str])
    """The acting player's written orders that wait for an answer."""
    followed: int = 0
    """Questions after it that were answered as was said with the answer."""
    open: list[Open] = field(default_factory=list[Open])
    over: bool = False
    notice: str = ""
    """What the players have to be told about the battle itself; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What written orders would do, as far as it can be known beforehand."""

    statements: tuple[str, ...]
    """The orders in canonical form."""
    events: tuple[Event, ...]
    stop: Text | None
    """Why the look ahead ends early: the roll that is due, or the question the opponent is asked; None for neither."""
    refused: Text | None = None
    """Why the first order is refused, and with it everything; None when it is legal."""
    done: int = 0
    """How many of the orders it looked through."""
    rule: str = ""
    """Case by which the first order that isn't legal is refused."""
    skipped: tuple[tuple[str, Text], ...] = ()
    """Later orders that would be skipped, each with the reason."""
    ways: tuple[Way, ...] = ()
    """What comes of the roll that is due, result by result, the likeliest first."""
    rolls: tuple[Text, ...] = ()
    """What each later roll needs, if every die shows what is likeliest and nobody reacts."""
    waits: tuple[str, ...] = ()
    """Orders that are no answer to the player's own question at which it stops: they go on when it is answered."""


@dataclass(frozen=True, slots=True)
class Way:
    """One result of the first roll of a preview, and what comes of it."""

    result: Text
    chance: float
    events: tuple[Event, ...]
    """What would happen then in the order that is rolled for, after what comes before the roll."""
    stop: Text | None
    """The roll or question that order comes to next; None where it comes to its end."""
    skipped: tuple[tuple[str, Text], ...] = ()
    """Orders that would be skipped then, each with the reason."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Result of a take-back: done, or asked of the opponent."""

    done: bool
    asks: str | None = None
    """Side whose consent is needed."""
    what: tuple[Text, ...] = ()
    """What is taken back, or would be: the last answer first; () for what is secret."""
    before: Game[Any] | None = None
    """The battle at the question that would be gone back to; None where that isn't known, or it is done."""
    since: tuple[Entry, ...] = ()
    """The journal entries that would be taken back."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Considered:
    """What a computer player has said to what it was asked."""

    battle: Battle
    """As it was when it was asked."""
    agreed: bool
    outcome: Outcome
