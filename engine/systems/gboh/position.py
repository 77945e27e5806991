"""Position files: a battle or a field (:mod:`.field`), what is different in it, and where play stands.

A system subclasses the models with its own state's, and says in a :class:`Positions` what building one takes besides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field as Value
from pydantic import create_model

from engine.kernel import soundness
from engine.kernel.model import MOST, LeaderId, SideId
from engine.kernel.position import BasePosition, Builder, Built, PositionForm, Spent, differences, partial, updated
from engine.kernel.position_field import Entries
from engine.systems.gboh import army_soundness, set_up
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.events import Fired, LeaderMoved, PointsSpent, UnitFormed, UnitMoved, UnitPlaced, UnitTurned
from engine.systems.gboh.field import Field, Layout
from engine.systems.gboh.footprint import hexes_of
from engine.systems.gboh.movement import reach
from engine.systems.gboh.referee.invariants import broken
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.set_up import initial_state, kept
from engine.systems.gboh.soundness import ground_problems
from engine.systems.gboh.special import named
from engine.systems.gboh.state import Leader, State, Tie, Unit
from engine.systems.gboh.system import GbohSystem

LED: tuple[str, ...] = ("orders", "line", "shock")
"""Phases in which an Orders Phase is under way."""

RATINGS = ("initiative", "command_range", "strategy", "charisma", "personal_combat")
"""A leader's, as a file names them; the state has them as printed."""

PRINTED = tuple(f"{r}_printed" for r in RATINGS)

Rating = Annotated[int, Value(ge=0, le=30)]
Strength = Annotated[int, Value(ge=1, le=20)]

WHOLE = (
    "turn",
    "deployed",
    "tie",
    "trump_used",
    "elite_order",
    "last_leader",
    "outcome",
    "winner",
    "swapped",
)
"""Fields of the state that a file gives under the same name."""

_LISTS = ("moved", "fired", "stationary", "recovered")
"""Of the Orders Phase: own units in them have had their order (5.24, 10.16)."""


class Position(BasePosition):
    """A position file as written, as far as all games of the family agree on it."""

    turn: int = Value(1, ge=1, le=MOST)
    active: LeaderId | None = None
    """Leader whose Orders Phase is under way."""
    deployed: list[SideId] = []
    tie: Tie | None = None
    trump_used: list[SideId] = []
    elite_order: list[SideId] | None = None
    last_leader: LeaderId | None = None
    arrivals: dict[str, Literal["due", "marching", "complete", "cancelled"]] = {}


def position_of(system: str, state: type[State], field: type[Field]) -> type[Position]:
    """The position file of a system: by whose rules a field is played, a small field instead of a battle, the phase,
    and what has happened so far in the Orders Phase under way."""
    name: Any = Literal[system]  # pyright: ignore[reportInvalidTypeForm]
    phase: Any = state.model_fields["phase"].annotation
    change = create_model(
        "OrdersPhaseChange", __base__=partial(kept(state, "orders")), __doc__="What may be said of an Orders Phase."
    )
    own: dict[str, Any] = {
        "system": (name, system),
        "field": (field | None, None),
        "phase": (phase | None, None),
        "orders": (change, change()),
    }
    return create_model("Position", __base__=Position, __doc__="A position file as written.", **own)


