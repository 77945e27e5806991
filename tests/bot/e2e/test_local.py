"""The browser edition: the same world at every start, battles kept between them."""

from __future__ import annotations

import asyncio
import re
from contextvars import Context, ContextVar
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from simcord.backend.errors import SetupError

import scenarios
from bot.app import create_bot
from bot.cogs.guide.beginners import BATTLES
from bot.local import begin, build_world, furnish, restore, serve_local, take_turns, tell_refusals
from bot.messages.background_tasks import BackgroundTasks
from bot.messages.spectators.reports import Reports
from bot.service import Service
from engine.kernel.text import Refusal
from scenarios.lessons import offered
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import SCENARIO, control, controls, said, shown, text_of, use


async def start(folder: Path, scenario: str | None, until: asyncio.Event | None = None) -> list[str]:
    """One run of the browser edition, ended once it says how, or at this event after that; what it printed."""
    said: list[str] = []
    folder.mkdir(exist_ok=True)
    told, stop = asyncio.Event(), asyncio.Event()

    def say(line: str) -> None:
        said.append(line)
        if "Ctrl-C ends" in line:
            told.set()

    async def ended() -> None:
        await told.wait()
        if until is not None:
            await until.wait()
        stop.set()

    ending = asyncio.create_task(ended())
    try:
        await serve_local(folder / "local.db", 0, scenario, say=say, stop=stop)
    finally:
        ending.cancel()
    return said


async def test_it_serves_and_stops(tmp_path: Path) -> None:
    said = await start(tmp_path, SCENARIO)
    assert any("http://127.0.0.1:" in line for line in said)
    assert (tmp_path / "local.db").exists()


async def test_a_file_is_played_as_it_is(tmp_path: Path) -> None:
    """It begins although a battle that comes with the program has its id; where another is under way that is told."""
    draft = {**scenarios.load(SCENARIO).model_dump(mode="json"), "title": "My draft"}
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}")
    bot = create_bot(service)
    world = build_world(bot)
    said: list[str] = []
    await world.env.start()
    try:
        await begin(bot, world, SCENARIO, draft, said.append)
        (battle,) = await service.battles.running()
        assert battle.title == "My draft" and battle.row.scenario_key.startswith("own/") and not said
        await begin(bot, world, SCENARIO, {**draft, "title": "Another"}, said.append)
        assert said[0] == "A battle is under way and goes on: My draft. own/tricameron doesn't begin."
        assert [b.title for b in await service.battles.running()] == ["My draft"]
    finally:
        await world.env.shutdown()
        await service.close()


async def test_an_unknown_battle_is_refused(tmp_path: Path) -> None:
    with pytest.raises((Refusal, ValueError, KeyError)):
        await start(tmp_path, "cataphract/nowhere")


async def test_the_second_start_finds_the_battle_and_puts_its_messages_back(tmp_path: Path) -> None:
    await start(tmp_path, SCENARIO)
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}")
    world = build_world(create_bot(service))
    await world.env.start()
    try:
        # The simulated world is made anew with every start: all of its messages are gone.
        await world.env.bot.messages.background.restore(world.channel.id)  # type: ignore[attr-defined]
        await world.env.settle()
        battle = await service.battles.in_channel(world.channel.id)
        assert battle is not None
        assert {s.user for s in battle.seats} == {p.id for p in world.players}
        with world.env.time_context():
            messages = world.channel.history()
        assert any(m.pinned for m in messages)
        asking = next(m for m in reversed(messages) if controls(m))
        players = {p.id: p for p in world.players}
        (question,) = await service.play.open_questions(battle.id)
        assert question.user is not None
        choice = controls(asking)[0]
        with world.env.time_context():
            result = await use(players[question.user], asking, choice)
        assert result.acknowledged
        assert (await service.play.open_questions(battle.id))[0].token != question.token
    finally:
        await world.env.shutdown()
        await service.close()


async def test_a_page_that_stands_open_finds_the_next_start(tmp_path: Path) -> None:
    """Nobody is locked out of a game by having stopped it; another database has a page of its own."""
    address = re.compile(r"http://\S+/#(\S+)")
    first, second, other = [address.findall("\n".join(await start(tmp_path / name, None))) for name in ("a", "a", "b")]
    assert first == second != other and len(first[0]) > 40


