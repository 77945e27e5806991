"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.special import telling
from engine.systems.alexander.special.abatis import Abatis
from engine.systems.alexander.special.countercharge import Countercharge
from engine.systems.alexander.special.craterus import Craterus
from engine.systems.alexander.special.ford import Ford
from engine.systems.alexander.special.impetuosity import Impetuosity
from engine.systems.alexander.special.indians import Armoured, Howdahs, Missiles, Slipping
from engine.systems.alexander.special.night import Night
from engine.systems.alexander.special.pharnaces import Pharnaces
from engine.systems.gboh.chapter import AnySpecial, Special
from engine.systems.gboh.special.baggage import Baggage
from engine.systems.gboh.special.columns import Columns
from engine.systems.gboh.special.led import LED
from engine.systems.gboh.special.no_momentum import NoMomentum
from engine.systems.gboh.special.objectives import Bridgehead, Escape
from engine.systems.gboh.special.own_phase import OwnPhase
from engine.systems.gboh.special.roads import Roads
from engine.systems.gboh.special.set_up_limits import KeptApart, SetUpLimits
from engine.systems.gboh.special.town import Town

_LEVEL = telling(Special, "A Withdrawal Level that players may choose.", "`withdrawal_level_with`")
_OPTIONAL = telling(Special, "Units and leaders that players may add.", "`optional` and `withdrawal_level_with`")
_GROUND = telling(Special, "What lies on the ground.", "the terrain")
_COMMAND = telling(Special, "Who commands whom.", "`commands`, `role`, `superior` and `acting_commander`")
_LINES = telling(Special, "Who may lead which Line.", "`lines`")

KINDS: Mapping[str, type[AnySpecial]] = {
    **LED,
    "abatis": Abatis,
    "apart": KeptApart,
    "baggage": Baggage,
    "bridgehead": Bridgehead,
    "cataphract-elephants": Armoured,
    "city-states": _COMMAND,
    "columns": Columns,
    "countercharge": Countercharge,
    "craterus": Craterus,
    "escape": Escape,
    "ford": Ford,
    "howdahs": Howdahs,
    "impetuosity": Impetuosity,
    "indian-missiles": Missiles,
    "lc-restriction": _LINES,
    "mixed-lines": _LINES,
    "night": Night,
    "no-commander": _COMMAND,
    "no-momentum": NoMomentum,
    "own-phase": OwnPhase,
    "persian-level-200": _LEVEL,
    "pharnaces": Pharnaces,
    "roads": Roads,
    "set-up-limits": SetUpLimits,
    "slipping": Slipping,
    "sparta": _OPTIONAL,
    "steep-bank": _GROUND,
    "town": Town,
    "two-commanders": _COMMAND,
}
"""Every special rule there is, by the id scenarios give."""
