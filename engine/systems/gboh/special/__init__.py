"""Chapters and rules of single battles, as the general procedure asks them.

Chapters come first, then the battle's rules in the order of its scenario, which lists them by id; each is a subclass of
:class:`engine.systems.gboh.chapter.Special` in a module of its own here, named in :mod:`kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.kernel.decisions import Choice, Risk
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import AnySpecial, Chapter, Conduct, Leave, Special, Stand
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.state import Leader, Unit

P = ParamSpec("P")
R = TypeVar("R", bound=AnySpecial)
T = TypeVar("T")


def rules(g: Battle) -> list[Special]:
    """The special rules of a battle, in the order of its scenario; chapters are not among them."""
    return [r for r in g.rules if not isinstance(r, Chapter)]


def having(g: Battle, hook: Callable[Concatenate[R, P], Any]) -> list[R]:
    """Those rules in force that do anything in a hook of :class:`Special`, or of a game's own class of rules: chapters
    first, then the battle's own in order."""
    return g.having(hook.__name__)


def may_enter_zoc(g: Battle, unit: Unit, h: Hex) -> bool:
    """Whether every special rule lets the unit enter the hex, if it lies in enemy ZOC."""
    return unwilling(g, unit, h) is None


def unwilling(g: Battle, unit: Unit, h: Hex) -> Special | None:
    """The special rule that keeps the unit out of the hex, if it lies in enemy ZOC."""
    specials = having(g, Special.may_enter_zoc)
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
    return {piece for r in having(g, Special.hidden) for piece in r.hidden(g, sides)}


def barred(g: Battle, unit: Unit) -> str | None:
    """Why a special rule keeps leaders from ordering the unit; None when none does."""
    return next((why for r in having(g, Special.orderable) if (why := r.orderable(g, unit))), None)


def rooted(g: Battle, unit: Unit) -> str | None:
    """Why a special rule keeps the unit from moving; None when none does."""
    return next((why for r in having(g, Special.rooted) if (why := r.rooted(g, unit))), None)


def first_steps(g: Battle, unit: Unit) -> tuple[str, Sequence[Hex]] | None:
    """The hexes one of which the unit has to enter first on a move, and the rule; None when it is free."""
    found = ((r.spec.id, sorted(r.first_steps(g, unit))) for r in having(g, Special.first_steps))
    return next((x for x in found if x[1]), None)


def check_rooted(g: Battle, unit: Unit) -> None:
    """Refuse a move a special rule forbids the unit."""
    for r in having(g, Special.rooted):
        why = r.rooted(g, unit)
        if why:
            refuse("{unit} can't move: {why}.", rule=r.spec.id, unit=unit.id, why=why)


def nearest(g: Battle, unit: Unit) -> list[Unit]:
    """11.31 Enemies among which the unit finds its nearest: those a special rule names, else all."""
    named = next((found for r in having(g, Special.nearest) if (found := r.nearest(g, unit))), None)
    return list(named) if named is not None else list(g.units(g.state.enemy(unit.side)))


def superior(g: Battle, attacker: Unit, defender: Unit) -> str | None:
    """9.16 step 1: what a special rule makes the attacker superior by; None when none does."""
    return next((why for r in having(g, Special.superior) if (why := r.superior(g, attacker, defender))), None)


def weaves(g: Battle, unit: Unit) -> bool:
    """Whether a special rule lets the unit pass through a friend lightly."""
    return any(r.weaves(g, unit) for r in having(g, Special.weaves))


def may_go(g: Battle, leader: Leader, to: Hex, *, riding: bool = False) -> bool:
    """Whether no special rule binds the leader to other hexes; ``riding``: with a unit."""
    binding = (r for r in having(g, Special.post) if r.binds_riders or not riding)
    return all((bound := r.post(g, leader)) is None or to in bound for r in binding)


def bound(g: Battle, leader: Leader) -> bool:
    """Whether a special rule binds the leader to some hexes."""
    return any(r.post(g, leader) is not None for r in having(g, Special.post))


