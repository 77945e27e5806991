"""The first page of a panel: who can be ordered, the best of what they might do, groups, and everything else."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.components.panel import odds
from bot.components.panel.advice import SUGGEST
from bot.components.panel.after import afterwards, beforehand
from bot.components.panel.asked import Asked, has_acted, key_of
from bot.components.panel.form import form
from bot.components.panel.hexes import NAMED, named
from bot.components.panel.page import (
    COMPONENTS,
    LABEL,
    OPTIONS,
    Line,
    Page,
    Part,
    Picks,
    Press,
    Row,
    Shown,
    Words,
    cost,
    rows,
)
from bot.components.panel.parts import (
    apart,
    as_lines,
    idea_line,
    idea_option,
    line,
    lines_apart,
    remark,
    selects,
    short,
)
from bot.components.panel.place import Place
from bot.components.panel.together import at_once, more_together, titled
from bot.components.panel.walk import hexes as of_hexes
from bot.components.tools import HELP, MAP, UNDO, WHAT_IF
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.areas import AreaMap
from engine.kernel.decisions import Choice, Command
from engine.kernel.ideas import Idea
from engine.kernel.text import codes
from renderer.words import particulars

ROOM = 12
"""Components left for what is likeliest, whatever else there is."""

BEST = 3
"""Ideas with a line of their own on the first page."""

ALONE = 4
"""The same where they are all of one unit."""

LOOKED_INTO = 16
"""Units whose ideas are worked out for the first page: those without a line stand in lists."""
EACH = 3
"""Ideas of one unit in those lists."""

URGED = 1.0
"""Lean from which on the end of one's orders is proposed before all others, where there is something to say of it."""

KINDS = ("rally", "charge", "strike", "fire", "recover", "advance", "lead", "fall back", "hold")
"""Kinds of ideas, the most urgent first."""

LINES = 5
"""Other choices with a line each at most."""

BUTTON_GROUPS = 4
"""Most groups that get a button each."""


