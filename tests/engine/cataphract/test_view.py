"""The position as a roster and a unit card need it: names of contingents, and who is out of play."""

from __future__ import annotations

import pytest

from engine.systems.gboh.view import table
from tests.engine.cataphract import kit

BATTLES = ("callinicum", "casilinum", "catalaunian", "dara", "taginae", "tricameron", "utus")


@pytest.mark.parametrize("name", BATTLES)
def test_every_band_has_the_name_of_its_contingent(name: str) -> None:
    view = table(kit.the(name).g)
    for c in (*view.counters, *view.off_map):
        if c.band is not None:
            assert view.sides[c.side].bands[c.band] == dict((str(a), b) for a, b in c.facts)["Command"], c.id


def test_contingents_of_the_same_name_on_both_sides_keep_their_bands_apart() -> None:
    view = table(kit.the("catalaunian").g)
    for i in range(2):
        commands = {(c.band, str(dict(c.facts).get(c.facts[-1][0]))) for c in view.counters if c.side == i}
        assert len({band for band, _ in commands}) == len(commands)


def test_whoever_is_out_of_play_is_listed_with_the_reason() -> None:
    g = kit.tricameron(THC1={"eliminated": True, "hex": None}, THC2={"departed": True, "hex": None}).g
    view = table(g)
    why = {c.id: [value for label, value in c.facts if str(label) == "State"] for c in view.lost}
    assert why == {"THC1": ["Eliminated"], "THC2": ["Has left the battle"]}
    assert not {"THC1", "THC2"} & {c.id for c in (*view.counters, *view.off_map)}
    assert all(c.hexes == () for c in view.lost)


def test_fallen_leaders_are_named() -> None:
    g = kit.tricameron(Sunicas={"eliminated": True, "hex": None}).g
    assert [s.fallen for s in table(g).sides] == [("Sunicas",), ()]


def test_missiles_tell_their_range() -> None:
    unit = next(c for c in table(kit.tricameron().g).counters if c.id == "THC1")
    assert ("Missiles", "composite bow, range 4, full") in [(str(a), b) for a, b in unit.facts]
