"""Shapes and arcs: which hexes a piece stands in, which lie around it, and how it steps. Nothing else knows this.

Case numbers are those of Cataphract (C), Alexander (A), SPQR (S) and Simple GBoH (G).

A piece of one hex stands in ``hex``. A piece of two hexes side by side has its left half there (A 6.41, S 0.5); its
right half follows from where it faces. Eight hexes lie around it, three Front, two Flank, three Rear::

      FL FC FR
    f   L  R   f
      RL RC RR

In Column it faces a hexside, ``hex`` is its head, and the other half comes behind (A 6.63, S 6.73).

>>> pair = Stand(3722, Facing.NW, Shape.TWO)
>>> hexes_of(pair), front(pair)
((3722, 3822), (3622, 3721, 3821))
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol, TypeAlias

from engine.kernel import hexes
from engine.kernel.hexes import Facing, Hex, show


class Shape(StrEnum):
    """How a piece lies on the map."""

    ONE = "one"
    """One hex with a facing."""
    ROUND = "round"
    """One hex and no facing: all around is its Front (artillery, C 11.64, A 9.53)."""
    TWO = "two"
    """Two hexes side by side (A 6.41, S 6.43)."""
    SQUARE = "square"
    """The same two hexes with Front on every side (A 9.64)."""


_ONE = Shape.ONE
_SINGLE = (Shape.ONE, Shape.ROUND)

Arc: TypeAlias = Literal["front", "flank", "rear"]
"""7.11 How a hex beside a piece lies to it."""

Reach: TypeAlias = Literal["none", "front", "front and flank", "around"]
"""7.21 Which of the hexes beside it a piece's zone of control covers."""

End: TypeAlias = Literal["left", "right"]
"""Which half of a pair leads its Column."""

MoveKind: TypeAlias = Literal[
    "forward-left",
    "forward-right",
    "wheel-left",
    "wheel-right",
    "about-face",
    "turn-left",
    "turn-right",
    "march",
    "shift",
    "follow",
]
"""A primitive move: into the left or right front hexes; round one half; end for end; a turn in place; a Column's step;
a step that keeps the facing, as in a withdrawal; one half after the other, as in a rout."""


class Piece(Protocol):
    """What lies on the map with a shape."""

    @property
    def hex(self) -> Hex | None: ...
    @property
    def facing(self) -> Facing: ...
    @property
    def shape(self) -> Shape: ...


class Stand(NamedTuple):
    """A place on the map: what a move leads to. It is a :class:`Piece` itself."""

    hex: Hex
    """The piece's hex, the left half of a pair, the head of a Column of two."""
    facing: Facing
    shape: Shape = Shape.ONE


