"""Who reads what in which language: a channel in the server's, what one person alone sees in their own."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import rulebooks
from bot.language import catalogue
from bot.language.catalogue import SOURCE, TextCatalogue, languages
from bot.localised import localised
from tests.bot.e2e.kit import Table, card, controls, press, said, shown, text_of

ROOT = Path(__file__).parents[3]

MOST_OF_A_COMMAND = 8000
"""Characters of all that Discord is told of one command, in any one language."""


async def test_a_person_chooses_and_is_answered_so(sim: Table) -> None:
    told = said(await sim.ada.slash(sim.channel, "preferences language", language="it"))
    italian = TextCatalogue.load("it")
    assert "italiano" in told and italian.translate("Quiet hours: none.") in told != "Quiet hours: none."
    await sim.restart()
    assert italian.translate("Quiet hours: none.") in said(await sim.ada.slash(sim.channel, "preferences show"))
    assert "Quiet hours: none." in said(await sim.ben.slash(sim.channel, "preferences show"))
    refused = said(await sim.ada.slash(sim.channel, "undo"))
    assert refused == italian.translate("There is no battle in this channel. /battle create begins one.") != ""
    assert "There is no battle" not in refused
    assert "Language: that of your Discord, once" in said(await sim.ada.slash(sim.channel, "preferences language"))


async def test_a_battle_between_two_languages(sim: Table) -> None:
    """Ada reads Italian, Ben Polish, and the server is English."""
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    await sim.ben.slash(sim.channel, "preferences language", language="pl")
    await sim.battle()
    told = {who: await asked(sim, who) for who in ("ada", "ben", "cleo")}
    assert "Bizantini: Belisarius può agire prima di tutti" in told["ada"]
    assert "Bizantyjczycy: Belisarius może działać przed wszystkimi" in told["ben"]
    assert "Byzantines: Belisarius may act before everyone else" in told["cleo"]
    # The channel is told in the server's language, whoever acts.
    result = await sim.ada.slash(sim.channel, "order", text="Belisarius")
    channel = "\n".join(m.content for m in sim.channel.history())
    assert "Belisarius is activated" in channel or "elite" in channel, said(result)
    for code in ("it", "pl"):
        words = TextCatalogue.load(code)
        assert words.translate("Turn {turn}").format(turn=1) not in channel
        assert words.translate("{leader} is activated.").format(leader="Belisarius") not in channel


async def asked(sim: Table, who: str) -> str:
    """What /what tells somebody."""
    return str(shown(await getattr(sim, who).slash(sim.channel, "what")).embeds[0].description)


async def test_a_panel_is_in_the_language_of_whoever_opens_it(sim: Table) -> None:
    """Also when it follows what another has done, and though the button stands in the channel in English."""
    for who, code in ((sim.ada, "it"), (sim.ben, "pl")):
        await who.slash(sim.channel, "preferences language", language=code)
    await sim.battle()
    await sim.to_orders()
    asking = sim.asking
    assert "Orders" in [c.label for c in controls(asking)]
    result = await sim.ada.click(asking, label="Orders")
    panel = result.response or result.followups[0]
    labels = {c.label for c in controls(panel)}
    italian = TextCatalogue.load("it")
    assert italian.translate("Help") in labels and "Help" not in labels
    assert "Belisarius: ordini? Ne restano 6 di 6." in text_of(panel)
    await press(sim.ada, panel, "THC3 ")
    assert "Dove deve andare" in text_of(panel) or italian.translate("‹ Back") in {c.label for c in controls(panel)}
    assert "Orders" in [c.label for c in controls(sim.asking)], "the channel keeps the server's language"


async def test_commands_are_described_in_every_language(sim: Table) -> None:
    """And no command grows beyond what Discord takes."""
    tree: Any = sim.bot.tree
    found = [localised(c.to_dict(tree)) for c in tree.get_commands()]
    for code in (c for c in languages() if c != SOURCE):
        described = [d for c in found for d in _all(c) if "description" in d]
        translated = [d for d in described if code in (d.get("description_localizations") or {})]
        assert len(translated) > 50, code
        assert all(0 < len(d["description_localizations"][code]) <= 100 for d in translated)
        assert all(not (d.get("name_localizations") or {}) for d in described)
        for c in found:
            size = sum(
                len(d["name"])
                + len((d.get("description_localizations") or {}).get(code, d.get("description", "")))
                + len((d.get("name_localizations") or {}).get(code, ""))
                for d in _all(c)
            )
            assert size <= MOST_OF_A_COMMAND, c["name"]


def _all(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """A command, with all that is in it."""
    inner = [*payload.get("options", ()), *payload.get("choices", ())]
    return [payload, *(d for x in inner for d in _all(x))]


async def test_nobody_is_spoken_to_in_half_a_language_unasked(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_by(user: int, locale: discord.Locale) -> Any:
        return SimpleNamespace(user=SimpleNamespace(id=user), locale=locale)

    lookup = sim.bot.messages.lookup
    monkeypatch.setattr(
        catalogue, "complete", lambda language: {"it": (89, 100), "pl": (90, 100)}.get(language, (0, 0))
    )
    found = [lookup.language(asked_by(7, x)) for x in (discord.Locale.italian, discord.Locale.polish)]
    assert found == [SOURCE, "pl"]
    assert (
        lookup.language(asked_by(7, discord.Locale.japanese))
        == lookup.language(asked_by(7, discord.Locale.british_english))
        == SOURCE
    )
    await sim.service.preferences.set_language(7, "it")
    assert lookup.language(asked_by(7, discord.Locale.polish)) == "it", "whoever asks for it gets it"


@pytest.mark.parametrize("locale", [discord.Locale.italian, discord.Locale.polish])
def test_a_locale_of_discord_has_a_catalogue(locale: discord.Locale) -> None:
    assert TextCatalogue.load(locale.value).language == locale.value


async def test_rules_and_briefings_are_told_in_the_language_of_who_asks(sim: Table) -> None:
    """And cases are found by words of that language as by English ones."""
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    words = TextCatalogue.load("it")
    english = rulebooks.case("spqr", "6.51")
    assert english is not None
    told, said_in_english = [
        said(await member.slash(sim.channel, "rule", case="6.51", game="spqr")) for member in (sim.ada, sim.ben)
    ]
    assert words.translate(english.text) in told.replace("\\", "") != said_in_english.replace("\\", "")
    assert english.text in said_in_english.replace("\\", "")
    for sought in (words.translate(english.title), english.title):
        found = said(await sim.ada.slash(sim.channel, "rule", case=sought, game="spqr"))
        assert f"6.51 {words.translate(english.title)}" in found, sought
    zama = json.loads((ROOT / "scenarios/spqr/zama.json").read_text(encoding="utf-8"))
    brief = card(await sim.ada.slash(sim.channel, "battle briefing", scenario="spqr/zama")).replace("\\", "")
    for text in (zama["place"], zama["date"], zama["briefing"]["history"], zama["special_rules"][0]["title"]):
        assert words.translate(text) in brief and text not in brief, text


async def test_orders_in_words_of_the_readers_language_are_carried_out(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "preferences language", language="pl")
    told = said(await sim.ada.slash(sim.channel, "order", text="THC3 @płn-zach", preview=False))
    assert "THC3" in sim.told and "Nie" not in told
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    head = await sim.head()
    await sim.ada.slash(sim.channel, "order", text="THC4 @sud-ovest", preview=False)
    assert await sim.head() > head
    # What is no order is refused in the same language.
    refused = said(await sim.ada.slash(sim.channel, "order", text="THC5 balla"))
    assert "Non capisco “balla”" in refused
    # In English those are no facings.
    await sim.ada.slash(sim.channel, "preferences language", language="en")
    assert "direction" in said(await sim.ada.slash(sim.channel, "order", text="THC5 @sud-ovest", preview=False))
    before = await sim.head()
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    await sim.ada.slash(sim.channel, "order", text="fatto", preview=False)
    assert await sim.head() > before


READ = (("it", "tutto", "Bizantini"), ("pl", "wszystko", "Bizantyjczycy"), ("en", "all", "Byzantines"))
"""Languages, with a word for all of a position, and an army."""


async def test_parts_of_the_position_are_asked_for_in_words_of_the_reader(sim: Table) -> None:
    await sim.battle()
    for language, part, army in READ:
        await sim.ada.slash(sim.channel, "preferences language", language=language)
        whole = said(await sim.ada.slash(sim.channel, "battle describe", what=part))
        assert army in whole and "THC1" in whole
        assert f"**{army}" in said(await sim.ada.slash(sim.channel, "battle describe", what=army))
