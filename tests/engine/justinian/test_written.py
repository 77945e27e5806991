"""Orders of the campaign as players write them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.notation import parse
from engine.kernel.decisions import Answer, Command, Menu
from engine.kernel.text import Refusal, Text
from engine.systems.justinian import written
from engine.systems.justinian.movement.steps import Attack, Drop, Go, March, Sail
from engine.systems.justinian.orders import Activate, Pay, SetUp, Share
from tests.each import for_each
from tests.engine.justinian.field import Field, field


def asked(kind: str) -> Command:
    menu = Menu(Text("?"), lambda: ())
    nothing = Activate(what="nothing")
    return Command(
        kind=kind,
        side="byzantine",
        rule="6.51",
        prompt=Text("?"),
        menu=menu,
        accept=lambda answer: None,
        default_answer=nothing,
    )


def table() -> Field:
    rig = field().army("orient", "syria-1", 20, leader="sittas").army("thrace", "thracia", 9, leader="bessas")
    return rig.frontier("arabia", 3).fleet("byzantine", "europa", 2).army("totila", "syria-2", 9)


def read(kind: str, text: str) -> Answer:
    rig = table()
    answer = written.read(rig.g, asked(kind), parse(text)[0])
    again = parse(str(written.Writer(rig.g.land.map).write(answer)))[0]
    assert written.read(rig.g, asked(kind), again) == answer
    return answer


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("activate orient", {"what": "army", "who": "orient"}),
        ("Orient alone", {"what": "army", "who": "orient", "alone": True}),
        ("fleet Constantinople", {"what": "fleet", "at": "europa"}),
        ("recruit & fort Armenia III & twice", {"what": "recruit", "fort": "armenia-3", "double": True}),
        ("nothing", {"what": "nothing"}),
        (
            "magmil sittas thracia command thrace",
            {"what": "magmil", "who": "sittas", "at": "thracia", "army": "thrace", "command": True},
        ),
    ],
)
def test_activations(text: str, values: dict[str, Any]) -> None:
    at = table().at
    wanted = {k: at(v) if k in ("at", "fort") else v for k, v in values.items()}
    assert read("byzantine-activation", text) == Activate.model_validate(wanted)


def test_marches() -> None:
    at = table().at
    steps = (Go(to=at("syria-2")), Attack(army="totila"), Drop(sp=5), Go(to=at("phoenice")), Attack())
    assert read("march", "> Syria II x totila drop 5 > Tyre x stop") == March(steps=steps, end=True)


def test_voyages() -> None:
    at = table().at
    sail = Sail(sp=2, carry="thrace", seas=(at("propontis"), at("aegean-sea")), port=at("creta"))
    assert read("sail", "sail 2 & thrace > Propontis > aegean sea > Crete") == sail


@pytest.mark.parametrize(
    ("text", "unpaid"),
    [
        ("pay all", []),
        ("pay all but orient frontier arabia", ["orient", "frontier@arabia"]),
        ("pay nothing", ["byzantine-fleet@europa", "frontier@arabia", "orient", "thrace"]),
        ("pay nothing but orient fleet europa", ["frontier@arabia", "thrace"]),
    ],
)
def test_pay(text: str, unpaid: list[str]) -> None:
    at = table().at
    keys = [f"{k}@{at(p)}" if p else k for k, _, p in (x.partition("@") for x in unpaid)]
    assert read("maintenance", text) == Pay(unpaid=tuple(keys))


def test_a_group_of_nobody_is_not_set_up() -> None:
    plan = cast("SetUp", read("set-up", "setup byzantine frontier arabia 0 frontier syria-2 3")).plans["byzantine"]
    assert [(x.at, x.sp) for x in plan.groups] == [("syria-2", 3)]


def test_shares() -> None:
    at = table().at
    parts = {"orient": 3, f"frontier@{at('arabia')}": 2, f"vandals-detached@{at('numidia')}": 1, "orient+lombards": 4}
    text = "share orient 3 frontier arabia 2 detached vandals numidia 1 ally lombards orient 4"
    assert read("recruits", text) == Share(parts=parts)
    assert read("recruits", "share nothing") == Share(parts={})


@for_each(
    ("kind", "text"),
    [
        ("march", "> nowhere"),
        ("march", "fly"),
        ("byzantine-activation", "activate narsus"),
        ("recruits", "share orient many"),
        ("recruits", "share orient 1000"),
        ("recruits", "share orient 1 orient 2"),
        ("march", "drop 0"),
        ("march", "detach 501"),
        ("march", "pick ²"),
        ("march", "give 0 totila"),
        ("march", "deal orient 9 orient 8"),
        ("march", "> syria-2 " * 41),
        ("sail", "sail 0 > propontis"),
        ("sail", "sail 2" + " > propontis > aegean sea" * 3),
        ("sail", "sail 2 > propontis > europa > bithynia"),
        ("byzantine-activation", "orient & fort syria-2 & fort arabia"),
        ("set-up", "setup byzantine army orient mesopotamia 1000"),
        ("set-up", "setup byzantine army orient mesopotamia 9 army orient arabia 9"),
        ("set-up", "setup byzantine fleet europa 2 fleet europa 2"),
        ("set-up", "setup byzantine setup"),
        ("set-up", "setup byzantine detached arabia 9"),
        ("set-up", "setup ostrogoths frontier sicilia 9"),
        ("set-up", "setup vandals vandals"),
    ],
)
def test_what_is_not_understood(kind: str, text: str) -> None:
    with pytest.raises(Refusal):
        read(kind, text)


@pytest.mark.rule("justinian 8.21")
def test_losses_are_written_like_any_share() -> None:
    rig = field().army("chosroes", "syria-2", 30).army("orient", "syria-2", 8, leader="sittas").frontier("syria-2", 6)

    def said(d: Any) -> Answer:
        def order(text: str) -> Answer:
            return written.read(rig.g, d, parse(text)[0])

        with pytest.raises(Refusal, match="Frontier SP in Arabia"):
            d.check(order("share orient 4 frontier arabia 5"))
        assert order(str(written.Writer(rig.g.land.map).write(d.default))) == d.default
        return order("share orient 4 frontier syria-2 5")

    rig.march("chosroes", Attack(), {"orient": "stand"}, said, dice=[5, 9, 9, 0], but=("losses",))
    assert rig.state.armies["orient"].sp == 4