@dataclass(frozen=True, slots=True)
class Move:
    """One primitive move: what it leads to, and which halves go where."""

    kind: MoveKind
    to: Stand
    steps: tuple[tuple[Hex, Hex], ...]
    """From and to of each half that crosses a hexside, left half or head first. The piece pays the dearest step and,
    apart, suffers the worst hits of them (A 6.42, S 6.42)."""
    entered: tuple[Hex, ...]
    """Hexes it stands in now and didn't before."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """Everything about one stand of two hexes."""

    halves: tuple[Hex, ...]
    front: tuple[Hex, ...]
    flanks: tuple[Hex, ...]
    rear: tuple[Hex, ...]
    arcs: dict[Hex, Arc]


# -- where it stands -------------------------------------------------------------------------------------------------


def stand(piece: Piece) -> Stand:
    """Where a piece on the map stands. Raises ValueError for one that is off it."""
    if piece.hex is None:
        raise ValueError("the piece is not on the map")
    return Stand(piece.hex, piece.facing, piece.shape)


def is_single(piece: Piece) -> bool:
    """Whether it stands in one hex."""
    return piece.shape in _SINGLE


def hexes_of(piece: Piece) -> tuple[Hex, ...]:
    """Hexes it stands in: one; or the left half and the right; in Column the head and what follows. () off the map."""
    if piece.hex is None:
        return ()
    shape = piece.shape
    return (piece.hex,) if shape in _SINGLE else _ground(piece.hex, piece.facing, shape).halves


def told(piece: Piece) -> str:
    """The hexes it stands in, as written: ``1010+1011``."""
    return "+".join(map(show, hexes_of(piece)))


def pair_on(left: Hex, right: Hex) -> tuple[Stand, Stand]:
    """The two stands of a pair on two adjacent hexes: with ``left`` as left half, and the other way about (A 6.4).

    Raises ValueError if the hexes are not adjacent.

    >>> pair_on(3722, 3822)[0].facing.name, pair_on(3722, 3822)[1].facing.name
    ('NW', 'SE')
    """
    facing = _towards(left, right).turned(3)
    return Stand(left, facing, Shape.TWO), Stand(right, facing.turned(6), Shape.TWO)


# -- arcs ------------------------------------------------------------------------------------------------------------


def front(piece: Piece) -> tuple[Hex, ...]:
    """7.11 Front hexes, from left to right, whether or not they are on the map; () off the map."""
    at, shape = piece.hex, piece.shape
    if at is None:
        return ()
    if shape is _ONE:
        return hexes.front(at, piece.facing)
    return hexes.neighbours(at) if shape is Shape.ROUND else _ground(at, piece.facing, shape).front


def flanks(piece: Piece) -> tuple[Hex, ...]:
    """7.11 Flank hexes: the left one and the right one; of a Column four, or six of a Column of two."""
    at = piece.hex
    if at is None or piece.shape is Shape.ROUND:
        return ()
    return hexes.flanks(at, piece.facing) if piece.shape is Shape.ONE else _ground(at, piece.facing, piece.shape).flanks


def rear(piece: Piece) -> tuple[Hex, ...]:
    """7.11 Rear hexes, from left to right as the piece faces."""
    at = piece.hex
    if at is None or piece.shape is Shape.ROUND:
        return ()
    return hexes.rear(at, piece.facing) if piece.shape is Shape.ONE else _ground(at, piece.facing, piece.shape).rear


def around(piece: Piece) -> tuple[Hex, ...]:
    """Every hex next to the piece: six, or eight around a pair; Front first, then flanks, then Rear."""
    return (*front(piece), *flanks(piece), *rear(piece))


def arc(piece: Piece, h: Hex) -> Arc:
    """7.11 Which arc of the piece a hex next to it lies in. Raises ValueError if it isn't next to it."""
    at = piece.hex
    if at is not None and piece.shape is _ONE:
        if h in hexes.front(at, piece.facing):
            return "front"
        if h in hexes.rear(at, piece.facing):
            return "rear"
        if h in hexes.flanks(at, piece.facing):
            return "flank"
    elif at is not None and piece.shape is Shape.ROUND:
        if h in hexes.neighbours(at):
            return "front"
    elif at is not None:
        found = _ground(at, piece.facing, piece.shape).arcs.get(h)
        if found is not None:
            return found
    raise ValueError(f"{hexes.show(h)} is not next to the piece")


def arcs(piece: Piece, other: Piece) -> tuple[Arc, ...]:
    """The arcs of ``piece`` that another next to it stands in, best for ``piece`` first.

    More than one where a pair lies across two arcs: whose the piece is chooses which of them counts (A 8.35).
    """
    beside = around(piece)
    found = {arc(piece, h) for h in hexes_of(other) if h in beside}
    return tuple(a for a in _ORDER if a in found)


def approach(piece: Piece, mover: Piece) -> Arc | None:
    """C 6.52, A 6.72, S 6.52 The arc through which another comes near, for the hits of a withdrawal.

    Of the hexes next to the piece those count that are, or touch, the mover's nearest hex: Front if any is, else flank
    if any is, else Rear. None when the mover is more than 2 hexes away.
    """
    near = nearest(mover, piece)
    touched = [h for h in around(piece) if any(h == n or h in hexes.neighbours(n) for n in near)]
    if not touched or distance(piece, mover) > 2:
        return None
    found = {arc(piece, h) for h in touched}
    return next(a for a in _ORDER if a in found)


_ORDER: tuple[Arc, ...] = ("front", "flank", "rear")


# -- zones and windows -----------------------------------------------------------------------------------------------


