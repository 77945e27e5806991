"""Armies and leaders: placed, moved, marked, combined, out of play; who commands them."""

from __future__ import annotations

from typing import Literal

from engine.kernel.board import Place
from engine.kernel.events import Event, Trace
from engine.kernel.text import Text, joined
from engine.systems.justinian.state import Army, MagMil, State

MoveHow = Literal["march", "landed", "retreat", "before-combat", "home", "sent"]
"""7.12 by land; 7.24 from ships; 8.21 after battle; 8.13 before it; to its own box by rule (5.12, 8.26); by the Nika
revolt, or to the place of a leader's arrival."""

_MOVED: dict[MoveHow, str] = {
    "march": "{army}: {start} → {to}{mp}.",
    "landed": "{army} lands in {to}.",
    "retreat": "{army} retreats to {to}.",
    "before-combat": "{army} retreats before combat to {to}.",
    "home": "{army} goes home.",
    "sent": "{army} is brought to {to}.",
}


class ArmyPlaced(Event):
    """An army comes onto the map, or a leader does: at the set-up, raised (5.34), arriving (4.22), by a referee."""

    type: Literal["army-placed"] = "army-placed"
    army: str
    at: Place

    def apply(self, state: State) -> None:
        a = state.armies[self.army]
        a.where, a.at, a.arrives = "map", self.at, None

    def text(self, state: State) -> Text | None:
        return Text("{army} is placed in {place}.", army=state.called(self.army), place=state.place_names[self.at])


class ArmyMoved(Event):
    """An army goes to another place with all that is combined with it; ``mp`` is what it spends."""

    type: Literal["army-moved"] = "army-moved"
    army: str
    start: Place
    to: Place
    how: MoveHow
    mp: int = 0
    path: tuple[Place, ...] = ()
    """Places of a told march, start and end included; filled when steps are joined."""

    def apply(self, state: State) -> None:
        state.armies[self.army].at = self.to
        for other in state.armies.values():
            if other.led_by == self.army:
                other.at = self.to
        if self.mp and state.activation is not None:
            state.activation.spent += self.mp

    def joined(self, before: Event) -> Event | None:
        if not isinstance(before, ArmyMoved) or (before.army, before.how, before.to) != (
            self.army,
            self.how,
            self.start,
        ):
            return None
        if self.how != "march":
            return None
        path = (*(before.path or (before.start, before.to)), self.to)
        return self.model_copy(update={"start": before.start, "mp": before.mp + self.mp, "path": path})

    def text(self, state: State) -> Text:
        way = self.path or (self.start, self.to)
        return Text(
            _MOVED[self.how],
            army=state.called(self.army),
            start=joined((state.place_names[p] for p in way[:-1]), " → "),
            to=state.place_names[self.to],
            mp=Text(", {mp} MP", mp=self.mp) if self.mp else "",
        )

    def trace(self, state: State) -> Trace:
        kind = "withdraw" if self.how in ("retreat", "before-combat") else "move"
        return Trace(
            kind=kind,
            unit=self.army,
            hexes=self.path or (self.start, self.to),
            side=state.side_of(state.armies[self.army].power),
        )


class ArmyMarked(Event):
    """2.2 Status markers of an army change; None leaves one as it is. Combined armies are marked one by one."""

    type: Literal["army-marked"] = "army-marked"
    army: str
    defeated: bool | None = None
    disorganized: bool | None = None
    unpaid: bool | None = None

    def apply(self, state: State) -> None:
        a = state.armies[self.army]
        if self.defeated is not None:
            a.defeated = self.defeated
        if self.disorganized is not None:
            a.disorganized = self.disorganized
        if self.unpaid is not None:
            a.unpaid = self.unpaid

    def text(self, state: State) -> Text | None:
        on = [
            Text(word)
            for value, word in (
                (self.defeated, "Defeated"),
                (self.disorganized, "Disorganized"),
                (self.unpaid, "Not Paid"),
            )
            if value
        ]
        off = [
            Text(word)
            for value, word in (
                (self.defeated, "no longer Defeated"),
                (self.disorganized, "no longer Disorganized"),
                (self.unpaid, "paid"),
            )
            if value is False
        ]
        told = [*on, *off]
        if not told:
            return None
        states = told[0]
        for more in told[1:]:
            states = Text("{a}, {b}", a=states, b=more)
        return Text("{army} is {states}.", army=state.called(self.army), states=states)


Fate = Literal["aside", "box", "gone", "track"]
"""8.26 Counter free again (Byzantine); leader to his box; out for good; to the turn track (last Persian)."""


class ArmyRemoved(Event):
    """8.26 An army, its SP gone before, leaves the map; markers come off, armies combined with it are on their own.

    A MagMil who was with it goes to the cup, or where ``leader`` says.
    """

    type: Literal["army-removed"] = "army-removed"
    army: str
    to: Fate
    box: Place | None = None
    """Of a leader who goes to his box."""
    arrives: int | None = None
    """Turn in which a leader on the turn track comes back."""
    leader: Literal["cup", "gone"] = "cup"
    """What becomes of its commander; whoever rides along goes to the cup."""
    why: Literal["eliminated", "disbanded", "limits", "removed", "empty", "out", "replaced", "referee"] = "eliminated"

    def apply(self, state: State) -> None:
        a = state.armies[self.army]
        for x in state.magmil.values():
            if x.army == a.id:
                x.where = self.leader if x.id == a.leader else "cup"
                x.army = x.at = None
        for other in state.armies.values():
            if other.led_by == a.id:
                other.led_by = None
        a.leader = a.led_by = None
        a.defeated = a.disorganized = a.unpaid = False
        a.sp, a.allied = 0, {}
        a.where = "map" if self.to == "box" else self.to
        a.at = self.box if self.to == "box" else None
        a.arrives = self.arrives

    def text(self, state: State) -> Text | None:
        if self.why == "replaced":
            return None
        told = {
            ("box", "eliminated"): "{army} is eliminated; its leader is back in his box.",
            ("box", "removed"): "{army}: home.",
            ("aside", "disbanded"): "{army} is disbanded.",
            ("aside", "limits"): "{army} is outside its limits and removed.",
            ("track", "eliminated"): "{army} is eliminated; he will be back next turn.",
        }
        words = (
            told.get((self.to, self.why))
            or {
                "box": "{army}: back in the box.",
                "aside": "{army} is eliminated.",
                "gone": "{army} is out of the game.",
                "track": "{army} is on the turn track.",
            }[self.to]
        )
        return Text(words, army=state.called(self.army))


