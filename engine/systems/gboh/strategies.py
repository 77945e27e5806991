"""Where the books don't differ by a number but in the procedure: leave for Line Commands, doom, rally, casualties.

Each is a small object of a system's :class:`~engine.systems.gboh.rules.Rules` that answers by what it is told and rolls
no die itself; the common procedure asks, rolls, emits. Who may share a hex is :mod:`.stack`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from engine.kernel.dice import Modifier
from engine.kernel.inquiry import Fact, Section
from engine.kernel.odds import Odds
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.troops import Troop

# -- Line Commands ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveFacts:
    """What leave for a Line Command depends on, as a leader's Orders Phase begins or goes on."""

    overall: bool
    """He is the Overall Commander."""
    in_reach: bool
    """He is within the Command Range of the leader he is subordinate to."""
    strategy: int | None
    """His own Strategy, where leaders of his kind have one."""
    commanders_strategy: int | None
    """That of the leader he is subordinate to, who lives."""
    first_turn: bool
    momentum: bool
    """It is a phase won by Momentum."""
    earned: bool = False
    """He gave a Line Command in his first phase of this turn that didn't rest on his commander's reach."""
    exempt: bool = False
    """The battle spares him the question (A 4.53 Wing Commanders, S 4.5)."""
    line_held: bool = False
    """A unit of the Line he is to command is in enemy ZOC (S 4.25)."""
    favour: int = 0
    """What his own rank takes from the roll (S 4.46)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """How a leader comes by a Line Command."""

    limit: int | None
    """Highest roll that grants it; None: no roll is needed."""
    denied: bool = False
    """There is none to be had."""
    failure: Literal["individual orders", "finished"] = "individual orders"
    """What a failed roll leaves him: Individual Orders alone, or nothing."""
    forfeits_momentum: bool = False
    """Having it so, he tries no Momentum this turn (A 4.34)."""
    modifiers: tuple[Modifier, ...] = ()
    """Added to the roll."""


class LineLeave(Protocol):
    """C 4.33, A 4.34-4.35, S 4.25 What a leader needs to give a Line Command."""

    def leave(self, facts: LeaveFacts) -> Leave: ...


# -- Momentum --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fall:
    """What the Die Roll of Doom does."""

    finishes: Literal["leader", "side", "everybody"]
    """Who is Finished: the leader who tried, his side's leaders, those of both."""
    turn_over: bool = False
    """On to the Rout and Reload Phase."""
    reactivates: bool = False
    """The opponent may activate any one of their leaders, even a Finished one (A 5.33, S 5.33)."""
    crisis: bool = False
    """The leader and the units near him fall back (A 5.33)."""


class Doom(Protocol):
    """5.33 What each face of the second die means."""

    def fall(self, die: int, charts: Charts) -> Fall:
        """``charts``: those of the battle, which may be a pack of its own."""
        ...


_FALLS = {
    "command_paralysis": Fall(finishes="side"),
    "finished": Fall(finishes="leader"),
    "turn_over": Fall(finishes="everybody", turn_over=True),
    "reactivation": Fall(finishes="leader", reactivates=True),
    "crisis": Fall(finishes="leader", crisis=True),
}


class DoomChart:
    """5.33 As the chart has it."""

    def fall(self, die: int, charts: Charts) -> Fall:
        """See :class:`Doom`."""
        return _FALLS[charts.doom(die)]


# -- Rally -----------------------------------------------------------------------------------------------------------

RallyFailure: TypeAlias = Literal["lost", "flight"]
"""A failed rally eliminates the unit, or it flees on."""


class RallyRule(Protocol):
    """C 10.27, A 10.27, S 10.28 A leader rallies a routed unit."""

    @property
    def once_a_turn(self) -> bool:
        """Whether each leader may try each unit once in a turn only."""
        ...

    @property
    def table(self) -> str | None:
        """Id of the table a success is read from by a second die; None: :meth:`hits` tell it."""
        ...

    def limit(self, *, charisma: int, initiative: int) -> int:
        """Highest roll that rallies."""
        ...

    def hits(self, tq: int, troop: Troop) -> int:
        """Hits of a unit that has rallied, by its printed TQ."""
        ...

    def failure(self, roll: int, tq: int, troop: Troop) -> RallyFailure:
        """What a roll over the limit does."""
        ...


