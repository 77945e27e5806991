"""The first page of a panel: who can be ordered, the best of what they might do, groups, and everything else."""

from __future__ import annotations

import discord

from bot.components.decision import default_choice
from bot.components.panel.asked import Asked
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
)
from bot.components.panel.parts import as_lines, idea_line, line, remark, selects, short
from bot.components.panel.place import Place
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.decisions import Choice, Command
from engine.kernel.ideas import Group, Idea
from engine.kernel.text import codes

LOOKED_INTO = 8
"""Units whose ideas are thought out for the first page."""

BEST = 5
"""Ideas on the first page."""

KINDS = ("rally", "charge", "strike", "fire", "recover", "advance", "lead", "fall back", "hold")
"""Kinds of ideas, the most urgent first."""

BUTTON_GROUPS = 4
"""Most groups that get a button each."""


def home(asked: Asked, told: str = "", same: Line | None = None) -> Page:
    """Everything a side can be ordered now. ``told`` is what was just done, ``same`` offers it for the next unit."""
    decision = asked.decision
    assert isinstance(decision, Command)
    head = [told] if told else []
    head.append(f"**{escape(asked.say(decision.prompt))}**")
    top: list[Part] = [Words("\n".join(head))]
    done = default_choice(decision)
    numbered = [*enumerate(decision.menu)]
    units = [(n, c) for n, c in numbered if c.unit is not None and c is not done]
    others = [(n, c) for n, c in numbered if c.unit is None and c is not done]
    bottom: list[Part] = [*_groups(asked)]
    if units:
        bottom += selects(asked, units, Place(), asked.word("A unit… ({n})", n=len(units)))
    bottom.append(_last(asked, numbered, done))
    if done is not None and (said := remark(asked, done)):
        bottom.insert(-1, Words(f"-# {escape(asked.say(done.label))}: {said}"))
    room = COMPONENTS - 2 - cost(top) - cost(bottom)
    middle: list[Part] = []
    if same is not None:
        middle.append(same)
    middle += _others(asked, others, room - cost(middle))
    middle += as_lines(_best(asked, units, (room - cost(middle)) // 3), room - cost(middle))
    return Page((*top, *middle, *bottom), Shown(decision.menu))


def _others(asked: Asked, others: list[tuple[int, Choice]], room: int) -> list[Part]:
    """Lines, formations, whole plans of attack: each with its odds and its price where there is room."""
    if 3 * len(others) <= min(room, 3 * BEST):
        return [line(asked, c, Place((n,))) for n, c in others]
    return selects(asked, others, Place(), asked.word("Other orders… ({n})", n=len(others)), first=7)


def _best(asked: Asked, units: list[tuple[int, Choice]], most: int) -> list[Line]:
    """The best idea of each of the likeliest units, the most urgent first."""
    likeliest = sorted(units, key=lambda x: -x[1].lean)[:LOOKED_INTO]
    found: list[tuple[int, Idea]] = []
    for n, c in likeliest:
        ideas = asked.ideas(c.unit) if c.unit is not None and c.menu is not None else ()
        found += [(n, i) for i in ideas[:1] if i.kind in KINDS]
    found.sort(key=lambda x: (KINDS.index(x[1].kind), -(x[1].chance or 0.0)))
    return [
        idea_line(asked, idea, Place((n,)), whose=True, first=k == 0)
        for k, (n, idea) in enumerate(found[: max(0, min(most, BEST))])
    ]


def _groups(asked: Asked) -> list[Part]:
    """Units that can be ordered together."""
    groups = [g for g in asked.groups if len(g.key) <= CHOICE // 2]
    if not groups:
        return []
    if len(groups) <= BUTTON_GROUPS:
        return [Row(tuple(Press("group", g.key, fit(asked.say(g.title), LABEL)) for g in groups))]
    options = tuple(
        discord.SelectOption(label=fit(asked.say(g.title), CHOICE), value=g.key, description=_members(g))
        for g in groups[:OPTIONS]
    )
    return [Picks("group", "", asked.word("Several together… ({n})", n=len(options)), options)]


def _members(group: Group) -> str:
    return fit(codes(group.units), CHOICE)


def _last(asked: Asked, numbered: list[tuple[int, Choice]], done: Choice | None) -> Row:
    """Being done, and writing."""
    found: list[Press] = []
    if done is not None:
        at = next(n for n, c in numbered if c is done)
        found.append(Press("take", str(Place((at,))), short(asked.say(done.label)), "success"))
    return Row((*found, Press("type", "", asked.word("Type…"))))
