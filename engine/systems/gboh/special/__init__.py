"""Chapters and rules of single battles, as the general procedure asks them.

Chapters come first, then the battle's rules in the order of its scenario, which lists them by id; each is a subclass of
:class:`engine.systems.gboh.chapter.Special` in a module of its own here, named in :mod:`kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.special import any_of as any_of
from engine.kernel.special import call as call
from engine.kernel.special import first as first
from engine.kernel.special import run as run
from engine.kernel.special import told as told
from engine.kernel.text import Text, few, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import AnySpecial, Chapter, Special, Stand
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


def rooted(g: Battle, unit: Unit) -> Text | None:
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


def tq_change(g: Battle, unit: Unit) -> int:
    """What special rules add to the unit's TQ in force."""
    return sum(r.tq_change(g, unit) for r in having(g, Special.tq_change))


def bars_withdrawal(g: Battle, unit: Unit, mover: Unit) -> tuple[Text, str] | None:
    """6.51 Why a special rule keeps the unit from withdrawing from ``mover``, and the rule; None when none does."""
    return next(
        ((why, r.spec.id) for r in having(g, Special.bars_withdrawal) if (why := r.bars_withdrawal(g, unit, mover))),
        None,
    )


async def activating(g: Battle, leader: Leader) -> bool:
    """Let special rules test a leader who is to have an Orders Phase; False when nothing comes of it."""
    for r in having(g, Special.activating):
        if not await r.activating(g, leader):
            return False
    return True


def flight_ends(g: Battle, unit: Unit, a: Hex, b: Hex) -> tuple[Text, str] | None:
    """What a routing unit is lost by when it steps from ``a`` to ``b``, and the rule; None when it flees on."""
    return next(
        ((end, r.spec.id) for r in having(g, Special.flight_ends) if (end := r.flight_ends(g, unit, a, b))), None
    )


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


why_not = first
"""The same of hooks that refuse, as :meth:`Special.bars_attack`."""


def own_retreats(g: Battle) -> list[OwnRetreat]:
    """Every way of giving ground that chapters add."""
    return [x for r in g.rules if isinstance(r, Chapter) for x in r.retreats]


def entry_hits(g: Battle, unit: Unit) -> Mapping[Hex, tuple[int, Text]]:
    """Hits it costs the unit to enter hexes, for who stands near them, with their cause."""
    rules = having(g, Special.entry_hits)
    return {h: found for r in rules for h, found in r.entry_hits(g, unit).items()} if rules else {}


async def opens_ranks(g: Battle, charger: Unit, enemies: Sequence[Unit], origin: Hex) -> set[str]:
    """Those of the enemies, by id, who let the charger through unfought, coming from ``origin``."""
    return {name for r in having(g, Special.opens_ranks) for name in await r.opens_ranks(g, charger, enemies, origin)}


def armed(g: Battle, unit: Unit) -> Unit:
    """8.11 The unit with what it shoots with where it stands: itself, unless a chapter puts something in its hands."""
    return next((u for r in having(g, Special.arms) if (u := r.arms(g, unit)) is not None), unit)


async def fires_back(g: Battle, mover: Unit, shooters: Sequence[Unit]) -> Unit | None:
    """8.2 Whom of those who fire at it out of turn the mover fires back at; None: at nobody."""
    for r in having(g, Special.fires_back):
        if (found := await r.fires_back(g, mover, shooters)) is not None:
            return found
    return None


async def joins_fire(g: Battle, shooter: Unit) -> list[Unit]:
    """8.2 Who fires at the shooter at the moment of its own fire, besides those it fires at."""
    return [u for r in having(g, Special.joins_fire) for u in await r.joins_fire(g, shooter)]
