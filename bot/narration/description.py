"""The position in words, for who doesn't see the map: how it stands, who stands where, what is beside whom, the ground.

It is told from the view alone, and knows no rule: what lies in front of a unit, at its flank or behind it goes by the
way its counter faces.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.ground import called
from engine.kernel.hexes import Facing, Hex, centre, direction, distance, flanks, front
from engine.kernel.text import Text, codes
from engine.kernel.view import CounterView, HoldingView, LeaderView, TableView
from renderer.words import particulars
from renderer.words.particulars import Piece
from renderer.words.say import Say, listed
from renderer.words.state_of_play import points

NEAR = 3
"""Hexes round a place that are told with it."""
MOST = 40
"""Hexes of one kind of ground that are listed; more are counted."""
ALL_ROUND = frozenset({"square", "schiltron"})
"""States of units that have no flanks."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the description."""

    title: str
    lines: tuple[str, ...]


def whole(table: TableView, say: Say, asked: Sequence[str] = ()) -> list[Section]:
    """Everything: the situation, each army by its commands, who is beside whom, the ground; ``asked``: whose decision
    it is, in sentences."""
    armies = [s for n in range(len(table.sides)) for s in army(table, n, say)]
    return [situation(table, say, asked), *armies, *contacts(table, say), *ground(table, say)]


def overview(table: TableView, say: Say, asked: Sequence[str] = ()) -> list[Section]:
    """The situation, each command in a line, and who is beside whom."""
    if isinstance(table.board, AreaMap):
        return whole(table, say, asked)
    found: list[Section] = []
    for n, side in enumerate(table.sides):
        lines = [_summary(table, n, units, say) for units in _commands(table, n).values()]
        found.append(Section(side.name, tuple(lines)))
    return [situation(table, say, asked), *found, *contacts(table, say)]


def _summary(table: TableView, side: int, units: Sequence[CounterView], say: Say) -> str:
    """A command in a sentence: how many, from where to where, which way, what it suffered, how near the enemy is."""
    facing = _facing(units)
    ranked = _ranked(units, facing)
    called = particulars.command(table, units[0]) or table.sides[side].name
    told = [say(Text("{n:unit|units}", n=len(units)))]
    ends = list(dict.fromkeys(_places(table, c.hexes) for c in (ranked[0], ranked[-1])))
    told.append(say(Text("from {left} to {right}", left=ends[0], right=ends[-1])) if ends[1:] else ends[0])
    told += [say(Text("facing {facing}", facing=_named(facing)))] if facing is not None else []
    if hits := sum(c.hits for c in units):
        told.append(say(Text("{n:hit|hits} in all", n=hits)))
    told += [say(Text("{n} {state}", n=k, state=particulars.word(s))) for s, k in _counted(units)]
    near = _nearest(table, units)
    if near is not None:
        told.append(say(Text("nearest enemy {n:hex|hexes} away", n=near[2])))
    return f"{called}: {', '.join(told)}."


def situation(table: TableView, say: Say, asked: Sequence[str] = ()) -> Section:
    """How it stands, in some sentences."""
    phase = say(table.outcome or table.phase)
    moment = say(Text("Turn {turn}, {phase}", turn=table.turn, phase=phase)) if table.turn else phase
    lines = [f"{moment.rstrip('.')}."]
    for n, side in enumerate(table.sides):
        own = [c for c in table.counters if c.side == n]
        told = [points(side, say), say(Text("{n:unit|units} on the map", n=len(own)))]
        told += [f"{say(what)} {value}" for what, value in side.tracks]
        states = [say(Text("{n} {state}", n=k, state=particulars.word(s))) for s, k in _counted(own)]
        told += [listed(states, say)] if states else []
        lines.append(f"{side.name}: {'; '.join(x for x in told if x)}.")
        if side.to_act:
            lines.append(say(Text("Still to act for {side}: {names}.", side=side.name, names=listed(side.to_act, say))))
    gap = _gap(table)
    if gap is not None:
        a, b, far = gap
        told = Text("The armies are in contact.") if far == 1 else Text("The armies are {n:hex|hexes} apart.", n=far)
        lines.append(f"{say(told)} {say(Text('Nearest: {a} and {b}.', a=_at(table, a), b=_at(table, b)))}")
    return Section(table.title, (*lines, *asked))


