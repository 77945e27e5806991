"""7.14 Reaction facing: units an enemy comes next to may turn one vertex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel import risk
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind, Risk
from engine.kernel.dice import D10, RollRequest
from engine.kernel.hexes import Facing, Hex, neighbours, show
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Arc
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, Told, UnitTurned, facing_name, pair_moved
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit

POLICY = PolicyKind(
    "reaction-facing",
    Text("Turn to face units that come close"),
    {
        "to-front": Text("when the turn brings the enemy into its Front"),
        "no-hits": Text("when turning costs no hit for certain"),
        "tq-6": Text("when its TQ is 6 or more"),
    },
)

TURN = Deed(Text("Turn"), Text("All {n} turn", n=0), Text("Nobody turns"))

_TURNS = {"left": 2, "right": -2}
"""Steps of 30 degrees, anticlockwise: one vertex each way."""
_OUT = {"left": 1, "right": -1}
"""The same of a Column that turns into line (G 11.27)."""
_ABOUT = {"about": 6}
"""The same of a unit of two hexes."""


def _turns(unit: Unit) -> dict[str, Facing]:
    """How it would face after each turn it may make."""
    if not footprint.is_single(unit):
        return {key: unit.facing.turned(n) for key, n in _ABOUT.items()}
    return {key: unit.facing.turned(n) for key, n in (_OUT if unit.column else _TURNS).items()}


def approach(unit: Unit, h: Hex) -> Arc | None:
    """6.52 The arc a hex is approached through: the best of the hexes next to the unit that ``h`` touches.

    An adjacent hex counts by itself; None when ``h`` is more than 2 hexes away.
    """
    around = footprint.around(unit)
    touched = (h,) if h in around else tuple(x for x in around if h in neighbours(x))
    found = {footprint.arc(unit, x) for x in touched}
    return next((arc for arc in _BEST if arc in found), None)


_BEST: tuple[Arc, ...] = ("front", "flank", "rear")


def can_turn(g: Battle, unit: Unit, mover: Unit, h: Hex) -> bool:
    """7.14 Whether the unit may turn in reaction to ``mover``, which has come to the adjacent ``h``."""
    if not unit.on_map or not unit.troop.faces or footprint.distance_to(unit, h) != 1:
        return False
    if unit.column and not g.game.movement.column_turns_out:
        return False
    if unit.routed or unit.engaged or unit.id in g.orders.reaction_turned:
        return False
    if g.orders.held_before(unit.id) or not (footprint.is_single(unit) or _about(g, unit, h)):
        return False  # A 7.16
    if (
        special.why_not(g, Special.stands_fast, unit) is not None
        or special.why_not(g, Special.exhausted, unit) is not None
    ):
        return False
    come = g.game.movement.reaction_turn_when == "after"
    return all(come and e is mover for x in footprint.hexes_of(unit) for e in g.enemy_zoc(x, unit.side))


def _about(g: Battle, unit: Unit, h: Hex) -> bool:
    """S 7.16 Whether a unit of two hexes may face about since an enemy has come to ``h`` (S 6.44, 9.52)."""
    if not g.game.movement.reaction_about or g.deep(unit) or h not in footprint.rear(unit):
        return False
    return not any(g.charts.is_difficult(g.map.terrain_at(x), unit) for x in footprint.hexes_of(unit))


def rolls(g: Battle, unit: Unit, mover: Unit) -> bool:
    """7.14 Whether the unit rolls against its TQ for turning towards the mover (A 7.16, S 7.16)."""
    if g.game.movement.reaction_turn_roll == "foot":
        return unit.is_infantry
    return not (unit.is_cavalry and mover.is_infantry)


def may_break(g: Battle, unit: Unit, mover: Unit) -> bool:
    """7.14 Whether turning towards the mover may break the unit, by its roll or by the hits that come of it."""
    numbers = g.game.movement
    fails = 0
    if rolls(g, unit, mover):
        worst = D10[-1] + sum(m.value for m in cohesion.modifiers(g, unit))
        over = worst - (cohesion.tq(g, unit) - _haste(g, unit, mover))
        if numbers.reaction_turn_routs and over > 0:
            return True
        if numbers.reaction_turn_fails:
            fails = int(over > 0)
        elif not numbers.reaction_turn_routs:
            fails = max(numbers.reaction_turn_least, over)
    if g.stacked(unit):
        fails = next((n for u, n in stack.shared(fails, g.ranks(unit), "front") if u is unit), fails)
    return cohesion.may_break(g, unit, unit.hits + _ground_hits(g, unit) + fails)


def _certain_hits(g: Battle, unit: Unit, mover: Unit) -> int:
    least = 0 if g.game.movement.reaction_turn_fails else g.game.movement.reaction_turn_least
    return _ground_hits(g, unit) + (least if rolls(g, unit, mover) else 0)


def _ground_hits(g: Battle, unit: Unit) -> int:
    """7.13 Hits of the ground for turning in reaction."""
    return 0 if g.game.movement.reaction_turn_free else g.charts.turn_cost(g.map, unit, unit.at, 1).hits


def _item(g: Battle, unit: Unit, mover: Unit, h: Hex) -> Item:
    hits = _certain_hits(g, unit, mover)
    stake = _stake(g, unit, mover)
    safe = stake is None or stake.chance == 1
    facings = _turns(unit)
    # G 6.21 A skirmisher's Flank is its ZOC too.
    flank_counts = g.game.movement.reaction_turn_to_flank or unit.troop.zone != "front"
    towards = _better(unit, h, facings, flank_counts=flank_counts)
    tq, least = cohesion.tq(g, unit), g.game.movement.reaction_turn_least
    note = None
    if stake is None and rolls(g, unit, mover):
        note = Text("then a roll against TQ {tq}, {n:hit|hits} at least", tq=tq, n=least)
    choices = [
        Choice(
            key,
            _told(unit, mover, h, key, f),
            unit=unit.id,
            hex=unit.at,
            facing=f,
            hits=hits,
            note=note,
            chance=None if safe or stake is None else stake.chance,
            risk=None if safe else stake,
            lean=(4.0 if key == towards else 0.2) / (1 + 2 * hits) * (1.0 if stake is None else stake.chance**2),
        )
        for key, f in facings.items()
    ]
    seen = {"front": Text("in its Front"), "flank": Text("in its Flank"), "rear": Text("in its Rear")}
    arc = approach(unit, h) or "front"
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}, enemy {arc}", unit=unit.id, hex=show(unit.at), arc=seen[arc]),
        choices=(*choices, Choice("no", Text("Stay as it faces"), unit=unit.id, lean=2.0)),
        default_key="no",
        policy=Policy(
            POLICY.kind,
            towards or "no",
            "no",
            {
                "to-front": towards is not None and h in _ahead(unit, facings[towards]),
                "no-hits": hits == 0 and safe,
                "tq-6": cohesion.tq(g, unit) >= 6,
            },
            # Cavalry turns for nothing; where the enemy is in front, or no turn brings it there, nothing is won.
            free=(hits == 0 and safe) or towards is None,
            deed=TURN,
        ),
        why=lambda wanted: one_vertex(unit, wanted, g.case(Case.REACTION_FACING)),
    )


def _told(unit: Unit, mover: Unit, h: Hex, key: str, facing: Facing) -> Text:
    """7.14, A 7.16, S 7.16, G 6.15 A turn in words: every one is open to it, so those that don't bring the enemy into
    its Front say where it would be."""
    single = footprint.is_single(unit)
    turned = {"left": "Turn left to {f}", "right": "Turn right to {f}"}[key] if single else "Face about to {f}"
    turn = Text(turned, f=facing.name)
    there = footprint.facing(unit, facing) if single else footprint.about_face(unit).to
    arc = footprint.arc(there, h)
    if arc == "front":
        return (
            turn
            if h not in footprint.front(unit)
            else Text("{turn}: {enemy} stays in Front", turn=turn, enemy=mover.id)
        )
    where = Text("its Flank") if arc == "flank" else Text("its Rear")
    return Text("{turn}: {enemy} would be in {arc}", turn=turn, enemy=mover.id, arc=where)


def one_vertex(unit: Unit, wanted: Wanted, rule: str) -> Refusal | None:
    """7.14, 9.22 Why a unit doesn't turn as it is told to: it turns by one vertex."""
    if wanted.facing is None:
        return None
    if wanted.facing == unit.facing:
        return Refusal("{unit} faces {facing} already: no.", rule=rule, unit=unit.id, facing=facing_name(unit.facing))
    if not footprint.is_single(unit):
        return Refusal("{unit} faces about, or stays as it is.", rule=rule, unit=unit.id)
    left, right = (f.name for f in _turns(unit).values())
    return Refusal("{unit} turns by one vertex: to {left} or {right}.", rule=rule, unit=unit.id, left=left, right=right)


