"""The dice trail in words: single rolls with all that went into them, luck, and what a check found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.narration.lines import roll_text
from engine.fairdice import Report
from engine.fairdice.luck import Tally
from engine.kernel.charts import Chart
from engine.kernel.dice import Roll
from engine.kernel.text import Text

RARE, ODD = 0.02, 0.2
"""Chances below which luck is called rare, or a little out of the ordinary."""

PROBLEMS = 8
"""Problems of a trail told at once."""


def roll_line(
    roll: Roll,
    side: str,
    catalogue: TextCatalogue,
    *,
    charts: Sequence[Chart] = (),
    annulled: bool = False,
    pending: bool = False,
) -> str:
    """One roll in full: number, side, what for, table, modifiers, result.

    ``side`` is the side's name, ``charts`` those of the battle, which name the table.
    """
    said = escape(catalogue.say(roll_text(roll)))
    parts = [f"`{roll.n}`"]
    if side:
        parts.append(f"**{escape(side)}**")
    parts.append(f"~~{said}~~" if annulled else said)
    notes = [escape(_table(roll.table, charts, catalogue))] if roll.table else []
    notes += [catalogue.translate("annulled by a take-back")] if annulled else []
    notes += [catalogue.translate("secret still to come")] if pending else []
    return " ".join(parts) + (f" *({' · '.join(notes)})*" if notes else "")


def _table(name: str, charts: Sequence[Chart], catalogue: TextCatalogue) -> str:
    """A table as players know it: by the chart's title, or in words where it is part of none."""
    title = next((c.title for c in charts if c.id == name), None)
    return catalogue.say(title) if title is not None else catalogue.translate(name.replace("_", " "))


KINDS: Mapping[str, str] = {
    "alan-activation": "Alan activation",
    "alliance": "Alliance",
    "battle": "Battle",
    "champion": "Champion",
    "champion-appeal": "Champion appeal",
    "collapse": "Collapse",
    "continuity": "Continuity",
    "counter-charge": "Counter charge",
    "countercharge": "Countercharge",
    "discipline": "Discipline",
    "dismay": "Dismay",
    "ditch": "Ditch",
    "doom": "Doom",
    "doubtful-activation": "Doubtful activation",
    "draw": "Draw",
    "elephants": "Elephants",
    "elite": "Elite",
    "event": "Event",
    "far-from-home": "Far from home",
    "feint": "Feint",
    "feint-reaction": "Feint reaction",
    "ferocity": "Ferocity",
    "first-player": "First player",
    "flight": "Flight",
    "forced-stacking": "Forced stacking",
    "impetuosity": "Impetuosity",
    "interception": "Interception",
    "leader-casualty": "Leader casualty",
    "leader-hit": "Leader hit",
    "leader-loss": "Leader loss",
    "levy": "Levy",
    "line-discipline": "Line discipline",
    "line-permission": "Line permission",
    "missile": "Missile",
    "missiles": "Missiles",
    "momentum": "Momentum",
    "movement": "Movement",
    "mutiny": "Mutiny",
    "naval-battle": "Naval battle",
    "naval-interception": "Naval interception",
    "naval-loss": "Naval loss",
    "nerve": "Nerve",
    "no-retreat": "No retreat",
    "order": "Order",
    "pass-through": "Pass through",
    "personal-combat": "Personal combat",
    "phalanx-rout": "Phalanx rout",
    "pillage": "Pillage",
    "pits": "Pits",
    "politics": "Politics",
    "pre-shock": "Pre shock",
    "precedence": "Precedence",
    "prevails": "Prevails",
    "pursuit": "Pursuit",
    "pursuit-return": "Pursuit return",
    "rally": "Rally",
    "rally-hits": "Rally hits",
    "rampage": "Rampage",
    "rampage-start": "Rampage start",
    "random-power": "Random power",
    "reaction-facing": "Reaction facing",
    "recruit": "Recruit",
    "reinforcements": "Reinforcements",
    "reluctance": "Reluctance",
    "retreat-before-combat": "Retreat before combat",
    "retreat-check": "Retreat check",
    "revolt": "Revolt",
    "ride-through": "Ride through",
    "rout-roll": "Rout roll",
    "sardinia": "Sardinia",
    "seizure": "Seizure",
    "shock": "Shock",
    "slip": "Slip",
    "stride": "Stride",
    "treasury": "Treasury",
    "troops": "Troops",
    "trump": "Trump",
    "waking": "Waking",
    "wheel": "Wheel",
    "withdrawal": "Withdrawal",
}
"""What a die is rolled for, by the name it has in the trail."""


