"""The rule in words, for /rule: it stands in no rules book."""

from __future__ import annotations

from dataclasses import dataclass

from engine.systems.justinian.field.report import RULE


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A rule of ours."""

    number: str
    title: str
    text: str


FIELD_RULE = OwnRule(
    RULE,
    "Battles on the field",
    "This rule is ours, not the source's, and holds only where the campaign was created with it (“field” or "
    "“field-always”). A land battle in a province between Byzantium and Persians, Vandals, Ostrogoths or Franks may be "
    "fought out as a battle of Cataphract, in a thread of its own; with “field” both sides are asked before each, the "
    "attacker first. It replaces the two dice of 8.15 and nothing else: movement, retreat before combat, retreats, "
    "markers and checks stay as they are. Each SP fields units of Size 10 from the list of a battle of its time; where "
    "one side has more than 20 SP, both field less in the same proportion. City, Fort, strait, markers and Battle "
    "ratings don't count on the field. The army that withdraws, gives up or runs out of time is Defeated; what was "
    "eliminated or routed off the field is lost, 10 Size for 1 SP, rounded up; the Defeated side loses at least 1 SP "
    "more than the winner, who keeps 1. Who gives up loses at least what makes an army withdraw. A MagMil who is "
    "killed is out for good; a barbarian army whose leader is struck down is Disorganized. Neither army withdrawn in "
    "15 turns is a draw (8.21). Both sides may still settle for the table; so does time, and a battle that is broken "
    "off.",
)
