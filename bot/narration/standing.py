"""The standing message: whose decision it is, since when, until when, and how the battle stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape, fit
from bot.service.time import limits
from bot.service.time.timekeeping import Time
from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView


@dataclass(frozen=True, slots=True)
class Asked:
    """One open question."""

    side: str
    """Name of the side that is asked."""
    players: str
    """Who plays it, as mentions; a mention in an edited message pings nobody."""
    question: Text
    rule: str
    since: float | None
    """Seconds since 1970, like the next; None where no time passes."""
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The message, part by part."""

    title: str
    body: str
    fields: tuple[tuple[str, str], ...] = field(default=())
    """One a side, in their order: its name, and how it stands."""
    foot: str = ""

    def with_times(self, times: Sequence[Sequence[str]]) -> Standing:
        """The same with lines about the time of each side, in their order."""
        told = zip(self.fields, times, strict=True)
        fields = tuple((name, fit("\n".join([text, *lines] if text else lines), 1024)) for (name, text), lines in told)
        return replace(self, fields=fields)


def standing(
    table: TableView,
    asked: Sequence[Asked],
    catalogue: TextCatalogue,
    *,
    dispatch_url: str | None = None,
    chain_head: str = "",
    rolls: int = 0,
    ended: str = "",
) -> Standing:
    """What the pinned message says now."""
    say, word = catalogue.say, catalogue.translate
    lines = [f"-# {heading(table, catalogue)}"]
    if ended or table.outcome is not None:
        lines.append(f"**{escape(ended or say(table.outcome or Text('')))}**")
    for a in asked:
        lines.append(
            f"**{escape(catalogue.name(a.side))}** ({a.players}): {escape(say(a.question))}"
            + (f" ({escape(a.rule)})" if a.rule else "")
        )
        waits = [say(Text("asked {since}", since=stamp(a.since)))] if a.since is not None else []
        if a.until is not None:
            waits.append(say(Text("answered by default {until}", until=stamp(a.until))))
        if waits:
            lines.append(f"-# {', '.join(waits)}")
    if dispatch_url:
        lines.append(f"[{word('Latest dispatch')}]({dispatch_url})")
    fields = tuple((escape(catalogue.name(s.name)), _side(s, catalogue)) for s in table.sides)
    foot = say(Text("{rolls:roll|rolls} · trail {head}", rolls=rolls, head=chain_head[:12])) if chain_head else ""
    return Standing(escape(catalogue.name(table.title)), "\n".join(lines), fields, foot)


def _side(side: SideView, catalogue: TextCatalogue) -> str:
    points = f"{side.points}" if side.limit is None else f"{side.points} / {side.limit}"
    lines = [f"{catalogue.translate(side.points_name)}: **{points}**"] if side.points_name else []
    tracks = [
        f"{escape(catalogue.say(what))}: **{escape(catalogue.say(Text('{value}', value=value)))}**"
        for what, value in side.tracks
    ]
    lines += [" · ".join(tracks)] if tracks else []
    if side.to_act:
        lines.append(catalogue.say(Text("still to act: {names}", names=escape(", ".join(side.to_act)))))
    return fit("\n".join(lines), 1024)


def stamp(seconds: float) -> str:
    """A time (seconds since 1970) that every reader sees as "in 2 hours"."""
    return f"<t:{int(seconds)}:R>"


def activation(table: TableView) -> tuple[int, str]:
    """The turn, and what tells the activation under way from others: when they change, another dispatch begins.

    The turn is 0 where it is an activation itself. The latter is the table's moment, or the active leaders where it has
    none; "" where neither tells.
    """
    turn = 0 if table.turn_is_activation else table.turn
    return turn, table.moment or ", ".join(x.id for x in table.active)


def active_side(table: TableView) -> str | None:
    """Side whose activation it is; None between activations."""
    return next(iter(table.acting), None)


def heading(table: TableView, catalogue: TextCatalogue) -> str:
    """Where the battle stands: "Turn 3 · Orders"; the phase alone before the first turn or without turns."""
    turn = f"{catalogue.say(Text('Turn {turn}', turn=table.turn))} · " if table.turn else ""
    return turn + escape(catalogue.say(table.phase))


def headline(table: TableView, catalogue: TextCatalogue) -> str:
    """What stands above a dispatch: what the story is about since the last activation began, else :func:`heading`."""
    return escape(catalogue.say(table.headline)) if table.headline is not None else heading(table, catalogue)


def time_lines(time: Time, catalogue: TextCatalogue) -> list[str]:
    """ "time left: 2 d 4 h", "away until 1 December"; what there is to say."""
    lines: list[str] = []
    if time.left is not None:
        lines.append(catalogue.say(Text("time left: {left}", left=limits.left(time.left))))
    if time.up:
        lines.append(catalogue.translate("out of time: /battle claim"))
    if time.away_until is not None:
        lines.append(catalogue.say(Text("away until {when}", when=f"<t:{int(time.away_until)}:f>")))
    return lines
