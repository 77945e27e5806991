"""2.22 Kinds of troops and missile classes of SPQR, read from ``troops.json``.

>>> TROOPS["PH"].shape.value, TROOPS["SK"].fate, WEAPONS["A"].row("horse")
('two', 'lost', 'A_mounted')
"""

from __future__ import annotations

from engine.systems.gboh import troop_tables
from engine.systems.spqr.charts import PACKAGE

ROMAN = "Roman infantry"
"""Tag of Roman infantry that stacks by 6.69: hastati, principes, cohorts, triarii."""
INDIAN = "Indian elephants"
"""Tag of elephants of India (9.19)."""
VELITES = "velites"
"""Tag of velites (6.69, 9.22)."""
PILA = "legionary javelins"
"""Tag of who throws its javelins in one volley (8.14): hastati, principes, cohorts."""

TROOPS, WEAPONS, RATINGS = troop_tables.read(PACKAGE, {ROMAN, INDIAN, VELITES, PILA})
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it, and every missile class, by its letter
(2.21)."""
