"""Who may take a seat in what is measured: levels, levels with other numbers, and opponents that stay as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from bot.cli.common import BadInput
from bot.cli.measuring.scripted import SCRIPTS, Measure
from engine.computer.levels import LEVEL, LEVELS, Level

LAST_CAPTAIN = Level(keen=8.0, budget=160, brief=16, samples=4, sampled=3, horizon=18, cpu=0.8)
"""The captain of November 2026 by its numbers. What is new in a planner is a number of a level that is off unless a
level says otherwise, so that this one stays as it was."""

KNOWN: Mapping[str, Level | Measure] = {**LEVEL, "last-captain": LAST_CAPTAIN, **SCRIPTS}
"""Everybody, by name."""

POOL = ("recruit", "last-captain", *SCRIPTS)
"""Whom a player is tried against: who beats the last captain alone may only have learnt to beat that one."""

THINKERS = (*LEVELS, "last-captain")
"""Those whose numbers may be changed."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody by name: a level of planner, or a script."""

    name: str
    plays: Level | Measure


def entrant(text: str) -> Entrant:
    """Who is meant by a name, or by a level with numbers of its own. Raises :class:`BadInput`.

    >>> entrant("captain:samples=8,keen=6").plays.samples
    8
    """
    name, _, changes = text.partition(":")
    plays = KNOWN.get(name)
    if plays is None:
        raise BadInput(f"{name!r} is nobody: there are {', '.join(KNOWN)}")
    if not changes:
        return Entrant(name, plays)
    if not isinstance(plays, Level):
        raise BadInput(f"{name} has no numbers: those of {', '.join(THINKERS)} can be changed")
    return Entrant(text, replace(plays, **dict(_change(plays, c) for c in changes.split(","))))


def _change(level: Level, text: str) -> tuple[str, int | float | bool]:
    name, _, value = text.partition("=")
    known = {f.name: type(getattr(level, f.name)) for f in fields(Level) if f.name != "counts"}
    if name not in known:
        raise BadInput(f"{name!r} is no number of a level: there are {', '.join(known)}")
    try:
        number = float(value)
    except ValueError:
        raise BadInput(f"{text!r}: {name} wants a number, as in {name}=1") from None
    if not 0 <= number < 1_000_000:
        raise BadInput(f"{text!r}: from 0 up")
    return name, known[name](number)
