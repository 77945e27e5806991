"""The log: as text or JSON, without secrets, with what was being handled when something was logged."""

from bot.logs.context import about, handling, recent_references, reference
from bot.logs.redaction import Redaction
from bot.logs.setup import FORMATS, LEVELS, set_up, tear_down

__all__ = [
    "FORMATS",
    "LEVELS",
    "Redaction",
    "about",
    "handling",
    "recent_references",
    "reference",
    "set_up",
    "tear_down",
]
