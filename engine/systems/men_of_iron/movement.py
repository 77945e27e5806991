"""5.0 Carrying out a move step by step, with every window the rules open on the way."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import (
    entering,
    facing,
    hobilars,
    leader_moves,
    passing,
    reach,
    special,
    step_refusals,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Noted, Told, UnitMoved
from engine.systems.men_of_iron.orders import Move
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Leader, Unit


@dataclass(frozen=True, slots=True)
class Leg:
    """One thing a move order does: enter ``to``, or turn where the unit stands."""

    to: Hex | None
    facing: Facing | None
    """Facing taken; None: as before."""
    end: int
    """Entries of the path that are done after it."""


def legs(order: Move) -> list[Leg]:
    """The path in steps. Facings that follow a hex are taken as the unit enters it (7.2).

    Where it shoots or changes between two entries, those after that are turns in place.
    """
    cuts = {order.fire_after, order.change_after}
    found: list[Leg] = []
    for i, item in enumerate(order.path):
        done = i + 1
        if not isinstance(item, Facing):
            found.append(Leg(item, None, done))
        elif found and i not in cuts:
            found[-1] = Leg(found[-1].to, item, done)
        else:
            found.append(Leg(None, item, done))
    return found


def hexes_of(order: Move) -> tuple[Hex, ...]:
    """Hexes the order enters."""
    return tuple(x for x in order.path if not isinstance(x, Facing))


# -- checking ----------------------------------------------------------------------------------------------------------


def check_orderable(g: Battle, unit: Unit) -> None:
    """Refuse an order to a unit that can't have one now (3.1, 4.1)."""
    a = g.state.activation
    if a is None or a.standard is not None or g.state.phase != "move":
        refuse("{unit} moves in the Move/Fire part of its Command's activation only.", rule="3.1", unit=unit.id)
    if unit.side != a.side or unit.command != a.command:
        refuse(
            "{unit} belongs to {other}; active is {command}.",
            rule="4.1",
            unit=unit.id,
            other=g.state.commands[unit.command].name,
            command=g.state.commands[a.command].name,
        )
    if not unit.on_map:
        refuse("{unit} is not on the map.", unit=unit.id)
    if unit.id in a.worked:
        refuse("{unit} has spent this activation on other work.", rule="4.1", unit=unit.id)


def check_move(g: Battle, unit: Unit, order: Move) -> reach.Node:
    """Refuse an illegal move order; returns the end of its way."""
    check_orderable(g, unit)
    hexes = hexes_of(order)
    if not order.path and order.change_after is None:
        refuse("Where should {unit} go, or which way should it face?", rule="5.1", unit=unit.id)
    for item in order.path:
        if isinstance(item, Facing):
            facing.check_vertex(unit, item)
    if order.along and hexes:
        leader_moves.check_ride(g, unit, hexes)
    elif order.along:
        refuse("{unit} stays in its hex: nobody has to go along.", rule="15.2", unit=unit.id)
    end = _way(g, unit, order, hexes)
    _check_turns(g, unit, order, end)
    if order.fire_at is not None:
        _check_fire(g, unit, order)
    return end


def _way(g: Battle, unit: Unit, order: Move, hexes: tuple[Hex, ...]) -> reach.Node:
    """The end of the way, a Hobilar's change included."""
    if not hexes and order.change_after is None:
        return reach.start(g, unit)
    why = reach.barred(g, unit)
    if why is not None:
        raise why
    mover = reach.Mover(g, unit)
    if order.change_after is None:
        return step_refusals.walk(mover, hexes, only=len(hexes) == 1)
    if not 0 <= order.change_after <= len(order.path):
        refuse(
            "{unit} can't change after step {n} of {all}.",
            rule="14.2",
            unit=unit.id,
            n=order.change_after,
            all=len(order.path),
        )
    before = hexes_of(order.model_copy(update={"path": order.path[: order.change_after]}))
    at = step_refusals.walk(mover, before, only=len(hexes) == 1)
    hobilars.check_change(g, unit, at.hex, at.mp)
    after = hobilars.mover(g, unit, at)
    rest = hexes[len(before) :]
    if rest and at.stops:
        step_refusals.refuse(mover, "stops", at, rest[0])
    return step_refusals.walk(after, rest, only=len(hexes) == 1)


