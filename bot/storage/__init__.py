"""Where battles are kept: SQLite in WAL mode by default, PostgreSQL by URL."""

from bot.storage.database import Database
from bot.storage.records import BattleRow, PolicyRow, Post, Question, Seat

__all__ = ["BattleRow", "Database", "PolicyRow", "Post", "Question", "Seat"]
