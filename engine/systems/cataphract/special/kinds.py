"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.cataphract.special import data_alone
from engine.systems.cataphract.special.alans import AlanActivation, AlanDefection, AlanRecovery
from engine.systems.cataphract.special.attila import CavalryStands, GentleSlopes, HunFoot, Initiative, NoSize
from engine.systems.cataphract.special.ferocity import Ferocity
from engine.systems.cataphract.special.goths import GothArchers, NearestUnit
from engine.systems.cataphract.special.heruli import Heruli
from engine.systems.cataphract.special.lent import Lent
from engine.systems.cataphract.special.refuge import Euphrates
from engine.systems.cataphract.special.reluctance import Reluctance
from engine.systems.cataphract.special.trench import Trench
from engine.systems.cataphract.special.walls import Walls
from engine.systems.cataphract.special.wedge import Wedge
from engine.systems.cataphract.special.wedge_shock import WedgeShock
from engine.systems.gboh.chapter import AnySpecial
from engine.systems.gboh.special.first_turn import FirstTurn
from engine.systems.gboh.special.free_set_up import FreeSetUp
from engine.systems.gboh.special.led import LED
from engine.systems.gboh.special.reinforcements import Reinforcements
from engine.systems.gboh.special.wind import Wind

KINDS: Mapping[str, type[AnySpecial]] = {
    **LED,
    **data_alone.rules(),
    "alan-activation": AlanActivation,
    "alan-defection": AlanDefection,
    "alan-no-recovery": AlanRecovery,
    "cav-no-ow-vs-cav": CavalryStands,
    "dara-walls": Walls,
    "euphrates": Euphrates,
    "ferocity": Ferocity,
    "free-setup": FreeSetUp,
    "goth-archers": GothArchers,
    "heruli-hidden": Heruli,
    "hidden": Heruli,
    "hun-mi-free-line": HunFoot,
    "hun-reluctance": Reluctance,
    "lent": Lent,
    "nearest-unit": NearestUnit,
    "no-size": NoSize,
    "reinforcements": Reinforcements,
    "sc-line-command": Initiative,
    "terrain-types": GentleSlopes,
    "trench": Trench,
    "turn1-command": FirstTurn,
    "wedge": Wedge,
    "wedge-shock": WedgeShock,
    "wind": Wind,
}
"""Every special rule there is, by the id scenarios give."""
