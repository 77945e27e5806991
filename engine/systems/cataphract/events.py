"""Every event of a Cataphract battle. Events only change numbers and places; what follows is decided by rules."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from engine.kernel.events import Event, Trace
from engine.kernel.hexes import Facing, FacingField, Hex, show
from engine.kernel.text import Text
from engine.systems.cataphract.state import (
    LineInProgress,
    Marker,
    OrdersPhase,
    Phase,
    State,
    Supply,
    Tie,
    UncontrolledLine,
)

# -- sequence of play ------------------------------------------------------------------------------------------------


class TurnBegan(Event):
    """3.0 A new turn."""

    type: Literal["turn-began"] = "turn-began"
    says: ClassVar[str] = "Turn {turn} begins."
    turn: int

    def apply(self, state: State) -> None:
        state.turn = self.turn
        for x in state.leaders.values():
            x.status, x.no_momentum, x.deferred, x.in_a_row, x.line_permission = "inactive", False, False, 0, None
            x.no_shock = False
        for u in state.units.values():
            u.moved, u.turn_shots = False, 0
        for side in state.sides.values():
            side.elite_done = False
        for line in state.uncontrolled:
            line.done = False
        state.tie, state.last_leader, state.orders = None, None, None
        state.trump_used = []
        state.elite_order = None
        state.champions_prize, state.tq_drm = None, {}


class PhaseBegan(Event):
    """3.0 The sequence of play moves on."""

    type: Literal["phase-began"] = "phase-began"
    phase: Phase

    def apply(self, state: State) -> None:
        state.phase = self.phase


class OrdersBegan(Event):
    """5.2 An Orders Phase begins; the leader, if any, is Active."""

    type: Literal["orders-began"] = "orders-began"
    orders: OrdersPhase
    momentum: bool = False

    def apply(self, state: State) -> None:
        state.orders = self.orders.model_copy(deep=True)
        state.phase = "orders"
        if self.orders.leader is not None:
            leader = state.leaders[self.orders.leader]
            leader.status = "active"
            leader.deferred = False
            leader.in_a_row = leader.in_a_row + 1 if state.last_leader == leader.id else 1
            state.last_leader = leader.id
        else:
            state.last_leader = None

    def text(self, state: State) -> Text | None:
        o = self.orders
        if o.leader is None:
            return (
                Text("The Uncontrolled Line advances.") if o.kind == "uncontrolled" else Text("The column marches on.")
            )
        name = state.leaders[o.leader].name
        if o.kind == "elite":
            return Text("{leader} uses his elite Orders Phase.", leader=name)
        if self.momentum:
            return Text("{leader} goes on with Momentum.", leader=name)
        return Text("{leader} is activated.", leader=name)


class OrdersEnded(Event):
    """5.28 The Orders Phase is over."""

    type: Literal["orders-ended"] = "orders-ended"

    def apply(self, state: State) -> None:
        state.orders = None
        for u in state.units.values():
            # 8.11 A unit off its set-up hex has lost its double rate of fire for good.
            if u.start_hex is not None and u.hex != u.start_hex:
                u.start_hex = None


class OrdersNoted(Event):
    """Bookkeeping of the Orders Phase: a value is added to one of its lists (a counter grows by the value)."""

    type: Literal["orders-noted"] = "orders-noted"
    field: Literal[
        "acted",
        "moved",
        "fired",
        "turned",
        "stationary",
        "reaction_turned",
        "withdrew",
        "withdrawal_fire",
        "entry_fire",
        "leaders_moved",
        "shocked",
        "left_wall",
        "turn_in_zoc",
        "drawn",
        "spent",
        "orders_used",
        "lines_used",
        "deeds",
    ]
    value: Any

    def apply(self, state: State) -> None:
        assert state.orders is not None
        held = getattr(state.orders, self.field)
        if isinstance(held, int):
            setattr(state.orders, self.field, held + self.value)
        else:
            value = tuple(self.value) if isinstance(self.value, list) else self.value
            if value not in held:
                held.append(value)


class MarkerPlaced(Event):
    """7.32, 7.33 A Must Check or No Check marker is placed or (None) removed."""

    type: Literal["marker-placed"] = "marker-placed"
    unit: str
    marker: Marker | None

    def apply(self, state: State) -> None:
        assert state.orders is not None
        if self.marker is None:
            state.orders.markers.pop(self.unit, None)
        else:
            state.orders.markers[self.unit] = self.marker

    def text(self, state: State) -> Text | None:
        if self.marker == "must":
            return Text("{unit} must attack (Must Check).", unit=self.unit)
        if self.marker == "no":
            return Text("{unit} will attack (No Check).", unit=self.unit)
        return None


class LineBegan(Event):
    """4.31 A Line Command is given."""

    type: Literal["line-began"] = "line-began"
    says: ClassVar[str] = "Line Command to {units}."
    line: LineInProgress

    def apply(self, state: State) -> None:
        assert state.orders is not None
        state.orders.line = self.line.model_copy(deep=True)
        state.phase = "line"

    def text(self, state: State) -> Text | None:
        return Text("Line Command to {units}.", units=", ".join(self.line.units))


class LineNoted(Event):
    """Bookkeeping of the Line under way: who acted, entry fire that fell due or was dealt with, a new stage."""

    type: Literal["line-noted"] = "line-noted"
    acted: str | None = None
    entered: tuple[str, str] | None = None
    settled: tuple[str, str] | None = None
    stage: Literal["move", "fire"] | None = None
    led: bool = False

    def apply(self, state: State) -> None:
        assert state.orders is not None and state.orders.line is not None
        line = state.orders.line
        if self.acted is not None and self.acted not in line.acted:
            line.acted.append(self.acted)
        if self.entered is not None and self.entered not in line.entered:
            line.entered.append(self.entered)
        if self.settled is not None and self.settled in line.entered:
            line.entered.remove(self.settled)
        if self.stage is not None:
            line.stage = self.stage
        if self.led:
            line.led = True


class LineEnded(Event):
    """5.23 Every unit of the Line has acted."""

    type: Literal["line-ended"] = "line-ended"

    def apply(self, state: State) -> None:
        assert state.orders is not None
        state.orders.line = None
        state.phase = "orders"


class TieSet(Event):
    """5.12 Which side chooses next among leaders of equal Initiative."""

    type: Literal["tie-set"] = "tie-set"
    tie: Tie | None

    def apply(self, state: State) -> None:
        state.tie = self.tie


class TrumpUsed(Event):
    """5.43 A side has used its Trump attempt; sides empty = a new opportunity."""

    type: Literal["trump-used"] = "trump-used"
    sides: list[str]

    def apply(self, state: State) -> None:
        state.trump_used = list(self.sides)


class EliteOffered(Event):
    """5.51 A side has used or declined its elite phase; side "" = the order of the sides is settled."""

    type: Literal["elite-offered"] = "elite-offered"
    side: str = ""
    order: list[str]

    def apply(self, state: State) -> None:
        if self.side in state.sides:
            state.sides[self.side].elite_done = True
        state.elite_order = list(self.order)


# -- leaders ---------------------------------------------------------------------------------------------------------


class LeaderChanged(Event):
    """5.1 A leader's standing in the turn changes; None leaves a value as it is."""

    type: Literal["leader-changed"] = "leader-changed"
    leader: str
    status: Literal["inactive", "active", "finished"] | None = None
    no_momentum: bool | None = None
    deferred: bool | None = None
    line_permission: bool | None = None
    no_shock: bool | None = None
    forget_permission: bool = False
    """The Line Command permission may be tried afresh (4.33)."""
    reason: str = ""
    """Why, in words; "" to pass in silence."""

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        if self.forget_permission:
            x.line_permission = None
        for name in ("status", "no_momentum", "deferred", "line_permission", "no_shock"):
            value = getattr(self, name)
            if value is not None:
                setattr(x, name, value)

    def text(self, state: State) -> Text | None:
        if not self.reason:
            return None
        return Text("{leader} {reason}", leader=state.leaders[self.leader].name, reason=self.reason)


