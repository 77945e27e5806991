"""What the map says and no event changes: which province lies where, what it has, and how far it is from others."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush

from engine.kernel.areas import BorderKind
from engine.kernel.board import Place
from engine.systems.justinian.scenario import (
    CONSTANTINOPLE,
    LAZICA,
    SARDINIA,
    CampaignArea,
    JustinianScenario,
)

BY_LAND: tuple[BorderKind, ...] = ("land", "strait")
"""7.13 What armies cross."""


class Geography:
    """2.1 The map of one scenario. Places are areas by number, distances in MP: 1 a province, 1 more a strait."""

    def __init__(self, scenario: JustinianScenario) -> None:
        self.scenario = scenario
        self.map = scenario.map
        self.constantinople = scenario.by_code[CONSTANTINOPLE]
        """Province of the Byzantine treasury (5.13)."""
        self.lazica = scenario.by_code[LAZICA]
        self.sardinia = scenario.by_code[SARDINIA]
        self._within: dict[Place, dict[Place, int]] = {}

    def place(self, code: str) -> Place:
        """Raises KeyError."""
        return self.scenario.by_code[code]

    def name(self, place: Place) -> str:
        return self.map.show(place)

    def after_the(self, sea: Place) -> str:
        """A sea area's name behind its article: "Levant"."""
        return self.name(sea).removeprefix("The ")

    def area(self, place: Place) -> CampaignArea:
        area = self.map.area(place)
        assert isinstance(area, CampaignArea)
        return area

    # -- kinds of places ----------------------------------------------------------------------------------------

    @cached_property
    def provinces(self) -> tuple[Place, ...]:
        return self.map.of_kind("province")

    @cached_property
    def seas(self) -> tuple[Place, ...]:
        return self.map.of_kind("sea")

    @cached_property
    def boxes(self) -> tuple[Place, ...]:
        return self.map.of_kind("box")

    def is_province(self, place: Place) -> bool:
        return self.area(place).kind == "province"

    def is_sea(self, place: Place) -> bool:
        return self.area(place).kind == "sea"

    def is_box(self, place: Place) -> bool:
        return self.area(place).kind == "box"

    # -- what a province has ------------------------------------------------------------------------------------

    def prefecture(self, place: Place) -> str:
        """Its Prefecture; "" of what is no province."""
        return self.area(place).region

    def of_prefecture(self, *names: str) -> tuple[Place, ...]:
        """Provinces of some Prefectures, by number."""
        return tuple(p for p in self.provinces if self.area(p).region in names)

    def income(self, place: Place) -> int:
        """5.11 G a year; 0 of what is no province."""
        return self.area(place).worth or 0

    def city(self, place: Place) -> bool:
        """2.1 A City province."""
        return self.area(place).city is not None

    def island(self, place: Place) -> bool:
        return self.area(place).island

    def group(self, name: str) -> tuple[Place, ...]:
        """Provinces that rules speak of together: "thracian", "armenian", "egypt-revolt", "asia-minor"."""
        return tuple(self.place(code) for code in self.scenario.groups[name])

    # -- boxes --------------------------------------------------------------------------------------------------

    def box(self, power: str) -> Place | None:
        """The off-map box of a power."""
        code = self.scenario.power_specs[power].box
        return self.place(code) if code is not None else None

    def enters(self, power: str) -> tuple[Place, ...]:
        """Provinces a power may enter from its box; () where it has none."""
        box = self.box(power)
        return () if box is None else self.map.beside(box, ("arrow",))

    # -- coasts -------------------------------------------------------------------------------------------------

    def seas_of(self, place: Place) -> tuple[Place, ...]:
        """Sea areas a province borders on."""
        return self.map.beside(place, ("coast",)) if self.is_province(place) else ()

    def coastal(self, place: Place) -> bool:
        return bool(self.seas_of(place))

    def coast_of(self, sea: Place) -> tuple[Place, ...]:
        """Coastal provinces of a sea area."""
        return self.map.beside(sea, ("coast",))

    def seas_beside(self, sea: Place) -> tuple[Place, ...]:
        """Sea areas next to one."""
        return self.map.beside(sea, ("sea",))

    # -- distances ----------------------------------------------------------------------------------------------

    def roads(self, place: Place) -> tuple[Place, ...]:
        """7.13 Provinces next to one by land or strait."""
        return self.map.beside(place, BY_LAND)

    def strait(self, a: Place, b: Place) -> bool:
        return self.map.kind_between(a, b) == "strait"

    def reach(self, start: Place, mp: int) -> dict[Place, int]:
        """T:army_limits Provinces within so many MP of one, and how many it takes; markers and enemies ignored."""
        return {p: n for p, n in self._distances(start).items() if n <= mp}

    def _distances(self, start: Place) -> dict[Place, int]:
        found = self._within.get(start)
        if found is None:
            found = self._within[start] = self._spread(start)
        return found

    def _spread(self, start: Place) -> dict[Place, int]:
        found: dict[Place, int] = {}
        waiting = [(0, start)]
        while waiting:
            n, p = heappop(waiting)
            if p in found:
                continue
            found[p] = n
            for q in self.roads(p):
                heappush(waiting, (n + 1 + self.strait(p, q), q))
        return found

    def from_box(self, power: str) -> dict[Place, int]:
        """5.12 How many provinces are entered from a power's box to each province, the first one included."""
        edge = list(self.enters(power))
        found = dict.fromkeys(edge, 1)
        while edge:
            further = dict.fromkeys(q for p in edge for q in self.roads(p) if q not in found)
            n = found[edge[0]] + 1
            found.update(dict.fromkeys(further, n))
            edge = list(further)
        return found
