"""Which symbol stands for which troops: the types and classes of every rule system, with what they are called.

A type is keyed as its data has it: type, then class and missile letter where they make a difference. Within a system
no two types share a symbol, except where they are the same men under another letter.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from engine.kernel.text import Text


class Troop(NamedTuple):
    """One type of troops."""

    name: Text
    symbol: str


_GREAT_BATTLES = {
    "PH": Troop(Text("phalanx"), "phalanx"),
    "HI": Troop(Text("heavy infantry"), "heavy-infantry"),
    "HI/HO": Troop(Text("hoplites"), "hoplites"),
    "MI": Troop(Text("medium infantry"), "medium-infantry"),
    "MI/J": Troop(Text("medium infantry, javelins"), "medium-javelins"),
    "LI": Troop(Text("light infantry"), "light-infantry"),
    "LI/J": Troop(Text("light infantry, javelins"), "light-javelins"),
    "SK/A": Troop(Text("skirmishers, bows"), "archers"),
    "SK/J": Troop(Text("skirmishers, javelins"), "javelins"),
    "SK/S": Troop(Text("skirmishers, slings"), "slingers"),
    "HC": Troop(Text("heavy cavalry"), "heavy-cavalry"),
    "LN": Troop(Text("lancers"), "lancer"),
    "LC": Troop(Text("light cavalry"), "light-cavalry"),
    "LC/J": Troop(Text("light cavalry, javelins"), "javelin-cavalry"),
}
_HELLENIC = {
    "HI/HY": Troop(Text("hypaspists"), "hypaspists"),
    "LI/CA": Troop(Text("Cardaces"), "cardaces"),
    "LI/A": Troop(Text("light infantry, bows"), "light-archers"),
    "MI/A": Troop(Text("medium infantry, bows"), "medium-archers"),
    "LI/LP": Troop(Text("peltasts"), "peltasts"),
    "SK*/J": Troop(Text("assault skirmishers"), "assault-skirmishers"),
    "LC/A": Troop(Text("light cavalry, bows"), "horse-archer"),
    "HC/CAT": Troop(Text("cataphracts"), "cataphract"),
    "EL": Troop(Text("elephants, towers and archers"), "towered-elephants"),
    "CH": Troop(Text("scythed chariots"), "scythed-chariots"),
    "CH/A": Troop(Text("chariots, bows"), "chariots"),
    "CH/J": Troop(Text("chariots, javelins"), "chariots"),
    "AT": Troop(Text("oxybeles"), "artillery"),
}
_ROMAN = {
    "LG/HA": Troop(Text("hastati"), "hastati"),
    "LG/PR": Troop(Text("principes"), "principes"),
    "HI/TR": Troop(Text("triarii"), "triarii"),
    "LI/VE": Troop(Text("velites"), "velites"),
    "LG/CO": Troop(Text("legionary cohort"), "cohort"),
    "LG/CO/ala": Troop(Text("cohort of the allies"), "allied-cohort"),
    "LG/CE": Troop(Text("extraordinarii"), "extraordinarii"),
    "LG/SAM": Troop(Text("Samnite legion"), "samnites"),
    "RC": Troop(Text("Roman cavalry"), "roman-cavalry"),
    "BI": Troop(Text("barbarian infantry"), "barbarians"),
}

TROOPS = MappingProxyType(
    {
        "cataphract": {
            "HC": Troop(Text("heavy cavalry"), "heavy-cavalry"),
            "HC/C": Troop(Text("heavy cavalry, bows"), "heavy-horse-archer"),
            "HC/Cat": Troop(Text("cataphracts"), "cataphract"),
            "HC/Cat/dismounted": Troop(Text("dismounted cataphracts"), "dismounted-cataphracts"),
            "LN": Troop(Text("lancers"), "lancer"),
            "LC": Troop(Text("light cavalry"), "light-cavalry"),
            "LC/B": Troop(Text("horse archers"), "horse-archer"),
            "HI": Troop(Text("heavy infantry"), "heavy-infantry"),
            "HI/C": Troop(Text("heavy infantry, bows"), "heavy-archers"),
            "MI": Troop(Text("medium infantry"), "medium-infantry"),
            "MI/B": Troop(Text("medium infantry, bows"), "medium-archers"),
            "MI/F": Troop(Text("medium infantry, throwing axes"), "medium-axes"),
            "LI": Troop(Text("light infantry"), "light-infantry"),
            "LI/B": Troop(Text("archers"), "archers"),
            "LI/J": Troop(Text("javelins"), "javelins"),
            "LI/F": Troop(Text("axes"), "axe"),
            "CHEIROBALLISTRA": Troop(Text("cheiroballistra"), "artillery"),
            "LtDromon": Troop(Text("light dromon"), "galley"),
        },
        "alexander": _GREAT_BATTLES | _HELLENIC,
        "spqr": _GREAT_BATTLES
        | _ROMAN
        | {
            "LI/PE": Troop(Text("peltasts"), "peltasts"),
            "EL/AFR": Troop(Text("African elephants"), "elephants"),
            "EL/IND": Troop(Text("Indian elephants, towers"), "towered-elephants"),
            "EL/LEADER": Troop(Text("elephant of a leader"), "leader-elephant"),
            "CH": Troop(Text("chariots"), "chariots"),
            "SC": Troop(Text("scorpio"), "artillery"),
        },
        "simple-gboh": _GREAT_BATTLES
        | {k: v for k, v in _HELLENIC.items() if k not in ("LI/LP", "AT")}
        | {k: v for k, v in _ROMAN.items() if not k.startswith("LG/CO")}
        | {
            "LP": Troop(Text("peltasts"), "peltasts"),
            "CO/VET": Troop(Text("cohort, veterans"), "cohort"),
            "CO/REC": Troop(Text("cohort, recruits"), "recruit-cohort"),
            "CO/CON": Troop(Text("cohort, conscripts"), "conscript-cohort"),
            "LG/CO": Troop(Text("cohort"), "allied-cohort"),
            "BC": Troop(Text("barbarian cavalry"), "barbarian-cavalry"),
            "GC": Troop(Text("German cavalry"), "german-cavalry"),
            "HC/C": Troop(Text("heavy cavalry, bows"), "heavy-horse-archer"),
            "Artillery/bolts": Troop(Text("scorpions, oxybeles"), "artillery"),
            "Artillery/stones": Troop(Text("ballistae, catapults"), "stone-thrower"),
        },
        "men-of-iron": {
            "MM": Troop(Text("mounted men-at-arms"), "men-at-arms"),
            "DM": Troop(Text("dismounted men-at-arms"), "dismounted-men-at-arms"),
            "UH": Troop(Text("unhorsed men-at-arms"), "unhorsed-men-at-arms"),
            "AX": Troop(Text("axes"), "axe"),
            "PK": Troop(Text("pikes"), "pike"),
            "LB": Troop(Text("longbows"), "longbow"),
            "CB": Troop(Text("crossbows"), "crossbow"),
            "SL": Troop(Text("slingers"), "slingers"),
            "GE": Troop(Text("Genitors"), "genitors"),
            "MH": Troop(Text("mounted Hobilars"), "hobilars"),
            "DH": Troop(Text("dismounted Hobilars"), "dismounted-hobilars"),
            "standard": Troop(Text("standard"), "standard"),
            "bombard": Troop(Text("bombard"), "bombard"),
            "wagon": Troop(Text("waggon"), "baggage"),
        },
        "justinian": {
            "army": Troop(Text("army"), "army"),
            "detached": Troop(Text("detachment"), "detachment"),
            "frontier": Troop(Text("frontier troops"), "frontier-troops"),
            "fleet": Troop(Text("fleet"), "fleet"),
            "fort": Troop(Text("fort"), "fort"),
            "treasury": Troop(Text("treasury"), "treasury"),
            "control": Troop(Text("control"), "standard"),
            "revolt": Troop(Text("revolt"), "revolt"),
        },
    }
)
"""Rule system, then type."""

OTHERS = MappingProxyType(
    {
        "light phalanx": Troop(Text("light phalanx"), "light-phalanx"),
        "camels": Troop(Text("camels"), "camels"),
        "baggage": Troop(Text("baggage"), "baggage"),
        "camp": Troop(Text("camp"), "camp"),
    }
)
"""What a scenario of any system may field."""

RANKS = MappingProxyType(
    {
        "cataphract": {"OC": "oc", "SC": "sc", "CC": "cc"},
        "alexander": {"OC": "oc", "wing commander": "sc", "subordinate": "sc", "mounted contingent commander": "cc"},
        "spqr": {
            "OC": "oc",
            "subordinate": "sc",
            "tribune": "cc",
            "prefect of the allies": "cc",
            "elephant leader": "cc",
        },
        "simple-gboh": {"overall commander": "oc", "commander": "sc"},
        "men-of-iron": {"king": "king", "commander": "sc"},
        "justinian": {"magister militum": "sc", "king": "king", "barbarian leader": "cc"},
    }
)
"""Rank of every kind of leader: overall commander, subordinate, contingent commander, king."""
