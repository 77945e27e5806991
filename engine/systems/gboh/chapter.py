"""What rules beside the general procedure may have a say in: the hooks, of which each does nothing by itself.

Two kinds of rules use them: those of a single battle (:mod:`special`, listed in its scenario), and chapters, clauses of
the system that not every system of the family has (:mod:`chapters`). How the general procedure calls them is in
:mod:`special` too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeAlias

from engine.kernel.decisions import Answer, Choice, Risk
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Facing, Hex
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.scenario import SpecialRule
from engine.kernel.text import Refusal, Text
from engine.kernel.view import Particular
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.own import B, B_contra, L, U
from engine.systems.gboh.referee.mark import Mark
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.shock_rule import ShockRule
from engine.systems.gboh.special_units import SpecialUnits
from engine.systems.gboh.state import OrdersPhase, Unit

Procedure = Callable[[Any], Coroutine[Any, Any, None]]
"""What runs in a phase."""


class Stand(Protocol):
    """How a unit would stand at the end of a path: a :class:`reach.Node`."""

    hex: Hex
    facing: Facing
    mp: int


class Conduct(Protocol[B_contra]):
    """How written orders move units in an Orders Phase of a chapter's own kind, which no leader gives."""

    def check_unled(self, g: B_contra, answer: Answer) -> None:
        """Refuse what can't be ordered."""
        ...

    async def unled(self, g: B_contra, answer: Answer) -> None:
        """Carry a checked order out."""
        ...


@dataclass(frozen=True, slots=True)
class Leave:
    """How a subordinate comes by Line Commands where 4.33 is replaced: asked afresh in every Orders Phase."""

    rule: str
    """Id of the rule that replaces it."""
    limit: int | None
    """Highest roll that grants it, failing which he gives Individual Orders only; None: without a roll."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won when the battle's time is up with both armies on the field, and why."""

    winner: str
    why: Text
    rule: str


