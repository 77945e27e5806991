"""The service: all the bot does that isn't Discord."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.service.briefing import Briefings
from bot.service.fixtures import Fixtures
from bot.service.offers import Offers
from bot.service.play import Play
from bot.service.policies import Policies
from bot.service.preferences import PlayerPreferences
from bot.service.privacy import Privacy
from bot.service.records import Records
from bot.service.referee import Refereeing
from bot.service.rematch import Rematches
from bot.service.results import Results
from bot.service.teams import Teams
from bot.service.warnings import Warnings
from bot.service.watching import Watching
from bot.storage import Database, Post


class Service(
    Refereeing,
    Rematches,
    Play,
    PlayerPreferences,
    Policies,
    Fixtures,
    Offers,
    Results,
    Records,
    Teams,
    Warnings,
    Briefings,
    Watching,
    Privacy,
):
    """Use :meth:`open`. Every method that changes something has stored the change when it returns.

    What a player did wrong is a :class:`~engine.kernel.text.Refusal`, what we did wrong a
    :class:`~bot.service.model.ServiceError`; neither has changed anything.
    """

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        shared: bool = False,
        wait: float = 0.0,
        waiting: Callable[[str], None] | None = None,
        **options: Any,
    ) -> Service:
        """Open (and, if need be, make or migrate) the database at an SQLAlchemy URL (see :meth:`Database.open`).

        Raises :class:`~bot.storage.trouble.DatabaseTrouble`.
        """
        service = cls(await Database.open(url, shared=shared, wait=wait, waiting=waiting), **options)
        await service.load_languages()
        return service

    async def close(self) -> None:
        await self.database.close()

    # -- posts and settings -------------------------------------------------------------------------------------

    async def put_post(self, post: Post) -> None:
        await self.database.posts.put(post)

    async def posts(self, battle_id: str, kind: str | None = None) -> list[Post]:
        return await self.database.posts.of(battle_id, kind)

    async def waiting_posts(self, kind: str) -> list[Post]:
        """Messages of one kind, of any battle, that couldn't be delivered yet."""
        return await self.database.posts.waiting(kind)

    async def drop_post(self, battle_id: str, kind: str, key: str) -> None:
        await self.database.posts.drop(battle_id, kind, key)

    async def settings(self, owner: str) -> dict[str, Any]:
        """Settings of a server ("guild:123") or user ("user:123")."""
        return await self.database.settings.of(owner)

    async def set_setting(self, owner: str, key: str, value: Any) -> None:
        """Set a value (anything JSON can hold); None takes it away."""
        await self.database.settings.put(owner, key, value)
