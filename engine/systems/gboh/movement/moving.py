"""6.1-6.3, 6.6, 7.2, 7.3 Carrying out a move step by step, with every window the rules open to the opponent."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.kernel.decisions import PolicyKind, yes_no
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import AVOIDING_MP
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderMoved, MarkerPlaced, OrdersNoted, Told, UnitMoved, UnitTurned
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.missiles import ordered_fire, reaction, targets, volley
from engine.systems.gboh.movement import (
    climbs,
    facing,
    forced,
    leaving,
    reach,
    roads,
    sharing,
    stacking,
    steps,
    together,
    withdrawal,
    yielding,
)
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Leader, Unit

CHECK = PolicyKind("must-check", Text("Attack with units that may, and needn't, where they have come up to an enemy"))


class Moving:
    """One checked move order as it is carried out: the unit, its way, and what has come of it so far.

    The methods that tell whether the unit can go on return False where its move is over: lost, Routed, lured away.
    """

    def __init__(
        self, g: Battle, unit: Unit, order: Move, *, line: bool = False, riders: Sequence[Leader] = ()
    ) -> None:
        """``line`` as :func:`movement.move` has it; ``riders`` go along besides the leader who gives the order."""
        self.g = g
        self.unit = unit
        self.order = order
        self.line = line
        self.riders = riders
        self.how = g.orders.kind if g.orders.kind in g.state.words.goings else "order"
        self.turning = self.how if self.how in g.state.words.turnings else "order"
        self.movers = together.movers(g, unit)
        """It and who goes with it as one."""
        again = self.movers if g.massed == unit.id else (unit,)
        self.again = [u for u in again if u.moved] if g.game.movement.moved_again_hits else []
        """Who had moved before in this turn (6.13), where that costs hits; both of double depth have."""
        self.weaving = special.any_of(g, Special.weaves, unit)
        self.leaves = any(not isinstance(x, Facing) for x in order.path)
        self.fire_after = _fire_after(order)
        self.start, self.vacant = unit.at, footprint.stand(unit)
        """Where it began, and how it stood last with a hex, or both, to itself (6.61)."""
        self.begun = False
        """It has left its first hex, or tried to."""
        self.half = False
        """Half a Movement Point of those paid is left for a road."""
        road = special.having(g, Special.road)
        self.paved = bool(road) and roads.price(g, unit, order.path, reach.allowance(g, unit)) is not None
        """It keeps to a road all the way (S 6.27)."""
        self.way = way = _planned(g, unit, order)
        """Where it is to go, and what that counts on; None where it only fires, or nobody has checked it."""
        self.wary = way is not None and bool(way.hopes)
        """It counts on enemies to be gone by then, so that every step is judged anew as it comes."""
        self.spare = way.end.bought if way is not None and g.charts.has_choices else 0
        """Hits of the ground that Movement Points spare it yet (G 5.17)."""
        self.spent_before = unit.mp_spent
        """Movement Points it had spent in this turn before the order."""
        self.goal = way.end.hex if way is not None else None
        """Where it is to end; None where nobody has checked that."""
        self.short = False
        """It has stopped before the end of its path."""
        self.left: leaving.Leaving | None = None
        """G 6.22 The enemies in whose ZOC it was as it set out."""
        self.stopped = False
        """7.23 It has come into enemy ZOC, and stops there whatever becomes of whose it is."""
        self.turned_at: Hex | None = None
        """Where it has turned last, while it hasn't left it."""
        self.came: tuple[Hex, ...] | None = None
        """The hexes it stood in before its last step, where the one it left doesn't tell (a pair)."""
        self.asked: set[str] = set()
        """Enemies its owner has been asked about during this move; he is not asked about them again (7.31)."""

    async def carry_out(self) -> None:
        """The whole order: its path, its fire, its change of formation, the marker at its end."""
        g, unit, order = self.g, self.unit, self.order
        # 6.12 Moves per turn: any number, one in an Orders Phase. G 7.1 A shot before it isn't the move yet.
        fires_first = g.game.command.fires_apart and self.fire_after == 0 and bool(order.path)
        if not fires_first:
            self._act(unit)
        if g.massed == unit.id:
            story = Text("{unit} and {under} go as one.", unit=unit.id, under=self.movers[-1].id)
            g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.STACK_ORDERS)))
        goes_on = await self._path()
        await self._left_behind()
        if not goes_on:
            return
        if self._still and (not fires_first or unit.id in g.orders.acted):
            self._act(*self.movers)
        # A wheel leaves one half of a unit of two hexes, maybe the one it goes by, where it was.
        wide = self.begun and not footprint.is_single(unit)
        if self._still and shares(g, unit) and (wide or unit.at != self.vacant.hex):
            if Case.FORCED_STACKING in g.game.cases:
                await forced.stop(g, unit, self.how)
            else:
                self._fall_back(unit)
        await together.settle(g, unit, self.turning)
        if self._still and order.form is not None and self.short:
            story = Text("{unit} doesn't change formation: it has stopped before it was to.", unit=unit.id)
            g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.COLUMN_FORMING)))
        elif self._still and order.form is not None and self._may_form() and await self._moves_again():
            await special.run(g, Special.form, unit, order.form)
        if self._still and await self._moved_at_last() and g.game.movement.marks:
            await self._mark()

    def _act(self, *units: Unit) -> None:
        """Of a stack who goes along acts with the first step: one whose upper unit is shot down before it hasn't."""
        for u in units:
            if u.id not in self.g.orders.acted:
                self.g.emit(OrdersNoted(field="acted", value=u.id))

    async def _left_behind(self) -> None:
        """5.31, 6.61 Who went along under one that is lost stops, but not with a friend it can't stay with."""
        for u in self.movers:
            if u is not self.unit and u.on_map and not u.routed and not self._still and shares(self.g, u):
                if Case.FORCED_STACKING in self.g.game.cases:
                    await forced.stop(self.g, u, self.how)
                else:
                    self._fall_back(u)

    # -- the path -------------------------------------------------------------------------------------------------

    async def _path(self) -> bool:
        """Item by item, as far as it comes; False where nothing more follows from the order."""
        for i, item in enumerate(self.order.path):
            if not shares(self.g, self.unit):
                self.vacant = footprint.stand(self.unit)
            if i == self.fire_after:
                self.stopped = self._stopped()
                if not await self._fire():
                    return False
                if not await self._insists(i, item):
                    self.short = True
                    return True
            if not self._still:
                return False
            if self._halted() or (self.wary and self._closed(i, item)):
                self._stops_short(i)
                return True
            follows = await self._does(i, item)
            if follows is not None:
                self._stops_short(i)
                return follows
        return self.fire_after != len(self.order.path) or await self._fire()

    async def _does(self, i: int, item: Hex | Facing) -> bool | None:
        """One item of the path. None where the path goes on; else as :meth:`_path`."""
        if self._stopped():
            if item == self.unit.facing and isinstance(item, Facing):
                return None  # It is told to face as it does.
            self._tell_zone()
            return True
        if isinstance(item, Facing):
            return None if await self._moves_again() and await self._turn(item) else False
        last = all(isinstance(x, Facing) for x in self.order.path[i + 1 :])
        return None if await self._goes_to(item, last=last) else True

    def _stopped(self) -> bool:
        """7.23 In enemy ZOC; but on its way through a friend it can't stop, whatever bears on the hex (6.61)."""
        g, unit = self.g, self.unit
        if self.stopped:
            return True
        return unit.at != self.start and g.in_enemy_zoc(unit) and not shares(g, unit)

    def _closed(self, i: int, item: Hex | Facing) -> bool:
        """6.31 Whether the board as it is now closes the next item of the path, for one that counts on enemies to go.

        It is told then; what stops it otherwise (7.23, 6.62) is told where the item is done.
        """
        if not self.begun:
            self.left = leaving.of(self.g, self.unit)
        if self._held_up(item) or (no := self._bar(i, item)) is None:
            return False
        # A refusal is a sentence of its own, which needn't name the unit again.
        template, given = no.text.template, no.text.params
        if template.startswith("{unit} ") and given["unit"] == self.unit.id:
            given = given | {"unit": Text("it")}
        self._tell_stop(Text(template, **given), no.rule, sentence=True)
        return True

    def _held_up(self, item: Hex | Facing) -> bool:
        """7.23, 6.62 Whether it has come into enemy ZOC, or an enemy stands where it is to go next."""
        return self._stopped() or any(self.g.enemy_in(h, self.unit.side) is not None for h in self._ahead(item))

    def _bar(self, i: int, item: Hex | Facing) -> Refusal | None:
        """6.31 Why it can't do the next item of its path as all stand now; None where it can."""
        last = all(isinstance(x, Facing) for x in self.order.path[i + 1 :])
        try:
            reach.check_next(self.g, self.unit, self._node(), item, last=last)
            self._check_left(item)
        except Refusal as no:
            return no
        return None

    async def _insists(self, i: int, item: Hex | Facing) -> bool:
        """8.15 Whether it goes on though its fire hasn't broken whom its way counts on: its owner sees and says."""
        g, unit, target = self.g, self.unit, self._target()
        if not isinstance(target, Unit) or self.way is None or self.way.hopes.get(target.id) != "shot":
            return True
        if not target.on_map or target.routed or self._held_up(item) or self._bar(i, item) is not None:
            return True
        answer = await g.ask(
            yes_no(
                kind="go-on",
                side=unit.side,
                rule=g.case(Case.ORDERED_FIRE),
                prompt=Text("{target} stands. Does {unit} go on as ordered?", target=target.id, unit=unit.id),
                yes=Text("Go on, as far as it can"),
                no=Text("Stop at {hex}", hex=show(unit.at)),
                default=True,
                subject=unit.id,
                focus=(unit.at, target.at),
            )
        )
        return answer.key == "yes"

    def _ahead(self, item: Hex | Facing) -> Collection[Hex]:
        """Hexes that the next item of the path enters."""
        return () if isinstance(item, Facing) else (item,)

    def _check_left(self, item: Hex | Facing) -> None:
        """G 6.22 Refuse a hex next to an enemy whose ZOC it has left in this move."""
        for e in self.left.holders if self.begun and self.left is not None else ():
            if e.on_map and any(footprint.distance_to(e, h) == 1 for h in self._ahead(item)):
                raise leaving.refusal(self.g, self.unit, e)

    def _node(self) -> steps.Node:
        """Where it stands, as a node of the way it has come."""
        g, unit = self.g, self.unit
        # Along a road all its steps have been priced as one.
        mp = 0 if self.paved else unit.mp_spent - self.spent_before
        before = None
        if unit.troop.turns_whole and self.turned_at == unit.at:
            before = steps.Node(unit.at, unit.facing, mp, 0, None)
        elif self.begun:
            before = steps.Node(self.start, unit.facing, 0, 0, None)
        node = steps.Node(unit.at, unit.facing, mp, 0, before, stops=g.in_enemy_zoc(unit), half=self.half)
        node.climbed = climbs.so_far(g, unit) if g.charts.counts_levels else 0
        return node

    def _stops_short(self, i: int) -> None:
        """8.11 It hasn't come to the end of its path, and maybe not to where it was ordered to fire."""
        g, unit = self.g, self.unit
        self.short = i < len(self.order.path) - 1 or unit.hex != self.goal
        if self.fire_after is None or self.fire_after <= i or not self._still:
            return
        target = volley.label(self._target())
        story = Text("{unit} doesn't fire at {target}: it has stopped before it was to.", unit=unit.id, target=target)
        g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.ORDERED_FIRE)))

    async def _goes_to(self, to: Hex, *, last: bool) -> bool:
        """One hex of the path; ``last`` if no other follows. False where the path is over."""
        g, unit = self.g, self.unit
        near = g.map.neighbours(unit.at)
        if to in near:
            await special.run(g, Special.approached, to)
        if (enemy := g.enemy_in(to, unit.side)) is not None:
            self._tell_barred(enemy)
            return False
        if to not in near:
            self._tell_stop(Text("its way doesn't go on from there"), g.case(Case.PATH))
            return False
        if not self.begun:
            self.begun = True
            if not await self._sets_out():
                return False
        origin = unit.at
        if not await reaction.retire_fire(g, unit, origin, to):  # W1
            return False
        if g.enemy_in(to, unit.side) is not None:
            return True
        if not await self._announces(Stand(to, unit.facing, unit.shape), (to,)):
            return False
        if not await self._moves_again():
            return False
        goes_on = await self._enters(to, last=last)
        if not goes_on and (not self._still or unit.at != to):
            return False
        return await self._windows(to, last=last or not goes_on) and goes_on

    async def _sets_out(self) -> bool:
        """W7 and W0, before its first step."""
        g, unit = self.g, self.unit
        await special.run(g, Special.acting, unit)  # W7
        if not self._still:
            return False
        # 6.57 OW timing: before a step (W0) and after it (W4), never in Shock.
        await withdrawal.orderly_withdrawal(g, unit, starting=True)  # W0
        await special.run(g, Special.sets_out, unit)
        return self._still and not special.any_of(g, Special.lured, unit) and not self._halted()

    async def _announces(self, ahead: Stand, entered: Sequence[Hex]) -> bool:
        """G 6.15 Who it is about to come next to may turn. True while it goes on."""
        g, unit = self.g, self.unit
        if g.game.movement.reaction_turn_when != "before":
            return True
        await facing.reaction_facing(g, unit, ahead=ahead, entering=entered)
        for h in entered:
            if (rule := special.unwilling(g, unit, h)) is not None:
                self._tell_stop(Text("{rule}", rule=rule.spec.title), rule.spec.id)
                return False
        return self._still

    def _parts(self) -> None:
        """S 6.66 It leaves who is under it where they stood."""
        if self.g.massed != self.unit.id:
            together.part(self.g, self.unit)

    async def _enters(self, to: Hex, *, last: bool = False) -> bool:
        """The turn a step needs and the step, with the hits of the ground and of friends in the way."""
        g, unit, origin = self.g, self.unit, self.unit.at
        self._act(*self.movers)
        self._parts()
        turned = await self._turns_towards(to)
        if turned is None:
            return False
        ahead = reach.entry_facing(unit, origin, unit.facing, to)
        cost = g.step_cost(unit, origin, to)
        assert ahead is not None, "it has turned towards it"
        assert cost is not None, f"{unit.id} can't enter {to}"
        own = together.own_hits(g, unit, origin, to)
        stays = sharing.joins(g, unit, to) or (last and sharing.may_stack(g, unit, sharing.others(g, unit, to)))
        friend = None if stays else g.unit_at(to)
        mp = (
            (0 if self.paved else turned)
            + self._paid(to, cost.mp)
            + (stacking.WEAVING_MP if self.weaving and friend is not None else 0)
            + stacking.entry_mp(g, unit, sharing.others(g, unit, to))
        )
        # What costs half a Movement Point for a road costs no hits for the ground beside it.
        spared = bool(cost.avoidable) and steps.Entering.of(g, unit).by_road(origin, to)
        avoidable = () if spared else cost.avoidable
        taken = self._avoids(avoidable)
        mp += (len(avoidable) - len(taken)) * AVOIDING_MP
        ma = reach.allowance(g, unit)
        g.emit(UnitMoved(unit=unit.id, start=origin, to=to, facing=ahead, mp=mp, ma=ma, how=self.how))
        self.turned_at = None
        for u in self.movers if g.charts.counts_levels else ():
            climbs.note(g, u, origin, to)
        special.call(g, Special.entered, unit)
        if self.order.along and g.orders.leader is not None:
            _ride(g, origin, to, g.state.leaders[str(g.orders.leader)])
        for rider in self.riders:
            _ride(g, origin, to, rider)
        if not await self._suffers(cost.hits + len(taken), joined((*cost.causes, *taken)), Case.MOVEMENT_HITS, own):
            return False
        if special.having(g, Special.entry_hits) and not await dread(g, unit):
            return False
        if friend is not None and friend.on_map and friend is not unit:
            await stacking.pass_through(g, unit, friend, weaving=self.weaving)
        return self._still

    def _avoids(self, causes: Sequence[Text]) -> Sequence[Text]:
        """G 5.17 Of hits that Movement Points would spare it those it takes, having none left for them."""
        n = min(self.spare, len(causes))
        self.spare -= n
        return causes[n:]

    def _paid(self, to: Hex, mp: int) -> int:
        """Movement Points of a step that takes ``mp`` off the road: on it every other one is paid for by the last."""
        if not self.paved and not steps.Entering.of(self.g, self.unit).by_road(self.unit.at, to):
            return mp
        self.half = not self.half
        return int(self.half)

    async def _turns_towards(self, to: Hex) -> int | None:
        """The turn a step needs, as priced when the order was checked: its MP; None where the unit breaks."""
        g, unit, origin = self.g, self.unit, self.unit.at
        if reach.entry_facing(unit, origin, unit.facing, to) is not None:
            return 0
        towards = reach.turn_towards(unit, origin, unit.facing, to)
        cost = g.charts.turn_cost(g.map, unit, origin, reach.vertices(unit.facing, towards))
        mp = self._turning_mp(cost.mp)
        g.emit(UnitTurned(unit=unit.id, facing=towards, mp=0, how=self.turning))
        stands = await self._suffers(cost.hits, joined(cost.causes), steps.turning_case(g, cost))
        return mp if stands else None

    def _turning_mp(self, mp: int) -> int:
        """7.12 What a turn takes, of one that has one price for any number of vertices once for all of them."""
        paid = self.unit.troop.turns_whole and self.turned_at == self.unit.at
        self.turned_at = self.unit.at
        return 0 if paid else mp

    async def _suffers(
        self, n: int, cause: Text, case: Case, own: Mapping[str, tuple[int, Text]] = cohesion.ALIKE
    ) -> bool:
        """Hits of the ground for who moves: each of a stack that goes as one (S 6.68). True while it stands."""
        g, unit = self.g, self.unit
        alone = len(self.movers) == 1 or not g.stacked(unit)
        return self._goes_on(await cohesion.march(g, unit, n, cause, g.case(case), own, alone=alone))

    def _goes_on(self, stands: bool) -> bool:
        """A 9.65 Whether it goes on with the hits it has taken; that it ``stands`` by its roll, and stops, is told."""
        broken = any(not u.on_map or u.routed for u in self.movers)
        if not stands and not broken and self.unit.troop.fate == "save":
            self._tell_stop(Text("it stands by a hair"), self.g.case(Case.PAIR_SAVE))
        return stands

    async def _windows(self, to: Hex, *, last: bool) -> bool:
        """W2 to W7: all that others may do now that it stands in a hex."""
        g, unit = self.g, self.unit
        marks = g.game.movement.marks and (last or g.in_enemy_zoc(unit))
        if marks and g.unit_at(to) is unit and together.facing(g, unit) is None:
            await self._mark()  # W2
        await special.run(g, Special.arrives, unit)
        await leaders.approached(g, unit, self.came)  # W3
        if not self._still:
            return False
        # S 6.56 Mover continues: with the Movement Points it has left, whoever has withdrawn.
        await withdrawal.orderly_withdrawal(g, unit, starting=False)  # W4
        await special.run(g, Special.stood, unit)
        # 7.23 Who has withdrawn, or feigned it, has let it go on; who breaks from now on hasn't.
        self.stopped = self._still and self._stopped()
        if not self._still or special.any_of(g, Special.lured, unit):
            return False
        if g.game.movement.reaction_turn_when == "after":
            await facing.reaction_facing(g, unit)  # W5
        if not self._still:
            return False
        if self.line:
            reaction.note_entries(g, unit)  # W6 waits for the whole Line (8.21)
        else:
            await reaction.entry_fire(g, unit)  # W6
        await special.run(g, Special.acting, unit)  # W7
        return self._still

    # -- parts of it ----------------------------------------------------------------------------------------------

    @property
    def _still(self) -> bool:
        return self.unit.on_map and not self.unit.routed

    def _halted(self) -> bool:
        """Whether a chapter stops it where it is, and says so."""
        why = special.first(self.g, Special.halts, self.unit)
        if why is not None:
            self._tell_stop(*why)
        return why is not None

    def _tell_stop(
        self,
        why: Text,
        rule: str | None = None,
        *,
        unit: Unit | None = None,
        sentence: bool = False,
    ) -> None:
        g, unit = self.g, unit or self.unit
        told = "{unit} stops at {hex}: {why}" if sentence else "{unit} stops at {hex}: {why}."
        story = Text(told, unit=unit.id, hex=show(unit.at), why=why)
        g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.ZONE_STOP) if rule is None else rule))

    def _tell_zone(self) -> None:
        """7.23 It stops where it has come into enemy ZOC, though whose it was may be gone since."""
        held = self.g.in_enemy_zoc(self.unit)
        self._tell_stop(Text("it is in enemy ZOC") if held else Text("it has come into enemy ZOC"))

    def _tell_barred(self, enemy: Unit) -> None:
        """6.62 An enemy stands where it wanted to go: one that stayed, or that has withdrawn there."""
        self._tell_stop(Text("{enemy} stands in its way", enemy=enemy.id), self.g.case(Case.ENEMY_HEXES))

    def _fall_back(self, unit: Unit) -> None:
        """6.61 Its way has closed while it passed a friend: back to the last hex it had to itself."""
        g = self.g
        self._tell_stop(Text("its way is closed, and it falls back"), unit=unit)
        rule = g.case(Case.STACKING_LIMIT)
        to, facing = self.vacant.hex, unit.facing if footprint.is_single(unit) else self.vacant.facing
        before = footprint.hexes_of(unit)
        g.emit(UnitMoved(unit=unit.id, start=unit.at, to=to, facing=facing, how=self.how, rule=rule))
        for start, end in zip(before, footprint.hexes_of(unit), strict=True):
            for rider in self.riders:
                if rider.hex == start != end:
                    g.emit(LeaderMoved(leader=rider.id, start=start, to=end, how="with-unit"))

    def _may_form(self) -> bool:
        return (
            not special.any_of(self.g, Special.lured, self.unit)
            and special.first(self.g, Special.halts, self.unit) is None
        )

    async def _moves_again(self) -> bool:
        """6.13 Moved units: the hit of one that had moved before, with the first MP spent. True while it stands."""
        g, unit = self.g, self.unit
        numbers = g.game.movement
        spared = unit.troop.moves_again_free or numbers.moved_again_at == "end"
        if not self.again or spared or unit.id in g.orders.moved or unit.id in g.orders.turned:
            return self._still
        return self._goes_on(await self._tires())

    async def _moved_at_last(self) -> bool:
        """6.13 The same where it falls as the move ends (S)."""
        g, unit = self.g, self.unit
        numbers = g.game.movement
        acted = unit.id in g.orders.moved or unit.id in g.orders.turned
        if not self.again or not acted or unit.troop.moves_again_free or numbers.moved_again_at == "start":
            return True
        return await self._tires()

    async def _tires(self) -> bool:
        """6.13 The hit for moving again, for each of those who have moved before. True while they stand."""
        g, unit = self.g, self.unit
        n, rule = g.game.movement.moved_again_hits, g.case(Case.MOVED_AGAIN)
        if not g.stacked(unit):
            return await cohesion.march(g, unit, n, Text("moving again"), rule)
        for u in self.again:
            await cohesion.hits(g, u, n, Text("moving again"), rule, defer=True)
        for u in self.again:
            await cohesion.settle(g, u)
        return self._still

    async def _fire(self) -> bool:
        """The planned fire, if it is still possible. True while the unit can go on."""
        g, unit = self.g, self.unit
        target = self._target()
        await ordered_fire.as_planned(g, unit, target, moved=self.leaves)
        return self._still

    def _target(self) -> volley.Target:
        """Whom it is ordered to fire at."""
        target = targets.named(self.g, self.order.fire_at)
        assert target is not None, "it has been checked"
        return target

    async def _turn(self, to: Facing) -> bool:
        g, unit = self.g, self.unit
        self._act(*self.movers)
        self._parts()
        cost = g.charts.turn_cost(g.map, unit, unit.at, reach.vertices(unit.facing, to), stays=not self.leaves)
        if g.in_enemy_zoc(unit):
            # 7.25 It has turned in enemy ZOC and stays for the whole segment.
            g.emit(OrdersNoted(field="turn_in_zoc", value=unit.id))
        g.emit(UnitTurned(unit=unit.id, facing=to, mp=self._turning_mp(cost.mp), how=self.turning))
        if g.game.movement.turning_moves and unit.id not in g.orders.moved:
            g.emit(OrdersNoted(field="moved", value=unit.id, rule=g.case(Case.MOVED_AGAIN)))
        return await self._suffers(cost.hits, joined(cost.causes), steps.turning_case(g, cost))

    async def _mark(self) -> None:
        """7.31, 7.32 It has moved next to an enemy in its ZOC: heavy units must attack, light ones choose."""
        if Case.MUST_CHECK not in self.g.game.cases:
            return
        g, unit = self.g, self.unit
        moved = unit.id in g.orders.moved
        unit = g.ranks(unit)[0] if g.stacked(unit) else unit  # S 7.25 Who comes up under another brings it into battle.
        if g.orders.markers.get(unit.id) == "must" or special.why_not(g, Special.bars_attack, unit) is not None:
            return
        if not moved or special.any_of(g, Special.lured, unit) or not g.opponents(unit):
            return
        # 7.31 Who meets an enemy across a trench only, where its ZOC doesn't reach, may attack and need not.
        ahead = g.enemies_in_zoc(unit)
        must = unit.troop.must_attack and any(e in ahead for e in g.opponents(unit))
        if not must and special.first(g, Special.driven) is None and not await self._wants_to():
            return
        g.emit(MarkerPlaced(unit=unit.id, marker="must", rule=g.case(Case.MUST_CHECK)))

    async def _wants_to(self) -> bool:
        """7.31 Whether one that may attack where it has come up will: as ordered, or as its owner says now."""
        g, unit = self.g, self.unit
        if self.order.attack is not None:
            return self.order.attack
        met = [e.id for e in g.opponents(unit)]
        if self.asked.issuperset(met):
            return False
        self.asked.update(met)
        text = "{unit} stands before {enemies}. Will it attack in the Shock segment?"
        answer = await g.ask(
            yes_no(
                kind=CHECK.kind,
                side=unit.side,
                rule=g.case(Case.MAY_ATTACK),
                prompt=Text(text, unit=unit.id, enemies=", ".join(met)),
                yes=Text("Attack"),
                no=Text("Keep its distance"),
                default=False,
                subject=unit.id,
                focus=(unit.at,),
                policy=CHECK.kind,
            )
        )
        return answer.key == "yes"


