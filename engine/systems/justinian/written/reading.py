"""Statements to orders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place, leading
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.naming import Reader as BaseReader
from engine.kernel.statement import HexRef, Number, Sign, Statement, Word, clipped, echo
from engine.kernel.text import Refusal, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.movement import steps
from engine.systems.justinian.orders import Activate, Pay, SetUp, Share
from engine.systems.justinian.scenario import BYZANTINE, ArmyPlan, GroupPlan, SetupPlan
from engine.systems.justinian.sharing import Shared
from engine.systems.justinian.state import Group, detached_at, fleet_at, frontier_at, in_army
from engine.systems.justinian.written import keys

STOPS = ("stop", "end", "done")
MOST_SP, MOST_SHARED = 500, 999
"""SP a step of a march names at most; and a share or a plan, which may be a draft that is too much."""
LONGEST_MARCH, LONGEST_VOYAGE = 40, 4
"""Steps of one march; sea areas of one voyage."""
RECOVERIES: dict[str, steps.Recovery] = {"rally": "rally", "reduce": "reduce", "restore": "restore"}
MARCHES = frozenset({"go", "move", "march", "to", "advance", "walk"})
"""Words for going somewhere, for which an order has a sign."""
VERBS = frozenset(
    ["attack", "claim", "clear", "disband", "combine", "deal", "drop", "detach", "pick", "give", "fort", *RECOVERIES]
)
"""Words a step of a march begins with."""


POOLED: Mapping[str, Callable[[Place, str], Group]] = {
    "frontier": lambda place, _: frontier_at(place),
    "detached": detached_at,
    "fleet": fleet_at,
}
"""Groups that are named by a word, by that word: how one of a place and a power is made."""


class Piece:
    """An army or a MagMil, by the name it goes by in orders."""

    def __init__(self, name: str, title: str, side: str, at: Place | None) -> None:
        self.id = name
        self.name = title
        self.side = side
        self.hex = at

    @property
    def on_map(self) -> bool:
        return self.hex is not None


class Reader(BaseReader[Piece]):
    """Reads one statement for the side that is asked."""

    unknown: ClassVar[str] = "There is no army or leader “{name}”."

    def __init__(self, g: Campaign, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.g = g

    def board(self) -> AreaMap:
        return self.g.land.map

    def on_field(self, h: Place) -> bool:
        return h in self.g.land.map

    def pieces(self) -> Sequence[Piece]:
        names = self.g.state.names
        armies = [Piece(a.id, names[a.id], self.g.side(a), a.at) for a in self.g.state.armies.values()]
        return armies + [
            Piece(x.id, names[x.id], "byzantine", self.g.place_of_magmil(x)) for x in self.g.state.magmil.values()
        ]

    def standing(self, h: Place, side: str | None) -> Piece | None:
        return next((p for p in self.pieces() if p.hex == h and side in (None, p.side)), None)

    # -- parts of orders ----------------------------------------------------------------------------------------

    def word_is(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.word() in words:
            self.take()
            return True
        return False

    def army(self) -> str:
        """The next tokens as an army or a leader, anybody's: by code, or by as many words as belong to the name."""
        words = [str(t).casefold() for t in takewhile(lambda t: isinstance(t, Word), self.tokens)]
        for n in range(len(words), 1, -1):
            called = " ".join(words[:n])
            found = next((p for p in self.pieces() if called in self._titles(p)), None)
            if found is not None:
                del self.tokens[:n]
                return found.id
        return self.piece(None).id

    def _titles(self, piece: Piece) -> set[str]:
        """What an army or a leader is called in several words: "army of the orient", "frankish army", "army orient"."""
        titles = {piece.name.casefold(), f"{piece.name.casefold()} army", f"{piece.id} army", f"army {piece.id}"}
        return titles | ({self.g.state.called(piece.id).casefold()} if piece.id in self.g.state.armies else set())

    def own_army(self) -> str:
        """The next tokens as an army. Raises Refusal for a commander, and says of which army he is."""
        name = self.army()
        man = self.g.state.magmil.get(name)
        if man is None:
            return name
        his = next((a for a in self.g.state.armies.values() if a.leader == name), None)
        if his is None:
            refuse("{name} is no army.", name=self.g.state.names[name])
        refuse(
            "{name} commands {army}, which is written {code}.",
            name=self.g.state.names[name],
            army=self.g.state.called(his.id),
            code=his.id,
        )

    def number(self, example: str, *, least: int = 0, most: int = MOST_SP, what: str = "SP") -> int:
        """The next token as a number of SP; ``example`` shows how it is written."""
        token = self.take()
        text = str(token.value) if isinstance(token, Number) else str(token)
        n = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
        if not least <= n <= most:
            refuse("How many {what}, {least} to {most}? {example}", what=what, least=least, most=most, example=example)
        return n

    def sign(self, sign: str) -> bool:
        """Take the next token if it is that sign."""
        if self.tokens and self.tokens[0] == Sign(sign):  # type: ignore[arg-type]
            self.take()
            return True
        return False

    def group(self, asked: Collection[str] = ()) -> Group:
        """SP: "orient", "ally lombards italy", "frontier syria-1", "detached vandals numidia", "fleet creta".

        ``asked``: keys of the groups that are meant. Whose Detached SP or ships they are needn't be said where those in
        that place belong to one power.
        """
        if (only := self._only(asked)) is not None:
            return only
        if self.word_is("frontier"):
            return frontier_at(self.place())
        if self.word_is("ally"):
            power = self.power()
            return in_army(self.g.army(self.army()), power)
        if self.word() in ("detached", "fleet"):
            make = detached_at if str(self.take()).casefold() == "detached" else fleet_at
            power = self.power() if self.word() in self.g.scenario.power_specs else None
            place = self.place()
            return make(place, power or self._owner(make, place, asked))
        return in_army(self.g.army(self.own_army()))

    def _only(self, asked: Collection[str]) -> Group | None:
        """The one group of a kind that is asked about, where its place isn't said: "frontier 4"; its word is taken."""
        kind, n = self.word(), self.tokens[1] if len(self.tokens) > 1 else None
        if kind is None or kind not in POOLED or not isinstance(n, Word) or not n.text.isdecimal():
            return None
        found = [key.split("@") for key in asked if "@" in key and key.partition("@")[0].rpartition("-")[2] == kind]
        if len(found) != 1:
            return None
        self.take()
        what, at = found[0]
        return POOLED[kind](int(at), what.rpartition("-")[0])

    def _owner(self, make: Callable[[Place, str], Group], place: Place, asked: Collection[str]) -> str:
        """Whose Detached SP or ships are meant where that isn't said: those asked about there, or anywhere."""
        powers = list(self.g.scenario.power_specs)
        there = [p for p in powers if make(place, p).key in asked]
        kinds = {make(place, p).key.partition("@")[0]: p for p in powers}
        anywhere = {kinds[what] for key in asked if (what := key.partition("@")[0]) in kinds}
        if len(there) == 1:
            return there[0]
        if len(anywhere) == 1:
            return anywhere.pop()
        if make is detached_at:
            refuse("Whose Detached SP? detached vandals numidia.")
        return BYZANTINE

    def _once(self, key: str, before: Mapping[str, int]) -> str:
        """A group that is given a number, and wasn't before."""
        if key in before:
            refuse("“{key}” is named twice.", key=clipped(key))
        return key

    def power(self) -> str:
        """The next token as a power."""
        token = self.take()
        name = str(token).casefold()
        if name not in self.g.scenario.power_specs:
            refuse("There is no power “{name}”.", name=echo(token))
        return name

    # -- orders -------------------------------------------------------------------------------------------------

    def order(self, decision: Decision) -> Answer:
        """The order that is meant, by what is asked."""
        kind = decision.kind
        if kind == "set-up":
            return self._set_up()
        if kind == "maintenance":
            return self._pay()
        if kind == "byzantine-activation":
            return self._activate()
        if kind == "sail":
            return self._sail()
        if kind == "march":
            return self._march()
        asked = [p.key for p in decision.parts] if isinstance(decision, Shared) else []
        return self._share(asked)

    def _activate(self) -> Answer:
        values: dict[str, object] = {}
        match self.word():
            case "recruit" | "nothing" | "pass" | "done":
                word = str(self.take()).casefold()
                values["what"] = "recruit" if word == "recruit" else "nothing"
            case "fleet":
                self.take()
                values |= {"what": "fleet", "at": self.place()}
            case "magmil":
                self.take()
                values |= {"what": "magmil", "who": self.army(), "at": self.place()}
                if self.word() in ("command", "with"):
                    values["command"] = str(self.take()).casefold() == "command"
                    values["army"] = self.army()
            case "fort" | "build":
                refuse("A Fort comes besides an activation: nothing & fort armenia-1.", rule="6.54")
            case _:
                self.word_is("activate")
                if not self.tokens:
                    refuse("Which army? activate orient.", rule="6.51")
                if self._is_commander_under_way():
                    refuse(
                        "A MagMil who goes by himself is written magmil {rest}.", rule="4.13", rest=echo(*self.tokens)
                    )
                values |= {"what": "army", "who": self.own_army()}
                if self.word_is("alone"):
                    values["alone"] = True
        while self.sign("&"):
            if self.word_is("twice"):
                values["double"] = True
            elif self.word_is("fort"):
                if "fort" in values:
                    refuse("One Fort an activation.", rule="6.54")
                values["fort"] = self.place()
            else:
                refuse("After & stands fort and a province, or twice.", rule="6.51")
        return self.last(Activate.model_validate(values))

    def _is_commander_under_way(self) -> bool:
        """Whether a MagMil is named, and behind him a place."""
        first, rest = self.tokens[0], self.tokens[1:]
        if not (rest and isinstance(first, Word) and first.text.casefold() in self.g.state.magmil):
            return False
        words = [str(t) for t in rest if isinstance(t, HexRef | Word)]
        return leading(self.board(), words) is not None

    def _pay(self) -> Answer:
        if self.word_is("done"):
            return self.last(Pay())
        self.word_is("pay")
        if self.word_is("nothing", "nobody"):
            paid = self._groups() if self.word_is("but") else []
            return self.last(Pay(unpaid=tuple(k for k in self._bills() if k not in paid)))
        if not self.word_is("all"):
            said = f" {echo(*self.tokens)}" if self.tokens else ""
            if said:
                refuse("Write pay nothing but{group}, or pay all but{group}.", rule="5.2", group=said)
            refuse("Write pay all, pay all but orient frontier syria-1, or pay nothing.", rule="5.2")
        if not self.word_is("but"):
            return self.last(Pay())
        if not self.tokens:
            refuse("Who isn't paid? pay all but orient frontier syria-1.", rule="5.2")
        return self.last(Pay(unpaid=tuple(self._groups())))

    def _bills(self) -> Iterator[str]:
        """Keys of everything that may be paid."""
        state = self.g.state
        yield from (fleet_at(p, BYZANTINE).key for p in sorted(state.fleets[BYZANTINE]))
        yield from (frontier_at(p).key for p in sorted(state.frontier))
        yield from (a.id for a in state.placed(BYZANTINE))

    def _groups(self) -> list[str]:
        found: list[str] = []
        while self.tokens:
            found.append(self.group().key)
        return found

    def _share(self, asked: Collection[str]) -> Answer:
        self.word_is("share")
        parts: dict[str, int] = {}
        if not self.word_is("nothing", "none"):
            if not self.tokens or not isinstance(self.tokens[0], Word) or self.tokens[0].text.isdecimal():
                refuse("Who gets how many? share orient 3 frontier syria-1 2.")
            while self.tokens:
                key = self._once(self.group(asked).key, parts)
                if not self.tokens:
                    refuse("How many? share orient 3 frontier syria-1 2.")
                parts[key] = self.number("share orient 3 frontier syria-1 2", most=MOST_SHARED)
        return self.last(Share(parts=parts))

    def _set_up(self) -> Answer:
        if self.word_is("done"):
            refuse("Write setup, and all of it; or press the button for the plan as it stands.", rule="3.2")
        self.word_is("setup")
        plans: dict[str, SetupPlan] = {}
        while self.tokens:
            power = self.power()
            if power in plans:
                refuse("The {name} are named twice.", rule="3.2", name=self.g.power(power).name)
            armies: list[ArmyPlan] = []
            groups: list[GroupPlan] = []
            fleets: list[GroupPlan] = []
            while self.word() in ("army", "frontier", "detached", "fleet"):
                kind = str(self.take()).casefold()
                if kind == ("detached" if power == BYZANTINE else "frontier"):
                    refuse("Byzantium has Frontier SP, all others Detached SP.", rule="4.33")
                name = self.army() if kind == "army" else ""
                code, n = self.board().code(self.place()), self.number("army orient mesopotamia 25", most=MOST_SHARED)
                known = fleets if kind == "fleet" else groups
                if name in {x.army for x in armies} or (not name and code in {x.at for x in known}):
                    refuse("“{key}” is named twice.", rule="3.2", key=name or code)
                if name:
                    armies.append(ArmyPlan(army=name, at=code, sp=n))
                elif n:  # a group of nobody is none
                    known.append(GroupPlan(at=code, sp=n))
            plans[power] = SetupPlan(armies=tuple(armies), groups=tuple(groups), fleets=tuple(fleets))
        return self.last(SetUp(plans=plans))

    # -- on the march -------------------------------------------------------------------------------------------

    def _march(self) -> Answer:
        a = self.g.state.activation
        if a is not None and a.army is not None and self.word() == a.army:
            self.take()  # the active army may be named first
        found: list[steps.AnyStep] = []
        end = False
        while self.tokens and not end:
            if self.word_is(*STOPS):
                end = True
            elif found and isinstance(found[-1], steps.Go) and self._goes_on():
                found.append(steps.Go(to=self.place(), treasury=self.word_is("treasury")))
            else:
                found.append(self._step())
            if len(found) > LONGEST_MARCH:
                refuse("{n} steps are the most of one order.", rule="7.1", n=LONGEST_MARCH)
        return self.last(steps.March(steps=tuple(found), end=end))

    def _goes_on(self) -> bool:
        """Whether another place is named behind one: "> syria-2 phoenice"."""
        return self.word() is not None and self.word() not in VERBS and self.at_place() is not None

    def _step(self) -> steps.AnyStep:
        if self.sign(">"):
            to = self.place()
            return steps.Go(to=to, treasury=self.word_is("treasury"))
        if self.sign("x"):
            return self._attack()
        token = self.take()
        word = str(token).casefold()
        if word == "attack":
            return self._attack()
        if word in RECOVERIES:
            return steps.Recover(how=RECOVERIES[word])
        plain: dict[str, Callable[[], steps.AnyStep]] = {
            "claim": steps.Claim,
            "clear": steps.Clear,
            "disband": steps.Disband,
            "combine": lambda: steps.Combine(armies=tuple(self._names())),
            "deal": self._deal,
            "drop": lambda: steps.Drop(sp=self.number("drop 5", least=1)),
            "detach": lambda: steps.Detach(sp=self.number("detach 5", least=1)),
            "pick": lambda: steps.PickUp(sp=self.number("pick 5", least=1)),
            "give": self._give,
            "fort": lambda: steps.Fortify(at=self.place()),
        }
        if word not in plain and word in MARCHES:
            refuse("Where an army goes is written with >: > syria-2 > phoenice.", rule="7.1")
        if word not in plain:
            refuse(
                "I don't understand “{token}” in a march: > syria-2 goes on, x attacks, stop ends it.",
                rule="7.1",
                token=echo(token),
            )
        return plain[word]()

    def _attack(self) -> steps.Attack:
        """8.12 Everybody, or the army that is named."""
        if self.word_is("all", "everybody") or self.word() is None or self.word() in (*VERBS, *STOPS):
            return steps.Attack(army=None)
        return steps.Attack(army=self.own_army())

    def _names_a_piece(self) -> bool:
        word = self.word()
        return word is not None and any(p.id == word for p in self.pieces())

    def _names(self) -> Iterator[str]:
        yield self.army()
        while self._names_a_piece():
            yield self.army()

    def _deal(self) -> steps.Redistribute:
        sp: dict[str, int] = {}
        while self._names_a_piece():
            army = self._once(self.army(), sp)
            sp[army] = self.number("deal orient 9 armenia 8")
        return steps.Redistribute(sp=sp)

    def _give(self) -> steps.Transfer:
        n = self.number("give 5 totila", least=1)
        return steps.Transfer(sp=n, army=self.army())

    def _sail(self) -> Answer:
        if self.word_is(*STOPS):
            return self.last(steps.March(end=True))  # the fleet stays
        if not self.word_is("sail"):
            refuse("Write sail, how many Fleet SP, and where; or stop.", rule="7.21")
        example = "sail 3 > ionian-sea > sicilia"
        if not self.tokens or not isinstance(self.tokens[0], Word | Number | HexRef):
            refuse("How many Fleet SP sail? {example}", rule="7.21", example=example)
        n = self.number(example, least=1, what="Fleet SP")
        carry = self.army() if self.sign("&") else None
        seas: list[Place] = []
        port: Place | None = None
        while self.tokens:
            if self.sign(">"):
                continue
            to = self.place()
            if port is not None:
                refuse("{port} is where the voyage ends.", rule="7.22", port=self.g.land.name(port))
            if self.g.land.is_sea(to):
                seas.append(to)
            else:
                port = to
        if len(seas) > LONGEST_VOYAGE:
            refuse("A fleet enters two sea areas, besides the one its port lies on.", rule="7.21")
        return self.last(steps.Sail(sp=n, carry=carry, seas=tuple(seas), port=port))


def read(g: Campaign, decision: Decision, statement: Statement) -> Answer:
    """The answer a statement means. Raises Refusal; whether it may be is the decision's business."""
    reader = Reader(g, decision.side, statement)
    if not isinstance(decision, Command):
        return reader.order(decision)
    if len(statement.tokens) == 1 and reader.word() == "done":
        done = next((c for c in decision.menu if c.key == "done"), decision.done)
        if done is not None and done.answer is not None:
            return done.answer
    try:
        return reader.order(decision)
    except Refusal:
        found = keys.by_keys(decision, statement, reader.board())
        if found is None:
            raise
        return found
