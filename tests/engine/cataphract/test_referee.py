"""A referee's acts: each kind, each refusal, and that a battle goes on, replays and resumes after them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.kernel.dice import ForcedDice, RollRequest
from engine.kernel.events import Event
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.hexes import Facing
from engine.kernel.journal import broken_at
from engine.kernel.referee import AnyRequest, MovePiece, Place, Remove, SetValue
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems.cataphract.events import EVENTS
from engine.systems.cataphract.state import Side, State, UncontrolledLine
from engine.systems.cataphract.system import Cataphract
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract.kit import Rig, battle, leader, unit


def field(**options: Any) -> Rig:
    """Two small armies far apart, of every kind a referee may meet."""
    rig = battle(
        [
            unit("HC1", 1010, hits=2),
            unit("LC1", 1012, missile="C"),
            unit("HI1", 1014, forms_shield_wall=True),
            unit("CH1", 1016),
            unit("LI1", 1018, missile="J"),
        ],
        [unit("HC2", 2010, "W"), unit("HI2", 2012, "W"), unit("LI2", 2014, "W")],
        a_leaders=[leader("Ann", 1010), leader("Abe", 1014, "CC")],
        b_leaders=[leader("Bob", 2010), leader("Bea", 2020, "CC")],
        terrain={1111: "city_wall"},
        **options,
    )
    rig.state.phase = "select"
    return rig


def system_of(rig: Rig) -> Cataphract:
    return Cataphract(rig.g.scenario, rig.g.charts)


def act(rig: Rig, request: AnyRequest) -> list[Event]:
    """The act, carried out: the state given is left alone, the events alone change it and survive JSON."""
    system, before = system_of(rig), digest(rig.state)
    events = system.act(rig.state, request)
    assert digest(rig.state) == before, "asking changes nothing"
    assert events
    for e in events:
        EVENTS.validate_python(json.loads(json.dumps(e.model_dump(mode="json")))).apply(rig.state)
    rig.g.version += 1
    rig.events += events
    assert system.invariants(rig.state) == []
    return events


def refused(rig: Rig, request: AnyRequest, why: str, rule: str = "") -> None:
    before = digest(rig.state)
    with pytest.raises(Refusal, match=why) as caught:
        system_of(rig).act(rig.state, request)
    assert digest(rig.state) == before
    if rule:
        assert caught.value.rule == rule


def offered(rig: Rig, kind: str) -> list[str]:
    return [s.id for k in system_of(rig).referee_acts(rig.state) if k.act == kind for s in k.subjects]


def settings(rig: Rig, piece: str) -> dict[str, str]:
    """What can be set of a piece, with the present values."""
    acts = {k.act: k.subjects for k in system_of(rig).referee_acts(rig.state)}
    return {s.key: s.now for x in acts["set"] if x.id == piece for s in x.settings()}


# -- move ------------------------------------------------------------------------------------------------------------


def test_a_unit_is_moved_and_turned() -> None:
    rig = field()
    u = rig.unit("HC1")
    u.start_hex = 1010
    act(rig, MovePiece(piece="HC1", to=1109, facing=Facing.NW))
    assert (u.hex, u.facing, u.hits, u.moved, u.start_hex) == (1109, Facing.NW, 2, False, None)
    assert rig.leader("Ann").hex == 1010, "nobody follows by himself"
    act(rig, MovePiece(piece="HC1", to=1108))
    assert (u.hex, u.facing) == (1108, Facing.NW)
    act(rig, MovePiece(piece="HC1", to=1108, facing=Facing.E))
    assert rig.told() == [
        "HC1 is moved 1010 → 1109, facing NW.",
        "HC1 is moved 1109 → 1108.",
        "HC1 is turned at 1108, facing E.",
    ]
    first, _, last = (e.trace(rig.state) for e in rig.events)
    assert first is not None and first.hexes == (1010, 1109) and last is None


def test_a_leader_is_moved() -> None:
    rig = field()
    act(rig, MovePiece(piece="Ann", to=1012))
    assert rig.leader("Ann").hex == 1012
    refused(rig, MovePiece(piece="Ann", to=1014, facing=Facing.E), "no facing")


@for_each(
    ("request_", "why", "rule"),
    [
        (MovePiece(piece="HC1", to=9999), "9999 is not on the map", ""),
        (MovePiece(piece="HC1", to=1111), "city wall", "6.25"),
        (MovePiece(piece="Ann", to=1111), "city wall", "6.25"),
        (MovePiece(piece="HC1", to=2012), "enemy's HI2", "6.61"),
        (MovePiece(piece="Ann", to=2012), "enemy's HI2", "6.61"),
        (MovePiece(piece="HC1", to=2020), "enemy's Bea", "4.61"),
        (MovePiece(piece="HC1", to=1012), "can't share 1012 with LC1", "6.61"),
        (MovePiece(piece="CH1", to=1012), "can't share", "11.63"),
        (MovePiece(piece="LI1", to=1016), "can't share", "11.63"),
        (MovePiece(piece="CH1", to=1017, facing=Facing.E), "no facing", "11.64"),
        (MovePiece(piece="HC1", to=1011, facing=Facing.SIDE_N), "faces a vertex", "7.11"),
        (MovePiece(piece="HC1", to=1010, facing=Facing.E), "already", ""),
        (MovePiece(piece="HC1", to=1010), "already", ""),
        (MovePiece(piece="QQ1", to=1010), "no unit or leader QQ1", ""),
        (MovePiece(piece="a", to=1010), "no unit or leader a", ""),
    ],
)
def test_where_nobody_can_stand(request_: AnyRequest, why: str, rule: str) -> None:
    refused(field(), request_, why, rule)


@pytest.mark.rule("cataphract 11.63")
def test_a_cheiroballistra_shares_its_hex_with_heavy_foot() -> None:
    rig = field()
    act(rig, MovePiece(piece="CH1", to=1014))
    refused(rig, Remove(piece="CH9"), "no unit")
    act(rig, MovePiece(piece="HI1", to=1015))
    act(rig, MovePiece(piece="HI1", to=1014))
    refused(rig, SetValue(piece="HI1", key="routed", value="yes"), "11.63")


def test_a_column_keeps_to_hexsides() -> None:
    rig = field()
    act(rig, SetValue(piece="HI1", key="column", value="yes"))
    u = rig.unit("HI1")
    assert u.column and u.facing == Facing.SIDE_NE
    refused(rig, MovePiece(piece="HI1", to=1114, facing=Facing.E), "hexside", "6.43")
    act(rig, MovePiece(piece="HI1", to=1114, facing=Facing.SIDE_S))
    act(rig, SetValue(piece="HI1", key="facing", value="side_nw"))
    act(rig, SetValue(piece="HI1", key="column", value="no"))
    assert not u.column and u.facing == Facing.W


def test_a_position_broken_before_may_be_mended() -> None:
    rig = field()
    rig.unit("HC1").hits = 9
    rig.unit("LC1").hits = 9
    with pytest.raises(AssertionError):
        act(rig, SetValue(piece="HC1", key="hits", value="1"))
    assert rig.unit("HC1").hits == 1
    act(rig, SetValue(piece="LC1", key="hits", value="0"))


# -- remove and place ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 12.11")
@pytest.mark.parametrize(("piece", "points"), [("HC1", 6), ("Abe", 25)])
def test_a_piece_goes_and_comes_back(piece: str, points: int) -> None:
    rig = field()
    account: Side = rig.state.sides["a"]
    act(rig, Remove(piece=piece))
    gone = rig.state.units.get(piece) or rig.state.leaders[piece]
    assert gone.eliminated and gone.hex is None and account.rout_points == points
    assert f"+{points} Rout Points" in rig.told()[-1]
    assert piece in offered(rig, "place") and piece not in offered(rig, "move")
    refused(rig, Remove(piece=piece), "not on the map")
    refused(rig, MovePiece(piece=piece, to=1010), "placed first")
    refused(rig, SetValue(piece=piece, key="hits", value="0"), "not on the map")
    act(rig, Place(piece=piece, to=1110))
    assert gone.on_map and gone.hex == 1110 and account.rout_points == 0
    assert f"-{points} Rout Points" in rig.told()[-1]
    refused(rig, Place(piece=piece, to=1109), "stands at 1110")


@pytest.mark.parametrize("piece", ["HC1", "Abe"])
def test_a_piece_goes_for_nothing(piece: str) -> None:
    rig = field()
    act(rig, Remove(piece=piece, points=False))
    assert rig.state.sides["a"].rout_points == 0 and "no Rout Points" in rig.told()[-1]
    refused(rig, Place(piece=piece, to=1110), "without giving points back", "12.11")
    act(rig, Place(piece=piece, to=1110, points=False))
    assert rig.state.sides["a"].rout_points == 0


def test_a_unit_lost_in_bad_order_comes_back_in_good_order() -> None:
    rig = field()
    u = rig.unit("HI1")
    u.column, u.facing, u.hits, u.eliminated, u.hex = True, Facing.SIDE_N, 7, True, None
    act(rig, Place(piece="HI1", to=1014, points=False))
    assert (u.column, u.hits, u.routed, u.facing) == (False, 0, False, Facing.NW)
    rig.unit("LC1").eliminated, rig.unit("LC1").hex = True, None
    refused(rig, Place(piece="LC1", to=1012, facing=Facing.SIDE_N, points=False), "faces a vertex")
    act(rig, Place(piece="LC1", to=1012, facing=Facing.SW, points=False))
    assert rig.unit("LC1").facing == Facing.SW


@pytest.mark.parametrize(("to", "why"), [(9999, "not on the map"), (2010, "enemy"), (1012, "LC1"), (1111, "city wall")])
def test_where_nobody_can_be_placed(to: int, why: str) -> None:
    rig = field()
    act(rig, Remove(piece="HC1"))
    refused(rig, Place(piece="HC1", to=to), why)


def test_units_still_to_come_may_be_placed_and_replacements_not() -> None:
    later = unit("HC3", 1011) | {"at": None}
    rig = battle([unit("HC1", 1010), later], [unit("HC2", 2010)], a_leaders=[leader("Ann", 1010)])
    rig.state.leaders["Zoe"] = rig.leader("Ann").model_copy(update={"id": "Zoe", "name": "Zoe", "hex": None})
    rig.state.sides["a"].pool = ["Zoe"]
    assert offered(rig, "place") == ["HC3"]
    refused(rig, Place(piece="Zoe", to=1012), "replacement", "4.63")
    act(rig, Place(piece="HC3", to=1012))
    assert rig.unit("HC3").hex == 1012 and rig.state.sides["a"].rout_points == 0


def test_a_removed_unit_leaves_everything_it_was_part_of() -> None:
    rig = field().orders("a", "Ann")
    rig.g.orders.markers["HC1"] = "must"
    rig.state.uncontrolled = [UncontrolledLine(side="a", units=["HC1", "HI1"], turn=1)]
    act(rig, Remove(piece="HC1"))
    assert rig.g.orders.markers == {} and rig.state.uncontrolled[0].units == ["HI1"]


@pytest.mark.rule("cataphract 10.33")
def test_who_is_engaged_with_nobody_is_free() -> None:
    rig = battle(
        [unit("HC1", 1010, engaged=True)],
        [unit("HC2", 1110, "W", engaged=True)],
        options={"10.3": True},
    )
    act(rig, MovePiece(piece="HC1", to=1015))
    assert not rig.unit("HC1").engaged and not rig.unit("HC2").engaged


# -- set -------------------------------------------------------------------------------------------------------------


@for_each(
    ("piece", "key", "value", "field_", "now"),
    [
        ("HC1", "hits", "0", "hits", 0),
        ("HC1", "hits", "5", "hits", 5),
        ("HC1", "moved", "yes", "moved", True),
        ("HC1", "rallied", "Yes", "rallied", True),
        ("HC1", "facing", "sw", "facing", Facing.SW),
        ("LC1", "supply", "low", "supply", "low"),
        ("HI1", "shield-wall", "yes", "shield_wall", True),
        ("CH1", "mode", "move", "fire_mode", False),
        ("CH1", "shots", "2", "turn_shots", 2),
        ("Ann", "wounded", "yes", "wounded", True),
        ("Ann", "status", "finished", "status", "finished"),
        ("Ann", "momentum", "no", "no_momentum", True),
        ("a", "rout-points", "17", "rout_points", 17),
        ("b", "withdrawal-level", "1", "withdrawal_level", 1),
        ("a", "withdrawal-level", "60", "withdrawal_level", 60),
    ],
)
def test_values_are_set(piece: str, key: str, value: str, field_: str, now: Any) -> None:
    rig = field()
    (event,) = act(rig, SetValue(piece=piece, key=key, value=value))
    holder = rig.state.units.get(piece) or rig.state.leaders.get(piece) or rig.state.sides[piece]
    assert getattr(holder, field_) == now
    assert event.text(rig.state) is not None, "every act is told"
    assert settings(rig, piece)[key] == value.lower() or settings(rig, piece)[key] == value.upper()
    refused(rig, SetValue(piece=piece, key=key, value=value), "already")


@for_each(
    ("piece", "key", "value", "why"),
    [
        ("HC1", "hits", "6", "number from 0 to 5"),
        ("HC1", "hits", "-1", "number from 0 to 5"),
        ("HC1", "hits", "²", "number from 0 to 5"),
        ("HC1", "hits", "many", "number from 0 to 5"),
        ("HC1", "supply", "full", "no “supply”"),
        ("HC1", "column", "yes", "no “column”"),
        ("HC1", "engaged", "yes", "no “engaged”"),
        ("HC1", "mounted", "no", "no “mounted”"),
        ("HC1", "ordered", "yes", "no “ordered”"),
        ("HC1", "hex", "1010", "no “hex”"),
        ("HC1", "moved", "perhaps", "yes, no"),
        ("HC1", "facing", "N", "one of"),
        ("HC1", "facing", "SIDE_N", "one of"),
        ("LC1", "supply", "some", "full, low, no"),
        ("LI1", "shield-wall", "yes", "no “shield-wall”"),
        ("CH1", "routed", "yes", "no “routed”"),
        ("Ann", "status", "active", "inactive, finished"),
        ("Ann", "orders-used", "1", "no “orders-used”"),
        ("a", "rout-points", "-3", "number from 0"),
        ("a", "withdrawal-level", "0", "number from 1"),
        ("a", "rout-points", "9999999", "number from 0"),
        ("a", "bonus", "no", "no “bonus”"),
        ("nobody", "hits", "1", "no unit or leader"),
    ],
)
def test_values_that_can_t_be(piece: str, key: str, value: str, why: str) -> None:
    refused(field(), SetValue(piece=piece, key=key, value=value), why)


@pytest.mark.rule("cataphract 10.21")
def test_a_routed_unit_has_no_hits_and_stays_where_it_is() -> None:
    rig = field()
    act(rig, SetValue(piece="HC1", key="routed", value="yes"))
    u = rig.unit("HC1")
    assert (u.routed, u.hits, u.hex, u.facing) == (True, 0, 1010, Facing.W), "it faces its Retreat Edge"
    assert "hits" not in settings(rig, "HC1")
    refused(rig, SetValue(piece="HC1", key="hits", value="1"), "no “hits”")
    act(rig, SetValue(piece="HC1", key="routed", value="no"))
    act(rig, SetValue(piece="HC1", key="hits", value="3"))
    assert not u.routed and u.hits == 3


def test_foot_that_routs_leaves_column_and_wall_and_loses_its_missiles() -> None:
    rig = field()
    u = rig.unit("LI1")
    act(rig, SetValue(piece="LI1", key="column", value="yes"))
    act(rig, SetValue(piece="LI1", key="routed", value="yes"))
    assert (u.column, u.supply, u.facing) == (False, "no", Facing.W)


@pytest.mark.rule("cataphract 10.14")
def test_what_would_break_a_unit_is_refused() -> None:
    rig = field(a_disciplined=False)
    act(rig, SetValue(piece="HC1", key="hits", value="7"))
    refused(rig, SetValue(piece="a", key="bonus", value="no"), "HC1 has 7 hits at TQ 6")
    act(rig, SetValue(piece="HC1", key="hits", value="5"))
    act(rig, SetValue(piece="a", key="bonus", value="no"))
    rig = field()
    rig.unit("HI1").hits = 4
    refused(rig, SetValue(piece="HI1", key="column", value="yes"), "10.14")


def test_a_unit_may_be_ordered_again() -> None:
    rig = field().orders("a", "Ann")
    rig.g.orders.acted, rig.g.orders.recovered = ["HC1"], {"HC1": 1}
    rig.g.orders.drawn, rig.g.orders.turn_in_zoc = ["HC1"], ["HC1"]
    assert settings(rig, "HC1")["ordered"] == "yes" and "ordered" not in settings(rig, "HC2")
    act(rig, SetValue(piece="HC1", key="ordered", value="no"))
    orders = rig.g.orders
    assert (orders.acted, orders.recovered, orders.drawn, orders.turn_in_zoc) == ([], {}, [], [])
    act(rig, SetValue(piece="HC1", key="ordered", value="yes"))
    assert orders.acted == ["HC1"]


def test_an_order_may_be_given_back() -> None:
    rig = field().orders("a", "Ann", orders_used=3)
    assert settings(rig, "Ann")["orders-used"] == "3" and "status" not in settings(rig, "Ann")
    act(rig, SetValue(piece="Ann", key="orders-used", value="2"))
    assert rig.g.orders.orders_used == 2
    refused(rig, SetValue(piece="Ann", key="orders-used", value="6"), "from 0 to 5")


@pytest.mark.rule("cataphract 11.1")
def test_a_cataphract_is_mounted_and_on_foot() -> None:
    foot = {"type": "HI", "tq": 5, "size": 4, "ma": 4}
    rig = battle([unit("HC1", 1010, cls="Cat", dismounted=foot)], [unit("HC2", 2010)])
    rig.unit("HC1").dismounted = False
    act(rig, SetValue(piece="HC1", key="mounted", value="no"))
    assert rig.unit("HC1").type == "HI" and rig.unit("HC1").dismounted
    act(rig, SetValue(piece="HC1", key="mounted", value="yes"))
    assert rig.unit("HC1").type == "HC"


def test_every_value_offered_can_be_set_or_is_refused_with_a_reason() -> None:
    rig = field(options={"10.3": True})
    system = system_of(rig)
    tried = 0
    for kind in system.referee_acts(rig.state):
        for s in kind.subjects if kind.act == "set" else ():
            for setting in s.settings():
                for value in setting.options or (str(setting.least), str(setting.most)):
                    request = SetValue(piece=s.id, key=setting.key, value=value)
                    if value == setting.now:
                        refused(rig, request, "already")
                        continue
                    again = Rig(system.context(rig.state.model_copy(deep=True)))
                    act(again, request)
                    tried += 1
    assert tried > 60


def test_nothing_can_be_done_while_the_sides_set_up_or_after_the_end() -> None:
    rig = field()
    rig.state.phase = "setup"
    assert system_of(rig).referee_acts(rig.state) == []
    refused(rig, MovePiece(piece="HC1", to=1109), "setting up")
    rig.state.phase = "over"
    assert system_of(rig).referee_acts(rig.state) == []


def test_a_piece_only_one_side_knows_of_is_unknown_to_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.systems.gboh import special

    monkeypatch.setattr(special, "hidden", lambda g, sides: {"HC2"})
    rig = field()
    assert "HC2" not in offered(rig, "move")
    refused(rig, MovePiece(piece="HC2", to=1810), "no unit or leader HC2")
    refused(rig, MovePiece(piece="HC1", to=2010), "enemy's hidden unit")


# -- in a battle -----------------------------------------------------------------------------------------------------


class Dice:
    """Dice from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng, self.n = random.Random(seed), 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.n += 1
        low, high = (0, 9) if request.faces == 10 else (1, request.faces)
        return self.n, [self.rng.randint(low, high) for _ in range(request.count)]


