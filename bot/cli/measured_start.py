"""``python -m bot.cli.measured_start DATABASE BATTLE``: a start, as far as it goes without Discord, and then an answer.

Prints what both take, in milliseconds of CPU: the first as a process counts from its beginning. For
:mod:`bot.cli.start_figures`; nothing is loaded here that a start doesn't load.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from importlib import import_module

from bot.processes import begin


async def started(url: str, battle: str) -> tuple[float, float]:
    """Load the bot, then make out the first page of the panel of what is asked in a battle."""
    from bot.app import COGS, create_bot
    from bot.cli import run
    from bot.components.panel.asked import Asked
    from bot.language.catalogue import ENGLISH
    from bot.monitoring import gauges, requests
    from bot.service import Service

    assert run and gauges and requests  # a start loads them, too
    service = await Service.open(url)
    bot = create_bot(service)
    for cog in COGS:
        import_module(cog)
    began = 1000 * time.process_time()
    game = await service.play.game(battle)
    question = (await service.play.open_questions(battle))[0]
    await bot.messages.guided.think(Asked(game, question.decision, game.view(), ENGLISH))
    answered = 1000 * time.process_time() - began
    await bot.messages.close()
    await service.close()
    return began, answered


if __name__ == "__main__":
    begin()
    print(json.dumps(asyncio.run(started(*sys.argv[1:]))))
