"""The rule systems there are, and which of them plays a scenario document.

A new one is added to ``_LISTED``, to :data:`RULEBOOKS`, to :data:`CHARTS` and to :data:`POSITIONS`; nothing else has to
know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from engine.kernel.charts import Chart
from engine.kernel.position import PositionForm
from engine.kernel.rulebook import Rulebook
from engine.kernel.scenario import BaseScenario
from engine.kernel.special import Special
from engine.systems.alexander import position as alexander_position
from engine.systems.alexander import rulebook as alexander_rulebook
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.system import Alexander
from engine.systems.cataphract import position as cataphract_position
from engine.systems.cataphract import rulebook as cataphract_rulebook
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import chart_list as chart_cells
from engine.systems.justinian import chart_list as justinian_charts
from engine.systems.justinian import position as justinian_position
from engine.systems.justinian import rulebook as justinian_rulebook
from engine.systems.justinian.scenario import JustinianScenario
from engine.systems.justinian.system import Justinian
from engine.systems.men_of_iron import chart_list as men_of_iron_charts
from engine.systems.men_of_iron import position as men_of_iron_position
from engine.systems.men_of_iron import rulebook as men_of_iron_rulebook
from engine.systems.men_of_iron import soundness as men_of_iron_soundness
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import kinds as men_of_iron_special
from engine.systems.men_of_iron.system import MenOfIron
from engine.systems.simple_gboh import position as simple_position
from engine.systems.simple_gboh import rulebook as simple_rulebook
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.spqr import position as spqr_position
from engine.systems.spqr import rulebook as spqr_rulebook
from engine.systems.spqr.scenario import SpqrScenario
from engine.systems.spqr.system import Spqr


class Rules(Protocol):
    """A class of rules: makes a :class:`engine.kernel.system.System` of a scenario."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    def __call__(self, scenario: Any, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Listed:
    """One rule system, as far as it is known without a battle."""

    rules: Rules
    """The class that implements :class:`engine.kernel.system.System`; called with a scenario."""
    model: type[BaseScenario]
    """Its scenarios' model."""
    problems: Callable[[Any], Iterator[str]]
    """What the model alone can't see in a scenario: where it doesn't agree with charts, cases and special rules."""
    special_rules: Mapping[str, type[Special]]
    """The rules of single battles there are, by id."""
    complete: bool = True
    """Whether every case of its rules is refereed. Until then its battles are not offered in lists: who knows their
    names may play them, and the cases that have a test are counted without any being asked for."""

    @property
    def id(self) -> str:
        """ "cataphract"."""
        return self.rules.id

    @property
    def title(self) -> str:
        """Name of the game."""
        return self.rules.title


_LISTED = (
    Listed(Cataphract, CataphractScenario, Cataphract.problems, Cataphract.kinds),
    Listed(MenOfIron, MenOfIronScenario, men_of_iron_soundness.problems, men_of_iron_special.kinds()),
    Listed(Alexander, AlexanderScenario, Alexander.problems, Alexander.kinds),
    Listed(Spqr, SpqrScenario, Spqr.problems, Spqr.kinds),
    Listed(SimpleGboh, SimpleScenario, SimpleGboh.problems, SimpleGboh.kinds),
    Listed(Justinian, JustinianScenario, Justinian.problems, Justinian.kinds),
)

SYSTEMS: dict[str, Listed] = {x.id: x for x in _LISTED}
"""Every rule system that can be played, by its id, in the order they are offered."""

RULEBOOKS: dict[str, Rulebook] = {
    "cataphract": cataphract_rulebook.BOOK,
    "men-of-iron": men_of_iron_rulebook.BOOK,
    "alexander": alexander_rulebook.BOOK,
    "spqr": spqr_rulebook.BOOK,
    "simple-gboh": simple_rulebook.BOOK,
    "justinian": justinian_rulebook.BOOK,
}
"""Rule help of each system, by system id; the first is meant where nothing says which."""


CHARTS: dict[str, Callable[[], Sequence[Chart]]] = {
    "cataphract": partial(chart_cells.standard, Cataphract.package),
    "men-of-iron": men_of_iron_charts.standard,
    "alexander": partial(chart_cells.standard, Alexander.package),
    "spqr": partial(chart_cells.standard, Spqr.package),
    "simple-gboh": partial(chart_cells.standard, SimpleGboh.package),
    "justinian": justinian_charts.standard,
}
"""Charts of each system as they come with the engine, by system id."""


POSITIONS: dict[str, PositionForm] = {
    "cataphract": cataphract_position.FORM,
    "men-of-iron": men_of_iron_position.FORM,
    "alexander": alexander_position.FORM,
    "spqr": spqr_position.FORM,
    "simple-gboh": simple_position.FORM,
    "justinian": justinian_position.FORM,
}
"""How positions of each system are written down, by system id; the first is meant where nothing says which."""


def chart_list(system: Any, state: Any) -> Sequence[Chart]:
    """Every chart as a battle is played by it; () where the rules have none."""
    return system.chart_list(state) if system.id in CHARTS else ()


def title(system: str) -> str:
    """Name of the game for readers; the id itself where there is no such system.

    >>> title("cataphract")
    'Cataphract'
    """
    return SYSTEMS[system].title if system in SYSTEMS else system


def system_for(document: dict[str, Any] | BaseScenario) -> Any:
    """The rule system for a scenario, given as its model or its JSON document.

    Raises KeyError for an unknown system and pydantic's ValidationError for a document that isn't a scenario of it.
    """
    if isinstance(document, BaseScenario):
        return SYSTEMS[document.system].rules(document)
    name = document["system"]
    return SYSTEMS[name].rules(SYSTEMS[name].model.model_validate(document))


def initial_state(system: Any, options: dict[str, bool] | None = None) -> Any:
    """The position a battle of this system begins with."""
    return system.initial_state(options)
