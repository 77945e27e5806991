"""6.8 Pre-Arranged Withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import distance
from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal
from engine.systems.alexander.arranged import LINES
from engine.systems.alexander.system import Alexander
from engine.systems.gboh import special, view
from engine.systems.gboh.arranged import arranged
from engine.systems.gboh.arranged.markers import MarkerShown, MarkersLaid
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.referee import referee_values
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.alexander import kit

GREEKS = (kit.unit("HI1", 1210, "W", cls="HO", tq=6), kit.unit("HI2", 1212, "W", cls="HO", tq=6))
WAYS = ("arranged-way",)


def greeks(*, at: int = 1310, mover: str = "HI9", ours: Sequence[dict[str, Any]] = GREEKS, **values: Any) -> kit.Rig:
    """Theagenes with a line of hoplites; an enemy at 1010 is to move."""
    r = kit.battle(
        [kit.unit(mover, 910, cls="HO1" if mover == "HI9" else None), kit.unit("HC8", 105)],
        [*ours, kit.unit("HC7", 3535)],
        a_leaders=[kit.leader("Philip", 910, line_commands=0)],
        b_leaders=[kit.leader("Theagenes", at, "SC", strategy=5, command_range=5, **values)],
    )
    return r


def laid(r: kit.Rig, key: str = "arranged") -> kit.Rig:
    r.state.phase = "turn"
    r.run(sequence.turn_start, answers=[{"Theagenes": key}])
    return r.orders("a", "Philip")


def comes(r: kit.Rig, mover: str = "HI9", **given: Any) -> None:
    r.order(orders.Move(unit=mover, path=(1010,), attack=False), **given)


@pytest.mark.rule("alexander 6.84", "alexander 6.85", "alexander 5.15", "alexander 6.72")
def test_the_whole_line_goes_one_hex_and_its_leader_is_finished() -> None:
    r = laid(greeks())
    comes(r, answers=[{"HI1": "arranged", "HI2": "stay"}], dice=[0, 0], defaults=WAYS)
    gone = [distance(a, r.unit(u).at) for u, a in (("HI1", 1210), ("HI2", 1212))]
    assert gone == [1, 1], "one hex each, MA 4 before MA 4"
    assert [r.unit(u).hits for u in ("HI1", "HI2")] == [1, 1], "6.72 [1]"
    assert [r.unit(u).facing.name for u in ("HI1", "HI2")] == ["W", "W"]
    assert r.leader("Theagenes").status == "finished"
    assert [(e.leader, e.arranged) for e in r.happened(MarkerShown)] == [("Theagenes", True)]


@pytest.mark.rule("alexander 6.82")
def test_what_a_marker_means_is_said_in_whole_words() -> None:
    assert str(arranged.LAY.all(4)) == "All 4 lay a marker: their lines may withdraw"


def test_nobody_else_learns_what_a_marker_means_by_asking() -> None:
    """6.84 bars its line's moves, which others would see."""
    for key in ("arranged", "bluff"):
        r = laid(greeks(), key)
        r.orders("b", "Theagenes")
        asked = {s: special.why_not(view.seen(r.g, (s,)), Special.bars_move, r.unit("HI1")) for s in ("a", "b")}
        assert asked["a"] is None and (asked["b"] is not None) is (key == "arranged")


@pytest.mark.rule("alexander 6.84", "alexander 6.85")
def test_again_and_again_that_turn_the_leader_being_finished() -> None:
    r = laid(greeks(ours=GREEKS[:1]))
    comes(r, answers=[{"HI1": "arranged"}], dice=[0], defaults=WAYS)
    first = r.unit("HI1").at
    r.orders("a", "Philip")
    move = orders.Move(unit="HI9", path=(1110,), attack=False)
    r.order(move, answers=[{"HI1": "arranged"}], dice=[0], defaults=WAYS)
    assert distance(first, r.unit("HI1").at) == 1 and len(r.happened(MarkerShown)) == 1


@pytest.mark.rule("alexander 6.85")
@pytest.mark.parametrize("mover", ["HC9", "EL9", "CH9"])
def test_never_before_cavalry_elephants_or_chariots(mover: str) -> None:
    comes(laid(greeks(mover=mover)), mover)


@pytest.mark.rule("alexander 6.82")
@pytest.mark.parametrize("key", ["bluff", "none"])
def test_without_a_true_marker_nobody_goes(key: str) -> None:
    r = laid(greeks(), key)
    comes(r)
    assert r.unit("HI1").at == 1210


