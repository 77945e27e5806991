"""What lies on the table, in words every system shares: all a picture, a status line or a unit list needs.

A rule system turns its state into a :class:`TableView`; the renderer and the bot read nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.kernel.board import Board, Place
from engine.kernel.ground import called
from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text

Missile = Literal["full", "low", "no"]

Span = Literal["activation", "turn"]
"""What an answer that is given for a while counts for: the activation under way, or all of the turn."""

Particular: TypeAlias = tuple[Text, Text | str]
"""A label and a value: a text where it is more than a number or a name."""

STATES = (
    "moved",
    "finished",
    "must-check",
    "no-check",
    "engaged",
    "disordered",
    "column",
    "depleted",
    "routed",
    "rallied",
    "retired",
    "hidden",
    "shield-wall",
    "schiltron",
    "out-of-command",
    "charging",
    "square",
    "screen-low",
    "screen-no",
)
"""Every state a counter can show."""


@dataclass(frozen=True, slots=True)
class CounterView:
    """One combat unit."""

    id: str
    """Code printed on the counter and written in orders."""
    name: str
    side: int
    """Index into :attr:`TableView.sides`."""
    symbol: str
    """Name of the troop symbol: "heavy-cavalry", "light-infantry"..."""
    hexes: tuple[Place, ...]
    """Where it stands: one hex or two, one area; () where it isn't on the map."""
    facing: Facing | None
    tq: int | None = None
    size: int | None = None
    ma: int | None = None
    rating: str | None = None
    """What is printed large where the rules know no TQ, as "-1" or "+2"; MA then stands above it."""
    hits: int = 0
    missile: str | None = None
    """Class letter."""
    supply: Missile | None = None
    band: int | None = None
    """Index of the contingent or command within the side, for its coloured band; None for no band."""
    states: frozenset[str] = frozenset()
    facts: tuple[Particular, ...] = ()
    """Further lines for a unit card: label and value."""
    strength: int | None = None
    """Strength points of an army or a fleet; None for what is no such thing."""
    led_by: tuple[str, ...] = ()
    """Names of the leaders with it, the one in command first."""
    marks: tuple[str, ...] = ()
    """Short words on markers that lie on an army: "mutiny", "moved"."""


@dataclass(frozen=True, slots=True)
class LeaderView:
    """One leader."""

    id: str
    name: str
    side: int
    hex: Place
    rank: Literal["oc", "sc", "cc", "king"]
    rating: int
    """Initiative or activation rating printed on the disc."""
    status: Literal["inactive", "active", "finished"] = "inactive"
    wounded: bool = False
    facts: tuple[Particular, ...] = ()
    label: str = ""
    """What is written beside him on the map; "" for his name."""


@dataclass(frozen=True, slots=True)
class MarkerView:
    """Something on the map that is neither unit nor leader: a standard, an engine, a wagon."""

    id: str
    name: str
    kind: str
    """Name of its symbol: "standard", "bombard", "wagon"."""
    hex: Place
    side: int | None = None
    """Index into :attr:`TableView.sides`; None for nobody's."""
    facing: Facing | None = None
    band: int | None = None
    """Index of the command it belongs to, as :attr:`CounterView.band`."""
    spent: bool = False
    """It has done what it could for now."""
    facts: tuple[Particular, ...] = ()


@dataclass(frozen=True, slots=True)
class HoldingView:
    """One area of a map of areas as it is now."""

    place: Place
    side: int | None = None
    """Index of the side that controls it; None for nobody."""
    band: int | None = None
    """Index of the power within that side, as :attr:`CounterView.band`."""
    marks: tuple[str, ...] = ()
    """Short words on what lies in it: "revolt", "pillaged", "plague"."""
    worth: int | None = None
    """The number shown instead of the one printed there, where it brings another now."""
    facts: tuple[Particular, ...] = ()


