"""Two kinds of seeds, so that nothing is ever measured by the dice it was tuned with."""

from __future__ import annotations

from typing import Literal, TypeAlias

Use: TypeAlias = Literal["measuring", "tuning"]
"""What a battle is played for: the same number gives each of them other dice, other players and other positions."""
