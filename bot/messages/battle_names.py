"""What a battle is called where several are shown: by its title and who plays it, not by its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.language.plain import CHOICE, fit
from bot.messages.names import Names
from bot.narration import TextCatalogue
from bot.service import Battle

NAME = 24
"""Characters of a player's name."""


def who_plays(names: Names, battle: Battle, words: TextCatalogue) -> str:
    """ "Ada – Ben": who leads each side, by the side's name where they aren't known; "" where nobody has sat down."""
    if not battle.seats:
        return ""
    called: list[str] = []
    for side, title in battle.sides:
        user = battle.player(side)
        found = words.translate("free") if user is None else names.of(battle.guild, user)
        called.append(fit(found or title, NAME))
    return " – ".join(called)


async def learn_players(names: Names, battles: Sequence[Battle]) -> None:
    """Have the names of those who lead the sides of battles of one server, as far as they are to be had."""
    if battles:
        await names.learn(battles[0].guild, [s.user for b in battles for s in b.seats])


def battle_name(names: Names, battle: Battle, words: TextCatalogue) -> str:
    """ "Tricameron, Ada – Ben"."""
    return ", ".join(x for x in (words.name(battle.title), who_plays(names, battle, words)) if x)


async def battle_labels(names: Names, battles: Sequence[Battle], words: TextCatalogue) -> list[tuple[str, str]]:
    """Number and label of each: title, players, and how it stands; its channel too where
    two would read alike, and its number where they still do."""
    await learn_players(names, battles)
    labels = [_label(names, b, words) for b in battles]
    alike = Counter(labels)
    labels = [x if alike[x] == 1 else _apart(x, names.place(b.channel)) for b, x in zip(battles, labels, strict=True)]
    alike = Counter(labels)
    return [
        (b.id, fit(label, CHOICE) if alike[label] == 1 else f"{fit(label, CHOICE - len(b.id) - 3)} ({b.id})")
        for b, label in zip(battles, labels, strict=True)
    ]


def _apart(label: str, channel: str) -> str:
    """A label that others have as well, with where its battle is fought, as far as that is known."""
    return f"{fit(label, CHOICE - len(channel) - 4)} · #{channel}" if channel else label


def _label(names: Names, b: Battle, words: TextCatalogue) -> str:
    stands = words.say(b.ending) if b.status in ("finished", "record") and b.outcome else words.translate(b.status)
    return " · ".join(x for x in (words.name(b.title), who_plays(names, b, words), stands) if x)
