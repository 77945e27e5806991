"""Names in written orders, and rules of single battles: what every system shares."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.kernel import naming
from engine.kernel.hexes import Facing, Hex
from engine.kernel.scenario import BaseSide, Briefing, HexScenario, SpecialRule
from engine.kernel.special import Hooks, Special, in_force, made
from engine.kernel.statement import Face, HexRef, Number, Statement, Word
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from tests.each import for_each


@dataclass(frozen=True)
class Piece:
    id: str
    name: str
    side: str
    hex: Hex | None = 101

    @property
    def on_map(self) -> bool:
        return self.hex is not None


PIECES = [
    Piece("HC1", "Lincoln's horse", "english", 101),
    Piece("HC2", "Hereford's horse", "english", 102),
    Piece("PK1", "Moray's pikes", "scots", 203),
    Piece("PK2", "Moray's reserve", "scots", None),
    Piece("Bruce", "Robert Bruce", "scots", 203),
]


class Reader(naming.Reader[Piece]):
    unknown = "Nobody is called {name}."

    def pieces(self) -> list[Piece]:
        return PIECES

    def on_field(self, h: Hex) -> bool:
        return h < 1000

    def standing(self, h: Hex, side: str | None) -> Piece | None:
        return next((p for p in PIECES if p.hex == h and side in (None, p.side)), None)


def reader(*tokens: Word | HexRef | Face | Number) -> Reader:
    return Reader("english", Statement(tokens))


def refused(read: Reader, side: str | None = "english") -> str:
    with pytest.raises(Refusal) as caught:
        read.piece(side)
    return str(caught.value.text)


@pytest.mark.parametrize(
    ("token", "side", "found"),
    [
        (Word("hc2"), "english", "HC2"),
        (Word("pk2"), "english", "PK2"),  # a code is found whoever's it is, and wherever
        (Word("hereford"), "english", "HC2"),
        (Word("robertbr"), None, "Bruce"),
        (Word("moray"), "scots", "PK1"),  # by name only what is on the map
        (HexRef(102), "english", "HC2"),
        (HexRef(203), None, "PK1"),
    ],
)
def test_pieces_are_found(token: Word | HexRef, side: str | None, found: str) -> None:
    assert reader(token).piece(side).id == found


@for_each(
    ("token", "said"),
    [
        (Word("horse"), "horse could be HC1, HC2."),
        (Word("HC9"), "There is no HC9. Did you mean HC1, HC2?"),
        (Word("moray"), "Nobody is called moray."),  # the enemy's name isn't looked for
        (Word("bruze"), "Nobody is called bruze."),  # nor is it guessed at
        (Word("C1H"), "There is no C1H. Did you mean HC1?"),
        (HexRef(203), "At 0203 stands PK1, the enemy's."),
        (HexRef(204), "Nobody stands at 0204."),
        (HexRef(9999), "9999 is not on the map."),
        (Number(2), "+2 is no unit."),
    ],
)
def test_names_that_find_nobody(token: Word | HexRef | Number, said: str) -> None:
    assert refused(reader(token)) == said


def test_an_own_piece_where_an_enemy_is_wanted() -> None:
    assert refused(reader(HexRef(101)), "scots") == "At 0101 stands HC1, your own."
    assert refused(reader(Word("bruse")), "scots") == "There is no bruse. Did you mean Bruce?"


def test_tokens_are_taken_one_by_one() -> None:
    read = reader(Word("RALLY"), Face(Facing.NE), HexRef(101))
    assert (read.word(), len(read.tokens)) == ("rally", 3)
    assert (read.take(), read.word(), read.facing(), read.facing()) == (Word("RALLY"), None, Facing.NE, None)
    with pytest.raises(Refusal, match="I don't understand"):
        read.done()
    read.take()
    read.done()
    with pytest.raises(Refusal, match="stops too early"):
        read.take()


class Base(Special):
    def marched(self) -> bool:
        return False

    def fought(self) -> bool:
        return False


class Mud(Base):
    def marched(self) -> bool:
        return True


def scenario(*rules: SpecialRule) -> HexScenario:
    return HexScenario(
        system="any",
        id="field",
        title="Field",
        date="",
        place="",
        briefing=Briefing(history="", sides={}, balance="", length=""),
        map=BattleMap(id="m", name="M", cols=(1, 2), rows=(1, 2), compass={}),
        special_rules=rules,
        sides=(BaseSide(id="a", name="A", adjective="A"), BaseSide(id="b", name="B", adjective="B")),
    )


def test_rules_in_force_follow_the_options() -> None:
    battle = scenario(
        SpecialRule(id="mud", title="Rule", text="Text.", unless="dry"),
        SpecialRule(id="dry", title="Rule", text="Text.", optional=True),
    )
    kinds = {"mud": Mud, "dry": Base}
    assert [r.id for r in in_force(battle, {})] == ["mud"]
    assert [type(r) for r in made(kinds, battle, {"dry": True})] == [Base]
    with pytest.raises(KeyError):
        made({}, battle, {})


def test_only_rules_that_override_a_hook_are_called_in_it() -> None:
    spec = SpecialRule(id="mud", title="Rule", text="Text.")
    mud, plain, hooks = Mud(spec), Base(spec), Hooks[Base]()
    both = [plain, mud]
    assert hooks.having(both, "marched") == [mud]
    assert hooks.having(both, "fought") == []
    assert hooks.having(both, "marched") is hooks.having(both, "marched"), "found once"
    assert hooks.having([plain], "marched") == [], "another list is looked at anew"
