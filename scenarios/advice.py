"""Advice on a battle that can be played: what its author may not have meant. A battle silences it by name.

Errors keep a file from being played; advice never does. Each kind has a name, which a battle may list in its field
``silenced``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.kernel.complaints import offer
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.scenario import HexScenario
from engine.kernel.text import counted, few
from engine.systems.gboh.charts import Charts as GbohCharts
from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, SideSpec, UnitGroup
from engine.systems.men_of_iron.charts import Charts as MenOfIronCharts
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.registry import SYSTEMS
from engine.systems.simple_gboh.scenario import SimpleScenario
from scenarios import ratings, too_late
from scenarios.formats import Scenario

WIDE, HIGH = 40, 30
"""Columns and rows of a field beyond which a phone shows hardly more than colours."""

TEMPLATE = ("What led to the battle, in a paragraph.", "Unknown.")
AIM = "What the "
"""Texts of a new battle that its author is to replace, and how those for the sides begin."""

NAMES: Mapping[str, str] = {
    "arrival": "units that come, or rules that tell, only after the last turn",
    "briefing": "texts of the briefing that a new battle begins with",
    "field": "a field larger than a phone shows",
    "leader": "a leader who commands nobody, or nobody within reach",
    "level": "an army that has lost everything before it withdraws or flees",
    "one-sided": "a side that wins nearly always between computer players",
    "rating": "a rating far from all of its kind in the battles that come with Hexarch",
    "retreat": "a unit without a way to where it would rout or rally",
    "unreached": "ground that nobody can reach",
}
"""Every kind of advice, by its name."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece."""

    name: str
    """Of :data:`NAMES`."""
    text: str
    """A sentence, beginning with the place inside the file."""


def advice(scenario: Scenario) -> list[Advice]:
    """What there is to say of a battle whose file is right, without what it silences."""
    found = [Advice("briefing", t) for t in _briefing(scenario)]
    if isinstance(scenario, HexScenario):
        found += _of_field(scenario)
        found += [Advice("arrival", t) for t in too_late.problems(scenario)]
        found += [Advice("rating", t) for t in ratings.unusual(scenario)]
    kept = [a for a in found if a.name not in scenario.silenced]
    for name in scenario.silenced:
        if name not in NAMES:
            kept.append(Advice("", f"silenced: there is no advice called {name!r}" + offer(name, NAMES)))
    return kept


def one_sided(scenario: Scenario, wins: Mapping[str, int], games: int) -> list[Advice]:
    """Advice on a battle between computer players that one side has won 19 of 20 times, or more often."""
    if "one-sided" in scenario.silenced:
        return []
    names = {s.id: s.name for s in scenario.sides}
    return [
        Advice("one-sided", f"sides: the {names[s]} won {n} of {games} between computer players")
        for s, n in wins.items()
        if games >= 10 and n * 20 >= games * 19
    ]


def _briefing(scenario: Scenario) -> Iterator[str]:
    told = scenario.briefing
    texts = {"history": told.history, **{f"sides.{k}": v for k, v in told.sides.items()}, "balance": told.balance}
    unwritten = [k for k, v in texts.items() if v in TEMPLATE or (v.startswith(AIM) and v.endswith("."))]
    if unwritten:
        yield f"briefing: players read this before they choose a side; still to be written: {', '.join(unwritten)}"


# -- the field --------------------------------------------------------------------------------------------------------


