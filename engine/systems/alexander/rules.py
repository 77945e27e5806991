"""The numbers and switches of Great Battles of Alexander, and its way with leave for Line Commands."""

from __future__ import annotations

from types import MappingProxyType

from engine.kernel.text import Text
from engine.systems.alexander.charts import PACKAGE
from engine.systems.alexander.events.formations import UnitFormed
from engine.systems.alexander.stacking_chart import CHART
from engine.systems.alexander.state import OrdersPhase
from engine.systems.alexander.troops import TROOPS, WEAPONS
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.deployment import kinds as set_up_kinds
from engine.systems.gboh.orders import kinds
from engine.systems.gboh.rules import Artillery, Combat, Command, Fire, Movement, Rules
from engine.systems.gboh.strategies import CasualtyBySeverity, DoomChart, Leave, LeaveFacts, RallyByInitiative


class ByStrategy:
    """4.34, 4.35 A subordinate needs his Overall Commander near, or a roll against his own Strategy."""

    def leave(self, facts: LeaveFacts) -> Leave:
        """See :class:`~engine.systems.gboh.strategies.LineLeave`."""
        if facts.overall:
            return Leave(limit=None)
        own = facts.strategy
        if facts.momentum:
            # 4.35 Only who gave one by himself before, and by a roll again.
            return Leave(limit=own, denied=not facts.earned or own is None)
        if facts.first_turn or facts.exempt:  # 4.34 [4], 4.53
            return Leave(limit=None)
        if facts.in_reach:  # 4.34 [2]
            return Leave(limit=None, forfeits_momentum=True)
        return Leave(limit=own, denied=own is None)


RULES = Rules(
    orders=kinds.LED,
    set_up_orders=set_up_kinds.ALL,
    orders_phase=OrdersPhase,
    formed=UnitFormed,
    cases=Numbers.of(PACKAGE, "Great Battles of Alexander"),
    troops=TROOPS,
    weapons=WEAPONS,
    command=Command(
        tie="named side",  # 5.12 the side that isn't Macedonian
        bypass_equals=True,  # 5.44
        no_elite_on=frozenset({8, 9}),  # 5.5
        leader_withdraws=None,  # 4.62
        replacements=False,  # 4.64
        leave_lasts=False,  # 4.35, table:line_command
        company_rides="always",  # 4.23, 5.68
        trumper_moves=True,  # 5.46
        undone_trump_finishes=True,  # 5.47
        lines_near=2,  # 4.34 [1]
        horse_gathers=True,  # 4.33
        wings_relay=True,  # 4.34 [2]
        held_commander="commands lines",  # 4.24, 4.4
        idle_waits=True,  # 5.25
        contingents_act=False,  # 5.62
        elite_counts=True,  # 5.5
        no_momentum_words=Text(  # 5.31
            "he was bypassed or held in enemy ZOC, fought himself or commanded through his OC this turn"
        ),
    ),
    movement=Movement(
        column_mp=0,  # 6.61, table:special_move_costs
        column_tq=0,
        column_strides=True,  # 6.62
        withdrawal_fire_over_shoulder=True,  # 6.75
        withdrawal_barred=frozenset(),
        withdrawal_bars_rough=True,  # 6.75, 6.28, table:cohesion_auto
        withdrawal_turns_free=True,  # 6.72
        turning_moves=True,  # 6.13
        zone_turning="whole",  # 7.25
        zone_turning_before_enemies=True,
        zone_turning_at_close_range=True,
        reaction_turn_speed=True,
        reaction_turn_free=True,
        reaction_turn_least=0,
        reaction_turn_routs=True,
    ),
    fire=Fire(
        targets=MappingProxyType({"heavy": 1, "skirmisher": 2, "cataphract": 1}),  # 8.15, 9.31, 9.42
        bow_targets=MappingProxyType({"cataphract": 2}),
        harasses_in_sight=False,  # 9.32
        harassed_alone_answers="zone",  # 9.32
        blocks_sight=frozenset({"woods", "town"}),  # 8.14
        retire_fire_at_routed=False,  # 8.22
        lone_leaders=False,  # 8.19
        routed_reload=False,  # 8.18
        line_entry="each",  # 8.21
        return_after_entry=True,  # 8.24
        harasses_slower=MappingProxyType({"foot": "equal or slower", "horse": "slower"}),  # 9.32, 9.41
    ),
    combat=Combat(
        routed_passed_unhurt=True,  # 10.25
        pair_shares_freely=2,  # 10.12
        position_lost="unattended",  # 8.36 exception 4
        hurt_lend_nothing=True,  # 8.34, table:shock_drm
        breakthrough=3,  # 8.37, table:shock_superiority_effects
        flight_turns_free=True,  # 10.21
        pair_turns_to_flee=True,  # 10.21
        flight_turns_back=False,  # 10.21
        flight_passes_on=True,  # 10.24
        rout_order="more routed",  # 3.0
        javelins_spent_in_contact=True,  # 8.17
        recovery_ground="open",  # 10.14
        rally_ground="one MP",  # 10.27
    ),
    artillery=Artillery(name=Text("oxybeles"), shots_in="phase"),  # 9.52
    lines=ByStrategy(),
    doom=DoomChart(),
    rally=RallyByInitiative(heavy_lost=True),  # 10.27, table:rally_attempt
    casualty=CasualtyBySeverity(second_kills=True),  # 8.34, 8.42
    stacking=CHART,
)
"""Everything in which it may differ from its sisters, as far as that is no chapter."""
