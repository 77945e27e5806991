"""6.4 Column: forming and leaving it. Its arcs are in :mod:`engine.kernel.hexes`, its moves in :mod:`reach`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import Facing
from engine.kernel.inquiry import Fact
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.text import Refusal, Text, few, joined, refuse
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter, Special, Stand
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, PointsSpent, facing_name
from engine.systems.gboh.movement import driven, movement
from engine.systems.gboh.movement.reach import allowance, start_node
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit


class Column(Chapter):
    """6.4 Infantry marches In Column."""

    case = Case.COLUMN
    about = "infantry In Column"

    def tq_change(self, g: Battle, unit: Unit) -> int:
        return g.game.movement.column_tq if unit.column else 0

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        return (
            Refusal("{unit} is In Column and can't attack.", rule=g.case(Case.COLUMN_ATTACKS), unit=unit.id)
            if unit.column and Case.COLUMN_ATTACKS in g.game.cases
            else None
        )

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if not unit.troop.column or not g.uses(Case.COLUMN):
            return
        for f in options(unit, unit.facing):
            try:
                check_form(g, unit, start_node(g, unit), f)
            except Refusal:
                continue
            text = (
                Text("Leaves Column, facing {f}: {mp} MP") if unit.column else Text("Forms Column, facing {f}: {mp} MP")
            )
            yield Fact(Text(text.template, f=facing_name(f), mp=g.game.movement.column_mp), g.case(Case.COLUMN_FORMING))

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"column": unit.column}

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        able = unit.troop.column and not unit.routed and special.why_not(g, Special.stands_fast, unit) is None
        if unit.column or (able and g.uses(Case.COLUMN)):
            yield switch("column", Text("In Column"), unit.column)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "column":
            return False
        on, facing = value == YES, options(unit, unit.facing)[0]
        told = "is put into Column, facing {facing}." if on else "is put into line, facing {facing}."
        reason = Text(told, facing=facing_name(facing))
        g.emit(g.formed(unit=unit.id, column=on, facing=facing, reason=reason, **_formed(unit, facing)))
        return True

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        rule = g.case(Case.COLUMN_FACING)
        for u in g.state.units.values():
            if u.hex is not None and u.facing.is_vertex == u.column:
                yield f"{u.id} faces {u.facing.name} {'in' if u.column else 'out of'} Column ({rule})"
            elif u.hex is not None and u.column and u.troop.shape is footprint.Shape.TWO and u.headed is None:
                yield f"{u.id} is In Column, and nothing says which of its ends is headed for ({rule})"

    def check_form(self, g: Battle, unit: Unit, end: Stand, facing: Facing) -> None:
        check_form(g, unit, end, facing)

    async def form(self, g: Battle, unit: Unit, facing: Facing) -> None:
        await form(g, unit, facing)

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        """6.41 Forming or leaving Column on the spot."""
        if not unit.troop.column:
            return  # It would be refused, for one.
        for f in options(unit, unit.facing):
            order = Move(unit=unit.id, form=f)
            try:
                movement.check_move(g, unit, order)
            except Refusal:
                continue
            text = Text("Leave Column, facing {f}") if unit.column else Text("Form Column, facing {f}")
            text = Text(text.template, f=facing_name(f))
            yield Choice(
                f"form-{f.name}", text, answer=order, unit=unit.id, facing=f, mp=g.game.movement.column_mp, lean=0.1
            )

    async def fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        attacked = [u for c in combats for u in c.defenders]
        # Those that pursuit, or who passed through others, has come upon.
        struck = (g.state.units[name] for name in g.orders.shocked)
        attacked += [u for u in struck if u.side != g.orders.side and u not in attacked]
        for u in attacked:
            if u.column and u.on_map:
                await forced_out(g, u)


def options(unit: Unit, facing: Facing) -> tuple[Facing, ...]:
    """6.43, G 11.24 The facings a unit may take when it changes to or from Column: 30 degrees left or right.

    Of two hexes towards either end, and back from there (A 6.4).
    """
    if footprint.is_single(unit):
        return facing.turned(1), facing.turned(-1)
    here = footprint.stand(unit)._replace(facing=facing)
    if facing.is_vertex:
        return tuple(s.facing for s in footprint.into_column(here).values())
    return tuple(s.facing for s in footprint.out_of_column(here, unit.headed or "left"))


def _formed(unit: Unit, facing: Facing) -> dict[str, Any]:
    """Where a unit of two hexes is anchored once it has changed formation, and which end it heads for."""
    if footprint.is_single(unit):
        return {}
    if unit.column:
        (back,) = footprint.out_of_column(unit, unit.headed or "left")
        return {"hex": back.hex}
    end, stand = next((e, s) for e, s in footprint.into_column(unit).items() if s.facing == facing)
    return {"hex": stand.hex, "headed": end}


def check_form(g: Battle, unit: Unit, end: Stand, facing: Facing) -> None:
    """6.41, table:special_mp_costs Refuse a change of formation that isn't allowed at the end of a path."""
    if not g.uses(Case.COLUMN):
        refuse("Column is not used in this battle.", rule=g.case(Case.COLUMN))
    if not unit.troop.column:
        refuse("Only infantry forms Column; {unit} doesn't.", rule=g.case(Case.COLUMN_FORMING), unit=unit.id)
    if (no := special.why_not(g, Special.bars_column, unit)) is not None:
        raise no
    if g.game.movement.column_away:
        if near := _near(g, unit, footprint.Stand(end.hex, end.facing, unit.shape)):
            text = "{unit} can't change formation next to {enemies}."
            refuse(text, rule=g.case(Case.COLUMN_FORMING), unit=unit.id, enemies=few(e.id for e in near))
    elif g.in_enemy_zoc(unit) or g.enemy_zoc(end.hex, unit.side):
        refuse("{unit} can't change formation in enemy ZOC.", rule=g.case(Case.COLUMN_FORMING), unit=unit.id)
    if unit.column and special.first(g, Special.orderable, unit):
        refuse("{unit} stays in Column: {why}.", unit=unit.id, why=special.first(g, Special.orderable, unit))
    if facing not in options(unit, end.facing):
        refuse(
            "From {old} the change turns {unit} to {options}.",
            rule=g.case(Case.COLUMN_FACING),
            old=facing_name(end.facing),
            unit=unit.id,
            options=joined((f"@{f.name}" for f in options(unit, end.facing)), " or "),
        )
    if end.mp + g.game.movement.column_mp > allowance(g, unit):
        refuse("{unit} has no MP left to change formation.", rule=g.case(Case.COLUMN_FORMING), unit=unit.id)


