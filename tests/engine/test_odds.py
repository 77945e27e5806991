"""Where attacks are chosen: each combat's odds, complete, and the same as the referee's answer to who asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.decisions import Choice, Command, Menu
from engine.kernel.odds import Odds
from engine.systems.gboh.inquiry import attack as gboh_attack
from engine.systems.gboh.shock import clash, designation
from engine.systems.men_of_iron.inquiry import attack as men_of_iron_attack
from engine.systems.men_of_iron.shock import menus
from tests.engine.cataphract import kit as cataphract
from tests.engine.men_of_iron import kit as men_of_iron


def choices(menu: Menu, deep: int = 2) -> Iterator[Choice]:
    """Every choice of a menu, and of those below it."""
    for c in menu:
        yield c
        if c.menu is not None and deep:
            yield from choices(c.menu(), deep - 1)


def sound(odds: Odds) -> None:
    assert sum(p for _, p in odds.results) == pytest.approx(1)
    assert [p for _, p in odds.results] == sorted((p for _, p in odds.results), reverse=True)
    assert all(0 < p <= 1 for _, p in (*odds.results, *odds.besides))
    assert str(odds.title) in str(odds.words)


def _cataphract() -> cataphract.Rig:
    ours = [cataphract.unit("HC1", 1010, "E"), cataphract.unit("HC2", 1011, "E")]
    theirs = [cataphract.unit("LN1", 1110, "W"), cataphract.unit("LN2", 1111, "W")]
    leaders = [cataphract.leader("Oc", 1010)]
    return cataphract.battle(ours, theirs, a_leaders=leaders).orders("a", "Oc", markers={"HC1": "must"})


@pytest.mark.rule("cataphract 9.12", "cataphract 9.16", "cataphract 9.14")
def test_every_choice_of_attacks_has_its_odds() -> None:
    rig = _cataphract()
    must, may = designation.obliged(rig.g), designation.willing(rig.g)
    found = list(choices(designation._menu(rig.g, must, may, ())))
    told = [c for c in found if c.odds is not None]
    assert {c.key for c in told} >= {"all", "add-HC2"}
    for c in told:
        assert c.odds is not None
        for odds in c.odds():
            sound(odds)
        assert "column" in str(c.note)
    everybody = next(c for c in told if c.key == "all")
    assert everybody.odds is not None
    assert any("Oc is hit" in str(what) and p == 0.1 for x in everybody.odds() for what, p in x.besides)
    assert "Oc may be hit (10 %)" in str(everybody.note)


@pytest.mark.rule("cataphract 9.16")
def test_they_are_what_the_referee_says_to_who_asks() -> None:
    rig = _cataphract()
    plan = designation.auto_plan(rig.g, everybody=False)
    (odds,) = designation.assignment.combats(rig.g, plan)
    units = rig.state.units
    ours = [units[x] for x in plan.attacks[0].attackers]
    theirs = [units[x] for x in plan.attacks[0].defenders]
    r = clash.foresee(rig.g, ours, theirs)
    assert {str(x): p for x, p in odds.results} == pytest.approx({f"{a}–{d}": p for (a, d), p in r.chances().items()})
    said = "\n".join(str(f.text) for f in gboh_attack.about(rig.g, [u.id for u in ours], [u.id for u in theirs]).facts)
    for what, p in odds.results:
        assert f"{what} {round(100 * p)} %" in said


@pytest.mark.rule("men-of-iron 10.4", "men-of-iron 12.1", "men-of-iron 15.4")
def test_attacks_and_charges_of_men_of_iron() -> None:
    rig = men_of_iron.battle(
        [men_of_iron.unit("DM1", 1010), men_of_iron.unit("MM1", 1006)],
        [men_of_iron.unit("PK1", 1110, "W"), men_of_iron.unit("PK2", 1306, "W")],
        a_leaders=[men_of_iron.leader("LA", 1010, command_range=40)],
    ).activate("A", phase="shock")
    told = [c for c in choices(menus.menu(rig.g), 1) if c.odds is not None]
    titles = {str(x.title) for c in told if c.odds is not None for x in c.odds()}
    assert any("Charge Table" in t for t in titles)
    assert any("Shock Table" in t for t in titles)
    for c in told:
        assert c.odds is not None
        for odds in c.odds():
            sound(odds)
    against = next(c for c in told if c.key == "add-DM1")
    assert against.odds is not None
    (odds,) = against.odds()
    assert any("LA falls if DM1 is shaken" in str(what) for what, _ in odds.besides)
    said = "\n".join(str(f.text) for f in men_of_iron_attack.about(rig.g, ["DM1"], ["PK1"]).facts)
    for what, p in odds.results:
        assert f"{what} {round(100 * p)} %" in said


def test_nobody_attacks_at_no_odds() -> None:
    rig = men_of_iron.battle([men_of_iron.unit("DM1", 1010)], [men_of_iron.unit("PK1", 1110, "W")]).activate(
        "A", phase="shock"
    )
    asked = rig.play()
    assert isinstance(asked, Command)
    assert asked.menu["go"].odds is None
