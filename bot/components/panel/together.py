"""The page of a group: what its units might do together, who can, and who can't and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import discord

from bot.components.panel.asked import Asked, group_key, has_acted
from bot.components.panel.page import COMPONENTS, Line, Page, Part, Press, Row, Shown, Words, cost
from bot.components.panel.parts import NOTE, as_lines, beside
from bot.components.panel.walk import top
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.groups import NAMES
from engine.kernel.ideas import Group, GroupIdea
from engine.kernel.text import Text, codes, refuse

MOST = 8
"""Ideas of one group."""
AT_ONCE = 2
"""Groups of which the first page offers the best idea in a line of its own."""
LISTED = 5
"""Groups whose ideas it lists, those included."""
EACH = 5
"""Ideas of one group in that list."""
NAMED = 4
"""Reasons why units can't, told beside one idea."""


def together(asked: Asked, key: str) -> Page:
    """Raises Refusal for a group that isn't offered (any more)."""
    group = found(asked, key)
    ideas = asked.together(group)[:MOST]
    head: list[Part] = [Words("\n".join([f"**{escape(titled(asked, group))}**", *unordered(asked, group)]))]
    last = Row((Press("back", "", asked.word("‹ Back")), Press("type", "", asked.word("Type…"))))
    room = COMPONENTS - 2 - cost(head) - last.cost
    lines = [_line(asked, group, idea, first=n == 0) for n, idea in enumerate(ideas)]
    body = as_lines(lines, room) or [Words(asked.word("There is nothing they could all do now."))]
    return Page((*head, *body, last), Shown(top(asked.decision), units=group.units))


def unordered(asked: Speaks, group: Group) -> list[str]:
    """Who belongs to a group for whom there are no orders left."""
    named = codes(sorted(group.left, key=numbered))
    return [f"-# {escape(asked.word('There are no orders left for {units}', units=named))}"] if group.left else []


def titled(asked: Asked, group: Group) -> str:
    """What a group is called, its units named once."""
    title, units = asked.say(group.title), codes(group.units)
    return title if units in title or len(units) > NAMES else f"{title}: {units}"


def found(asked: Asked, key: str) -> Group:
    """The group of a key. Raises Refusal where it isn't offered (any more)."""
    group = asked.group(key)
    if group is None:
        refuse("That group isn't offered any more.", rule=asked.decision.rule)
    return group


def chosen(asked: Asked, argument: str) -> tuple[Group, GroupIdea]:
    """Group and idea of a custom id. Raises Refusal where they aren't offered (any more)."""
    key, _, idea_key = argument.rpartition("~")
    group = found(asked, key)
    idea = next((i for i in asked.together(group) if group_key(i) == idea_key), None)
    if idea is None:
        refuse("That isn't possible (any more); nothing was done.", rule=asked.decision.rule)
    return group, idea


def at_once(asked: Asked, room: int) -> list[Part]:
    """What the likeliest groups might best do, each by one press; nothing where there is no room for it."""
    found = best_at_once(asked)
    lines = [_line(asked, g, idea, first=n == 0, whose=True) for n, (g, idea) in enumerate(found)]
    return [*lines] if cost(lines) <= room else []


def best_at_once(asked: Asked) -> list[tuple[Group, GroupIdea]]:
    """What the likeliest groups might best do, as far as it is worth proposing."""
    best = [(g, next(iter(_of_several(asked, g)), None)) for g in foremost(asked)[:AT_ONCE]]
    return [(g, idea) for g, idea in best if idea is not None and not idea.spare]


def more_together(asked: Asked) -> list[discord.SelectOption]:
    """What the likeliest groups might do, each an order."""
    return [_order_option(asked, g, idea) for g in foremost(asked) for idea in _of_several(asked, g)[:EACH]]


def _of_several(asked: Asked, group: Group) -> list[GroupIdea]:
    """What more than one of a group can do: of one it is no order to several."""
    return [i for i in asked.together(group) if len(i.orders) > 1]


