"""Why what a player wrote is none of the choices of a question; see :mod:`engine.kernel.reasons`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.kernel import naming, reasons
from engine.kernel.decisions import Why
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.text import Refusal
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Leader, Unit


class _Reasons(reasons.Reasons[Battle, Unit]):
    def units(self, g: Battle) -> Sequence[Unit]:
        return [u for u in g.state.units.values() if u.hiding is None]

    def closed(self, g: Battle, who: Unit, a: Hex, b: Hex) -> bool:
        return g.charts.step_cost(g.map, who, a, b) is None


_reasons = _Reasons()
unit, target, hexes = _reasons.unit, _reasons.target, _reasons.hexes
one_of, not_asked = _reasons.one_of, _reasons.not_asked


def leader(g: Battle, wanted: Wanted) -> Leader | None:
    """The leader named by his id or a part of his name; None where none is, or several."""
    pieces = [x for x in g.state.leaders.values() if x.hiding is None]
    for w in wanted.words:
        for word in (w, w.rpartition("-")[2]):
            found = naming.exactly(pieces, word)
            near = naming.similar(pieces, word) if found is None and len(word) > 3 else []
            if found is not None or len(near) == 1:
                return found or near[0]
    return None


def chosen_leader(
    g: Battle,
    side: str,
    rule: str,
    bar: Callable[[Leader, Collection[str]], Refusal | None],
    *,
    prize: bool = False,
) -> Why:
    """Why a leader isn't among those to choose from; ``bar`` gets the other words, as "trump", and ``prize`` is set
    where a champion's winner chooses (11.85)."""

    def why(wanted: Wanted) -> Refusal | None:
        x = leader(g, wanted)
        if x is None:
            return None
        named = {y.id for w in wanted.words if (y := naming.exactly(g.state.leaders.values(), w)) is not None}
        if len(named) > 1:
            return Refusal("One leader at a time is named.", rule=rule)
        if x.side != side:
            return Refusal("{leader} is the enemy's.", rule=rule, leader=x.name)
        if not x.on_map:
            return Refusal("{leader} is not on the map.", rule=rule, leader=x.name)
        if x.status == "finished":
            return Refusal("{leader} is Finished this turn.", rule=g.case(Case.FINISHED), leader=x.name)
        held = next((r for r in special.having(g, Special.kept_back) if r.kept_back(g, x, prize=prize)), None)
        if held is not None:
            text = "{leader} can't be activated yet: {why}."
            return Refusal(text, rule=held.spec.id, leader=x.name, why=held.spec.title)
        return bar(x, wanted.words) or Refusal("{leader} can't be chosen now.", rule=rule, leader=x.name)

    return why


def withdrawal(g: Battle, x: Leader, enemy: Unit, wanted: Wanted, most: int) -> Refusal | None:
    """4.62 Why a leader doesn't withdraw to a hex that is named."""
    if not wanted.hexes:
        return None
    h = wanted.hexes[-1]
    if h not in g.map:
        return Refusal("{hex} is not on the map.", rule=g.case(Case.LEADER_WITHDRAWAL), hex=show(h))
    if distance(h, x.at) > most:
        return Refusal(
            "{leader} withdraws {most:hex|hexes} at most.",
            rule=g.case(Case.LEADER_WITHDRAWAL),
            leader=x.name,
            most=most,
        )
    if enemy.on_map and footprint.distance_to(enemy, h) <= footprint.distance_to(enemy, x.at):
        return Refusal(
            "{hex} leads no farther away from {enemy}.",
            rule=g.case(Case.LEADER_WITHDRAWAL),
            hex=show(h),
            enemy=enemy.id,
        )
    if (held := g.enemy_in(h, x.side)) is not None:
        return Refusal("{other} stands at {hex}.", rule=g.case(Case.LEADER_WITHDRAWAL), other=held.id, hex=show(h))
    return Refusal(
        "{leader} has no open way to {hex}.", rule=g.case(Case.LEADER_WITHDRAWAL), leader=x.name, hex=show(h)
    )
