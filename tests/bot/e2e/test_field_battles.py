"""Battles on the field through the whole bot: the question, the thread, the battle in it, and its outcome back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio
import simcord

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Outcome, Service
from engine.kernel.answers import Pick
from engine.kernel.decisions import ELSEWHERE
from engine.kernel.game import Game, rebuild
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems.justinian.field.report import FieldReport
from engine.systems.justinian.movement.steps import Attack, March
from engine.systems.justinian.orders import Activate
from engine.systems.justinian.state import MagMil, State, initial_state
from tests.bot.e2e.kit import Table, controls, said, text_of
from tests.bot.e2e.strays import running
from tests.bot.e2e.theatre import Blank

KEY = "justinian/renovatio"


@pytest_asyncio.fixture
async def env(url: str) -> AsyncIterator[simcord.Env]:
    """Nothing is drawn: its pictures have tests of their own."""
    async with running(create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED))) as env:
        yield env


def _position(scenario: Any, options: Any = None) -> State:
    """Belisarius is about to be activated in Picenum, where Witigis stands; nobody else is there."""
    land = scenario.by_code
    state = initial_state(scenario, options)
    state.control, state.treasuries, state.turn, state.phase = {land["flaminia"]: "ostrogoths"}, {}, 4, "byzantine"
    state.gold = 30
    for a in state.armies.values():
        if a.power in ("vandals", "ostrogoths"):
            a.where, a.at, a.arrives = "aside", None, None
    places = {"italy": ("picenum", 3), "witigis": ("picenum", 2), "hilderic": ("zeugitania", 3)}
    for army, (code, sp) in places.items():
        a = state.armies[army]
        a.where, a.at, a.sp = "map", land[code], sp
    state.armies["italy"].leader = "belisarius"
    state.magmil["belisarius"] = MagMil(id="belisarius", where="map", army="italy")
    return state


@pytest.fixture(autouse=True)
def positioned() -> Iterator[None]:
    """Every campaign begins right before a battle."""
    with patch("engine.systems.justinian.system.initial_state", _position):
        yield


@pytest_asyncio.fixture(autouse=True)
async def finished(sim: Table) -> AsyncIterator[None]:
    """What a test has set going in the background is over before the world is taken down."""
    yield
    await seen_to(sim)


async def campaign(sim: Table, rules: str = "field") -> str:
    """A campaign at its first question whether a battle is fought on the field; its number."""
    await sim.ada.slash(sim.channel, "battle create", scenario=KEY, side="Byzantines", rules=rules)
    await sim.ben.slash(sim.channel, "battle join", side="Barbarians")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    given = {"byzantine-activation": Activate(what="army", who="italy"), "march": March(steps=(Attack(),))}
    for n in range(20):
        (o, *_) = await sim.service.play.open_questions(battle.id)
        if o.decision.kind in ("field", ELSEWHERE):
            break
        assert o.user is not None
        answer = given.get(o.decision.kind, o.decision.default)
        await sim.service.play.answer(battle.id, o.user, o.token, answer, f"{n}")
    else:
        raise AssertionError("there was no battle")
    await sim.bot.messages.publisher.publish(battle.id)
    await seen_to(sim)
    return battle.id


async def agreed(sim: Table) -> str:
    """A campaign that waits for a battle on the field, which both have asked for."""
    battle = await campaign(sim)
    for _ in range(2):
        who = await asked(sim, battle)
        await who.click(sim.asking, custom_id=field_button(sim.asking, "On the field").custom_id)
        await seen_to(sim)
    return battle


async def seen_to(sim: Table) -> None:
    """What is done in the background has been done."""
    while tasks := list(sim.bot.messages.field_battles._tasks):
        await asyncio.gather(*tasks)
    await sim.env.settle()


async def restarted(sim: Table) -> None:
    """The process has died, and is back."""
    await seen_to(sim)  # nothing of it goes on in the one that is dead
    await sim.restart()


async def asked(sim: Table, battle: str) -> Any:
    (o,) = await sim.service.play.open_questions(battle)
    return next(p for p in (sim.ada, sim.ben) if p.id == o.user)


def field_button(message: Any, label: str) -> Any:
    return next(c for c in controls(message) if c.label.startswith(label))


async def child(sim: Table, battle: str) -> Any:
    """The battle on the field of a campaign."""
    link = await sim.service.field_battles.link(battle)
    assert link is not None
    return await sim.service.battles.get(link.battle)


def thread_of(sim: Table, channel: int) -> Any:
    return next(t for t in sim.channel.threads if t.id == channel)


async def waiting(sim: Table, battle: str) -> bool:
    return any(o.decision.kind == ELSEWHERE for o in await sim.service.play.open_questions(battle))


async def reports(sim: Table, battle: str) -> list[FieldReport]:
    """What the campaign was told of battles on the field, each once."""
    game = await sim.service.play.game(battle)
    found = [e.data for e in await sim.service.play.entries(battle) if e.kind == "event"]
    ended = [d for d in found if d["type"] == "field-battle-ended"]
    return [game.system.events.validate_python(d).report for d in ended]


async def test_both_agree_and_a_thread_opens_with_the_battle_under_way(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    thread = thread_of(sim, fought.channel)
    assert fought.status == "running" and fought.row.scenario_key == "field/battle"
    assert {s.side: s.user for s in fought.seats} == {"byzantine": sim.ada.id, "barbarian": sim.ben.id}
    assert (fought.mode, fought.limits) == ("live", (await sim.service.battles.get(battle)).limits)
    assert any(controls(m) for m in thread.history()), "its first question stands there"
    told = next(m for m in sim.messages if m.id == thread.id)
    assert "fought out in this thread" in told.content and f"<@{sim.ben.id}>" in told.content
    opens = await sim.service.play.open_questions(battle)
    assert [(o.decision.kind, o.side) for o in opens] in (
        [(ELSEWHERE, "byzantine"), (ELSEWHERE, "barbarian")],
        [(ELSEWHERE, "barbarian"), (ELSEWHERE, "byzantine")],
    )
    status = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "is fought on the field" in status and "both sides are asked" in status


async def test_its_outcome_comes_back_once_and_the_campaign_replays_without_it(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    thread = thread_of(sim, fought.channel)
    await give_up(sim, sim.ben, thread)
    (report,) = await reports(sim, battle)
    entries = await sim.service.database.games.journal(fought.id)
    assert (report.battle, report.head, report.winner, report.how) == (
        fought.id,
        entries[-1].hash,
        "byzantine",
        "resigned",
    )
    assert report.lost["barbarian"] > 0, "who gives up loses what makes an army withdraw"
    assert not await waiting(sim, battle) and await sim.service.field_battles.link(battle) is None
    assert "give up: the Byzantines win" in sim.told
    result = await sim.service.results.of(fought.id)
    assert result is not None and not result.rated, "it counts with its campaign alone"
    assert not any(c.verb == "rematch" for m in thread.history() for c in controls(m))
    game, journal = await sim.service.play.game(battle), await sim.service.play.entries(battle)
    assert rebuild(game.system, journal) == game.state
    assert Game.resume(game.system, journal).head == game.head
    for _ in range(2):
        await sim.bot.messages.background.tick()
    assert len(await reports(sim, battle)) == 1
    with pytest.raises(Refusal, match="campaign"):
        await sim.service.rematches.make(fought.id, sim.ada.id)


@pytest.mark.parametrize("away", [False, True])
async def test_whoever_leads_a_side_of_the_campaign_by_now_leads_it_on_the_field(
    sim: Table, manager: Any, away: bool
) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    if away:  # somebody else has been given the side on the field
        dora = sim.guild.add_member(sim.env.create_user("dora", global_name="Dora"))
        thread = thread_of(sim, fought.channel)
        await manager.slash(thread, "referee seat", side="Goths", player=dora, reason="for this battle")
        await seen_to(sim)
        assert (await child(sim, battle)).player("barbarian") == dora.id
    await manager.slash(sim.channel, "referee seat", side="Barbarians", player=sim.cleo, reason="so be it")
    await seen_to(sim)
    if away:
        assert (await child(sim, battle)).player("barbarian") == dora.id
        return
    assert (await child(sim, battle)).player("barbarian") == sim.cleo.id
    told = [m for m in thread_of(sim, fought.channel).history() if "with your side" in m.content]
    assert len(told) == 1 and told[0].content.startswith(sim.cleo.mention)
    await restarted(sim)
    await sim.bot.messages.background.tick()
    await seen_to(sim)
    told = [m for m in thread_of(sim, fought.channel).history() if "with your side" in m.content]
    assert len(told) == 1
    refused = await sim.ben.slash(thread_of(sim, fought.channel), "battle resign", sure=True)
    assert "no side" in said(refused), said(refused)


async def test_whoever_joins_a_side_of_the_campaign_joins_it_on_the_field(sim: Table) -> None:
    battle = await agreed(sim)
    thread = thread_of(sim, (await child(sim, battle)).channel)
    await sim.ben.slash(sim.channel, "team invite", player=sim.cleo)
    asking = next(m for m in sim.messages if any(c.verb == "guest" for c in controls(m)))
    await sim.cleo.click(asking, label="Agree")
    await seen_to(sim)
    assert (await child(sim, battle)).sides_of(sim.cleo.id) == ("barbarian",)
    [told] = [m for m in thread.history() if "you are one of the" in m.content]
    assert told.content == f"{sim.cleo.mention}: you are one of the Goths here, too."
    await sim.cleo.slash(sim.channel, "team leave")
    await seen_to(sim)
    assert (await child(sim, battle)).sides_of(sim.cleo.id) == ()


async def give_up(sim: Table, who: Any, thread: Any) -> None:
    result = await who.slash(thread, "battle resign")
    message = result.response or result.followups[0]
    sure = next(c for c in controls(message) if "resign" in c.label.casefold() or c.verb == "resign")
    await who.click(getattr(message, "message", message), custom_id=sure.custom_id)
    await seen_to(sim)


async def test_a_battle_played_to_its_end_by_its_own_rules(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    rng = random.Random(2)
    while (await sim.service.battles.get(fought.id)).status == "running":
        (o, *_) = await sim.service.play.open_questions(fought.id)
        assert o.user is not None
        await sim.service.play.answer(
            fought.id, o.user, o.token, random_answer(o.decision, rng, 4.0), str(rng.random()), o.side
        )
    await sim.bot.messages.background.tick()
    (report,) = await reports(sim, battle)
    state = (await sim.service.play.game(fought.id)).state
    assert report.how == "rules" and report.winner == state.winner
    assert report.lost["barbarian"] == sum(
        u.size for u in state.units.values() if u.side == "barbarian" and u.eliminated
    )


async def test_an_outcome_a_stop_kept_from_being_told_arrives_after_it_once(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    await sim.service.endings.resign(fought.id, sim.ada.id)  # stored; then the process dies
    assert await waiting(sim, battle)
    await restarted(sim)
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    (report,) = await reports(sim, battle)
    assert (report.winner, report.battle) == ("barbarian", fought.id)


async def test_a_thread_a_stop_kept_from_being_opened_opens_after_it(sim: Table) -> None:
    battle = await campaign(sim)
    with patch.object(sim.bot.messages.field_battles, "_attend", return_value=None):
        for _ in range(2):
            o = (await sim.service.play.open_questions(battle))[0]
            assert o.user is not None
            await sim.service.play.answer(battle, o.user, o.token, Pick(key="field"), "x")
    assert await waiting(sim, battle) and await sim.service.field_battles.link(battle) is None
    await restarted(sim)
    await sim.bot.messages.background.tick()
    fought = await child(sim, battle)
    assert fought.status == "running" and thread_of(sim, fought.channel)
    await sim.bot.messages.background.tick()
    assert (await child(sim, battle)).id == fought.id and len(sim.channel.threads) == 1


async def test_both_settle_for_the_table_and_the_battle_is_broken_off(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    shown = next(m for m in sim.messages if m.id == fought.channel)
    await sim.cleo.click(shown, custom_id=field_button(shown, "Settle it by the table").custom_id)
    for who in (sim.ada, sim.ben):
        assert (await sim.service.battles.get(fought.id)).status == "running"
        await who.click(shown, custom_id=field_button(shown, "Settle it by the table").custom_id)
        await seen_to(sim)
    assert await reports(sim, battle) == [None]
    assert (await sim.service.battles.get(fought.id)).status == "abandoned"
    assert await sim.service.field_battles.link(battle) is None
    after = next(m for m in sim.messages if m.id == fought.channel)
    assert "isn't fought out" in after.content and not controls(after)


async def test_time_that_is_up_is_the_tables(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    (due,) = {o.due for o in await sim.service.play.open_questions(battle)}
    asked_at = next(o.asked for o in await sim.service.play.open_questions(battle))
    assert due is not None and due - asked_at > 12 * 3600, "a battle takes longer than an answer"
    for outcome in await sim.service.deadlines.due(due + 1):
        await sim.bot.messages.publisher.renew(outcome.battle)
    await sim.bot.messages.background.tick()
    assert await reports(sim, battle) == [None]
    assert (await sim.service.battles.get(fought.id)).status == "abandoned"


async def test_a_battle_a_referee_breaks_off_is_the_tables(sim: Table) -> None:
    battle = await agreed(sim)
    fought = await child(sim, battle)
    for who in (sim.ada, sim.ben):
        with pytest.raises(Refusal):
            await sim.service.endings.abandon(fought.id, who.id)
    await sim.service.endings.abandon(fought.id, sim.cleo.id, referee=True)
    await sim.bot.messages.background.tick()
    assert await reports(sim, battle) == [None]


async def test_a_battle_that_is_there_no_more_is_the_tables(sim: Table) -> None:
    battle = await agreed(sim)
    link = await sim.service.field_battles.link(battle)
    assert link is not None
    await sim.service.field_battles.keep(battle, replace(link, battle="00000000"))  # as if it had been deleted
    await sim.bot.messages.background.tick()
    assert await reports(sim, battle) == [None] and not await waiting(sim, battle)


async def test_nobody_gives_a_report_himself(sim: Table) -> None:
    battle = await agreed(sim)
    (o, *_) = await sim.service.play.open_questions(battle)
    order = (await sim.service.play.game(battle)).state.on_field
    size = {a.side: order.size(a.side) for a in order.armies}
    forged = FieldReport(
        battle="1",
        head="0" * 64,
        scenario="0" * 64,
        winner="byzantine",
        fielded=size,
        lost=dict.fromkeys(size, 0),
    )
    head = await sim.head()
    assert o.user is not None
    with pytest.raises(Refusal, match="Nobody gives that answer"):
        await sim.service.play.answer(battle, o.user, o.token, forged, "x", o.side)
    who = next(p for p in (sim.ada, sim.ben) if p.id == o.user)
    for text in ("field-report", '= {"do": "field-report"}', "field", "win"):
        await who.slash(sim.channel, "order", text=text)
    assert await sim.head() == head


async def test_taken_back_and_agreed_anew_another_battle_is_fought(sim: Table) -> None:
    battle = await agreed(sim)
    first = await child(sim, battle)
    async with sim.service.sessions.session(battle) as session:
        _, to = session.game.last_answer(("byzantine", "barbarian")) or ("", 0)
        mark = len(session.game.journal)
        session.game.undo(to, "byzantine")
        session.record(mark, "x")
        await sim.service.sessions.commit(session, Outcome(battle))
    await sim.bot.messages.publisher.publish(battle)
    await seen_to(sim)
    assert (await sim.service.battles.get(first.id)).status == "abandoned"
    who = await asked(sim, battle)
    await who.click(sim.asking, custom_id=field_button(sim.asking, "On the field").custom_id)
    await seen_to(sim)
    assert (await child(sim, battle)).id != first.id


async def test_what_one_always_wants_is_a_press_under_the_question(sim: Table) -> None:
    battle = await campaign(sim)
    labels = [c.label for c in controls(sim.asking)]
    assert {"On the field, with Cataphract, always", "By the campaign's table, always"} <= set(labels)
    await sim.ada.click(
        sim.asking, custom_id=field_button(sim.asking, "On the field, with Cataphract, always").custom_id
    )
    assert (await asked(sim, battle)) is sim.ben
    await sim.ben.slash(sim.channel, "order", text="no")
    assert not await waiting(sim, battle) and (await sim.service.play.game(battle)).state.on_field is None


@pytest.mark.parametrize("rules", ["field-always"])
async def test_a_campaign_created_so_asks_nobody(sim: Table, rules: str) -> None:
    battle = await campaign(sim, rules)
    assert (await child(sim, battle)).status == "running"


async def test_a_computer_fights_on_the_field_and_never_settles_for_the_table(sim: Table) -> None:
    battle = await agreed(sim)
    await sim.service.settings.put(f"battle:{battle}", "opponent", {"level": "recruit", "user": sim.ben.id})
    assert await sim.service.computers.job(battle) is None


async def test_where_no_thread_may_be_opened_it_is_told_once_and_tried_again(sim: Table) -> None:
    battle = await campaign(sim)
    with patch("bot.messages.delivery.threads.check_threads", side_effect=Refusal("I may not open threads here.")):
        for _ in range(2):
            o = (await sim.service.play.open_questions(battle))[0]
            assert o.user is not None
            await sim.service.play.answer(battle, o.user, o.token, Pick(key="field"), "x")
        await sim.bot.messages.publisher.publish(battle)
        await sim.env.settle()
        await sim.bot.messages.background.tick()
        await sim.bot.messages.background.tick()
        assert sum("I may not open threads here" in text_of(m) for m in sim.messages) == 1
    await sim.bot.messages.background.tick()
    assert (await child(sim, battle)).status == "running"
