"""5.0 One unit moves, or turns where it stands; its shot, and a Hobilar's change, go with it. Its menu: :mod:`menus`.

======================================  ==================================================================
``LMM1 > 1210 @E``                      move to 1210 by the cheapest way, end facing E
``LMM1 > 1110 1210``                    move along a path
``LMM1 > 1210 alone``                   the leader in its hex stays; else he goes along where he can
``ELB1 > 0908 x WPK2``                  fire at the end of the move
``NGE1 > 1203 x LPK2 > 1102``           Genitors fire on the way, then go on
``LMM1 @NE``                            turn in place
``BMH1 change``  ``BMH1 > 0811 change``   Hobilars mount or dismount, in their hex or on the way
======================================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from engine.kernel import paths
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.inquiry import Fact, Section, Sketch
from engine.kernel.statement import Face, HexRef, Number, Sign, Token, Word, echo
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import charge, hobilars, movement, orders, out_of_reach, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import OrderGiven
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind, moving_is_over
from engine.systems.men_of_iron.preview import odds, scene
from engine.systems.men_of_iron.reader import Reader, recovers_by_itself
from engine.systems.men_of_iron.shock import designation
from engine.systems.men_of_iron.state import Phase, Unit

ATTACKS = ("attack", "attacks", "charge", "charges", "shock")
CHANGES = ("change", "mount", "dismount")


class MoveKind(Kind[orders.Move]):
    answer = orders.Move
    begins_with = Unit

    def read(self, reader: Reader, verb: str) -> Any:
        """A :class:`~orders.Move`; a :class:`~orders.Fire` where the unit stays as it is and fires."""
        unit = reader.ordered
        assert isinstance(unit, Unit)
        if not unit.on_map:
            refuse("{unit} is not on the map.", unit=unit.id)
        path: list[Hex | Facing] = []
        fire_at: str | None = None
        fire_after: int | None = None
        change_after: int | None = None
        along: bool | None = None
        while reader.tokens:
            match token := reader.take():
                case Sign(sign=">"):
                    continue
                case Sign(sign="x") if fire_at is None:
                    fire_at, fire_after = reader.enemy().id, len(path)
                case Sign(sign="&"):
                    # Only its Command's leader may go along, so his name says nothing new (15.2).
                    reader.take()
                    along = True
                case Word() if token.text.casefold() == "alone":
                    along = False
                case HexRef() | Face() | Number():
                    path += paths.steps(token, reader.g.map, unit, path, rule="5.2")
                case Word() if token.text.casefold() in CHANGES and change_after is None:
                    _check_verb(unit, token.text.casefold())
                    change_after = len(path)
                case Word() if token.text.casefold() in ATTACKS:
                    _refuse_attack(reader, unit)
                case Word() if token.text.casefold() in ("rally", "recover"):
                    recovers_by_itself()
                case _:
                    refuse("I don't understand “{token}” in a move.", token=echo(token))
        if not path and fire_at is not None and change_after is None:
            return orders.Fire(unit=unit.id, target=fire_at)
        if not path and change_after is None:
            refuse("What should {unit} do? {unit} > 1210 moves, {unit} x WPK1 fires.", unit=unit.id)
        if fire_after == len(path):
            fire_after = None
        full, fire_after, change_after = _filled(reader.g, unit, path, fire_after, change_after)
        return orders.Move(
            unit=unit.id, path=full, fire_at=fire_at, fire_after=fire_after, change_after=change_after, along=along
        )

    def write(self, answer: orders.Move) -> list[Token]:
        between: dict[int, list[Token]] = {}
        if answer.change_after is not None:
            between[answer.change_after] = [Word("change")]
        if answer.fire_at is not None:
            shot = len(answer.path) if answer.fire_after is None else answer.fire_after
            between[shot] = [*between.get(shot, ()), Sign("x"), Word(answer.fire_at)]
        tokens: list[Token] = [Word(answer.unit), *paths.tokens(answer.path, between)]
        if answer.along is not None:
            tokens += [Sign("&"), Word("leader")] if answer.along else [Word("alone")]
        return tokens

    def check(self, by: Battle, answer: orders.Move) -> None:
        movement.check_move(by, named.unit(by, answer.unit), answer)

    def untimely(self, g: Battle, answer: orders.Move, phase: Phase) -> Refusal | None:
        return moving_is_over(g) if phase == "shock" else None

    async def carry_out(self, by: Battle, answer: orders.Move) -> None:
        by.emit(OrderGiven(unit=answer.unit))
        await movement.move(by, by.state.units[answer.unit], answer)

    def facts(self, g: Battle, answer: orders.Move) -> Sequence[Fact]:
        """MP it takes, and what may befall the unit on the way."""
        if not movement.hexes_of(answer) and answer.change_after is None:
            return []
        u = g.state.units[answer.unit]
        end = movement.check_move(g, u, answer)
        facing = next((x for x in reversed(answer.path) if isinstance(x, Facing)), u.facing)
        words = "To {hex}, facing {f}: {mp} of {ma} MP"
        if u.retired:
            words = "To {hex}, facing {f}: {n} hex nearer to its Standard"
        text = Text(words, hex=show(end.hex), f=facing.name, n=end.mp, mp=end.mp, ma=reach.allowance(g, u))
        facts = [Fact(text, "5.1")]
        if end.stops:
            holders = scene.names(g.enemy_zoc(end.hex, u.side))
            facts.append(Fact(Text("It stops there, in the ZOC of {enemies}", enemies=holders), "7.2"))
        return facts + [Fact(Text("{note}", note=note)) for note in reach.entry_notes(g, u, end)]

    def sketch(self, g: Battle, answer: orders.Move) -> Sketch:
        if not movement.hexes_of(answer):
            return Sketch()
        u = g.state.units[answer.unit]
        costs = scene.trail(u.at, movement.check_move(g, u, answer))
        return Sketch(focus=(u.at, *costs), costs=costs)

    def prospects(self, g: Battle, answer: orders.Move) -> list[Section]:
        """What the unit could attack from where the order has brought it."""
        u = g.state.units[answer.unit]
        if g.state.activation is None or not u.on_map:
            return []
        shocking = scene.as_if(g, u.command, "shock")
        if not designation.in_front(shocking, u) and not charge.ways(shocking, u):
            return []
        facts = odds.of_unit(shocking, u)
        return [Section(Text("In the Shock part it could attack"), tuple(facts))] if facts else []


def _refuse_attack(reader: Reader, unit: Unit) -> NoReturn:
    """3.1, 10.3 An attack written as an order of one unit; whom it names is next."""
    text = "All attacks are one order: shock {unit} x {target}."
    if reader.g.state.phase != "shock":
        text = "Attacks come after done, all in one order: shock {unit} x {target}."
    refuse(text, rule="3.1", unit=unit.id, target=echo(*reader.tokens[:1]) if reader.tokens else "LB2")


def _check_verb(unit: Unit, verb: str) -> None:
    if not hobilars.is_hobilar(unit):
        refuse("Only Hobilars mount and dismount as they move; {unit} can't.", rule="14.2", unit=unit.id)
    if verb != "change" and (verb == "dismount") != unit.mounted:
        refuse("{unit} is {how} already.", rule="14.2", unit=unit.id, how="mounted" if unit.mounted else "on foot")


def _filled(
    g: Battle, unit: Unit, path: list[Hex | Facing], fire_after: int | None, change_after: int | None
) -> tuple[tuple[Hex | Facing, ...], int | None, int | None]:
    """The path with the cheapest way to a single far destination; places in the path shift with it."""
    hexes = [i for i, x in enumerate(path) if not isinstance(x, Facing)]
    if len(hexes) != 1:
        return tuple(path), fire_after, change_after
    where = hexes[0]
    to = path[where]
    assert not isinstance(to, Facing)
    first = change_after is not None and change_after <= where
    if distance(unit.at, to) <= 1:
        return tuple(path), fire_after, change_after
    nodes = hobilars.search_changed(g, unit) if first else reach.search(g, unit)
    node = nodes.get(to)
    if node is None and first and hobilars.can_change(g, unit, reach.start(g, unit)):
        # What is left after the change isn't what a unit that stays as it is has.
        refuse(
            "{unit} can't reach {hex} when it has {how} first.",
            rule="14.2",
            unit=unit.id,
            hex=show(to),
            how="dismounted" if unit.mounted else "mounted",
        )
    if node is None:
        out_of_reach.refuse_far(g, unit, to)
    way = node.path()
    grown = len(way) - 1

    def shifted(at: int | None) -> int | None:
        return at if at is None or at <= where else at + grown

    return (*path[:where], *way, *path[where + 1 :]), shifted(fire_after), shifted(change_after)
