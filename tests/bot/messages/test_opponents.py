"""Computer players look again at whatever is told of their battles, at whatever moment that is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.messages.opponents import Opponents
from bot.stumbles import Stumbles
from tests.waiting import until

BATTLE = "1a2b3c4d"


class Asked:
    """The computers of a service, who are asked nothing; how often that was looked at."""

    def __init__(self) -> None:
        self.looks = 0

    async def consider(self, battle_id: str) -> None:
        self.looks += 1

    async def job(self, battle_id: str) -> None:
        return None

    async def offers_draw(self, battle_id: str) -> None:
        return None


async def test_what_is_told_as_the_task_ends_is_not_lost() -> None:
    computers = Asked()
    service: Any = SimpleNamespace(computers=computers, clock=lambda: 0.0)
    nothing: Any = None
    pool: Any = SimpleNamespace(close=lambda: None)
    opponents = Opponents(service, nothing, nothing, nothing, pool, pace=0.0)

    class Last(Stumbles[Any]):
        """What a task does last, after it has looked whether there is news: there is some just then, once."""

        def done(self, key: Any) -> None:
            super().done(key)
            if computers.looks == 1:
                opponents.hear(BATTLE)

    opponents._stumbles = Last()
    opponents.stand_in(BATTLE)
    opponents.hear(BATTLE)
    (task,) = opponents._tasks.values()

    async def idle() -> bool:
        return not opponents._tasks

    await until(idle)
    assert task.done() and computers.looks == 2
    await opponents.close()