def _check_turns(g: Battle, unit: Unit, order: Move, end: reach.Node) -> None:
    """6.2, 7.2 Turns in place, where the unit doesn't leave the hex it makes them in."""
    steps = legs(order)
    last = max((i for i, leg in enumerate(steps) if leg.to is not None), default=-1)
    for n, leg in enumerate(steps[last + 1 :]):
        assert leg.facing is not None
        if last < 0 and n and facing.vertices_left(g, unit) is not None:
            refuse("{unit} stays where it is held and turns once, by one vertex.", rule="6.2", unit=unit.id)
        if last < 0 and not n:
            facing.check_turn(g, unit, leg.facing)
        if last >= 0 and end.stops:
            refuse(
                "{unit} takes its facing as it enters enemy ZOC at {hex}, and turns no more.",
                rule="7.2",
                unit=unit.id,
                hex=show(end.hex),
            )


def _check_fire(g: Battle, unit: Unit, order: Move) -> None:
    """9.2, 14.2 The shot that goes with a move, judged as if nobody reacted."""
    from engine.systems.men_of_iron import fire

    assert order.fire_at is not None
    target = g.state.units.get(order.fire_at)
    if target is None or target.side == unit.side or not target.on_map:
        refuse("There is no enemy {target} to fire at.", rule="9.1", target=order.fire_at)
    after = len(order.path) if order.fire_after is None else order.fire_after
    if not 0 <= after <= len(order.path):
        refuse("{unit} can't fire after step {n} of {all}.", rule="9.2", unit=unit.id, n=after, all=len(order.path))
    if hobilars.is_hobilar(unit) and (hexes_of(order) or order.change_after is not None):
        refuse("Hobilars don't fire in an activation in which they spend MP; {unit} would.", rule="14.2", unit=unit.id)
    if unit.missile_infantry and any(not isinstance(x, Facing) for x in order.path[after:]):
        refuse("{unit} fires only when its move is over; Genitors may before.", rule="9.2", unit=unit.id)
    at, faces = unit.at, unit.facing
    for item in order.path[:after]:
        if isinstance(item, Facing):
            faces = item
        else:
            at = item
    if any(x.hex == at for x in g.units(unit.side) if x is not unit):
        refuse("{unit} can't fire at {hex}, in passing a friend.", rule="9.2", unit=unit.id, hex=show(at))
    fire.check_fire(g, unit, target, at=at, facing=faces)


# -- carrying out ------------------------------------------------------------------------------------------------------


async def move(g: Battle, unit: Unit, order: Move) -> None:
    """Carry out a checked order.

    What happens on the way may end it early; a shot planned for later is then not made, and can be ordered by itself.
    """
    from engine.systems.men_of_iron import counter_charge

    under_way = _Order(g, unit, order)
    await under_way.carry_out()
    if not under_way.began:
        return
    g.emit(Noted(field="moved", unit=unit.id, rule="4.1"))
    # 9.2 A Counter-Charge against a Genitor has waited for this; turning in place is no move, and ends none.
    if unit.type == "GE" and g.act.pending_counter:
        await counter_charge.move_ended(g, unit)


