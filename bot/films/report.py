"""The report on a battle, in words: how it went, what it cost, how it was played, and how the dice can be checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.films.account import Answers, Army
from bot.films.making import Accounted
from bot.language.catalogue import TextCatalogue
from bot.language.plain import MESSAGE, escape, fit
from bot.narration.people import person
from bot.narration.trail import luck_lines
from bot.service import Battle
from bot.service.time import limits
from engine.fairdice.luck import Tally
from engine.kernel.text import Text, codes

FIELD = 900
"""Characters of a field: Discord takes 1,024, and 6,000 in all."""

NAMES = 300
"""Characters of a list of units."""


@dataclass(frozen=True)
class Report:
    """All that a report tells."""

    battle: Battle
    found: Accounted
    answers: Mapping[str, Answers]
    """By side."""
    luck: Sequence[Tally]
    span: tuple[float, float] | None
    """When it was begun, and when it was over or the report made, in seconds since 1970; None for a record."""

    @property
    def over(self) -> bool:
        return self.battle.status != "running"


def report_text(report: Report, catalogue: TextCatalogue) -> str:
    """The message: how it ended, who played, the story in a few sentences."""
    battle, word = report.battle, catalogue.translate
    head = f"## {escape(catalogue.name(battle.title))}"
    if report.over:
        outcome = escape(fit(catalogue.say(battle.ending), 400)) or word("The battle is over.")
        lines = [head, f"**{outcome}**"]
    else:
        lines = [head, f"**{word('So far: the battle is under way.')}**"]
    players = [
        f"{escape(catalogue.name(name))}: {', '.join(person(u, catalogue) for u in _users(battle, side))}"
        for side, name in battle.sides
        if _users(battle, side)
    ]
    lines += [f"-# {' · '.join(players)}"] if players else []
    summary = list(report.found.summary) or [word("Nothing has happened on the map.")]
    room = MESSAGE - sum(len(x) + 1 for x in lines)
    # Every sentence is told; the longest ones are cut where all of them are too long.
    longest = max(60, room // len(summary) - 3)
    spare = room - sum(min(len(x), longest) + 3 for x in summary)
    for sentence in summary:
        cut = fit(sentence, longest + max(0, spare)) if len(sentence) > longest else sentence
        spare -= max(0, len(cut) - longest)
        lines.append(f"- {cut}")
    return fit("\n".join(lines), MESSAGE)


def report_fields(report: Report, catalogue: TextCatalogue) -> list[tuple[str, str]]:
    """What stands below the story: a heading and its text each."""
    found = [
        (escape(catalogue.name(a.view.name)), fit("\n".join(_army(a, catalogue)), FIELD)) for a in report.found.armies
    ]
    word = catalogue.translate
    dice = luck_lines(report.luck, report.battle.name, catalogue)
    if dice:
        found.append((word("Luck"), fit("\n".join(dice), FIELD)))
    found.append((word("How it was played"), fit("\n".join(_played(report, catalogue)), FIELD)))
    found.append((word("The dice"), fit("\n".join(_proof(report, catalogue)), FIELD)))
    return found


def _users(battle: Battle, side: str) -> list[int]:
    player = battle.player(side)
    mates = [m.user for m in battle.team(side)]
    return mates if player is None else [player, *mates]


def _army(a: Army, catalogue: TextCatalogue) -> list[str]:
    say, view = catalogue.say, a.view
    points = f"{view.points}" if view.limit is None else f"{view.points} / {view.limit}"
    lines = [f"{catalogue.translate(view.points_name)}: **{points}**"]
    if a.lost:
        named = escape(fit(codes(a.lost), NAMES))
        told = Text("{lost} of {units:unit|units} lost: {names}", lost=len(a.lost), units=a.units, names=named)
    else:
        told = Text("None of {units:unit|units} lost", units=a.units)
    lines.append(say(told))
    if a.commands:
        lines.append(escape(" · ".join(f"{catalogue.name(c.name)} {c.lost}/{c.units}" for c in a.commands)))
    if a.leaders:
        lines.append(say(Text("Leaders out of the battle: {names}", names=escape(", ".join(a.leaders)))))
    if a.routed:
        lines.append(say(Text("In rout: {names}", names=escape(fit(codes(a.routed), NAMES)))))
    if a.hits:
        lines.append(say(Text("Hits on those who stand: {n}", n=a.hits)))
    return lines


def _played(report: Report, catalogue: TextCatalogue) -> list[str]:
    say, found = catalogue.say, report.found
    counted = Text("{n:activation|activations}", n=found.activations)
    if found.turns:
        counted = Text("{turns:turn|turns}, {n:activation|activations}", turns=found.turns, n=found.activations)
    lines = [say(counted)]
    if report.span is not None:
        begun, ended = report.span
        template = "Played from {begun} to {ended}: {time}" if report.over else "Under way since {begun}: {time}"
        values = {"begun": f"<t:{int(begun)}:f>", "time": limits.left(max(60.0, ended - begun))}
        if report.over:
            values["ended"] = f"<t:{int(ended)}:f>"
        lines.append(say(Text(template, **values)))
    for side, name in report.battle.sides:
        a = report.answers.get(side, Answers())
        parts = [say(Text("{n:order or answer|orders and answers}", n=a.own))]
        for n, template in (
            (a.standing, "{n} by standing orders or free of cost"),
            (a.clock, "{n} by the clock"),
            (a.referee, "{n} by a referee"),
        ):
            if n:
                parts.append(say(Text(template, n=n)))
        lines.append(f"**{escape(catalogue.name(name))}**: {', '.join(parts)}")
    return lines


def _proof(report: Report, catalogue: TextCatalogue) -> list[str]:
    battle, say, word = report.battle, catalogue.say, catalogue.translate
    if battle.status == "record":
        return [word("It came as a file, in which the dice are written down; there is no trail to check them by.")]
    lines = [say(Text("{n:roll|rolls}. The trail ends with", n=battle.rolls)), f"`{battle.trail_head}`"]
    lines.append(
        word(
            "`/dice audit show:file` gives the trail; `/dice audit check:`, or `hexarch verify` on a machine of your "
            "own, reckons every die anew."
        )
    )
    return lines
