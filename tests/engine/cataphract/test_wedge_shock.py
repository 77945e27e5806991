"""Casilinum: the assault of the Frankish Wedge in waves."""

from __future__ import annotations

import random

import pytest

from engine.kernel.decisions import Pick
from engine.kernel.game import Game, digest
from engine.kernel.hexes import Facing
from engine.players import random_answer
from engine.systems import registry
from engine.systems.cataphract.special.wedge_follow import follow_hexes
from engine.systems.cataphract.special.wedge_shock import come_up_ways
from engine.systems.gboh import special
from engine.systems.gboh.events import Fired, HitsTaken, LeaderMoved, ShockFought, Told, UnitMoved
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock.segment import shock_segment
from scenarios import load
from tests.engine import rig
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.cataphract.wedge_field import DONE, PLACES, at, franks, loose

QUIET = [
    "rout-path",
    "unit-order",
    "advance-turn",
    "leader-along",
    "reaction-facing",
    "wedge-move",
    "clash-unit",
    "odd-hit",
]

# -- the assault -------------------------------------------------------------------------------------------------------


def assault(*args, b, leader="Buccelin", moved=("MI1",), marker="must", phase=None, **kw) -> kit.Rig:
    """The tip has come before the enemy in this Orders Phase."""
    r = franks(*args, b=b, **kw).orders("a", leader, moved=list(moved), acted=list(moved), **(phase or {}))
    if marker:
        r.g.orders.markers["MI1"] = marker
    return r


def foe(n: int, h: int, facing="W", **values):
    return kit.unit(f"HI{n}", h, facing, **{"tq": 9, "size": 5, "ma": 4, **values})


def fights(r: kit.Rig) -> list[tuple[list[str], list[str]]]:
    return [(e.attackers, e.defenders) for e in r.happened(ShockFought)]


FACES = {"pre-shock": 5, "shock": 4, "missile": 9}


def storm(r: kit.Rig, procedure=shock_segment, answers=(DONE,), defaults=(), **faces) -> kit.Rig:
    """Run with dice that show the same face for the same purpose (or unit) every time."""

    class Steady:
        left = ()

        def __init__(self, dice, first):
            self.n = first - 1

        def throw(self, request, segment):
            self.n += 1
            return self.n, [faces.get(request.unit or "", FACES.get(request.purpose, 0))]

    with pytest.MonkeyPatch.context() as m:
        m.setattr(rig, "ForcedDice", Steady)
        r.run(procedure, answers=answers, defaults=[*QUIET, *defaults])
    return r


def told(r: kit.Rig) -> list[str]:
    """What the segment was: ranks coming up, moves, fire, checks, fights, in order."""
    found = []
    for e in r.events:
        if isinstance(e, Told):
            found.append(str(e.story))
        elif isinstance(e, UnitMoved):
            found.append(f"{e.unit} {e.to}")
        elif isinstance(e, Fired):
            found.append(f"{e.unit} x {e.target} {e.how}")
        elif isinstance(e, ShockFought):
            found.append(f"{'+'.join(e.attackers)} x {'+'.join(e.defenders)}")
    return found


def test_the_tip_fights_first_then_rank_after_rank():
    # HI91 before the tip. MI3 gets at it from 2015, MI2 and the third rank pass it by.
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=20)]))
    assert told(r)[:2] == ["The Wedge attacks, MI1 at its tip.", "MI1 x HI91"]
    second = told(r).index("Rank 2 of the Wedge comes up.")
    third = told(r).index("Rank 3 of the Wedge comes up.")
    assert {x.split()[0] for x in told(r)[second + 1 : third]} == {"MI2", "MI3"}
    assert told(r)[third - 1] == "MI3 x HI91" and "MI3 2015" in told(r)[second:third]
    assert {x.split()[0] for x in told(r)[third + 1 :]} <= {"MI4", "MI5", "MI6"}
    # Each fight from its charge on: both check, for both ranks have come up.
    assert [x.purpose for x in r.rolls] == ["pre-shock", "pre-shock", "shock"] * 2
    assert r.decisions[-1].kind == "wedge-leader"


