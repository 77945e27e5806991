"""Kinds of troops and of weapons as tables of traits: procedures ask what a unit can do, never what it is called.

Each system has a :class:`Troop` for every kind, a type ("HC") or a type and class ("HC/Cat"), and a :class:`Weapon` for
every missile class, as data in its package (:mod:`.troop_tables`). A clause that one kind alone has is a trait here,
or, where a single chapter asks, one of its :attr:`~Troop.tags`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from pydantic import ConfigDict

from engine.kernel.text import Text
from engine.systems.gboh.footprint import Reach, Shape

Arm: TypeAlias = Literal["foot", "horse", "elephant", "chariot", "engine"]
"""What moves: men, horses, elephants, chariots, artillery with its crew."""

PHALANX = "phalanx"
"""Tag of troops that form phalanxes (A 9.6, S 9.4)."""
HEAVY_INFANTRY = "heavy infantry"
"""Tag of heavy infantry other than phalanxes (A 9.61, S 9.41)."""

Target: TypeAlias = Literal["open", "heavy", "skirmisher", "cataphract"]
"""Row of the modifiers of fire a target stands in: heavy foot, skirmishers, horse in full armour, anybody else."""

Withdrawal: TypeAlias = Literal["never", "faster", "two hexes"]
"""How a kind withdraws in order: not at all; with the Movement Points it has more than the enemy (C 6.51, A 6.71); two
hexes before any enemy that is no faster (A 9.31, S 9.21)."""

Fate: TypeAlias = Literal["rout", "lost", "rampage", "save"]
"""What happens when hits reach TQ: it routs; it is eliminated (C 11.67, A 9.34, S 10.21); it rampages (A 9.14); it
rolls to stand, since its line is two hexes long (A 9.65, S 10.21)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Troop:
    """What one kind of troops can do, and in which rows of the charts it stands. There is one of each."""

    __pydantic_config__ = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    kind: str
    """Type, or type and class, as command tables write it: "LN", "HC/Cat"."""
    name: Text
    """What players read: "lancers"."""
    word: str
    """What they write for all of its type in standing orders: "heavy-cavalry"; kinds of one type share it."""

    symbol: str = ""
    """Name of its troop symbol."""
    armed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Symbols of those with some missile class, by its letter."""

    # What it is
    arm: Arm
    light: bool = False
    """Light troops: they choose whether to attack where they come up, and others shy less from them."""
    weight: int = 0
    """How dangerous in hand-to-hand fighting: 0 light, 1 medium, 2 heavy. For standing orders alone."""
    shape: Shape = Shape.ONE
    tags: frozenset[str] = frozenset()
    """What a single chapter asks for."""

    # Orders
    obeys_anybody: bool = False
    """Any leader of its side commands it, whatever he is otherwise tied to (C 11.62)."""
    keeps_to_itself: bool = False
    """In no Line with another type (A 4.33: lancers)."""
    fills_gaps: bool = False
    """One of them between two units of a Line doesn't part it (S 9.22: skirmishers, velites)."""
    fires_unordered: bool = False
    """Its fire needs no order (C 11.62, A 9.52)."""

    # Moving
    ground: str
    """Its column in the Movement Costs chart."""
    moves_again_free: bool = False
    """No hit for moving again in a turn (A 6.13, S 6.13: skirmishers)."""
    column: bool = False
    """Forms Column (C 6.41, A 6.61, S 6.71)."""
    turn_mp: int = 1
    """Movement Points for a vertex turned, or for a whole turn where :attr:`turns_whole`."""
    turns_whole: bool = False
    """One price for any number of vertices (A 7.12 skirmishers; S 7.12 Roman infantry)."""
    turns_unhurt: bool = False
    """No hits for turning on difficult ground (S 7.14: elephants, skirmishers)."""
    bridges: bool = True
    """Uses a bridge in line; the others only in Column (C 6.28)."""

    stride: int = 0
    """Movement Points beyond its MA it may draw on, at a price (A 6.46: the phalanx)."""
    wheel_hits: int = 1
    """Hits for a wheel of a unit of two hexes (A 6.43, S 6.43: none for the phalanx of Macedon)."""

    # Withdrawing
    withdrawal: Withdrawal = "faster"
    surprised_from: frozenset[Literal["front", "flank", "rear"]] = frozenset({"flank", "rear"})
    """Arcs through which being approached costs a hit before it withdraws (A 6.72: of skirmishers the rear alone)."""
    withdrawal_hits: int = 0
    """Hits for withdrawing at all (C 6.52, A 6.72 [1], S 6.52 (2): foot)."""
    withdrawal_check: bool = False
    """Checks TQ after it (A 6.72 [3]; S 6.52 (1): the legions)."""
    slips_away: bool = False
    """May leave an enemy it is Engaged with (C 10.32, S 10.51b: cavalry, light infantry)."""

    # Zones of control
    zone: Reach = "front"
    zone_unarmed: Reach = "front"
    """The zone of one that carries missiles as a rule and has none left (A 7.21, S 7.21)."""
    fire_arc: Reach = "front and flank"
    """8.13 Through which of the hexes around it its fire leaves (A: Front, but for skirmishers)."""

    # Missiles
    target: Target = "open"
    missile_hits: int = 1
    """Hits a volley does to it (A 8.15, S 8.17: two to elephants and chariots)."""
    reacts: bool = True
    """Fires at who enters or leaves its ZOC, and returns fire; engines have occasions of their own."""
    prey: bool = False
    """Light cavalry harasses it however fast it is (A 9.42: cataphracts)."""
    screen: str | None = None
    """Missile class of the archers who go with it (A 9.11, S 9.12: elephants)."""
    harasses: int = 0
    """Hexes within which it may harass when it has missiles; 0: it doesn't (C 8.31, A 9.32, 9.41, S 9.24, 9.31)."""

    # Shock
    attacks: bool = True
    steady: bool = False
    """Attacked from the front by :attr:`slight` units it needn't roll before contact (A 9.33)."""
    slight: bool = False
    """Light infantry that heavy infantry ahead of it doesn't fear (A 9.33: not peltasts)."""
    shy: bool = False
    """It attacks chariots and routed units alone (A 9.31, S 9.21)."""
    harmless: bool = False
    """It does half harm in Shock, and in defence 1 hit at most (A 9.31, S 9.21)."""
    must_attack: bool = False
    """Must attack who is in its ZOC after it has moved: the chart's "+" (C 7.31, A 7.31, S 7.25)."""
    clash: str
    """Its row and column in the Clash chart."""
    superiority: str
    """Its row and column in the Shock Superiority chart."""
    terror: int = 0
    """Added to the roll before contact of whom it attacks (A 9.17, 9.22, S 8.33: elephants, chariots)."""
    passes_through: bool = False
    """Goes on beyond whom it attacks (A 9.13, 9.23)."""
    turns_standing_unhurt: bool = False
    """No hits for turning where it stands, but for the ground's (A 9.21 chariots)."""
    not_outflanked_by: frozenset[Arm] = frozenset()
    """Arms that are not superior to it by position (A 9.15, S 9.15, 9.17)."""
    sized_among_its_own: bool = False
    """Sizes count only where nobody but its own arm fights (A 8.36, S 8.36: elephants, chariots)."""
    shifts: str = ""
    """Beginning of its rows in the chart of column shifts for units (A 9.42)."""
    size_counts: bool = True
    """Its Size counts where others defend with it (A 8.32, S 9.23: not that of skirmishers)."""
    shelters: bool = False
    """Takes hits in place of an engine in its hex, and may have one there (C 11.63, A 9.55)."""

    # Breaking
    fate: Fate = "rout"
    calms: bool = False
    """The driver calms it where he kills others, and it never runs to its friends (S 9.14: the Leader Elephant)."""
    rallies: bool = True
    """A 10.27, S 10.28 Whether it can be rallied once it has routed."""
    keeps_missiles: bool = False
    """A routed one has its missiles yet (C 10.26: horsemen)."""
    rally_share: int = 2
    """A rallied unit has one hit for so many points of TQ (C 10.27)."""
    rout_points: int | None = None
    """Rout Points where they don't follow from TQ (A 10.42, S 11.2: 2 for skirmishers and elephants)."""
    rout_factor: int = 1
    """Rout Points for a point of TQ otherwise (A 10.42, S 11.2: 2 for units of two hexes)."""

    @property
    def is_horse(self) -> bool:
        """Cavalry: neither elephants nor chariots."""
        return self.arm == "horse"

    @property
    def is_foot(self) -> bool:
        """Men on their feet, the crews of engines included."""
        return self.arm in ("foot", "engine")

    @property
    def is_engine(self) -> bool:
        """Artillery."""
        return self.arm == "engine"

    @property
    def is_heavy_foot(self) -> bool:
        """Infantry that is not light."""
        return self.arm == "foot" and not self.light

    @property
    def faces(self) -> bool:
        """Whether it has a facing (C 11.64, A 9.53)."""
        return self.shape is not Shape.ROUND

    def turning(self, vertices: int) -> int:
        """7.12 Movement Points for turning in its hex."""
        return self.turn_mp * (min(vertices, 1) if self.turns_whole else vertices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """What one missile class does."""

    __pydantic_config__ = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    letter: str
    """As printed on counters: "B"."""
    name: Text
    rows: Mapping[Arm, str]
    """Row of the Missile Range chart by who shoots it."""
    supply: str
    """Row of the missile supply chart; "" where missiles never run out."""
    bow: bool = False
    """Archery: from the saddle while withdrawing (C 6.56, A 6.75), at armour as archers do (A 9.42)."""
    over_heads: bool = False
    """Shoots over units nearer to itself (C 8.14 bows, A 8.14 everybody)."""
    worse_close: bool = False
    """Fares worse at the Front of heavy foot close by (C 8.15 bows; A 8.15 bows and slings)."""
    pierces: bool = False
    """The armour of heavy foot counts for nothing against it, but for its Front close by (A 8.15: the Indian bow)."""
    feeble: bool = False
    """Light troops with it do half harm to heavy foot in Shock (C 9.16)."""
    harassing: frozenset[Arm] = frozenset({"foot", "horse", "elephant", "chariot"})
    """Arms that may harass with it, of those whose kinds do (A 9.32: not bows on foot)."""
    worse_moved: frozenset[Arm] = frozenset()
    """Who shoots worse with it after moving (C 8.15, A 8.15, S 8.17)."""
    doubles_on: frozenset[Arm] = frozenset()
    """Arms it may hit twice with one volley (C 8.15: composite bows, foot)."""
    twice_standing: frozenset[Arm] = frozenset()
    """Who shoots twice with it while he stays where he was set up (C 11.4)."""
    thrown_in_shock: frozenset[Arm] = frozenset()
    """Who has thrown all of them once a Shock combat is over (C 8.17, A 8.17 [5])."""
    wards: bool = False
    """Weapons' superiority that counts only while the defender has missiles counts for these (C 9.32 "DS*")."""

    def row(self, arm: Arm) -> str:
        """Row of the Missile Range chart. Raises KeyError for an arm that doesn't shoot it."""
        return self.rows[arm]


class Footing(NamedTuple):
    """How troops go, as far as the ground prices their steps; leaders have none."""

    ground: str
    """Column in the Movement Costs chart."""
    column: bool
    """In Column."""
    headlong: bool
    """In a formation that keeps off Rough ground (A 9.74)."""


class ByClass(dict[tuple[str, str | None], Troop]):
    """A system's table by type and class, as units have them. Raises KeyError for a kind it doesn't have."""

    def __init__(self, table: Mapping[str, Troop]) -> None:
        super().__init__()
        self.table = table

    def __missing__(self, key: tuple[str, str | None]) -> Troop:
        kind, cls = key
        found = self[key] = self.table[f"{kind}/{cls}" if cls else kind]
        return found