class LeaderMoved(Event):
    """6.14 A leader is in another hex."""

    type: Literal["leader-moved"] = "leader-moved"
    leader: str
    start: Hex | None
    to: Hex
    mp: int = 0
    """Movement points charged against his 9."""
    how: Literal["order", "withdraw", "with-unit", "advance", "arrive"] = "order"

    def apply(self, state: State) -> None:
        state.leaders[self.leader].hex = self.to
        if state.orders is not None and self.mp:
            spent = state.orders.leader_mp
            spent[self.leader] = spent.get(self.leader, 0) + self.mp

    def text(self, state: State) -> Text | None:
        if self.how in ("with-unit", "advance"):
            return None
        name = state.leaders[self.leader].name
        if self.how == "withdraw":
            return Text("{leader} withdraws to {to}.", leader=name, to=show(self.to))
        return Text("{leader} moves to {to}.", leader=name, to=show(self.to))

    def trace(self, state: State) -> Trace | None:
        if self.start is None:
            return None
        return Trace(kind="move", unit=self.leader, hexes=(self.start, self.to), side=state.leaders[self.leader].side)


class LeaderWounded(Event):
    """9.14, 8.19 Every rating falls by 1, and he is Finished for this turn."""

    type: Literal["leader-wounded"] = "leader-wounded"
    leader: str

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.wounded, x.status = True, "finished"

    def text(self, state: State) -> Text | None:
        return Text("{leader} is wounded.", leader=state.leaders[self.leader].name)


