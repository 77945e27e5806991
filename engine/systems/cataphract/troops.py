"""2.22 Cataphract's kinds of troops and missile classes, read from ``troops.json``.

>>> TROOPS["HC/Cat"].superiority, TROOPS["CH"].faces, WEAPONS["C"].row("horse")
('HC_CAT', False, 'C_cavalry')
"""

from __future__ import annotations

from engine.systems.cataphract.charts import PACKAGE
from engine.systems.gboh import troop_tables

TROOPS, WEAPONS, RATINGS = troop_tables.read(PACKAGE)
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it, and every missile class, by its letter
(2.21)."""
