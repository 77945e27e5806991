"""The campaign of Justinian through the whole bot: forms, activations, interceptions, the story of a turn."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest_asyncio
import simcord

from bot.app import create_bot
from bot.components.ids import parse
from bot.components.panel import place as places
from bot.components.panel.asked import key_of
from bot.components.panel.form import SPOILER
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from engine.kernel.decisions import Command
from engine.kernel.ideas import Idea
from engine.players import random_answer
from tests.bot.e2e.kit import Table, control, controls, press, said, text_of, type_in
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import Blank

KEY = "justinian/renovatio"


@pytest_asyncio.fixture
async def env(url: str) -> AsyncIterator[simcord.Env]:
    """Nothing is drawn: its pictures have tests of their own."""
    async with running(create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED))) as env:
        yield env


async def begun(sim: Table) -> None:
    """A campaign under way, its dice always the same: Ada plays Byzantium, Ben the barbarians."""
    made = random.Random("justinian")
    fixed = SimpleNamespace(token_bytes=made.randbytes, token_hex=lambda n: made.randbytes(n).hex())
    with patch("bot.service.setup.lobby.secrets", fixed):
        await _begin(sim)


async def _begin(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=KEY, side="Byzantines")
    await sim.ben.slash(sim.channel, "battle join", side="Barbarians")
    result = await sim.ada.slash(sim.channel, "battle start")
    assert "begins" in said(result), said(result)


async def battle_id(sim: Table) -> str:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return battle.id


async def state(sim: Table) -> Any:
    return (await sim.service.play.game(await battle_id(sim))).state


async def asked(sim: Table) -> Any:
    return (await sim.service.play.open_questions(await battle_id(sim)))[0]


async def forward(sim: Table, *kinds: str, seed: int = 1) -> Any:
    """On to the next question of one of these kinds, others answered by a keen player."""
    rng, battle = random.Random(seed), await battle_id(sim)
    for n in range(400):
        o = await asked(sim)
        if o.decision.kind in kinds:
            break
        assert o.user is not None
        await sim.service.play.answer(battle, o.user, o.token, random_answer(o.decision, rng, 4.0), f"{seed} {n}")
    else:
        raise AssertionError(f"none of {kinds} was asked")
    await sim.bot.messages.publisher.publish(battle)
    return o


async def panel(sim: Table, who: Any) -> Any:
    opened = await who.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    return opened.response or opened.followups[0]


async def test_the_proposed_set_up_stands_in_the_question_and_takes_a_press_a_side(sim: Table) -> None:
    await begun(sim)
    assert "Byzantines: 100 SP, none left" in text_of(sim.asking)
    assert "Army of Thrace: 8 SP, Moesia II" in text_of(sim.asking)
    for who in (sim.ada, sim.ben):
        await who.click(sim.asking, custom_id=control(sim.asking, "default").custom_id)
    assert (await state(sim)).turn == 1 and (await asked(sim)).decision.kind == "barbarian-activation"


async def test_a_set_up_is_one_form_that_keeps_its_sums_and_is_sent_once(sim: Table) -> None:
    await begun(sim)
    shown, messages, head = await panel(sim, sim.ada), len(sim.messages), await sim.head()
    await press(sim.ada, shown, "Army of Thrace")
    await press(sim.ada, shown, "+5")
    assert "Byzantines: 100 SP, 5 too many" in text_of(shown)
    await press(sim.ada, shown, "Set up like this")
    assert await sim.head() == head, "a form that breaks a rule isn't sent"
    await press(sim.ada, shown, "Frontier SP, Armenia IV")
    await press(sim.ada, shown, "None")
    await press(sim.ada, shown, "Frontier SP, Arabia")
    await press(sim.ada, shown, "-1")
    assert "Byzantines: 100 SP, none left" in text_of(shown) and "⚠" not in text_of(shown)
    await type_in(sim.ada, shown, "thrace thracia\npraesental-2 europa", "fill")
    assert "Praesental Army I: 15 SP, Bithynia" in text_of(shown), "the two changed places"
    assert (len(sim.messages), await sim.head()) == (messages, head), "nobody sees anything before it is sent"
    await press(sim.ada, shown, "Set up like this")
    now = await state(sim)
    board = (await sim.service.play.game(await battle_id(sim))).system.view(now).board
    assert (now.armies["thrace"].sp, board.code(now.armies["thrace"].at)) == (13, "thracia")
    assert board.code(now.armies["praesental-2"].at) == "europa"
    answers = [e for e in await sim.service.play.entries(await battle_id(sim), head + 1) if e.kind == "answer"]
    assert len(answers) == 1


async def test_a_form_outlives_a_restart(sim: Table) -> None:
    await begun(sim)
    shown = await panel(sim, sim.ada)
    await type_in(sim.ada, shown, "thrace 3; new-byzantine arcadia", "fill")
    assert "Frontier SP, Arcadia: 5 SP" in text_of(shown)
    await sim.restart()
    await press(sim.ada, shown, "Army of Thrace")
    assert "Frontier SP, Arcadia: 5 SP" in text_of(shown)
    await press(sim.ada, shown, "As proposed")
    assert "Arcadia" not in text_of(shown) and SPOILER not in text_of(shown)


async def test_what_is_typed_into_a_form_is_refused_in_a_sentence(sim: Table) -> None:
    await begun(sim)
    shown, head = await panel(sim, sim.ada), await sim.head()
    for text in ("thrace", "thrace carthago", "thule 4", "12", "thrace 5\nnonsense"):
        result = await type_in(sim.ada, shown, text, "fill")
        assert text_of(shown).count("8 SP, Moesia II") == 1, text
        assert "like “praesental-1 12”" in said(result), said(result)
        assert await sim.head() == head
    # More than there are make a draft that says so, and a place named twice none.
    await type_in(sim.ada, shown, "byzantine-arabia 999\nthrace 999", "fill")
    assert "Byzantines: 100 SP, 1988 too many" in text_of(shown)
    result = await type_in(sim.ada, shown, "setup byzantine frontier arabia 3 frontier arabia 3", "fill")
    assert "named twice" in said(result) and "Frontier SP, Arabia: 999 SP" in text_of(shown)
    await type_in(sim.ada, shown, "setup byzantine", "fill")  # a whole order, however short
    assert "Byzantines: 100 SP, 100 left" in text_of(shown) and await sim.head() == head


async def test_maintenance_is_one_form(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "maintenance")
    assert "G in the treasury" in text_of(sim.asking)
    shown = await panel(sim, sim.ada)
    due = {e.key: e for e in o.decision.sheet(o.decision.default).entries}
    listed = control(shown, "ticks")
    assert {v for v, _ in listed.options} == {*due}
    unpaid = [v for v, _ in listed.options][:2]
    await sim.ada.select(shown.message, unpaid, custom_id=listed.custom_id)
    assert "Not Paid:" in text_of(shown)
    await type_in(sim.ada, shown, "army of thrace", "fill")
    assert "☒ Army of Thrace" in text_of(shown)
    await type_in(sim.ada, shown, "army of thrace", "fill")
    assert "☑ Army of Thrace" in text_of(shown)
    gold = (await state(sim)).gold
    pay = next(c for c in controls(shown) if c.verb == "send")
    price = int(pay.label.split()[1])
    await press(sim.ada, shown, "Pay")
    now = await state(sim)
    assert now.gold == gold - price
    fleets = [k for k in unpaid if "fleet" in k]
    assert fleets and all(now.fleets["byzantine"][int(k.partition("@")[2])].unpaid for k in fleets)


async def test_recruits_are_shared_out_in_a_form(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "recruits", seed=2)
    assert isinstance(o.decision, Command)
    who = sim.ada if o.user == sim.ada.id else sim.ben
    shown = await panel(sim, who)
    key, label = control(shown, "entry").options[1]
    await who.select(shown.message, [key], custom_id=control(shown, "entry").custom_id)
    assert f"› {label.partition(':')[0]}" in text_of(shown)
    await press(who, shown, "+1")
    await press(who, shown, "As proposed")
    whole = control(shown, "whole")
    key, label = whole.options[1]
    head = await sim.head()
    await who.select(shown.message, [key], custom_id=whole.custom_id)
    [given, *_] = [e for e in await sim.service.play.entries(await battle_id(sim), head + 1) if e.kind == "answer"]
    assert given.data["answer"]["parts"] == {key: int(label.split()[-2])}, "all of it to one, in one press"


async def test_recruits_and_ships_are_one_form(sim: Table) -> None:
    shown, _ = await byzantium_first(sim)
    await press(sim.ada, shown, "Recruit: a die of new SP")
    assert (await asked(sim)).decision.kind == "recruits"
    then = (await state(sim)).model_copy(deep=True)
    europa = next(
        v for c in controls(shown) if c.verb == "entry" for v, w in c.options if w.startswith("Byzantine fleet at Eur")
    )
    listed = next(c for c in controls(shown) if c.verb == "entry" and europa in dict(c.options))
    await sim.ada.select(shown.message, [europa], custom_id=listed.custom_id)
    await press(sim.ada, shown, "+1")
    assert "1 of " in text_of(shown) and "3 G each" in text_of(shown) and "⚠" not in text_of(shown)
    await sim.ada.click(shown.message, custom_id=control(shown, "send").custom_id)
    now = await state(sim)
    at = int(europa.partition("@")[2])
    assert (now.gold, now.fleets["byzantine"][at].sp) == (then.gold - 3, then.fleets["byzantine"][at].sp + 1)


async def choose(sim: Table, shown: Any, unit: str) -> None:
    """Choose who is activated out of the list of all that can be."""
    listed = next(c for c in controls(shown) if c.verb == "go" and any(w.startswith(unit) for _, w in c.options))
    value = next(v for v, w in listed.options if w.startswith(unit))
    await sim.ada.select(shown.message, [value], custom_id=listed.custom_id)


async def test_who_names_an_army_is_told_the_price_and_may_go_back(sim: Table) -> None:
    shown, _ = await byzantium_first(sim)
    gold, head = (await state(sim)).gold, await sim.head()
    for unit, price, chance in (
        ("Army of Thrace at", "Activate, for 2 G", "a die gives"),
        ("The fleet at", "Activate, for 2 G", "no die is rolled"),
    ):
        await choose(sim, shown, unit)
        assert price in text_of(shown) and chance in text_of(shown), text_of(shown)
        assert await sim.head() == head, "nothing is spent by naming it"
        await press(sim.ada, shown, "‹ Back")
    assert "a die of new SP" in "".join(c.label for c in controls(shown)) + text_of(shown)
    await choose(sim, shown, "Army of Thrace at")
    await press(sim.ada, shown, "Activate, for 2 G")
    now = await state(sim)
    assert now.gold == gold - 2 and now.activation.army == "thrace"


async def test_whatever_is_offered_for_gold_says_its_price_first(sim: Table) -> None:
    """Every idea of an activation, and every Fort: nothing costs gold that doesn't say so beside its button."""
    _, ideas = await byzantium_first(sim)
    spending = [i for i in ideas.values() if getattr(i.answer, "what", "") in ("army", "fleet")]
    assert spending and all("2 G" in f"{i.label} {i.note}" for i in spending), spending
    o = await asked(sim)
    assert all("G" in str(c.label) for c in o.decision.menu if c.key == "fort")
    assert all(c.answer is None for c in o.decision.menu if c.unit is not None), "a name alone orders nothing"


