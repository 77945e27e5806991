"""Rules that are data alone: what they change stands in the units, leaders and cases of the battle's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.parameters import LeaderId, Params
from engine.kernel.special import telling
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


_NOT_USED = telling(Special, "Cases that aren't played.", "`rules_not_used`")


def rules() -> Mapping[str, type[Special]]:
    """They, by id."""
    return {
        "aetius-death": Death,
        "arrow-supply": _NOT_USED,
        "foederati-command": telling(Special, "Units that only some leaders command.", "`commanded_by`"),
        "li-rp": telling(Special, "Units whose Rout Points differ from their TQ.", "`rp`"),
        "no-dismount": _NOT_USED,
    }
