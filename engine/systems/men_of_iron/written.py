"""Orders as written: statements to orders and back.

======================================  ==================================================================
``LMM1 > 1210 @E``                      move to 1210 by the cheapest way, end facing E
``LMM1 > 1110 1210``                    move along a path
``LMM1 > 1210 alone``                   the leader in its hex stays; else he goes along where he can
``ELB1 > 0908 x WPK2``                  fire at the end of the move
``NGE1 > 1203 x LPK2 > 1102``           Genitors fire on the way, then go on
``LMM1 @NE``                            turn in place
``ELB1 x WPK2``                         fire
``BMH1 change``  ``BMH1 > 0811 change``   Hobilars mount or dismount, in their hex or on the way
``form WPK1-6``   ``leave WPK1-6``      take up the formation the army may use, or leave it
``Lincoln > 1010``                      move a leader
``clear WDM2 0906``                     clear the hedge towards a hex
``remount WDM2``                        mount up (Poitiers)
``Bombard1 x ADM2``   ``reload Bombard1``  fire a bombard, make it ready again
``place WPK1 1907 @W``                  set a unit up elsewhere, where the battle lets its owner choose
``shock LMM1 x WPK1 …``                 see :mod:`shock.notation`
``done``                                no more
======================================  ==================================================================

A unit may be named by its code, by the hex it stands on, or by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from engine.kernel import paths
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.naming import Reader as BaseReader
from engine.kernel.statement import Face, HexRef, Number, Sign, Statement, Token, Word, clipped, echo
from engine.kernel.text import refuse
from engine.systems.men_of_iron import beyond, formations, hobilars, orders, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.scenario import Formation
from engine.systems.men_of_iron.shock import notation as shock_notation
from engine.systems.men_of_iron.state import Leader, Unit

Piece = Unit | Leader

ATTACKS = ("attack", "attacks", "charge", "charges", "shock")
CHANGES = ("change", "mount", "dismount")


def _recovers_by_itself() -> NoReturn:
    """13.1 Nobody is ordered to recover."""
    refuse(
        "Nobody is ordered to recover: who does nothing, away from enemies, recovers as the activation ends. "
        "Retired units rally at their Standard.",
        rule="13.1",
    )


class Reader(BaseReader[Piece]):
    """Reads one statement for the side that is asked."""

    def __init__(self, g: Battle, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.g = g

    def pieces(self) -> Sequence[Piece]:
        return [*self.g.state.units.values(), *self.g.state.leaders.values()]

    def standing(self, h: Hex, side: str | None) -> Piece | None:
        unit = self.g.unit_at(h)
        if unit is not None and (side is None or unit.side == side):
            return unit
        return next(iter(self.g.leaders_at(h, side)), None)

    def on_field(self, h: Hex) -> bool:
        return h in self.g.map

    def unit(self, side: str | None = None) -> Unit:
        """The next token as a unit."""
        piece = self.piece(side if side is not None else self.side)
        if isinstance(piece, Leader):
            refuse("{leader} is a leader, not a unit.", leader=piece.name)
        return piece

    def enemy(self) -> Unit:
        return self.unit(self.g.state.enemy(self.side))

    def hex(self, example: str) -> Hex:
        """The next token as a hex; ``example`` shows how it is written."""
        token = self.take()
        if not isinstance(token, HexRef):
            refuse("Which hex? {example}", example=example)
        return token.hex

    # -- orders -------------------------------------------------------------------------------------------------

    def order(self) -> Answer:
        """The order the statement means."""
        verb = self.word()
        match verb:
            case "done" | "end" | "finish":
                self.take()
                return self.last(orders.Done())
            case "pass":
                refuse("Write done to end this part of the activation; play is passed on after it.", rule="4.1/pass")
            case "form" | "leave":
                self.take()
                return self._form(entering=verb == "form")
            case "shock" | "attack" | "charge":
                self.take()
                return shock_notation.read(self)
            case "rally" | "recover":
                _recovers_by_itself()
            case "remount":
                self.take()
                return self.last(orders.Work(unit=self.unit().id, what="remount"))
            case "clear":
                self.take()
                unit = self.unit()
                return self.last(orders.Work(unit=unit.id, what="clear", hex=self.hex(f"clear {unit.id} 0906")))
            case "reload":
                self.take()
                return self.last(orders.Work(unit=self._bombard(str(self.take())), what="reload"))
            case "place":
                self.take()
                unit = self.unit()
                to = self.hex(f"place {unit.id} 1907 @W")
                return self.last(orders.Place(unit=unit.id, hex=to, facing=self.facing()))
            case _:
                return self._named(verb)

    def _named(self, verb: str | None) -> Answer:
        """An order that begins with who is to carry it out: a bombard, or a piece of the side's own."""
        if verb is not None and any(m.id.casefold() == verb for m in self.g.markers("bombard")):
            bombard = self._bombard(str(self.take()))
            if self.tokens and isinstance(self.tokens[0], Sign):
                self.take()
            return self.last(orders.Fire(unit=bombard, target=self.enemy().id))
        return self._piece_order(self.piece(self.side))

    def _bombard(self, name: str) -> str:
        found = next((m for m in self.g.markers("bombard") if m.id.casefold() == name.casefold()), None)
        if found is None:
            refuse("There is no bombard “{name}”.", rule="CR-3", name=clipped(name))
        return found.id

    def _form(self, *, entering: bool) -> Answer:
        units: list[Unit] = []
        while self.tokens:
            units.append(self.unit())
        if not units:
            refuse("Which units? form WPK1-6, or leave WPK1-6.", rule="14.1")
        formation: Formation | None = None
        for u in units:
            formation = formation or formations.known(self.g, u)
        if entering and formation is None:
            refuse("{unit} knows no formation here.", rule="14.1", unit=units[0].id)
        return orders.Form(units=tuple(u.id for u in units), formation=formation if entering else None)

    def _piece_order(self, piece: Piece) -> Answer:
        if isinstance(piece, Leader):
            act = self.g.state.activation
            if not self.tokens and act is not None and act.command != piece.command:
                active = self.g.state.commands[act.command].name
                refuse("{name} is active: done comes before another Command.", rule="3.2", name=active)
            if self.tokens and isinstance(self.tokens[0], Sign):
                self.take()
            to = self.hex(f"{piece.id} > 1010")
            return self.last(orders.MoveLeader(leader=piece.id, to=to))
        if not piece.on_map:
            refuse("{unit} is not on the map.", unit=piece.id)
        return self._move(piece)

    def _move(self, unit: Unit) -> Answer:
        path: list[Hex | Facing] = []
        fire_at: str | None = None
        fire_after: int | None = None
        change_after: int | None = None
        along: bool | None = None
        while self.tokens:
            match token := self.take():
                case Sign(sign=">"):
                    continue
                case Sign(sign="x") if fire_at is None:
                    fire_at, fire_after = self.enemy().id, len(path)
                case Sign(sign="&"):
                    # Only its Command's leader may go along, so his name says nothing new (15.2).
                    self.take()
                    along = True
                case Word() if token.text.casefold() == "alone":
                    along = False
                case HexRef() | Face() | Number():
                    path += paths.steps(token, self.g.map, unit, path, rule="5.2")
                case Word() if token.text.casefold() in CHANGES and change_after is None:
                    self._check_verb(unit, token.text.casefold())
                    change_after = len(path)
                case Word() if token.text.casefold() in ATTACKS:
                    self._refuse_attack(unit)
                case Word() if token.text.casefold() in ("rally", "recover"):
                    _recovers_by_itself()
                case _:
                    refuse("I don't understand “{token}” in a move.", token=echo(token))
        if not path and fire_at is not None and change_after is None:
            return orders.Fire(unit=unit.id, target=fire_at)
        if not path and change_after is None:
            refuse("What should {unit} do? {unit} > 1210 moves, {unit} x WPK1 fires.", unit=unit.id)
        if fire_after == len(path):
            fire_after = None
        full, fire_after, change_after = self._fill(unit, path, fire_after, change_after)
        return orders.Move(
            unit=unit.id, path=full, fire_at=fire_at, fire_after=fire_after, change_after=change_after, along=along
        )

    def _refuse_attack(self, unit: Unit) -> NoReturn:
        """3.1, 10.3 An attack written as an order of one unit; whom it names is next."""
        text = "All attacks are one order: shock {unit} x {target}."
        if self.g.state.phase != "shock":
            text = "Attacks come after done, all in one order: shock {unit} x {target}."
        refuse(text, rule="3.1", unit=unit.id, target=echo(*self.tokens[:1]) if self.tokens else "LB2")

    def _check_verb(self, unit: Unit, verb: str) -> None:
        if not hobilars.is_hobilar(unit):
            refuse("Only Hobilars mount and dismount as they move; {unit} can't.", rule="14.2", unit=unit.id)
        if verb != "change" and (verb == "dismount") != unit.mounted:
            refuse("{unit} is {how} already.", rule="14.2", unit=unit.id, how="mounted" if unit.mounted else "on foot")

    def _fill(
        self, unit: Unit, path: list[Hex | Facing], fire_after: int | None, change_after: int | None
    ) -> tuple[tuple[Hex | Facing, ...], int | None, int | None]:
        """Fill a single far destination with the cheapest way there; places in the path shift with it."""
        hexes = [i for i, x in enumerate(path) if not isinstance(x, Facing)]
        if len(hexes) != 1:
            return tuple(path), fire_after, change_after
        where = hexes[0]
        to = path[where]
        assert not isinstance(to, Facing)
        first = change_after is not None and change_after <= where
        if distance(unit.at, to) <= 1:
            return tuple(path), fire_after, change_after
        nodes = hobilars.search_changed(self.g, unit) if first else reach.search(self.g, unit)
        node = nodes.get(to)
        if node is None and first and hobilars.can_change(self.g, unit, reach.start(self.g, unit)):
            # What is left after the change isn't what a unit that stays as it is has.
            refuse(
                "{unit} can't reach {hex} when it has {how} first.",
                rule="14.2",
                unit=unit.id,
                hex=show(to),
                how="dismounted" if unit.mounted else "mounted",
            )
        if node is None:
            beyond.refuse_far(self.g, unit, to)
        way = node.path()
        grown = len(way) - 1

        def shifted(at: int | None) -> int | None:
            return at if at is None or at <= where else at + grown

        return (*path[:where], *way, *path[where + 1 :]), shifted(fire_after), shifted(change_after)


