"""4.62, 6.54 Leaders who go along with a unit that moves without an order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.decisions import Choice, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import LeaderMoved, OrdersNoted
from engine.systems.gboh.state import Leader, Unit

POLICY = PolicyKind("leader-along", Text("Leaders go along with a unit that withdraws, charges out or flees"))


async def choose(g: Battle, unit: Unit, rule: str) -> tuple[str, ...]:
    """Ask which leaders in the unit's hex go with it; returns their ids."""
    return await _ask(g, unit, g.leaders_with(unit), rule)


async def advancing(g: Battle, unit: Unit) -> tuple[Leader, ...]:
    """9.21 Leaders who go along with a unit that advances after combat; S 8.41: those who like."""
    present = tuple(g.leaders_with(unit))
    if g.game.combat.leaders_advance == "with their units":
        return present
    names = await _ask(g, unit, present, g.case(Case.ADVANCE))
    return tuple(x for x in present if x.id in names)


async def along(g: Battle, unit: Unit, *, told: bool = False) -> tuple[Leader, ...]:
    """A 4.23, 5.68 Leaders who go along with a unit that moves by an order, besides the one who gives it.

    ``told``: the order says that who is with it rides along: one alone isn't asked about again.
    """
    present = [x for x in g.leaders_with(unit) if x.id not in (g.orders.leader, g.orders.commanding)]
    if g.game.command.rides_or_moves:
        present = [x for x in present if x.id not in g.orders.leaders_moved]
    sure = told and len(present) == 1
    names = (present[0].id,) if sure else await _ask(g, unit, present, g.case(Case.LEADER_WITH_UNIT))
    riding = tuple(x for x in present if x.id in names)
    for x in riding if g.game.command.rides_or_moves else ():
        g.emit(OrdersNoted(field="leaders_moved", value=x.id, rule=g.case(Case.LEADER_WITH_UNIT)))
    return riding


async def _ask(g: Battle, unit: Unit, present: Sequence[Leader], rule: str) -> tuple[str, ...]:
    if not present:
        return ()
    decision = ChooseEach(
        kind=POLICY.kind,
        side=unit.side,
        rule=rule,
        prompt=Text("{unit} leaves its hex. Which leaders go along?", unit=unit.id),
        subject=unit.id,
        focus=(unit.at,),
        items=[
            Item(
                key=x.id,
                label=Text("{leader}", leader=x.name),
                choices=(
                    Choice("go", Text("Go along"), unit=x.id, lean=4.0),
                    Choice("stay", Text("Stay behind"), unit=x.id),
                ),
                default_key="go",
                policy=Policy(POLICY.kind, "go", "stay", free=True),
            )
            for x in present
        ],
    )
    answer = await g.ask(decision)
    return tuple(name for name, key in decision.picked(answer) if key == "go")


def follow(g: Battle, riding: Sequence[str], a: Hex, b: Hex) -> None:
    """The leaders that ride along take the same step, at no cost."""
    keep_up(g, riding, [(a, b)])


def keep_up(g: Battle, riding: Sequence[str], ways: Iterable[tuple[Hex, Hex]]) -> None:
    """The same where they ride with either half of a unit, each with his own."""
    onwards = dict(ways)
    for name in riding:
        leader = g.state.leaders[name]
        if leader.hex in onwards and not leader.eliminated:
            a, b = leader.hex, onwards[leader.hex]
            if a != b:
                g.emit(LeaderMoved(leader=name, start=a, to=b, how="with-unit", rule=g.case(Case.LEADER_WITHDRAWAL)))
