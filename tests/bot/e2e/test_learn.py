"""A first battle, played through the bot as a learner would."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.service import Limits
from bot.service.lessons.lessons import Lessons
from bot.service.lessons.progress import judged
from engine.kernel.decisions import Command
from engine.kernel.journal import Entry
from engine.systems import registry
from engine.systems.justinian.ideas import marches
from engine.systems.justinian.movement import going, steps
from engine.systems.justinian.movement.course import Course
from scenarios.lessons import Lesson, lesson_of, offered
from tests.bot.e2e.kit import Table, control, controls, said

QUESTIONS = {"orders", "write", "default", "answer", "select", "tick", "each", "alike", "one", "oneof"}
"""Verbs of the buttons by which a question is answered."""

SYSTEMS = [lesson.system for lesson in offered()]


def answer(result: Any) -> Any:
    """What an interaction told the user, with its buttons."""
    return result.followups[-1] if result.followups else result.response


def others(system: str) -> list[tuple[str, str]]:
    """The buttons by which a lesson's end offers the other games, the next one first."""
    games = [x.system for x in offered()]
    at = games.index(system)
    return [("learn", f"Learn {registry.title(x)}") for x in (*games[at + 1 :], *games[:at])]


class Learner:
    """Somebody in a lesson of one's own."""

    def __init__(self, sim: Table, who: Any, system: str) -> None:
        self.sim = sim
        self.who = who
        self.lesson: Lesson = lesson_of(system)
        self.room: Any = None
        self.battle = ""

    async def begin(self) -> str:
        """/learn; what it said."""
        result = await self.who.slash(self.sim.channel, "learn", game=self.lesson.system)
        await self.find()
        return said(result)

    async def find(self) -> None:
        battle = await self.service.under_way(self.sim.guild.id, self.who.id, self.lesson.system)
        assert battle is not None
        self.battle = battle.id
        self.room = next(t for t in self.sim.channel.threads if t.id == battle.channel)

    @property
    def service(self) -> Lessons:
        return self.sim.service.lessons

    @property
    def messages(self) -> list[Any]:
        return [m for m in self.room.history() if not m.flags.ephemeral and not m.is_system()]

    @property
    def card(self) -> Any:
        """The lowest message: what the lesson says now."""
        return self.messages[-1]

    async def step(self) -> int:
        return (await self.service.progress(self.battle)).step

    async def press(self, verb: str, who: Any = None) -> Any:
        c = control(self.card, verb)
        return await (who or self.who).click(self.card, custom_id=c.custom_id)

    async def press_label(self, label: str) -> Any:
        c = next(c for c in controls(self.card) if c.label == label)
        return await self.who.click(self.card, custom_id=c.custom_id)

    async def order(self, text: str) -> Any:
        return await self.who.slash(self.room, "order", text=text, preview=False)

    async def take(self, step: int) -> None:
        """The step, in writing."""
        for text in self.lesson.steps[step].show:
            result = await self.order(text)
            assert "one" in said(result), said(result)


