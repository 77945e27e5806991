"""Toy units, and the stacking charts of Alexander (6.94) and SPQR (6.69) row by row, to try the family's modules on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.stack import BARRED, Chart, Row, Toll, Verdict
from engine.systems.gboh.troops import Troop


def troop(kind: str, arm: Any = "foot", **traits: Any) -> Troop:
    """A kind of troops with nothing special but what is given."""
    rows = {"ground": kind, "clash": kind, "superiority": kind}
    return Troop(kind=kind, name=Text("troops"), word=kind.lower(), arm=arm, **{**rows, **traits})


TROOPS = {
    t.kind: t
    for t in (
        troop("PH", shape=Shape.TWO, fate="save", target="heavy"),
        troop("HI", shelters=True, target="heavy"),
        troop("LI", light=True),
        troop("SK", light=True, zone="front and flank", withdrawal="two hexes", fate="lost"),
        troop("VE", light=True),
        troop("HA", shelters=True),
        troop("PR", shelters=True),
        troop("TR", shelters=True, tags=frozenset({"triarii"})),
        troop("RC", "horse"),
        troop("EL", "elephant", fate="rampage"),
        troop("AT", "engine", shape=Shape.ROUND, zone="none", fate="lost"),
    )
}


@dataclass
class Toy:
    """A unit of a toy battle: "PH1", standing at a hex."""

    id: str
    hex: Hex | None
    facing: Facing = Facing.E
    side: str = "a"
    routed: bool = False
    colour: str = ""
    """Legion or ala (SPQR 6.63)."""
    place: int = 0
    """How far down in its stack."""
    beneath: str | None = None
    """The one it stands under."""

    @property
    def troop(self) -> Troop:
        return TROOPS[self.id[:2]]

    @property
    def shape(self) -> Shape:
        return self.troop.shape


def toy(code: str, at: Hex | None = 2020, facing: str = "E", **values: Any) -> Toy:
    return Toy(code, at, Facing[facing], **values)


# -- charts ------------------------------------------------------------------------------------------------------------

HIT, ONE = Toll(hits=1), Verdict(mover=Toll(hits=1), stationary=Toll(hits=1))
FLOWN = Verdict(stationary=Toll(hits=1, check="excess"), onward=True)
"""A routed unit goes through: 1 hit, then what the roll exceeds TQ by."""


def _heavy(u: Toy) -> bool:
    return u.troop.kind in ("PH", "HI")


ALEXANDER: Chart[Toy] = Chart(
    rows=(
        Row(lambda m, s: m.routed, FLOWN, FLOWN),
        Row(lambda m, s: m.troop.kind == "SK", Verdict()),
        Row(lambda m, s: s.routed, Verdict(mover=HIT)),
        Row(lambda m, s: _heavy(m) or _heavy(s), BARRED),
        Row(lambda m, s: True, ONE),
    )
)
"""Alexander 6.94, 10.24."""


def _legion(u: Toy) -> bool:
    return u.troop.kind in ("HA", "PR", "TR")


_BASIC: Row[Toy] = Row(lambda m, s: True, ONE)
_ROUTED: tuple[Row[Toy], ...] = (Row(lambda m, s: m.routed, FLOWN, FLOWN),)

SPQR: Chart[Toy] = Chart(
    rows=(
        *_ROUTED,
        Row(lambda m, s: m.troop.kind == "SK", Verdict()),
        Row(
            lambda m, s: _legion(m) and _legion(s) and m.colour == s.colour and m.troop is s.troop, Verdict(), Verdict()
        ),
        Row(lambda m, s: _legion(m) and _legion(s) and m.colour == s.colour, Verdict(), Verdict(check_drm=1)),
        Row(lambda m, s: _legion(m) and _legion(s), ONE, Verdict(check_drm=1)),
        Row(lambda m, s: m.troop.kind == "VE" and m.colour == s.colour and s.troop.arm == "foot", Verdict()),
        _BASIC,
    ),
    most=2,
    crowd=(*_ROUTED, Row(lambda m, s: m.troop.kind == "SK", Verdict()), _BASIC),
)
"""SPQR 6.69, voluntary; a third unit is Basic, and routed ones as Basic are (6.63)."""
