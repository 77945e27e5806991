"""6.21, 6.24 How a Select marker is used: which power it names, and whether that power recruits."""

from __future__ import annotations

from typing import NamedTuple

PREFIX, WITHOUT = "select-", "-only"


class Selection(NamedTuple):
    """What a choice of the Barbarian's names."""

    power: str
    recruits: bool
    """Whether it recruits, if it still may this turn."""

    @property
    def key(self) -> str:
        return PREFIX + self.power + ("" if self.recruits else WITHOUT)


def read(key: str) -> Selection | None:
    """The selection a key stands for; None for a key of something else.

    >>> read("select-vandals-only"), read("random")
    (Selection(power='vandals', recruits=False), None)
    >>> read("select-persia").key
    'select-persia'
    """
    if not key.startswith(PREFIX):
        return None
    power = key.removeprefix(PREFIX)
    return Selection(power.removesuffix(WITHOUT), not power.endswith(WITHOUT))
