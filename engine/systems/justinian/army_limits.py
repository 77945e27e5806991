"""T:army_limits 3.21, 5.34, 7.14: where each Byzantine army may be placed, and where it must end its activation."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.systems.justinian.campaign import Campaign


def ends(g: Campaign, army: str) -> frozenset[Place]:
    """7.14 Provinces in which an army may end its activation."""
    return g.derived(("ends", army), lambda: frozenset(_ends(g, army)))


def _ends(g: Campaign, army: str) -> set[Place]:
    land = g.land
    match army:
        case "praesental-1" | "praesental-2":
            return set(land.reach(land.constantinople, g.charts.reach("praesental")))
        case "thrace":
            return set(land.reach(land.place("thracia"), g.charts.reach("thrace")))
        case "illyricum":
            return set(land.of_prefecture("Italy", "Illyricum"))
        case "orient":
            return set(land.of_prefecture("Orient")) - set(land.group("thracian"))
        case "armenia":
            near = {p for a in land.group("armenian") for p in land.reach(a, g.charts.reach("armenia"))}
            return near | {p for power in ("persia", "lakhmids", "ghassanids") for p in land.enters(power)}
        case "italy":
            coast = {p for p in land.reach(land.place("dalmatia"), g.charts.reach("italy")) if land.coastal(p)}
            return coast | set(land.of_prefecture("Italy"))
        case "africa":
            return {*land.of_prefecture("Africa", "Egypt"), land.place("sicilia")}
        case "spain":
            return set(land.of_prefecture("Africa"))
        case _:
            return set(land.provinces)


def asian(g: Campaign) -> tuple[Place, ...]:
    """3.21 Asia Minor within reach of Europa, the Thracian provinces left out."""
    near = g.land.reach(g.land.constantinople, g.charts.reach("praesental"))
    thracian = g.land.group("thracian")
    return tuple(p for p in g.land.group("asia-minor") if p in near and p not in thracian)


def places(g: Campaign, army: str) -> tuple[Place, ...]:
    """3.21, 5.34 Provinces in which an army is placed at the set-up or when it is raised; Europa comes besides."""
    land = g.land
    match army:
        case "praesental-1" | "praesental-2":
            return (land.constantinople, *asian(g))
        case "thrace":
            return land.group("thracian")
        case "illyricum":
            return (land.place("dalmatia"),)
        case "orient":
            return land.enters("persia")
        case "armenia":
            return land.group("armenian")
        case "italy":
            return (*(p for p in land.of_prefecture("Italy") if land.city(p)), land.place("dalmatia"))
        case "africa":
            return land.of_prefecture("Africa", "Egypt")
        case "spain":
            return land.of_prefecture("Africa")
        case _:
            return ()