@pytest.mark.rule("cataphract 9.13", "cataphract 9.2")
def test_where_a_wave_breaks_through_the_next_finds_the_way_open():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=4), foe(92, 2314, tq=20)]), HI91=9)
    # HI91 routs on its check, the tip advances at once, and the next ranks come up past it to HI92.
    assert at(r, 1) == 2114 and r.unit("HI91").routed
    assert any("HI92" in d for _, d in fights(r))


def test_without_its_tip_in_contact_it_does_not_attack_in_waves():
    r = assault(PLACES[:6], b=[foe(92, 2116)], moved=(), marker=None)
    r.run(shock_segment)
    assert r.happened(UnitMoved) == [] and r.decisions == []
    # Next to the tip, but not in its ZOC; it stands in that of MI2.
    r = assault(PLACES[:6], b=[foe(92, 2013)], moved=(), marker=None)
    r.run(shock_segment, answers=[lambda d: d.default])
    assert [d.kind for d in r.decisions] == ["shock"]


def test_a_tip_that_need_not_attack_is_asked_for_the_whole_wedge():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114)], moved=(), marker=None), answers=["yes", DONE])
    assert fights(r) == [(["MI1"], ["HI91"]), (["MI3"], ["HI91"])]
    # The tip has not moved: no Pre-Shock check, and no superiority by the Wedge.
    assert [x.purpose for x in r.rolls] == ["shock", "pre-shock", "pre-shock", "shock"]
    assert ["the Wedge" in e.story for e in r.happened(ShockFought)] == [False, True]


def test_held_back_the_tip_does_not_attack_by_itself():
    r = assault(PLACES[:6], b=[foe(91, 2114)], moved=(), marker=None)
    r.run(shock_segment, answers=["no"])
    assert fights(r) == []
    assert [d.kind for d in r.decisions] == ["wedge-attack"] and r.decisions[0].default.key == "yes"
    assert r.g.stood_down == frozenset()


def test_when_it_is_over_it_is_over():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114)]))
    assert special.rules(r.g)[1].attacking == frozenset() == r.g.stood_down and r.g.wave is None


def test_beyond_everybodys_command_nobody_attacks():
    r = assault(PLACES[:6], b=[foe(91, 2114)], moved=(), marker=None, leader="Alanorix", alanorix=303)
    r.run(shock_segment)
    assert fights(r) == [] and r.decisions == []


@pytest.mark.rule("cataphract 11.31")
def test_after_an_uncontrolled_advance_it_attacks_without_being_asked():
    r = storm(loose(PLACES[:6], b=[foe(91, 2114)]))
    assert fights(r) == [(["MI1"], ["HI91"]), (["MI3"], ["HI91"])]
    assert r.state.uncontrolled[0].units == ["MI2", "MI4", "MI5", "MI6"]


@pytest.mark.rule("cataphract 9.16")
def test_who_has_moved_to_attack_is_superior():
    r = storm(assault(PLACES[:6], b=[kit.unit("HC91", 2114, "W", tq=20, size=5, ma=4)]))
    assert ["Attack Superiority (the Wedge)" in e.story for e in r.happened(ShockFought)] == [True, True]
    # Five units are no Wedge.
    r = storm(assault(PLACES[:5], b=[kit.unit("HC91", 2114, "W", tq=20, size=5, ma=4)]), answers=())
    assert ["Attack Superiority" in e.story for e in r.happened(ShockFought)] == [False]


