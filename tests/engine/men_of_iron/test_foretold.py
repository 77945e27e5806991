"""What players are told before they decide, and the attacks worked out for ``shock all`` and ``shock good``."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.men_of_iron import activation, charge
from engine.systems.men_of_iron.shock import drms, engagement, planning, reluctance
from engine.systems.men_of_iron.state import Attack
from tests.engine.men_of_iron.kit import unit
from tests.engine.men_of_iron.shock_kit import field, plan


@pytest.mark.rule("men-of-iron 4.3")
@pytest.mark.parametrize(("value", "of_ten"), [(-1, 0), (0, 1), (4, 5), (8, 9), (9, 10), (12, 10)])
def test_the_chance_of_a_roll_of_so_much_or_less(value: int, of_ten: int) -> None:
    assert activation.odds(value) == pytest.approx(of_ten / 10)


@pytest.mark.rule("men-of-iron 11.4")
@pytest.mark.parametrize(
    ("foe", "state", "facing", "of_ten"),
    [
        ("PK", {}, "W", 5),  # 4 or less
        ("DM", {}, "W", 5),
        ("PK", {"formation": "schiltron"}, "W", 2),  # +3 to the roll
        ("PK", {}, "E", 10),  # horses don't shy at a back
        ("AX", {}, "W", 10),
        ("LB", {}, "W", 10),
    ],
)
def test_the_chance_that_a_charge_goes_home(foe: str, state: dict[str, Any], facing: str, of_ten: int) -> None:
    r = field([unit("MM1", 1010)], [unit(f"{foe}9", 1210, facing, **state)])
    assert reluctance.home_chance(r.g, 1110, [r.unit(f"{foe}9")]) == pytest.approx(of_ten / 10)


@pytest.mark.rule("men-of-iron 10.3")
@pytest.mark.parametrize("foe", ["PK", "AX", "LB"])
def test_each_face_of_the_die_counts_a_tenth(foe: str) -> None:
    r = field([unit("DM1", 1010)], [unit(f"{foe}9", 1110, "W")])
    c = engagement.of(r.g, [Attack(unit="DM1", targets=[f"{foe}9"])]).combat(r.g, r.unit(f"{foe}9"))
    total = sum(m.value for m in drms.reckon(r.g, c))
    odds = drms.odds(r.g, c)
    faces = [drms.result(r.g, c, die + total) for die in range(10)]
    assert odds == {codes: pytest.approx(faces.count(codes) / 10) for codes in faces}
    assert drms.chance(odds, {code for codes in faces for code in codes}) == pytest.approx(1)


def attacks(order: Any) -> dict[str, tuple[str, ...]]:
    return {p.unit: p.targets for p in order.attacks}


STRONG, WEAK = unit("DM1", 1010), unit("PK2", 1020)
FOES = [unit("LB8", 1110, "E", disordered=True), unit("DM9", 1120, "W")]
"""DM1 stands behind a Disordered bowman; PK2 before a knight on foot."""


@pytest.mark.rule("men-of-iron 10.2")
def test_everybody_attacks_or_only_those_who_promise_something() -> None:
    r = field([STRONG, WEAK], FOES)
    good, bad = (planning.worth(r.g, [Attack(unit=a, targets=[t])]) for a, t in (("DM1", "LB8"), ("PK2", "DM9")))
    assert good > 0 > bad
    assert attacks(planning.everybody(r.g)) == {"DM1": (), "PK2": ()}
    assert attacks(planning.promising(r.g)) == {"DM1": ()}


@pytest.mark.rule("men-of-iron 10.2")
def test_nobody_attacks_where_all_would_be_worse_for_it() -> None:
    r = field([WEAK], [FOES[1]])
    assert attacks(planning.promising(r.g)) == {}
    assert attacks(planning.everybody(r.g)) == {"PK2": ()}


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 11.3")
def test_targets_are_named_where_the_order_would_mean_others() -> None:
    """Who is before a unit and not attacked by one named earlier is attacked without a word."""
    r = field([unit("DM1", 1010), unit("DM2", 1011)], [unit("PK8", 1110, "W"), unit("PK9", 1111, "W")])
    both = [Attack(unit="DM1", targets=["PK8"]), Attack(unit="DM2", targets=["PK8", "PK9"])]
    before = {a: [t.id for t in charge.before(r.g, r.unit(a), r.unit(a).at, r.unit(a).facing)] for a in ("DM1", "DM2")}
    assert "PK8" in before["DM1"] and "PK8" in before["DM2"] and "PK9" in before["DM2"]
    told = attacks(planning.order_of(r.g, both))
    assert told["DM2"] == ("PK8", "PK9"), "without a word it would leave PK8 to DM1"
    alone = attacks(planning.order_of(r.g, [both[0], Attack(unit="DM2", targets=["PK9"])]))
    assert alone["DM2"] == ()


def test_a_charge_is_worth_more_the_likelier_it_goes_home() -> None:
    def worth(foe: str, *path: int, **state: Any) -> float:
        r = field([unit("MM1", 1010)], [unit(f"{foe}9", 1210, "W", **state)])
        return planning.worth(r.g, [Attack(unit="MM1", targets=[f"{foe}9"], charge=list(path))])

    assert worth("PK", 1110) > worth("PK", 1110, formation="schiltron")
    assert worth("AX", 1110) > worth("PK", 1110)
    assert plan("MM1", way=(1110,)).charge == (1110,)