def home(asked: Asked, told: str = "", same: Line | None = None) -> Page:
    """Everything a side can be ordered now. ``told`` is what was just done, ``same`` offers it for the next unit."""
    decision = asked.decision
    assert isinstance(decision, Command)
    if asked.sheet is not None:
        return form(asked, asked.sheet, told)
    head = [told] if told else []
    head.append(f"**{escape(asked.say(decision.prompt))}**")
    top: list[Part] = [Words("\n".join(head))]
    done = decision.done
    numbered = [*enumerate(decision.menu)]
    # By key: to compare whole choices would work out what nobody has read yet.
    ending = done.key if done is not None else None
    units = [(n, c) for n, c in numbered if c.unit is not None and c.key != ending]
    others = [(n, c) for n, c in numbered if c.unit is None and c.key != ending]
    taught = asked.first is not None
    bottom: list[Part] = [*_more_ideas(asked), *([] if taught else _groups(asked))]
    if _alone(asked, units):
        # Who acts stands in the question: what that one can do isn't a list of units.
        if len(units) == 1:
            others = [*units, *others]
            bottom += _goals(asked, *units[0])
        else:
            bottom += selects(asked, units, Place(), asked.word("More orders… ({n})", n=len(units)))
    elif units:
        bottom += _units(asked, units)
    chances = odds.told(asked, (c for _, c in numbered))
    last: list[Part] = []
    proposed: list[Part] = []
    if done is not None and remark(asked, done):
        at = next(n for n, c in numbered if c.key == done.key)
        if done.lean < URGED:
            # The end of one's orders, and what it sets off: mostly there is more to order before it.
            ending = line(asked, done, Place((at,)))
            last.append(replace(ending, press=replace(ending.press, label=short(asked.say(done.label)))))
        else:
            # What is proposed is what most of the odds are of.
            proposed += [*chances, line(asked, done, Place((at,)), style="primary")]
            chances = []
        done = None
    top += proposed
    last += _last(asked, numbered, done)
    after: list[Part] = []
    if not taught:
        after += afterwards(asked, COMPONENTS - ROOM - cost(top) - cost(bottom) - cost(last))
        after += beforehand(asked, COMPONENTS - ROOM - cost(top) - cost(bottom) - cost(after) - cost(last))
    bottom += [*after, *last]
    bottom = [*chances, *bottom]
    room = COMPONENTS - 2 - cost(top) - cost(bottom)
    middle: list[Part] = []
    if same is not None and not taught and same.cost <= room - 2 * -(-len(others) // OPTIONS):
        middle.append(same)
    if taught:
        middle += as_lines(_best(asked, 1), room)
    # An order stands once: where an idea of it has a line, with what it costs, it isn't listed besides.
    lined = [] if taught else [i.answer for _, i in first_ideas(asked)]
    best: list[Part] = []
    if any(c.answer is not None and c.answer in lined for _, c in others):
        best = as_lines(_best(asked, len(lined)), room - cost(middle))
        buttons = sum(1 if isinstance(x, Line) else len(x.presses) for x in best if isinstance(x, Line | Row))
        others = [(n, c) for n, c in others if c.answer is None or c.answer not in lined[:buttons]]
    middle += _others(asked, others, room - cost(middle) - cost(best))
    plans = rows([Press("idea", str(Place(idea=key_of(i))), short(asked.say(i.label))) for i in asked.plans])
    if not taught:
        left = room - cost(best)
        middle += plans if cost(plans) <= left - cost(middle) else []
        middle += at_once(asked, left - cost(middle))
        middle += best or as_lines(_best(asked, (room - cost(middle)) // 3), room - cost(middle))
    return Page((*top, *middle, *bottom), Shown(decision.menu))


def _alone(asked: Asked, units: list[tuple[int, Choice]]) -> bool:
    """Whether all that can be ordered is what the question is about, in several ways."""
    subject = asked.decision.subject
    return subject is not None and all(c.unit == subject and c.key != subject for _, c in units) and bool(units)


def _goals(asked: Asked, at: int, choice: Choice) -> list[Part]:
    """Where who acts may go, listed beside the button that leads to the map: areas are known by their names."""
    menu = choice.menu() if choice.menu is not None and isinstance(asked.table.board, AreaMap) else None
    return named(asked, menu, Place((at,))) if menu is not None and of_hexes(menu) and len(menu) <= NAMED else []


def _units(asked: Asked, units: list[tuple[int, Choice]]) -> list[Part]:
    """All that can be ordered; too many for one list, contingent by contingent or Command by Command; by kinds of
    troops on a side that has one contingent."""
    if len(units) <= OPTIONS:
        return selects(asked, units, Place(), asked.word("A unit… ({n})", n=len(units)))
    bands: dict[str, list[tuple[int, Choice]]] = {}
    alone = len({_band(asked, c) for _, c in units}) == 1
    for n, c in units:
        bands.setdefault(_kind(asked, c) if alone else _band(asked, c), []).append((n, c))
    lists: list[tuple[list[str], list[tuple[int, Choice]]]] = []
    for name, members in bands.items():
        if lists and len(lists[-1][1]) + len(members) <= OPTIONS:
            lists[-1][0].append(name)
            lists[-1][1].extend(members)
        else:
            lists.append(([name], [*members]))
    found: list[Part] = []
    for names, members in lists:
        title = asked.word("{units}… ({n})", units=", ".join(names), n=len(members))
        found += selects(asked, members, Place(), title, first=len(found))
    return found


def _band(asked: Asked, choice: Choice) -> str:
    """The contingent or Command of a unit; what has none goes with the others that have none."""
    counter = asked.counters.get(choice.unit or "")
    named = particulars.command(asked.table, counter) if counter is not None else ""
    return asked.word("{name}", name=named) if named else asked.word("Others")


def _kind(asked: Asked, choice: Choice) -> str:
    """What kind of troops a unit is, where its whole side is of one contingent."""
    counter = asked.counters.get(choice.unit or "")
    return asked.say(particulars.kind(counter, brief=True)) if counter is not None else asked.word("Others")


def _others(asked: Asked, others: list[tuple[int, Choice]], room: int) -> list[Part]:
    """Lines, formations, whole plans of attack: each with its odds and its price where there is room."""
    if 3 * len(others) <= min(room, LINES * 3):
        # What is said whole by its button needs no text beside it.
        plain = [(n, c) for n, c in others if not remark(asked, c) and len(asked.say(c.label)) <= LABEL]
        told = [(n, c) for n, c in others if (n, c) not in plain]
        lines = lines_apart([line(asked, c, Place((n,))) for n, c in told], [asked.say(c.label) for _, c in told])
        return [*lines, *rows([Press("take", str(Place((n,))), asked.say(c.label)) for n, c in plain])]
    return selects(asked, others, Place(), asked.word("Other orders… ({n})", n=len(others)), first=7)


def likeliest(asked: Asked) -> list[tuple[int, str]]:
    """The units likeliest to be ordered, each with its position: who hasn't acted, the nearest to an enemy first."""
    enemies = [h for c in asked.table.counters if asked.table.sides[c.side].id != asked.decision.side for h in c.hexes]

    apart = asked.table.board.apart

    def far(x: tuple[int, Choice]) -> tuple[float, bool, float, int]:
        n, c = x
        near = min((apart(c.hex, e) for e in enemies), default=0) if c.hex is not None else 0
        return -c.lean, has_acted(asked, c.unit), near, n

    first = asked.first.unit if asked.first is not None else None

    # Where nothing but a unit is named, to name it is the order.
    units = [(n, c) for n, c in asked.orderable if c.menu is not None] or asked.orderable
    found = sorted(sorted(units, key=far), key=lambda x: first is None or x[1].unit != first)
    return [(n, c.unit) for n, c in found[:LOOKED_INTO] if c.unit is not None]


def _best(asked: Asked, most: int) -> list[Line]:
    """The best idea of each of the likeliest units, the most urgent first."""
    found = first_ideas(asked)[: max(0, most)]
    # Who is the only one that can be ordered stands in the question.
    whose = len(asked.orderable) > 1 or len(found) < BEST
    return [idea_line(asked, idea, Place((n,)), whose=whose, first=k == 0) for k, (n, idea) in enumerate(found)]


def first_ideas(asked: Asked) -> list[tuple[int, Idea]]:
    """The ideas with a line of their own: one of each of the likeliest units, several of one that is alone.

    In a lesson what it wants done now, and nothing else.
    """
    if asked.first is not None:
        return [(n, asked.first) for n, c in asked.orderable if c.unit == asked.first.unit][:1]
    alone = [(n, i) for n, unit in likeliest(asked) for i in asked.ideas(unit) if i.kind in KINDS]
    if len({n for n, _ in alone}) == 1:
        return alone[:ALONE]
    return _ranked(asked)[:BEST]


def _ranked(asked: Asked, each: int = 1) -> list[tuple[int, Idea]]:
    """The first ideas of each unit looked into, with its position, the most urgent first."""
    urged = ((n, i) for n, unit in likeliest(asked) for i in asked.ideas(unit)[:each] if not i.spare)
    found = [(n, i) for n, i in urged if i.kind in KINDS]
    return sorted(found, key=lambda x: (KINDS.index(x[1].kind), -(x[1].chance or 0.0)))


def _more_ideas(asked: Asked) -> list[Part]:
    """Ideas that have no line of their own, unit by unit, in as few lists as hold them."""
    lists: list[tuple[list[str], list[discord.SelectOption]]] = []
    alone = len(likeliest(asked)) < 2
    for n, unit, more in further_ideas(asked):
        if not lists or len(lists[-1][1]) + len(more) > OPTIONS:
            lists.append(([], []))
        lists[-1][0].append(asked.called(unit))
        lists[-1][1].extend(idea_option(asked, i, Place((n,)), whose=not alone) for i in more)
    return [
        Picks("idea", str(Place(nth=k)), asked.word("Ideas: {units}…", units=codes(units)), tuple(options))
        for k, (units, options) in enumerate(lists)
    ]


def further_ideas(asked: Asked) -> list[tuple[int, str, list[Idea]]]:
    """Ideas that have no line of their own, unit by unit, each unit with its position: each is an order, too."""
    shown = [key_of(i) for _, i in first_ideas(asked)]
    # What is listed as a choice isn't among them once more.
    assert isinstance(asked.decision, Command)
    listed = [c.answer for c in asked.decision.menu if c.answer is not None and c.unit is None]
    whose = likeliest(asked)

    def fresh(i: Idea) -> bool:
        return key_of(i) not in shown and i.answer not in listed

    # Of who acts alone there is room for all.
    each = EACH if len(whose) > 1 else OPTIONS
    found = ((n, unit, [i for i in asked.ideas(unit)[:each] if i.kind != "done" and fresh(i)]) for n, unit in whose)
    return [x for x in found if x[2]]


def _groups(asked: Asked) -> list[Part]:
    """Units that can be ordered together: what the foremost might do, each an order, and a page for each group."""
    groups = [g for g in asked.groups if len(g.key) <= CHOICE // 2]
    if not groups:
        return []
    orders = more_together(asked)
    found: list[Part] = []
    if orders:
        found.append(Picks("many", "", asked.word("Several together, at once… ({n})", n=len(orders)), tuple(orders)))
    if len(groups) <= BUTTON_GROUPS:
        buttons = [Press("group", g.key, short(titled(asked, g))) for g in groups]
        return [*found, Row(tuple(apart(buttons, [titled(asked, g) for g in groups], LABEL)))]
    options = tuple(discord.SelectOption(label=fit(titled(asked, g), CHOICE), value=g.key) for g in groups[:OPTIONS])
    title = asked.word("Who together… ({n})", n=len(options))
    if len(groups) > len(options):
        title = asked.word("Who together… (the largest {n} of {all})", n=len(options), all=len(groups))
    return [*found, Picks("group", "", title, options)]


def _last(asked: Asked, numbered: list[tuple[int, Choice]], done: Choice | None) -> list[Part]:
    """Being done, and writing; the tools that stand on every question."""
    found: list[Press] = []
    if done is not None:
        at = next(n for n, c in numbered if c.key == done.key)
        style = "primary" if asked.first is not None and asked.first.answer == done.answer else "secondary"
        found.append(Press("take", str(Place((at,))), short(asked.say(done.label)), style))
    if asked.advised and not asked.decision.secret and asked.first is None:
        found.append(Press(SUGGEST, "", asked.word("Suggest")))
    more = ((MAP, asked.word("Map")), (UNDO, asked.word("Undo")), (WHAT_IF, asked.word("What if…")))
    tools = (*(Press(verb, "", label) for verb, label in more), Press(HELP, "", asked.word("Help")))
    return [Row((*found, Press("type", "", asked.word("Type…")))), Row(tools)]
