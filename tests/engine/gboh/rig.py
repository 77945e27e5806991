"""Small battles of any game of the family: one rule procedure, forced dice and given answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from engine.kernel.context import Asking, Resting, Throwing
from engine.kernel.decisions import Answer, Choose, ChooseEach, Decision, Pick, Picks
from engine.kernel.dice import ForcedDice, Roll, RollRequest, settle
from engine.kernel.events import Event
from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.systems.gboh.events import Fired, UnitMoved, UnitRouted
from engine.systems.gboh.field import Layout
from engine.systems.gboh.missiles import ordered_fire
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.set_up import initial_state
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from engine.systems.gboh.system import GbohSystem
from engine.systems.gboh.turn import orders_phase, sequence

REACTIONS = ("reaction-facing", "orderly-withdrawal", "rout-path")
"""Questions that a move raises and most tests of it aren't about."""

QUIET = ("rout-path", "unit-order", "reaction-facing", "advance-turn", "clash-unit")
"""The same of a Shock."""


def _sides(attack: str) -> list[str]:
    return attack.split(" x ")


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """What is done inside must be refused, by this case."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.rule == rule, str(caught.value)


class Rig:
    """A battle and the means to run single procedures on it."""

    sequence: Callable[[Any], Coroutine[Any, Any, None]] = staticmethod(sequence.play)

    def __init__(self, g: Any) -> None:
        self.g = g
        self.events: list[Event] = []
        self.decisions: list[Decision] = []
        self.rolls: list[Roll] = []

    @property
    def state(self) -> Any:
        return self.g.state

    def unit(self, code: str) -> Any:
        return self.g.state.units[code]

    def leader(self, name: str) -> Any:
        return self.g.state.leaders[name]

    def orders(self, side: str = "a", leader: str | None = None, **values: Any) -> Rig:
        """Put an Orders Phase of ``side`` under way."""
        self.g.version += 1  # tests change the position behind its back
        self.g.state.orders = self.g.new_orders(side, leader=leader, **values)
        self.g.state.phase = "orders"
        if leader is not None:
            self.g.state.leaders[leader].status = "active"
        self.g.version += 1
        return self

    def order(
        self,
        order: Answer,
        *,
        dice: Sequence[int] = (),
        answers: Sequence[Any] = (),
        defaults: Sequence[str] = (),
    ) -> None:
        """Give one order as the active leader would: checked, carried out, counted."""
        orders_phase.check(self.g, order)
        self.run(orders_phase.carry_out, order, dice=dice, answers=answers, defaults=defaults)

    def refuses(self, rule: str, order: Answer) -> None:
        """The order is refused by this case."""
        with refused(rule):
            orders_phase.check(self.g, order)

    def play(self, *, dice: Sequence[int] = (), answers: Sequence[Any] = (), defaults: Sequence[str] = ()) -> Decision:
        """Run the sequence of play from where it stands until a decision comes that no answer is left for; returns it.

        All dice and answers must be used up by then.
        """

        async def until(g: Any) -> None:
            await self.sequence(g)

        asked: list[Decision] = []

        def stop(d: Decision) -> Answer:
            asked.append(d)
            raise _Stop

        with suppress(_Stop):
            self.run(until, dice=dice, answers=[*answers, stop], defaults=defaults)
        assert asked, "the battle ended before the last answer was used"
        return asked[-1]

    def run(
        self,
        procedure: Callable[..., Coroutine[Any, Any, Any]],
        *args: Any,
        dice: Sequence[int] = (),
        answers: Sequence[Answer | str | dict[str, str] | Callable[[Decision], Answer | str]] = (),
        defaults: Sequence[str] = (),
    ) -> Any:
        """Run ``procedure(g, *args)`` to its end and return its result.

        Decisions of the kinds in ``defaults`` are beside the point of the test: they get their default answer.

        A text answers with that key, a dictionary picks for several units, a callable looks at the decision first.
        All dice and answers must be used up; a decision without an answer left fails the test.
        """
        thrown = ForcedDice(dice, first=len(self.rolls) + 1)
        left = list(answers)
        self.g.version += 1  # tests change the position behind its back
        coroutine = procedure(self.g, *args)
        value: Any = None
        while True:
            try:
                waiting = coroutine.send(value)
            except StopIteration as stop:
                self._collect()
                assert not thrown.left, f"dice not used: {thrown.left}"
                assert not left, f"answers not used: {left}"
                return stop.value
            self._collect()
            value = None
            if isinstance(waiting, Throwing):
                _agrees(waiting.request)
                n, faces = thrown.throw(waiting.request, self.state.segment)
                value = settle(waiting.request, n, self.state.segment, faces)
                self.rolls.append(value)
            elif isinstance(waiting, Asking):
                given = []
                for d in waiting.decisions:
                    if d.kind in defaults:
                        given.append(d.default)
                        continue
                    self.decisions.append(d)
                    assert left, f"no answer left for {d.kind} ({d.side}): {d.prompt}"
                    try:
                        given.append(_answer(d, left.pop(0)))
                    except _Stop:
                        coroutine.close()
                        assert not thrown.left, f"dice not used: {thrown.left}"
                        raise
                value = tuple(given)
            else:
                assert isinstance(waiting, Resting)

    # -- what shared tests ask for ------------------------------------------------------------------------------------

    def moves(self, unit: str, *path: Any, dice: Sequence[int] = (), answers: Sequence[Any] = (), **order: Any) -> Rig:
        """An order of the active leader to move along hexes and facings; what isn't answered is by default."""
        self.order(orders.Move(unit=unit, path=path, **order), dice=dice, answers=answers, defaults=REACTIONS)
        return self

    def fires(self, unit: str, target: str, *, dice: Sequence[int], answers: Sequence[Any] = ()) -> Rig:
        """Ordered fire at a unit, or at a leader who is alone."""
        at = self.unit(target) if target in self.state.units else self.leader(target)
        self.run(ordered_fire.ordered_fire, self.unit(unit), at, dice=dice, answers=answers, defaults=["rout-path"])
        return self

    def fights(self, *attacks: str, dice: Sequence[int], answers: Sequence[Any] = (), but: Sequence[str] = ()) -> Rig:
        """Shocks, each as "HC1+HC2 x MI9", through every step; questions named in ``but`` want an answer."""
        plan = [Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+"))) for a, d in map(_sides, attacks)]
        quiet = [kind for kind in QUIET if kind not in but]
        self.run(lambda g: fight(g, plan), dice=dice, answers=answers, defaults=quiet)
        return self

    def withdraws(self, mover: str, *, starting: bool = False, dice: Sequence[int] = (), answers: Any = ()) -> Rig:
        """The window for Orderly Withdrawal before a unit that has just come where it is, or is about to move."""
        unit = self.unit(mover)
        self.run(
            lambda g: withdrawal.orderly_withdrawal(g, unit, starting=starting),
            dice=dice,
            answers=answers,
            defaults=["rout-path"],
        )
        return self

    def choices(self, n: int = -1, item: int = 0) -> list[str]:
        """Keys offered in a question so far, the last unless told; of one item where it is about several."""
        d = self.decisions[n]
        return [c.key for c in (d.items[item].choices if isinstance(d, ChooseEach) else d.choices)]

    def fired(self) -> list[tuple[str, str, str]]:
        """Who has fired at whom on which occasion."""
        return [(e.unit, e.target, e.how) for e in self.happened(Fired)]

    def routed(self) -> list[str]:
        """Units in the order they broke."""
        return [e.unit for e in self.happened(UnitRouted)]

    def advanced(self) -> list[tuple[str, Hex]]:
        """Advances after combat."""
        return [(e.unit, e.to) for e in self.happened(UnitMoved) if e.how == "advance"]

    def _collect(self) -> None:
        self.events += self.g.log
        self.g.log.clear()

    def told(self) -> list[str]:
        """The story so far, one line an event that speaks."""
        return [str(t) for e in self.events if (t := e.text(self.state)) is not None]

    def happened(self, kind: type[Event]) -> list[Any]:
        return [e for e in self.events if isinstance(e, kind)]


def _agrees(request: RollRequest) -> None:
    """What a roll is said to need is where its result changes, of the die or of its modified total."""
    found = re.search(r"\b(\d+) or (less|more)", str(request.needs))
    if found is None or not str(request.outcome(0)):
        return
    n, step = int(found[1]), 1 if found[2] == "less" else -1
    if request.table == "tq_checks" and str(request.outcome(0)) != "no hit":
        step = 2  # one hit at least is taken: what goes beyond is a second
    if 0 <= n + step <= 9:
        results = [(request.outcome(n + m), request.outcome(n + step + m)) for m in (0, request.modifier)]
        assert any(a != b for a, b in results), f"{request.text}: needs {request.needs}, but {n + step} is {results}"


class _Stop(Exception):
    """The decision a test wanted to reach."""


def _answer(d: Decision, given: Any) -> Answer:
    if callable(given):
        given = given(d)
    if isinstance(given, str):
        given = (
            Pick(key=given)
            if isinstance(d, Choose)
            else Picks(picks={i.key: given for i in d.items})
            if isinstance(d, ChooseEach)
            else given
        )
    if isinstance(given, dict):
        given = Picks(picks=given)
    assert isinstance(given, Answer), f"{given!r} answers nothing like {d.kind}"
    d.check(given)
    return given


def laid(
    system: type[GbohSystem[Any, Any]],
    layout: Layout[Any],
    a: Sequence[Mapping[str, Any]] = (),
    b: Sequence[Mapping[str, Any]] = (),
    *,
    a_leaders: Sequence[Mapping[str, Any]] = (),
    b_leaders: Sequence[Mapping[str, Any]] = (),
    options: dict[str, bool] | None = None,
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    **values: Any,
) -> Any:
    """The battle of a field: side "a" retreats west, side "b" east. An entry may say hits, routed, moved too."""
    facings: dict[str, Facing] = {}
    units = []
    for side, given in (("a", a), ("b", b)):
        for u in given:
            if u.get("column"):
                facings[u["code"]] = Facing[u["facing"]]
            units.append({**u, "side": side, **({"facing": "E"} if u.get("column") else {})})
    leaders = [{**x, "side": s} for s, given in (("a", a_leaders), ("b", b_leaders)) for x in given]
    field = {"cols": (1, 40), "rows": (1, 40), "sides": {"a": {}, "b": {}, **(sides or {})}, **values}
    scenario, found = layout.scenario_of(layout.field.model_validate({**field, "units": units, "leaders": leaders}))
    state = initial_state(system.state_type, scenario, options)
    for name, said in found.items():
        piece = state.piece(name)
        for k, v in said.items():
            if k != "code":
                setattr(piece, k, v)
    for name, facing in facings.items():
        state.units[name].facing = facing
    return system(scenario).context(state)