def _of_field(scenario: HexScenario) -> Iterator[Advice]:
    field = scenario.map
    cols, rows = field.cols[1] - field.cols[0] + 1, field.rows[1] - field.rows[0] + 1
    if cols > WIDE or rows > HIGH:
        yield Advice("field", f"map: {cols} by {rows} hexes are more than a phone shows: {WIDE} by {HIGH} can be read")
    ground = _Ground(scenario)
    if isinstance(scenario, GbohScenario):
        starts = {h for s in scenario.sides for g in s.units for h in (*g.hexes, *scenario.places(g))}
        starts |= {h for s in scenario.sides for h in s.retreat_edge}
        reached = ground.reached(starts)
        yield from _unreached(scenario, ground, reached)
        for i, side in enumerate(scenario.sides):
            yield from (Advice("retreat", t) for t in _no_retreat(side, f"sides[{i}]", ground))
            yield from (Advice("leader", t) for t in _idle(scenario, side, f"sides[{i}]"))
            yield from (Advice("level", t) for t in _level(scenario, side, f"sides[{i}]"))
    elif isinstance(scenario, MenOfIronScenario):
        reached = ground.reached({h for s in scenario.sides for g in s.units for h in g.hexes})
        yield from _unreached(scenario, ground, reached)
        yield from _men_of_iron(scenario, ground)


class _Ground:
    """Which hexes somebody on foot can come to."""

    def __init__(self, scenario: HexScenario) -> None:
        self.map = field = scenario.map
        self.closed: Callable[[Hex], bool]
        """Whether nobody enters a hex."""
        self.step: Callable[[Hex, Hex], Any]
        """What a step costs; None where nobody makes it."""
        if isinstance(scenario, MenOfIronScenario):
            charts = MenOfIronCharts.standard()
            self.closed = lambda h: charts.ground(field, h).impassable
            self.step = lambda a, b: charts.step_cost(field, False, a, b)
        else:
            package: Any = SYSTEMS[scenario.system].rules
            rows = GbohCharts.of(package.package)
            self.closed = lambda h: rows.is_prohibited(field.terrain_at(h))
            self.step = lambda a, b: rows.step_cost(field, None, a, b)

    def reached(self, starts: Collection[Hex]) -> set[Hex]:
        """All hexes there is a way to from any of those."""
        found = {h for h in starts if h in self.map}
        waiting = deque(sorted(found))
        while waiting:
            h = waiting.popleft()
            for n in self.map.neighbours(h):
                if n not in found and self.step(h, n) is not None:
                    found.add(n)
                    waiting.append(n)
        return found


def _unreached(scenario: HexScenario, ground: _Ground, reached: Collection[Hex]) -> Iterator[Advice]:
    """Open ground without a way to it, each kind of terrain once."""
    lost: dict[str, list[Hex]] = {}
    for h in sorted(scenario.map.hexes):
        if h not in reached and not ground.closed(h):
            lost.setdefault(scenario.map.terrain_at(h), []).append(h)
    for terrain, hexes in lost.items():
        told = few(show(h) for h in hexes)
        yield Advice("unreached", f"map: nobody can reach the {terrain} at {told}: no way leads there")


# -- armies of the GBoH family ----------------------------------------------------------------------------------------


def _no_retreat(side: SideSpec, at: str, ground: _Ground) -> Iterator[str]:
    safe: dict[tuple[Hex, ...], set[Hex]] = {}
    for j, group in enumerate(side.units):
        edge = group.retreats_to or side.retreat_edge
        if edge not in safe:
            safe[edge] = ground.reached(edge)
        lost = [h for h in group.hexes if h not in safe[edge]]
        if lost:
            where = few(show(h) for h in lost)
            here = f"{at}.units[{j}] ({group.code})"
            yield f"{here}: from {where} no way leads to its retreat edge: it is lost when it routs"


