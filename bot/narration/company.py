"""Open challenges, leagues and cups in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape, fit, titled
from bot.narration.people import person
from bot.service.competitions import progress
from bot.service.competitions.matches import round_of
from bot.service.competitions.offers import LASTS
from bot.service.competitions.standings import Row
from bot.service.time import limits
from bot.storage.competitions import (
    ABANDONED,
    CUP,
    FINISHED,
    LEAGUE,
    OPEN,
    RUNNING,
    SWISS,
    Competition,
    Entrant,
    Fixture,
)
from bot.storage.offers import DECLINED, EXPIRED, TAKEN, WITHDRAWN, Offer
from engine.kernel.text import Text

EMBED = 4096
"""Characters of an embed's description."""

NAMES = 40
"""Entrants named in one message."""

NOBODY_GONE: Mapping[int, str] = {}

HOWS = {
    progress.POINTS: "on losses in both battles",
    progress.LOT: "by lot",
    progress.AWARD: "awarded",
    progress.FORFEIT: "without a battle",
    progress.BYE: "bye",
}
"""How a match was decided, where not by a battle alone."""


def date(seconds: float) -> str:
    """A time (seconds since 1970) that every reader sees as date and hour."""
    return f"<t:{int(seconds)}:f>"


# -- offers -----------------------------------------------------------------------------------------------------------


def offer_lines(offer: Offer, sides: Mapping[str, str], words: TextCatalogue, *, untimed: bool = False) -> list[str]:
    """An offer as its message shows it; ``sides`` are names by id, ``untimed`` as for :func:`terms_line`."""
    say, maker = words.say, person(offer.creator, words)
    title = titled(offer.title)
    if offer.opponent is not None:
        head = Text(
            "{opponent}, {player} offers you a battle: **{title}**",
            opponent=person(offer.opponent, words),
            player=maker,
            title=title,
        )
    else:
        head = Text("{player} offers a battle: **{title}**", player=maker, title=title)
    lines = [f"⚔️ {say(head)}"]
    if offer.side:
        lines.append(say(Text("{player} plays the {side}.", player=maker, side=escape(sides.get(offer.side, "?")))))
    else:
        lines.append(say(Text("Who accepts chooses a side.")))
    lines.append(terms_line(offer.mode, offer.rules, offer.limits, words, untimed=untimed))
    if offer.words:
        lines.append(f"> {escape(offer.words)}")
    lines.append(f"-# {offer_end(offer, sides, words)}")
    return lines


def offer_end(offer: Offer, sides: Mapping[str, str], words: TextCatalogue) -> str:
    """What has become of an offer."""
    if offer.status == TAKEN:
        text = Text(
            "{player} accepts and plays the {side}: <#{channel}>",
            player=person(offer.taker, words),
            side=escape(sides.get(offer.taker_side, "?")),
            channel=offer.place,
        )
    elif offer.status == WITHDRAWN:
        text = Text("Withdrawn.")
    elif offer.status == DECLINED:
        text = Text("Declined.")
    elif offer.status == EXPIRED:
        text = Text("Nobody has accepted in time.")
    else:
        text = Text("open until {when}", when=date(offer.created + LASTS))
    return words.say(text)


def terms_line(
    mode: str, rules: Collection[str], agreed: limits.Limits, words: TextCatalogue, *, untimed: bool = False
) -> str:
    """How something is played. ``untimed``: answers have a limit only where one was agreed."""
    said = f"{words.translate(mode)}: {escape(words.say(limits.words(mode, agreed, untimed=untimed)))}"
    return f"{said} · {words.say(Text('with {rules}', rules=escape(', '.join(rules))))}" if rules else said


# -- leagues and cups -------------------------------------------------------------------------------------------------


def gone_names(entrants: Sequence[Entrant]) -> dict[int, str]:
    """Last names of those who have left the server."""
    return {e.user: e.name or str(e.user) for e in entrants if e.gone is not None}


def told(fixtures: Sequence[Fixture], held: Collection[str]) -> list[Fixture]:
    """Matches as everybody may know them: what came of ``held`` battles is left out."""
    return [
        replace(f, winner=None, how="", legs=tuple(x for x in f.legs if x.battle not in held))
        if any(x.battle in held for x in f.legs)
        else f
        for f in fixtures
    ]


