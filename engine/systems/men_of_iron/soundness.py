"""What has to agree with the charts in a Men of Iron battle's data; its form alone is checked by the model."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import soundness
from engine.systems.men_of_iron import rulebook, special
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.scenario import MenOfIronScenario


def problems(scenario: MenOfIronScenario) -> Iterator[str]:
    """What the model can't see; one sentence with its path each."""
    charts = Charts.standard()
    hexes, hexsides = charts.terrains(), charts.hexside_types()
    # Roads cost nothing and spare nothing in these rules: any will do.
    yield from soundness.ground(scenario.map, hexes.__contains__, hexsides.__contains__, lambda name: True)
    yield from soundness.special_rules(scenario, special.kinds())
    yield from soundness.optional_rules(scenario, lambda number: rulebook.BOOK.case(number) is not None)