class ArmiesCombined(Event):
    """6.52, 6.44 Armies in one place go together under the commander of the first."""

    type: Literal["armies-combined"] = "armies-combined"
    army: str
    others: tuple[str, ...]

    def apply(self, state: State) -> None:
        for name in self.others:
            state.armies[name].led_by = self.army
            for more in state.armies.values():
                if more.led_by == name:
                    more.led_by = self.army

    def text(self, state: State) -> Text:
        others = ", ".join(state.called(x) for x in self.others)
        return Text("{others} {others:=joins|join} {army}.", army=state.called(self.army), others=others)


class ArmiesSeparated(Event):
    """6.44, 6.52 Armies that were combined are on their own again."""

    type: Literal["armies-separated"] = "armies-separated"
    armies: tuple[str, ...]

    def apply(self, state: State) -> None:
        for name in self.armies:
            state.armies[name].led_by = None

    def text(self, state: State) -> Text:
        names = ", ".join(state.called(x) for x in self.armies)
        return Text("{names} {names:=is|are} on {names:=its|their} own again.", names=names)


class ArmyTookOver(Event):
    """4.22 A new leader takes over an old one's stack, place and markers; the old one is out for good."""

    type: Literal["army-took-over"] = "army-took-over"
    army: str
    old: str

    def apply(self, state: State) -> None:
        new, old = state.armies[self.army], state.armies[self.old]
        for field in ("where", "at", "sp", "allied", "defeated", "disorganized", "led_by", "recruited"):
            setattr(new, field, getattr(old, field))
        new.arrives = None
        for other in state.armies.values():
            if other.led_by == old.id:
                other.led_by = new.id
        state.armies[self.old] = Army(id=old.id, power=old.power, where="gone")

    def text(self, state: State) -> Text:
        return Text("{new} takes the place of {old}.", new=state.names[self.army], old=state.names[self.old])


class LeaderAway(Event):
    """A barbarian leader who isn't in play leaves the game for good without an army."""

    type: Literal["leader-away"] = "leader-away"
    army: str

    def apply(self, state: State) -> None:
        state.armies[self.army].where = "gone"
        state.armies[self.army].arrives = None


class Recruited(Event):
    """6.23 A leader in his box has had his recruiting of the turn."""

    type: Literal["recruited"] = "recruited"
    army: str

    def apply(self, state: State) -> None:
        state.armies[self.army].recruited = state.turn


# -- Magistri Militum --------------------------------------------------------------------------------------------------


class CommanderChanged(Event):
    """3.24, 4.14 A MagMil takes command of an army; the one he replaces goes to the cup, or stays with it."""

    type: Literal["commander-changed"] = "commander-changed"
    army: str
    leader: str
    old: Literal["cup", "stays"] = "cup"

    def apply(self, state: State) -> None:
        a = state.armies[self.army]
        before = state.magmil.get(a.leader or "")
        if before is not None and self.old == "cup":
            before.where, before.army, before.at = "cup", None, None
        a.leader = self.leader
        x: MagMil = state.magmil[self.leader]
        act = state.activation
        if act is not None and act.carried is not None and act.carried == x.army:
            act.carried = self.army  # 8.34 he leads on what is left aboard, under another counter
        x.where, x.army, x.at = "map", self.army, None

    def text(self, state: State) -> Text:
        return Text("{leader} commands {army}.", leader=state.names[self.leader], army=state.called(self.army))


class MagMilMoved(Event):
    """4.13 A MagMil goes to a province by himself, or joins an army there without taking command."""

    type: Literal["magmil-moved"] = "magmil-moved"
    leader: str
    to: Place
    army: str | None = None

    def apply(self, state: State) -> None:
        x = state.magmil[self.leader]
        if x.army is not None and state.armies[x.army].leader == x.id:
            state.armies[x.army].leader = None
        x.where, x.army, x.at = "map", self.army, None if self.army is not None else self.to

    def text(self, state: State) -> Text:
        return Text("{leader} goes to {place}.", leader=state.names[self.leader], place=state.place_names[self.to])


class MagMilOut(Event):
    """A MagMil returns to the cup (4.14, 9.0-e), or is out for good (8.26)."""

    type: Literal["magmil-out"] = "magmil-out"
    leader: str
    to: Literal["cup", "gone"]

    def apply(self, state: State) -> None:
        x = state.magmil[self.leader]
        if x.army is not None and state.armies[x.army].leader == x.id:
            state.armies[x.army].leader = None
        x.where, x.army, x.at = self.to, None, None

    def text(self, state: State) -> Text:
        told = "{leader} returns to Constantinople." if self.to == "cup" else "{leader} has fallen."
        return Text(told, leader=state.names[self.leader])


class BattleLost(Event):
    """4.14 A MagMil commanded a side that was Defeated: he may be replaced next turn."""

    type: Literal["battle-lost"] = "battle-lost"
    leader: str

    def apply(self, state: State) -> None:
        state.magmil[self.leader].lost = state.turn
