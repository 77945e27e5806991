"""Rules that are data alone: what they change stands in the armies, the map and the charts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.men_of_iron.special import Special


class OfFormations(Special):
    """Who may stand in Shield Wall or Schiltron, and who begins in it (14.1)."""

    about = "nothing by itself: it tells players about `formations` and `formation`"


class OfGround(Special):
    """What some ground is like."""

    about = "nothing by itself: it tells players about the terrain"


class OfMarkers(Special):
    """Bombards."""

    about = "nothing by itself: it tells players about `markers`"


class OfTroops(Special):
    """What some troops can do, which their type has by itself."""

    about = "nothing by itself: it tells players about units of a type"


class OfSequence(Special):
    """Who begins."""

    about = "nothing by itself: it tells players about `first_player`"


def rules() -> Mapping[str, type[Special]]:
    """They, by id."""
    return {
        **dict.fromkeys(("shield-wall", "schiltron", "schiltron-start"), OfFormations),
        **dict.fromkeys(("castle", "mud", "hedges", "river"), OfGround),
        "bombards": OfMarkers,
        **dict.fromkeys(("no-pavises", "hobilars", "genitor-shock"), OfTroops),
        "first-player": OfSequence,
    }
