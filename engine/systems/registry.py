"""The rule systems there are, and which of them plays a scenario document.

A new one is added to ``_LISTED``; nothing else has to know it. The modules of a system are imported when it is first
needed: reading all of them takes two seconds, which no start should wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.systems.lazily import Lazily, named

if TYPE_CHECKING:
    from engine.kernel.charts import Chart
    from engine.kernel.position import PositionForm
    from engine.kernel.rulebook import Rulebook
    from engine.kernel.scenario import BaseScenario
    from engine.kernel.special import Special
    from engine.kernel.system import System


class Rules(Protocol):
    """A class of rules: makes a :class:`engine.kernel.system.System` of a scenario."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    def __call__(self, scenario: Any, /) -> System[Any]: ...


@dataclass(frozen=True)
class Listed:
    """One rule system, as far as it is known without a battle; where its parts are is told as ``module:name``."""

    id: str
    """ "cataphract"."""
    title: str
    """Name of the game."""
    package: str
    """Where its modules are: "engine.systems.cataphract"."""
    rules_at: str
    model_at: str
    problems_at: str = ""
    """Where it isn't the class's own."""
    kinds_at: str = ""
    """The same: a function that returns the rules of single battles."""
    charts_at: str = ""
    """A function that returns its charts, where they aren't those that Cataphract's family reads from its package."""
    builds_on: str = "engine.systems.gboh"
    """The package of what it shares with its sister games."""
    complete: bool = True
    """Whether every case of its rules is refereed. Until then its battles are not offered in lists: who knows their
    names may play them, and the cases that have a test are counted without any being asked for."""

    @cached_property
    def rules(self) -> Rules:
        """The class that implements :class:`engine.kernel.system.System`; called with a scenario."""
        return self._named(self.rules_at)

    @cached_property
    def model(self) -> type[BaseScenario]:
        """Its scenarios' model."""
        return self._named(self.model_at)

    @cached_property
    def problems(self) -> Callable[[Any], Iterator[str]]:
        """What the model alone can't see in a scenario: where it doesn't agree with charts, cases and special rules."""
        return self._named(self.problems_at or f"{self.rules_at}.problems")

    @cached_property
    def special_rules(self) -> Mapping[str, type[Special]]:
        """The rules of single battles there are, by id."""
        return self._named(self.kinds_at)() if self.kinds_at else self._named(f"{self.rules_at}.kinds")

    def rulebook(self) -> Rulebook:
        return self._named("rulebook:BOOK")

    def form(self) -> PositionForm:
        return self._named("position:FORM")

    def charts(self) -> Sequence[Chart]:
        """Its charts as they come with the engine."""
        if self.charts_at:
            return self._named(self.charts_at)()
        return named("engine.systems.gboh.chart_list:standard")(self.package)

    def _named(self, what: str) -> Any:
        return named(f"{self.package}.{what}")


_LISTED = (
    Listed("cataphract", "Cataphract", "engine.systems.cataphract", "system:Cataphract", "scenario:CataphractScenario"),
    Listed(
        "men-of-iron",
        "Men of Iron",
        "engine.systems.men_of_iron",
        "system:MenOfIron",
        "scenario:MenOfIronScenario",
        problems_at="soundness:problems",
        kinds_at="special.kinds:kinds",
        charts_at="chart_list:standard",
        builds_on="",
    ),
    Listed(
        "alexander",
        "Great Battles of Alexander",
        "engine.systems.alexander",
        "system:Alexander",
        "scenario:AlexanderScenario",
    ),
    Listed("spqr", "SPQR", "engine.systems.spqr", "system:Spqr", "scenario:SpqrScenario"),
    Listed("simple-gboh", "Simple GBoH", "engine.systems.simple_gboh", "system:SimpleGboh", "scenario:SimpleScenario"),
    Listed(
        "justinian",
        "Justinian",
        "engine.systems.justinian",
        "system:Justinian",
        "scenario:JustinianScenario",
        charts_at="chart_list:standard",
        builds_on="",
    ),
)

SYSTEMS: dict[str, Listed] = {x.id: x for x in _LISTED}
"""Every rule system that can be played, by its id, in the order they are offered."""

RULEBOOKS: Mapping[str, Rulebook] = Lazily({x.id: x.rulebook for x in _LISTED})
"""Rule help of each system, by system id; the first is meant where nothing says which."""

CHARTS: Mapping[str, Callable[[], Sequence[Chart]]] = {x.id: x.charts for x in _LISTED}
"""Charts of each system as they come with the engine, by system id."""

POSITIONS: Mapping[str, PositionForm] = Lazily({x.id: x.form for x in _LISTED})
"""How positions of each system are written down, by system id; the first is meant where nothing says which."""


def load(*systems: str) -> None:
    """Import these systems, or all there are, where they aren't yet; which may be done in a thread."""
    for listed in _LISTED:
        if not systems or listed.id in systems:
            _ = listed.rules, listed.model, listed.special_rules, RULEBOOKS[listed.id]


def loaded(system: str) -> bool:
    """Whether a system's rules are there without taking half a second to be imported; so are those there aren't."""
    listed = SYSTEMS.get(system)
    return listed is None or {"rules", "model"} <= vars(listed).keys()


def modules(*first: str) -> Iterator[str]:
    """Names of all modules of all systems, those of the systems named ``first`` before others.

    Imported one after the other they are small pieces of what :func:`load` does at once, of a few milliseconds each:
    what lies deepest needs least, and comes first.
    """
    order = sorted(_LISTED, key=lambda x: first.index(x.id) if x.id in first else len(first))
    packages = dict.fromkeys(p for x in order for p in (x.builds_on, x.package) if p)
    for package in packages:
        folder = Path(__file__).parents[2].joinpath(*package.split("."))
        for path in sorted(folder.rglob("*.py"), key=lambda p: (-len(p.parts), p)):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *parts)).removesuffix(".__init__")


def chart_list(system: System[Any], state: Any) -> Sequence[Chart]:
    """Every chart as a battle is played by it; () where the rules have none."""
    return system.chart_list(state) if system.id in CHARTS else ()


def title(system: str) -> str:
    """Name of the game for readers; the id itself where there is no such system.

    >>> title("cataphract")
    'Cataphract'
    """
    return SYSTEMS[system].title if system in SYSTEMS else system


def system_for(document: dict[str, Any] | BaseScenario) -> System[Any]:
    """The rule system for a scenario, given as its model or its JSON document.

    Raises KeyError for an unknown system and pydantic's ValidationError for a document that isn't a scenario of it.
    """
    if not isinstance(document, dict):
        return SYSTEMS[document.system].rules(document)
    name = document["system"]
    return SYSTEMS[name].rules(SYSTEMS[name].model.model_validate(document))


def initial_state(system: System[Any], options: dict[str, bool] | None = None) -> Any:
    """The position a battle of this system begins with."""
    return system.initial_state(options)