async def byzantium_first(sim: Table) -> tuple[Any, dict[str, Idea]]:
    """Byzantium's first activation, nothing done before it: its panel, and the ideas of its armies by their keys."""
    await begun(sim)
    for who in (sim.ada, sim.ben):
        await who.click(sim.asking, custom_id=control(sim.asking, "default").custom_id)
    await sim.choose(sim.ben, "No more activations")
    o, game = await asked(sim), await sim.service.play.game(await battle_id(sim))
    units = dict.fromkeys(c.unit for c in o.decision.menu if c.unit is not None)
    return await panel(sim, sim.ada), {key_of(i): i for u in units for i in game.system.ideas(game, o.decision, u)}


def offered(message: Any) -> list[tuple[str, str | None, str]]:
    """The ideas a message offers: control, value of a select, key."""
    found: list[tuple[str, str | None, str]] = []
    for c in controls(message):
        where = parse(c.custom_id)
        if where is not None and c.verb == "idea":
            values = [v for v, _ in c.options] or [None]
            found += [(c.custom_id, v, places.parse(v or where[1].argument).idea) for v in values]
    return found


async def give(sim: Table, message: Any, way: tuple[str, str | None, str]) -> list[Any]:
    """Press it; the entries of the journal that come of it."""
    head = await sim.head()
    if way[1] is None:
        await sim.ada.click(message.message, custom_id=way[0])
    else:
        await sim.ada.select(message.message, [way[1]], custom_id=way[0])
    return [*await sim.service.play.entries(await battle_id(sim), head + 1)]