class Positions:
    """How a system builds its positions, and writes them."""

    whole: ClassVar[tuple[str, ...]] = WHOLE
    """:data:`WHOLE` and what the system adds."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """What the entry of a field says of a leader for good, so that no change of one names it."""
    led: ClassVar[tuple[str, ...]] = LED
    """Phases in which an Orders Phase is under way."""
    whose: ClassVar[str] = '"active": the leader whose Orders Phase it is'
    """What a phase of those needs."""
    naming: ClassVar[str] = 'name its leader under "active"'
    """How a file says whose it is."""
    always_of_orders: ClassVar[tuple[str, ...]] = ("acted", "orders_used", "deeds")
    """Fields of the Orders Phase that a file always says: left out, they follow from the rest."""

    def __init__(
        self, system: type[GbohSystem[Any, Any]], layout: Layout[Any], position: type[Position] | None = None
    ) -> None:
        """``position``: its position files, where they say more than :func:`position_of`."""
        self.system = system
        self.layout = layout
        self.state: type[State] = system.state_type
        self.position = position or position_of(system.id, self.state, layout.field)
        ratings: dict[str, Any] = {"tq": (Strength, 1), "ma": (Strength, 1)}
        self.unit_change = create_model(
            "UnitChange",
            __base__=partial(kept(self.state, "units")),
            __doc__="What may be said of a unit.",
            **ratings,
        )
        leader: type[Leader] = kept(self.state, "leaders")
        printed = {r: leader.model_fields[p] for r, p in zip(RATINGS, PRINTED, strict=True) if p in leader.model_fields}
        rating: Any = Rating
        said: dict[str, Any] = {
            r: (rating, 0) if f.annotation is int else (rating | None, None) for r, f in printed.items()
        }
        self.leader_change = create_model(
            "LeaderChange",
            __base__=partial(leader, ("id", *PRINTED, *self.fixed)),
            __doc__="What may be said of a leader.",
            **said,
        )

    # -- what each says itself --------------------------------------------------------------------------------------

    def unit(self, unit: Any, given: Mapping[str, Any], where: str, problems: list[str]) -> Any:
        """A unit as a file has it changed."""
        return updated(unit, given, where, problems, self.unit_change)

    def set_up(self, state: Any) -> None:
        """What a battle has from its set-up that may not stay so in a position, neither read nor written."""

    def removed(self, piece: Any) -> None:
        """A piece takes no part: what else that means for it."""

    def always(self, before: Any, after: Any) -> Collection[str]:
        """Fields of a unit that a file says though they are as they were."""
        return ()

    def begins(self, position: Any) -> str:
        """The phase play begins with, of a file that names none."""
        under_way = position.active or position.orders.model_fields_set
        return "orders" if under_way else "turn"

    def orders(self, g: Battle, given: Collection[str]) -> None:
        """What follows for the Orders Phase under way from the rest of the position; ``given``: what a file says."""
        if g.orders.remembers_held and "held_at_start" not in given:
            # A 7.16 Those in the ZOC of who hasn't moved were there before.
            still = [u for u in g.units() if u.id not in g.orders.acted]
            held = [u.id for u in still if any(e in still for h in hexes_of(u) for e in g.enemy_zoc(h, u.side))]
            g.state.orders = g.orders.model_copy(update={"held_at_start": held})

    def settled(self, builder: Builder[Any, Any], position: Any) -> None:
        """Where play stands is known: what else follows from it, and what can't be so."""

    # -- what all have ----------------------------------------------------------------------------------------------

    def build(self, position: Any, battle: GbohScenario | None) -> Built:
        """The battle and the state a position describes, with everything that is wrong in it."""
        entries = None
        if battle is None:
            laid = self.layout.lay_out(position.field or self.layout.field())
            battle, entries = self._of_known_kinds(laid.scenario, laid.entries), laid.entries
        assert battle is not None
        if position.title is not None:
            battle = battle.model_copy(update={"title": position.title})
        state = initial_state(self.state, battle, dict(position.options))
        self.set_up(state)
        builder = _Builder(self, state, battle)
        builder.described(position, entries, self._field_problems(battle, entries) if entries is not None else ())
        for side, values in position.sides.items():
            if builder.known(side, f"sides.{side}", "side", builder.state.sides):
                sides: Any = builder.state.sides
                sides[side] = updated(sides[side], values, f"sides.{side}", builder.problems)
        builder.clear(position.remove, position.only)
        builder.part()
        builder.sequence(position)
        builder.sound()
        return Built(battle, builder.state, tuple(builder.problems))

    def _of_known_kinds(self, battle: GbohScenario, entries: Entries) -> GbohScenario:
        """A field's battle without units of no kind there is, which is told."""
        sides: list[Any] = []
        for side in battle.sides:
            known: list[Any] = []
            for group in side.units:
                u = set_up.unit(kept(self.state, "units"), group, group.numbers[0], side.id, None)
                said = _no_kind(u)
                if said is None:
                    known.append(group)
                else:
                    entries.problems.append(f"{entries.places[u.id]}.{said}")
            sides.append(side.model_copy(update={"units": tuple(known)}))
        return battle.model_copy(update={"sides": tuple(sides)})

    def _field_problems(self, battle: GbohScenario, entries: Entries) -> list[str]:
        charts, book, troops = Charts.of(self.system.package), self.system.book, self.system.rules.troops
        leaders = [x for side in battle.sides for x in side.leaders]
        found = [
            *battle.map.problems(),
            *ground_problems(battle.map, charts),
            *battle.rule_problems(),
            *soundness.special_rules(battle, self.system.kinds, named.known(battle, charts)),
            *soundness.cases("rules_not_used", battle.rules_not_used, lambda case: book.case(case) is not None),
            *(x for side in battle.sides for x in army_soundness.lines(side, f"sides.{side.id}", troops)),
            *(p for x in leaders for p in army_soundness.kinds(f"{entries.places[x.id]}.kinds", x.kinds, troops)),
        ]
        return [p.removeprefix("map.") for p in found]

    def write(self, base: State, state: State) -> dict[str, Any]:
        """What a position file says of ``state``, which ``base`` alone begins with."""
        state = state.model_copy(deep=True)
        self.set_up(state)
        found: dict[str, Any] = {"turn": state.turn, "phase": state.phase}
        orders = state.orders
        if orders is not None:
            found["active"] = orders.leader
            begin = kept(self.state, "orders")(side=orders.side, leader=orders.leader)
            held = ("held_at_start",) if orders.remembers_held else ()
            found["orders"] = differences(begin, orders, (*self.always_of_orders, *held))
            if orders.leader is None:
                del found["active"]
                found["orders"] |= {"side": orders.side}
        elif state.phase == "momentum":
            found["active"] = state.last_leader
        fresh = differences(self.state(sides={}, units={}, leaders={}), state, ("last_leader",))
        found |= {k: fresh[k] for k in self.whole if k in fresh}
        if state.notes != base.notes:
            found["notes"] = dict(state.notes)
        arrivals = {k: v for k, v in state.arrivals.items() if base.arrivals.get(k) != v}
        if arrivals:
            found["arrivals"] = arrivals
        sides = {k: differences(base.sides[k], v) for k, v in state.sides.items()}
        found["sides"] = {k: v for k, v in sides.items() if v}
        changes: dict[str, Any] = {}
        moved = orders.moved if orders is not None else []
        for name, u in state.units.items():
            before = base.units[name]
            always = [*(["moved"] if name in moved else []), *self.always(before, u)]
            if u.routed and _without_missiles(u) != u:
                always.append("supply")  # A file that doesn't say it has whoever is routed without missiles.
            changes[name] = differences(before, u, always)
        for name, x in state.leaders.items():
            always = ["status", "in_a_row"] if name == found.get("active") else []
            changes[name] = {
                k.removesuffix("_printed"): v for k, v in differences(base.leaders[name], x, always).items()
            }
        found["changes"] = {k: v for k, v in changes.items() if v}
        return found

    @property
    def form(self) -> PositionForm:
        """For the list of systems."""
        pieces = {"unit": self.unit_change, "leader": self.leader_change, "side": partial(kept(self.state, "sides"))}
        return PositionForm(self.position, self.build, self.write, spent, tuple(self.layout.troops), pieces)


