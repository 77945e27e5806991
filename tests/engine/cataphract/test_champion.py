"""11.8 Champion Challenge."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Pick
from engine.systems.cataphract import champion
from engine.systems.cataphract.events.armies import ChampionsFought, ChampionsPrize
from engine.systems.cataphract.scenario import ChampionSpec
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersBegan, PhaseBegan, TurnBegan
from engine.systems.gboh.missiles import harass
from engine.systems.gboh.shock import collapse
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.turn import elite, sequence
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract import kit


def duel(a=(6, 6), b=(4, 6), *, appeal=None, **leaders):
    """Side a's champion Andreas against side b's Coccas, each (Combat, Endurance)."""
    r = kit.battle(
        [kit.unit("MI1", 1010)],
        [kit.unit("MI2", 2010, "W")],
        a_leaders=[kit.leader("Bouzes", 1009), kit.leader("Pharas", 1011, "SC", initiative=3)],
        b_leaders=[kit.leader("Totila", 2009, **leaders)],
    )
    specs = (
        ChampionSpec(side="b", name="Coccas", combat=b[0], endurance=b[1], appeal=appeal),
        ChampionSpec(side="a", name="Andreas", combat=a[0], endurance=a[1]),
    )
    r.g.scenario = r.g.scenario.model_copy(update={"champions": specs})
    r.g.state.phase = "turn"
    return r


def won(by="a"):
    """The position after the duel."""
    r = duel(a=(6, 2) if by == "b" else (6, 6), b=(4, 2) if by == "a" else (4, 6))
    r.run(champion.challenge, dice=[9, 0] if by == "a" else [0, 9, 0, 9])
    return r


@pytest.mark.rule("cataphract 11.83")
def test_the_duel_is_told_in_whole_sentences():
    r = duel(a=(6, 2), b=(4, 2))
    persians, andreas = r.g.scenario.champions
    persians = persians.model_copy(update={"name": "the Persian Pair"})
    r.g.scenario = r.g.scenario.model_copy(update={"champions": (persians, andreas)})
    r.run(champion.challenge, dice=[0, 9, 9, 0])
    assert [e.story for e in r.happened(ChampionsFought)] == [
        "The Persian Pair wounds Andreas badly (13 to 6; hits on Andreas 2, Endurance 2).",
        "Andreas strikes the Persian Pair down (15 to 4; hits on the Persian Pair 3, Endurance 2).",
    ]
    (prize,) = r.happened(ChampionsPrize)
    assert str(prize.story).startswith("The Persian Pair falls: ")


# -- 11.81 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.81")
def test_champions_are_data_of_the_battle():
    sound = load("cataphract/tricameron")
    names = [s.id for s in sound.sides]
    one = ChampionSpec(side=names[0], name="Andreas", combat=6, endurance=6)
    other = ChampionSpec(side=names[1], name="Coccas", combat=3, endurance=7, appeal="Nobody")
    assert any("one for each" in p for p in sound.model_copy(update={"champions": (one,)}).problems())
    assert any("no leader" in p for p in sound.model_copy(update={"champions": (one, other)}).problems())
    other = other.model_copy(update={"appeal": sound.sides[1].leaders[0].id})
    assert list(sound.model_copy(update={"champions": (one, other)}).problems()) == []


@pytest.mark.rule("cataphract 11.81")
def test_no_champions_no_challenge():
    r = kit.battle([kit.unit("MI1", 1010)], [kit.unit("MI2", 2010, "W")])
    r.run(champion.challenge)
    assert r.rolls == [] and r.events == []


@pytest.mark.rule("cataphract 11.81", "cataphract 11.85")
def test_only_before_the_first_turn_and_once():
    r = duel()
    r.g.state.turn = 2
    r.run(champion.challenge)
    assert r.events == []
    r = won()
    seen = len(r.events)
    r.run(champion.challenge)
    assert len(r.events) == seen


# -- 11.82-11.84 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.83", "cataphract table:champion")
@for_each(
    ("low", "high", "n"),
    [(5, 5, 0), (5, 6, 1), (5, 9, 1), (5, 10, 2), (5, 14, 2), (5, 15, 3), (4, 12, 3), (4, 11, 2), (0, 1, 3), (0, 0, 0)],
)
def test_hits_of_a_round(low, high, n):
    assert champion.hits(low, high) == n


@pytest.mark.rule("cataphract 11.83")
def test_die_plus_combat_on_both_sides_in_the_order_of_the_battle():
    r = duel(a=(6, 2), b=(4, 2))
    r.run(champion.challenge, dice=[9, 0])
    assert [(x.side, x.total) for x in r.rolls] == [("a", 15), ("b", 4)]
    assert r.happened(ChampionsFought)[0].hits == 3 and r.state.champions == {"b": 3}


@pytest.mark.rule("cataphract 11.83")
def test_equal_totals_do_nothing():
    r = duel(a=(6, 2), b=(4, 2))
    r.run(champion.challenge, dice=[2, 4, 9, 0])
    assert [e.hits for e in r.happened(ChampionsFought)] == [0, 3]
    assert "without a wound" in r.told()[0]


@pytest.mark.rule("cataphract 11.82", "cataphract 11.84")
def test_rounds_until_hits_exceed_endurance():
    r = duel()
    # 15 to 4 three times: 3, 6 and 9 hits; 6 of Endurance 6 is still alive.
    r.run(champion.challenge, dice=[9, 0, 9, 0, 9, 0])
    assert [e.hits for e in r.happened(ChampionsFought)] == [3, 3, 3]
    assert r.state.champions_prize == "a"


@pytest.mark.rule("cataphract 11.82", "cataphract 11.83", "cataphract 11.84")
@pytest.mark.parametrize(
    ("dice", "rounds"),
    [
        ([9, 0, 9, 0, 0, 9, 9, 0], 4),  # a blow the other way in between changes nothing of what has been struck
        ([9, 0, 9, 0, 9, 0], 3),
    ],
)
def test_rounds_follow_each_other_until_one_is_dead_and_no_longer(dice, rounds):
    r = duel()
    r.run(champion.challenge, dice=dice)
    fought = r.happened(ChampionsFought)
    assert len(fought) == rounds
    assert sum(e.hits > 0 for e in fought) >= 3
    alive = {c.side: r.state.champions.get(c.side, 0) <= c.endurance for c in r.g.scenario.champions}
    assert sorted(alive.values()) == [False, True], "one is dead, with more hits than Endurance, the other isn't"
    assert alive[str(r.state.champions_prize)]
    r.run(champion.challenge)
    assert len(r.happened(ChampionsFought)) == rounds, "they fight once in a battle"


@pytest.mark.rule("cataphract 11.84")
def test_the_other_may_die():
    r = won("b")
    assert r.state.champions_prize == "b" and r.state.tq_drm == {"b": -1}


# -- 11.85 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.85")
def test_the_winners_units_subtract_1_from_tq_checks():
    r = won()
    for code, total in (("MI1", 5), ("MI2", 6)):
        r.run(cohesion.tq_check, r.unit(code), "test", "a check", "10.11", dice=[6])
        assert r.rolls[-1].total == total
    assert r.rolls[-2].modifiers[0].rule == "11.85" and r.rolls[-1].modifiers == ()


@pytest.mark.rule("cataphract 11.85", "cataphract 9.17")
def test_and_from_the_check_of_a_unit_close_to_breaking():
    r = kit.battle([kit.unit("MI1", 1010, "E", tq=5)], [kit.unit("MI2", 1110, "W", tq=5, hits=4)]).orders("a")
    r.state.tq_drm = {"b": -1}
    c = Combat.of(r.g, Attack(attackers=("MI1",), defenders=("MI2",)))
    r.run(collapse.last_stands, [c], dice=[6])
    assert r.unit("MI2").hits == 3 and not r.unit("MI2").routed


@pytest.mark.rule("cataphract 11.85", "cataphract 8.34")
def test_and_from_impetuosity():
    r = kit.battle([kit.unit("LC1", 1010, missile="C")], [kit.unit("MI2", 1210, "E", tq=5)]).orders("a")
    r.state.tq_drm = {"b": -1}
    path = next(harass.paths(r.g, r.unit("LC1"), 1210))
    r.run(harass.harass, r.unit("LC1"), r.unit("MI2"), path, dice=[2, 6], defaults=["reaction-facing"])
    assert r.rolls[-1].purpose == "impetuosity" and r.rolls[-1].total == 5
    assert r.unit("MI2").hex == 1210


@pytest.mark.rule("cataphract 11.85")
def test_only_on_the_first_turn():
    r = won()
    r.g.emit(TurnBegan(turn=2))
    assert r.state.tq_drm == {} and r.state.champions_prize is None


@pytest.mark.rule("cataphract 11.85")
def test_after_elite_phases_the_winner_begins_with_any_leader():
    r = duel(b=(4, 2))
    d = r.play(dice=[9, 0])
    assert (d.kind, d.side) == ("champion-activation", "a")
    assert [c.key for c in d.choices] == ["Bouzes", "Pharas", "no"]
    assert d.default == Pick(key="Bouzes")
    phases = [e.phase for e in r.happened(PhaseBegan)]
    assert phases == ["elite", "champion"]
    r.run(champion.first_activation, answers=["Bouzes"])
    begun = r.happened(OrdersBegan)[0].orders
    assert (begun.leader, begun.kind, begun.momentum) == ("Bouzes", "normal", False)
    assert r.state.champions_prize is None and r.state.tq_drm == {"a": -1}
    assert not any(x.no_momentum for x in r.state.leaders.values()), "nobody is bypassed"


@pytest.mark.rule("cataphract 11.85")
def test_the_elite_phase_of_the_other_comes_first():
    r = duel(b=(4, 2), elite=True)
    d = r.play(dice=[9, 0])
    assert (d.kind, d.side) == ("elite", "b")
    r.g.state.phase = "elite"
    assert elite.eligible(r.g, "b")


@pytest.mark.rule("cataphract 11.85")
def test_he_may_have_momentum_afterwards():
    r = duel(b=(4, 2))
    d = r.play(dice=[9, 0], answers=["Bouzes", lambda d: d.default])
    assert (d.kind, d.subject) == ("momentum", "Bouzes")


@pytest.mark.rule("cataphract 11.85")
def test_the_prize_may_be_declined():
    r = won()
    r.run(champion.first_activation, answers=["no"])
    assert r.state.phase == "uncontrolled" and r.state.champions_prize is None
    assert r.state.tq_drm == {"a": -1}


@pytest.mark.rule("cataphract 11.85")
def test_nobody_left_to_begin():
    r = won()
    for x in r.state.leaders.values():
        x.status = "finished"
    r.run(champion.first_activation)
    assert r.state.phase == "uncontrolled" and r.decisions == []


# -- Taginae's option ------------------------------------------------------------------------------------------------


def appeal(die, charisma=4, answer="yes"):
    r = duel(b=(4, 2), appeal="Totila", charisma=charisma)
    r.run(champion.challenge, dice=[9, 0] + ([die] if die is not None else []), answers=[answer])
    return r


@pytest.mark.rule("cataphract 11.85")
@pytest.mark.parametrize(("die", "undone"), [(4, True), (5, False)])
def test_a_battle_may_let_the_losers_leader_undo_it(die, undone):
    r = appeal(die)
    assert (r.state.champions_prize is None) is undone
    assert r.state.tq_drm == ({} if undone else {"a": -1, "b": 1})
    assert len(r.happened(ChampionsPrize)) == 1
    assert ("makes his men forget it" if undone else "add 1") in r.told()[-1]


@pytest.mark.rule("cataphract 11.85")
def test_he_need_not_try():
    r = appeal(None, answer="no")
    assert r.state.tq_drm == {"a": -1}
    assert r.decisions[0].side == "b" and r.decisions[0].default == Pick(key="no")
    assert appeal(9, charisma=5).decisions[0].default == Pick(key="yes")


@pytest.mark.rule("cataphract 11.85")
def test_a_battle_goes_on_from_there():
    assert sequence.procedure(kit.tricameron().g, "champion") is champion.first_activation
