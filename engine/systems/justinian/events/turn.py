"""Whose turn it is: phases, activations, markers used, alliances, random events, the end."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.kernel.board import Place
from engine.kernel.events import Event, Storied
from engine.kernel.text import Sentence, Text
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import Activation, Alliance, Marker, Phase, State, Years


class PhaseBegan(Event):
    """3.1 The sequence of play goes on."""

    stirs: ClassVar[bool] = False
    type: Literal["phase-began"] = "phase-began"
    phase: Phase

    def apply(self, state: State) -> None:
        state.phase = self.phase


class TurnBegan(Event):
    """3.1, 6.21 A turn begins: Activation Markers are back, what held for the last turn ends."""

    type: Literal["turn-began"] = "turn-began"
    turn: int
    years: tuple[int, int]
    select: int
    random: int
    held: dict[str, int] = {}
    """Provinces that Byzantium controls, by Prefecture."""

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.markers = {"select": self.select, "random": self.random}
        state.barbarian_done = state.byzantine_done = 0
        state.passed = state.combined = state.vandal_recruits = False
        state.partners, state.drawn, state.select_recruited = [], [], []
        state.double = "no"
        state.lose_next = 0  # 9.0-d isn't carried over
        state.years = Years(held=dict(self.held))

    def text(self, state: State) -> Text:
        return Text("Turn {turn}: the years {a} to {b}.", turn=self.turn, a=self.years[0], b=self.years[1])


class MarkerUsed(Event):
    """6.21, 6.42 The barbarian player uses Activation Markers."""

    stirs: ClassVar[bool] = False
    type: Literal["marker-used"] = "marker-used"
    marker: Marker
    n: int = 1
    power: str = ""
    """Whom a Select marker names."""

    def apply(self, state: State) -> None:
        state.markers[self.marker] -= self.n
        if self.n == 2:
            state.combined = True

    def text(self, state: State) -> Text:
        if self.n == 2:
            return Text("The barbarians use both Select markers for a Combined Operation.")
        if self.power:
            return Text("The barbarians select the {name}.", name=state.names[self.power])
        return Text(
            "The barbarians use a Select marker." if self.marker == "select" else "The barbarians use a Random marker."
        )


class PartnersNamed(Event):
    """6.44 An army of a major power, and the minor one it may pick up in this activation; () when that is over."""

    stirs: ClassVar[bool] = False
    type: Literal["partners-named"] = "partners-named"
    armies: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.partners = list(self.armies)


class BarbarianPassed(Event):
    """6.11 No more barbarian activations this turn."""

    stirs: ClassVar[bool] = False
    says: ClassVar[str] = "The barbarians have done for these years."
    type: Literal["barbarian-passed"] = "barbarian-passed"

    def apply(self, state: State) -> None:
        state.passed = True


class ActivationBegan(Event):
    """6.25, 6.51 An army or a fleet is activated; ``barbarian`` and ``nobody`` fix who controls what (6.54, 8.17)."""

    type: Literal["activation-began"] = "activation-began"
    side: Side
    army: str | None = None
    fleet: str | None = None
    barbarian: tuple[Place, ...] = ()
    nobody: tuple[Place, ...] = ()

    def apply(self, state: State) -> None:
        state.activation = Activation(
            side=self.side, army=self.army, fleet=self.fleet, barbarian=self.barbarian, nobody=self.nobody
        )
        state.activations += 1

    def text(self, state: State) -> Text | None:
        if self.army is not None:
            return Text("{army} is activated.", army=state.called(self.army))
        if self.fleet is not None:
            return Text("The {whose} fleet is activated.", whose=state.adjectives[self.fleet])
        return None


class MpRolled(Event):
    """7.11 Movement Points of the active army."""

    stirs: ClassVar[bool] = False
    type: Literal["mp-rolled"] = "mp-rolled"
    mp: int

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.mp = self.mp


class MpSpent(Event):
    """7.12 The active army spends Movement Points on something other than going on."""

    stirs: ClassVar[bool] = False
    type: Literal["mp-spent"] = "mp-spent"
    mp: int

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.spent += self.mp


class ActivationEnded(Event):
    """6.12 An activation is over, one of a player's five."""

    stirs: ClassVar[bool] = False
    type: Literal["activation-ended"] = "activation-ended"
    side: Side

    def apply(self, state: State) -> None:
        state.activation = None
        if self.side == "byzantine":
            state.byzantine_done += 1
            state.fort_built = False
        else:
            state.barbarian_done += 1


class ActivationClosed(Event):
    """An army or fleet has finished, but not the activation it was part of (6.44) or was used in (6.34)."""

    stirs: ClassVar[bool] = False
    type: Literal["activation-closed"] = "activation-closed"

    def apply(self, state: State) -> None:
        state.activation = None


class DoubleDeclared(Event):
    """6.45 The Byzantine makes two activations in a row; or has made them."""

    stirs: ClassVar[bool] = False
    type: Literal["double-declared"] = "double-declared"
    now: bool

    def apply(self, state: State) -> None:
        state.double = "now" if self.now else "used"

    def text(self, state: State) -> Text | None:
        return Text("The Byzantines make two activations in a row.") if self.now else None


class Allied(Event):
    """6.33, 6.44, 7.19 Which side a minor power is on; "none": until it is rolled for again (6.35)."""

    type: Literal["allied"] = "allied"
    power: str
    alliance: Alliance

    def apply(self, state: State) -> None:
        state.alliance[self.power] = self.alliance

    def text(self, state: State) -> Text | None:
        told = {
            "barbarian": "The {name} fight for the barbarians.",
            "neutral": "The {name} stay Neutral.",
            "byzantine": "The {name} fight for Byzantium.",
        }.get(self.alliance)
        return Text(told, name=state.names[self.power]) if told is not None else None