def _planned(g: Battle, unit: Unit, order: Move) -> yielding.Way | None:
    """The way of the order as it was priced when it was checked; None where it has none, or nobody has checked it."""
    if not order.path:
        return None
    with together.going(g, order):
        try:
            return yielding.ended(g, unit, order)
        except Refusal:
            return None


def _fire_after(order: Move) -> int | None:
    """After how many items of the path the unit fires; None where it doesn't."""
    if order.fire_at is None:
        return None
    return len(order.path) if order.fire_after is None else order.fire_after


def shares(g: Battle, unit: Unit) -> bool:
    """6.61 Whether it stands with somebody it can't stay with."""
    hexes = (unit.at,) if footprint.is_single(unit) else footprint.hexes_of(unit)
    here = [u for h in hexes for u in sharing.others(g, unit, h)]
    crowded = len(hexes) == 1 < len(here) and not sharing.stays_with(g, unit, here) and g.massed != unit.id
    return bool(here) and (crowded or not all(sharing.companions(g, u, unit) for u in here))


def _ride(g: Battle, origin: Hex, to: Hex, leader: Leader) -> None:
    """4.23 The leader keeps up with the unit he rides with, as long as his own 9 MP last if he gives the orders."""
    if leader.hex != origin:
        return
    if g.game.command.rides_or_moves:
        g.emit(LeaderMoved(leader=leader.id, start=origin, to=to, how="with-unit"))
        return
    cost = g.charts.step_cost(g.map, g.mount(leader), origin, to)
    active = g.orders.leader == leader.id or g.game.command.company_rides != "never"
    if cost is None or (active and g.orders.leader_mp.get(leader.id, 0) + cost.mp > g.leader_mp(leader)):
        return
    g.emit(LeaderMoved(leader=leader.id, start=origin, to=to, mp=cost.mp, how="with-unit"))
