"""The numbers and switches of Simple GBoH."""

from __future__ import annotations

from types import MappingProxyType

from engine.kernel.text import Text
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.deployment import kinds as set_up_kinds
from engine.systems.gboh.orders import kinds
from engine.systems.gboh.rules import Artillery, Combat, Command, Fire, Movement, Phalanx, Rules
from engine.systems.gboh.strategies import DoomChart, Hurt, Leave, LeaveFacts, RallyByInitiative
from engine.systems.simple_gboh.charts import PACKAGE
from engine.systems.simple_gboh.events.units import UnitFormed
from engine.systems.simple_gboh.shock.odds import Forecast
from engine.systems.simple_gboh.stacks import CHART
from engine.systems.simple_gboh.state import PlayerTurn
from engine.systems.simple_gboh.troops import TROOPS, WEAPONS


class NoLines:
    """4.0 There are no Line Commands: Formations are activated whole."""

    def leave(self, facts: LeaveFacts) -> Leave:
        """See :class:`~engine.systems.gboh.strategies.LineLeave`."""
        return Leave(limit=None, denied=True)


class Outright:
    """7.15, 7.46 A leader who is hit is eliminated."""

    def certain(self, *, wounded: bool) -> Hurt | None:
        """See :class:`~engine.systems.gboh.strategies.Casualty`."""
        return Hurt(killed=True)

    def hurt(self, roll: int, *, personal_combat: int | None, wounded: bool) -> Hurt:
        """See :class:`~engine.systems.gboh.strategies.Casualty`."""
        return Hurt(killed=True)


RULES = Rules(
    orders=kinds.ACTING,
    set_up_orders=set_up_kinds.ALL,
    orders_phase=PlayerTurn,
    formed=UnitFormed,
    cases=Numbers.of(PACKAGE, "Simple GBoH"),
    optional=frozenset({"11.2"}),
    troops=TROOPS,
    weapons=WEAPONS,
    command=Command(
        leader_joins_mp=1,  # note g of the Terrain Effects Chart
        fires_apart=True,  # 7.1
        company_rides="always",  # 4.31, 4.32
        leaders_shun="enemies",  # 4.34
        leader_escapes=True,  # 4.35
        rides_or_moves=True,  # 4.31
    ),
    movement=Movement(
        moved_again_hits=0,
        column_hits=0,  # 11.25
        zone_turning="whole",  # 6.14
        zone_turning_before_enemies=True,  # 6.14
        marks=False,  # 7.3
        friends_cost=True,  # 5.14
        zone_leaving="free",  # 6.22
        zone_left_for_good=True,  # 6.22
        half_wheel_mp=2,  # 5.24
        reaction_turn_when="before",  # 6.15
        reaction_turn_fails=True,  # 6.15
        reaction_turn_to_flank=False,  # 7.36
        reaction_turn_free=True,  # 6.15
        column_turns_out=True,  # 11.27
        column_away=True,  # 11.21
        line_withdrawal=False,
    ),
    fire=Fire(
        targets=MappingProxyType({"heavy": 1, "cataphract": 1}),
        bow_targets=MappingProxyType({}),
        bow_close=2,
        close_adds=True,
        closing="no farther",  # 7.1
        standing_binds="who shoots worse moved",  # 7.14
        extended=0,
        most_extended=1,
        simultaneous=True,  # 7.2
        entry_when_held=False,  # 7.22
        return_after_entry=True,  # 7.23, within 7.2
        return_when_held=False,  # 7.23
        hit_and_run=True,  # 7.16
        harasses_in_sight=False,
        harassing_path=4,  # 7.17
        rear_strikes_lower=False,  # 7.14
        blocks_sight=frozenset({"forest", "woods", "village", "town", "city"}),  # 7.13
    ),
    combat=Combat(
        many_on_many=False,  # 7.35
        pair_advances_whole=True,  # 7.71
        recovery=0,  # 2.4
    ),
    artillery=Artillery(
        name=Text("artillery"), shots=1, shots_in="phase", reactions_a_phase=1, reactions_at="each"
    ),  # 7.24
    phalanx=Phalanx(depth_one=True),  # 10.3
    lines=NoLines(),
    doom=DoomChart(),
    rally=RallyByInitiative(),
    casualty=Outright(),
    stacking=CHART,
    forecast=Forecast(),
)
"""Everything in which it may differ from its sisters, as far as that is no chapter."""
