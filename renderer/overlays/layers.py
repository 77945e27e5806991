"""Drawing of overlays: what lies under the counters, what crosses them, and what must not be covered by anything.

One module for each overlay; each has those of ``under``, ``over`` and ``labels`` that it needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from renderer.overlays import (
    casualties,
    choices,
    command_range,
    eligible,
    ends,
    facings,
    fire,
    front,
    lettered,
    line,
    reach,
    set_up,
    shock,
    sight,
    zones,
)
from renderer.overlays.kinds import (
    Casualties,
    Choices,
    CommandRange,
    Eligible,
    Ends,
    Facings,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from renderer.scene import Scene


def draw_under(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Overlays, or their parts, that counters stand on."""
    for o in overlays:
        match o:
            case Reach():
                reach.under(scene, o)
            case Lettered():
                lettered.under(scene, o)
            case Sectors():
                lettered.sectors_under(scene, o)
            case Front():
                front.under(scene, o)
            case Zones():
                zones.under(scene, o)
            case SetUpArea():
                set_up.under(scene, o)
            case Choices():
                choices.under(scene, o)
            case Range():
                fire.under(scene, o)
            case CommandRange():
                command_range.under(scene, o)
            case Eligible():
                eligible.under(scene, o)
            case Line():
                line.under(scene, o)
            case Casualties():
                casualties.under(scene, o)
            case Sight():
                sight.under(scene, o)
            case Ends() | Facings() | Shock():
                pass


def draw_over(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Overlays that cross the bodies of counters."""
    for o in overlays:
        match o:
            case Ends():
                ends.over(scene, o)
            case Shock():
                shock.over(scene, o)
            case Sight():
                sight.over(scene, o)
            case _:
                pass


def draw_labels(scene: Scene, overlays: Sequence[Overlay]) -> None:
    """What must not be covered by anything."""
    for o in overlays:
        match o:
            case Reach():
                reach.labels(scene, o)
            case Lettered():
                lettered.labels(scene, o)
            case Sectors():
                lettered.sectors_labels(scene, o)
            case Front():
                front.labels(scene, o)
            case Ends():
                ends.labels(scene, o)
            case Range():
                fire.labels(scene, o)
            case Line():
                line.labels(scene, o)
            case Casualties():
                casualties.labels(scene, o)
            case Facings():
                facings.labels(scene, o)
            case Shock():
                shock.labels(scene, o)
            case Sight():
                sight.labels(scene, o)
            case Zones() | SetUpArea() | Choices() | CommandRange() | Eligible():
                pass


__all__ = ["draw_labels", "draw_over", "draw_under"]
