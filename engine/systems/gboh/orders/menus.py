"""The menus orders are chosen from, step by step: which unit or leader, then what each kind of order offers of it.

They list only what :func:`orders_phase.check` accepts; what a choice would trigger stands in its note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import show
from engine.kernel.naming import titled
from engine.kernel.text import Text, allowed, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.state import Leader, Unit


def orders_menu(g: Battle, leader: Leader, *, commands: bool = True) -> Menu:
    """Everything the active leader may order now (5.22); without ``commands`` only what takes no order (11.65)."""
    if commands:
        text = Text("{leader} orders…", leader=leader.name)
        return Menu(text, lambda: list(_orders(g, leader)), lambda: _no_more(g, leader))
    last = Choice("done", Text("No more fire"), answer=orders.Done(), lean=0.4)
    return Menu(Text("Artillery…"), lambda: [*special.told(g, Special.free_choices), last], lambda: last)


def _orders(g: Battle, leader: Leader) -> Iterator[Choice]:
    yield from special.told(g, Special.free_choices)
    if not g.orders.lines_used:
        for u in g.units(leader.side):
            if command.in_command(g, leader, u) and can_do_something(g, leader, u):
                yield unit_choice(g, leader, u)
        for kind in _all(g):
            yield from kind.leader_choices(g, leader)
    yield from _line_commands(g, leader)
    if (done := _no_more(g, leader)) is not None:
        yield done


def _line_commands(g: Battle, leader: Leader) -> Iterator[Choice]:
    for kind in special.order_kinds(g):
        yield from kind.line_choices(g, leader)


def _no_more(g: Battle, leader: Leader) -> Choice | None:
    if not allowed(lambda: trumper_acts(g, leader)):
        return None
    return Choice("done", Text("No more orders"), answer=orders.Done(), lean=0.4)


def trumper_acts(g: Battle, leader: Leader) -> None:
    """5.45 Refuse to end the phase of one who trumped and has nothing to show for it, where nobody could attack yet."""
    moving, firing = g.game.command.trumper_moves, g.game.command.trumper_fires
    if not g.orders.trumping or g.orders.trump_used(moving=moving, firing=firing) or _could_shock(g, leader):
        return
    if g.orders.lines_used and not any(True for _ in _line_commands(g, leader)):
        return  # Line Commands take the place of Individual Orders, and none is left: nothing can be asked of him.
    if not moving:
        refuse("{leader} trumped and must do something first.", rule=g.case(Case.TRUMPER_ACTS), leader=leader.name)
    if any(command.in_command(g, leader, u) and _can_go(g, u, firing) for u in g.units(leader.side)):  # else A 5.47
        refuse(
            "{leader} trumped and must have a unit move or fire."
            if firing
            else "{leader} trumped and must have a unit move.",
            rule=g.case(Case.TRUMPER_ACTS),
            leader=leader.name,
        )


def _could_shock(g: Battle, leader: Leader) -> bool:
    if g.orders.markers:
        return True
    return any(
        command.in_command(g, leader, u, by="shock")
        and not u.routed
        and special.why_not(g, Special.bars_attack, u) is None
        and g.opponents(u)
        for u in g.units(leader.side)
    )


def _can_go(g: Battle, u: Unit, firing: bool) -> bool:
    if firing and not u.routed and fire.has_target(g, u):
        return allowed(lambda: movement.check_orderable(g, u, firing=True))
    return allowed(lambda: movement.check_orderable(g, u)) and reach.can_move(g, u)


def can_do_something(g: Battle, leader: Leader | None, u: Unit) -> bool:
    """Whether there is any order for the unit now, in command of the leader if any leads."""
    movable = movement.unorderable(g, u) is None
    if any(kind.open_to(g, leader, u, movable=movable) for kind in g.game.orders):
        return True
    return movable and any(True for _ in _of_chapters(g, leader, u))


def unit_choice(g: Battle, leader: Leader | None, u: Unit) -> Choice:
    """One unit with the menu of what it may do."""
    label = Text("{unit} at {hex}", unit=titled(u), hex=show(u.at))
    return Choice(
        u.id,
        label,
        menu=lambda: Menu(Text("{unit} at {hex}…", unit=u.id, hex=show(u.at)), lambda: list(_actions(g, leader, u))),
        unit=u.id,
        hex=u.at,
    )


def _actions(g: Battle, leader: Leader | None, u: Unit) -> Iterator[Choice]:
    """What the unit may be told: of each kind of order, those of chapters before what does nothing but restore it."""
    movable = allowed(lambda: movement.check_orderable(g, u))
    for kind in g.game.orders:
        if not kind.restores:
            yield from kind.choices(g, leader, u, movable=movable)
    if movable:
        yield from _of_chapters(g, leader, u)
    for kind in g.game.orders:
        if kind.restores:
            yield from kind.choices(g, leader, u, movable=movable)


def _of_chapters(g: Battle, leader: Leader | None, u: Unit) -> Iterator[Choice]:
    """What the game's chapters offer for a unit.

    S 4.42, 6.66 Of a mixed stack an order may be one to who lies below, and he another leader's.
    """
    for choice in special.unit_choices(g, u):
        named = g.state.units.get(getattr(choice.answer, "unit", u.id), u)
        if leader is None or named is u or allowed(lambda named=named: command.check_command(g, leader, named)):
            yield choice


def line_menu(g: Battle, leader: Leader, units: Sequence[Unit]) -> Menu:
    """What the units of a Line, and its leader, may do next (5.23)."""

    def build() -> list[Choice]:
        choices = [unit_choice(g, leader, u) for u in units if can_do_something(g, leader, u)]
        choices += special.told(g, Special.free_choices)
        choices += (c for kind in _all(g) for c in kind.choices_in_line(g, leader))
        return [*choices, done]

    done = Choice("done", Text("The Line has finished"), answer=orders.Done(), lean=0.1)
    return Menu(Text("The Line: which unit?"), build, lambda: done)


def _all(g: Battle) -> Iterator[OrderKind[Any]]:
    """Every kind of order, in the order in which menus offer what leaders may do: those of chapters first."""
    yield from special.own_orders(g)
    yield from g.game.orders
