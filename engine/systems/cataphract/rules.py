"""Cataphract's numbers and switches, and its ways with leave, rally and casualties."""

from __future__ import annotations

from types import MappingProxyType

from engine.systems.cataphract.charts import PACKAGE
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.stacking_chart import CHART
from engine.systems.cataphract.state import OrdersPhase
from engine.systems.cataphract.troops import TROOPS, WEAPONS
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.deployment import kinds as set_up_kinds
from engine.systems.gboh.orders import kinds
from engine.systems.gboh.rules import Artillery, Combat, Command, Fire, Movement, Rules
from engine.systems.gboh.strategies import DoomChart, Hurt, Leave, LeaveFacts, RallyFailure
from engine.systems.gboh.troops import Troop


class AskTheCommander:
    """4.33 A subordinate rolls against his Overall Commander's Strategy; outside his reach a 0, or it is all over."""

    def leave(self, facts: LeaveFacts) -> Leave:
        """See :class:`~engine.systems.gboh.strategies.LineLeave`."""
        if facts.overall or facts.exempt:
            return Leave(limit=None)
        if facts.momentum:
            # He asks before the first order of his activation, never later; what he was granted then holds.
            return Leave(limit=None, denied=True)
        if facts.in_reach and facts.commanders_strategy is not None:
            return Leave(limit=facts.commanders_strategy)
        return Leave(limit=0, failure="finished")


class ByCharisma:
    """10.27 Charisma or less brings the unit back, with hits by its TQ; more, and it is lost."""

    once_a_turn = False
    table = None

    def limit(self, *, charisma: int, initiative: int) -> int:
        """See :class:`~engine.systems.gboh.strategies.RallyRule`."""
        return charisma

    def hits(self, tq: int, troop: Troop) -> int:
        """Half its printed TQ on foot, a third mounted, rounded down."""
        return tq // troop.rally_share

    def failure(self, roll: int, tq: int, troop: Troop) -> RallyFailure:
        """It is eliminated."""
        return "lost"


class ByPersonalCombat:
    """9.36 More than his Personal Combat kills; a second wound always does. Else each rating is 1 lower."""

    def certain(self, *, wounded: bool) -> Hurt | None:
        """See :class:`~engine.systems.gboh.strategies.Casualty`."""
        return Hurt(killed=True) if wounded else None

    def hurt(self, roll: int, *, personal_combat: int | None, wounded: bool) -> Hurt:
        """See :class:`~engine.systems.gboh.strategies.Casualty`."""
        return Hurt(killed=True) if wounded or roll > (personal_combat or 0) else Hurt(ratings=1)


RULES = Rules(
    orders=kinds.LED,
    set_up_orders=set_up_kinds.ALL,
    orders_phase=OrdersPhase,
    formed=UnitFormed,
    cases=Numbers.of(PACKAGE, "Cataphract"),
    troops=TROOPS,
    weapons=WEAPONS,
    command=Command(leader_joins_mp=1),  # 6.64
    movement=Movement(reaction_turn_roll="foot"),  # 7.14
    fire=Fire(
        targets=MappingProxyType({"heavy": 1}),
        bow_targets=MappingProxyType({}),
        return_past_zone=False,  # 8.23
    ),
    combat=Combat(recovery_under_fire=1),  # 10.16
    artillery=Artillery(),
    lines=AskTheCommander(),
    doom=DoomChart(),
    rally=ByCharisma(),
    casualty=ByPersonalCombat(),
    stacking=CHART,
)
"""Everything in which Cataphract may differ from its sisters."""
