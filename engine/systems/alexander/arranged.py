"""6.8 Pre-Arranged Withdrawal: lines of heavy foot give one hex before enemy foot, as arranged in secret beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.referee import Setting
from engine.kernel.text import Refusal, Text, codes
from engine.systems.alexander import contingents
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.events.by_hand import MarkerSet
from engine.systems.alexander.events.markers import MarkerShown, MarkersLaid, WithdrawalArranged
from engine.systems.alexander.state import Leader, State
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.command import command, line
from engine.systems.gboh.events import LeaderChanged
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.movement.retreats import Retreat, held_by, within_reach
from engine.systems.gboh.state import Unit

LEAST_TQ = 6
"""6.81 TQ of those who can do it."""

POLICY = PolicyKind("arranged-withdrawal", Text("Withdraw one hex from enemy foot where that was arranged beforehand"))

LAYING = PolicyKind("arrange-withdrawal", Text("Lay a withdrawal marker that isn't a bluff as each turn begins"))

MARKS = {
    "none": Text("No marker"),
    "arranged": Text("His line may withdraw: a marker"),
    "bluff": Text("A marker that means nothing"),
}


class BeforeFoot(OwnRetreat):
    """6.84 All of the line goes back exactly one hex, whatever its MA."""

    word = "arranged"

    def possible(self, g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
        return _leader_of(g, unit) is not None and mover.troop.is_foot and bool(ways(g, unit, held_by(mover, origin)))

    def choice(self, g: Battle, unit: Unit, mover: Unit, lean: float) -> Choice:
        names = codes(u.id for u in company(g, unit, held_by(mover, mover.at)))
        return Choice(self.word, Text("Withdraw one hex as arranged: {units}", units=names), unit=unit.id, lean=lean)

    def policy(self, g: Battle, unit: Unit, mover: Unit) -> Policy:
        return Policy(
            POLICY.kind,
            self.word,
            "stay",
            deed=Deed(Text("Withdraw"), Text("All {n} withdraw", n=0), Text("Nobody withdraws")),
        )

    def way(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, text: str) -> Choice:
        raise Refusal("Say arranged; where each unit goes is asked next.", rule="6.84")

    def bar(self, g: Battle, unit: Unit, mover: Unit) -> Refusal:
        if not mover.troop.is_foot:
            return Refusal("Nobody withdraws as arranged from {mover}: only from foot.", rule="6.85", mover=mover.id)
        return Refusal("No withdrawal of {unit}'s line was arranged, or none is open.", rule="6.84", unit=unit.id)

    async def carry_out(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, way: str) -> None:
        leader = _leader_of(g, unit)
        if leader is None or not mover.on_map or mover.routed or not ways(g, unit, held_by(mover, origin)):
            return
        if leader.id not in g.state.sides[leader.side].shown:
            g.emit(MarkerShown(leader=leader.id, arranged=True, rule="6.82"))
        if leader.status != "finished":
            reason = "is Finished: his line withdraws as arranged."
            g.emit(LeaderChanged(leader=leader.id, status="finished", deferred=False, reason=reason, rule="6.85"))
        await _all_go(g, company(g, unit, held_by(mover, origin)), mover, origin)

    def foretold(self, g: Battle, mover: Unit) -> Text:
        return Text("may withdraw one hex as arranged")


class Arranged(Chapter):
    """6.8, 6.85 Pre-Arranged Withdrawal."""

    case = "6.8"
    about = "withdrawals arranged beforehand"
    retreats = (BeforeFoot(),)

    async def turn_start(self, g: Battle) -> None:
        if g.uses("6.8"):
            await _lay(g)

    async def before_withdrawal(self, g: Battle) -> None:
        """6.82 What was never used is turned up."""
        for account in g.state.sides.values():
            for name in account.marked:
                if name not in account.shown:
                    g.emit(MarkerShown(leader=name, arranged=name in account.arranged, rule="6.82"))

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        """6.84 On its leader's activation the line that may withdraw doesn't move."""
        now = g.state.orders
        if now is None or now.side != unit.side or now.commanding not in g.state.sides[unit.side].arranged:
            return None
        leader = g.state.leaders[str(now.commanding)]
        if unit not in lines_of(g, leader, unit):
            return None
        text = "{unit} is to withdraw under {leader} this turn and doesn't move at his command."
        return Refusal(text, rule="6.84", unit=unit.id, leader=leader.name)

    def veiled(self, g: Battle, sides: Collection[str]) -> Mapping[str, Any]:
        known = {
            s: x.model_copy(update={"arranged": [n for n in x.arranged if n in x.shown]})
            for s, x in g.state.sides.items()
            if s not in sides and not set(x.arranged) <= set(x.shown)
        }
        return {"sides": {**g.state.sides, **known}} if known else {}

    def leader_facts(self, g: Battle, leader: Leader, viewers: Collection[str]) -> Iterator[tuple[Text, str]]:
        account = g.state.sides[leader.side]
        if leader.id not in account.marked:
            return
        known = leader.id in account.shown or leader.side in viewers
        said = "arranged" if leader.id in account.arranged else "a bluff"
        yield Text("Withdrawal"), said if known else "a marker, face down"

    def leader_settings(self, g: Battle, leader: Leader) -> Iterator[Setting]:
        """6.82 What a referee puts there lies face up, since everybody reads what he does."""
        account = g.state.sides[leader.side]
        if not g.uses("6.8") or not (leader.id in account.marked or may_lay(g, leader)):
            return
        if leader.id not in account.marked:
            now = "none"
        elif leader.id not in account.shown:
            now = "face-down"
        else:
            now = "arranged" if leader.id in account.arranged else "bluff"
        ways = (*(("face-down",) if now == "face-down" else ()), *MARKS)
        yield Setting("withdrawal", Text("withdrawal marker"), now, ways)

    def put_leader(self, g: Battle, leader: Leader, key: str, value: Any) -> bool:
        if key != "withdrawal":
            return False
        g.emit(MarkerSet(leader=leader.id, means=value))
        return True


def forget(state: State, sides: Collection[str]) -> None:
    """Take out of a position what markers say that ``sides`` haven't seen."""
    for account in state.sides.values():
        if account.id not in sides:
            account.arranged = [x for x in account.arranged if x in account.shown]


