"""What is worked out to analyse a battle that is over, in a process of its own: first its activations, then each."""

from __future__ import annotations

import pickle
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from bot.service.computers.thinking import bound
from engine.computer.analysis import Standing, Stretch, played, weighed
from engine.kernel.journal import Entry

CPU = 3.0
"""Seconds an activation may take at most, about: in large battles fewer plans are tried then."""

COSTLIEST = 3
"""Decisions that are told."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A battle cut into its activations."""

    sides: tuple[str, ...]
    curve: tuple[Standing, ...]
    stretches: tuple[bytes, ...]
    """Packed, to be sent on one by one."""


class Weighed(BaseModel):
    """An activation, and what is to be said of it."""

    model_config = ConfigDict(frozen=True)

    seq: int
    """Of its first answer in the journal."""
    last: int
    """Of its last one."""
    turn: int
    side: str
    cost: float
    """Points by which the best way found is worth more; 0 where none was found."""
    luck: float
    """Points by which it ended better than was to be expected."""
    done: tuple[str, ...] = ()
    """What was ordered and shouldn't have been, as it is written; only where something better was found."""
    better: tuple[str, ...] = ()
    """What should have been ordered instead."""
    gains: dict[str, float] = {}
    """By how much each part of the judgement is better afterwards."""


class Share(BaseModel):
    """What of a battle's course was a side's own doing, and what was luck, in points."""

    model_config = ConfigDict(frozen=True)

    side: str
    activations: int
    cost: float
    luck: float


class Analysis(BaseModel):
    """A battle looked back at."""

    model_config = ConfigDict(frozen=True)

    head: str
    """Hash of the last journal entry it knows."""
    curve: tuple[tuple[int, float], ...]
    """Journal entries at which an activation began, and how the battle stood for the first side; then its end."""
    turns: tuple[tuple[int, int], ...]
    """Turns, each with the journal entry of its first activation."""
    shares: tuple[Share, ...]
    costliest: tuple[Weighed, ...]
    """In the order of the battle."""
    left_out: int = 0
    """Activations that couldn't be played again."""


def follow(scenario: str, entries: Sequence[Entry]) -> Followed:
    """The activations of a battle: its document, JSON, and the entries of its whole journal that count.

    Raises :class:`engine.computer.situation.Unknown` where these rules don't lead to what the journal says.
    """
    system = bound(scenario)
    state = system.state_type.model_validate(entries[0].data["state"]).model_dump_json()
    found = played(system, state, entries[1:])
    return Followed(found.sides, found.curve, tuple(zlib.compress(pickle.dumps(s), 1) for s in found.stretches))


def weigh(scenario: str, packed: bytes, seed: str) -> Weighed | None:
    """What is to be said of one of :attr:`Followed.stretches`; None where it can't be played again."""
    system = bound(scenario)
    stretch: Stretch = pickle.loads(zlib.decompress(packed))
    began = time.process_time()
    found = weighed(system, stretch, seed, lambda: time.process_time() - began > CPU)
    if found is None:
        return None
    done, better = ([str(system.write(o)) for o in orders] for orders in (found.done, found.better))
    # What both ways have in common isn't what cost anything; where that is all, there is nothing to be told.
    missed = tuple(o for o in better if o not in done)
    vain = tuple(o for o in done if o not in better)
    told = bool(better) and bool(missed or vain)
    return Weighed(
        seq=stretch.seq,
        last=stretch.last,
        turn=stretch.turn,
        side=stretch.side,
        cost=found.cost if told else 0.0,
        luck=found.luck,
        done=vain if told else (),
        better=missed if told else (),
        gains=dict(found.gains) if told else {},
    )


def summed(followed: Followed, head: str, weighed: Sequence[Weighed | None]) -> Analysis:
    """The analysis of a battle of which each activation has been looked at."""
    known = [w for w in weighed if w is not None]
    turns: dict[int, int] = {}
    for w in known:
        turns.setdefault(w.turn, w.seq)
    costliest = sorted((w for w in known if w.cost > 0), key=lambda w: -w.cost)[:COSTLIEST]
    return Analysis(
        head=head,
        curve=tuple((s.seq, round(s.points, 1)) for s in followed.curve),
        turns=tuple(turns.items()),
        shares=tuple(_share(side, [w for w in known if w.side == side]) for side in followed.sides),
        costliest=tuple(sorted(costliest, key=lambda w: w.seq)),
        left_out=len(weighed) - len(known),
    )


def _share(side: str, weighed: Sequence[Weighed]) -> Share:
    return Share(
        side=side,
        activations=len(weighed),
        cost=sum(w.cost for w in weighed),
        luck=sum(w.luck for w in weighed),
    )