def covered(piece: Piece, reach: Reach) -> tuple[Hex, ...]:
    """7.21 Hexes a zone of that reach covers, before the ground has its say (7.22)."""
    if reach == "none":
        return ()
    if reach == "front":
        return front(piece)
    return (*front(piece), *flanks(piece)) if reach == "front and flank" else around(piece)


def zone(piece: Piece, reach: Reach, may_enter: Callable[[Hex, Hex], bool]) -> tuple[Hex, ...]:
    """7.21, 7.22 A zone of control: covered hexes that one of its halves at least could step into.

    ``may_enter`` tells of a step from the first hex to the adjacent second, and that the second is on the map.
    """
    if is_single(piece):
        return tuple(h for h in covered(piece, reach) if may_enter(piece.hex or 0, h))
    return tuple(h for h in covered(piece, reach) if any(may_enter(half, h) for half in beside(piece, h)))


def beside(piece: Piece, h: Hex) -> tuple[Hex, ...]:
    """The halves of the piece that a hex is next to: both for the centre of a pair's front and rear."""
    return tuple(half for half in hexes_of(piece) if h in hexes.neighbours(half))


def windows(piece: Piece, reach: Reach) -> tuple[tuple[Hex, tuple[Hex, ...]], ...]:
    """For each half the covered hexes next to it: where its fire and its sight leave it (A 6.4, A 8.13)."""
    seen = covered(piece, reach)
    return tuple((half, tuple(h for h in seen if h in hexes.neighbours(half))) for half in hexes_of(piece))


def held(piece: Piece, zones: Container[Hex]) -> tuple[Hex, ...]:
    """The halves that stand in a zone of control; the piece is held if any does (A 6.4)."""
    return tuple(h for h in hexes_of(piece) if h in zones)


# -- distances -------------------------------------------------------------------------------------------------------


def distance(a: Piece, b: Piece) -> int:
    """Hexes between two pieces on the map, their nearest halves counting; 1 = adjacent, 0 = shared."""
    at, to = a.hex, b.hex
    if at is not None and to is not None and a.shape in _SINGLE and b.shape in _SINGLE:
        return hexes.distance(at, to)
    return min(hexes.distance(x, y) for x in hexes_of(a) for y in hexes_of(b))


def distance_to(piece: Piece, h: Hex) -> int:
    """Hexes from the nearest half of a piece on the map to a hex."""
    if piece.hex is not None and is_single(piece):
        return hexes.distance(piece.hex, h)
    return min(hexes.distance(half, h) for half in hexes_of(piece))


def adjacent(a: Piece, b: Piece) -> bool:
    """Whether two pieces stand next to each other."""
    return distance(a, b) == 1


def touching(a: Piece, b: Piece) -> list[tuple[Hex, Hex]]:
    """The hexes of two pieces that lie next to each other."""
    return [(x, y) for x in hexes_of(a) for y in hexes_of(b) if hexes.distance(x, y) == 1]


def nearest(piece: Piece, other: Piece) -> tuple[Hex, ...]:
    """The half of ``piece`` nearest to another; both where they are equally near."""
    d = distance(piece, other)
    return tuple(half for half in hexes_of(piece) if distance_to(other, half) == d)


# -- moves -----------------------------------------------------------------------------------------------------------


def steps(piece: Piece) -> tuple[Move, ...]:
    """6.3, 6.4, 6.6, A 6.64, S 6.74, G 5.13, G 5.2, G 5.23 The primitive moves into other hexes, whatever stands there.

    One hex: into its front hexes, as it faces; a Column ahead or half-left or half-right, where it faces then (C 6.44);
    without a facing in any direction. A pair: forward-left, forward-right, and wheels (A 6.43); in
    Column the head goes as a single Column does and the rest follows; a Square shifts (A 9.64).
    """
    return _steps(stand(piece))


def turns(piece: Piece) -> tuple[Move, ...]:
    """7.12, 7.13 The primitive moves in place: a vertex (in Column a hexside) left or right; a pair only about face."""
    here = stand(piece)
    if here.shape is Shape.ONE:
        left, right = (here._replace(facing=here.facing.turned(n)) for n in (2, -2))
        return Move("turn-left", left, (), ()), Move("turn-right", right, (), ())
    return (about_face(here),) if here.shape is Shape.TWO and here.facing.is_vertex else ()


