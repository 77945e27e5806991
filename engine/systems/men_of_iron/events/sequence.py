"""Who acts: phases, activations, passes, and the end of the battle."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from engine.kernel.events import Event, Storied
from engine.kernel.hexes import Hex
from engine.kernel.json_values import is_array
from engine.kernel.text import Sentence, Text, joined
from engine.systems.men_of_iron.state import Activation, Attack, How, Phase, State


class PhaseBegan(Event):
    """The sequence of play goes on."""

    stirs: ClassVar[bool] = False
    type: Literal["phase-began"] = "phase-began"
    phase: Phase

    def apply(self, state: State) -> None:
        state.phase = self.phase


class ArmyDeployed(Event):
    """14.1 A side has given its formation orders before the battle."""

    stirs: ClassVar[bool] = False
    says: ClassVar[str] = "The {name} are ready."
    type: Literal["army-deployed"] = "army-deployed"
    side: str
    name: str

    def apply(self, state: State) -> None:
        state.armies[self.side].deployed = True


class ChoiceGiven(Storied):
    """3.2 It is a side's free choice what to activate."""

    stirs: ClassVar[bool] = False
    type: Literal["choice-given"] = "choice-given"
    side: str
    passes: int = 0
    """Passes in a row."""
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.chooser = self.side
        state.passes = self.passes
        state.seized = False
        state.phase = "free"


class ActivationBegan(Event):
    """4.1 A Command, or a Standard in its place, is activated."""

    stirs: ClassVar[bool] = False
    type: Literal["activation-began"] = "activation-began"
    side: str
    command: str
    standard: str | None = None
    how: How

    def apply(self, state: State) -> None:
        state.activation = Activation(side=self.side, command=self.command, standard=self.standard, how=self.how)
        state.chooser = self.side
        state.passes = 0
        state.seized = state.seized or self.how == "seizure"
        state.deeds += 1
        state.activations += 1
        state.latest = self.standard or self.command
        state.commands[self.command].activations += self.standard is None
        state.phase = "begin"

    def text(self, state: State) -> Text | None:
        name = state.commands[self.command].name
        if self.standard is not None:
            return Text("{standard} is raised: the Retired rally.", standard=state.standards[self.standard].name)
        if self.how != "free":
            return None  # its roll has been told
        return Text("{name}: free activation.", name=name)


class CommandStatusFixed(Event):
    """15.2, 13.1 How each unit of the Command stands as its activation begins."""

    stirs: ClassVar[bool] = False
    type: Literal["command-status-fixed"] = "command-status-fixed"
    out_of_command: list[str]
    may_recover: list[str]
    began: dict[str, Hex]

    def apply(self, state: State) -> None:
        a = state.activation
        assert a is not None
        a.out_of_command, a.may_recover, a.began = list(self.out_of_command), list(self.may_recover), dict(self.began)

    def text(self, state: State) -> Text | None:
        if not self.out_of_command:
            return None
        return Text("Out of command: {units}.", units=", ".join(self.out_of_command))


class OrderGiven(Event):
    """An order is carried out; the unit it names has acted (13.1)."""

    stirs: ClassVar[bool] = False
    type: Literal["order-given"] = "order-given"
    unit: str = ""

    def apply(self, state: State) -> None:
        state.deeds += 1
        a = state.activation
        if a is not None:
            a.orders_given = True
            if self.unit and self.unit not in a.acted:
                a.acted.append(self.unit)


Field = Literal[
    "acted",
    "moved",
    "fired",
    "reaction_shots",
    "countercharged",
    "attacked",
    "worked",
    "losses",
    "turned",
    "mp",
    "pending_counter",
    "left_zoc",
]


class Noted(Event):
    """Something to be remembered until the activation ends.

    A list takes ``unit``; ``turned`` and ``mp`` add ``n`` to the unit's; ``pending_counter`` and ``left_zoc`` take
    ``other`` for it.
    """

    stirs: ClassVar[bool] = False
    type: Literal["noted"] = "noted"
    field: Field
    unit: str
    n: int = 0
    other: str = ""

    def apply(self, state: State) -> None:
        a = state.activation
        if a is None:
            return
        held: Any = getattr(a, self.field)
        if is_array(held):
            if self.unit not in held:
                held.append(self.unit)
        elif self.field in ("turned", "mp"):
            held[self.unit] = held.get(self.unit, 0) + self.n
        elif self.field == "left_zoc":
            known = held.setdefault(self.unit, [])
            if self.other not in known:
                known.append(self.other)
        elif self.other:
            held[self.unit] = self.other
        else:
            held.pop(self.unit, None)


class AttacksDesignated(Event):
    """10.3 What every unit attacks."""

    stirs: ClassVar[bool] = False
    type: Literal["attacks-designated"] = "attacks-designated"
    attacks: list[Attack]

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.attacks = [a.model_copy(deep=True) for a in self.attacks]
        for a in self.attacks:
            if a.unit not in state.activation.acted:
                state.activation.acted.append(a.unit)

    def text(self, state: State) -> Text | None:
        if not self.attacks:
            return None
        told = (
            Text(
                "{unit} attacks {enemies}" if a.charge is None else "{unit} charges {enemies}",
                unit=a.unit,
                enemies=joined(a.targets, " and "),
            )
            for a in self.attacks
        )
        return Text("{attacks}.", attacks=joined(told))


class AttacksLeft(Event):
    """Designated attacks that remain, the others being fought or lapsed."""

    stirs: ClassVar[bool] = False
    type: Literal["attacks-left"] = "attacks-left"
    attacks: list[Attack]

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.activation.attacks = [a.model_copy(deep=True) for a in self.attacks]


class ActivationEnded(Event):
    """3.2 The Command has finished."""

    stirs: ClassVar[bool] = False
    type: Literal["activation-ended"] = "activation-ended"

    def apply(self, state: State) -> None:
        assert state.activation is not None
        state.last_command = state.activation.command
        state.activation = None
        state.phase = "continue"


class FreeActivationUsed(Event):
    """3.2 A side has used its free activation for something that is no Command's: any of its Commands may go on."""

    type: Literal["free-activation-used"] = "free-activation-used"
    side: str

    def apply(self, state: State) -> None:
        state.chooser = self.side
        state.last_command = None
        state.passes = 0
        state.deeds += 1
        state.phase = "continue"


class ExtraPoints(Event):
    """16.0 Flight Points for good by a rule of the battle."""

    type: Literal["extra-points"] = "extra-points"
    side: str
    points: int

    def apply(self, state: State) -> None:
        state.armies[self.side].extra += self.points


class NoteSet(Storied):
    """A special rule remembers something."""

    type: Literal["note-set"] = "note-set"
    key: str
    value: str
    story: Sentence = ""

    def apply(self, state: State) -> None:
        state.notes[self.key] = self.value


class HedgeRemoved(Event):
    """PO-2 A hexside is clear from now on."""

    says: ClassVar[str] = "{unit} clears the hedge between {a:04d} and {b:04d}."
    type: Literal["hedge-removed"] = "hedge-removed"
    unit: str
    a: Hex
    b: Hex

    def apply(self, state: State) -> None:
        state.hedges_removed.append((self.a, self.b))


class BattleEnded(Storied):
    """16.0 An army has fled, or nobody will fight on."""

    type: Literal["battle-ended"] = "battle-ended"
    winner: str | None
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
    unit: str = ""

    def apply(self, state: State) -> None:
        pass
