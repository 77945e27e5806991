"""What one person reads is in their language: in one of sentences without letters, words are what nobody translated.

Names keep theirs: of battles and games, of units and leaders, of people; and what is typed: codes, orders, commands.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from bot import rulebooks
from bot.cli.translating import prose, templates
from bot.language import catalogue
from bot.language.catalogue import TextCatalogue
from bot.language.grammar import Inflection
from tests.bot.e2e.kit import Table, components, control, controls, text_of, use

LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[A-Za-z][a-z]{2,}")
TYPED = re.compile(r"`[^`]*`|<[^>]*>|\]\(http[^)]*\)|https:\S+|/[a-z-]+( [a-z-]+)*|\btable:[\w\\]+|“shock”")
"""Orders and commands, mentions, links, the numbers of charts, and what is searched for."""


def wordless(template: str) -> str:
    """The template with all letters gone, its values where they were."""
    found = ""
    for literal, name, form, _ in string.Formatter().parse(template):
        found += LETTER.sub("~", literal).replace("{", "{{").replace("}", "}}")
        if name is not None:
            found += f"{{{name}:{LETTER.sub('~', form)}}}" if form and "|" in form else f"{{{name}}}"
    return found


@pytest.fixture
def _wordless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Italian has no words."""
    given = tomllib.loads((catalogue.folder() / "it.toml").read_text(encoding="utf-8"))
    for forms in given["nouns"].values():
        forms |= {case: "~" for case in forms if case != "gender"}
    said = {t: wordless(t) for t in (*templates.templates(), *prose.texts())}
    made, load = TextCatalogue("it", said, Inflection(given)), catalogue._load
    monkeypatch.setattr(catalogue, "_load", lambda code: made if code == "it" else load(code))
    rulebooks._book.cache_clear()
    yield
    rulebooks._book.cache_clear()


def shown_by(result: Any) -> Iterator[str]:
    """Everything that can be read of an answer: texts, embeds, labels, what pictures are said to show."""
    for answer in (result.response, *result.followups):
        if answer is None:
            continue
        yield text_of(answer)
        for c in components(answer):
            yield from (getattr(o, "description", None) or "" for o in getattr(c, "options", ()))
        for c in controls(answer):
            yield from (c.label, *(label for _, label in c.options))
        message = getattr(answer, "message", answer)
        for e in message.embeds:
            yield from (e.title or "", e.description or "", *(x or "" for f in e.fields for x in (f.name, f.value)))
        yield from (a.description or "" for a in message.attachments)


def note(found: dict[str, str], where: str, result: Any) -> None:
    """Keep the words of an answer, each with where it stands first."""
    for text in shown_by(result):
        for line in text.splitlines():
            for word in WORD.findall(TYPED.sub("", line)):
                found.setdefault(word, f"{where}: {line}")


@pytest.mark.parametrize("scenario", ["cataphract/tricameron", "men-of-iron/falkirk"])
async def test_what_one_reads_has_no_english_word(sim: Table, _wordless: None, scenario: str) -> None:
    found: dict[str, str] = {}

    def look(where: str, result: Any) -> None:
        note(found, where, result)

    async def ask(command: str, who: Any = sim.ada, **options: Any) -> None:
        look(f"/{command}", await who.slash(sim.channel, command, **options))

    for who in (sim.ada, sim.ben):
        await who.slash(sim.channel, "preferences language", language="it")
    await sim.service.guilds.set_language(sim.guild.id, "it")
    await ask("battle create", scenario=scenario)
    await ask("battle briefing")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for who, (side, _) in zip((sim.ada, sim.ben), battle.sides, strict=True):
        await ask("battle join", who, side=side)
    await ask("battle start")
    while not any(c.verb == "orders" for c in controls(sim.asking)):
        for o in await sim.service.play.open_questions(battle.id):
            assert o.user is not None
            await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
        await sim.bot.messages.publisher.publish(battle.id)
    asked = next(iter(await sim.service.play.open_questions(battle.id)))
    mine = sim.ada if asked.user == sim.ada.id else sim.ben
    panel = await use(mine, sim.asking, control(sim.asking, "orders"))
    look("panel", panel)
    last = (panel.followups or [panel.response])[-1]
    first = next(c for c in controls(last) if c.verb in ("unit", "group", "take"))
    look(f"panel, {first.verb}", await use(mine, last, first))
    for command in ("battle status", "battle list", "mine", "help", "preferences show"):
        await ask(command)
    await ask("rule", case="shock")
    here = await sim.bot.messages.lookup.look(battle.id, sim.ada.id)
    pieces = [*here.table.counters, *here.table.leaders]
    names = ["Hexarch", "Cataphract", "Men of Iron", "Ada", "Ben", "italiano", *(p.name for p in pieces)]
    known = {word for name in names for word in WORD.findall(name)}
    left = {word: where for word, where in found.items() if word not in known}
    assert not left, "\n".join(f"{word} in {where}" for word, where in left.items())


PRIVATE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("battle status", {}),
    ("battle list", {}),
    ("battle limits", {}),
    ("battle limits", {"answer": "3d"}),
    ("battle mode", {"mode": "live"}),
    ("battle mirror", {}),
    ("battle start", {}),
    ("battle resign", {}),
    ("battle draw", {}),
    ("battle advice", {"allow": False}),
    ("battle rematch", {}),
    ("team list", {}),
    ("team leave", {}),
    ("team invite", {"player": "cleo"}),
    ("team assign", {"player": "cleo"}),
    ("standing set", {"question": "return-fire", "answer": "never"}),
    ("standing list", {}),
    ("standing clear", {"question": "return-fire"}),
    ("order", {"text": "?"}),
    ("order", {"text": "THC3 > 4606"}),
    ("order", {"text": "Belisarius", "preview": True}),
    ("order", {"text": "Belisarius"}),
    ("undo", {}),
    ("map", {}),
    ("record remark", {"text": "·"}),
    ("record save", {}),
    ("watch list", {}),
    ("watch start", {}),
    ("event list", {}),
    ("offer make", {"scenario": "cataphract/tricameron"}),
    ("offer list", {}),
    ("offer withdraw", {}),
    ("learn", {}),
    ("preferences reminders", {"how": "dm", "before": "?"}),
    ("preferences away", {"until": "?"}),
    ("stats rating", {}),
    ("battle resign", {"sure": True}),
    ("what", {}),
    ("battle draw", {}),
    ("battle status", {}),
    ("battle list", {}),
)
"""What Ada asks for, and nobody else sees the answers to; some are refused, which says as much."""


async def test_what_one_alone_reads_is_in_their_language_whatever_the_servers_is(sim: Table, _wordless: None) -> None:
    await sim.battle(mode="correspondence")
    await sim.ada.slash(sim.channel, "preferences language", language="it")
    found: dict[str, str] = {}
    for command, options in PRIVATE:
        given = {k: sim.cleo if v == "cleo" else v for k, v in options.items()}
        result = await sim.ada.slash(sim.channel, command, **given)
        assert result.ephemeral, command
        note(found, f"/{command} {options}", result)
    leaders = "Belisarius John Martinus Sunicas"
    titles = ["Hexarch", "Ada", "Ben", "Cleo", leaders, *rulebooks.titles().values()]
    known = {word for name in titles for word in WORD.findall(name)}
    left = {word: where for word, where in found.items() if word not in known}
    assert not left, "\n".join(f"{word} in {where}" for word, where in left.items())
