"""5.2 Maintenance (A3): one answer for all groups of Byzantium."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from engine.kernel.answers import Answer
from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Command, Menu
from engine.kernel.sheet import Entry, Sheet
from engine.kernel.text import Text, joined, refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ArmyMarked, GoldChanged, PhaseBegan, PoolPaid
from engine.systems.justinian.orders import Pay
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Group, fleet_at, frontier_at, in_army


@dataclass(frozen=True, slots=True)
class Bill:
    """5.23 What is paid as a whole or not at all."""

    group: Group
    sp: int
    cost: int
    place: Place
    unpaid: bool
    """It is Not Paid now."""

    @property
    def key(self) -> str:
        return self.group.key


def frontier_cost(g: Campaign, sp: int) -> int:
    """5.21 1 G for every 3 Frontier SP of a province or part of them."""
    return -(-sp // g.charts.manpower("frontier_for_a_g")) * g.charts.expense("pay_frontier")


def bills(g: Campaign) -> list[Bill]:
    """5.21, 5.23 Everything that may be paid: fleets, Frontier SP, armies."""
    found: list[Bill] = []
    for place, pool in sorted(g.state.fleets[BYZANTINE].items()):
        cost = pool.sp * g.charts.expense("pay_fleet")
        found.append(Bill(fleet_at(place, BYZANTINE), pool.sp, cost, place, pool.unpaid))
    for place, pool in sorted(g.state.frontier.items()):
        found.append(Bill(frontier_at(place), pool.sp, frontier_cost(g, pool.sp), place, pool.unpaid))
    for a in g.state.placed(BYZANTINE):
        assert a.at is not None
        cost = a.strength * g.charts.expense("pay_field")
        found.append(Bill(in_army(a), a.strength, cost, a.at, a.unpaid))
    return found


def proposal(g: Campaign, due: Sequence[Bill]) -> tuple[str, ...]:
    """Keys left unpaid where the gold doesn't reach: the dearest of those that would do, so that most are paid."""
    left = g.state.gold
    unpaid: list[str] = []
    for bill in sorted(due, key=lambda b: b.cost):
        if bill.cost <= left:
            left -= bill.cost
        else:
            unpaid.append(bill.key)
    return tuple(b.key for b in due if b.key in unpaid)


async def phase(g: Campaign) -> None:
    """A3"""
    due = bills(g)
    if due:
        await _ask(g, due)
    g.emit(PhaseBegan(phase="recruit", rule="5.32"))


async def _ask(g: Campaign, due: list[Bill]) -> None:
    first = proposal(g, due)

    def accept(answer: object) -> None:
        if not isinstance(answer, Pay):
            refuse("Which groups are not paid?", rule="5.2")
        check(g, due, answer.unpaid)

    answer: Pay = await g.ask(
        Command(
            kind="maintenance",
            side="byzantine",
            rule="5.2",
            prompt=Text("Maintenance: {gold} G", gold=g.state.gold),
            menu=_menu(g, due, first),
            accept=accept,
            default_answer=Pay(unpaid=first),
            sheet=partial(sheet, g, due),
        )
    )
    pay(g, due, answer.unpaid)


def check(g: Campaign, due: Sequence[Bill], unpaid: Collection[str]) -> None:
    """Refuse what isn't a group, and what can't be paid."""
    known = {b.key for b in due}
    for key in unpaid:
        if key not in known:
            refuse("“{group}” is no group that is paid.", rule="5.23", group=g.state.in_words(key))
    total = sum(b.cost for b in due if b.key not in unpaid)
    if total > g.state.gold:
        refuse("That costs {total} G, and there are {gold} G.", rule="5.21", total=total, gold=g.state.gold)


def pay(g: Campaign, due: Sequence[Bill], unpaid: Collection[str]) -> None:
    """5.22, 5.24 Pay all but some, and mark these."""
    total = sum(b.cost for b in due if b.key not in unpaid)
    if total:
        g.emit(GoldChanged(n=-total, why="pay", rule="5.21"))
    for bill in due:
        left = bill.key in unpaid
        if left == bill.unpaid:
            continue
        rule = "5.22" if left else "5.24"
        if bill.group.kind == "army":
            g.emit(ArmyMarked(army=bill.group.army, unpaid=left, rule=rule))
        else:
            fleet = BYZANTINE if bill.group.kind == "fleet" else None
            g.emit(PoolPaid(place=bill.place, fleet=fleet, unpaid=left, rule=rule))


def sheet(g: Campaign, due: Sequence[Bill], draft: Answer) -> Sheet:
    """The form: every group with its price, those ticked that aren't paid."""
    assert isinstance(draft, Pay)
    total = sum(b.cost for b in due if b.key not in draft.unpaid)
    left = g.state.gold - total
    rest = Text("{n} G left", n=left) if left >= 0 else Text("{n} G too much", n=-left)
    owing = [b for b in due if b.key in draft.unpaid]
    sums = [Text("{gold} G in the treasury, {total} G to pay: {rest}", gold=g.state.gold, total=total, rest=rest)]
    if owing:
        sums.append(Text("Not Paid: {groups}", groups=joined(g.state.told(b.group) for b in owing)))

    def build() -> list[Entry]:
        return [
            Entry(
                b.key,
                Text("{group}", group=g.state.told(b.group)),
                Text(
                    "{sp} SP, {cost} G, Not Paid until now" if b.unpaid else "{sp} SP, {cost} G", sp=b.sp, cost=b.cost
                ),
                at=b.place,
                ticked=b.key in draft.unpaid,
            )
            for b in due
        ]

    def tick(keys: Collection[str]) -> Pay:
        return Pay(unpaid=tuple(b.key for b in due if b.key in keys))

    send = Text("Pay {total} G", total=total)
    return Sheet(sums, build, send, ticks=Text("Who is not paid? Tick them…"), tick=tick)


def _menu(g: Campaign, due: Sequence[Bill], unpaid: Collection[str]) -> Menu:
    """Change one group after another, and done."""
    total = sum(b.cost for b in due if b.key not in unpaid)
    left = g.state.gold - total

    def build() -> list[Choice]:
        choices: list[Choice] = []
        if left >= 0:
            done = Text("Pay {total} G; {left} G are left", total=total, left=left)
            choices.append(Choice("done", done, answer=Pay(unpaid=tuple(unpaid)), lean=8.0))
        for b in due:
            paid = b.key not in unpaid
            label = "{group}, {sp} SP: {cost} G" if paid else "{group}, {sp} SP: Not Paid, {cost} G"
            changed = (*unpaid, b.key) if paid else tuple(k for k in unpaid if k != b.key)
            choices.append(
                Choice(
                    b.key,
                    Text(label, group=g.state.told(b.group), sp=b.sp, cost=b.cost),
                    menu=lambda changed=changed: _menu(g, due, changed),
                    hex=b.place,
                    # Frontier SP are cheap to keep, and Mutiny ends them; a big army unpaid only plunders.
                    lean=(0.3 if b.group.kind == "army" else 0.1) if paid else (0.5 if b.cost <= left else 0.02),
                )
            )
        return choices

    return Menu(Text("Who is paid? {gold} G in the treasury", gold=g.state.gold), build)
