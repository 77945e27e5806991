"""Battles without Discord: everything the commands and buttons ask for, stored before it is acknowledged."""

from bot.service.model import Automatic, Battle, Open, Outcome, Preview, ServiceError, Undo
from bot.service.referee import Acted, Referee
from bot.service.service import Service
from bot.storage import Limits, PolicyRow, Post, Question, Seat

__all__ = [
    "Acted",
    "Automatic",
    "Battle",
    "Limits",
    "Open",
    "Outcome",
    "PolicyRow",
    "Post",
    "Preview",
    "Question",
    "Referee",
    "Seat",
    "Service",
    "ServiceError",
    "Undo",
]
