"""What /help says of a whole errand rather than of one command."""

from __future__ import annotations

from bot import documentation
from bot.language.catalogue import TextCatalogue
from bot.language.plain import MESSAGE
from bot.narration import fit

ORGANISER = (
    "**For those who organise.** From an empty server to a finished league, step by step: {organising}\n"
    "**Settings** `/settings check` what I may do here; `/settings referee-role`, `mode`, `limits`, `language`, "
    "`channels`, `results-channel`, `mirror`; `/settings show` what holds ({settings})\n"
    "**Leagues, cups, Swiss rounds** `/referee event create`, `start`, `move`, `abandon`; entrants press a button, or "
    "`/event join`; `/event table`, `/event fixtures` ({company})\n"
    "**A match in trouble** `/referee event extend` more time, `award` decide it, `reopen` take that back, `replace` "
    "another player for a place; `/event withdraw player:` out of it, `return` back; `change` other times before it "
    "begins\n"
    "**Single battles** `/offer make` look for an opponent; `/battle create` begin at once; `/battle mode`, "
    "`/battle limits` how they are played, which a referee settles too\n"
    "**Teams** `/team invite` several play a side; `/team substitute`, `/team step-in` somebody else leads\n"
    "**Stepping in** `/referee move`, `set`, `remove`, `place`, `decide`, `seat`, `roll`; `/undo` takes the last of it "
    "back; `/referee result annul` out of the ratings; `/record remove` a record brought along ({refereeing})\n"
    "**What players settle for themselves** `/preferences`: reminders or a daily digest, quiet hours by their time "
    "zone, vacation; `/mine` all their battles; `/battle referee` calls you ({playing})"
)
PAGES = ("organising", "settings", "company", "refereeing", "playing")

TOPICS = {"organiser": ORGANISER}
"""Texts by the word they are asked for with."""
ALIASES = {"organizer": "organiser", "organise": "organiser", "organising": "organiser", "organizing": "organiser"}


def topic(wanted: str, words: TextCatalogue) -> str | None:
    """The text of a topic; None for what is none."""
    text = TOPICS.get(ALIASES.get(wanted, wanted))
    if text is None:
        return None
    return fit(words.translate(text).format(**{name: documentation.page(name) for name in PAGES}), MESSAGE)
