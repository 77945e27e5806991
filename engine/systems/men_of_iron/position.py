"""Men of Iron's position files: a battle or a field (:mod:`.field`), what is different in it, and where play stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel
from pydantic import Field as Value

from engine.kernel.complaints import unknown
from engine.kernel.hexes import Hex
from engine.kernel.model import MOST, SideId
from engine.kernel.position import BasePosition, Builder, Built, PositionForm, Spent, differences, partial, updated
from engine.systems.men_of_iron import activation, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.field import TROOPS, Field, lay_out
from engine.systems.men_of_iron.invariants import ACTIVE, broken
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.soundness import ground_problems, rule_problems
from engine.systems.men_of_iron.special import kinds
from engine.systems.men_of_iron.state import (
    Activation,
    Army,
    CommandId,
    CommandState,
    Leader,
    Marker,
    Phase,
    Standard,
    State,
    Unit,
    initial_state,
)

FIXED: tuple[Phase, ...] = ("move", "shock", "resolve", "end")
"""Phases in which the status of the activated units is fixed (15.2)."""

_Rating = Annotated[int, Value(ge=0, le=30)]


class LeaderChange(partial(Leader)):
    """What may be said of a leader."""

    activation: Annotated[int, Value(ge=0, le=9)] = 0
    command_range: _Rating = 0
    ma: Annotated[int, Value(ge=1, le=20)] = 1


class ActivationChange(partial(Activation)):
    """What may be said of an activation."""


class CommandStateChange(partial(CommandState)):
    """What may be said of a Command."""


class Position(BasePosition):
    """A position file as written."""

    system: Literal["men-of-iron"] = "men-of-iron"
    """Whose rules a field is played by."""
    field: Field | None = None
    """A small field instead of a battle."""
    phase: Phase | None = None
    active: str | None = None
    """Command, leader or Standard that is activated."""
    activation: ActivationChange = ActivationChange()
    """What has happened in that activation so far."""
    chooser: SideId | None = None
    """Side whose choice it is between activations."""
    commands: dict[CommandId, CommandStateChange] = {}
    last_command: CommandId | None = None
    seized: bool = False
    """The activations under way go back to a Seizure (4.3)."""
    passes: int = Value(0, ge=0, le=MOST)
    deeds: int = Value(0, ge=0, le=MOST)
    activations: int = Value(0, ge=0, le=MOST)
    latest: str = ""
    hedges_removed: list[tuple[Hex, Hex]] = []


WHOLE = (
    "chooser",
    "last_command",
    "seized",
    "passes",
    "deeds",
    "activations",
    "latest",
    "hedges_removed",
    "outcome",
    "winner",
    "swapped",
)
"""Fields of the state that a file gives under the same name."""

_ACTED = ("moved", "fired", "worked")
"""Of the activation: whoever is in them has acted (13.1)."""


def build(position: Position, battle: MenOfIronScenario | None) -> Built:
    """The battle and the state a position describes, with everything that is wrong in it."""
    entries = None
    if battle is None:
        laid = lay_out(position.field or Field())
        battle, entries = laid.scenario, laid.entries
    if position.title is not None:
        battle = battle.model_copy(update={"title": position.title})
    builder = _Builder(initial_state(battle, dict(position.options)), battle)
    wrong = _field_problems(battle) if entries is not None else []
    builder.known_ground = not wrong
    builder.described(position, entries, wrong)
    builder.clear(position.remove, position.only)
    builder.sequence(position)
    builder.accounts(position)
    builder.sound()
    return Built(battle, builder.state, tuple(builder.problems))


def _field_problems(battle: MenOfIronScenario) -> list[str]:
    found = [
        *battle.map.problems(),
        *ground_problems(battle),
        *battle.rule_problems(),
        *rule_problems(battle),
    ]
    if battle.first_player not in {s.id for s in battle.sides}:
        found.append(f"first_player: {unknown(battle.first_player, [s.id for s in battle.sides])}")
    return [p.removeprefix("map.") for p in found]


class _Builder(Builder[State, MenOfIronScenario]):
    """Puts a Men of Iron state together."""

    known_ground = True
    """Nothing is wrong with the ground of a field, so what goes by it can be reckoned."""

    def table(self, name: str) -> dict[str, Any] | None:
        """Where a piece is kept."""
        state = self.state
        tables: tuple[dict[str, Any], ...] = (state.units, state.leaders, state.standards, state.markers)
        return next((t for t in tables if name in t), None)

    def exists(self, name: str) -> bool:
        return self.table(name) is not None

    def everybody(self) -> list[str]:
        state = self.state
        return [*state.units, *state.leaders, *state.standards, *state.markers]

    def piece(self, name: str, values: Mapping[str, Any], where: str) -> None:
        """Change a unit, a leader, a Standard or a marker; a Replacement Leader is new (15.6)."""
        table = self.table(name)
        if table is None and values.get("replacement") is True:
            self._replacement(name, values, where)
            return
        if table is None:
            self.known(name, where, "unit, leader, Standard or marker", self.everybody())
            return
        old = table[name]
        given = {k: v for k, v in values.items() if k != "code" or v != name}
        new = updated(old, given, where, self.problems, LeaderChange if isinstance(old, Leader) else None)
        if isinstance(new, Unit) and given.get("retired") is True and "disordered" not in given:
            new.disordered = True  # 12.4
        if (getattr(new, "eliminated", False) or getattr(new, "lost", False)) and isinstance(new, Unit | Leader):
            new.hex = None if "hex" not in given else new.hex
        table[name] = new

    def _replacement(self, name: str, values: Mapping[str, Any], where: str) -> None:
        command = values.get("command")
        if not isinstance(command, str) or command not in self.state.commands:
            self.problems.append(f"{where}.command: a Replacement Leader leads a Command: {self._commands()}")
            return
        value = Charts.standard().replacement
        of = self.state.commands[command]
        new = Leader(
            id=name,
            name=f"Replacement Leader of {of.name}",
            side=of.side,
            command=command,
            activation=value("activation"),
            command_range=value("command_range"),
            ma=value("ma"),
            replacement=True,
        )
        self.state.leaders[name] = updated(new, values, where, self.problems, LeaderChange)
        of.leader = name

    def _commands(self) -> str:
        return ", ".join(self.state.commands)

    def clear(self, remove: tuple[str, ...], only: tuple[str, ...]) -> None:
        """Take pieces off the table as if they had left before it began: nobody scores for them."""
        state = self.state
        for where, names in (("remove", remove), ("only", only)):
            for i, name in enumerate(names):
                self.known(name, f"{where}[{i}]", "unit, leader, Standard or marker", self.everybody())
        pieces: dict[str, Unit | Leader] = {**state.units, **state.leaders}
        for name, piece in pieces.items():
            if name in remove or (only and name not in only):
                piece.hex, piece.departed = None, True
                if isinstance(piece, Unit):
                    piece.formation = None
        for name in remove:
            state.standards.pop(name, None)
            state.markers.pop(name, None)

    def sequence(self, position: Position) -> None:
        """Where play stands: the phase, whose activation or choice it is, and what has happened in it."""
        state = self.state
        given = position.activation.model_dump(exclude_unset=True)
        state.phase = position.phase or self._usual_phase(position)
        said = {k: getattr(position, k) for k in WHOLE if k in position.model_fields_set}
        if said.get("chooser") is None:
            said.pop("chooser", None)
        state.notes = {**state.notes, **position.notes}
        if state.phase != "setup":
            for army in state.armies.values():
                army.deployed = True
        if position.active is not None and state.phase in ACTIVE:
            self._activate(position.active, given)
        elif position.active is not None:
            self.problems.append(f'active: nobody is active in phase "{state.phase}"')
        elif state.phase in ACTIVE:
            self.problems.append(f'phase: "{state.phase}" needs "active": the Command or Standard that is activated')
            state.phase = "free"
        elif given:
            self.problems.append('activation: nobody is activated; name the Command under "active"')
        self.whole(said)

    def _usual_phase(self, position: Position) -> Phase:
        if position.active is None:
            return "free"
        return "begin" if position.active in self.state.standards else "move"

    def _activate(self, name: str, given: Mapping[str, Any]) -> None:
        state = self.state
        standard = name if name in state.standards else None
        g = self._battle()
        if standard is not None:
            command = activation.owner(g, state.standards[standard])
        elif name in state.commands:
            command = name
        elif name in state.leaders:
            command = state.leaders[name].command
        else:
            there = dict.fromkeys([*state.commands, *state.leaders, *state.standards])
            self.known(name, "active", "Command, leader or Standard", list(there))
            state.phase = "free"
            return
        side = state.commands[command].side
        begun = Activation(side=side, command=command, standard=standard, how="free")
        act = Activation.model_validate({**begun.model_dump(), **given})
        state.activation, state.chooser, state.latest = act, side, name if standard else command
        state.seized = act.how == "seizure"
        judged = self.known_ground and act.standard is None and state.phase in FIXED
        if judged and not any(self._off(u) for u in g.units(command=command)):
            now = activation.status(g, command)
            for field in ("out_of_command", "may_recover", "began"):
                if field not in given:
                    setattr(act, field, getattr(now, field))
        if "acted" not in given:
            named = dict.fromkeys(u for field in _ACTED for u in getattr(act, field))
            act.acted = [u for u in named if u in state.units or u in state.markers]
        if "orders_given" not in given:
            act.orders_given = bool(act.acted)

    def _battle(self) -> Battle:
        """The battle as it stands, without special rules that don't exist: those are told of already."""
        known = tuple(r for r in self.scenario.special_rules if r.id in kinds.KINDS)
        return kinds.battle(self.state, self.scenario.model_copy(update={"special_rules": known}))

    def _off(self, unit: Unit) -> bool:
        return unit.hex not in self.scenario.map

    def accounts(self, position: Position) -> None:
        """What is different of armies and Commands."""
        state = self.state
        for side, values in position.sides.items():
            if self.known(side, f"sides.{side}", "side", state.armies):
                state.armies[side] = updated(state.armies[side], values, f"sides.{side}", self.problems)
        for name, change in position.commands.items():
            if self.known(name, f"commands.{name}", "Command", state.commands):
                values = change.model_dump(exclude_unset=True)
                state.commands[name] = updated(state.commands[name], values, f"commands.{name}", self.problems)

    def sound(self) -> None:
        """Names of things that don't exist, and whatever can't be."""
        state = self.state
        names = {
            "unit": state.units,
            "leader": state.leaders,
            "side": state.armies,
            "command": state.commands,
            "standard": state.standards,
            "marker": state.markers,
        }
        before = len(self.problems)
        tables = {"units": "", "leaders": "", "standards": "", "markers": ""}
        self.check(names, tables)
        if len(self.problems) == before and state.phase != "over" and self.known_ground:
            self.problems += broken(self._battle(), at_rest=True)