async def test_an_activation_takes_two_presses_in_the_panel(sim: Table) -> None:
    shown, ideas = await byzantium_first(sim)
    bare = next(w for w in offered(shown) if w[2] in ideas and not ideas[w[2]].then and "Take" in str(ideas[w[2]].note))
    assert "with 5 MP:" in str(ideas[bare[2]].note)
    await give(sim, shown, bare)
    assert (await asked(sim)).decision.kind == "march"
    assert "of" in text_of(shown) and "MP" in text_of(shown), text_of(shown)
    idea = next(c for c in controls(shown) if c.verb == "idea" and not c.options)
    events = [e.data for e in await give(sim, shown, (idea.custom_id, None, "")) if e.kind == "event"]
    assert {e["type"] for e in events} & {"army-moved", "battle-fought", "control-removed"}


async def test_who_is_activated_and_what_they_do_is_one_press(sim: Table) -> None:
    shown, ideas = await byzantium_first(sim)
    assert "its MP suffice" in text_of(shown)
    way = next(w for w in offered(shown) if w[2] in ideas and "in any case" in str(ideas[w[2]].note))
    given = [e.data["answer"]["do"] for e in await give(sim, shown, way) if e.kind == "answer"]
    assert given[:2] == ["activate", "march"], given
    assert "✓ " + str(ideas[way[2]].then[0].choice.label)[:20] in text_of(shown)


