"""4.3 Line Commands: leave to give one (4.33), giving it, and its units acting one by one (D2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Answer, Choice, ChooseEach, Command, Item
from engine.kernel.hexes import Hex
from engine.kernel.order_kind import checked, of
from engine.kernel.text import Refusal, Text, codes, few, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command, leader_moves, line_composition, line_leave
from engine.systems.gboh.events import LineBegan, LineEnded, LineNoted, OrdersNoted
from engine.systems.gboh.missiles import fire, ordered_fire, reaction, targets
from engine.systems.gboh.missiles.volley import Target
from engine.systems.gboh.movement import movement, sharing
from engine.systems.gboh.orders import menus, order_kind, orders, reasons
from engine.systems.gboh.orders.order_kind import Giver
from engine.systems.gboh.state import Leader, LineInProgress, Unit


async def begin(g: Battle, leader: Leader, answer: orders.Line) -> None:
    """4.31 Give the Line Command, asking leave first where that is still to be done."""
    if line_leave.needs_leave(g, leader, answer.units) and not await line_leave.ask_permission(g, leader, answer.units):
        return
    line_leave.given(g, leader)
    g.emit(OrdersNoted(field="lines_used", value=1))
    g.emit(OrdersNoted(field="deeds", value=1))
    units = [g.state.units[name] for name in answer.units]
    begun = {u.id: line_composition.nearest_enemy(g, u) for u in units}
    # 11.62 Cheiroballistrae beside units of the Line may be moved or made ready with it.
    guns = [gun.id for u in units for gun in sharing.beside(g, u)]
    command.note_arm(g, units[0], "line")
    shy = line_leave.aloof(g, leader, units)
    g.emit(
        LineBegan(
            line=LineInProgress(units=[*answer.units, *guns], begun=begun, aloof=shy), rule=g.case(Case.LINE_COMMAND)
        )
    )
    special.call(g, Special.line_begins, units)


def waiting(g: Battle) -> list[Unit]:
    """Units of the Line that may still act in its present stage."""
    assert g.orders.line is not None
    units = [g.state.units[name] for name in g.orders.line.units]
    return [u for u in units if u.on_map and not u.routed and not u.locked and u.id not in g.orders.acted]


def shooters(g: Battle, names: Sequence[str]) -> list[tuple[Unit, Sequence[Target]]]:
    """Which of the units that have moved may fire now, with their targets (L5), leaders alone among them (8.19)."""
    units = [u for name in names if _ready(g, u := g.state.units[name])]
    return [(u, found) for u in units if (found := [*fire.targets(g, u), *fire.leader_targets(g, u)])]


def _ready(g: Battle, unit: Unit) -> bool:
    if not unit.on_map or unit.routed or unit.id in g.orders.fired:
        return False
    return unit.missile is not None and unit.supply != "no"


async def line_phase(g: Battle) -> None:
    """One step of a Line Command: the next unit acts (L2, L3), or what follows when all have (L4-L6)."""
    under_way = g.orders.line
    assert under_way is not None
    leader = g.state.leaders[str(g.orders.commanding)]
    if under_way.stage == "move":
        if waiting(g) or leader_moves.leads_along(g, leader):
            await act(g, leader, await g.ask(_question(g, leader)))
        else:
            g.emit(LineNoted(stage="fire"))
        return
    await reaction.line_entry_fire(g)  # L4
    await _fire_as_ordered(g)
    await fire_after_moving(g, under_way.acted, Text("The Line has moved. Who fires, and at whom?"))  # L5
    await special.run(g, Special.line_ends, leader)  # L6
    g.emit(LineEnded(rule=g.case(Case.LINE_ACTIONS)))


def _question(g: Battle, leader: Leader) -> Command:
    units = waiting(g)
    prompt = Text("The Line of {leader} has acted. Does he move himself?", leader=leader.name)
    if units:
        named = codes(u.id for u in units)
        prompt = Text("Line of {leader}: {units} may move or fire.", leader=leader.name, units=named)
    return Command(
        kind="line",
        side=leader.side,
        rule=g.case(Case.LINE_ACTIONS),
        prompt=prompt,
        subject=leader.id,
        focus=tuple(u.at for u in units),
        secret=special.any_of(g, Special.keeps_secrets, leader.side),
        menu=menus.line_menu(g, leader, units),
        accept=lambda a: check(g, leader, a),
        default_answer=orders.Done(),
    )


class LineGiver(Giver[Battle, Leader]):
    """5.23 A Line under way, and the leader who commands it."""

    firing = False

    @property
    def line(self) -> LineInProgress:
        assert self.g.orders.line is not None
        return self.g.orders.line

    def named(self, name: str) -> Unit:
        return order_kind.named_unit(self.g, name, self.g.case(Case.COMMAND_RANGE))

    def unit(self, name: str) -> Unit:
        if name not in self.line.units:
            text = "{unit} is not in this Line: {units}."
            refuse(text, rule=self.g.case(Case.LINE_ACTIONS), unit=name, units=few(self.line.units))
        return self.g.state.units[name]

    def check_leader_move(self, answer: orders.MoveLeader) -> None:
        """4.34 Leader moving with a Line: once, and nobody else."""
        g, leader, rule = self.g, self.leader, self.g.case(Case.LEADER_WITH_LINE)
        if answer.leader != leader.id:
            refuse("With a Line Command only {leader} himself may move.", rule=rule, leader=leader.name)
        if self.line.led:
            refuse("{leader} has moved with this Line.", rule=rule, leader=leader.name)
        leader_moves.check_destination(g, leader, answer.to)
        _check_company(g, leader, answer.to)

    def judged(self, unit: Unit, answer: orders.Move) -> orders.Move:
        """Fire after the move waits for the whole Line (8.23); only the move itself is judged now."""
        g = self.g
        if answer.under is not None:
            self.unit(answer.under)  # S 9.61 Both must be able to receive it.
        if answer.along:
            text = "With a Line Command {leader} doesn't ride along: he moves by himself, once."
            refuse(text, rule=g.case(Case.LEADER_WITH_LINE), leader=self.leader.name)
        if answer.fire_at is None:
            return answer
        if answer.fire_after not in (None, 0):
            text = "In a Line, fire comes before the move or after the whole Line has moved."
            refuse(text, rule=g.case(Case.ENTRY_FIRE))
        targets.target(g, unit.side, answer.fire_at)
        if (no := special.why_not(g, Special.shoots_standing, unit)) is not None:
            raise no
        return _now(answer)

    def end(self) -> None:
        self.g.emit(LineNoted(stage="fire"))

    async def move(self, unit: Unit, answer: orders.Move) -> None:
        for name in (answer.unit, *([answer.under] if answer.under is not None else ())):
            self.g.emit(LineNoted(acted=name))
        now = _now(answer)
        if answer.fire_at is not None and now.fire_at is None:
            self.g.emit(LineNoted(aims=(answer.unit, answer.fire_at)))
        await movement.move(self.g, unit, now, line=True)

    async def move_leader(self, leader: Leader, to: Hex) -> None:
        self.g.emit(LineNoted(led=True))
        await leader_moves.move(self.g, leader, to)


def _now(answer: orders.Move) -> orders.Move:
    """What of a move in a Line is done at once: fire before it, not after."""
    return answer if answer.fire_after == 0 else answer.model_copy(update={"fire_at": None})


def check(g: Battle, leader: Leader, answer: Answer) -> None:
    """Refuse what a unit of the Line can't do."""
    kind = of(special.order_kinds(g), answer)
    if kind is None or not kind.in_line:
        refuse("A Line Command is under way: its units move or fire, then done.", rule=g.case(Case.LINE_ACTIONS))
    kind.check(LineGiver(g, leader), answer)


