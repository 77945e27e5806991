"""What rules of single battles may have a say in besides the family's hooks: activation, and the roll of a Shock."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any

from pydantic import StrictStr

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import Names
from engine.kernel.text import Refusal
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Special
from engine.systems.simple_gboh.state import Unit

FormationName = Annotated[StrictStr, Names("formation")]
"""A Formation of the battle, by id."""


class Rule(Special):
    """The hooks; each does nothing by itself."""

    def bar(self, g: Battle, formation: str, text: str, **values: Any) -> Refusal:
        """Why a Formation of the active side, ``{name}``, can't be activated."""
        return Refusal(text, rule=self.spec.id, name=g.spec(g.orders.side).formation(formation).name, **values)

    def bars_activation(self, g: Battle, formation: str) -> Refusal | None:
        """4.1 Why a Formation of the active side can't be activated now; None when it can."""
        return None

    def musters(self, g: Battle, formation: str) -> bool:
        """Whether the Formation may be activated to come on, though no unit of it is on the map."""
        return False

    async def called(self, g: Battle, formations: Sequence[str]) -> Collection[str]:
        """Formations have been named for activation: those of them, by id, that don't heed it."""
        return ()

    def clash_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Sequence[Modifier]:
        """7.52 Modifiers of the roll for a Shock besides those of the rules."""
        return ()

    def retreat_hits(self, g: Battle, a: Hex, b: Hex) -> int:
        """8.3 Hits that a retreat from a hex to the adjacent one costs, which else costs none."""
        return 0

    def bars_pursuit(self, g: Battle) -> bool:
        """7.61 Whether no cavalry pursues off the map in this battle."""
        return False
