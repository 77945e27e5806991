"""Orders to statements."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.decisions import Answer
from engine.kernel.statement import Sign, Statement, Token, Word
from engine.systems.justinian.movement import steps
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.orders import Activate, Pay, SetUp, Share
from engine.systems.justinian.scenario import BYZANTINE, SetupPlan


class Writer:
    """Writes orders with the places of a map."""

    def __init__(self, board: AreaMap) -> None:
        self._board = board

    def write(self, answer: Answer) -> Statement:
        """The canonical statement of an order; () for an answer that is none."""
        return Statement(tuple(self._tokens(answer)))

    def place(self, place: Place) -> Word:
        return Word(self._board.code(place))

    def _tokens(self, answer: Answer) -> Iterator[Token]:
        match answer:
            case Activate():
                yield from self._activate(answer)
            case Pay():
                yield from _words("pay all")
                if answer.unpaid:
                    yield Word("but")
                for key in answer.unpaid:
                    yield from self.group(key)
            case Share():
                yield Word("share")
                if not any(answer.parts.values()):
                    yield Word("nothing")
                for key, n in answer.parts.items():
                    if n:
                        yield from (*self.group(key), Word(str(n)))
            case SetUp():
                yield Word("setup")
                for power, plan in answer.plans.items():
                    yield from self._plan(power, plan)
            case steps.March():
                for step in answer.steps:
                    yield from kinds.of(step).write(step, self._board)
                if answer.end:
                    yield Word("stop")
            case steps.Sail():
                yield from _words(f"sail {answer.sp}")
                if answer.carry is not None:
                    yield from (Sign("&"), Word(answer.carry))
                for sea in answer.seas:
                    yield from (Sign(">"), self.place(sea))
                if answer.port is not None:
                    yield from (Sign(">"), self.place(answer.port))
            case _:
                return

    def _activate(self, order: Activate) -> Iterator[Token]:
        match order.what:
            case "army":
                yield from _words(f"activate {order.who}" + (" alone" if order.alone else ""))
            case "fleet":
                yield from (Word("fleet"), self.place(order.at or 0))
            case "magmil":
                yield from (*_words(f"magmil {order.who}"), self.place(order.at or 0))
                if order.army:
                    yield from _words(f"{'command' if order.command else 'with'} {order.army}")
            case _:
                yield Word(order.what)
        if order.fort is not None:
            yield from (Sign("&"), Word("fort"), self.place(order.fort))
        if order.double:
            yield from (Sign("&"), Word("twice"))

    def _plan(self, power: str, plan: SetupPlan) -> Iterator[Token]:
        yield Word(power)
        for x in plan.armies:
            yield from _words(f"army {x.army} {x.at} {x.sp}")
        for y in plan.groups:
            yield from _words(f"{'frontier' if power == BYZANTINE else 'detached'} {y.at} {y.sp}")
        for y in plan.fleets:
            yield from _words(f"fleet {y.at} {y.sp}")

    def group(self, key: str) -> Iterator[Token]:
        """A group by its key (:attr:`Group.key`)."""
        what, _, at = key.partition("@")
        if not at:
            army, _, power = key.partition("+")
            yield from _words(f"ally {power} {army}" if power else army)
            return
        power, _, kind = what.rpartition("-")
        if kind == "frontier" or power == BYZANTINE:
            yield Word(kind)
        else:
            yield from _words(f"{kind} {power}")
        yield self.place(int(at))


def _words(text: str) -> Iterator[Word]:
    return (Word(w) for w in text.split())
