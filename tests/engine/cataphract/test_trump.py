"""5.4 Trump."""

from __future__ import annotations

import pytest

from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.turn import trump
from tests.each import for_each
from tests.engine.cataphract import kit

DONE = orders.Done()
BACK = orders.Move(unit="HC1", path=(406,))


def field(a: dict[str, int], b: dict[str, int], *, cc: tuple[str, ...] = (), **kw) -> kit.Rig:
    """Leaders by name and Initiative, each side round its one unit."""

    def people(names: dict[str, int], at: int) -> list[dict]:
        return [
            kit.leader(n, at + i, "CC" if n in cc else "SC", initiative=v, **({"commands": ()} if n in cc else {}))
            for i, (n, v) in enumerate(names.items())
        ]

    r = kit.battle(
        [kit.unit("HC1", 505)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=people(a, 505),
        b_leaders=people(b, 3030),
        **kw,
    )
    r.state.phase = "select"
    return r


def keys(d) -> set[str]:
    return {c.key for c in d.choices}


def begun(r) -> list[str]:
    return [str(e.orders.leader) for e in r.happened(OrdersBegan)]


# -- 5.41 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.41", "cataphract table:command_control")
@for_each("die", range(10))
def test_example_5_41_perozes_for_pitames(die):
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4})
    d = r.play(answers=["trump-Perozes"], dice=[die])
    assert d.kind == "orders"
    if die <= 5:
        assert begun(r) == ["Perozes"] and r.leader("Pitames").status == "inactive"
    else:
        assert begun(r) == ["Pitames"] and r.leader("Perozes").status == "finished"


@pytest.mark.rule("cataphract 5.41", "cataphract 5.44")
def test_what_a_trump_may_cost_is_said_before():
    d = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4}).play()
    (trump,) = (c for c in d.choices if c.key == "trump-Perozes")
    assert (str(trump.risk.words), trump.chance) == (
        "needs 5 or less: 60 %; failing costs Perozes the turn",
        0.6,
    )


@pytest.mark.rule("cataphract 5.41", "cataphract 4.5")
def test_only_inactive_leaders_of_higher_initiative_and_no_contingent_commanders():
    r = field({"Anna": 3, "Same": 3, "Ada": 4, "Cid": 6, "Gone": 7}, {"Bert": 9}, cc=("Cid",))
    r.leader("Gone").status = "finished"
    d = r.play()
    assert {k for k in keys(d) if k.startswith("trump")} == {"trump-Ada"}


@pytest.mark.rule("cataphract 5.26", "cataphract 5.41")
def test_a_deferred_leader_does_not_trump():
    r = in_zoc()
    assert "trump-Sue" in keys(r.play())
    r = in_zoc()
    r.leader("Sue").deferred = True
    assert "trump-Sue" not in keys(r.play())


@pytest.mark.rule("cataphract 5.41", "cataphract 5.12")
def test_a_failed_trump_leaves_the_turn_where_it_was():
    r = field({"Anna": 3, "Ada": 6}, {"Bert": 3})
    r.play(answers=["trump-Ada"], dice=[8, 2, 9])  # a is first of the threes; Ada needs 6
    assert begun(r) == ["Anna"]
    assert r.state.tie is not None and r.state.tie.next == "b"
    assert not any(x.no_momentum for x in r.g.leaders())  # a failed Trump bypasses nobody


# -- 5.42 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44")
def test_example_5_42_1_belisarius_fails_to_trump_perozes():
    r = field({"Pitames": 3, "Perozes": 5}, {"Belisarius": 6})
    d = r.play(answers=["trump-Perozes", "Belisarius"], dice=[2, 8])
    assert begun(r) == ["Perozes"] and d.kind == "orders"
    assert r.leader("Belisarius").status == "finished"
    assert (r.leader("Pitames").status, r.leader("Pitames").no_momentum) == ("inactive", True)


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44")
def test_trumping_the_trump():
    r = field({"Pitames": 3, "Perozes": 5}, {"Belisarius": 6})
    r.play(answers=["trump-Perozes", "Belisarius"], dice=[2, 6])
    assert begun(r) == ["Belisarius"]
    assert r.leader("Perozes").status == "finished"
    # The leader first selected is still to act, bypassed.
    assert (r.leader("Pitames").status, r.leader("Pitames").no_momentum) == ("inactive", True)


