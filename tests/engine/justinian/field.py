"""Positions of the campaign for tests: an empty map with what a test puts there, one procedure, forced dice, answers.

>>> field().army("orient", "syria-1", 20, leader="sittas").state.armies["orient"].strength
20
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any, cast

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.charts import Charts
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmyMoved, MpRolled, MpSpent
from engine.systems.justinian.movement import activation, steps
from engine.systems.justinian.scenario import JustinianScenario
from engine.systems.justinian.state import Activation, MagMil, Pool, State
from engine.systems.justinian.system import Justinian
from scenarios import load
from tests.engine.rig import Rig
from tests.engine.rig import refused as refused

SUITABLE = ("losses", "retreat", "commander", "naval-retreat")
"""Questions that a battle raises and most tests of it aren't about."""


@cache
def _system() -> Justinian:
    scenario = load("justinian/renovatio")
    assert isinstance(scenario, JustinianScenario)
    return Justinian(scenario)


class Field(Rig):
    """A campaign with nothing on the map but what is put there."""

    g: Campaign

    @property
    def state(self) -> State:
        return self.g.state

    def at(self, code: str) -> Place:
        return self.g.land.place(code)

    def force(self, army: str) -> Force:
        return Force(self.g, army)

    # -- putting things on the map ------------------------------------------------------------------------------------

    def army(self, army: str, at: str, sp: int, *, leader: str | None = None, **values: Any) -> Field:
        """An army, or a barbarian leader with SP; ``values`` are fields of its state."""
        a = self.state.armies[army]
        a.where, a.at, a.sp, a.arrives = "map", self.at(at), sp, None
        for name, value in values.items():
            setattr(a, name, value)
        if leader is not None:
            a.leader = leader
            self.state.magmil[leader] = MagMil(id=leader, where="map", army=army)
        if a.power in self.state.alliance and self.state.alliance[a.power] == "none":
            self.state.alliance[a.power] = "barbarian"
        return self._changed()

    def frontier(self, at: str, sp: int, *, unpaid: bool = False) -> Field:
        self.state.frontier[self.at(at)] = Pool(sp=sp, unpaid=unpaid)
        return self._changed()

    def detached(self, at: str, power: str, sp: int) -> Field:
        self.state.detached.setdefault(self.at(at), {})[power] = sp
        return self._changed()

    def fleet(self, power: str, at: str, sp: int, *, unpaid: bool = False) -> Field:
        self.state.fleets[power][self.at(at)] = Pool(sp=sp, unpaid=unpaid)
        return self._changed()

    def marker(self, power: str, *places: str) -> Field:
        """Control markers."""
        self.state.control.update({self.at(p): power for p in places})
        return self._changed()

    def revolt(self, *places: str) -> Field:
        self.state.revolt += [self.at(p) for p in places]
        return self._changed()

    def treasury(self, power: str, at: str) -> Field:
        self.state.treasuries[power] = self.at(at)
        return self._changed()

    def ally(self, power: str, alliance: Any = "byzantine") -> Field:
        self.state.alliance[power] = alliance
        return self._changed()

    def alive(self) -> Field:
        """One SP each of Vandals and Ostrogoths far away from everybody, lest they be out of the game (8.28)."""
        return self.army("hilderic", "box-crimean-goths", 1).army("athalaric", "box-crimean-goths", 1)

    def under(self, **values: Any) -> Field:
        """Values of the state: "gold", "turn", "bonus"..."""
        for name, value in values.items():
            setattr(self.state, name, value)
        return self._changed()

    def charted(self, chart: str, row: str, column: str, value: Any) -> Field:
        """Play by a chart with another value in one cell."""
        document = deepcopy(self.g.charts.document)
        document["charts"][chart]["rows"][row][column] = value
        self.g.charts = Charts(document)
        return self

    def activate(self, side: Any = "byzantine", *, mp: int | None = None, **values: Any) -> Field:
        """An activation of a side under way, control as it is now (8.17)."""
        g, provinces = self.g, self.g.land.provinces
        self.state.phase = side
        self.state.activation = None
        self._changed()
        held = {p: g.control(p) for p in provinces}
        self.state.activation = Activation(
            side=side,
            mp=mp,
            barbarian=tuple(p for p in provinces if held[p] == "barbarian"),
            nobody=tuple(p for p in provinces if held[p] == "none"),
            **values,
        )
        return self._changed()

    def _changed(self) -> Field:
        self.g.version += 1
        return self

    # -- playing ------------------------------------------------------------------------------------------------------

    def march(
        self,
        army: str,
        *given: Any,
        dice: Sequence[int],
        but: Sequence[str] = (),
        extra: int = 0,
        stop: bool = True,
    ) -> Field:
        """Activate an army: MP by the first die. ``given`` are orders, a step or a list of them, and answers to
        whatever else is asked, in order; retreats, losses and the like have their default answers unless named in
        ``but``. It stops after the last one; ``stop=False``: it has to stop by itself.
        """
        self.under(phase=self.g.side(self.state.armies[army]), activation=None)
        answers = [_order(x) for x in given]
        if stop:
            answers.append(steps.March(end=True))
        self._play(activation.army, army, answers, dice, but, **({"extra_mp": extra} if extra else {}))
        return self

    def sail(self, power: str, at: str, *given: Any, dice: Sequence[int] = (), but: Sequence[str] = ()) -> Field:
        """Activate a fleet: the order, then answers to whatever is asked."""
        self.under(phase=self.g.side_of(power), activation=None)
        self._play(activation.fleet, power, given, dice, but, self.at(at))
        return self

    def _play(
        self, procedure: Any, who: str, answers: Any, dice: Sequence[int], but: Sequence[str], *args: Any, **named: Any
    ) -> None:
        async def whole(g: Campaign) -> None:
            await procedure(g, who, *args, **named)

        self.run(whole, dice=dice, answers=answers, defaults=[k for k in SUITABLE if k not in but])

    @property
    def mp(self) -> tuple[int, int]:
        """MP rolled in the last activation, and MP spent in all of them."""
        spent = sum(e.mp for e in self.events if isinstance(e, MpSpent | ArmyMoved))
        return self.happened(MpRolled)[-1].mp, spent

    def sail_order(self, *seas: str, sp: int = 1, port: str | None = None, carry: str | None = None) -> steps.Sail:
        """A voyage by the codes of its places."""
        return steps.Sail(
            sp=sp, carry=carry, seas=tuple(self.at(s) for s in seas), port=self.at(port) if port is not None else None
        )

    def go(self, *codes: str, treasury: bool = False) -> list[steps.AnyStep]:
        """Steps into places by their codes."""
        return [steps.Go(to=self.at(c), treasury=treasury) for c in codes]


def _order(given: Any) -> Any:
    """Steps as the order of them."""
    if isinstance(given, steps.Step):
        return steps.March(steps=(cast("steps.AnyStep", given),))
    if isinstance(given, list):
        return steps.March(steps=tuple(given))
    return given


def field(**values: Any) -> Field:
    """An empty map: no control markers, no treasuries; ``values`` go into the state."""
    system = _system()
    state = system.initial_state()
    state.control, state.treasuries = {}, {}
    for a in state.armies.values():
        if a.power in ("vandals", "ostrogoths"):
            a.where, a.at = "aside", None
    state.phase = "byzantine"
    state.turn = values.pop("turn", 4)
    rig = Field(system.context(state))
    return rig.under(**values)