class RallyByInitiative:
    """A 10.27, S 10.28 Initiative and 1 more brings it back, with hits of a table; more, and it flees or is lost."""

    once_a_turn = True
    table = "rally_table"

    def __init__(self, *, heavy_lost: bool = False) -> None:
        """``heavy_lost``: heavy infantry doesn't flee on, whatever it rolled (A)."""
        self.heavy_lost = heavy_lost

    def limit(self, *, charisma: int, initiative: int) -> int:
        """See :class:`RallyRule`."""
        return initiative + 1

    def hits(self, tq: int, troop: Troop) -> int:
        """The table tells."""
        raise NotImplementedError

    def failure(self, roll: int, tq: int, troop: Troop) -> RallyFailure:
        """Over its printed TQ it is lost; else it flees on."""
        return "lost" if roll > tq or (self.heavy_lost and troop.target == "heavy") else "flight"


# -- Leaders hit -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hurt:
    """What being hit does to a leader."""

    killed: bool = False
    finished: bool = True
    """He does nothing more this turn."""
    ratings: int = 0
    """By how much each of his ratings is lower from now on."""


class Casualty(Protocol):
    """C 9.36, A 8.34, S 4.63 A leader is hit, by fire or in Shock: how badly?"""

    def certain(self, *, wounded: bool) -> Hurt | None:
        """What happens without a roll; None where one is made."""
        ...

    def hurt(self, roll: int, *, personal_combat: int | None, wounded: bool) -> Hurt:
        """What the roll means."""
        ...


class CasualtyBySeverity:
    """A 8.34, S 4.63 The casualty table: Finished, wounded by 1 or by 2, killed."""

    def __init__(self, *, second_kills: bool = False) -> None:
        """``second_kills``: whoever is wounded already dies of another wound (A 8.42)."""
        self.second_kills = second_kills

    def certain(self, *, wounded: bool) -> Hurt | None:
        """See :class:`Casualty`."""
        return None

    def hurt(self, roll: int, *, personal_combat: int | None, wounded: bool) -> Hurt:
        """See :class:`Casualty`."""
        if roll <= 6:
            return Hurt()
        if (wounded and self.second_kills) or roll >= 9:
            return Hurt(killed=True)
        return Hurt(ratings=roll - 6)


# -- Shock before it is fought ---------------------------------------------------------------------------------------


class Foreseen(Protocol):
    """A Shock as it would be fought, if both sides choose well."""

    @property
    def defender(self) -> Any:
        """The unit struck first, or whose type counts."""
        ...

    @property
    def arc(self) -> str:
        """Where the attack comes from: "front", "flank", "rear"."""
        ...

    @property
    def gain(self) -> float:
        """Mean harm of the defenders less the attackers', in hits."""
        ...

    @property
    def suffered(self) -> float:
        """Mean harm of the defenders, in hits."""
        ...


class Forecast(Protocol):
    """G 7.5 How a game reckons its Shocks beforehand, where it doesn't do so by columns and superiority (9.16).

    ``g`` is a battle of the game, units are its own.
    """

    def foresee(self, g: Any, ours: Sequence[Any], theirs: Sequence[Any]) -> Foreseen: ...

    def in_short(self, found: Any) -> Text:
        """In a few words; ``found`` is what :meth:`foresee` gave."""
        ...

    def odds(self, g: Any, found: Any) -> Odds:
        """Every result with its probability."""
        ...

    def facing(self, g: Any, unit: Any) -> Sequence[Any]:
        """Enemies that have to be attacked where the unit attacks; else those it may attack."""
        ...

    def obliged(self, g: Any) -> Sequence[Any]:
        """Units of the side that acts that must attack as they stand."""
        ...

    def hangs_together(self, g: Any) -> bool:
        """Whether what a Shock comes to hangs on who fights in the others of the same plan."""
        ...

    def label(self, found: Any) -> str:
        """What the arrow of the attack carries in a picture."""
        ...

    def better(self, found: Any) -> float:
        """Probability that the defenders fare worse than the attackers."""
        ...

    def sections(self, g: Any, ours: Sequence[Any], theirs: Sequence[Any]) -> list[Section]:
        """Everything about one Shock, for who asks."""
        ...

    def bar(self, g: Any, unit: Any) -> Refusal | None:
        """Why the unit can attack nobody, whoever stands before it."""
        ...

    def objections(self, g: Any, ours: Sequence[Any], theirs: Sequence[Any]) -> list[Fact]:
        """What the rules have against these attacking those."""
        ...
