"""/what asks the referee and changes nothing; [Explain 8.15] reads the rule a refusal or an answer cites."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.look.what import EMBED
from bot.components.explain import explanation
from bot.components.ids import Ref
from engine.kernel.game import digest
from engine.systems.cataphract import rulebook
from tests.bot.e2e.kit import Table, controls, said


def shown(result: Any) -> Any:
    """The message an interaction was answered with."""
    return result.followups[0] if result.followups else result.response


def answer(result: Any) -> str:
    """Title and text of the referee's answer."""
    (embed,) = shown(result).embeds
    assert len(embed.description) <= EMBED
    return f"{embed.title}\n{embed.description}"


def pictures(result: Any) -> list[Any]:
    return list(shown(result).attachments)


async def standing(sim: Table) -> tuple[int, str]:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return await sim.head(), digest((await sim.service.play.game(battle.id)).state)


@pytest.mark.parametrize(
    ("options", "told", "drawn"),
    [
        ({}, ["Whose decision", "Byzantines: Belisarius: orders?", "Rout Points of 35"], False),
        ({"unit": "thc3"}, ["THC3", "Belisarius can order it", "Moves:", "If it fell", "Where it can move"], True),
        ({"unit": "Gelimer"}, ["Overall Commander", "Individual Orders within"], True),
        ({"order": "THC3 > 4912"}, ["Legal", "of 8 MP (6.11)"], True),
        ({"order": "THC3 x LN1"}, ["Not legal", "its missiles reach 4"], False),
        ({"order": "line THC1-5"}, ["Line Command 1 of"], False),
        ({"attackers": "THC1", "defenders": "LN1"}, ["comes up to", "Pre-Shock checks", "column 9"], True),
        ({"unit": "THC1", "defenders": "LN1"}, ["THC1 against LN1"], True),
        ({"place": "4712"}, ["Byzantines that can come there", "Who sees it", "Whose command reaches it"], False),
        ({"place": "4712", "unit": "THC4"}, ["It sees 4712", "range 4"], True),
    ],
)
@pytest.mark.parametrize("who", ["ada", "ben", "cleo"])
async def test_every_question_anybody_asks_is_answered_in_private(
    sim: Table, options: dict[str, str], told: list[str], drawn: bool, who: str
) -> None:
    await sim.battle()
    await sim.to_orders()
    before = await standing(sim)
    result = await getattr(sim, who).slash(sim.channel, "what", **options)
    assert result.ephemeral
    text = answer(result)
    for part in told:
        assert part in text, text
    assert bool(pictures(result)) is drawn
    if drawn:
        assert pictures(result)[0].description
    assert await standing(sim) == before


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"unit": "QQ9"}, "There is no unit or leader"),
        ({"place": "9999"}, "9999 is not on the map"),
        ({"unit": "THC1", "order": "THC1 > 5004"}, "one thing at a time"),
        ({"place": "4712", "order": "THC1 > 5004"}, "one thing at a time"),
        ({"attackers": "THC1"}, "needs both"),
        ({"attackers": "THC1", "defenders": "THC2"}, "on the same side"),
        ({"attackers": "Belisarius", "defenders": "LN1"}, "is a leader, not a unit"),
        ({"order": "@@@"}, "no direction"),
        ({"order": "# nothing"}, "Which order"),
    ],
)
async def test_what_is_no_question_is_refused_in_a_sentence(sim: Table, options: dict[str, str], why: str) -> None:
    await sim.battle()
    await sim.to_orders()
    before = await standing(sim)
    result = await sim.cleo.slash(sim.channel, "what", **options)
    assert result.ephemeral and why in said(result), said(result)
    assert await standing(sim) == before