@pytest.mark.rule("cataphract 9.12")
def test_a_defender_is_attacked_once_a_wave_not_once_a_segment():
    r = storm(
        assault(b=[foe(91, 2114, tq=20), foe(92, 2113, tq=20)], states={f"MI{n}": {"tq": 20} for n in range(1, 22)})
    )
    waves: list[list[str]] = [[]]
    for line_ in told(r):
        if line_.startswith("Rank"):
            waves.append([])
        elif " x " in line_:
            waves[-1] += line_.split(" x ")[1].split("+")
    assert all(len(set(w)) == len(w) for w in waves)
    assert sum("HI91" in w for w in waves) > 1


@pytest.mark.rule("cataphract 6.13")
def test_coming_up_is_extra_and_marks_nobody():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=20)], states={"MI3": {"moved": True}}))
    assert at(r, 3) == 2015 and all(e.cause != "moving again" for e in r.happened(HitsTaken))
    assert at(r, 2) != 1913 and not r.unit("MI2").moved
    # 9.16 step 2 counts it as having moved all the same.
    assert "MI2" in r.g.orders.moved


def test_the_others_of_the_side_attack_after_the_waves():
    others = [kit.unit("MI50", 2424, "E", tq=7, size=5, ma=5)]
    r = assault(PLACES[:6], b=[foe(91, 2114), foe(93, 2524)], others=others)
    r.g.orders.markers["MI50"] = "must"
    r.g.orders.moved.append("MI50")
    storm(r)
    assert fights(r) == [(["MI1"], ["HI91"]), (["MI3"], ["HI91"]), (["MI50"], ["HI93"])]
    assert "the Wedge" not in r.happened(ShockFought)[2].story


def test_units_of_the_wedge_attack_in_their_wave_only():
    # MI3 has an enemy before it from the start and Must Check; it waits for its rank, and does not attack again.
    r = assault(PLACES[:6], b=[foe(91, 2114, tq=20), foe(92, 2015, tq=20)], moved=("MI1", "MI3"))
    r.g.orders.markers["MI3"] = "must"
    storm(r)
    assert [a for a, _ in fights(r)[:2]] == [["MI1"], ["MI3"]]
    assert sum("MI3" in a for a, _ in fights(r)) == 1
    assert told(r).index("Rank 2 of the Wedge comes up.") < told(r).index("MI3 x HI92")


# -- coming up ---------------------------------------------------------------------------------------------------------


def ways(r: kit.Rig, n: int) -> dict[int, tuple]:
    r.g.version += 1
    return {h: w.path for h, w in come_up_ways(r.g, r.unit(f"MI{n}")).items()}


