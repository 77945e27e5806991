"""Statements to orders."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.board import Place, leading
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.statement import HexRef, Number, Sign, Statement, Word, echo
from engine.kernel.text import Refusal, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.movement import steps
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.orders import Activate, Pay, SetUp, Share
from engine.systems.justinian.reader import Reader
from engine.systems.justinian.scenario import BYZANTINE, ArmyPlan, GroupPlan, SetupPlan
from engine.systems.justinian.sharing import Shared
from engine.systems.justinian.state import fleet_at, frontier_at
from engine.systems.justinian.written import keys

STOPS = ("stop", "end", "done")
ENDINGS = frozenset([*STOPS, *(verb for act in kinds.ACTS for verb in act.verbs)])
"""Words that end a march, or begin another step of it."""
MOST_SHARED = 999
"""SP a share or a plan names at most, which may be a draft that is too much."""
LONGEST_MARCH, LONGEST_VOYAGE = 40, 4
"""Steps of one march; sea areas of one voyage."""
MARCHES = frozenset({"go", "move", "march", "to", "advance", "walk"})
"""Words for going somewhere, for which an order has a sign."""


class _Orders(Reader):
    """Reads what is asked for: set-up, maintenance, an activation, a march, a voyage, shares."""

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
        if values["what"] in ("army", "fleet") and self.tokens and isinstance(self.tokens[0], Sign):
            refuse("What it does then is an order of its own, behind a ; before {rest}.", rest=echo(*self.tokens))
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
                key = self.once(self.group(asked).key, parts)
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
        return self.word() is not None and self.word() not in ENDINGS and self.at_place() is not None

    def _step(self) -> steps.AnyStep:
        token = self.take()
        word = token.sign if isinstance(token, Sign) else str(token).casefold()
        act = kinds.begun_by(word)
        if act is not None:
            return act.read(self, word, ENDINGS)
        if word in MARCHES:
            refuse("Where an army goes is written with >: > syria-2 > phoenice.", rule="7.1")
        refuse(
            "I don't understand “{token}” in a march: > syria-2 goes on, x attacks, stop ends it.",
            rule="7.1",
            token=echo(token),
        )

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
    reader = _Orders(g, decision.side, statement)
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