@pytest.mark.rule("cataphract 5.42")
@pytest.mark.parametrize(("initiative", "asked"), [(4, False), (5, True), (6, True)])
def test_the_answer_needs_equal_or_higher_initiative(initiative, asked):
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": initiative})
    d = r.play(answers=["trump-Perozes"], dice=[2])
    assert (d.kind, d.side) == (("trump", "b") if asked else ("orders", "a"))


@pytest.mark.rule("cataphract 5.42")
def test_no_answer_to_a_failed_trump_or_an_ordinary_activation():
    r = field({"Pitames": 3, "Perozes": 5}, {"Belisarius": 9})
    assert r.play(answers=["trump-Perozes"], dice=[7]).kind == "orders"
    r = field({"Pitames": 3}, {"Belisarius": 9})
    assert r.play(answers=["Pitames"]).kind == "orders"


@pytest.mark.rule("cataphract 5.42", "cataphract 5.43", "cataphract 3.0C")
def test_example_5_42_2_belisarius_trumps_gelimers_momentum():
    r = field({"Gelimer": 4}, {"Belisarius": 6})
    d = r.play(answers=["Gelimer", DONE, "yes", "Belisarius"], dice=[2, 3])
    assert begun(r) == ["Gelimer", "Belisarius"]
    assert r.leader("Gelimer").status == "finished" and d.side == "b"


@pytest.mark.rule("cataphract 5.42", "cataphract 5.44")
def test_failing_against_momentum():
    r = field({"Gelimer": 4}, {"Belisarius": 6})
    r.play(answers=["Gelimer", DONE, "yes", "Belisarius"], dice=[2, 7])
    assert begun(r) == ["Gelimer", "Gelimer"]
    assert r.leader("Belisarius").status == "finished"


@pytest.mark.rule("cataphract 5.42", "cataphract 5.32")
def test_no_trump_of_a_failed_momentum():
    r = field({"Gelimer": 4}, {"Belisarius": 6})
    d = r.play(answers=["Gelimer", DONE, "yes"], dice=[5])
    assert d.kind == "activation"


@pytest.mark.rule("cataphract 5.42", "cataphract 5.28")
def test_after_the_trumper_selection_goes_on_as_usual():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4})
    move = orders.Move(unit="HC1", path=(606,))
    d = r.play(answers=["trump-Perozes", move, DONE, "no"], dice=[1])
    assert (d.kind, d.subject) == ("activation", "Pitames")


@pytest.mark.rule("cataphract 5.32", "cataphract 5.44")
def test_a_trumper_may_have_momentum_himself():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4})
    move = orders.Move(unit="HC1", path=(606,))
    d = r.play(answers=["trump-Perozes", move, DONE], dice=[1])
    assert (d.kind, d.subject) == ("momentum", "Perozes")


# -- 5.43, 5.44 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.43")
def test_one_attempt_a_side_for_each_activation():
    r = field({"Pitames": 3, "Perozes": 5, "Rex": 7}, {"Bert": 4})
    r.play(answers=["trump-Perozes"], dice=[9])
    assert r.state.trump_used == ["a"]
    assert trump.candidates(r.g, "a", above=0) == []
    # A new activation is a new opportunity.
    d = r.play(answers=[DONE, "no"])
    assert (d.kind, d.side) == ("activation", "b")
    assert r.state.trump_used == []


@pytest.mark.rule("cataphract 5.43")
def test_momentum_opens_a_new_opportunity():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bob": 6, "Belisarius": 7})
    move = orders.Move(unit="HC1", path=(606,))
    # Bob fails against the Trump; against the Momentum that follows, Belisarius may try.
    r.play(answers=["trump-Perozes", "Bob", move, DONE, "yes", "Belisarius"], dice=[1, 9, 1, 2])
    assert begun(r) == ["Perozes", "Belisarius"]


@pytest.mark.rule("cataphract 5.44")
def test_example_5_44_callinicum():
    r = field(
        {"John": 5, "Bouzes": 5, "Belisarius": 6, "Seven": 7, "Even": 6},
        {"Alamoundaras": 5, "Cabades": 5, "Azarethes": 6},
    )
    r.play(answers=["trump-Belisarius", "no"], dice=[9, 1, 4])
    bypassed = {x.id for x in r.g.leaders() if x.no_momentum}
    assert bypassed == {"John", "Bouzes", "Alamoundaras", "Cabades"}
    assert {x.id for x in r.g.leaders() if x.status == "inactive"} == bypassed | {"Seven", "Even", "Azarethes"}


