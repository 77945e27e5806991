"""What there is to say of a piece: its figures, its states, further facts, where it stands. In words, not yet drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.kernel.areas import AreaMap
from engine.kernel.board import Board, Place
from engine.kernel.ground import called
from engine.kernel.text import Text
from engine.kernel.view import STATES, CounterView, LeaderView, MarkerView, Particular, TableView
from renderer.words.say import Say, listed

Piece: TypeAlias = "CounterView | LeaderView | MarkerView"

_NUMBER = re.compile(r"[+\-−]?\d{1,3}")
RANKS = {
    "oc": Text("overall commander"),
    "sc": Text("subordinate commander"),
    "cc": Text("contingent commander"),
    "king": Text("king"),
}
STATUS = {"inactive": Text("inactive"), "active": Text("active"), "finished": Text("finished")}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number printed large."""

    label: Text
    value: str


def find(table: TableView, piece: str) -> Piece:
    """The piece of this code, wherever it is. Raises KeyError where there is none."""
    pieces: Iterable[Piece] = (*table.leaders, *table.counters, *table.off_map, *table.lost, *table.markers)
    found = next((x for x in pieces if x.id == piece), None)
    if found is None:
        raise KeyError(f"no piece {piece!r} on the table")
    return found


def hidden(piece: Piece) -> bool:
    """Whether all that may be told of it is that something stands there."""
    return isinstance(piece, CounterView) and "hidden" in piece.states


def hexes(piece: Piece) -> tuple[Place, ...]:
    """Where it stands; () for what isn't on the map."""
    return piece.hexes if isinstance(piece, CounterView) else (piece.hex,)


def name(piece: Piece) -> Text:
    """What it is called."""
    return Text("Hidden unit") if hidden(piece) else Text("{name}", name=piece.name)


def band(piece: Piece) -> int | None:
    """Index of its contingent or command; nobody's, and nothing of what is hidden, is None."""
    return None if isinstance(piece, LeaderView) or hidden(piece) else piece.band


def command(table: TableView, piece: Piece) -> str:
    """Name of its contingent or command, as far as the table knows; "" for none."""
    if hidden(piece):
        return ""
    index = band(piece)
    named = table.sides[piece.side].bands if piece.side is not None else ()
    if index is not None and index < len(named) and named[index]:
        return named[index]
    return fact(piece, "Command")


def fact(piece: Piece, label: str) -> str:
    """Value of the fact with this label; "" where there is none."""
    return str(said(piece, label))


def said(piece: Piece, label: str) -> Text | str:
    """The same, to be said in any language."""
    return next((value for text, value in piece.facts if text.template == label), "")


_PROPER = {"roman": "Roman"}
"""Words of troops that are names, by how symbols spell them."""


def kind(piece: Piece, brief: bool = False) -> Text:
    """What sort of thing it is: the troop type, the rank, the kind of marker; ``brief`` without abbreviations."""
    if hidden(piece):
        return Text("")
    if isinstance(piece, LeaderView):
        return RANKS[piece.rank]
    if isinstance(piece, MarkerView):
        return Text(piece.kind.replace("-", " "))
    word = " ".join(_PROPER.get(x, x) for x in piece.symbol.split("-"))
    told = fact(piece, "Type")
    # A type that is an abbreviation goes with the word for it.
    if told and len(told) <= 6 and not told.islower():
        return Text(word) if brief else Text("{kind} ({type})", kind=Text(word), type=told)
    return Text("{kind}", kind=said(piece, "Type")) if told else Text(word)


def figures(board: Board, piece: Piece) -> list[Figure]:
    """Numbers worth large print: those every counter has, then whatever facts are plain numbers."""
    if hidden(piece):
        return []
    found: list[Figure] = []
    if isinstance(piece, CounterView):
        own = (("Strength", piece.strength), ("TQ", piece.tq), ("Size", piece.size), ("MA", piece.ma))
        found = [Figure(Text(label), str(value)) for label, value in own if value is not None]
        if piece.rating is not None:
            label = next((text for text, value in piece.facts if value == piece.rating), Text("Rating"))
            found.insert(0, Figure(label, piece.rating))
    elif isinstance(piece, LeaderView):
        label = next((text for text, value in piece.facts if value == str(piece.rating)), Text("Rating"))
        found = [Figure(label, str(piece.rating))]
    told = {f.label.template for f in found} | {"Hits"}
    for label, value in piece.facts:
        if _NUMBER.fullmatch(str(value)) and label.template not in told and not _is_place(board, piece, value):
            found.append(Figure(label, str(value)))
    return found


