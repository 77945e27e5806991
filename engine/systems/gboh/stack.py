"""Who shares a hex: in which order, by which chart, and who bears what strikes a stack. Nothing else knows this.

A stack is a tuple of units from top to bottom. One unit alone is a stack of one. A unit of two hexes is in the stack of
each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.footprint import Arc, Move, Piece, Shape
from engine.systems.gboh.troops import Troop


class Ranked(Protocol):
    """What may stand under another."""

    @property
    def beneath(self) -> str | None: ...


class Member(Piece, Ranked, Protocol):
    """A unit that may stand in a stack."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def routed(self) -> bool: ...
    @property
    def troop(self) -> Troop: ...


M = TypeVar("M", bound=Member)
C = TypeVar("C", bound=Ranked, contravariant=True)


class Stacks(Generic[M]):
    """Who stands in which hex, from top to bottom."""

    def __init__(self, units: Iterable[M], place: Callable[[M], int] = lambda unit: 0) -> None:
        """``units``: those on the map, in roster order. ``place``: how far down one lies; of equals the first is
        higher. An engine always lies under whoever shelters it (C 11.63)."""
        found: dict[Hex, list[M]] = {}
        for u in units:
            for h in footprint.hexes_of(u):
                found.setdefault(h, []).append(u)
        self._at: Mapping[Hex, tuple[M, ...]] = {h: in_order(here, place) for h, here in found.items()}

    @classmethod
    def standing(cls, at: Mapping[Hex, tuple[M, ...]]) -> Stacks[M]:
        """Those of every hex that holds any, each :func:`in_order`."""
        found = cls(())
        found._at = at
        return found

    def at(self, h: Hex) -> tuple[M, ...]:
        """The units in a hex."""
        return self._at.get(h, ())

    def top(self, h: Hex) -> M | None:
        """The unit that counts as standing in a hex: the uppermost."""
        here = self._at.get(h)
        return here[0] if here else None

    def tops(self) -> dict[Hex, M]:
        """The uppermost unit of every hex that holds any; a new dictionary."""
        return {h: here[0] for h, here in self._at.items()}

    def beside(self, unit: Member) -> tuple[M, ...]:
        """The others in any hex of the unit's, from top to bottom."""
        found: dict[str, M] = {}
        for h in footprint.hexes_of(unit):
            found |= {u.id: u for u in self.at(h) if u.id != unit.id}
        return tuple(found.values())

    def of(self, unit: M) -> tuple[M, ...]:
        """The stack the unit is in, itself included."""
        return self.at(footprint.hexes_of(unit)[0])


def in_order(here: Sequence[M], place: Callable[[M], int] = lambda unit: 0) -> tuple[M, ...]:
    """The units of a hex, given in roster order, from top to bottom; ``place`` as :class:`Stacks` has it."""
    return tuple(here) if len(here) < 2 else tuple(sorted(here, key=lambda u: (u.troop.is_engine, place(u))))


# -- the chart -------------------------------------------------------------------------------------------------------

Check: TypeAlias = Literal["none", "one", "excess", "excess, one at least"]
"""What a roll against TQ costs: nothing; 1 hit where it fails; the excess; the excess, and 1 hit whatever it shows."""


@dataclass(frozen=True, slots=True)
class Toll:
    """What passing, or stopping, does to one of the units."""

    hits: int = 0
    """Hits for certain."""
    check: Check = "none"
    """What a roll against its TQ adds."""
    lost: bool = False
    """It is eliminated."""


FREE = Toll()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a unit may pass through another, or stop with it, and at what price."""

    allowed: bool = True
    mover: Toll = FREE
    stationary: Toll = FREE
    onward: bool = False
    """The mover can't stay: it goes on for another hex (C 10.24, A 6.92, S 10.25)."""
    check_drm: int = 0
    """Added to every roll against TQ while they are stacked (S 9.63)."""
    mp: int = 0
    """Movement Points the mover pays for entering their hex besides those of the ground (G 5.14)."""


BARRED = Verdict(allowed=False)


