"""An overlay laid over its parent: one complete document, as if the battle had been written out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.systems.gboh.scenario import GbohScenario, LeaderSpec, SideSpec
from scenarios import shared_maps
from scenarios.overlay import conversion
from scenarios.overlay.model import Army, LeaderChange, Overlay
from scenarios.overlay.selectors import chosen


def merged(overlay: Overlay, parent: GbohScenario, origin: str) -> dict[str, Any]:
    """The whole document. Both were found to fit (:mod:`scenarios.overlay.checks`).

    Raises :class:`ScenarioError` for changes to the map that make no sense.
    """
    given = parent.model_dump(mode="json")
    told = overlay.briefing
    return {
        "format": "hexarch-scenario/1",
        "system": overlay.system,
        "id": overlay.id,
        "title": overlay.title or parent.title,
        "date": overlay.date or parent.date,
        "place": overlay.place or parent.place,
        "briefing": {
            "history": told.history or parent.briefing.history,
            "sides": told.sides,
            "balance": told.balance,
            "length": told.length,
        },
        "map": _map(overlay, given["map"], parent.system, origin),
        "areas": {**given["areas"], **{k: list(v) for k, v in overlay.areas.items()}},
        "setup_order": given["setup_order"],
        "special_rules": [r.model_dump(mode="json") for r in overlay.special_rules],
        "optional_rules": list(overlay.optional_rules),
        "first_player": overlay.first_player,
        "limit": overlay.limit.model_dump(mode="json") if overlay.limit is not None else None,
        "intervals": overlay.intervals,
        "parent": parent.key,
        "provenance": overlay.provenance,
        "sides": [_side(overlay, overlay.sides[s.id], s, parent.system) for s in parent.sides],
    }


def _map(overlay: Overlay, given: dict[str, Any], system: str, origin: str) -> dict[str, Any]:
    """The parent's map, its ground called as the fast rules call it, and then changed."""
    called = conversion.ground(system, shared_maps.types(given))
    return shared_maps.changed(shared_maps.changed(given, {"renamed": called}, origin), overlay.map, origin)


def _side(overlay: Overlay, army: Army, side: SideSpec, system: str) -> dict[str, Any]:
    given = side.model_dump(mode="json")
    known = codes(side)
    level = side.withdrawal_level if army.withdrawal_level is None else army.withdrawal_level
    said = army.model_dump(mode="json")
    edge = said if army.retreat_edge else given
    return {
        **{k: given[k] for k in ("id", "name", "adjective")},
        **{k: edge[k] for k in ("retreat_edge", "retreat_facing")},
        "withdrawal_level": level,
        "withdrawal_level_with": army.withdrawal_level_with,
        "pursuit_edge": list(army.pursuit_edge),
        "formations": [
            f.model_dump(mode="json", include={"id", "name", "commanders", "auxiliary", "gap"}) for f in army.formations
        ],
        "together": [g.model_dump(mode="json") for g in army.groups],
        "leaders": [_leader(overlay, army, x) for x in side.leaders if x.id not in army.dropped],
        "replacements": list(_replacements(army, side)),
        "units": list(_units(army, side, known, system)),
    }


# -- leaders ----------------------------------------------------------------------------------------------------------


def _leader(overlay: Overlay, army: Army, spec: LeaderSpec) -> dict[str, Any]:
    change = army.leaders.get(spec.id, LeaderChange())
    found = conversion.leader(spec)
    found |= change.model_dump(mode="json", exclude_none=True, exclude={"heroic"})
    if change.heroic is not None:
        found |= {"heroic": change.heroic, "elite": found["elite"] and change.heroic}
    if spec.optional not in overlay.optional_rules:
        found["optional"] = None  # Who has a Formation here is here.
    commander = army.overall_commander
    found["role"] = "OC" if commander in (spec.id, spec.succeeds) else "SC"
    return found


def _replacements(army: Army, side: SideSpec) -> Iterator[dict[str, Any]]:
    if army.replacements is None:
        yield from ({**conversion.leader(x), "role": "SC"} for x in side.replacements)
    else:
        yield from (x.model_dump(mode="json") for x in army.replacements)


# -- units ------------------------------------------------------------------------------------------------------------


def codes(side: SideSpec) -> list[str]:
    """Of all units of an army."""
    return [c for g in side.units for c in g.codes]


def homes(army: Army, known: Collection[str]) -> Mapping[str, str]:
    """The Formation of each unit, by code."""
    return {code: f.id for f in army.formations for s in f.units for code in chosen(s, known)}


def gone(army: Army, known: Collection[str]) -> Collection[str]:
    """Codes of units that are dropped."""
    return {code for s in army.dropped for code in chosen(s, known)}


def _units(army: Army, side: SideSpec, known: Collection[str], system: str) -> Iterator[dict[str, Any]]:
    """The groups of the parent, divided by Formation and by what is changed of single units."""
    home, left_out, changed = homes(army, known), gone(army, known), _changes(army, known)
    doubles = {code for s in army.double_depth for code in chosen(s, known)}
    for group in side.units:
        base = conversion.group(system, group)
        parts: dict[Any, dict[str, Any]] = {}
        for i, (number, code) in enumerate(zip(group.numbers, group.codes, strict=True)):
            if code in left_out:
                continue
            changes = changed.get(code, {})
            key = (home[code], code in doubles, tuple(sorted(changes.items())))
            if key not in parts:
                part = {**base, **changes}
                if "type" in changes and "depletable" not in changes:
                    part["depletable"] = conversion.depletable(part)
                part |= {"formation": home[code], "may_double": code in doubles, "numbers": [], "hexes": []}
                parts[key] = part
            parts[key]["numbers"].append(number)
            if group.hexes:
                parts[key]["hexes"].append(group.hexes[i])
        yield from parts.values()


def _changes(army: Army, known: Collection[str]) -> dict[str, dict[str, Any]]:
    """What the overlay says of each unit, by code; of several selectors that mean it the last is right."""
    found: dict[str, dict[str, Any]] = {}
    for selector, change in army.units.items():
        said = change.model_dump(mode="json", exclude_unset=True)
        for code in chosen(selector, known):
            found[code] = found.get(code, {}) | said
    return found
