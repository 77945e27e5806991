"""Ways of withdrawals and feints written hex by hex; and what is said of answers that are none."""

from __future__ import annotations

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import Pick, Picks
from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import orders_phase
from tests.each import for_each
from tests.engine.cataphract import kit


class Board:
    """As much of a game as reading an answer takes."""

    def __init__(self, r):
        self.system, self.state, self.context = Cataphract(r.g.scenario), r.g.state, r.g

    def view(self, sides=()):
        return self.system.view(self.state, sides)


def written(r, *texts):
    """Answers as players write them, for the questions to come."""

    def read(text):
        return lambda d: bind(Board(r), d, parse(text))[0]

    return [read(t) for t in texts]


def window(r, *texts, mover="HC9", dice=(), defaults=("rout-path", "pursuit-route")):
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit(mover), starting=False),
        dice=dice,
        answers=written(r, *texts),
        defaults=defaults,
    )
    return r


def close(*units, **values):
    """A cavalryman of side a has come within reach of side b's units."""
    return kit.battle([kit.unit("HC9", 1010, "E")], list(units), **values).orders("a")


def refusal(r, text, *, mover="HC9"):
    """What is said to a wrong answer to the question who withdraws."""
    asked = []

    def answer(d):
        asked.append(d)
        return Picks(picks={i.key: "stay" for i in d.items})

    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit(mover), starting=False), answers=[answer])
    with pytest.raises(Refusal) as caught:
        bind(Board(r), asked[0], parse(text))
    return caught.value


def ridden(r, unit):
    return [e.to for e in r.happened(UnitMoved) if e.unit == unit]


@pytest.mark.rule("cataphract 6.51", "cataphract 6.52")
@pytest.mark.parametrize(
    ("text", "way", "facing"),
    [
        ("LC1 > 1310 1410 @E", [1310, 1410], "E"),
        ("LC1 > 1309 1410 @W", [1309, 1410], "W"),
        ("lc1 1309 1410", [1309, 1410], "W"),
        ("LC1 1210 1309 1410 @W", [1309, 1410], "W"),
        ("1210 > 1309 1410 @W", [1309, 1410], "W"),
    ],
)
def test_a_withdrawal_takes_the_way_that_is_written(text, way, facing):
    """Without a facing the unit keeps its own; its own hex may stand first."""
    r = window(close(kit.unit("LC1", 1210, "W", ma=14)), text, defaults=("rout-path", "withdrawal-fire"))
    assert ridden(r, "LC1") == way
    assert r.unit("LC1").facing == Facing[facing]


@pytest.mark.rule("cataphract 6.51", "cataphract 6.52", "cataphract 6.55")
@for_each(
    ("text", "case", "says"),
    [
        ("LC1 > 1309 1210 @E", "6.51", "1210 leads no farther away from HC9."),
        ("LC1 > 1309 1610 @E", "6.31", "1610 is not next to 1309."),
        ("LC1 > 1309 1409 1509 @W", "6.51", "1509 costs 3 MP, and LC1 has 2: its MA of 10 less HC9's 8."),
        ("LC1 1510 @W", "6.51", "1510 costs 3 MP, and LC1 has 2"),
        ("LC1  1410 @e", "6.52", "LC1 has no MP left to turn to E at 1410."),
        ("LC1 > 1410 9999", "6.31", "1410 is not next to 1210."),
        ("LC1 9999", "6.31", "9999 is not on the map."),
        ("LC1 > 1310 1410 @W", "6.55", "1310 is in the ZOC of HC8."),
        ("LC1 0910 @W", "6.51", "0910 leads no farther away from HC9."),
        ("LC1 Line", "6.58", "no cavalry Line"),
        ("LC1 feign", "6.71", "doesn't know how to feign"),
        ("MI2 1411@W", "6.51", "MI2 is no faster than HC9."),
        ("LC3 2011@W", "6.51", "LC3 is 9 hexes from HC9: those within 2 may withdraw."),
    ],
)
def test_why_a_withdrawal_is_not_open(text, case, says):
    r = kit.battle(
        [kit.unit("HC9", 1010, "E"), kit.unit("HC8", 1211, "E")],
        [kit.unit("LC1", 1210, "W", ma=10), kit.unit("MI2", 1208, "W"), kit.unit("LC3", 1910, "W")],
    ).orders("a")
    no = refusal(r, text)
    assert says in str(no), str(no)
    assert no.rule == case
    assert f"“{text}”" in str(no)


