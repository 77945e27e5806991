"""Simple GBoH as a rule system of the kernel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from engine.kernel.decisions import PolicyKind
from engine.kernel.rule_system import Parts
from engine.systems.gboh import system
from engine.systems.gboh.battle import Breaks
from engine.systems.simple_gboh import breaking, chapters, charts, inquiry, intervals, rulebook, view
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events import EVENTS
from engine.systems.simple_gboh.missiles import reactions
from engine.systems.simple_gboh.rules import RULES
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.shock import phase
from engine.systems.simple_gboh.special import kinds
from engine.systems.simple_gboh.state import State
from engine.systems.simple_gboh.turn import returns, seizure, sequence


class SimpleGboh(system.GbohSystem[State, SimpleScenario]):
    """The rules, bound to one battle's scenario."""

    id: ClassVar[str] = "simple-gboh"
    title: ClassVar[str] = "Simple GBoH"
    package: ClassVar[str] = charts.PACKAGE
    rules = RULES
    state_type = State
    battle = Battle
    breaks: ClassVar[Breaks] = breaking
    events = EVENTS
    book = rulebook.BOOK
    chapters = chapters.CHAPTERS
    kinds = kinds.KINDS
    parts: ClassVar[Parts[Any]] = replace(
        system.PARTS, play=sequence.play, view=view.table, glance=view.glance, inquiry=inquiry.INQUIRY
    )
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        seizure.POLICY,
        returns.POLICY,
        intervals.POLICY,
        *reactions.POLICIES,
        *system.OTHERS,
        *phase.POLICIES,
    )
