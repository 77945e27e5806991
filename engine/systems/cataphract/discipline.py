"""11.2 Army Discipline: an Undisciplined Army's heart, tested whenever one of its units Routs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.referee import Setting
from engine.kernel.text import Refusal, Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.armies import BonusLost
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Unit
from engine.systems.gboh import rolls
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.cohesion import cohesion

BONUS = 2
"""What an Undisciplined Army adds to its TQ until it loses heart."""


class Discipline(Chapter):
    """11.2, table:army_discipline An Undisciplined Army fights better until it loses heart."""

    case = "11.2"
    about = "an Undisciplined Army's TQ +2, until it loses heart"

    def __init__(self, cases: Numbers) -> None:
        super().__init__(cases)
        self.waiting: list[str] | None = None
        """Sides whose checks wait for the Pre-Shock results (9.13); None when checks are made at once."""

    def tq_change(self, g: Battle, unit: Unit) -> int:
        return BONUS if g.state.sides[unit.side].bonus else 0

    def side_settings(self, g: Battle, side: str) -> Iterator[Setting]:
        if not disciplined(g, side) and g.uses("11.2"):
            yield g.state.words.kept.flag("bonus", g.state.sides[side].bonus)

    def bars_column(self, g: Battle, unit: Unit) -> Refusal | None:
        if disciplined(g, unit.side):
            return None
        return Refusal("Only a disciplined army marches in Column.", rule="6.41")

    async def routed(self, g: Battle, unit: Unit) -> None:
        if self.waiting is None:
            await check(g, unit.side)
        elif g.state.sides[unit.side].bonus:
            self.waiting.append(unit.side)

    def checks_rolled(self, g: Battle) -> None:
        self.waiting = []

    async def checks_over(self, g: Battle) -> None:
        """9.13 Make the checks put off until all Pre-Shock results were in."""
        waiting, self.waiting = self.waiting or [], None
        for side in waiting:
            await check(g, side)


def disciplined(g: Battle, side: str) -> bool:
    """11.2 Whether the battle has the side's army as a disciplined one."""
    return g.spec(side).disciplined


async def check(g: Battle, side: str) -> None:
    """Roll against the OC's Initiative (0 without one). On failure the bonus goes; units that stood by it alone Rout.

    Units in :attr:`Battle.sparing` break later, with their combat (9.17).
    """
    if not g.state.sides[side].bonus:
        return
    oc = g.commander(side)
    limit = oc.initiative if oc is not None else 0
    text = Text("Does the {army} army keep heart?", army=g.spec(side).adjective)
    good, bad = Text("it does"), Text("TQ +2 is lost")
    if await rolls.at_most(g, limit, "discipline", side, text, "11.2", good, bad, table="command_control"):
        return
    g.emit(BonusLost(side=side, army=g.spec(side).adjective, rule="11.2"))
    await cohesion.settle_all(g, side, "11.2")
