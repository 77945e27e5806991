"""A move as it is written, and fire without one: the path, what is shot at on the way, who goes along."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import paths
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.statement import Face, HexRef, Number, Sign, Word, echo
from engine.kernel.text import refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import column, out_of_reach, pairs, reach, together, yielding
from engine.systems.gboh.orders import manoeuvres, places
from engine.systems.gboh.orders.orders import Fire, Move
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Unit


def read(reader: Names, unit: Unit) -> Move | Fire:
    """The rest as a move of the unit, or as fire without one. Raises Refusal."""
    path: list[Hex | Facing] = []
    fire_at: str | None = None
    fire_after: int | None = None
    second: str | None = None
    attack: bool | None = None
    along = False
    form: Facing | None = None
    unit, under = _stack(reader, unit)
    while reader.tokens:
        token = reader.take()
        match token:
            case Sign(sign=">"):
                continue
            case Sign(sign="x") if fire_at is not None:
                second = reader.target().id
            case Sign(sign="x"):
                fire_at, fire_after = reader.target().id, len(path)
            case Sign(sign="&"):
                _rider(reader, unit)
                along = True
            case Number() if not footprint.is_single(unit):
                path += manoeuvres.forward(reader.g, unit, path, token.value)
            case HexRef() | Face() | Number():
                path += paths.steps(token, reader.g.map, unit, path)
            case Word() if token.text.casefold() in ("attack", "shock"):
                attack = True
            case Word() if token.text.casefold() in ("keep", "hold"):
                attack = False
            case Word() if token.text.casefold() == "form":
                form = reader.facing()
                if not path and fire_at is None:
                    return _forming(reader, unit, form)
                if form is None:
                    end = show(next((h for h in reversed(path) if not isinstance(h, Facing)), unit.at))
                    refuse("Which way does {unit} face? “{unit} > {hex} form @SIDE_NE”", unit=unit.id, hex=end)
            case Word() if (more := manoeuvres.read(reader.g, unit, path, token.text, reader.tokens)) is not None:
                path += more
            case Word() if any(k.of_unit and token.text.casefold() in k.verbs for k in special.order_kinds(reader.g)):
                refuse("“{word}” comes first: “{word} {unit}”.", word=token.text.casefold(), unit=unit.id)
            case _:
                refuse("I don't understand “{token}” in a move.", token=echo(token))
    if not path and fire_at is not None:
        return Fire(unit=unit.id, target=fire_at, second=second)
    if second is not None:
        fire.check_twice(reader.g, unit)
        refuse(
            "{unit} can't name two targets with a move; it is asked for the second.",
            rule=reader.g.case(Case.RATE_OF_FIRE),
            unit=unit.id,
        )
    if not path and form is None:
        text = "What should {unit} do? “{unit} > {hex}” moves."
        refuse(text, unit=unit.id, hex=reader.near(unit))
    if fire_after == len(path):
        fire_after = None
    move = Move(unit=unit.id, fire_at=fire_at, attack=attack, along=along, form=form, under=under)
    with together.going(reader.g, move):
        full, fire_after = _fill(reader.g, unit, path, fire_at, fire_after)
    return move.model_copy(update={"path": full, "fire_after": fire_after})


def _forming(reader: Names, unit: Unit, form: Facing | None) -> Move:
    """A change of formation by itself."""
    if form is None:
        to = f"@{next(iter(column.options(unit, unit.facing)), unit.facing).name}"
        refuse("Which way does {unit} face? “{unit} form {to}”", unit=unit.id, to=to)
    return reader.last(Move(unit=unit.id, form=form))


def _rider(reader: Names, unit: Unit) -> None:
    """4.23 Who rides along: the leader who gives the order; where nobody does one who is with the unit (G 4.31).

    Whether he can is looked at with the order itself.
    """
    if reader.word() == "leader":
        reader.take()
        return
    rider, rule = reader.piece(reader.side), reader.g.case(Case.LEADER_WITH_UNIT)
    if isinstance(rider, Unit):
        text = "{other} doesn't go along with {unit}: only a leader may, and a unit has an order of its own."
        refuse(text, rule=rule, other=rider.id, unit=unit.id)
    giver = reader.g.state.orders.leader if reader.g.led and reader.g.state.orders is not None else None
    if giver is not None and rider.id != giver:
        text = "{leader} doesn't go along with {unit}: only {giver} may, who gives the order."
        refuse(text, rule=rule, leader=rider.name, unit=unit.id, giver=reader.g.state.leaders[giver].name)
    if not reader.g.led and rider not in reader.g.leaders_with(unit):
        refuse("{leader} isn't with {unit}.", rule=rule, leader=rider.name, unit=unit.id)


def _stack(reader: Names, unit: Unit) -> tuple[Unit, str | None]:
    """S 6.64 The upper of a stack named with the other, "HA1+HA2", and that one's id; else the unit and None.

    The sign and the second name are taken. Of double depth, which always goes as one, both may be named too.
    """
    if not (reader.tokens and reader.tokens[0] == Sign("&")):
        return unit, None
    if reader.g.deep(unit):
        return _double(reader, unit), None
    if not reader.g.stacked(unit):
        return unit, None
    reader.take()
    other, (top, under) = reader.unit(), reader.g.ranks(unit)
    if other is unit or other not in (top, under):
        text = "{unit} and {other} stand in no stack."
        refuse(text, rule=reader.g.case(Case.STACK_ORDERS), unit=unit.id, other=other.id)
    return top, under.id


def _double(reader: Names, unit: Unit) -> Unit:
    """A 9.62 The upper of a double depth whose other unit is named after the sign; both are taken then."""
    ahead = reader.tokens[1] if len(reader.tokens) > 1 else None
    top, under = reader.g.ranks(unit)
    other = under if unit is top else top
    if not (isinstance(ahead, Word) and ahead.text.casefold() == other.id.casefold()):
        return unit
    del reader.tokens[:2]
    return top


def _fill(
    g: Battle, unit: Unit, path: list[Hex | Facing], fire_at: str | None, fire_after: int | None
) -> tuple[tuple[Hex | Facing, ...], int | None]:
    """Fill a single far destination with the cheapest way there."""
    stands = _stands(unit, path)
    if len(path) > 1 and len(stands) == len(path) - 1 and stands[-1].facing == path[-1]:
        path = path[:-1]  # it comes there facing so, and doesn't wheel
    hexes = [x for x in path if not isinstance(x, Facing)]
    if len(hexes) != 1 or isinstance(path[0], Facing) or _steps(unit, hexes[0], len(stands) >= len(path)):
        return tuple(path), fire_after
    wanted = path[1:]
    shot_between = fire_after is not None and 0 < fire_after < len(path)
    ends = list(reach.search(g, unit).values())
    if not any(hexes[0] in places.hexes(unit, n) for n in ends):
        ends = yielding.search(g, unit, hexes[0], target=fire_at if fire_after == 0 else None)
    nodes = [n for n in ends if n.hex == hexes[0]]
    if not footprint.is_single(unit) and not (wanted and any(n.facing == wanted[-1] for n in nodes)):
        # Of a pair its left half is meant; the other one where that can't get there, or not facing so.
        others = [n for n in ends if hexes[0] in places.hexes(unit, n)]
        nodes = [n for n in others if wanted and n.facing == wanted[-1]] or nodes or others
    if wanted and not shot_between:
        final = [n for n in nodes if n.facing == wanted[-1]]
        if nodes and not final:
            refuse(
                "{unit} can reach {hex}, but not facing {f}.",
                rule=g.case(Case.FACING_COST),
                unit=unit.id,
                hex=show(hexes[0]),
                f=getattr(wanted[-1], "name", ""),
            )
        nodes = final
    if not nodes:
        out_of_reach.refuse_far(g, unit, hexes[0])
    wheels = not footprint.is_single(unit)
    best = min(nodes, key=lambda n: (n.price, wheels and n.facing != unit.facing, n.facing))
    full = best.path()
    if shot_between:
        # It fires on arriving, and turns afterwards.
        return (*full, *wanted), len(full)
    return full, None if fire_after is None else (0 if fire_after == 0 else len(full))


def _stands(unit: Unit, path: Sequence[Hex | Facing]) -> list[footprint.Stand]:
    """How a unit of two hexes stands after each item of a way, as far as each is one step; nothing of others."""
    found: list[footprint.Stand] = []
    here = footprint.stand(unit)
    for item in () if footprint.is_single(unit) else path:
        step = pairs.named(unit, here, item)
        if step is None:
            break
        here = step.to
        found.append(here)
    return found


def _steps(unit: Unit, to: Hex, whole: bool) -> bool:
    """Whether nothing is to be filled in: a hex is one step away; of a pair the ``whole`` way is in single steps."""
    return distance(unit.at, to) <= 1 if footprint.is_single(unit) else whole
