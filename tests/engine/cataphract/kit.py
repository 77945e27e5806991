"""Small battles for tests: a few units on open ground, one rule procedure, forced dice and given answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex
from engine.kernel.scenario import Briefing
from engine.kernel.statement import Statement
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.field import Field, scenario_of
from engine.systems.cataphract.scenario import CataphractScenario, LeaderSpec, SideSpec, UnitGroup
from engine.systems.cataphract.state import initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.chapter import Chapter, Special
from engine.systems.gboh.orders import written
from scenarios import load
from tests.engine import fields
from tests.engine.gboh.rig import Rig, refused

__all__ = ["Rig", "battle", "field", "leader", "refused", "special", "the", "tricameron", "under", "unit", "write"]

DEFAULTS: dict[str, dict[str, Any]] = {
    "HC": {"tq": 6, "size": 5, "ma": 8},
    "LN": {"tq": 6, "size": 4, "ma": 8},
    "LC": {"tq": 5, "size": 5, "ma": 9},
    "HI": {"tq": 6, "size": 7, "ma": 4},
    "MI": {"tq": 5, "size": 7, "ma": 4},
    "LI": {"tq": 4, "size": 7, "ma": 5},
    "CH": {"tq": 4, "size": 1, "ma": 2},
}


def unit(code: str, at: Hex, facing: str = "E", *, type: str | None = None, **values: Any) -> dict[str, Any]:
    """A unit for :func:`battle`: code letters begin with its type ("HC1", "LI2"); other values have defaults by type.

    State such as hits, routed or moved may be given too.
    """
    letters = code.rstrip("0123456789")
    kind = type or next(t for t in DEFAULTS if letters.startswith(t))
    return {"code": code, "at": at, "facing": facing, "type": kind, **DEFAULTS[kind], **values}


def leader(name: str, at: Hex, role: str = "OC", **values: Any) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "hex": at,
        "role": role,
        "initiative": 5,
        "command_range": 5,
        "strategy": 5 if role == "OC" else None,
        "charisma": 4,
        "personal_combat": 5,
        "line_commands": 0 if role == "CC" else 1,
        **values,
    }


_SPEC_FIELDS = set(UnitGroup.model_fields)


def tricameron(hexes: dict[str, Hex | None] | None = None, **changes: dict[str, Any]) -> Rig:
    """Tricameron as set up, with pieces elsewhere (``hexes``) or in another state (``THC1={"hits": 2}``)."""
    return the("tricameron", hexes, **changes)


def the(name: str, hexes: dict[str, Hex | None] | None = None, **changes: dict[str, Any]) -> Rig:
    """A battle as set up, with pieces elsewhere (``hexes``) or in another state (``THC1={"hits": 2}``)."""
    scenario = load(f"cataphract/{name}")
    state = initial_state(scenario)
    for name, values in changes.items():
        piece = state.units.get(name) or state.leaders[name]
        for k, v in values.items():
            setattr(piece, k, v)
    for name, h in (hexes or {}).items():
        (state.units.get(name) or state.leaders[name]).hex = h
    return Rig(Cataphract(scenario).context(state))


def battle(
    a: Sequence[dict[str, Any]] = (),
    b: Sequence[dict[str, Any]] = (),
    *,
    a_leaders: Sequence[dict[str, Any]] = (),
    b_leaders: Sequence[dict[str, Any]] = (),
    a_disciplined: bool = True,
    b_disciplined: bool = True,
    lines: Sequence[Sequence[str]] = (("HC", "HC/Cat", "LN", "LC"), ("HI", "MI"), ("LI",)),
    terrain: dict[Hex, str] | None = None,
    levels: dict[Hex, int] | None = None,
    hexsides: Sequence[tuple[Hex, Hex, str]] = (),
    cols: tuple[int, int] = (1, 40),
    rows: tuple[int, int] = (1, 40),
    options: dict[str, bool] | None = None,
    not_used: Sequence[str] = (),
) -> Rig:
    """Side "a" retreats west (column ``cols[0]``), side "b" east."""
    battle_map = fields.field(cols, rows, terrain, levels, hexsides)

    def side(
        name: str, units: Sequence[dict[str, Any]], leaders: Sequence[dict[str, Any]], disciplined: bool
    ) -> SideSpec:
        edge = cols[0] if name == "a" else cols[1]
        groups = []
        for u in units:
            letters = u["code"].rstrip("0123456789")
            spec = {k: v for k, v in u.items() if k in _SPEC_FIELDS and k not in ("code", "hexes", "numbers", "facing")}
            groups.append(
                UnitGroup.model_validate(
                    {
                        "name": u["code"],
                        "contingent": u.get("contingent", name),
                        "nationality": name,
                        **spec,
                        "code": letters,
                        "numbers": (int(u["code"][len(letters) :]),),
                        "hexes": (u["at"],) if u["at"] is not None else (),
                        "facing": u["facing"],
                        "reinforcement": u.get("reinforcement") or (None if u["at"] is not None else "later"),
                    }
                )
            )
        return SideSpec(
            id=name,
            name=name.upper(),
            adjective=name.upper(),
            withdrawal_level=50,
            disciplined=disciplined,
            retreat_edge=tuple(edge * 100 + r for r in range(rows[0], rows[1] + 1)),
            retreat_facing=Facing.W if name == "a" else Facing.E,
            lines=tuple(tuple(x) for x in lines),
            leaders=tuple(LeaderSpec.model_validate(x) for x in leaders),
            units=tuple(groups),
        )

    scenario = CataphractScenario.model_construct(
        format="hexarch-scenario/1",
        system="cataphract",
        id="test",
        title="Test",
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=battle_map,
        sides=(side("a", a, a_leaders, a_disciplined), side("b", b, b_leaders, b_disciplined)),
        special_rules=(),
        rules_not_used=tuple(not_used),
        optional_rules=("10.3",),
        turn_limit=None,
    )
    state = initial_state(scenario, options)
    for u in (*a, *b):
        piece = state.units[u["code"]]
        # 11.4 Units of a test have come from somewhere: none has the double rate of fire unless it says so.
        piece.start_hex = None
        for k, v in u.items():
            if k not in _SPEC_FIELDS and k != "at":
                setattr(piece, k, v)
        if u.get("column"):
            piece.facing = Facing[u["facing"]]
    return Rig(Cataphract(scenario).context(state))


def write(answer: Answer) -> Statement:
    """An order as written."""
    return written.write(answer, Cataphract.order_kinds())


def under(rig: Rig, *rules: Special) -> None:
    """Put other special rules in force in a battle under way."""
    g = rig.g
    chapters = [r for r in g.rules if isinstance(r, Chapter)]
    rig.g = Battle(g.state, g.scenario, g.charts, g.game, [*chapters, *rules], g.breaks)


def special(rule_id: str, **params: Any) -> dict[str, Any]:
    """A special rule for :func:`field`."""
    return {"id": rule_id, "title": rule_id, "text": rule_id, "params": params}


def field(**values: Any) -> Rig:
    """A battle written down as :class:`field.Field` has it, special rules included."""
    scenario, states = scenario_of(Field.model_validate(values))
    state = initial_state(scenario)
    for unit in state.units.values():
        unit.start_hex = None
    for name, given in states.items():
        piece = state.units.get(name) or state.leaders[name]
        for k, v in given.items():
            if k != "code":
                setattr(piece, k, v)
    return Rig(Cataphract(scenario).context(state))