def event_head(
    event: Competition, entrants: Sequence[Entrant], words: TextCatalogue, *, untimed: bool = False
) -> list[str]:
    """What it is, and how it stands; ``untimed`` as for :func:`terms_line`."""
    say = words.say
    titles = ", ".join(escape(words.name(t)) for t in event.titles)
    kinds = {LEAGUE: "League", CUP: "Cup", SWISS: "Swiss rounds"}
    gone = gone_names(entrants)
    lines = [f"{words.translate(kinds[event.kind])}: {titles}"]
    lines.append(terms_line(event.mode, event.rules, event.limits, words, untimed=untimed))
    if event.kind == LEAGUE:
        n = event.cycles * (2 if event.both else 1)
        how = Text("Everybody meets everybody {n:time|times}", n=n) if n > 1 else Text("Everybody meets everybody once")
    elif event.kind == SWISS:
        how = Text("Everybody plays in every round, against somebody with as many points")
        if event.rounds:
            how = Text("{n:round|rounds} against somebody with as many points", n=event.rounds)
    else:
        how = Text("Each match is two battles, sides changed") if event.both else Text("Who loses is out")
    lines.append(say(Text("{how}; {days} for a round.", how=how, days=limits.length(event.days * progress.DAY))))
    if event.third:
        lines.append(words.translate("There is a match for the third place."))
    if event.status == OPEN:
        lines.append(say(Text("Open for entrants: {n} so far.", n=len(entrants))))
        lines.append(
            " ".join(person(e.user, words, gone) for e in entrants[:NAMES]) + (" …" if entrants[NAMES:] else "")
        )
    elif event.status == FINISHED:
        lines.append(f"🏆 **{winners_line(event, words, gone)}**")
    elif event.status == ABANDONED:
        lines.append(f"**{words.translate('Broken off.')}**")
    return [x for x in lines if x.strip()]


def winners_line(event: Competition, words: TextCatalogue, gone: Mapping[int, str] = NOBODY_GONE) -> str:
    """Who has won."""
    if not event.winners:
        return words.translate("Nobody is left to win it.")
    names = [person(u, words, gone) for u in event.winners]
    text = (
        Text("{player} wins “{name}”.", player=names[0], name=escape(event.name))
        if len(names) == 1
        else Text("{players} share the first place of “{name}”.", players=", ".join(names), name=escape(event.name))
    )
    return words.say(text)


def order_lines(event: Competition, words: TextCatalogue) -> list[str]:
    """Where the order of the players comes from, so that anybody can work it out."""
    if not event.seed:
        return []
    text = Text("The order was drawn from {seed}, by SHA-256 of {seed}|user.", seed=f"`{event.seed}`")
    if event.ranked:
        text = Text(
            "The first {n} by their ratings; the others' order was drawn from {seed}, by SHA-256 of {seed}|user.",
            n=event.ranked,
            seed=f"`{event.seed}`",
        )
    return [f"-# {words.say(text)}"]


def table_lines(
    event: Competition,
    rows: Sequence[Row],
    withdrawn: Collection[int],
    words: TextCatalogue,
    gone: Mapping[int, str] = NOBODY_GONE,
) -> list[str]:
    """The table of a league or of Swiss rounds, below what its figures are."""
    figures = ["place", "player", "points", "won–drawn–lost"]
    figures += ["points of those they met"] if event.kind == SWISS else []
    figures += ["losses inflicted less losses suffered, a lost army being 100 %"]
    lines = [f"-# {' · '.join(words.translate(x) for x in figures)}"] if rows else []
    for r in rows:
        about = words.say(Text("{points:point|points}", points=r.points))
        out = f" · {words.translate('withdrawn')}" if r.user in withdrawn else ""
        who = person(r.user, words, gone)
        met = f" · {r.met}" if event.kind == SWISS else ""
        lines.append(f"`{r.place:>2}.` {who} **{about}** · {r.won}–{r.drawn}–{r.lost}{met} · {_share(r.lead)}{out}")
    return lines


def _share(lead: float) -> str:
    return f"{round(100 * lead):+d} %"


