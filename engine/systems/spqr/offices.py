"""4.4 Roman offices: whom Tribunes and Prefects may order, have attack, and command as a Line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.kernel.text import Text
from engine.systems.gboh.state import Means
from engine.systems.gboh.troops import Troop
from engine.systems.spqr.scenario import Rank

TITLES: Mapping[Rank, Text] = {
    "oc": Text("Overall Commander"),
    "proconsul": Text("Proconsul"),
    "subordinate": Text("Subordinate Commander"),
    "tribune": Text("Tribune"),
    "prefect sociorum": Text("Prefect Sociorum"),
    "prefect equitum": Text("Prefect Equitum"),
    "replacement": Text("Replacement Leader"),
    "elephant leader": Text("Elephant Leader"),
}
"""What leaders are called."""

NAMED: tuple[Rank, ...] = ("oc", "proconsul", "subordinate")
"""11.2 Leaders known by their own name, who count five times their Initiative."""

COLLEGES: tuple[Rank, ...] = ("tribune", "prefect sociorum", "prefect equitum")
"""4.41 Offices of which an army has several holders, whose names are but labels."""


class Soldier(Protocol):
    """What offices ask of a unit."""

    @property
    def kind(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def cls(self) -> str | None: ...
    @property
    def troop(self) -> Troop: ...
    @property
    def legion(self) -> str | None: ...
    @property
    def ala(self) -> bool: ...


def is_infantry(u: Soldier) -> bool:
    """Foot but for skirmishers and engines."""
    return u.troop.is_heavy_foot or u.type == "LI"


def declines(rank: Rank, u: Soldier, by: Means) -> tuple[Text, str] | None:
    """4.42 to 4.44 Why the office doesn't reach the unit so, and the case; None where it does."""
    foot, roman = is_infantry(u), u.legion is not None
    if rank == "prefect equitum":
        if not (roman and u.troop.is_horse):
            return Text("a Prefect Equitum commands legion cavalry and that of the alae"), "4.44"
    elif rank in ("tribune", "prefect sociorum"):
        of_his = foot and roman and u.ala is (rank == "prefect sociorum")
        if by == "line" and not foot:
            return Text("a {rank} commands Lines of infantry only", rank=TITLES[rank]), "4.43"
        if by == "order" and not of_his and u.cls != "VE":
            return _TO_ORDER[rank], "4.42"
        if by == "shock" and not of_his:
            return _TO_ATTACK[rank], "4.42"
    return None


_TO_ORDER: Mapping[Rank, Text] = {
    "tribune": Text("a Tribune orders legion infantry, and velites of any legion or ala"),
    "prefect sociorum": Text("a Prefect Sociorum orders infantry of the alae, and velites of any legion or ala"),
}
_TO_ATTACK: Mapping[Rank, Text] = {
    "tribune": Text("a Tribune has legion infantry attack"),
    "prefect sociorum": Text("a Prefect Sociorum has infantry of the alae attack"),
}


def band(rank: Rank, u: Soldier, by: Means) -> str | None:
    """4.42, 4.44 The band it belongs to, of which he orders one only in a phase; Lines and attacks aren't limited."""
    if by != "order" or rank not in COLLEGES:
        return None
    if rank == "prefect equitum":
        return "cavalry of the alae" if u.ala else "legion cavalry"
    if u.cls == "VE":
        return "velites"
    return f"{u.troop.name} of the {u.legion} {'Ala' if u.ala else 'Legion'}"


LIMITS: Mapping[Rank, tuple[Text, str]] = {
    "tribune": (Text("one class of one legion only, or velites"), "4.42"),
    "prefect sociorum": (Text("one class of one ala only, or velites"), "4.42"),
    "prefect equitum": (Text("either legion cavalry or that of the alae"), "4.44"),
}
"""How Individual Orders of one Orders Phase are limited, and the case."""

DUTIES: Mapping[Rank, Text] = {
    "tribune": Text("orders: one class of one legion, or velites; attacks: legion infantry; Lines of any infantry"),
    "prefect sociorum": Text(
        "orders: one class of one ala, or velites; attacks: infantry of the alae; Lines of any infantry"
    ),
    "prefect equitum": Text(
        "orders: legion cavalry or that of the alae; attacks: all of it; Lines of both where the battle has them"
    ),
}
"""What an office is for, in words."""