def test_it_comes_up_its_printed_ma_without_turning():
    r = franks([2014], alanorix=None, at=2014, b=[foe(99, 3914)])
    found = ways(r, 1)
    assert {h // 100 for h in found} == {25}  # 5 columns ahead, no fewer
    assert set(found) == {2511, 2512, 2513, 2514, 2515, 2516}


def test_it_stops_next_to_an_enemy_whatever_that_faces():
    r = franks([2014], alanorix=None, at=2014, b=[foe(99, 2314, "E")])
    for h, path in ways(r, 1).items():
        if r.g.adjacent_enemies(h, "a"):
            assert not any(r.g.adjacent_enemies(x, "a") for x in path[:-1])
        else:
            assert len(path) == 5
    assert {2213, 2214, 2215} & set(ways(r, 1))


def test_next_to_an_enemy_it_stays():
    r = franks([2014], alanorix=None, at=2014, b=[foe(99, 1914, "W")])
    assert ways(r, 1) == {}


def test_the_ground_counts():
    r = franks([2014], alanorix=None, at=2014, b=[foe(99, 3914)], terrain={2113: "woods", 2114: "woods"})
    found = come_up_ways(r.g, r.unit("MI1"))
    assert {h // 100 for h in found} == {24} and all(w.mp == 5 and w.hits == 1 for w in found.values())


def test_through_a_friend_it_may_go_or_stay():
    # MI1 blocks one way, the map's edge of units the other.
    r = franks([2014, 1914, 2015], alanorix=None, at=2014, b=[foe(99, 3914)])
    found = come_up_ways(r.g, r.unit("MI2"))
    assert found[1914].path == () and found[1914].through is None
    assert all(w.through in ("MI1", "MI3") and w.mp == 5 for h, w in found.items() if h != 1914)
    assert {h // 100 for h in found if h != 1914} == {23}
    # With an open way it must move, and may still pass through.
    r = franks([2014, 1914], alanorix=None, at=2014, b=[foe(99, 3914)])
    found = come_up_ways(r.g, r.unit("MI2"))
    assert 1914 not in found
    assert {w.through for w in found.values()} == {None, "MI1"}


@pytest.mark.rule("cataphract 6.63")
def test_through_one_friend_only_and_never_in_enemy_zoc():
    r = franks([1914, 2014, 2015, 2113, 2114, 2115], alanorix=None, at=2014, b=[foe(99, 3914)])
    assert ways(r, 1) == {}
    r = franks([1914, 2014, 2015], alanorix=None, at=2014, b=[foe(98, 2114, "W")])
    assert ways(r, 1) == {}


def coming_up(r: kit.Rig, *units: int, **kw) -> None:
    """Some units of a rank come up, as in an assault."""
    shock = special.rules(r.g)[1]
    shock.attacking = frozenset(f"MI{n}" for n in range(1, 7))
    r.run(lambda g: shock._come_up(g, [r.unit(f"MI{n}") for n in units]), **kw)


@pytest.mark.rule("cataphract 6.63")
def test_nobody_is_ridden_down():
    r = franks([2014, 1914, 2015], alanorix=None, at=2014, b=[foe(99, 3914)], states={"MI1": {"routed": True}})
    assert {w.through for w in come_up_ways(r.g, r.unit("MI2")).values()} == {None, "MI3"}


@pytest.mark.rule("cataphract 6.65")
def test_the_friend_passed_takes_a_hit_the_other_none():
    r = franks(PLACES[:6], b=[foe(91, 3914)], others=[kit.unit("LI51", 2013)]).orders("a", "Buccelin")
    r.unit("MI1").hits = 2
    coming_up(r, 2, answers=["2315"])
    assert [(e.unit, e.hits) for e in r.happened(HitsTaken)] == [("MI1", 1)]
    assert sum(e.mp for e in r.happened(UnitMoved)) == 5 and at(r, 2) == 2315


def test_it_may_stay_rather_than_hit_a_friend():
    r = franks(PLACES[:6], b=[foe(91, 3914)], others=[kit.unit("LI51", 2013)]).orders("a", "Buccelin")
    coming_up(r, 2, answers=["stay"])
    assert at(r, 2) == 1913 and r.happened(HitsTaken) == []


def test_units_of_a_rank_move_in_the_order_their_owner_likes():
    r = franks(PLACES[:6], b=[foe(99, 3914)]).orders("a", "Buccelin")
    coming_up(r, 2, 3, answers=["later", "2413", "2411"])
    assert (at(r, 3), at(r, 2)) == (2413, 2411)
    assert [d.subject for d in r.decisions] == ["MI2", "MI3", "MI2"]
    # MI3 has moved: there is nobody left to wait for.
    assert [any(c.key == "later" for c in d.choices) for d in r.decisions] == [True, True, False]


def test_who_was_put_off_is_not_put_off_again_before_somebody_moves():
    r = franks(PLACES[:6], b=[foe(99, 3914)]).orders("a", "Buccelin")
    coming_up(r, 2, 3, answers=["later", "later", "2411", "2413"])
    assert [any(c.key == "later" for c in d.choices) for d in r.decisions] == [True, True, False, False]


def test_after_somebody_has_moved_it_may_be_put_off_again():
    r = franks(PLACES[:6], b=[foe(99, 3914)]).orders("a", "Buccelin")
    r.unit("MI1").hex = 1001
    coming_up(r, 2, 3, 6, answers=["later", "2414", "later", "later", lambda d: d.default, lambda d: d.default])
    asked = [(d.subject, any(c.key == "later" for c in d.choices)) for d in r.decisions]
    assert asked == [("MI2", True), ("MI3", True), ("MI6", True), ("MI2", True), ("MI6", False), ("MI2", False)]


@pytest.mark.rule("cataphract 8.21")
def test_entry_fire_follows_the_movement_of_the_whole_rank_and_precedes_its_own():
    # LI91 has MI3 come before it; LI92 has MI2, who passes along to 2113 or 2112.
    bows = [kit.unit("LI91", 2114, "W", missile="B", tq=20, size=5)]
    r = storm(assault(PLACES[:6], b=bows, missile="F"), answers=[{"LI91": "fire"}, {"MI3": "LI91"}, DONE])
    story = told(r)
    fired = story.index("LI91 x MI3 entry")
    assert fired > max(i for i, x in enumerate(story) if x.startswith(("MI2 2", "MI3 2")))
    assert fired < story.index("MI3 x LI91 order") < story.index("MI3 x LI91")
    assert [d.kind for d in r.decisions[:2]] == ["entry-fire", "line-fire"]
    assert "LI91 x MI1 entry" not in story  # the tip moved in its own segment


@pytest.mark.rule("cataphract 4.62", "cataphract 7.14", "cataphract 6.57")
def test_who_is_come_up_to_turns_or_is_a_leader_who_gives_way_but_withdraws_not_in_order():
    foes = [foe(91, 2114, tq=20), kit.unit("LC92", 2012, "NE", tq=20, ma=9)]
    r = franks(PLACES[:6], b=foes).orders("a", "Buccelin")
    r.leader("Narses").hex = 2213
    ends = ways(r, 2)
    assert 2013 in ends  # next to the light horse, who is faster
    coming_up(r, 2, answers=["2013", {"LC92": "right"}] if len(ends) > 1 else [{"LC92": "right"}])
    assert r.unit("LC92").facing is Facing.E
    r = franks(PLACES[:6], b=foes[:1]).orders("a", "Buccelin")
    r.leader("Narses").hex = 2213
    coming_up(r, 2, answers=["2113", lambda d: d.default])
    assert r.decisions[-1].kind == "leader-withdrawal" and r.leader("Narses").hex != 2213


@pytest.mark.rule("cataphract 8.11")
def test_the_rank_fires_before_it_attacks():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=20)], missile="F"), answers=[{"MI3": "HI91"}, DONE])
    assert [x.purpose for x in r.rolls] == [
        "pre-shock",
        "pre-shock",
        "shock",
        "missile",
        "pre-shock",
        "pre-shock",
        "shock",
    ]
    assert r.unit("MI3").supply == "no" and r.unit("MI1").supply == "full"


