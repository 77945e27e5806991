"""Rules that are data alone: what they change stands in the armies, the map and the charts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.special import telling
from engine.systems.men_of_iron.special import Special

_FORMATIONS = telling(
    Special, "14.1 Who may stand in Shield Wall or Schiltron, and who begins in it.", "`formations` and `formation`"
)


class _Schiltron(_FORMATIONS):
    """What stands in Schiltron can do is told as FK-1, by which the rules know it in every battle that has it."""

    @property
    def case(self) -> str:
        return self.params.case or "FK-1"


_GROUND = telling(Special, "What some ground is like.", "the terrain")
_TROOPS = telling(Special, "What some troops can do, which their type has by itself.", "units of a type")


def rules() -> Mapping[str, type[Special]]:
    """They, by id."""
    return {
        **dict.fromkeys(("shield-wall", "schiltron-start"), _FORMATIONS),
        "schiltron": _Schiltron,
        **dict.fromkeys(("castle", "mud", "hedges", "river"), _GROUND),
        "bombards": telling(Special, "Bombards.", "`markers`"),
        **dict.fromkeys(("no-pavises", "hobilars", "genitor-shock"), _TROOPS),
        "first-player": telling(Special, "Who begins.", "`first_player`"),
    }
