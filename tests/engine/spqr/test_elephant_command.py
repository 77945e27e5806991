"""4.8 Who orders elephants once they have had their first orders, and Elephant Leaders; 4.3 a commander's company."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Picks
from engine.kernel.text import Refusal
from engine.systems.gboh.elephants.command import ElephantCommand
from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import segment
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

QUIET = ["reaction-facing", "orderly-withdrawal", "advance-turn", "rout-path", "entry-fire", "leader-along"]


def herd(at: int = 910, *theirs: dict[str, Any], option: str = "4.8", later: bool = True) -> kit.Rig:
    """Three elephants in a row and foot; Hasdrubal near, Bostar out of his reach."""
    ours = [unit("EL1", 1010), unit("EL2", 1011), unit("EL3", 1012), unit("MI4", 910)]
    r = kit.battle(
        ours,
        list(theirs) or [unit("HI9", 3030, "W")],
        a_leaders=[leader("Hasdrubal", at, strategy=5), leader("Bostar", 912, "SC", initiative=4)],
        options={option: True} if option else {},
    )
    if later:
        r.state.notes["4.81 a"] = "ordered"
    return r.orders("a", "Hasdrubal")


def bars(r: kit.Rig, name: str = "EL1") -> Refusal | None:
    r.g.version += 1
    return ElephantCommand(r.g.game.cases).heeds(r.g, r.unit(name), releasing=False, firing=False)


@pytest.mark.rule("spqr 4.81")
@pytest.mark.parametrize("option", ["4.8", "4.81"])
def test_the_first_orders_are_anybodys_and_later_ones_his_who_rides_with_one(option: str) -> None:
    r = herd(option=option, later=False)
    r.order(Move(unit="EL1", path=(1109,)))
    r.order(Move(unit="EL2", path=(1111,)))
    r.run(segment.shock_segment, defaults=["shock"])
    assert r.state.notes["4.81 a"] == "ordered"
    assert bars(herd(option=option)) is not None
    assert bars(herd(1011, option=option)) is None
    assert bars(herd(option=option), "MI4") is None


@pytest.mark.rule("spqr 4.81")
def test_without_the_option_they_obey_as_others_do() -> None:
    assert bars(herd(option="")) is None


@pytest.mark.rule("spqr 4.81")
def test_he_stays_with_them_for_the_phase() -> None:
    r = herd(1010)
    r.order(Move(unit="EL2", path=(1111,)))
    r.refuses("4.81", orders.MoveLeader(leader="Hasdrubal", to=909))
    r.order(Move(unit="EL1", path=(1109, 1209), along=True))
    assert r.leader("Hasdrubal").at == 1209, "with an elephant he goes"
    r.refuses("4.81", orders.MoveLeader(leader="Hasdrubal", to=1309))
    free = herd(1010)
    free.unit("MI4").hex = 909
    free.g.version += 1
    free.order(Move(unit="MI4", path=(1009,)))
    free.order(orders.MoveLeader(leader="Hasdrubal", to=809))
    assert free.leader("Hasdrubal").at == 809


def charge(r: kit.Rig, placed: str, *answers: Any, **given: Any) -> kit.Rig:
    r.state.orders = None
    r.state.notes["4.81 a"] = placed
    r.run(ElephantCommand(r.g.game.cases).turn_start, answers=answers, defaults=QUIET, **given)
    return r


@pytest.mark.rule("spqr 4.82", "spqr 4.83")
def test_an_elephant_leader_sends_its_line_to_charge_whoever_is_near() -> None:
    seen: list[list[str]] = []

    def far(d: Any) -> dict[str, str]:
        item = d.items[0]
        seen.append([c.key for c in item.choices])
        return {item.key: next(c.key for c in item.choices if c.key.endswith("@E"))}

    r = charge(herd(3535), "EL2", far, far, far)
    assert [r.unit(f"EL{n}").at // 100 for n in (1, 2, 3)] == [17, 17, 17], "seven hexes on, the whole Line"
    assert all(key[:2] == "17" for keys in seen for key in keys if key.endswith("@E")), "no less than all its MA"
    begun = r.happened(OrdersBegan)
    assert [e.orders.leader for e in begun] == [None] and r.state.orders is None, "no Orders Phase of a leader"


@pytest.mark.rule("spqr 4.82")
def test_it_goes_through_friends_and_stops_in_enemy_zoc() -> None:
    r = herd(3535)
    r.unit("MI4").hex = 1309
    r.g.version += 1
    keys: list[str] = []

    def look(d: Any) -> Any:
        keys.extend(c.key for c in d.items[0].choices)
        return d.default

    charge(r, "EL3", look, look, look)
    assert any(k.startswith("17") for k in keys)
    stopped = herd(3535, unit("HI9", 1311, "W"))
    found: list[str] = []

    def note(d: Any) -> Any:
        found.extend(c.key for c in d.items[0].choices)
        return d.default

    charge(stopped, "EL1", note, note, note)
    assert "1211@E" in found and not any(k[:2] in ("13", "14", "15") and k.endswith("11@E") for k in found)


@pytest.mark.rule("spqr 4.84", "spqr 4.81")
def test_two_at_most_and_placed_anew_each_turn() -> None:
    r = herd()

    def three(d: Any) -> Any:
        with kit.refused("4.81"):
            d.check(Picks(picks=dict.fromkeys(("EL1", "EL2", "EL3"), "yes")))
        return {"EL1": "yes", "EL2": "yes"}

    r.run(ElephantCommand(r.g.game.cases).after_reload, answers=[three])
    assert r.state.notes["4.81 a"].split() == ["EL1", "EL2"]
    charge(r, "EL1 EL2", "stay", "stay", "stay", *["stay"] * 3)
    assert r.state.notes["4.81 a"] == "ordered", "none is left on an elephant"


@pytest.mark.rule("spqr 4.3", "spqr 5.24")
@pytest.mark.parametrize(("who", "goes"), [("Hasdrubal", True), ("Bostar", False)])
def test_leaders_in_his_hex_go_along_with_the_overall_commander_at_no_order(who: str, goes: bool) -> None:
    r = kit.battle(
        [unit("HC1", 1010)],
        [unit("HI9", 3030, "W")],
        a_leaders=[leader("Hasdrubal", 1010), leader("Bostar", 1010, "SC"), leader("Mago", 1010, "SC")],
    ).orders("a", who)
    other = "Bostar" if who == "Hasdrubal" else "Mago"
    order = Move(unit="HC1", path=(1110, 1210), along=True)
    r.order(order, answers=[{"Bostar": "go", "Mago": "stay"}] if goes else [])
    assert (r.leader(who).at, r.g.orders.orders_used) == (1210, 1)
    assert (r.leader(other).at == 1210) is goes