def check_post(g: Battle, leader: Leader, to: Hex) -> None:
    """Refuse a hex a special rule keeps the leader from."""
    for r in having(g, Special.post):
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
    return next((why for r in having(g, Special.other_line) if (why := r.other_line(g, leader, unit))), None)


def kept_back(g: Battle, leader: Leader, *, prize: bool = False) -> bool:
    """5.1 Whether a special rule keeps the leader out of play this turn; see :meth:`Special.kept_back`."""
    return any(r.kept_back(g, leader, prize=prize) for r in having(g, Special.kept_back))


def tq_change(g: Battle, unit: Unit) -> int:
    """What special rules add to the unit's TQ in force."""
    return sum(r.tq_change(g, unit) for r in having(g, Special.tq_change))


def range_changes(g: Battle, shooter: Unit, a: Hex, b: Hex) -> list[Modifier]:
    """8.16 Hexes special rules add to the range of fire from ``a`` at ``b``."""
    return [m for r in having(g, Special.range_changes) for m in r.range_changes(g, shooter, a, b)]


def bars_withdrawal(g: Battle, unit: Unit, mover: Unit) -> tuple[str, str] | None:
    """6.51 Why a special rule keeps the unit from withdrawing from ``mover``, and the rule; None when none does."""
    return next(
        ((why, r.spec.id) for r in having(g, Special.bars_withdrawal) if (why := r.bars_withdrawal(g, unit, mover))),
        None,
    )


def size_modifiers(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier] | None:
    """9.16 step 2: column shifts by a special rule in place of sizes; None where sizes count."""
    return next(
        (m for r in having(g, Special.size_modifiers) if (m := r.size_modifiers(g, attackers, defenders)) is not None),
        None,
    )


def leave(g: Battle, leader: Leader) -> Leave | None:
    """4.33 How a subordinate comes by Line Commands in this battle; None where 4.33 holds."""
    return next((x for r in having(g, Special.leave) if (x := r.leave(g, leader)) is not None), None)


def free_lines(g: Battle, leader: Leader) -> list[list[Unit]]:
    """4.32 Lines special rules let the leader command besides those of the Line Command table."""
    return [line for r in having(g, Special.free_lines) for line in r.free_lines(g, leader)]


def risk(g: Battle, leader: Leader) -> str | None:
    """What activating the leader may bring about, in words; None when there is nothing to it."""
    return next((words for r in having(g, Special.risk) if (words := r.risk(g, leader))), None)


def activation_risk(g: Battle, leader: Leader) -> Risk | None:
    """What is rolled for before the leader acts; None where nothing is."""
    found = (r.activation_risk(g, leader) for r in having(g, Special.activation_risk))
    return next((x for x in found if x is not None), None)


async def activating(g: Battle, leader: Leader) -> bool:
    """Let special rules test a leader who is to have an Orders Phase; False when nothing comes of it."""
    for r in having(g, Special.activating):
        if not await r.activating(g, leader):
            return False
    return True


async def routed(g: Battle, unit: Unit) -> None:
    """Let special rules know that a unit has just routed."""
    for r in having(g, Special.routed):
        await r.routed(g, unit)


def fire_modifiers(g: Battle, shooter: Unit, a: Hex, b: Hex) -> list[Modifier]:
    """8.15 Modifiers by special rules of a roll for fire from ``a`` at ``b``."""
    return [m for r in having(g, Special.fire_modifiers) for m in r.fire_modifiers(g, shooter, a, b)]


def manned(g: Battle, h: Hex) -> bool:
    """4.21 Whether a unit holds the hex although nobody may enter it: orders reach it."""
    return any(r.manned(g, h) for r in having(g, Special.manned))


def flight_ends(g: Battle, unit: Unit, a: Hex, b: Hex) -> tuple[str, str] | None:
    """What a routing unit is lost by when it steps from ``a`` to ``b``, and the rule; None when it flees on."""
    return next(
        ((end, r.spec.id) for r in having(g, Special.flight_ends) if (end := r.flight_ends(g, unit, a, b))), None
    )


