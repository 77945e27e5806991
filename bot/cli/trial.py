"""What ``hexarch run --check`` sees by trying: whether the database can be used, and whether the port is free."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Sequence

from bot.cli.common import BadInput, Lasting
from bot.cli.configuration import Configuration
from bot.cli.databases import database_file


async def failures(settings: Configuration) -> list[BadInput]:
    """What keeps the bot from running here just now, a sentence each. Nothing is made or changed."""
    found = [await database(settings), await _ports(settings)]
    return [f for f in found if f is not None]


def told(failed: Sequence[BadInput]) -> BadInput:
    """All of it as one: starting again is of no use where it isn't for any of them."""
    kind = Lasting if any(isinstance(f, Lasting) for f in failed) else BadInput
    said = [str(f) for f in failed]
    return kind(said[0] if len(said) == 1 else "the bot couldn't run:\n- " + "\n- ".join(said))


async def database(settings: Configuration) -> BadInput | None:
    """What keeps the database from being used just now; None where nothing does."""
    from bot.storage.limits import ServerLimits
    from bot.storage.looking import look
    from bot.storage.shards import Shards
    from bot.storage.trouble import DatabaseTrouble, LastingTrouble

    file = database_file(settings.database)
    url = str(settings.database) if file is None else f"sqlite+aiosqlite:///{file.absolute()}"
    try:
        await look(url, ServerLimits(settings.pool, settings.statement_timeout), Shards.parse(settings.shards))
    except LastingTrouble as e:
        return Lasting(f"database: {e}")
    except DatabaseTrouble as e:
        return BadInput(f"database: {e}")
    return None


async def _ports(settings: Configuration) -> BadInput | None:
    for setting, address in (("listen", settings.listen), ("board", settings.board)):
        if address and (failed := await _port(setting, address)) is not None:
            return failed
    return None


async def _port(setting: str, given: str) -> BadInput | None:
    from bot.monitoring.server import Address, nowhere

    address = Address.parse(given)
    try:
        # As it is served: what asyncio passes over of a name's addresses, and what it doesn't, differs by version.
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, address.host, address.port)
        used = len(server.sockets)
        server.close()
        await server.wait_closed()
        if not used:
            raise nowhere()
    except OSError as e:
        return listening_failed(setting, given, e)
    return None


def listening_failed(setting: str, address: str, error: OSError) -> BadInput:
    """Why nothing can be served at the address of a setting.

    One that is taken may be the bot's that runs, or is being stopped.
    """
    taken = error.errno == errno.EADDRINUSE
    # asyncio says more than that; what a name's look-up fails with has a number of its own, below zero.
    number = error.errno or 0
    why = os.strerror(number) if number > 0 else error.strerror or error
    return (BadInput if taken else Lasting)(f"--{setting} {address}: {why}")