def _counted(own: Iterable[CounterView]) -> Iterator[tuple[str, int]]:
    found: dict[str, int] = defaultdict(int)
    for c in own:
        for s in ("routed", "disordered", "retired", "depleted", "engaged", "out-of-command"):
            found[s] += s in c.states
    yield from ((s, n) for s, n in found.items() if n)


def _gap(table: TableView) -> tuple[CounterView, CounterView, int] | None:
    """The two enemies who stand nearest to each other, and how far apart; None on a map of areas, or without such."""
    if isinstance(table.board, AreaMap):
        return None
    pairs = (
        (a, b, _apart(a, b)) for a in table.counters for b in table.counters if a.side < b.side and a.hexes and b.hexes
    )
    return min(pairs, key=lambda x: x[2], default=None)


def _apart(a: CounterView, b: CounterView) -> int:
    return min(distance(h, k) for h in a.hexes for k in b.hexes)


# -- armies -----------------------------------------------------------------------------------------------------------


def army(table: TableView, side: int, say: Say, band: int | None = None) -> list[Section]:
    """An army by its commands, each from left to right as it faces itself; or the command ``band`` of it alone."""
    name = table.sides[side].name
    units = {b: found for b, found in _commands(table, side).items() if band is None or b == band}
    found: list[Section] = []
    for n in units:
        called = particulars.command(table, units[n][0])
        title = f"{name}: {called}" if called and len(table.sides[side].bands) > 1 else name
        if isinstance(table.board, AreaMap):
            held = _holdings(table, side, n, say)
            found.append(Section(title, (*held, *(_line(table, c, say) for c in _read(table, units[n])))))
        else:
            found.append(Section(title, tuple(_formation(table, units[n], say))))
    if isinstance(table.board, AreaMap):
        # Powers that hold provinces without an army.
        for b, called in enumerate(table.sides[side].bands):
            if called and b not in units and band in (None, b) and (held := _holdings(table, side, b, say)):
                found.append(Section(f"{name}: {called}", tuple(held)))
    if band is None:
        found += _besides(table, side, say)
    return found


def _commands(table: TableView, side: int) -> dict[int | None, list[CounterView]]:
    """The units of an army on the map by the number of their command; those without one come last."""
    found: dict[int | None, list[CounterView]] = defaultdict(list)
    for c in table.counters:
        if c.side == side and c.hexes:
            found[particulars.band(c)].append(c)
    return {b: found[b] for b in sorted(found, key=lambda b: (b is None, b or 0))}


def _formation(table: TableView, units: Sequence[CounterView], say: Say) -> Iterator[str]:
    facing = _facing(units)
    hits = sum(c.hits for c in units)
    told = [say(Text("{n:unit|units}", n=len(units)))]
    if facing is not None and len(units) > 1:
        told.append(say(Text("from left to right, facing {facing} where nothing else is said", facing=_named(facing))))
    told += [say(Text("{n:hit|hits} in all", n=hits))] if hits else []
    yield ", ".join(told) + "."
    for c in _ranked(units, facing):
        yield _line(table, c, say, facing if len(units) > 1 else None)
    near = _nearest(table, units)
    if near is not None and near[2] > 1:
        own, enemy, far = near
        yield say(
            Text(
                "Nearest enemy: {enemy}, {n:hex|hexes} from {unit}.",
                enemy=_at(table, enemy),
                n=far,
                unit=_at(table, own),
            )
        )


def _facing(units: Iterable[CounterView]) -> Facing | None:
    """The way most of them face."""
    turned = [c.facing for c in units if c.facing is not None]
    return max(sorted(set(turned)), key=turned.count, default=None)


def _ranked(units: Iterable[CounterView], facing: Facing | None) -> list[CounterView]:
    """From left to right as they face; from left to right of the map where they face no way."""
    angle = math.radians(90 if facing is None else 30 * facing)

    def rightwards(c: CounterView) -> float:
        x, y = _middle(c)
        return round(x * math.sin(angle) + y * math.cos(angle), 3)

    return sorted(units, key=rightwards)


def _middle(c: CounterView) -> tuple[float, float]:
    found = [centre(h) for h in c.hexes]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def _nearest(table: TableView, units: Iterable[CounterView]) -> tuple[CounterView, CounterView, int] | None:
    pairs = ((a, b, _apart(a, b)) for a in units for b in table.counters if b.side != a.side and b.hexes)
    return min(pairs, key=lambda x: x[2], default=None)