class StackingChart(Protocol[C]):
    """C 6.65, A 6.94, S 6.69 What units make of each other in one hex."""

    def through(self, mover: C, here: Sequence[C]) -> tuple[Verdict, ...]:
        """The mover enters a hex and goes on: a verdict for each of those who stand there, from top to bottom."""
        ...

    def stop(self, mover: C, here: Sequence[C]) -> Verdict:
        """The mover ends its move with those who stand there; its ``stationary`` befalls each of them.

        An empty hex is free to everybody.
        """
        ...


@dataclass(frozen=True, slots=True)
class Row(Generic[C]):
    """One row of a stacking chart."""

    fits: Callable[[C, C], bool]
    """Whether the row is for this mover and this other unit."""
    through: Verdict
    stop: Verdict = BARRED


@dataclass(frozen=True)
class Chart(Generic[C]):
    """A stacking chart row by row: the first that fits counts. The last should fit everybody."""

    rows: tuple[Row[C], ...]
    by: tuple[str, ...] = ()
    """The values of units that rows go by, besides who stands under whom: what is found for two is kept for all that
    are like them in these. () where nothing is kept."""
    most: int = 1
    """Units a hex holds, where rows let them stop together."""
    crowd: tuple[Row[C], ...] = ()
    """Rows for who passes through several at once, where they differ (S 6.63: "a third unit"); () for the same."""

    def through(self, mover: C, here: Sequence[C]) -> tuple[Verdict, ...]:
        """See :meth:`StackingChart.through`. Raises LookupError if no row fits."""
        crowd = bool(self.crowd) and len(here) > 1
        return tuple(self._row(mover, u, crowd=crowd).through for u in here)

    def stop(self, mover: C, here: Sequence[C]) -> Verdict:
        """Barred by any of them, or by a full hex; else the hardest verdict. See :meth:`StackingChart.stop`."""
        verdicts = [self._row(mover, u).stop for u in here]
        if not verdicts:
            return Verdict()
        if not all(v.allowed for v in verdicts):
            return BARRED
        worst = max(verdicts, key=lambda v: (v.onward, v.check_drm))
        return worst if worst.onward or len(here) < self.most else BARRED

    def _row(self, mover: C, stationary: C, *, crowd: bool = False) -> Row[C]:
        if self._alike is None or mover.beneath is not None or stationary.beneath is not None:
            return self._first(mover, stationary, crowd=crowd)
        key = (self._alike(mover), self._alike(stationary), crowd)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._first(mover, stationary, crowd=crowd)
        return found

    def _first(self, mover: C, stationary: C, *, crowd: bool) -> Row[C]:
        for row in self.crowd if crowd else self.rows:
            if row.fits(mover, stationary):
                return row
        raise LookupError("the stacking chart has no row for them")

    @cached_property
    def _alike(self) -> Callable[[C], object] | None:
        return attrgetter(*self.by) if self.by else None

    @cached_property
    def _known(self) -> dict[tuple[object, object, bool], Row[C]]:
        return {}


@dataclass(frozen=True, slots=True)
class Passage(Generic[M]):
    """What passing through everybody in a hex costs."""

    mover: Toll
    """What the mover suffers, once: the worst of it (C 11.63)."""
    stationary: tuple[tuple[M, Toll], ...]
    """What each of the others does, from top to bottom."""


def passage(chart: StackingChart[M], mover: M, here: Sequence[M]) -> Passage[M] | None:
    """The price of passing through a hex; None where somebody bars the way."""
    verdicts = chart.through(mover, here)
    if not all(v.allowed for v in verdicts):
        return None
    worst = max((v.mover for v in verdicts), key=_weight, default=FREE)
    return Passage(worst, tuple((u, v.stationary) for u, v in zip(here, verdicts, strict=True)))


def _weight(toll: Toll) -> tuple[bool, int, bool]:
    return toll.lost, toll.hits, toll.check != "none"


# -- order in a stack ------------------------------------------------------------------------------------------------


def entered(stack: Sequence[M], newcomer: M) -> tuple[M, ...]:
    """S 6.66, A 9.62 The stack with a newcomer: at the bottom, engines alone below it (C 11.63)."""
    men = [u for u in stack if not u.troop.is_engine]
    engines = [u for u in stack if u.troop.is_engine]
    return (*men, *engines, newcomer) if newcomer.troop.is_engine else (*men, newcomer, *engines)