# -- who ---------------------------------------------------------------------------------------------------------------


def able(unit: Unit) -> bool:
    """6.81 Phalanxes and heavy infantry of TQ 6 or more."""
    heavy = unit.troop.is_foot and unit.troop.target == "heavy"
    return heavy and unit.tq >= LEAST_TQ and not unit.routed and not unit.column


def lines_of(g: Battle, leader: Leader, unit: Unit) -> list[Unit]:
    """6.84 The line of the leader's that the unit is in: a contingent, a Line, or what stands side by side near an
    Overall Commander without L; [] if it is in none."""
    if not able(unit) or unit.side != leader.side or not leader.on_map or not command.commandable(leader, unit):
        return []
    if leader.role == "CC":
        return [u for u in contingents.his(g, leader) if able(u)]
    if leader.line_commands:
        found = line.lines_with(g, leader, unit)
        return [u for u in max(found, key=len, default=[]) if able(u)]
    return _beside_him(g, leader, unit)


def _beside_him(g: Battle, leader: Leader, unit: Unit) -> list[Unit]:
    alike = [u for u in g.units(leader.side) if able(u) and u.kind == unit.kind]
    groups = line.components(alike, line.side_by_side)
    nearest = min(groups, key=lambda x: min(footprint.distance_to(u, leader.at) for u in x), default=[])
    return nearest if unit in nearest else []


def may_lay(g: Battle, leader: Leader) -> bool:
    """6.81 Whether a marker may lie under the leader: he or his army can have a line withdraw so."""
    allowed = leader.role == "CC" or leader.line_commands or (leader.role == "OC" and _army_may(g, leader.side))
    if not allowed:
        return False
    known = (u for u in g.units(leader.side) if able(u) and command.commandable(leader, u))
    return any(leader.role == "CC" or not leader.line_commands or line.groups(g, u) for u in known)


def _army_may(g: Battle, side: str) -> bool:
    return g.spec(side).arranges_withdrawal


def _leader_of(g: Battle, unit: Unit) -> Leader | None:
    """The leader as whose line the unit may withdraw this turn."""
    for name in g.state.sides[unit.side].arranged:
        leader = g.state.leaders[name]
        if lines_of(g, leader, unit):
            return leader
    return None


def company(g: Battle, unit: Unit, held: tuple[Hex, ...]) -> list[Unit]:
    """Those of its line who can go with the unit: who has nowhere to go stays."""
    leader = _leader_of(g, unit)
    return [u for u in lines_of(g, leader, unit) if ways(g, u, held)] if leader is not None else []


def ways(g: Battle, unit: Unit, held: tuple[Hex, ...]) -> list[Retreat]:
    """6.83, 6.84 The single hexes it may go to, by the conditions of 6.75; () in enemy ZOC."""
    if not unit.on_map or g.in_enemy_zoc(unit):
        return []
    key = ("arranged", unit.id, held)
    return g.derived(key, lambda: [r for r in within_reach(g, unit, unit.ma, held) if len(r.path) == 1])


# -- doing it ----------------------------------------------------------------------------------------------------------


async def _lay(g: Battle) -> None:
    asked = {s: [x for x in g.leaders(s) if may_lay(g, x)] for s in g.state.sides}
    asked = {s: x for s, x in asked.items() if x}
    if not asked:
        return
    answers = await g.ask_both(*(_question(g, s, x) for s, x in asked.items()))
    for side, answer in zip(asked, answers, strict=True):
        marked = [name for name in answer.picks if answer.picks[name] != "none"]
        g.emit(MarkersLaid(side=side, leaders=marked, rule="6.82"))
        real = [name for name in marked if answer.picks[name] == "arranged"]
        if marked:
            g.emit(WithdrawalArranged(side=side, leaders=real, rule="6.82"))


def _question(g: Battle, side: str, leaders: Sequence[Leader]) -> ChooseEach:
    return ChooseEach(
        kind="arrange-withdrawal",
        side=side,
        rule="6.82",
        prompt=Text("Under which leaders do you lay a withdrawal marker for this turn?"),
        focus=tuple(x.at for x in leaders),
        items=tuple(
            Item(
                x.id,
                Text("{leader} at {hex}", leader=x.name, hex=show(x.at)),
                tuple(Choice(k, words, unit=x.id, lean=6.0 if k == "none" else 1.0) for k, words in MARKS.items()),
                "none",
                Policy(LAYING.kind, "arranged", "none"),
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
        rule="6.84",
        prompt=Text("The line withdraws one hex from {mover} as arranged. Where does each unit go?", mover=mover.id),
        subject=mover.id,
        focus=(origin, *(u.at for u in units)),
        items=[_item(u, ways(g, u, held)) for u in units],
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