class Special(SpecialUnits[B, U, L], ShockRule[B, U, L]):
    """The hooks; each does nothing unless a battle's rule says otherwise.

    A rule that is data alone (values of units, rows of a table, cases not used) is a plain :class:`Special`: it is
    there to be read with ``/rule``.
    """

    binds_riders: ClassVar[bool] = True
    """Whether :meth:`post` holds for a leader who rides with a unit, too."""

    def set_up_area(self, g: B, piece: U | L) -> Collection[Hex] | None:
        """Hexes its owner may choose from when setting the piece up; None leaves that to the scenario."""
        return None

    def faces_freely(self, g: B, unit: U) -> bool:
        """Whether its owner chooses the unit's facing when setting it up, whatever the scenario says."""
        return False

    def check_set_up(self, g: B, side: str, places: Mapping[str, Hex]) -> None:
        """Refuse a set-up of a side: its pieces' hexes as a change would leave them."""

    async def setup(self, g: B) -> None:
        """Once, when both sides have set up, before the first turn."""

    def veiled(self, g: B, sides: Collection[str]) -> Mapping[str, Any]:
        """Fields of the state as these sides know them, where they know less than is so."""
        return {}

    def hidden(self, g: B, sides: Collection[str]) -> Collection[str]:
        """Units and leaders, by id, that a picture made for ``sides`` must not show; () is for everybody's eyes."""
        return ()

    async def turn_start(self, g: B) -> None:
        """Before elite phases, every turn."""

    async def before_rout(self, g: B) -> None:
        """All leaders have acted; the Rout and Reload Phase begins unless this begins an Orders Phase of its own."""

    async def before_withdrawal(self, g: B) -> None:
        """In the Withdrawal Phase, before Rout Points are totalled."""

    def reckoned(self, g: B) -> Verdict | None:
        """Who has won when the time is up and neither army has withdrawn; None leaves that to the battle (2.6)."""
        return None

    def tracks(self, g: B, side: str) -> Sequence[Particular]:
        """What the rule counts for a side besides Rout Points: what it is, and how it stands with that."""
        return ()

    def may_enter_zoc(self, g: B, unit: U, h: Hex) -> bool:
        """Whether the unit is willing to enter enemy ZOC at a hex of its own will."""
        return True

    def orderable(self, g: B, unit: U) -> Text | None:
        """Why leaders can't give the unit move or fire orders now; None when they can."""
        return None

    def after_shock(self, g: B, losers: list[U]) -> None:
        """Units that were hit, routed or eliminated by an enemy Shock."""

    def rooted(self, g: B, unit: U) -> Text | None:
        """Why the unit may neither move nor withdraw in order, though it may fire; None when it may."""
        return None

    def broken_by(self, g: B, unit: U, hits: int, *, fire: bool) -> bool | None:
        """10.14 Whether so many hits may break the unit, or ``fire`` that brings it to them; None where its TQ says."""
        return None

    def breaks_with(self, g: B, unit: U) -> Sequence[Unit]:
        """10.2 Who else of its stack breaks, or may, as the unit does."""
        return ()

    async def struck(self, g: B, unit: U, shooters: Sequence[U]) -> None:
        """8.15 Fire of these units has done the unit harm."""

    async def before_shock(self, g: B) -> None:
        """The Shock segment begins; nobody has said yet whom they attack."""

    def fights(self, g: B, unit: U) -> None:
        """The unit takes part in an attack that begins now, on either side."""

    def checks_rolled(self, g: B) -> None:
        """9.13 All Pre-Shock checks are rolled; their results come now."""

    async def checks_over(self, g: B) -> None:
        """9.13 The results of all Pre-Shock checks are in."""

    async def fought(self, g: B, combats: Sequence[Combat]) -> None:
        """Attacks have been fought out and winners have advanced (9.13 to 9.17)."""

    def shock_fought(self, g: B, combats: Sequence[Combat]) -> None:
        """As :meth:`fought`, after all else that comes of these attacks."""

    def shock_over(self, g: B) -> None:
        """The Shock segment is at its end."""

    def dislodged(self, g: B) -> None:
        """Somebody has been taken or driven from where he stood: lost, routed, gone."""

    def body(self, g: B, unit: U) -> str | None:
        """The body of troops the unit acts with, by name, for who orders many at once; None for its contingent."""
        return None

    async def activated(self, g: B, units: Sequence[U]) -> None:
        """The units have just been activated with their Formation; who is In Command is settled next."""

    async def acting(self, g: B, unit: U) -> None:
        """A unit of the active side is about to act, or has come to another hex (window W7)."""

    def after_elite(self, g: B) -> str | None:
        """5.1 A phase of its own between elite phases and the activation of leaders; None when there is none.

        Of several chapters the first has its way, and its phase goes on to the others'.
        """
        return None

    async def conducts(self, g: B) -> bool:
        """Run an Orders Phase of a kind of its own, one step; False when the one under way is of another kind."""
        return False

    def conduct(self, g: B) -> Conduct[B] | None:
        """How orders are given in an Orders Phase of a kind of its own; None when the one under way is of another."""
        return None

    def concludes(self, g: B, orders: OrdersPhase) -> bool:
        """Go on after an Orders Phase of a kind of its own that has just ended; False when it was of another kind."""
        return False

    def procedure(self, phase: str) -> Procedure | None:
        """What runs in a phase of its own; None for other phases."""
        return None

    def fires_freely(self, g: B, unit: U) -> bool:
        """Whether the unit's fire takes no order and no leader."""
        return False

    def check_free_fire(self, g: B, unit: U, target: U | L) -> None:
        """Refuse fire that takes no order, of a unit that :meth:`fires_freely`."""

    async def free_fire(self, g: B, unit: U, target: U | L) -> None:
        """Carry such fire out."""

    def free_choices(self, g: B) -> Iterator[Choice]:
        """Menu entries of the active side that take no order and no leader."""
        yield from ()

    def goes_on(self, g: B) -> bool:
        """Whether the active side has anything left to do that takes no order and no leader."""
        return False

    def unit_choices(self, g: B, unit: U) -> Iterator[Choice]:
        """What a unit that may be ordered can do besides moving and firing, and the orders its chapter adds."""
        yield from ()

    def check_form(self, g: B, unit: U, end: Stand, facing: Facing) -> None:
        """Refuse a change of formation at the end of a path."""

    async def form(self, g: B, unit: U, facing: Facing) -> None:
        """Change the unit's formation as the last act of its move."""

    def check_line(self, g: B, units: Sequence[U]) -> None:
        """Refuse a Line Command to these units together."""

    def line_words(self, g: B, units: Sequence[U], what: Text) -> Text:
        """How a menu puts a Line Command to these units, where the chapter has more to say than ``what``."""
        return what

    def line_notes(self, g: B, leader: L, units: Sequence[U]) -> Iterator[Text]:
        """What a Line Command of the leader to these units may bring about, to be read before it is given."""
        yield from ()

    def line_begins(self, g: B, units: Sequence[U]) -> None:
        """A Line Command to these units has been given."""

    async def line_ends(self, g: B, leader: L) -> None:
        """All units of a Line have acted."""

    async def harassed(self, g: B, unit: U, target: U, path: Sequence[Hex]) -> None:
        """8.35 The unit has harassed the target along ``path``, and all fire is done."""

    def appears(self, g: B, leader: L) -> None:
        """The leader is about to have an Orders Phase."""

    def tq_modifiers(self, g: B, unit: U) -> Sequence[Modifier]:
        """Modifiers of every roll the unit makes against its TQ."""
        return ()

    def heeds(self, g: B, unit: U, *, releasing: bool, firing: bool) -> Refusal | None:
        """Why the unit heeds no move or fire order now; None when it does.

        ``releasing``: a Line Command that may free it of a formation first. ``firing``: it is to fire.
        """
        return None

    def unavailable(self, g: B, unit: U) -> Refusal | None:
        """Why the unit, which isn't on the map, takes no order, for its owner; None: it just isn't there."""
        return None

    def confines(self, g: B, unit: U) -> Refusal | None:
        """Why the unit, which is among those that stay in their hexes, does so; it may turn. None for its fire."""
        return None

    def bars_orders(self, g: B, piece: U | L) -> Refusal | None:
        """Why the active leader gives no order of any kind to the unit or leader in this phase; None when he may."""
        return None

    def bars_move(self, g: B, unit: U) -> Refusal | None:
        """Why the unit can't leave its hex by order as it is, though it may turn or fire; None when it can."""
        return None

    def bars_parting(self, g: B, leader: L, unit: U) -> Refusal | None:
        """Why a unit in the hex of the leader who orders it can't leave that without him; None when it can."""
        return None

    def bars_attack(self, g: B, unit: U) -> Refusal | None:
        """7.34 Why the unit can't attack as it is; None when it can."""
        return None

    async def leader_approached(self, g: B, leader: L, by: U | L) -> None:
        """4.62 An enemy has just come next to a leader: what he may do before anything else."""

    async def leader_arrives(self, g: B, leader: L) -> None:
        """4.63 A leader has moved by himself, by order."""

    async def succession(self, g: B) -> None:
        """4.63 Between two phases: leaders may have been lost whose place is taken at once."""

    async def crisis(self, g: B, leader: L) -> None:
        """5.33 Doom has struck the leader and those around him."""

    def decided(self, g: B) -> tuple[str | None, Text, str] | None:
        """Who has won, if the battle is over by this: the side (None: nobody), the story, the case."""
        return None

    def keeps_secrets(self, g: B, side: str) -> bool:
        """Whether the side's orders may tell its opponents what they mustn't know."""
        return False

    def facts(self, g: B, unit: U) -> Iterator[Fact]:
        """What a unit that may be ordered can do besides moving and firing, for who asks about it."""
        yield from ()

    def command_facts(self, g: B, unit: U) -> Iterator[Fact]:
        """Who commands the unit, in games in which no leader gives it orders of its own."""
        yield from ()

    def reaction_facts(self, g: B, unit: U) -> Iterator[Fact]:
        """What the unit can do in the enemy's Orders Phase, for who asks about it; ``g`` is in such a phase."""
        yield from ()

    def states(self, unit: U) -> Mapping[str, bool]:
        """Markers of its own that the unit may bear, by the name the table knows them by."""
        return {}

    def counter_facts(self, g: B, unit: U) -> Iterator[Particular]:
        """What a counter's facts say besides its ratings: what, and how it stands with that."""
        yield from ()

    def leader_facts(self, g: B, leader: L, viewers: Collection[str]) -> Iterator[Particular]:
        """What a leader's facts say besides his ratings, to the sides among ``viewers``: what, and how it stands."""
        yield from ()

    def settings(self, g: B, unit: U) -> Iterator[Setting]:
        """What a referee may set of the unit."""
        yield from ()

    def leader_settings(self, g: B, leader: L) -> Iterator[Setting]:
        """What a referee may set of the leader."""
        yield from ()

    def put_leader(self, g: B, leader: L, key: str, value: str) -> bool:
        """Emit what sets one of :meth:`leader_settings`; False for another's key."""
        return False

    def side_settings(self, g: B, side: str) -> Iterator[Setting]:
        """What a referee may set of the side."""
        yield from ()

    def marks(self, g: B, name: str) -> Iterator[Mark]:
        """Notes of its own that a referee may set of a side, a leader or a unit, each by its id."""
        yield from ()

    def put(self, g: B, unit: U, key: str, value: str) -> bool:
        """Emit what sets one of :meth:`settings` that isn't kept as it is written; False for another's key."""
        return False

    def broken(self, g: B, *, at_rest: bool) -> Iterator[str]:
        """Invariants of its own that the position breaks, one sentence each; some hold only ``at_rest``."""
        yield from ()

    def must_attack(self, g: B) -> Sequence[str]:
        """Units that must attack in this Shock segment besides those with Must Check (7.31), by id."""
        return ()

    def driven(self, g: B) -> Sequence[str] | None:
        """The units that must attack in an Orders Phase of a kind of its own, by id; None in any other."""
        return None

    def bars_column(self, g: B, unit: U) -> Refusal | None:
        """Why the unit neither forms Column nor leaves it, whatever its kind; None when it may."""
        return None

    def stands_fast(self, g: B, unit: U) -> Refusal | None:
        """Why its formation keeps the unit from giving ground, turning or rushing out in reaction; None for no reason.

        It takes no other formation then either.
        """
        return None

    def halts(self, g: B, unit: U) -> tuple[Text, str] | None:
        """Why the unit goes no farther on the move it is making, and the case; None when it does."""
        return None

    def exhausted(self, g: B, unit: U) -> Refusal | None:
        """Why the unit does nothing more in this Orders Phase, in reaction neither; None when it may."""
        return None

    def lured(self, g: B, unit: U) -> bool:
        """Whether the unit has been drawn out of its move: it moves no more in this Orders Phase."""
        return False

    def mp_taken(self, g: B, unit: U) -> int:
        """Movement Points that something else has taken from the unit's move in this Orders Phase."""
        return 0

    async def breaks(self, g: B, unit: U) -> bool:
        """Deal with a unit that has just broken in a way of its own, by its fate; False for another's."""
        return False

    def nearest(self, g: B, unit: U) -> Collection[Unit]:
        """Enemies that are the nearest to the unit whatever the distance (11.31); () leaves that to the map."""
        return ()

    async def rush(self, g: B, units: Sequence[U]) -> Collection[str]:
        """Move units of an Uncontrolled Line another way than 11.31 does; returns those dealt with, by id."""
        return ()

    async def shock(self, g: B) -> None:
        """Fight attacks of the active side that come before all others of the Shock segment."""

    def superior(self, g: B, attacker: U, defender: U) -> Text | None:
        """What makes the attacker Attack Superior, in words (9.16 step 1); None when nothing special does."""
        return None

    def weaves(self, g: B, unit: U) -> bool:
        """Whether the unit passes through one friend a move, 1 MP dearer and without a hit to itself (6.65)."""
        return False

    def post(self, g: B, leader: L) -> Collection[Hex] | None:
        """The only hexes the leader may go to of his own will; None leaves him free."""
        return None

    def other_line(self, g: B, leader: L, unit: U) -> Text | None:
        """Why the unit is in no Line of this leader's (4.32); None when it may be."""
        return None

    def kept_back(self, g: B, leader: L, *, prize: bool) -> bool:
        """Whether the leader is not in play this turn (5.1). ``prize``: for the champion's winner to choose (11.85)."""
        return False

    async def after_reload(self, g: B) -> None:
        """At the end of the Rout and Reload Phase."""

    def leave(self, g: B, leader: L) -> Leave | None:
        """What replaces 4.33 for a Subordinate Commander as he stands; None where it holds."""
        return None

    def free_lines(self, g: B, leader: L) -> Sequence[list[U]]:
        """Lines beyond 4.32 the leader may command besides, needing nobody's leave (4.33)."""
        return ()

    def aloof(self, g: B, leader: L, units: Sequence[U]) -> Collection[str]:
        """Units of a Line, by id, that may move nowhere next to an enemy under the Line Command just given."""
        return ()

    def in_reach(self, g: B, leader: L, unit: U) -> bool:
        """4.21 Whether the leader's orders reach the unit wherever it stands."""
        return False

    def risk(self, g: B, leader: L) -> Text | None:
        """What activating the leader takes or may bring about, in words; None when there is nothing to it."""
        return None

    def activation_risk(self, g: B, leader: L) -> Risk | None:
        """What is rolled for before the leader acts, and what failing costs; None where nothing is."""
        return None

    async def activating(self, g: B, leader: L) -> bool:
        """The leader is to have an Orders Phase; False when nothing comes of it, and he is Finished or gone."""
        return True

    def may_trump(self, g: B, leader: L) -> bool:
        """Whether the leader may try to Trump (5.4)."""
        return True

    def bars_withdrawal(self, g: B, unit: U, mover: U) -> Text | None:
        """Why the unit can't make an Orderly Withdrawal from ``mover`` (6.51); None when it can."""
        return None

    def bars_recovery(self, g: B, unit: U) -> Text | None:
        """Why the unit can't recover hits by order (10.16); None when it can."""
        return None

    def casualty_modifiers(self, g: B, leader: L, *, shock: bool) -> Sequence[Modifier]:
        """9.36 Modifiers of the roll for how badly a leader is hit; ``shock``: in a Shock, not by fire."""
        return ()

    def rally_modifiers(self, g: B, unit: U) -> Sequence[Modifier]:
        """Modifiers of the roll that rallies the unit (10.27)."""
        return ()

    def rally_hits_modifiers(self, g: B, unit: U) -> Sequence[Modifier]:
        """Modifiers of the roll for the hits it comes back with, where there is one."""
        return ()

    def bars_rally(self, g: B, unit: U) -> Text | None:
        """Why the unit can't be rallied by order (10.27); None when it can."""
        return None

    def size_modifiers(self, g: B, attackers: Sequence[U], defenders: Sequence[U]) -> list[Modifier] | None:
        """Column shifts in place of the Size Differential (9.16 step 2); None where sizes count."""
        return None

    def charge_bonus(self, g: B, unit: U) -> int:
        """Added to the TQ of a unit that attacks, for its Pre-Shock check alone (9.13)."""
        return 0

    async def routed(self, g: B, unit: U) -> None:
        """A unit has just routed, and fled or been lost (10.21)."""

    def tq_change(self, g: B, unit: U) -> int:
        """Added to the unit's TQ in force; what goes by printed TQ stays (8.34, 10.27, 12.11)."""
        return 0

    def may_advance(self, g: B, unit: U, to: Hex) -> bool:
        """9.21 Whether the unit may advance into the hex after combat."""
        return True

    def may_momentum(self, g: B, leader: L) -> Text | None:
        """5.31 Why the leader may not try Momentum; None when he may."""
        return None

    def bars_target(self, g: B, shooter: U, target: U) -> Refusal | None:
        """8.13 Why the shooter can't fire at the unit, whatever lies between them; None when it can."""
        return None

    def manned(self, g: B, h: Hex) -> bool:
        """Whether a unit holds the hex although nobody may enter it: orders reach it (4.21)."""
        return False

    def flight_ends(self, g: B, unit: U, a: Hex, b: Hex) -> Text | None:
        """What becomes of a routing unit that steps from ``a`` to ``b`` and is lost by it; None when it isn't."""
        return None

    async def approached(self, g: B, h: Hex) -> None:
        """Somebody is about to enter the hex."""

    def entered(self, g: B, unit: U) -> None:
        """A unit that isn't routing has entered its hex."""


class Chapter(Special[B, U, L]):
    """A clause of the rules that not every system of the family has: in force in all battles of those that have it.

    It uses the hooks of a battle's rule, and comes before those. Its procedures stand in the same module.
    """

    case: ClassVar[Case | str]
    """What it is about, or its number in the only book that has it; for refusals that name no case of their own."""
    orders: ClassVar[tuple[OrderKind[Any], ...]] = ()
    """Orders it adds."""
    retreats: ClassVar[tuple[OwnRetreat[Any, Any], ...]] = ()
    """Ways it adds of giving ground before an enemy (6.5)."""

    def __init__(self, cases: Numbers) -> None:
        """``cases``: what the game's book calls its cases. Raises KeyError if it has none about the chapter."""
        number = cases[self.case] if isinstance(self.case, Case) else self.case
        super().__init__(SpecialRule(id=number, title=self.about, text=self.about))
        self.cases = cases

    def afresh(self) -> Self:
        return type(self)(self.cases)


AnySpecial: TypeAlias = Special[Any, Any, Any]
AnyChapter: TypeAlias = Chapter[Any, Any, Any]
"""Of whatever game."""