class LeaderEliminated(Event):
    """4.62, 8.19, 9.14 A leader is killed or caught; his side scores Rout Points against itself (12.11)."""

    type: Literal["leader-eliminated"] = "leader-eliminated"
    leader: str
    at: Hex
    points: int
    cause: str

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.eliminated, x.hex, x.status = True, None, "finished"
        state.sides[x.side].rout_points += self.points

    def text(self, state: State) -> Text | None:
        name = state.leaders[self.leader].name
        return Text(
            "{leader} is lost: {cause} (+{points} Rout Points).", leader=name, cause=self.cause, points=self.points
        )

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="loss", unit=self.leader, hexes=(self.at,), side=state.leaders[self.leader].side)


class LeaderReplaced(Event):
    """4.63 A replacement leader arrives, Finished."""

    type: Literal["leader-replaced"] = "leader-replaced"
    leader: str
    to: Hex
    replaces: str

    def apply(self, state: State) -> None:
        x = state.leaders[self.leader]
        x.hex, x.eliminated, x.wounded, x.status, x.no_shock = self.to, False, False, "finished", True
        if self.replaces != self.leader:
            state.leaders[self.replaces].replaced = True
        pool = state.sides[x.side].pool
        if self.leader in pool:
            pool.remove(self.leader)
            x.replacement = True

    def text(self, state: State) -> Text | None:
        return Text("{leader} takes command at {to}.", leader=state.leaders[self.leader].name, to=show(self.to))


# -- units -----------------------------------------------------------------------------------------------------------