def write(base: State, state: State) -> dict[str, Any]:
    """What a position file says of ``state``, which ``base`` alone begins with."""
    found: dict[str, Any] = {"phase": state.phase}
    act = state.activation
    if act is not None:
        found["active"] = act.standard or act.command
        begun = Activation(side=act.side, command=act.command, how=act.how)
        found["activation"] = differences(
            begun, act, ("how", "out_of_command", "may_recover", "began", "acted", "orders_given")
        )
    fresh = State(armies={}, commands={}, units={}, leaders={}, chooser="")
    whole = differences(fresh, state, ("chooser", "latest", "last_command", *(("seized",) if act is not None else ())))
    found |= {k: whole[k] for k in WHOLE if k in whole}
    if state.notes != base.notes:
        found["notes"] = dict(state.notes)
    found["sides"] = _changed(base.armies, state.armies, ("deployed",))
    found["commands"] = _changed(base.commands, state.commands)
    found["changes"] = {
        **_changed(base.units, state.units),
        **_changed(base.leaders, state.leaders),
        **_changed(base.standards, state.standards),
        **_changed(base.markers, state.markers),
    }
    gone = [k for k in (*base.standards, *base.markers) if k not in state.standards and k not in state.markers]
    if gone:
        found["remove"] = gone
    return found


