"""Orders as written: statements to orders and back.

======================================  ==================================================================
``HC3 > 2405 @E``                       move to 2405 by the cheapest way, end facing E
``HC3 > 2206 @NE 2305 2405``            move along a path, turning where it says so
``HC3 > 2405 & Belisarius``             the leader rides along
``HA1+HA2 > 2405``  ``HA1 & HA2 > ...``  both of a stack move as one; ``HA1 > 2405``: the upper one by itself
``HC3 > 2405 x LC5``                    fire at the end of the move
``HC3 > 2405 x LC5 @E > 2404``          fire on the way, then go on
``HC3 x LC5 > 2405``                    fire, then move
``HC3 > 2405 attack`` / ``keep``        a light unit takes Must Check, or doesn't
``HC3 @NE``                             turn in place
``LI2 x LC5``                           fire
``LI2 x LC5 x LC6``                     fire twice, where 11.4 allows it
``HLC1 harass LN3 4812 4711``           Harassment and Dispersal by a path
``MI1 form @SIDE_NW``                    form or leave Column
``square PH1``   ``square PH1 @E``      into square, and out of it
``double PH2 PH1``                      PH2 goes under PH1; ``undouble PH1 > 1110`` lets PH1 move out
``charge HC1 > 1210``                   charge formation, then the move; ``last``: after it; ``uncharge``: out of it
``dismount THC1 @W``   ``mount THC1``    fight on foot, and mount again
``mode CH1 fire`` / ``mode CH1 move``   make a cheiroballistra ready to fire or to move
``recover HC2``   ``rally LC7 @W``      recovery, rally
``reveal HLN1``                         bring a unit out of its ambush
``Belisarius > 5010``                   move a leader
``line THC1 THC2 THC3``                 Line Command; ``line THC1`` means the largest Line it can be in;
                                        units named in Shield Wall leave it first, all of it together
``wedge +3``   ``wedge > 2114 2214``     the Wedge advances as one, straight ahead or along its tip's path
``leave``                               ask leave for Line Commands
``replace John Germanus 5112``          Germanus replaces John
``enter``                               the next reinforcement enters
``shock THC1 x LN3 LN4``                see :mod:`shock.notation`
``THC1 2012 @E``   ``THC1 <> THC3``     set up, see :mod:`deployment.notation`
``done``                                no more
======================================  ==================================================================

A unit may be named by its code, by the hex it stands on, or by its name.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import paths
from engine.kernel.decisions import NO, Answer, Command, Decision
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.statement import Face, HexRef, Number, Sign, Statement, Token, Word, echo
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import deployment, footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import line
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import beyond, column, movement, pairs, reach, together, yielding
from engine.systems.gboh.orders import manoeuvres, orders, places
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import notation
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader, Unit

_LACKING = {
    "trump": Case.TRUMP,
    "momentum": Case.MOMENTUM,
    "leave": Case.LINE_LEAVE,
    "permission": Case.LINE_LEAVE,
    "rally": Case.LINE_LEAVE,
    "recover": Case.LINE_LEAVE,
    "replace": Case.LINE_LEAVE,
}
"""Orders that not all sisters know, by a case that those have which do."""

_NOBODY = NO | {"done"}
"""What says that nobody attacks, where it is asked who does."""


class Reader(Names):
    """Reads one statement for the side that is asked."""

    # -- orders -------------------------------------------------------------------------------------------------

    def order(self) -> Answer:
        """The order the statement means."""
        verb = self.word()
        own = next((o for o in special.own_orders(self.g) if verb in o.verbs), None)
        if own is not None:
            self.take()
            return own.read(self, str(verb))
        if (lacking := _LACKING.get(str(verb))) is not None and lacking not in self.g.game.cases:
            text = "These rules have no “{word}”: activated units move and fire, and “done” ends that."
            refuse(text, rule=self.g.case(Case.ORDER_ACTIONS), word=verb)
        if verb in ("done", "end", "finish"):
            self.take()
            return self.last(orders.Done())
        if verb == "trump" and len(self.tokens) > 1 and self.g.state.trump_used:
            self.take()
            self._check_trump(self.named(str(self.take()), None))
        if verb in ("leave", "permission"):
            self.take()
            return self.last(orders.Permission())
        if verb == "recover":
            self.take()
            return self.last(orders.Recover(unit=self.unit().id))
        if verb == "rally":
            self.take()
            return self.last(orders.Rally(unit=self.unit().id, facing=self.facing()))
        if verb == "line":
            self.take()
            return self._line()
        if verb == "replace":
            self.take()
            if len(self.tokens) < 3 or not isinstance(self.tokens[2], HexRef):
                text = "Who is replaced, by whom, and where? replace, two leaders, the hex of a unit he may command."
                refuse(text, rule=self.g.case(Case.REPLACEMENT_LEADERS))
            old, new, to = self.take(), self.take(), self.take()
            assert isinstance(to, HexRef)
            return self.last(
                orders.Replace(
                    replaces=self.named(str(old), self.side).id, leader=self.named(str(new), self.side).id, to=to.hex
                )
            )
        if verb == "shock":
            self.take()
            return notation.read(self.g, self)
        return self._piece_order(self.piece(self.side))

    def _near(self, piece: Unit | Leader) -> str:
        """A hex next to a piece, to show how a move is written."""
        return show(next(iter(self.g.map.neighbours(piece.at)), piece.at)) if piece.on_map else "…"

    def _check_trump(self, piece: Unit | Leader) -> None:
        """5.43 Refuse another Trump of a side that has had its one at this activation."""
        if isinstance(piece, Leader) and piece.side in self.g.state.trump_used:
            text = "The {side} have tried to Trump already."
            refuse(text, rule=self.g.case(Case.ONE_TRUMP), side=self.g.spec(piece.side).name)

    def _line(self) -> Answer:
        if Case.LINE_COMMAND not in self.g.game.cases:
            refuse("These rules have no Line Commands: order each unit by itself, or a whole Formation at once.")
        units = []
        while self.tokens:
            units.append(self.unit())
        if len(units) == 1:
            leader = self.commander()
            groups = line.lines_with(self.g, leader, units[0])
            if groups:
                largest = max(groups, key=len)
                units = [u for u in largest if movement_allowed(self.g, u, releasing=True)] or units
        return orders.Line(units=tuple(u.id for u in units))

    def _piece_order(self, piece: Unit | Leader) -> Answer:
        if piece.side != self.side:
            leads = isinstance(piece, Leader)
            rule = self.g.case(Case.OVERALL_COMMANDER if leads else Case.COMMAND_RANGE)
            refuse("{piece} is the enemy's.", rule=rule, piece=piece.name if leads else piece.id)
        if isinstance(piece, Leader):
            if self.tokens and isinstance(self.tokens[0], Sign):
                self.take()
            to = self.tokens.pop(0) if self.tokens else None
            if not isinstance(to, HexRef):
                text = "Where does {leader} go? “{id} > {hex}”"
                refuse(text, leader=piece.name, id=piece.id, hex=self._near(piece))
            end = next((t for t in reversed(self.tokens) if isinstance(t, HexRef)), None)
            if end is not None and all(isinstance(t, HexRef | Sign) for t in self.tokens):
                text = "{leader} goes the cheapest way: name only the hex where he ends, “{id} > {hex}”."
                rule = self.g.case(Case.LEADER_MOVEMENT)
                refuse(text, rule=rule, leader=piece.name, id=piece.id, hex=show(end.hex))
            return self.last(orders.MoveLeader(leader=piece.id, to=to.hex))
        if not piece.on_map:
            if piece.side == self.side and (why := special.why_not(self.g, "unavailable", piece)) is not None:
                raise why
            refuse("{unit} is not on the map.", unit=piece.id)
        if self.word() == "harass":
            self.take()
            target = self.enemy()
            path = []
            while self.tokens and isinstance(token := self.tokens[0], HexRef):
                self.take()
                path.append(token.hex)
            return self.last(orders.Harass(unit=piece.id, target=target.id, path=tuple(path)))
        if self.word() == "form":
            self.take()
            facing = self.facing()
            if facing is None:
                to = f"@{next(iter(column.options(piece, piece.facing)), piece.facing).name}"
                refuse("Which way does {unit} face? “{unit} form {to}”", unit=piece.id, to=to)
            return self.last(orders.Move(unit=piece.id, form=facing))
        return self.moving(piece)

    def moving(self, unit: Unit) -> Answer:
        """The rest as a move of the unit, or as fire without one."""
        path: list[Hex | Facing] = []
        fire_at: str | None = None
        fire_after: int | None = None
        second: str | None = None
        attack: bool | None = None
        along = False
        form: Facing | None = None
        unit, under = self._stack(unit)
        while self.tokens:
            token = self.take()
            match token:
                case Sign(sign=">"):
                    continue
                case Sign(sign="x") if fire_at is not None:
                    second = self.target().id
                case Sign(sign="x"):
                    fire_at, fire_after = self.target().id, len(path)
                case Sign(sign="&"):
                    self._rider(unit)
                    along = True
                case Number() if not footprint.is_single(unit):
                    path += manoeuvres.forward(self.g, unit, path, token.value)
                case HexRef() | Face() | Number():
                    path += paths.steps(token, self.g.map, unit, path)
                case Word() if token.text.casefold() in ("attack", "shock"):
                    attack = True
                case Word() if token.text.casefold() in ("keep", "hold"):
                    attack = False
                case Word() if token.text.casefold() == "form":
                    form = self.facing()
                    if form is None:
                        end = show(next((h for h in reversed(path) if not isinstance(h, Facing)), unit.at))
                        refuse("Which way does {unit} face? “{unit} > {hex} form @SIDE_NE”", unit=unit.id, hex=end)
                case Word() if (more := manoeuvres.read(self.g, unit, path, token.text, self.tokens)) is not None:
                    path += more
                case Word() if self._begins(token.text.casefold()):
                    refuse("“{word}” comes first: “{word} {unit}”.", word=token.text.casefold(), unit=unit.id)
                case _:
                    refuse("I don't understand “{token}” in a move.", token=echo(token))
        if not path and fire_at is not None:
            return orders.Fire(unit=unit.id, target=fire_at, second=second)
        if second is not None:
            fire.check_twice(self.g, unit)
            refuse(
                "{unit} can't name two targets with a move; it is asked for the second.",
                rule=self.g.case(Case.RATE_OF_FIRE),
                unit=unit.id,
            )
        if not path and form is None:
            text = "What should {unit} do? “{unit} > {hex}” moves."
            refuse(text, unit=unit.id, hex=self._near(unit))
        if fire_after == len(path):
            fire_after = None
        move = orders.Move(unit=unit.id, fire_at=fire_at, attack=attack, along=along, form=form, under=under)
        with together.going(self.g, move):
            full, fire_after = self._fill(unit, path, fire_at, fire_after)
        return move.model_copy(update={"path": full, "fire_after": fire_after})

    def _begins(self, word: str) -> bool:
        """Whether orders begin with the word, before any unit is named."""
        return word in ("rally", "recover") or any(word in o.verbs for o in special.own_orders(self.g))

    def _rider(self, unit: Unit) -> None:
        """4.23 Who rides along: the leader who gives the order; where nobody does one who is with the unit (G 4.31).

        Whether he can is looked at with the order itself.
        """
        if self.word() == "leader":
            self.take()
            return
        rider, rule = self.piece(self.side), self.g.case(Case.LEADER_WITH_UNIT)
        if isinstance(rider, Unit):
            text = "{other} doesn't go along with {unit}: only a leader may, and a unit has an order of its own."
            refuse(text, rule=rule, other=rider.id, unit=unit.id)
        giver = self.g.state.orders.leader if self.g.led and self.g.state.orders is not None else None
        if giver is not None and rider.id != giver:
            text = "{leader} doesn't go along with {unit}: only {giver} may, who gives the order."
            refuse(text, rule=rule, leader=rider.name, unit=unit.id, giver=self.g.state.leaders[giver].name)
        if not self.g.led and rider not in self.g.leaders_with(unit):
            refuse("{leader} isn't with {unit}.", rule=rule, leader=rider.name, unit=unit.id)

    def _stack(self, unit: Unit) -> tuple[Unit, str | None]:
        """S 6.64 The upper of a stack named with the other, "HA1+HA2", and that one's id; else the unit and None.

        The sign and the second name are taken. Of double depth, which always goes as one, both may be named too.
        """
        if not (self.tokens and self.tokens[0] == Sign("&")):
            return unit, None
        if self.g.deep(unit):
            return self._double(unit), None
        if not self.g.stacked(unit):
            return unit, None
        self.take()
        other, (top, under) = self.unit(), self.g.ranks(unit)
        if other is unit or other not in (top, under):
            text = "{unit} and {other} stand in no stack."
            refuse(text, rule=self.g.case(Case.STACK_ORDERS), unit=unit.id, other=other.id)
        return top, under.id

    def _double(self, unit: Unit) -> Unit:
        """A 9.62 The upper of a double depth whose other unit is named after the sign; both are taken then."""
        ahead = self.tokens[1] if len(self.tokens) > 1 else None
        top, under = self.g.ranks(unit)
        other = under if unit is top else top
        if not (isinstance(ahead, Word) and ahead.text.casefold() == other.id.casefold()):
            return unit
        del self.tokens[:2]
        return top

    def _fill(
        self, unit: Unit, path: list[Hex | Facing], fire_at: str | None, fire_after: int | None
    ) -> tuple[tuple[Hex | Facing, ...], int | None]:
        """Fill a single far destination with the cheapest way there."""
        hexes = [x for x in path if not isinstance(x, Facing)]
        if len(hexes) != 1 or isinstance(path[0], Facing) or self._steps(unit, hexes[0]):
            return tuple(path), fire_after
        wanted = path[1:]
        shot_between = fire_after is not None and 0 < fire_after < len(path)
        ends = list(reach.search(self.g, unit).values())
        if not any(hexes[0] in places.hexes(unit, n) for n in ends):
            ends = yielding.search(self.g, unit, hexes[0], target=fire_at if fire_after == 0 else None)
        nodes = [n for n in ends if n.hex == hexes[0]]
        if not footprint.is_single(unit) and not (wanted and any(n.facing == wanted[-1] for n in nodes)):
            # Of a pair its left half is meant; the other one where that can't get there, or not facing so.
            others = [n for n in ends if hexes[0] in places.hexes(unit, n)]
            nodes = [n for n in others if wanted and n.facing == wanted[-1]] or nodes or others
        if wanted and not shot_between:
            final = [n for n in nodes if n.facing == wanted[-1]]
            if nodes and not final:
                refuse(
                    "{unit} can reach {hex}, but not facing {f}.",
                    rule=self.g.case(Case.FACING_COST),
                    unit=unit.id,
                    hex=show(hexes[0]),
                    f=getattr(wanted[-1], "name", ""),
                )
            nodes = final
        if not nodes:
            beyond.refuse_far(self.g, unit, hexes[0])
        wheels = not footprint.is_single(unit)
        best = min(nodes, key=lambda n: (n.price, wheels and n.facing != unit.facing, n.facing))
        full = best.path()
        if shot_between:
            # It fires on arriving, and turns afterwards.
            return (*full, *wanted), len(full)
        return full, None if fire_after is None else (0 if fire_after == 0 else len(full))

    def _steps(self, unit: Unit, to: Hex) -> bool:
        """Whether a hex is one step away, so that nothing is to be filled in."""
        if footprint.is_single(unit):
            return distance(unit.at, to) <= 1
        return pairs.named(unit, footprint.stand(unit), to) is not None


def movement_allowed(g: Battle, unit: Unit, *, releasing: bool = False) -> bool:
    """Whether a unit could take a move or fire order now; ``releasing``: from a Shield Wall too (11.74)."""
    try:
        movement.check_orderable(g, unit, releasing=releasing)
    except Refusal:
        return False
    return True


def read(g: Battle, decision: Decision, statement: Statement) -> Answer:
    """The answer a statement means. Raises Refusal."""
    if not isinstance(decision, Command):
        refuse("This question is answered with one of its choices.", rule=decision.rule)
    if decision.kind == "shock" and len(statement.tokens) == 1:
        word = str(statement.tokens[0]).casefold()
        if word in _NOBODY:
            return _nobody_attacks(decision)
        if word != "shock":
            refuse("Who attacks whom?")
    if decision.kind == deployment.KIND:
        return deployment.notation.read(Reader(g, decision.side, statement))
    return Reader(g, decision.side, statement).order()


def _nobody_attacks(decision: Command) -> Answer:
    """9.11 "no", where it is asked who attacks. Raises Refusal that says how to go on where somebody has to."""
    nobody = ShockPlan()
    try:
        decision.check(nobody)
    except Refusal as no:
        refuse("{why} Write “shock must” or “shock all”.", rule=no.rule, why=no.text)
    return nobody


# -- writing -------------------------------------------------------------------------------------------------------


def write(answer: Answer, own: Iterable[OwnOrder]) -> Statement:
    """The canonical statement of an order; reading it in the same position gives the order again.

    ``own``: the orders chapters add.
    """
    kind = next((o for o in own if isinstance(answer, o.answer)), None)
    if kind is not None:
        return Statement(tuple(kind.write(answer)))
    return Statement(tuple(_tokens(answer)))


def _tokens(answer: Answer) -> list[Token]:
    match answer:
        case orders.Done():
            return [Word("done")]
        case orders.Permission():
            return [Word("leave")]
        case orders.Recover():
            return [Word("recover"), Word(answer.unit)]
        case orders.Rally():
            tail: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
            return [Word("rally"), Word(answer.unit), *tail]
        case orders.Line():
            return [Word("line"), *(Word(u) for u in answer.units)]
        case orders.Replace():
            return [Word("replace"), Word(answer.replaces), Word(answer.leader), HexRef(answer.to)]
        case orders.MoveLeader():
            return [Word(answer.leader), Sign(">"), HexRef(answer.to)]
        case orders.Fire():
            again = [Sign("x"), Word(answer.second)] if answer.second is not None else []
            return [Word(answer.unit), Sign("x"), Word(answer.target), *again]
        case orders.Harass():
            return [Word(answer.unit), Word("harass"), Word(answer.target), *(HexRef(h) for h in answer.path)]
        case orders.Move():
            return _move_tokens(answer)
        case ShockPlan():
            return list(notation.write(answer).tokens)
        case _:
            tokens = deployment.notation.write(answer)
            if tokens is None:
                raise ValueError(f"{answer!r} is not an order")
            return tokens


def _move_tokens(answer: orders.Move) -> list[Token]:
    between: dict[int, list[Token]] = {}
    if answer.fire_at is not None:
        after = len(answer.path) if answer.fire_after is None else answer.fire_after
        between[after] = [Sign("x"), Word(answer.fire_at)]
    stack: list[Token] = [] if answer.under is None else [Sign("&"), Word(answer.under)]
    tokens: list[Token] = [Word(answer.unit), *stack, *paths.tokens(answer.path, between)]
    if answer.form is not None:
        tokens += [Word("form"), Face(answer.form)]
    if answer.attack is not None:
        tokens.append(Word("attack" if answer.attack else "keep"))
    if answer.along:
        tokens += [Sign("&"), Word("leader")]
    return tokens
