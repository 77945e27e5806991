"""4.1, 4.14, 4.4 Formations: who may command them now, which may be activated, alone or together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.kernel.text import Refusal, joined
from engine.systems.gboh import special
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.scenario import FormationSpec, GroupSpec
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader
from engine.systems.simple_gboh.turn import command_status

TOGETHER, SEIZED_BY_OC, SEIZED = "4.14", "4.42", "4.43"


def named(g: Battle, formation: FormationSpec) -> list[str]:
    """4.1 Its Commanders by id, without those who are in the battle by an option alone that isn't switched on."""
    return [name for name in formation.commanders if name in g.state.leaders]


def commanders(g: Battle, side: str, formation: FormationSpec) -> list[Leader]:
    """4.1 Its Commanders on the map, or who has taken their places."""
    held = (g.state.leaders[g.holder(name).id] for name in named(g, formation))
    return [x for x in held if x.on_map and x.side == side]


def commands(g: Battle, leader: Leader) -> list[FormationSpec]:
    """4.1 Formations of which the leader is a Commander."""
    return [f for f in g.spec(leader.side).formations if any(g.holder(n).id == leader.id for n in named(g, f))]


def present(g: Battle, side: str, formation: FormationSpec) -> bool:
    """Whether any unit of it is left, on the map or in pursuit off it (7.63)."""
    mine = (u for u in g.state.units.values() if u.side == side and u.formation == formation.id)
    return any(u.on_map or u.pursuing for u in mine) or musters(g, formation)


def musters(g: Battle, formation: FormationSpec) -> bool:
    """Whether a rule of the battle brings it on as it is activated."""
    return special.any_of(g, Rule.musters, formation.id)


def barred(g: Battle, formation: FormationSpec) -> Refusal | None:
    """Why a rule of the battle keeps it from being activated now; None when none does."""
    return special.why_not(g, Rule.bars_activation, formation.id)


def available(g: Battle) -> list[FormationSpec]:
    """4.1, 4.15, 4.42, 4.43 Formations that may be activated by themselves now, as often as one likes."""
    side = g.orders.side
    return [f for f in g.spec(side).formations if present(g, side, f) and permitted(g, f)]


def permitted(g: Battle, formation: FormationSpec) -> bool:
    """4.22, 4.42, 4.43 Whether a seized turn, if it is one, may be used for the Formation."""
    by = g.orders.seized_by
    if barred(g, formation) is not None:
        return False
    if by is None:
        return True
    leader = g.state.leaders[by]
    if leader in commanders(g, leader.side, formation):
        return True
    if leader.role == "OC":
        return formation.auxiliary or bool(eligible(g, formation))
    return formation.id in leader.seizes


def eligible(g: Battle, formation: FormationSpec, group: GroupSpec | None = None) -> list[Leader]:
    """4.1 Who may command the Formation in this turn: 4.42 within reach of an OC who seized it, 4.14 of the group's
    leader where its activation depends on that."""
    found = commanders(g, g.orders.side, formation)
    by = g.state.leaders.get(g.orders.seized_by or "")
    if by is not None and by.role == "OC" and group is None:
        found = [x for x in found if x is by or command_status.hears(g, by, x)]
    elif by is not None and by.role != "OC" and formation.id not in by.seizes:
        found = [x for x in found if x is by]
    if group is not None and group.within_range:
        leader = head(g, group)
        found = [x for x in found if x is leader or command_status.hears(g, leader, x)]
    return found


def head(g: Battle, group: GroupSpec) -> Leader:
    """4.14 Who leads the group: the leader it names, or who succeeds him by a rule of the battle."""
    named = g.state.leaders[group.leader]
    heirs = (x for x in g.state.leaders.values() if x.succeeds == named.id and x.on_map)
    return next(heirs, named) if named.eliminated else named


def _leads(g: Battle, group: GroupSpec) -> bool:
    """4.14 On the map, not returned in this turn, no replacement; 4.42 the seizing OC, or within reach of him."""
    leader = head(g, group)
    if not leader.on_map or leader.placed or (leader.replacement and leader.succeeds is None):
        return False
    by = g.state.leaders.get(g.orders.seized_by or "")
    if by is None:
        return True
    return by.role == "OC" and (leader is by or command_status.hears(g, by, leader))


def joint(g: Battle) -> Iterator[tuple[GroupSpec, Sequence[FormationSpec]]]:
    """4.14 Every set of Formations that may be activated together now, with the group that lets them."""
    for group in (x for x in g.spec(g.orders.side).together if _leads(g, x)):
        able = [f for f in map(g.spec(g.orders.side).formation, group.formations) if _joins(g, f, group)]
        for n in range(group.least, min(group.most, len(able)) + 1):
            for together in combinations(able, n):
                yield group, together


def apart(g: Battle, together: Sequence[FormationSpec]) -> Refusal:
    """4.14 Why these Formations, each of which may be activated by itself, can't be together now."""
    ids = {f.id for f in together}
    group = next((x for x in g.spec(g.orders.side).together if ids <= set(x.formations)), None)
    if group is None:
        names = joined([f.name for f in together], " and ")
        return Refusal("Nothing in this battle lets {names} be activated together.", rule=TOGETHER, names=names)
    if not group.least <= len(ids) <= group.most:
        text = "From {least} to {most} of those Formations are activated together."
        return Refusal(text, rule=TOGETHER, least=group.least, most=group.most)
    leader = head(g, group)
    if not leader.on_map:
        return Refusal("{leader}, who would lead them together, isn't on the map.", rule=TOGETHER, leader=leader.name)
    if leader.placed:
        text = "{leader} has come back in this turn, and leads no Formations together in it."
        return Refusal(text, rule=TOGETHER, leader=leader.name)
    if not _leads(g, group):
        return Refusal("{leader} can't lead them together now.", rule=TOGETHER, leader=leader.name)
    far = next((f for f in together if not _joins(g, f, group)), together[-1])
    text = "{leader} leads them together, and no Commander of {name} is within his Command Range."
    return Refusal(text, rule=TOGETHER, leader=leader.name, name=far.name)


def _joins(g: Battle, formation: FormationSpec, group: GroupSpec) -> bool:
    side = g.orders.side
    if not present(g, side, formation) or barred(g, formation) is not None:
        return False
    if not group.within_range:
        return True
    return bool(eligible(g, formation, group))
