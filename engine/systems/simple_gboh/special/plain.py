"""The Catalaunian Fields, Beneventum: rules of a word or two."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.parameters import LeaderId, Params
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.scenario import SimpleScenario
from engine.systems.simple_gboh.special.rule import Rule


class GentleSlopes(Rule):
    """Changing level costs MP and never a hit."""

    about = "changing level never brings a hit"

    def gentle_slopes(self) -> bool:
        return True


class NoPursuit(Rule):
    """7.61 Victorious cavalry advances and never pursues off the map."""

    about = "no cavalry pursues off the map"

    def bars_pursuit(self, g: Battle) -> bool:
        return True


class Heir(Params):
    leader: LeaderId
    successor: LeaderId
    """the leader who `succeeds` that one"""

    def problems(self, scenario: SimpleScenario, rule_id: str) -> Iterator[str]:
        heirs = [x.id for s in scenario.sides for x in s.leaders if x.succeeds == self.leader]
        if self.successor not in heirs:
            yield f"successor: {self.successor} doesn't succeed {self.leader} (the leader's field succeeds)"


class Succession(Rule):
    """4.37 An Overall Commander whose place is taken, with the next activation of his Formation."""

    about = "how the leader who succeeds another comes on"
    takes = Heir
    params: Heir
