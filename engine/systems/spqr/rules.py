"""The numbers and switches of SPQR, and its way with leave for Line Commands."""

from __future__ import annotations

from types import MappingProxyType

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.deployment import kinds as set_up_kinds
from engine.systems.gboh.orders import kinds
from engine.systems.gboh.rules import Artillery, Combat, Command, Elephants, Fire, Movement, Phalanx, Pursuit, Rules
from engine.systems.gboh.strategies import CasualtyBySeverity, DoomChart, Leave, LeaveFacts, RallyByInitiative
from engine.systems.spqr.charts import PACKAGE
from engine.systems.spqr.events.formations import UnitFormed
from engine.systems.spqr.stacking_chart import WITH_LEADERS
from engine.systems.spqr.state import OrdersPhase
from engine.systems.spqr.troops import TROOPS, WEAPONS


class ByOverallCommander:
    """4.25 A subordinate needs his Overall Commander near, or a roll against that one's Strategy."""

    def leave(self, facts: LeaveFacts) -> Leave:
        """See :class:`~engine.systems.gboh.strategies.LineLeave`."""
        if facts.overall:  # [C]
            return Leave(limit=None)
        strategy = facts.commanders_strategy
        found: list[Modifier] = []
        if facts.line_held:
            found.append(Modifier(value=1, reason=Text("a unit of the Line in enemy ZOC"), rule="4.25"))
        if facts.favour:
            found.append(Modifier(value=-facts.favour, reason=Text("a Proconsul"), rule="4.46"))
        modifiers = tuple(found)
        if facts.momentum:  # [B]
            return Leave(limit=strategy, denied=not facts.earned or strategy is None, modifiers=modifiers)
        if facts.first_turn or facts.exempt or facts.in_reach:  # [A] (1), (3), 4.5
            return Leave(limit=None)
        return Leave(limit=strategy, denied=strategy is None, modifiers=modifiers)  # [A] (2)


RULES = Rules(
    orders=kinds.LED,
    set_up_orders=set_up_kinds.ALL,
    orders_phase=OrdersPhase,
    formed=UnitFormed,
    cases=Numbers.of(PACKAGE, "SPQR"),
    optional=frozenset({"4.8", "6.8", "10.5"}),
    troops=TROOPS,
    weapons=WEAPONS,
    command=Command(
        bypass_equals=True,  # 5.44
        two_elites="higher roll",  # 5.53
        trumper_moves=True,  # 5.46
        trumper_fires=True,
        leaders_withdraw="with their units",  # 6.65
        leave_lasts=False,  # 4.25 [B]
        leave_by_line=True,  # 4.25 [A]
        lines_near=2,  # 4.25
        lines_dressed=True,  # 4.24
        leads_in_reach=True,  # 4.23
        wounds_kill=True,  # 4.63
        company_rides="with their commander",  # 4.3 (5)
        released_first=True,  # 5.27
        idle_waits=True,  # 5.27
        held_commander="commands lines",  # 4.25 [C], 4.26, 4.3
        zone_bars_momentum=True,  # 5.31
        elite_counts=True,  # 5.52
    ),
    movement=Movement(
        moved_again_at="end",  # 6.13
        withdrawal_at_once=True,
        stride_counts=True,  # 6.51, 7.22
        half_spares=True,  # 6.42
        line_withdraws="each time",  # 6.57
        column_strides=True,  # 6.72
        zone_turning="none",  # 7.23
        reaction_turn_speed=True,  # 7.16
    ),
    fire=Fire(
        targets=MappingProxyType({"heavy": 1, "skirmisher": 2, "cataphract": 1}),  # 8.17, 9.23
        bow_targets=MappingProxyType({"cataphract": 2}),  # 8.17
        retire_fire_at_routed=False,  # 8.21
        retire_beyond=True,  # 8.21
        kind_spares=True,  # 8.17
        screens_return=True,  # 8.25
        routed_reload=False,  # 8.15
        blocks_sight=frozenset({"woods", "village"}),  # 8.16
        harasses_slower=MappingProxyType({"foot": "equal or slower", "horse": "equal or slower"}),  # 9.24, 9.31
        harassing_moves=True,  # 6.13
        harasses_skirmishers=False,  # 9.33
        harassing_dreads=True,  # 9.32
        harassed_alone_answers="arc",  # 9.24
        harassed_turns=False,
    ),
    combat=Combat(
        routed_passed_unhurt=True,  # 10.27
        terrain_shifts="all",  # 8.54
        pair_shares_freely=3,  # 10.14
        pair_advances_whole=True,  # 8.43
        leaders_advance="as they like",  # 8.41
        many_on_many=False,  # 8.32
        position_lost="unattended",  # 8.36
        killed_lend=2,  # 8.36
        skirmishers_weigh=False,  # 8.36, 9.23
        flight_turns_free=True,  # 10.22
        rout_order="fewer routed",  # 3.D
        recovery_ground="open",  # 10.17
    ),
    artillery=Artillery(name=Text("scorpios")),  # 9.81
    phalanx=Phalanx(defence_by="all"),  # 9.41
    elephants=Elephants(driving_off=True, ahead_hits=2, rampage_tie="opponent", leaders_run=True),  # 9.14 to 9.16
    pursuit=Pursuit(
        charged_alone=False, drm=0, after_all=True, flight_of_the_spared=True, rolls_again=False
    ),  # 10.41, 10.42
    lines=ByOverallCommander(),
    doom=DoomChart(),
    rally=RallyByInitiative(),
    casualty=CasualtyBySeverity(),
    stacking=WITH_LEADERS,
)
"""Everything in which it may differ from its sisters, as far as that is no chapter."""