def fixture_line(event: Competition, f: Fixture, words: TextCatalogue, gone: Mapping[int, str] = NOBODY_GONE) -> str:
    """A match: who, where, and what came of it."""
    say = words.say
    if f.how == progress.BYE:
        met = person(f.winner, words, gone)
    elif f.how == progress.VOID and len(f.players) < 2:
        met = words.translate("nobody")
    else:
        met = " – ".join(person(u, words, gone) if u is not None else "?" for u in (f.first, f.second))
    lines = [f"`{f.n:>2}.` {met}"]
    if f.third:
        lines.append(words.translate("for the third place"))
    if f.decided:
        lines.append(_came(f, words, gone))
    elif len(f.legs):
        lines.append(words.translate("played again, sides changed" if not event.both else "second battle"))
    if not f.decided and f.place:
        lines.append(f"<#{f.place}>")
    if not f.decided and f.due is not None and len(f.players) == 2 and f.place:
        lines.append(say(Text("until {when}", when=date(f.due))))
    return " · ".join(x for x in lines if x)


def _came(f: Fixture, words: TextCatalogue, gone: Mapping[int, str]) -> str:
    how = words.translate(HOWS[f.how]) if f.how in HOWS else ""
    if f.how == progress.BYE:
        return how
    if f.how == progress.VOID:
        return words.translate("not played")
    if not f.winner:
        said = words.translate("draw")
    else:
        said = words.say(Text("{player} wins", player=f"**{person(f.winner, words, gone)}**"))
    said = f"{said} ({how})" if how else said
    return f"{said}: {escape(fit(f.reason, 80))}" if f.reason else said


def round_title(event: Competition, round_: int, fixtures: Sequence[Fixture], words: TextCatalogue) -> str:
    """ "Round 2 of 5", "Semi-finals", "Final"."""
    last = progress.last_round(event, fixtures)
    if event.kind == CUP and last - round_ < 3:
        title = words.translate(("Final", "Semi-finals", "Quarter-finals")[last - round_])
    else:
        title = words.say(Text("Round {n} of {last}", n=round_, last=last))
    titles = {event.title(f.scenario) for f in fixtures if f.round == round_}
    return f"**{title}**" + (f" · {escape(', '.join(sorted(titles)))}" if len(event.scenarios) > 1 else "")


def fixture_lines(
    event: Competition,
    fixtures: Sequence[Fixture],
    words: TextCatalogue,
    rounds: Collection[int] | None = None,
    gone: Mapping[int, str] = NOBODY_GONE,
) -> list[str]:
    """The matches, round by round; those of some rounds, or of all."""
    lines: list[str] = []
    for r in sorted({f.round for f in fixtures}):
        if rounds is None or r in rounds:
            mine = [f for f in fixtures if f.round == r]
            title = round_title(event, r, fixtures, words)
            if not any(f.players or f.decided for f in mine):
                lines.append(f"{title} · {words.say(Text('matches to come: {n}', n=len(mine)))}")
                continue
            lines += [title, *(fixture_line(event, f, words, gone) for f in mine)]
            busy = {u for f in mine for u in f.players}
            idle = [u for u in event.order if u not in busy] if event.kind == LEAGUE else []
            if idle:
                lines.append(words.say(Text("Free: {players}", players=" ".join(person(u, words, gone) for u in idle))))
    return lines


def event_text(
    event: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    notes: Sequence[str],
    words: TextCatalogue,
    *,
    untimed: bool = False,
) -> str:
    """Everything its message shows: table and matches as far as there is room, the oldest rounds left out first."""
    head, gone = event_head(event, entrants, words, untimed=untimed), gone_names(entrants)
    if fixtures and event.kind != CUP:
        withdrawn = {e.user for e in entrants if e.withdrawn}
        head += ["", *table_lines(event, progress.league_table(event, fixtures), withdrawn, words, gone)]
    foot = [*order_lines(event, words), *(f"⚠️ {n}" for n in notes)]
    rounds = sorted({f.round for f in fixtures})
    if event.kind != CUP and fixtures:
        now = {f.round for f in fixtures if f.playable} if event.status == RUNNING else set[int]()
        rounds = sorted(now | {round_of(fixtures)})
    while True:
        played = ["", *fixture_lines(event, fixtures, words, rounds, gone)] if rounds else []
        lines = [*head, *played, *foot]
        if len(rounds) < 2 or sum(len(x) + 1 for x in lines) <= EMBED:
            return fit_lines(lines, EMBED)
        rounds = rounds[1:]


def fit_lines(lines: Sequence[str], limit: int) -> str:
    """Whole lines, as many as there is room for; the last one stays."""
    *body, last = lines
    room = limit - len(last) - 3
    kept: list[str] = []
    for n, line in enumerate(body):
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*body[: max(0, n - 1)], "…", last])
        kept.append(line)
    return "\n".join([*kept, last])
