"""One unit that may shoot at another, for the tests of missile fire."""

from __future__ import annotations

from typing import Any

from engine.systems.men_of_iron import shot
from engine.systems.men_of_iron.events import Fired
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

RETREATS = ["retreat", "retire"]
"""Questions about where units go that are driven off."""

AWAY: dict[str, Any] = {
    "a_leaders": [kit.leader("Al", 101, command_range=30)],
    "b_leaders": [kit.leader("Bo", 2815, command_range=30)],
    "a_standards": [kit.standard("SA", 110, "A")],
    "b_standards": [kit.standard("SB", 2015, "B")],
}
"""Leaders and Standards far from what is tested."""


def duel(shooter="LB1", target="DM1", at=1012, **values):
    """``shooter`` of side a at 1010 facing SE (1011 lies in front) and ``target`` of side b; rig and both units."""
    mine = {k[3:]: v for k, v in values.items() if k.startswith("my_")}
    theirs = {k[6:]: v for k, v in values.items() if k.startswith("their_")}
    others = {k: v for k, v in values.items() if not k.startswith(("my_", "their_"))}
    mine.setdefault("facing", "SE")
    theirs.setdefault("facing", "NW")
    others.setdefault("b_standards", [kit.standard("STD", 1018, "B")])
    others.setdefault("a_leaders", [kit.leader("Al", 1001, command_range=30)])
    others.setdefault("b_leaders", [kit.leader("Bo", 1018, command_range=30)])
    r = kit.battle([unit(shooter, 1010, **mine)], [unit(target, at, **theirs)], **others).activate("A")
    return r, r.unit(shooter), r.unit(target)


def drms(r: kit.Rig, firer, target) -> dict[str, int]:
    """Modifiers of a shot by their reasons."""
    return {str(m.reason): m.value for m in shot.preview(r.g, firer, target, "active").modifiers}


def shots(r: kit.Rig) -> list[tuple[str, str, str]]:
    """Firer, target and kind of every shot made."""
    return [(f.unit, f.target, f.kind) for f in r.happened(Fired)]


class Supply(Special):
    """A rule that asks something of every shot, as Genitor supply does."""

    async def shot(self, g, unit):
        return None
