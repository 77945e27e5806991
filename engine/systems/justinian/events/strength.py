"""Strength Points come, go and change places. Every change tells its reason: no SP comes from nothing."""

from __future__ import annotations

from typing import Literal

from engine.kernel.events import Event
from engine.kernel.text import Text
from engine.systems.justinian.state import Group, Pool, State

Why = Literal[
    "set-up",
    "recruited",
    "raised",
    "built",
    "battle",
    "no-retreat",
    "retreat",
    "check",
    "pillage",
    "drowned",
    "sunk",
    "desertion",
    "mutiny",
    "plague",
    "revolt",
    "removed",
    "far-from-home",
    "disbanded",
    "limit",
    "outside",
    "out",
    "referee",
]
"""Why SP come or go.

Set up (3.2, 3.3); recruited (5.32, 6.23, 6.24); raised as an army (5.34); built as a fleet (5.33). Lost in battle, or
for want of a retreat (8.21); retreating before combat (8.13); by a second Disorganization (8.23); in Pillage (8.27);
with the ships that carried them (8.34); as ships (8.32, 8.33). By Vandal Desertion (6.27), Mutiny (5.25), Plague or
Revolt (9.0). Removed in A2, Persians far from home (5.12); allies of a disbanded army (6.53); beyond a limit (4.31,
4.35) or outside those of their army (7.14); with their power (8.28); by a referee.
"""

GAINS: tuple[Why, ...] = ("set-up", "recruited", "raised", "built", "referee")
"""Reasons for which SP may come into play."""

_LOST: dict[Why, str] = {
    "battle": "{who}: {n} SP lost in battle",
    "no-retreat": "{who}: {n} SP lost, unable to retreat",
    "retreat": "{who}: {n} SP lost in retreat",
    "check": "{who}: {n} SP lost in disorder",
    "pillage": "{who}: {n} SP gone off with plunder",
    "drowned": "{who}: {n} SP {n:=goes|go} down with the ships",
    "sunk": "{who}: {n} Fleet SP lost",
    "desertion": "{n} SP of {who} {n:=deserts|desert}",
    "mutiny": "{who}: mutiny, {n} SP {n:=is|are} gone",
    "plague": "{who}: {n} SP {n:=dies|die} of the Plague",
    "revolt": "{who}: {n} SP {n:=is|are} lost to the Revolt",
    "removed": "{who}: {n} SP {n:=goes|go} home",
    "far-from-home": "{who}: {n} SP {n:=goes|go} home to Persia",
    "disbanded": "{who}: {n} SP {n:=is|are} dismissed",
    "limit": "{who}: {n} SP beyond the limit {n:=is|are} not received",
    "outside": "{who}: {n} SP outside the limits of their army {n:=goes|go} home",
    "out": "{who}: {n} SP {n:=is|are} out of the game",
    "referee": "{who}: {n} SP fewer, by the referee",
}

_GAINED: dict[Why, str] = {
    "recruited": "{who}: {n} SP more",
    "raised": "{who} is raised with {n} SP",
    "built": "{who}: {n} Fleet SP {n:=is|are} built",
    "referee": "{who}: {n} SP more, by the referee",
}


def put(state: State, group: Group, n: int, *, unpaid: bool = False) -> None:
    """Add SP to a group (take them off, if ``n`` is negative); groups come to be and vanish by it."""
    match group.kind:
        case "army":
            army = state.armies[group.army]
            if group.power == army.power:
                army.sp += n
            else:
                _count(army.allied, group.power, n)
        case "detached":
            here = state.detached.setdefault(group.place, {})
            _count(here, group.power, n)
            if not here:
                del state.detached[group.place]
        case "frontier":
            _pool(state.frontier, group.place, n, unpaid)
        case "fleet":
            _pool(state.fleets.setdefault(group.power, {}), group.place, n, unpaid)


def _count(held: dict[str, int], key: str, n: int) -> None:
    held[key] = held.get(key, 0) + n
    if not held[key]:
        del held[key]


def _pool(held: dict[int, Pool], place: int, n: int, unpaid: bool) -> None:
    # 5.24 Whoever joins an unpaid group is unpaid, and unpaid SP make a group unpaid.
    pool = held.setdefault(place, Pool(sp=0))
    pool.sp += n
    pool.unpaid = pool.unpaid or unpaid
    if not pool.sp:
        del held[place]


_FOLDED: dict[Why, str] = {"plague": "The Plague kills", "removed": "Gone home"}
"""Losses that many groups have for one reason, in one line."""


class StrengthChanged(Event):
    """SP of a group come into play or leave it."""

    type: Literal["strength-changed"] = "strength-changed"
    group: Group
    n: int
    """Gained; negative: lost."""
    why: Why

    def apply(self, state: State) -> None:
        put(state, self.group, self.n)

    def text(self, state: State) -> Text | None:
        told = (_GAINED if self.n > 0 else _LOST).get(self.why)
        if told is None or not self.n:
            return None
        return Text(told + ".", who=state.told(self.group), n=abs(self.n))

    def folded(self, state: State) -> tuple[Text, Text] | None:
        """The Plague strikes everywhere at once, and armies go home together."""
        common = _FOLDED.get(self.why)
        if common is None or self.n >= 0:
            return None
        return Text(common), Text("{who} {n} SP", who=state.told(self.group), n=-self.n)


MoveWhy = Literal[
    "dropped", "detached", "picked-up", "handed-over", "joined", "redistributed", "disbanded", "sent", "retreat"
]
"""7.16; 7.17 three times; 6.34; 6.52; 6.53; for a new leader or a Revolt (4.22, 9.0-c3); Detached SP (8.21)."""


class StrengthMoved(Event):
    """SP go from one group to another of the same power: none are gained or lost."""

    type: Literal["strength-moved"] = "strength-moved"
    source: Group
    to: Group
    n: int
    why: MoveWhy
    unpaid: bool = False
    """The SP are Not Paid, and the Frontier or Fleet group they join is so now."""

    def apply(self, state: State) -> None:
        put(state, self.source, -self.n)
        put(state, self.to, self.n, unpaid=self.unpaid)

    def text(self, state: State) -> Text | None:
        return Text("{n} SP: {source} → {to}.", n=self.n, source=state.told(self.source), to=state.told(self.to))