def _check_company(g: Battle, leader: Leader, to: Hex) -> None:
    """S 4.23 Refuse a leader a hex from which his Command Range reaches no unit of his Line, where that is a rule."""
    if not leader_moves.in_company(g, leader, to):
        refuse(
            "{leader} stays within Command Range ({radius}) of a unit of his Line, as it stands now.",
            rule=g.case(Case.LEADER_WITH_LINE),
            leader=leader.name,
            radius=leader.command_range,
        )


async def act(g: Battle, leader: Leader, answer: Answer) -> None:
    """5.23 What one unit of the Line, or its leader, does; it must have been checked."""
    await checked(special.order_kinds(g), answer).carry_out(LineGiver(g, leader), answer)


async def _fire_as_ordered(g: Battle) -> None:
    """L5 Units whose move named a target fire at it in the order they moved; who no longer can is asked like others."""
    assert g.orders.line is not None
    for name in list(g.orders.line.acted):
        if name not in g.orders.line.aims:
            continue
        unit, target = g.state.units[name], targets.named(g, g.orders.line.aims[name])
        assert target is not None, "it has been checked"
        await ordered_fire.as_planned(g, unit, target, moved=unit.id in g.orders.moved)


def _no_fire(g: Battle, names: Sequence[str], unit: Unit) -> Refusal:
    """L5 Why a unit isn't asked to fire now that the Line has moved."""
    if unit.id not in names:
        return Refusal("{unit} has not moved with this Line.", rule=g.case(Case.ENTRY_FIRE), unit=unit.id)
    if (why := fire.inability(g, unit)) is not None:
        return why
    if unit.id in g.orders.fired:
        return Refusal("{unit} has fired in this Orders Phase.", rule=g.case(Case.ORDERED_FIRE), unit=unit.id)
    return Refusal("{unit} has nobody to fire at.", rule=g.case(Case.FIRE_TARGET), unit=unit.id)


async def fire_after_moving(g: Battle, names: Sequence[str], prompt: Text) -> None:
    """L5 Units that moved and have not fired may fire now, in the order their owner names them."""
    able = shooters(g, names)
    if not able:
        return
    answer = await g.ask(
        ChooseEach(
            kind="line-fire",
            side=g.orders.side,
            rule=g.case(Case.ENTRY_FIRE),
            prompt=prompt,
            focus=tuple(u.at for u, _ in able),
            items=tuple(
                Item(
                    u.id,
                    Text("{unit}", unit=u.id),
                    (
                        *(_shot(g, u, t) for t in aims),
                        Choice("hold", Text("hold fire"), unit=u.id),
                    ),
                    "hold",
                    why=reasons.target(
                        g,
                        u,
                        [t for t in aims if isinstance(t, Unit)],
                        lambda x, u=u: fire.refused(g, u, x),
                        g.case(Case.ENTRY_FIRE),
                    ),
                )
                for u, aims in able
            ),
            why=reasons.not_asked(g, g.orders.side, lambda u: _no_fire(g, names, u)),
        )
    )
    for name, key in answer.picks.items():
        unit, target = g.state.units[name], targets.named(g, key)
        if key != "hold" and target is not None:
            await ordered_fire.as_planned(g, unit, target, moved=unit.id in g.orders.moved)


def _shot(g: Battle, unit: Unit, target: Target) -> Choice:
    """A shot after the move; few would waste one on a leader alone."""
    lean = 3.0 if isinstance(target, Unit) else 0.2
    return Choice(target.id, fire.describe(g, unit, target), unit=unit.id, hex=target.at, lean=lean)
