"""2.22, table:unit_types Kinds of troops and missile classes of Great Battles of Alexander, read from ``troops.json``.

>>> TROOPS["PH"].shape.value, TROOPS["SK"].fate, WEAPONS["A"].row("horse")
('two', 'lost', 'A_mounted')
"""

from __future__ import annotations

from engine.systems.alexander.charts import PACKAGE
from engine.systems.gboh import troop_tables

TROOPS, WEAPONS, RATINGS = troop_tables.read(PACKAGE)
"""Every kind, as :attr:`Unit.kind <engine.systems.gboh.state.Unit.kind>` has it, and every missile class, by its letter
(2.21)."""
