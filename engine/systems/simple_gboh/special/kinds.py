"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.special import telling
from engine.systems.gboh.chapter import AnySpecial, Special
from engine.systems.gboh.special.baggage import Baggage
from engine.systems.gboh.special.free_set_up import FreeSetUp
from engine.systems.gboh.special.objectives import Escape
from engine.systems.gboh.special.set_up_limits import KeptApart, SetUpLimits
from engine.systems.gboh.special.shared import SHARED
from engine.systems.gboh.special.succession import Succession
from engine.systems.gboh.special.town import Town
from engine.systems.gboh.special.wind import Wind
from engine.systems.simple_gboh.special.archers import IndianBows, Mud
from engine.systems.simple_gboh.special.arrivals import ByTheClock, InPlayerTurn, Rearguard, Rolling
from engine.systems.simple_gboh.special.departing import Defection, Doubtful, Reluctance
from engine.systems.simple_gboh.special.ground import Abatis, Ford, Trench, Walls
from engine.systems.simple_gboh.special.plain import Crossing, Faintheart, Fasting, GentleSlopes, King, NoPursuit
from engine.systems.simple_gboh.special.waiting import CampGuard, HeldBack, OnTheMarch

_LEVEL = telling(Special, "A Withdrawal Level that players may choose.", "`withdrawal_level_with`")

KINDS: Mapping[str, type[AnySpecial]] = {
    **SHARED,
    "arrivals": InPlayerTurn,
    "abatis": Abatis,
    "alan-activation": Doubtful,
    "alan-defection": Defection,
    "apart": KeptApart,
    "archers-wait": HeldBack,
    "baggage": Baggage,
    "bridgehead": Crossing,
    "craterus": Rearguard,
    "engines": ByTheClock,
    "escape": Escape,
    "ford": Ford,
    "free-setup": FreeSetUp,
    "gentle-slopes": GentleSlopes,
    "guard": CampGuard,
    "indian-archers": IndianBows,
    "king": King,
    "left-wing": OnTheMarch,
    "lent": Fasting,
    "no-pursuit": NoPursuit,
    "paullus": Succession,
    "persian-level-200": _LEVEL,
    "pharnaces": Faintheart,
    "reinforcements": Rolling,
    "reluctance": Reluctance,
    "set-up-limits": SetUpLimits,
    "slipping": Mud,
    "town": Town,
    "trench": Trench,
    "walls": Walls,
    "wind": Wind,
}
"""Every special rule there is, by the id scenarios give."""
