"""How much is asked of a database server at once, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What holds for connections to PostgreSQL; SQLite has none of it."""

    pool: int = 10
    """Connections at the most, besides the lease's own."""
    statement: float = 30.0
    """Seconds after which the server gives up a statement."""
    wait: float = 10.0
    """Seconds to wait for a connection, made or free."""

    def options(self) -> dict[str, Any]:
        """As SQLAlchemy takes them."""
        milliseconds = str(round(1000 * self.statement))
        return {
            "pool_size": min(5, self.pool),
            "max_overflow": self.pool - min(5, self.pool),
            "pool_timeout": self.wait,
            "connect_args": {
                "timeout": self.wait,
                "server_settings": {
                    "application_name": "hexarch",
                    "statement_timeout": milliseconds,
                    "lock_timeout": milliseconds,
                    # A transaction of ours that was forgotten must not hold up what others want to write.
                    "idle_in_transaction_session_timeout": milliseconds,
                },
            },
        }


STANDARD = ServerLimits()
