"""A tiny made-up rule system on a map of areas: two sides march armies from area to area and fight where they meet.

Each turn red, then blue gives up to two orders (``R1 > zeugitania sicilia`` marches over one or two common borders or
straits, ``done`` ends). An army whose area is entered may first retreat into an area of its own. A die for each side
decides a battle; the loser has one strength point less. Whoever enters an area holds it.
"""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field, TypeAdapter

from engine.kernel.areas import AreaMap
from engine.kernel.context import BaseState, Context
from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Menu, Pick, Picks, PolicyKind
from engine.kernel.dice import RollRequest
from engine.kernel.events import Event, Trace
from engine.kernel.game import Game
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.inquiry import AboutPiece, AboutPlace, Fact, Findings, Question, Section, Sketch
from engine.kernel.naming import Reader
from engine.kernel.referee import ActKind, AnyRequest, MovePiece, Subject, label
from engine.kernel.statement import Sign, Statement, Word
from engine.kernel.text import Text, refuse
from engine.kernel.view import CounterView, HoldingView, SideView, TableView
from tests.bot.toy_system import Toy
from tests.engine.lands import DOCUMENT

SIDES = ("red", "blue")
MARCHES: dict[str, Any] = {
    "system": "toy-areas",
    "id": "marches",
    "title": "The marches",
    "sides": [{"id": "red", "name": "Reds"}, {"id": "blue", "name": "Blues"}],
    "optional_rules": [],
    "turns": 3,
}
ORDERS, FAR = 2, 2
BORDERS = ("land", "strait")


class Army(BaseModel):
    id: str
    name: str
    side: str
    at: int
    strength: int
    leader: str = ""

    @property
    def on_map(self) -> bool:
        return self.strength > 0


class MarchState(BaseState):
    armies: dict[str, Army]
    holds: dict[int, str]
    phase: Literal["red", "blue", "over"] = "red"
    given: int = 0


class Marched(Event):
    says: ClassVar[str] = "{army} marches to {place}"
    type: Literal["marched"] = "marched"
    army: str
    way: tuple[int, ...]
    place: str

    def apply(self, state: MarchState) -> None:
        army = state.armies[self.army]
        army.at = self.way[-1]
        state.holds[army.at] = army.side

    def trace(self, state: MarchState) -> Trace:
        return Trace(kind="move", unit=self.army, hexes=self.way, side=state.armies[self.army].side)


class Retreated(Marched):
    says: ClassVar[str] = "{army} retreats to {place}"
    type: Literal["retreated"] = "retreated"  # type: ignore[assignment]

    def trace(self, state: MarchState) -> Trace:
        return Trace(kind="withdraw", unit=self.army, hexes=self.way, side=state.armies[self.army].side)


class Beaten(Event):
    says: ClassVar[str] = "{army} is beaten and loses a strength point"
    type: Literal["beaten"] = "beaten"
    army: str

    def apply(self, state: MarchState) -> None:
        state.armies[self.army].strength -= 1

    def trace(self, state: MarchState) -> Trace:
        return Trace(kind="hit", unit=self.army, hexes=(state.armies[self.army].at,))


class Given(Event):
    type: Literal["given"] = "given"

    def apply(self, state: MarchState) -> None:
        state.given += 1


class Turned(Event):
    type: Literal["turned"] = "turned"
    phase: Literal["red", "blue", "over"]
    turn: int

    def apply(self, state: MarchState) -> None:
        state.phase, state.turn, state.given = self.phase, self.turn, 0


class Over(Event):
    type: Literal["over"] = "over"
    winner: str | None
    story: str

    def apply(self, state: MarchState) -> None:
        state.outcome, state.winner = self.story, self.winner


class March(Answer):
    do: Literal["march"] = "march"
    army: str
    way: tuple[int, ...]


class Done(Answer):
    do: Literal["done"] = "done"


MarchEvent = Annotated[Marched | Retreated | Beaten | Given | Turned | Over, Field(discriminator="type")]
MarchAnswer = Annotated[March | Done | Pick | Picks, Field(discriminator="do")]


