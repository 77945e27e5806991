"""The family's hooks as the rules of Great Battles of Alexander use them: with its own battles, units and leaders."""

from __future__ import annotations

from typing import TypeAlias

from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh import chapter

Special: TypeAlias = chapter.Special[Battle, Unit, Leader]
Chapter: TypeAlias = chapter.Chapter[Battle, Unit, Leader]
