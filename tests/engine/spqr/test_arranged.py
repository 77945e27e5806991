"""6.8 Pre-Arranged Withdrawal, an option of the 4th edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.hexes import distance
from engine.kernel.referee import SetValue
from engine.systems.gboh import view
from engine.systems.gboh.arranged import arranged
from engine.systems.gboh.arranged.lines import Lines, able
from engine.systems.gboh.arranged.markers import MarkerShown, MarkersLaid
from engine.systems.gboh.cases import Case
from engine.systems.gboh.orders import orders
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.turn import sequence
from engine.systems.spqr.system import Spqr
from tests.engine.spqr import kit
from tests.engine.spqr.legions import roman, stack

TRIARII = (roman("TR1", 1210, "W", ma=4), roman("TR2", 1211, "W", ma=4))
WAYS = ("arranged-way",)


def war(
    ours: Sequence[Any] = TRIARII, *, mover: str = "MI9", on: bool = True, rank: str = "subordinate", **values: Any
) -> kit.Rig:
    """Hanno's line against an enemy at 0910 who is to come to 1010."""
    return kit.battle(
        [kit.unit(mover, 910, ma=5), kit.unit("HC8", 105)],
        [*ours, kit.unit("HC7", 3535)],
        a_leaders=[kit.leader("Pyrrhus", 910)],
        b_leaders=[kit.leader("Mago", 3535), kit.leader("Hanno", 1310, "SC", rank=rank, command_range=5)],
        options={"6.8": on},
        **values,
    )


def laid(r: kit.Rig, key: str = "arranged") -> kit.Rig:
    r.state.phase = "turn"
    r.run(sequence.turn_start, answers=[{"Mago": "none", "Hanno": key}])
    return r.orders("a", "Pyrrhus")


def comes(r: kit.Rig, mover: str = "MI9", **given: Any) -> None:
    r.order(orders.Move(unit=mover, path=(1010,), attack=False), **given)


@pytest.mark.rule("spqr 6.82")
def test_nobody_is_asked_unless_the_battle_has_it() -> None:
    r = war(on=False)
    r.state.phase = "turn"
    r.run(sequence.turn_start)
    assert not r.decisions and not r.g.uses(Case.ARRANGED)


@pytest.mark.rule("spqr 6.84", "spqr 6.85")
def test_the_line_goes_one_hex_and_its_leader_is_finished() -> None:
    r = laid(war())
    comes(r, answers=[{"TR1": "arranged", "TR2": "stay"}], defaults=WAYS)
    gone = [distance(a, r.unit(u).at) for u, a in (("TR1", 1210), ("TR2", 1211))]
    assert gone == [1, 1], "one hex each, MA 4 before MA 5"
    assert [r.unit(u).hits for u in ("TR1", "TR2")] == [1, 1], "6.52: heavy infantry"
    assert r.leader("Hanno").status == "finished" and r.leader("Mago").status != "finished"
    assert [(e.leader, e.arranged, e.rule) for e in r.happened(MarkerShown)] == [("Hanno", True, "6.82")]


@pytest.mark.rule("spqr 6.84")
def test_a_stack_goes_as_one_and_the_lower_is_not_asked() -> None:
    r = laid(war(stack("TR1", "TR2", 1210, "W")))
    comes(r, answers=[{"TR1": "arranged"}], defaults=WAYS)
    assert r.unit("TR1").at == r.unit("TR2").at and distance(1210, r.unit("TR1").at) == 1
    assert r.unit("TR2").below == "TR1"
    assert [r.unit(u).hits for u in ("TR1", "TR2")] == [1, 1]


@pytest.mark.rule("spqr 6.85")
@pytest.mark.parametrize("mover", ["HC9", "EL9"])
def test_never_before_cavalry_or_elephants(mover: str) -> None:
    r = laid(war(mover=mover))
    r.order(orders.Move(unit=mover, path=(1010,), attack=False), defaults=("reaction-facing", "orderly-withdrawal"))
    assert r.unit("TR1").at == 1210 and not r.happened(MarkerShown)


