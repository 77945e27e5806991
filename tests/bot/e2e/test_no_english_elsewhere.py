"""Lessons, leagues and the campaign's panels in a language of sentences without letters: words are what nobody
translated. What stays is what somebody's name is, and what is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest

from engine.systems import registry
from tests.bot.e2e.kit import SCENARIO, Table, components, control, controls, text_of, use
from tests.bot.e2e.test_learn import Learner
from tests.bot.e2e.test_no_english import TYPED, WORD, _wordless, note, shown_by

__all__ = ["_wordless"]

OWN = "Hexarch Ada Ben Cleo Mia Spring italiano"
"""Names of people, of the program and of an event."""


async def italian(sim: Table, *people: Any) -> None:
    await sim.service.guilds.set_language(sim.guild.id, "it")
    for who in people:
        await who.slash(sim.channel, "preferences language", language="it")


def written(channel: Any) -> Iterator[tuple[str, str]]:
    """Everything that stands in a channel, with what it is part of."""
    for m in channel.history():
        if m.is_system():  # Discord's own
            continue
        yield m.content or "", m.content or ""
        for e in m.embeds:
            for text in (e.title, e.description, *(x for f in e.fields for x in (f.name, f.value))):
                yield text or "", text or ""
        for c in controls(m):
            yield from ((x or "", f"{c.verb}: {x}") for x in (c.label, *(label for _, label in c.options)))
        for c in components(m):
            yield from ((getattr(o, "description", "") or "", "option") for o in getattr(c, "options", ()))
        yield from ((a.description or "", f"picture: {a.description}") for a in m.attachments)


def left(found: dict[str, str], *names: str) -> str:
    """What is no name, line by line."""
    known = {word for name in (OWN, *names) for word in WORD.findall(name)}
    return "\n".join(f"{word} in {where}" for word, where in found.items() if word not in known)


def all_of(channel: Any, found: dict[str, str]) -> None:
    for text, where in written(channel):
        for line in text.splitlines():
            for word in WORD.findall(TYPED.sub("", line)):
                found.setdefault(word, where if where.startswith(("option", "picture")) else f"{line} in {where[:60]}")


async def names_in(sim: Table, battle: str) -> list[str]:
    """Names of units, leaders and areas of a battle, and of its game."""
    here = await sim.bot.messages.lookup.look(battle, sim.ada.id)
    table = here.table
    pieces = [*table.counters, *table.leaders, *table.off_map, *table.lost, *table.markers]
    places = [table.board.show(h.place) for h in table.holdings]
    # Those off the map as well; and ids, where an army has no other name.
    more = [*getattr(here.game.state, "names", {}), *getattr(here.game.state, "names", {}).values()]
    games = [registry.title(x) for x in registry.SYSTEMS]
    return [*(x for p in pieces for x in (p.name, p.id)), *more, *places, *games]


@pytest.mark.parametrize("system", ["cataphract", "simple-gboh", "justinian"])
async def test_a_lesson_has_no_english_word(sim: Table, _wordless: None, system: str) -> None:
    await italian(sim, sim.ada)
    learner = Learner(sim, sim.ada, system)
    found: dict[str, str] = {}
    await learner.begin()
    for step in learner.lesson.steps:
        all_of(learner.room, found)
        for text in step.show:
            note(found, text, await learner.order(text))
    all_of(learner.room, found)
    assert len(found) > 1
    assert not (said := left(found, *await names_in(sim, learner.battle))), said


async def test_a_league_has_no_english_word(sim: Table, _wordless: None) -> None:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    mia = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    await italian(sim, sim.ada, sim.ben, mia)
    found: dict[str, str] = {}

    async def ask(who: Any, where: Any, command: str, **options: Any) -> None:
        result = await who.slash(where, command, **options)
        for text in shown_by(result):
            for line in text.splitlines():
                for word in WORD.findall(TYPED.sub("", line)):
                    found.setdefault(word, f"/{command}: {line}")

    await ask(mia, sim.channel, "referee event create", name="Spring", kind="league", scenarios=SCENARIO)
    [event] = await sim.service.competitions.of_guild(sim.guild.id)
    for who in (sim.ada, sim.ben):
        await ask(who, sim.channel, "event join", event=event.id)
    await ask(mia, sim.channel, "referee event start", event=event.id)
    await ask(sim.ada, sim.channel, "event list")
    (f,) = [x for x in await sim.service.competitions.fixtures(event.id) if x.playable]
    room = next(c for c in (sim.channel, *sim.channel.threads) if c.id == f.place)
    for who in (sim.ada, sim.ben):
        await ask(who, room, "battle start")
    await ask(sim.ada, room, "battle status")
    await ask(sim.ada, room, "battle resign", sure=True)
    await sim.env.settle()
    await ask(sim.ada, sim.channel, "stats rating")
    await ask(sim.ada, sim.channel, "event table", event=event.id)
    await ask(sim.ada, sim.channel, "event fixtures", event=event.id)
    battles = await sim.service.battles.of_guild(sim.guild.id)
    for channel in (sim.channel, *sim.channel.threads):
        all_of(channel, found)
    assert not (said := left(found, *await names_in(sim, battles[0].id))), said


async def test_the_panels_of_a_campaign_have_no_english_word(sim: Table, _wordless: None) -> None:
    await italian(sim, sim.ada, sim.ben)
    found: dict[str, str] = {}
    await sim.ada.slash(sim.channel, "battle create", scenario="justinian/renovatio")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for who, (side, _) in zip((sim.ada, sim.ben), battle.sides, strict=True):
        await who.slash(sim.channel, "battle join", side=side)
    await sim.ada.slash(sim.channel, "battle start")
    for _ in range(14):
        asked = next(iter(await sim.service.play.open_questions(battle.id)), None)
        if asked is None:
            break
        mine = sim.ada if asked.user == sim.ada.id else sim.ben
        message = sim.asking
        if any(c.verb == "orders" for c in controls(message)):
            panel = await use(mine, message, control(message, "orders"))
            note(found, f"panel of {asked.decision.kind}", panel)
            last = (panel.followups or [panel.response])[-1]
            for verb in ("unit", "group", "take", "form"):
                first = next((c for c in controls(last) if c.verb == verb), None)
                if first is not None:
                    note(found, f"panel of {asked.decision.kind}, {verb}", await use(mine, last, first))
                    break
        assert asked.user is not None
        still = [o for o in await sim.service.play.open_questions(battle.id) if o.token == asked.token]
        for o in still[:1]:
            await sim.service.play.answer(battle.id, asked.user, o.token, o.decision.default, "test")
        await sim.bot.messages.publisher.publish(battle.id)
    all_of(sim.channel, found)
    assert text_of(sim.asking)
    assert not (said := left(found, *await names_in(sim, battle.id))), said
