"""Where the places of a map are in a picture of it, for whoever lets people click on them."""

from __future__ import annotations

from engine.kernel.terrain import BattleMap
from engine.kernel.view import TableView
from renderer.areas.draw import board_of, layout_for
from renderer.areas.layout import COUNTER, LEADER
from renderer.map.view import View
from renderer.picture import Where


def where(table: TableView, view: View) -> Where:
    """Where the places are in the picture of this view."""
    if isinstance(table.board, BattleMap):
        layout = view.layout(table)
        return Where(*layout.size, layout.r, True, {h: layout.xy(h) for h in layout.on(table.board)}, {})
    board = board_of(table)
    areas = layout_for(board, view)
    # Counters stand in the row below the name.
    middles = {p.place: areas.xy((p.at[0], p.at[1] + (p.high - LEADER) / 2)) for p in areas.plates}
    outlines = {p.place: found for p in areas.plates if (found := areas.outlines(p.place))}
    return Where(*areas.size, COUNTER * areas.px / 2, False, middles, outlines)
