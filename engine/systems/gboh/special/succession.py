"""The Catalaunian Fields: another leader takes the place of one who is lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.parameters import LeaderId, Params
from engine.kernel.special import Taken
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.scenario import GbohScenario


class Heir(Params):
    leader: LeaderId
    successor: LeaderId
    """the leader who `succeeds` that one"""

    def problems(self, scenario: GbohScenario, rule_id: str) -> Iterator[str]:
        heirs = [x.id for s in scenario.sides for x in s.leaders if x.succeeds == self.leader]
        if self.successor not in heirs:
            yield f"successor: {self.successor} doesn't succeed {self.leader} (the leader's field succeeds)"


class Succession(Special):
    """C 4.6, G 4.37 The rule says whose; what happens then is the game's."""

    about = "how the leader who succeeds another comes on"
    params = Taken(Heir)
