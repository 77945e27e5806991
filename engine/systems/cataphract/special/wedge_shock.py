"""Casilinum: the Wedge attacks in waves, rank after rank, before all other attacks of the Shock segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StrictInt

from engine.kernel.decisions import Choice, Choose, yes_no
from engine.kernel.hexes import Hex, front, show
from engine.kernel.parameters import Params, SideId
from engine.kernel.scenario import SpecialRule
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.special import wedge, wedge_follow
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, line_command
from engine.systems.gboh.events import MarkerPlaced, Told, UnitMoved
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import facing, stacking
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.segment import fight

LATER, STAY = "later", "stay"


@dataclass(frozen=True)
class Way:
    """One way a unit can come up."""

    path: tuple[Hex, ...]
    mp: int
    hits: int
    """Hits the ground costs it."""
    through: str | None = None
    """Friend it passes through, who takes a hit."""


class Waves(Params):
    side: SideId
    leader_hexes: Annotated[StrictInt, Field(ge=0, le=30)]
    """he may move afterwards"""

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        if not any(r.id == "wedge" and r.params.get("side") == self.side for r in scenario.special_rules):
            yield f"side: {self.side} has no wedge in this battle (the special rule wedge)"


class WedgeShock(Special):
    """With its tip in contact the whole Wedge attacks: the tip, then each rank behind comes up, fires and attacks."""

    about = "the attack of the wedge, in waves"
    params = Taken(Waves)

    def __init__(self, spec: SpecialRule) -> None:
        super().__init__(spec)
        self.attacking: frozenset[str] = frozenset()
        """Units of the Wedge while its waves last, whatever has become of its shape."""

    def superior(self, g: Battle, attacker: Unit, defender: Unit) -> Text | None:
        """Only for units that have moved in this Orders Phase to attack."""
        return Text("the Wedge") if attacker.id in self.attacking and attacker.id in g.orders.moved else None

    def weaves(self, g: Battle, unit: Unit) -> bool:
        return unit.id in self.attacking

    async def shock(self, g: Battle) -> None:
        body = wedge.standing(g, g.orders.side)
        if body is None or g.orders.side != self.params.side or not await self._begins(g, body):
            return
        self.attacking = frozenset(u.id for u in body.units)
        self._tell(g, Text("The Wedge attacks, {tip} at its tip.", tip=body.tip.id))
        for n, rank in enumerate(body.ranks, 1):
            await self._wave(g, n, rank)
        g.stood_down |= self.attacking
        self.attacking = frozenset()
        await wedge_follow.follow(g, body.leader, self.params.leader_hexes, self.spec.id)

    def _tell(self, g: Battle, story: Text) -> None:
        g.emit(Told(story=story, rule=self.spec.id))

    async def _begins(self, g: Battle, body: wedge.Formation) -> bool:
        """Whether the tip attacks: because it must (7.31), or because it may (7.33) and its owner wants it to."""
        if body.tip in designation.obliged(g):
            return True
        if body.tip not in designation.willing(g):
            return False
        answer = await g.ask(
            yes_no(
                kind="wedge-attack",
                side=body.tip.side,
                rule=self.spec.id,
                prompt=Text(
                    "{tip} stands before {enemies}. Does the whole Wedge attack, rank after rank?",
                    tip=body.tip.id,
                    enemies=", ".join(e.id for e in g.enemies_in_zoc(body.tip)),
                ),
                yes=Text("Attack"),
                no=Text("Hold the Wedge back"),
                default=True,
                subject=body.tip.id,
                focus=(body.tip.at,),
                lean=4.0,
            )
        )
        if answer.key == "no":
            g.stood_down |= {body.tip.id}
        return answer.key == "yes"

    async def _wave(self, g: Battle, n: int, rank: Sequence[Unit]) -> None:
        """9.13 to 9.17 for one rank; all but the tip come up first, are fired at, and fire."""
        if n > 1 and any(_stands(u) for u in rank):
            self._tell(g, Text("Rank {n} of the Wedge comes up.", n=n))
            moved = await self._come_up(g, [u for u in rank if _stands(u)])
            await reaction.joint_entry_fire(g, [(e.id, u.id) for u in moved for e in reaction.enterers(g, u)])
            able = [u.id for u in rank if _stands(u)]
            prompt = Text("Rank {n} of the Wedge has come up. Who fires, and at whom?", n=n)
            await line_command.fire_after_moving(g, able, prompt)
            for u in moved:
                if _stands(u) and g.enemies_in_zoc(u):
                    g.emit(MarkerPlaced(unit=u.id, marker="must", rule=self.spec.id))
        g.wave = frozenset(u.id for u in rank if _stands(u))
        plan = await designation.designate(g)
        if plan.attacks:
            await fight(g, plan.attacks)
        g.wave = None

    # -- coming up ---------------------------------------------------------------------------------------------------

    async def _come_up(self, g: Battle, rank: Sequence[Unit]) -> list[Unit]:
        """The units of a rank move one by one, in the order their owner likes; returns those that did."""
        queue, put_off, moved = list(rank), set[str](), list[Unit]()
        while queue:
            unit = queue.pop(0)
            if not _stands(unit):
                continue
            ways = come_up_ways(g, unit)
            if not ways:
                continue
            key = await self._choose(g, unit, ways, later=bool(queue) and unit.id not in put_off)
            if key == LATER:
                put_off.add(unit.id)
                queue.append(unit)
            elif key != STAY:
                moved.append(unit)
                put_off.clear()
                await _go(g, unit, ways[int(key)])
        return moved

    async def _choose(self, g: Battle, unit: Unit, ways: dict[Hex, Way], *, later: bool) -> str:
        ranked = sorted(ways, key=lambda h: _merit(g, unit, h, ways[h]), reverse=True)
        if len(ranked) == 1 and ranked[0] != unit.at:
            return show(ranked[0])
        choices = [_choice(g, unit, h, ways[h]) for h in ranked]
        if later:
            choices.append(Choice(LATER, Text("Let others of its rank go first"), unit=unit.id, lean=0.2))
        answer = await g.ask(
            Choose(
                kind="wedge-move",
                side=unit.side,
                rule=self.spec.id,
                prompt=Text("{unit} comes up from {hex}. Where to?", unit=unit.id, hex=show(unit.at)),
                subject=unit.id,
                focus=(unit.at, *ranked),
                choices=choices,
                default_key=choices[0].key,
                why=lambda wanted: self._no_way(g, unit, wanted),
            )
        )
        return answer.key

    def _no_way(self, g: Battle, unit: Unit, wanted: Wanted) -> Refusal | None:
        if not wanted.hexes:
            return None
        h = wanted.hexes[-1]
        if h not in g.map:
            return Refusal("{hex} is not on the map.", rule=self.spec.id, hex=show(h))
        if (held := g.unit_at(h)) is not None and held is not unit:
            return Refusal("{other} stands at {hex}.", rule=self.spec.id, other=held.id, hex=show(h))
        return Refusal(
            "{unit} comes up straight ahead, {ma} MP at most, until it meets an enemy: not to {hex}.",
            rule=self.spec.id,
            unit=unit.id,
            ma=unit.ma,
            hex=show(h),
        )


def _stands(u: Unit) -> bool:
    return u.on_map and not u.routed


def come_up_ways(g: Battle, unit: Unit) -> dict[Hex, Way]:
    """Where a unit of the next rank can come up, by its last hex: its printed MA straight ahead, without turning.

    It stops next to an enemy or for want of MP; it may pass through one friend, and need not. Its own hex is among the
    ends when only a friend is in its way; none when it stands next to an enemy already, or can't move.
    """
    if unit.engaged or g.adjacent_enemies(unit.at, unit.side):
        return {}
    best: dict[Hex, Way] = {}
    for way in _ways(g, unit, Way((), 0, 0)):
        h = way.path[-1] if way.path else unit.at
        old = best.get(h)
        if old is None or (way.hits, way.through is not None, way.mp) < (old.hits, old.through is not None, old.mp):
            best[h] = way
    return best if any(h != unit.at for h in best) else {}


def _ways(g: Battle, unit: Unit, way: Way) -> list[Way]:
    """The ends of a way begun, each with its whole path; none for one that would end on a friend."""
    at = way.path[-1] if way.path else unit.at
    on_friend = bool(way.path) and g.unit_at(at) is not None
    if way.path and not on_friend and g.adjacent_enemies(at, unit.side):
        return [way]
    straight: list[Way] = []
    through: list[Way] = []
    for to in front(at, unit.facing):
        cost = g.charts.step_cost(g.map, unit, at, to) if to in g.map else None
        held = g.unit_at(to)
        if cost is None or (held is not None and (held.side != unit.side or held.routed or way.through is not None)):
            continue
        if held is not None and (g.enemy_zoc(to, unit.side) or not stacking.may_pass(g, unit, held)):
            continue  # 6.63
        mp = way.mp + cost.mp + (stacking.WEAVING_MP if held is not None else 0)
        if mp <= unit.ma:
            friend = held.id if held is not None else way.through
            after = _ways(g, unit, Way((*way.path, to), mp, way.hits + cost.hits, friend))
            (straight if held is None else through).extend(after)
    return [*straight, *through] if straight or on_friend else [way, *through]


def _merit(g: Battle, unit: Unit, h: Hex, way: Way) -> tuple[int, int, int, int]:
    """What a player in a hurry looks for: enemies before it, no friend hit, easy ground, distance covered."""
    met = sum(g.enemy_in(x, unit.side) is not None for x in front(h, unit.facing))
    return min(met, 1), -(way.through is not None), -way.hits, len(way.path)


def _choice(g: Battle, unit: Unit, h: Hex, way: Way) -> Choice:
    if h == unit.at:
        return Choice(STAY, Text("Stay at {hex}", hex=show(h)), unit=unit.id, hex=h, lean=0.5)
    met = [e.id for x in front(h, unit.facing) if (e := g.enemy_in(x, unit.side)) is not None]
    notes = [Text("attacks {enemies}", enemies=", ".join(met))] if met else []
    if way.through is not None:
        notes.append(Text("passes through {unit}, which takes 1 hit", unit=way.through))
    return Choice(
        show(h),
        Text("{hex}", hex=show(h)),
        unit=unit.id,
        hex=h,
        mp=way.mp,
        hits=way.hits,
        note=joined(notes, "; ") if notes else None,
        lean=4.0 if met else 1.0,
    )


async def _go(g: Battle, unit: Unit, way: Way) -> None:
    """One unit comes up, with the windows open in a Shock segment (9.24); entry fire waits for the whole rank."""
    for to in way.path:
        origin, friend = unit.at, g.unit_at(to)
        cost = g.charts.step_cost(g.map, unit, origin, to)
        assert cost is not None, f"{unit.id} can't enter {to}"
        mp = cost.mp + (stacking.WEAVING_MP if friend is not None else 0)
        g.emit(UnitMoved(unit=unit.id, start=origin, to=to, facing=unit.facing, mp=mp, ma=unit.ma, how="wave"))
        if not await cohesion.hits(g, unit, cost.hits, joined(cost.causes), "6.22"):
            return
        if friend is not None:
            await stacking.pass_through(g, unit, friend, weaving=True)
        await leaders.approached(g, unit)
        await facing.reaction_facing(g, unit)
        if not _stands(unit):
            return
