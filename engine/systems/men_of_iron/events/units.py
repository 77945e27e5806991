"""Units move, turn, change formation, are shaken and lost."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.events import Event, Step, Storied, Trace, TraceKind
from engine.kernel.hexes import FacingField, Hex, show
from engine.kernel.text import Sentence, Text
from engine.systems.men_of_iron.scenario import Formation, UnitType
from engine.systems.men_of_iron.state import State

MoveHow = Literal["order", "charge", "counter", "advance", "continued", "retreat", "withdraw"]
"""By order (5.0); in a Charge (11.3) or Counter-Charge (11.6); after combat (10.5) or in a Continued Attack (12.7);
by a Retreat result (12.3); before Shock (10.2)."""


class UnitMoved(Step):
    """A unit enters the next hex. Steps of one move are told as one."""

    type: Literal["unit-moved"] = "unit-moved"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    mp: int = 0
    """Movement points spent on the step; only ``order`` spends any."""
    ma: int = 0
    how: MoveHow = "order"
    path: tuple[Hex, ...] = ()
    """Hexes of a told move, start and end included; filled when steps are joined."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing = self.to, self.facing
        a = state.activation
        if a is not None and self.mp:
            a.mp[self.unit] = a.mp.get(self.unit, 0) + self.mp

    def folded(self, state: State) -> tuple[Text, Text] | None:
        if self.how != "order" or not self.ma:
            return None
        return (
            Text("Facing {facing}, {mp} of {ma} MP", facing=self.facing.name, mp=self.mp, ma=self.ma),
            Text("{unit} {start} → {to}", unit=self.unit, start=show(self.start), to=show(self.to)),
        )

    def text(self, state: State) -> Text:
        told = {
            "order": "{unit} {start} → {to}, facing {facing}, {mp} of {ma} MP",
            "charge": "{unit} charges {start} → {to}",
            "counter": "{unit} rides out {start} → {to}",
            "advance": "{unit} advances to {to}, facing {facing}",
            "continued": "{unit} presses on into {to}",
            "retreat": "{unit} retreats {start} → {to}, facing {facing}",
            "withdraw": "{unit} withdraws {start} → {to}, facing {facing}",
        }
        return Text(
            told[self.how],
            unit=self.unit,
            start=show(self.start),
            to=show(self.to),
            facing=self.facing.name,
            mp=self.mp,
            ma=self.ma,
        )

    def trace(self, state: State) -> Trace:
        kinds: dict[str, TraceKind] = {
            "retreat": "rout",
            "withdraw": "withdraw",
            "advance": "advance",
            "continued": "advance",
        }
        return Trace(
            kind=kinds.get(self.how, "move"),
            unit=self.unit,
            hexes=self.path or (self.start, self.to),
            side=state.units[self.unit].side,
        )


class UnitTurned(Event):
    """6.2 A unit changes facing where it stands."""

    type: Literal["unit-turned"] = "unit-turned"
    unit: str
    facing: FacingField
    vertices: int = 0
    """Vertices that count against the one it may turn by; 0 where it turns freely."""

    def apply(self, state: State) -> None:
        state.units[self.unit].facing = self.facing
        a = state.activation
        if a is not None and self.vertices:
            a.turned[self.unit] = a.turned.get(self.unit, 0) + self.vertices

    def folded(self, state: State) -> tuple[Text, Text] | None:
        return Text("Facing {facing}", facing=self.facing.name), Text("{unit}", unit=self.unit)

    def text(self, state: State) -> Text:
        return Text("{unit} turns to face {facing}", unit=self.unit, facing=self.facing.name)


class UnitDisordered(Event):
    """12.2"""

    says: ClassVar[str] = "{unit} is Disordered."
    type: Literal["unit-disordered"] = "unit-disordered"
    unit: str

    def apply(self, state: State) -> None:
        state.units[self.unit].disordered = True

    def folded(self, state: State) -> tuple[Text, Text] | None:
        return Text("Disordered"), Text("{unit}", unit=self.unit)

    def trace(self, state: State) -> Trace | None:
        u = state.units[self.unit]
        return Trace(kind="hit", unit=u.id, hexes=(u.hex,), side=u.side) if u.hex is not None else None


