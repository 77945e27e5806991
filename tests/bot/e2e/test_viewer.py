"""/replay how:steps: a battle step by step, with buttons that work after a restart and for nobody who may not look."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.components.ids import Ref, parse
from tests.bot.e2e.kit import Control, Table, control, controls, said
from tests.bot.e2e.test_audit import play
from tests.bot.e2e.test_men_of_iron import begun as crecy_begun
from tests.bot.e2e.test_orders import _field
from tests.bot.e2e.test_record import saved
from tests.bot.e2e.test_replay import film, under_way
from tests.bot.e2e.test_watch import hidden_channel

pytestmark = pytest.mark.drawn


def viewer(result: Any) -> Any:
    """The message of a viewer an interaction brought; what is read from it is always as it is now."""
    return next(m for m in (result.response, *result.followups) if m is not None and controls(m))


def pressed(message: Any, label: str) -> Control:
    return next(c for c in controls(message) if c.label == label)


def at(message: Any) -> int:
    """The journal entry a viewer stands at, as it says itself."""
    found = re.search(r"#(\d+)$", message.content.splitlines()[1])
    assert found is not None, message.content
    return int(found[1])


def picture(sim: Table, message: Any) -> Image.Image:
    [shown] = message.attachments
    assert shown.description and shown.description.startswith("Map of")
    data = sim.env.backend.cdn.get(shown.url)
    assert data is not None
    return Image.open(io.BytesIO(data))


async def steps(sim: Table, who: Any, **options: Any) -> Any:
    result = await who.slash(sim.channel, "replay", how="steps", **options)
    assert result.acknowledged
    return result


async def press(who: Any, shown: Any, label: str) -> Any:
    """Press a button of a viewer, which changes."""
    result = await who.click(shown.message, custom_id=pressed(shown, label).custom_id)
    assert not result.followups, said(result)
    return result


async def test_a_spectator_steps_through_the_battle(sim: Table) -> None:
    await under_way(sim)
    await sim.ada.slash(sim.channel, "order", text="THC3 > +1")
    head = await sim.head()
    opened = await steps(sim, sim.cleo, whole=True)
    assert opened.ephemeral
    message = viewer(opened)
    assert "**Tricameron** · The beginning" in message.content and at(message) == 0
    assert picture(sim, message).format == "PNG"
    await press(sim.cleo, message, "Finer")
    await press(sim.cleo, message, "Finer")
    assert "by single deeds" in message.content
    seen = [at(message)]
    for _ in range(2):
        await press(sim.cleo, message, "▶")
        seen.append(at(message))
    assert seen == sorted(set(seen)) and "Belisarius" in message.content
    assert "THC3 5108 → 5009" in message.content, "its lines of story"
    await press(sim.cleo, message, "◀")
    assert at(message) == seen[-2]
    await press(sim.cleo, message, "⏭")
    last = at(message)
    await press(sim.cleo, message, "▶")
    assert at(message) == last >= seen[-1], "there is nothing behind the last step"
    await press(sim.cleo, message, "Coarser")
    assert "by stages" in message.content and at(message) <= last
    await press(sim.cleo, message, "Closer")
    close = picture(sim, message).size
    await press(sim.cleo, message, "Whole field")
    assert picture(sim, message).size != close
    await press(sim.cleo, message, "⏮")
    assert at(message) == 0
    assert await sim.head() == head, "looking changes nothing"


async def test_it_jumps_and_survives_a_restart(sim: Table) -> None:
    await under_way(sim)
    message = viewer(await steps(sim, sim.cleo, whole=True))
    places = [c for c in controls(message) if c.options]
    assert [c.verb for c in places] == ["jump", "jump"] and all(len(c.options) <= 25 for c in places)
    assert [label for _, label in places[1].options] == ["Turn 1"]
    value = next(v for v, label in places[0].options if "Belisarius" in label)
    await sim.restart()
    result = await sim.cleo.select(message.message, [value], custom_id=places[0].custom_id)
    assert not result.followups and at(message) == int(value) and "Belisarius" in message.content
    assert all(len(c.custom_id) <= 100 for c in controls(message))
    made = await sim.cleo.click(message.message, custom_id=control(message, "stepfilm").custom_id)
    assert made.ephemeral and film(sim, made).format == "GIF"


async def test_players_remark_on_a_step(sim: Table) -> None:
    await under_way(sim)
    message = viewer(await steps(sim, sim.ada, whole=True))
    await press(sim.ada, message, "▶")
    there = at(message)
    box = await sim.ada.click(message.message, custom_id=control(message, "noting").custom_id)
    assert box.modal is not None
    await sim.ada.submit_modal(box, {_field(box.modal): "I *should* have waited"})
    assert "💬 **Ada**: I \\*should\\* have waited" in message.content and at(message) == there
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    [kept] = await sim.service.records.remarks(battle.id)
    assert kept.seq >= there
    await press(sim.ada, message, "◀")
    assert "should" not in message.content, "it stands with its step alone"
    again = viewer(await steps(sim, sim.cleo, whole=True))
    await press(sim.cleo, again, "▶")
    assert "should" in again.content
    assert b"should* have waited" in await saved(sim, sim.cleo)


async def test_a_public_viewer_is_there_for_all_and_remarks_stay_with_the_players(sim: Table) -> None:
    await under_way(sim)
    message = viewer(await steps(sim, sim.ada, private=False))
    assert not message.flags.ephemeral
    await press(sim.cleo, message, "⏮")
    assert at(message) == 0
    refused = await sim.cleo.click(message.message, custom_id=control(message, "noting").custom_id)
    assert refused.ephemeral and "Only its players" in said(refused)


async def test_what_was_taken_back_leads_to_the_nearest_step(sim: Table) -> None:
    await under_way(sim)
    await sim.ada.slash(sim.channel, "order", text="THC3 > +1")
    message = viewer(await steps(sim, sim.ada))
    for label in ("Finer", "Finer", "⏭"):
        await press(sim.ada, message, label)
    last = at(message)
    assert "THC3" in message.content
    await sim.ada.slash(sim.channel, "undo")
    await press(sim.ada, message, "Closer")
    assert at(message) < last and "THC3" not in message.content


async def test_a_viewer_follows_a_battle_that_goes_on(sim: Table) -> None:
    await under_way(sim)
    message = viewer(await steps(sim, sim.cleo))
    await press(sim.cleo, message, "Finer")
    await press(sim.cleo, message, "Finer")
    await press(sim.cleo, message, "⏭")
    last = at(message)
    await sim.ada.slash(sim.channel, "order", text="THC3 > +1")
    await press(sim.cleo, message, "▶")
    assert at(message) > last


async def test_another_battle_of_the_server_and_none_of_another(sim: Table) -> None:
    await play(sim, 6)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    elsewhere = sim.guild.create_text_channel("lounge")
    offered = await sim.cleo.autocomplete(elsewhere, "replay", "battle", "tricam")
    assert [o["value"] for o in offered] == [battle.id]
    opened = await sim.cleo.slash(elsewhere, "replay", battle=battle.id, how="steps")
    message = viewer(opened)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe", global_name="Zoe"))
    assert await stranger.autocomplete(channel, "replay", "battle", "") == []
    assert await stranger.autocomplete(channel, "replay", "from", "", battle=battle.id) == []
    for how in ("film", "steps"):
        refused = await stranger.slash(channel, "replay", battle=battle.id, how=how)
        assert refused.ephemeral and "no such battle" in said(refused)
    data = await saved(sim, sim.cleo)
    await stranger.slash(channel, "record load", file=("battle.txt", data))
    [kept] = await sim.service.battles.of_guild(other.id)
    theirs = viewer(await stranger.slash(channel, "replay", battle=kept.id, how="steps"))
    assert "The beginning" in theirs.content
    for verb in ("step", "jump", "noting", "stepfilm"):
        used = control(theirs, verb)
        _, ref = parse(used.custom_id) or ("", Ref("", ""))
        refused = await use_forged(sim, stranger, theirs, used, Ref(battle.id, ref.token, ref.argument))
        assert "no such battle" in said(refused), verb
    for made_up in (Ref(kept.id, "999999999", "a.last"), Ref(kept.id, "7", "ec.finer"), Ref(kept.id, "0", "s.prev")):
        theirs = viewer(await stranger.slash(channel, "replay", battle=kept.id, how="steps"))
        await use_forged(sim, stranger, theirs, control(theirs, "step"), made_up)
        assert "Tricameron" in theirs.content
    for nonsense in (Ref(kept.id, "x"), Ref(kept.id, "0", "q.next"), Ref(kept.id, "0", "a.nonsense")):
        theirs = viewer(await stranger.slash(channel, "replay", battle=kept.id, how="steps"))
        refused = await use_forged(sim, stranger, theirs, control(theirs, "step"), nonsense)
        assert "doesn't belong" in said(refused)
    theirs = viewer(await stranger.slash(channel, "replay", battle=kept.id, how="steps"))
    await press(stranger, theirs, "⏭")
    assert at(theirs) > 0 and at(message) >= 0
    # The records of a server are read by all of its members.
    mate = other.add_member(sim.env.create_user("yan"))
    assert [o["value"] for o in await mate.autocomplete(channel, "replay", "battle", "")] == [kept.id]


async def use_forged(sim: Table, who: Any, shown: Any, used: Control, ref: Ref) -> Any:
    """A press whose custom id was made up."""
    verb, _ = parse(used.custom_id) or ("", None)
    stored = sim.env.backend.get_message(shown.message.channel.id, shown.message.id)
    for row in stored.components:
        for component in row["components"]:
            if component["custom_id"] == used.custom_id:
                component |= {"custom_id": ref.custom_id(verb), "disabled": False}
    if used.options:
        return await who.select(shown.message, [used.options[0][0]], custom_id=ref.custom_id(verb))
    return await who.click(shown.message, custom_id=ref.custom_id(verb))


async def test_a_hidden_battle_is_as_if_there_were_none(sim: Table) -> None:
    sim.channel = await hidden_channel(sim)
    await under_way(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    elsewhere = sim.guild.create_text_channel("lounge")
    assert await sim.cleo.autocomplete(elsewhere, "replay", "battle", "") == []
    assert [o["value"] for o in await sim.ben.autocomplete(elsewhere, "replay", "battle", "")] == [battle.id]
    for how in ("film", "steps"):
        refused = await sim.cleo.slash(elsewhere, "replay", battle=battle.id, how=how)
        assert "no such battle" in said(refused)
    public = await sim.ben.slash(elsewhere, "replay", battle=battle.id, how="steps", private=False)
    message = viewer(public)
    refused = await sim.cleo.click(message.message, custom_id=pressed(message, "▶").custom_id)
    assert refused.ephemeral and "no such battle" in said(refused)


async def test_men_of_iron_step_by_step(sim: Table) -> None:
    await crecy_begun(sim)
    for text in ("Doria", "DCB1 > 1404", "done"):
        await sim.ben.slash(sim.channel, "order", text=text)
    message = viewer(await steps(sim, sim.cleo, whole=True))
    await press(sim.cleo, message, "⏭")
    assert "DCB1" in message.content and "Doria" in message.content.splitlines()[0]
    labels = [label for _, label in next(c for c in controls(message) if c.options).options]
    assert labels[0] == "The beginning" and labels[1].startswith("1 · ")
