"""Setting the log up, once for a process."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from typing import Any, Literal, TextIO, TypeAlias

from bot.logs.formats import JsonFormat, TextFormat
from bot.logs.redaction import Redaction

Format: TypeAlias = Literal["text", "json"]
FORMATS: tuple[Format, ...] = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
"""How much is told: lines of this weight and above. ``debug`` tells what libraries do, too."""

LOUD = {"discord.gateway": logging.INFO, "aiosqlite": logging.INFO, "PIL": logging.INFO, "asyncio": logging.INFO}
"""Libraries that at ``debug`` tell every packet, or every statement with its values: they never go below this."""


def set_up(
    format: Format = "text", level: str = "info", secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Have everything logged written to ``stream``, by default standard error; in place of what was set up before.

    ``secrets`` never appear in it.
    """
    redact = Redaction(secrets)
    handler: logging.StreamHandler[Any] = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormat(redact) if format == "json" else TextFormat(redact))
    tear_down()
    root = logging.getLogger()
    handler.ours = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name, least in LOUD.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def tear_down() -> None:
    """Write nothing any more: for a process that goes on after its bot."""
    root = logging.getLogger()
    for old in [h for h in root.handlers if getattr(h, "ours", False)]:
        root.removeHandler(old)
