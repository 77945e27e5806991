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
from typing import Any

from engine.kernel import order_kind
from engine.kernel.decisions import NO, Answer, Command, Decision
from engine.kernel.order_kind import OrderKind
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import deployment, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.orders import kinds, moves_written
from engine.systems.gboh.orders.order_kind import refuse_word
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import notation
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader, Unit

_LACKING = {"trump": Case.TRUMP, "momentum": Case.MOMENTUM}
"""Words for what leaders decide, by a case that those games of the family have which know it."""

_NOBODY = NO | {"done"}
"""What says that nobody attacks, where it is asked who does."""


class Reader(Names):
    """Reads one statement for the side that is asked."""

    def order(self) -> Answer:
        """The order the statement means."""
        verb = self.word()
        if (kind := order_kind.begun_by(special.order_kinds(self.g), verb)) is not None:
            self.take()
            return kind.read(self, str(verb))
        if (missing := order_kind.begun_by(kinds.LED, verb)) is not None:
            missing.refuse_missing(self.g, str(verb))
        if verb in _LACKING and _LACKING[verb] not in self.g.game.cases:
            refuse_word(self.g, verb)
        if verb == "trump" and len(self.tokens) > 1 and self.g.state.trump_used:
            self.take()
            self._check_trump(self.named(str(self.take()), None))
        if verb == "shock":
            self.take()
            return notation.read(self.g, self)
        return self._piece_order(self.piece(self.side))

    def _check_trump(self, piece: Unit | Leader) -> None:
        """5.43 Refuse another Trump of a side that has had its one at this activation."""
        if isinstance(piece, Leader) and piece.side in self.g.state.trump_used:
            text = "The {side} have tried to Trump already."
            refuse(text, rule=self.g.case(Case.ONE_TRUMP), side=self.g.spec(piece.side).name)

    def _piece_order(self, piece: Unit | Leader) -> Answer:
        if piece.side != self.side:
            leads = isinstance(piece, Leader)
            rule = self.g.case(Case.OVERALL_COMMANDER if leads else Case.COMMAND_RANGE)
            refuse("{piece} is the enemy's.", rule=rule, piece=piece.name if leads else piece.id)
        if isinstance(piece, Leader):
            return kinds.MOVE_LEADER.read_after(self, piece)
        if not piece.on_map:
            if (why := special.why_not(self.g, Special.unavailable, piece)) is not None:
                raise why
            refuse("{unit} is not on the map.", unit=piece.id)
        if self.word() == "harass":
            self.take()
            return kinds.HARASS.read_after(self, piece)
        return moves_written.read(self, piece)


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


def write(answer: Answer, orders: Iterable[OrderKind[Any, Any, Any, Any]]) -> Statement:
    """The canonical statement of an order; reading it in the same position gives the order again.

    ``orders``: those of the game. Raises ValueError for what is none.
    """
    if isinstance(answer, ShockPlan):
        return notation.write(answer)
    kind = order_kind.of(orders, answer)
    if kind is None:
        raise ValueError(f"{answer!r} is not an order")
    return Statement(tuple(kind.write(answer)))
