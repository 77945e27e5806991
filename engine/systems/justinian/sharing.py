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
    also: str = ""
    """Another key it may be named by: of a leader who takes some, beside that of the army they are taken from."""
    least: int = 0
    """How many it must get."""
    carried: bool = False
    """They come by sea: how many do so altogether is counted apart (:data:`Allowed`)."""


@dataclass(kw_only=True)
class Shared(Command):
    """A question about shares; ``parts``: all that may be named."""

    parts: Sequence[Part]


SHARES = PolicyKind("shares", Text("Share out losses, recruits and ships as proposed"))

MANY = 8
"""Parts of which a form tells only those that get some."""

Allowed = Callable[[int, int], bool]
"""Whether so many SP in all may be shared out, so many of them carried."""

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
    allowed: Allowed | None = None,
    default: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """How ``n`` SP are shared out, by key of the part; asked only where there is a choice.

    ``all_of_it``: every one must be placed, as far as the parts have room; otherwise any number up to ``n`` may be.
    ``allowed``: the sums that ``bar`` lets pass, for the menu, which offers no other.
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
        Shared(
            kind=kind,
            side=side,
            rule=rule,
            prompt=prompt,
            parts=parts,
            menu=menu(prompt, n, parts, first, all_of_it=all_of_it, allowed=allowed),
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
    """An answer by the keys of the parts, whenever it was given, and whatever they were called by."""
    now = {name: p.key for p in parts for name in (p.once, p.also) if name}
    found: dict[str, int] = {}
    for key, n in given.items():
        key = now.get(key, key)
        found[key] = found.get(key, 0) + n
    return found


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
    allowed: Allowed | None = None,
    done: Mapping[str, int] = MappingProxyType({}),
    made: Callable[[Mapping[str, int]], Share] = _plain,
) -> Menu:
    """One part after another: how many for each; the default in one press at the start.

    Offered are only numbers from which a share can be made that is right. ``done``: what is settled so far. ``made``:
    the answer with what goes where.
    """

    def whole(total: int, _: int) -> bool:
        return not all_of_it or total == n

    right = allowed if allowed is not None else whole

    def following(further: Mapping[str, int]) -> Menu:
        return menu(prompt, n, parts, first, all_of_it=all_of_it, allowed=allowed, done=further, made=made)

    def build() -> list[Choice]:
        left = n - sum(done.values())
        index = len(done)
        choices: list[Choice] = []
        if not done:
            choices.append(Choice("proposed", words(first, parts), answer=made(first), lean=2.0))
        if not all_of_it and right(*_sums(done, parts)):
            choices.append(Choice("done", words(done, parts), answer=made(done), lean=0.5))
        if index < len(parts) and left:
            choices += [_count(k, parts[index], left) for k in _few(_possible(n, parts, done, right))]
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


def _sums(given: Mapping[str, int], parts: Sequence[Part]) -> tuple[int, int]:
    """SP shared out, and how many of them are carried."""
    return sum(given.values()), sum(given.get(p.key, 0) for p in parts if p.carried)


def _possible(n: int, parts: Sequence[Part], done: Mapping[str, int], right: Allowed) -> list[int]:
    """Numbers for the next part with which, whatever the others get, some share is right."""
    part, rest = parts[len(done)], parts[len(done) + 1 :]
    total, carried = _sums(done, parts)
    ashore = sum(p.most for p in rest if not p.carried)
    afloat = sum(p.most for p in rest if p.carried)
    due = sum(p.least for p in rest)

    def completed(k: int) -> bool:
        sum_, by_sea = total + k, carried + (k if part.carried else 0)
        room = n - sum_
        return due <= room and any(
            due <= a + b and right(sum_ + a + b, by_sea + b)
            for b in range(min(afloat, room), -1, -1)
            for a in range(min(ashore, room - b), -1, -1)
        )

    return [k for k in range(part.least, min(n - total, part.most) + 1) if completed(k)]


def _few(numbers: Sequence[int]) -> list[int]:
    """Of the numbers those that are offered."""
    offered = _steps(numbers[0], numbers[-1]) if numbers else []
    return [k for k in offered if k in numbers]


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