def kind(purpose: str, catalogue: TextCatalogue) -> str:
    """What a die was rolled for, in the reader's language; in English as the trail has it."""
    english = KINDS.get(purpose, "")
    said = catalogue.translate(english)
    return purpose.replace("-", " ") if said == english else said[:1].lower() + said[1:]


def luck_lines(found: Sequence[Tally], name: Callable[[str], str], catalogue: TextCatalogue) -> list[str]:
    """Luck per side, then per kind of its rolls. ``name`` tells what a side is called."""
    lines: list[str] = []
    for t in found:
        if not t.purpose:
            lines.append(f"**{escape(catalogue.name(name(t.side)))}**: {_tally(t, catalogue)}")
        else:
            lines.append(f"- {escape(kind(t.purpose, catalogue))}: {_tally(t, catalogue)}")
    return lines


def _tally(t: Tally, catalogue: TextCatalogue) -> str:
    parts = [
        Text(
            "{n:die|dice}, mean {mean} where {expected} was to be expected ({how})",
            n=t.dice,
            mean=f"{t.mean:.2f}",
            expected=f"{t.expected:.2f}",
            how=_how(t.chance),
        )
    ]
    if t.tries:
        parts.append(
            Text(
                "{met} of {tries} came off where {expected} were to be expected ({how})",
                met=t.met,
                tries=t.tries,
                expected=f"{t.met_expected:.1f}",
                how=_how(t.met_chance),
            )
        )
    return "; ".join(catalogue.say(p) for p in parts)


def _how(chance: float) -> Text:
    """How rare it is to be as far off as this, plainly."""
    if chance >= ODD:
        return Text("nothing unusual")
    often = Text("one in {n}", n=round(1 / chance)) if chance > 1e-6 else Text("fewer than one in a million")
    if chance >= RARE:
        return Text("a little unusual: {often} is as far off", often=often)
    return Text("rare: {often} is as far off", often=often)


def _held(report: Report) -> str:
    """What may be said of a trail in which nothing is wrong: no more than was checked."""
    if not report.pending:
        return "**The trail holds.** Every hash, every die and every sum is right."
    if report.verified:
        return "**The trail holds** as far as it can be checked now: every hash, every sum, and the dice recomputed."
    return "**The trail holds so far.** Every hash and every sum is right; no die can be recomputed yet."


def report_lines(report: Report, own: str, catalogue: TextCatalogue) -> list[str]:
    """What checking a trail found. ``own`` tells whose trail it is, "" where that isn't known here."""
    if report.valid:
        lines = [catalogue.translate(_held(report))]
    else:
        lines = [catalogue.translate("**The trail does not hold.**")]
    lines.append(
        catalogue.say(
            Text(
                "{n:roll|rolls}: {verified} recomputed, {pending} wait for their secret.",
                n=report.rolls,
                verified=report.verified,
                pending=report.pending,
            )
        )
    )
    lines += [own] if own else []
    lines += [f"- {escape(str(p))}" for p in report.problems[:PROBLEMS]]
    if len(report.problems) > PROBLEMS:
        lines.append(catalogue.say(Text("- and {n} more", n=len(report.problems) - PROBLEMS)))
    return lines