def _no_turn(g: Battle, unit: Unit, mover: Unit, h: Hex) -> Refusal:
    """7.14 Why a unit isn't asked whether it turns."""
    if footprint.distance_to(unit, h) != 1:
        return Refusal(
            "{mover} is not next to {unit}.", rule=g.case(Case.REACTION_FACING), mover=mover.id, unit=unit.id
        )
    if unit.id in g.orders.reaction_turned:
        return Refusal(
            "{unit} has turned in reaction in this Orders Phase.", rule=g.case(Case.REACTION_FACING), unit=unit.id
        )
    if g.orders.held_before(unit.id):  # A 7.16
        text = "{unit} was in enemy ZOC as this Orders Phase began, and doesn't turn in it."
        return Refusal(text, rule=g.case(Case.REACTION_FACING), unit=unit.id)
    others = [e for e in g.enemy_zoc(unit.at, unit.side) if e is not mover]
    if others:
        return Refusal(
            "{unit} is in the ZOC of {enemy}.", rule=g.case(Case.REACTION_FACING), unit=unit.id, enemy=others[0].id
        )
    return Refusal("{unit} can't turn in reaction as it is.", rule=g.case(Case.REACTION_FACING), unit=unit.id)


def _better(unit: Unit, h: Hex, facings: dict[str, Facing], *, flank_counts: bool) -> str | None:
    """The turn that brings the enemy into a better arc; None when it is in Front already, or none does.

    ``flank_counts``: whether the Flank is better than the Rear.
    """
    if h in footprint.front(unit):
        return None
    # A hex in the Flank is in Front after one turn towards it; one in the Rear lies on the side it is in Flank of.
    for key, f in facings.items():
        if h in _ahead(unit, f):
            return key
    if not flank_counts:
        return None
    return next((key for key, f in facings.items() if h not in _ahead(unit, f.turned(6))), None)