class _Order:
    """A move order under way."""

    def __init__(self, g: Battle, unit: Unit, order: Move) -> None:
        self.g = g
        self.unit = unit
        self.order = order
        self.hexes = hexes_of(order)
        self.only = len(self.hexes) == 1
        self.began = False
        """It has spent MP: this is its move of the activation (4.1)."""
        self.entered = 0
        """Hexes entered so far."""
        self.track: list[Hex] = [unit.at]
        """Hexes it stood in alone, in order."""
        self.below: str | None = None
        """Friend it is riding through, who may be harmed by that (8.0)."""
        self.leader: Leader | None = leader_moves.companion(g, unit, order.along, hexes_of(order))

    async def carry_out(self) -> None:
        order = self.order
        fire_after = None
        if order.fire_at is not None:
            fire_after = len(order.path) if order.fire_after is None else order.fire_after
        done = 0
        for leg in [None, *legs(order)]:
            if leg is not None:
                if not await self.leg(leg):
                    # 9.2 Who was stopped where it was to fire from fires all the same.
                    if leg.end == fire_after and leg.to is not None and self.unit.hex == leg.to:
                        await self.fire()
                    break
                done = leg.end
            if done == order.change_after and not self.change():
                break
            if done == fire_after and not await self.fire():
                break
        self.fall_back()

    async def leg(self, leg: Leg) -> bool:
        """One leg; True while the move goes on."""
        if leg.to is not None:
            return await self.enter(leg.to, leg.facing)
        assert leg.facing is not None
        leaving = self.entered < len(self.hexes)
        if leg.facing == self.unit.facing:
            return True
        if not leaving:
            try:
                facing.check_turn(self.g, self.unit, leg.facing)
            except Refusal as no:
                self.stop(no)
                return False
        facing.turn(self.g, self.unit, leg.facing, leaving=leaving)
        return True

    async def enter(self, to: Hex, face: Facing | None) -> bool:
        """5.1 The next hex, judged once more as things stand now; True while the move goes on."""
        from engine.systems.men_of_iron import reaction

        g, unit, origin = self.g, self.unit, self.unit.at
        mover = reach.Mover(g, unit, first=not self.entered)
        try:
            node = step_refusals.step(mover, mover.start, to, only=self.only)
            if self.entered + 1 == len(self.hexes):
                step_refusals.check_end(mover, node)
        except Refusal as no:
            self.stop(no)
            return False
        self.began = True
        # Enemies a unit is free to come back to needn't be kept in mind (NA-2).
        left = [] if mover.free else [e.id for e in g.enemy_zoc(origin, unit.side)]
        for enemy in left:
            g.emit(Noted(field="left_zoc", unit=unit.id, other=enemy, rule="6.2/reenter"))
        facing.left_hex(g, unit)
        g.emit(
            UnitMoved(
                unit=unit.id,
                start=origin,
                to=to,
                facing=unit.facing if face is None else face,
                mp=node.mp - mover.start.mp,
                ma=mover.limit,
                rule="5.1",
            )
        )
        self.entered += 1
        if node.stops:
            facing.halted(g, unit)
        if self.leader is not None:
            leader_moves.ride(g, self.leader, origin, to)
        await entering.arrived(g, unit)
        await self.pass_through(node.through)
        if node.through is None:
            self.track.append(to)
        goes_on = await reaction.reaction_fire(g, unit)
        for r in special.having(g, Special.entered):
            if unit.hex != to:
                break
            goes_on = await r.entered(g, unit, origin, only=self.only) and goes_on
        return goes_on and unit.hex == to and not unit.retired

    async def pass_through(self, through: str | None) -> None:
        """What befalls friends ridden through (8.0): those behind, and the one in the hex just entered."""
        behind, self.below = self.below, None
        if behind is not None:
            await passing.left(self.g, self.unit, self.g.state.units[behind])
        if through is not None and await passing.entered(self.g, self.unit, self.g.state.units[through]):
            self.below = through

    def change(self) -> bool:
        """14.2 The Hobilars' change on the way; True while the move goes on."""
        g, unit = self.g, self.unit
        try:
            hobilars.check_change(g, unit, unit.at, g.spent(unit))
        except Refusal as no:
            self.stop(no)
            return False
        self.began = True
        hobilars.change(g, unit)
        return True

    async def fire(self) -> bool:
        """9.2 The planned shot, if it is still possible; True while the move goes on."""
        from engine.systems.men_of_iron import fire

        g, unit = self.g, self.unit
        target = g.state.units[str(self.order.fire_at)]
        at = unit.hex
        try:
            fire.check_fire(g, unit, target)
        except Refusal as no:
            story = Text("{unit} holds its fire: {why}", unit=unit.id, why=no.text)
            g.emit(Told(unit=unit.id, story=story, rule=no.rule))
            return True
        await fire.active_fire(g, unit, target)
        return unit.hex == at and not unit.retired

    def stop(self, why: Refusal) -> None:
        unit = self.unit
        story = Text("{unit} stops at {hex}: {why}", unit=unit.id, hex=show(unit.at), why=why.text)
        self.g.emit(Told(unit=unit.id, story=story, rule=why.rule))

    def fall_back(self) -> None:
        """Where its way has closed while it was passing a friend, it falls back to a hex it has to itself (8.0)."""
        g, unit = self.g, self.unit
        if unit.hex is None or not any(u is not unit and u.hex == unit.hex for u in g.units(unit.side)):
            return
        start = unit.at
        nearest = sorted(g.map.hexes, key=lambda h: (distance(start, h), h))
        open_ = [h for h in nearest if g.admits(h, mounted=unit.mounted)]
        to = next(h for h in (*reversed(self.track), *open_) if g.unit_at(h) is None)
        story = Text("{unit} can't stop at {hex} and falls back.", unit=unit.id, hex=show(start))
        g.emit(Told(unit=unit.id, story=story, rule="8.0"))
        g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=unit.facing, ma=reach.allowance(g, unit), rule="8.0"))
        if self.leader is not None:
            leader_moves.ride(g, self.leader, start, to)
