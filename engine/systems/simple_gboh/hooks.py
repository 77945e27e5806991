"""The family's hooks as the rules of Simple GBoH use them: with its own battles, units and leaders."""

from __future__ import annotations

from typing import TypeAlias

from engine.systems.gboh import chapter
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Leader, Unit

Special: TypeAlias = chapter.Special[Battle, Unit, Leader]
Chapter: TypeAlias = chapter.Chapter[Battle, Unit, Leader]
