"""A 9.15, A 9.16, S 9.15, S 9.16 Cavalry and elephants: horses shy from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.hexes import Facing, Hex, adjacent
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.state import Unit

LEAST = 1
"""9.16 Hits at least of a check for an elephant that has come up."""


def is_elephant(unit: Unit) -> bool:
    """Whether horses shy from it."""
    return unit.troop.arm == "elephant"


def daunts(unit: Unit) -> bool:
    """Whether horses must give way as it comes up: not to one that attacks nobody (S 4.73)."""
    return is_elephant(unit) and unit.troop.attacks


class HorseShies(Chapter):
    """Cavalry keeps out of elephants' Front, and pays for going beside them."""

    case = Case.ELEPHANTS_AND_HORSE
    about = "cavalry keeps away from elephants"
    beside_hits = 1
    """Hits for a hex in an elephant's Flank or Rear."""

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        return not unit.is_cavalry or not any(is_elephant(e) for e in g.enemy_zoc(h, unit.side))

    def entry_hits(self, g: Battle, unit: Unit) -> Mapping[Hex, tuple[int, Text]]:
        if not unit.is_cavalry:
            return {}
        return g.derived(("beside elephants", unit.side), lambda: _beside(g, unit.side, self.beside_hits))


class ElephantsAndHorse(HorseShies):
    """A 9.15, A 9.16, S 9.15, S 9.16 Where cavalry goes, whom it attacks, what an elephant that comes up does to it."""

    about = "cavalry keeps clear of elephants"
    beside_hits = 2  # 9.15

    def spares(self, g: Battle, unit: Unit, enemy: Unit) -> bool:
        shies = unit.is_cavalry and is_elephant(enemy)
        return shies and not enemy.routed and g.arc_of_attack(enemy, unit) == "front"

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        met = g.confronted(unit) if unit.on_map and unit.is_cavalry else ()
        if not met or not all(self.spares(g, unit, e) for e in met):
            return None
        text = "{unit} doesn't attack elephants from their front: {enemies}."
        return Refusal(text, rule=g.case(Case.ELEPHANTS_AND_HORSE), unit=unit.id, enemies=", ".join(e.id for e in met))

    def must_withdraw(self, g: Battle, unit: Unit, mover: Unit) -> bool:
        return daunts(mover) and not mover.wild and unit.is_cavalry and unit in _come_upon(g, mover)

    async def stood(self, g: Battle, mover: Unit) -> None:
        if not daunts(mover) or not mover.on_map or mover.routed:
            return
        rule = g.case(Case.ELEPHANTS_COME_UP)
        for u in _come_upon(g, mover):
            if not u.on_map or not mover.on_map or not adjacent(u.at, mover.at):
                continue
            if u.routed:
                await g.breaks.eliminate(g, u, Text("elephants are upon it"), rule)
                continue
            text = Text("{unit} stands before {elephant}", unit=u.id, elephant=mover.id)
            n = await cohesion.tq_check(g, u, "elephants", text, rule, minimum=LEAST)
            await cohesion.hits(g, u, n, Text("elephants close by"), rule)

    def foretells(self, g: Battle, unit: Unit, at: Hex, facing: Facing) -> Iterator[Text]:
        if not daunts(unit) or at == unit.at:
            return
        near = [e for e in g.adjacent_enemies(at, unit.side) if e.is_cavalry and not adjacent(e.at, unit.at)]
        if near:
            yield Text("{units} must withdraw or check TQ", units=", ".join(e.id for e in near))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.is_cavalry and any(is_elephant(e) for e in g.units(g.state.enemy(unit.side))):
            text = Text(
                "Stays out of elephants' Front; their Flank and Rear hexes cost {n:hit|hits}", n=self.beside_hits
            )
            yield Fact(text, g.case(Case.ELEPHANTS_AND_HORSE))


def _beside(g: Battle, side: str, hits: int) -> dict[Hex, tuple[int, Text]]:
    """Hexes in the Flank or Rear of the side's enemies' elephants, with the hits; ahead of them too where it counts."""
    cause = Text("beside elephants")
    beasts = [e for e in g.units(g.state.enemy(side)) if is_elephant(e) and not e.routed]
    found = {h: (hits, cause) for e in beasts for h in g.map.neighbours(e.at) if h not in g.front(e)}
    if ahead := g.game.elephants.ahead_hits:
        found |= {h: (ahead, Text("before elephants")) for e in beasts for h in g.zoc(e)}
    return found


def _come_upon(g: Battle, mover: Unit) -> Sequence[Unit]:
    """9.16 Enemy cavalry the elephant has just come next to: not that it was next to before its last step."""
    step = g.orders.last_step.get(mover.id) if g.state.orders is not None else None
    origin = step[0] if step is not None and step[1] == mover.hex else None
    near = g.adjacent_enemies(mover.at, mover.side) if mover.on_map else ()
    return [u for u in near if u.is_cavalry and (origin is None or not adjacent(u.at, origin))]
