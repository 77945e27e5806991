"""Kinds of troops: Cataphract's table says what its rules say, and the sisters' kinds have room in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.kernel.text import Text
from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.troops import RATINGS, TROOPS, WEAPONS
from engine.systems.gboh import troop_tables
from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.orders import scopes
from engine.systems.gboh.troops import Weapon
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.gboh.toys import troop

ARCS = ("front", "flank", "rear")
KINDS = list(TROOPS)
CHARTS = STANDARD.document["charts"]


def one(kind: str, **values):
    """A unit of a kind, alone on open ground."""
    letters, _, cls = kind.partition("/")
    r = kit.battle([kit.unit(f"{letters}1", 1010, cls=cls or None, **values)])
    return r, r.unit(f"{letters}1")


@pytest.mark.rule("cataphract 2.22")
def test_every_type_has_its_row():
    assert {kind.split("/")[0] for kind in KINDS} == set(RATINGS)
    assert {kind: one(kind)[1].kind for kind in KINDS} == {kind: kind for kind in KINDS}


@pytest.mark.rule("cataphract 2.22")
def test_standing_orders_name_types_in_the_order_of_the_table():
    """Cataphracts are heavy cavalry; a type nobody has isn't offered; artillery is neither cavalry nor infantry."""
    r = kit.battle(
        [kit.unit("LI1", 1010), kit.unit("HC1", 1012, cls="Cat"), kit.unit("HC2", 1014), kit.unit("CH1", 1016)]
    )
    found = {s.key: s.units for s in scopes.scopes(r.g, r.unit("LI1").side)}
    types = [k for k in found if k in {t.word for t in TROOPS.values()}]
    assert types == ["heavy-cavalry", "light-infantry", "cheiroballistrae"]
    assert found["heavy-cavalry"] == found["cavalry"] == {"HC1", "HC2"}
    assert found["infantry"] == {"LI1"}


@for_each(
    ("kind", "missile", "symbol"),
    [
        ("HC", None, "heavy-cavalry"),
        ("HC", "C", "heavy-horse-archer"),
        ("HC/Cat", "B", "cataphract"),
        ("LN", "B", "lancer"),
        ("LC", "J", "light-cavalry"),
        ("LC", "B", "horse-archer"),
        ("HI", "J", "heavy-infantry"),
        ("MI", "F", "medium-axes"),
        ("LI", "F", "axe"),
        ("CH", "X", "artillery"),
    ],
)
def test_symbols_go_by_kind_and_missile_class(kind, missile, symbol):
    assert one(kind, missile=missile)[1].symbol == symbol


@for_each("kind", KINDS)
def test_arms_are_those_of_the_units(kind):
    _, unit = one(kind)
    troop = TROOPS[kind]
    assert (troop.is_horse, troop.is_foot, troop.light) == (unit.is_cavalry, unit.is_infantry, unit.is_light)


@pytest.mark.rule("cataphract table:unit_types")
@for_each("kind", KINDS)
def test_rows_of_the_charts_exist_and_are_the_units_own(kind):
    """9.33, 9.32, 6.28: against every other kind, what the chart's cell says is what the rules reckon with."""
    r, unit = one(kind)
    troop = TROOPS[kind]
    clash, superiority = CHARTS["clash"]["cells"], CHARTS["shock_superiority"]["cells"]
    for other in KINDS:
        _, foe = one(other)
        theirs = TROOPS[other]
        for arc in ARCS:
            assert clash[arc][theirs.clash][troop.clash] == r.g.charts.clash(unit, foe, arc)
        cell = superiority[theirs.superiority][troop.superiority]
        assert ("-" if cell == "DS*" else cell) == r.g.charts.superiority(unit, foe)
    for ground in ("woods", "rough"):
        r = kit.battle([kit.unit(unit.id, 1010, cls=unit.cls)], terrain={1110: ground})
        cost = r.g.charts.step_cost(r.g.map, r.unit(unit.id), 1010, 1110)
        assert cost is not None and cost.hits == CHARTS["movement_costs"]["rows"][ground]["hits"][troop.ground]