class _Builder(Builder[State, GbohScenario]):
    """Puts a state together."""

    def __init__(self, positions: Positions, state: State, scenario: GbohScenario) -> None:
        super().__init__(state, scenario)
        self.positions = positions
        self.below_said: set[str] = set()
        """Units of which the file says under whom they stand."""

    def offered(self) -> Collection[str]:
        return [o.key for o in self.positions.system(self.scenario).options()]

    def exists(self, name: str) -> bool:
        return name in self.state.units or name in self.state.leaders

    def piece(self, name: str, values: Mapping[str, Any], where: str) -> None:
        """Change a unit or a leader."""
        units: Any = self.state.units
        leaders: Any = self.state.leaders
        if name in units:
            given = {k: v for k, v in values.items() if k != "code" or v != name}
            changed = self.positions.unit(units[name], given, where, self.problems)
            if (said := _no_kind(changed)) is None:
                units[name] = _without_missiles(changed) if changed.routed and "supply" not in given else changed
            else:
                self.problems.append(f"{where}.{said}")
            if "below" in given:
                self.below_said.add(name)
        elif name in leaders:
            x: Leader = leaders[name]
            printed = {r: p for r, p in zip(RATINGS, PRINTED, strict=True) if p in type(x).model_fields}
            change = self.positions.leader_change
            leaders[name] = updated(x, values, where, self.problems, change, printed)
        else:
            self.known(name, where, "unit or leader", [*units, *leaders])

    def clear(self, remove: tuple[str, ...], only: tuple[str, ...]) -> None:
        """Take pieces off the table as if they had left before it began: not eliminated, no Rout Points."""
        state = self.state
        pieces: dict[str, Unit | Leader] = {**state.units, **state.leaders}
        for where, names in (("remove", remove), ("only", only)):
            for i, name in enumerate(names):
                self.known(name, f"{where}[{i}]", "unit or leader", pieces)
        for name, piece in pieces.items():
            if name in remove or (only and name not in only):
                piece.hex, piece.departed = None, True
                self.positions.removed(piece)
        coming = {u.reinforcement for u in state.units.values() if not u.departed}
        for name in state.arrivals:
            if name not in coming:
                state.arrivals[name] = "complete"
        for side in state.sides.values():
            side.pool = [x for x in side.pool if not state.leaders[x].departed]

    def part(self) -> None:
        """Stacks as they were set up, or as the order of entries has them, give way to what is said of their units: of
        two in a hex the one said to be below is, and who has been put elsewhere stands under nobody."""
        units = self.state.units
        for name, u in units.items():
            upper = units.get(u.beneath or "")
            if upper is None:
                continue
            if u.troop.is_engine and not upper.troop.is_engine:
                # C 11.63, G 5.32: it lies under whoever comes to share its hex, said or not.
                u.stands_beneath(None)
                continue
            if name in self.below_said:
                continue
            turned_over = upper.beneath == name and upper.id in self.below_said
            if turned_over or not (u.on_map and upper.on_map and u.hex == upper.hex):
                u.stands_beneath(None)

    def sequence(self, position: Any) -> None:
        """Where play stands: turn, phase, who is active, and what has happened in that Orders Phase."""
        state = self.state
        given = position.orders.model_dump(exclude_unset=True)
        state.phase = position.phase or self.positions.begins(position)
        if state.phase == "bidding" and Case.BIDDING not in self.positions.system.rules.cases:
            self.problems.append('phase: nobody bids for sides by these rules; play begins with "setup"')
            state.phase = "turn"
        said = {k: getattr(position, k) for k in self.positions.whole if k in position.model_fields_set}
        self.whole({"turn": position.turn, **said})
        state.notes = {**state.notes, **position.notes}
        for name, how in position.arrivals.items():
            if self.known(name, f"arrivals.{name}", "reinforcement", state.arrivals):
                state.arrivals[name] = how
        if position.active is not None:
            self._active(position, position.active)
        elif state.phase in (*self.positions.led, "momentum") and "side" not in given:
            self.problems.append(f'phase: "{state.phase}" needs {self.positions.whose}')
            state.phase = "turn"
        elif given and "side" not in given:
            self.problems.append(f"orders: no Orders Phase is under way; {self.positions.naming}")
        if "side" in given and given.get("leader", position.active) is None:
            self._orders({"leader": None}, given, position)
        self.positions.settled(self, position)

    def _active(self, position: Any, name: str) -> None:
        state = self.state
        if state.phase not in (*LED, "momentum"):
            self.problems.append(f'active: nobody is active in phase "{state.phase}"')
            return
        if not self.known(name, "active", "leader", state.leaders):
            state.phase = "turn"
            return
        leader = state.leaders[name]
        said = {**_entry(position, name), **position.changes.get(name, {})}
        if not leader.on_map and "hex" not in said:
            self.problems.append(f"active: {name} is not on the map")
        # One who is shaken while he gives orders is Finished, and goes on (A 8.34).
        if said.get("status", "active") not in ("active", "finished") and state.phase in LED:
            self.problems.append(f'active: {name} is active, and his status is "{said["status"]}"; leave that out')
        if "status" not in said:
            leader.status = "active"
        if "in_a_row" not in said:
            leader.in_a_row = max(1, leader.in_a_row)
        if "last_leader" not in position.model_fields_set:
            state.last_leader = name
        given = position.orders.model_dump(exclude_unset=True)
        if state.phase in LED:
            begin = {"side": leader.side, "leader": name}
            for field, value in begin.items():
                if given.get(field, value) != value:
                    self.problems.append(f'orders.{field}: {name} is active, so it is "{value}"')
            self._orders({**given, **begin}, given, position)
        elif given:
            self.problems.append('orders: the Orders Phase is over in phase "momentum"')

    def _orders(self, begin: Mapping[str, Any], given: Mapping[str, Any], position: Any) -> None:
        """The Orders Phase: what isn't said of it follows from the rest."""
        state = self.state
        orders = kept(type(state), "orders").model_validate({"side": "", **given, **begin})
        if not self.known(orders.side, "orders.side", "side", state.sides):
            state.phase = "turn"
            return
        state.orders = orders
        said = position.changes
        own = [u for name in _LISTS for u in getattr(orders, name) if u in state.units]
        own = [u for u in dict.fromkeys(own) if state.units[u].side == orders.side]
        in_line: Sequence[str] = orders.line.units if orders.line is not None else []
        if "acted" not in given:
            orders.acted = [u for u in own if u not in in_line]
        if "orders_used" not in given and not orders.lines_used:
            orders.orders_used = len([u for u in orders.acted if u not in in_line])
        if "deeds" not in given:
            orders.deeds = orders.orders_used + orders.lines_used
        if state.phase in self.positions.led:
            self.positions.orders(self.positions.system(self.scenario).context(state), given.keys())
        for u in orders.moved:
            if u in state.units and "moved" not in {**_entry(position, u), **said.get(u, {})}:
                state.units[u].moved = True

    def sound(self) -> None:
        """Names of things that don't exist, and whatever can't be."""
        state = self.state
        names = {"unit": state.units, "leader": state.leaders, "side": state.sides}
        before = len(self.problems)
        if state.orders is not None:
            orders, own = state.orders, (u for u in state.units.values() if u.side == state.orders.side)
            begun = {*orders.acted, *orders.moved, *orders.turned, *orders.entry_cost}
            begun |= set(orders.line.units if orders.line is not None else ())
            idle = [u.id for u in own if u.mp_spent and u.id not in begun]
            self.problems += [f"{name}.mp_spent: it has had no order in this Orders Phase" for name in idle]
        self.check(names, {"units": "", "leaders": ""})
        if len(self.problems) == before and state.phase != "over":
            self.problems += broken(self.positions.system(self.scenario).context(state), at_rest=True)


