"""A 9.19, S 4.81 to 4.84 Elephant command (optional): once ordered, elephants obey who rides with them, or charge."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.kernel.decisions import Choice, ChooseEach, Item
from engine.kernel.hexes import VERTICES, Facing, Hex, front, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.elephants.horse import is_elephant
from engine.systems.gboh.events import LineBegan, LineEnded, NoteSet, OrdersBegan, OrdersEnded
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import movement, zoc
from engine.systems.gboh.movement.steps import Entering, vertices
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import segment
from engine.systems.gboh.state import Leader, LineInProgress, Unit

MOST = 2
"""Elephant Commanders a side has at most."""


class ElephantCommand(Chapter):
    """9.19 Who may order elephants after their first orders, and Elephant Commanders, who send a Line to charge."""

    case = Case.ELEPHANT_COMMAND
    about = "elephants after their first orders"
    binds_riders = False

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if not is_elephant(unit) or not _in_force(g) or not _ordered(g, unit.side) or g.state.orders is None:
            return None
        leader = g.state.leaders.get(g.orders.leader or "")
        if leader is None or leader.hex is None or _rides(g, leader):
            return None
        text = "{unit} can't be ordered: elephants have had their first orders and obey who rides with one."
        return Refusal(text, rule=g.case(Case.ELEPHANT_COMMAND), unit=unit.id)

    def bars_parting(self, g: Battle, leader: Leader, unit: Unit) -> Refusal | None:
        # Nobody rides along under a Line Command (4.34): then he is bound alone, by his post.
        if g.orders.line is not None or not is_elephant(unit) or not _in_force(g) or not _ordered(g, unit.side):
            return None
        if any(u is not unit and is_elephant(u) for u in g.standing_at(leader.at) if u.side == leader.side):
            return None
        text = "{leader} stays with an elephant he orders: {unit} goes with him alone, “& {leader}”."
        return Refusal(text, rule=g.case(Case.ELEPHANT_COMMAND), leader=leader.name, unit=unit.id)

    def post(self, g: Battle, leader: Leader) -> Collection[Hex] | None:
        """S 4.81 Who has ordered elephants because he rides with one stays with it for the whole phase."""
        now = g.state.orders
        if now is None or now.leader != leader.id or not _in_force(g) or not _ordered(g, leader.side):
            return None
        if not any(is_elephant(g.state.units[name]) for name in now.acted):
            return None
        return {h for u in g.units(leader.side) if is_elephant(u) for h in footprint.hexes_of(u)}

    def shock_over(self, g: Battle) -> None:
        side = g.orders.side
        if not _in_force(g) or _ordered(g, side) or g.orders.leader is None:
            return
        if any(is_elephant(u) and u.id in g.orders.acted for u in g.units(side)):
            g.emit(NoteSet(key=_key(g, side), value="ordered", rule=g.case(Case.ELEPHANT_COMMAND)))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if is_elephant(unit) and _in_force(g) and _ordered(g, unit.side):
            yield Fact(Text("Obeys a leader who rides with elephants alone"), g.case(Case.ELEPHANT_COMMAND))

    async def after_reload(self, g: Battle) -> None:
        """At the turn's end: where Elephant Commanders are, for the next."""
        for side in g.state.sides:
            able = [u for u in g.units(side) if is_elephant(u) and not u.routed]
            if _in_force(g) and able and _ordered(g, side):
                await _place(g, side, able)

    async def turn_start(self, g: Battle) -> None:
        """With Initiative 1 they come first."""
        for side in g.state.sides:
            for name in _placed(g, side):
                unit = g.state.units[name]
                if unit.on_map and not unit.routed:
                    await _charge(g, side, _line(g, unit))
            if _placed(g, side):
                g.emit(NoteSet(key=_key(g, side), value="ordered", rule=g.case(Case.ELEPHANT_COMMAND)))


def _in_force(g: Battle) -> bool:
    """Whether the option is on, under the number of the case or of the section it stands in (S 4.8)."""
    case = g.case(Case.ELEPHANT_COMMAND)
    return any(on and name in (case, case[:-1]) for name, on in g.state.options.items())


def _key(g: Battle, side: str) -> str:
    return f"{g.case(Case.ELEPHANT_COMMAND)} {side}"


def _ordered(g: Battle, side: str) -> bool:
    return _key(g, side) in g.state.notes


def _placed(g: Battle, side: str) -> list[str]:
    """Elephants with a commander of their own, by id."""
    return [name for name in g.state.notes.get(_key(g, side), "").split() if name in g.state.units]


def _rides(g: Battle, leader: Leader) -> bool:
    return any(is_elephant(u) for u in g.standing_at(leader.at) if u.side == leader.side)


def _line(g: Battle, unit: Unit) -> list[Unit]:
    """The Line of an elephant: all that stand one beside another from it on."""
    found = [unit]
    for u in found:
        near = [x for h in g.map.neighbours(u.at) if (x := g.friend_in(h, unit.side)) is not None and is_elephant(x)]
        found += [x for x in near if x not in found and not x.routed]
    return found