def _near(g: Battle, unit: Unit, there: footprint.Stand) -> list[Unit]:
    """G 11.21 Enemies next to a unit that stands so."""
    return list({e.id: e for h in footprint.hexes_of(there) for e in g.adjacent_enemies(h, unit.side)}.values())


async def form(g: Battle, unit: Unit, facing: Facing) -> bool:
    """6.41 Enter or leave Column: the unit changes formation as the last act of its move. True while it stands."""
    if _near(g, unit, footprint.stand(unit)) if g.game.movement.column_away else g.in_enemy_zoc(unit):
        return True
    if not unit.moved:
        g.emit(g.formed(unit=unit.id, moved=True))
    g.emit(OrdersNoted(field="turned", value=unit.id))
    if g.game.movement.column_mp:
        rule = g.case(Case.COLUMN_FORMING)
        g.emit(PointsSpent(unit=unit.id, mp=g.game.movement.column_mp, ma=allowance(g, unit), rule=rule))
    entering = not unit.column
    g.emit(
        g.formed(
            unit=unit.id,
            column=entering,
            facing=facing,
            **_formed(unit, facing),
            rule=g.case(Case.COLUMN_FORMING),
            reason=Text(
                "forms Column, facing {facing}." if entering else "forms line, facing {facing}.",
                facing=facing_name(facing),
            ),
        )
    )
    # 6.45 Its hits may reach the lower TQ of the Column.
    return await cohesion.settle(g, unit)


def _not_so(g: Battle, unit: Unit, open_to: Sequence[Facing], wanted: Wanted) -> Refusal | None:
    if wanted.facing is None:
        return None
    left, right = (facing_name(f) for f in open_to)
    return Refusal(
        "{unit} turns by 30 degrees: to {left} or {right}.",
        rule=g.case(Case.COLUMN_ATTACKED),
        unit=unit.id,
        left=left,
        right=right,
    )


async def forced_out(g: Battle, unit: Unit) -> None:
    """6.46 A Column attacked in Shock falls out of it as the Orders Phase ends: 1 hit and a turn of 30 degrees."""
    if not footprint.is_single(unit):
        # A 6.66 It keeps its hexes and faces as it did before.
        (back,) = options(unit, unit.facing)
        await _out(g, unit, back)
        return
    left, right = options(unit, unit.facing)
    answer = await g.ask(
        Choose(
            kind="column-facing",
            side=unit.side,
            rule=g.case(Case.COLUMN_ATTACKED),
            prompt=Text("{unit} is forced out of Column. Which way does it face?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at,),
            choices=tuple(
                Choice(f.name, Text("{facing}", facing=f.name), unit=unit.id, facing=f) for f in (left, right)
            ),
            default_key=left.name,
            policy=driven.policy([left.name, right.name]),
            why=lambda wanted: _not_so(g, unit, (left, right), wanted),
        )
    )
    await _out(g, unit, Facing[answer.key])


async def _out(g: Battle, unit: Unit, facing: Facing) -> None:
    g.emit(
        g.formed(
            unit=unit.id,
            column=False,
            facing=facing,
            **_formed(unit, facing),
            rule=g.case(Case.COLUMN_ATTACKED),
            reason=Text("is forced out of Column."),
        )
    )
    await cohesion.hits(
        g, unit, g.game.movement.column_hits, Text("forced out of Column"), g.case(Case.COLUMN_ATTACKED)
    )
