"""Custom ids: ``hx[.<mark>]:<verb>:<battle>:<token>[:<argument>]``, at most 100 characters.

The mark tells a select from the same one shown before: a client keeps what was chosen in a select for as long as that
has the same id, and then doesn't send the same choice again. It says nothing else, and buttons have none.

The token is the journal entry at which the question was asked; when the battle's question has another token by now, the
button is stale. Everything in a custom id comes from outside and is checked like anything else a player sends.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

LIMIT = 100
PATTERN = re.compile(
    r"hx(?:\.[0-9a-f]{1,8})?:(?P<verb>[a-z]+):(?P<battle>[\w-]{1,40}):(?P<token>[\w-]{1,24})(?::(?P<argument>.{0,64}))?",
    re.DOTALL,
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

    def marked_id(self, verb: str) -> str:
        """The same with a new mark, for a select. Raises ValueError as :meth:`custom_id`."""
        return marked(self.custom_id(verb))


def marked(custom_id: str) -> str:
    """One of our custom ids with a new mark; as it is where there is no room for one.

    >>> plain(marked("hx:go:7:120:3")), marked("hx:go:7:120:3") == marked("hx:go:7:120:3")
    ('hx:go:7:120:3', False)
    """
    found = f"hx.{secrets.token_hex(3)}{plain(custom_id).removeprefix('hx')}"
    return found if len(found) <= LIMIT else custom_id


def plain(custom_id: str) -> str:
    """One of our custom ids without its mark."""
    return re.sub(r"^hx\.[0-9a-f]{1,8}:", "hx:", custom_id)


def parse(custom_id: str) -> tuple[str, Ref] | None:
    """Verb and reference of one of our custom ids; None for any other text.

    >>> parse("hx:answer:7:120:yes")
    ('answer', Ref(battle='7', token='120', argument='yes'))
    """
    match = PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return match["verb"], Ref(match["battle"], match["token"], match["argument"] or "")
