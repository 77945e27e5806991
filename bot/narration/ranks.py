"""Ratings, tables and balances in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.service.results.balance import FEWEST, MOST, Balance, Score
from bot.service.results.ratings import BASE, PROVISIONAL, Book, Rating
from bot.service.results.results import COMPUTERS
from engine.kernel.text import Text

PAGE = 20
"""Players on one page of a table."""

WELL, FAIRLY = 250, 375
"""Points a player's strength may be off who is well known, or fairly well."""


def score_words(score: Score) -> Text:
    return Text("{won} won, {drawn} drawn, {lost} lost", won=score.won, drawn=score.drawn, lost=score.lost)


def rating_lines(title: str, book: Book, user: int, score: Score, words: TextCatalogue) -> list[str]:
    """A player's rating in the game called ``title``, what it rests on, and how sure it is."""
    rating, place = book.ratings.get(user, Rating(user)), book.place(user)
    ranked = sum(not r.provisional for r in book.ranking())
    if place is not None:
        head = Text("{points:point|points}, place {place} of {n}", points=rating.points, place=place, n=ranked)
    else:
        head = Text(
            "{points:point|points}, provisional (rated battles: {n} of {least})",
            points=rating.points,
            n=rating.battles,
            least=PROVISIONAL,
        )
    lines = [f"**{escape(title)}**: {words.say(head)}"]
    lines.append(words.say(Text("{score}.", score=score_words(score))))
    if rating.battles:
        lines[-1] += " " + words.say(Text("The last rated battle: {change}.", change=signed(rating.change)))
    if score.battles > rating.battles:
        n = score.battles - rating.battles
        lines.append(words.say(Text("Against players whose data are gone, and not rated: {n}.", n=n)))
    known = "Not well known yet: the likeliest strength is {guess}, and 19 times in 20 it lies within {spread} of that."
    if rating.spread <= WELL:
        known = "Well known: the likeliest strength is {guess}, and 19 times in 20 it lies within {spread} of that."
    elif rating.spread <= FAIRLY:
        known = (
            "Fairly well known: the likeliest strength is {guess}, and 19 times in 20 it lies within {spread} of that."
        )
    sure = Text(known, guess=rating.guess, spread=rating.spread)
    return [*lines, f"-# {words.say(sure)}"]


def footnote(words: TextCatalogue) -> str:
    """What points are."""
    told = Text(
        "Everybody begins with {base}. Points say what strength a player has at least: who is better known gets more.",
        base=BASE,
    )
    return f"-# {words.say(told)}"


def pages_of(book: Book) -> int:
    return max(1, -(-len(book.ratings) // PAGE))


def table_lines(title: str, book: Book, page: int, words: TextCatalogue) -> list[str]:
    """One page, counted from 0, of the ranking in the game called ``title``."""
    head = words.say(Text("Ranking of this server, {game}", game=escape(title)))
    lines = [f"**{head}**"]
    for r in book.ranking()[page * PAGE : (page + 1) * PAGE]:
        place = book.place(r.user)
        about = words.say(Text("battles: {n}, last {change}", n=r.battles, change=signed(r.change)))
        mark = f"{place:>3}." if place is not None else "  – "
        more = "" if place is not None else f", {words.translate('provisional')}"
        lines.append(f"`{mark}` <@{r.user}> **{r.points}** · {about}{more}")
    return [*lines, footnote(words)]


def computer_lines(title: str, book: Book, words: TextCatalogue) -> list[str]:
    """The table of a server's battles against the computer: its levels among the people who have played them."""
    lines = [f"**{words.say(Text('Against the computer in this server, {game}', game=escape(title)))}**"]
    named = {n: words.say(Text("the computer, {level}", level=Text(level))) for level, n in COMPUTERS.items()}
    for r in book.ranking()[:PAGE]:
        score = words.say(score_words(Score(r.won, r.drawn, r.lost)))
        more = f", {words.translate('provisional')}" if r.provisional else ""
        lines.append(f"{named.get(r.user) or f'<@{r.user}>'} **{r.points}** · {score}{more}")
    told = words.translate("These battles count for no rating between people; the points here say nothing there.")
    return [*lines, f"-# {told}"]


def balance_lines(balance: Balance, title: str, words: TextCatalogue) -> list[str]:
    """How the sides of one scenario, of the game called ``title``, fared, and what can be said of it."""
    (_, one), (_, other) = balance.sides
    score = balance.score
    head = Text(
        "Battles: {n}. Won by the {one} {a}, by the {other} {b}, drawn {drawn}.",
        n=score.battles,
        one=escape(one),
        a=score.won,
        other=escape(other),
        b=score.lost,
        drawn=score.drawn,
    )
    low, high = balance.interval
    share = Text(
        "The {side} have {share} in 100, draws counting half; by their players' ratings {expected} were to be "
        "expected. The true share lies between {low} and {high}, 19 times in 20.",
        side=escape(one),
        share=_hundredths(balance.share),
        expected=_hundredths(balance.expected),
        low=_hundredths(low),
        high=_hundredths(high),
    )
    return [
        f"**{escape(words.name(balance.title))}** ({escape(title)})",
        words.say(head),
        f"-# {words.say(share)}",
        words.say(_verdict(balance)),
    ]


def _verdict(balance: Balance) -> Text:
    if balance.favoured is not None:
        return Text("The {side} have the better of it.", side=escape(dict(balance.sides)[balance.favoured]))
    if balance.even:
        return Text("Neither side has the better of it.")
    needed = max(balance.needed, FEWEST - balance.score.battles)
    if needed >= MOST:
        return Text("It can't be said yet who has the better of it.")
    return Text("Too early to say; battles still needed: about {n}.", n=needed)


def versus_lines(one: int, other: int, met: Sequence[tuple[str, str, Score]], words: TextCatalogue) -> list[str]:
    """How one player fared against another: in all, then by what was played, each with title, side and score."""
    won, drawn, lost = (sum(getattr(s, k) for _, _, s in met) for k in ("won", "drawn", "lost"))
    total = words.say(Text("{score}", score=score_words(Score(won, drawn, lost))))
    head = words.say(Text("{one} against {other}: {total}.", one=f"<@{one}>", other=f"<@{other}>", total=total))
    lines = [f"**{head}**"]
    for title, side, score in met:
        as_side = Text("as the {side}: {score}", side=escape(side), score=score_words(score))
        lines.append(f"**{escape(title)}** {words.say(as_side)}")
    return lines


def signed(n: int) -> str:
    """A change with its sign: "+34", "−12", "±0"."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "±0"


def _hundredths(share: float) -> int:
    return round(100 * share)
