"""Rules that are data alone: what they change stands in the units, leaders and cases of the battle's file."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.special import telling
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.special.succession import Succession

_NOT_USED = telling(Special, "Cases that aren't played.", "`rules_not_used`")


def rules() -> Mapping[str, type[Special]]:
    """They, by id."""
    return {
        "aetius-death": Succession,
        "arrow-supply": _NOT_USED,
        "foederati-command": telling(Special, "Units that only some leaders command.", "`commanded_by`"),
        "li-rp": telling(Special, "Units whose Rout Points differ from their TQ.", "`rp`"),
        "no-dismount": _NOT_USED,
    }
