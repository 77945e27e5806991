"""Looking back at battles: the journal in chapters and steps, any stretch of it as the frames of an animation, and what
it came to.

Nothing here knows Discord or a rule: positions come from the journal's events alone.
"""

from __future__ import annotations

from bot.films.chapter_index import ChapterIndex, wound
from bot.films.chapters import By, Chapter, chapters_of, turns
from bot.films.choosing import latest, place, suggestions
from bot.films.frames import cut, finest, frames_of, paced, stage_view
from bot.films.making import Still, Stood, chaptered, filmed, still, stood
from bot.films.steps import BEGINNING, Place, Step, activations, landmarks, locate, page_with, step_title, steps

__all__ = [
    "BEGINNING",
    "By",
    "Chapter",
    "ChapterIndex",
    "Place",
    "Step",
    "Still",
    "Stood",
    "activations",
    "chaptered",
    "chapters_of",
    "cut",
    "filmed",
    "finest",
    "frames_of",
    "landmarks",
    "latest",
    "locate",
    "paced",
    "page_with",
    "place",
    "stage_view",
    "step_title",
    "steps",
    "still",
    "stood",
    "suggestions",
    "turns",
    "wound",
]
