"""What questions of the rules say to whom is asked: about whom they are, the odds, and what standing orders go by."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choose
from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import charge, counter_charge, counter_ways, retreats
from engine.systems.men_of_iron.orders import Fire
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, unit
from tests.engine.men_of_iron.shock_kit import field, fight, plan

ASIDE = ("retreat", "retire", "advance")


def seizure(activation: int) -> Choose:
    """The question to side b, whose best leader has this Activation, before a Continuity roll of side a."""
    rig = kit.battle(
        [unit("DM1", 205), unit("DM2", 215, command="C")],
        [unit("PK1", 2320, "W"), unit("PK2", 2310, "W", command="D")],
        a_leaders=[leader("LA", 205), leader("LC", 215, command="C")],
        b_leaders=[leader("LB", 2320, activation=1), leader("LD", 2310, command="D", activation=activation)],
    )
    asked = rig.play(answers=["A", kit.move_fire.orders.Done(), "C"])
    assert isinstance(asked, Choose) and asked.kind == "seizure"
    return asked


@pytest.mark.rule("men-of-iron 4.3")
@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_standing_orders_to_seize_go_by_the_best_leaders_activation(value):
    asked = seizure(value)
    assert asked.policy is not None and asked.policy.yes == "D"
    assert asked.policy.conditions == {
        "three-or-more": value >= 3,
        "four-or-more": value >= 4,
        "five-or-more": value >= 5,
    }
    assert asked.subject == "LD"


@pytest.mark.rule("men-of-iron 4.1")
def test_choices_say_how_many_units_a_command_has():
    rig = kit.battle([unit("DM1", 205), unit("DM3", 305), unit("DM2", 215, command="C")], [unit("PK1", 2320, "W")])
    said = {c.key: str(c.label) for c in rig.play().choices}  # type: ignore[attr-defined]
    assert said["A"] == "Activate A (2 units)" and said["C"] == "Activate C (1 unit)"


# -- Counter-Charge --------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron T-COUNTER")
@pytest.mark.parametrize(("facing", "times"), [("W", 6), ("NW", 5)])
def test_after_a_shot_the_question_tells_the_odds(facing, times):
    """5 - 1 or less by the front; one less through the flank."""
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1209, facing)])
    r.state.phase = "move"

    def look(d):
        assert str(d.prompt).endswith(f"It succeeds {times} times in ten."), d.prompt
        return "no"

    r.order(Fire(unit="LB1", target="MM5"), dice=[0], answers=[look])


@pytest.mark.rule("men-of-iron 11.5")
def test_one_defender_is_asked_by_name_several_together():
    prompts, subjects = [], []

    def look(d):
        prompts.append(str(d.prompt))
        subjects.append(d.subject)
        return {i.key: "no" for i in d.items}

    aside = (*ASIDE, "retreat-before-shock")
    fight(
        field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")]), plan("DM1"), dice=[4], answers=[look], defaults=aside
    )
    several = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W"), unit("MM6", 1109, "W")])
    fight(several, plan("DM1"), dice=[4, 4], answers=[look], defaults=aside)
    assert prompts == ["DM1 against MM5: counter-charge?", "Who counter-charges?"]
    assert subjects == ["MM5", None]


@pytest.mark.rule("men-of-iron 11.5")
def test_who_is_not_on_the_map_takes_no_part():
    r = field([unit("LB1", 1010, "E")], [unit("MM5", 1210, "W")])
    g, horse, bow = r.g, r.unit("MM5"), r.unit("LB1")
    assert counter_charge.may(g, horse, bow)
    bow.hex = None
    g.version += 1
    assert not counter_charge.may(g, horse, bow)
    assert str(counter_charge.bar(g, horse, bow)) == "LB1 is not on the map. (11.5)"
    bow.hex, horse.hex = 1010, None
    g.version += 1
    assert not counter_charge.may(g, horse, bow)


@pytest.mark.rule("men-of-iron 11.5")
def test_next_to_its_target_it_only_turns_least_first():
    r = field([unit("DM1", 1010, "E")], [unit("MM5", 1110, "W")])
    found = counter_ways.ways(r.g, r.unit("MM5"), r.unit("DM1"))
    assert found[0] == counter_ways.Way((), 1110, Facing.W, 0)
    assert [w.facing for w in found[1:]] == [w.path[0] for w in found[1:]]


@pytest.mark.rule("men-of-iron 11.5")
@pytest.mark.parametrize(("more", "free"), [((), True), ((unit("DM2", 1109, "E"),), False)])
def test_a_way_is_asked_for_where_it_decides_whom_it_meets(more, free):
    """From 1110, facing W or NW, it meets LB1 alone; with DM2 at 1109 the facing decides whether it meets that, too."""
    r = field([unit("DM1", 1010, "E"), *more], [unit("MM5", 1110, "SE")])
    g, horse = r.g, r.unit("MM5")
    found = counter_ways.turning(horse, r.unit("DM1"))
    met = {tuple(t.id for t in charge.before(g, horse, w.end, w.facing)) for w in found}
    assert (len(met) == 1) is free, met

    def look(d):
        assert d.policy.free is free
        assert {c.key for c in d.choices} == {w.key for w in found}
        return d.default_key

    r.run(counter_ways.choose, horse, r.unit("DM1"), found, answers=[look])


# -- Retreat Before Shock --------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.2")
def test_one_is_asked_by_name_several_together():
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W")])
    said = []

    def look(d):
        said.append((str(d.prompt), d.subject))
        return {i.key: "stand" for i in d.items}

    fight(r, plan("DM1"), dice=[4], answers=[look], defaults=ASIDE)
    r = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W"), unit("MH6", 1109, "W")])
    fight(r, plan("DM1"), dice=[4, 4], answers=[look], defaults=ASIDE)
    assert said == [
        ("DM1 against MH5: retreat before the Shock?", "MH5"),
        ("Who retreats before the Shock, and where to?", None),
    ]


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron T-SHOCK")
def test_the_chance_to_stand_is_that_of_no_harm():
    """Standing is as likely to go well as the attack is not to hurt."""
    r: Rig = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W")])

    def look(d):
        (item,) = d.items
        stand = item.choices[0]
        assert stand.key == "stand"
        assert item.policy.conditions == {"unshaken": True, "odds-against": stand.chance <= 0.5}
        seen.append(stand.chance)
        return "stand"

    seen: list[float] = []
    fight(r, plan("DM1"), dice=[0], answers=[look], defaults=ASIDE)
    hurt = 0
    for die in range(10):
        again = field([unit("DM1", 1010, "E")], [unit("MH5", 1110, "W")], b_standards=[kit.standard("S", 2811, "B")])
        fight(again, plan("DM1"), dice=[die], defaults=(*ASIDE, "retreat-before-shock"))
        foe = again.unit("MH5")
        hurt += not foe.on_map or foe.disordered or foe.retired or foe.hex != 1110
    assert seen == [pytest.approx(1 - hurt / 10)]


@pytest.mark.rule("men-of-iron 10.2/advance")
def test_who_does_not_advance_keeps_its_other_targets():
    """DM1 and DM2 both attack MH5, which goes; DM1 takes its hex and leaves LB5, DM2 still attacks LB6."""
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1009, "E")],
        [unit("MH5", 1109, "W"), unit("LB5", 1110, "W"), unit("LB6", 1108, "W")],
    )
    assert {u.id for u in r.g.opponents(r.unit("DM1"))} == {"MH5", "LB5"}
    assert {u.id for u in r.g.opponents(r.unit("DM2"))} == {"MH5", "LB6"}
    fight(r, plan("DM1"), plan("DM2", "MH5", "LB6"), dice=[3], answers=[{"MH5": "1209-W"}, "DM1-1109-E"])
    assert [x.text for x in r.rolls] == ["DM2 attacks LB6"]


# -- Retreats --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 12.3")
@pytest.mark.parametrize("ways", [1, 2])
def test_a_retreat_goes_to_one_of_the_hexes_that_are_open(ways):
    r = field([unit("DM1", 1010, "E")], [unit("PK5", 1110, "W")])
    found = retreats.ways(r.g, r.unit("PK5"), [1010])[:ways]
    assert len(found) == ways

    def look(d):
        assert d.policy.free and d.policy.yes == d.default_key, "where nobody says otherwise it goes as suggested"
        assert {c.hex for c in d.choices} == {w.to for w in found}
        return d.default_key

    r.run(retreats.choose, r.unit("PK5"), found, [1010], answers=[look])


@pytest.mark.rule("men-of-iron 12.3")
@pytest.mark.parametrize(
    ("h", "said"), [(1210, None), (1310, None), (1410, "PK5 retreats 1 hex; 1410 is 3 away. (12.3)")]
)
def test_how_far_a_retreat_goes(h, said):
    """One hex, two where the way leads through a friend."""
    r = field([unit("DM1", 1010, "E")], [unit("PK5", 1110, "W")])
    why = retreats._too_far(r.unit("PK5"), h, "12.3")
    assert (None if why is None else str(why)) == said
