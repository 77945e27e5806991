"""SPQR as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from engine.kernel.concession import Concession
from engine.kernel.decisions import PolicyKind
from engine.kernel.system import Option
from engine.systems.gboh import system
from engine.systems.gboh.arranged import arranged, markers
from engine.systems.gboh.rules import Rules
from engine.systems.spqr import chapters, charts, rulebook
from engine.systems.spqr import options as optional
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.events import EVENTS
from engine.systems.spqr.extension import POLICY
from engine.systems.spqr.rules import RULES
from engine.systems.spqr.scenario import SpqrScenario
from engine.systems.spqr.special import kinds
from engine.systems.spqr.state import State


class Spqr(system.GbohSystem[State, SpqrScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "spqr"
    concession = Concession(lost=-75.0, held=3)
    title: ClassVar[str] = "SPQR"
    package: ClassVar[str] = charts.PACKAGE
    rules = RULES
    state_type = State
    battle = Battle
    events = EVENTS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    policies: ClassVar[tuple[PolicyKind, ...]] = (*system.GIVING_WAY, POLICY, *arranged.POLICIES, *system.OTHERS)

    def played(self, options: Mapping[str, bool]) -> Rules:
        return optional.varied(self.rules, options)

    def known(self, state: State, sides: Collection[str]) -> State:
        markers.forget(state.sides.values(), sides)
        return state

    def options(self) -> tuple[Option, ...]:
        # 12.1 Beside what the battle itself offers.
        known = {o.key for o in super().options()}
        chapters = [Option(k, t) for k, t in optional.CHAPTERS.items() if k not in known]
        return (*super().options(), *chapters, *(Option(v.key, v.title) for v in optional.VARIANTS))