async def _place(g: Battle, side: str, able: list[Unit]) -> None:
    rule = g.case(Case.ELEPHANT_COMMAND)
    yes, no = Text("An Elephant Commander: its Line charges next turn"), Text("None")
    decision = ChooseEach(
        kind="elephant-commanders",
        side=side,
        rule=rule,
        prompt=Text("Which elephants get an Elephant Commander? {n} at most.", n=MOST),
        focus=tuple(u.at for u in able),
        items=[
            Item(
                key=u.id,
                label=Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
                choices=(Choice("no", no, unit=u.id, lean=3.0), Choice("yes", yes, unit=u.id, hex=u.at, lean=1.0)),
                default_key="no",
            )
            for u in able
        ],
        clash=lambda picks: _too_many(picks, rule),
    )
    picked = [name for name, key in decision.picked(await g.ask(decision)) if key == "yes"]
    if picked:
        g.emit(NoteSet(key=_key(g, side), value=" ".join(picked), rule=rule))


def _too_many(picks: Mapping[str, str], rule: str) -> Refusal | None:
    picked = [name for name, key in picks.items() if key == "yes"]
    if len(picked) <= MOST:
        return None
    return Refusal(
        "{n} Elephant Commanders at most, not {many}: {units}.",
        rule=rule,
        n=MOST,
        many=len(picked),
        units=", ".join(picked),
    )


# -- the charge ------------------------------------------------------------------------------------------------------


async def _charge(g: Battle, side: str, units: list[Unit]) -> None:
    """A Line Command nobody else gives: each goes as far as it can, having turned at the start alone; then Shock."""
    rule = g.case(Case.ELEPHANT_COMMAND)
    g.emit(OrdersBegan(orders=g.new_orders(side, kind="elephants"), rule=rule))
    g.emit(LineBegan(line=LineInProgress(units=[u.id for u in units]), rule=rule))
    for unit in units:
        ways = _ways(g, unit) if unit.on_map and not unit.routed else {}
        if ways:
            key = await _which(g, unit, ways)
            if key != "stay":
                await movement.move(g, unit, Move(unit=unit.id, path=ways[key]), line=True)
    await reaction.line_entry_fire(g)
    g.emit(LineEnded(rule=rule))
    await segment.shock_segment(g)
    g.emit(OrdersEnded(rule=rule))


def _ways(g: Battle, unit: Unit) -> dict[str, tuple[Hex | Facing, ...]]:
    """Paths that turn in the first hex only and go on as far as MP, enemies and ground let them, by facing and end."""
    found: dict[str, tuple[Hex | Facing, ...]] = {}
    enter = Entering.of(g, unit).price
    held = bool(zoc.holders(g, unit))
    if held and not zoc.may_leave(g, unit):
        return {}
    for facing in VERTICES:
        turn = g.charts.turn_cost(g.map, unit, unit.at, vertices(unit.facing, facing))
        if turn.mp >= unit.ma or (held and facing != unit.facing):
            continue
        start: tuple[Hex | Facing, ...] = () if facing == unit.facing else (facing,)
        left = [(unit.at, unit.ma - turn.mp, start, 0)]
        seen: set[tuple[Hex, int]] = set()
        while left:
            at, mp, path, passed = left.pop()
            onwards: list[tuple[Hex, int, tuple[Hex | Facing, ...], int]] = []
            for to in _ahead(g, at, facing):
                cost = enter(at, to, mp, passed)
                if cost is not None and (to, mp - cost[0]) not in seen:
                    seen.add((to, mp - cost[0]))
                    onwards.append((to, 0 if cost[3] else mp - cost[0], (*path, to), passed + cost[4]))
            left += onwards
            if not onwards and at != unit.at and g.unit_at(at) is None:
                found.setdefault(f"{show(at)}@{facing.name}", path)
    return found


def _ahead(g: Battle, at: Hex, facing: Facing) -> list[Hex]:
    near = g.map.neighbours(at)
    return [h for h in front(at, facing) if h in near]


async def _which(g: Battle, unit: Unit, ways: dict[str, tuple[Hex | Facing, ...]]) -> str:
    choices = [
        Choice(key, Text("{end}, {n:hex|hexes}", end=key, n=len(path)), unit=unit.id, lean=float(len(path)))
        for key, path in ways.items()
    ]
    decision = ChooseEach(
        kind="elephant-charge",
        side=unit.side,
        rule=g.case(Case.ELEPHANT_COMMAND),
        prompt=Text("{unit} charges as far as it can. Where to?", unit=unit.id),
        subject=unit.id,
        focus=(unit.at,),
        items=[
            Item(
                key=unit.id,
                label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
                choices=(*choices, Choice("stay", Text("Stay"), unit=unit.id, lean=0.5)),
                default_key="stay",
            )
        ],
    )
    return next(key for _, key in decision.picked(await g.ask(decision)))
