"""4.32 Line composition: which units are linked into a Line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.hexes import Hex, adjacent, distance, neighbours
from engine.kernel.text import Text, either, few, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command, dressing, gathering
from engine.systems.gboh.command.bonds import Bond, Link, lines_of
from engine.systems.gboh.command.bonds import components as components
from engine.systems.gboh.scenario import LineSpec
from engine.systems.gboh.state import Leader, Unit


def groups(g: Battle, unit: Unit) -> list[LineSpec]:
    """The rows of the side's Line Command table that admit the unit."""
    return [row for row in g.spec(unit.side).lines if admits(row, unit)]


def admits(row: LineSpec, unit: Unit) -> bool:
    """Whether a row of the Line Command table admits the unit."""
    return row.admits(unit.kind, unit.contingent)


def side_by_side(a: Unit, b: Unit) -> bool:
    """Each stands in a Flank hex of the other, one half of a pair at least. Columns never do."""
    if a.column or b.column:
        return False
    return _touches(footprint.flanks(b), a) and _touches(footprint.flanks(a), b)


def front_to_rear(a: Unit, b: Unit) -> bool:
    """One stands in a Front hex of the other, which stands in a Rear hex of the first."""

    def behind(x: Unit, y: Unit) -> bool:
        return _touches(footprint.front(x), y) and _touches(footprint.rear(y), x)

    return behind(a, b) or behind(b, a)


def _touches(hexes: Collection[Hex], unit: Unit) -> bool:
    return unit.hex in hexes if footprint.is_single(unit) else any(h in hexes for h in footprint.hexes_of(unit))


def spaced(g: Battle, members: Sequence[Unit], gap: int) -> Link:
    """Adjacent, or (``gap`` 1) one hex apart with a hex between that nobody but ``members`` holds: one such is enough.

    ``members``: all who can be in the Line.
    """
    eligible = {u.id for u in members}

    def linked(a: Unit, b: Unit) -> bool:
        d = distance(a.at, b.at)
        if d == 1:
            return True
        if d != 2 or not gap:
            return False
        for h in neighbours(a.at):
            if adjacent(h, b.at):
                held = g.unit_at(h)
                if held is None or held.id in eligible:
                    return True
        return False

    return Bond(2, linked)


def lines(g: Battle, leader: Leader) -> list[list[Unit]]:
    """Every Line the leader could command now, largest possible, each in roster order. Single units are Lines too."""
    return g.derived(("lines", leader.id), lambda: _lines(g, leader, None))


def lines_with(g: Battle, leader: Leader, unit: Unit) -> list[list[Unit]]:
    """Those of :func:`lines` that have the unit."""
    return g.derived(("lines", leader.id, unit.id), lambda: _lines(g, leader, unit))


def _lines(g: Battle, leader: Leader, only: Unit | None) -> list[list[Unit]]:
    """All Lines, or those that have one unit."""
    found: list[list[Unit]] = []
    named: set[tuple[str, ...]] = set()
    order = {u: i for i, u in enumerate(g.state.units)}

    def note(group: list[Unit]) -> None:
        name = tuple(u.id for u in group)
        if name not in named and (only is None or only.id in name):
            named.add(name)
            found.append(group)

    candidates = [
        u for u in g.units(leader.side) if not u.routed and not special.first(g, Special.other_line, leader, u)
    ]
    for row in g.spec(leader.side).lines:
        if gathering.is_closed(g, row, leader):
            continue
        if only is not None and not (admits(row, only) and _within(g, leader, row, only)):
            continue
        admitted = [u for u in candidates if admits(row, u)]
        members = [u for u in admitted if _within(g, leader, row, u)]
        for company in _companies(g, leader, members):
            if only is not None and all(u is not only for u in company):
                continue
            if not gathering.seen_close(g, leader, company):
                continue  # none of them, so no Line of some of them
            for link in links(g, row, company, leader):
                for group in lines_of(g, company, link, only):
                    if gathering.seen_close(g, leader, group):
                        group.sort(key=lambda u: order[u.id])
                        note(group)
    for group in special.told(g, Special.free_lines, leader):
        note(group)
    return _largest(found) if g.game.command.lines_dressed else found


def _largest(found: list[list[Unit]]) -> list[list[Unit]]:
    """Without those that are parts of others: who may command all of a Line may command any of it."""
    named = [frozenset(u.id for u in x) for x in found]
    return [x for x, own in zip(found, named, strict=True) if not any(own < other for other in named)]


def is_free(g: Battle, leader: Leader, units: Collection[str]) -> bool:
    """4.33 Whether a rule of the battle gives the leader these units as a Line, without anybody's leave."""
    return bool(units) and any(
        set(units) <= {u.id for u in group} for group in special.told(g, Special.free_lines, leader)
    )


