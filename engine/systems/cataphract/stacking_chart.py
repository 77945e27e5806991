"""6.65, 11.63 The Stacking Chart: who passes through whom, who stays with whom, and what it costs.

The hex in the way counts as a whole: a bolt thrower that shares it suffers like its infantry.
"""

from __future__ import annotations

from engine.systems.cataphract.state import Unit
from engine.systems.gboh.stack import BARRED, FREE, Chart, Row, Toll, Verdict

MOST = 2
"""Units in a hex: infantry and a bolt thrower (11.63)."""

_HIT = Toll(hits=1)
_LOST = Toll(lost=True)
_TRAMPLED = Verdict(stationary=_LOST, onward=True)
_SHAKEN = Verdict(stationary=Toll(check="excess, one at least"), onward=True)


def companions(a: Unit, b: Unit) -> bool:
    """11.63 A bolt thrower and heavy or medium infantry of its side, not routed, may share a hex."""
    gun, foot = (a, b) if a.troop.is_engine else (b, a)
    return gun.troop.is_engine and foot.troop.shelters and foot.side == gun.side and not foot.routed


def _passes_free(mover: Unit) -> bool:
    return mover.passes_lightly and not mover.routed


_PASSING: tuple[Row[Unit], ...] = (
    # 6.47 No Column is passed through, nor passes, save in flight.
    Row(lambda m, s: not m.routed and (m.column or s.column), BARRED),
    # 6.63 A routed unit ridden down by its own side is lost, whoever rides.
    Row(lambda m, s: s.routed and m.routed, _TRAMPLED, _TRAMPLED),
    Row(lambda m, s: s.routed and _passes_free(m), Verdict(stationary=_LOST)),
    Row(lambda m, s: s.routed, Verdict(mover=_HIT, stationary=_LOST)),
    # 6.65, 10.24 In flight.
    Row(lambda m, s: m.routed, _SHAKEN, _SHAKEN),
    # 6.65 Heruli, Huns, Massagetae, Visigoth light cavalry.
    Row(lambda m, s: _passes_free(m), Verdict(mover=FREE, stationary=Toll(check="one"))),
    Row(lambda m, s: True, Verdict(mover=_HIT, stationary=_HIT)),
)

CHART: Chart[Unit] = Chart(
    rows=(Row(companions, Verdict(), Verdict()), *_PASSING),
    by=("troop", "side", "column", "routed", "passes_lightly"),
    most=MOST,
    crowd=_PASSING,
)
"""6.65 with 11.63: where two stand already, even who could have joined one of them only passes through."""