class Orders(Reader[Army]):
    """Reads "R1 > aegyptus 2 zeugitania"."""

    unknown = "There is no army “{name}”."

    def __init__(self, state: MarchState, board: AreaMap, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.state = state
        self._board = board

    def board(self) -> AreaMap:
        return self._board

    def pieces(self) -> Sequence[Army]:
        return [*self.state.armies.values()]

    def standing(self, h: int, side: str | None) -> Army | None:
        return next((a for a in self.state.armies.values() if a.on_map and a.at == h and side in (None, a.side)), None)

    def on_field(self, h: int) -> bool:
        return h in self._board

    def order(self) -> Answer:
        if self.word() == "done":
            self.take()
            return self.last(Done())
        army = self.piece(self.side)
        if self.take() != Sign(">"):
            refuse("An order is written “{army} > {place}”.", army=army.id, place=self._board.code(army.at))
        way: list[int] = []
        while self.tokens:
            way.append(self.place())
        return March(army=army.id, way=tuple(way))


class Marches(Toy):
    """The rules, bound to one scenario document."""

    id: ClassVar[str] = "toy-areas"
    title: ClassVar[str] = "Toy areas"
    state_type: Any = MarchState
    events: TypeAdapter[Any] = TypeAdapter(MarchEvent)
    answers: TypeAdapter[Any] = TypeAdapter(MarchAnswer)
    policies: ClassVar[tuple[PolicyKind, ...]] = ()

    def __init__(self, document: dict[str, Any] | None = None) -> None:
        super().__init__(document or MARCHES)
        self.board = AreaMap.model_validate(DOCUMENT)

    def initial_state(self, options: dict[str, bool] | None = None) -> Any:
        armies = [
            Army(id="R1", name="First army", side="red", at=3, strength=5, leader="Rufus"),
            Army(id="R2", name="Second army", side="red", at=4, strength=3),
            Army(id="B1", name="Blue army", side="blue", at=17, strength=4, leader="Bass"),
            Army(id="B2", name="Guard", side="blue", at=18, strength=2),
        ]
        return MarchState(armies={a.id: a for a in armies}, holds={a.at: a.side for a in armies})

    def context(self, state: Any) -> Any:
        return Context(state)

    def play(self, g: Any) -> Coroutine[Any, Any, None]:
        return Campaign(g, self.document, self.board).play()

    def scopes(self, state: Any, side: str) -> Any:
        return ()

    def glance(self, state: Any) -> TableView:
        return self.view(state)

    def view(self, state: Any, sides: Collection[str] = ()) -> TableView:
        counters = tuple(
            CounterView(
                a.id,
                a.name,
                SIDES.index(a.side),
                "army",
                (a.at,),
                None,
                strength=a.strength,
                led_by=(a.leader,) if a.leader else (),
                facts=((Text("Stands in"), self.board.show(a.at)),),
            )
            for a in state.armies.values()
            if a.on_map
        )
        held = [(Text("Areas"), str([*state.holds.values()].count(s))) for s in SIDES]
        return TableView(
            title="The marches",
            subtitle="somewhere warm",
            board=self.board,
            sides=tuple(SideView(s, f"{s.title()}s", points_name="", tracks=(held[n],)) for n, s in enumerate(SIDES)),
            counters=counters,
            leaders=(),
            turn=state.turn,
            phase=Text("The {side} march", side=state.phase) if state.phase != "over" else Text("The end"),
            outcome=Text("{story}", story=state.outcome) if state.outcome else None,
            holdings=tuple(HoldingView(p, SIDES.index(s)) for p, s in sorted(state.holds.items())),
            moment=f"{state.turn}{state.phase}",
        )

    def read(self, game: Any, decision: Decision, statement: Statement) -> Answer:
        return Orders(game.state, self.board, decision.side, statement).order()

    def write(self, answer: Answer) -> Statement:
        if isinstance(answer, March):
            return Statement((Word(answer.army), Sign(">"), *(Word(self.board.code(p)) for p in answer.way)))
        return Statement((Word("done"),))

    def ideas(self, game: Any, decision: Decision, unit: str) -> Sequence[Idea]:
        return []

    def counsel(self, context: Any, decision: Decision, unit: str) -> Sequence[tuple[float, Answer]]:
        return []

    def groups(self, game: Any, decision: Decision) -> Sequence[Group]:
        return []

    def group_ideas(self, game: Any, decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        return []

    def invariants(self, state: Any, *, at_rest: bool = True) -> list[str]:
        return [f"{a.id} is nowhere" for a in state.armies.values() if a.at not in self.board]

    def inquire(self, game: Game[Any], question: Question, sides: Collection[str] = ()) -> Findings:
        state = game.state
        if isinstance(question, AboutPlace):
            at = question.place
            if at not in self.board:
                refuse("{place} is not on the map.", place=self.board.show(at))
            here = [Fact(Text("{army} stands there", army=a.name)) for a in state.armies.values() if a.at == at]
            beside = [
                Fact(Text("{place}, over a border of kind {kind}", place=self.board.show(p), kind=Text(kind)))
                for p, kind in self.board.borders_of(at)
            ]
            parts = (Section(Text("Here"), tuple(here)), Section(Text("Beside it"), tuple(beside)))
            return Findings(Text("{place}", place=self.board.show(at)), parts, Sketch((at,), command=frozenset((at,))))
        if isinstance(question, AboutPiece):
            army = state.armies[question.piece]
            costs = {p: n for n, ring in enumerate(self.board.rings(army.at, BORDERS)) if 0 < n <= FAR for p in ring}
            fact = Fact(Text("{army} may march to {places}", army=army.name, places=self._listed(costs)), "2.1")
            return Findings(
                Text("{army}", army=army.name), (Section(Text("Moves"), (fact,)),), Sketch((army.at,), costs)
            )
        return Findings(Text("The marches"), (Section(Text("Asked"), tuple(Fact(d.prompt) for d in game.pending)),))

    def _listed(self, places: Collection[int]) -> str:
        return ", ".join(self.board.show(p) for p in places)

    def referee_acts(self, state: Any) -> list[ActKind]:
        armies = state.armies.values()
        return [ActKind("move", [Subject(a.id, label(a.id, a.name, self.board.show(a.at))) for a in armies])]

    def act(self, state: Any, request: AnyRequest) -> list[Event]:
        army = state.armies.get(request.piece)
        if army is None or not isinstance(request, MovePiece):
            refuse("A referee can move an army, and nothing else.")
        if request.to not in self.board:
            refuse("{place} is not on the map.", place=self.board.show(request.to))
        return [Marched(army=army.id, way=(army.at, request.to), place=self.board.show(request.to))]


class Campaign:
    """The procedures of one game."""

    def __init__(self, g: Context[Any], document: dict[str, Any], board: AreaMap) -> None:
        self.g = g
        self.document = document
        self.board = board

    @property
    def state(self) -> MarchState:
        return self.g.state

    async def play(self) -> None:
        while self.state.phase != "over":
            await self.g.rest()
            side = self.state.phase
            answer = await self.orders(side) if self.state.given < ORDERS and self.armies(side) else Done()
            if isinstance(answer, March):
                self.g.emit(Given())
                await self.march(answer)
            elif side == "red":
                self.g.emit(Turned(phase="blue", turn=self.state.turn))
            elif self.state.turn == self.document["turns"] or not all(self.armies(s) for s in SIDES):
                self.end()
            else:
                self.g.emit(Turned(phase="red", turn=self.state.turn + 1))

    def armies(self, side: str) -> list[Army]:
        return [a for a in self.state.armies.values() if a.side == side and a.on_map]

    async def orders(self, side: str) -> Answer:
        return await self.g.ask(
            Command(
                kind="orders",
                side=side,
                rule="2.1",
                prompt=Text("Orders?"),
                menu=Menu(Text("Which army?"), lambda: self.menu(side)),
                accept=lambda a: self.check(side, a),
                default_answer=Done(),
                focus=tuple(a.at for a in self.armies(side)),
            )
        )

    def menu(self, side: str) -> list[Choice]:
        found = [
            Choice(a.id, Text("{army}", army=f"{a.id} {a.name}"), menu=self.ways(a), unit=a.id, hex=a.at)
            for a in self.armies(side)
        ]
        return [*found, Choice("done", Text("No more orders"), Done())]

    def ways(self, army: Army) -> Any:
        def build() -> list[Choice]:
            found: list[Choice] = []
            for way in self.routes(army):
                to = way[-1]
                found.append(
                    Choice(
                        self.board.code(to),
                        Text("{place}", place=self.board.show(to)),
                        March(army=army.id, way=way),
                        hex=to,
                        mp=len(way),
                        lean=3.0 - len(way),
                    )
                )
            return found

        return lambda: Menu(Text("Where does {army} march?", army=army.id), build)

    def routes(self, army: Army) -> list[tuple[int, ...]]:
        """The shortest way to every area it can march to."""
        ways: dict[int, tuple[int, ...]] = {army.at: ()}
        for _ in range(FAR):
            for at, way in [*ways.items()]:
                for n in self.board.beside(at, BORDERS):
                    ways.setdefault(n, (*way, n))
        return [way for way in ways.values() if way]

    def check(self, side: str, answer: Answer) -> None:
        if isinstance(answer, Done):
            return
        if not isinstance(answer, March):
            refuse("March, or done.", rule="2.1")
        army = self.state.armies.get(answer.army)
        if army is None or army.side != side or not army.on_map:
            refuse("{army} can't march.", rule="2.1", army=answer.army)
        if not 1 <= len(answer.way) <= FAR:
            refuse("An army marches one or two areas.", rule="2.1")
        at = army.at
        for to in answer.way:
            if self.board.kind_between(at, to) not in BORDERS:
                a, b = self.board.show(at), self.board.show(to)
                refuse("{a} and {b} have no common border.", rule="2.2", a=a, b=b)
            at = to

    async def march(self, order: March) -> None:
        army = self.state.armies[order.army]
        to = order.way[-1]
        foe = next((a for a in self.state.armies.values() if a.on_map and a.side != army.side and a.at == to), None)
        if foe is not None:
            refuges = [n for n in self.board.beside(foe.at, BORDERS) if self.state.holds.get(n) == foe.side]
            if refuges:
                choices = [
                    Choice(self.board.code(p), Text("Retreat to {place}", place=self.board.show(p)), hex=p)
                    for p in refuges
                ]
                picked = await self.g.ask(
                    Choose(
                        kind="retreat",
                        side=foe.side,
                        rule="2.3",
                        prompt=Text(
                            "{army} comes to {place}. Does {foe} retreat?",
                            army=army.id,
                            place=self.board.show(to),
                            foe=foe.id,
                        ),
                        choices=(*choices, Choice("stand", Text("Stand"))),
                        default_key="stand",
                        subject=foe.id,
                        focus=(to, *refuges),
                    )
                )
                if picked.key != "stand":
                    back = next(p for p in refuges if self.board.code(p) == picked.key)
                    self.g.emit(Retreated(army=foe.id, way=(foe.at, back), place=self.board.show(back), rule="2.3"))
                    foe = None
        way = (army.at, *order.way)
        self.g.emit(Marched(army=army.id, way=way, place=self.board.show(to), rule="2.1"))
        if foe is not None:
            await self.battle(army, foe)

    async def battle(self, army: Army, foe: Army) -> None:
        roll = await self.g.roll(
            RollRequest(
                purpose="battle",
                side=army.side,
                text=f"{army.id} fights {foe.id}",
                rule="2.4",
                table="Battles",
                needs="4 or more",
                outcome=lambda total: "won" if total >= 4 else "lost",
            )
        )
        self.g.emit(Beaten(army=foe.id if roll.total >= 4 else army.id, rule="2.4"))

    def end(self) -> None:
        held = {s: [*self.state.holds.values()].count(s) for s in SIDES}
        winner = max(SIDES, key=lambda s: held[s]) if held["red"] != held["blue"] else None
        self.g.emit(Over(winner=winner, story=f"{winner or 'nobody'} wins"))
        self.g.emit(Turned(phase="over", turn=self.state.turn))