class UnitMoved(Event):
    """6.3 A unit enters the next hex. Steps of one move are told as one."""

    type: Literal["unit-moved"] = "unit-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    mp: int = 0
    """Movement points spent on the step, turning included."""
    ma: int = 0
    """Movement Allowance it is spent from; 0 where none counts."""
    how: Literal["order", "uncontrolled", "withdraw", "advance", "pursue", "feign", "counter", "impetuous", "march"] = (
        "order"
    )
    path: tuple[Hex, ...] = ()
    """Hexes of a told move, start and end included; filled when steps are joined."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing = self.to, self.facing
        u.start_hex = None
        if self.how in ("order", "uncontrolled", "march"):
            u.moved = True
            if state.orders is not None:
                if self.unit not in state.orders.moved:
                    state.orders.moved.append(self.unit)
                state.orders.last_step[self.unit] = (self.start, self.to)

    def joined(self, before: Event) -> UnitMoved | None:
        """Steps of one move are told as one."""
        if not isinstance(before, UnitMoved) or (before.unit, before.how, before.to) != (
            self.unit,
            self.how,
            self.start,
        ):
            return None
        path = (*(before.path or (before.start, before.to)), self.to)
        return self.model_copy(update={"start": before.start, "mp": before.mp + self.mp, "path": path})

    def text(self, state: State) -> Text | None:
        verb = {
            "order": "{unit} {start} → {to}",
            "uncontrolled": "{unit} rushes {start} → {to}",
            "withdraw": "{unit} withdraws in order {start} → {to}",
            "advance": "{unit} advances after combat to {to}",
            "pursue": "{unit} pursues {start} → {to}",
            "feign": "{unit} feigns retreat {start} → {to}",
            "counter": "{unit} rides in to strike {start} → {to}",
            "impetuous": "{unit} charges out impetuously to {to}",
            "march": "{unit} marches {start} → {to}",
        }[self.how]
        tail = ", facing {facing}, {mp} of {ma} MP" if self.ma else ", facing {facing}"
        return Text(
            verb + tail,
            unit=self.unit,
            start=show(self.start),
            to=show(self.to),
            facing=facing_name(self.facing),
            mp=self.mp,
            ma=self.ma,
        )

    def trace(self, state: State) -> Trace | None:
        kind = "withdraw" if self.how in ("withdraw", "feign") else "advance" if self.how == "advance" else "move"
        return Trace(
            kind=kind, unit=self.unit, hexes=self.path or (self.start, self.to), side=state.units[self.unit].side
        )


class UnitTurned(Event):
    """7.12 A unit turns in its hex."""

    type: Literal["unit-turned"] = "unit-turned"
    unit: str
    facing: FacingField
    mp: int = 0
    how: Literal["order", "reaction", "withdraw", "advance", "column", "rout", "uncontrolled", "feign"] = "order"

    def apply(self, state: State) -> None:
        state.units[self.unit].facing = self.facing
        if self.how in ("order", "uncontrolled"):
            state.units[self.unit].moved = True
            if state.orders is not None and self.unit not in state.orders.turned:
                state.orders.turned.append(self.unit)

    def joined(self, before: Event) -> Event | None:
        """A turn at the end of a move is told with the move."""
        if isinstance(before, UnitMoved) and (before.unit, before.how) == (self.unit, self.how):
            return before.model_copy(update={"facing": self.facing, "mp": before.mp + self.mp})
        if isinstance(before, UnitTurned) and (before.unit, before.how) == (self.unit, self.how):
            return self.model_copy(update={"mp": before.mp + self.mp})
        return None

    def text(self, state: State) -> Text | None:
        if self.how == "rout":
            return None
        if self.how == "reaction":
            return Text("{unit} turns to face {facing} in reaction.", unit=self.unit, facing=facing_name(self.facing))
        if self.how == "feign":
            return Text("{unit} turns about to face {facing}.", unit=self.unit, facing=facing_name(self.facing))
        return Text("{unit} turns to face {facing}.", unit=self.unit, facing=facing_name(self.facing))


class UnitPlaced(Event):
    """A unit appears on the map: reinforcement, deployment, referee."""

    type: Literal["unit-placed"] = "unit-placed"
    unit: str
    to: Hex
    facing: FacingField
    column: bool = False
    mp: int = 0
    """Movement points the entry costs."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.column, u.eliminated = self.to, self.facing, self.column, False
        if state.orders is not None and self.mp:
            state.orders.entry_cost[self.unit] = self.mp

    def text(self, state: State) -> Text | None:
        return Text("{unit} enters at {to}.", unit=self.unit, to=show(self.to))


class UnitFormed(Event):
    """6.4, 11.1, 11.62, 11.7, 10.3 A unit changes its formation or state; None leaves a value as it is."""

    type: Literal["unit-formed"] = "unit-formed"
    unit: str
    column: bool | None = None
    facing: FacingField | None = None
    shield_wall: bool | None = None
    engaged: bool | None = None
    dismounted: bool | None = None
    fire_mode: bool | None = None
    rallied: bool | None = None
    moved: bool | None = None
    reason: str = ""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        for name in ("column", "facing", "shield_wall", "engaged", "fire_mode", "rallied", "moved"):
            value = getattr(self, name)
            if value is not None:
                setattr(u, name, value)
        if self.dismounted is not None and self.dismounted != u.dismounted and u.counterpart is not None:
            other = u.counterpart
            u.counterpart = type(other)(type=u.type, tq=u.tq, size=u.size, ma=u.ma, missile=u.missile)
            u.type, u.tq, u.size, u.ma, u.missile = other.type, other.tq, other.size, other.ma, other.missile
            u.dismounted = self.dismounted

    def text(self, state: State) -> Text | None:
        return Text("{unit} {reason}", unit=self.unit, reason=self.reason) if self.reason else None