def _without_missiles(unit: Any) -> Any:
    """The unit when it has dropped what it has, as whoever routs does (10.21)."""
    dropped = unit.model_copy(deep=True)
    dropped.drops_missiles()
    return dropped


def _no_kind(unit: Unit) -> str | None:
    """2.21 What is wrong with a class that units of this type don't have; None if they have it."""
    try:
        _ = unit.troop
    except KeyError:
        classes = [kind.partition("/")[2] for kind in unit.troops if kind.startswith(f"{unit.type}/")]
        if not classes:
            return f"cls: {unit.type} are of no class; leave it out"
        said = f"cls: {unit.type} are of class {', '.join(classes)}"
        return f"{said}, or of none" if unit.type in unit.troops else said
    return None


def _entry(position: Any, name: str) -> dict[str, Any]:
    """What a field's entry says of a piece."""
    if position.field is None:
        return {}
    for entry in (*position.field.units, *position.field.leaders):
        if name in (entry.get("code"), entry.get("id")):
            return entry
    return {}


def spent(g: Battle, events: Sequence[Any], before: Battle) -> Iterator[Spent]:
    """6.11, 6.14 Who has moved, and what that took: by order all of the Orders Phase, otherwise the last such move.

    What was moved in a phase that is over had the allowances of ``before``: 30, of an Overall Commander who rides alone
    (G 4.33).
    """
    began = next((i for i in reversed(range(len(events))) if events[i].type in _BEGINNING), 0)
    found = {**_moved(before, events[:began], over=True), **_moved(g, events[began:], over=False)}
    for name in filter(None, map(_all_spent, events)):
        ma = reach.allowance(before, before.state.units[name])
        found[name] = ma, ma
    for name, (mp, ma) in found.items():
        if ma:
            case = Case.LEADER_MOVEMENT if name in g.state.leaders else Case.MOVEMENT_ALLOWANCE
            yield Spent(name, mp, ma, g.case(case))


