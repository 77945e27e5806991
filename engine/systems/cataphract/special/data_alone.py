"""Rules that are data alone: what they change stands in the units, leaders and cases of the battle's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.parameters import LeaderId, Params
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.gboh.chapter import Special


class Succession(Params):
    leader: LeaderId
    successor: LeaderId
    """the leader who `succeeds` that one"""

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        heirs = [x.id for s in scenario.sides for x in s.leaders if x.succeeds == self.leader]
        if self.successor not in heirs:
            yield f"successor: {self.successor} doesn't succeed {self.leader} (the leader's field succeeds)"


class Death(Special):
    """Another leader takes the place of one who is lost (4.6)."""

    about = "how the leader who succeeds another comes on"
    takes = Succession
    params: Succession


class RoutPoints(Special):
    """Units whose Rout Points differ from their TQ."""

    about = "nothing by itself: it tells players about `rp`"


class NotUsed(Special):
    """Cases that aren't played."""

    about = "nothing by itself: it tells players about `rules_not_used`"


class Commanded(Special):
    """Units that only some leaders command."""

    about = "nothing by itself: it tells players about `commanded_by`"


def rules() -> Mapping[str, type[Special]]:
    """They, by id."""
    return {
        "aetius-death": Death,
        "arrow-supply": NotUsed,
        "foederati-command": Commanded,
        "li-rp": RoutPoints,
        "no-dismount": NotUsed,
    }
