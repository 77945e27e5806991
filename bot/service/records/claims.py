"""What a record says of its battle besides the orders: held against what its orders lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.notation.record import Record
from engine.kernel.text import Text, joined, refuse

BROKEN_OFF = (
    "The battle was abandoned.",
    "The match is decided without this battle, which is broken off.",
    "The battle is drawn by agreement.",
    "The battle is over.",
    "drawn at the limit of self-play",
    "broken off: nobody has won",
)
"""Ends that no rule brings about, whoever plays."""


def check(record: Record, document: Mapping[str, Any], view: Any, outcome: str | None) -> None:
    """Refuse a record whose title, sides or result aren't those of the battle that its orders have played.

    ``view`` is the position at its end, ``outcome`` what its rules say of it, if they have ended it. A battle that its
    players have ended otherwise says so in our own words.
    """
    title = record.tags.get("Title")
    if title and _plain(title) != _plain(str(document.get("title", ""))):
        refuse("The record's title isn't that of its battle, which is “{title}”.", title=document.get("title", ""))
    names = [s.name for s in view.sides]
    for side, name in zip(record.sides, names, strict=True):
        if side.name and _plain(side.name) != _plain(name):
            refuse("The record calls a side “{said}” that is called “{name}”.", said=side.name[:80], name=name)
    result = record.tags.get("Result")
    if not result:
        return
    if outcome is not None and _plain(result) != _plain(outcome):
        refuse("Played through, the record has another result than it says: {result}", result=outcome)
    if outcome is None and _plain(result) not in map(_plain, _ended(names)):
        refuse("Played through, the record doesn't have the result it says: “{result}”", result=result[:200])


UNPROVED = "As its file says: "
"""Stands before a result that isn't the rules' own: anybody may have written it."""
BESIDE = " · "
"""Between a result and the players a file names."""


def told(result: str, players: str, ruled: Text | None) -> Text | str:
    """What is said of how a battle ended that was brought along; ``ruled``: what its rules say of it."""
    # Whatever the file says, where its rules have ended it that is what they say.
    said = ruled if result and ruled is not None else Text("As its file says: {result}", result=result)
    parts = [said] if result else []
    return joined([*parts, *([players] if players else [])], BESIDE) if parts or players else ""


def claimed(outcome: str, ruled: Text | None) -> str:
    """The result in what is :func:`told`, as it stands in the file; "" for a battle that goes on.

    >>> claimed(str(told("The Vandals resign: the Byzantines win.", "Byzantines: Ada", None)), None)
    'The Vandals resign: the Byzantines win.'
    >>> claimed(str(told("", "Byzantines: Ada", None)), None)
    ''
    """
    if ruled is not None:
        return str(ruled)
    said, _, rest = outcome.partition(UNPROVED)
    return "" if said else rest.partition(BESIDE)[0]


def _ended(names: Sequence[str]) -> Iterator[str]:
    """How battles of these sides end that no rule has ended."""
    yield from BROKEN_OFF
    for name in names:
        others = " and ".join(n for n in names if n != name)
        for what in ("resign", "withdraw", "are out of time"):
            yield f"The {name} {what}: the {others} win."


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
