"""Dara: Pharas and the Heruli in ambush: secret until they act or somebody comes upon them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.notation import bind, parse
from bot.notation.complete import complete
from engine.kernel.decisions import Command, Pick
from engine.kernel.dice import ForcedDice
from engine.kernel.game import Game, digest, events_of, rebuild
from engine.kernel.hexes import Facing, Hex, distance
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from engine.systems.cataphract import ambush, champion
from engine.systems.cataphract.events.ambushes import AmbushLaid, AmbushLeft
from engine.systems.cataphract.orders import Reveal
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import command, leader_moves, leaders
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.missiles import harass, sight
from engine.systems.gboh.movement import movement, reach, retreats
from engine.systems.gboh.orders import orders
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.turn import activation, elite, momentum, selection, trump
from engine.systems.gboh.view import seen
from scenarios import load
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_battles import SeededDice

BYZANTINE, PERSIAN = "byzantine", "persian"
HIDDEN = ("HLN1", "Pharas")
QUIET = [
    "rout-path",
    "unit-order",
    "advance-turn",
    "leader-along",
    "reaction-facing",
    "leader-withdrawal",
    "orderly-withdrawal",
]


def dice(*first: int) -> ForcedDice:
    return ForcedDice([*first, *(n % 10 for n in range(300))])


def begun() -> Game[Any]:
    system = registry.system_for(load("cataphract/dara"))
    return Game.start(system, registry.initial_state(system), dice())


def give(game: Game[Any], text: str, *rolls: int) -> list[Any]:
    """A written order, or a choice by its key, for whoever is asked; returns the events."""
    d = game.pending[0]
    answer = bind(game, d, parse(text))[0] if isinstance(d, Command) else Pick(key=text)
    return events_of(game.system, game.answer(d.side, answer, dice(*rolls)))


def laid(at: str = "1503") -> Game[Any]:
    """Set up with the Heruli at a hex; the champions have fought, turn 1 begins."""
    game = begun()
    give(game, f"HLN1 {at}")
    give(game, "done")
    return game


def hiding(at: dict[str, Hex | None] | None = None, *, lair: Hex = 1503, **changes: dict[str, Any]) -> kit.Rig:
    """Turn 2 of the battle, the Heruli in ambush."""
    r = kit.the("dara", {"HLN1": lair, "Pharas": lair, **(at or {})}, **changes)
    r.state.turn = 2
    ambush.lay(r.g, list(HIDDEN), "heruli-hidden")
    return r


def alone(at: dict[str, Hex], side: str, leader: str, **changes: dict[str, Any]) -> kit.Rig:
    """Only these pieces and the ambush at 1503."""
    everybody = kit.the("dara").state
    empty: dict[str, Hex | None] = dict.fromkeys(x for x in (*everybody.units, *everybody.leaders) if x not in HIDDEN)
    return hiding({**empty, "Perozes": 3014, "Belisarius": 1014 + 300, **at}, **changes).orders(side, leader)


# -- setting up --------------------------------------------------------------------------------------------------------


def test_where_they_may_hide():
    game = begun()
    d = game.pending[0]
    assert isinstance(d, Command) and d.secret and d.side == BYZANTINE
    found = {c.hex for c in d.menu["HLN1"].menu() if c.hex is not None}  # type: ignore[misc]
    scenario = load("cataphract/dara")
    near = {h for h in scenario.map.hexes if distance(h, 1402) <= 5 and h // 100 < 20}
    free = {h for h in near if scenario.map.terrain_at(h) != "city_wall"}
    taken = {1605, 1606}
    assert found <= free and free - found <= taken | {1402}
    with pytest.raises(Refusal):
        give(game, "HLN1 2002")


def test_the_owner_alone_learns_where():
    game = begun()
    events = [*give(game, "HLN1 1503"), *give(game, "done")]
    said = [str(t) for e in events if (t := e.text(game.state)) is not None]
    assert any("have noted where Pharas and HLN1 lie in wait" in x for x in said)
    assert not any("1503" in x for x in said)
    assert [type(e) for e in events if isinstance(e, AmbushLaid)] == [AmbushLaid] and AmbushLaid.secret
    state = game.state
    assert [state.units["HLN1"].ambush, state.leaders["Pharas"].ambush] == [1503, 1503]
    assert [state.units["HLN1"].hex, state.leaders["Pharas"].hex] == [None, None]


def places(game: Game[Any], *sides: str) -> dict[str, Any]:
    table = game.view(sides)
    units = {c.id: c.hexes for c in (*table.counters, *table.off_map)}
    return {
        **{k: units[k] for k in ("HLN1",)},
        "Pharas": next((x.hex for x in table.leaders if x.id == "Pharas"), None),
    }


def test_the_map_shows_them_to_their_owner_alone():
    game = begun()
    nobody = {"HLN1": (), "Pharas": None}
    assert places(game) == places(game, PERSIAN) == nobody, "not even where they are suggested"
    game = laid()
    assert places(game) == places(game, PERSIAN) == nobody
    assert places(game, BYZANTINE) == {"HLN1": (1503,), "Pharas": 1503}
    table = game.view((BYZANTINE,))
    card = next(c for c in table.counters if c.id == "HLN1")
    assert ("In ambush", "nobody else knows where") in [(str(a), b) for a, b in card.facts]
    zones = game.view((PERSIAN,)).zoc
    assert game.view().zoc == zones


@pytest.mark.parametrize(("phase", "secret"), [("bidding", True), ("setup", True), ("turn", False)])
def test_before_they_hide_they_are_kept_from_view_all_the_same(phase, secret):
    r = kit.the("dara")
    r.state.phase = phase
    for sides in ((), (PERSIAN,)):
        assert special.hidden(r.g, sides) == (set(HIDDEN) if secret else set())
    assert special.hidden(r.g, (BYZANTINE,)) == set()


def test_the_position_survives_and_the_journal_tells_it():
    game = laid()
    again = Game.resume(game.system, game.journal)
    assert digest(again.state) == digest(game.state) == digest(rebuild(game.system, game.journal))
    assert game.system.invariants(game.state) == []


# -- nothing gives them away -------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 7.21", "cataphract 8.14", "cataphract 8.21")
def test_no_zone_no_shadow_no_reaction():
    r = alone({"SLC1": 1803, "THC1": 1203}, PERSIAN, "Perozes", SLC1={"facing": Facing.W})
    assert 1603 not in r.g.zones(BYZANTINE) and r.g.unit_at(1503) is None and r.g.leaders_at(1503) == []
    assert sight.blocked_by(r.g, 1803, 1203) is None
    assert not any(e.id == "HLN1" for e in r.g.units())
    r.run(
        movement.move,
        r.unit("SLC1"),
        orders.Move(unit="SLC1", path=(1702, 1602), attack=False),
        defaults=["entry-fire"],
    )
    assert r.decisions == [] and r.unit("SLC1").hex == 1602, "adjacent, and none the wiser"


def test_the_enemys_menus_know_nothing():
    with_them, without = (
        alone({"SLC1": 1803, **extra}, PERSIAN, "Perozes", SLC1={"facing": Facing.W}) for extra in ({}, {"THC2": 3001})
    )
    for name in HIDDEN:
        piece = without.state.units.get(name) or without.state.leaders[name]
        piece.ambush = None
    without.g.version += 1
    a, b = (reach.search(x.g, x.unit("SLC1")) for x in (with_them, without))
    assert 1503 in {h for h, _ in a} and a.keys() == b.keys()
    assert list(harass.harass_options(with_them.g, with_them.unit("SLC1"))) == []


def test_trying_an_order_out_does_not_find_them():
    game = laid("1503")
    fork = game.fork((PERSIAN,))
    assert fork.state.units["HLN1"].ambush is None and game.state.units["HLN1"].ambush == 1503
    assert game.fork((BYZANTINE,)).state.units["HLN1"].ambush == 1503
    assert game.fork().state.units["HLN1"].ambush == 1503
    blind = seen(game.system.context(game.state), (PERSIAN,))
    assert blind.state.units["HLN1"].ambush is None and blind.state.units["HLN1"].hex is None


def test_a_refusal_says_nothing_either():
    r = hiding().orders(PERSIAN, "Perozes")
    with pytest.raises(Refusal) as secret:
        ambush.check_reveal(r.g, r.leader("Perozes"), Reveal(unit="HLN1"))
    with pytest.raises(Refusal) as plain:
        ambush.check_reveal(r.g, r.leader("Perozes"), Reveal(unit="THC1"))
    assert str(secret.value).replace("HLN1", "THC1") == str(plain.value)
    r.refuses("8.13", orders.Fire(unit="PLI1", target="HLN1"))


def test_a_whole_battle_never_names_the_hex_before_it_is_out():
    system = registry.system_for(load("cataphract/dara"))
    rng, throws = random.Random("players 4"), SeededDice(4)
    game = Game.start(system, registry.initial_state(system), throws)
    out = False
    while game.pending and not out and game.state.turn < 4:
        d = game.pending[0]
        if not d.secret and game.state.units["HLN1"].ambush is not None:
            assert game.state.units["HLN1"].ambush not in d.focus
            assert "HLN1" not in [c.unit for c in getattr(d, "choices", ())]
        out = any(
            isinstance(e, AmbushLeft) for e in events_of(system, game.answer(d.side, random_answer(d, rng), throws))
        )


def test_a_battle_with_an_ambush_can_be_resumed_anywhere():
    system = registry.system_for(load("cataphract/dara"))
    rng, throws = random.Random("players 7"), SeededDice(7)
    game = Game.start(system, registry.initial_state(system), throws)
    for n in range(160):
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), throws)
        assert system.invariants(game.state, at_rest=game.restartable) == []
        if n % 40 == 0:
            again = Game.resume(system, game.journal, game.checkpoint)
            assert digest(again.state) == digest(game.state)
    assert digest(rebuild(system, game.journal)) == digest(game.state)


# -- coming out: their own orders --------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.21", "cataphract 5.22")
def test_belisarius_brings_them_out_and_orders_them():
    r = hiding({"Belisarius": 1405}).orders(BYZANTINE, "Belisarius")
    r.refuses("", orders.Move(unit="HLN1", path=(1604,)))
    with pytest.raises(Refusal, match="reveal HLN1 brings it out"):
        r.order(orders.Move(unit="HLN1", path=(1604,)))
    r.order(Reveal(unit="HLN1"))
    left = r.happened(AmbushLeft)[0]
    assert (left.pieces, left.hex) == (["HLN1", "Pharas"], 1503)
    assert "HLN1 and Pharas come out of ambush at 1503: HLN1 is about to act." in r.told()
    assert r.g.orders.orders_used == 0
    r.order(orders.Move(unit="HLN1", path=(1604,)))
    assert (r.unit("HLN1").hex, r.leader("Pharas").hex, r.g.orders.orders_used) == (1604, 1503, 1)
    assert invariants.broken(r.g, at_rest=True) == []


@pytest.mark.rule("cataphract 4.21", "cataphract 4.5")
@pytest.mark.parametrize(("leader", "at", "rule"), [("Belisarius", 1318, "4.21"), ("Bouzes", 1405, "4.5")])
def test_only_who_could_order_them_does(leader, at, rule):
    r = hiding({leader: at}).orders(BYZANTINE, leader)
    r.refuses(rule, Reveal(unit="HLN1"))


def commanding() -> tuple[Game[Any], Command]:
    """Belisarius' elite phase on turn 1, and he has ridden up to the Heruli's hill."""
    game = laid("1407")
    while game.state.phase != "orders" or game.pending[0].side != BYZANTINE:
        d = game.pending[0]
        game.answer(d.side, Pick(key="Belisarius") if d.kind == "elite" else d.default, dice())
    give(game, "Belisarius > 1310")
    d = game.pending[0]
    assert isinstance(d, Command)
    return game, d


def test_the_menu_offers_it_and_is_secret():
    game, d = commanding()
    assert d.secret, "nobody else looks into a menu that names them"
    keys = {c.key for c in d.menu}
    assert "reveal-HLN1" in keys and "HLN1" not in keys
    assert any("reveal" in str(x) for x in complete(d, "rev", game.system.write))
    answer = bind(game, d, parse("reveal HLN1"))[0]
    assert answer == Reveal(unit="HLN1")
    assert str(game.system.write(answer)) == "reveal HLN1"
    with pytest.raises(Refusal, match="lies in ambush"):
        bind(game, d, parse("HLN1 > 1504"))
    game.answer(BYZANTINE, answer, dice())
    d = game.pending[0]
    assert isinstance(d, Command) and not d.secret
    keys = {c.key for c in d.menu}
    assert "reveal-HLN1" not in keys and "HLN1" in keys


def test_coming_out_is_not_taken_back():
    game, _ = commanding()
    assert game.free_undo(BYZANTINE) is not None
    game.answer(BYZANTINE, Reveal(unit="HLN1"), dice())
    assert game.free_undo(BYZANTINE) is None
    game.answer(BYZANTINE, orders.Move(unit="HLN1", path=(Facing.NE,)), dice())
    assert game.free_undo(BYZANTINE) is not None, "what follows is an order like any other"


@pytest.mark.rule("cataphract 5.12", "cataphract 5.13")
def test_pharas_has_his_turn_in_ambush_and_comes_out_when_he_takes_it():
    r = hiding()
    for x in r.state.leaders.values():
        if x.id not in ("Pharas", "Belisarius"):
            x.status = "finished"
    r.state.phase = "select"
    assert "Pharas" in [x.id for x in activation.ready(r.g)]
    d = r.play()
    assert (d.subject, d.focus) == ("Pharas", ())
    assert d.default == Pick(key="pass-Pharas"), "no deadline brings him out"
    assert [c.hex for c in d.choices if c.unit == "Pharas"] == [None, None]
    assert "he leaves his ambush" in str(d.choices[0].label)
    r.state.phase = "select"
    d = r.play(answers=["Pharas"])
    assert (d.kind, r.g.orders.leader, r.leader("Pharas").hex, r.unit("HLN1").hex) == ("orders", "Pharas", 1503, 1503)
    r.order(orders.Move(unit="HLN1", path=(1604,)))
    assert r.unit("HLN1").hex == 1604


@pytest.mark.rule("cataphract 5.15")
def test_he_may_pass_and_stay_hidden():
    r = hiding()
    for x in r.state.leaders.values():
        x.status = "inactive" if x.id == "Pharas" else "finished"
    r.state.phase = "select"
    r.run(selection.select, answers=["pass-Pharas"])
    assert r.leader("Pharas").status == "finished" and r.leader("Pharas").ambush == 1503
    assert r.happened(AmbushLeft) == []


@pytest.mark.rule("cataphract 5.33")
def test_doom_finds_him_too():
    r = hiding()
    r.state.last_leader = "Belisarius"
    r.state.phase = "momentum"
    r.leader("Belisarius").status = "active"
    r.run(momentum.momentum_phase, dice=[9, 0], answers=["yes"])
    assert r.leader("Pharas").status == "finished"


@pytest.mark.rule("cataphract 11.85")
def test_nor_does_a_champions_victory_begin_there():
    r = hiding()
    r.state.champions_prize, r.state.phase = BYZANTINE, "champion"
    r.run(champion.first_activation, answers=["no"])
    assert "Pharas" not in {c.key for c in r.decisions[0].choices} and "Bouzes" in {
        c.key for c in r.decisions[0].choices
    }


def test_line_commands_are_looked_into_by_nobody_else_either():
    game = laid("1503")
    while game.state.phase != "orders" or game.pending[0].side != BYZANTINE:
        d = game.pending[0]
        game.answer(d.side, Pick(key="Belisarius") if d.kind == "elite" else d.default, dice())
    give(game, "line BHC1")
    assert game.pending[0].kind == "line" and game.pending[0].secret


def test_nobody_trumps_from_ambush_and_no_elite_phase_goes_there():
    r = hiding({"Belisarius": 1405})
    assert "Pharas" not in [x.id for x in trump.candidates(r.g, BYZANTINE, above=0)]
    assert "Pharas" not in [x.id for x in elite.eligible(r.g, BYZANTINE)]
    assert not command.in_command(r.g, r.leader("Belisarius"), r.unit("HLN1"))


# -- coming out: somebody comes upon them ------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.62")
def test_an_enemy_about_to_enter_finds_them_and_stops():
    r = alone({"SLC1": 1804}, PERSIAN, "Perozes", SLC1={"facing": Facing.W})
    r.run(
        movement.move,
        r.unit("SLC1"),
        orders.Move(unit="SLC1", path=(1703, 1603, 1503, 1403), attack=False),
        defaults=[*QUIET, "must-check"],
    )
    assert (r.unit("SLC1").hex, r.unit("HLN1").hex, r.leader("Pharas").hex) == (1603, 1503, 1503)
    assert [m.to for m in r.happened(UnitMoved)] == [1703, 1603]
    assert "HLN1 and Pharas come out of ambush at 1503: somebody is about to enter it." in r.told()
    assert invariants.broken(r.g, at_rest=True) == []
    assert r.g.enemy_zoc(1603, PERSIAN), "from now on they are as any other unit"


@pytest.mark.rule("cataphract 8.34", "cataphract 10.21")
def test_so_do_those_who_flee_or_charge_out():
    r = alone({"IHC1": 1303}, BYZANTINE, "Belisarius")
    r.run(rout.rout, r.unit("IHC1"), defaults=QUIET)
    assert r.unit("HLN1").hex == 1503 and r.unit("IHC1").hex not in (1503, None)


@pytest.mark.rule("cataphract 8.34")
def test_infantry_charging_out_runs_into_them_and_stays():
    r = alone({"PMI1": 1603, "HLC1": 1304}, BYZANTINE, "Belisarius", PMI1={"facing": Facing.W})
    r.run(
        harass._impetuosity,
        r.unit("PMI1"),
        r.unit("HLC1"),
        dice=[9],
        answers=[lambda d: next(c.key for c in d.choices if c.hex == 1503)],
    )
    assert r.unit("PMI1").hex == 1603 and r.unit("HLN1").hex == 1503
    assert r.happened(UnitMoved) == []


@pytest.mark.rule("cataphract 6.51")
def test_withdrawing_horse_runs_into_them_and_stays():
    r = alone({"SLC1": 1603, "MI1": 1904}, BYZANTINE, "Belisarius", SLC1={"facing": Facing.E}, MI1={"facing": Facing.W})
    r.run(
        movement.move,
        r.unit("MI1"),
        orders.Move(unit="MI1", path=(1804,)),
        answers=[lambda d: {"SLC1": next(c.key for c in d.items[0].choices if c.hex == 1503)}, "hold"],
    )
    assert r.unit("SLC1").hex == 1603 and r.unit("HLN1").hex == 1503


@pytest.mark.rule("cataphract 6.55")
def test_their_own_side_does_not_withdraw_onto_them():
    r = alone({"HLC1": 1603, "IHC1": 1804}, PERSIAN, "Perozes", IHC1={"facing": Facing.W})
    ways = retreats.retreats(r.g, r.unit("HLC1"), r.unit("IHC1"), 1804)
    assert ways and all(1503 not in w.path for w in ways)
    r.unit("HLN1").ambush = None
    r.g.version += 1
    ways = retreats.retreats(r.g, r.unit("HLC1"), r.unit("IHC1"), 1804)
    assert any(1503 in w.path for w in ways)


@pytest.mark.rule("cataphract 4.61")
def test_a_leader_does_not_ride_into_them():
    r = alone({"Pitames": 1704}, PERSIAN, "Pitames")
    assert 1503 in leader_moves.destinations(r.g, r.leader("Pitames"))
    r.order(orders.MoveLeader(leader="Pitames", to=1503))
    assert r.leader("Pitames").hex == 1704 and r.unit("HLN1").hex == 1503
    assert "Pitames stays where he is: the enemy holds 1503." in r.told()


@pytest.mark.rule("cataphract 4.62")
def test_nor_does_he_withdraw_there():
    r = alone({"Pitames": 1603, "THC1": 1703}, BYZANTINE, "Belisarius")
    r.run(leaders.approached, r.unit("THC1"), answers=[{"Pitames": "1503"}])
    assert r.unit("HLN1").hex == 1503 and r.leader("Pitames").eliminated


@pytest.mark.rule("cataphract 6.61", "cataphract 6.63")
def test_their_own_army_counts_with_them():
    r = alone({"THC1": 1203, "Belisarius": 1203}, BYZANTINE, "Belisarius")
    with kit.refused("6.61"):
        reach.price(r.g, r.unit("THC1"), (1303, 1403, 1503))
    nodes = reach.search(r.g, r.unit("THC1"))
    assert 1503 not in {h for h, _ in nodes} and (1603, Facing.E) in nodes
    r.order(
        orders.Move(unit="THC1", path=(1303, 1403, 1503, 1603)),
        dice=[],
        defaults=QUIET,
    )
    assert r.unit("THC1").hex == 1603 and r.unit("HLN1").hex == 1503
    assert (r.unit("THC1").hits, r.unit("HLN1").hits) == (2, 1), "passing through, as any friend; and off the hill"


def test_another_hex_is_no_matter():
    r = hiding()
    r.run(special.run, Special.approached, 1504)
    assert r.happened(AmbushLeft) == [] and r.unit("HLN1").ambush == 1503
