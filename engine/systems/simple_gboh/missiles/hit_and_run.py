"""7.16, 7.17 Hit & Run: light foot from two hexes, cavalry from two to four, shooting as if next to its target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text, few
from engine.systems.gboh import footprint
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Unit

FOOT, HORSE, ELEPHANTS = "7.16", "7.17", "10.23"


class HitAndRun(Chapter):
    """7.16, 7.17, 10.23; the path and the shot are :mod:`engine.systems.gboh.missiles.harass`'s."""

    case = "7.16"
    about = "Hit & Run"

    def bars_harassing(self, g: Battle, unit: Unit, target: Unit | None) -> Refusal | None:
        rule = FOOT if unit.troop.arm == "foot" else HORSE
        if target is None:
            if not g.in_command(unit):
                return Refusal("{unit} is Out of Command and makes no Hit & Run.", rule="4.12", unit=unit.id)
            if near := g.enemies_in_zoc(unit):
                text = "{unit} has {enemies} in its ZOC."
                return Refusal(text, rule=rule, unit=unit.id, enemies=few(e.id for e in near))
            return None
        if rule == FOOT and target.is_cavalry:
            return Refusal("Foot makes no Hit & Run at cavalry: {target} is cavalry.", rule=rule, target=target.id)
        held = [u for h in footprint.hexes_of(target) for u in g.enemy_zoc(h, target.side)]
        if held:
            text = "{target} is in the ZOC of {friends}: Hit & Run is for enemies nobody else holds."
            return Refusal(text, rule=rule, target=target.id, friends=few(dict.fromkeys(u.id for u in held)))
        return None

    def bars_harassing_path(self, g: Battle, unit: Unit, target: Unit, h: Hex) -> Refusal | None:
        if unit.troop.arm == "foot":
            return None
        holders = g.enemy_zoc(h, unit.side)
        if not holders:
            return None
        names = few(e.id for e in holders)
        if target.troop.arm == "elephant":
            text = "The path to elephants keeps out of enemy ZOC; {hex} is in that of {enemies}."
            return Refusal(text, rule=HORSE, hex=show(h), enemies=names)
        if footprint.distance_to(target, h) > 1:
            text = "The path can't pass {hex}: it is in the ZOC of {enemies}."
            return Refusal(text, rule=HORSE, hex=show(h), enemies=names)
        return None

    def harassing_hits(self, g: Battle, unit: Unit, target: Unit) -> tuple[int, Text, str] | None:
        if not unit.is_cavalry or target.troop.arm != "elephant":
            return None
        return 1, Text("Hit & Run at elephants"), ELEPHANTS

    def shot_notes(self, g: Battle, shooter: Unit, target: Unit, path: Sequence[Hex]) -> Iterator[Text]:
        if path and self.harassing_hits(g, shooter, target) is not None:
            yield Text("{unit} takes a hit first", unit=shooter.id)