class HitsTaken(Event):
    """10.1 Cohesion hits."""

    type: Literal["hits-taken"] = "hits-taken"
    unit: str
    hits: int
    cause: str
    total: int
    """Hits after this; may be capped below the sum (9.21)."""
    tq: int
    """TQ in force."""

    def apply(self, state: State) -> None:
        state.units[self.unit].hits = self.total

    def text(self, state: State) -> Text | None:
        unit = Text(
            "{unit} takes 1 hit" if self.hits == 1 else "{unit} takes {hits} hits", unit=self.unit, hits=self.hits
        )
        return Text("{taken}: {cause} ({total} of TQ {tq})", taken=unit, cause=self.cause, total=self.total, tq=self.tq)

    def trace(self, state: State) -> Trace | None:
        u = state.units[self.unit]
        return Trace(kind="hit", unit=self.unit, hexes=(u.hex,), side=u.side) if u.hex is not None else None


class HitsRemoved(Event):
    """10.16, 9.17 Hits come off a unit."""

    type: Literal["hits-removed"] = "hits-removed"
    unit: str
    hits: int
    cause: Literal["recovery", "collapse", "rout", "mutual", "referee"]

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hits -= self.hits
        if self.cause == "recovery" and state.orders is not None:
            done = state.orders.recovered
            done[self.unit] = done.get(self.unit, 0) + self.hits

    def text(self, state: State) -> Text | None:
        left = state.units[self.unit].hits
        if self.cause == "recovery":
            return Text("{unit} recovers {hits} ({left} left).", unit=self.unit, hits=self.hits, left=left)
        if self.cause == "collapse":
            return Text("{unit} holds and loses 1 hit ({left} left).", unit=self.unit, left=left)
        if self.cause == "mutual":
            return Text("{unit} stands by a hair ({left} hits).", unit=self.unit, left=left)
        return None


class UnitRouted(Event):
    """10.21 A unit breaks: hits, Shield Wall, Column, Engaged and Shock marker go; foot loses its missiles (10.26)."""

    type: Literal["unit-routed"] = "unit-routed"
    says: ClassVar[str] = "{unit} routs!"
    unit: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.hits, u.rallied = True, 0, False
        u.shield_wall = u.column = u.engaged = False
        if u.is_infantry and u.missile is not None:
            u.supply = "no"
        if state.orders is not None:
            state.orders.markers.pop(self.unit, None)
        for line in state.uncontrolled:
            if self.unit in line.units:
                line.units.remove(self.unit)


