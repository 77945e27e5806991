"""One thing that was looked at: how it is, and what to do where it isn't well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

State = Literal["good", "doubtful", "wrong", "unknown"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was seen of something."""

    about: str
    """What was looked at, in a word or two: "database"."""
    state: State
    """``doubtful``: the bot runs with it, but somebody should know; ``unknown``: it couldn't be looked at."""
    said: str
    """How it is, in a sentence without its full stop."""
    advice: str = ""
    """What to do, in sentences; "" where nothing need be done."""

    def json(self) -> dict[str, Any]:
        found = {"about": self.about, "state": self.state, "said": self.said}
        return found | ({"advice": self.advice} if self.advice else {})


def good(about: str, said: str) -> Finding:
    return Finding(about, "good", said)


def doubtful(about: str, said: str, advice: str) -> Finding:
    return Finding(about, "doubtful", said, advice)


def wrong(about: str, said: str, advice: str) -> Finding:
    return Finding(about, "wrong", said, advice)


def unknown(about: str, said: str, advice: str = "") -> Finding:
    return Finding(about, "unknown", said, advice)