def facing(piece: Piece, towards: Facing) -> Stand:
    """The piece where it stands, facing another way. Raises ValueError for one off the map.

    A pair keeps its anchor hex, so its other half lies elsewhere then.
    """
    return stand(piece)._replace(facing=towards)


def about_face(piece: Piece) -> Move:
    """A 6.44, S 6.44 A pair's halves exchange, and it faces the other way. Raises ValueError for anything else."""
    here = stand(piece)
    if here.shape is not Shape.TWO or not here.facing.is_vertex:
        raise ValueError("only a pair in line faces about")
    left, right = hexes_of(here)
    to = Stand(right, here.facing.turned(6), Shape.TWO)
    return Move("about-face", to, ((left, right), (right, left)), ())


def wheels_about(piece: Piece, zones: Container[Hex]) -> tuple[Move, ...]:
    """A 6.45, S 6.45 The wheel open to a pair with exactly one half in enemy ZOC: that half stands, the other moves."""
    caught = held(piece, zones)
    if piece.shape is not Shape.TWO or len(caught) != 1:
        return ()
    return tuple(m for m in steps(piece) if m.kind in ("wheel-left", "wheel-right") and m.steps[0][0] not in caught)


def shifts(piece: Piece) -> tuple[Move, ...]:
    """A 6.4 Steps in each of the six directions with the facing kept: withdrawal, retreat, rout. A pair's halves go
    together."""
    here = stand(piece)
    return tuple(_shifted("shift", here, d) for d in _SIDES)


def follows(piece: Piece) -> tuple[Move, ...]:
    """A 6.4 How a routed pair without room for a :func:`shift <shifts>` goes on: one half enters a hex beside it, the
    other takes its place. Each such pair of hexes twice, once for either way it may face."""
    if is_single(piece):
        return ()
    found: list[Move] = []
    one, other = hexes_of(piece)
    for lead, trail in ((one, other), (other, one)):
        for to in hexes.neighbours(lead):
            if to != trail:
                found += [Move("follow", s, ((lead, to), (trail, lead)), (to,)) for s in pair_on(to, lead)]
    return tuple(found)


def advances(
    piece: Piece, vacated: Container[Hex], free: Callable[[Hex], bool], *, whole: bool = False
) -> tuple[tuple[Move, ...], ...]:
    """9.21, A 8.53, S 8.43 The ways to advance into hexes that enemies have just left, each as moves in order.

    One hex: a step into such a hex. A pair: forward, a wheel, or forward and then a wheel, through free hexes, so that
    it ends with a half at least in such a hex. ``whole``: it goes forward with both halves if it can (S 8.43).
    """

    def open_to(m: Move) -> bool:
        return all(free(h) for h in m.entered)

    first = [m for m in steps(piece) if open_to(m)]
    ways: list[tuple[Move, ...]] = [(m,) for m in first]
    if piece.shape is Shape.TWO and piece.facing.is_vertex:
        for m in first:
            if m.kind in ("forward-left", "forward-right"):
                ways += [(m, w) for w in steps(m.to) if w.kind in ("wheel-left", "wheel-right") and open_to(w)]
    found = tuple(way for way in ways if any(h in vacated for h in hexes_of(way[-1].to)))
    forward = tuple(way for way in found if way[0].kind in ("forward-left", "forward-right"))
    return forward if whole and forward else found


def into_column(piece: Piece) -> dict[End, Stand]:
    """6.4 (A 6.6, S 6.7) The Columns a piece in line may form.

    One hex turns 30 degrees left or right; a pair stays on its hexes and heads for its left or its right end.
    """
    here = stand(piece)
    left, right = here.facing.turned(3), here.facing.turned(-3)
    if here.shape is Shape.TWO:
        one, other = hexes_of(here)
        return {"left": Stand(one, left, Shape.TWO), "right": Stand(other, right, Shape.TWO)}
    return {
        "left": here._replace(facing=here.facing.turned(1)),
        "right": here._replace(facing=here.facing.turned(-1)),
    }