def _idle(scenario: GbohScenario, side: SideSpec, at: str) -> Iterator[str]:
    commanders = [x for x in side.leaders if x.role == "OC" and x.succeeds is None]
    if len(commanders) > 1 and not any(x.superior for x in side.leaders) and len(side.leaders) > len(commanders):
        first, *others = (x.name for x in commanders)
        yield f"{at}.leaders: everybody obeys {first}, nobody {' or '.join(others)}: superior names the OC of a leader"
    for j, leader in enumerate(side.leaders):
        here = f"{at}.leaders[{j}] ({leader.id})"
        own = [g for g in side.units if _commands(scenario, side, leader, g)]
        if not own:
            yield f"{here}: {leader.name} may command no unit of this army"
            continue
        hexes = [h for g in own for h in g.hexes]
        if leader.hex is not None and hexes:
            nearest = min(distance(leader.hex, h) for h in hexes)
            if nearest > leader.command_range:
                reach = counted(leader.command_range, "hex|hexes")
                yield f"{here}: {leader.name} commands within {reach}, and the nearest unit begins {nearest} away"


def _commands(scenario: GbohScenario, side: SideSpec, leader: LeaderSpec, group: UnitGroup) -> bool:
    """Whether a leader may ever command units of the group."""
    if isinstance(scenario, SimpleScenario):
        own = next(s for s in scenario.sides if s.id == side.id)
        led = {f.id for f in own.formations if leader.id in f.commanders}
        return leader.role == "OC" or leader.succeeds is not None or getattr(group, "formation", "") in led
    if group.commanded_by and leader.id not in group.commanded_by:
        return False
    if leader.commands and group.contingent not in leader.commands:
        return False
    return not leader.kinds or group.kind in leader.kinds or group.type in leader.kinds


def _level(scenario: GbohScenario, side: SideSpec, at: str) -> Iterator[str]:
    rules: Any = SYSTEMS[scenario.system].rules
    troops = rules.rules.troops
    most = sum(len(g.numbers) * _worth(g, troops) for g in side.units)
    if side.withdrawal_level > most:
        yield (
            f"{at}.withdrawal_level: all units of the army together are worth {most} Rout Points: it never withdraws "
            f"at {side.withdrawal_level}"
        )


def _worth(group: UnitGroup, troops: Mapping[str, Any]) -> int:
    if group.rp is not None:
        return group.rp
    troop = troops.get(group.kind)
    if troop is None:
        return group.tq
    return troop.rout_points if troop.rout_points is not None else troop.rout_factor * group.tq


# -- Men of Iron ------------------------------------------------------------------------------------------------------


def _men_of_iron(scenario: MenOfIronScenario, ground: _Ground) -> Iterator[Advice]:
    charts = MenOfIronCharts.standard()
    for i, side in enumerate(scenario.sides):
        for j, command in enumerate(side.commands):
            rally = [s.hex for s in side.standards if command.id in s.commands]
            safe = ground.reached(rally)
            for k, group in enumerate(command.units):
                here = f"sides[{i}].commands[{j}] ({command.id}).units[{k}] ({group.code})"
                lost = [h for h in group.hexes if h not in safe]
                if rally and lost:
                    where = few(show(h) for h in lost)
                    yield Advice("retreat", f"{here}: from {where} no way leads to its Standard: it can't rally")
            hexes = [h for g in command.units for h in g.hexes]
            leader = command.leader
            if hexes and (nearest := min(distance(leader.hex, h) for h in hexes)) > leader.command_range:
                reach = counted(leader.command_range, "hex|hexes")
                here = f"sides[{i}].commands[{j}] ({command.id}).leader"
                text = f"{here}: {leader.name} commands within {reach}, and the nearest unit begins {nearest} away"
                yield Advice("leader", text)
        units = [g for g in side.units]
        points = {True: charts.flight_points("man_at_arms"), False: charts.flight_points("other")}
        most = sum(len(g.numbers) * points[g.type in ("MM", "DM", "UH")] for g in units)
        if side.flight_level > most + 9:
            level = f"sides[{i}].flight_level"
            text = f"{level}: all units lost are {most} Flight Points: at {side.flight_level} it never flees"
            yield Advice("level", text)


def told(found: Iterable[Advice]) -> list[str]:
    """As lines: "advice (field): map: …"."""
    return [f"advice ({a.name}): {a.text}" if a.name else f"advice: {a.text}" for a in found]