def random_acts(system: Cataphract, state: State, rng: random.Random) -> Iterator[AnyRequest]:
    """An endless choice of acts, legal or not, on what is offered."""
    acts = {k.act: [s for s in k.subjects] for k in system.referee_acts(state)}
    hexes = sorted(system.scenario.map.hexes)
    while True:
        kind = rng.choice([k for k, subjects in acts.items() if subjects])
        subject = rng.choice(acts[kind])
        facing = rng.choice([None, *(f for f in Facing if f.is_vertex)]) if subject.id in state.units else None
        if kind == "move":
            yield MovePiece(piece=subject.id, to=rng.choice(hexes), facing=facing)
        elif kind == "place":
            yield Place(piece=subject.id, to=rng.choice(hexes), facing=facing, points=False)
        elif kind == "remove":
            yield Remove(piece=subject.id, points=rng.random() < 0.5)
        else:
            setting = rng.choice(list(subject.settings()))
            value = rng.choice(setting.options) if setting.options else str(rng.randint(setting.least, setting.most))
            if setting.key in ("rout-points", "withdrawal-level"):
                continue  # the battle would end at once
            yield SetValue(piece=subject.id, key=setting.key, value=value)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_battle_goes_on_after_any_act_and_its_journal_replays(seed: int) -> None:
    system = Cataphract(load("cataphract/tricameron"))
    source, rng = Dice(seed), random.Random(seed)
    game = Game.start(system, system.initial_state(), source)
    acted = 0
    for _ in range(160):
        if game.over:
            break
        if game.restartable and rng.random() < 0.5:
            for request in random_acts(system, game.state, rng):
                try:
                    events = system.act(game.state, request)
                except Refusal:
                    continue
                break
            game.act("Ada", events, source, "to see what happens")
            acted += 1
            assert system.invariants(game.state) == [], request
            continue
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), source)
        assert system.invariants(game.state, at_rest=game.restartable) == []
    assert acted > 10
    assert broken_at(game.journal) is None
    assert digest(rebuild(system, game.journal)) == digest(game.state)
    assert digest(Game.resume(system, game.journal).state) == digest(game.state)
    assert game.checkpoint is not None
    again = Game.resume(system, game.journal, game.checkpoint)
    assert digest(again.state) == digest(game.state) and again.head == game.head