@pytest.mark.rule("cataphract 11.61", "cataphract 11.64")
def test_what_a_bolt_thrower_cannot_do():
    gun = TROOPS["CH"]
    assert not (gun.faces or gun.attacks or gun.column or gun.reacts or gun.must_attack or gun.harasses)
    assert (gun.shape, gun.turning(3), gun.withdrawal, gun.fate) == (Shape.ROUND, 0, "never", "lost")
    assert all(t.faces and t.attacks and t.fate == "rout" for t in TROOPS.values() if t is not gun)


@pytest.mark.rule("cataphract 7.31")
def test_who_must_attack():
    assert {k for k, t in TROOPS.items() if t.must_attack} == {"HC", "HC/Cat", "LN", "HI", "MI"}


@pytest.mark.rule("cataphract 11.63", "cataphract 11.71", "cataphract 6.41")
def test_foot_by_what_it_may_do():
    assert {k for k, t in TROOPS.items() if t.shelters} == {"HI", "MI"}
    assert {k for k, t in TROOPS.items() if t.is_heavy_foot} == {"HI", "MI"}
    assert {k for k, t in TROOPS.items() if t.column} == {"HI", "MI", "LI"}
    assert {k for k, t in TROOPS.items() if t.target == "heavy"} == {"HI"}


@pytest.mark.rule("cataphract 8.31", "cataphract 10.32", "cataphract 6.52")
def test_horse_and_light_troops_by_what_they_may_do():
    assert {k: t.harasses for k, t in TROOPS.items() if t.harasses} == {"LC": 4}
    assert {k for k, t in TROOPS.items() if t.slips_away} == {"HC", "HC/Cat", "LN", "LC", "LI"}
    assert {k for k, t in TROOPS.items() if t.withdrawal_hits} == {"HI", "MI", "LI", "CH"}
    assert {k for k, t in TROOPS.items() if t.rally_share == 3} == {k for k, t in TROOPS.items() if t.is_horse}


@pytest.mark.rule("cataphract table:missile_range_results")
@for_each("kind", ["HC", "LI", "CH"])
@for_each("letter", list(WEAPONS))
def test_rows_of_the_missile_chart_are_the_units_own(letter, kind):
    weapon, troop = WEAPONS[letter], TROOPS[kind]
    if (letter == "X") != (kind == "CH"):
        with pytest.raises(KeyError):
            _ = WEAPONS["X"].row("foot")
        return
    r, unit = one(kind, missile=letter)
    cells = CHARTS["missile_range_results"]["cells"][weapon.row(troop.arm)]
    for n in range(1, 9):
        assert r.g.charts.missile_strength(unit, n) == cells.get(str(n))
    assert weapon.bow == unit.is_bow
    assert set(CHARTS["missile_supply"]["rows"][weapon.supply]["low_on"]) == set(r.g.charts.low_on(letter))


@pytest.mark.rule("cataphract 8.15", "cataphract 11.4")
def test_weapons_by_what_they_may_do():
    assert (
        {k for k, w in WEAPONS.items() if w.doubles_on} == {"C"} == {k for k, w in WEAPONS.items() if w.twice_standing}
    )
    assert {k for k, w in WEAPONS.items() if "foot" in w.worse_moved} == {"B", "C"}
    assert {k for k, w in WEAPONS.items() if "horse" in w.worse_moved} == {"B", "C", "J"}
    assert {k for k, w in WEAPONS.items() if w.wards or w.thrown_in_shock} == {"J"}


LIGHT = '"alike": {"light": {"light": true, "cases": {"light": "2.2"}}}, "weapons": {}, "ratings": {}'
MEN = '"like": ["light"], "name": "men", "word": "men", "arm": "foot", "ground": "INF"'


def tables(folder: Path, kinds: str, monkeypatch: pytest.MonkeyPatch) -> troop_tables.Tables:
    """The tables of a package with these kinds, which are all light."""
    (folder / "a_book").mkdir()
    (folder / "a_book" / troop_tables.FILE).write_text(f'{{{LIGHT}, "kinds": {{{kinds}}}}}')
    monkeypatch.syspath_prepend(folder)
    return troop_tables.read("a_book")