async def approached(g: Battle, h: Hex) -> None:
    """Let special rules know that somebody is about to enter the hex."""
    for r in having(g, Special.approached):
        await r.approached(g, h)


def entered(g: Battle, unit: Unit) -> None:
    """Let special rules know that a unit, not routing, has entered its hex."""
    for r in having(g, Special.entered):
        r.entered(g, unit)


async def acting(g: Battle, unit: Unit) -> None:
    """W7 Tell chapters that a unit of the active side is about to act, or has come to another hex."""
    for r in having(g, Special.acting):
        await r.acting(g, unit)


def dislodged(g: Battle) -> None:
    """Tell chapters that somebody has been taken or driven from where he stood."""
    for r in having(g, Special.dislodged):
        r.dislodged(g)


async def before_volley(
    g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
) -> None:
    """8.15 Let chapters act before a volley at a unit is rolled for."""
    for r in having(g, Special.before_volley):
        await r.before_volley(g, shooter, target, distance=distance, moved=moved, origin=origin)


def conduct(g: Battle) -> Conduct[Battle] | None:
    """How orders are given in the Orders Phase under way, if it is of a chapter's own kind and takes any."""
    return next((c for r in having(g, Special.conduct) if (c := r.conduct(g)) is not None), None)


def after_elite(g: Battle) -> str:
    """5.1 The phase after elite phases: a chapter's own, or the activation of leaders."""
    return next((phase for r in having(g, Special.after_elite) if (phase := r.after_elite(g)) is not None), "select")


def order_kinds(g: Battle) -> Iterator[OrderKind[Any]]:
    """Every kind of order there is: those of the game, then those that chapters add."""
    yield from g.game.orders
    yield from own_orders(g)


def own_orders(g: Battle) -> Iterator[OrderKind[Any]]:
    """Kinds of orders that chapters add."""
    return (kind for r in g.rules if isinstance(r, Chapter) for kind in r.orders)


def unit_choices(g: Battle, unit: Unit) -> Iterator[Choice]:
    """What chapters and rules, and the orders chapters add, have for a unit that may be ordered."""
    for r in g.rules:
        yield from r.unit_choices(g, unit)
        if isinstance(r, Chapter):
            for kind in r.orders:
                yield from kind.unit_choices(g, unit)


def free_fire(g: Battle, unit: Unit | None) -> Special | None:
    """The chapter by which the unit's fire takes no order; None when it takes one."""
    return (
        next((r for r in having(g, Special.fires_freely) if r.fires_freely(g, unit)), None)
        if unit is not None
        else None
    )


def check_line(g: Battle, units: Sequence[Unit]) -> None:
    """Refuse a Line Command to these units that a chapter forbids."""
    for r in having(g, Special.check_line):
        r.check_line(g, units)


def check_form(g: Battle, unit: Unit, end: Stand, facing: Facing) -> None:
    """Refuse a change of formation that a chapter forbids, or that no chapter knows."""
    forms = having(g, Special.check_form)
    if not forms:
        refuse("{unit} has no other formation.", unit=unit.id)
    for r in forms:
        r.check_form(g, unit, end, facing)


def why_not(
    g: Battle, hook: Callable[Concatenate[Any, Any, P], Refusal | None], *args: P.args, **named: P.kwargs
) -> Refusal | None:
    """The first Refusal that a hook such as :meth:`Special.bars_attack` gives; None when none does."""
    name = hook.__name__
    for r in g.having(name):
        if (no := getattr(r, name)(g, *args, **named)) is not None:
            return no
    return None


def told(
    g: Battle, hook: Callable[Concatenate[Any, Any, P], Iterable[T]], *args: P.args, **named: P.kwargs
) -> Iterator[T]:
    """All that chapters and rules yield in a hook such as :meth:`Special.facts`."""
    name = hook.__name__
    for r in g.having(name):
        yield from getattr(r, name)(g, *args, **named)


