"""What rule procedures hold on to: the state, the map, the charts, and who stands where.

Units by hex and zones of control by side are :mod:`engine.kernel.field`'s.

Everything derived from the state is computed once per position and forgotten at the next event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

from engine.kernel import hexes
from engine.kernel.context import Over
from engine.kernel.decisions import Decision
from engine.kernel.dice import Roll, RollRequest
from engine.kernel.field import Field, Standing
from engine.kernel.hexes import Hex
from engine.kernel.special import Hooks
from engine.kernel.text import Text
from engine.systems.gboh import footprint, ground
from engine.systems.gboh.cases import Case
from engine.systems.gboh.charts import Arc, Charts, Cost
from engine.systems.gboh.events import UnitFormed
from engine.systems.gboh.rules import Rules
from engine.systems.gboh.scenario import GbohScenario, SideSpec
from engine.systems.gboh.state import Leader, OrdersPhase, State, Unit

_ONE = footprint.Shape.ONE

MOST_FRONTS = 20_000
"""Stands of units of which the ZOC is remembered; a whole battle has a few thousand."""


class Breaks(Protocol):
    """What becomes of a unit that breaks: :mod:`engine.systems.gboh.cohesion.rout`, which every battle is given.

    The one circle the rules have: a hit routs a unit, whose flight through friends hits them (10.14, 10.21, 6.65). It
    runs through this attribute of the battle, so that what hits needn't know what flees.
    """

    async def rout(self, g: Battle, unit: Unit) -> None:
        """10.21 The unit breaks and flees."""

    async def eliminate(self, g: Battle, unit: Unit, cause: Text, rule: str) -> None:
        """10.23 The unit is lost."""


LEADER_MP = 9
"""6.14 Movement Points of a leader in an Orders Phase."""


class Battle(Field[State, Unit]):
    """One battle under way."""

    def __init__(
        self, state: State, scenario: GbohScenario, charts: Charts, game: Rules, rules: Sequence[Any], breaks: Breaks
    ) -> None:
        first, second = state.sides
        # 2.1 Maps: a battle has one.
        super().__init__(state, scenario.map, (first, second))
        self.scenario = scenario
        self.game = game
        """Numbers, kinds of troops and names of cases of the game it is."""
        self.breaks = breaks
        self.enforce(rules)
        self.charts = ground.charts(charts, scenario, self.rules)
        if any(r.nimble(self) for r in self.having("nimble")):
            self.charts = ground.nimble(self.charts, scenario.map)
        self.sparing: frozenset[str] = frozenset()
        """Units that a lost discipline bonus breaks only when their own combat collapses (9.17)."""
        self.wave: frozenset[str] | None = None
        """Units of a wave: they alone attack, and all that can; None when attacks don't come in waves."""
        self.outflanked: set[str] = set()
        """Units that enemies superior by position have struck in this Shock segment (A 9.65)."""
        self.assailed: frozenset[str] = frozenset()
        """Units that are attacked in this Shock segment, or would be by the plan that is being weighed (S 8.36)."""
        self.assailing: set[str] = set()
        """Units that attack in this Shock segment (A 9.65)."""
        self.stood: set[str] = set()
        """Units that have rolled to stand in this Shock segment where others rout (A 9.65)."""
        self.unheard: set[str] = set()
        """Leaders hit in this Shock segment, whose Charisma counts for nothing in it (A 8.34)."""
        self.dragged: set[str] = set()
        """Units that rout and can't roll to stand: with the one they share double depth with (A 9.62), or outright."""
        self.tormentors: dict[str, str] = {}
        """Who has just struck whom, by id: what a rampaging elephant may run from (S 9.14)."""
        self.gone_off: set[str] = set()
        """Units routed in this Shock segment that have fled off the map (S 10.42)."""
        self.flights: dict[str, list[tuple[Hex, ...]]] = {}
        """Hexes that units routed in this Shock segment have fled through, step by step (A 10.33, S 10.42)."""
        self.parting: str | None = None
        """The unit whose way out of double depth is being looked at (A 9.62)."""
        self.massed: str | None = None
        """The upper unit of a stack that moves as one, while that is looked at or done (S 6.64, 9.61)."""
        self.striking: dict[str, Hex] = {}
        """Where units strike from that are passing through others, and stand there in no other way (A 9.13)."""
        screens = tuple(r.spec.id for r in self.having("screens"))
        self._fronts: dict[tuple[Any, ...], tuple[tuple[Hex, ...], tuple[Hex, ...]]] = self.map.scratch.setdefault(
            ("fronts", scenario.id, self.charts, screens), {}
        )
        """ZOC of units as they stand: the ground's affair, so it is kept with the map as its costs are."""
        self.stood_down: frozenset[str] = frozenset()
        """Units that attack no more in this Shock segment: their wave has had its turn."""

    def enforce(self, rules: Sequence[Any]) -> None:
        """Have these rules in force beside the general ones."""
        self.rules: list[Any] = list(rules)
        """They are of the class :class:`Special`, whose hooks name this one."""
        self.having: Callable[[str], list[Any]] = Hooks(self.rules).__getitem__
        """Those of them that do anything in a hook, by its name, in order."""

    def afresh(self, state: State) -> Self:
        """Another battle like this one in another position: for what might be, and for what only some may see."""
        return type(self)(state, self.scenario, self.charts, self.game, [r.afresh() for r in self.rules], self.breaks)

    def new_orders(self, side: str, **values: Any) -> OrdersPhase:
        """An Orders Phase as it begins, with everything the system keeps of one."""
        if self.game.orders_phase.remembers_held:
            values["held_at_start"] = [u.id for u in self.units() if self.in_enemy_zoc(u)]
        leader = self.state.leaders.get(values.get("leader") or "")
        if self.game.orders_phase.remembers_place and leader is not None:
            values["stood"] = leader.hex
        return self.game.orders_phase(side=side, **values)

    def formed(self, unit: str, **values: Any) -> UnitFormed:
        """The event of a change of formation, with every state the system has."""
        return self.game.formed(unit=unit, **values)

    def decided(self) -> tuple[str | None, Text, str] | None:
        """Who has won, if a rule has the battle end at once: the side (None: nobody), the story, the case (A 8.46)."""
        return next((found for r in self.having("decided") if (found := r.decided(self)) is not None), None)

    async def ask(self, decision: Decision) -> Any:
        return (await self.ask_both(decision))[0]

    async def ask_both(self, *decisions: Decision) -> tuple[Any, ...]:
        self._goes_on()
        return await super().ask_both(*decisions)

    async def roll(self, request: RollRequest) -> Roll:
        self._goes_on()
        return await super().roll(request)

    def _goes_on(self) -> None:
        """Raises Over where nothing is asked or rolled any more: the battle is decided."""
        if self.state.phase != "over" and self.decided() is not None:
            raise Over

    # -- options ------------------------------------------------------------------------------------------------

    def case(self, case: Case) -> str:
        """The number the game's book gives a case. Raises KeyError for one it doesn't have."""
        return self.game.cases[case]

    def uses(self, case: Case | str) -> bool:
        """Whether a case, by what it is about or by number, is in force.

        It is when the book has it, the battle doesn't switch it off, and, if it is optional, it was switched on.
        """
        if isinstance(case, Case):
            if case not in self.game.cases:
                return False
            case = self.case(case)
        if case in self.scenario.optional_rules:
            return self.state.options.get(case, False)
        for chapter in self.game.optional:
            if case == chapter or case.startswith(chapter):
                return self.state.options.get(chapter, False)
        return not any(
            case == off or case.startswith(off + ".") or _under(case, off) for off in self.scenario.rules_not_used
        )

    def chosen(self, *cases: str) -> bool:
        """Whether any of these cases, which are off unless a battle's players want them, was switched on."""
        return any(self.state.options.get(case, False) for case in cases)

    def spec(self, side: str) -> SideSpec:
        return self.scenario.side(side)

    @property
    def led(self) -> bool:
        """Whether leaders give units orders one by one (4.2); else whole Formations act (G 4.1)."""
        return Case.ORDER_COUNT in self.game.cases

    @property
    def orders(self) -> OrdersPhase:
        """The Orders Phase under way."""
        assert self.state.orders is not None, "no Orders Phase is under way"
        return self.state.orders

    @property
    def active(self) -> str | None:
        """Side whose Orders Phase is under way."""
        return self.state.orders.side if self.state.orders else None

    # -- who is where -------------------------------------------------------------------------------------------

    def on_map(self) -> Iterator[Unit]:
        return (u for u in self.state.units.values() if u.hex is not None and not u.eliminated)

    def _find_occupants(self) -> Mapping[Hex, Unit]:
        return self.spread("occupants", footprint.hexes_of, _uppermost)

    def standing_at(self, h: Hex) -> tuple[Unit, ...]:
        """Units in a hex: one, or infantry and then the cheiroballistra that shares it (11.63)."""
        unit = self.unit_at(h)
        if unit is None:
            return ()
        return (unit, *(u for u in self.kept("crews", self._find_crews).get(h, ()) if u is not unit))

    def _find_crews(self) -> dict[Hex, list[Unit]]:
        found: dict[Hex, list[Unit]] = defaultdict(list)
        for u in self.units():
            if u.troop.is_engine:
                found[u.at].append(u)
        return dict(found)

    def ranks(self, unit: Unit) -> tuple[Unit, ...]:
        """A 9.62, S 9.53, 6.66 The unit; in double depth or in a stack the upper one and the one under it."""
        top = unit if unit.beneath is None else self.state.units[unit.beneath]
        under = self._under().get(top.id)
        return (top,) if under is None else (top, under)

    def _under(self) -> Mapping[str, Unit]:
        """The unit under each that has one, by that one's id."""
        return self.spread("under", _above, _last)

    def deep(self, unit: Unit) -> bool:
        """A 9.62, S 9.52 Whether it stands in double depth, above or below."""
        return not footprint.is_single(unit) and len(self.ranks(unit)) > 1

    def stacked(self, unit: Unit) -> bool:
        """S 6.66 Whether it stands in a stack of two, above or below, each a unit of one hex."""
        return unit.shape is _ONE and (unit.beneath is not None or unit.id in self._under())

    def leaders_by_hex(self) -> Mapping[Hex, Sequence[Leader]]:
        """Leaders on the map by the hex they are in."""
        return self.derived("leaders", self._find_leaders)

    def _find_leaders(self) -> dict[Hex, list[Leader]]:
        found: dict[Hex, list[Leader]] = defaultdict(list)
        for leader in self.state.leaders.values():
            if leader.hex is not None and not leader.eliminated:
                found[leader.hex].append(leader)
        return dict(found)

    def lurkers(self, side: str) -> dict[Hex, Unit]:
        """Units of the side in ambush, by the hex they hide in."""
        return self.derived(("lurkers", side), lambda: self._find_lurkers(side))

    def _find_lurkers(self, side: str) -> dict[Hex, Unit]:
        hidden = (u for u in self.state.units.values() if u.hiding is not None and u.side == side)
        return {u.hiding: u for u in hidden if u.hiding is not None}

    def lurking(self, h: Hex, side: str) -> Unit | None:
        """A unit of the side in ambush in a hex."""
        return self.lurkers(side).get(h)

    def leaders_at(self, h: Hex, side: str | None = None) -> Sequence[Leader]:
        """Leaders in a hex, of one side if given."""
        return [x for x in self.leaders_by_hex().get(h, ()) if side is None or x.side == side]

    def leaders_with(self, unit: Unit) -> Sequence[Leader]:
        """Leaders of its side in any hex of the unit's."""
        if footprint.is_single(unit):
            return self.leaders_at(unit.at, unit.side)
        return [x for h in footprint.hexes_of(unit) for x in self.leaders_at(h, unit.side)]

    def leaders(self, side: str | None = None) -> Iterator[Leader]:
        """Leaders on the map, in roster order."""
        for x in self.state.leaders.values():
            if x.hex is not None and not x.eliminated and (side is None or x.side == side):
                yield x

    def commander(self, side: str) -> Leader | None:
        """The side's Overall Commander, if he lives; of several the first."""
        return next((x for x in self.leaders(side) if x.role == "OC"), None)

    def leader_mp(self, leader: Leader) -> int:
        """6.14 Movement Points of a leader in an Orders Phase."""
        return LEADER_MP

    def mount(self, leader: Leader) -> Unit | None:
        """S 4.71 The elephant he rides, by whose kind he pays for the ground; None for leaders on horseback."""
        return None

    def superior(self, leader: Leader) -> Leader | None:
        """4.33, 4.4 The OC on the map whom the leader obeys, or who has succeeded that one; None for an OC."""
        if leader.role == "OC":
            return None
        if leader.superior is None:
            return self.commander(leader.side)
        chain = (leader.superior, *(x.id for x in self.leaders(leader.side) if x.succeeds == leader.superior))
        return next((x for x in self.leaders(leader.side) if x.id in chain), None)

    def holder(self, name: str) -> Leader:
        """The leader of this id, or who has taken his place since (4.63)."""
        heirs = [x for x in self.state.leaders.values() if x.stands_for == name]
        return next((x for x in heirs if not x.replaced), self.state.leaders[name])

    # -- arcs and zones -----------------------------------------------------------------------------------------

    def arc(self, unit: Unit, h: Hex) -> Arc:
        """7.11 Arcs: which arc of ``unit`` an adjacent hex lies in. A cheiroballistra has only a front (11.64)."""
        if not footprint.is_single(unit):
            return footprint.arc(unit, h)
        if not unit.troop.faces or h in hexes.front(unit.at, unit.facing):
            return "front"
        return "flank" if h in hexes.flanks(unit.at, unit.facing) else "rear"

    def arc_of_attack(self, unit: Unit, attacker: Unit) -> Arc:
        """7.11 The arc of ``unit`` an enemy next to it strikes through; of two the unit's owner takes the better (A
        8.35)."""
        if attacker.id in self.striking or (footprint.is_single(unit) and footprint.is_single(attacker)):
            return self.arc(unit, self.striking.get(attacker.id, attacker.at))
        return footprint.arcs(unit, attacker)[0]

    def front(self, unit: Unit) -> tuple[Hex, ...]:
        """7.11 Front hexes that are on the map; all around for a cheiroballistra (11.64)."""
        if not footprint.is_single(unit):
            return tuple(h for h in footprint.front(unit) if h in self.map)
        if not unit.troop.faces:
            return self.map.neighbours(unit.at)
        return tuple(h for h in hexes.front(unit.at, unit.facing) if h in self.map)

    def screened(self, a: Hex, b: Hex) -> bool:
        """7.2 Whether a rule of the battle keeps ZOC from reaching across this hexside, but for missile fire."""
        return any(r.screens(self.map, a, b) for r in self.having("screens"))

    def covered(self, unit: Unit) -> tuple[Hex, ...]:
        """7.22 ZOC and prohibited hexes: front hexes it could move into, its ZOC, and what lies behind a screen.

        Across a screen (a trench) its ZOC counts for missile fire alone; there it may attack, and need not.
        """
        return self._covered_and_zoc(unit)[0]

    def zoc(self, unit: Unit) -> tuple[Hex, ...]:
        """7.21 ZOC extent: hexes in the unit's ZOC: its front hexes it could move into; none while Routed (7.22)."""
        return self._covered_and_zoc(unit)[1]

    def _covered_and_zoc(self, u: Unit) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """Both of a unit: the ground's affair as long as it stands and faces so, whatever else happens."""
        if u.hex is None or u.routed or not u.on_map or u.beneath is not None:
            return (), ()
        if len(self._fronts) >= MOST_FRONTS:
            self._fronts.clear()
        extent = u.zone
        key = (u.id, u.type, u.hex, u.facing, u.column, u.shape, extent)
        known = self._fronts.get(key)
        if known is None:
            # 7.26 Mutual ZOC: enemy zones take nothing away from it.
            ahead = self.front(u) if extent == "front" else [h for h in footprint.covered(u, extent) if h in self.map]
            covered = tuple(h for h in ahead if self._borders(u, h))
            known = covered, tuple(h for h in covered if self._borders(u, h, through=False))
            self._fronts[key] = known
        return known

    def _borders(self, u: Unit, h: Hex, *, through: bool = True) -> bool:
        """Whether one of the unit's hexes lets it into ``h`` by the ground; ``through``: a screen between included."""
        return any(
            self.charts.zone_reaches(self.map, u, half, h) and (through or not self.screened(half, h))
            for half in footprint.beside(u, h)
        )

    def obstacles(self, unit: Unit) -> Mapping[Hex, Cost]:
        """What lies in hexes and makes entering dearer for the unit than the ground (A Issus)."""
        rules = self.having("obstacles")
        return {h: cost for r in rules for h, cost in r.obstacles(self, unit).items()} if rules else {}

    def step_cost(self, unit: Unit, a: Hex, b: Hex) -> Cost | None:
        """6.21 Price of the step to the adjacent hex, with what lies there; None where it is prohibited."""
        cost, more = self.charts.step_cost(self.map, unit, a, b), self.obstacles(unit).get(b)
        if cost is not None and self.state.orders is not None and self.charts.counts_levels and self.map.levels:
            before = self.state.orders.levels_climbed(unit.id)
            n = self.charts.further_levels(unit, before, max(0, self.map.level_at(b) - self.map.level_at(a)))
            cost += Cost(0, n, (Text("climbing on"),) if n else ())
        return cost if cost is None or more is None else cost + more

    def in_enemy_zoc(self, piece: Standing) -> bool:
        """7.2 Whether the piece, or one half of it, stands in enemy ZOC."""
        if isinstance(piece, Unit) and not footprint.is_single(piece):
            return any(self.enemy_zoc(h, piece.side) for h in footprint.hexes_of(piece))
        return piece.hex is not None and bool(self.enemy_zoc(piece.hex, piece.side))

    def enemies_beside(self, unit: Unit) -> list[Unit]:
        """Enemy units next to any hex of the unit's, each once."""
        if footprint.is_single(unit):
            return self.adjacent_enemies(unit.at, unit.side)
        found = {e.id: e for h in footprint.hexes_of(unit) for e in self.adjacent_enemies(h, unit.side)}
        return list(found.values())

    def covering(self, h: Hex, side: str) -> tuple[Unit, ...]:
        """8.21 Enemy units of ``side`` in whose ZOC the hex lies as far as missile fire goes, in roster order."""
        return self.spread("covered", self.covered, tuple, self._foe[side]).get(h, ())

    def opponents(self, unit: Unit) -> Sequence[Unit]:
        """Enemy units the unit could attack, in the order of its front hexes."""
        return [e for e in self.confronted(unit) if not self.shuns(unit, e)]

    def shuns(self, unit: Unit, enemy: Unit) -> bool:
        """Whether the unit attacks everybody but this enemy (A 9.15, 9.31)."""
        return any(r.spares(self, unit, enemy) for r in self.having("spares"))

    def confronted(self, unit: Unit) -> list[Unit]:
        """Enemy units the unit has before it, whether or not it may attack them."""
        return self._enemies_on(self.covered(unit), unit.side)

    def enemies_in_zoc(self, unit: Unit) -> Sequence[Unit]:
        """Enemy units standing in the unit's ZOC, in the order of its front hexes."""
        return self._enemies_on(self.zoc(unit), unit.side)

    def _enemies_on(self, hexes: Sequence[Hex], side: str) -> list[Unit]:
        """Enemies of a side in the hexes, in their order, each once."""
        return list({e.id: e for h in hexes if (e := self.enemy_in(h, side)) is not None}.values())

    def enters_free(self, h: Hex, side: str) -> bool:
        """No unit there and not in enemy ZOC."""
        return h in self.map and self.unit_at(h) is None and not self.enemy_zoc(h, side)


def _above(unit: Unit) -> tuple[str, ...]:
    return () if unit.beneath is None else (unit.beneath,)


def _last(here: tuple[Unit, ...]) -> Unit:
    return here[-1]


def _uppermost(here: tuple[Unit, ...]) -> Unit:
    """Who counts as standing in a hex, of those who do: neither an engine nor the lower one of a stack."""
    if len(here) == 1:
        return here[0]
    return next((u for u in reversed(here) if not u.troop.is_engine and u.beneath is None), here[0])


def _under(case: str, heading: str) -> bool:
    """Whether a case belongs to a chapter heading: "6.45" to "6.4", not to "6.45x".

    >>> _under("6.45", "6.4"), _under("6.5", "6.4"), _under("11.31", "11.3")
    (True, False, True)
    """
    return case.startswith(heading) and case[len(heading) :].isdigit()
