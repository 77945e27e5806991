"""Rules of single battles, hooked into the general procedure.

A scenario lists them by id; each is a subclass of :class:`Special` in a module of its own, named in :mod:`kinds`. What
they may say about the ground is in :mod:`engine.systems.cataphract.ground`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, show
from engine.kernel.scenario import SpecialRule
from engine.kernel.text import Refusal, few, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.ground import GroundRule
from engine.systems.cataphract.shock.combat import Combat
from engine.systems.cataphract.state import Leader, Unit


@dataclass(frozen=True, slots=True)
class Leave:
    """How a subordinate comes by Line Commands where 4.33 is replaced: asked afresh in every Orders Phase."""

    rule: str
    """Id of the rule that replaces it."""
    limit: int | None
    """Highest roll that grants it, failing which he gives Individual Orders only; None: without a roll."""


class Special(GroundRule):
    """The hooks; each does nothing unless a battle's rule says otherwise.

    A rule that is data alone (values of units, rows of a table, cases not used) is a plain :class:`Special`: it is
    there to be read with ``/rule``.
    """

    def set_up_area(self, g: Battle, piece: Unit | Leader) -> Collection[Hex] | None:
        """Hexes its owner may choose from when he sets the piece up; None leaves that to the scenario."""
        return None

    def faces_freely(self, g: Battle, unit: Unit) -> bool:
        """Whether its owner chooses the unit's facing when he sets it up, whatever the scenario says."""
        return False

    async def setup(self, g: Battle) -> None:
        """Once, when both sides have set up, before the first turn."""

    def hidden(self, g: Battle, sides: Collection[str]) -> Collection[str]:
        """Units and leaders, by id, that a picture made for ``sides`` must not show; () is for everybody's eyes."""
        return ()

    async def turn_start(self, g: Battle) -> None:
        """Before elite phases, every turn."""

    async def before_withdrawal(self, g: Battle) -> None:
        """In the Withdrawal Phase, before Rout Points are totalled."""

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        """Whether the unit is willing to enter enemy ZOC at a hex of its own will."""
        return True

    def orderable(self, g: Battle, unit: Unit) -> str | None:
        """Why leaders can't give the unit move or fire orders now; None when they can."""
        return None

    def after_shock(self, g: Battle, losers: list[Unit]) -> None:
        """Units that were hit, routed or eliminated by an enemy Shock."""

    def rooted(self, g: Battle, unit: Unit) -> str | None:
        """Why the unit may neither move nor withdraw in order, though it may fire; None when it may."""
        return None

    def fired_at(self, g: Battle, target: Unit | Leader) -> None:
        """A volley has been rolled for, whatever came of it."""

    async def before_shock(self, g: Battle) -> None:
        """The Shock segment begins; nobody has said yet whom he attacks."""

    def fights(self, g: Battle, unit: Unit) -> None:
        """The unit takes part in an attack that begins now, on either side."""

    def checks_rolled(self, g: Battle) -> None:
        """9.13 All Pre-Shock checks are rolled; their results come now."""

    async def checks_over(self, g: Battle) -> None:
        """9.13 The results of all Pre-Shock checks are in."""

    async def fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        """Attacks have been fought out and winners have advanced (9.13 to 9.17)."""

    def shock_fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        """As :meth:`fought`, after all else that comes of these attacks."""

    def shock_over(self, g: Battle) -> None:
        """The Shock segment is at its end."""

    def dislodged(self, g: Battle) -> None:
        """Somebody has been taken or driven from where he stood: lost, routed, gone."""

    async def acting(self, g: Battle, unit: Unit) -> None:
        """A unit of the active side is about to act, or has come to another hex (window W7)."""

    async def before_volley(
        self, g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
    ) -> None:
        """8.15 Fire at a unit is certain and not yet rolled for; what is given is what :func:`volley.preview` takes."""

    def bars_fire(self, g: Battle, unit: Unit) -> Refusal | None:
        """8.11 Why no fire can be ordered from the unit in this Orders Phase; None when it can."""
        return None

    def nearest(self, g: Battle, unit: Unit) -> Collection[Unit]:
        """Enemies that are the nearest to the unit whatever the distance (11.31); () leaves that to the map."""
        return ()

    async def rush(self, g: Battle, units: Sequence[Unit]) -> Collection[str]:
        """Move units of an Uncontrolled Line another way than 11.31 does; returns those dealt with, by id."""
        return ()

    async def shock(self, g: Battle) -> None:
        """Fight attacks of the active side that come before all others of the Shock segment."""

    def superior(self, g: Battle, attacker: Unit, defender: Unit) -> str | None:
        """What makes the attacker Attack Superior, in words (9.16 step 1); None when nothing special does."""
        return None

    def weaves(self, g: Battle, unit: Unit) -> bool:
        """Whether the unit passes through one friend a move, 1 MP dearer and without a hit to itself (6.65)."""
        return False

    def post(self, g: Battle, leader: Leader) -> Collection[Hex] | None:
        """The only hexes the leader may go to of his own will; None leaves him free."""
        return None

    def other_line(self, g: Battle, leader: Leader, unit: Unit) -> str | None:
        """Why the unit is in no Line of this leader's (4.32); None when it may be."""
        return None

    def kept_back(self, g: Battle, leader: Leader, *, prize: bool) -> bool:
        """Whether the leader is not in play this turn (5.1). ``prize``: for the champion's winner to choose (11.85)."""
        return False

    async def after_reload(self, g: Battle) -> None:
        """At the end of the Rout and Reload Phase."""

    def leave(self, g: Battle, leader: Leader) -> Leave | None:
        """What replaces 4.33 for a Subordinate Commander as he stands; None where it holds."""
        return None

    def free_lines(self, g: Battle, leader: Leader) -> Sequence[list[Unit]]:
        """Lines beyond 4.32 the leader may command besides, needing nobody's leave (4.33)."""
        return ()

    def aloof(self, g: Battle, leader: Leader, units: Sequence[Unit]) -> Collection[str]:
        """Units of a Line, by id, that may move nowhere next to an enemy under the Line Command just given."""
        return ()

    def risk(self, g: Battle, leader: Leader) -> str | None:
        """What activating the leader takes or may bring about, in words; None when there is nothing to it."""
        return None

    async def activating(self, g: Battle, leader: Leader) -> bool:
        """The leader is to have an Orders Phase; False when nothing comes of it, and he is Finished or gone."""
        return True

    def may_trump(self, g: Battle, leader: Leader) -> bool:
        """Whether the leader may try to Trump (5.4)."""
        return True

    def bars_withdrawal(self, g: Battle, unit: Unit, mover: Unit) -> str | None:
        """Why the unit can't make an Orderly Withdrawal from ``mover`` (6.51); None when it can."""
        return None

    def bars_recovery(self, g: Battle, unit: Unit) -> str | None:
        """Why the unit can't recover hits by order (10.16); None when it can."""
        return None

    def size_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier] | None:
        """Column shifts in place of the Size Differential (9.16 step 2); None where sizes count."""
        return None

    def charge_bonus(self, g: Battle, unit: Unit) -> int:
        """Added to the TQ of a unit that attacks, for its Pre-Shock check alone (9.13)."""
        return 0

    async def routed(self, g: Battle, unit: Unit) -> None:
        """A unit has just routed, and fled or been lost (10.21)."""

    def tq_change(self, g: Battle, unit: Unit) -> int:
        """Added to the unit's TQ in force; what goes by printed TQ stays (8.34, 10.27, 12.11)."""
        return 0

    def range_changes(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        """Hexes by which fire from ``a`` at ``b`` reaches farther than 8.16 has it, or (negative) less far."""
        return ()

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        """8.15 Further modifiers of the roll for fire from ``a`` at ``b``."""
        return ()

    def manned(self, g: Battle, h: Hex) -> bool:
        """Whether a unit holds the hex although nobody may enter it: orders reach it (4.21)."""
        return False

    def flight_ends(self, g: Battle, unit: Unit, a: Hex, b: Hex) -> str | None:
        """What becomes of a routing unit that steps from ``a`` to ``b`` and is lost by it; None when it isn't."""
        return None

    async def approached(self, g: Battle, h: Hex) -> None:
        """Somebody is about to enter the hex."""

    def entered(self, g: Battle, unit: Unit) -> None:
        """A unit that isn't routing has entered its hex."""


class Chapter(Special):
    """A clause of the rules that not every system of the family has: in force in all battles of those that have it.

    It uses the hooks of a battle's rule, and comes before those. Its procedures stand in the same module.
    """

    case: ClassVar[str]
    """Its case, for refusals that name none of their own."""

    def __init__(self) -> None:
        super().__init__(SpecialRule(id=self.case, title=self.about, text=self.about))

    def afresh(self) -> Self:
        return type(self)()


def rules(g: Battle) -> list[Special]:
    """The special rules of a battle, in the order of its scenario; chapters are not among them."""
    return [r for r in g.rules if not isinstance(r, Chapter)]


def having(g: Battle, hook: str) -> list[Special]:
    """Those rules in force that do anything in a hook, by its name: chapters first, then the battle's own in order."""
    return g.having(hook)


def may_enter_zoc(g: Battle, unit: Unit, h: Hex) -> bool:
    """Whether every special rule lets the unit enter the hex, if it lies in enemy ZOC."""
    return unwilling(g, unit, h) is None


def unwilling(g: Battle, unit: Unit, h: Hex) -> Special | None:
    """The special rule that keeps the unit out of the hex, if it lies in enemy ZOC."""
    specials = having(g, "may_enter_zoc")
    if not specials or not g.enemy_zoc(h, unit.side):
        return None
    return next((r for r in specials if not r.may_enter_zoc(g, unit, h)), None)


def check_zoc(g: Battle, unit: Unit, h: Hex) -> None:
    """Refuse a hex in enemy ZOC that the unit will not enter of its own will."""
    rule = unwilling(g, unit, h)
    if rule is not None:
        refuse(
            "{unit} won't enter enemy ZOC at {hex}: {why}.",
            rule=rule.spec.id,
            unit=unit.id,
            hex=show(h),
            why=rule.spec.title,
        )


def hidden(g: Battle, sides: Collection[str]) -> set[str]:
    """Units and leaders a special rule keeps from all but their owner, where ``sides`` are those looking."""
    return {piece for r in having(g, "hidden") for piece in r.hidden(g, sides)}


def barred(g: Battle, unit: Unit) -> str | None:
    """Why a special rule keeps leaders from ordering the unit; None when none does."""
    return next((why for r in having(g, "orderable") if (why := r.orderable(g, unit))), None)


def rooted(g: Battle, unit: Unit) -> str | None:
    """Why a special rule keeps the unit from moving; None when none does."""
    return next((why for r in having(g, "rooted") if (why := r.rooted(g, unit))), None)


def check_rooted(g: Battle, unit: Unit) -> None:
    """Refuse a move a special rule forbids the unit."""
    for r in having(g, "rooted"):
        why = r.rooted(g, unit)
        if why:
            refuse("{unit} can't move: {why}.", rule=r.spec.id, unit=unit.id, why=why)


def nearest(g: Battle, unit: Unit) -> list[Unit]:
    """11.31 Enemies among which the unit finds its nearest: those a special rule names, else all."""
    named = next((found for r in having(g, "nearest") if (found := r.nearest(g, unit))), None)
    return list(named) if named is not None else list(g.units(g.state.enemy(unit.side)))


def superior(g: Battle, attacker: Unit, defender: Unit) -> str | None:
    """9.16 step 1: what a special rule makes the attacker superior by; None when none does."""
    return next((why for r in having(g, "superior") if (why := r.superior(g, attacker, defender))), None)


def weaves(g: Battle, unit: Unit) -> bool:
    """Whether a special rule lets the unit pass through a friend lightly."""
    return any(r.weaves(g, unit) for r in having(g, "weaves"))


def may_go(g: Battle, leader: Leader, to: Hex) -> bool:
    """Whether no special rule binds the leader to other hexes."""
    return all((bound := r.post(g, leader)) is None or to in bound for r in having(g, "post"))


def bound(g: Battle, leader: Leader) -> bool:
    """Whether a special rule binds the leader to some hexes."""
    return any(r.post(g, leader) is not None for r in having(g, "post"))


def check_post(g: Battle, leader: Leader, to: Hex) -> None:
    """Refuse a hex a special rule keeps the leader from."""
    for r in having(g, "post"):
        hexes = r.post(g, leader)
        if hexes is not None and to not in hexes:
            refuse(
                "{leader} must be at one of {hexes}, not at {to}.",
                rule=r.spec.id,
                leader=leader.name,
                hexes=few(show(h) for h in sorted(hexes)),
                to=show(to),
            )


def other_line(g: Battle, leader: Leader, unit: Unit) -> str | None:
    """Why a special rule keeps the unit out of Lines the leader commands; None when none does."""
    return next((why for r in having(g, "other_line") if (why := r.other_line(g, leader, unit))), None)


def kept_back(g: Battle, leader: Leader, *, prize: bool = False) -> bool:
    """5.1 Whether a special rule keeps the leader out of play this turn; see :meth:`Special.kept_back`."""
    return any(r.kept_back(g, leader, prize=prize) for r in having(g, "kept_back"))


def tq_change(g: Battle, unit: Unit) -> int:
    """What special rules add to the unit's TQ in force."""
    return sum(r.tq_change(g, unit) for r in having(g, "tq_change"))


def range_changes(g: Battle, shooter: Unit, a: Hex, b: Hex) -> list[Modifier]:
    """8.16 Hexes special rules add to the range of fire from ``a`` at ``b``."""
    return [m for r in having(g, "range_changes") for m in r.range_changes(g, shooter, a, b)]


def bars_withdrawal(g: Battle, unit: Unit, mover: Unit) -> tuple[str, str] | None:
    """6.51 Why a special rule keeps the unit from withdrawing from ``mover``, and the rule; None when none does."""
    return next(
        ((why, r.spec.id) for r in having(g, "bars_withdrawal") if (why := r.bars_withdrawal(g, unit, mover))), None
    )


def size_modifiers(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier] | None:
    """9.16 step 2: column shifts by a special rule in place of sizes; None where sizes count."""
    return next(
        (m for r in having(g, "size_modifiers") if (m := r.size_modifiers(g, attackers, defenders)) is not None), None
    )


def leave(g: Battle, leader: Leader) -> Leave | None:
    """4.33 How a subordinate comes by Line Commands in this battle; None where 4.33 holds."""
    return next((x for r in having(g, "leave") if (x := r.leave(g, leader)) is not None), None)


def free_lines(g: Battle, leader: Leader) -> list[list[Unit]]:
    """4.32 Lines special rules let the leader command besides those of the Line Command table."""
    return [line for r in having(g, "free_lines") for line in r.free_lines(g, leader)]


def risk(g: Battle, leader: Leader) -> str | None:
    """What activating the leader may bring about, in words; None when there is nothing to it."""
    return next((words for r in having(g, "risk") if (words := r.risk(g, leader))), None)


async def activating(g: Battle, leader: Leader) -> bool:
    """Let special rules test a leader who is to have an Orders Phase; False when nothing comes of it."""
    for r in having(g, "activating"):
        if not await r.activating(g, leader):
            return False
    return True


async def routed(g: Battle, unit: Unit) -> None:
    """Let special rules know that a unit has just routed."""
    for r in having(g, "routed"):
        await r.routed(g, unit)


def fire_modifiers(g: Battle, shooter: Unit, a: Hex, b: Hex) -> list[Modifier]:
    """8.15 Modifiers by special rules of a roll for fire from ``a`` at ``b``."""
    return [m for r in having(g, "fire_modifiers") for m in r.fire_modifiers(g, shooter, a, b)]


def manned(g: Battle, h: Hex) -> bool:
    """4.21 Whether a unit holds the hex although nobody may enter it: orders reach it."""
    return any(r.manned(g, h) for r in having(g, "manned"))


def flight_ends(g: Battle, unit: Unit, a: Hex, b: Hex) -> tuple[str, str] | None:
    """What a routing unit is lost by when it steps from ``a`` to ``b``, and the rule; None when it flees on."""
    return next(((end, r.spec.id) for r in having(g, "flight_ends") if (end := r.flight_ends(g, unit, a, b))), None)


async def approached(g: Battle, h: Hex) -> None:
    """Let special rules know that somebody is about to enter the hex."""
    for r in having(g, "approached"):
        await r.approached(g, h)


def entered(g: Battle, unit: Unit) -> None:
    """Let special rules know that a unit, not routing, has entered its hex."""
    for r in having(g, "entered"):
        r.entered(g, unit)


async def acting(g: Battle, unit: Unit) -> None:
    """W7 Tell chapters that a unit of the active side is about to act, or has come to another hex."""
    for r in having(g, "acting"):
        await r.acting(g, unit)


def dislodged(g: Battle) -> None:
    """Tell chapters that somebody has been taken or driven from where he stood."""
    for r in having(g, "dislodged"):
        r.dislodged(g)


async def before_volley(
    g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
) -> None:
    """8.15 Let chapters act before a volley at a unit is rolled for."""
    for r in having(g, "before_volley"):
        await r.before_volley(g, shooter, target, distance=distance, moved=moved, origin=origin)


def bars_fire(g: Battle, unit: Unit) -> Refusal | None:
    """8.11 Why a chapter keeps fire from being ordered from the unit; None when none does."""
    return next((why for r in having(g, "bars_fire") if (why := r.bars_fire(g, unit)) is not None), None)
