"""What ``hexarch run --check`` sees by trying: whether the database can be used, and whether the port is free."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Sequence

from bot.cli.common import BadInput, Lasting
from bot.cli.configuration import Configuration
from bot.cli.databases import database_file


async def failures(settings: Configuration) -> list[BadInput]:
    """What keeps the bot from running here just now, a sentence each. Nothing is made or changed."""
    found = [await _database(settings), await asyncio.to_thread(_port, settings)]
    return [f for f in found if f is not None]


def told(failed: Sequence[BadInput]) -> BadInput:
    """All of it as one: starting again is of no use where it isn't for any of them."""
    kind = Lasting if any(isinstance(f, Lasting) for f in failed) else BadInput
    said = [str(f) for f in failed]
    return kind(said[0] if len(said) == 1 else "the bot couldn't run:\n- " + "\n- ".join(said))


async def _database(settings: Configuration) -> BadInput | None:
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


def _port(settings: Configuration) -> BadInput | None:
    from bot.monitoring.server import Address

    if not settings.listen:
        return None
    address = Address.parse(settings.listen)
    try:
        for family, kind, proto, _, where in socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, proto) as s:
                # As the server does it: a port that was given up a moment ago is free.
                s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                s.bind(where)
                s.listen()
    except OSError as e:
        return listening_failed(settings.listen, e)
    return None


def listening_failed(listen: str, error: OSError) -> BadInput:
    """Why nothing can be served at an address. One that is taken may be the bot's that runs, or is being stopped."""
    taken = error.errno == errno.EADDRINUSE
    return (BadInput if taken else Lasting)(f"--listen {listen}: {error.strerror or error}")