def started() -> Game[State]:
    system = Cataphract(load("cataphract/tricameron"))
    game = Game.start(system, system.initial_state(), Dice(1))
    while game.pending[0].kind != "orders":
        game.answer(game.pending[0].side, game.pending[0].default, Dice(1))
    return game


def test_an_act_can_be_withdrawn_until_somebody_answers() -> None:
    game = started()
    before, asked = digest(game.state), game.pending[0]
    side = asked.side
    assert game.last_act() is None, "what came last is an answer of a player's"
    game.act("Ada", game.system.act(game.state, Remove(piece="THC1")), Dice(1), "a slip")
    assert game.free_undo(side) is None, "a referee's act is no player's to take back"
    to = game.last_act()
    assert to is not None
    game.undo(to, "referee")
    assert digest(game.state) == before and game.pending[0].kind == asked.kind
    assert digest(rebuild(game.system, game.journal)) == before
    game.act("Ada", game.system.act(game.state, Remove(piece="THC1")), Dice(1), "after all")
    game.answer(side, game.pending[0].default, Dice(1))
    assert game.last_act() is None


def test_an_answer_in_place_of_a_side_is_the_referee_s_to_take_back() -> None:
    game = started()
    side = game.pending[0].side
    note = {"by": "referee", "name": "Ada", "reason": "away"}
    entries = game.answer(side, game.pending[0].default, Dice(1), note)
    assert entries[0].data["note"] == note
    if all(e.kind != "roll" for e in entries):
        assert game.free_undo(side) is None and game.last_act() is not None
    assert digest(Game.resume(game.system, game.journal).state) == digest(game.state)


