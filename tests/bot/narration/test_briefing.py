"""What a battle's first message says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.catalogue import ENGLISH
from bot.narration.briefing import short, won
from bot.service import Service
from tests.waiting import HANG

LAUTULAE = "An army whose Rout Points reach its level withdraws, and the other has won: Romans 75, Samnites 45."
COURTRAI = "An army whose Flight Points reach its level withdraws, and the other has won: Flemings 42, French 20."


@pytest.mark.timeout(HANG)
async def test_a_briefing_says_how_the_battle_is_won(tmp_path: Path) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}")
    try:
        for key, said in (("simple-gboh/lautulae", LAUTULAE), ("men-of-iron/courtrai", COURTRAI)):
            told = await service.briefings.of_scenario(key)
            assert won(told, ENGLISH) == [said] and short(told, ENGLISH).endswith(said)
        assert won(await service.briefings.of_scenario("justinian/renovatio"), ENGLISH) == []
    finally:
        await service.close()
