"""What units and referees can do, and how it is told: events name a word, and a system's table has the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.kernel.events import TraceKind
from engine.kernel.referee import Kept
from engine.kernel.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """One way to move, by ``how`` of the event."""

    told: str
    """Template with {unit}, {start} and {to}; the facing follows."""
    folded: str = ""
    """What several that do so have in common, with {facing}, {mp} and {ma}; "" where each is told by itself."""
    ordered: bool = False
    """It counts as movement of the Orders Phase."""
    marks: bool = True
    """It leaves the mark of a move for the turn (6.13), where it counts as one."""
    trace: TraceKind = "move"


PURSUIT = Going(told="{unit} pursues to {to}", trace="advance")
"""Of cavalry, in games whose cavalry pursues (A 10.33, S 10.42)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """One way to turn, by ``how`` of the event."""

    told: str = "{unit} turns to face {facing}."
    """"" to pass in silence."""
    ordered: bool = False
    """It counts as movement of the Orders Phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shooting:
    """One occasion to fire, by ``how`` of the event."""

    told: str
    """Template with {unit}, {target} and {story}."""
    ordered: bool = False
    """It is the unit's fire of this Orders Phase."""
    engine: bool = False
    """Fire of an engine, whose shots are counted."""


@dataclass(frozen=True)
class Vocabulary:
    """A system's words."""

    goings: Mapping[str, Going]
    turnings: Mapping[str, Turning]
    shootings: Mapping[str, Shooting]
    values: Mapping[str, Text]
    """What a referee may set, as players read it, by field."""
    phases: Mapping[str, str] = field(default_factory=dict[str, str])
    """How an Orders Phase that nobody leads is told, by its kind."""
    segments: Mapping[str, Text] = field(default_factory=dict[str, Text])
    """The phases of a turn as players read them, by :attr:`State.phase`."""
    flags: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a referee writes to set a value that is yes or no, and the field that keeps it."""
    numbers: Mapping[str, str] = field(default_factory=dict[str, str])
    """The same for values that are numbers."""

    @cached_property
    def kept(self) -> Kept[str]:
        """Values that a referee may set and that are kept as they are set."""
        return Kept(self.values, flags=self.flags, numbers=self.numbers)

    def with_more(
        self,
        *,
        goings: Mapping[str, Going],
        turnings: Mapping[str, Turning],
        shootings: Mapping[str, Shooting],
        values: Mapping[str, Text],
        phases: Mapping[str, str],
        segments: Mapping[str, Text],
        flags: Mapping[str, str],
        numbers: Mapping[str, str],
    ) -> Vocabulary:
        """This one and what a system adds."""
        return replace(
            self,
            goings={**self.goings, **goings},
            turnings={**self.turnings, **turnings},
            shootings={**self.shootings, **shootings},
            values={**self.values, **values},
            phases={**self.phases, **phases},
            segments={**self.segments, **segments},
            flags={**self.flags, **flags},
            numbers={**self.numbers, **numbers},
        )


COMMON = Vocabulary(
    goings={
        "order": Going(told="{unit} {start} → {to}", folded="Facing {facing}, {mp} of {ma} MP", ordered=True),
        "withdraw": Going(told="{unit} withdraws in order {start} → {to}", trace="withdraw"),
        "flight": Going(told="{unit} turns to flee"),
        "advance": Going(told="{unit} advances after combat to {to}", trace="advance"),
        "march": Going(
            told="{unit} marches {start} → {to}", folded="Marching, facing {facing}, {mp} of {ma} MP", ordered=True
        ),
    },
    turnings={
        "order": Turning(ordered=True),
        "reaction": Turning(told="{unit} turns to face {facing} in reaction."),
        "withdraw": Turning(),
        "advance": Turning(),
        "column": Turning(),
        "rout": Turning(told=""),
    },
    shootings={
        "order": Shooting(told="{unit} fires at {target}: {story}", ordered=True),
        "entry": Shooting(told="{unit} fires at {target} as it comes into its ZOC: {story}"),
        "retire": Shooting(told="{unit} fires at {target} as it leaves its ZOC: {story}"),
        "return": Shooting(told="{unit} returns fire at {target}: {story}"),
        "withdrawal": Shooting(told="{unit} fires at {target} before withdrawing: {story}"),
        "harass": Shooting(told="{unit} harasses {target}: {story}"),
        "artillery": Shooting(told="{unit} shoots at {target}: {story}", ordered=True, engine=True),
    },
    values={
        "hits": Text("cohesion hits"),
        "moved": Text("moved this turn"),
        "routed": Text("routed"),
        "rallied": Text("rallied this turn"),
        "engaged": Text("Engaged"),
        "wounded": Text("wounded"),
        "lowered": Text("taken from each rating by wounds"),
        "rout_points": Text("Rout Points"),
        "withdrawal_level": Text("Withdrawal Level"),
        "ordered": Text("has had its order in this Orders Phase"),
        "orders_used": Text("orders given in this Orders Phase"),
    },
    phases={"march": "The column marches on."},
    segments={
        "bidding": Text("Bidding for sides"),
        "setup": Text("Deployment"),
        "turn": Text("Start of the turn"),
        "elite": Text("Elite commanders"),
        "select": Text("Leader activation"),
        "last-call": Text("Leaders held in enemy ZOC"),
        "orders": Text("Orders"),
        "line": Text("Line Command"),
        "shock": Text("Shock"),
        "momentum": Text("Momentum"),
        "rout": Text("Rout and Reload"),
        "withdrawal": Text("Withdrawal"),
        "over": Text("The battle is over"),
    },
    flags={x: x for x in ("rallied", "moved", "engaged", "wounded", "ordered")},
    numbers={
        "hits": "hits",
        "wound": "lowered",
        "orders-used": "orders_used",
        "rout-points": "rout_points",
        "withdrawal-level": "withdrawal_level",
    },
)
"""What every game of the family has."""
