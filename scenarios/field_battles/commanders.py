"""Who leads a side on the field: its commander of the campaign, and as many officers of its list as its units need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice

import scenarios
from engine.systems.cataphract.scenario import CataphractScenario, LeaderSpec, SideSpec
from engine.systems.justinian.field.order_of_battle import FieldArmy
from scenarios.field_battles.rosters import Fielded

UNITS = 5
"""Units for each officer besides the commander."""

MOST = 4
"""Officers besides the commander."""

SOURCES = ("dara", "callinicum", "tricameron", "taginae", "casilinum")
"""Battles in which commanders of the campaign are rated."""

PLAIN = LeaderSpec(
    id="Commander",
    name="Commander",
    role="OC",
    initiative=5,
    command_range=6,
    strategy=5,
    charisma=4,
    personal_combat=5,
    line_commands=1,
)
"""Ratings of a commander whom no battle rates: those most barbarian commanders have there."""

NOBODY = PLAIN.model_copy(
    update={"id": "Officer", "name": "Senior Officer", "initiative": 3, "command_range": 5, "strategy": 3}
)
"""Ratings of an army that has no commander: its senior officer's, as replacements are rated (4.63)."""

UNNAMED = LeaderSpec(
    id="Officer",
    name="Officer",
    role="SC",
    initiative=4,
    command_range=5,
    charisma=4,
    personal_combat=5,
    line_commands=1,
)
"""Ratings of an officer where the list has no more names: those most Subordinate Commanders have in it."""


def chosen(
    side: SideSpec, army: FieldArmy, troops: Sequence[Fielded], base: CataphractScenario, taken: set[str]
) -> list[LeaderSpec]:
    """The commander first, then officers whose men are there, so many for so many units in both armies: where the list
    has too few, unnamed ones. ``taken``: words of others, which theirs come to."""
    commander = _commander(side, army, base)
    present = {t.group.contingent for t, _ in troops}
    kinds = {t.group.kind for t, _ in troops}
    others = [x for x in side.leaders if x.name != commander.name and x.id != commander.id and x.role != "OC"]
    able = [x for x in (_with(x, present) for x in others) if x is not None and (not x.kinds or kinds & set(x.kinds))]
    most = min(MOST, sum(n for _, n in troops) // UNITS)
    unnamed = (UNNAMED.model_copy(update={"id": f"Officer{n}", "name": f"Officer {n}"}) for n in count(1))
    found = [commander, *able[:most], *islice(unnamed, max(0, most - len(able)))]
    for i, x in enumerate(found):
        word = next(w for w in (x.id, *(f"{x.id}{letter}" for letter in "BCDEF")) if w not in taken)
        if word != x.id:
            found[i] = x.model_copy(update={"id": word})
        taken.add(word)
    return found


def _with(leader: LeaderSpec, present: set[str]) -> LeaderSpec | None:
    """The officer, limited to those of his men who are there; None where none of them is."""
    commands = tuple(c for c in leader.commands if c in present)
    if leader.commands and not commands:
        return None
    return leader.model_copy(update={"commands": commands, **_NOWHERE})


_NOWHERE = {"hex": None, "allowed": (), "area": None, "set_up_with": None, "superior": None, "succeeds": None}


def _commander(side: SideSpec, army: FieldArmy, base: CataphractScenario) -> LeaderSpec:
    """The Overall Commander, by the ratings he has in a battle of his time."""
    if army.commander is None:
        return NOBODY
    known = next((x for x in _rated(base.id) if x.name == army.commander), None)
    if known is None:
        return PLAIN.model_copy(update={"id": _word(army.commander, side), "name": army.commander})
    strategy = known.strategy if known.strategy is not None else PLAIN.strategy
    free = {"role": "OC", "strategy": strategy, "commands": (), "kinds": (), "one_kind": False, **_NOWHERE}
    line_commands = max(known.line_commands, 1)
    return known.model_copy(update={**free, "line_commands": line_commands, "id": _word(known.name, side)})


@cache
def _rated(first: str) -> tuple[LeaderSpec, ...]:
    """Leaders of all these battles, those of the battle ``first`` before the others, commanders before officers."""

    def leaders() -> Iterator[LeaderSpec]:
        for key in sorted(SOURCES, key=lambda k: k != first):
            battle = scenarios.load(f"cataphract/{key}")
            assert isinstance(battle, CataphractScenario)
            for s in battle.sides:
                yield from s.leaders

    return tuple(sorted(leaders(), key=lambda x: x.role != "OC"))


def _word(name: str, side: SideSpec) -> str:
    """A word to order him by that nobody else of his side has."""
    word = re.sub(r"[^A-Za-z]", "", name) or "Commander"
    others = {x.id for x in (*side.leaders, *side.replacements) if x.name != name}
    return word if word not in others else f"{word}OC"