@pytest.mark.parametrize("system", SYSTEMS)
async def test_the_button_a_step_names_stands_first_and_does_it(sim: Table, system: str) -> None:
    """Read and press, nothing else: what a step names in bold type is there, before all else, and is no slip."""
    learner = Learner(sim, sim.ada, system)
    await learner.begin()
    pressed = 0
    for n, step in enumerate(learner.lesson.steps):
        for _ in range(4):
            (question, *_) = await sim.service.play.open_questions(learner.battle) or [None]
            said = step.text if question is None else step.then.get(question.decision.kind, step.text)
            if await learner.step() != n or not ("{wanted}" in said or "{done}" in said):
                break
            bold = re.findall(r"\*\*(.+?)\*\*", learner.card.content)
            there = sorted((c for c in controls(learner.card) if c.label in bold), key=lambda c: bold.index(c.label))
            assert there, learner.card.content
            if there[0].verb == "orders":
                panel = answer(await learner.press("orders"))
                orders = [c for c in controls(panel) if c.verb in ("idea", "take")]
                named = [c for c in orders if c.label in bold]
                assert named and named[0] in (orders[0], orders[-1]), (bold, [c.label for c in orders])
                await learner.who.click(getattr(panel, "message", panel), custom_id=named[0].custom_id)
            else:
                await learner.press_label(there[0].label)
            pressed += 1
        if await learner.step() == n:
            for text in step.show if system != "men-of-iron" or step.key != "attack" else ("shock DM1 x FPK1",):
                await learner.order(text)
        assert (await learner.service.progress(learner.battle)).remark != "hint", step.title
    assert "Well done" in learner.card.content and pressed >= 3


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_lesson_to_its_end(sim: Table, system: str) -> None:
    learner = Learner(sim, sim.ada, system)
    told = await learner.begin()
    assert told == f"Your lesson begins: <#{learner.room.id}>" and learner.room.is_thread
    for n, step in enumerate(learner.lesson.steps):
        assert await learner.step() == n
        text = learner.card.content
        assert f"Step {n + 1} of {len(learner.lesson.steps)}: {step.title}" in text and "{" not in text
        # Buttons are called what they say.
        said_by = {c.verb: c.label for c in controls(learner.card)}
        for word, verb in (("{orders}", "orders"), ("{done}", "default")):
            assert word not in step.text or f"**{said_by[verb]}**" in text
        if n == 3 and system == "men-of-iron":
            await learner.order(step.show[0])
            await learner.order(step.show[1])
            assert "now name the attack" in learner.card.content and "No attack" not in learner.card.content
            await learner.press("lessonback")
        assert learner.lesson.opening in text if n == 0 else learner.lesson.opening not in text
        # What is asked stands on the card, and nowhere else.
        assert [m for m in learner.messages if any(c.verb in QUESTIONS for c in controls(m))] == [learner.card]
        await learner.take(n)
    assert "Well done" in learner.card.content and learner.lesson.closing in learner.card.content
    shown = [(c.verb, c.label) for c in controls(learner.card)]
    assert shown == [("firstbattle", "Play a battle"), ("learn", "Begin the lesson anew"), *others(system)]
    battle = await sim.service.battles.get(learner.battle)
    assert battle.status == "abandoned" and not [m for m in learner.messages if "<@" in m.content]
    # It counts for nothing, and stands in no list.
    await sim.bot.messages.closing.close_up()
    assert await sim.service.results.of(battle.id) is None
    assert not await sim.service.battles.of_guild(sim.guild.id)
    assert "No battle yet" in said(await sim.ada.slash(sim.channel, "battle list"))


@pytest.mark.parametrize("system", SYSTEMS)
async def test_every_step_is_shown_to_who_asks_for_it(sim: Table, system: str) -> None:
    learner = Learner(sim, sim.ada, system)
    await learner.begin()
    last = len(learner.lesson.steps) - 1
    for n in range(last + 1):
        assert await learner.step() == n
        await learner.press("lessonshow")
        if n < last:
            assert "The lesson has done that for you." in learner.card.content
    assert "Well done" in learner.card.content


WRONG = {
    "cataphract": [(0, "MI2 > 0703"), (0, "done"), (1, "MI2 > 0703"), (2, "LI1 > 0704"), (4, "done")],
    "alexander": [(0, "PH2 wheel right"), (0, "done"), (1, "PH2 forward"), (2, "SK1 @NE"), (4, "done")],
    "spqr": [(0, "VHA2 @NE"), (0, "done"), (1, "VHA1 > 0805"), (4, "done"), (5, "done")],
    "justinian": [
        (0, "activate orient"),
        (0, "nothing"),
        (1, "> moesia-1"),
        (1, "> venetia-et-histria clear"),
        (1, "done"),
        (2, "> flaminia"),
        (2, "clear > flaminia"),
        (3, "> liguria"),
        (3, "done"),
    ],
    "simple-gboh": [(0, "legion"), (1, "VVE2 > 1011"), (1, "done"), (2, "VVE2 > 1011"), (4, "pass")],
    "men-of-iron": [
        (0, "EdwardStandard"),
        (0, "pass"),
        (1, "DM1 > 0905"),
        (2, "LB1 > 0704"),
        (3, "done"),
        (5, "Edward"),
    ],
}
"""What is ordered in which step although it asks for something else."""


@pytest.mark.parametrize("system", SYSTEMS)
async def test_what_is_not_meant_is_taken_back_with_a_hint(sim: Table, system: str) -> None:
    learner = Learner(sim, sim.ada, system)
    await learner.begin()
    for n in range(len(learner.lesson.steps)):
        for text in [text for step, text in WRONG[system] if step == n]:
            before = (await sim.service.play.game(learner.battle)).state.model_dump()
            cards = len(learner.messages)
            await learner.order(text)
            assert await learner.step() == n
            assert "💡" in learner.card.content and len(learner.messages) == cards
            assert (await sim.service.play.game(learner.battle)).state.model_dump() == before
        await learner.take(n)
        assert "💡" not in learner.card.content
    assert "Well done" in learner.card.content


