"""What happens to leaders besides."""

from __future__ import annotations

from typing import Any, Literal

from engine.kernel.events import Event
from engine.kernel.hexes import Hex
from engine.kernel.text import Text


class LeaderPromoted(Event):
    """4.46 A Proconsul takes the lost Overall Commander's place; his ratings stay, his Strategy is given."""

    type: Literal["leader-promoted"] = "leader-promoted"
    leader: str
    strategy: int

    def apply(self, state: Any) -> None:
        x = state.leaders[self.leader]
        x.role, x.strategy_printed = "OC", self.strategy

    def text(self, state: Any) -> Text | None:
        return Text("{leader} is Overall Commander now.", leader=state.leaders[self.leader].name)


class PostsExchanged(Event):
    """4.45 Two leaders of one office take each other's posts before the battle."""

    type: Literal["posts-exchanged"] = "posts-exchanged"
    leader: str
    other: str

    def apply(self, state: Any) -> None:
        a, b = state.leaders[self.leader], state.leaders[self.other]
        at: Hex | None = a.hex
        a.hex, b.hex = b.hex, at

    def text(self, state: Any) -> Text | None:
        a, b = state.leaders[self.leader], state.leaders[self.other]
        return Text("{leader} and {other} take each other's posts.", leader=a.name, other=b.name)


class MountMoved(Event):
    """4.72 A leader's elephant goes where he goes; None: it is led behind another unit in his hex."""

    type: Literal["mount-moved"] = "mount-moved"
    unit: str
    to: Hex | None

    def apply(self, state: Any) -> None:
        state.units[self.unit].hex = self.to
