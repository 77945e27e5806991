"""The numbers the book of Simple GBoH gives the cases."""

from __future__ import annotations

from types import MappingProxyType

from engine.systems.gboh.cases import Case, Numbers

NUMBERS = Numbers(
    "Simple GBoH",
    MappingProxyType(
        {
            # The battle and its turns
            Case.GAME_LENGTH: "3.0",
            Case.SEQUENCE: "3.2",
            # Leaders and what they command
            Case.INDIVIDUAL_ORDERS: "4.1",
            Case.COMMAND_RANGE: "4.11",
            Case.COMMAND_RESTRICTIONS: "4.1",
            Case.OVERALL_COMMANDER: "4.33",
            Case.LEADER_WITH_UNIT: "4.31",
            Case.LEADER_HELD: "4.34",
            Case.LEADER_ENTERS_ZONE: "4.34",
            Case.LEADER_WITHDRAWAL: "4.35",
            Case.REPLACEMENT_LEADERS: "4.37",
            Case.LEADER_STATES: "4.1",
            # Activation
            Case.ACTIVATION_ORDER: "4.1",
            Case.ORDERS_OR_LINE: "4.1",
            Case.ORDER_ACTIONS: "3.2",
            Case.ONE_ORDER: "5.12",
            Case.PHASE_END: "3.2",
            # Movement
            Case.MOVEMENT_ALLOWANCE: "5.11",
            Case.MOVED_AGAIN: "5.12",
            Case.LEADER_MOVEMENT: "4.31",
            Case.LEADER_COSTS: "4.31",
            Case.MOVEMENT_HITS: "5.17",
            Case.CLOSED_GROUND: "5.16",
            Case.PATH: "5.12",
            Case.COLUMN: "11.2",
            Case.COLUMN_FORMING: "11.21",
            Case.COLUMN_FACING: "11.23",
            Case.COLUMN_WEAKNESS: "11.25",
            Case.COLUMN_ATTACKED: "11.25",
            Case.COLUMN_LIMITS: "11.26",
            # Stacking
            Case.STACKING_LIMIT: "5.31",
            Case.ENEMY_HEXES: "5.31",
            Case.PASSING_FRIENDS: "5.31",
            Case.STACK_ORDERS: "5.33",
            Case.STACK_ORDER: "5.33",
            Case.STACK_FACING: "5.34",
            Case.STACK_EFFECTS: "5.35",
            Case.STACKING_CHART: "5.32",
            # Facing and zones of control
            Case.ARCS: "6.11",
            Case.FACING_COST: "6.12",
            Case.FACING_HITS: "6.12",
            Case.REACTION_FACING: "6.15",
            Case.ZONE: "6.21",
            Case.ZONE_STOP: "6.22",
            Case.ZONE_FACING: "6.14",
            # Who attacks
            Case.MUST_ATTACK: "7.31",
            Case.MAY_ATTACK: "7.32",
            Case.MAY_JOIN: "7.32",
            Case.CANNOT_ATTACK: "7.31",
            # Missile fire
            Case.ORDERED_FIRE: "7.1",
            Case.FIRE_TARGET: "7.12",
            Case.LINE_OF_SIGHT: "7.13",
            Case.FIRE: "7.14",
            Case.FIRE_AT_LEADERS: "7.15",
            Case.REACTION_FIRE: "7.2",
            Case.ENTRY_FIRE: "7.22",
            Case.RETIRE_FIRE: "7.21",
            Case.RETURN_FIRE: "7.23",
            Case.HARASSMENT_WHO: "7.17",
            Case.HARASSMENT: "7.17",
            Case.HARASSMENT_FIRE: "7.17",
            Case.FOOT_HARASSMENT: "7.16",
            Case.HARASSING_ELEPHANTS: "10.23",
            # Shock
            Case.DESIGNATION: "7.3",
            Case.GROUPING: "7.35",
            Case.LEADERS_IN_SHOCK: "7.46",
            Case.CLASH: "7.35",
            Case.SHOCK: "7.52",
            Case.COLLAPSE: "7.53",
            Case.ADVANCE: "7.71",
            Case.ADVANCE_TURN: "7.72",
            Case.WHO_ADVANCES: "7.71",
            # Hits, rout
            Case.SHARING_HITS: "7.53",
            Case.BREAKING: "8.1",
            Case.MUTUAL_ROUT: "8.4",
            Case.ROUT: "8.4",
            Case.ROUT_LOST: "8.4",
            Case.ROUT_LEADERS: "4.36",
            Case.ROUTED: "8.4",
            Case.RECOVERY: "8.1",
            Case.RALLY: "8.4",
            Case.DEPLETION: "8.2",
            Case.DEPLETION_EFFECTS: "8.23",
            # Pursuit
            Case.PURSUIT: "7.6",
            Case.PURSUIT_WHO: "7.61",
            Case.PURSUIT_ROLL: "7.62",
            Case.PURSUIT_RETURN: "7.63",
            # Special units
            Case.ARTILLERY_CHAPTER: "10.1",
            Case.ARTILLERY_FIRE: "7.1",
            Case.ARTILLERY_STACKING: "10.13",
            Case.ARTILLERY_FACING: "10.12",
            Case.ARTILLERY_REACTION: "7.24",
            Case.ARTILLERY_ROUT: "8.4",
            Case.RAMPAGE: "8.5",
            Case.ELEPHANTS_AND_HORSE: "10.23",
            Case.DEPTH_FORMING: "10.3",
            Case.DEPTH_MOVEMENT: "10.3",
            Case.DEPTH_COMBAT: "10.3",
            # Victory
            Case.ROUT_POINTS: "9.0",
            Case.VICTORY: "9.0",
        }
    ),
)
"""Every case that refusals, events and questions of the common procedures name."""

TWINS: dict[str, str] = {}
"""Cases that no refusal names, with the number that the book shared code is written after has for the same."""