class UnitRecovered(Event):
    """13.1, 13.2 From Disordered to Normal, or from Retired to Disordered."""

    type: Literal["unit-recovered"] = "unit-recovered"
    unit: str
    rallied: bool = False
    """By its Standard (13.2)."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        if self.rallied:
            u.retired, u.pointless, u.disordered = False, False, True
        else:
            u.disordered = False

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = Text("Rallied, still Disordered") if self.rallied else Text("Recovered")
        return common, Text("{unit}", unit=self.unit)

    def text(self, state: State) -> Text:
        return Text("{unit} rallies, Disordered" if self.rallied else "{unit} recovers", unit=self.unit)


class UnitRetired(Event):
    """12.4 A unit goes back to its Standard, Retired."""

    type: Literal["unit-retired"] = "unit-retired"
    unit: str
    start: Hex
    to: Hex
    facing: FacingField
    pointless: bool = False

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.retired, u.disordered, u.formation = self.to, self.facing, True, True, None
        u.pointless = self.pointless
        a = state.activation
        if a is not None and self.unit not in a.losses:
            a.losses.append(self.unit)

    def text(self, state: State) -> Text:
        text = "{unit} Retires {start} → {to}" if self.start != self.to else "{unit} Retires at {to}: it stays there"
        return Text(text, unit=self.unit, start=show(self.start), to=show(self.to))

    def trace(self, state: State) -> Trace:
        return Trace(kind="rout", unit=self.unit, hexes=(self.start, self.to), side=state.units[self.unit].side)


class UnitUnhorsed(Event):
    """12.5 Men-at-Arms lose their horses for the rest of the battle."""

    says: ClassVar[str] = "{unit} is Unhorsed, and Disordered."
    type: Literal["unit-unhorsed"] = "unit-unhorsed"
    unit: str

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.type, u.disordered = "UH", True

    def trace(self, state: State) -> Trace | None:
        u = state.units[self.unit]
        return Trace(kind="hit", unit=u.id, hexes=(u.hex,), side=u.side) if u.hex is not None else None


class UnitEliminated(Event):
    """12.6"""

    says: ClassVar[str] = "{unit} is eliminated{why}."
    type: Literal["unit-eliminated"] = "unit-eliminated"
    unit: str
    hex: Hex
    """Where it stood."""
    why: Sentence = ""
    """With a leading colon: ": it can't retreat"."""

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.eliminated, u.formation = None, True, None
        a = state.activation
        if a is not None and self.unit not in a.losses:
            a.losses.append(self.unit)

    def trace(self, state: State) -> Trace:
        return Trace(kind="loss", unit=self.unit, hexes=(self.hex,), side=state.units[self.unit].side)


class CommandLeft(Storied):
    """A whole Command leaves the battle, and costs no Flight Points by that (FK-3, PO-6, NA-5)."""

    type: Literal["command-left"] = "command-left"
    command: str
    story: Sentence

    def apply(self, state: State) -> None:
        command = state.commands[self.command]
        command.gone = True
        for u in state.units.values():
            if u.command == self.command and not u.eliminated:
                u.hex, u.departed, u.retired = None, True, False
        for x in state.leaders.values():
            if x.command == self.command and not x.lost:
                x.hex, x.departed = None, True


class FormationChanged(Event):
    """14.1 A unit takes up or leaves a formation."""

    type: Literal["formation-changed"] = "formation-changed"
    unit: str
    formation: Formation | None
    forced: bool = False
    """It lost it."""

    def apply(self, state: State) -> None:
        state.units[self.unit].formation = self.formation

    def folded(self, state: State) -> tuple[Text, Text] | None:
        common = {
            "shield-wall": Text("In Shield Wall"),
            "schiltron": Text("In Schiltron"),
            None: Text("Formation lost") if self.forced else Text("Out of formation"),
        }[self.formation]
        return common, Text("{unit}", unit=self.unit)

    def text(self, state: State) -> Text:
        told = {
            "shield-wall": "{unit} forms a Shield Wall",
            "schiltron": "{unit} forms a Schiltron",
            None: "{unit} loses its formation" if self.forced else "{unit} leaves its formation",
        }
        return Text(told[self.formation], unit=self.unit)


class UnitChanged(Event):
    """14.2, PO-5 A unit mounts or dismounts."""

    type: Literal["unit-changed"] = "unit-changed"
    unit: str
    to: UnitType
    mp: int = 0
    remounted: bool = False

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.type = self.to
        u.remounted = u.remounted or self.remounted
        a = state.activation
        if a is not None and self.mp:
            a.mp[self.unit] = a.mp.get(self.unit, 0) + self.mp

    def text(self, state: State) -> Text:
        mounts = self.to in ("MM", "MH")
        return Text("{unit} mounts" if mounts else "{unit} dismounts", unit=self.unit)


class UnitPlaced(Event):
    """A unit comes onto the map, or is put elsewhere before the battle."""

    says: ClassVar[str] = "{unit} takes its place at {hex:04d}."
    type: Literal["unit-placed"] = "unit-placed"
    unit: str
    hex: Hex
    facing: FacingField
    never_counts: bool = False

    def apply(self, state: State) -> None:
        u = state.units[self.unit]
        u.hex, u.facing, u.never_counts = self.hex, self.facing, u.never_counts or self.never_counts


class MissilesSpent(Event):
    """NA-1"""

    says: ClassVar[str] = "{unit} is out of missiles."
    type: Literal["missiles-spent"] = "missiles-spent"
    unit: str

    def apply(self, state: State) -> None:
        state.units[self.unit].no_missiles = True
