"""A tiny made-up rule system that uses everything the kernel offers: a duel of two sides with three units each.

Each turn red, then blue gives up to two orders (``r1 x b2`` attacks, ``done`` ends); the attacked side may strike back.
Then both choose a stance in secret, and each unit of the side with fewer hits may brace. Dice decide.
"""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field, TypeAdapter

from engine.kernel.context import BaseState, Context
from engine.kernel.decisions import (
    Answer,
    Choice,
    Choose,
    ChooseEach,
    Command,
    Decision,
    Item,
    Menu,
    Pick,
    Picks,
    Policy,
    PolicyKind,
    Scope,
    yes_no,
)
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.events import Event
from engine.kernel.game import Game
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.inquiry import Fact, Findings, Question, Section
from engine.kernel.referee import ActKind, AnyRequest, Setting, SetValue, Subject
from engine.kernel.statement import Sign, Statement, Word
from engine.kernel.system import Option, RuleText
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text, refuse
from engine.kernel.view import LeaderView, SideView, TableView

SIDES = ("red", "blue")
SCENARIO = {
    "system": "toy",
    "id": "duel",
    "title": "The duel",
    "sides": [{"id": "red", "name": "Reds"}, {"id": "blue", "name": "Blues"}],
    "optional_rules": ["endless"],
    "turns": 4,
    "hit_from": 5,
    "toughness": 3,
}
ORDERS = 2


class Unit(BaseModel):
    id: str
    side: str
    hits: int = 0
    gone: bool = False
    braced: bool = False


class ToyState(BaseState):
    units: dict[str, Unit]
    phase: Literal["red", "blue", "stances", "brace", "end", "over"] = "red"
    given: int = 0
    turns: int = 4


class Hit(Event):
    says: ClassVar[str] = "{unit} is hit"
    type: Literal["hit"] = "hit"
    unit: str
    gone: bool

    def apply(self, state: ToyState) -> None:
        state.units[self.unit].hits += 1
        state.units[self.unit].gone = self.gone


class HitsSet(Event):
    says: ClassVar[str] = "{unit} has {hits} hits"
    type: Literal["hits-set"] = "hits-set"
    unit: str
    hits: int
    gone: bool

    def apply(self, state: ToyState) -> None:
        state.units[self.unit].hits = self.hits
        state.units[self.unit].gone = self.gone


class Missed(Event):
    says: ClassVar[str] = "{unit} is missed"
    type: Literal["missed"] = "missed"
    unit: str

    def apply(self, state: ToyState) -> None:
        pass


class OrderGiven(Event):
    type: Literal["order-given"] = "order-given"

    def apply(self, state: ToyState) -> None:
        state.given += 1


class Phase(Event):
    type: Literal["phase"] = "phase"
    phase: Literal["red", "blue", "stances", "brace", "end", "over"]
    turn: int

    def apply(self, state: ToyState) -> None:
        state.phase, state.turn, state.given = self.phase, self.turn, 0


class Braced(Event):
    type: Literal["braced"] = "braced"
    unit: str
    braced: bool

    def apply(self, state: ToyState) -> None:
        state.units[self.unit].braced = self.braced


class Ended(Event):
    type: Literal["ended"] = "ended"
    winner: str | None
    story: str

    def apply(self, state: ToyState) -> None:
        state.outcome, state.winner = self.story, self.winner


class Attack(Answer):
    do: Literal["attack"] = "attack"
    unit: str
    target: str


class Done(Answer):
    do: Literal["done"] = "done"


ToyEvent = Annotated[Hit | HitsSet | Missed | OrderGiven | Phase | Braced | Ended, Field(discriminator="type")]
ToyAnswer = Annotated[Attack | Done | Pick | Picks, Field(discriminator="do")]