def test_a_word_changes_nothing_and_replays() -> None:
    game = started()
    side, before = game.pending[0].side, digest(game.state)
    entry = game.word("Ada", "rolls d6: 3", "the weather")
    assert entry.kind == "word" and entry.is_input and digest(game.state) == before
    assert game.pending[0].side == side and game.restartable
    game.answer(side, game.pending[0].default, Dice(1))
    again = Game.resume(game.system, game.journal)
    assert digest(again.state) == digest(game.state) and again.head == game.head
    assert digest(rebuild(game.system, game.journal)) == digest(game.state)
    assert broken_at(game.journal) is None


def test_an_order_half_carried_out_is_not_interrupted() -> None:
    system = Cataphract(load("cataphract/tricameron"))
    source, rng = Dice(5), random.Random(5)
    game = Game.start(system, system.initial_state(), source)
    while game.restartable:
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), source)
    events = system.act(game.state, Remove(piece="THC1"))
    before, length = digest(game.state), len(game.journal)
    with pytest.raises(Refusal, match="half carried out"):
        game.act("Ada", events, ForcedDice([]), "too early")
    assert digest(game.state) == before and len(game.journal) == length


def test_the_active_leader_may_be_taken_away() -> None:
    game = started()
    active = game.state.orders.leader if game.state.orders is not None else None
    assert active is not None
    source = Dice(2)
    game.act("Ada", game.system.act(game.state, Remove(piece=active)), source, "he was never there")
    assert not game.over and not game.state.leaders[active].on_map
    rng = random.Random(2)
    for _ in range(40):
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), source)
    assert digest(rebuild(game.system, game.journal)) == digest(game.state)
