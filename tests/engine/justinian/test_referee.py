"""A referee's acts: each kind, each refusal, and that a campaign goes on and replays after them."""

from __future__ import annotations

import json

import pytest

from engine.kernel.events import Event
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.referee import AnyRequest, MovePiece, Place, Remove, SetValue
from engine.kernel.text import Refusal
from engine.systems.justinian.events import EVENTS
from engine.systems.justinian.system import Justinian
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.justinian.field import Field, field


def rig() -> Field:
    r = field(gold=12, markers={"select": 2, "random": 3}).alive()
    r.army("orient", "syria-1", 20, leader="sittas").army("franks", "liguria", 6)
    return r.frontier("osrhoene", 3).fleet("vandals", "creta", 2).marker("vandals", "sardinia")


def act(r: Field, request: AnyRequest) -> list[Event]:
    """The act, carried out: the state given is left alone, the events alone change it and survive JSON."""
    system, before = Justinian(r.g.scenario, r.g.charts), digest(r.state)
    events = system.act(r.state, request)
    assert digest(r.state) == before, "asking changes nothing"
    for e in events:
        EVENTS.validate_python(json.loads(json.dumps(e.model_dump(mode="json")))).apply(r.state)
        assert str(e.text(r.state))
    r.g.version += 1
    assert system.invariants(r.state) == []
    return events


def put(r: Field, piece: str, key: str, value: str) -> None:
    act(r, SetValue(piece=piece, key=key, value=value))


def refused(r: Field, request: AnyRequest) -> str:
    with pytest.raises(Refusal) as no:
        Justinian(r.g.scenario, r.g.charts).act(r.state, request)
    return str(no.value)


def test_the_treasury_and_the_markers() -> None:
    r = rig()
    put(r, "byzantine", "gold", "40")
    put(r, "byzantine", "owed", "7")
    put(r, "barbarian", "select", "0")
    assert (r.state.gold, r.state.owed, r.state.markers) == (40, 7, {"select": 0, "random": 3})


def test_an_army() -> None:
    r = rig()
    for key, value in (("sp", "25"), ("defeated", "yes"), ("disorganized", "yes"), ("not-paid", "yes")):
        put(r, "orient", key, value)
    a = r.state.armies["orient"]
    assert (a.sp, a.defeated, a.disorganized, a.unpaid) == (25, True, True, True)
    put(r, "orient", "commander", "belisarius")
    assert a.leader == "belisarius" and r.state.magmil["sittas"].where == "cup"
    put(r, "orient", "commander", "none")
    assert a.leader is None and r.state.magmil["belisarius"].where == "cup"
    put(r, "franks", "alliance", "byzantine")
    assert r.state.alliance["franks"] == "byzantine"


def test_a_province_and_a_sea() -> None:
    r = rig()
    for place, key, value in (
        ("osrhoene", "frontier", "9"),
        ("osrhoene", "frontier-not-paid", "yes"),
        ("numidia", "vandals-sp", "4"),
        ("creta", "vandals-fleet", "0"),
        ("aegean-sea", "byzantine-fleet", "3"),
        ("sardinia", "control", "none"),
        ("numidia", "control", "vandals"),
        ("arcadia", "revolt", "yes"),
        ("arcadia", "fort", "yes"),
        ("flaminia", "treasury", "ostrogoths"),
    ):
        put(r, place, key, value)
    s, at = r.state, r.at
    assert s.frontier[at("osrhoene")].sp == 9 and s.frontier[at("osrhoene")].unpaid
    assert s.detached[at("numidia")] == {"vandals": 4} and s.control == {at("numidia"): "vandals"}
    assert s.fleets["vandals"] == {} and s.fleets["byzantine"][at("aegean-sea")].sp == 3
    assert s.revolt == [at("arcadia")] and s.forts == [at("arcadia")] and not s.fort_built
    assert s.treasuries == {"ostrogoths": at("flaminia")}
    put(r, "arcadia", "fort", "no")
    put(r, "arcadia", "revolt", "no")
    put(r, "flaminia", "treasury", "none")
    assert not (s.forts or s.revolt or s.treasuries)


def test_moving_placing_removing() -> None:
    r = rig()
    act(r, MovePiece(piece="orient", to=r.at("arabia")))
    act(r, Place(piece="armenia", to=r.at("armenia-1")))
    act(r, Place(piece="narses", to=r.at("europa")))
    act(r, MovePiece(piece="narses", to=r.at("armenia-1")))
    assert r.state.armies["orient"].at == r.at("arabia") and r.state.magmil["sittas"].army == "orient"
    assert r.state.armies["armenia"].sp == 1 and r.state.magmil["narses"].at == r.at("armenia-1")
    act(r, Remove(piece="orient"))
    act(r, Remove(piece="franks"))
    act(r, Remove(piece="narses"))
    assert r.state.armies["orient"].where == "aside" and r.state.magmil["sittas"].where == "cup"
    franks = r.state.armies["franks"]
    assert (franks.at, franks.sp) == (r.at("box-franks"), 0) and r.state.magmil["narses"].where == "gone"


@for_each(
    ("request_", "why"),
    [
        (SetValue(piece="orient", key="sp", value="36"), "4.31"),
        (SetValue(piece="orient", key="sp", value="0"), "from 1 to"),
        (SetValue(piece="orient", key="zork", value="0"), "there is: sp"),
        (SetValue(piece="orient", key="sp", value="20"), "already"),
        (SetValue(piece="lazica", key="frontier", value="3"), "nothing|there is"),
        (SetValue(piece="thrace", key="sp", value="3"), "has to be placed first"),
        (MovePiece(piece="orient", to=201), "7.19"),
        (MovePiece(piece="orient", to=107), "provinces and boxes"),
        (MovePiece(piece="orient", to=9999), "no such place"),
        (MovePiece(piece="zork", to=1), "no army or leader"),
        (Place(piece="orient", to=1), "can be moved"),
        (Remove(piece="thrace"), "has to be placed first"),
        (Remove(piece="moors"), "already"),
    ],
)
def test_what_can_not_be(request_: AnyRequest, why: str) -> None:
    r = rig()
    before = digest(r.state)
    assert any(part in refused(r, request_) for part in why.split("|"))
    assert digest(r.state) == before


def test_everything_offered_has_settings_that_can_be_read() -> None:
    r = rig()
    kinds = {k.act: k.subjects for k in Justinian(r.g.scenario, r.g.charts).referee_acts(r.state)}
    names = [s.id for s in kinds["set"]]
    assert len(names) == len(set(names)), "an army and a place have the same name"
    assert {"byzantine", "barbarian", "orient", "europa", "aegean-sea"} <= set(names)
    assert {"thrace", "belisarius"} <= {s.id for s in kinds["place"]}
    for subject in kinds["set"]:
        for setting in subject.settings():
            assert setting.options or setting.read(setting.now) == setting.now, (subject.id, setting.key)


def test_the_campaign_goes_on_and_replays() -> None:
    scenario = load("justinian/renovatio")
    system, dice = Justinian(scenario), SeededDice(3)  # type: ignore[arg-type]
    game = Game.start(system, system.initial_state(), dice)
    for _ in range(2):
        (decision,) = game.pending
        game.answer(decision.side, decision.default, dice)
    request = SetValue(piece="byzantine", key="gold", value="99")
    game.act("Rita", system.act(game.state, request), dice, "gold was forgotten")
    assert game.state.gold == 99
    assert digest(rebuild(system, game.journal)) == digest(game.state)
