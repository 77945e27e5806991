"""The picture in some sentences for those who can't see it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.areas import AreaMap
from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from renderer.overlays.kinds import Overlay
from renderer.words import overlay_sentences
from renderer.words.say import Say, listed
from renderer.words.state_of_play import counted, strength


def _full_points(side: SideView, say: Say) -> str:
    return counted(side, say(Text(side.points_name)), say)


_TOLD = {
    "move": "{unit} moved to {where}",
    "advance": "{unit} advanced to {where}",
    "withdraw": "{unit} withdrew to {where}",
    "rout": "{unit} fled to {where}",
    "missile": "{unit} fired at {where}",
    "shock": "{unit} attacked {where}",
    "charge": "{unit} charged {where}",
    "hit": "{unit} took hits",
    "loss": "{unit} was lost",
}
"""What is said of each kind of trace."""
MOST_TOLD = 5


def alt_text(table: TableView, traces: Sequence[Trace], overlays: Sequence[Overlay] = (), say: Say = str) -> str:
    """Some sentences: battle, turn and points, what each overlay shows, and what the marks on the map tell."""
    sides: list[str] = []
    for i, s in enumerate(table.sides):
        if isinstance(table.board, AreaMap):
            tracks = [f"{say(what)} {value}" for what, value in s.tracks]
            sides.append(", ".join([_full_points(s, say), *tracks, strength(table, i, say)]))
            continue
        sides.append(", ".join([_full_points(s, say), strength(table, i, say), *_standards(table, i, say)]))
    about = {"battle": table.title, "phase": say(table.outcome or table.phase).rstrip("."), "sides": "; ".join(sides)}
    if table.turn:
        first = say(Text("Map of {battle}, turn {turn}, {phase}: {sides}.", turn=table.turn, **about))
    else:
        first = say(Text("Map of {battle}, {phase}: {sides}.", **about))
    return " ".join(
        x
        for x in (first, *(overlay_sentences.sentence(table, o, say) for o in overlays), _told(table, traces, say))
        if x
    )


def _standards(table: TableView, side: int, say: Say) -> list[str]:
    """Where the side's standards are, or how many when they are many."""
    at = [table.board.show(m.hex) for m in table.markers if m.kind == "standard" and m.side == side]
    if not at:
        return []
    if len(at) > MOST_TOLD:
        return [say(Text("{n} standards", n=len(at)))]
    if len(at) == 1:
        return [say(Text("standard in {hex}", hex=at[0]))]
    return [say(Text("standards in {hexes}", hexes=listed(at, say)))]


def _told(table: TableView, traces: Sequence[Trace], say: Say) -> str:
    """What the traces say, the first few spelled out."""
    standing = {h: c.id for c in table.counters for h in c.hexes}
    found: list[str] = []
    for t in traces:
        where = table.board.show(t.hexes[-1]) if t.hexes else ""
        if t.kind in ("missile", "shock", "charge") and t.hexes and t.hexes[-1] in standing:
            where = say(Text("{unit} in {hex}", unit=standing[t.hexes[-1]], hex=where))
        if where or t.kind in ("loss", "hit"):
            found.append(say(Text(_TOLD[t.kind], unit=t.unit, where=where)))
    found = list(dict.fromkeys(found))
    if not found:
        return ""
    more = len(found) - MOST_TOLD
    shown = found[:MOST_TOLD]
    if more > 0:
        shown.append(say(Text("1 more event") if more == 1 else Text("{n} more events", n=more)))
    return f"{listed(shown, say)}."
