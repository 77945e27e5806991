"""Components that are found by their ids, restart or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.components.ids import PATTERN, Ref
from bot.host import host
from bot.language.plain import BUTTON, CHOICE, fit

ROWS, WIDTH = 5, 5
"""Rows of controls a message has room for, and how many buttons fit into one."""


class Component(discord.ui.DynamicItem[discord.ui.Item[Any]], template=PATTERN):
    """Every button and select of the bot, handed to its verb's handler through the client's router."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Component:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        data: Mapping[str, object] = interaction.data or {}
        values = data.get("values")
        await host(interaction).router.run(interaction, self.custom_id, values if isinstance(values, list) else ())


def modal_values(data: Mapping[str, Any]) -> list[str]:
    """The texts typed into a modal, in the order of its fields."""
    found: list[str] = []
    for row in data.get("components", ()):
        for field in (row.get("component"), *row.get("components", ())):
            if field is not None and "value" in field:
                found.append(str(field["value"]))
    return found


def button(
    ref: Ref,
    verb: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    row: int | None = None,
) -> discord.ui.Button[Any]:
    """A button that says ``label`` (cut to what a button holds)."""
    return discord.ui.Button(
        label=fit(label, BUTTON), custom_id=ref.custom_id(verb), style=style, disabled=disabled, row=row
    )


def select(
    ref: Ref,
    verb: str,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
    row: int | None = None,
) -> discord.ui.Select[Any]:
    """A select, of whose options ``least`` to ``most`` are chosen. Each that is made has an id of its own."""
    return discord.ui.Select(
        custom_id=ref.marked_id(verb),
        placeholder=fit(placeholder, CHOICE),
        options=list(options),
        min_values=least,
        max_values=most,
        row=row,
    )


def view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view that is never kept in memory: its components are found by their ids."""
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(Component(item, row=item.row) if not isinstance(item, Component) else item)
    # discord.py keeps every view that hasn't ended, and a task with it for each of those only one person sees.
    made.stop()
    return made


def add_where_room(shown: discord.ui.View, item: discord.ui.Button[Any]) -> None:
    """Put a button into the lowest row that has room for it; nowhere where none has."""
    taken = [0] * ROWS
    for known in shown.children:
        taken[known.row or 0] += known.width
    free = next((row for row in reversed(range(ROWS)) if taken[row] + item.width <= WIDTH), None)
    if free is not None:
        item.row = free
        shown.add_item(Component(item, row=free))


LONG = 1500
"""Characters of a box for several lines."""


def box(custom_id: str, title: str, label: str, *, long: bool, filled: str = "") -> discord.ui.Modal:
    """A modal with one field, in which ``filled`` stands already.

    It is handled by its id (see ``on_interaction``), so it needs no callback of its own.
    """
    made = discord.ui.Modal(title=fit(title, 45), custom_id=custom_id)
    made.add_item(
        discord.ui.TextInput(
            label=fit(label, 45),
            style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            max_length=LONG if long else CHOICE,
            default=fit(filled, LONG if long else CHOICE) or None,
        )
    )
    return made