class Toy:
    """The rules, bound to one scenario document."""

    id: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    state_type = ToyState
    events: TypeAdapter[Any] = TypeAdapter(ToyEvent)
    answers: TypeAdapter[Any] = TypeAdapter(ToyAnswer)
    policies: ClassVar[tuple[PolicyKind, ...]] = (
        PolicyKind("strike-back", Text("Strike back"), {"fresh": Text("while it has no hits")}),
        PolicyKind("brace", Text("Brace")),
    )

    def __init__(self, document: dict[str, Any] | None = None) -> None:
        self.document = document or SCENARIO

    def initial_state(self, options: dict[str, bool] | None = None) -> ToyState:
        units = {f"{s[0]}{n}": Unit(id=f"{s[0]}{n}", side=s) for s in SIDES for n in (1, 2, 3)}
        turns = 10_000 if (options or {}).get("endless") else self.document["turns"]
        return ToyState(units=units, turns=turns)

    def options(self) -> tuple[Option, ...]:
        return tuple(Option(key, Text(key)) for key in self.document["optional_rules"])

    def own_rules(self) -> tuple[RuleText, ...]:
        return ()

    def context(self, state: ToyState) -> Context[ToyState]:
        return Context(state)

    def play(self, g: Context[ToyState]) -> Coroutine[Any, Any, None]:
        return Rules(g, self.document).play()

    def scopes(self, state: ToyState, side: str) -> tuple[Scope, ...]:
        own = [u.id for u in state.units.values() if u.side == side]
        odd = frozenset(u for u in own if u != f"{side[0]}2")
        return (
            *(Scope(u, Text(u), frozenset({u})) for u in own),
            Scope("odd", Text("odd ones"), odd),
            Scope(side[0], Text("all {letter}", letter=side[0]), frozenset(own)),
        )

    def known(self, state: ToyState, sides: Collection[str]) -> ToyState:
        return state

    def judge(self, context: Any, side: str) -> dict[str, float]:
        return {"units": float(sum(1 if u.side == side else -1 for u in context.state.units.values()))}

    def glance(self, state: ToyState) -> TableView:
        return self.view(state)

    def view(self, state: ToyState, sides: Collection[str] = ()) -> TableView:
        return TableView(
            title="The duel",
            subtitle="nowhere",
            board=BattleMap(id="toy", name="Toy", cols=(1, 2), rows=(1, 2), compass={}),
            sides=tuple(SideView(id=s, name=s.title()) for s in SIDES),
            counters=(),
            leaders=(),
            turn=state.turn,
            phase=Text(state.phase),
        )

    def read(self, game: Game[ToyState], decision: Decision, statement: Statement) -> Answer:
        words = [str(t) for t in statement.tokens]
        if words == ["done"]:
            return Done()
        if len(words) == 3 and words[1] == "x":
            return Attack(unit=words[0], target=words[2])
        refuse("“{text}” is no order; write r1 x b2, or done.", text=str(statement))

    def write(self, answer: Answer) -> Statement:
        if isinstance(answer, Attack):
            return Statement((Word(answer.unit), Sign("x"), Word(answer.target)))
        return Statement((Word("done"),))

    def ideas(self, game: Game[ToyState], decision: Decision, unit: str) -> Sequence[Idea]:
        choice = next((c for c in decision.menu if c.unit == unit), None) if isinstance(decision, Command) else None
        if choice is None or choice.answer is None:
            return []
        return [Idea("strike", choice.label, choice.answer, unit=unit, chance=0.5)]

    def counsel(self, context: Any, decision: Decision, unit: str) -> Sequence[tuple[float, Answer]]:
        return []

    def groups(self, game: Game[ToyState], decision: Decision) -> Sequence[Group]:
        units = self._own(game.state, decision)
        return [Group("all", Text("Everybody"), units)] if len(units) > 1 and isinstance(decision, Command) else []

    def group_ideas(self, game: Game[ToyState], decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        enemy = next(u.id for u in game.state.units.values() if u.side != decision.side and not u.gone)
        own = self._own(game.state, decision)
        orders = tuple(self.write(Attack(unit=u, target=enemy)) for u in units if u in own)
        left = tuple((u, Text("{unit} is out of the battle", unit=u)) for u in units if u not in own)
        return [GroupIdea("strike", Text("Attack {enemy}", enemy=enemy), orders[:ORDERS], left)] if orders else []

    def _own(self, state: ToyState, decision: Decision) -> tuple[str, ...]:
        return tuple(u.id for u in state.units.values() if u.side == decision.side and not u.gone)

    def invariants(self, state: ToyState, *, at_rest: bool = True) -> list[str]:
        return [f"{u.id} has {u.hits} hits" for u in state.units.values() if u.hits < 0]

    def inquire(self, game: Game[ToyState], question: Question, sides: Collection[str] = ()) -> Findings:
        asked = Section(Text("Asked"), tuple(Fact(d.prompt, d.rule) for d in game.pending))
        return Findings(Text("The duel"), (asked,))

    def referee_acts(self, state: ToyState) -> list[ActKind]:
        return [
            ActKind("set", [Subject(u.id, Text(u.id), lambda u=u: self._settings(u)) for u in state.units.values()])
        ]

    def _settings(self, unit: Unit) -> list[Setting]:
        return [Setting("hits", Text("hits"), str(unit.hits), least=0, most=self.document["toughness"])]

    def act(self, state: ToyState, request: AnyRequest) -> list[Event]:
        unit = state.units.get(request.piece)
        if unit is None or not isinstance(request, SetValue):
            refuse("A referee can set a unit's hits, and nothing else.")
        hits = int(self._settings(unit)[0].read(request.value))
        return [HitsSet(unit=unit.id, hits=hits, gone=hits >= self.document["toughness"])]


class Led(Toy):
    """With a leader for each side, who is active while it gives orders."""

    def view(self, state: ToyState, sides: Collection[str] = ()) -> TableView:
        acting = {"red": "Rufus", "blue": "Bass", "brace": "Rufus"}.get(state.phase)
        leaders = tuple(
            LeaderView(name, name, side, 101, "oc", 3, status="active" if name == acting else "inactive")
            for side, name in enumerate(("Rufus", "Bass"))
        )
        return replace(super().view(state, sides), leaders=leaders)


class LongTurns(Led):
    """Answers for a while count for the turn."""

    def view(self, state: ToyState, sides: Collection[str] = ()) -> TableView:
        return replace(super().view(state, sides), answers_last="turn")


class Rules:
    """The procedures of one game."""

    def __init__(self, g: Context[ToyState], document: dict[str, Any]) -> None:
        self.g = g
        self.document = document

    @property
    def state(self) -> ToyState:
        return self.g.state

    async def play(self) -> None:
        while self.state.phase != "over":
            await self.g.rest()
            match self.state.phase:
                case "red" | "blue":
                    await self.orders(self.state.phase)
                case "stances":
                    await self.stances()
                case "brace":
                    await self.brace()
                case "end":
                    await self.end()

    def living(self, side: str) -> list[Unit]:
        return [u for u in self.state.units.values() if u.side == side and not u.gone]

    async def orders(self, side: str) -> None:
        if self.state.given < ORDERS and self.living(side):
            answer = await self.g.ask(
                Command(
                    kind="orders",
                    side=side,
                    rule="2.1",
                    prompt=Text("Orders?"),
                    menu=Menu(Text("Order"), lambda: self.menu(side)),
                    accept=lambda a: self.check(side, a),
                    default_answer=Done(),
                )
            )
            if isinstance(answer, Attack):
                self.g.emit(OrderGiven())
                await self.attack(answer)
                return
        self.go_on("blue" if side == "red" else "stances")

    def menu(self, side: str) -> list[Choice]:
        enemies = self.living("blue" if side == "red" else "red")
        attacks = [
            Choice(
                f"{u.id}-{e.id}",
                Text("{u} attacks {e}", u=u.id, e=e.id),
                Attack(unit=u.id, target=e.id),
                unit=u.id,
                lean=3,
            )
            for u in self.living(side)
            for e in enemies
        ]
        return [*attacks, Choice("done", Text("No more orders"), Done())]

    def check(self, side: str, answer: Answer) -> None:
        if isinstance(answer, Done):
            return
        if not isinstance(answer, Attack):
            refuse("Attack, or done.", rule="2.1")
        for name, own in ((answer.unit, True), (answer.target, False)):
            if name in ("boom", "late"):
                continue  # ways to make the rules fail after they have begun
            unit = self.state.units.get(name)
            if unit is None or unit.gone or (unit.side == side) is not own:
                refuse("{name} can't take part.", rule="2.2", name=name)

    async def attack(self, order: Attack) -> None:
        if order.target in ("boom", "late"):
            await self.roll(order.unit, "b1")
            if order.target == "late":
                refuse("Too late.", rule="9.9")
            raise RuntimeError("boom")
        target = self.state.units[order.target]
        back = await self.g.ask(
            yes_no(
                kind="strike-back",
                side=target.side,
                rule="2.3",
                prompt=Text("Does {unit} strike back?", unit=target.id),
                yes=Text("strike back"),
                no=Text("hold"),
                default=False,
                subject=target.id,
                policy="strike-back",
                conditions={"fresh": target.hits == 0},
            )
        )
        await self.strike(order.unit, target.id)
        if back.key == "yes" and not target.gone:
            await self.strike(target.id, order.unit)

    async def roll(self, unit: str, target: str) -> int:
        braced = self.state.units[target].braced
        roll = await self.g.roll(
            RollRequest(
                purpose="strike",
                side=self.state.units[unit].side,
                text=f"{unit} strikes {target}",
                rule="2.4",
                table="Strikes",
                modifiers=(Modifier(value=-2, reason="braced", rule="2.5"),) if braced else (),
                needs=f"{self.document['hit_from']} or more",
                outcome=lambda total: "hit" if total >= self.document["hit_from"] else "miss",
            )
        )
        return roll.total

    async def strike(self, unit: str, target: str) -> None:
        if await self.roll(unit, target) >= self.document["hit_from"]:
            hits = self.state.units[target].hits + 1
            self.g.emit(Hit(unit=target, gone=hits >= self.document["toughness"], rule="2.4"))
        else:
            self.g.emit(Missed(unit=target, rule="2.4"))

    async def stances(self) -> None:
        a, b = await self.g.ask_both(*(self.stance(s) for s in SIDES))
        if a.key == b.key == "high":
            for side in SIDES:
                for u in self.living(side)[:1]:
                    self.g.emit(Hit(unit=u.id, gone=u.hits + 1 >= self.document["toughness"], rule="3.1"))
        self.go_on("brace")

    def stance(self, side: str) -> Choose:
        return Choose(
            kind="stance",
            side=side,
            rule="3.1",
            prompt=Text("Stance?"),
            choices=(Choice("high", Text("high")), Choice("low", Text("low"))),
            default_key="low",
            secret=True,
        )

    async def brace(self) -> None:
        # Something happens before the question: the procedure can't simply be started afresh when it is open.
        for u in self.state.units.values():
            if u.braced:
                self.g.emit(Braced(unit=u.id, braced=False))
        hits = {s: sum(u.hits for u in self.state.units.values() if u.side == s) for s in SIDES}
        side = min(SIDES, key=lambda s: hits[s])
        units = self.living(side)
        if units:
            decision = ChooseEach(
                kind="brace",
                side=side,
                rule="3.2",
                prompt=Text("Who braces?"),
                items=[
                    Item(
                        u.id,
                        Text(u.id),
                        (Choice("brace", Text("brace")), Choice("stand", Text("stand"))),
                        "stand",
                        Policy("brace", "brace", "stand"),
                    )
                    for u in units
                ],
            )
            for unit, key in decision.picked(await self.g.ask(decision)):
                if key == "brace":
                    self.g.emit(Braced(unit=unit, braced=True))
        self.go_on("end")

    async def end(self) -> None:
        beaten = [s for s in SIDES if not self.living(s)]
        if beaten or self.state.turn >= self.state.turns:
            winner = next((s for s in SIDES if s not in beaten), None) if len(beaten) == 1 else None
            self.g.emit(Ended(winner=winner, story=f"{winner or 'nobody'} wins"))
            self.go_on("over")
        else:
            self.go_on("red", self.state.turn + 1)

    def go_on(self, phase: Any, turn: int | None = None) -> None:
        self.g.emit(Phase(phase=phase, turn=turn or self.state.turn))


class Endless(Toy):
    """Phases follow one another, and nobody is asked."""

    async def play(self, g: Context[ToyState]) -> None:
        while True:
            await g.rest()
            g.emit(Phase(phase="red", turn=g.state.turn + 1))