async def test_nobody_is_led_into_the_shock_who_has_not_come_up(sim: Table) -> None:
    """The velites might attack by themselves; the step is about the principes."""
    learner = Learner(sim, sim.ada, "spqr")
    await learner.begin()
    for n in range(5):
        await learner.take(n)
    for astray in ("done", "VPR1 > 0708; done"):
        await learner.order(astray)
        decision = (await sim.service.play.game(learner.battle)).decision_for("romans")
        assert decision is not None and decision.kind == "orders", astray
        assert "💡" in learner.card.content and await learner.step() == 5
        await learner.press("lessonback")
    await learner.order("VPR1 > 0908 @E")
    await learner.press("default")
    assert "VPR1 has come up" in learner.card.content
    await learner.order("shock must")
    assert "Well done" in learner.card.content


async def test_a_hint_goes_with_the_next_right_press(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    for n in range(4):
        await learner.take(n)
    await learner.press("default")
    assert "💡" in learner.card.content
    await learner.order("HC1 > 1007 @E")
    assert "💡" not in learner.card.content and "Now press **No more orders**" in learner.card.content


async def test_every_step_of_spqr_is_an_idea_or_a_choice_of_the_unit_it_names(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "spqr")
    await learner.begin()
    for n, unit, label in ((0, "VHA2", "Join VHA1 at 0705"), (1, "VHA1", "Bring VHA2 to the top")):
        game = await sim.service.play.game(learner.battle)
        decision = game.decision_for("romans")
        assert isinstance(decision, Command)
        below = next(c.menu for c in decision.menu if c.unit == unit)
        assert below is not None
        offered = [*game.system.ideas(game, decision, unit), *(c for c in below() if c.answer is not None)]
        chosen = next(i for i in offered if str(i.label) == label)
        assert chosen.answer is not None
        await learner.order(str(game.system.write(chosen.answer)))
        assert await learner.step() == n + 1


@pytest.mark.parametrize("system", ["alexander", "cataphract"])
async def test_the_strike_that_is_offered_ends_the_step(sim: Table, system: str) -> None:
    """Nobody who is to be struck turns into rout unasked, and is gone before the blow falls."""
    shock = next(n for n, s in enumerate(lesson_of(system).steps) if s.key == "shock")
    service = sim.service.lessons
    thread = sim.guild.create_text_channel("lesson")
    battle = await service.begin(sim.guild.id, thread.id, sim.ada.id, system, sim.bot.user.id)
    for _ in range(shock):
        await service.show(battle.id, sim.ada.id)
    game = await sim.service.play.game(battle.id)
    decision = game.decision_for(lesson_of(system).side)
    assert decision is not None
    strike = next(i for i in game.system.ideas(game, decision, "HC1") if i.kind in ("strike", "charge"))
    for written in (str(game.system.write(strike.answer)), "done"):
        await sim.service.play.order(battle.id, sim.ada.id, written, "test")
        await service.follow(battle.id)
    assert (await service.progress(battle.id)).step == shock + 1


def wandering(game: Any, unit: str, to: int) -> str:
    """An order that takes a campaign's army to a province by ways that leave it no MP for anything there."""
    course = Course.of_active(game.context, unit)
    assert course is not None
    ways = [((), course)]
    while ways:
        way, at = ways.pop()
        if at.at == to and not at.mp:
            return " ".join(f"> {game.view().board.code(p)}" for p in way)
        for p in going.steps(at):
            if game.context.land.is_province(p) and (after := marches.after(at, (steps.Go(to=p),))) is not None:
                ways.append(((*way, p), after))
    raise AssertionError("it always has MP left")


@pytest.mark.parametrize("told", [True, False], ids=["by the lesson", "since the campaign would be over"])
async def test_an_order_that_leaves_a_step_no_room_is_taken_back(
    sim: Table, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flaminia is reached, but without a Movement Point for the attack: nothing more would be asked in the step."""
    if not told:
        lesson = lesson_of("justinian")
        bare = tuple(s.model_copy(update={"wrong": ()}) for s in lesson.steps)
        monkeypatch.setattr(
            "bot.service.lessons.lessons.lesson_of", lambda _: lesson.model_copy(update={"steps": bare})
        )
    learner = Learner(sim, sim.ada, "justinian")
    await learner.begin()
    for n in range(3):
        await learner.take(n)
    game = await sim.service.play.game(learner.battle)
    before = game.state.model_dump()
    await learner.order(wandering(game, "illyricum", 15))
    assert await learner.step() == 3 and "💡" in learner.card.content
    assert (await sim.service.play.game(learner.battle)).state.model_dump() == before
    for n in range(3, len(learner.lesson.steps)):
        await learner.take(n)
    assert "Well done" in learner.card.content


def test_what_closes_after_the_battle_is_no_slip() -> None:
    lesson = lesson_of("justinian")
    step = next(s for s in lesson.steps if s.key == "battle")
    given = Entry(seq=1, kind="answer", data={"side": lesson.side, "kind": "march"}, hash="")
    fought = Entry(seq=2, kind="event", data={"type": "battle-fought", "armies": ["illyricum"]}, hash="")
    closed = Entry(seq=3, kind="event", data={"type": "activation-closed"}, hash="")
    assert judged(lesson, step, [given, fought, closed]) == (closed, None)
    assert judged(lesson, step, [given, closed]) == (None, given)


def test_a_shock_that_is_not_over_is_on_the_way() -> None:
    """Whose unit is driven back chooses a hex before the Player Turn ends: nothing is taken back meanwhile."""
    lesson = lesson_of("simple-gboh")
    step = next(s for s in lesson.steps if s.key == "shock")
    given = Entry(seq=1, kind="answer", data={"side": lesson.side, "kind": "shock"}, hash="")
    fought = Entry(seq=2, kind="event", data={"type": "orders-noted", "field": "shocked", "value": "VHA3"}, hash="")
    ended = Entry(seq=3, kind="event", data={"type": "player-turn-began"}, hash="")
    assert judged(lesson, step, [given, fought]) == (None, None)
    assert judged(lesson, step, [given, fought, ended]) == (ended, None)
    assert judged(lesson, step, [given, ended]) == (None, given)


async def test_several_orders_at_once_are_several_steps(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.order("MI1 > 0702; MI2 @NE; LI1 x FI1")
    assert await learner.step() == 3


async def test_a_step_is_begun_anew(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    for n in range(4):
        await learner.take(n)
    refused = await learner.press("lessonback")
    assert "nothing in this step" in said(refused)
    # Beside nobody: the right unit, but it can't attack from there.
    await learner.order("HC1 > 0706")
    await learner.order("done")
    assert "💡" in learner.card.content and await learner.step() == 4
    await learner.press("lessonback")
    game = await sim.service.play.game(learner.battle)
    assert game.state.units["HC1"].hex == 707
    await learner.take(4)
    assert await learner.step() == 5


async def test_undo_goes_back_a_step(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.take(0)
    assert await learner.step() == 1
    await sim.ada.slash(learner.room, "undo")
    assert await learner.step() == 0 and "Step 1 of 6" in learner.card.content
    await learner.take(0)
    assert await learner.step() == 1


async def test_it_goes_on_after_a_restart(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "men-of-iron")
    await learner.begin()
    await learner.take(0)
    card = learner.card
    await sim.restart()
    # The old card is still good, and the same one: nothing was posted anew.
    assert learner.card.id == card.id
    await learner.press("lessonshow")
    assert await learner.step() == 2
    # Killed after an order was stored, and before the lesson has looked at it.
    (question,) = await sim.service.play.open_questions(learner.battle)
    assert question.user == sim.ada.id
    await sim.service.play.order(learner.battle, sim.ada.id, "LB1 x FPK1", "test")
    assert await learner.step() == 2
    await sim.restart()
    assert await learner.step() == 3 and "Step 4 of 6" in learner.card.content
    told = await sim.ada.slash(sim.channel, "learn", game="men-of-iron")
    assert f"goes on where you left it: <#{learner.room.id}>" in said(told)


async def test_nothing_is_agreed_on_or_shared_in_a_lesson(sim: Table) -> None:
    """It has no opponent who could answer."""
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    before = len(learner.messages)
    for command, options in (
        ("battle draw", {}),
        ("battle limits", {"answer": "1h"}),
        ("battle mode", {"mode": "correspondence"}),
        ("battle mirror", {"channel": sim.channel}),
        ("team invite", {"player": sim.ben}),
        ("team substitute", {"player": sim.ben}),
    ):
        told = said(await sim.ada.slash(learner.room, command, **options))
        assert "There is nothing of the kind in a lesson" in told, (command, told)
    assert len(learner.messages) == before
    assert "for an answer" not in said(await sim.ada.slash(learner.room, "battle status")), "no time passes"


async def test_a_lesson_goes_on_where_its_place_was_deleted(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.take(0)
    battle = learner.battle
    sim.env.backend.delete_channel(learner.room.id)
    await sim.env.settle()
    [letter] = sim.ada.user.dm_channel.history()
    assert "`/learn` goes on with it" in letter.content and "/battle move" not in letter.content
    assert "goes on where you left it" in await learner.begin()
    assert learner.battle == battle and await learner.step() == 1
    assert "Step 2" in learner.card.content
    await learner.take(1)
    assert await learner.step() == 2


async def test_two_learners_at_once(sim: Table) -> None:
    ada, ben = Learner(sim, sim.ada, "cataphract"), Learner(sim, sim.ben, "cataphract")
    await ada.begin()
    await ben.begin()
    assert ada.battle != ben.battle and ada.room.id != ben.room.id
    await ada.take(0)
    assert (await ada.step(), await ben.step()) == (1, 0)
    await ben.take(0)
    await ben.take(1)
    assert (await ada.step(), await ben.step()) == (1, 2)


async def test_stopped_and_begun_anew(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    first = learner.battle
    await learner.take(0)
    await learner.press("lessonagain")
    await learner.find()
    assert learner.battle != first and await learner.step() == 0
    assert (await sim.service.battles.get(first)).status == "abandoned"
    await learner.press("lessonstop")
    assert "The lesson was stopped." in learner.card.content
    shown = [(c.verb, c.label) for c in controls(learner.card)]
    assert shown == [("learn", "Begin the lesson anew"), *others("cataphract")]
    (left,) = [m for m in learner.messages if any(c.verb.startswith("lesson") for c in controls(m))] or [None]
    assert left is None
    refused = await sim.ada.slash(learner.room, "order", text="MI1 > 0702")
    assert "over" in said(refused)


async def test_the_game_is_asked_for(sim: Table) -> None:
    result = await sim.ada.slash(sim.channel, "learn")
    assert [c.label for c in controls(answer(result))] == [registry.title(system) for system in SYSTEMS]
    chosen = next(c for c in controls(answer(result)) if c.label == registry.title("men-of-iron"))
    begun = await sim.ada.click(answer(result), custom_id=chosen.custom_id)
    assert "Your lesson begins" in said(begun)
    assert await sim.service.lessons.under_way(sim.guild.id, sim.ada.id, "men-of-iron") is not None


async def test_another_lesson_follows(sim: Table) -> None:
    """What offered the lessons may be far above by then: the card that ends one offers the others."""
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.press("lessonstop")
    spqr = next(c for c in controls(learner.card) if c.label == f"Learn {registry.title('spqr')}")
    begun = await sim.ada.click(learner.card, custom_id=spqr.custom_id)
    assert "Your lesson begins" in said(begun)
    after = Learner(sim, sim.ada, "spqr")
    await after.find()
    assert after.room.id != learner.room.id and after.lesson.opening in after.card.content


async def test_a_battle_follows_the_lesson(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    for _ in range(6):
        await learner.press("lessonshow")
    told = said(await learner.press("firstbattle"))
    assert told.startswith("“Tricameron” begins. You lead the Byzantines, the computer the others")
    battle = await sim.service.battles.in_channel(learner.room.id)
    assert battle is not None and battle.sides_of(sim.ada.id) == ("byzantine",)
    assert battle.player("vandal") == sim.bot.account


async def test_a_drill_ground_is_no_battle(sim: Table) -> None:
    refused = await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/drill")
    assert "/learn begins it" in said(refused)
    assert await sim.service.battles.in_channel(sim.channel.id) is None


async def test_no_time_passes_in_a_lesson(sim: Table) -> None:
    await sim.service.guilds.set_default_limits(sim.guild.id, Limits(seconds=60.0))
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    (question,) = await sim.service.play.open_questions(learner.battle)
    assert question.due is None


async def test_who_is_forgotten_has_no_lesson_any_more(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    asked = await sim.ada.slash(sim.channel, "data delete")
    yes = controls(answer(asked))[0]
    await sim.ada.click(answer(asked), custom_id=yes.custom_id)
    battle = await sim.service.battles.get(learner.battle)
    assert battle.status == "abandoned" and sim.ada.id not in battle.people and battle.creator != sim.ada.id
    assert await sim.service.lessons.under_way(sim.guild.id, sim.ada.id) is None