# -- its leader --------------------------------------------------------------------------------------------------------


def test_buccelin_may_follow_four_hexes_and_leave_enemy_zoc():
    r = assault(PLACES[:6], b=[foe(91, 2114, tq=20)], at=2014)
    assert r.g.in_enemy_zoc(r.leader("Buccelin"))
    r.unit("MI4").hex = 1801  # no Wedge any more once the waves have rolled: he is free
    r.g.version += 1
    found = follow_hexes(r.g, r.leader("Buccelin"), 4)
    assert 1912 in found and 1612 in found and 1514 not in found


@pytest.mark.rule("cataphract 4.61")
def test_in_enemy_zoc_he_stops_and_enters_it_only_to_join_a_unit():
    r = franks([2015], alanorix=None, at=1914, b=[foe(91, 2114)])
    found = follow_hexes(r.g, r.leader("Buccelin"), 2)
    assert 2015 in found and 2014 not in found and 2115 not in found and 2114 not in found


def test_while_the_wedge_stands_he_stays_with_its_first_ranks():
    r = franks(PLACES[:6])
    assert sorted(follow_hexes(r.g, r.leader("Buccelin"), 4)) == [1813, 1815, 1913, 1914, 2014]


def test_with_company_he_stays_unless_told_otherwise():
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=20)], at=2014), answers=[lambda d: d.default], Buccelin=9)
    assert r.leader("Buccelin").hex == 2014 == at(r, 1)


