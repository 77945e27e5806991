"""When what couldn't be said is tried again."""

from __future__ import annotations

from bot.backoff import Backoff

PASSING = (0.0, 15.0, 30.0, 40.0)
"""Seconds to wait, failure after failure, where Discord is unwell or out of reach: first until the next tick. All is
told within a minute of its being well again; meanwhile a few battles try for all of them."""
SHUT = (0.0, 60.0, 300.0, 1200.0)
"""The same where a channel can't be posted to: whoever insists is shut out of Discord."""

__all__ = ["PASSING", "SHUT", "Backoff"]