class RoutMoved(Event):
    """10.21, 10.22 One hex of a rout move."""

    type: Literal["rout-moved"] = "rout-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    path: tuple[Hex, ...] = ()

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.start_hex = self.to, self.facing, None

    def joined(self, before: Event) -> RoutMoved | None:
        """Steps of one flight are told as one."""
        if not isinstance(before, RoutMoved) or (before.unit, before.to) != (self.unit, self.start):
            return None
        path = (*(before.path or (before.start, before.to)), self.to)
        return self.model_copy(update={"start": before.start, "path": path})

    def text(self, state: State) -> Text | None:
        return Text("{unit} flees {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to))

    def trace(self, state: State) -> Trace | None:
        return Trace(
            kind="rout", unit=self.unit, hexes=self.path or (self.start, self.to), side=state.units[self.unit].side
        )


class UnitEliminated(Event):
    """10.23, 10.26, 10.27, 6.63 A unit leaves play; its Rout Points count against its side (12.11)."""

    type: Literal["unit-eliminated"] = "unit-eliminated"
    says: ClassVar[str] = "{unit} is eliminated: {cause} (+{points} Rout Points)."
    unit: str
    at: Hex | None
    points: int
    cause: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.eliminated, u.hex = True, None
        state.sides[u.side].rout_points += self.points
        if state.orders is not None:
            state.orders.markers.pop(self.unit, None)
        for line in state.uncontrolled:
            if self.unit in line.units:
                line.units.remove(self.unit)

    def trace(self, state: State) -> Trace | None:
        if self.at is None:
            return None
        return Trace(kind="loss", unit=self.unit, hexes=(self.at,), side=state.units[self.unit].side)


class UnitRallied(Event):
    """10.27 A routed unit is brought back into line."""

    type: Literal["unit-rallied"] = "unit-rallied"
    says: ClassVar[str] = "{unit} rallies with {hits} hits."
    unit: str
    hits: int
    facing: FacingField

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.routed, u.rallied, u.hits, u.facing = False, True, self.hits, self.facing


class Fired(Event):
    """8.1 A volley, told with its roll."""

    type: Literal["fired"] = "fired"
    unit: str
    target: str
    start: Hex
    to: Hex
    how: Literal["order", "entry", "retire", "return", "withdrawal", "harass", "feign", "artillery"]
    roll: int
    """Number of the roll in the dice trail."""
    story: str
    """Range, need, modifiers, die and result in words."""

    def apply(self, state: State) -> None:
        if state.orders is None:
            return
        active = state.units[self.unit].side == state.orders.side
        if self.how == "artillery" and not active:
            shots = state.orders.reaction_shots
            shots[self.unit] = shots.get(self.unit, 0) + 1
        elif self.how in ("order", "artillery"):
            if self.unit not in state.orders.fired:
                state.orders.fired.append(self.unit)
            if self.how == "artillery":
                state.units[self.unit].turn_shots += 1

    def text(self, state: State) -> Text | None:
        how = {
            "order": "{unit} fires at {target}: {story}",
            "entry": "{unit} fires at {target} as it comes into its ZOC: {story}",
            "retire": "{unit} fires at {target} as it leaves its ZOC: {story}",
            "return": "{unit} returns fire at {target}: {story}",
            "withdrawal": "{unit} fires at {target} before withdrawing: {story}",
            "harass": "{unit} harasses {target}: {story}",
            "feign": "{unit} turns and fires at {target}: {story}",
            "artillery": "{unit} shoots at {target}: {story}",
        }[self.how]
        return Text(how, unit=self.unit, target=self.target, story=self.story)

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="missile", unit=self.unit, hexes=(self.start, self.to), side=state.units[self.unit].side)


class SupplyChanged(Event):
    """8.17, 8.18 Missile supply."""

    type: Literal["supply-changed"] = "supply-changed"
    unit: str
    supply: Supply

    def apply(self, state: State) -> None:
        state.units[self.unit].supply = self.supply

    def text(self, state: State) -> Text | None:
        words = {"full": "{unit} is resupplied.", "low": "{unit} is Missile Low.", "no": "{unit} has no missiles left."}
        return Text(words[self.supply], unit=self.unit)


class ShockFought(Event):
    """9.16 A combat is rolled for, told with its whole reckoning."""

    type: Literal["shock-fought"] = "shock-fought"
    attackers: list[str]
    defenders: list[str]
    column: int
    roll: int
    """Number of the roll in the dice trail."""
    story: str
    hexes: list[Hex]
    """Hexes of the attackers, then of the defenders."""

    def apply(self, state: State) -> None:
        if state.orders is not None:
            for u in (*self.attackers, *self.defenders):
                if u not in state.orders.shocked:
                    state.orders.shocked.append(u)

    def text(self, state: State) -> Text | None:
        return Text(
            "Shock, {attackers} against {defenders}: {story}",
            attackers=" and ".join(self.attackers),
            defenders=" and ".join(self.defenders),
            story=self.story,
        )

    def trace(self, state: State) -> Trace | None:
        side = state.units[self.attackers[0]].side
        return Trace(kind="shock", unit=self.attackers[0], hexes=tuple(self.hexes), side=side)


class Told(Event):
    """A line of the story that changes nothing by itself: a check and its result, a choice made."""

    type: Literal["told"] = "told"
    story: str
    unit: str | None = None

    def apply(self, state: State) -> None:
        pass

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story)


# -- armies ----------------------------------------------------------------------------------------------------------


class BonusLost(Event):
    """11.2 An Undisciplined Army has lost heart: TQ +2 is gone for good."""

    type: Literal["bonus-lost"] = "bonus-lost"
    side: str

    def apply(self, state: State) -> None:
        state.sides[self.side].bonus = False

    def text(self, state: State) -> Text | None:
        return Text("The {side} army loses heart: its TQ bonus of 2 is gone.", side=self.side)


