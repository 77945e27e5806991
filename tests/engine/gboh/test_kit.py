"""Shared tests run for every game that has their case, and name it."""

from __future__ import annotations

import dataclasses

import pytest

from engine.systems.cataphract.rules import RULES
from engine.systems.gboh.cases import Case
from engine.systems.gboh.rules import Rules
from tests.engine.gboh.kit import KITS, other_books, shared


@dataclasses.dataclass
class Other:
    """A game with the numbers of another book."""

    system: str
    rules: Rules


ALEXANDER = Other("alexander", dataclasses.replace(RULES, cases=other_books()["alexander"]))
BOTH = (KITS[0], ALEXANDER)


def named(test: object) -> list[str]:
    (mark,) = (m for m in getattr(test, "pytestmark", ()) if m.name == "parametrize")
    return [k.system for k in mark.args[1]]


def test_it_runs_for_every_game_that_has_the_case():
    @shared(Case.WITHDRAWAL, kits=BOTH)
    @pytest.mark.rule("cataphract 6.51", "alexander 6.71")
    def both(kit): ...

    @shared(Case.FEINT, kits=BOTH)
    @pytest.mark.rule("cataphract 6.73")
    def one(kit): ...

    assert named(both) == ["cataphract", "alexander"] and named(one) == ["cataphract"]


def test_it_wants_each_games_number_among_its_marks():
    with pytest.raises(AssertionError, match=r"wants the marks alexander 6\.71"):

        @shared(Case.WITHDRAWAL, kits=BOTH)
        @pytest.mark.rule("cataphract 6.51")
        def short(kit): ...

    with pytest.raises(AssertionError, match="no game has feint"):

        @shared(Case.FEINT, kits=(ALEXANDER,))
        def nobody(kit): ...
