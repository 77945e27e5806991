"""Where battles are kept: SQLite in WAL mode by default, PostgreSQL by URL."""

from bot.storage.database import Database
from bot.storage.records import Batch, BattleRow, Limits, PolicyRow, Post, Question, Remark, Seat, Stored

__all__ = ["Batch", "BattleRow", "Database", "Limits", "PolicyRow", "Post", "Question", "Remark", "Seat", "Stored"]
