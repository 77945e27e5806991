"""10.2 Retreat Before Shock; NA-3."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron.events import UnitMoved
from engine.systems.men_of_iron.special import Evasion, Special, kinds
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit
from tests.engine.men_of_iron.shock_kit import field, fight, plan


def asked(r, kind="retreat-before-shock"):
    return [d for d in r.decisions if d.kind == kind]


def keys(d, name):
    return [c.key for i in d.items if i.key == name for c in i.choices]


@pytest.mark.rule("men-of-iron 10.2")
def test_men_at_arms_withdraw_and_become_disordered():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")])
    fight(r, plan("DM1"), answers=[{"MM5": "1210-SW"}, "hold"])
    assert r.unit("MM5").hex == 1210 and r.unit("MM5").facing.name == "SW"
    assert r.unit("MM5").disordered
    assert not r.rolls


@pytest.mark.rule("men-of-iron 10.2")
@pytest.mark.parametrize("kind", ["GE", "MH"])
def test_light_horse_keeps_its_order(kind):
    r = field([unit("DM1", 1010, "E")], [unit(f"{kind}5", 1110, "W")])
    fight(r, plan("DM1"), answers=[{f"{kind}5": "1210-W"}, "hold"])
    assert r.unit(f"{kind}5").hex == 1210 and not r.unit(f"{kind}5").disordered


@pytest.mark.rule("men-of-iron 10.2")
def test_who_may_not():
    # Foot; Disordered or Retired; attacked by anybody mounted.
    for foe, attackers in (
        (unit("AX5", 1110, "W"), [unit("DM1", 1010, "E")]),
        (unit("MM5", 1110, "W", disordered=True), [unit("DM1", 1010, "E")]),
        (unit("MH5", 1110, "W", disordered=True, retired=True), [unit("DM1", 1010, "E")]),
        (unit("MH5", 1110, "W"), [unit("DM1", 1010, "E"), unit("MM1", 1011, "NE")]),
    ):
        r = field(attackers, [foe])
        names = [u["code"] for u in attackers]
        fight(r, *(plan(n) for n in names), dice=[2], defaults=["retreat", "retire", "advance", "counter-charge"])
        assert not asked(r)


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 12.3")
def test_where_to():
    """Away from the attackers, vacant, in no enemy ZOC."""
    r = field(
        [unit("DM1", 1010, "E")],
        [unit("MM5", 1110, "W"), unit("AX5", 1210, "W")],
    )

    def look(d):
        ways = {k.split("-")[0] for k in keys(d, "MM5")}
        # 1210 holds a friend, 1109 and 1011 are no farther away.
        assert ways == {"stand", "1111", "1211"}
        assert d.items[0].default_key == "stand"
        return {"MM5": "1211-W"}

    fight(r, plan("DM1"), answers=[look, "hold"])
    assert r.unit("MM5").hex == 1211


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 7.1")
def test_enemy_zoc_and_bad_ground_close_hexes():
    r = field(
        [unit("DM1", 1010, "E"), unit("LB1", 1311, "NW")],
        [unit("MM5", 1110, "W")],
        terrain={1210: "river", 1111: "river"},
    )
    assert 1211 in r.g.zoc(r.unit("LB1"))
    fight(r, plan("DM1"), dice=[5], defaults=["counter-charge"])
    assert not asked(r)


@pytest.mark.rule("men-of-iron 10.2/advance", "men-of-iron 10.2")
def test_one_attacker_may_take_the_hex_and_shocks_no_more():
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W"), unit("LB5", 1311, "W")])
    fight(r, plan("DM1"), answers=[{"MH5": "1210-W"}, "DM1-1110-E"])
    assert r.unit("DM1").hex == 1110
    assert not r.rolls
    assert [e.how for e in r.happened(UnitMoved)] == ["withdraw", "advance"]


@pytest.mark.rule("men-of-iron 10.2/advance", "men-of-iron 9.2/reaction")
def test_that_advance_draws_no_reaction_fire():
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W"), unit("LB5", 1111, "NW")])
    assert 1110 in r.g.zoc(r.unit("LB5"))
    fight(r, plan("DM1"), answers=[{"MH5": "1210-W"}, "DM1-1110-E"])
    assert not r.rolls


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 10.2/advance")
def test_an_attacker_with_another_target_fights_it_if_he_does_not_advance():
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W"), unit("LB5", 1109, "W")])
    fight(r, plan("DM1"), dice=[3], answers=[{"MH5": "1210-W"}, "hold"])
    assert [x.text for x in r.rolls] == ["DM1 attacks LB5"]
    # The strength is reckoned without the one that has gone: one against one.
    assert "10.4(1)" not in {m.rule for m in r.rolls[0].modifiers}
    assert r.unit("DM1").hex == 1010


@pytest.mark.rule("men-of-iron 10.2/advance")
def test_who_advances_attacks_nobody_any_more():
    r = field([unit("DM1", 1010, "E"), unit("DM2", 1009, "E")], [unit("MH5", 1110, "W"), unit("LB5", 1109, "W")])

    def look(d):
        assert d.kind == "advance" and d.default.key == "hold"
        notes = {c.key: str(c.note) for c in d.choices if c.note is not None}
        assert notes["DM1-1110-E"] == "It then doesn't attack LB5."
        return "DM1-1110-NE"  # LB5 is before it again, and is left to DM2 all the same

    fight(r, plan("DM1"), plan("DM2", "LB5"), dice=[3], answers=[{"MH5": "1210-W"}, look])
    assert r.unit("DM1").hex == 1110 and r.unit("LB5") in r.g.opponents(r.unit("DM1"))
    assert [x.text for x in r.rolls] == ["DM2 attacks LB5"]
    assert "10.4(1)" not in {m.rule for m in r.rolls[0].modifiers}, "one against one"
    # Alone he leaves LB5 unfought.
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W"), unit("LB5", 1109, "W")])
    fight(r, plan("DM1"), answers=[{"MH5": "1210-W"}, "DM1-1110-NE"])
    assert not r.rolls and r.unit("LB5").on_map


@pytest.mark.rule("men-of-iron 10.2/advance")
def test_only_one_advances_into_a_hex_and_only_into_one():
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1109, "W"), unit("MH6", 1110, "W")])

    def look(d):
        assert {c.key.split("-")[1] for c in d.choices if c.key != "hold"} == {"1109", "1110"}
        return "DM1-1109-E"

    fight(r, plan("DM1"), answers=[{"MH5": "1108-W", "MH6": "1210-W"}, look])
    assert len(asked(r, "advance")) == 1
    r = field([unit("DM1", 1010, "E"), unit("DM2", 1111, "NW")], [unit("MH5", 1110, "W")])
    fight(r, plan("DM1"), plan("DM2"), answers=[{"MH5": "1210-W"}, "DM2-1110-W"])
    assert (r.unit("DM1").hex, r.unit("DM2").hex) == (1010, 1110)


@pytest.mark.rule("men-of-iron 10.2")
def test_all_of_an_engagement_are_asked_at_once_and_one_hex_holds_one():
    r = field(
        [unit("DM1", 1010, "E")],
        [unit("MH5", 1109, "W"), unit("MH6", 1110, "W")],
    )
    fight(r, plan("DM1"), answers=[{"MH5": "1210-W", "MH6": "1210-W"}, "1211-W", "hold"])
    assert len(asked(r)) == 1
    assert (r.unit("MH5").hex, r.unit("MH6").hex) == (1210, 1211)


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 11.5")
def test_who_stands_may_still_counter_charge():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")])
    fight(r, plan("DM1"), dice=[9, 5], answers=["stand", "DM1"])
    assert [d.kind for d in r.decisions] == ["shock", "retreat-before-shock", "counter-charge"]
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")])
    fight(r, plan("DM1"), answers=[{"MM5": "1210-W"}, "hold"])
    assert "counter-charge" not in [d.kind for d in r.decisions]


@pytest.mark.rule("men-of-iron 10.2")
def test_standing_orders():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W"), unit("MH5", 1109, "W")])

    def look(d):
        policies = {i.key: i.policy for i in d.items}
        assert {p.kind for p in policies.values()} == {"retreat-before-shock"}
        assert policies["MM5"].conditions == {"unshaken": False, "odds-against": False}
        assert policies["MH5"].conditions["unshaken"]
        assert policies["MH5"].no == "stand" and policies["MH5"].yes in keys(d, "MH5")
        return "stand"

    fight(r, plan("DM1"), dice=[5, 4], answers=[look], defaults=["counter-charge"])


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 15.2")
def test_its_leader_goes_along():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")], b_leaders=[leader("LB", 1110)])
    fight(r, plan("DM1"), answers=[{"MM5": "1210-W"}, "hold"])
    assert r.leader("LB").hex == 1210


class Evades(Special):
    """As NA-3 has it."""

    def evasion(self, g, unit, attackers):
        return Evasion(rule="NA-3", disorders=False, parting_shot=True) if unit.type == "GE" else None


@pytest.fixture
def evading(monkeypatch):
    monkeypatch.setattr(kinds, "KINDS", {"evading": Evades})
    return {"rules": [kit.special("evading")]}


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 10.2")
def test_a_battle_may_let_units_evade_anybody_and_shoot_first(evading):
    r = field([unit("MM1", 1010, "E")], [unit("GE5", 1110, "W")], **evading)
    # Range 1: 0, mounted Normal; 3 is no effect.
    fight(r, plan("MM1"), dice=[3], answers=[{"GE5": "1210-W"}, "MM1", "hold"])
    assert r.unit("GE5").hex == 1210 and not r.unit("GE5").disordered
    assert [x.purpose for x in r.rolls] == ["missile"]


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 12.3")
def test_it_goes_from_where_they_attacked_it_though_its_shot_took_one_away(evading):
    """1109 lies away from DM2 alone, who is eliminated: it is free all the same, and nobody is asked again."""
    attackers = [unit("DM1", 1010, "E"), unit("DM2", 1111, "NE", disordered=True)]
    r = field(attackers, [unit("GE5", 1110, "W")], **evading)
    # Range 1: 0, on foot and Disordered; 9 eliminates.
    fight(r, plan("DM1"), plan("DM2"), dice=[9], answers=[{"GE5": "1109-W"}, "DM2", "hold"])
    assert r.unit("DM2").eliminated and r.unit("GE5").hex == 1109
    assert not asked(r, "withdraw-way")


@pytest.mark.rule("men-of-iron NA-3", "men-of-iron 11.3/lapse")
def test_evading_a_charge_leaves_nobody_to_charge(evading):
    r = field([unit("MM1", 1010, "E")], [unit("GE5", 1210, "W")], **evading)
    fight(r, plan("MM1", way=[1110]), answers=[{"GE5": "1310-W"}])
    assert r.unit("MM1").hex == 1010 and not r.rolls
