"""Player Turns begin and are seized; Formations are activated; units are In Command or not."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from engine.kernel.events import Event
from engine.kernel.text import Text, codes, joined
from engine.systems.simple_gboh.state import Coming, PlayerTurn


class PlayerTurnBegan(Event):
    """3.2 A Player Turn begins; what lasted one is over."""

    type: Literal["player-turn-began"] = "player-turn-began"
    turn: int
    orders: PlayerTurn
    name: str
    """The side as players read it."""

    def apply(self, state: Any) -> None:
        state.turn = self.turn
        state.new_turn()
        state.orders = self.orders.model_copy(deep=True)
        state.last_side = self.orders.side
        state.sides[self.orders.side].turns += 1
        state.phase = "seizure"

    def text(self, state: Any) -> Text | None:
        if self.orders.seized_by is None:
            return Text("Player Turn {turn}: the {side}.", turn=self.turn, side=self.name)
        leader = state.leaders[self.orders.seized_by].name
        return Text(
            "Player Turn {turn}: the {side}, seized by {leader}.", turn=self.turn, side=self.name, leader=leader
        )


class TurnsSettled(Event):
    """4.41 Which Player Turns come next, before sides alternate again."""

    stirs: ClassVar[bool] = False
    type: Literal["turns-settled"] = "turns-settled"
    coming: list[Coming]

    def apply(self, state: Any) -> None:
        state.coming = [c.model_copy() for c in self.coming]


class SeizureUsed(Event):
    """4.44 One of a leader's attempts to seize the turn is used up."""

    type: Literal["seizure-used"] = "seizure-used"
    leader: str
    seized: bool = False
    """4.41 The roll succeeded: the turn under way is set aside."""

    def apply(self, state: Any) -> None:
        state.leaders[self.leader].seizure -= 1
        if self.seized:
            # The turn set aside has not been had: it begins anew when the seized one is over.
            state.sides[state.orders.side].turns -= 1
            state.orders = None
            state.phase = "start"

    def text(self, state: Any) -> Text | None:
        x = state.leaders[self.leader]
        if self.seized:
            return Text("{leader} seizes the turn! {n:attempt|attempts} left.", leader=x.name, n=x.seizure)
        return Text("{leader} has {n:attempt|attempts} to seize the turn left.", leader=x.name, n=x.seizure)


class FormationsActivated(Event):
    """4.1, 4.14 Formations are activated, all their units wherever they are."""

    type: Literal["formations-activated"] = "formations-activated"
    formations: list[str]
    names: list[str]
    """The same as players read them."""
    group: str | None = None
    """4.14 What lets them be activated together."""
    leads: list[str]
    """Leaders activated whoever commands."""
    units: list[str]

    def apply(self, state: Any) -> None:
        turn = state.orders
        turn.formations, turn.group = list(self.formations), self.group
        turn.leads, turn.activated = list(self.leads), list(self.units)
        for name in self.leads:
            state.leaders[name].status = "active"
        state.phase = "returns"

    def text(self, state: Any) -> Text | None:
        # 7.63 A Formation all of which pursues has no unit to activate yet.
        text = "Activated: {what} ({n:unit|units})." if self.units else "Activated: {what}."
        return Text(text, what=joined(self.names), n=len(self.units))


class CommanderChosen(Event):
    """4.1 Who commands an activated Formation in this Player Turn; he is activated with it."""

    type: Literal["commander-chosen"] = "commander-chosen"
    formation: str
    name: str
    """The same as players read it."""
    leader: str | None
    """None: it has no Commander on the map."""

    def apply(self, state: Any) -> None:
        if self.leader is None:
            return
        state.orders.commanders[self.formation] = self.leader
        if self.leader not in state.orders.leads:
            state.orders.leads.append(self.leader)
        state.leaders[self.leader].status = "active"

    def text(self, state: Any) -> Text | None:
        if self.leader is None:
            return Text("{what} has no Commander on the map.", what=self.name)
        return Text("{leader} commands {what}.", leader=state.leaders[self.leader].name, what=self.name)


class CommandSettled(Event):
    """4.11 Who of the activated units is In Command, until the Player Turn ends."""

    type: Literal["command-settled"] = "command-settled"
    units: list[str]

    def apply(self, state: Any) -> None:
        state.orders.in_command = list(self.units)
        state.phase = "orders"

    def text(self, state: Any) -> Text | None:
        activated = [u for u in state.orders.activated if state.units[u].on_map]
        out = [u for u in activated if u not in self.units]
        if not activated:
            return None
        if not out:
            return Text("All are In Command.")
        if not self.units:
            return Text("All are Out of Command.")
        return Text("Out of Command: {units}.", units=codes(out))


class CommandSet(Event):
    """4.11 A referee puts an activated unit In Command, or out of it, for the Player Turn."""

    type: Literal["command-set"] = "command-set"
    unit: str
    on: bool

    def apply(self, state: Any) -> None:
        held = state.orders.in_command
        if self.on and self.unit not in held:
            held.append(self.unit)
        elif not self.on and self.unit in held:
            held.remove(self.unit)

    def text(self, state: Any) -> Text | None:
        return Text("{unit} is In Command." if self.on else "{unit} is Out of Command.", unit=self.unit)


class RideBegan(Event):
    """4.33, 4.46 A leader moves in place of an activation; 4.46: in the enemy's Player Turn, which goes on after it."""

    type: Literal["ride-began"] = "ride-began"
    leader: str
    orders: PlayerTurn
    interrupts: bool = False

    def apply(self, state: Any) -> None:
        state.interrupted = state.orders if self.interrupts else None
        state.orders = self.orders.model_copy(deep=True)
        state.leaders[self.leader].status = "active"
        state.phase = "orders"

    def text(self, state: Any) -> Text | None:
        return Text("{leader} rides, and no Formation is activated.", leader=state.leaders[self.leader].name)


class RideEnded(Event):
    """4.46 The leader has moved; the Player Turn he broke into goes on."""

    type: Literal["ride-ended"] = "ride-ended"
    leader: str

    def apply(self, state: Any) -> None:
        state.orders, state.interrupted = state.interrupted, None
        state.leaders[self.leader].status = "inactive"
        state.phase = "activation"
