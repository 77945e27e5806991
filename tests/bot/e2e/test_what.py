"""/what asks the referee and changes nothing; [Explain 8.15] reads the rule a refusal or an answer cites."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.what import EMBED
from bot.components.ids import Ref
from engine.kernel.game import digest
from engine.systems.cataphract import rulebook
from tests.bot.e2e.kit import Table, controls, said


def answer(result: Any) -> str:
    """Title and text of the referee's answer."""
    shown = result.followups[0] if result.followups else result.response
    (embed,) = shown.embeds
    assert len(embed.description) <= EMBED
    return f"{embed.title}\n{embed.description}"


def pictures(result: Any) -> list[Any]:
    shown = result.followups[0] if result.followups else result.response
    return list(shown.attachments)


async def standing(sim: Table) -> tuple[int, str]:
    battle = await sim.service.battle_in(sim.channel.id)
    assert battle is not None
    return await sim.head(), digest((await sim.service.game(battle.id)).state)


@pytest.mark.parametrize(
    ("options", "told", "drawn"),
    [
        ({}, ["Whose decision", "Byzantines: Belisarius: orders?", "Rout Points of 35"], False),
        ({"unit": "thc3"}, ["THC3", "Belisarius can order it", "Moves:", "If it fell", "Where it can move"], True),
        ({"unit": "Gelimer"}, ["Overall Commander", "Individual Orders within"], True),
        ({"order": "THC3 > 4912"}, ["Legal", "of 8 MP (6.11)"], True),
        ({"order": "THC3 x LN1"}, ["Not legal", "its missiles reach 4"], False),
        ({"order": "line THC1-5"}, ["Line Command 1 of"], False),
        ({"attackers": "THC1", "defenders": "LN1"}, ["comes up to", "Pre-Shock checks", "column 9"], False),
        ({"unit": "THC1", "defenders": "LN1"}, ["THC1 against LN1"], False),
        ({"hex": "4712"}, ["Byzantines that can come there", "Who sees it", "Whose command reaches it"], False),
        ({"hex": "4712", "unit": "THC4"}, ["It sees 4712", "range 4"], True),
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