async def test_recruits_and_ships_as_proposed_are_one_press_with_recruiting(sim: Table) -> None:
    shown, _ = await byzantium_first(sim)
    before = await state(sim)
    head = await sim.head()
    await press(sim.ada, shown, "Recruit, placed as proposed")
    given = [
        e.data["answer"] for e in await sim.service.play.entries(await battle_id(sim), head + 1) if e.kind == "answer"
    ]
    assert given[0]["do"] == "activate" and {x["do"] for x in given[1:]} == {"share"}, given
    now = await state(sim)
    assert now.byzantine_done == 1 and now.gold == before.gold and now.fleets == before.fleets


async def test_an_interception_is_asked_and_pressed(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "intercept", seed=3)
    who = sim.ada if o.user == sim.ada.id else sim.ben
    labels = [c.label for c in controls(sim.asking)]
    assert any("Intercept" in x and "%" in x for x in labels) and any(x.endswith(", always") for x in labels), labels
    assert "wins" in text_of(sim.asking), "the odds of the battle it would bring"
    yes = next(c for c in controls(sim.asking) if "Intercept (" in c.label)
    head = await sim.head()
    await who.click(sim.asking, custom_id=yes.custom_id)
    assert any(
        e.kind == "roll" and e.data.get("purpose", e.data.get("request", {}).get("purpose")) == "interception"
        for e in await sim.service.play.entries(await battle_id(sim), head + 1)
    )


