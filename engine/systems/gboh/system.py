"""A game of the family as a rule system of the kernel: all of it but its models, numbers, chapters and book."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from pydantic import TypeAdapter

from engine.kernel import special
from engine.kernel.charts import Chart
from engine.kernel.concession import Concession
from engine.kernel.decisions import Answer, PolicyKind
from engine.kernel.hexes import Hex
from engine.kernel.json_values import is_sequence
from engine.kernel.rule_system import Parts, RuleSystem
from engine.kernel.rulebook import Case as BookCase
from engine.kernel.rulebook import Rulebook
from engine.kernel.statement import Statement
from engine.kernel.stretches import listed
from engine.kernel.system import Option
from engine.kernel.text import Text
from engine.systems.gboh import army_soundness, chart_list, deployment, inquiry, judgement, set_up, soundness, view
from engine.systems.gboh.battle import Battle, Breaks
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import AnyChapter, AnySpecial
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.cohesion import rout, rout_path, unit_order
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import driven, facing, moving, withdrawal
from engine.systems.gboh.orders import answers, groups, ideas, scopes, written
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.rules import Rules
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.shock import advance, choices, pursuit, resolve
from engine.systems.gboh.state import State
from engine.systems.gboh.turn import bidding, sequence, trump

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=GbohScenario)

GIVING_WAY: tuple[PolicyKind, ...] = (*reaction.POLICIES, *withdrawal.POLICIES)
"""Standing orders for fire at who comes near, and for giving ground."""

OTHERS: tuple[PolicyKind, ...] = (
    facing.POLICY,
    leaders.POLICY,
    leaders.FLIGHT,
    riders.POLICY,
    trump.POLICY,
    rout_path.POLICY,
    driven.POLICY,
    unit_order.POLICY,
    moving.CHECK,
    choices.POLICY,
    resolve.POLICY,
    resolve.GIVING,
    pursuit.POLICY,
    advance.POLICY,
    advance.WHO,
)
"""Every other that all games have."""


PARTS: Parts[Battle] = Parts(
    play=sequence.play,
    view=view.table,
    glance=view.glance,
    judge=judgement.judge,
    scopes=scopes.scopes,
    invariants=invariants.broken,
    inquiry=inquiry.INQUIRY,
    referee=Referee,
    read=written.read,
    ideas=ideas.ideas,
    counsel=ideas.counsel,
    groups=groups.groups,
    group_ideas=groups.group_ideas,
)


class GbohSystem(RuleSystem[S, Battle], Generic[S, B]):
    """The rules, bound to one battle's scenario. See :class:`engine.kernel.system.System`."""

    id: ClassVar[str]
    title: ClassVar[str]
    package: ClassVar[str]
    """Name of its package, which holds its charts and its rule help."""
    rules: ClassVar[Rules]
    """Its numbers and switches."""
    state_type: ClassVar[type[Any]]
    battle: ClassVar[type[Battle]] = Battle
    """A battle of it under way."""
    breaks: ClassVar[Breaks] = rout
    """What becomes of units that break."""
    events: TypeAdapter[Any]
    answers: ClassVar[TypeAdapter[Any]]
    """Reads any answer from JSON; made of its kinds of orders."""
    book: ClassVar[Rulebook]
    """Its rule help."""
    chapters: ClassVar[tuple[type[AnyChapter], ...]]
    """Its clauses that not all games have, in the order their hooks are called."""
    kinds: ClassVar[Mapping[str, type[AnySpecial]]]
    """Its rules of single battles, by the id scenarios give."""
    policies: ClassVar[tuple[PolicyKind, ...]] = (*GIVING_WAY, *OTHERS)
    concession: ClassVar[Concession] = Concession()
    anew = ("activation", "elite", "last-call", "momentum", "reactivation")
    parts: ClassVar[Parts[Any]] = PARTS

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.answers = answers.reader((*cls.rules.set_up_orders, *cls.order_kinds()))

    def __init__(self, scenario: B, charts: Charts | None = None) -> None:
        self.scenario = scenario
        self.charts = charts or chart_list.in_force(self.package, scenario.charts)
        self._printed = charts or Charts.of(self.package)
        self._pack = scenario.charts if charts is None else None

    # -- what each may say itself -----------------------------------------------------------------------------------

    @classmethod
    def wrong_with(cls, group: Any, here: str) -> Iterator[str]:
        """What is wrong with what the counters of a group have; one sentence with its path each."""
        return army_soundness.kind_problems(group, cls.rules.troops, cls.rules.weapons, here)

    @classmethod
    def manned(cls, scenario: Any) -> Collection[Hex]:
        """Hexes that units hold although nobody may enter them, by a rule of the battle."""
        wall_rules = {name for name, kind in cls.kinds.items() if "walls" in kind.takes.model_fields}
        return frozenset(h for r in scenario.special_rules if r.id in wall_rules for h in _hexes(r.params.get("walls")))

    # -- what all have ----------------------------------------------------------------------------------------------

    @classmethod
    def problems(cls, scenario: Any) -> Iterator[str]:
        """What the model can't see in a battle's data; one sentence with its path each."""
        return soundness.problems(
            scenario,
            charts=Charts.of(cls.package),
            troops=cls.rules.troops,
            kinds=cls.kinds,
            case=cls.book.case,
            own=cls.wrong_with,
            manned=cls.manned(scenario),
        )

    def set_up(self, options: dict[str, bool] | None) -> S:
        """The armies as the scenario has them, before anybody is asked."""
        return set_up.initial_state(self.state_type, self.scenario, options)

    def context(self, state: S) -> Battle:
        """The battle of a position, with the rules in force: chapters, then those of the battle."""
        chapters = [chapter(self.rules.cases) for chapter in self.chapters]
        own = special.made(self.kinds, self.scenario, state.options)
        return self.battle(
            state, self.scenario, self.charts, self.played(state.options), [*chapters, *own], self.breaks
        )

    def played(self, options: Mapping[str, bool]) -> Rules:
        """Its rules as a battle with these options is played."""
        return self.rules

    def options(self) -> tuple[Option, ...]:
        """The battle's optional rules, and the bidding where the book has it."""
        return (*self._optional_rules(), *([self._bidding()] if Case.BIDDING in self.rules.cases else []))

    def _bidding(self) -> Option:
        title = Text("Bid for the choice of sides ({case})", case=self.rules.cases[Case.BIDDING])
        return Option(bidding.OPTION, title, seats=True)

    def _optional_rules(self) -> Iterator[Option]:
        # C-3 Competitive play: balance changes, and the battle's other options.
        for key in self.scenario.optional_rules:
            special, case = self.scenario.special(key), self.book.case(key)
            title = special.title if special is not None else case.title if case is not None else key
            yield Option(key, Text("{title}", title=title))

    def own_rules(self) -> Sequence[BookCase]:
        """Special rules of the battle, by id."""
        return [BookCase(r.id, r.title, r.text) for r in self.scenario.special_rules]

    def chart_list(self, state: S) -> tuple[Chart, ...]:
        return chart_list.of_battle(self._printed.document, self._pack, self.context(state).charts)

    def initial_state(self, options: dict[str, bool] | None = None) -> S:
        """The position before the first turn."""
        state = self.set_up(options)
        if state.options.get(bidding.OPTION):
            state.phase = "bidding"
        elif deployment.needed(self.context(state)):
            state.phase = "setup"
        return state

    def known(self, state: S, sides: Collection[str]) -> S:
        """Whoever still sets up in secret stands as the battle suggests to all others."""
        if state.phase == "setup":
            suggested = self.set_up(state.options)
            for kept, found in ((state.units, suggested.units), (state.leaders, suggested.leaders)):
                for name, piece in cast(dict[str, Any], kept).items():
                    if piece.side not in sides and piece.side not in state.deployed:
                        cast(dict[str, Any], kept)[name] = found.get(name, piece)
        return state

    def write(self, answer: Answer) -> Statement:
        return written.write(answer, (*self.order_kinds(), *self.rules.set_up_orders))

    @classmethod
    def order_kinds(cls) -> Sequence[OrderKind[Any]]:
        """Every kind of order it has: its own, then those its chapters add."""
        return [*cls.rules.orders, *(order for chapter in cls.chapters for order in chapter.orders)]


def _hexes(given: Any) -> Iterator[Hex]:
    """Hexes of a list as a file has it, so far as they are any: what is wrong with it is told elsewhere."""
    try:
        given = listed(given)
    except ValueError:
        return
    yield from (int(h) for h in (given if is_sequence(given) else ()) if str(h).isdecimal())
