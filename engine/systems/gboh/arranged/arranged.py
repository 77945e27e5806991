"""A 6.8, S 6.8 Pre-Arranged Withdrawal: lines of heavy foot give one hex before enemy foot, as arranged in secret."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, cast

from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.referee import Setting
from engine.kernel.text import Refusal, Text, codes
from engine.kernel.view import Particular
from engine.systems.gboh.arranged.lines import Lines
from engine.systems.gboh.arranged.markers import MarkerSet, MarkerShown, MarkersLaid, Side, WithdrawalArranged
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.events import LeaderChanged
from engine.systems.gboh.movement import sharing, together, withdrawal
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.movement.retreats import Retreat, held_by, kept, within_reach
from engine.systems.gboh.state import Leader, Unit

POLICY = PolicyKind("arranged-withdrawal", Text("Withdraw one hex from enemy foot where that was arranged beforehand"))

LAYING = PolicyKind("arrange-withdrawal", Text("Lay a withdrawal marker that isn't a bluff as each turn begins"))

POLICIES = (LAYING, POLICY)
"""Standing orders about it."""

MARKS = {
    "none": Text("No marker"),
    "arranged": Text("A marker: its line may withdraw"),
    "bluff": Text("A bluff: a marker, and its line stays"),
}
LAY = Deed(
    Text("Lay a marker"),
    Text("All {n} lay a marker: their lines may withdraw"),
    Text("Nobody lays a marker"),
)


def account(g: Battle, side: str) -> Side:
    """What a side has arranged in this turn."""
    return cast(Side, g.state.sides[side])


class BeforeFoot(OwnRetreat):
    """A 6.84, S 6.84 All of the line goes back exactly one hex, whatever its MA."""

    word = "arranged"

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def possible(self, g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
        return (
            self.leader_of(g, unit) is not None and mover.troop.is_foot and bool(ways(g, unit, held_by(mover, origin)))
        )

    def thinkable(self, g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
        mine = account(g, unit.side)
        hidden = [x for x in mine.marked if x not in mine.shown or x in mine.arranged]
        in_line = any(self.lines.of(g, g.state.leaders[x], unit) for x in hidden)
        return in_line and mover.troop.is_foot and bool(ways(g, unit, held_by(mover, origin)))

    def choice(self, g: Battle, unit: Unit, mover: Unit, lean: float) -> Choice:
        names = codes(u.id for u in self.company(g, unit, held_by(mover, mover.at)))
        return Choice(self.word, Text("Withdraw one hex as arranged: {units}", units=names), unit=unit.id, lean=lean)

    def policy(self, g: Battle, unit: Unit, mover: Unit) -> Policy:
        return Policy(
            POLICY.kind,
            self.word,
            "stay",
            deed=Deed(Text("Withdraw"), Text("All {n} withdraw", n=0), Text("Nobody withdraws")),
        )

    def way(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, text: str) -> Choice:
        raise Refusal("Say arranged; where each unit goes is asked next.", rule=g.case(Case.ARRANGED_LINE))

    def bar(self, g: Battle, unit: Unit, mover: Unit) -> Refusal:
        if not mover.troop.is_foot:
            text = "Nobody withdraws as arranged from {mover}: only from foot."
            return Refusal(text, rule=g.case(Case.ARRANGED_AFTER), mover=mover.id)
        text = "No withdrawal of {unit}'s line was arranged, or none is open."
        return Refusal(text, rule=g.case(Case.ARRANGED_LINE), unit=unit.id)

    async def carry_out(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, way: str) -> None:
        leader = self.leader_of(g, unit)
        if leader is None or not mover.on_map or mover.routed or not ways(g, unit, held_by(mover, origin)):
            return
        if leader.id not in account(g, leader.side).shown:
            g.emit(MarkerShown(leader=leader.id, arranged=True, rule=g.case(Case.ARRANGED_MARKERS)))
        if leader.status != "finished":
            reason = Text("is Finished: his line withdraws as arranged.")
            rule = g.case(Case.ARRANGED_AFTER)
            g.emit(LeaderChanged(leader=leader.id, status="finished", deferred=False, reason=reason, rule=rule))
        await _all_go(g, self.company(g, unit, held_by(mover, origin)), mover, origin)

    def foretold(self, g: Battle, mover: Unit) -> Text:
        return Text("may withdraw one hex as arranged")

    def leader_of(self, g: Battle, unit: Unit) -> Leader | None:
        """The leader as whose line the unit may withdraw this turn."""
        for name in account(g, unit.side).arranged:
            leader = g.state.leaders[name]
            if self.lines.of(g, leader, unit):
                return leader
        return None

    def company(self, g: Battle, unit: Unit, held: tuple[Hex, ...]) -> list[Unit]:
        """Those of its line who can go with the unit: who has nowhere to go stays."""
        leader = self.leader_of(g, unit)
        return [u for u in self.lines.of(g, leader, unit) if ways(g, u, held)] if leader is not None else []


class Arranged(Chapter):
    """A 6.8, A 6.85, S 6.85 Pre-Arranged Withdrawal."""

    case = Case.ARRANGED
    about = "withdrawals arranged beforehand"
    lines: ClassVar[Lines] = Lines()
    retreats = (BeforeFoot(lines),)

    async def turn_start(self, g: Battle) -> None:
        if g.uses(Case.ARRANGED):
            await self._lay(g)

    async def before_withdrawal(self, g: Battle) -> None:
        """A 6.82, S 6.82 What was never used is turned up."""
        for side in g.state.sides:
            mine = account(g, side)
            for name in mine.marked:
                if name not in mine.shown:
                    rule = g.case(Case.ARRANGED_MARKERS)
                    g.emit(MarkerShown(leader=name, arranged=name in mine.arranged, rule=rule))

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        """A 6.84, S 6.84 On its leader's activation the line that may withdraw doesn't move."""
        now = g.state.orders
        if now is None or now.side != unit.side or now.commanding not in account(g, unit.side).arranged:
            return None
        leader = g.state.leaders[str(now.commanding)]
        if unit not in self.lines.of(g, leader, unit):
            return None
        text = "{unit} is to withdraw under {leader} this turn and doesn't move at his command."
        return Refusal(text, rule=g.case(Case.ARRANGED_LINE), unit=unit.id, leader=leader.name)

    def veiled(self, g: Battle, sides: Collection[str]) -> Mapping[str, Any]:
        accounts = {s: account(g, s) for s in g.state.sides}
        known = {
            s: x.model_copy(update={"arranged": [n for n in x.arranged if n in x.shown]})
            for s, x in accounts.items()
            if s not in sides and not set(x.arranged) <= set(x.shown)
        }
        return {"sides": {**accounts, **known}} if known else {}

    def leader_facts(self, g: Battle, leader: Leader, viewers: Collection[str]) -> Iterator[Particular]:
        mine = account(g, leader.side)
        if leader.id not in mine.marked:
            return
        known = leader.id in mine.shown or leader.side in viewers
        said = Text("arranged") if leader.id in mine.arranged else Text("a bluff")
        yield Text("Withdrawal"), said if known else Text("a marker, face down")

    def leader_settings(self, g: Battle, leader: Leader) -> Iterator[Setting]:
        """A 6.82, S 6.82 What a referee puts there lies face up, since everybody reads what a referee does."""
        mine = account(g, leader.side)
        if not g.uses(Case.ARRANGED) or not (leader.id in mine.marked or self.lines.may_lay(g, leader)):
            return
        if leader.id not in mine.marked:
            now = "none"
        elif leader.id not in mine.shown:
            now = "face-down"
        else:
            now = "arranged" if leader.id in mine.arranged else "bluff"
        ways = (*(("face-down",) if now == "face-down" else ()), *MARKS)
        yield Setting("withdrawal", Text("withdrawal marker"), now, ways)

    def put_leader(self, g: Battle, leader: Leader, key: str, value: Any) -> bool:
        if key != "withdrawal":
            return False
        g.emit(MarkerSet(leader=leader.id, means=value))
        return True

    async def _lay(self, g: Battle) -> None:
        asked = {s: [x for x in g.leaders(s) if self.lines.may_lay(g, x)] for s in g.state.sides}
        asked = {s: x for s, x in asked.items() if x}
        if not asked:
            return
        answers = await g.ask_both(*(_question(g, s, x) for s, x in asked.items()))
        rule = g.case(Case.ARRANGED_MARKERS)
        for side, answer in zip(asked, answers, strict=True):
            marked = [name for name in answer.picks if answer.picks[name] != "none"]
            g.emit(MarkersLaid(side=side, leaders=marked, rule=rule))
            real = [name for name in marked if answer.picks[name] == "arranged"]
            if marked:
                g.emit(WithdrawalArranged(side=side, leaders=real, rule=rule))


def ways(g: Battle, unit: Unit, held: tuple[Hex, ...]) -> list[Retreat]:
    """A 6.83, S 6.83, 6.84 The hexes it may go to, by 6.75; [] where it stays or goes with who is above it."""
    if not unit.on_map or unit.beneath is not None or kept(g, unit) is not None:
        return []
    key = ("arranged", unit.id, held)

    def found() -> list[Retreat]:
        with together.as_one(g, unit):
            return [r for r in within_reach(g, unit, together.pace(g, unit), held) if len(r.path) == 1]

    return g.derived(key, found)


def _question(g: Battle, side: str, leaders: Sequence[Leader]) -> ChooseEach:
    return ChooseEach(
        kind="arrange-withdrawal",
        side=side,
        rule=g.case(Case.ARRANGED_MARKERS),
        prompt=Text("Under which leaders do you lay a withdrawal marker for this turn?"),
        focus=tuple(x.at for x in leaders),
        items=tuple(
            Item(
                x.id,
                Text("{leader} at {hex}", leader=x.name, hex=show(x.at)),
                tuple(Choice(k, words, unit=x.id, lean=6.0 if k == "none" else 1.0) for k, words in MARKS.items()),
                "none",
                Policy(LAYING.kind, "arranged", "none", deed=LAY),
            )
            for x in leaders
        ),
        secret=True,
        final=True,
    )


async def _all_go(g: Battle, units: Sequence[Unit], mover: Unit, origin: Hex) -> None:
    held = held_by(mover, origin)
    decision = ChooseEach(
        kind="arranged-way",
        side=units[0].side,
        rule=g.case(Case.ARRANGED_LINE),
        prompt=Text("The line withdraws one hex from {mover} as arranged. Where does each unit go?", mover=mover.id),
        subject=mover.id,
        focus=(origin, *(u.at for u in units)),
        items=[_item(u, ways(g, u, held)) for u in units],
        clash=sharing.clash(g, g.case(Case.ARRANGED_LINE), partial(withdrawal.end, g)),
    )
    for name, key in decision.picked(await g.ask(decision)):
        unit = g.state.units[name]
        chosen = next((r for r in ways(g, unit, held) if r.key == key), None)
        if chosen is None:  # others stand there now
            chosen = next(iter(ways(g, unit, held)), None)
        if chosen is not None and not unit.routed:
            await withdrawal.withdraw(g, unit, mover, origin, chosen)


def _item(unit: Unit, options: Sequence[Retreat]) -> Item:
    text = "Withdraw to {hex}, facing {facing}"
    choices = tuple(
        Choice(
            r.key,
            Text(text, hex=show(r.end), facing=r.facing.name),
            unit=unit.id,
            hex=r.end,
            facing=r.facing,
            hits=r.hits,
            lean=3.0 if r.facing == unit.facing else 1.0,
        )
        for r in options
    )
    kept = next((r for r in options if r.facing == unit.facing), options[0])
    policy = Policy(POLICY.kind, kept.key, kept.key)
    return Item(unit.id, Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)), choices, kept.key, policy)