def reach(row: LineSpec, unit: Unit) -> int:
    """4.32 Command Ranges within which a unit of the row must be."""
    return row.cavalry_reach if unit.is_cavalry else row.foot_reach


def _within(g: Battle, leader: Leader, row: LineSpec, unit: Unit) -> bool:
    """4.32 Whether the unit stands near enough to its leader to be in a Line of his."""
    if gathering.gathers(g, unit):  # A 4.33
        return command.in_command(g, leader, unit, gathering.half_range(leader))
    if g.game.command.lines_near is not None:  # A 4.33: length and Command Range don't matter
        return command.commandable(leader, unit, "line") and not command.other_arm(g, leader, unit, "line")
    return command.in_command(g, leader, unit, reach(row, unit) * leader.command_range, by="line")


def _companies(g: Battle, leader: Leader, members: Sequence[Unit]) -> list[list[Unit]]:
    """Those who can be in one Line at all: everybody, or each type by itself where the leader commands one only.

    Types that keep to themselves, and horse that gathers, are never in one Line with others (A 4.33).
    """

    def company(u: Unit) -> tuple[str, bool]:
        alone = leader.one_kind or u.troop.keeps_to_itself
        return u.type if alone else "", gathering.gathers(g, u)

    return [[u for u in members if company(u) == kind] for kind in dict.fromkeys(map(company, members))]


def links(g: Battle, row: LineSpec, members: Sequence[Unit], leader: Leader) -> list[Link]:
    """4.32, table:line_composition Line composition.

    What can bind the members of a row into a Line; foot has two ways, and a Line keeps to one of them.

    Horse and foot of one row are linked as horse is, whichever of them looks at the other.
    """
    if members and gathering.gathers(g, members[0]):
        return [lambda a, b: True]
    if g.game.command.lines_dressed:
        return dressing.links(g, row, members, leader)
    if g.game.command.lines_near is not None:
        return [Bond(1, side_by_side, ("side by side", 1)), Bond(1, front_to_rear, ("front to rear", 1))]
    mounted = spaced(g, members, row.cavalry_gap)

    def of(on_foot: Link) -> Link:
        return Bond(2, lambda a, b: mounted(a, b) if a.is_cavalry or b.is_cavalry else on_foot(a, b))

    if not any(u.is_infantry for u in members):
        return [mounted]
    if row.foot_gap is None:
        return [of(side_by_side), of(front_to_rear)]
    open_order = spaced(g, members, row.foot_gap)
    return [of(lambda a, b: front_to_rear(a, b) if a.column or b.column else open_order(a, b))]


def standing(g: Battle, row: LineSpec, members: Sequence[Unit]) -> list[list[Unit]]:
    """S 4.24 The Lines members of a row stand in, whoever commands them."""
    return [group for link in dressing.dressed(g, row, members) for group in lines_of(g, members, link)]


def cavalry_line(g: Battle, unit: Unit) -> list[Unit]:
    """6.58 The cavalry Line a unit stands in, whoever commands it; just the unit when it has no companions."""
    if not unit.is_cavalry:
        return [unit]
    if g.game.command.horse_gathers:
        return gathering.cavalry_line(g, unit)
    best = [unit]
    for row in groups(g, unit):
        members = [u for u in g.units(unit.side) if admits(row, u) and u.is_cavalry and not u.routed]
        if g.game.command.lines_dressed:
            found = _near_leaders(g, unit, row, members)
        else:
            found = components(members, spaced(g, members, row.cavalry_gap))
        for group in found:
            if unit in group and len(group) > len(best):
                best = group
    return best


def _near_leaders(g: Battle, unit: Unit, row: LineSpec, members: Sequence[Unit]) -> Iterator[list[Unit]]:
    """S 6.57 Lines of a row of which a unit stands close to a leader who may command it."""
    for leader in g.leaders(unit.side):
        his = [u for u in members if command.commandable(leader, u, "line")]
        if gathering.is_closed(g, row, leader) or unit not in his:
            continue
        for link in links(g, row, his, leader):
            for group in lines_of(g, his, link):
                if any(footprint.distance_to(u, leader.at) <= gathering.CLOSE for u in group):
                    yield group


