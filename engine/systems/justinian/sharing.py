"""A number of SP shared out by a player: losses, recruits, SP sent for. One answer holds all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from engine.kernel.answers import Answer
from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Command, Menu, Policy, PolicyKind
from engine.kernel.sheet import Change, Entry, Sheet
from engine.kernel.statement import clipped
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.orders import Share
from engine.systems.justinian.scenario import Side


@dataclass(frozen=True, slots=True)
class Part:
    """One group that may take some."""

    key: str
    label: Text
    most: int
    at: Place | None = None
    lean: float = 1.0
    once: str = ""
    """Its key in answers that were given before Release 0.2."""


SHARES = PolicyKind("shares", Text("Share out losses, recruits and ships as proposed"))

MANY = 8
"""Parts of which a form tells only those that get some."""

Bar = Callable[[Mapping[str, int]], None]
"""Refuses a share that is right in its numbers and still may not be."""


async def share(
    g: Campaign,
    side: Side,
    kind: str,
    rule: str,
    prompt: Text,
    n: int,
    parts: Sequence[Part],
    *,
    all_of_it: bool = True,
    bar: Bar | None = None,
    default: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """How ``n`` SP are shared out, by key of the part; asked only where there is a choice.

    ``all_of_it``: every one must be placed, as far as the parts have room; otherwise any number up to ``n`` may be.
    """
    n = min(n, sum(p.most for p in parts))
    parts = [p for p in parts if p.most > 0]
    if not n:
        return {}
    first = dict(default) if default is not None else filled(n, parts)
    if all_of_it and (len(parts) == 1 or n == sum(p.most for p in parts)):
        return filled(n, parts)

    def accept(answer: object) -> None:
        if not isinstance(answer, Share):
            refuse("How many SP go where?", rule=rule)
        given = _meant(answer.parts, parts)
        check(given, n, parts, rule, all_of_it=all_of_it, called=g.state.in_words)
        if bar is not None:
            bar(given)

    answer: Share = await g.ask(
        Command(
            kind=kind,
            side=side,
            rule=rule,
            prompt=prompt,
            menu=menu(prompt, n, parts, first, all_of_it=all_of_it),
            accept=accept,
            default_answer=Share(parts=first),
            sheet=partial(sheet, n, parts, all_of_it, sum(first.values()), bar),
            policy=Policy(SHARES.kind, "yes", "no"),
            focus=tuple(dict.fromkeys(p.at for p in parts if p.at is not None)),
        )
    )
    given = _meant(answer.parts, parts)
    return {p.key: k for p in parts if (k := given.get(p.key, 0))}


def _meant(given: Mapping[str, int], parts: Sequence[Part]) -> dict[str, int]:
    """An answer by the keys of the parts, whenever it was given."""
    now = {p.once: p.key for p in parts if p.once}
    return {now.get(key, key): n for key, n in given.items()}


def filled(n: int, parts: Sequence[Part]) -> dict[str, int]:
    """The share that fills one part after the other.

    >>> filled(7, [Part("a", Text("a"), 5), Part("b", Text("b"), 5)])
    {'a': 5, 'b': 2}
    """
    found: dict[str, int] = {}
    for p in parts:
        take = min(n, p.most)
        if take:
            found[p.key] = take
        n -= take
    return found


def check(
    given: Mapping[str, int],
    n: int,
    parts: Sequence[Part],
    rule: str,
    *,
    all_of_it: bool = True,
    called: Callable[[str], Text] = lambda key: Text("{key}", key=clipped(key)),
    among: Sequence[Part] = (),
) -> None:
    """Refuse a share whose numbers aren't right; ``called``: a key in words, ``among``: what else could be named."""
    known = {p.key: p for p in parts}
    for key, k in given.items():
        part = known.get(key)
        if part is None:
            options = few(str(p.label) for p in (*parts, *among))
            refuse("“{key}” is not among those asked: {options}.", rule=rule, key=called(key), options=options)
        if not 0 <= k <= part.most:
            refuse("{part}: 0 to {most}, not {n}.", rule=rule, part=part.label, most=part.most, n=k)
    total = sum(given.values())
    if total > n or (all_of_it and total < n):
        words = "{n} SP are to be shared out, not {total}." if all_of_it else "{n} SP at most, not {total}."
        refuse(words, rule=rule, n=n, total=total)


def sheet(n: int, parts: Sequence[Part], all_of_it: bool, usual: int, bar: Bar | None, draft: Answer) -> Sheet:
    """The form: each part with its number, and what is left. ``usual``: how many are proposed."""
    assert isinstance(draft, Share)
    left = n - sum(draft.parts.values())
    if left < 0:
        rest = Text("{n} too many", n=-left)
    elif all_of_it:
        rest = Text("{n} left", n=left) if left else Text("none left")
    else:
        rest = Text("{n} more may be", n=left) if left else Text("no more may be")

    def entry(p: Part) -> Entry:
        def amount(k: int) -> Answer:
            return Share(parts={x.key: v for x in parts if (v := k if x.key == p.key else draft.parts.get(x.key, 0))})

        k = draft.parts.get(p.key, 0)
        value = Text("{k} of {most}", k=k, most=min(n, p.most))

        def steps() -> list[Change]:
            found = counted(k, p.most, left, amount)
            alone = min(n, p.most)
            if k < alone and alone != left:
                found.append(Change("only", Text("{n} here, none elsewhere", n=alone), Share(parts={p.key: alone})))
            return found

        return Entry(p.key, p.label, value, p.at, steps, amount=amount, quiet=not k and len(parts) > MANY)

    return Sheet(
        [Text("{done} of {n}: {rest}", done=n - left, n=n, rest=rest)],
        lambda: [entry(p) for p in parts],
        Text("Like this: {words}", words=words(draft.parts, parts)),
        wholes=lambda: [*_wholes(n, parts, all_of_it, usual, bar)],
    )


