"""The choice of a hex or an area: all at once where they are few, else the likeliest and lettered parts of the map."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import discord

from bot.components.decision import option
from bot.components.panel.asked import Asked
from bot.components.panel.page import OPTIONS, Part, Picks, Press, Row, Shown, Words, rows
from bot.components.panel.parts import remark, selects, short
from bot.components.panel.place import ASK, Place
from bot.components.panel.sectors import lettered, sectors, within
from bot.components.panel.walk import facings
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.areas import AreaMap
from engine.kernel.board import Board
from engine.kernel.board import Place as At
from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES, Facing
from engine.kernel.text import refuse

BEST = 5
"""Hexes with a button of their own where there are many."""

GLANCE = 72
"""Characters of what a hex costs and triggers, of five beside each other: two lines on a phone."""

NAMED = 3 * OPTIONS
"""Places of a map of areas that are listed by their names, however many parts of the map they lie in."""

BUTTON_SECTORS = 12
"""Most sectors that get a button each; more are listed in a select."""


def chooser(
    asked: Asked, menu: Menu, place: Place, *, short_of_room: bool = False, known: Collection[At] = ()
) -> tuple[list[Part], Shown]:
    """Everything to choose a hex of the menu with, and what the picture shows for it. ``place`` leads to the menu.

    ``short_of_room``: whether the page has a good deal else to hold; ``known``: hexes it offers otherwise.
    Raises Refusal for a sector that isn't there.
    """
    where = {c.hex: n for n, c in enumerate(menu) if c.hex is not None}
    inside = within(asked.table.board, [*where], place.sector)
    if inside is None:
        refuse("That choice isn't offered (any more).", rule=asked.decision.rule)
    if len(inside) <= OPTIONS:
        return _few(asked, menu, place, where, inside)
    if isinstance(asked.table.board, AreaMap) and len(inside) <= NAMED:
        return named(asked, menu, place), Shown(menu)
    best = () if place.sector else _best(menu, known)
    cut = sectors(asked.table.board, inside)
    parts: list[Part] = []
    if best:
        said = {h: remark(asked, menu.choices[where[h]], GLANCE) for h in best}
        lines = [f"**{escape(asked.table.board.show(h))}** {words}" for h, words in said.items() if words]
        title = asked.word("Somewhere else: the likeliest, or a lettered part of the map.")
        parts.append(Words("\n".join([title, *(f"-# {x}" for x in lines)])))
        parts.append(Row(tuple(_press(asked, menu.choices[where[h]], place.at(where[h])) for h in best)))
    buttons = [
        Press("sector", str(replace(place, sector=place.sector + letter)), _sector(asked.table.board, letter, hexes))
        for letter, hexes in cut.items()
    ]
    if len(buttons) <= BUTTON_SECTORS and not short_of_room:
        parts += rows(buttons)
    else:
        options = [discord.SelectOption(label=b.label, value=letter) for letter, b in zip(cut, buttons, strict=True)]
        parts.append(Picks("part", str(place), asked.word("A part of the map…"), tuple(options)))
    return parts, Shown(menu, sectors=cut, best=best)


def named(asked: Asked, menu: Menu, place: Place) -> list[Part]:
    """The places of a map of areas in lists, in the order of their names: that is how players know them."""
    board = asked.table.board
    found = sorted(enumerate(menu), key=lambda x: board.show(x[1].hex) if x[1].hex is not None else "")
    lists = selects(asked, found, place, asked.word("Where to? ({n})", n=len(found)))
    if len(lists) == 1:
        return lists
    return [
        replace(x, placeholder=asked.word("To {places}", places=x.placeholder)) for x in lists if isinstance(x, Picks)
    ]


def _few(
    asked: Asked, menu: Menu, place: Place, where: dict[At, int], inside: Sequence[At]
) -> tuple[list[Part], Shown]:
    letters = lettered(inside)
    options = []
    for h, letter in letters.items():
        made = option(menu.choices[where[h]], str(where[h]), asked.catalogue)
        made.label = fit(f"{letter} · {made.label}", CHOICE)
        options.append(made)
    show = asked.table.board.show
    title = asked.word("Which letter? {first} … {last}", first=show(min(inside)), last=show(max(inside)))
    parts: list[Part] = [Picks("go", str(place), title, tuple(options))]
    return [*parts, *compass(asked, menu, place)], Shown(menu, letters=letters)


def compass(asked: Asked, menu: Menu, place: Place) -> list[Part]:
    """Which way the unit is to face where it goes: the most sensible unless a button says otherwise."""
    likeliest = max((c for c in menu if c.hex is not None), key=lambda c: c.lean)
    ways = facings(likeliest.menu()) if likeliest.menu is not None else {}
    if not ways:
        return []
    # As a clock goes, from the top left: a unit may face otherwise in one hex than in another.
    names = sorted({*VERTICES, *ways}, key=lambda f: (Facing.NW - f) % 12)
    found = [("", asked.word("Facing: best")), *((f.name, f.name) for f in names), (ASK, asked.word("Ask me"))]
    presses = [
        Press("face", str(replace(place, facing=f)), label, "primary" if f == place.facing else "secondary")
        for f, label in found
    ]
    return [*rows(presses)]


def _best(menu: Menu, known: Collection[At]) -> tuple[At, ...]:
    """The likeliest hexes that aren't ``known``, best first; none where one is as good as another."""
    if len({c.lean for c in menu if c.hex is not None}) == 1:
        return ()
    ordered = sorted((c for c in menu if c.hex is not None and c.hex not in known), key=lambda c: -c.lean)
    return tuple(c.hex for c in ordered[:BEST] if c.hex is not None)


def _press(asked: Asked, choice: Choice, place: Place) -> Press:
    label = asked.say(choice.label)
    if choice.mp is not None:
        label = asked.word("{hex} · {mp} MP", hex=label, mp=choice.mp)
    return Press("take", str(place), short(label))


def _sector(board: Board, letter: str, hexes: Sequence[At]) -> str:
    """A sector's letter, with the hexes between which it lies."""
    return f"{letter} · {board.show(min(hexes))}–{board.show(max(hexes))}"