def _order_option(asked: Asked, group: Group, idea: GroupIdea) -> discord.SelectOption:
    # Telephones show some forty characters of an option: its units stand below it.
    who = asked.say(group.title).partition(":")[0]
    label = asked.word("{who}: {what}", who=who, what=asked.say(idea.label))
    left = {u for u, _ in idea.left}
    units = codes(u for u in group.units if u not in left)
    n = len(group.units) - len(left)
    said = [asked.word("{n} of {all}: {units}", n=n, all=len(group.units), units=units) if left else units]
    if idea.note is not None:
        said.append(asked.say(idea.note))
    return discord.SelectOption(
        label=fit(label, CHOICE), value=f"{group.key}~{group_key(idea)}", description=fit(" · ".join(said), CHOICE)
    )


def _able(asked: Asked, group: Group, idea: GroupIdea) -> str:
    return asked.word("{n} of {all} can", n=len(group.units) - len(idea.left), all=len(group.units))


def foremost(asked: Asked) -> Sequence[Group]:
    """The groups that stand on the first page with what they might do: those first of whom the fewest have acted."""

    def acted(group: Group) -> float:
        return sum(has_acted(asked, u) for u in group.units) / len(group.units)

    return sorted((g for g in asked.groups if len(g.key) <= CHOICE // 2), key=acted)[:LISTED]


def left_out(asked: Speaks, idea: GroupIdea) -> list[str]:
    """Units that can't, with the reason; those of one reason together, and of many reasons the first."""
    by_reason: dict[str, list[str]] = {}
    for unit, why in idea.left:
        said = asked.say(why)
        by_reason.setdefault(said.removeprefix(f"{unit} ") if said.startswith(unit) else f": {said}", []).append(unit)
    lines = []
    for why, units in [*by_reason.items()][:NAMED]:
        named = codes(sorted(units, key=numbered))
        # The reason is told as of one of them.
        who = named if len(units) == 1 or why.startswith(":") else asked.word("Each of {units}", units=named)
        lines.append(f"{who}{why}" if why.startswith(":") else f"{who} {why}")
    rest = [u for units in [*by_reason.values()][NAMED:] for u in units]
    if rest:
        lines.append(asked.word("Nor do these act: {units}", units=codes(sorted(rest, key=numbered))))
    return [f"-# {escape(fit(x, NOTE // 2))}" for x in lines]


def numbered(code: str) -> tuple[str, int]:
    """Codes of one kind in the order of their numbers.

    >>> sorted(["VHA10", "VHA4", "VHA2"], key=numbered)
    ['VHA2', 'VHA4', 'VHA10']
    """
    letters = code.rstrip("0123456789")
    return letters, int(code[len(letters) :] or 0)


class Speaks(Protocol):
    """Says texts in a battle's language."""

    def say(self, text: Text) -> str: ...
    def word(self, template: str, /, **values: Any) -> str: ...


def _deeds(asked: Asked, idea: GroupIdea) -> str:
    """Who does what: the first of them, as far as there is room, and how many more."""
    said = [asked.say(d) for d in idea.deeds]
    for n in range(len(said), 1, -1):
        told = [*said[:n], *([asked.word("and {n} more", n=len(said) - n)] if n < len(said) else [])]
        if len(line := "; ".join(told)) <= NOTE:
            return line
    return fit("; ".join(said), NOTE)


def _line(asked: Asked, group: Group, idea: GroupIdea, *, first: bool, whose: bool = False) -> Line:
    label = asked.say(idea.label)
    if whose:
        label = asked.word("{who}: {what}", who=asked.say(group.title), what=label)
    lines = [f"**{escape(label)}** · {_able(asked, group, idea)}"]
    if idea.deeds:
        lines.append(f"-# {escape(_deeds(asked, idea))}")
    if idea.note is not None:
        lines.append(f"-# {escape(fit(asked.say(idea.note), NOTE))}")
    lines += left_out(asked, idea)
    press = Press(
        "many", f"{group.key}~{group_key(idea)}", beside(asked.say(idea.label)), "primary" if first else "secondary"
    )
    return Line("\n".join(lines), press)
