"""11.3 Uncontrolled Advance: Lines that run away with their orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Facing, distance, front, show
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, codes
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.armies import UncontrolledSet
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Leader, OrdersPhase, UncontrolledLine, Unit
from engine.systems.gboh import special
from engine.systems.gboh import state as gboh
from engine.systems.gboh.chapter import Procedure, Special
from engine.systems.gboh.cohesion import unit_order
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.events import OrdersBegan, PhaseBegan, TieSet
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import orders, reasons
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Tie
from engine.systems.gboh.turn import activation

NEARER = 2
"""11.31 Hexes a unit must have come nearer to the nearest enemy to run away with the Line."""


class Uncontrolled(Chapter):
    """11.3 Uncontrolled Advance."""

    case = "11.3"
    about = "Lines that run away with their orders"

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if g.orders.kind != "uncontrolled" and any(unit.id in x.units for x in g.state.uncontrolled):
            return Refusal("{unit} is in an Uncontrolled Line and heeds nobody.", rule="11.31", unit=unit.id)
        return None

    def driven(self, g: Battle) -> Sequence[str] | None:
        """11.31 The whole Line."""
        if g.orders.kind != "uncontrolled":
            return None
        assert g.orders.line_index is not None
        return g.state.uncontrolled[g.orders.line_index].units

    def after_elite(self, g: Battle) -> str | None:
        return "uncontrolled"

    async def conducts(self, g: Battle) -> bool:
        if g.orders.kind != "uncontrolled":
            return False
        await advance(g)
        g.emit(PhaseBegan(phase="shock"))
        return True

    def concludes(self, g: Battle, orders: gboh.OrdersPhase) -> bool:
        if not isinstance(orders, OrdersPhase) or orders.kind != "uncontrolled":
            return False
        end(g, orders)
        g.emit(PhaseBegan(phase="uncontrolled"))
        return True

    def procedure(self, phase: str) -> Procedure | None:
        return uncontrolled_phase if phase == "uncontrolled" else None

    def line_notes(self, g: Battle, leader: gboh.Leader, units: Sequence[gboh.Unit]) -> Iterator[Text]:
        if not g.uses("11.31") or all(u.is_bow or u.type == "CH" for u in units):
            return
        words = "a unit that comes {n:hex|hexes} nearer to the enemy has the Line run away next turn"
        ran = Text(words, n=NEARER)
        if not g.spec(leader.side).disciplined:
            yield ran
            return
        limit = leader.initiative
        p = percent(risk.chance(_request(g, leader), lambda n: n <= limit))
        yield Text("{ran}, unless {leader} rolls {n} or less ({p})", ran=ran, leader=leader.name, n=limit, p=p)

    async def line_ends(self, g: Battle, leader: Leader) -> None:
        await test_line(g, leader)

    def shock_fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        _let_go(g, combats)


async def test_line(g: Battle, leader: Leader) -> None:
    """11.31, 11.32 After a Line Command that brought a unit without bows at least 2 hexes nearer to the enemy."""
    under_way = g.orders.line
    assert under_way is not None
    if not g.uses("11.31"):
        return
    acted = [g.state.units[name] for name in under_way.acted]
    acted = [u for u in acted if u.on_map and not u.routed and not u.shield_wall and u.type != "CH"]
    if not any(not u.is_bow and under_way.begun[u.id] - line_composition.nearest_enemy(g, u) >= NEARER for u in acted):
        return
    if g.spec(leader.side).disciplined and (await g.roll(_request(g, leader))).total <= leader.initiative:
        return
    free = [u.id for u in acted if not any(u.id in x.units for x in g.state.uncontrolled)]
    g.emit(
        UncontrolledSet(
            lines=[*g.state.uncontrolled, UncontrolledLine(side=leader.side, units=free, turn=g.state.turn)],
            story=Text("{free}: from next turn an Uncontrolled Advance.", free=codes(free)),
            rule="11.31",
        )
    )


def _request(g: Battle, leader: gboh.Leader) -> RollRequest:
    """11.32 Whether he holds his Line in hand."""
    return RollRequest(
        purpose="line-discipline",
        side=leader.side,
        text=Text("{leader} holds his Line in hand", leader=leader.name),
        rule="11.32",
        table="command_control",
        needs=Text("{n} or less", n=leader.initiative),
        outcome=lambda n: Text("controlled") if n <= leader.initiative else Text("it will advance by itself"),
    )


def due(g: Battle) -> list[int]:
    """Indices of the Lines that advance this turn and have not yet."""
    return [
        i
        for i, x in enumerate(g.state.uncontrolled)
        if not x.done and x.turn < g.state.turn and any(g.state.units[u].on_map for u in x.units)
    ]


async def uncontrolled_phase(g: Battle) -> None:
    """S2: one Line at a time; when both sides have one, dice decide who begins, then they alternate."""
    waiting = due(g)
    if not waiting:
        if g.state.tie is not None:
            g.emit(TieSet(tie=None))
        g.emit(PhaseBegan(phase="select"))
        return
    sides = {g.state.uncontrolled[i].side for i in waiting}
    if len(sides) == 1:
        (side,) = sides
    else:
        tie = g.state.tie
        side = tie.next if tie is not None else await activation.contest(g, Text("whose Line advances first?"), "11.31")
        g.emit(TieSet(tie=Tie(initiative=-1, next=g.state.enemy(side))))
    index = await _which_line(g, [i for i in waiting if g.state.uncontrolled[i].side == side])
    g.emit(OrdersBegan(orders=OrdersPhase(side=side, kind="uncontrolled", line_index=index), rule="11.31"))


async def _which_line(g: Battle, lines: Sequence[int]) -> int:
    """Which of one side's Lines advances next, as its owner says."""
    if len(lines) == 1:
        return lines[0]
    names = {str(n): codes(g.state.uncontrolled[i].units) for n, i in enumerate(lines, 1)}
    answer = await g.ask(
        Choose(
            kind="uncontrolled-line",
            side=g.state.uncontrolled[lines[0]].side,
            rule="11.31",
            prompt=Text("Which of your Uncontrolled Lines advances first?"),
            choices=tuple(Choice(k, Text("{units}", units=units)) for k, units in names.items()),
            default_key="1",
            policy=Policy(unit_order.POLICY.kind, "1", "2", free=True),
        )
    )
    return lines[int(answer.key) - 1]