async def test_units_are_named_by_range_hex_or_name(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    many = await sim.ada.slash(sim.channel, "what", attackers="THC4-5, 5114", defenders="LN6 LN7")
    assert "THC4, THC5, AHC1 against LN6, LN7" in answer(many)
    by_hex = await sim.ada.slash(sim.channel, "what", unit="5104")
    assert "THC1" in answer(by_hex)
    there = await sim.ada.slash(sim.channel, "what", place="THC1")
    assert "Hex 5104" in answer(there)


async def test_before_the_battle_there_is_nothing_to_ask(sim: Table) -> None:
    assert "no battle in this channel" in said(await sim.ada.slash(sim.channel, "what"))
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron", side="Byzantines")
    assert "hasn't begun" in said(await sim.ada.slash(sim.channel, "what"))


@pytest.mark.parametrize("option", ["unit", "order", "attackers", "defenders", "place"])
@pytest.mark.parametrize("who", ["ada", "cleo"])
async def test_completions_are_offered_and_stay_within_limits(sim: Table, option: str, who: str) -> None:
    await sim.battle()
    await sim.to_orders()
    person = getattr(sim, who)
    for typed in ("", "THC", "THC1 ", "THC1 TH", "51", "5104", "z" * 100):
        offered = await person.autocomplete(sim.channel, "what", option, typed)
        assert len(offered) <= 25
        assert all(0 < len(o["name"]) <= 100 and len(o["value"]) <= 100 for o in offered)
    assert await person.autocomplete(sim.channel, "what", option, "")


async def test_completions_answer_to_what_is_written(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    offered = await sim.ben.autocomplete(sim.channel, "what", "attackers", "")
    assert offered[0]["value"].startswith("LN")
    more = await sim.ada.autocomplete(sim.channel, "what", "attackers", "THC1 THC")
    assert "THC1 THC2" in [o["value"] for o in more] and "THC1 THC1" not in [o["value"] for o in more]
    enemies = await sim.cleo.autocomplete(sim.channel, "what", "defenders", "", attackers="LN1")
    assert all(o["value"][:3] in ("THC", "AHC", "BHC", "HLC", "HLN") for o in enemies[:9])
    assert "5104" in [o["value"] for o in await sim.cleo.autocomplete(sim.channel, "what", "place", "THC1")]


# -- [Explain 8.15] --------------------------------------------------------------------------------------------------


def explainers(result: Any) -> list[Any]:
    return [c for c in controls(shown(result)) if c.verb == "explain"]


async def test_a_refusal_leads_to_its_rule_even_after_a_restart(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    refused = await sim.ada.slash(sim.channel, "order", text="THC3 x LN1")
    assert refused.ephemeral and "(8.13)" in said(refused)
    (control,) = explainers(refused)
    assert control.label == "Explain 8.13"
    rule = said(await sim.ada.slash(sim.channel, "rule", case="8.13"))
    assert rule.startswith("**8.13")
    message = shown(refused)
    pressed = await sim.ada.click(message, custom_id=control.custom_id)
    assert pressed.ephemeral and said(pressed) == rule
    await sim.restart()
    pressed = await sim.ada.click(message, custom_id=control.custom_id)
    assert pressed.ephemeral and said(pressed) == rule


async def test_an_answer_leads_to_the_rules_it_rests_on(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    result = await sim.cleo.slash(sim.channel, "what", order="THC3 x LN1")
    assert [c.label for c in explainers(result)] == ["Explain 8.13"]
    many = await sim.cleo.slash(sim.channel, "what", unit="THC3")
    assert len(explainers(many)) == 5
    message = shown(many)
    pressed = await sim.cleo.click(message, custom_id=explainers(many)[0].custom_id)
    assert pressed.ephemeral and said(pressed).startswith("**")


async def test_a_preview_leads_to_the_rule_that_stands_against_it(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    seen = await sim.ada.slash(sim.channel, "order", text="THC3 x LN1", preview=True)
    assert "Not possible" in said(seen)
    assert [c.label for c in explainers(seen)] == ["Explain 8.13"]


async def test_a_refusal_without_a_case_has_no_button(sim: Table) -> None:
    await sim.battle()
    refused = await sim.cleo.slash(sim.channel, "what", unit="QQ9")
    assert said(refused) and not explainers(refused)


@pytest.mark.parametrize(
    "ref",
    [
        Ref("cataphract", "rule", "99.99"),
        Ref("cataphract", "120", "8.15"),
        Ref("cataphract", "rule"),
        Ref("no-such-system", "rule", "8.15"),
        Ref("registry", "rule", "8.15"),
    ],
)
async def test_a_forged_button_explains_nothing(sim: Table, ref: Ref) -> None:
    await sim.battle()
    await sim.to_orders()
    refused = await sim.ada.slash(sim.channel, "order", text="THC3 x LN1")
    message = shown(refused)
    stored = sim.env.backend.get_message(sim.channel.id, message.id)
    stored.components[0]["components"][0]["custom_id"] = ref.custom_id("explain")
    pressed = await sim.ada.click(message, custom_id=ref.custom_id("explain"))
    assert pressed.ephemeral and said(pressed) == "There is no such case."


async def test_words_lead_to_a_case_and_its_neighbours(sim: Table) -> None:
    for words, number in (("column", "6.4"), ("withdrawal", "6.5"), ("zoc", "7.2"), ("zone of control", "7.2")):
        result = await sim.cleo.slash(sim.channel, "rule", case=words)
        assert said(result).startswith(f"**{number} "), said(result)
        assert explainers(result)


async def test_every_case_is_told_whole(sim: Table) -> None:
    """Discord's limit of a message is never met by a case, so nothing of one is cut."""
    assert max(len(explanation(c)) for c in rulebook.BOOK.cases.values()) < 2000
    result = await sim.cleo.slash(sim.channel, "rule", case="6.74")
    case = rulebook.BOOK.case("6.74")
    assert case is not None and said(result) == explanation(case)
