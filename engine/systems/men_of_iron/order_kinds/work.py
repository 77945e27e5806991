"""PO-2, PO-5, CR-3 What takes a unit's or bombard's whole activation. Only where the battle has it.

======================================  ==================================================================
``clear WDM2 0906``                     clear the hedge towards a hex
``remount WDM2``                        mount up
``reload Bombard1``                     make a bombard ready again
======================================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import refusal_of
from engine.kernel.statement import HexRef, Token, Word
from engine.kernel.text import Text, joined, refuse
from engine.systems.men_of_iron import bombards, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import HedgeRemoved, Noted, OrderGiven, UnitChanged
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.orders import Work
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.special.poitiers import Remounting
from engine.systems.men_of_iron.state import Leader, Marker, Unit

CLEARING = "clear-hedges"
REMOUNTING = "remounting"
"""Ids of the special rules that allow it."""

HEDGE = "hedge"


class WorkKind(Kind[Work]):
    answer = Work
    verbs = ("clear", "remount", "reload")

    def read(self, reader: Reader, verb: str) -> Work:
        if verb == "reload":
            return Work(unit=reader.bombard().id, what="reload")
        unit = reader.unit()
        if verb == "remount":
            return Work(unit=unit.id, what="remount")
        return Work(unit=unit.id, what="clear", hex=reader.hex(f"clear {unit.id} 0906"))

    def write(self, answer: Work) -> list[Token]:
        return [Word(answer.what), Word(answer.unit), *([HexRef(answer.hex)] if answer.hex is not None else [])]

    def check(self, by: Battle, answer: Work) -> None:
        if answer.what == "reload":
            bombards.check_reload(by, answer.unit)
        else:
            named.unit(by, answer.unit)
            check(by, answer)

    async def carry_out(self, by: Battle, answer: Work) -> None:
        if answer.what == "reload":
            by.emit(OrderGiven())
            bombards.reload(by, answer.unit)
        else:
            by.emit(OrderGiven(unit=answer.unit))
            _work(by, by.state.units[answer.unit], answer)

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        if isinstance(piece, Unit):
            yield from (choice(order) for order in options(g, piece))
        elif isinstance(piece, Marker) and refusal_of(lambda: bombards.check_reload(g, piece.id)) is None:
            answer = Work(unit=piece.id, what="reload")
            text = Text("Make {name} ready", name=piece.name)
            yield Choice(f"reload-{piece.id}", text, answer=answer, unit=piece.id, lean=3.0)


def choice(order: Work) -> Choice:
    """PO-2, PO-5 One thing that takes the unit's whole activation."""
    if order.hex is not None:
        text, key = Text("Clear the hedge towards {hex}", hex=show(order.hex)), f"clear-{show(order.hex)}"
        return Choice(key, text, answer=order, unit=order.unit, hex=order.hex, lean=0.3)
    text = Text("Mount up: nothing else in this activation")
    return Choice("remount", text, answer=order, unit=order.unit, lean=0.3)


def check(g: Battle, order: Work) -> None:
    """Refuse work the unit can't do now."""
    unit = g.state.units.get(order.unit)
    if unit is None or not unit.on_map:
        refuse("There is no unit {unit} on the map.", unit=order.unit)
    if order.what == "clear":
        if order.hex is None:
            refuse("Across which hexside does {unit} clear the hedge?", rule="PO-2", unit=unit.id)
        check_clear(g, unit, order.hex)
    elif order.what == "remount":
        check_remount(g, unit)
    else:
        refuse("Only bombards are made ready again; {unit} is none.", rule="CR-3", unit=unit.id)


