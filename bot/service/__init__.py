"""Battles without Discord: everything the commands and buttons ask for, stored before it is acknowledged."""

from bot.service.model import Automatic, Battle, Open, Outcome, Preview, Reminder, ServiceError, Undo
from bot.service.play.referee import Acted, Referee
from bot.service.service import Service
from bot.service.time.hours import Preferences
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
    "Preferences",
    "Preview",
    "Question",
    "Referee",
    "Reminder",
    "Seat",
    "Service",
    "ServiceError",
    "Undo",
]
