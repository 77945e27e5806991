"""Fire, Shock, and the hits they leave."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Storied, Trace
from engine.kernel.hexes import Hex
from engine.kernel.text import Sentence, Text, together
from engine.systems.gboh.state import State, Supply


class HitsTaken(Event):
    """10.1 Cohesion hits."""

    stirs: ClassVar[bool] = False
    type: Literal["hits-taken"] = "hits-taken"
    unit: str
    hits: int
    cause: Sentence
    total: int
    """Hits after this; may be capped below the sum (9.21)."""
    tq: int
    """TQ in force."""

    def apply(self, state: State) -> None:
        state.units[self.unit].hits = self.total

    def text(self, state: State) -> Text | None:
        unit = Text(
            "{unit} takes 1 hit" if self.hits == 1 else "{unit} takes {hits:hit|hits}", unit=self.unit, hits=self.hits
        )
        return Text("{taken}: {cause} ({total} of TQ {tq})", taken=unit, cause=self.cause, total=self.total, tq=self.tq)

    def folded(self, state: State) -> tuple[Text, Text]:
        return (
            Text("Hits, {cause}", cause=self.cause),
            Text("{unit} {hits} ({total} of TQ {tq})", unit=self.unit, hits=self.hits, total=self.total, tq=self.tq),
        )

    def trace(self, state: State) -> Trace | None:
        u = state.units[self.unit]
        return Trace(kind="hit", unit=self.unit, hexes=(u.hex,), side=u.side) if u.hex is not None else None


class HitsRemoved(Event):
    """10.16, 9.17 Hits come off a unit."""

    stirs: ClassVar[bool] = False
    type: Literal["hits-removed"] = "hits-removed"
    unit: str
    hits: int
    cause: Literal["recovery", "collapse", "rout", "mutual", "referee"]

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hits -= self.hits
        if self.cause == "recovery" and state.orders is not None:
            done = state.orders.recovered
            done[self.unit] = done.get(self.unit, 0) + self.hits

    def text(self, state: State) -> Text | None:
        left = state.units[self.unit].hits
        if self.cause == "recovery":
            told = "{unit} recovers {hits:hit|hits} ({left:hit|hits} left)."
            if not left:
                told = "{unit} recovers {hits:hit|hits} and is in good order."
            return Text(told, unit=self.unit, hits=self.hits, left=left)
        if self.cause == "collapse":
            return Text("{unit} holds and loses 1 hit ({left:hit|hits} left).", unit=self.unit, left=left)
        if self.cause == "mutual":
            return Text("{unit} stands by a hair ({left:hit|hits}).", unit=self.unit, left=left)
        return None


class Fired(Event):
    """8.1 A volley, told with its roll."""

    stirs: ClassVar[bool] = False
    type: Literal["fired"] = "fired"
    unit: str
    target: str
    start: Hex
    to: Hex
    how: Literal["order", "entry", "retire", "return", "withdrawal", "harass", "feign", "artillery"]
    roll: int
    """Number of the roll in the dice trail."""
    story: Sentence
    """Range, need, modifiers, die and result in words."""

    def apply(self, state: State) -> None:
        if state.orders is None:
            return
        shooting = state.words.shootings[self.how]
        active = state.units[self.unit].side == state.orders.side
        if shooting.engine:
            state.engine_fired(self.unit, active=active)
        if shooting.ordered and (active or not shooting.engine) and self.unit not in state.orders.fired:
            state.orders.fired.append(self.unit)

    def text(self, state: State) -> Text | None:
        how = state.words.shootings[self.how].told
        return Text(how, unit=self.unit, target=self.target, story=self.story)

    def trace(self, state: State) -> Trace | None:
        return Trace(kind="missile", unit=self.unit, hexes=(self.start, self.to), side=state.units[self.unit].side)


class SupplyChanged(Event):
    """8.17, 8.18 Missile supply."""

    type: Literal["supply-changed"] = "supply-changed"
    unit: str
    supply: Supply

    def apply(self, state: State) -> None:
        state.units[self.unit].supply = self.supply

    def text(self, state: State) -> Text | None:
        words = {"full": "{unit} is resupplied.", "low": "{unit} is Missile Low.", "no": "{unit} has no missiles left."}
        return Text(words[self.supply], unit=self.unit)

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = {"full": Text("Resupplied"), "low": Text("Missile Low"), "no": Text("No missiles left")}
        return common[self.supply], Text("{unit}", unit=self.unit)


class ShockFought(Event):
    """9.16 A combat is rolled for, told with its whole reckoning."""

    stirs: ClassVar[bool] = False
    type: Literal["shock-fought"] = "shock-fought"
    attackers: list[str]
    defenders: list[str]
    column: int
    roll: int
    """Number of the roll in the dice trail."""
    story: Sentence
    hexes: list[Hex]
    """Hexes of the attackers, then of the defenders."""

    def apply(self, state: State) -> None:
        if state.orders is not None:
            for u in (*self.attackers, *self.defenders):
                if u not in state.orders.shocked:
                    state.orders.shocked.append(u)

    def text(self, state: State) -> Text | None:
        return Text(
            "Shock, {attackers} against {defenders}: {story}",
            attackers=together(self.attackers),
            defenders=together(self.defenders),
            story=self.story,
        )

    def trace(self, state: State) -> Trace | None:
        side = state.units[self.attackers[0]].side
        return Trace(kind="shock", unit=self.attackers[0], hexes=tuple(self.hexes), side=side)


class Told(Storied):
    """A line of the story that changes nothing by itself: a check and its result, a choice made."""

    stirs: ClassVar[bool] = False
    type: Literal["told"] = "told"
    story: Sentence
    unit: str | None = None

    def apply(self, state: State) -> None:
        pass