def own_retreats(g: Battle) -> list[OwnRetreat]:
    """Every way of giving ground that chapters add."""
    return [x for r in g.rules if isinstance(r, Chapter) for x in r.retreats]


def entry_hits(g: Battle, unit: Unit) -> Mapping[Hex, tuple[int, str]]:
    """Hits it costs the unit to enter hexes, for who stands near them, with their cause."""
    rules = having(g, Special.entry_hits)
    return {h: found for r in rules for h, found in r.entry_hits(g, unit).items()} if rules else {}


def compelled(g: Battle, unit: Unit, mover: Unit) -> bool:
    """Whether the unit has to withdraw in order from ``mover`` if it can."""
    return any(r.must_withdraw(g, unit, mover) for r in having(g, Special.must_withdraw))


async def opens_ranks(g: Battle, charger: Unit, enemies: Sequence[Unit], origin: Hex) -> set[str]:
    """Those of the enemies, by id, who let the charger through unfought, coming from ``origin``."""
    return {name for r in having(g, Special.opens_ranks) for name in await r.opens_ranks(g, charger, enemies, origin)}


def driven(g: Battle) -> Sequence[str] | None:
    """The units that must attack in an Orders Phase of a kind of its own, by id; None in any other."""
    return next((x for r in having(g, Special.driven) if (x := r.driven(g)) is not None), None)


def lured(g: Battle, unit: Unit) -> bool:
    """Whether the unit has been drawn out of its move: it moves no more in this Orders Phase."""
    return any(r.lured(g, unit) for r in having(g, Special.lured))


def halted(g: Battle, unit: Unit) -> tuple[str, str] | None:
    """Why the unit goes no farther on the move it is making, and the case; None when it does."""
    return next((why for r in having(g, Special.halts) if (why := r.halts(g, unit)) is not None), None)


def cover(g: Battle, target: Unit) -> Modifier | None:
    """8.15 What a chapter has count for fire at the target in place of its armour; None where that counts."""
    return next((m for r in having(g, Special.cover) if (m := r.cover(g, target)) is not None), None)


def armed(g: Battle, unit: Unit) -> Unit:
    """8.11 The unit with what it shoots with where it stands: itself, unless a chapter puts something in its hands."""
    return next((u for r in having(g, Special.arms) if (u := r.arms(g, unit)) is not None), unit)


def reacted(g: Battle, unit: Unit, target: Unit) -> None:
    """8.2 Let chapters know that a unit is about to fire out of turn."""
    for r in having(g, Special.reacted):
        r.reacted(g, unit, target)


def entry_costs(g: Battle, unit: Unit) -> Text | None:
    """8.21 What firing at who enters its ZOC costs the unit besides ammunition, by any chapter; None for nothing."""
    return next((t for r in having(g, Special.entry_costs) if (t := r.entry_costs(g, unit)) is not None), None)


async def fires_back(g: Battle, mover: Unit, shooters: Sequence[Unit]) -> Unit | None:
    """8.2 Whom of those who fire at it out of turn the mover fires back at; None: at nobody."""
    for r in having(g, Special.fires_back):
        if (found := await r.fires_back(g, mover, shooters)) is not None:
            return found
    return None


async def joins_fire(g: Battle, shooter: Unit) -> list[Unit]:
    """8.2 Who fires at the shooter at the moment of its own fire, besides those it fires at."""
    return [u for r in having(g, Special.joins_fire) for u in await r.joins_fire(g, shooter)]


def harassing_hits(g: Battle, unit: Unit, target: Unit) -> tuple[int, str, str] | None:
    """8.33 Hits that harassing the target costs the unit before it shoots, with their cause and the case."""
    found = (r.harassing_hits(g, unit, target) for r in having(g, Special.harassing_hits))
    return next((x for x in found if x is not None), None)
