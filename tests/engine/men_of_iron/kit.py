"""Small Men of Iron battles for tests: a few units on clear ground, one rule procedure, forced dice and given answers.

Sides are "a" and "b", each with one Command of the same name in capitals ("A", "B") unless units say otherwise.

>>> rig = battle(a=[unit("MM1", 1010)], b=[unit("PK1", 1210, "W")])
>>> rig.activate("A").g.act.command
'A'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex
from engine.kernel.scenario import Briefing, SpecialRule
from engine.systems.men_of_iron import command, move_fire, sequence
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import kinds as order_kinds
from engine.systems.men_of_iron.scenario import (
    CommandSpec,
    FormationSpec,
    LeaderSpec,
    MarkerSpec,
    MenOfIronScenario,
    SideSpec,
    StandardSpec,
    UnitGroup,
    UnitType,
)
from engine.systems.men_of_iron.special import Special, kinds
from engine.systems.men_of_iron.state import Activation, State, initial_state
from scenarios import load
from tests.engine import fields, rig
from tests.engine.rig import refused as refused

TYPES = get_args(UnitType)


def unit(code: str, at: Hex | None, facing: str = "E", **values: Any) -> dict[str, Any]:
    """A unit for :func:`battle`: its code begins or ends with its type ("MM1", "XPK2").

    ``command`` names another Command of its side; any state of :class:`~state.Unit` may be given ("disordered=True").
    """
    letters = code.rstrip("0123456789")
    kind = values.pop("type", None) or next(t for t in TYPES if letters.startswith(t) or letters.endswith(t))
    return {"code": code, "at": at, "facing": facing, "type": kind, **values}


def leader(name: str, at: Hex, **values: Any) -> dict[str, Any]:
    """A leader for :func:`battle`; ``command`` says whose, ``activation``, ``command_range``, ``ma``, ``king``."""
    return {"id": name, "at": at, "activation": 4, "command_range": 6, "ma": 8, **values}


def standard(name: str, at: Hex, *commands: str) -> dict[str, Any]:
    return {"id": name, "name": name, "hex": at, "commands": commands}


def special(rule_id: str, **params: Any) -> SpecialRule:
    """A special rule for :func:`battle`."""
    return SpecialRule(id=rule_id, title=rule_id, text=rule_id, params=params)


class Rig(rig.Rig):
    """A battle and the means to run single procedures on it."""

    g: Battle  # type: ignore[assignment]
    sequence = staticmethod(sequence.play)

    def __init__(self, g: Battle) -> None:
        super().__init__(g)  # type: ignore[arg-type]

    @property
    def state(self) -> State:  # type: ignore[override]
        return self.g.state

    def activate(self, name: str = "A", how: Any = "free", phase: Any = "move", **values: Any) -> Rig:
        """Put an activation of a Command under way, with command status fixed (15.2); ``values`` go into it."""
        side = self.state.commands[name].side
        self.state.activation = Activation(side=side, command=name, how=how)
        self.g.version += 1
        own = list(self.g.units(command=name))
        act = self.state.activation
        act.out_of_command = command.out_of_command(self.g, name)
        act.may_recover = [
            u.id for u in own if u.disordered and not u.retired and not self.g.adjacent_enemies(u.at, u.side)
        ]
        act.began = {u.id: u.at for u in own}
        for k, v in values.items():
            setattr(act, k, v)
        self.state.phase = phase
        self.state.chooser = side
        self.g.version += 1
        return self

    def play_by(self, *rules: Special) -> None:
        """Replace the special rules of the battle."""
        self.g.enforce(rules)

    def order(
        self, order: Answer, *, dice: Sequence[int] = (), answers: Sequence[Any] = (), defaults: Sequence[str] = ()
    ) -> None:
        """Give one order of the Move/Fire part: checked and carried out."""
        move_fire.check(self.g, order)
        self.run(order_kinds.carry_out, order, dice=dice, answers=answers, defaults=defaults)

    def refuses(self, rule: str, order: Answer) -> None:
        """The order is refused by this case."""
        with refused(rule):
            move_fire.check(self.g, order)


def battle(
    a: Sequence[dict[str, Any]] = (),
    b: Sequence[dict[str, Any]] = (),
    *,
    a_leaders: Sequence[dict[str, Any]] | None = None,
    b_leaders: Sequence[dict[str, Any]] | None = None,
    a_standards: Sequence[dict[str, Any]] = (),
    b_standards: Sequence[dict[str, Any]] = (),
    a_markers: Sequence[dict[str, Any]] = (),
    b_markers: Sequence[dict[str, Any]] = (),
    formations: Sequence[dict[str, Any]] = (),
    terrain: dict[Hex, str] | None = None,
    levels: dict[Hex, int] | None = None,
    hexsides: Sequence[tuple[Hex, Hex, str]] = (),
    rules: Sequence[SpecialRule] = (),
    cols: tuple[int, int] = (1, 28),
    rows: tuple[int, int] = (1, 22),
    levels_of_flight: tuple[int, int] = (30, 30),
    options: dict[str, bool] | None = None,
    overall: tuple[str, str] = ("A", "B"),
) -> Rig:
    """A battle in phase "free", side "a" to choose; every unit is in command of a leader with a wide range.

    Without ``a_leaders`` each Command of side "a" has a leader with its first unit ("LA" for Command "A"), with range
    30; the same for "b". ``formations`` holds :class:`FormationSpec` values and holds for both sides.
    """
    battle_map = fields.field(cols, rows, terrain, levels, hexsides, default_terrain="clear")

    def side(
        name: str,
        units: Sequence[dict[str, Any]],
        leaders: Sequence[dict[str, Any]] | None,
        standards: Sequence[dict[str, Any]],
        markers: Sequence[dict[str, Any]],
        level: int,
        chief: str,
    ) -> SideSpec:
        own: dict[str, list[dict[str, Any]]] = {name.upper(): []}
        for u in units:
            own.setdefault(u.get("command", name.upper()), []).append(u)
        for x in leaders or ():
            own.setdefault(x.get("command", name.upper()), [])
        commands = []
        for c, members in own.items():
            given = next((x for x in leaders or () if x.get("command", name.upper()) == c), None)
            at = next((u["at"] for u in members if u["at"] is not None), None)
            spec = given or leader(f"L{c}", at or battle_map.cols[0] * 100 + 1, command_range=30)
            commands.append(
                CommandSpec.model_construct(
                    id=c,
                    name=c,
                    leader=LeaderSpec.model_construct(
                        id=spec["id"],
                        name=spec["id"],
                        king=spec.get("king", False),
                        hex=spec["at"],
                        activation=spec["activation"],
                        command_range=spec["command_range"],
                        ma=spec["ma"],
                    ),
                    units=tuple(_group(u) for u in members),
                )
            )
        return SideSpec(
            id=name,
            name=name.upper(),
            adjective=name.upper(),
            flight_level=level,
            overall=chief,
            commands=tuple(commands),
            standards=tuple(StandardSpec.model_construct(**x) for x in standards),
            formations=tuple(FormationSpec.model_validate(x) for x in formations),
            markers=tuple(MarkerSpec.model_validate(x) for x in markers),
        )

    scenario = MenOfIronScenario(
        id="test",
        title="Test",
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=battle_map,
        sides=(
            side("a", a, a_leaders, a_standards, a_markers, levels_of_flight[0], overall[0]),
            side("b", b, b_leaders, b_standards, b_markers, levels_of_flight[1], overall[1]),
        ),
        special_rules=tuple(rules),
        optional_rules=tuple(r.id for r in rules if r.optional),
        first_player="a",
    )
    state = initial_state(scenario, options)
    state.phase = "free"
    for army in state.armies.values():
        army.deployed = True
    for u in (*a, *b):
        piece = state.units[u["code"]]
        for k, v in u.items():
            if k not in ("code", "at", "facing", "type", "command"):
                setattr(piece, k, v)
    return Rig(kinds.battle(state, scenario))


def the(name: str, hexes: dict[str, Hex | None] | None = None, **changes: dict[str, Any]) -> Rig:
    """A battle as set up, with pieces elsewhere (``hexes``) or in another state (``LMM1={"disordered": True}``)."""
    scenario = load(f"men-of-iron/{name}")
    assert isinstance(scenario, MenOfIronScenario)
    options = changes.pop("options", None)
    state = initial_state(scenario, options)
    for code, values in changes.items():
        piece = state.units.get(code) or state.leaders[code]
        for k, v in values.items():
            setattr(piece, k, v)
    for code, h in (hexes or {}).items():
        (state.units.get(code) or state.leaders[code]).hex = h
    return Rig(kinds.battle(state, scenario))


def _group(u: dict[str, Any]) -> UnitGroup:
    letters = u["code"].rstrip("0123456789")
    return UnitGroup.model_construct(
        code=letters,
        name=u["code"],
        type=u["type"],
        numbers=(int(u["code"][len(letters) :]),),
        hexes=(u["at"],) if u["at"] is not None else (),
        facing=Facing[u["facing"]],
        arrival=None,
        weapon=u.get("weapon"),
    )
