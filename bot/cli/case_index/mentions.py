"""Whether a file may name a case, told from its text alone: taking it apart takes a hundred times as long."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from bot.cli.case_index.citations import OTHER, PARTED, UPPER, Cases, OtherBook

CONCEPT = "Case."
"""What stands before a case that shared code calls by what it is."""

_END = rf"(?:{UPPER}{PARTED}?|{OTHER}|Case\.\w+)"

_RANGE = re.compile(rf"\b(?P<first>{_END})[\s#`]*(?:-|–|\bto\b)[\s#`]*(?:[ACGS] )?(?P<last>{_END})")
"""Cases from one to another: "5.41-5.46", "A 8.21 to A 8.23", also over the end of a line of comment."""


class Mentions:
    """Some cases of a rulebook, as files may name them: by number, by another book's number, by what shared code calls
    them, within a range. A file it says no to names none of them; one it says yes to may name none either."""

    def __init__(
        self,
        wanted: Collection[str],
        cases: Cases,
        concepts: Mapping[str, str] | None = None,
        book: OtherBook | None = None,
    ) -> None:
        """``concepts`` and ``book`` as for :func:`bot.cli.case_index.citations.in_file`."""
        self._cases = cases
        self._numbers: dict[str, set[str]] = {}
        """By what a file may say otherwise the numbers that are meant by it."""
        for number, its in book.alike.items() if book is not None else ():
            self._numbers.setdefault(number, set()).update(its)
        for concept, number in concepts.items() if concepts else ():
            self._numbers.setdefault(CONCEPT + concept, set()).add(number)
        meant = {form for number in wanted for form in _forms(number)}
        self._texts = [*wanted, *(said for said, numbers in self._numbers.items() if numbers & meant)]
        self._places = [p for p in map(cases.place, wanted) if p is not None]

    def may_be_in(self, source: str) -> bool:
        """Whether a file with this text may name one of the cases."""
        return any(text in source for text in self._texts) or any(
            self._within(first, last) for first, last in _ranges(source)
        )

    def _within(self, first: str, last: str) -> bool:
        """Whether one of the cases lies between two, whichever book's numbers these are."""
        since, until = list(self._meant(first)), list(self._meant(last))
        return bool(since and until) and any(min(since) < p < max(until) for p in self._places)

    def _meant(self, said: str) -> Iterator[int]:
        for form in _forms(said):
            for number in (form, *self._numbers.get(form, ())):
                place = self._cases.place(number)
                if place is not None:
                    yield place


def _forms(number: str) -> Collection[str]:
    """A number, and the one it is a part of.

    >>> sorted(_forms("9.2/active")), sorted(_forms("T-MP"))
    (['9.2', '9.2/active'], ['T-MP'])
    """
    upper = re.match(UPPER, number)
    return {number, upper[0]} if upper is not None else {number}


@cache
def _ranges(source: str) -> list[tuple[str, str]]:
    """The ends of every range in a file. Kept, as several books are looked for."""
    return [(m["first"], m["last"]) for m in _RANGE.finditer(source)]
