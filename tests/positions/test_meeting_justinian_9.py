"""Positions of the campaign where two rules meet: pay, recruits of the unpaid, who leaves whom behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_justinian import army, campaign, rolls, stand


@pytest.mark.rule("justinian 5.21", "justinian 5.22", "justinian 5.23")
@pytest.mark.parametrize(
    ("gold", "orders", "left", "unpaid"),
    [
        (15, "pay all", 0, set()),
        (14, "pay all", 14, None),
        (14, "pay all but fleet europa", 1, {"fleet"}),
        (14, "pay all but frontier syria-1", 2, {"frontier"}),
        (4, "pay nothing\n", 4, {"army", "fleet", "frontier"}),
    ],
)
def test_what_fifteen_gold_pay(gold: int, orders: str, left: int, unpaid: set[str] | None) -> None:
    """Ten men of the field, two of them Franks; seven on the frontier cost three; two ships."""
    armies = {"orient": army("syria-1", 8, "bessas", allied={"franks": 2})}
    said: dict[str, Any] = {"frontier": {"syria-1": 7}, "fleets": {"byzantine": {"europa": 2}}}
    it = rule(campaign(armies, phase="maintenance", gold=gold, **said), orders)
    assert bool(it.refused) is (unpaid is None)
    if unpaid is None:
        assert it.asked == ["maintenance"]
        return
    assert it.end["gold"] == left and (stand(it, "orient")[2] == {"unpaid"}) is ("army" in unpaid)
    frontier, fleet = it.end["frontier"]["Syria I"], it.end["fleets"]["byzantine"]["Europa"]
    assert (frontier != 7) is ("frontier" in unpaid) and (fleet != 2) is ("fleet" in unpaid)


@pytest.mark.rule("justinian 5.24", "justinian 5.31", "justinian 5.32")
def test_recruits_on_an_unpaid_frontier_are_unpaid() -> None:
    """Five in an unpaid army pay it; three do not."""
    armies = {"orient": army("syria-1", 8, "bessas", unpaid=True), "thrace": army("thracia", 8, "sittas", unpaid=True)}
    given = campaign(armies, frontier={"syria-1": {"sp": 2, "unpaid": True}})
    it = rule(given, "recruit\nshare frontier syria-1 1 orient 5 thrace 3", 9)
    assert not it.refused and it.end["frontier"]["Syria I"] == {"sp": 3, "unpaid": True}
    assert stand(it, "orient") == ("Syria I", 13, set()) and stand(it, "thrace") == ("Thracia", 11, {"unpaid"})


@pytest.mark.rule("justinian 4.31", "justinian 4.33", "justinian 7.16")
@pytest.mark.parametrize(
    ("name", "order", "ok"),
    [
        ("orient", "drop 3", True),
        ("orient", "detach 3", False),
        ("totila", "detach 3", True),
        ("totila", "drop 3", False),
    ],
)
def test_who_leaves_what_behind(name: str, order: str, ok: bool) -> None:
    armies = {"orient": army("syria-1", 8, "bessas"), "totila": army("campania", 20)}
    said: dict[str, Any] = {"control": {"campania": "ostrogoths"}}
    begun: dict[str, Any] = {} if name == "orient" else {"phase": "barbarian", "select_recruited": ["ostrogoths"]}
    first = "activate orient" if name == "orient" else "select ostrogoths\ntotila"
    it = rule(campaign(armies, **said, **begun), f"{first}\n{order}", 5)
    assert bool(it.refused) is not ok
    if ok:
        assert stand(it, name)[1] == (5 if name == "orient" else 17)


@pytest.mark.rule("justinian 9.0-c", "justinian 5.11", "justinian 7.12")
def test_a_revolt_is_put_down_on_the_way() -> None:
    given = campaign({"orient": army("syria-1", 8, "belisarius")}, revolt=["syria-2"])
    it = rule(given, "activate orient\n> syria-2\nclear", 9)
    assert not it.refused and "Syria II" not in it.end.get("revolt", [])


@pytest.mark.rule("justinian 8.11", "justinian 8.22", "justinian 8.24")
def test_the_beaten_do_not_attack_before_they_have_rallied() -> None:
    armies = {"orient": army("syria-1", 8, "belisarius", defeated=True), "chosroes": army("syria-1", 5)}
    given = campaign(armies)
    it = rule(given, "activate orient\nx", 9)
    assert it.refused == ["8.22"] and rolls(it) == ["7.11"]