@pytest.mark.rule("cataphract 6.73")
def test_a_feint_takes_the_way_that_is_written():
    """With the word itself, or when it is asked where it rides."""

    def field():
        hun = kit.unit("LC1", 1210, "W", feigns=True, tq=8, missile="C", passes_lightly=True)
        return kit.battle([kit.unit("HC9", 1010, "E", feint_reaction=9)], [hun]).orders("a")

    at_once = window(field(), "LC1 feign > 1309 1409 1509 @E", dice=[0])
    asked = window(field(), "LC1 feign", "> 1309 1409 1509 @E", dice=[0])
    assert ridden(at_once, "LC1") == ridden(asked, "LC1") == [1309, 1409, 1509]
    no = refusal(field(), "LC1 feign > 1309 1409")
    assert (no.rule, "rides 3 to 5 hexes; that is 2." in str(no)) == ("6.73", True)


@pytest.mark.rule("cataphract 6.58")
def test_of_a_line_each_unit_goes_and_nobody_stays():
    """Units the answer doesn't name take a hex by default, because the whole Line must withdraw."""
    r = close(kit.unit("LC1", 1210, "W"), kit.unit("LC2", 1211, "W"))
    window(r, "LC1 line", "LC1 1310 @W", defaults=("rout-path", "withdrawal-fire"))
    assert r.unit("LC1").hex == 1310
    assert r.unit("LC2").hex != 1211


@pytest.mark.rule("cataphract 8.21", "cataphract 8.13")
def test_a_unit_asked_to_fire_says_whom_it_can_fire_at():
    r = kit.battle(
        [kit.unit("HC9", 1110, "E"), kit.unit("HC8", 2010, "E")],
        [kit.unit("LC1", 1210, "W", missile="J"), kit.unit("MI3", 1211, "W", missile=None)],
    ).orders("a")
    asked = []

    def answer(d):
        asked.append(d)
        return Picks(picks={"LC1": "hold"})

    r.run(lambda g: reaction.entry_fire(g, r.unit("HC9")), answers=[answer])
    for text, case, says in (
        ("LC1 x HC8", "8.13", "range"),
        ("MI3 fire", "8.11", "MI3 has no missiles"),
        ("HC8 fire", "8.21", "HC8 is the enemy's."),
    ):
        with pytest.raises(Refusal) as caught:
            bind(Board(r), asked[0], parse(text))
        assert says in str(caught.value), str(caught.value)
        assert caught.value.rule == case
    for text in ("fire", "LC1 fire", "LC1 x HC9", "x 1110", "yes"):
        assert bind(Board(r), asked[0], parse(text))[0] == Picks(picks={"LC1": "fire"})


@pytest.mark.rule("cataphract 7.23")
def test_to_name_the_facing_a_unit_has_is_no_turn():
    """A step into enemy ZOC ends the move; to face as it does already it needn't turn."""
    r = kit.battle(
        [kit.unit("HI1", 1010, "E")], [kit.unit("HI2", 1210, "W")], a_leaders=[kit.leader("Caesar", 1009)]
    ).orders("a", "Caesar")
    orders_phase.check(r.g, orders.Move(unit="HI1", path=(1110, Facing.E)))
    with kit.refused("7.25"):
        orders_phase.check(r.g, orders.Move(unit="HI1", path=(1110, Facing.NE)))
    r.order(orders.Move(unit="HI1", path=(1110, Facing.E)), defaults=("reaction-facing",))
    assert (r.unit("HI1").hex, r.unit("HI1").facing) == (1110, Facing.E)


@pytest.mark.rule("cataphract 5.42", "cataphract 5.41")
def test_why_a_leader_cannot_trump():
    r = kit.battle(
        [kit.unit("HI1", 1010)],
        [kit.unit("HI2", 2010)],
        a_leaders=[kit.leader("Caesar", 1010)],
        b_leaders=[
            kit.leader("Brennus", 2010, initiative=7),
            kit.leader("Ambiorix", 2010, "CC", initiative=8),
            kit.leader("Cotus", 2010, "SC", initiative=3),
            kit.leader(
                "Dumnorix",
                2010,
                "SC",
                initiative=8,
            ),
        ],
    )
    r.leader("Dumnorix").status = "finished"
    from engine.systems.gboh.turn import trump

    asked = []

    def answer(d):
        asked.append(d)
        return Pick(key="no")

    r.run(lambda g: trump._counter(g, r.leader("Caesar"), "acts again"), answers=[answer])
    for text, case, says in (
        ("Ambiorix", "5.42", "Ambiorix is a Contingent Commander and can't Trump."),
        ("Trump Cotus", "5.42", "Cotus has Initiative 3; to Trump takes 5."),
        ("Dumnorix", "5.15", "Dumnorix is Finished this turn."),
        ("Caesar", "5.42", "Caesar is the enemy's."),
    ):
        with pytest.raises(Refusal) as caught:
            bind(Board(r), asked[0], parse(text))
        assert says in str(caught.value), str(caught.value)
        assert caught.value.rule == case
    assert bind(Board(r), asked[0], parse("trump Brennus"))[0] == Pick(key="Brennus")
