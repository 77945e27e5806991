"""The picture of a page of the panel: who may be chosen, where what is chosen can go, which letter is which hex."""

from __future__ import annotations

from bot.components.panel.page import Shown
from bot.messages.delivery.deliver import Picture
from bot.messages.pictures import reach
from bot.messages.pictures.pictures import Pictures
from engine.kernel.areas import AreaMap
from engine.kernel.decisions import Decision
from engine.kernel.view import TableView
from renderer import Say


async def of(pictures: Pictures, table: TableView, decision: Decision, shown: Shown, say: Say) -> Picture:
    """Drawn once for each page. ``table`` is the position as the player sees it."""
    if shown.marks:
        return await pictures.suggested(table, shown.marks, say=say)
    if shown.units:
        return await pictures.eligible(table, shown.units, say=say)
    focus = [c.hex for c in shown.taken if c.hex is not None][:1] or list(decision.focus)
    side = next((n for n, s in enumerate(table.sides) if s.id == decision.side), 0)
    chosen = [c.unit for c in shown.taken if c.unit is not None]
    ends = reach.ends(shown.turns)
    if shown.letters or shown.sectors:
        goals = reach.goals(shown.menu, 0)
        costs = {h: c.mp for h, c in goals.items() if c.mp is not None}
        unit = chosen[0] if chosen else ""
        if shown.sectors:
            return await pictures.sectors(table, shown.sectors, costs=costs, unit=unit, ends=ends, say=say)
        hits = {h: c.hits for h, c in goals.items() if c.hits and h in shown.letters}
        costs = {h: mp for h, mp in costs.items() if h in shown.letters}
        return await pictures.lettered(table, shown.letters, costs=costs, hits=hits, unit=unit, ends=ends, say=say)
    if side in table.areas:
        where = reach.places(shown.menu) if shown.taken else table.areas[side]
        return await pictures.area(table, side, where, units=chosen, focus=focus, say=say)
    if isinstance(table.board, AreaMap) and (named := reach.places(shown.menu)):
        return await pictures.choices(table, named, focus=focus, say=say)
    offered = {c.unit for c in shown.menu if c.unit is not None}
    if not shown.taken:
        return await pictures.eligible(table, offered, focus=decision.focus, say=say)
    if (turn := reach.facings(table, shown.menu, chosen, focus)) is not None:
        return await pictures.facings(table, *turn, say=say)
    goals = reach.goals(shown.menu)
    more = offered - {*chosen}
    if not goals and chosen and more and reach.same_side(table, [*chosen, *more]):
        return await pictures.line(table, chosen, more, say=say)
    return await pictures.reach(table, goals, ends=ends, focus=focus, say=say)
