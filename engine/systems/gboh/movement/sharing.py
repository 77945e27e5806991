"""6.61, 11.63 Who shares a hex, as the game's stacking chart has it (:mod:`engine.systems.gboh.stack`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.kernel import clashes
from engine.kernel.decisions import Clash
from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.stack import Stacks, facing_of, in_order
from engine.systems.gboh.state import Unit


def stacks(g: Battle) -> Stacks[Unit]:
    """Who stands in which hex."""
    return g.kept("stacks", lambda: Stacks[Unit].standing(g.spread("stacks", footprint.hexes_of, _in_order)))


def _in_order(here: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return in_order(here, lambda u: int(u.beneath is not None))


def stays_with(g: Battle, mover: Unit, here: Sequence[Unit]) -> bool:
    """6.61 Whether the mover may end its move with those who stand in a hex."""
    stop = g.game.stacking.stop(mover, here)
    return stop.allowed and not stop.onward


def companions(g: Battle, a: Unit, b: Unit) -> bool:
    """11.63 Whether two units may share a hex: a bolt thrower and heavy or medium infantry of its side."""
    return stays_with(g, a, (b,))


def others(g: Battle, unit: Unit, h: Hex) -> list[Unit]:
    """Those who stand in a hex besides the unit, from top to bottom."""
    return [u for u in stacks(g).at(h) if u.id != unit.id]


def joins(g: Battle, mover: Unit, h: Hex) -> bool:
    """11.63 Whether the mover may stay with whoever stands in a hex, however it faces; False for an empty one."""
    return joins_them(g, mover, others(g, mover, h))


def joins_them(g: Battle, mover: Unit, here: Sequence[Unit]) -> bool:
    """The same of those who stand in the hex."""
    friends = bool(here) and here[0].side == mover.side
    return friends and stays_with(g, mover, here) and not _face_alike(mover, here)


def _face_alike(mover: Unit, here: Sequence[Unit]) -> bool:
    """S 6.67 Whether the mover has to face as those do to stay with them."""
    return mover.troop.faces and facing_of(here) is not None


def may_stack(g: Battle, mover: Unit, here: Sequence[Unit]) -> bool:
    """S 6.61, 6.63 Whether the mover may end its move in a stack with those in a hex, facing as they do (S 6.67)."""
    if not here or g.massed == mover.id or mover.beneath is not None or not footprint.is_single(mover):
        return False
    return here[0].side == mover.side and _face_alike(mover, here) and stays_with(g, mover, here)


def may_stay(g: Battle, mover: Unit, h: Hex) -> bool:
    """Whether nobody stands in the hex but its own stack, or somebody it :func:`joins`."""
    here = [u for u in others(g, mover, h) if u not in g.ranks(mover)]
    return not here or joins(g, mover, h)


def clash(g: Battle, rule: str, ends: Callable[[str, str], Collection[Hex]]) -> Clash:
    """6.61 Why units of one answer can't all go where they are sent: who doesn't stack has a hex for itself.

    ``ends``: the hexes a unit holds after a choice, by its id and the key.
    """

    def share(unit: str, others: Sequence[str]) -> bool:
        company = [u for name in others for u in g.ranks(g.state.units[name])]
        movers = g.ranks(g.state.units[unit])
        return len(movers) == 1 and footprint.is_single(movers[0]) and stays_with(g, movers[0], company)

    return clashes.of_hexes(ends, rule, share)


def shut(g: Battle, h: Hex) -> bool:
    """A 9.62, S 9.52 Whether phalanxes in double depth hold the hex: nobody ever enters it."""
    return any(g.deep(u) for u in stacks(g).at(h) if u.beneath is not None)


def beside(g: Battle, unit: Unit) -> list[Unit]:
    """11.62 Engines that share the unit's hex."""
    return [u for u in others(g, unit, unit.at) if u.troop.is_engine]
