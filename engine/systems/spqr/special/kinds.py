"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.special import telling
from engine.systems.gboh.chapter import AnySpecial, Special
from engine.systems.gboh.special.first_turn import NotBefore
from engine.systems.gboh.special.guard import Guard
from engine.systems.gboh.special.led import LED
from engine.systems.gboh.special.line_of_march import LineOfMarch
from engine.systems.gboh.special.ramparts import Ramparts
from engine.systems.spqr.special.drawn_forward import DrawnForward
from engine.systems.spqr.special.roman_road import RomanRoad

_OPTIONAL = telling(Special, "Units that players may add.", "`optional`")
_DEPLETED = telling(Special, "Who begins Depleted.", "`depleted_with`")
_UNITS = telling(Special, "Who is there, and of what kind.", "units of a type")
_LINES = telling(Special, "How far apart the units of a Line stand.", "`lines`")

KINDS: Mapping[str, type[AnySpecial]] = {
    **LED,
    "camp-chart": Ramparts,
    "camps": _UNITS,
    "depleted-elephants": _DEPLETED,
    "drawn-forward": DrawnForward,
    "guard": Guard,
    "lanes": _LINES,
    "leader-elephant": _OPTIONAL,
    "line-of-march": LineOfMarch,
    "not-before": NotBefore,
    "roman-road": RomanRoad,
    "samnites": _UNITS,
}
"""Every special rule there is, by the id scenarios give."""
