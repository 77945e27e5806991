"""From a pressed component to the function that handles its verb, restart or not."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord

from bot.components.ids import PATTERN, Ref, parse
from bot.errors import report
from bot.narration.plain import BUTTON, fit

log = logging.getLogger("hexarch")

Handler = Callable[[discord.Interaction, Ref, Sequence[str]], Awaitable[None]]
"""Gets the values of a select, or the texts of a modal in the order of its fields; a button has none."""


class Router:
    """Which function handles which verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def add(self, verb: str, handler: Handler) -> None:
        """Raises ValueError when the verb is taken."""
        if verb in self._handlers:
            raise ValueError(f"{verb} has a handler already")
        self._handlers[verb] = handler

    async def run(self, interaction: discord.Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Handle one press; errors are told to whoever pressed."""
        found = parse(custom_id)
        handler = self._handlers.get(found[0]) if found is not None else None
        if found is None or handler is None:
            log.warning("nobody handles %r", custom_id)
            return
        try:
            await handler(interaction, found[1], values)
        except Exception as error:
            await report(interaction, error)


class Component(discord.ui.DynamicItem[discord.ui.Item[Any]], template=PATTERN):
    """Every button and select of the bot. Handed to its verb's handler through the client's :class:`Router`."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Component:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}  # type: ignore[assignment]
        await interaction.client.router.run(interaction, self.custom_id, data.get("values") or ())  # type: ignore[attr-defined]


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


def view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view that is never kept in memory: its components are found by their ids."""
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(Component(item, row=item.row) if not isinstance(item, Component) else item)
    return made