async def test_panels_follow_what_is_put_back_in_a_context_of_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After a restart a computer's turn goes on from there: what it does changes the panels of others."""
    await start(tmp_path, SCENARIO)
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}")
    world = build_world(create_bot(service))
    bot: Any = world.env.bot
    await world.env.start()
    try:
        await restore(bot, world)
        battle = await service.battles.in_channel(world.channel.id)
        assert battle is not None
        sides = {s.user: s.side for s in battle.seats}
        for n in range(9):
            (question,) = await service.play.open_questions(battle.id)
            assert question.user is not None
            if question.decision.kind == "orders":
                break
            await service.play.answer(battle.id, question.user, question.token, question.decision.default, f"on {n}")
        await bot.messages.publisher.publish(battle.id)
        player = next(p for p in world.players if sides[p.id] == question.side)
        with world.env.time_context():
            asking = next(m for m in reversed(world.channel.history()) if controls(m))
            panel = shown(await player.click(asking, custom_id=control(asking, "orders").custom_id))
        before = text_of(panel)
        await service.play.order(battle.id, question.user, "done", "put back")
        with caplog.at_level("ERROR"):
            await Context().run(asyncio.create_task, restore(bot, world))
            await bot.messages.guided.idle()
        assert text_of(panel) != before and not [r for r in caplog.records if r.levelname == "ERROR"]
    finally:
        await world.env.shutdown()
        await service.close()


async def test_a_refusal_is_no_fault_and_the_spectator_may_referee(tmp_path: Path) -> None:
    await start(tmp_path, SCENARIO)
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}")
    world = build_world(create_bot(service))
    await world.env.start()
    tell_refusals(world.env.bot)  # type: ignore[arg-type]
    try:
        with world.env.time_context():
            refused = await world.spectator.slash(world.channel, "order", text="done")
            moved = await world.spectator.slash(
                world.channel, "referee move", piece="THC3", to="4909", reason="to try it out"
            )
            with pytest.raises(SetupError, match="not visible"):
                await world.players[0].slash(
                    world.channel, "referee move", piece="THC3", to="4909", reason="to try it out"
                )
        assert "no side" in said(refused) and not world.env.errors
        assert "told to everybody" in said(moved)
    finally:
        await world.env.shutdown()
        await service.close()


async def test_a_press_waits_while_the_clock_is_put_right(tmp_path: Path) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}")
    world = build_world(create_bot(service))
    await world.env.start()
    try:
        async with world.env.preview(world.channel, viewers=world.everyone, layout="channel", port=0) as preview:
            server: Any = preview
            turn, page = take_turns(server), server._open_page(None, None)
            press = {"protocol_version": 3, "sequence": 1, "request_id": "one", "kind": "refresh"}
            press |= {"generation": page.generation, "bot_generation": 1, "published_revision": page.revision}
            async with turn:
                pressed = asyncio.ensure_future(server._action(page.id, press))
                await world.env.advance_time(5)
                await preview.refresh()
                assert not pressed.done()
            receipt = await pressed
        assert receipt["settlement"] == "settled" and not receipt["rejected"], receipt
    finally:
        await world.env.shutdown()
        await service.close()


@pytest.mark.parametrize("clock", [False, True])
async def test_there_is_a_clock_only_where_one_is_asked_for(tmp_path: Path, clock: bool) -> None:
    """From the first question on; and whatever names times names none that nobody has agreed on."""
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}", untimed=not clock)
    bot = create_bot(service)
    world = build_world(bot)
    ada, ben, cleo = *world.players, world.spectator
    hall = world.guild.create_text_channel("hall")
    await world.env.start()
    try:
        shown: dict[str, str] = {}

        async def told(who: Any, command: str, where: Any = world.channel, /, **options: Any) -> None:
            with world.env.time_context():
                shown[command] = said(await who.slash(where, command, **options))

        await told(ada, "battle create", scenario=SCENARIO, side="Byzantines", mode="live")
        await told(ada, "battle briefing")
        await told(ben, "battle join", side="Vandals")
        await told(ada, "battle start")
        (battle,) = await service.battles.running()
        assert [o.due is not None for o in await service.play.open_questions(battle.id)] == [clock]
        await told(ada, "battle status")
        await told(ada, "battle limits")
        await told(ada, "battle mode", mode="correspondence")
        await told(cleo, "settings show")
        await told(ada, "offer make", hall, scenario=SCENARIO)
        await told(ada, "offer list", hall)
        await told(
            cleo, "referee event create", hall, name="May", kind="league", scenarios=SCENARIO, channels=f"<#{hall.id}>"
        )
        await world.env.settle()
        with world.env.time_context():
            for channel in (world.channel, hall):
                shown[f"in #{channel.name}"] = "\n".join(
                    f"{m.content} {[e.to_dict() for e in m.embeds]}" for m in channel.history()
                )
        timed = {name for name, text in shown.items() if re.search("(minutes?|hours?|days?) for an answer", text)}
        named = {"battle status", "battle limits", "settings show", "referee event create", "in #hall"}
        assert timed == (named if clock else set())
    finally:
        await world.env.shutdown()
        await service.close()


def test_every_world_is_the_same(tmp_path: Path) -> None:
    async def ids() -> list[int]:
        service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}")
        world = build_world(create_bot(service))
        found = [world.guild.id, world.channel.id, *(p.id for p in world.everyone)]
        await service.close()
        return found

    assert asyncio.run(ids()) == asyncio.run(ids())


