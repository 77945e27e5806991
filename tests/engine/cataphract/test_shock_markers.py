"""7.3 Must Check and No Check."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.events import Fired, MarkerPlaced
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from tests.engine.cataphract import kit

MOVE = orders.Move
REACTIONS = ["reaction-facing", "orderly-withdrawal"]


def field(*units, b, **kw) -> kit.Rig:
    return kit.battle(units, b, a_leaders=[kit.leader("Anna", 1008, command_range=9)], **kw).orders("a", "Anna")


def ids(units) -> set[str]:
    return {u.id for u in units}


@pytest.mark.rule("cataphract 7.31")
def test_the_choice_may_come_with_the_order():
    for attack in (True, False):
        r = field(kit.unit("LC1", 1010), b=[kit.unit("HI9", 1210, "W")])
        r.order(MOVE(unit="LC1", path=(1110,), attack=attack), defaults=REACTIONS)
        assert r.decisions == [] and (r.g.orders.markers == {"LC1": "must"}) is attack


@pytest.mark.rule("cataphract 7.32", "cataphract 7.31")
def test_example_7_32():
    # A Byzantine Cat next to Goth archers must; a Persian LC next to Byzantine archers decides on arrival.
    archers = kit.unit("LI9", 1210, "W", missile="B", ma=4)
    r = field(kit.unit("HC1", 1010, cls="Cat"), b=[archers])
    r.order(MOVE(unit="HC1", path=(1110,)), answers=["fire"], dice=[9], defaults=REACTIONS)
    placed = [type(e) for e in r.events if isinstance(e, (MarkerPlaced, Fired))]
    assert placed == [MarkerPlaced, Fired]  # before any Reaction Fire
    r = field(kit.unit("LC1", 1010), b=[archers])
    r.order(MOVE(unit="LC1", path=(1110,)), answers=["yes", "fire"], dice=[9], defaults=REACTIONS)
    assert [d.kind for d in r.decisions] == ["must-check", "entry-fire"]


@pytest.mark.rule("cataphract 7.31")
def test_only_enemies_in_its_own_zoc_count():
    # HC1 comes to stand beside LN9, which is in its Flank.
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI9", 1109, "E")])
    r.order(MOVE(unit="HC1", path=(1110,)), defaults=REACTIONS)
    assert r.g.orders.markers == {}


@pytest.mark.rule("cataphract 7.31")
def test_what_counts_is_the_zoc_at_the_end_of_the_move():
    # Arriving with HI9 (facing away) in its Front and turning away from it: no duty.
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI9", 1210, "E")])
    r.order(MOVE(unit="HC1", path=(1110, Facing.NE, Facing.NW)), defaults=REACTIONS)
    assert r.unit("HC1").facing == Facing.NW
    assert designation.obliged(r.g) == []
    # Arriving with it in the Flank and turning towards it: the duty.
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI9", 1109, "E")])
    r.order(MOVE(unit="HC1", path=(1110, Facing.NE)), defaults=REACTIONS)
    assert r.g.orders.markers == {"HC1": "must"}


@pytest.mark.rule("cataphract 7.31")
def test_a_light_unit_is_asked_once():
    r = field(kit.unit("LC1", 1010), b=[kit.unit("HI9", 1210, "E")])
    r.order(MOVE(unit="LC1", path=(1110, Facing.NE)), answers=["no"], defaults=REACTIONS)
    assert [d.kind for d in r.decisions] == ["must-check"]


@pytest.mark.rule("cataphract 7.31")
def test_back_in_its_hex_it_has_moved_adjacent_all_the_same():
    r = field(kit.unit("HC1", 1010, ma=8), b=[kit.unit("HI9", 1110, "E")])
    r.order(MOVE(unit="HC1", path=(1109, Facing.NE, Facing.NW, 1009, Facing.W, Facing.SW, 909)), defaults=REACTIONS)
    assert designation.obliged(r.g) == []
    r = field(kit.unit("HC1", 1010, "NW", ma=9), b=[kit.unit("HI9", 1110, "E")])
    # Out to 1009 and back by turning round: 1009, then S into 1010, ending with HI9 in front.
    r.order(MOVE(unit="HC1", path=(1009, Facing.W, Facing.SW, Facing.SE, 1010, Facing.E)), defaults=REACTIONS)
    assert r.unit("HC1").hex == 1010 and ids(r.g.enemies_in_zoc(r.unit("HC1"))) == {"HI9"}
    assert ids(designation.obliged(r.g)) == {"HC1"}


@pytest.mark.rule("cataphract 7.33", "cataphract 4.5")
def test_a_contingent_commanders_range_enables_his_own_only():
    r = kit.battle(
        [kit.unit("LC1", 1010, contingent="Huns"), kit.unit("HC2", 1012)],
        [kit.unit("HI8", 1110, "E"), kit.unit("HI9", 1112, "E")],
        a_leaders=[kit.leader("Sunicas", 908, "CC", commands=("Huns",))],
    ).orders("a", "Sunicas")
    assert ids(designation.willing(r.g)) == {"LC1"}


@pytest.mark.rule("cataphract 7.33", "cataphract 4.21")
def test_the_path_is_traced_when_attacks_are_designated():
    r = field(kit.unit("HC1", 1010), b=[kit.unit("HI8", 1110, "E")])
    assert ids(designation.willing(r.g)) == {"HC1"}
    r.leader("Anna").hex = 1030
    r.g.version += 1
    assert designation.willing(r.g) == []


@pytest.mark.rule("cataphract 7.34")
@pytest.mark.parametrize("state", [{"routed": True}, {"column": True, "facing": "SIDE_SE"}, {"shield_wall": True}])
def test_who_never_attacks(state):
    r = field(kit.unit("HI1", 1010, **{"facing": "E", **state}), b=[kit.unit("HI8", 1110, "E")])
    assert designation.willing(r.g) == []
    with kit.refused("7.34"):
        designation.check_plan(r.g, ShockPlan(attacks=(Attack(attackers=("HI1",), defenders=("HI8",)),)))
