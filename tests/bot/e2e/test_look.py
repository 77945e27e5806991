"""Looking around, dice, standing orders: commands that change nothing of the battle."""

from __future__ import annotations

import pytest

from bot.messages.pictures import reach
from tests.bot.e2e.kit import Table, control, said

pytestmark = pytest.mark.drawn


async def test_maps_units_and_rules(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    for options in ({}, {"at": "5108"}, {"at": "THC3", "show": "reach"}, {"show": "zoc"}):
        result = await sim.cleo.slash(sim.channel, "map", **options)
        shown = result.response or result.followups[0]
        assert shown.attachments and shown.attachments[0].description
    unit = await sim.cleo.slash(sim.channel, "unit", name="thc3")
    assert "THC3" in ((unit.response or unit.followups[0]).embeds[0].title or "")
    assert "no unit" in said(await sim.cleo.slash(sim.channel, "unit", name="QQ9"))
    assert "Rating" in said(await sim.cleo.slash(sim.channel, "rule", case="8.15")) or "8.15" in said(
        await sim.cleo.slash(sim.channel, "rule", case="8.15")
    )
    assert "There is no case “zzzz” in Cataphract" in said(await sim.cleo.slash(sim.channel, "rule", case="zzzz"))
    # A rule of this battle alone, by its id.
    assert said(await sim.cleo.slash(sim.channel, "rule", case="hun-reluctance")).startswith("**")
    assert "Belisarius" in said(await sim.ada.slash(sim.channel, "help"))
    assert "Belisarius" in said(await sim.ada.slash(sim.channel, "record log"))
    assert await sim.head() == head


@pytest.mark.parametrize(
    ("command", "option"),
    [("map", "at"), ("unit", "name"), ("rule", "case"), ("standing set", "who")],
)
async def test_completions_stay_within_limits(sim: Table, command: str, option: str) -> None:
    await sim.battle()
    for typed in ("", "t", "belisarius", "z" * 100):
        offered = await sim.ada.autocomplete(sim.channel, command, option, typed)
        assert len(offered) <= 25
        assert all(0 < len(o["name"]) <= 100 and len(o["value"]) <= 100 for o in offered)
    assert await sim.ada.autocomplete(sim.channel, command, option, "")


async def test_house_rolls(sim: Table) -> None:
    await sim.battle()
    rolled = await sim.ada.slash(sim.channel, "dice roll", dice="3d6+2", reason="weather")
    assert not rolled.ephemeral and "weather" in said(rolled) and "roll " in said(rolled)
    assert "3d6" in said(await sim.ada.slash(sim.channel, "dice roll", dice="lots"))
    refused = await sim.cleo.slash(sim.channel, "dice roll", dice="d6")
    assert refused.response is None and refused.followups[0].ephemeral and "for the players" in said(refused)


async def test_standing_orders_are_set_listed_and_cleared_in_private(sim: Table) -> None:
    await sim.battle()
    kinds = await sim.ada.autocomplete(sim.channel, "standing set", "question", "")
    assert kinds
    kind = kinds[0]["value"]
    answers = await sim.ada.autocomplete(sim.channel, "standing set", "answer", "", question=kind)
    assert {"always", "never", "ask"} <= {a["value"] for a in answers}
    given = await sim.ada.slash(sim.channel, "standing set", question=kind, answer="never", who="THC3")
    assert given.ephemeral and "never" in said(given)
    assert "THC3" in said(await sim.ada.slash(sim.channel, "standing list"))
    assert "given no standing orders" in said(await sim.ben.slash(sim.channel, "standing list"))
    assert "Taken back" in said(await sim.ada.slash(sim.channel, "standing clear", question=kind, who="THC3"))
    wrong = await sim.ada.slash(sim.channel, "standing set", question=kind, answer="perhaps")
    assert wrong.ephemeral and "always" in said(wrong)


@pytest.mark.parametrize("show", ["fire", "command", "zoc", "losses", "reach"])
async def test_what_a_map_can_show(sim: Table, show: str) -> None:
    await sim.battle()
    await sim.to_orders()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question,) = await sim.service.play.open_questions(battle.id)
    can_move = next(c.unit for c in question.decision.menu if reach.of_unit(question.decision, c.unit or ""))
    at = {"fire": "THC1", "command": "Belisarius", "reach": can_move}.get(show, "")
    told = await sim.ada.slash(sim.channel, "map", show=show, at=at)
    shown = told.response or told.followups[0]
    assert told.ephemeral and shown.attachments and shown.attachments[0].description, said(told)
    if show in ("fire", "command"):
        assert "Whose?" in said(await sim.ada.slash(sim.channel, "map", show=show))
        assert "nothing of the kind" in said(await sim.ada.slash(sim.channel, "map", show="command", at="THC1"))


async def test_an_army_and_its_commands_by_name(sim: Table) -> None:
    await sim.battle()
    offered = [o["value"] for o in await sim.cleo.autocomplete(sim.channel, "map", "army", "byz")]
    assert offered[0] == "Byzantines" and len(offered) > 1 and all(o.startswith("Byzantines") for o in offered)
    for army in offered[:3]:
        told = await sim.cleo.slash(sim.channel, "map", army=army)
        assert (told.response or told.followups[0]).attachments, said(told)
    assert "The sides are Byzantines and Vandals" in said(
        await sim.cleo.slash(sim.channel, "map", army="Huns of Attila")
    )
    assert "have:" in said(await sim.cleo.slash(sim.channel, "map", army="Vandals: nobody"))