class UncontrolledSet(Event):
    """11.3 The Uncontrolled Lines as they are now."""

    type: Literal["uncontrolled-set"] = "uncontrolled-set"
    lines: list[UncontrolledLine]
    story: str = ""

    def apply(self, state: State) -> None:
        state.uncontrolled = [x.model_copy(deep=True) for x in self.lines]

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story) if self.story else None


class ArrivalChanged(Event):
    """Reinforcements become due, march on, are complete or will never come."""

    type: Literal["arrival-changed"] = "arrival-changed"
    name: str
    status: Literal["due", "marching", "complete", "cancelled"]
    story: str = ""

    def apply(self, state: State) -> None:
        state.arrivals[self.name] = self.status

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story) if self.story else None


class ChampionsFought(Event):
    """11.83 One round of the Champion Challenge; ``side`` is that of the champion who takes the hits."""

    type: Literal["champions-fought"] = "champions-fought"
    side: str
    hits: int
    story: str

    def apply(self, state: State) -> None:
        state.champions[self.side] = state.champions.get(self.side, 0) + self.hits

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story)


class ChampionsPrize(Event):
    """11.85 What the Champion Challenge has won a side: the first activation, and modifiers on TQ rolls by side."""

    type: Literal["champions-prize"] = "champions-prize"
    side: str | None
    """Side with the first activation; None when nobody has it, or it is used."""
    tq_drm: dict[str, int] = {}
    story: str = ""

    def apply(self, state: State) -> None:
        state.champions_prize, state.tq_drm = self.side, dict(self.tq_drm)

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story) if self.story else None


class NoteSet(Event):
    """A special rule of the battle remembers something."""

    type: Literal["note-set"] = "note-set"
    key: str
    value: str

    def apply(self, state: State) -> None:
        state.notes[self.key] = self.value


class UnitsChangedSides(Event):
    """Units and leaders go over to the enemy (Tricameron)."""

    type: Literal["changed-sides"] = "changed-sides"
    units: list[str]
    leaders: list[str]
    to: str
    story: str

    def apply(self, state: State) -> None:
        for u in self.units:
            state.units[u].side = self.to
        for x in self.leaders:
            state.leaders[x].side = self.to

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story)


class LevelChanged(Event):
    """A side's Withdrawal Level changes (bids, variable victory)."""

    type: Literal["level-changed"] = "level-changed"
    side: str
    level: int

    def apply(self, state: State) -> None:
        state.sides[self.side].withdrawal_level = self.level


class BattleEnded(Event):
    """12.12 The battle is decided."""

    type: Literal["battle-ended"] = "battle-ended"
    winner: str | None
    story: str

    def apply(self, state: State) -> None:
        state.winner, state.outcome, state.phase, state.orders = self.winner, self.story, "over", None

    def text(self, state: State) -> Text | None:
        return Text("{story}", story=self.story)


def facing_name(facing: Facing) -> str:
    """ "NW" for a vertex, "NW side" for a hexside."""
    return facing.name if facing.is_vertex else f"{facing.name.removeprefix('SIDE_')} side"


AnyEvent = Annotated[
    TurnBegan
    | PhaseBegan
    | OrdersBegan
    | OrdersEnded
    | OrdersNoted
    | MarkerPlaced
    | LineBegan
    | LineNoted
    | LineEnded
    | TieSet
    | TrumpUsed
    | EliteOffered
    | LeaderChanged
    | LeaderMoved
    | LeaderWounded
    | LeaderEliminated
    | LeaderReplaced
    | UnitMoved
    | UnitTurned
    | UnitPlaced
    | UnitFormed
    | HitsTaken
    | HitsRemoved
    | UnitRouted
    | RoutMoved
    | UnitEliminated
    | UnitRallied
    | Fired
    | SupplyChanged
    | ShockFought
    | Told
    | BonusLost
    | UncontrolledSet
    | ArrivalChanged
    | ChampionsFought
    | ChampionsPrize
    | NoteSet
    | UnitsChangedSides
    | LevelChanged
    | BattleEnded,
    Field(discriminator="type"),
]

EVENTS: TypeAdapter[Any] = TypeAdapter(AnyEvent)
"""Reads any event from JSON."""
