"""The guided order: an ephemeral panel whose selects walk the menus of a command, one step at a time.

Where the player is, is written into the custom ids as positions (``"3.12"``: the fourth choice, then its thirteenth).
So the panel survives a restart, and a battle that went on meanwhile makes it stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.components.decision import SELECT, option
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Menu, Pick
from engine.kernel.hexes import show
from engine.kernel.text import refuse

ROWS = 4
"""Selects in one message; the fifth row holds the buttons."""

DEEPEST = 12
"""Steps of the longest order; a longer path was made up."""


@dataclass(frozen=True)
class Step:
    """Where a walk through the menus has come to."""

    path: tuple[int, ...]
    taken: tuple[Choice, ...]
    menu: Menu | None
    """The next menu; None when ``answer`` is complete."""
    answer: Answer | None = None
    back: tuple[int, ...] = ()
    """The path one real choice earlier."""


def parse_place(argument: str) -> tuple[tuple[int, ...], int]:
    """Path and page of ``"3.12/1"``. Raises Refusal for anything that isn't one."""
    path, _, page = argument.partition("/")
    try:
        steps = tuple(int(p) for p in path.split(".")) if path else ()
        at = int(page or 0)
    except ValueError:
        refuse("That button doesn't belong to this question.")
    if len(steps) > DEEPEST or at < 0 or any(s < 0 for s in steps):
        refuse("That button doesn't belong to this question.")
    return steps, at


def walk(decision: Decision, path: tuple[int, ...]) -> Step:
    """Follow ``path``; menus with a single choice are passed through. Raises Refusal where it leads nowhere."""
    menu = top(decision)
    taken: list[Choice] = []
    done: list[int] = []
    rest = list(path)
    back: tuple[int, ...] = ()
    while True:
        choices = menu.choices
        if rest:
            n = rest.pop(0)
        elif len(choices) == 1 and len(done) < DEEPEST and taken:
            n = 0
        else:
            return Step(tuple(done), tuple(taken), menu, back=back)
        if n >= len(choices):
            refuse("That choice isn't offered (any more).", rule=decision.rule)
        choice = choices[n]
        if len(choices) > 1:
            back = tuple(done)
        taken.append(choice)
        done.append(n)
        if choice.menu is None:
            return Step(tuple(done), tuple(taken), None, choice.answer or Pick(key=choice.key))
        menu = choice.menu()


def top(decision: Decision) -> Menu:
    """The first menu of a decision that is answered step by step. Raises Refusal for one that isn't."""
    if isinstance(decision, (Command, Choose)):
        return decision.menu
    refuse("This question is answered with the buttons below it.", rule=decision.rule)


def content(decision: Decision, step: Step, catalogue: TextCatalogue, told: str = "") -> str:
    """What was just done, what is chosen so far, what is to be chosen now."""
    lines = [told] if told else []
    if step.menu is None or step.menu.prompt != decision.prompt:
        lines.append(f"-# {escape(catalogue.say(decision.prompt))}")
    if step.taken:
        lines.append(escape(" › ".join(catalogue.say(c.label) for c in step.taken)))
    if step.menu is not None:
        lines.append(f"**{escape(catalogue.say(step.menu.prompt))}**")
    return "\n".join(lines)


def menus(step: Step) -> list[tuple[tuple[int, ...], Menu]]:
    """The menus open at this step, each with the positions that lead to it.

    The menu behind the likeliest choice is opened beside the menu itself ("move" and, at once, where to), which saves a
    step of most orders.
    """
    assert step.menu is not None
    found: list[tuple[tuple[int, ...], Menu]] = [((), step.menu)]
    choices = step.menu.choices
    likeliest = max((c for c in choices if c.menu is not None), key=lambda c: c.lean, default=None)
    if step.path and likeliest is not None and likeliest.menu is not None and likeliest.hex is None:
        opened = likeliest.menu()
        if len(opened):
            found.insert(0, ((list(choices).index(likeliest),), opened))
    return found


def controls(step: Step, ref: Ref, page: int, catalogue: TextCatalogue) -> discord.ui.View:
    """The selects of this step, and the buttons to page, go back or type."""
    rows = [(menu, lead, part) for lead, menu in menus(step) for part in _parts(menu)]
    pages = max(1, -(-len(rows) // ROWS))
    page %= pages
    items: list[discord.ui.Item[Any]] = []
    for row, (menu, lead, part) in enumerate(rows[page * ROWS : (page + 1) * ROWS]):
        words = [catalogue.say(menu.prompt)] if menu is not step.menu or len(menu) <= SELECT else []
        if len(menu) > SELECT:
            words.append(" … ".join(_short(menu.choices[n], catalogue) for n in (part[0], part[-1])))
        items.append(
            discord.ui.Select(
                custom_id=_place(ref, step.path, row).custom_id("go"),
                placeholder=fit(" ".join(words), CHOICE),
                options=[option(menu.choices[n], ".".join(str(i) for i in (*lead, n)), catalogue) for n in part],
                row=row,
            )
        )
    if pages > 1:
        label = f"{page + 1}/{pages} ›"
        items.append(button(_place(ref, step.path, (page + 1) % pages), "page", label, row=ROWS))
    if step.path:
        items.append(button(_place(ref, step.back, 0), "back", catalogue.translate("‹ Back"), row=ROWS))
    items.append(button(_place(ref, step.path, page), "type", catalogue.translate("Type…"), row=ROWS))
    return view(*items)


def _parts(menu: Menu) -> list[list[int]]:
    """Positions of the choices, cut to what one select holds; many hexes are listed by number, to be found."""
    order = list(range(len(menu)))
    if len(order) > SELECT and all(c.hex is not None for c in menu):
        order.sort(key=lambda n: menu.choices[n].hex or 0)
    return [order[first : first + SELECT] for first in range(0, len(order), SELECT)]


def _short(choice: Choice, catalogue: TextCatalogue) -> str:
    """A choice in a word, for the ends of a list: phones show some thirty characters of a placeholder."""
    label = catalogue.say(choice.label)
    for word in (choice.unit, show(choice.hex) if choice.hex is not None else None):
        if word is not None and label.startswith(word):
            return word
    return fit(label.partition(":")[0], 20)


def _place(ref: Ref, path: tuple[int, ...], page: int) -> Ref:
    return Ref(ref.battle, ref.token, ".".join(map(str, path)) + f"/{page}")