async def test_a_port_in_use_is_told_as_such(tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda r, w: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(OSError):
        await serve_local(tmp_path / "local.db", port, None, say=lambda line: None)
    server.close()


def test_what_is_said_of_battles_for_beginners_holds() -> None:
    assert list(BATTLES) and {x.next for x in offered()} == set(BATTLES)
    for key, said_of_it in BATTLES.items():
        info = scenarios.info(scenarios.load(key))
        assert (info.title, info.units) == (said_of_it.title, said_of_it.units)
        assert info.length.casefold().startswith(str(said_of_it.length)) and "at a table" not in str(said_of_it.length)


async def test_the_welcome_and_what_it_begins(tmp_path: Path) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}", untimed=True)
    bot = create_bot(service, drawing_pool=DrawnOnce(), rooms=False)
    world = build_world(bot)
    ada = world.players[0]
    await world.env.start()
    tell_refusals(bot)
    try:
        await furnish(bot, world, welcome=True)
        with world.env.time_context():
            (message,) = world.channel.history()
            assert all(
                word in message.content for word in ("Learn", "Play", "Watch", "Ada", "Ben", "Cleo", "Viewing as")
            )
            there = {c.label: c.custom_id for c in controls(message)}
            assert list(there) == [
                "Learn Simple GBoH",
                "Learn Cataphract",
                "Learn Men of Iron",
                "Learn Great Battles of Alexander",
                "Learn SPQR",
                "Learn Justinian",
                "Play Lautulae, Simple GBoH",
                "Play Tricameron",
                "Play Courtrai",
                "Play Samarkand",
                "Play Lautulae, SPQR",
                "Play Renovatio Imperii",
                "Watch a battle",
            ]
            # A lesson takes place in the one channel there is.
            await ada.click(message, custom_id=there["Learn Cataphract"])
            lesson = await service.battles.in_channel(world.channel.id)
            assert lesson is not None and lesson.is_lesson
            refused = await ada.click(message, custom_id=there["Play Courtrai"])
            assert "has a battle already" in said(refused)
            await service.lessons.stop(lesson.id, ada.id)
            # A battle against the computer, its briefing on the table.
            await ada.click(message, custom_id=there["Play Courtrai"])
            battle = await service.battles.in_channel(world.channel.id)
            assert battle is not None
            assert [battle.player(s) for s, _ in battle.sides] == [ada.id, bot.account]
            # No time passes here, so nobody is told since when.
            assert not [m for m in world.channel.history() if ":R>" in m.content]
        briefing = await service.briefings.of_battle(battle.id)
        begun = [m for m in world.channel.history() if briefing.place in m.content]
        assert len(begun) == 1 and begun[0].attachments
        assert all(f"**{name}**:" in begun[0].content for name, _ in briefing.sides)
        assert "briefing" in [c.verb for c in controls(begun[0])]
    finally:
        await world.env.shutdown()
        await service.close()


async def test_the_record_that_is_shipped_can_be_watched(tmp_path: Path) -> None:
    """Kept once, played through by the rules; a forged button gives nothing."""
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'local.db'}", untimed=True)
    bot = create_bot(service, drawing_pool=DrawnOnce(), rooms=False)
    world = build_world(bot)
    await world.env.start()
    try:
        await furnish(bot, world, welcome=False)
        assert not world.channel.history()
        greeter: Any = bot.get_cog("Welcome")
        shipped = await greeter._shipped(world.guild.id, world.players[0].id)
        assert shipped.status == "record" and "withdraw" in shipped.outcome
        assert (await greeter._shipped(world.guild.id, world.players[1].id)).id == shipped.id
        assert len(await service.battles.of_guild(world.guild.id)) == 1
        chapters = await bot.messages.films.chapters(shipped, bot.messages.lookup.catalogue(shipped))
        assert len(chapters) > 3
    finally:
        await world.env.shutdown()
        await service.close()


async def test_the_page_answers_before_what_was_there_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A map of a campaign, or a film that is owed, may take its time; nobody waits for it."""
    await start(tmp_path, SCENARIO)
    asked, broken_off = asyncio.Event(), asyncio.Event()

    async def never(self: BackgroundTasks, channel_id: int) -> None:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            broken_off.set()

    monkeypatch.setattr(BackgroundTasks, "restore", never)
    said = await start(tmp_path, SCENARIO, until=asked)
    assert any("http://127.0.0.1:" in line for line in said)
    assert asked.is_set() and broken_off.is_set()


@pytest.mark.parametrize("aside", [False, True])
async def test_nobody_waits_for_a_report_that_is_owed(aside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    whose: ContextVar[str] = ContextVar("whose", default="nobody's")
    found: list[str] = []

    async def tick(self: Reports) -> None:
        found.append(whose.get())

    monkeypatch.setattr(Reports, "tick", tick)
    films: Any = SimpleNamespace(aside=aside)
    nothing: Any = None
    reports = Reports(nothing, nothing, nothing, films)
    whose.set("SimCord's")
    reports.wake()
    await reports.idle()
    assert found == ["nobody's" if aside else "SimCord's"]