@pytest.mark.rule("cataphract 5.44", "cataphract 5.31")
def test_bypassed_leaders_have_one_orders_phase():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 6})
    move = orders.Move(unit="HC1", path=(606,))
    d = r.play(answers=["trump-Perozes", "no", move, DONE, "no", "Pitames", DONE], dice=[1])
    assert (d.kind, d.subject) == ("activation", "Bert")
    assert r.leader("Pitames").status == "finished"


@pytest.mark.rule("cataphract 5.44", "cataphract 5.11")
def test_the_mark_lasts_for_the_turn():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4})
    move = orders.Move(unit="HC1", path=(606,))
    r.play(answers=["trump-Perozes", move, DONE, "no", "pass-Pitames", "pass-Bert"], dice=[1])
    assert r.state.turn == 2 and not any(x.no_momentum for x in r.g.leaders())


# -- 5.45, 5.46 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.45")
def test_a_trumper_must_do_something():
    r = field({"Pitames": 3, "Perozes": 5}, {"Bert": 4})
    d = r.play(answers=["trump-Perozes"], dice=[0])
    with kit.refused("5.45"):
        d.check(DONE)
    assert "done" not in {c.key for c in d.menu}
    # When his time runs out he does the first thing he can: a deadline's answer is always legal.
    assert d.default != DONE
    d.check(d.default)
    d = r.play(answers=[orders.Move(unit="HC1", path=(606,))])
    d.check(DONE)


def in_zoc() -> kit.Rig:
    """Sue (6) stands in enemy ZOC with HC1, which has LN1 in its ZOC; Pitames (3) is selected."""
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC2", 1020)],
        [kit.unit("LN1", 1110, "W", tq=9)],
        a_leaders=[
            kit.leader("Pitames", 1020, "SC", initiative=3),
            kit.leader("Low", 1021, "SC", initiative=4),
            kit.leader("Sue", 1010, "SC", initiative=6),
        ],
        b_leaders=[kit.leader("Bert", 3030, initiative=5)],
    )
    r.state.phase = "select"
    return r


@pytest.mark.rule("cataphract 5.46", "cataphract 5.45")
def test_from_enemy_zoc_he_must_cause_a_shock_or_the_trump_is_undone():
    r = in_zoc()
    d = r.play(answers=["trump-Sue"], dice=[6])
    assert d.kind == "shock" and r.leader("Low").no_momentum
    d = r.play(answers=[ShockPlan()])
    # The leader selected acts, the bypass marks are gone, the attempt stays used, the trumper waits.
    assert (d.kind, d.subject) == ("orders", "Pitames")
    assert not any(r.leader(x).no_momentum for x in ("Pitames", "Low", "Bert", "Sue"))
    assert (r.leader("Sue").status, r.leader("Sue").deferred) == ("inactive", True)
    assert r.state.trump_used == ["a"]


@pytest.mark.rule("cataphract 5.46", "cataphract 5.42")
def test_an_idle_trump_of_momentum_gives_the_momentum_back():
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC2", 1020)],
        [kit.unit("LN1", 1110, "W", tq=9), kit.unit("LN2", 3030, "W")],
        a_leaders=[kit.leader("Sue", 1010, "SC", initiative=6)],
        b_leaders=[kit.leader("Bert", 3030, initiative=5)],
    )
    r.state.phase = "select"
    d = r.play(answers=["Bert", DONE, "yes", "Sue", ShockPlan()], dice=[1, 2])
    assert (d.kind, d.subject) == ("orders", "Bert")
    assert r.g.orders.momentum and r.leader("Bert").in_a_row == 2, "his second phase in a row (5.14)"


@pytest.mark.rule("cataphract 5.46", "cataphract 5.42", "cataphract 5.44")
def test_an_idle_trump_of_a_trump_gives_that_one_its_turn_back() -> None:
    """Bert, held in enemy ZOC, trumps Sue's Trump and has nobody attack: Sue acts, as if he hadn't tried."""
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC2", 1020)],
        [kit.unit("LN1", 1110, "W", tq=9), kit.unit("LN2", 3030, "W")],
        a_leaders=[kit.leader("Pitames", 1020, "SC", initiative=3), kit.leader("Sue", 1021, "SC", initiative=6)],
        b_leaders=[kit.leader("Bert", 1110, "SC", initiative=7), kit.leader("Low", 3030, "SC", initiative=4)],
    )
    r.state.phase = "select"
    d = r.play(answers=["trump-Sue", "Bert"], dice=[6, 7])
    assert d.kind == "shock" and r.leader("Sue").status == "finished"
    d = r.play(answers=[ShockPlan()])
    assert (d.kind, d.subject) == ("orders", "Sue") and r.g.orders.trumping
    assert [x for x in ("Pitames", "Low") if r.leader(x).no_momentum] == ["Pitames", "Low"], "those Sue has passed over"
    assert (r.leader("Bert").status, r.leader("Bert").no_momentum) == ("inactive", False)
    assert r.g.orders.trumped == "Pitames"


