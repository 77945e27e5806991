"""The family's hooks as the rules of SPQR use them: with its own battles, units and leaders."""

from __future__ import annotations

from typing import TypeAlias

from engine.systems.gboh import chapter
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.state import Leader, Unit

Special: TypeAlias = chapter.Special[Battle, Unit, Leader]
Chapter: TypeAlias = chapter.Chapter[Battle, Unit, Leader]
