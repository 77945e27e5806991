"""Where battles are kept: SQLite in WAL mode by default, PostgreSQL by URL."""

from bot.storage.database import Database
from bot.storage.row_types import (
    ONCE_OVER,
    WAITING,
    Bank,
    Batch,
    BattleRow,
    Limits,
    PolicyRow,
    Post,
    Question,
    Remark,
    Seat,
    Stored,
    Teammate,
)

__all__ = [
    "ONCE_OVER",
    "WAITING",
    "Bank",
    "Batch",
    "BattleRow",
    "Database",
    "Limits",
    "PolicyRow",
    "Post",
    "Question",
    "Remark",
    "Seat",
    "Stored",
    "Teammate",
]