async def test_the_position_in_words(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    told = await sim.ada.slash(sim.channel, "battle describe")
    assert told.ephemeral and "You are asked: " in said(told) and "Thracian: 5 units, from " in said(told)
    assert "What has happened since your last order" in said(told)
    other = said(await sim.cleo.slash(sim.channel, "battle describe"))
    assert "You are asked" not in other and "What has happened last" in other
    everything = await sim.cleo.slash(sim.channel, "battle describe", what="all")
    assert everything.followups, "in pages"
    assert "THC1 Thracian cataphracts 1" in said(everything) and "LN12 Vandal lancers 12" in said(everything)
    for what in ("Byzantines: Thracian", "thracian", "THC3", "5108"):
        part = said(await sim.cleo.slash(sim.channel, "battle describe", what=what))
        assert "THC3 Thracian cataphracts 3" in part and "LN12" not in part, what
    assert "Stream: " in said(await sim.cleo.slash(sim.channel, "battle describe", what="ground"))
    assert "There is no THC8" in said(await sim.cleo.slash(sim.channel, "battle describe", what="THC8"))
    offered = [o["value"] for o in await sim.cleo.autocomplete(sim.channel, "battle describe", "what", "")]
    assert offered[:4] == ["all", "ground", "news", "Byzantines"]


async def test_slips_in_names_find_what_is_meant(sim: Table) -> None:
    brief = await sim.ada.slash(sim.channel, "battle briefing", scenario="Tricamaron")
    assert "Tricameron" in str((brief.response or brief.followups[0]).embeds[0].title)
    await sim.battle()
    for typed, meant in (("belisaurius", "Belisarius"), ("JOHN", "John the Armenian"), ("tzason", "Tzazon")):
        result = await sim.cleo.slash(sim.channel, "unit", name=typed)
        assert meant in str((result.response or result.followups[0]).embeds[0].title)
    result = await sim.cleo.slash(sim.channel, "unit", name="Vandels")
    assert "Vandals" in str((result.response or result.followups[0]).attachments[0].description)
    # A code isn't guessed at: the wrong unit's numbers would be believed.
    assert "There is no THC8. Did you mean THC1, " in said(await sim.cleo.slash(sim.channel, "unit", name="THC8"))
    assert "9999 is not on the map" in said(await sim.cleo.slash(sim.channel, "unit", name="9999"))
    assert "Nobody stands at 0202" not in said(await sim.cleo.slash(sim.channel, "map", at="belisaurius"))
    offered = await sim.cleo.autocomplete(sim.channel, "unit", "name", "belisaurius")
    assert [o["value"] for o in offered] == ["Belisarius"]
    shown = await sim.cleo.slash(sim.channel, "record log", battle="tricamaron")
    assert "no such battle" not in said(shown)
    assert "no such battle" in said(await sim.cleo.slash(sim.channel, "record log", battle="Waterloo"))


async def test_a_word_lists_the_cases_it_is_in(sim: Table) -> None:
    for game in ("cataphract", "men-of-iron"):
        text = said(await sim.cleo.slash(sim.channel, "rule", case="shock", game=game))
        first, others = text.split("\n“shock” is in these, too:\n")
        assert first.startswith("**") and len(others.splitlines()) >= 5
    assert "Momentum" in said(await sim.cleo.slash(sim.channel, "rule", case="momentun", game="cataphract"))


async def test_a_roster_of_an_army(sim: Table) -> None:
    await sim.battle()
    own = await sim.ben.slash(sim.channel, "unit")
    shown = own.response or own.followups[0]
    assert own.ephemeral and shown.attachments and "Vandals" in (shown.attachments[0].description or "")
    other = await sim.ben.slash(sim.channel, "unit", name="Byzantines", private=False)
    shown = other.response or other.followups[0]
    assert not other.ephemeral and "Byzantines" in (shown.attachments[0].description or "")
    offered = await sim.ben.autocomplete(sim.channel, "unit", "name", "van")
    assert offered[0]["value"] == "vandal"
    assert "no unit or leader “Goths”" in said(await sim.ben.slash(sim.channel, "unit", name="Goths"))


async def test_a_units_card_is_a_picture_with_its_facts_in_words(sim: Table) -> None:
    await sim.battle()
    told = await sim.cleo.slash(sim.channel, "unit", name="THC3")
    shown = told.response or told.followups[0]
    assert told.ephemeral and "THC3" in (shown.attachments[0].description or "")
    assert any(f.name == "MA" for f in shown.embeds[0].fields)


async def test_a_briefing_before_one_chooses_a_side(sim: Table) -> None:
    told = await sim.cleo.slash(sim.channel, "battle briefing", scenario="cataphract/dara")
    shown = told.response or told.followups[0]
    text = shown.embeds[0].description or ""
    assert told.ephemeral and shown.attachments
    assert "**Byzantines**:" in text and "**Persians**:" in text and "Cataphract" in text
    assert "Rules of this battle alone" in text
    await sim.ada.slash(sim.channel, "battle create", scenario="men-of-iron/crecy")
    lobby = sim.messages[-1]
    pressed = await sim.ben.click(lobby, custom_id=control(lobby, "briefing").custom_id)
    shown = pressed.response or pressed.followups[0]
    assert pressed.ephemeral and "Edward III" in (shown.embeds[0].description or "")
    assert "no battle “nowhere”" in said(await sim.cleo.slash(sim.channel, "battle briefing", scenario="nowhere"))


async def test_a_poster_for_the_wall(sim: Table) -> None:
    await sim.battle()
    told = await sim.cleo.slash(sim.channel, "record poster")
    shown = told.response or told.followups[0]
    (poster,) = shown.attachments
    assert told.ephemeral and "Tricameron" in (poster.description or "")
    assert poster.size < 10 * 2**20