@pytest.mark.rule("spqr 6.81")
@pytest.mark.parametrize(
    ("values", "may"),
    [
        (kit.unit("PH1", 1210, "W"), True),
        (kit.unit("PH1", 1210, "W", tq=5), False),
        (roman("TR1", 1210, "W"), True),
        (roman("HA1", 1210, "W"), False),
        (kit.unit("MI1", 1210, "W", tq=7), False),
    ],
)
def test_phalanxes_and_heavy_infantry_of_tq_six(values: dict[str, Any], may: bool) -> None:
    r = war([values])
    assert able(r.unit(values["code"])) is may


@pytest.mark.rule("spqr 6.81")
def test_a_leader_who_gives_no_line_commands_arranges_nothing() -> None:
    r = war()
    r.leader("Hanno").line_commands = 0
    assert not Lines().may_lay(r.g, r.leader("Hanno"))
    r.leader("Hanno").line_commands = 1
    assert Lines().may_lay(r.g, r.leader("Hanno"))


@pytest.mark.rule("spqr 6.83")
def test_never_into_the_woods() -> None:
    free = laid(war())
    ends = {w.end for w in arranged.ways(free.g, free.unit("TR1"), (1010,))}
    barred = laid(war(terrain={h: "woods" for h in ends}))
    assert ends and not arranged.ways(barred.g, barred.unit("TR1"), (1010,))


@pytest.mark.rule("spqr 6.84")
def test_who_is_held_fast_stays() -> None:
    for state in ({"engaged": True}, {"routed": True}, {"column": True}):
        r = laid(war())
        for key, value in state.items():
            setattr(r.unit("TR1"), key, value)
        r.g.version += 1
        before_foot = arranged.BeforeFoot(Lines())
        gone = before_foot.company(r.g, r.unit("TR2"), (1010,))
        assert [u.id for u in gone] == ["TR2"], state


@pytest.mark.rule("spqr 6.84")
def test_when_its_leader_acts_the_line_stays_and_does_all_else() -> None:
    r = laid(war())
    r.orders("b", "Hanno")
    r.unit("TR1").hits = 1
    r.refuses("6.84", orders.Move(unit="TR1", path=(1310,)))
    r.unit("MI9").hex = 110
    r.g.version += 1
    r.order(orders.Recover(unit="TR1"))
    assert r.unit("TR1").hits == 0
    # Another leader has them move.
    r.orders("b", "Mago")
    assert not [x for x in r.g.having("bars_move") if x.bars_move(r.g, r.unit("TR2")) is not None]


@pytest.mark.rule("spqr 6.82")
def test_others_learn_nothing_of_a_marker_that_lies_face_down() -> None:
    worlds = [laid(war(), key) for key in ("arranged", "bluff")]
    system = Spqr(worlds[0].g.scenario)
    told = [system.known(r.state.model_copy(deep=True), ["a"]).model_dump() for r in worlds]
    own = [system.known(r.state.model_copy(deep=True), ["b"]).model_dump() for r in worlds]
    assert told[0] == told[1] and own[0] != own[1]
    assert not any("bluff" in line for line in worlds[1].told())
    for r in worlds:
        facts = {x.id: dict((str(k), v) for k, v in x.facts) for x in view.table(r.g, ("a",)).leaders}
        assert facts["Hanno"]["Withdrawal"] == "a marker, face down"
        assert [e.leaders for e in r.happened(MarkersLaid)] == [["Hanno"]]


@pytest.mark.rule("spqr 6.82")
def test_what_was_never_used_is_turned_up_and_forgotten() -> None:
    r = laid(war(), "bluff")
    r.state.orders = None
    for rule in r.g.having("before_withdrawal"):
        r.run(rule.before_withdrawal)
    assert [(e.leader, e.arranged) for e in r.happened(MarkerShown)] == [("Hanno", False)]
    r.state.new_turn()
    assert r.state.sides["b"].marked == r.state.sides["b"].arranged == []


@pytest.mark.rule("spqr 6.82")
def test_a_referee_lays_one_face_up() -> None:
    r = laid(war(), "none")
    Referee(r.g).events(SetValue(piece="Hanno", key="withdrawal", value="arranged"))
    account = r.state.sides["b"]
    assert account.marked == account.arranged == account.shown == ["Hanno"]
