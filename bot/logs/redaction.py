"""Secrets taken out of what is logged, whoever wrote them into it.

The whole line is looked at once it is written, traceback included: a library may put a token into an address, an
address into an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

HIDDEN = "…"
"""Stands where a secret was."""

SHORTEST = 6
"""Characters a secret has at least to be looked for everywhere: a shorter one would take words with it."""

PATTERNS = (
    # Who has the token of an interaction answers in the bot's name for a quarter of an hour.
    re.compile(r"(?<=/interactions/)(\d+/)[\w-]{20,}"),
    re.compile(r"(?<=/webhooks/)(\d+/)[\w-]{20,}"),
    # Passwords in addresses: postgresql://user:password@host
    re.compile(r"(://[^\s:/@]*:)[^\s@]+(?=@)"),
    # Authorization: Bot ... , whichever bot's it is.
    re.compile(r"(\b(?:Bot|Bearer) )[\w-]{10,}(?:\.[\w-]+)*", re.IGNORECASE),
    # A Discord token wherever it stands: the account's number in base 64, a time, a signature.
    re.compile(r"()\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    # The secret a battle's dice come of, in the representation of a row.
    re.compile(r"(\bseed'?[=:] ?)b(?:'[^']*'|\"[^\"]*\")"),
)
"""What is known for a secret by its shape. The first group stays."""


class Redaction:
    """Takes secrets out of texts.

    >>> Redaction(["hunter2-hunter2"])("postgresql://a:pw@db/x said hunter2-hunter2")
    'postgresql://a:…@db/x said …'
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known = sorted({s for s in known if len(s) >= SHORTEST}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for pattern in PATTERNS:
            text = pattern.sub(rf"\g<1>{HIDDEN}", text)
        return text