def read(g: Battle, decision: Decision, statement: Statement) -> Answer:
    """The order a statement means, checked. Raises Refusal."""
    if not isinstance(decision, Command):
        raise TypeError(f"{decision.kind} is answered by its keys")
    only = statement.tokens[0] if len(statement.tokens) == 1 else None
    if decision.kind == "shock" and isinstance(only, Word) and only.text.casefold() in shock_notation.READY_MADE:
        statement = Statement((Word("shock"), only))
    return Reader(g, decision.side, statement).order()


# -- writing -------------------------------------------------------------------------------------------------------


def write(answer: Answer) -> Statement:
    """The canonical statement of an order; reading it in the same position gives the order again."""
    return Statement(tuple(_tokens(answer)))


def _tokens(answer: Answer) -> list[Token]:
    match answer:
        case orders.Done():
            return [Word("done")]
        case orders.Form():
            return [Word("leave" if answer.formation is None else "form"), *(Word(u) for u in answer.units)]
        case orders.Work(what="clear"):
            assert answer.hex is not None
            return [Word("clear"), Word(answer.unit), HexRef(answer.hex)]
        case orders.Work():
            return [Word(answer.what), Word(answer.unit)]
        case orders.Place():
            facing: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
            return [Word("place"), Word(answer.unit), HexRef(answer.hex), *facing]
        case orders.MoveLeader():
            return [Word(answer.leader), Sign(">"), HexRef(answer.to)]
        case orders.Fire():
            return [Word(answer.unit), Sign("x"), Word(answer.target)]
        case orders.Move():
            return _move_tokens(answer)
        case orders.Shock():
            return list(shock_notation.write(answer).tokens)
        case _:
            raise ValueError(f"{answer!r} is not an order")


def _move_tokens(answer: orders.Move) -> list[Token]:
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
