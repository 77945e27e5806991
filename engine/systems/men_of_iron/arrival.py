"""The battle as it stands once units have come somewhere: for what is reckoned of an attack before it is ordered.

Nothing is carried out: nobody reacts, and the real battle is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.hexes import Facing, Hex
from engine.systems.men_of_iron import leader_moves, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


def placed(g: Battle, places: Mapping[str, tuple[Hex, Facing]], spent: Mapping[str, int]) -> Battle:
    """The battle with units moved to other hexes, whatever that would set off; ``spent``: their MP (11.2)."""
    units = dict(g.state.units)
    for name, (h, f) in places.items():
        units[name] = units[name].model_copy(update={"hex": h, "facing": f})
    act = g.act.model_copy(deep=True)
    act.mp.update(spent)
    return g.afresh(g.state.model_copy(update={"units": units, "activation": act}))


def arrived(g: Battle, u: Unit, node: reach.Node, facing: Facing) -> Battle:
    """The battle with a unit at the end of its way, and the leader with it who rides along (15.2)."""
    after = placed(g, {u.id: (node.hex, facing)}, {u.id: node.mp})
    if (leader := rider(g, u, node)) is not None:
        leaders = {**after.state.leaders, leader: after.state.leaders[leader].model_copy(update={"hex": node.hex})}
        after = after.afresh(after.state.model_copy(update={"leaders": leaders}))
    return after


def rider(g: Battle, u: Unit, node: reach.Node) -> str | None:
    """15.2 The leader who goes along on a way unless told otherwise."""
    hexes = [x for x in node.path() if not isinstance(x, Facing)]
    found = leader_moves.companion(g, u, None, hexes)
    return None if found is None else found.id
