"""Cataphract as a rule system of the kernel."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from engine.kernel.complaints import unknown
from engine.kernel.concession import Concession
from engine.kernel.decisions import PolicyKind
from engine.systems.cataphract import ambush, chapters, charts, feigned, rulebook, shield_wall
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import EVENTS
from engine.systems.cataphract.rules import RULES
from engine.systems.cataphract.scenario import CataphractScenario, UnitGroup
from engine.systems.cataphract.special import kinds
from engine.systems.cataphract.state import State
from engine.systems.cataphract.troops import TROOPS
from engine.systems.gboh import system
from engine.systems.gboh.missiles import artillery

FOOT = tuple(kind for kind, troop in TROOPS.items() if troop.arm == "foot")
"""What cavalry may become when it dismounts."""


class Cataphract(system.GbohSystem[State, CataphractScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "cataphract"
    concession = Concession(lost=-120.0)
    title: ClassVar[str] = "Cataphract"
    package: ClassVar[str] = charts.PACKAGE
    rules = RULES
    state_type = State
    battle = Battle
    events = EVENTS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        *system.GIVING_WAY,
        *feigned.POLICIES,
        *system.OTHERS,
        shield_wall.POLICY,
        artillery.POLICY,
    )

    @classmethod
    def wrong_with(cls, group: UnitGroup, here: str) -> Iterator[str]:
        if group.cls is not None and group.type != "HC":
            yield f"{here}.cls: cataphracts are HC, not {group.type}"
        if (group.missile == "X") != (group.type == "CH"):
            yield f"{here}.missile: X is what a CH shoots with, and nobody else"
        if group.dismounted is not None:
            if not TROOPS[group.type].is_horse:
                yield f"{here}.dismounted: {group.type} has no horses to leave (11.1)"
            if group.dismounted.type not in FOOT:
                yield f"{here}.dismounted.type: {unknown(group.dismounted.type, FOOT)}"
        if group.feint_reaction is not None and not 0 <= group.feint_reaction <= 9:
            yield f"{here}.feint_reaction: must be 0 to 9, not {group.feint_reaction}"

    def known(self, state: State, sides: Collection[str]) -> State:
        ambush.forget(state, sides)
        return super().known(state, sides)
