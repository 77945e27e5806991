"""What the table shows of legions."""

from __future__ import annotations

import pytest

from engine.systems.gboh import view
from tests.engine.spqr import kit


@pytest.mark.rule("spqr 2.23")
def test_a_legion_and_its_ala_are_of_one_colour_and_every_legion_of_another() -> None:
    r = kit.the("cannae")
    table = view.table(r.g)
    bands = {c.id: c.band for c in table.counters}
    for legion in ("III", "V", "VII", "XIV", "XV", "XIX"):
        own = {b for code, b in bands.items() if r.unit(code).legion == legion}
        assert len(own) == 1, legion
        assert [n for n in table.sides[1].bands if n == f"Legion {legion}"], legion
    romans = {b for code, b in bands.items() if r.unit(code).side == "rome"}
    assert len(romans) == len([n for n in table.sides[1].bands if n]) == 6
    assert len({b for code, b in bands.items() if r.unit(code).side == "carthage"}) > 1, "by contingent"


@pytest.mark.rule("spqr 2.23")
def test_a_legion_is_of_one_colour_in_every_battle() -> None:
    """The roster of Cynoscephalae begins with legion V, and Lautulae has no other."""
    colours: dict[str, set[int | None]] = {}
    for battle in ("lautulae", "beneventum", "bagradas", "cannae", "great-plains", "zama", "cynoscephalae"):
        r = kit.the(battle)
        legions = {u.legion for u in r.state.units.values() if u.legion}
        others = set[int | None]()
        for c in view.table(r.g).counters:
            own = r.unit(c.id).legion
            if own:
                colours.setdefault(own, set()).add(c.band)
            elif any(u.legion and u.side == r.unit(c.id).side for u in r.state.units.values()):
                others.add(c.band)
        taken = {n for x in legions for n in colours[str(x)]}
        assert not others & taken, f"{battle}: nobody else has a legion's colour"
    assert all(len(x) == 1 and None not in x for x in colours.values()), colours
    assert len({n for x in colours.values() for n in x}) == len(colours) == 8, "the eight legions"


@pytest.mark.rule("spqr 2.23")
def test_an_ala_without_its_legion_is_called_one() -> None:
    names = view.table(kit.the("zama").g).sides[0].bands
    assert {"Legion I", "Legion X", "Ala VII", "Numidians"} <= {*names}