@dataclass(frozen=True, slots=True)
class SideView:
    """One side's line on the scoreboard."""

    id: str
    name: str
    points: int = 0
    """Rout points, flight points: whatever loses the battle."""
    limit: int | None = None
    points_name: str = "Rout Points"
    """What they are called; "" for a side that counts none."""
    to_act: tuple[str, ...] = ()
    """Leaders or commands still to act this turn."""
    bands: tuple[str, ...] = ()
    """Names of its contingents or commands, by :attr:`CounterView.band`; () where nobody told.
    "" stands for a number that none of the side has."""
    fallen: tuple[str, ...] = ()
    """Names of its leaders who are out of play for good."""
    reserves: tuple[str, ...] = ()
    """Names of leaders off the map who can be called up in a lost one's place."""
    tracks: tuple[Particular, ...] = ()
    """What else the side keeps account of: what, and how it stands with that."""


def legend(battle_map: BattleMap) -> tuple[tuple[str, Text], ...]:
    """Terrain types of a map, each with what it is called."""
    return tuple((t, called(t)) for t in battle_map.types)


@dataclass(frozen=True)
class TableView:
    """The whole position as a spectator sees it, or as one side does that knows more."""

    title: str
    subtitle: Text | str
    board: Board
    sides: tuple[SideView, ...]
    counters: tuple[CounterView, ...]
    leaders: tuple[LeaderView, ...]
    turn: int
    """0 before the first turn, and where the rules know no turns."""
    phase: Text
    off_map: tuple[CounterView, ...] = ()
    """Reinforcements not yet in play, and units whose place isn't known yet."""
    lost: tuple[CounterView, ...] = ()
    """Units out of play for good: eliminated, gone from the battle, or never to come."""
    zoc: dict[int, frozenset[Hex]] = field(default_factory=dict[int, frozenset[Hex]])
    """Zones of control by side index."""
    areas: dict[int, frozenset[Place]] = field(default_factory=dict[int, frozenset[Place]])
    """Places a side may choose from where it sets up, by side index; empty once it has done so."""
    retreat_edges: dict[int, tuple[Hex, ...]] = field(default_factory=dict[int, tuple[Hex, ...]])
    legend: tuple[tuple[str, Text], ...] = ()
    """Terrain types present that need explaining."""
    outcome: Text | None = None
    markers: tuple[MarkerView, ...] = ()
    """What lies on the map besides units and leaders."""
    holdings: tuple[HoldingView, ...] = ()
    """Of a map of areas: who holds which, and what lies in them; those of which nothing is to be told are left out."""
    moment: str = ""
    """Tells one activation from another, until the next begins; "" where turn and active leaders do (see
    :attr:`activation`)."""

    headline: Text | None = None
    """What the story since the last change of :attr:`moment` is about; None where turn and phase tell."""
    turn_is_activation: bool = False
    """Whether a turn is one side's activation, and no more: what lies between two of them goes with the first."""
    answers_last: Span = "activation"
    """How long an answer counts that is given for a while. Where an activation is a march or two, hardly anything comes
    up twice in it: such an answer is worth giving for the whole turn."""
    acts: str | None = None
    """Side whose activation is under way, by id, where it may be so without an active leader; None where those tell."""

    @property
    def map(self) -> BattleMap:
        """The map, for who draws or measures hexes. Raises TypeError where it is played on areas."""
        if not isinstance(self.board, BattleMap):
            raise TypeError(f"{self.board.id} is no map of hexes")
        return self.board

    @property
    def active(self) -> tuple[LeaderView, ...]:
        """Leaders whose activation is under way."""
        return tuple(x for x in self.leaders if x.status == "active")

    @property
    def acting(self) -> tuple[str, ...]:
        """Sides whose activation is under way, by id."""
        if self.acts is not None:
            return (self.acts,)
        return tuple(dict.fromkeys(self.sides[x.side].id for x in self.active))

    @property
    def span(self) -> Span | None:
        """What an answer may be given for that is given for a while: the activation under way or the turn; None between
        two activations."""
        return self.answers_last if self.acting or self.answers_last == "turn" else None

    @property
    def activation(self) -> str:
        """What tells one activation from another, for what is meant for one alone."""
        return self.moment or f"{self.turn}|{','.join(x.id for x in self.active)}"