@pytest.mark.rule("alexander 6.81")
@pytest.mark.parametrize(
    ("values", "asked"),
    [({"tq": 6}, True), ({"tq": 5}, False), ({"code": "MI1", "cls": None, "tq": 7}, False)],
)
def test_phalanxes_and_heavy_foot_of_tq_six(values: dict[str, Any], asked: bool) -> None:
    r = greeks(ours=[{**GREEKS[0], **values}])
    assert LINES.may_lay(r.g, r.leader("Theagenes")) is asked
    if asked:
        r.state.phase = "turn"
        r.run(sequence.turn_start, answers=[{"Theagenes": "none"}])
        policy = r.decisions[-1].items[0].policy
        assert policy is not None and (policy.kind, policy.yes, policy.no) == (arranged.LAYING.kind, "arranged", "none")


@pytest.mark.rule("alexander 6.81")
@pytest.mark.parametrize(("role", "army", "asked"), [("OC", True, True), ("OC", False, False), ("SC", True, False)])
def test_without_l_it_takes_an_overall_commander_whose_battle_allows_it(role: str, army: bool, asked: bool) -> None:
    r = kit.battle(
        [kit.unit("PH1", 1010)],
        [kit.unit("HC9", 3535)],
        a_leaders=[kit.leader("Philip", 1010, role, line_commands=0)],
        sides={"a": {"arranges_withdrawal": army}},
    )
    assert LINES.may_lay(r.g, r.leader("Philip")) is asked


@pytest.mark.rule("alexander 6.81", "alexander 6.84")
def test_a_contingent_commander_has_his_contingent_withdraw() -> None:
    r = kit.battle(
        [kit.unit("HI1", 1010, cls="HY"), kit.unit("HI2", 1014, cls="HY"), kit.unit("PH3", 1016)],
        [kit.unit("HC9", 3535)],
        a_leaders=[kit.leader("Nicanor", 1010, "CC", kinds=("HI/HY",))],
    )
    assert [u.id for u in LINES.of(r.g, r.leader("Nicanor"), r.unit("HI1"))] == ["HI1", "HI2"]


