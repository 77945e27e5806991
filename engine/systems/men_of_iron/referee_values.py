"""Values of units, bombards and sides a referee may set, and the events that set them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import VERTICES, Facing
from engine.kernel.referee import MOST_POINTS, Kept, Setting
from engine.kernel.text import Text
from engine.systems.men_of_iron import formations, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import WEAPONS
from engine.systems.men_of_iron.events import FormationChanged, PieceShifted, ValueSet
from engine.systems.men_of_iron.events.referee import LISTS, WORDS, Field, Piece, called
from engine.systems.men_of_iron.scenario import MEN_AT_ARMS, Formation
from engine.systems.men_of_iron.state import Marker, Unit

NO_FORMATION = "none"
HOBILARS = ("MH", "DH")

_KEPT: Kept[Field] = Kept(
    WORDS,
    flags={
        "disordered": "disordered",
        "retired": "retired",
        "out-of-missiles": "no_missiles",
        "fired": "fired",
        "acted": "acted",
        "moved": "moved",
        "shot": "shot",
        "out-of-command": "out_of_command",
    },
    numbers={"extra-points": "extra", "flight-level": "flight_level", "mp": "mp"},
)


def of_piece(g: Battle, piece: Piece) -> list[Setting]:
    """What can be set of a piece that is on the map."""
    match piece:
        case Unit():
            return list(_of_unit(g, piece)) if piece.on_map else []
        case Marker(kind="bombard", removed=False):
            return [_facing(piece.facing), _KEPT.flag("fired", piece.fired)]
        case _:
            return []


def of_side(g: Battle, side: str) -> list[Setting]:
    """What can be set of a side."""
    army = g.state.armies[side]
    return [
        _KEPT.number("extra-points", army.extra, 0, MOST_POINTS),
        _KEPT.number("flight-level", army.flight_level, 1, MOST_POINTS),
    ]


def _of_unit(g: Battle, u: Unit) -> Iterator[Setting]:
    if not u.retired:
        yield _KEPT.flag("disordered", u.disordered)
    yield _KEPT.flag("retired", u.retired)
    formation = u.formation or formations.known(g, u)
    if formation is not None and not u.retired:
        yield Setting("formation", Text("formation"), u.formation or NO_FORMATION, (NO_FORMATION, formation))
    yield _facing(u.facing)
    kinds = MEN_AT_ARMS if u.man_at_arms else HOBILARS if u.type in HOBILARS else ()
    if kinds and u.formation is None:
        yield Setting("type", WORDS["type"], u.type, tuple(kinds))
    if u.type in WEAPONS:
        yield _KEPT.flag("out-of-missiles", u.no_missiles)
    act = g.state.activation
    if act is not None and act.standard is None and act.command == u.command:
        for key in ("acted", "moved", "shot", "out-of-command"):
            yield _KEPT.flag(key, u.id in getattr(act, LISTS[_KEPT.field(key)]))
        yield _KEPT.number("mp", act.mp.get(u.id, 0), 0, reach.allowance(g, u))


def _facing(now: Facing) -> Setting:
    return Setting("facing", Text("facing"), now.name, tuple(f.name for f in VERTICES))


def put(g: Battle, name: str, key: str, value: str) -> None:
    """Emit what sets a value, one of those above, of a unit, a bombard or a side."""
    if (kept := _KEPT.read(key, value)) is not None:
        g.emit(ValueSet(piece=name, name=_name(g, name), field=kept[0], value=kept[1]))
    elif key == "facing":
        at = g.state.units[name].at if name in g.state.units else g.state.markers[name].hex
        g.emit(PieceShifted(piece=name, start=at, to=at, facing=Facing[value]))
    elif key == "formation":
        formation: Formation | None = None if value == NO_FORMATION else formations.known(g, g.state.units[name])
        g.emit(FormationChanged(unit=name, formation=formation))
    elif key == "type":
        g.emit(ValueSet(piece=name, name=_name(g, name), field="type", value=value))
    else:
        raise ValueError(f"{key} can't be set")


def _name(g: Battle, name: str) -> str:
    return g.spec(name).name if name in g.state.armies else called(g.state, name)