def out_of_column(piece: Piece, headed: End | None = None) -> tuple[Stand, ...]:
    """6.4 (A 6.63, S 6.73) How a Column may face in line again: 30 degrees left or right.

    A pair turns back to the side it came from: ``headed``, the end it headed for when it formed Column, must be given.
    Raises ValueError without it.
    """
    here = stand(piece)
    if here.shape is not Shape.TWO:
        return here._replace(facing=here.facing.turned(1)), here._replace(facing=here.facing.turned(-1))
    if headed is None:
        raise ValueError("a pair must remember which end it headed for")
    head, tail = hexes_of(here)
    return (
        (Stand(head, here.facing.turned(-3), Shape.TWO),)
        if headed == "left"
        else (Stand(tail, here.facing.turned(3), Shape.TWO),)
    )


# -- geometry --------------------------------------------------------------------------------------------------------

_SIDES = tuple(f for f in Facing if not f.is_vertex)
"""The six hexsides as facings."""


def _beyond(h: Hex, facing: Facing, turn: int) -> Hex:
    """The neighbour across the hexside ``turn`` times 30 degrees to the left of a facing."""
    return hexes.front(h, facing.turned(turn))[0]


def _towards(a: Hex, b: Hex) -> Facing:
    """The hexside of ``a`` towards its neighbour ``b``. Raises ValueError if they are not adjacent."""
    return hexes.facings_towards(a, b)[0].turned(1)


@lru_cache(maxsize=1 << 14)
def _ground(at: Hex, facing: Facing, shape: Shape) -> _Ground:
    """A 6.4 The hexes of a pair and around it, in line (``at`` its left half) or in Column (``at`` its head)."""
    if facing.is_vertex:
        left, right = at, _beyond(at, facing, -3)
        halves = (left, right)
        ahead = (_beyond(left, facing, 1), _beyond(left, facing, -1), _beyond(right, facing, -1))
        sides = (_beyond(left, facing, 3), _beyond(right, facing, -3))
        behind = (_beyond(left, facing, 5), _beyond(left, facing, -5), _beyond(right, facing, -5))
    else:
        head, tail = at, _beyond(at, facing, 6)
        halves = (head, tail)
        ahead, behind = (_beyond(head, facing, 0),), (_beyond(tail, facing, 6),)
        sides = (
            *(_beyond(head, facing, n) for n in (2, -2, 4, -4)),
            *(_beyond(tail, facing, n) for n in (4, -4)),
        )
    if shape is Shape.SQUARE:
        ahead, sides, behind = (*ahead, *sides, *behind), (), ()
    found: dict[Hex, Arc] = {h: "front" for h in ahead}
    found |= {h: "flank" for h in sides}
    found |= {h: "rear" for h in behind}
    return _Ground(halves, ahead, sides, behind, found)


def _shifted(kind: MoveKind, here: Stand, side: Facing) -> Move:
    own = hexes_of(here)
    to = here._replace(hex=_beyond(here.hex, side, 0))
    gone = tuple((h, _beyond(h, side, 0)) for h in own)
    return Move(kind, to, gone, tuple(h for _, h in gone if h not in own))


@lru_cache(maxsize=1 << 14)
def _steps(here: Stand) -> tuple[Move, ...]:
    at, facing, shape = here
    if shape in (Shape.ROUND, Shape.SQUARE):
        return shifts(here)
    if not facing.is_vertex:
        return tuple(_marched(here, facing.turned(n)) for n in (2, 0, -2))
    left, right = _shifted("forward-left", here, facing.turned(1)), _shifted("forward-right", here, facing.turned(-1))
    if shape is Shape.ONE:
        return left, right
    # The half that wheels enters the centre of the front; the other one turns where it stands.
    centre, (one, other) = _beyond(at, facing, -1), hexes_of(here)
    by_right = Move("wheel-right", Stand(centre, facing.turned(-2), shape), ((one, centre),), (centre,))
    by_left = Move("wheel-left", Stand(one, facing.turned(2), shape), ((other, centre),), (centre,))
    return left, right, by_left, by_right


def _marched(here: Stand, side: Facing) -> Move:
    """A Column's step across a hexside: it faces there then, and the second half follows."""
    to = _beyond(here.hex, side, 0)
    gone = ((here.hex, to),)
    if here.shape is Shape.TWO:
        head, tail = hexes_of(here)
        gone = ((head, to), (tail, head))
    return Move("march", here._replace(hex=to, facing=side), gone, (to,))
