"""What players answer; the questions are in :mod:`engine.kernel.decisions`."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.model import Strict


class Answer(Strict):
    """Base of everything a player may answer. ``do`` tells the kinds apart in JSON."""

    reported: ClassVar[bool] = False
    """It tells what was settled elsewhere (:data:`~engine.kernel.decisions.ELSEWHERE`): no player gives it, and it
    stands for good."""

    do: str


class Pick(Answer):
    """The key of one choice."""

    do: Literal["pick"] = "pick"
    key: str


class Picks(Answer):
    """One key for each item the player uses, in the order they are to be resolved; others take their default."""

    do: Literal["picks"] = "picks"
    picks: dict[str, str] = {}


def is_order(do: object) -> bool:
    """Whether an answer with that ``do`` is an order, rather than a choice of what was listed.

    >>> is_order("move"), is_order("pick")
    (True, False)
    """
    return do not in ("pick", "picks")