def _check_idle(g: Battle, unit: Unit, rule: str) -> None:
    """It is the only thing the unit does, it is Normal, and no enemy is next to it."""
    a = g.state.activation
    if a is None or unit.command != a.command or unit.side != a.side:
        refuse("{unit} does that in the activation of its own Command.", rule=rule, unit=unit.id)
    if unit.id in a.acted:
        refuse("{unit} has done something else in this activation; this takes all of it.", rule=rule, unit=unit.id)
    if not unit.normal:
        state = "Retired" if unit.retired else "Disordered"
        refuse("{unit} is {state}; a Normal unit could.", rule=rule, unit=unit.id, state=state)
    near = g.adjacent_enemies(unit.at, unit.side)
    if near:
        refuse("{unit} is next to {enemy} and can't.", rule=rule, unit=unit.id, enemy=near[0].id)


def hedges(g: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Front hexes of the unit that lie across a hedge."""
    return tuple(h for h in g.front(unit) if HEDGE in g.sides(unit.at, h))


def check_clear(g: Battle, unit: Unit, h: Hex) -> None:
    """PO-2 Refuse to clear the hedge between the unit and a hex."""
    if special.rule(g, CLEARING) is None:
        refuse("Hedges aren't cleared in this battle.", rule="PO-2")
    _check_idle(g, unit, "PO-2")
    if unit.mounted:
        refuse("{unit} is mounted; only foot clears hedges.", rule="PO-2", unit=unit.id)
    found = hedges(g, unit)
    if h in found:
        return
    if found:
        refuse(
            "{unit} has no hedge before it towards {hex}; it could clear towards {options}.",
            rule="PO-2",
            unit=unit.id,
            hex=show(h),
            options=joined((show(x) for x in found), " or "),
        )
    refuse("{unit} has no hedge in its front.", rule="PO-2", unit=unit.id)


def check_remount(g: Battle, unit: Unit) -> None:
    """PO-5 Refuse to have the unit mount again."""
    rule = special.rule(g, REMOUNTING)
    if rule is None:
        refuse("Nobody mounts again in this battle.", rule="PO-5")
    assert isinstance(rule, Remounting)
    commands, most = rule.params.commands, rule.params.most
    _check_idle(g, unit, "PO-5")
    if unit.type != "DM" or unit.command not in commands:
        refuse(
            "Only Dismounted Men-at-Arms of {commands} have their horses at hand.",
            rule="PO-5",
            commands=joined((g.state.commands[c].name for c in commands), " and "),
        )
    if unit.remounted:
        refuse("{unit} has mounted once already.", rule="PO-5", unit=unit.id)
    if unit.formation is not None:
        refuse("{unit} stands in Shield Wall and can't mount.", rule="PO-5", unit=unit.id)
    if g.in_enemy_zoc(unit):
        refuse("{unit} is in enemy ZOC and can't mount.", rule="PO-5", unit=unit.id)
    if not g.admits(unit.at, mounted=True):
        refuse("{unit} stands where horses can't go: it can't mount there.", rule="PO-3", unit=unit.id)
    if sum(u.remounted for u in g.state.units.values()) >= most:
        refuse("There are horses for {most:unit|units}, and they are taken.", rule="PO-5", most=most)


def options(g: Battle, unit: Unit) -> list[Work]:
    """What of this the unit could be ordered to do now."""
    wanted = [Work(unit=unit.id, what="remount")] if special.rule(g, REMOUNTING) is not None else []
    if special.rule(g, CLEARING) is not None and unit.on_map:
        wanted = [*(Work(unit=unit.id, what="clear", hex=h) for h in hedges(g, unit)), *wanted]
    return [order for order in wanted if refusal_of(lambda o=order: check(g, o)) is None]


def _work(g: Battle, unit: Unit, order: Work) -> None:
    """Do checked work; the unit does nothing else in this activation."""
    if order.what == "clear":
        assert order.hex is not None
        g.emit(HedgeRemoved(unit=unit.id, a=unit.at, b=order.hex, rule="PO-2"))
    else:
        g.emit(UnitChanged(unit=unit.id, to="MM", remounted=True, rule="PO-5"))
    g.emit(Noted(field="worked", unit=unit.id, rule="PO-2" if order.what == "clear" else "PO-5"))
