"""Several units at once: those that go together, those within a frame somebody drew, and what they might do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.board.menus import menu, written
from bot.board.position import Json
from bot.components.panel.asked import Asked
from bot.components.panel.place import DEEPEST, Place
from bot.components.panel.same import Given, echo
from bot.components.panel.together import left_out, unordered
from bot.components.panel.walk import Step, opened_beside, settle, top, walk
from bot.messages.battle_context import BattleContext
from bot.service import Open
from engine.kernel.decisions import Command
from engine.kernel.ideas import Group, GroupIdea
from engine.kernel.text import Refusal, Text, codes, refuse
from engine.kernel.view import TableView

UNITS = 24
"""Units of the largest group: they take up to two tenths of a second."""
FEWEST = 2
TOO_MANY = (
    "{most:unit|units} go together at most, the nearest to the enemy first. "
    "{n:unit is|units are} left for the next orders."
)
"""Of a frame or group that holds more."""
IDEAS = 12
"""Things a group is offered."""


def groups(here: BattleContext, question: Open) -> Json:
    """Units that belong together and can be ordered now, the largest group first."""
    decision = question.decision
    found = here.game.system.groups(here.game, decision) if isinstance(decision, Command) else ()
    return {
        "groups": [
            {
                "title": here.say(g.title),
                "name": _name(here, g),
                "units": list(g.units),
                "lines": unordered(here, g),
            }
            for g in found
        ]
    }


def _name(here: BattleContext, group: Group) -> str:
    """What a group is called, without its units: its page may hold fewer of them."""
    name = group.title.params.get("group")
    return here.say(name) if isinstance(name, Text) else here.say(group.title)


def together(here: BattleContext, question: Open, units: Iterable[str]) -> Json:
    """What these units might do together, each as the orders it is; who can't is told with the reason.

    Units that nobody can order now are passed over. Raises Refusal for fewer than two others.
    """
    decision = question.decision
    able, more = _able(here, question, units)
    assert isinstance(decision, Command)
    found = here.game.system.group_ideas(here.game, decision, able)
    return {
        "title": codes(able),
        "units": able,
        "ideas": [several(here, i, able) for i in found if len(i.orders) >= FEWEST][:IDEAS],
        "lines": [here.word(TOO_MANY, n=more, most=UNITS)] if more else [],
        "goals": _goals(here, question, able[0]),
    }


def _goals(here: BattleContext, question: Open, lead: str) -> list[Json]:
    """Where the first of them can go: pressed, it goes there, and the others as far in the same direction."""
    n = next(n for n, c in enumerate(top(question.decision)) if c.unit == lead)
    try:
        shown = menu(here, question, (n,))
    except Refusal:
        return []
    found = [*shown.get("choices", ()), *((shown.get("beside") or {}).get("choices", ()))]
    return [c for c in found if "at" in c and "mp" in c and "facing" not in c]


def alike(here: BattleContext, question: Open, units: Iterable[str], to: str) -> Json:
    """Orders by which the first of the units goes to a place, and each of the others as far in the same direction.

    Raises Refusal where the first can't go there.
    """
    decision = question.decision
    able, _ = _able(here, question, units)
    asked = Asked(here.game, decision, here.own_table, here.catalogue)
    first = {c.unit: (n, c) for n, c in asked.orderable}
    step = _gone(asked, first[able[0]][0], to)
    if step is None or step.answer is None:
        refuse("{unit} can't go there now.", unit=able[0], rule=decision.rule)
    given = Given(able[0], first[able[0]][1].hex, step.taken)
    orders, left = [written(here, step.answer)], list[str]()
    for unit in able[1:]:
        try:
            same = echo(asked, first[unit], given)
        except Refusal:
            same = None
        if same is not None and same.answer is not None:
            orders.append(written(here, same.answer))
        else:
            left.append(unit)
    told = [here.word("{units} can't go as far in that direction.", units=codes(left))] if left else []
    return {"orders": orders, "lines": told}


def _gone(asked: Asked, n: int, to: str) -> Step | None:
    """A unit's way to a place, as it faces there likeliest; None where none leads there."""
    step = walk(asked.decision, (n,))
    if step.menu is None:
        return None
    opened = opened_beside(step.menu)
    found = [((), step.menu), *([((opened[0],), opened[1])] if opened is not None else [])]
    board = asked.table.board
    for way, choices in found:
        for k, c in enumerate(choices):
            if c.hex is None or c.mp is None or c.facing is not None or c.hex not in board:
                continue
            if board.code(c.hex) == to:
                return _likeliest(asked, settle(asked.decision, Place((*step.path, *way, k))))
    return None


def _able(here: BattleContext, question: Open, units: Iterable[str]) -> tuple[list[str], int]:
    """Those of the units that can be ordered now, the nearest to an enemy first, as many as go together; and how many
    more there would be. Raises Refusal for fewer than two."""
    decision = question.decision
    if not isinstance(decision, Command) or decision.secret:
        refuse("Units can't be ordered together here.", rule=decision.rule)
    # Leaders are ordered one by one.
    orderable = {c.unit for c in decision.menu} & {c.id for c in here.own_table.counters}
    able = nearest_first(here.own_table, [u for u in dict.fromkeys(units) if u in orderable])
    if len(able) < FEWEST:
        refuse("That is fewer than two units that can be ordered now.", rule=decision.rule)
    return able[:UNITS], len(able[UNITS:])


def _likeliest(asked: Asked, step: Step) -> Step:
    """What is left to choose at a goal (to attack from there, say) as it is likeliest chosen."""
    while step.menu is not None and len(step.path) < DEEPEST:
        best = max(range(len(step.menu)), key=lambda n: step.menu.choices[n].lean if step.menu else 0.0)
        step = walk(asked.decision, (*step.path, best))
    return step


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


def several(here: BattleContext, idea: GroupIdea, units: Sequence[str], whose: Text | None = None) -> Json:
    """What a group might do, as the page shows it; ``whose`` names it where it isn't known."""
    left = {u for u, _ in idea.left}
    label = here.say(idea.label)
    able = here.word("{n} of {all} can", n=sum(u not in left for u in units), all=len(units))
    note = [here.say(idea.note)] if idea.note is not None else []
    return {
        "label": label if whose is None else here.word("{who}: {what}", who=here.say(whose), what=label),
        "orders": [str(order) for order in idea.orders],
        "lines": [able, *(here.say(d) for d in idea.deeds), *note, *left_out(here, idea)],
    }