def _changed(
    base: Mapping[str, BaseModel], now: Mapping[str, BaseModel], always: tuple[str, ...] = ()
) -> dict[str, Any]:
    told: dict[str, dict[str, Any]] = {}
    for name, x in now.items():
        before = base.get(name)
        more = always
        if before is None or getattr(x, "eliminated", False) or getattr(x, "lost", False):
            more = (*always, *(f for f in ("hex", "disordered") if f in type(x).model_fields))
        elif getattr(x, "retired", False):
            more = (*always, "disordered")
        told[name] = {k: v for k, v in differences(before, x, more).items() if k != "id"}
    return {k: v for k, v in told.items() if v}


def spent(g: Battle, events: Sequence[Any], before: Battle) -> Iterator[Spent]:
    """5.1, 15.2 Who has moved, and what he has spent of what he has in this activation."""
    act = g.state.activation
    named = [getattr(e, "unit", None) or getattr(e, "leader", None) for e in events]
    for name in dict.fromkeys(n for n in named if isinstance(n, str)):
        if act is None or name not in act.mp:
            continue
        used = act.mp[name]
        if name in g.state.units and g.state.units[name].on_map:
            unit = g.state.units[name]
            # 7.2 It has stopped already where it entered enemy ZOC, though it may still be shot at.
            over = name in act.moved or reach.Mover(g, unit, first=False).start.stops
            # Who became Disordered or lost his horse on the way had more to spend than he has now.
            yield Spent(name, used, max(used, reach.allowance(g, unit)), "5.1", over=over)
        elif name in g.state.leaders:
            yield Spent(name, used, g.state.leaders[name].ma, "15.2")


FORM = PositionForm(
    Position,
    build,
    write,
    spent,
    TROOPS,
    {
        "unit": partial(Unit),
        "leader": LeaderChange,
        "standard": partial(Standard),
        "marker": partial(Marker),
        "side": partial(Army),
    },
)
"""How Men of Iron's positions are written."""
