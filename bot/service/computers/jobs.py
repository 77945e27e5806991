"""Which battles a computer plays in, and what it takes to think about a question of one."""

from __future__ import annotations

from bot.service.computers.thinking import Job
from bot.service.model import Open
from bot.service.sessions.session import Session
from bot.storage.people import OPPONENT as OPPONENT
from engine.computer.levels import LevelName
from engine.computer.planner import Memory
from engine.kernel.journal import effective

STOOD_IN = "stood-in"
"""Setting of a battle: True where a computer has led a side for a while in its player's place."""


def job_of(session: Session, asked: Open, level: LevelName, seed: str, scenario: str) -> Job:
    """What it takes to think about a question, with nothing kept in mind."""
    game = session.game
    checkpoint = game.checkpoint
    since = checkpoint.seq if checkpoint is not None else 0
    journal = tuple(e for e in effective(list(game.journal)) if e.seq >= since)
    return Job(session.row.id, asked.token, asked.side, level, seed, scenario, journal, checkpoint, Memory())
