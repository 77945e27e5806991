"""The position as a roster and a unit card need it: names of Commands, and who is out of play."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron.view import table
from tests.engine.men_of_iron import kit

BATTLES = ("bannockburn", "courtrai", "crecy", "falkirk", "najera", "poitiers")


@pytest.mark.parametrize("name", BATTLES)
def test_every_band_has_the_name_of_its_command(name: str) -> None:
    view = table(kit.the(name).g)
    for c in (*view.counters, *view.off_map):
        assert c.band is not None
        assert view.sides[c.side].bands[c.band] == {str(a): b for a, b in c.facts}["Command"], c.id


def test_whoever_is_out_of_play_is_listed_with_the_reason() -> None:
    rig = kit.the("crecy")
    first, second, *_ = rig.state.units.values()
    first.eliminated, first.hex = True, None
    second.departed, second.hex = True, None
    view = table(rig.g)
    why = {c.id: {str(a): b for a, b in c.facts}["State"] for c in view.lost}
    assert why == {first.id: "Eliminated", second.id: "Has left the battle"}
    assert not {first.id, second.id} & {c.id for c in (*view.counters, *view.off_map)}


def test_fallen_leaders_are_named() -> None:
    rig = kit.the("crecy")
    fallen = rig.state.leaders["Bohemia"]
    fallen.lost, fallen.hex = True, None
    assert [s.fallen for s in table(rig.g).sides] == [(), ("John, King of Bohemia",)]