@pytest.mark.rule("cataphract 5.46", "cataphract 5.12")
def test_an_undone_trump_leaves_the_order_of_a_tie_alone():
    r = kit.battle(
        [kit.unit("HC1", 1010, tq=9), kit.unit("HC2", 1020)],
        [kit.unit("LN1", 1110, "W", tq=9)],
        a_leaders=[
            kit.leader("Pitames", 1020, "SC", initiative=3),
            kit.leader("Other", 1021, "SC", initiative=3),
            kit.leader("Sue", 1010, "SC", initiative=6),
        ],
        b_leaders=[kit.leader("Bert", 3030, initiative=3)],
    )
    r.state.phase = "select"
    d = r.play(answers=["trump-Sue", ShockPlan(), DONE, "no"], dice=[9, 0, 1])
    # Pitames has acted: now it is the other side's turn among the threes.
    assert (d.kind, d.side) == ("activation", "b")


@pytest.mark.rule("cataphract 5.46", "cataphract 5.45")
def test_nobody_without_a_legal_action_may_trump():
    r = in_zoc()
    r.unit("HC1").facing = kit.Facing.W  # no enemy in its ZOC: nothing for Sue to enable
    assert "trump-Sue" not in keys(r.play())


# -- why not ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.41", "cataphract 5.42", "cataphract 5.12")
@pytest.mark.parametrize(
    ("change", "above", "or_equal", "said"),
    [
        ({}, 4, False, None),
        ({}, 5, False, "has Initiative 5; to Trump takes 6"),
        ({}, 5, True, None),
        ({}, 6, True, "has Initiative 5; to Trump takes 6"),
        ({"status": "finished"}, 3, False, "is Finished this turn"),
        ({"deferred": True}, 3, False, "waits: he is held in enemy ZOC"),
        ({"role": "CC"}, 3, False, "is a Contingent Commander and can't Trump"),
    ],
)
def test_who_may_try(change, above, or_equal, said):
    r = field({"Anna": 3, "Perozes": 5}, {"Bert": 4})
    for k, v in change.items():
        setattr(r.leader("Perozes"), k, v)
    r.g.version += 1
    why = trump.bar(r.g, r.leader("Perozes"), above=above, or_equal=or_equal)
    assert (why is None) if said is None else said in str(why)


@pytest.mark.rule("cataphract 5.41")
def test_each_side_tries_once_a_selection():
    r = field({"Anna": 3, "Perozes": 5}, {"Bert": 6})
    r.state.trump_used = ["a"]
    r.g.version += 1
    assert "have tried to Trump already" in str(trump.bar(r.g, r.leader("Perozes"), above=3))
    assert trump.bar(r.g, r.leader("Bert"), above=3) is None


@pytest.mark.rule("cataphract 5.45", "cataphract 5.46", "cataphract 10.24")
@pytest.mark.parametrize(
    ("state", "foe", "acts"),
    [
        ({}, None, True),
        ({"rallied": True}, None, False),
        ({"rallied": True}, 606, True),
        ({"rallied": True, "routed": True}, 606, False),
    ],
)
def test_who_could_do_anything_at_all(state, foe, acts):
    """He gives an order to a unit that may have one, or enables the Shock of one that faces an enemy."""
    enemies = [kit.unit("LN1", 3030, "W")] + ([kit.unit("HI9", foe, "W")] if foe else [])
    r = kit.battle([kit.unit("HC1", 505, "E", **state)], enemies, a_leaders=[kit.leader("Anna", 505, "SC")])
    if foe and not r.unit("HC1").routed:
        assert r.g.opponents(r.unit("HC1")), "it has an enemy before it"
    assert trump.has_action(r.g, r.leader("Anna")) is acts
    r.unit("HC1").hex = 3001
    r.g.version += 1
    assert not trump.has_action(r.g, r.leader("Anna")), "beyond his Command Range"
