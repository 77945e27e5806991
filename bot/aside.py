"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, TypeVar

from discord.webhook.async_ import async_context

T = TypeVar("T")


def aside(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Begin work in no context of whoever pressed something: their press is answered whatever is still to be done.

    What it changes through presses goes the way theirs do: what a simulated Discord has put in its place is kept.
    The task is made within the other context, since a simulated Discord counts what is made in that of a press.
    """
    context = Context()
    context.run(async_context.set, async_context.get())
    return context.run(asyncio.create_task, work)