ASKED_AGAIN = ("bribe", "intercept", "retreat-before-combat", "retreat", "losses", "recruits", "desertion", "exchange")


async def test_standing_orders_settle_what_is_asked_again_and_again(sim: Table) -> None:
    await begun(sim)
    for who in (sim.ada, sim.ben):
        for question, answer in (
            ("shares", "always"),
            ("bribe", "never"),
            ("intercept", "if:stronger"),
            ("retreat-before-combat", "if:outnumbered-2"),
            ("retreat-way", "always"),
        ):
            told = said(await who.slash(sim.channel, "standing set", question=question, answer=answer))
            assert "From now on" in told, told
    rng, battle, kinds = random.Random(3), await battle_id(sim), set[str]()
    for n in range(120):
        o = await asked(sim)
        kinds.add(o.decision.kind)
        if o.decision.kind == "maintenance":
            break
        assert o.user is not None
        await sim.service.play.answer(battle, o.user, o.token, random_answer(o.decision, rng, 4.0), f"{n}")
    assert "maintenance" in kinds and kinds.isdisjoint(ASKED_AGAIN), kinds
    notes = [e.data.get("note") or {} for e in await sim.service.play.entries(battle) if e.kind == "answer"]
    assert sum(x.get("by") == "standing order" for x in notes) >= 3, notes


async def test_as_proposed_always_is_one_press_under_the_question(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "recruits", "losses", seed=2)
    who = sim.ada if o.user == sim.ada.id else sim.ben
    always = next(c for c in controls(sim.asking) if c.label == "As proposed, always")
    await who.click(sim.asking, custom_id=always.custom_id)
    given = await sim.service.standing_orders.of(await battle_id(sim), who.id)
    assert [(p.kind, p.answer) for p in given] == [("shares", "always")]
    assert (await asked(sim)).token != o.token


async def test_an_army_under_way_is_offered_what_it_can_do_and_no_list_of_units(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "march")
    who = sim.ada if o.user == sim.ada.id else sim.ben
    shown = await panel(sim, who)
    labels = [c.label for c in controls(shown)]
    assert "Go to…" in labels and not any(x.startswith("A unit") for x in labels)
    await press(who, shown, "Go to…")
    assert "Where does" in text_of(shown)


async def test_who_chooses_a_marker_in_the_channel_is_shown_what_comes_next_at_once(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "barbarian-activation")
    button = marker(sim, o, "select-persia")
    theirs = await sim.ada.click(sim.asking, custom_id=button.custom_id)
    assert (await asked(sim)).token == o.token, "it isn't Byzantium's to choose"
    assert said(theirs)
    shown = (await sim.ben.click(sim.asking, custom_id=button.custom_id)).response
    following = await asked(sim)
    assert following.token != o.token and following.side == "barbarian"
    assert str(following.token) in {c.custom_id.split(":")[3] for c in controls(shown)}
    assert shown.id not in {m.id for m in sim.messages}, "for their eyes alone"


async def test_a_panel_opened_so_waits_while_the_other_side_is_asked_and_is_ready_afterwards(sim: Table) -> None:
    await begun(sim)
    o = await forward(sim, "barbarian-activation")
    shown = (await sim.ben.click(sim.asking, custom_id=marker(sim, o, "pass").custom_id)).response
    assert (await asked(sim)).side == "byzantine" and not controls(shown)
    following = await forward(sim, "barbarian-activation")
    await sim.bot.messages.guided.idle()
    assert str(following.token) in {c.custom_id.split(":")[3] for c in controls(shown)}


def marker(sim: Table, o: Any, key: str) -> Any:
    """The button of the question in the channel that uses this marker."""
    n = next(i for i, c in enumerate(o.decision.choices) if c.key == key)
    return next(c for c in controls(sim.asking) if c.verb == "answer" and c.custom_id.endswith(f":{n}"))
