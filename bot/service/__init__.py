"""Battles without Discord: everything the commands and buttons ask for, stored before it is acknowledged."""

from bot.service.model import Automatic, Battle, Open, Outcome, Preview, ServiceError, Undo
from bot.service.service import Service
from bot.storage import Limits, PolicyRow, Post, Question, Seat

__all__ = [
    "Automatic",
    "Battle",
    "Limits",
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
