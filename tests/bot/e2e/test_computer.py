"""A battle against the computer: it sits down, thinks, answers like anybody; nobody else acts for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from bot.service.computers.computers import MOST
from engine.computer import levels
from engine.computer.conduct import Conduct, Standing
from engine.computer.levels import Level
from engine.kernel.concession import Concession
from engine.kernel.journal import effective
from engine.players import random_answer
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, card, control, controls, first_answer, said, shown, use
from tests.waiting import until

SAMARKAND = "simple-gboh/samarkand"

QUICK = Level(keen=4.0, budget=16, brief=4, samples=1, sampled=1, horizon=3, cpu=3600.0)
"""Thinks, but not for long."""


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "LEVEL", {**levels.LEVEL, "captain": QUICK})
    monkeypatch.setattr("engine.computer.player.LEVEL", levels.LEVEL)
    monkeypatch.setattr("bot.service.computers.thinking.LEVEL", levels.LEVEL)


async def battle_of(sim: Table) -> Any:
    return await sim.service.battles.in_channel(sim.channel.id)


async def opened(sim: Table, side: str = "", **options: Any) -> Any:
    """A battle of Samarkand against a captain, which waits to begin."""
    result = await sim.ada.slash(
        sim.channel, "battle create", scenario=SAMARKAND, mode="live", opponent="captain", side=side, **options
    )
    assert "is ready" in said(result), said(result)
    return await battle_of(sim)


async def my_turn(sim: Table, battle_id: str) -> bool:
    """Whether Ada alone is asked, or it is over."""
    battle = await sim.service.battles.get(battle_id)
    if battle.status != "running":
        return True
    opens = await sim.service.play.open_questions(battle_id)
    return bool(opens) and all(o.user == sim.ada.id for o in opens)


@pytest.mark.parametrize("verb", ["playagain", "rematch"])
async def test_it_plays_again_at_once(sim: Table, verb: str) -> None:
    await opened(sim, "Macedonians")
    await sim.ada.slash(sim.channel, "battle start")
    first = await battle_of(sim)
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    end = next(m for m in reversed(sim.messages) if any(c.verb == verb for c in controls(m)))
    told = await sim.ada.click(end, custom_id=control(end, verb).custom_id)
    assert "begins again. You lead the" in said(told), said(told)
    second = await battle_of(sim)
    assert second.id != first.id and second.status == "running"
    assert (second.player(second.sides[0][0]) == first.player(first.sides[0][0])) == (verb == "playagain")
    assert await sim.service.computers.level(second.id) == "captain"
    await until(lambda: my_turn(sim, second.id))


async def begun(sim: Table) -> Any:
    await opened(sim, "Macedonians")
    await sim.ada.slash(sim.channel, "battle start")
    return await battle_of(sim)


async def mine(sim: Table, battle_id: str, rng: random.Random) -> None:
    """Ada answers by the doors of the service what she is asked."""
    await until(lambda: my_turn(sim, battle_id))
    for o in await sim.service.play.open_questions(battle_id):
        await sim.service.play.answer(battle_id, sim.ada.id, o.token, random_answer(o.decision, rng, 4.0), "test")
        break
    await sim.bot.messages.publisher.renew(battle_id)


async def test_it_takes_the_side_that_is_left_and_gets_up_with_the_last(sim: Table) -> None:
    battle = await opened(sim)
    assert battle.seats == ()
    (lobby,) = sim.channel.pinned_messages()
    await sim.ada.click(lobby, label="Join: Persians")
    battle = await battle_of(sim)
    assert battle.player("persian") == sim.ada.id and battle.player("macedonian") == sim.bot.account
    assert "have a player already" in said(await sim.ben.slash(sim.channel, "battle join", side="Macedonians"))
    await sim.ada.slash(sim.channel, "battle leave")
    assert (await battle_of(sim)).seats == ()
    await sim.ada.slash(sim.channel, "battle join", side="Macedonians")
    assert (await battle_of(sim)).player("persian") == sim.bot.account


async def test_it_answers_what_it_is_asked_and_is_told_like_anybody(sim: Table) -> None:
    battle = await begun(sim)
    rng = random.Random(1)
    for _ in range(4):
        await mine(sim, battle.id, rng)
    await until(lambda: my_turn(sim, battle.id))
    entries = await sim.service.play.entries(battle.id)
    answers = [e.data for e in entries if e.kind == "answer" and e.data["side"] == "persian"]
    own = [a for a in answers if "note" not in a]
    assert own, "it has answered by itself, not by a deadline or a standing order"
    assert all(f"<@{sim.bot.account}>" not in m.content or m.pinned for m in sim.messages[-1:])
    for m in sim.messages:
        # What it was asked leaves no message: only people are asked in one.
        assert "Answered." not in m.content, m.content


async def test_a_whole_battle_can_be_played_against_it_alone(sim: Table) -> None:
    # Drawn and told once, at the end: how each answer is told is another test's affair.
    hearers, sim.bot.messages.publisher.hearers = sim.bot.messages.publisher.hearers, []
    battle = await begun(sim)
    service, computers, rng, n = sim.service, sim.service.computers, random.Random(3), 0
    while (await service.battles.get(battle.id)).status == "running" and n < 600:
        n += 1
        job = await computers.job(battle.id)
        if job is not None:
            assert await computers.answer(job, await sim.bot.messages.opponents.pool.think(job)) is not None
            continue
        (o,) = await service.play.open_questions(battle.id)
        await service.play.answer(battle.id, sim.ada.id, o.token, random_answer(o.decision, rng, 4.0), "test")
    sim.bot.messages.publisher.hearers = hearers
    await sim.bot.messages.publisher.renew(battle.id)
    found = await service.battles.get(battle.id)
    assert found.status == "finished" and found.outcome and found.outcome in sim.channel.pinned_messages()[0].content
    assert await computers.job(battle.id) is None
    result = await sim.service.results.record(battle.id)
    assert result is not None and not result.rated, "it counts for no rating"
    asked = await sim.ada.slash(sim.channel, "what")
    assert "The computer's last plan: the Persians" in card(asked)


async def test_what_is_lost_is_given_up_and_counts_in_a_table_of_its_own(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.computers.computers.standing", lambda game, side: Standing(-99.0, (0, 0), 0.0))
    at_once = Concession(lost=-90.0, held=1)
    monkeypatch.setattr("bot.service.computers.computers.Conduct", lambda scale: Conduct(at_once))
    battle = await begun(sim)
    rng = random.Random(1)
    while (await sim.service.battles.get(battle.id)).status == "running":
        assert not await sim.service.computers.last_plans(await battle_of(sim)), "nobody knows what it means to do"
        await mine(sim, battle.id, rng)
        await until(lambda: my_turn(sim, battle.id))
    found = await sim.service.battles.get(battle.id)
    assert found.outcome == "The Persians resign: the Macedonians win."

    async def counted() -> bool:
        return await sim.service.results.of(battle.id) is not None

    await until(counted)
    ranked = said(await sim.ada.slash(sim.channel, "stats ranking", computers=True))
    assert f"<@{sim.ada.id}>" in ranked and "1 won, 0 drawn, 0 lost" in ranked
    assert "the computer, captain" in ranked and str(sim.bot.account) not in ranked
    assert "No battle" in said(await sim.ada.slash(sim.channel, "stats ranking"))
    assert not (await sim.service.results.ratings(sim.guild.id, "simple-gboh")).ratings


async def test_a_draw_is_offered_where_nothing_moves(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.computers.computers.standing", lambda game, side: Standing(0.0, (3, 4), 0.2))
    monkeypatch.setattr(Conduct, "stuck", property(lambda self: len(self.stood) > 0))
    battle = await begun(sim)
    rng = random.Random(1)

    async def offered() -> bool:
        return any("offers a draw" in m.content for m in sim.messages)

    async def done() -> bool:
        # An offer comes after its last answer, and lapses as soon as the battle goes on.
        return battle.id not in sim.bot.messages.opponents._tasks

    for _ in range(12):
        await mine(sim, battle.id, rng)
        await until(lambda: my_turn(sim, battle.id))
        await until(done)
        if await offered():
            break
    await until(offered)
    request = next(m for m in reversed(sim.messages) if "offers a draw" in m.content)
    assert f"<@{sim.ada.id}>" in request.content
    await sim.ada.click(request, label="Agree")
    assert (await sim.service.battles.get(battle.id)).outcome == "The battle is drawn by agreement."


async def test_nobody_acts_for_it(sim: Table, manager: Any) -> None:
    sim.bot.messages.opponents.hear = lambda battle_id: None  # type: ignore[method-assign] it doesn't answer yet
    sim.bot.messages.publisher.hearers.clear()
    battle = await begun(sim)
    rng = random.Random(1)
    while all(o.side == "macedonian" for o in await sim.service.play.open_questions(battle.id)):
        await mine(sim, battle.id, rng)
    head = await sim.head()
    for who in (sim.ada, sim.ben, manager):
        shown = sim.asking
        if any(c.verb in ("answer", "select") for c in controls(shown)):
            refused = await use(who, shown, first_answer(shown))
            assert refused.ephemeral
        assert (await who.slash(sim.channel, "order", text="done")).ephemeral
    opens = [o for o in await sim.service.play.open_questions(battle.id) if o.side == "persian"]
    assert opens and opens[0].user == sim.bot.account
    assert await sim.head() == head


async def test_it_goes_on_after_a_restart_and_answers_nothing_twice(sim: Table) -> None:
    hearers = sim.bot.messages.publisher.hearers
    sim.bot.messages.publisher.hearers = []
    battle = await begun(sim)
    rng = random.Random(1)
    while all(o.side == "macedonian" for o in await sim.service.play.open_questions(battle.id)):
        await mine(sim, battle.id, rng)
    computers = sim.service.computers
    job = await computers.job(battle.id)
    assert job is not None
    thought = await sim.bot.messages.opponents.pool.think(job)
    assert await computers.answer(job, thought) is not None
    head = await sim.head()
    # The same thought once more, as if the first one's answer had been lost with the process.
    assert await computers.answer(job, thought) is None and await sim.head() == head
    sim.bot.messages.publisher.hearers = hearers
    # Another process finds the battle by itself.
    again = create_bot(
        await Service.open(sim.url, shared=True), drawing_pool=DrawnOnce(), rates=Rates(UNLIMITED), pace=0
    )
    assert await again.service.computers.running() == [battle.id]
    assert await again.service.computers.level(battle.id) == "captain"
    await again.service.close()
    await sim.bot.messages.opponents.wake()
    await until(lambda: my_turn(sim, battle.id))
    kept = effective(await sim.service.play.entries(battle.id))
    seqs = [e.seq for e in kept]
    assert seqs == sorted(set(seqs))


async def test_it_grants_a_step_back_and_takes_a_draw_only_where_it_stands_no_better(sim: Table) -> None:
    battle = await begun(sim)
    rng = random.Random(1)
    for _ in range(3):
        await mine(sim, battle.id, rng)
    await until(lambda: my_turn(sim, battle.id))
    await sim.ada.slash(sim.channel, "undo")

    async def settled() -> bool:
        return (await sim.service.battles.get(battle.id)).request is None

    await until(settled)
    await sim.service.endings.draw(battle.id, sim.ada.id)
    worth = await sim.service.computers._stands(battle.id, "persian")
    await sim.bot.messages.publisher.renew(battle.id)
    await until(settled)
    assert (await sim.service.battles.get(battle.id)).status == ("finished" if worth <= 0 else "running")


async def test_a_step_back_it_grants_is_told_as_granted(sim: Table) -> None:
    battle = await begun(sim)

    async def answered() -> bool:
        """Whether the computer has answered since the other side did."""
        kept = effective(await sim.service.play.entries(battle.id))
        sides = [e.data["side"] for e in kept if e.kind == "answer"]
        return "persian" in sides and sides[-1] == "persian"

    while not await answered():
        (o, *_) = await sim.service.play.open_questions(battle.id)
        if o.user == sim.ada.id:
            await sim.service.play.answer(battle.id, sim.ada.id, o.token, o.decision.default, "test")
            await sim.bot.messages.publisher.renew(battle.id)
        await until(lambda: my_turn(sim, battle.id))
    asked = await sim.ada.slash(sim.channel, "undo")
    assert "The computer agrees." in said(asked) and "is asked" not in said(asked)
    request = next(m for m in sim.messages if "asks to take back" in m.content)
    assert request.content.endswith("\nThe computer agrees.") and not controls(request) and not request.mentions


async def test_a_server_has_only_so_many_at_a_time(sim: Table) -> None:
    for n in range(MOST):
        battle = await sim.service.lobby.create(sim.guild.id, 5000 + n, sim.ada.id, SAMARKAND, mode="live")
        await sim.service.computers.invite(battle.id, "captain", sim.bot.account)
    refused = await sim.ada.slash(sim.channel, "battle create", scenario=SAMARKAND, opponent="captain")
    assert "already" in said(refused) and await battle_of(sim) is None


async def test_it_thinks_in_a_process_of_its_own(sim: Table) -> None:
    from bot.messages.thinking_pool import ThinkingPool

    sim.bot.messages.publisher.hearers = []
    battle = await begun(sim)
    rng = random.Random(1)
    while all(o.side == "macedonian" for o in await sim.service.play.open_questions(battle.id)):
        await mine(sim, battle.id, rng)
    job = await sim.service.computers.job(battle.id)
    assert job is not None
    pool = ThinkingPool(apart=True)
    try:
        found = await pool.think(job)
    finally:
        pool.close()
    opens = [o for o in await sim.service.play.open_questions(battle.id) if o.token == job.token]
    opens[0].decision.check(found.answer)


async def test_it_stands_in_where_the_other_side_agrees_and_gives_the_seat_back(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim.bot.messages.opponents.hear = lambda battle_id: None  # type: ignore[method-assign] it answers when told to
    await sim.ada.slash(sim.channel, "battle create", scenario=SAMARKAND, mode="live", side="Macedonians")
    await sim.ben.slash(sim.channel, "battle join", side="Persians")
    await sim.ada.slash(sim.channel, "battle start")
    battle = await battle_of(sim)
    account = sim.bot.account
    others = await sim.ada.slash(sim.channel, "team computer", side="Persians")
    assert "isn't missing" in said(others)
    assert "doesn't stand in for you" in said(await sim.ben.slash(sim.channel, "team return"))
    for agrees in ("Decline", "Agree"):
        asked = await sim.ben.slash(sim.channel, "team computer", level="recruit")
        assert "Your opponent is asked" in said(asked)
        request = next(m for m in reversed(sim.messages) if any(c.verb == "consent" for c in controls(m)))
        assert "counts for no rating" in request.content
        assert (await battle_of(sim)).player("persian") == sim.ben.id
        await sim.ada.click(request, label=agrees)
    assert (await battle_of(sim)).player("persian") == account
    again = await sim.ada.slash(sim.channel, "team computer")
    assert "already" in said(again)
    reminded = said(await sim.ben.slash(sim.channel, "undo"))
    assert reminded == "The computer leads the Persians for you; /team return gives them back."
    while (job := await sim.service.computers.job(battle.id)) is None:
        (o, *_) = await sim.service.play.open_questions(battle.id)
        await sim.service.play.answer(battle.id, sim.ada.id, o.token, o.decision.default, "test")
    assert job.level == "recruit" and job.side == "persian"
    monkeypatch.setattr(Conduct, "lost", property(lambda self: True))
    assert not await sim.service.computers.resigns(job), "giving up is for whoever comes back"
    assert await sim.service.computers.answer(job, await sim.bot.messages.opponents.pool.think(job)) is not None
    assert "doesn't stand in for you" in said(await sim.ada.slash(sim.channel, "team return"))
    assert "You lead the Persians now" in said(await sim.ben.slash(sim.channel, "team return"))
    battle = await battle_of(sim)
    assert battle.player("persian") == sim.ben.id and await sim.service.computers.job(battle.id) is None
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    result = await sim.service.results.record(battle.id)
    assert result is not None and not result.rated, "a computer has led a side of it"


async def test_it_stands_in_at_once_for_who_is_missing(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sim.bot.messages.opponents.hear = lambda battle_id: None  # type: ignore[method-assign] it needn't answer
    await sim.ada.slash(sim.channel, "battle create", scenario=SAMARKAND, mode="live", side="Macedonians")
    await sim.ben.slash(sim.channel, "battle join", side="Persians")
    await sim.ada.slash(sim.channel, "battle start")

    async def missed(battle_id: str, side: str) -> int:
        return 2

    monkeypatch.setattr(sim.service.teams, "missed", missed)
    assert "Only its players" in said(await sim.cleo.slash(sim.channel, "team computer", side="Persians"))
    await sim.ada.slash(sim.channel, "team computer", side="Persians")
    assert (await battle_of(sim)).player("persian") == sim.bot.account
    assert any("stands in for" in m.content and f"<@{sim.ben.id}>" in m.content for m in sim.messages)
    # Whom it has stood in for has played: they are called to the end, and may play again, without a computer.
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    end = next(m for m in reversed(sim.messages) if any(c.verb == "playagain" for c in controls(m)))
    assert {u.id for u in end.mentions} == {sim.ada.id, sim.ben.id}
    offered = shown(await sim.ada.click(end, custom_id=control(end, "another").custom_id))
    chooser = control(offered, "anotherone")
    await sim.ada.select(offered.message, [chooser.options[0][0]], custom_id=chooser.custom_id)
    other = await battle_of(sim)
    assert other.status == "open" and await sim.service.computers.level(other.id) is None
    await sim.ada.slash(sim.channel, "battle abandon", sure=True)
    asked = said(await sim.ben.click(end, custom_id=control(end, "playagain").custom_id))
    assert "each on the side they had" in asked, asked
    second = await battle_of(sim)
    assert second.player("persian") == sim.ben.id and second.player("macedonian") == sim.ada.id
    assert await sim.service.computers.level(second.id) is None