def _read(table: TableView, units: Iterable[CounterView]) -> list[CounterView]:
    return sorted(units, key=lambda c: [table.board.show(p) for p in c.hexes])


def _besides(table: TableView, side: int, say: Say) -> Iterator[Section]:
    """Of an army, who and what is no unit on the map."""
    name = table.sides[side].name
    leaders = [_line(table, x, say) for x in table.leaders if x.side == side]
    if leaders:
        yield Section(say(Text("{side}: leaders", side=name)), tuple(leaders))
    markers = [_line(table, m, say) for m in table.markers if m.side == side]
    if markers:
        yield Section(say(Text("{side}: what else is on the map", side=name)), tuple(markers))
    away = [
        (say(Text("Not on the map")), [c for c in table.off_map if c.side == side]),
        (say(Text("Out of play")), [c for c in table.lost if c.side == side]),
    ]
    lines = [f"{title}: {called}." for title, found in away if (called := _called(table, found))]
    fallen = table.sides[side].fallen
    lines += [say(Text("Fallen: {names}.", names=listed(fallen, say)))] if fallen else []
    if lines:
        yield Section(say(Text("{side}: who is away", side=name)), tuple(lines))


def _called(table: TableView, units: Sequence[CounterView]) -> str:
    shown = [c for c in units if not particulars.hidden(c)]
    return ", ".join(c.name for c in shown) if isinstance(table.board, AreaMap) else codes(c.id for c in shown)


def _line(table: TableView, p: Piece, say: Say, usual: Facing | None = None) -> str:
    """One piece, after its place."""
    return f"{_places(table, particulars.hexes(p))}: {piece(table, p, say, usual)}."


def piece(table: TableView, p: Piece, say: Say, usual: Facing | None = None, *, alone: bool = False) -> str:
    """One piece: code, name, the way it faces unless that is the usual one, its states; the ground and whom it stands
    with, unless it is told ``alone``."""
    board = table.board
    if particulars.hidden(p):
        return say(particulars.name(p))
    name = p.id if p.id == p.name or isinstance(board, AreaMap) else f"{p.id} {p.name}"
    if isinstance(board, AreaMap) or isinstance(p, LeaderView):
        name = p.name
    told = [name]
    kind = say(particulars.kind(p, brief=True))
    if kind.casefold() not in p.name.casefold():
        told.append(kind)
    if isinstance(p, CounterView) and p.strength is not None:
        told.append(say(Text("{n:strength point|strength points}", n=p.strength)))
    if not isinstance(p, LeaderView) and p.facing is not None and p.facing is not usual:
        told.append(say(Text("facing {facing}", facing=_named(p.facing))))
    if isinstance(p, CounterView):
        if p.hits:
            against = (
                Text("{n:hit|hits} of {tq}", n=p.hits, tq=p.tq) if p.tq is not None else Text("{n:hit|hits}", n=p.hits)
            )
            told.append(say(against))
        if p.supply in ("low", "no"):
            told.append(say(Text("missiles low") if p.supply == "low" else Text("no missiles")))
        told += p.marks
        told += [say(Text("led by {names}", names=listed(p.led_by, say)))] if p.led_by else []
    states = [s for s in particulars.states(p) if s != "inactive"]
    told += [say(particulars.word(s)) for s in states]
    on = () if alone or isinstance(board, AreaMap) else particulars.hexes(p)
    if unusual := [h for h in on if _unusual(table, h)]:
        grounds = dict.fromkeys(say(particulars.ground(table, h)) for h in unusual)
        told.append(say(Text("on {ground}", ground="; ".join(grounds))))
    others = [] if alone or isinstance(board, AreaMap) else list(particulars.companions(table, p))
    told += [say(Text("with {names}", names=listed(others, say)))] if others else []
    return ", ".join(told)


def _unusual(table: TableView, h: Hex) -> bool:
    """Whether there is more to the ground of a hex than to most of the map."""
    m = table.map
    return m.terrain_at(h) != m.default_terrain or m.level_at(h) != m.default_level


def _places(table: TableView, places: Sequence[Place]) -> str:
    return " + ".join(table.board.show(p) for p in places)


def _at(table: TableView, c: CounterView) -> str:
    where = _places(table, c.hexes)
    return f"{c.id} ({where})" if "hidden" not in c.states else where


def _named(facing: Facing) -> str:
    return facing.name.removeprefix("SIDE_")