async def advance(g: Battle) -> None:
    """11.31 Every unit of the Line rushes its whole MA straight at the nearest enemy."""
    assert g.orders.line_index is not None
    units = [g.state.units[name] for name in g.state.uncontrolled[g.orders.line_index].units]
    units = [u for u in units if able(u)]
    moved = {name for r in special.having(g, Special.rush) for name in await r.rush(g, units)}
    waiting = [u for u in units if u.id not in moved]
    while waiting := [u for u in waiting if able(u)]:
        unit = await unit_order.first(g, waiting, Text("Which unit of the Line rushes next?"), "11.31")
        waiting.remove(unit)
        await _rush(g, unit)


def able(unit: Unit) -> bool:
    """Whether a unit of the Line can rush at all."""
    return unit.on_map and not unit.routed and not unit.rallied and not unit.engaged


def nearest_enemies(g: Battle, unit: Unit) -> list[gboh.Unit]:
    """11.31 The enemies the unit rushes at: those nearest to it."""
    enemies = special.nearest(g, unit)
    least = min((distance(unit.at, e.at) for e in enemies), default=0)
    return [e for e in enemies if distance(unit.at, e.at) == least]


def _rushes(g: Battle, unit: Unit, target: gboh.Unit) -> list[reach.Node]:
    """Ends of the unit's rush: as near to the target as its MA takes it, each hex nearer than the one before."""
    found: list[reach.Node] = []
    left = reach.allowance(g, unit) - unit.mp_spent
    for node in reach.search(g, unit).values():
        hexes = [unit.at, *(h for h in node.path() if not isinstance(h, Facing))]
        if node.mp > left:
            continue
        if len(hexes) > 1 and all(distance(b, target.at) < distance(a, target.at) for a, b in pairwise(hexes)):
            found.append(node)
    if not found:
        return []
    least = min(distance(n.hex, target.at) for n in found)
    nearest = [n for n in found if distance(n.hex, target.at) == least]
    ends: dict[int, reach.Node] = {}
    for n in nearest:
        ahead = any(e.hex == target.hex for e in _ahead(g, n)) or least > 1
        old = ends.get(n.hex)
        if ahead and (old is None or (n.hits, n.mp) < (old.hits, old.mp)):
            ends[n.hex] = n
    return list(ends.values()) or nearest[:1]