def check_line(g: Battle, leader: Leader, units: Sequence[Unit]) -> None:
    """Refuse a Line Command to units that don't stand in one Line within reach (4.32)."""
    if is_free(g, leader, [u.id for u in units]):
        return
    for u in units:
        if u.routed:
            refuse("{unit} is routed and in no Line.", rule=g.case(Case.LINE_COMPOSITION), unit=u.id)
        if why := special.first(g, Special.other_line, leader, u):
            refuse(
                "{unit} is in no Line of {leader}'s: {why}.",
                rule=g.case(Case.LINE_COMPOSITION),
                unit=u.id,
                leader=leader.name,
                why=why,
            )
        command.check_commandable(g, leader, u, Case.LINE_COMPOSITION, "line")
        if g.game.command.lines_near is not None:
            gathering.check(g, leader, u, groups(g, u))
            continue
        ranges = max((reach(row, u) for row in groups(g, u)), default=2)
        if not command.in_command(g, leader, u, ranges * leader.command_range, by="line"):
            refuse(
                "{unit} is beyond {leader}'s Command Range ({radius}), or enemies block the way."
                if ranges == 1
                else "{unit} is beyond twice {leader}'s Command Range ({radius}), or enemies block the way.",
                rule=g.case(Case.LINE_COMPOSITION),
                unit=u.id,
                leader=leader.name,
                radius=ranges * leader.command_range,
            )
    named = {u.id for u in units}
    if any(named <= {u.id for u in group} for group in lines_with(g, leader, units[0])):
        return
    rows = g.spec(leader.side).lines
    common = next((row for row in rows if all(admits(row, u) for u in units)), None)
    if common is None:
        refuse(
            "{units} can't form one Line: a Line here is {rows}.",
            rule=g.case(Case.LINE_COMPOSITION),
            units=few(u.id for u in units),
            rows=either(_words(r) for r in rows),
        )
    if any(u.troop.keeps_to_itself for u in units) and len({u.type for u in units}) > 1:
        refuse(
            "{kind} form a Line of their own only.",
            rule=g.case(Case.LINE_COMPOSITION),
            kind=next(u.troop.name for u in units if u.troop.keeps_to_itself),
        )
    if leader.one_kind and len({u.type for u in units}) > 1:
        refuse(
            "{leader} commands one type of unit only in an Orders Phase.",
            rule=g.case(Case.ONE_KIND),
            leader=leader.name,
        )
    gathering.check_seen(g, leader, units, _linked(g, leader, common, units))
    best = max((named & {u.id for u in group} for group in lines(g, leader)), key=len, default=set[str]())
    refuse(
        "{apart} can't be linked into one Line with {units}: {spacing}.",
        rule=g.case(Case.LINE_COMPOSITION),
        apart=few(u.id for u in units if u.id not in best),
        units=few(u.id for u in units if u.id in best) or "any other",
        spacing=_spacing(g, common, units),
    )


def _linked(g: Battle, leader: Leader, row: LineSpec, units: Sequence[Unit]) -> bool:
    """Whether the units are linked through units of their row, wherever its leader stands."""
    members = [u for u in g.units(units[0].side) if admits(row, u) and not u.routed]
    named = {u.id for u in units}
    bound = links(g, row, members, leader)
    return any(named <= {u.id for u in x} for link in bound for x in components(members, link))


def _words(row: LineSpec) -> str:
    return " + ".join(row.types) + (f" of the {', '.join(row.contingents)}" if row.contingents else "")


def _spacing(g: Battle, row: LineSpec, units: Sequence[Unit]) -> Text:
    """How close the units of a row must stand, in words."""
    if g.game.command.lines_dressed:
        near = Text("next to one another")
        if row.hexes_apart > 1:
            # S 4.24, 9.22 What stands or reaches between parts them.
            near = Text(
                "at most {n:hex|hexes} apart, with no enemy, no enemy ZOC and no other unit between", n=row.hexes_apart
            )
        return Text(
            "its units stand {near}, all of one facing, flank to flank or front to rear; others only within the "
            "leader's Command Range",
            near=near,
        )
    if g.game.command.lines_near is not None:
        return Text("its units stand side by side or front to rear, all of them in one way")
    gaps = (Text("next to one another"), Text("at most one hex apart, with no other unit in it"))
    close = Text("side by side or front to rear") if row.foot_gap is None else gaps[row.foot_gap]
    foot, horse = Text("infantry stands {how}", how=close), Text("cavalry {how}", how=gaps[row.cavalry_gap])
    mounted = [u.is_cavalry for u in units]
    if all(mounted):
        return horse
    return Text("{foot}, {horse}", foot=foot, horse=horse) if any(mounted) else foot


def nearest_enemy(g: Battle, unit: Unit) -> int:
    """Distance in hexes to the nearest enemy unit; 99 when there is none."""
    return min((distance(unit.at, e.at) for e in special.nearest(g, unit)), default=99)
