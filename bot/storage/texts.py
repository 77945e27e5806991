"""Characters no database keeps: NUL, which PostgreSQL refuses, and halves of pairs, which are no text in UTF-8.

Nobody can type them, but programs can send them. They are refused on both kinds of database, so that what one of them
holds the other can take over.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from engine.kernel.json_values import is_object
from engine.kernel.text import Refusal

UNSTORABLE = "There is a character in that which can't be kept (NUL, or half of one): please write it without."


def storable(text: str) -> bool:
    """Whether a database can keep a text.

    >>> storable("Zażółć ⚔"), storable("a\\0b"), storable("\\ud800")
    (True, False, False)
    """
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check(*texts: str) -> None:
    """Refuse texts that somebody sends, if they can't be kept."""
    if not all(storable(text) for text in texts):
        raise Refusal(UNSTORABLE)


def check_texts(
    connection: sa.Connection, cursor: Any, statement: str, parameters: Any, context: Any, executemany: bool
) -> None:
    """Refuse a statement that would store what can't be stored. For SQLAlchemy's ``before_cursor_execute``."""
    for row in parameters if executemany else (parameters,):
        for value in row.values() if is_object(row) else row:
            if isinstance(value, str):
                check(value)
