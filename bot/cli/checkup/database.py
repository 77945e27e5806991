"""The database: whether it can be read and written, is of a version we know, and how much is in it."""

from __future__ import annotations

from bot.cli import trial
from bot.cli.checkup.finding import Finding, doubtful, good, wrong
from bot.cli.common import Lasting
from bot.cli.configuration import Configuration
from bot.cli.databases import database_file


async def looked_at(settings: Configuration) -> list[Finding]:
    """Opened, and left as it is."""
    failed = await trial.database(settings)
    if failed is not None:
        said = str(failed).removeprefix("database: ")
        if isinstance(failed, Lasting):
            return [
                wrong("database", said, "Starting the bot again doesn't mend that; docs/hosting.md, “The database”.")
            ]
        return [wrong("database", said, "It may be over by itself; else see that the server, or the disk, is well.")]
    file = database_file(settings.database)
    if file is None:
        return [good("database", "it can be read and written")]
    if not file.exists():
        return [doubtful("database", f"{file} isn't there yet", "hexarch run makes it; is it the file that is meant?")]
    size = file.stat().st_size // 1_000_000
    return [good("database", f"{file} can be read and written, {size:,} MB; hexarch check looks at every battle in it")]
