"""A page as Discord's components: a container with text, picture, sections, rows."""

from __future__ import annotations

from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button, select
from bot.components.panel.page import TEXT, Line, Page, Part, Picks, Press, Row, Words
from bot.language.plain import fit

ACCENT = 0x8C2F1B
"""Colour of the stripe beside a panel: the red of the maps' titles."""

LEAST = 60
"""Characters left for each text that is still to come."""

PICTURE = "map.png"

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def laid_out(page: Page, ref: Ref, *, picture: str = "", alt: str = "") -> discord.ui.LayoutView:
    """The page as a view. ``picture`` is the name of the file that comes with it, "" for none; ``alt`` describes it."""
    inner = discord.ui.Container[Any](accent_colour=ACCENT)
    texts = sum(isinstance(p, Words | Line) for p in page.parts)
    left = TEXT
    gallery = None
    if picture:
        item = discord.MediaGalleryItem(f"attachment://{picture}", description=alt[:1024] or None)
        gallery = discord.ui.MediaGallery[Any](item)
    for n, part in enumerate(page.parts):
        if isinstance(part, Words | Line):
            texts -= 1
            text = fit(part.text, max(LEAST, left - LEAST * texts))
            left -= len(text)
            inner.add_item(_said(part, text, ref))
        else:
            inner.add_item(_made(part, ref))
        if n == 0 and gallery is not None:
            inner.add_item(gallery)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(inner)
    # discord.py keeps every view that hasn't ended, and a task with it for each of those only one person sees.
    view.stop()
    return view


def _said(part: Words | Line, text: str, ref: Ref) -> discord.ui.Item[Any]:
    shown = discord.ui.TextDisplay[Any](text)
    return shown if isinstance(part, Words) else discord.ui.Section(shown, accessory=_button(part.press, ref))


def _made(part: Part, ref: Ref) -> discord.ui.Item[Any]:
    if isinstance(part, Row):
        return discord.ui.ActionRow(*(_button(p, ref) for p in part.presses))
    if isinstance(part, Picks):
        least, most = (0, len(part.options)) if part.several else (1, 1)
        where = _ref(ref, part.argument)
        return discord.ui.ActionRow(select(where, part.verb, part.placeholder, part.options, least=least, most=most))
    return discord.ui.Separator()


def _button(press: Press, ref: Ref) -> discord.ui.Button[Any]:
    return button(_ref(ref, press.argument), press.verb, press.label, style=_STYLES[press.style])


def _ref(ref: Ref, argument: str) -> Ref:
    return Ref(ref.battle, ref.token, argument)
