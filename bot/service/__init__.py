"""Battles without Discord: everything the commands and buttons ask for, stored before it is acknowledged."""

from bot.service.model import Battle, Open, Outcome, Preview, ServiceError, Undo
from bot.service.service import Service
from bot.storage import PolicyRow, Post, Question, Seat

__all__ = [
    "Battle",
    "Open",
    "Outcome",
    "PolicyRow",
    "Post",
    "Preview",
    "Question",
    "Seat",
    "Service",
    "ServiceError",
    "Undo",
]