def test_the_question_is_put_after_the_last_wave():
    r = assault(PLACES[:6], b=[foe(91, 2114, tq=20)])

    def follow(d):
        for answer in (
            orders.MoveLeader(leader="Buccelin", to=3030),
            orders.MoveLeader(leader="Alanorix", to=2014),
            orders.Line(units=("MI1",)),
        ):
            with kit.refused("wedge-shock"):
                d.check(answer)
        for c in d.menu:
            d.check(c.answer)
        return orders.MoveLeader(leader="Buccelin", to=at(r, 3))

    storm(r, answers=[follow])
    assert r.leader("Buccelin").hex == at(r, 3) == 2015
    assert r.g.orders.leader_mp == {}
    assert r.happened(LeaderMoved)[-1].to == 2015


def test_alone_he_joins_the_nearest_unit_unless_told_otherwise():
    # MI5, whom he was with, has come up without him.
    r = storm(assault(PLACES[:6], b=[foe(91, 2114, tq=20)]), answers=[lambda d: d.default])
    assert r.leader("Buccelin").hex != 1814
    assert r.g.friend_in(r.leader("Buccelin").hex, "a") is not None


def test_the_dead_follow_nobody():
    r = assault(PLACES[:6], b=[foe(91, 2114, tq=20)], at=2014)
    # He fights with the tip: a 0, then worse than his Personal Combat of 5, and he is killed.
    r.leader("Buccelin").wounded = True
    storm(r, answers=(), Buccelin=0)
    assert r.leader("Buccelin").eliminated
    # The waves have gone on without him.
    assert fights(r) == [(["MI1"], ["HI91"]), (["MI3"], ["HI91"])]


# -- the battle --------------------------------------------------------------------------------------------------------


def casilinum(seed: int):
    """Casilinum between dice, the Franks mostly charging in their Wedge; yields the game after every answer."""
    system = registry.system_for(load("cataphract/casilinum"))
    rng, dice = random.Random(f"players {seed}"), SeededDice(seed)
    game = Game.start(system, system.initial_state({}), dice)
    while game.pending and game.state.turn <= 40:
        d = game.pending[0]
        answer = None
        if d.kind in ("orders", "line") and d.side == "frank" and rng.random() < 0.9:
            charges = [c for c in d.menu if c.key == "wedge"]
            answer = rng.choice(charges[0].menu().choices[-3:]).answer if charges else None
        if d.kind == "activation" and any(c.key == "Buccelin" for c in d.choices):
            answer = Pick(key="Buccelin")
        game.answer(d.side, answer or random_answer(d, rng), dice)
        assert not system.invariants(game.state, at_rest=game.restartable)
        yield game


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_an_assault_can_be_resumed_at_any_of_its_decisions(seed):
    stormed = resumed = 0
    for game in casilinum(seed):
        stormed += sum("The Wedge attacks" in str(e.data.get("story", "")) for e in game.journal[-60:])
        if resumed >= 40:
            break
        if game.state.phase != "shock" or not game.pending:
            continue
        resumed += 1
        checkpoint = game.checkpoint
        tail = [e for e in game.journal if checkpoint is None or e.seq >= checkpoint.seq]
        again = Game.resume(game.system, tail, checkpoint)
        assert digest(again.state) == digest(game.state)
        assert [(d.kind, d.side, str(d.prompt)) for d in again.pending] == [
            (d.kind, d.side, str(d.prompt)) for d in game.pending
        ]
    assert resumed and stormed
