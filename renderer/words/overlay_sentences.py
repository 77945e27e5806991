"""What an overlay shows, in a sentence for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.text import Text, codes
from engine.kernel.view import TableView
from renderer.overlays.facings import name_of
from renderer.overlays.kinds import (
    Casualties,
    Choices,
    CommandRange,
    Eligible,
    Ends,
    Facings,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from renderer.words.say import Say, listed

MOST_NAMED = 12
"""Units up to which each is named; more are counted."""
MOST_LISTED = 5
"""Targets, attacks or losses up to which each is told; of more the first, and how many more there are."""


def sentence(table: TableView, o: Overlay, say: Say = str) -> str:
    """One sentence; "" when there is nothing to tell."""
    match o:
        case Reach():
            text = _reach(table, o, say)
        case Lettered():
            text = _lettered(table, o, say)
        case Sectors():
            text = _sectors(table, o, say)
        case Front():
            text = _front(table, o, say)
        case Ends():
            ways = [f"{'+'.join(map(table.board.show, hexes))} {name_of(facing)}" for hexes, facing in o.places]
            text = say(Text("It can turn to {ways}", ways=listed(ways, say))) if ways else ""
        case Zones():
            text = _of_side(
                table, o.side, len(table.zoc.get(o.side, ())), "Zones of control of the {side}: {hexes}", say
            )
        case SetUpArea():
            text = _of_side(table, o.side, len(set(o.hexes)), "The {side} may set up in {hexes}", say)
        case Choices():
            places = [table.board.show(p) for p in dict.fromkeys(o.places)]
            text = say(Text("To choose from: {places}", places=listed(places[:MOST_NAMED], say))) if places else ""
            if len(places) > MOST_NAMED:
                text = say(Text("{what} and {n} more", what=text, n=len(places) - MOST_NAMED))
        case Range():
            text = _range(table, o, say)
        case Sight():
            text = _sight(table, o, say)
        case CommandRange():
            inside = set(o.hexes)
            under = [c.id for c in table.counters if inside.intersection(c.hexes)]
            text = say(Text("Command range of {hexes}", hexes=_hexes(table, len(inside), say)))
            if under:
                text = say(Text("{what}, with {units} in it", what=text, units=_units(under, say)))
        case Eligible():
            chosen = list(dict.fromkeys(o.units))
            text = say(Text("May be chosen: {units}", units=_units(chosen, say))) if chosen else ""
        case Line():
            text = _line(o, say)
        case Facings():
            text = _facings(table, o, say)
        case Shock():
            text = _shock(o, say)
        case Casualties():
            text = _casualties(table, o, say)
    return f"{text}." if text else ""


def _hexes(table: TableView, n: int, say: Say) -> str:
    if isinstance(table.board, AreaMap):
        return say(Text("1 area") if n == 1 else Text("{n} areas", n=n))
    return say(Text("1 hex") if n == 1 else Text("{n} hexes", n=n))


def _units(names: Sequence[str], say: Say) -> str:
    return codes(names) if len(names) <= MOST_NAMED else say(Text("{n} units", n=len(names)))


def _first(parts: Sequence[str], say: Say) -> str:
    """The first few, and how many more there are."""
    more = len(parts) - MOST_LISTED
    return listed([*parts[:MOST_LISTED], *([say(Text("{n} more", n=more))] if more > 0 else [])], say)


def _standing(table: TableView, hexes: Iterable[Place]) -> str:
    """The code of who stands in the first of these hexes, or its number."""
    at = next(iter(hexes))
    return next((c.id for c in reversed(table.counters) if at in c.hexes), table.board.show(at))


def _of_side(table: TableView, side: int, n: int, template: str, say: Say) -> str:
    if not 0 <= side < len(table.sides):
        return ""
    return say(Text(template, side=table.sides[side].name, hexes=_hexes(table, n, say)))


def _reach(table: TableView, o: Reach, say: Say) -> str:
    unit = _standing(table, [o.origin])
    costs = {h: c for h, c in o.costs.items() if h != o.origin}
    areas = isinstance(table.board, AreaMap)
    if not costs:
        return say(Text("{unit} can't go anywhere", unit=unit) if areas else Text("{unit} can reach no hex", unit=unit))
    least, most = min(costs.values()), max(costs.values())
    told = {"unit": unit, "hexes": _hexes(table, len(costs), say), "least": least, "most": most}
    if least == most:
        text = say(Text("{unit} can reach {hexes} for {most} MP", **told))
    else:
        text = say(Text("{unit} can reach {hexes} for {least} to {most} MP", **told))
    dear = sum(1 for h in costs if o.hits.get(h))
    if dear:
        text = say(Text("{what}, {n} of them at a price in cohesion", what=text, n=dear))
    return text


def _lettered(table: TableView, o: Lettered, say: Say) -> str:
    told = [
        say(Text("{letter} is {hex}, {cost} MP", letter=x, hex=table.board.show(h), cost=o.costs[h]))
        if h in o.costs
        else say(Text("{letter} is {hex}", letter=x, hex=table.board.show(h)))
        for h, x in sorted(o.letters.items(), key=lambda item: (len(item[1]), item[1], item[0]))
    ]
    return "; ".join(told)


def _sectors(table: TableView, o: Sectors, say: Say) -> str:
    told: list[str] = []
    for letter, hexes in o.sectors.items():
        costs = [o.costs[h] for h in hexes if h in o.costs]
        facts = {"letter": letter, "hexes": _hexes(table, len(set(hexes)), say)}
        if not costs:
            told.append(say(Text("sector {letter}: {hexes}", **facts)))
        elif min(costs) == max(costs):
            told.append(say(Text("sector {letter}: {hexes} for {most} MP", most=max(costs), **facts)))
        else:
            text = "sector {letter}: {hexes} for {least} to {most} MP"
            told.append(say(Text(text, least=min(costs), most=max(costs), **facts)))
    return "; ".join(told)


def _front(table: TableView, o: Front, say: Say) -> str:
    if not o.hexes:
        return ""
    told = {"unit": _standing(table, o.hexes), "hex": table.board.show(o.hexes[0])}
    if o.facing is None:
        return say(Text("{unit} is in {hex}", **told))
    return say(Text("{unit} is in {hex} and faces {facing}", facing=name_of(o.facing), **told))


def _range(table: TableView, o: Range, say: Say) -> str:
    hidden = set(o.hidden)
    seen = [h for h in o.bands if h not in hidden]
    if not seen and not hidden:
        return ""
    text = say(Text("Field of fire of {hexes}", hexes=_hexes(table, len(seen), say)))
    if hidden:
        text = say(Text("{what}, {hexes} out of sight", what=text, hexes=_hexes(table, len(hidden), say)))
    standing = {h: c.id for c in table.counters for h in c.hexes}
    targets = [
        say(Text("{need} against {unit} in {hex}", need=o.needs[h], unit=standing[h], hex=table.board.show(h)))
        for h in sorted(seen)
        if h in standing and o.needs.get(h)
    ]
    return say(Text("{what}; needed: {targets}", what=text, targets=_first(targets, say))) if targets else text


def _sight(table: TableView, o: Sight, say: Say) -> str:
    told = {"a": table.board.show(o.a), "b": table.board.show(o.b)}
    if o.blocked_by is None:
        return say(Text("Line of sight from {a} to {b} is clear", **told))
    told["hex"] = table.board.show(o.blocked_by)
    if o.names:
        return say(Text("Line of sight from {a} to {b} blocked by {hex}, {names}", names=o.names, **told))
    return say(Text("Line of sight from {a} to {b} blocked by {hex}", **told))


def _line(o: Line, say: Say) -> str:
    members = list(dict.fromkeys(o.members))
    joining = [c for c in dict.fromkeys(o.candidates) if c not in members]
    parts: list[str] = []
    if members:
        parts.append(say(Text("Line of {units}", units=_units(members, say))))
    if joining:
        parts.append(say(Text("May join: {units}", units=_units(joining, say))))
    return ". ".join(parts)


def _facings(table: TableView, o: Facings, say: Say) -> str:
    if not o.hexes:
        return ""
    told = {"unit": _standing(table, o.hexes)}
    ways = [
        say(Text("{facing} for {cost}", facing=name_of(f), cost=o.choices[f])) if o.choices[f] else name_of(f)
        for f in sorted(o.choices)
    ]
    told["ways"] = listed(ways, say)
    if o.current is None:
        return say(Text("{unit} may face {ways}", **told)) if ways else ""
    told["now"] = name_of(o.current)
    if not ways:
        return say(Text("{unit} faces {now}", **told))
    return say(Text("{unit} faces {now} and may face {ways}", **told))


def _shock(o: Shock, say: Say) -> str:
    told: list[str] = []
    for pair in o.pairs:
        words = [x for x in (o.labels.get(pair, o.label), o.odds.get(pair, "")) if x]
        attack = say(Text("{attacker} attacks {defender}", attacker=pair[0], defender=pair[1]))
        told.append(f"{attack} ({', '.join(words)})" if words else attack)
    return _first(told, say) if told else ""


def _casualties(table: TableView, o: Casualties, say: Say) -> str:
    told = [
        *(say(Text("{unit} was lost in {hex}", unit=u, hex=table.board.show(h))) for u, h in sorted(o.leaders.items())),
        *(say(Text("{unit} was lost in {hex}", unit=u, hex=table.board.show(h))) for u, h in sorted(o.lost.items())),
        *(say(Text("{unit} routed", unit=u)) for u in o.routed),
        *(
            say(Text("{unit} took 1 hit", unit=u) if n == 1 else Text("{unit} took {n} hits", unit=u, n=n))
            for u, n in sorted(o.hits.items())
            if n > 0
        ),
    ]
    return _first(told, say) if told else say(Text("No casualties"))
