"""Custom ids: ``hx:<verb>:<battle>:<token>[:<argument>]``, at most 100 characters.

The token is the journal entry at which the question was asked; when the battle's question has another token by now, the
button is stale. Everything in a custom id comes from outside and is checked like anything else a player sends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LIMIT = 100
PATTERN = re.compile(
    r"hx:(?P<verb>[a-z]+):(?P<battle>[\w-]{1,40}):(?P<token>[\w-]{1,24})(?::(?P<argument>.{0,64}))?", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Ref:
    """What a component belongs to."""

    battle: str
    token: str
    argument: str = ""

    def custom_id(self, verb: str) -> str:
        """Raises ValueError when it wouldn't fit or wouldn't be read back."""
        text = f"hx:{verb}:{self.battle}:{self.token}" + (f":{self.argument}" if self.argument else "")
        if len(text) > LIMIT or parse(text) != (verb, self):
            raise ValueError(f"no custom id: {text!r}")
        return text


def parse(custom_id: str) -> tuple[str, Ref] | None:
    """Verb and reference of one of our custom ids; None for any other text.

    >>> parse("hx:answer:7:120:yes")
    ('answer', Ref(battle='7', token='120', argument='yes'))
    """
    match = PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return match["verb"], Ref(match["battle"], match["token"], match["argument"] or "")
