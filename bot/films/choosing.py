"""Which stretch of a battle somebody means, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.films.chapters import Chapter, turns
from engine.kernel.text import Text, refuse

LATEST = 8
"""Activations shown where nothing else was asked for, and the rules know no turns."""


def latest(chapters: Sequence[Chapter]) -> tuple[int, int]:
    """First and last journal entry of the turn under way, or of the latest activations. Raises Refusal for none."""
    seen = [c for c in chapters if c.seen]
    if not seen:
        refuse("Nothing has happened on the map yet.")
    known = turns(seen)
    return known[max(known)] if known else (seen[-LATEST:][0].first, seen[-1].last)


def place(chapters: Sequence[Chapter], text: str, *, end: bool) -> int:
    """The journal entry a player means a film to begin or, with ``end``, to end at.

    Named may be a turn ("2", "turn 2"), where the rules know no turns an activation by its number; an activation by
    its heading or a part of it, the first or the last one of that name; or a step of the journal ("#812"). Raises
    Refusal for what isn't there.
    """
    if not any(c.seen for c in chapters):
        refuse("Nothing has happened on the map yet.")
    wanted = text.strip().casefold()
    if wanted.startswith("#"):
        step = _number(wanted[1:])
        if step is None or step > chapters[-1].last:
            refuse("There is no step {step}; the last one is #{last}.", step=text.strip(), last=chapters[-1].last)
        return step
    known = turns(chapters)
    n = _number(wanted.removeprefix("turn"))
    if n is not None and known:
        if n not in known:
            refuse("There is no turn {turn}; the last one is turn {last}.", turn=n, last=max(known))
        return known[n][end]
    if n is not None:
        if not 1 <= n <= len(chapters):
            refuse("There is no activation {n}; the last one is number {last}.", n=n, last=len(chapters))
        return chapters[n - 1].last if end else chapters[n - 1].first
    found = [c for c in chapters if wanted and wanted in c.title.casefold()]
    if not found:
        refuse("There is no turn or activation “{text}”. Choose one from the list.", text=text)
    return found[-1].last if end else found[0].first


def suggestions(chapters: Sequence[Chapter], typed: str, *, end: bool) -> Iterator[tuple[Text, str]]:
    """Turns and activations that fit what is typed, the latest first: what each is called, and what to write for it."""
    wanted = typed.strip().casefold()
    known = turns(chapters)
    for turn in sorted(known, reverse=True):
        if wanted in f"turn {turn}":
            yield Text("Turn {turn}", turn=turn), f"turn {turn}"
    for n, c in reversed(list(enumerate(chapters, 1))):
        numbered = c.title if known else f"{n} · {c.title}"
        if c.seen and (wanted in numbered.casefold() or wanted.removeprefix("#") == str(c.first)):
            at = c.last if end else c.first
            yield Text("{title} (#{step})", title=numbered, step=at), f"#{at}"


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