def test_an_entry_has_what_it_is_like_and_stands_by_its_type(tmp_path, monkeypatch):
    found = tables(tmp_path, f'"LI": {{{MEN}}}, "LI/X": {{{MEN}, "light": false, "symbol": "x"}}', monkeypatch).troops
    assert [(t.light, t.symbol, t.clash, t.superiority) for t in found.values()] == [
        (True, "men", "LI", "LI"),
        (False, "x", "LI", "LI"),
    ]


@pytest.mark.parametrize(
    ("kinds", "wrong"),
    [
        (f'"LI": {{{MEN}}}, "LI": {{{MEN}}}', "LI is given twice"),
        (f'"LI": {{{MEN}, "fate": "lots"}}', "LI.fate"),
        (f'"LI": {{{MEN}, "brave": true}}', "LI.brave"),
        (f'"LI": {{{MEN}, "tags": ["brave"]}}', "LI.tags: nobody asks for brave"),
        (f'"LI": {{{MEN}, "cases": {{"fate": "8.4"}}}}', "there is nothing about fate"),
    ],
)
def test_what_no_kind_can_be_is_refused(tmp_path, monkeypatch, kinds, wrong):
    with pytest.raises(ValueError, match=wrong):
        tables(tmp_path, kinds, monkeypatch)


# -- the sisters' kinds ------------------------------------------------------------------------------------------------


BEAST: dict[str, Any] = {"turn_mp": 2, "must_attack": True, "missile_hits": 2}

SISTERS = {
    t.kind: t
    for t in (
        troop("PH", shape=Shape.TWO, must_attack=True, fate="save", rout_factor=2, column=True, target="heavy"),
        troop(
            "SK",
            light=True,
            zone="front and flank",
            turns_whole=True,
            fate="lost",
            rout_points=2,
            withdrawal="two hexes",
            moves_again_free=True,
            size_counts=False,
            target="skirmisher",
            harasses=2,
            attacks=False,
        ),
        troop("EL", "elephant", turns_unhurt=True, fate="rampage", **BEAST),
        troop("CH", "chariot", fate="lost", withdrawal_hits=1, **BEAST),
        troop(
            "LG/TR",
            must_attack=True,
            turns_whole=True,
            withdrawal_check=True,
            column=True,
            tags=frozenset({"triarii"}),
        ),
        troop("HC/CAT", "horse", turn_mp=2, must_attack=True, target="cataphract"),
        troop(
            "AT", "engine", shape=Shape.ROUND, zone="none", turn_mp=0, attacks=False, fate="lost", withdrawal="never"
        ),
    )
}
"""Kinds of Alexander (unit_types) and SPQR (2.2, 7.12, 9.2, 10.21) that Cataphract has nothing like."""


@for_each(
    ("kind", "vertices", "mp"),
    [
        ("PH", 2, 2),
        ("SK", 3, 1),
        ("SK", 0, 0),
        ("EL", 2, 4),
        ("CH", 1, 2),
        ("LG/TR", 3, 1),
        ("HC/CAT", 3, 6),
        ("AT", 3, 0),
    ],
)
def test_what_turning_costs_them(kind, vertices, mp):
    """Alexander 7.12; SPQR 7.12 (the legions turn whole for 1 MP)."""
    assert SISTERS[kind].turning(vertices) == mp


def test_elephants_and_chariots_are_no_horse_and_no_foot():
    for beast in (SISTERS["EL"], SISTERS["CH"]):
        assert not (beast.is_horse or beast.is_foot or beast.is_heavy_foot or beast.is_engine)


def test_a_weapon_nobody_of_the_arm_carries():
    sling = Weapon(letter="S", name=Text("sling"), rows={"foot": "S_foot"}, supply="S", bow=True)
    assert sling.row("foot") == "S_foot"
    with pytest.raises(KeyError):
        sling.row("elephant")
