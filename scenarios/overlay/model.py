"""An overlay as data: a battle of other rules, told as changes to one there is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from engine.kernel.hexes import FacingField
from engine.kernel.model import OrderWord, Strict, Title, Whole
from engine.kernel.scenario import SpecialRule
from engine.kernel.stretches import Hexes

FORMAT = "hexarch-overlay/1"

FormationId = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9-]{0,30}$",
        description='small letters, digits and hyphens, at most 31, a letter first, as "left-wing"',
    ),
]


class Told(Strict):
    """What players read before they choose a side; what isn't said is the parent's."""

    history: str | None = None
    sides: dict[str, str]
    """What each side should try, by side id."""
    balance: str
    length: str
    """How long it takes, live and by post."""


class Fate(Strict):
    """What becomes of a special rule of the parent."""

    status: Literal["converted", "dropped"]
    into: tuple[str, ...] = ()
    """Special rules of the overlay that stand for it, by id; none where units, leaders or ground say it all."""
    why: Title
    """How it was converted, or why it was dropped."""


class Formation(Strict):
    """4.1 Units that are activated together."""

    id: FormationId
    """Unique in the battle."""
    name: Title
    commanders: tuple[str, ...] = ()
    """4.1 Who may command it, by leader id; none of an Auxiliary."""
    units: tuple[str, ...] = Field(min_length=1)
    """Selectors of units (:mod:`scenarios.overlay.selectors`)."""
    gap: int = Field(default=0, ge=0, le=9)
    """4.11 Vacant hexes a chain of command may pass."""
    auxiliary: bool = False
    """4.13 It has no Commander and is always In Command."""


class Group(Strict):
    """4.14 Formations that may be activated together."""

    id: FormationId
    leader: str
    """Who has to be on the map for that."""
    formations: tuple[str, ...] = Field(min_length=2)
    most: int = Field(default=2, ge=2, le=9)
    """How many of them at a time."""
    within_range: bool = True
    """Their Commanders have to be within his Command Range; else it is enough that he is there."""


class LeaderChange(Strict):
    """What a leader has by these rules; what isn't said is the parent's."""

    seizure: int = Field(default=0, ge=0, le=9)
    """4.44 Attempts to seize a turn in all the battle."""
    initiative: int | None = Field(default=None, ge=1, le=9)
    command_range: int | None = Field(default=None, ge=0, le=30)
    heroic: bool | None = None
    """4.21 Heroic Charisma; that of who is elite unless said."""
    named: bool | None = None
    """4.37 False: a Tribune, Legate or Prefect, whose counter comes back."""


class Replacement(Strict):
    """4.37 Who takes the place of a lost leader."""

    id: OrderWord
    name: Title
    initiative: int = Field(ge=1, le=9)
    command_range: int = Field(ge=0, le=30)


class UnitChange(Strict):
    """What some units have by these rules; what isn't said follows from the parent's counter (:mod:`conversion`)."""

    name: Title | None = None
    type: str | None = None
    cls: str | None = None
    missile: str | None = None
    letter: Literal["F", "X"] | None = None
    depletable: bool | None = None
    tq: int | None = Field(default=None, ge=1, le=20)
    size: int | None = Field(default=None, ge=0, le=20)
    ma: int | None = Field(default=None, ge=0, le=20)
    rp: int | None = Field(default=None, ge=0, le=100)
    numidian: bool | None = None
    byzantine: bool | None = None


class Army(Strict):
    """An army by these rules, laid over the parent's of the same id."""

    overall_commander: str
    """4.22 Exactly one, by leader id."""
    formations: tuple[Formation, ...] = Field(min_length=1)
    groups: tuple[Group, ...] = ()
    leaders: dict[str, LeaderChange] = {}
    """By leader id; who isn't named has no attempts to seize a turn."""
    replacements: tuple[Replacement, ...] | None = None
    """None: the parent's pool."""
    units: dict[str, UnitChange] = {}
    """By selector."""
    double_depth: tuple[str, ...] = ()
    """10.3 Selectors of those that may form double depth, or begin so."""
    dropped: dict[str, Title] = {}
    """Units (by selector) and leaders (by id) of the parent that aren't in this battle, and why."""
    withdrawal_level: int | None = Field(default=None, ge=1, le=1_000)
    """9.0 None: the parent's."""
    withdrawal_level_with: dict[str, Whole] = {}
    """The level by an optional rule that changes it."""
    retreat_edge: Hexes = ()
    """() for the parent's."""
    retreat_facing: FacingField | None = None
    """Direction of ``retreat_edge``, where that is given."""
    pursuit_edge: Hexes = ()
    """7.63 Where enemy pursuers come back; () for this army's Retreat Edge."""


class TurnLimit(Strict):
    """3.0 When the battle ends with both armies on the field: there are no turns but Player Turns."""

    side: str
    turns: int = Field(ge=1, le=999)
    """Player Turns of that side."""
    winner: str | None = None
    """Who has won then; None: nobody."""


class Overlay(Strict):
    """A battle as changes to its parent."""

    format: Literal["hexarch-overlay/1"] = "hexarch-overlay/1"
    system: Literal["simple-gboh"]
    id: str = Field(
        pattern=r"^[a-z][a-z0-9-]{1,30}$",
        description='2 to 31 small letters, digits and hyphens, a letter first, as "tricameron"',
    )
    parent: str
    """Key of the battle whose map, armies and set-up it has: "spqr/lautulae"; its id alone means the full game's."""
    title: Title | None = None
    date: str | None = None
    place: str | None = None
    briefing: Told
    first_player: str | None = None
    """3.1 Who has the first Player Turn; None: a roll tells."""
    limit: TurnLimit | None = None
    """None: it lasts until an army withdraws."""
    intervals: bool = False
    """5.36 Roman stacks may slide aside."""
    map: dict[str, Any] = {}
    """Changes to the parent's map, as a map changes another it is ``like``."""
    areas: dict[str, Hexes] = {}
    """Stretches of ground besides the parent's."""
    parent_rules: dict[str, Fate] = {}
    """What becomes of each special rule of the parent, by id: none may be left out."""
    special_rules: tuple[SpecialRule, ...] = ()
    optional_rules: tuple[str, ...] = ()
    """Rules players may switch on: cases, or ids of special rules."""
    sides: dict[str, Army]
    """By the id the side has in the parent."""
    provenance: dict[str, str] = {}
    """Where what is said here comes from, by what it is about."""