def _ahead(unit: Unit, facing: Facing) -> tuple[Hex, ...]:
    """Its Front hexes if it faced so."""
    return footprint.front(
        footprint.facing(unit, facing) if footprint.is_single(unit) else footprint.about_face(unit).to
    )


def _place(unit: Unit, mover: Unit, at: Hex | None) -> Hex:
    """Where the mover is for one it has come next to: of its hexes the nearer, unless it is to be ``at`` another."""
    if at is not None or footprint.is_single(mover) or not mover.on_map or not unit.on_map:
        return mover.at if at is None else at
    return footprint.nearest(mover, unit)[0]


async def reaction_facing(
    g: Battle,
    mover: Unit,
    *,
    at: Hex | None = None,
    only: Iterable[Unit] | None = None,
    ahead: Stand | None = None,
    entering: Sequence[Hex] = (),
) -> None:
    """7.14 Reaction facing: ask every unit that may turn because ``mover`` has come next to it, and turn those that do.

    ``at`` replaces the mover's hex (8.33: the end of its rush); ``only`` limits who is asked. ``ahead`` is how the
    mover will stand and ``entering`` are the hexes it is about to enter, where units turn before it comes (G 6.15).
    """
    h = mover.at if at is None else at
    if ahead is not None:
        h = entering[0]
        near = list({e.id: e for x in entering for e in g.adjacent_enemies(x, mover.side)}.values())
    elif only is not None:
        near = list(only)
    else:
        near = g.enemies_beside(mover) if at is None else g.adjacent_enemies(h, mover.side)

    def place(unit: Unit) -> Hex:
        return _place(unit, mover, at) if ahead is None else footprint.nearest(ahead, unit)[0]

    places = {u.id: place(u) for u in near}
    units = [u for u in near if can_turn(g, u, mover, places[u.id])]
    if not units:
        return
    decision = ChooseEach(
        kind=POLICY.kind,
        side=units[0].side,
        rule=g.case(Case.REACTION_FACING),
        prompt=Text(
            "{mover} is next to you at {hex}. Who turns to face it?",
            mover=mover.id,
            hex=footprint.told(mover) if at is None else show(h),
        )
        if ahead is None
        else Text("{mover} is about to come next to you, at {hex}. Who turns to face it?", mover=mover.id, hex=show(h)),
        subject=mover.id,
        focus=(h, *(u.at for u in units)),
        items=[_item(g, u, mover, places[u.id]) for u in units],
        why=reasons.not_asked(g, units[0].side, lambda u: _no_turn(g, u, mover, place(u))),
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        if key == "no":
            continue
        unit = g.state.units[name]
        if mover.on_map and not mover.routed and can_turn(g, unit, mover, place(unit)):
            await _turn(g, unit, _turns(unit)[key], mover)
        else:
            g.emit(
                Told(
                    story=Text("{unit} can't turn any more.", unit=unit.id),
                    unit=unit.id,
                    rule=g.case(Case.REACTION_FACING),
                )
            )


def _haste(g: Battle, unit: Unit, mover: Unit) -> int:
    """7.14 What the mover's speed adds to the roll."""
    return mover.ma - unit.ma if g.game.movement.reaction_turn_speed else 0


def _stake(g: Battle, unit: Unit, mover: Unit) -> Risk | None:
    """A 7.16, G 6.15 What turning is rolled for where failing routs, or costs a hit and the turn; None in games, and
    for units, where it doesn't."""
    numbers = g.game.movement
    if not (numbers.reaction_turn_routs or numbers.reaction_turn_fails) or not rolls(g, unit, mover):
        return None
    limit = cohesion.tq(g, unit) - _haste(g, unit, mover)
    failing = Text("costs {unit} 1 hit, and it doesn't turn", unit=unit.id)
    if numbers.reaction_turn_routs:
        failing = Text("routs {unit}", unit=unit.id)
    return risk.of(_request(g, unit, mover), lambda n: n <= limit, risk.at_most(limit), failing)


def _request(g: Battle, unit: Unit, mover: Unit) -> RollRequest:
    """A 7.16, G 6.15 The roll of a unit that turns, and routs or is hit where it fails."""
    limit = cohesion.tq(g, unit) - _haste(g, unit, mover)
    stands, fails = Text("it stands"), Text("it breaks")
    if g.game.movement.reaction_turn_fails:
        stands, fails = Text("it turns"), Text("{n:hit|hits}", n=1)
    return cohesion.check_request(
        g,
        unit,
        POLICY.kind,
        _rolled_for(unit, mover),
        g.case(Case.REACTION_FACING),
        limit,
        lambda n: stands if n <= limit else fails,
        needs=_needs(g, unit, mover),
    )


def _needs(g: Battle, unit: Unit, mover: Unit) -> Text | None:
    """A 7.16, S 7.16 What the roll needs where the mover's haste counts: that isn't the unit's TQ. None: its TQ."""
    haste = _haste(g, unit, mover)
    return Text("{n} or less", n=cohesion.tq(g, unit) - haste) if haste else None


def _rolled_for(unit: Unit, mover: Unit) -> Text:
    return Text("{unit} turns towards {mover}", unit=unit.id, mover=mover.id)


async def _turn(g: Battle, unit: Unit, facing: Facing, mover: Unit) -> None:
    ground = _ground_hits(g, unit)
    g.emit(OrdersNoted(field="reaction_turned", value=unit.id, rule=g.case(Case.REACTION_FACING)))
    if g.game.movement.reaction_turn_fails:
        await _turn_if_able(g, unit, facing, mover)
        return
    if footprint.is_single(unit):
        g.emit(UnitTurned(unit=unit.id, facing=facing, how="reaction", rule=g.case(Case.REACTION_FACING)))
    else:
        about = footprint.about_face(unit)
        g.emit(pair_moved(unit, about, how="about", rule=g.case(Case.REACTION_FACING)))
    if not await cohesion.march(g, unit, ground, Text("turning in difficult terrain"), g.case(Case.FACING_HITS)):
        return
    if not rolls(g, unit, mover):
        return
    numbers, rule = g.game.movement, g.case(Case.REACTION_FACING)
    if numbers.reaction_turn_routs:
        roll = await g.roll(_request(g, unit, mover))
        if roll.total > cohesion.tq(g, unit) - _haste(g, unit, mover):
            await g.breaks.rout(g, unit)
        return
    n = await cohesion.tq_check(
        g,
        unit,
        POLICY.kind,
        _rolled_for(unit, mover),
        rule,
        minimum=numbers.reaction_turn_least,
        bonus=-_haste(g, unit, mover),
        needs=_needs(g, unit, mover),
    )
    await cohesion.spread(g, unit, n, Text("turning in reaction"), rule)


async def _turn_if_able(g: Battle, unit: Unit, facing: Facing, mover: Unit) -> None:
    """G 6.15, 11.27 It turns, all of a stack, if its roll lets it; a Column falls into line."""
    rule = g.case(Case.REACTION_FACING)
    if rolls(g, unit, mover):
        roll = await g.roll(_request(g, unit, mover))
        if roll.total > cohesion.tq(g, unit) - _haste(g, unit, mover):
            await cohesion.spread(g, unit, 1, Text("caught as it turns"), rule)
            return
    if unit.column:
        rule = g.case(Case.COLUMN_FORMING)
        g.emit(
            g.formed(
                unit=unit.id, column=False, facing=facing, reason=Text("falls into line before the enemy."), rule=rule
            )
        )
        special.call(g, Special.fell_in, unit)
        return
    g.emit(UnitTurned(unit=unit.id, facing=facing, how="reaction", rule=rule))
