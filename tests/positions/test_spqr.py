"""Positions of SPQR put to the referee as ``hexarch adjudicate`` does: what is refused, with which reason and case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.cli.adjudication import adjudicate


def piece(side: str, code: str, at: str, facing: str = "E", **values: Any) -> dict[str, Any]:
    return {"side": side, "code": code, "hex": at, "facing": facing, **values}


def legionary(code: str, at: str, **values: Any) -> dict[str, Any]:
    """Hastati of the first legion."""
    return piece("roman", code, at, type="LG", cls="HA", legion="I", **values)


def chief(side: str, name: str, at: str, role: str = "OC", **values: Any) -> dict[str, Any]:
    return {"side": side, "id": name, "hex": at, "role": role, **values}


ENEMY = piece("punic", "HI9", "2010", "W")
HANNIBAL = chief("punic", "Hannibal", "2110", initiative=7)


def position(units: Sequence[Any], leaders: Sequence[Any], **values: Any) -> dict[str, Any]:
    field = {"cols": [1, 30], "rows": [1, 20], "units": units, "leaders": leaders, **values.pop("field", {})}
    return {"system": "spqr", "field": field, **values}


def refused(given: dict[str, Any], orders: str, *dice: int) -> tuple[str, str]:
    """Case and words of the one refusal."""
    (no,) = [told for told in adjudicate(given, orders, dice) if told["type"] == "refusal"]
    return str(no["rule"]), str(no["text"])


SCIPIO = chief("roman", "Scipio", "0810", initiative=7, command_range=9)
THREE = (legionary("HA1", "1010"), legionary("HA2", "1010", below="HA1"), legionary("HA3", "0910"), ENEMY)


@pytest.mark.rule("spqr 6.63", "spqr 6.61")
def test_a_third_unit_in_a_roman_hex() -> None:
    given = position(THREE, [SCIPIO, HANNIBAL], active="Scipio")
    says = "HA3 can't end its move at 1010: HA1 and HA2 stand there, and a third unit can't stay."
    assert refused(given, "HA3 > 1010") == ("6.63", says)
    cavalry = position([*THREE, piece("roman", "RC4", "0909", type="RC")], [SCIPIO, HANNIBAL], active="Scipio")
    assert refused(cavalry, "RC4 > 1010") == ("6.61", "RC4 can't end its move at 1010: HA1 stands there.")


@pytest.mark.rule("spqr 6.24", "spqr 6.25")
@pytest.mark.parametrize(("ground", "case"), [("river", "6.24"), ("village", "6.24"), ("woods", "6.25")])
def test_ground_that_nobody_enters_and_ground_too_dear(ground: str, case: str) -> None:
    terrain = {"terrain": {"1110": ground, "1109": ground}}
    given = position([piece("roman", "MI1", "1010", ma=1), ENEMY], [SCIPIO, HANNIBAL], active="Scipio", field=terrain)
    assert refused(given, "MI1 > 1110 attack")[0] == case


@pytest.mark.rule("spqr 4.26")
def test_a_leader_in_enemy_zoc_who_orders() -> None:
    units = [legionary("HA1", "1010"), legionary("HA3", "0910"), piece("punic", "HI9", "1110", "W")]
    held = chief("roman", "Varro", "1010", "SC", initiative=4)
    given = position(units, [held, chief("roman", "Scipio", "0510", initiative=7), HANNIBAL], active="Varro")
    case, words = refused(given, "HA3 > 0909")
    assert case == "4.26" and words.startswith("Varro is in enemy ZOC and gives no orders")


@pytest.mark.rule("spqr 5.51")
def test_the_elite_phase_for_a_leader_out_of_range() -> None:
    scipio = chief("roman", "Scipio", "0510", initiative=7, elite=True, command_range=5)
    far = chief("roman", "Laelius", "1510", "SC", initiative=4)
    given = position([legionary("HA1", "1010"), ENEMY], [scipio, far, HANNIBAL], phase="elite", turn=2)
    case, words = refused(given, "Laelius")
    assert case == "5.51" and "Laelius is beyond Scipio's Command Range of 5" in words


@pytest.mark.rule("spqr 5.41")
@pytest.mark.parametrize("who", ["Paullus", "Varro"])
def test_a_trump_at_equal_initiative(who: str) -> None:
    lower = [chief("roman", name, "0910", "SC", initiative=4) for name in ("Varro", "Paullus")]
    scipio = chief("roman", "Scipio", "0510", initiative=7)
    given = position([legionary("HA1", "1010"), ENEMY], [scipio, *lower, HANNIBAL], phase="select")
    says = f"“trump {who}”: {who} has Initiative 4; to Trump takes 5."
    assert refused(given, f"trump {who}") == ("5.41", says)
    alone = position([legionary("HA1", "1010"), ENEMY], [lower[0], HANNIBAL], phase="select")
    assert refused(alone, "trump Varro")[0] == "5.41", "though nobody might trump"


@pytest.mark.rule("spqr 5.43")
def test_a_second_trump_against_a_trump() -> None:
    leaders = [
        chief("roman", "Scipio", "0510", initiative=5),
        chief("roman", "Varro", "0910", "SC", initiative=4),
        HANNIBAL,
        chief("punic", "Mago", "2110", "SC", initiative=6),
    ]
    given = position([legionary("HA1", "1010"), ENEMY], leaders, phase="select")
    assert refused(given, "trump Scipio\ntrump Mago\ntrump Hannibal", 3, 9) == (
        "5.43",
        "The Punic have tried to Trump already.",
    )
