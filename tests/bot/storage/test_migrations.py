"""Up to date and back: what an upgrade makes, a downgrade takes away, and battles under way go on after both."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from bot.storage import Database, migrating
from bot.storage.migrating import RELEASES, go_back, revisions
from bot.storage.trouble import DatabaseTrouble
from engine.kernel.text import Text
from tests.bot.upkeep.kit import opened, play, under_way, wrong
from tests.postgres import Server, database_in

ROOT = Path(__file__).parents[3]


def test_the_versions_are_those_alembic_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating.FOLDER))
    known = [s.revision for s in ScriptDirectory.from_config(config).walk_revisions()]
    assert list(revisions()) == known and set(RELEASES.values()) <= set(known)


def test_a_start_that_finds_tables_up_to_date_loads_no_alembic(tmp_path: Path) -> None:
    """It takes half a second of CPU, with the templates it brings."""
    program = (
        "import asyncio, sys\nfrom bot.storage import Database\n"
        "async def main():\n    await (await Database.open(sys.argv[1])).close()\n"
        "asyncio.run(main())\nprint('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", program, f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"]
    said = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]


@pytest.mark.usefixtures("step_by_step")
async def test_battles_under_way_go_on_after_a_downgrade_and_an_upgrade(tmp_path: Path, postgres: Server) -> None:
    for url in (f"sqlite+aiosqlite:///{tmp_path / 'a.db'}", postgres.another()):
        service = await opened(url)
        battle = await under_way(service, 5)
        hashes = [e.hash for e in await service.play.entries(battle.id)]
        # As of a battle that is played by charts: its dice trail begins with them.
        await _charts(service.database, "ab12")
        made = await _schema(service.database)
        for release, to in reversed(RELEASES.items()):
            async with service.database.write() as c:
                await c.run_sync(go_back, to)
            there = await _schema(service.database)
            # The last version changes what stands in the tables, not the tables.
            assert (there == made) == (to in revisions()[:2]), release
            assert {"battles", "journal", "trail", "policies"} <= set(there)
        assert "results" not in there and "version" not in there["battles"], "the first release"
        await service.close()
        service = await opened(url)
        assert await _schema(service.database) == made
        assert [e.hash for e in await service.play.entries(battle.id)] == hashes
        await play(service, battle.id, 5, 3)
        assert (await service.battles.get(battle.id)).row.charts == "ab12"
        await _charts(service.database, "")
        assert await wrong(service) == []
        assert (await service.database.settings.of(f"battle:{battle.id}", "charts")) == {}
        await service.close()


@pytest.mark.usefixtures("step_by_step")
async def test_an_end_is_kept_as_a_sentence_and_goes_back_to_words(tmp_path: Path, postgres: Server) -> None:
    """What an earlier release kept in words stays words; what is kept now becomes words on the way back."""
    ruled = Text("{side} win with {n:point|points} more.", side="Romans", n=3)
    for url in (f"sqlite+aiosqlite:///{tmp_path / 'b.db'}", postgres.another()):
        service = await opened(url)
        battle = await under_way(service, 5)
        for outcome in ("Somehow: {n}", ruled, '{"text": 1}', '{"text":"{n.__class__}","values":{"n":1}}'):
            await service.database.battles.update(battle.id, outcome=outcome)
            kept = await service.battles.get(battle.id)
            assert kept.row.outcome == outcome and type(kept.row.outcome) is type(outcome)
            assert kept.ending == str(outcome)
        await service.database.battles.update(battle.id, outcome=ruled)
        async with service.database.write() as c:
            await c.run_sync(go_back, "0008")
            assert await c.scalar(sa.text("SELECT outcome FROM battles")) == "Romans win with 3 points more."
        await service.close()
        service = await opened(url)
        assert (await service.battles.get(battle.id)).row.outcome == str(ruled)
        await service.close()


async def _charts(database: Database, to: str) -> None:
    async with database.write() as c:
        await c.execute(sa.text("UPDATE battles SET charts = :to"), {"to": to})


async def _schema(database: Database) -> dict[str, list[str]]:
    def found(connection: sa.Connection) -> dict[str, list[str]]:
        look = sa.inspect(connection)
        return {t: sorted(c["name"] for c in look.get_columns(t)) for t in look.get_table_names()}

    async with database.read() as c:
        return await c.run_sync(found)


@pytest.mark.usefixtures("step_by_step")
async def test_two_first_starts_at_once(tmp_path: Path, postgres: Server) -> None:
    """Both make the tables, the second one once the first is done and gone; of two shards, both at the same time."""
    from bot.storage.shards import Shards

    for url in (f"sqlite+aiosqlite:///{tmp_path / 'a.db'}", postgres.another()):

        async def start(url: str = url) -> None:
            await (await Database.open(url, wait=30.0)).close()

        await asyncio.gather(start(), start())
    for url in (f"sqlite+aiosqlite:///{tmp_path / 'b.db'}", postgres.another()):
        opens = [Database.open(url, shards=Shards((n,), 2)) for n in (0, 1)]
        for database in await asyncio.gather(*opens):
            assert await database.battles.running() == []
            await database.close()


@pytest.mark.usefixtures("step_by_step")
async def test_one_of_several_doesn_t_change_tables_that_others_use(either: str, tmp_path: Path) -> None:
    from bot.storage.shards import Shards

    url = database_in(tmp_path)
    database = await Database.open(url)
    try:
        async with database.write() as c:
            await c.execute(sa.text("UPDATE alembic_version SET version_num = '0007'"))
        await database.close()
        with pytest.raises(DatabaseTrouble, match="hexarch migrate"):
            await Database.open(url, shards=Shards((1,), 2))
        with pytest.raises(DatabaseTrouble, match="hexarch migrate"):
            await Database.open(url, shared=True)
    finally:
        await _back(url)


async def _back(url: str) -> None:
    """As it was, for the tests that use the database next."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url)
    async with engine.begin() as c:
        await c.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revisions()[0]}'"))
    await engine.dispose()