def strength(piece: Piece) -> tuple[int, int] | None:
    """Cohesion hits taken and the TQ they are measured against; None where a unit doesn't count them."""
    if not isinstance(piece, CounterView) or hidden(piece) or piece.tq is None:
        return None
    return piece.hits, piece.tq


def states(piece: Piece) -> list[str]:
    """The states it shows, in the order of :data:`engine.kernel.view.STATES`."""
    if isinstance(piece, LeaderView):
        return [piece.status, *(["wounded"] if piece.wounded else [])]
    if isinstance(piece, MarkerView):
        return ["spent"] if piece.spent else []
    return [s for s in STATES if s in (("hidden",) if hidden(piece) else piece.states)]


def word(state: str) -> Text:
    """A state in words.

    >>> str(word("out-of-command"))
    'out of command'
    """
    return STATUS.get(state) or Text(state.replace("-", " "))


def facts(table: TableView, piece: Piece) -> list[Particular]:
    """What remains to be told: facts whose value stands nowhere else on a card."""
    if hidden(piece):
        return []
    shown = {(f.label.template, f.value) for f in figures(table.board, piece)}
    shown.add(("Command", command(table, piece)))
    if strength(piece) is not None and isinstance(piece, CounterView):
        shown.add(("Hits", str(piece.hits)))
    return [
        (label, value)
        for label, value in piece.facts
        if (label.template, str(value)) not in shown
        and label.template != "Type"
        and not _is_place(table.board, piece, value)
    ]


def _is_place(board: Board, piece: Piece, value: Text | str) -> bool:
    return any(value == board.show(h) for h in hexes(piece))


def facing(piece: Piece) -> str:
    """Where it faces, as orders are written; "" where that means nothing."""
    return "" if isinstance(piece, LeaderView) or piece.facing is None else piece.facing.name.removeprefix("SIDE_")


def where(table: TableView, piece: Piece) -> Text:
    """Its hexes and facing, or why it has none."""
    at = " + ".join(table.board.show(h) for h in hexes(piece))
    if not at:
        if any(c.id == piece.id for c in table.lost):
            return Text("{why}", why=said(piece, "State") or Text("Out of play"))
        return Text("Not on the map")
    if isinstance(table.board, AreaMap):
        return Text("In {place}", place=at)
    turned = facing(piece)
    return Text("Hex {hex}, facing {facing}", hex=at, facing=turned) if turned else Text("Hex {hex}", hex=at)


def ground(table: TableView, at: Place) -> Text:
    """The ground of a hex in words, its level too where the map has several."""
    m = table.map
    terrain = m.terrain_at(at)
    named = dict(table.legend).get(terrain, called(terrain))
    if m.levels:
        return Text("{terrain}, level {level}", terrain=named, level=m.level_at(at))
    return named


def surroundings(table: TableView, piece: Piece, say: Say) -> list[Particular]:
    """The ground it stands on, and who shares its hexes, as further facts."""
    # What lies in an area its own system tells.
    on = () if isinstance(table.board, AreaMap) else hexes(piece)
    grounds = list(dict.fromkeys(say(ground(table, h)) for h in on))
    beside = list(companions(table, piece))
    found: list[Particular] = [(Text("Ground"), "; ".join(grounds))] if grounds else []
    return [*found, (Text("With"), listed(beside, say))] if beside else found


def companions(table: TableView, piece: Piece) -> Iterator[str]:
    """Whoever shares its hexes: leaders by name, units and markers by code."""
    mine = set(hexes(piece))
    yield from (x.name for x in table.leaders if x.id != piece.id and x.hex in mine)
    yield from (c.id for c in table.counters if c.id != piece.id and mine & set(c.hexes) and not hidden(c))
    yield from (m.name for m in table.markers if m.id != piece.id and m.hex in mine)


def in_enemy_zoc(table: TableView, piece: Piece) -> bool:
    """Whether it stands in an enemy zone of control."""
    return any(h in zone for i, zone in table.zoc.items() if i != piece.side for h in hexes(piece))