class SelectRecruited(Event):
    """6.24, 6.27 A power has had its recruiting by a Select marker; Vandals who recruited will desert."""

    stirs: ClassVar[bool] = False
    type: Literal["select-recruited"] = "select-recruited"
    power: str
    desertion: bool = False

    def apply(self, state: State) -> None:
        state.select_recruited.append(self.power)
        state.vandal_recruits = state.vandal_recruits or self.desertion


class ArmyRaised(Event):
    """5.34 A new army waits for its commander (4.14)."""

    stirs: ClassVar[bool] = False
    type: Literal["army-raised"] = "army-raised"
    army: str

    def apply(self, state: State) -> None:
        state.drawn.append(self.army)


class Deserted(Event):
    """6.27 Vandals have deserted in this activation: it happens once."""

    stirs: ClassVar[bool] = False
    type: Literal["deserted"] = "deserted"

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.deserted = True


class ConstantinopleHeld(Event):
    """5.13 Europa has fallen to the Barbarian, or is no longer his."""

    stirs: ClassVar[bool] = False
    type: Literal["constantinople-held"] = "constantinople-held"
    fallen: bool

    def apply(self, state: State) -> None:
        state.fallen = self.fallen


class PowerOut(Event):
    """8.28 Vandals or Ostrogoths are out of the game for good; what is left of them is removed by other events."""

    type: Literal["power-out"] = "power-out"
    power: str

    def apply(self, state: State) -> None:
        state.out.append(self.power)

    def text(self, state: State) -> Text:
        return Text("The {name} are out of the game.", name=state.names[self.power])


# -- random events -----------------------------------------------------------------------------------------------------

EventName = Literal[
    "mutiny", "plague", "religious_disputes", "politics", "justinian_builds", "nika", "armenia", "sardinia", "egypt"
]

_TITLES: dict[EventName, str] = {
    "mutiny": "Mutiny",
    "plague": "Plague",
    "religious_disputes": "Religious Disputes",
    "politics": "Politics",
    "justinian_builds": "Justinian builds",
    "nika": "Nika revolt",
    "armenia": "Revolt in Armenia",
    "sardinia": "Revolt in Sardinia",
    "egypt": "Revolt in Egypt",
}


_MEANS: dict[EventName, str] = {
    "mutiny": "each Frontier group and each fleet that is Not Paid may be lost.",
    "plague": "half of all SP in Cities and a third elsewhere are lost; the next income is halved.",
    "religious_disputes": "Byzantium loses its next activation of this turn.",
    "politics": "the MagMil who rolls highest is replaced.",
    "nika": "the next Byzantine activation brings an army of 10 SP or more to Europa.",
    "armenia": "provinces there without an army revolt.",
    "sardinia": "who controls it sends troops and a ship, or loses it.",
    "egypt": "provinces there without troops revolt.",
}
"""What comes of each, as far as it isn't told by what follows at once."""


class EventStruck(Event):
    """9.0 A random event; ``without`` effect where the rules say so."""

    type: Literal["event-struck"] = "event-struck"
    event: EventName
    without: bool = False

    def apply(self, state: State) -> None:
        if self.without:
            return
        if self.event == "plague":
            state.plagues += 1
            state.half_income = True
        elif self.event == "religious_disputes":
            state.lose_next += 1
        elif self.event == "nika":
            state.nika = True

    def text(self, state: State) -> Text:
        title = Text(_TITLES[self.event])
        if self.without:
            return Text("{event}: no effect.", event=title)
        means = _MEANS.get(self.event)
        return Text("{event}: {means}", event=title, means=Text(means)) if means else Text("{event}!", event=title)


class ActivationLost(Event):
    """9.0-d The Byzantine loses an activation."""

    stirs: ClassVar[bool] = False
    says: ClassVar[str] = "The Byzantines lose an activation to Religious Disputes."
    type: Literal["activation-lost"] = "activation-lost"

    def apply(self, state: State) -> None:
        state.lose_next -= 1
        state.byzantine_done += 1


class NikaOver(Event):
    """9.0-c1 An army has come to Europa, or there is none to come."""

    stirs: ClassVar[bool] = False
    type: Literal["nika-over"] = "nika-over"

    def apply(self, state: State) -> None:
        state.nika = False


class ProvincesPaid(Storied):
    """5.11 The provinces an income comes from, told with what has changed since the last one; its gold is counted by
    :class:`~.land.GoldChanged`."""

    stirs: ClassVar[bool] = False
    type: Literal["provinces-paid"] = "provinces-paid"
    provinces: tuple[Place, ...]
    story: Sentence

    def apply(self, state: State) -> None:
        state.paid = list(self.provinces)


class IncomeHalved(Event):
    """9.0-b The income halved by the Plague has been received."""

    stirs: ClassVar[bool] = False
    type: Literal["income-halved"] = "income-halved"

    def apply(self, state: State) -> None:
        state.half_income = False


# -- the end -----------------------------------------------------------------------------------------------------------


class CampaignEnded(Storied):
    """10.1"""

    type: Literal["campaign-ended"] = "campaign-ended"
    winner: Side
    story: Sentence

    def apply(self, state: State) -> None:
        state.phase = "over"
        state.winner = self.winner
        state.outcome = self.story
        state.activation = None


class Told(Storied):
    """A sentence of the story that changes nothing."""

    stirs: ClassVar[bool] = False
    type: Literal["told"] = "told"
    story: Sentence

    def apply(self, state: State) -> None:
        pass
