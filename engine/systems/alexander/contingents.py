"""5.6, 5.61, 5.67 Macedonian Contingent Commanders: a Wing Commander spends orders to have one command his own men
by a Line Command. Optional; without the option they aren't in the battle (:attr:`LeaderSpec.optional`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from engine.kernel.decisions import Answer, Choice
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, codes, refuse
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.events.by_hand import ContingentSet
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.state import Leader
from engine.systems.gboh.command import command, gathering
from engine.systems.gboh.events import LineBegan, OrdersNoted
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import LineInProgress, Unit

DEAREST = 3
"""5.63 Orders a Contingent Commander costs at most."""


class Contingent(Answer):
    """5.65 A Contingent Commander gives a Line Command to these of his units."""

    do: Literal["contingent"] = "contingent"
    leader: str
    units: tuple[str, ...] = ()
    """() for all he reaches."""


def his(g: Battle, x: Leader) -> list[Unit]:
    """5.63 His contingent on the map, Routed units aside."""
    return [u for u in g.units(x.side) if not u.routed and command.commandable(x, u)]


def price(g: Battle, x: Leader) -> int:
    """5.63 Individual Orders it takes: one less than his units, 1 at least and 3 at most.

    >>> [max(1, min(DEAREST, n - 1)) for n in (1, 2, 5)]
    [1, 1, 3]
    """
    return max(1, min(DEAREST, len(his(g, x)) - 1))


def reached(g: Battle, x: Leader) -> list[Unit]:
    """5.65 Units he may command now: of his contingent, within his Command Range, that have had no order yet."""
    return [u for u in his(g, x) if command.in_command(g, x, u) and _free(g, u)]


def _free(g: Battle, u: Unit) -> bool:
    try:
        movement.check_orderable(g, u)
    except Refusal:
        return False
    return True


def check(g: Battle, leader: Leader, x: Leader) -> None:
    """Refuse to set a Contingent Commander to work (5.62 to 5.65)."""

    def no(text: str, rule: str, **values: Any) -> None:
        refuse(text, rule=rule, leader=leader.name, other=x.name, **values)

    if x.side != leader.side or x.role != "CC" or not x.on_map:
        no("{other} is no Contingent Commander of yours on the map.", "5.61")
    if not leader.contingent_capability_printed:
        no("{leader} is no Wing Commander who commands contingents.", "5.62")
    if g.orders.lines_used or g.orders.orders_used + price(g, x) > leader.initiative:
        n = price(g, x)
        no("{other} takes {n:order|orders}; {leader} has fewer left.", "5.63", n=n)
    if x.at not in command.reach(g, leader, gathering.half_range(leader)):
        no("{other} is beyond half {leader}'s Command Range ({n}).", "5.63", n=gathering.half_range(leader))
    if x.id in g.orders.contingents:
        no("{other} has commanded in this Orders Phase.", "5.64")
    if len(g.orders.contingents) >= leader.capability:
        no("{leader} sets {n:contingent|contingents} to work in an Orders Phase.", "5.64", n=leader.capability)
    if x.status == "finished":
        no("{other} is hurt and commands nobody this turn.", "8.34")
    if g.in_enemy_zoc(x):
        no("{other} is in enemy ZOC and gives no commands.", "4.24")
    if not reached(g, x):
        no("{other} has no unit to command within his range.", "5.65")


class ContingentOrder(OrderKind[Contingent]):
    """``contingent Attalus``, or ``contingent Attalus AG1 AG2``."""

    answer = Contingent
    verbs = ("contingent",)
    individual = False
    of_unit = False
    in_line = False

    def read(self, reader: Names, verb: str) -> Contingent:
        if not reader.tokens:
            refuse("Which Contingent Commander? contingent ATTALUS", rule="5.62")
        leader = reader.named(str(reader.take()), reader.side)
        units: list[Unit] = []
        while reader.tokens:
            units.append(reader.unit())
        return Contingent(leader=leader.id, units=tuple(u.id for u in units))

    def write(self, answer: Contingent) -> list[Token]:
        return [Word("contingent"), Word(answer.leader), *(Word(u) for u in answer.units)]

    def check(self, by: AnyGiver, answer: Contingent) -> None:
        g: Battle = by.g
        x = g.state.leaders.get(answer.leader)
        if x is None:
            refuse("There is no leader {name}.", rule="5.61", name=answer.leader)
        check(g, by.leader, x)
        if len(set(answer.units)) != len(answer.units):
            refuse("A unit is named twice.", rule="5.65")
        for name in answer.units:
            u = g.state.units.get(name)
            if u is None or not u.on_map:
                refuse("There is no unit {name} on the map.", rule="5.65", name=name)
            command.check_commandable(g, x, u)
            movement.check_orderable(g, u)
            if not command.in_command(g, x, u):
                refuse("{unit} is beyond {leader}'s Command Range.", rule="5.65", unit=u.id, leader=x.name)

    async def carry_out(self, by: AnyGiver, answer: Contingent) -> None:
        g: Battle = by.g
        x = g.state.leaders[answer.leader]
        g.emit(OrdersNoted(field="orders_used", value=price(g, x), rule="5.63"))
        g.emit(OrdersNoted(field="deeds", value=1))
        g.emit(OrdersNoted(field="contingents", value=x.id, rule="5.64"))
        units = list(answer.units) or [u.id for u in reached(g, x)]
        g.emit(LineBegan(line=LineInProgress(units=units), rule="5.65"))

    def leader_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        for x in g.leaders(leader.side):
            if x.role != "CC":
                continue
            try:
                check(g, leader, x)
            except Refusal:
                continue
            units = reached(g, x)
            yield Choice(
                f"contingent-{x.id}",
                _offer(g, x, units),
                answer=Contingent(leader=x.id, units=tuple(u.id for u in units)),
                unit=x.id,
                hex=x.at,
                lean=2.0 * len(units) / price(g, x),
            )


class Contingents(Chapter):
    """5.6 Contingent Commanders."""

    case = "5.6"
    about = "Contingent Commanders"
    orders = (ContingentOrder(),)

    def leader_settings(self, g: Battle, leader: Leader) -> Iterator[Setting]:
        """5.64 Not while one of them commands."""
        now = g.state.orders
        if leader.role == "CC" and now is not None and now.side == leader.side and now.line is None:
            yield switch("worked", Text("has commanded in this Orders Phase"), leader.id in now.contingents)

    def put_leader(self, g: Battle, leader: Leader, key: str, value: str) -> bool:
        if key != "worked":
            return False
        g.emit(ContingentSet(leader=leader.id, worked=value == YES))
        return True


def _offer(g: Battle, x: Leader, units: Sequence[Unit]) -> Text:
    return Text(
        "{leader} commands his contingent ({n:order|orders}): {units}",
        leader=x.name,
        n=price(g, x),
        units=codes(u.id for u in units),
    )
