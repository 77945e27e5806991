"""Ground worth points: what an army has to hold to win, or to be the better one when the time is up.

A battle's file declares it under the special rule ``objectives``, in every game on hexes; how units stand on the ground
and when it is looked at is told by each system. A place is held by the side whose units stand there while none of the
enemy's do, and stays with whoever held it last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from engine.kernel.complaints import offer
from engine.kernel.hexes import Hex, show
from engine.kernel.model import Title
from engine.kernel.parameters import Params
from engine.kernel.stretches import Hexes
from engine.kernel.text import Text, counted, joined
from engine.kernel.view import Particular

MOST_POINTS = 1000
"""A place may be worth so much at most."""


class Objective(BaseModel):
    """One place."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Title
    hexes: Hexes = Field(min_length=1)
    points: StrictInt = Field(default=1, ge=1, le=MOST_POINTS)
    side: StrictStr | None = None
    """The only side it gives points to; None: either."""
    held_by: StrictStr | None = None
    """Who holds it as the battle begins; None: nobody."""


class Aim(BaseModel):
    """Points with which a side has won."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    side: StrictStr
    points: StrictInt = Field(ge=1, le=MOST_POINTS * 100)


class Objectives(Params):
    places: tuple[Objective, ...] = Field(min_length=1)
    """each with a `name`, its `hexes`, `points` (1 unless given), the only `side` it gives them to if it is one, and
    who has `held_by` the beginning"""
    wins: tuple[Aim, ...] = ()
    """`side` and `points` with which it has won as soon as a turn ends; without any, points are compared when the last
    turn has ended"""
    from_turn: StrictInt = Field(default=1, ge=1, le=999)
    """at whose end a side can win by them for the first time; in Men of Iron the number of activations"""
    losses: StrictInt | None = Field(default=None, ge=1, le=MOST_POINTS)
    """Rout Points, or Flight Points, of the enemy that count as one point"""

    def problems(self, scenario: Any, rule_id: str) -> Iterator[str]:
        sides = [s.id for s in scenario.sides]
        names: set[str] = set()
        for i, place in enumerate(self.places):
            here = f"places[{i}] ({place.name})"
            if place.name in names:
                yield f"{here}.name: used twice"
            names.add(place.name)
            for field, name in (("side", place.side), ("held_by", place.held_by)):
                if name is not None and name not in sides:
                    yield f"{here}.{field}: there is no side {name!r} in this battle" + offer(name, sides)
            for h in place.hexes:
                if h not in scenario.map:
                    yield f"{here}.hexes: hex {show(h)} is not on the map"
        for i, aim in enumerate(self.wins):
            if aim.side not in sides:
                yield f"wins[{i}].side: there is no side {aim.side!r} in this battle" + offer(aim.side, sides)
            elif self.losses is None and aim.points > (most := self._most(aim.side)):
                yield f"wins[{i}].points: the places give the {aim.side} {counted(most, 'point|points')} at most"
            if aim.side in [x.side for x in self.wins[:i]]:
                yield f"wins[{i}].side: {aim.side} is named twice"
        if not self.wins and not _timed(scenario):
            yield "wins: is missing; without it the battle needs a last turn, at which points are compared"

    def _most(self, side: str) -> int:
        return sum(p.points for p in self.places if p.side in (None, side))

    def aim(self, side: str) -> int | None:
        """Points with which the side has won; None where it can't win so."""
        return next((x.points for x in self.wins if x.side == side), None)


def _timed(scenario: Any) -> bool:
    return getattr(scenario, "turn_limit", None) is not None or getattr(scenario, "limit", None) is not None


Holders = Mapping[str, str | None]
"""Who holds each place, by its name."""


def note(rule_id: str, place: Objective) -> str:
    """Under which a battle remembers who holds a place."""
    return f"{rule_id}:{place.name}"


def holders(params: Objectives, rule_id: str, notes: Mapping[str, str]) -> Holders:
    """Who holds each place as far as is remembered."""
    return {p.name: notes.get(note(rule_id, p), p.held_by) for p in params.places}


def taken(params: Objectives, before: Holders, standing: Mapping[str, Collection[Hex]]) -> Iterator[tuple[int, str]]:
    """Places that change hands, by their number, and to whom; ``standing``: hexes in which a side's units stand."""
    for i, place in enumerate(params.places):
        there = [side for side, hexes in standing.items() if any(h in hexes for h in place.hexes)]
        if len(there) == 1 and there[0] != before[place.name]:
            yield i, there[0]


def points(params: Objectives, held: Holders, lost: Mapping[str, int]) -> dict[str, int]:
    """What each side has: for what it holds, and for what the other one has lost (``lost``, by side)."""
    found: dict[str, int] = {}
    for side in lost:
        own = sum(p.points for p in params.places if held[p.name] == side and p.side in (None, side))
        enemy = sum(n for other, n in lost.items() if other != side)
        found[side] = own + (0 if params.losses is None else enemy // params.losses)
    return found


def winner(params: Objectives, score: Mapping[str, int]) -> str | None:
    """Who has won by points: of two who have enough the one with more, of equals nobody yet."""
    able = [s for s, n in score.items() if (aim := params.aim(s)) is not None and n >= aim]
    best = [s for s in able if score[s] == max(score[x] for x in able)]
    return best[0] if len(best) == 1 else None


def better(score: Mapping[str, int]) -> str | None:
    """Who has more points; None for as many each."""
    best = [s for s, n in score.items() if n == max(score.values())]
    return best[0] if len(best) == 1 else None


def told(score: Mapping[str, int], names: Mapping[str, str]) -> Text:
    """The score in words: "Romans 3 points, Samnites 1 point"."""
    return joined([Text("{side} {n:point|points}", side=names[s], n=n) for s, n in score.items()])


def track(params: Objectives, score: Mapping[str, int], side: str) -> Particular:
    """A side's line on the scoreboard: its points, and those with which it has won if it can win so."""
    aim = params.aim(side)
    return Text("Victory Points"), f"{score[side]}" if aim is None else f"{score[side]} / {aim}"


def listed(places: Sequence[Objective]) -> str:
    return ", ".join(p.name for p in places)
