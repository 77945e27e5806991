"""Positions of Great Battles of Alexander in which rules meet: recovery, reactions, elephants, duels, doom, engines."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_alexander import MEMNON, PHILIP, dice_over, field, greek, mac

SHOCK = {"phase": "shock"}


def won(ruling: Ruling) -> list[str | None]:
    """Who has won; [] while it goes on."""
    return [t["winner"] for t in ruling.told if t["type"] == "outcome"]


def rolled(ruling: Ruling) -> list[str]:
    """Cases of the rolls, in order."""
    return [t["rule"] for t in ruling.told if t["type"] == "roll"]


@pytest.mark.rule("alexander 10.14", "alexander 8.14", "alexander 8.17")
@pytest.mark.parametrize(
    ("archers", "ground", "recovers"),
    [
        (greek("SK9", 1410, missile="A"), {}, False),
        (greek("SK9", 1510, missile="A"), {}, True),
        (greek("SK9", 1410, missile="A", supply="no"), {}, True),
        (greek("SK9", 1410, missile="A", supply="low"), {}, False),
        (greek("SK9", 1410, missile="A"), {"1210": "woods"}, True),
        (greek("SK9", 1410, missile="A"), {"1010": "woods"}, False),
    ],
)
def test_nobody_dresses_ranks_under_arrows(archers: Any, ground: Any, recovers: bool) -> None:
    """Foot archers reach four hexes, if they see that far and have arrows; and nobody does in a wood."""
    given = field(mac("HI1", 1010, hits=3), archers, ground={"terrain": ground})
    ruling = rule(given, "recover HI1")
    assert ruling.refused == ([] if recovers else ["10.14"])
    assert ruling.of("HI1")["hits"] == (1 if recovers else 3)


@pytest.mark.rule("alexander 7.16", "alexander 10.21", "alexander 7.12")
@pytest.mark.parametrize(("die", "breaks"), [(3, False), (4, True)])
def test_foot_that_turns_to_horse_at_its_flank(die: int, breaks: bool) -> None:
    """3 are added, the horse being so much faster."""
    given = field(mac("HC1", 1208, "SE", ma=8), greek("MI9", 1310, tq=6, ma=5))
    ruling = rule(given, "HC1 > 1308 1309\nMI9 @NW", die)
    assert ruling.refused == [] and not dice_over(ruling)
    mi = ruling.of("MI9")
    assert mi["routed"] is breaks and (breaks or (mi["hex"], mi["facing"], mi["hits"]) == (1310, "NW", 0))


@pytest.mark.rule("alexander 9.16", "alexander 6.71", "alexander 7.2")
@pytest.mark.parametrize(("die", "hits"), [(2, 1), (6, 1), (9, 3)])
def test_horse_that_is_held_meets_an_elephant(die: int, hits: int) -> None:
    """In the foot's ZOC it can't withdraw: a hit at the least."""
    given = field(mac("EL1", 1010), mac("HI2", 1209, "SW"), greek("HC9", 1210, tq=6))
    ruling = rule(given, "EL1 > 1110", die)
    assert ruling.refused == [] and not dice_over(ruling)
    assert ruling.of("HC9")["hits"] == hits and ruling.of("HC9")["hex"] == 1210


@pytest.mark.rule("alexander 8.33", "alexander 9.65", "alexander 10.23")
@pytest.mark.parametrize(("die", "breaks"), [(4, True), (3, False)])
def test_a_phalanx_that_charges_too_often(die: int, breaks: bool) -> None:
    """2 hits are 1 too many for its TQ of 7: that and 3 for the attack are added to the roll."""
    placed = [mac("PH1", 1010, tq=7, hits=6, moved=True), greek("HI9", 1110, tq=9)]
    given = field(*placed, orders={"moved": ["PH1"], "markers": {"PH1": "must"}}, **SHOCK)
    ruling = rule(given, "shock PH1 x HI9", 9, 9, die)
    assert rolled(ruling)[:3] == ["8.33", "8.33", "9.65"]
    assert ruling.of("PH1")["routed"] is breaks
    assert ruling.of("HI9")["hits"] == 0


@pytest.mark.rule("alexander 10.27", "alexander 10.25", "alexander 10.21")
@pytest.mark.parametrize(
    ("code", "tq", "dice", "what"),
    [
        ("LI1", 3, (7, 3), "rallied"),
        ("LI1", 3, (7, 6), "flees"),
        ("LI1", 5, (7, 6), "rallied"),
        ("LI1", 3, (8,), "lost"),
        ("LI1", 8, (8,), "flees"),
        ("HI1", 9, (8,), "lost"),
    ],
)
def test_how_a_rally_may_end(code: str, tq: int, dice: tuple[int, ...], what: str) -> None:
    """Initiative 6: 7 or less; the second die may have troops of poor quality run all the same."""
    ruling = rule(
        field(mac(code, 1010, tq=tq, routed=True)),
        f"rally {code} @E" + ("\n0910\n0810" if what == "flees" else ""),
        *dice,
    )
    assert ruling.refused == []
    it = ruling.of(code)
    assert it["eliminated"] is (what == "lost")
    assert it["routed"] is (what != "rallied") or what == "lost"
    if what == "rallied":
        assert (it["hex"], it["hits"]) == (1010, {3: 2, 6: 3}[dice[1]])
    if what == "flees":
        assert it["hex"] // 100 == 8


@pytest.mark.rule("alexander 6.66", "alexander 8.36", "alexander 10.13")
def test_a_column_that_was_attacked_stands_as_it_was() -> None:
    """Superiority, whatever the arms: twice 2 hits, and another when it deploys."""
    placed = [mac("HI1", 1010, tq=7, size=5), greek("MI9", 1110, "SIDE_S", column=True, tq=6, size=5)]
    ruling = rule(field(*placed, **SHOCK), "shock HI1 x MI9\n@SW", 0)
    assert ruling.of("HI1")["hits"] == 3
    assert (ruling.of("MI9")["hits"], ruling.of("MI9")["column"]) == (5, False)


@pytest.mark.rule("alexander 8.41", "alexander 8.42", "alexander 8.44", "alexander 10.42")
def test_memnon_falls_by_philips_hand() -> None:
    """6 more: killed, and 25 Rout Points for an Initiative of 5."""
    duel = {"personal_combat": 5, "charisma": 0}
    placed = [mac("HI1", 1010, tq=7), greek("HI9", 1110, tq=7)]
    leaders = [{**PHILIP, "hex": 1010, **duel}, {**MEMNON, "hex": 1110, **duel}]
    ruling = rule(field(*placed, *leaders, **SHOCK), "shock HI1 x HI9", 9, 3, 0)
    assert not dice_over(ruling)
    assert ruling.of("Memnon")["eliminated"] and ruling.end["sides"]["greek"]["rout_points"] == 25


@pytest.mark.rule("alexander 5.33", "alexander 5.11", "alexander 5.13")
@pytest.mark.parametrize(("doom", "again"), [(1, True), (2, False)])
def test_doom_gives_the_enemy_a_leader_who_has_finished(doom: int, again: bool) -> None:
    given = field(mac("HI1", 1010), {**MEMNON, "status": "finished" if again else "inactive"}, phase="momentum")
    ruling = rule(given, "yes\nMemnon" if again else "yes", 9, doom)
    assert ruling.refused == [] and ruling.of("Philip")["status"] == "finished"
    assert (ruling.end.get("active") == "Memnon") is again


@pytest.mark.rule("alexander 9.52", "alexander 9.53", "alexander 8.15")
def test_an_engine_shoots_twice_at_who_rides_up() -> None:
    """As it sets out nobody shoots; range 3 and 2: 5 or less. It is not asked once more."""
    given = field(mac("HC1", 1010, ma=8), greek("AT9", 1410, missile="B"))
    ruling = rule(given, "HC1 > 1110 1210 1310\nAT9 hold\nAT9 fire\nAT9 fire", 5, 6)
    assert ruling.refused == [] and not dice_over(ruling)
    assert (ruling.of("HC1")["hex"], ruling.of("HC1")["hits"]) == (1310, 1)


@pytest.mark.rule("alexander 8.18", "alexander 8.17", "alexander 8.14")
def test_who_finds_time_to_reload() -> None:
    """Not under the eyes of archers who have arrows; javelins reach a hex."""
    placed = [
        mac("SK1", 1010, missile="J", supply="low"),
        mac("SK2", 1018, missile="J", supply="no"),
        mac("SK3", 1002, missile="S", supply="no"),
        greek("SK9", 1310, missile="A"),
        greek("SK8", 1318, missile="A", supply="no"),
        greek("SK7", 1202, missile="J"),
    ]
    ruling = rule(field(*placed, active=None, phase="rout"))
    assert [ruling.of(x)["supply"] for x in ("SK1", "SK2", "SK3")] == ["low", "full", "full"]
    assert ruling.of("SK8")["supply"] == "full"


@pytest.mark.rule("alexander 10.43", "alexander 10.44", "alexander 10.41")
@pytest.mark.parametrize(("lost", "winner"), [(59, ["greek"]), (60, ["greek"]), (61, [None]), (62, ["mac"])])
def test_both_armies_reach_their_level(lost: int, winner: list[str | None]) -> None:
    """The Macedonians are 1 over their 40."""
    ground = {"sides": {"mac": {"withdrawal_level": 40}, "greek": {"withdrawal_level": 60}}}
    given = field(mac("HI1", 1010), ground=ground, active=None, phase="withdrawal")
    given["sides"] = {"mac": {"rout_points": 41}, "greek": {"rout_points": lost}}
    assert won(rule(given)) == winner