def _ahead(g: Battle, node: reach.Node) -> list[Unit]:
    return [u for h in front(node.hex, node.facing) if (u := g.unit_at(h)) is not None]


async def _rush(g: Battle, unit: Unit) -> None:
    """11.31 It uses its whole MA: where the enemy has given way before it (6.57) it goes on at the nearest one then."""
    while (node := await choose_rush(g, unit, rushes(g, unit))) is not None:
        spent = unit.mp_spent
        await movement.move(g, unit, orders.Move(unit=unit.id, path=node.path(), attack=True))
        if not able(unit) or unit.mp_spent == spent or g.in_enemy_zoc(unit):
            return


def rushes(g: Battle, unit: Unit) -> dict[int, reach.Node]:
    """The ways a unit may rush (11.31), by their last hex; none for one face to face with the enemy already."""
    ends: dict[int, reach.Node] = {}
    if g.in_enemy_zoc(unit) and g.enemies_in_zoc(unit):
        return ends  # it shocks where it stands
    for target in nearest_enemies(g, unit):
        for n in _rushes(g, unit, target):
            ends.setdefault(n.hex, n)
    return ends


async def choose_rush(g: Battle, unit: Unit, ends: Mapping[int, reach.Node]) -> reach.Node | None:
    """Its owner's choice among equal ways; None when there is none."""
    if not ends:
        return None
    key = show(next(iter(ends)))
    if len(ends) > 1:
        answer = await g.ask(
            Choose(
                kind="uncontrolled-move",
                side=unit.side,
                rule="11.31",
                prompt=Text("{unit} rushes at the nearest enemy. Where to?", unit=unit.id),
                subject=unit.id,
                focus=tuple(ends),
                choices=tuple(
                    Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h, mp=n.mp, hits=n.hits)
                    for h, n in ends.items()
                ),
                default_key=key,
                why=reasons.hexes(g, unit, "11.31", step=False),
            )
        )
        key = answer.key
    return ends[int(key)]


def end(g: Battle, done: OrdersPhase) -> None:
    """Units that have fought are free again; the rest stay in the Line (11.31)."""
    lines: list[UncontrolledLine] = []
    for i, x in enumerate(g.state.uncontrolled):
        units = [u for u in x.units if u not in done.shocked] if i == done.line_index else x.units
        lines.append(x.model_copy(update={"units": units, "done": x.done or i == done.line_index}))
    g.emit(UncontrolledSet(lines=[x for x in lines if x.units], rule="11.31"))


def _let_go(g: Battle, combats: Sequence[Combat]) -> None:
    """11.31 Units of an advancing Uncontrolled Line are free once they have been in a Shock, whoever caused it."""
    fought = {u.id for c in combats for u in c.units}
    lines = [
        line.model_copy(update={"units": [u for u in line.units if u not in fought]})
        if line.turn < g.state.turn
        else line
        for line in g.state.uncontrolled
    ]
    if any(len(new.units) < len(old.units) for new, old in zip(lines, g.state.uncontrolled, strict=True)):
        g.emit(UncontrolledSet(lines=lines, rule="11.31"))