def _wholes(n: int, parts: Sequence[Part], all_of_it: bool, usual: int, bar: Bar | None) -> Iterator[Change]:
    """All of it to, or from, one part; of one part alone each number, where any may be."""
    if len(parts) == 1:
        found = [(parts[0], k) for k in _steps(0, n)] if not all_of_it else []
    else:
        n = n if all_of_it else usual
        found = [(p, n) for p in parts if p.most >= n > 0]
    for p, k in found:
        given = {p.key: k} if k else {}
        if bar is None or not _barred(bar, given):
            yield Change(
                p.key if len(parts) > 1 else str(k), Text("{part}: {n} SP", part=p.label, n=k), Share(parts=given)
            )


def _barred(bar: Bar, given: Mapping[str, int]) -> bool:
    try:
        bar(given)
    except Refusal:
        return True
    return False


def counted(now: int, most: int, left: int, make: Callable[[int], Answer], *, least: int = 0) -> list[Change]:
    """Changes of a number between ``least`` and ``most``; ``left``: what could still be added.

    >>> [c.key for c in counted(6, 9, 2, lambda n: Share(parts={"a": n}))]
    ['-5', '-1', '+1', 'all', 'none']
    """
    found = [Change(f"{d:+d}", Text("{d:+d}", d=d), make(now + d)) for d in (-5, -1, 1, 5) if least <= now + d <= most]
    if left > 0 and now + left <= most and left not in (1, 5):
        found.append(Change("all", Text("All that is left: {d:+d}", d=left), make(now + left)))
    if now not in (0, 1, 5) and not least:
        found.append(Change("none", Text("None"), make(0)))
    return found


def _plain(given: Mapping[str, int]) -> Share:
    return Share(parts={key: n for key, n in given.items() if n})


def menu(
    prompt: Text,
    n: int,
    parts: Sequence[Part],
    first: Mapping[str, int],
    *,
    all_of_it: bool = True,
    done: Mapping[str, int] = MappingProxyType({}),
    made: Callable[[Mapping[str, int]], Share] = _plain,
) -> Menu:
    """One part after another: how many for each; the default in one press at the start.

    ``done``: what is settled so far. ``made``: the answer with what goes where.
    """

    def following(further: Mapping[str, int]) -> Menu:
        return menu(prompt, n, parts, first, all_of_it=all_of_it, done=further, made=made)

    def build() -> list[Choice]:
        left = n - sum(done.values())
        index = len(done)
        choices: list[Choice] = []
        if not done:
            choices.append(Choice("proposed", words(first, parts), answer=made(first), lean=2.0))
        if not all_of_it:
            choices.append(Choice("done", words(done, parts), answer=made(done), lean=0.5))
        if index < len(parts) and left:
            p, rest = parts[index], sum(x.most for x in parts[index + 1 :])
            least = max(0, left - rest) if all_of_it else 0
            choices += [_count(k, p, left) for k in _steps(least, min(left, p.most))]
        elif done and all_of_it:
            choices.append(Choice("done", words(done, parts), answer=made(done)))
        return choices

    def _count(k: int, p: Part, left: int) -> Choice:
        further = {**done, p.key: k}
        finished = k == left or len(further) == len(parts)
        return Choice(
            str(k),
            Text("{n}", n=k),
            answer=made(further) if finished else None,
            menu=None if finished else lambda: following(further),
            hex=p.at,
            lean=p.lean if k else 1.0,
        )

    asked = Text("{part}: how many of {n}?", part=parts[len(done)].label, n=n - sum(done.values())) if done else prompt
    return Menu(asked if len(done) < len(parts) else prompt, build)


def _steps(least: int, most: int) -> list[int]:
    """Numbers offered: all of few, of many the ends and some between.

    >>> _steps(0, 3), _steps(2, 40)
    ([0, 1, 2, 3], [2, 3, 5, 8, 12, 20, 30, 40])
    """
    if most - least <= 12:
        return list(range(least, most + 1))
    return sorted({least, *(x for x in (1, 2, 3, 5, 8, 12, 20, 30) if least <= x <= most), most})


def words(given: Mapping[str, int], parts: Sequence[Part]) -> Text:
    """What goes where: "Army of Thrace: 4, Zeugitania: 2"."""
    told: Text | None = None
    for p in parts:
        if given.get(p.key):
            one = Text("{part}: {n}", part=p.label, n=given[p.key])
            told = one if told is None else Text("{a}, {b}", a=told, b=one)
    return told or Text("Nothing")
