"""Asking for dice. Who throws them, and how anyone can check them, is :mod:`engine.fairdice`'s business.

The die of every system here is a ten-sided one, read 0 to 9, unless the request says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from engine.kernel.text import Sentence, Text

D10 = range(10)
"""What a die shows, unless the request says otherwise."""


def chance(happens: Callable[[int], bool]) -> float:
    """Probability of what happens on some faces of a die of 0 to 9.

    >>> chance(lambda die: die <= 3)
    0.4
    """
    return sum(map(happens, D10)) / len(D10)


WHOLE = frozenset({"first-player", "grief", "leader-hit", "leader-loss", "rampage"})
"""Purposes of rolls whose ``needs`` says by itself what comes of it: "7 or more kills it". Others go on from the word
"needs". It goes by the purpose because that is journaled: rolls of earlier versions are told alike."""

DEGREES = MappingProxyType(
    {"low": Text("low is better"), "high": Text("high is better"), "higher": Text("the higher comes first")}
)
"""What is said of a roll that neither succeeds nor fails."""


class Modifier(BaseModel):
    """One modifier of a roll: how much, why, by which case."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: int
    reason: Sentence
    rule: str = ""

    @property
    def words(self) -> Text:
        """Its value and its reason."""
        return Text("{value} {reason}", value=f"{self.value:+d}", reason=self.reason)


@dataclass(frozen=True, kw_only=True)
class RollRequest:
    """What a rule wants rolled, with everything a reader needs to judge the result."""

    purpose: str
    """Short name of the kind of roll: "missile", "shock", "pre-shock", "momentum"..."""
    side: str
    """Side that rolls."""
    text: Text
    """The roll in a few words: "LC5 fires at HC3, range 2"."""
    rule: str
    table: str = ""
    """Chart it is read on."""
    modifiers: tuple[Modifier, ...] = ()
    needs: Text | Literal[""] = ""
    """What would succeed: "4 or less"; with a purpose of :data:`WHOLE` a sentence: "7 or more kills it"."""
    unit: str | None = None
    count: int = 1
    faces: int = 10
    """Ten-sided dice read 0-9; others 1 to ``faces``."""
    outcome: Callable[[int], Text | Literal[""]] = lambda total: ""
    """Result in words for a modified total; lets anyone list the odds before rolling."""

    @property
    def die(self) -> range:
        """What each of its dice may show."""
        return D10 if self.faces == 10 else range(1, self.faces + 1)

    @property
    def modifier(self) -> int:
        return sum(m.value for m in self.modifiers)


class Roll(BaseModel):
    """A roll as journaled: the request in words, the dice, the result."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    """Number in the battle's dice trail, counted from 1, never used twice."""
    segment: int
    """Link of the secret chain it was rolled with."""
    purpose: str
    side: str
    text: Sentence
    rule: str
    table: str = ""
    unit: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    needs: Sentence = ""
    faces: int = 10
    dice: tuple[int, ...]
    total: int
    """Sum of dice and modifiers."""
    result: Sentence = ""

    @property
    def natural(self) -> int:
        return sum(self.dice)

    @property
    def asks(self) -> bool:
        """Whether what it is for is a question, which nothing follows but the answer."""
        return str(self.text).endswith("?")


def shown(request: RollRequest) -> tuple[int, int]:
    """The least and the most a die of the roll can show: 0 to 9, or 1 to as many as are drawn from."""
    return (0, 9) if request.faces == 10 else (1, request.faces)


def settle(request: RollRequest, n: int, segment: int, dice: Sequence[int]) -> Roll:
    """The finished roll for the dice that came up. Raises ValueError for dice that can't exist."""
    if len(dice) != request.count:
        raise ValueError(f"{request.text}: {request.count} dice wanted, {len(dice)} given")
    low, high = shown(request)
    for d in dice:
        if not low <= d <= high:
            raise ValueError(f"{request.text}: a die shows {low} to {high}, not {d}")
    total = sum(dice) + request.modifier
    return Roll(
        n=n,
        segment=segment,
        purpose=request.purpose,
        side=request.side,
        text=request.text,
        rule=request.rule,
        table=request.table,
        unit=request.unit,
        modifiers=request.modifiers,
        needs=request.needs,
        faces=request.faces,
        dice=tuple(dice),
        total=total,
        result=request.outcome(total),
    )


def need(purpose: str, needs: Text | str) -> Text:
    """What a roll of a purpose needs, in words.

    >>> str(need("missile", "4 or less")), str(need("rampage", "7 or more kills it"))
    ('needs 4 or less', '7 or more kills it')
    >>> str(need("rally-hits", "low")), str(need("precedence", "higher"))
    ('low is better', 'the higher comes first')
    """
    known = DEGREES.get(str(needs))
    if known is not None:
        return known
    return Text("{needs}" if purpose in WHOLE else "needs {needs}", needs=needs)


class Dice(Protocol):
    """A source of dice."""

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """The number of the roll and its dice."""
        ...


class ForcedDice:
    """Dice that come up as told: worked examples, replays, rulings.

    >>> ForcedDice([3, 8]).left
    [3, 8]
    """

    def __init__(self, dice: Iterable[int], first: int = 1) -> None:
        self.left = list(dice)
        self.n = first

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        """Raises :class:`OutOfDice` when too few are left."""
        if len(self.left) < request.count:
            raise OutOfDice(request)
        thrown, self.left = self.left[: request.count], self.left[request.count :]
        self.n += 1
        return self.n - 1, thrown


class OutOfDice(Exception):
    """No forced dice are left for a roll that is due."""

    def __init__(self, request: RollRequest) -> None:
        self.request = request
        super().__init__(f"no dice left for: {request.text} ({request.rule})")