def _all_spent(e: Any) -> str | None:
    """A unit that has spent all its Movement Points on something other than a way: on harassment (8.31), for one."""
    whole = (isinstance(e, UnitFormed) and e.whole_move) or (isinstance(e, Fired) and e.how == "harass")
    return e.unit if whole else None


_BEGINNING = ("orders-began", "player-turn-began")
"""Events with which units have Movement Points anew."""


def _moved(g: Battle, events: Sequence[Any], *, over: bool) -> dict[str, tuple[int, int]]:
    """Movement Points spent and allowed, by piece; ``over``: the phase has ended, and the events are all there is."""
    orders = g.state.orders
    legs: dict[str, tuple[int, int]] = {}
    """Of moves by order."""
    loose: dict[str, tuple[int, int]] = {}
    """Of others, since somebody last moved by order: who withdraws from the next step has its Movement Points anew."""
    found: dict[str, tuple[int, int]] = {}
    for e in events:
        if isinstance(e, LeaderMoved) and e.mp and orders is not None:
            had = found.get(e.leader, (orders.leader_mp.get(e.leader, 0), 0))[0] + e.mp
            used = had if over else orders.leader_mp.get(e.leader, e.mp)
            found[e.leader] = used, g.leader_mp(g.state.leaders[e.leader])
        elif isinstance(e, UnitMoved | UnitTurned | PointsSpent | UnitPlaced):
            ordered = e.is_ordered(g.state)
            loose = {} if ordered else loose
            if e.mp:
                part = legs if ordered else loose
                mp, ma = part.get(e.unit, (0, 0))
                found[e.unit] = part[e.unit] = mp + e.mp, max(ma, getattr(e, "ma", 0))
    for name, (mp, ma) in legs.items():
        if over or orders is None:
            found[name] = mp, ma
        else:
            unit = g.state.units[name]
            found[name] = unit.mp_spent, (ma or reach.allowance(g, unit)) + orders.entry_cost.get(name, 0)
    return found


__all__ = ["LED", "PRINTED", "RATINGS", "WHOLE", "Entries", "Position", "Positions", "Rating", "Strength", "spent"]
