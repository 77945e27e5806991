"""11.5 Swords: superior where infantry shows an open flank."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Unit
from engine.systems.gboh import footprint


class Swords(Chapter):
    """11.5 Units with swords."""

    case = "11.5"
    about = "units with swords, superior where infantry shows an open flank"

    def superior(self, g: Battle, attacker: Unit, defender: Unit) -> Text | None:
        return Text("swords") if attacker.sword and open_flank(g, defender) else None


def open_flank(g: Battle, defender: Unit) -> bool:
    """11.5 Infantry with a Flank hex neither held by a friend nor in a friend's ZOC."""
    if defender.troop.arm != "foot":
        return False
    own = g.zones(defender.side)
    return any(
        h in g.map and g.friend_in(h, defender.side) is None and h not in own for h in footprint.flanks(defender)
    )