def may_leave(stack: Sequence[Member], unit: Member) -> bool:
    """S 6.66, A 9.62 Only the topmost unit moves out; an engine comes and goes as it likes (C 11.63)."""
    return unit.troop.is_engine or (bool(stack) and stack[0].id == unit.id)


def facing_of(stack: Sequence[Member]) -> Facing | None:
    """S 6.67 The facing all of a stack have; None for engines alone, which have none."""
    return next((u.facing for u in stack if u.troop.faces), None)


# -- what strikes a stack --------------------------------------------------------------------------------------------


def bearer(stack: Sequence[M], arc: Arc) -> M:
    """A 9.62, S 6.68 Who takes fire and checks TQ for a stack: the top, or the bottom where it comes from the rear.

    An engine is sheltered by whoever is with it (C 11.63). Raises IndexError for an empty stack.
    """
    men = [u for u in stack if not u.troop.is_engine] or list(stack)
    return men[-1 if arc == "rear" else 0]


def shared(hits: int, stack: Sequence[M], arc: Arc) -> tuple[tuple[M, int], ...]:
    """A 9.62, S 6.68, 9.62 Hits that strike a whole stack, as evenly as can be: the odd one to its :func:`bearer`.

    Engines take none of what comes to men with them. From top to bottom, those with none included.
    """
    men = [u for u in stack if not u.troop.is_engine] or list(stack)
    if not men:
        return ()
    each, odd = divmod(hits, len(men))
    first = bearer(stack, arc)
    order = [first, *(u for u in men if u is not first)]
    extra = {u.id for u in order[:odd]}
    return tuple((u, each + (u.id in extra) if u in men else 0) for u in stack)


Sequel: TypeAlias = Literal["rout", "check"]
"""What a routed unit does to another in its stack: it routs too, or checks TQ and routs if it fails."""


def sequels(stack: Sequence[M], broken: M) -> tuple[tuple[M, Sequel], ...]:
    """Who else of a stack is affected as one of it routs.

    S 6.68: those below rout with the one above; those above check. A 9.62, S 9.53: in double depth both rout.
    """
    ids = [u.id for u in stack]
    place = ids.index(broken.id)
    men = [(n, u) for n, u in enumerate(stack) if u is not broken and not u.troop.is_engine]
    double = any(doubled(broken, u) for _, u in men)
    return tuple((u, "rout" if double or n > place else "check") for n, u in men)


# -- double depth ----------------------------------------------------------------------------------------------------


def doubled(a: Member, b: Member) -> bool:
    """A 9.62, S 9.51 Whether two units of two hexes stand one under the other on the same hexes, facing alike."""
    return (
        a.id != b.id
        and a.side == b.side
        and a.shape is b.shape is Shape.TWO
        and a.hex is not None
        and (a.hex, a.facing) == (b.hex, b.facing)
    )


def doubling(rear: Member, ahead: Member) -> Move | None:
    """A 9.62, S 9.51 The move by which a unit goes under the one directly ahead of it: both halves enter its hexes.

    None where it isn't directly behind, or doesn't face the same way.
    """
    if not (rear.shape is ahead.shape is Shape.TWO) or rear.side != ahead.side or rear.hex is None:
        return None
    there = footprint.stand(ahead)
    forward = (m for m in footprint.steps(rear) if m.kind in ("forward-left", "forward-right"))
    return next((m for m in forward if m.to == there), None)


# -- gaps in a line --------------------------------------------------------------------------------------------------


def bridged(
    stacks: Stacks[M], between: Sequence[Hex], gap: int, fills: Callable[[M], bool], zones: Mapping[Hex, object]
) -> bool:
    """S 4.24, 9.22 Whether two units are of one Line though hexes lie between them, given from one to the other.

    ``gap``: empty hexes the Line's row allows. A hex may hold a single unit that ``fills`` (a skirmisher): so two units
    next but one belong together even where no gap is allowed, but two such hexes running break the Line. ``zones``:
    enemy ZOC, which always does.
    """
    if any(h in zones for h in between):
        return False
    filled: list[bool] = []
    for h in between:
        here = stacks.at(h)
        if len(here) > 1 or not all(fills(u) for u in here):
            return False
        filled.append(bool(here))
    if any(a and b for a, b in pairwise(filled)):
        return False
    return len(between) <= gap or filled == [True]
