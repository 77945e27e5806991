"""Rules of single battles that change who acts when, and what a move or a shot may be answered with."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh import special
from engine.systems.gboh.missiles import fire, ordered_fire, reaction
from tests.engine.alexander import kit

# -- Pelium ------------------------------------------------------------------------------------------------------------


def walls() -> kit.Rig:
    """LI2 in the town and AR1 outside, two hexes from it, looking at each other."""
    r = kit.the("pelium", {"LI2": 4805, "AR1": 4807, "Clitus": 4804, "Alexander": 4810}, alone=True)
    r.unit("LI2").facing, r.unit("AR1").facing = Facing.SE, Facing.NW
    r.unit("LI2").missile, r.unit("LI2").supply = "A", "full"
    return r


def test_a_shot_out_of_pelium_is_answered_and_two_worse_over_the_wall() -> None:
    r = walls().orders("illyrian", "Clitus")
    assert reaction.can_return(r.g, r.unit("AR1"), r.unit("LI2"))
    out, back = (special.fire_modifiers(r.g, r.unit("AR1"), a, b) for a, b in ((4806, 4805), (4805, 4806)))
    assert [m.value for m in out] == [m.value for m in back] == [2]
    assert not special.fire_modifiers(r.g, r.unit("AR1"), 4805, 4804)
    assert not special.fire_modifiers(r.g, r.unit("AR1"), 4806, 4807)


def test_nobody_shoots_into_pelium_unasked_or_out_of_enemy_zoc() -> None:
    r = walls().orders("macedonian", "Alexander")
    with pytest.raises(Refusal, match="behind the walls"):
        fire.check_fire(r.g, r.unit("AR1"), r.unit("LI2"))
    r = walls()
    r.unit("LI6").hex, r.unit("LI6").facing = 4808, Facing.NW
    r.orders("illyrian", "Clitus")
    held = r.g.in_enemy_zoc(r.unit("AR1"))
    assert held and not reaction.can_return(r.g, r.unit("AR1"), r.unit("LI2"))


def test_the_answer_over_the_wall_is_asked_for() -> None:
    r = walls().orders("illyrian", "Clitus")
    r.run(
        ordered_fire.ordered_fire, r.unit("LI2"), r.unit("AR1"), answers=["fire"], dice=[9, 9], defaults=["rout-path"]
    )
    assert [x.unit for x in r.rolls] == ["LI2", "AR1"]
    assert all([m.value for m in x.modifiers if m.rule == "town"] == [2] for x in r.rolls)
