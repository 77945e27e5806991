"""9.11 Passing through: infantry that elephants attack from its front may let them through its ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, ChooseEach, Item
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.elephants import passage
from engine.systems.gboh.events import Told
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.shock_rule import Tempered
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Chapter


class PassThrough(Chapter):
    """9.11 Asked before anybody checks; half the hits for the infantry, one fewer for the elephants, which pass on."""

    case = Case.PASSING_THROUGH
    about = "infantry that lets elephants through"

    def __init__(self, cases: Numbers) -> None:
        super().__init__(cases)
        self._open: dict[str, frozenset[str]] = {}
        """Elephants that are let through, with the infantry that does."""

    async def before_charge(self, g: Battle, combats: Sequence[Combat]) -> None:
        self._open = {}
        able = {c.defenders[0].id: c for c in combats if why_not(g, c) is None}
        if not able:
            return
        side = next(iter(able.values())).defenders[0].side
        rule = g.case(Case.PASSING_THROUGH)
        decision = ChooseEach(
            kind="pass-through",
            side=side,
            rule=rule,
            prompt=Text("Elephants attack. Who lets them through?"),
            focus=tuple(u.at for c in able.values() for u in c.units),
            items=[_item(key, c) for key, c in able.items()],
            why=reasons.not_asked(g, side, lambda u: _unable(g, combats, u)),
        )
        for key, picked in decision.picked(await g.ask(decision)):
            if picked == "open":
                self._open[able[key].attackers[0].id] = frozenset(d.id for d in able[key].defenders)

    def _opened(self, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
        return any(d.id in self._open.get(a.id, ()) for a in attackers for d in defenders)

    def charge_modifiers(
        self, g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit]
    ) -> Sequence[Modifier]:
        if unit not in defenders or not self._opened(attackers, [unit]):
            return ()
        return (Modifier(value=1, reason=Text("opens its ranks"), rule=g.case(Case.PASSING_THROUGH)),)

    def tempers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Tempered | None:
        return (lambda a, d: (max(0, a - 1), d // 2)) if self._opened(attackers, defenders) else None

    async def fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        for combat in combats:
            elephant = combat.attackers[0]
            stand = [d for d in combat.defenders if d.id in self._open.get(elephant.id, ()) and combat.stands(d)]
            if stand and combat.stands(elephant):
                await _through(g, elephant, stand)
        self._open = {}

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.passes_through:
            yield Fact(Text("Infantry it attacks from its front may let it through"), g.case(Case.PASSING_THROUGH))


def ways(g: Battle, unit: Unit, elephant: Unit) -> list[Hex]:
    """Empty hexes behind the unit that the elephant can enter."""
    empty = [h for h in footprint.rear(unit) if h in g.map and g.unit_at(h) is None]
    cost = g.charts.step_costs(g.map, elephant)
    return [h for h in empty if any(cost(half, h) is not None for half in footprint.beside(unit, h))]


def why_not(g: Battle, combat: Combat) -> Refusal | None:
    """Why nobody can be let through in a combat; None where it is up to the defenders."""
    rule = g.case(Case.PASSING_THROUGH)
    elephant, *others = combat.attackers
    if others or not elephant.troop.passes_through:
        return Refusal("Only an elephant that attacks by itself is let through.", rule=rule)
    for d in combat.defenders:
        if d.troop.arm != "foot" or d.routed:
            return Refusal("{unit} is no infantry in good order.", rule=rule, unit=d.id)
        if g.arc_of_attack(d, elephant) != "front":
            return Refusal("{unit} isn't attacked from its front.", rule=rule, unit=d.id)
        if not ways(g, d, elephant):
            return Refusal("There is no empty hex behind {unit}.", rule=rule, unit=d.id)
    return None


def _unable(g: Battle, combats: Sequence[Combat], unit: Unit) -> Refusal:
    combat = next((c for c in combats if unit in c.defenders), None)
    found = why_not(g, combat) if combat is not None else None
    return found or Refusal("No elephant attacks {unit}.", rule=g.case(Case.PASSING_THROUGH), unit=unit.id)


def _item(key: str, combat: Combat) -> Item:
    elephant, names = combat.attackers[0], joined((u.id for u in combat.defenders), " and ")
    stand = Choice("stand", Text("{units} stand", units=names), unit=key, lean=2.0)
    through = Text("Let {elephant} through: half the hits, then a check", elephant=elephant.id)
    return Item(
        key=key,
        label=Text("{units} against {elephant} at {hex}", units=names, elephant=elephant.id, hex=show(elephant.at)),
        choices=(stand, Choice("open", through, unit=key)),
        default_key="stand",
    )


async def _through(g: Battle, elephant: Unit, stand: Sequence[Unit]) -> None:
    """9.11 (3), (4) It comes out behind one of them, facing as it did, and they check their order."""
    rule = g.case(Case.PASSING_THROUGH)
    behind = list(dict.fromkeys(h for d in stand for h in ways(g, d, elephant)))
    if not behind:
        text = Text("{elephant} finds no way behind {units}, and stays.", elephant=elephant.id, units=stand[0].id)
        g.emit(Told(story=text, unit=elephant.id, rule=rule))
        return
    prompt = Text("{unit} comes out behind its enemies. Where?", unit=elephant.id)
    await passage.comes_out(g, elephant, await passage.choose(g, elephant, prompt, behind))
    for d in stand:
        # 6.68 Of a stack the upper checks, and both share what comes of it.
        if d.on_map and not d.routed and d.troop.target != "skirmisher" and d.beneath is None:
            text = Text("{unit} has let {elephant} through", unit=d.id, elephant=elephant.id)
            n = await cohesion.tq_check(g, d, "pass-through", text, rule)
            await cohesion.spread(g, d, n, Text("elephants in its ranks"), rule)
            if n and g.deep(d):  # 9.53 Of double depth the other checks where the one fails.
                under = g.ranks(d)[1]
                n = await cohesion.tq_check(g, under, "pass-through", text, rule)
                await cohesion.hits(g, under, n, Text("elephants in its ranks"), rule)
