"""How one game of the family differs from another in a number, a word or a switch: one frozen object, ``g.game``.

Where books differ in the procedure itself, a :mod:`strategy <.strategies>` stands here; where they differ by a kind of
troops, a trait of :class:`~engine.systems.gboh.troops.Troop`. What one game alone has is a chapter of its own with its
own numbers, not a field of this. Cases are named as Cataphract (C), Alexander (A), SPQR (S) and Simple GBoH (G)
number them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from engine.kernel.text import Text
from engine.systems.gboh.cases import Numbers
from engine.systems.gboh.events import UnitFormed
from engine.systems.gboh.stack import StackingChart
from engine.systems.gboh.state import OrdersPhase
from engine.systems.gboh.strategies import Casualty, Doom, Forecast, LineLeave, RallyRule
from engine.systems.gboh.troops import Arm, Target, Troop, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """4, 5 Leaders: activation, Momentum, Trump."""

    tie: Literal["die", "named side"] = "die"
    """5.12 Which side is first of equal Initiative: whose die is higher, or the one the battle names."""
    bypass_equals: bool = False
    """5.44 A Trump bypasses leaders of equal Initiative, not just lower (A, S)."""
    two_elites: Literal["in turn", "higher roll"] = "in turn"
    """5.5 Of two elite commanders both act, or who rolls higher with his Initiative, of equals nobody (S 5.53)."""
    no_elite_on: frozenset[int] = frozenset()
    """5.5 Rolls that cost a side its elite phase on turns after the first (A: 8, 9)."""
    trumper_moves: bool = False
    """5.45 Who has trumped must have a unit move, or attack; else any order will do (A 5.46)."""
    trumper_fires: bool = False
    """5.45 To have a unit fire will do for that (S 5.46)."""
    undone_trump_finishes: bool = False
    """5.46 Who trumped and did nothing of it is Finished; else he is as he was before (A 5.47)."""
    leader_joins_mp: int = 0
    """6.64 What a leader pays besides to enter a unit's hex (C: 1)."""
    leader_withdraws: int | None = 3
    """4.62 Hexes a leader may withdraw; None: Movement Points, those he has more than the enemy (A)."""
    leaders_shun: Literal["zones", "enemies"] = "zones"
    """4.61 What leaders keep out of where no unit of theirs stands: enemy ZOC, in which they stop, or any hex next to
    an enemy unit (G 4.34)."""
    leaders_withdraw: Literal["with their units", "as they like"] = "as they like"
    """6.54 Whether leaders go along with a unit that withdraws in order, or may (S 6.65: they do)."""
    leader_escapes: bool = False
    """4.62 A leader alone withdraws wherever there is no enemy next to him, or stays and takes his chance; one who is
    with a unit stays (G 4.35); else away from the enemy, or he is lost if he is alone."""
    rides_or_moves: bool = False
    """4.23 A leader goes along with the unit he began the phase with, at no cost to himself, or moves by himself; not
    both (G 4.31, 4.32)."""
    wounds_kill: bool = False
    """9.36 A leader whose wounds leave him no Initiative is dead (S 4.63)."""
    replacements: bool = True
    """4.63 Lost leaders are replaced (A 4.64: never)."""
    leave_lasts: bool = True
    """4.33 What leave for Line Commands was granted, or denied, holds in Momentum (A 4.35, S 4.25: asked anew)."""
    fires_apart: bool = False
    """5.24 A unit may have an order to fire besides the one to move, before it or after it (G 7.1)."""
    lines_near: int | None = None
    """4.32 A Line on foot is as long as it stands, but the leader must be within so many hexes of one of its units, in
    plain sight (A 4.33, 4.34 [1], S 4.24, 4.25: 2); None: each of its units is within reach of him (C)."""
    sight_along_edges: bool = False
    """4.32 Where his line to it runs along the side of two hexes one of them open is enough (S 4.25, leniently)."""
    leave_by_line: bool = False
    """4.33 Leave is asked for the Line that is to be commanded, whose units change the roll (S 4.25)."""
    lines_dressed: bool = False
    """4.32 A Line of any length has one facing throughout, flank to flank or front to rear, with the gaps its row
    allows and skirmishers between that don't count; who is as near but stands otherwise, horse as foot, is in one as
    far as Command Range goes (S 4.24, 9.22)."""
    leads_in_reach: bool = False
    """4.34 A leader who moves with his Line ends within Command Range of a unit of it (S 4.23)."""
    horse_gathers: bool = False
    """4.32 Horse is in a Line wherever it stands within half its leader's Command Range (A 4.33)."""
    wings_relay: bool = False
    """4.34 Near a Wing Commander a leader needs no roll for a Line Command, as near his Overall Commander (A)."""
    held_commander: Literal["moves leaders", "commands lines"] = "moves leaders"
    """4.4 What an Overall Commander in enemy ZOC still does besides giving Individual Orders to units: he moves other
    leaders but commands no Line (C), or the other way about (A 4.24, 4.4)."""
    released_first: bool = False
    """5.26 Who is let go from enemy ZOC acts before any leader of higher Initiative, the enemy's too (S 5.27), not just
    before others of his side."""
    idle_waits: bool = False
    """5.26 Who is activated for Shock only, in enemy ZOC, and has nobody attack waits, as who is put off does (A 5.25,
    S 5.27); else he is Finished, as after any Orders Phase (C, by the example)."""
    contingents_act: bool = True
    """5.11 Contingent Commanders have turns of their own (A 5.62: they act when a Wing Commander sets them to it)."""
    company_rides: Literal["never", "always", "with their commander"] = "never"
    """4.23 When other leaders may go along with a unit that moves by an order than the one who gives it: always (A), or
    where the Overall Commander goes along himself (S 4.3)."""
    zone_bars_momentum: bool = False
    """5.31 Who began his Orders Phase in enemy ZOC has no Momentum after it, an Overall Commander who has left it since
    neither (S)."""
    elite_counts: bool = False
    """5.5 An elite phase is one of the phases a leader may have in a turn (A, S)."""
    no_momentum_words: Text = field(default_factory=lambda: Text("he was bypassed or held in enemy ZOC this turn"))
    """5.31 What may have barred a leader from Momentum for the rest of the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """6, 7 Movement, Column, Orderly Withdrawal, zones of control, facing."""

    moved_again_hits: int = 1
    """6.13 Hits for moving again in a turn; 0: there is no such clause (G)."""
    moved_again_at: Literal["start", "end"] = "start"
    """6.13 When they fall: with the first Movement Point (C, A), or as the move ends (S)."""
    column_mp: int = 1
    """6.41 Movement Points for forming Column or leaving it (A: 0)."""
    column_tq: int = -2
    """6.45 What Column does to TQ (A: nothing)."""
    column_hits: int = 1
    """6.46 Hits for being forced out of Column."""
    withdrawal_at_once: bool = False
    """6.51 Who hasn't withdrawn as an enemy was at that distance doesn't before the same one closer by (S)."""
    stride_counts: bool = False
    """6.51 What a phalanx may draw on beyond its MA counts for those who get away from it (S 6.51, 7.22)."""
    half_spares: bool = False
    """6.42 A half that wheels onto ground that costs hits takes none where the other stands on such already (S)."""
    line_withdraws: Literal["once a phase", "each time"] = "once a phase"
    """6.58 Whether a cavalry Line of which a unit has withdrawn by itself in the Orders Phase may withdraw as one when
    an enemy comes near anew (S 6.57)."""
    column_strides: bool = False
    """6.42 In Column that is its own without any price (A 6.62, S 6.72)."""
    withdrawal_fire_over_shoulder: bool = False
    """6.56 Who fires while withdrawing does so in every withdrawal, whichever way it faces (A 6.75)."""
    withdrawal_barred: frozenset[str] = frozenset({"woods", "marsh", "river"})
    """6.55 Ground and hexsides, by the beginning of their names, that nobody withdraws into or across."""
    withdrawal_bars_rough: bool = False
    """6.55 Nor into anything that costs the unit a hit to enter (A 6.28)."""
    turning_moves: bool = False
    """6.13 Turning in its hex by an order is moving in everything: it must attack whom it has before it then (A)."""
    marks: bool = True
    """7.31 Who comes up to an enemy is marked to attack there and then (G: in the Shock Phase)."""
    friends_cost: bool = False
    """6.65 Entering a friend's hex costs Movement Points, as the stacking chart has it (G 5.14)."""
    zone_leaving: Literal["faster", "free"] = "faster"
    """7.23 Who leaves enemy ZOC in which it begins its move: who is faster than all that hold it, by its Front and
    without turning; or anybody, moving and turning as elsewhere (G 6.22)."""
    zone_left_for_good: bool = False
    """7.23 Who has left an enemy's ZOC comes next to that enemy no more in its move (G 6.22)."""
    half_wheel_mp: int | None = None
    """6.45 Movement Points for which a unit of two hexes that one half has brought into enemy ZOC wheels with the other
    on open ground, without more ado (G 5.24); None: for those of the ground, at the price of a check (A, S)."""
    zone_turning_before_enemies: bool = False
    """7.25 An enemy in its own ZOC doesn't keep a held unit from turning (A)."""
    zone_turning_at_close_range: bool = False
    """7.25 Foot that harasses may turn whoever holds it (A)."""
    zone_turning: Literal["half", "whole", "none"] = "half"
    """7.25 How much of its MA a unit held by one enemy may spend on turning in its hex (C half, A all, S nothing)."""
    reaction_turn_when: Literal["after", "before"] = "after"
    """7.14 Units turn in reaction when the enemy has come next to them, or as it is about to (G 6.15)."""
    reaction_turn_fails: bool = False
    """7.14 Who fails that roll doesn't turn, and takes 1 hit for it; who makes it turns unhurt (G 6.15)."""
    column_turns_out: bool = False
    """7.14 A Column that turns in reaction is in line then, 30 degrees to the left or right (G 11.27)."""
    column_away: bool = False
    """6.41 Column is formed and left out of the enemy's reach, not just out of its ZOC (G 11.21)."""
    reaction_turn_roll: Literal["foot", "all but horse against foot"] = "all but horse against foot"
    """7.14 Who rolls for turning in reaction: foot (C), or all but cavalry that turns towards infantry."""
    reaction_turn_speed: bool = False
    """7.14 The mover's MA less the unit's own is added to that roll (A, S)."""
    reaction_turn_least: int = 1
    """7.14 Hits of that roll at least, whatever it shows."""
    reaction_turn_routs: bool = False
    """7.14 A failed roll routs instead of costing hits (A)."""
    reaction_turn_to_flank: bool = True
    """7.14 An enemy in the Rear is better met with the Flank; not where both are one (G 7.36)."""
    reaction_turn_free: bool = False
    """7.14 Turning so costs no hits by the ground (A)."""
    reaction_about: bool = False
    """7.14 A unit of two hexes may face about as an enemy comes into its Rear (S 7.16, the 4th edition's)."""
    line_withdrawal: bool = True
    """6.58 A cavalry Line may withdraw as one (S 6.57)."""
    withdrawal_turns_free: bool = False
    """6.52 Turning at the end of a withdrawal takes no Movement Points (A 6.72)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """8 Missiles."""

    targets: Mapping[Target, int]
    """8.15 Added by what the target is; what isn't listed adds nothing."""
    bow_targets: Mapping[Target, int]
    """8.15 The same for bows, where it differs (A: archers at cataphracts)."""
    bow_close: int = 3
    """8.15 Added in its place for bows at heavy foot, at range 1 through its Front."""
    close_adds: bool = False
    """8.15 That is added besides what the target is, not in its place (G 7.14)."""
    extended: int = 1
    """8.16 Hexes that firing at lower ground adds to a range."""
    most_extended: int = 2
    """8.16 Hexes added to a range at most, rules of battles included."""
    closing: Literal["nearer", "no farther"] = "nearer"
    """8.11 What the last step of one that has moved must have been for it to fire at a target (G 7.1: no
    farther)."""
    standing_binds: Literal["everybody", "who shoots worse moved"] = "everybody"
    """8.11 Who stays in its hex for having fired before it moved (G 7.14: whose fire suffers by moving)."""
    simultaneous: bool = False
    """8.2 Fire at a unit out of turn and that unit's own at the same moment count together (G 7.2)."""
    harasses_slower: Mapping[Arm, Literal["equal or slower", "slower"]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """8.32 Whom one may harass by MA, by arm; anybody, where none is named (C; A 9.32, S 9.31 foot: equal or slower;
    A 9.41 cavalry: slower)."""
    low_from: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """8.17 Lowest roll that makes missiles run low, by row of the supply chart, where a reading raises it (S 8.14)."""
    retire_beyond: bool = False
    """8.22 Only at who isn't next to the unit any more when it has left its ZOC (S 8.21)."""
    kind_spares: bool = False
    """8.15 Elephants take one hit from those of their own arm, whatever others do to them (S 8.17)."""
    screens_return: bool = False
    """8.23 Archers that go with elephants return fire too (S 8.25)."""
    retire_fire_at_routed: bool = True
    """8.22 It is open at units that flee in the Rout Phase too (C; A, S: not)."""
    harassing_moves: bool = False
    """6.13 Harassing is moving, which costs who has moved before this turn a hit, or will (S 6.13)."""
    harasses_skirmishers: bool = True
    """8.32 Skirmishers may be harassed (S 9.33: not)."""
    harassing_dreads: bool = False
    """8.32 Cavalry that harasses elephants keeps out of their ZOC, and pays for their Flank and Rear hexes (S 9.32)."""
    harasses_in_sight: bool = True
    """8.32 Who harasses sees whom, and rides up ahead (A 9.32 has neither)."""
    lone_leaders: bool = True
    """8.19 A leader alone in his hex may be fired at (C, S; A: not)."""
    routed_reload: bool = True
    """8.18 Routed units that have kept their missiles reload (A: none does)."""
    line_entry: Literal["one", "each"] = "one"
    """8.21 At how many of a Line's units that came into its ZOC a unit fires (A: at each, once)."""
    return_after_entry: bool = False
    """8.23 Who fired at a unit as it came up may answer its fire all the same (A 8.24)."""
    return_past_zone: bool = True
    """8.23 With an enemy in its ZOC it may answer fire from elsewhere too (C: not)."""
    return_when_held: bool = True
    """8.23 In enemy ZOC it may answer fire from outside its own (G 7.23: not)."""
    entry_when_held: bool = True
    """8.21 It may fire at who comes up while it stands in another enemy's ZOC (G 7.22: not)."""
    harassed_alone_answers: Literal["no", "zone", "arc"] = "no"
    """8.33 Who is harassed answers alone: into its ZOC (A 9.32), or wherever it can fire at (S 9.24)."""
    harassed_turns: bool = True
    """8.33 Who is harassed may turn to face it first (S 9.24: it may only fire, since nobody has moved)."""
    hit_and_run: bool = False
    """8.33 Nobody comes next to who is harassed: it doesn't turn, and its answer is Return Fire (G 7.16)."""
    harassing_path: int | None = None
    """8.32 Hexes a path of any form may have over any ground the unit could enter (G 7.17: 4); None: the shortest
    way over easy ground."""
    rear_strikes_lower: bool = True
    """8.15 Of a stack the lower unit suffers fire from behind (S 6.68); else always the upper (G 7.14)."""
    blocks_sight: frozenset[str] = frozenset({"woods"})
    """8.14 Ground that one doesn't see through (A: towns too)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """9, 10 Shock, hits, rout, recovery."""

    terror: bool = True
    """9.13 Elephants and chariots make those they attack add to their checks (A 9.17, S 8.33)."""
    light_horse_halved: bool = False
    """9.16 Light horse does half harm to formed foot (S 8.36, the 4th edition's)."""
    terrain_shifts: Literal["one", "all"] = "one"
    """9.16 Of the rows of ground that favour the defender the best counts (C), or all of them (A, S)."""
    pair_shares_freely: int = 0
    """10.13 A unit of two hexes that attacks two units, or up to so many, shares out their hits as its owner likes (A
    10.12: 2, S 10.14: 3)."""
    leaders_advance: Literal["with their units", "as they like"] = "with their units"
    """9.21 Whether leaders go along with units that advance (C), or may (S 8.41)."""
    pair_advances_whole: bool = False
    """9.21 A unit of two hexes advances with both halves if it can, and else by a wheel (S 8.43)."""
    many_on_many: bool = True
    """9.12 Several may attack several together; else one attacks several, or several one (S 8.32)."""
    position_lost: Literal["behind", "unattended"] = "behind"
    """9.16 Whose ZOC keeps an attacker from superiority by position: that of enemies on its Flank or Rear, or that of
    enemies, skirmishers apart, whom nobody attacks in this segment (S 8.36)."""
    killed_lend: int = 0
    """9.16 What is added to the Charisma of a leader just killed, which counts against his side (S 8.36: 2)."""
    skirmishers_weigh: bool = True
    """9.16 Skirmishers' Size counts where they alone defend (A), and they may be struck first where others do; else
    neither (S 8.36, 9.23)."""
    routed_passed_unhurt: bool = False
    """10.26 Hits of friends who come where it stands are nothing to a routed unit: its end is a failed check, or a hit
    of fire or Shock (A 10.25, S 10.27)."""
    hurt_lend_nothing: bool = False
    """9.16 A leader who is hit lends his units no Charisma in that combat, however lightly he is hit (A 8.34)."""
    breakthrough: int = 0
    """8.37 How many times an enemy's hits make a unit of the combat suffer more (A: 3); 0: no such clause."""
    javelins_spent_in_contact: bool = False
    """8.17 What is thrown in Shock is spent where it came to blows, not where a check decided it (A)."""
    failed_rally_runs: bool = False
    """10.27 A unit that fails to rally flees its whole MA, not as far as it does when it routs (S 10.28, the 4th
    edition's)."""
    flight_turns_free: bool = False
    """10.22 Turning takes a fleeing unit no Movement Points in the Rout Phase (A 10.21)."""
    pair_turns_to_flee: bool = False
    """10.21 A unit of two hexes that breaks turns the way it flees (A); else it faces as it did (S)."""
    flight_turns_back: bool = True
    """10.21 Who can't flee straight turns on until a hex is open, be it farther from its Retreat Edge (A: never)."""
    flight_passes_on: bool = False
    """10.24 A flight that would end on a friend goes on until it finds a hex (A), not one hex more at most."""
    rout_order: Literal["as listed", "more routed", "fewer routed"] = "as listed"
    """3.0 Whose routed units flee first: the first army's, or those of who has more of them, of equals those of the
    side that is first of equals (A), or of who has fewer (S 3.D)."""
    recovery_ground: Literal["not difficult", "open"] = "not difficult"
    """10.16 Ground that units recover on (A 10.14: open)."""
    rally_ground: Literal["not difficult", "one MP", "open"] = "not difficult"
    """10.27 Ground that units rally on (A: what costs 1 MP to enter; S 10.28: open)."""
    recovery: int = 2
    """10.16 Hits a unit may recover in an Orders Phase."""
    recovery_under_fire: int = 0
    """10.16 Hits it may recover by one order under enemy missiles (C: 1; elsewhere it can't)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phalanx:
    """A 9.6, S 9.4, 9.5 Phalanxes: covered flanks, double depth."""

    defence_by: Literal["chosen", "all"] = "chosen"
    """9.61 Whose kind and way count: the attacking unit's that is chosen for the clash (A), or all attackers' (S)."""
    depth_one: bool = False
    """9.62 In double depth they are one unit, whose hits are the upper one's (G 10.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elephants:
    """A 9.1, S 9.1 Elephants."""

    driving_off: bool = False
    """9.16 Cavalry that an elephant has come next to withdraws even from its ZOC (S)."""
    ahead_hits: int = 0
    """9.15 Hits of cavalry that is forced into an elephant's ZOC (S: 2)."""
    rampage_tie: Literal["owner", "opponent"] = "owner"
    """9.14 Who names its nearest friend, of equally near ones, and the way there (S: the opponent)."""
    leaders_run: bool = False
    """9.14 Leaders on a rampaging elephant are carried along, and may be casualties when it ends (S)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursuit:
    """10.3 (A 10.3, S 10.4) Cavalry that pursues."""

    drm: int = 2
    """10.32 Added to the roll against TQ that decides it (S 10.42: 0)."""
    after_all: bool = False
    """10.31 Only where every defender has routed (S 10.41)."""
    flight_of_the_spared: bool = False
    """10.32 Who isn't pursued flees its whole MA (S 10.42)."""
    charged_alone: bool = True
    """10.31 Only who came up to attack pursues; else all that attack (S 10.41)."""
    rolls_again: bool = True
    """10.34 After another rout it rolls again; else it follows once more, and attacks nobody (S 10.42)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artillery:
    """11.6 (A 9.5, S 9.81) Engines."""

    name: Text = field(default_factory=lambda: Text("cheiroballistrae"))
    """11.6 What players read of all of them."""
    shots: int = 2
    """11.65 Shots in Orders Phases of its own side."""
    shots_in: Literal["turn", "phase"] = "turn"
    """11.65 In a turn, and one in an Orders Phase (C 11.65, S 9.81), or in each Orders Phase (A 9.52)."""
    reactions_a_phase: int = 2
    """11.66 Shots in one enemy Orders Phase."""
    reactions_at: Literal["all", "each"] = "all"
    """11.66 Whether they are so many in all, or so many at each enemy (G 7.24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One game's rules, as far as they are no chapter of its own."""

    cases: Numbers
    """What its book calls the cases; every refusal and event of the common procedures asks it."""
    orders_phase: type[OrdersPhase] = OrdersPhase
    """What the system keeps of an Orders Phase under way."""
    formed: type[UnitFormed] = UnitFormed
    """Its event of a change of formation, with the states its units have."""
    orders: Sequence[Any]
    """Its kinds of orders, each an :class:`~engine.systems.gboh.orders.order_kind.OrderKind`; chapters add theirs."""
    set_up_orders: Sequence[Any]
    """What is said while an army is set up, each a
    :class:`~engine.systems.gboh.deployment.order_kind.SetUpOrder`, in the order in which menus offer it."""
    optional: frozenset[str] = frozenset()
    """Chapters that are in force in no battle unless its players switch them on, by number (S 4.8, 10.5)."""
    troops: Mapping[str, Troop]
    """Its kinds of troops, by type and class."""
    weapons: Mapping[str, Weapon]
    """Its missile classes, by letter."""
    command: Command
    movement: Movement
    fire: Fire
    combat: Combat
    artillery: Artillery
    phalanx: Phalanx = field(default_factory=Phalanx)
    elephants: Elephants = field(default_factory=Elephants)
    pursuit: Pursuit = field(default_factory=Pursuit)
    lines: LineLeave
    """C 4.33, A 4.34, S 4.25"""
    doom: Doom
    """5.33"""
    rally: RallyRule
    """C 10.27, A 10.27, S 10.28"""
    casualty: Casualty
    """C 9.36, A 8.34, S 4.63"""
    stacking: StackingChart[Any]
    """C 6.6, A 6.9, S 6.6"""
    forecast: Forecast | None = None
    """G 7.5 How Shocks are reckoned beforehand; None: by columns and superiority (9.16)."""