# -- who is beside whom -----------------------------------------------------------------------------------------------


def contacts(table: TableView, say: Say) -> list[Section]:
    """Enemies side by side: where each stands as the other one faces; and who else is in an enemy zone of control."""
    if isinstance(table.board, AreaMap):
        return []
    lines: list[str] = []
    touched: set[str] = set()
    for a in table.counters:
        for b in table.counters:
            if a.side < b.side and a.hexes and b.hexes and _apart(a, b) == 1:
                touched |= {a.id, b.id}
                seen = [x for x in (_stands(table, a, b, say), _stands(table, b, a, say)) if x]
                lines.append(f"{_at(table, a)} – {_at(table, b)}{': ' if seen else ''}{', '.join(seen)}.")
    zoned = [
        c
        for c in table.counters
        if c.id not in touched and not particulars.hidden(c) and particulars.in_enemy_zoc(table, c)
    ]
    if zoned:
        lines.append(say(Text("In an enemy zone of control besides: {units}.", units=codes(c.id for c in zoned))))
    return [Section(say(Text("In contact")), tuple(lines))] if lines else []


def _stands(table: TableView, a: CounterView, b: CounterView, say: Say) -> str:
    """Where ``b`` stands as ``a`` faces; "" where it faces no way."""
    if a.facing is None or a.states & ALL_ROUND or "hidden" in a.states:
        return ""
    ahead = {h for x in a.hexes for h in front(x, a.facing)}
    beside = {h for x in a.hexes for h in flanks(x, a.facing)}
    hidden = say(Text("a hidden unit"))
    values = {"one": hidden if particulars.hidden(b) else b.id, "other": a.id}
    if ahead & set(b.hexes):
        return say(Text("{one} in front of {other}", **values))
    if beside & set(b.hexes):
        return say(Text("{one} at the flank of {other}", **values))
    return say(Text("{one} behind {other}", **values))


# -- places -----------------------------------------------------------------------------------------------------------


def place(table: TableView, at: Place, say: Say) -> str:
    """What a place is: its ground and what lies along its sides; of an area its kind and region."""
    board = table.board
    if isinstance(board, AreaMap):
        area = board.by_place[at]
        return ", ".join(x for x in (say(KINDS[area.kind]), area.region) if x)
    sides: dict[str, list[str]] = defaultdict(list)
    for n in table.map.neighbours(at):
        for t in table.map.side(at, n):
            sides[say(called(t))].append(direction(at, n).name)
    return ", ".join([say(particulars.ground(table, at)), *(f"{t} {' '.join(d)}" for t, d in sides.items())])


def near(table: TableView, places: Sequence[Place], say: Say) -> list[Section]:
    """A place: its ground, who is there, what lies on each side, and who stands within :data:`NEAR` hexes."""
    if isinstance(table.board, AreaMap):
        return [s for p in places for s in _area(table, table.board, p, say)]
    found: list[Section] = []
    known: set[str] = set()
    for h in places:
        lines = [*(f"{x.name}." for x in table.map.places if x.hex == h), f"{say(particulars.ground(table, h))}."]
        lines += _there(table, h, say, known)
        for n in table.map.neighbours(h):
            if n in places:
                continue
            between = "".join(f", {t.replace('_', ' ')}" for t in table.map.side(h, n))
            who = " ".join(_there(table, n, say, known))
            way = direction(h, n).name
            lines.append(f"{way}, {table.board.show(n)}: {say(particulars.ground(table, n))}{between}. {who}".rstrip())
        found.append(Section(table.board.show(h), tuple(lines)))
    away = {
        c.id: min(distance(h, p) for h in c.hexes for p in places)
        for c in table.counters
        if c.hexes and c.id not in known
    }
    close = [c for c in table.counters if away.get(c.id, NEAR + 1) <= NEAR]
    if close:
        lines = [
            say(Text("{n:hex|hexes} away: {unit}", n=away[c.id], unit=_line(table, c, say)))
            for c in sorted(close, key=lambda c: away[c.id])
        ]
        found.append(Section(say(Text("Near by")), tuple(lines)))
    return found


