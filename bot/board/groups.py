"""Several units at once: those that go together, those within a frame somebody drew, and what they might do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.board.position import Json
from bot.components.panel.together import left_out
from bot.messages.battle_context import BattleContext
from bot.service import Open
from engine.kernel.decisions import Command
from engine.kernel.ideas import GroupIdea
from engine.kernel.text import codes, refuse
from engine.kernel.view import TableView

UNITS = 24
"""Units of the largest group: they take up to two tenths of a second."""
FEWEST = 2
IDEAS = 12
"""Things a group is offered."""


def groups(here: BattleContext, question: Open) -> Json:
    """Units that belong together and can be ordered now, the largest group first."""
    decision = question.decision
    found = here.game.system.groups(here.game, decision) if isinstance(decision, Command) else ()
    return {"groups": [{"title": here.say(g.title), "units": list(g.units)} for g in found]}


def together(here: BattleContext, question: Open, units: Iterable[str]) -> Json:
    """What these units might do together, each as the orders it is; who can't is told with the reason.

    Units that nobody can order now are passed over. Raises Refusal for fewer than two others.
    """
    decision = question.decision
    if not isinstance(decision, Command) or decision.secret:
        refuse("Units can't be ordered together here.", rule=decision.rule)
    # Leaders are ordered one by one.
    orderable = {c.unit for c in decision.menu} & {c.id for c in here.own_table.counters}
    able = [u for u in dict.fromkeys(units) if u in orderable][:UNITS]
    if len(able) < FEWEST:
        refuse("That is fewer than two units that can be ordered now.", rule=decision.rule)
    able = nearest_first(here.own_table, able)
    found = here.game.system.group_ideas(here.game, decision, able)
    return {
        "title": codes(able),
        "units": able,
        "ideas": [_idea(here, i, able) for i in found if len(i.orders) >= FEWEST][:IDEAS],
    }


def nearest_first(table: TableView, units: Sequence[str]) -> list[str]:
    """Those first who are nearest to an enemy: they make room for the others."""
    standing = {c.id: c for c in table.counters}

    def far(unit: str) -> float:
        own = standing.get(unit)
        if own is None:
            return 0.0
        enemies = [h for c in table.counters if c.side != own.side for h in c.hexes]
        return min((table.board.apart(h, e) for h in own.hexes for e in enemies), default=0.0)

    return sorted(units, key=far)


def _idea(here: BattleContext, idea: GroupIdea, units: Sequence[str]) -> Json:
    left = {u for u, _ in idea.left}
    able = here.word("{n} of {all} can", n=sum(u not in left for u in units), all=len(units))
    note = [here.say(idea.note)] if idea.note is not None else []
    return {
        "label": here.say(idea.label),
        "orders": [str(order) for order in idea.orders],
        "lines": [able, *(here.say(d) for d in idea.deeds), *note, *left_out(here, idea)],
    }
