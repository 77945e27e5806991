"""What doesn't fit between an overlay and its parent, one sentence with its path in the overlay each."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.complaints import offer
from engine.systems.gboh.scenario import GbohScenario, SideSpec
from scenarios.overlay.merging import codes, gone
from scenarios.overlay.model import Army, Overlay
from scenarios.overlay.selectors import astray, chosen


def problems(overlay: Overlay, parent: GbohScenario) -> Iterator[str]:
    """Everything that keeps the overlay from being laid over the parent."""
    yield from _rule_problems(overlay, parent)
    ids = [s.id for s in parent.sides]
    for name in overlay.sides:
        if name not in ids:
            yield f"sides.{name}: {overlay.parent} has no side {name}" + offer(name, ids)
    for side in parent.sides:
        if side.id not in overlay.sides:
            yield f"sides.{side.id}: is missing: every side of {overlay.parent} needs its Formations"
        else:
            yield from _army_problems(f"sides.{side.id}", overlay, overlay.sides[side.id], side)
    for name in overlay.areas:
        if name in parent.areas:
            yield f"areas.{name}: {overlay.parent} has an area of that name"
    for name in ids:
        if name not in overlay.briefing.sides:
            yield f"briefing.sides.{name}: is missing"


def _rule_problems(overlay: Overlay, parent: GbohScenario) -> Iterator[str]:
    """Whether it is said what becomes of each rule of the parent."""
    theirs = {r.id: r for r in parent.special_rules}
    own = [r.id for r in overlay.special_rules]
    for name, rule in theirs.items():
        if name not in overlay.parent_rules:
            yield (
                f"parent_rules.{name}: is missing: say whether “{rule.title}”, a rule of {overlay.parent}, "
                "is converted or dropped"
            )
    for name, fate in overlay.parent_rules.items():
        if name not in theirs:
            yield f"parent_rules.{name}: {overlay.parent} has no special rule {name}" + offer(name, theirs)
        if fate.status == "dropped" and fate.into:
            yield f"parent_rules.{name}.into: leave it out, the rule is dropped"
        for into in fate.into:
            if into not in own:
                yield f"parent_rules.{name}.into: there is no special rule {into} in this overlay" + offer(into, own)


def _army_problems(at: str, overlay: Overlay, army: Army, side: SideSpec) -> Iterator[str]:
    known = codes(side)
    left_out = gone(army, known)
    yield from _dropped_problems(at, army, side, known)
    for i, f in enumerate(army.formations):
        for j, s in enumerate(f.units):
            yield from astray(f"{at}.formations[{i}] ({f.id}).units[{j}]", s, known)
    for field in ("units", "double_depth"):
        for s in getattr(army, field):
            yield from astray(f"{at}.{field}", s, known)
    yield from _home_problems(at, army, known, left_out)
    yield from _leader_problems(at, army, side)
    for g in side.units:
        kept = [c for c in g.codes if c not in left_out]
        if g.optional is not None and g.optional not in overlay.optional_rules and kept:
            yield (
                f"{at}.dropped: {kept[0]} is there only with the optional rule {g.optional} of {overlay.parent}: "
                "drop it, or list that rule in optional_rules"
            )


def _kept(army: Army, name: str) -> bool:
    return name not in army.dropped


def _dropped_problems(at: str, army: Army, side: SideSpec, known: Collection[str]) -> Iterator[str]:
    leaders = {x.id for x in side.leaders}
    for name in army.dropped:
        if name not in leaders and not chosen(name, known):
            yield f"{at}.dropped.{name}: the army has no unit and no leader {name}"


def _home_problems(at: str, army: Army, known: Collection[str], left_out: Collection[str]) -> Iterator[str]:
    """Whether every unit is in one Formation, and only in one."""
    found: dict[str, str] = {}
    for i, f in enumerate(army.formations):
        here = f"{at}.formations[{i}] ({f.id})"
        for code in dict.fromkeys(c for s in f.units for c in chosen(s, known)):
            if code in found:
                yield f"{here}.units: {code} is in the Formation {found[code]} already"
            if code in left_out:
                yield f"{here}.units: {code} is dropped"
            found.setdefault(code, f.id)
    for code in known:
        if code not in found and code not in left_out:
            yield f"{at}.formations: {code} is in no Formation; put it in one, or drop it"


def _leader_problems(at: str, army: Army, side: SideSpec) -> Iterator[str]:
    all_ids = [x.id for x in side.leaders]
    ids = [x for x in all_ids if _kept(army, x)]

    def stranger(here: str, name: str) -> Iterator[str]:
        if name in army.dropped:
            yield f"{here}: {name} is dropped"
        elif name not in ids:
            yield f"{here}: {name} is no leader of this side" + offer(name, ids)

    yield from stranger(f"{at}.overall_commander", army.overall_commander)
    for name in army.leaders:
        yield from stranger(f"{at}.leaders.{name}", name)
    commands: dict[str, str] = {}
    for i, f in enumerate(army.formations):
        here = f"{at}.formations[{i}] ({f.id}).commanders"
        for name in f.commanders:
            yield from stranger(here, name)
            if name in commands:
                yield f"{here}: {name} commands {commands[name]} already; a leader has one Formation"
            commands.setdefault(name, f.id)
    for x in side.leaders:
        if x.id in ids and x.id not in (*commands, army.overall_commander) and x.succeeds is None:
            yield f"{at}.leaders.{x.id}: commands no Formation; name one in its commanders, or drop the leader"
    for i, g in enumerate(army.groups):
        yield from stranger(f"{at}.groups[{i}] ({g.id}).leader", g.leader)
