"""One test for every game that has the case.

A shared test lays out units in the family's words (:mod:`tests.engine.gboh.positions`) and asks what comes of it; a
game's kit makes a battle of its own of them::

    @shared(Case.ZONE)
    @pytest.mark.rule("cataphract 7.21", "alexander 7.21")
    def test_the_zone_is_the_front_hexes(kit): ...

runs once for every kit whose book has the case. The mark names each game's number for the coverage report, and must. A
test of what no procedure has to name, the die for one, has no :class:`Case`: it runs for the games its mark names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from engine.systems.gboh.cases import Case, Numbers
from tests.engine.alexander.family_kit import KIT as ALEXANDER
from tests.engine.cataphract.family_kit import KIT as CATAPHRACT
from tests.engine.gboh.positions import Kit
from tests.engine.spqr.family_kit import KIT as SPQR

KITS: tuple[Kit, ...] = (CATAPHRACT, ALEXANDER, SPQR)
"""Every game there is."""

T = TypeVar("T", bound=Callable[..., None])


def shared(*cases: Case, kits: Sequence[Kit] = KITS) -> Callable[[T], T]:
    """Run a test, whose argument is ``kit``, for every game that has all the cases; without any, for those it is
    marked for.

    Raises AssertionError where a game's number of one of them is missing from the test's ``rule`` marks, or no game has
    them.
    """

    def decorated(test: T) -> T:
        marked = {arg for mark in getattr(test, "pytestmark", ()) if mark.name == "rule" for arg in mark.args}
        named = {mark.partition(" ")[0] for mark in marked}
        having = [k for k in kits if (k.system in named if not cases else all(c in k.rules.cases for c in cases))]
        assert having, f"no game has {', '.join(case.value for case in cases)}"
        wanted = {f"{k.system} {k.rules.cases[case]}" for k in having for case in cases}
        assert wanted <= marked, f"{test.__name__} wants the marks {', '.join(sorted(wanted - marked))}"
        return pytest.mark.parametrize("kit", having, ids=lambda k: k.system)(test)

    return decorated


def other_books() -> dict[str, Numbers]:
    """The numbers of Cataphract's sisters, by system id."""
    return {kit.system: kit.rules.cases for kit in (ALEXANDER, SPQR)}