@pytest.mark.rule("alexander 6.83", "alexander 6.75")
def test_never_into_rough() -> None:
    r = greeks(ours=GREEKS[:1])
    r.state.sides["b"].arranged.append("Theagenes")
    assert arranged.ways(r.g, r.unit("HI1"), (1010,))
    rough = {h: "rough" for h in (1309, 1310, 1311, 1312)}
    barred = kit.battle(
        [kit.unit("HI9", 1010)], [*GREEKS[:1]], b_leaders=[kit.leader("Theagenes", 1310, "SC")], terrain=rough
    )
    assert not [w for w in arranged.ways(barred.g, barred.unit("HI1"), (1010,)) if w.end // 100 == 13]


@pytest.mark.rule("alexander 6.84", "alexander 6.75")
@pytest.mark.parametrize("state", [{"square": True}, {"routed": True}, {"column": True}])
def test_who_takes_no_step_by_its_formation_stays(state: dict[str, bool]) -> None:
    r = laid(greeks())
    for key, value in state.items():
        setattr(r.unit("HI1"), key, value)
    r.g.version += 1
    gone = arranged.BeforeFoot(LINES).company(r.g, r.unit("HI2"), (1010,))
    assert [u.id for u in gone] == ["HI2"]


@pytest.mark.rule("alexander 6.84", "alexander 9.62")
def test_phalanxes_in_double_depth_go_as_one() -> None:
    pair = [kit.unit("PH1", 1210, "W", tq=7), kit.unit("PH2", 1210, "W", tq=7, below="PH1")]
    r = kit.battle(
        [kit.unit("HI9", 910, cls="HO1"), kit.unit("HC8", 105)],
        [*pair, kit.unit("HC7", 3535)],
        a_leaders=[kit.leader("Philip", 910, line_commands=0)],
        b_leaders=[kit.leader("Alexander", 1310, line_commands=0)],
        sides={"b": {"arranges_withdrawal": True}},
    )
    r.state.phase = "turn"
    r.run(sequence.turn_start, answers=[{"Alexander": "arranged"}])
    r.orders("a", "Philip")
    comes(r, answers=[{"PH1": "arranged"}], dice=[0], defaults=WAYS)
    assert r.unit("PH1").hex == r.unit("PH2").hex != 1210
    assert distance(1210, r.unit("PH1").at) == 1 and r.g.deep(r.unit("PH1"))
    assert [r.unit(u).hits for u in ("PH1", "PH2")] == [1, 1], "each takes the hit of giving ground on foot"


@pytest.mark.rule("alexander 6.84")
def test_when_its_leader_acts_the_line_doesnt_move_but_does_all_else() -> None:
    r = laid(greeks())
    r.orders("b", "Theagenes")
    r.unit("HI1").hits = 1
    r.refuses("6.84", orders.Move(unit="HI1", path=(1110,)))
    r.unit("HI9").hex = 110
    r.g.version += 1
    r.order(orders.Recover(unit="HI1"))
    assert r.unit("HI1").hits == 0


@pytest.mark.rule("alexander 6.82")
def test_markers_lie_face_down_till_used_or_the_turn_ends() -> None:
    r = laid(greeks(), "bluff")
    assert [e.leaders for e in r.happened(MarkersLaid)] == [["Theagenes"]]

    def said(*viewers: str) -> str:
        leaders = {x.id: dict((str(k), v) for k, v in x.facts) for x in view.table(r.g, viewers).leaders}
        return leaders["Theagenes"]["Withdrawal"]

    assert (said(), said("a"), said("b")) == ("a marker, face down", "a marker, face down", "a bluff")
    r.state.orders = None
    for rule in r.g.having("before_withdrawal"):
        r.run(rule.before_withdrawal)
    assert said("a") == "a bluff" and not r.happened(MarkerShown)[-1].arranged
    r.state.new_turn()
    assert r.state.sides["b"].marked == []


@pytest.mark.rule("alexander 6.82")
def test_what_others_work_out_knows_no_marker() -> None:
    """Two worlds: with a true marker and with a bluff the other side is told the same."""
    worlds = [laid(greeks(), key) for key in ("arranged", "bluff")]
    system = Alexander(worlds[0].g.scenario)
    known = [system.known(r.state.model_copy(deep=True), ["a"]).model_dump() for r in worlds]
    assert known[0] == known[1]
    own = [system.known(r.state.model_copy(deep=True), ["b"]).model_dump() for r in worlds]
    assert own[0] != own[1]


@pytest.mark.rule("alexander 6.82")
def test_both_lay_at_once_and_in_secret() -> None:
    r = kit.battle(
        [kit.unit("HI1", 1010, cls="HO1")],
        [kit.unit("HI9", 3010, "W", cls="HO1")],
        a_leaders=[kit.leader("A", 1010)],
        b_leaders=[kit.leader("B", 3010)],
    )
    r.state.phase = "turn"
    r.run(sequence.turn_start, answers=[{"A": "arranged"}, {"B": "bluff"}])
    assert [(d.side, d.secret, d.kind) for d in r.decisions] == [
        ("a", True, "arrange-withdrawal"),
        ("b", True, "arrange-withdrawal"),
    ]
    assert not any("arranged" in line or "bluff" in line for line in r.told())


@pytest.mark.rule("alexander 6.82")
def test_nobody_is_asked_where_nobody_can() -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC9", 3535)], a_leaders=[kit.leader("A", 1010)])
    r.state.phase = "turn"
    r.run(sequence.turn_start)
    assert r.state.phase == "elite"


@pytest.mark.rule("alexander 6.76", "alexander 6.84")
def test_it_is_offered_beside_the_ordinary_withdrawal() -> None:
    r = laid(greeks(ours=[{**GREEKS[0], "ma": 6}]))
    asked: list[Any] = []

    def look(d: Any) -> Any:
        asked.append(d)
        return d.default

    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI9"), starting=True), answers=[])
    r.unit("HI9").hex = 1010
    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI9"), starting=False), answers=[look])
    keys = [c.key for c in asked[0].items[0].choices]
    assert "arranged" in keys and "stay" in keys and len(keys) > 2


# -- a referee's acts --------------------------------------------------------------------------------------------------


def put(r: kit.Rig, value: str) -> None:
    Referee(r.g).events(SetValue(piece="Theagenes", key="withdrawal", value=value))


@pytest.mark.rule("alexander 6.82")
@for_each("before", ["none", "arranged", "bluff"])
@for_each("after", ["none", "arranged", "bluff"])
def test_a_referee_lays_a_marker_face_up_or_takes_it_away(before: str, after: str) -> None:
    r = laid(greeks(), before)
    if before == after == "none":
        with pytest.raises(Refusal, match="is none already"):
            put(r, after)
        return
    put(r, after)
    account = r.state.sides["b"]
    there = ["Theagenes"] if after != "none" else []
    assert (account.marked, account.shown) == (there, there)
    assert account.arranged == (there if after == "arranged" else [])
    with pytest.raises(Refusal, match="already"):
        put(r, after)


@pytest.mark.rule("alexander 6.82")
def test_a_referee_learns_nothing_of_a_marker_that_lies_face_down() -> None:
    told = {
        key: [s for s in referee_values.of_piece(r.g, r.leader("Theagenes")) if s.key == "withdrawal"]
        for key in ("arranged", "bluff")
        for r in (laid(greeks(), key),)
    }
    assert told["arranged"] == told["bluff"] != []
    assert told["bluff"][0].now == "face-down"
    r = laid(greeks(), "none")
    with pytest.raises(Refusal, match="one of: none, arranged, bluff"):
        put(r, "face-down")