def _there(table: TableView, place: Place, say: Say, known: set[str]) -> list[str]:
    """Who and what is in a place; who has been told of already (``known``) by code."""
    pieces: list[Piece] = [
        *(c for c in table.counters if place in c.hexes),
        *(x for x in table.leaders if x.hex == place),
        *(m for m in table.markers if m.hex == place),
    ]
    found = [f"{p.id if p.id in known else piece(table, p, say)}." for p in pieces]
    known.update(p.id for p in pieces)
    return found


def _area(table: TableView, board: AreaMap, place: Place, say: Say) -> Iterator[Section]:
    held = next((x for x in table.holdings if x.place == place), None)
    lines = [_holding(table, held, say)] if held is not None else []
    lines += _there(table, place, say, set())
    beside: dict[str, list[str]] = defaultdict(list)
    for n in board.borders_of(place):
        holding = next((x for x in table.holdings if x.place == n.place), None)
        owner = _owner(table, holding)
        here = [c.name for c in table.counters if n.place in c.hexes]
        told = ", ".join(x for x in (owner, *here) if x)
        beside[n.kind].append(f"{board.show(n.place)}{f' ({told})' if told else ''}")
    lines += [f"{say(BORDERS[kind])}: {listed(names, say)}." for kind, names in beside.items()]
    yield Section(board.show(place), tuple(lines))


KINDS = {"province": Text("province"), "sea": Text("sea"), "box": Text("box")}
BORDERS = {
    "land": Text("By land"),
    "strait": Text("Over a strait"),
    "coast": Text("By the coast"),
    "sea": Text("By sea"),
    "arrow": Text("By an arrow"),
    "box_arrow": Text("By an arrow between boxes"),
}


def _owner(table: TableView, held: HoldingView | None) -> str:
    if held is None or held.side is None:
        return ""
    side = table.sides[held.side]
    named = side.bands[held.band] if held.band is not None and held.band < len(side.bands) else ""
    return named or side.name


def _holding(table: TableView, held: HoldingView, say: Say) -> str:
    told = [_owner(table, held), *held.marks]
    told += [say(Text("worth {n}", n=held.worth))] if held.worth is not None else []
    return f"{table.board.show(held.place)}: {', '.join(x for x in told if x) or say(Text('nobody’s'))}."


def _holdings(table: TableView, side: int, band: int | None, say: Say) -> list[str]:
    """The areas a power holds: those of which there is nothing else to tell in one line, the others in one each."""
    own = [x for x in table.holdings if x.side == side and x.band == band]
    plain = [table.board.show(x.place) for x in own if not x.marks and x.worth is None]
    told = [say(Text("Holds {places}.", places=listed(plain, say)))] if plain else []
    return told + [_holding(table, x, say) for x in own if x.marks or x.worth is not None]


def ground(table: TableView, say: Say) -> list[Section]:
    """What lies on the map besides the usual ground, and where; names of places. Nothing of a map of areas: of those
    each is asked for by name."""
    if isinstance(table.board, AreaMap):
        return []
    m = table.map
    title = say(Text("The ground"))
    named = dict(table.legend)
    word = {t: say(named.get(t, called(t))) for t in (*m.types, m.default_terrain)}
    columns, rows = (f"{n:02d}" for n in m.cols), (f"{n:02d}" for n in m.rows)
    lines = [
        say(
            Text(
                "Columns {columns} from left to right, rows {rows} downwards; {ground} where nothing else is said. "
                "The top of the map is {point}.",
                columns="–".join(columns),
                rows="–".join(rows),
                ground=word[m.default_terrain],
                point=m.compass.get("UP", ""),
            )
        )
    ]
    lines += [f"{p.name}: {m.show(p.hex)}." for p in m.places]
    kinds: dict[str, list[str]] = defaultdict(list)
    for h, t in sorted(m.terrain.items()):
        if t != m.default_terrain:
            kinds[word[t]].append(m.show(h))
    for h, level in sorted(m.levels.items()):
        if level != m.default_level:
            kinds[say(Text("level {level}", level=level))].append(m.show(h))
    for f in m.hexsides:
        kinds[word[f.type]].append(f"{m.show(f.a)}/{m.show(f.b)}")
    for road in m.roads:
        kinds[word[road.type]].append("-".join(m.show(h) for h in road.hexes))
    for kind, where in kinds.items():
        more = len(where) - MOST
        told = where[:MOST] + ([say(Text("{n} more", n=more))] if more > 0 else [])
        lines.append(f"{kind[:1].upper()}{kind[1:]}: {', '.join(told)}.")
    return [Section(title, tuple(lines))]
