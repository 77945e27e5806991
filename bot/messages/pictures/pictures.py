"""Maps and cards for messages, drawn off the event loop."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.messages.delivery.deliver import Picture
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.pictures.ground_ahead import GroundAhead
from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.decisions import Choice
from engine.kernel.events import Trace
from engine.kernel.hexes import column, row
from engine.kernel.inquiry import Sketch
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer import (
    Choices,
    CommandRange,
    Eligible,
    Ends,
    Facings,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Say,
    Sectors,
    SetUpArea,
    Shock,
    Sight,
    Theme,
    View,
    Zones,
    above,
    armies,
    around,
    beneath,
    casualties,
    close,
    clusters,
    render,
    roster,
    unit_card,
    whole,
)
from renderer.map.view import ACTION_COLUMNS, CLOSE_COLUMNS
from renderer.picture import Picture as Drawn

SUGGESTED = Text("Suggested, and not ordered yet.")
"""What a picture of a suggestion says first."""

RING = 2
"""Hexes shown around what a picture is about."""
NEAR = 6
"""Hexes within which an enemy matters to who is ordered."""


class Pictures:
    """Draws in the background. ``say`` puts the words in a picture into the language of its readers."""

    def __init__(self, theme: Theme = "light", drawing_pool: DrawingPool | None = None) -> None:
        self.theme: Theme = theme
        self.drawing_pool = drawing_pool or DrawingPool(apart=False)
        self._ground = GroundAhead(self.drawing_pool, theme)

    async def table(
        self,
        table: TableView,
        *,
        focus: Iterable[Place] = (),
        traces: Sequence[Trace] = (),
        zones: bool = False,
        extra: str = "",
        say: Say = str,
    ) -> Picture:
        """The position; closely around ``focus`` if there is any, with marks of what was just done.

        ``extra`` is written in the picture's footer. While sides set up, it shows where they may.
        """
        overlays: list[Overlay] = [Zones(n) for n in range(len(table.sides))] if zones else []
        overlays = overlays or _areas(table)
        return await self._draw(table, _view(table, focus), overlays, traces, extra, say, overview=True)

    async def seen(
        self,
        table: TableView,
        view: View,
        overlays: Sequence[Overlay] = (),
        say: Say = str,
        traces: Sequence[Trace] = (),
    ) -> Picture:
        """The position in any view, under any overlays, with marks of what was done."""
        return await self._draw(table, view, overlays, traces, "", say, overview=True)

    async def beneath(self, table: TableView, view: View, say: Say = str) -> bytes:
        """The map of a view with nobody on it, as PNG."""
        drawn = await self.drawing_pool.draw(beneath, table, view, self.theme, say)
        self._ground.shown(table)
        return drawn

    async def above(
        self, table: TableView, view: View, overlays: Sequence[Overlay], traces: Sequence[Trace], say: Say = str
    ) -> bytes:
        """All that lies on the map of a view, as PNG to be laid over :meth:`beneath`."""
        return await self.drawing_pool.draw(above, table, view, overlays, traces, self.theme, say)

    async def story(
        self,
        table: TableView,
        *,
        focus: Iterable[Place] = (),
        traces: Sequence[Trace] = (),
        extra: str = "",
        say: Say = str,
    ) -> list[Picture]:
        """What was just done, close enough to be read on a phone; the whole field beside it where it lies far apart.

        Where nothing was done yet, both armies as they stand.
        """
        views = clusters(table, focus, RING) if (focus := list(focus)) else [armies(table)]
        return [
            await self._draw(table, view, _areas(table), traces, extra, say, f"map{n or ''}.png", overview=not n)
            for n, view in enumerate(views)
        ]

    async def suggested(self, table: TableView, traces: Sequence[Trace], *, say: Say = str) -> Picture:
        """What orders would do that nobody has given yet: ways, shots and attacks over the position as it stands."""
        focus = [h for t in traces for h in t.hexes if h in table.board]
        drawn = await self._draw(table, _view(table, focus), (), traces, say(SUGGESTED), say)
        return replace(drawn, alt=f"{say(SUGGESTED)} {drawn.alt}")

    async def reach(
        self,
        table: TableView,
        goals: Mapping[Place, Choice],
        *,
        ends: Ends | None = None,
        focus: Iterable[Place] = (),
        say: Say = str,
    ) -> Picture:
        """Where something may go or turn (``ends``), what each hex costs, and the front of who stands in the first of
        ``focus``."""
        origin = next(iter(focus := list(focus)), None)
        front = _front(table, next((c.id for c in table.counters if origin in c.hexes), ""))
        overlays: list[Overlay] = []
        if goals and origin is not None:
            costs = {h: c.mp for h, c in goals.items() if c.mp is not None}
            hits = {h: c.hits for h, c in goals.items() if c.hits}
            overlays.append(Reach(costs, hits, origin))
        return await self._draw(
            table,
            _chosen(table, [*focus, *goals]),
            [*overlays, *front, *([ends] if ends is not None else [])],
            (),
            say=say,
        )

    async def lettered(
        self,
        table: TableView,
        letters: Mapping[Place, str],
        *,
        costs: Mapping[Place, int] | None = None,
        hits: Mapping[Place, int] | None = None,
        unit: str = "",
        ends: Ends | None = None,
        focus: Iterable[Place] = (),
        say: Say = str,
    ) -> Picture:
        """Hexes to choose from by their letters, no more of the map than they need: up to nine columns of them are read
        on a telephone.

        ``costs`` and ``hits`` are written in the hexes that have them. ``unit`` is the code of who is ordered: it has a
        ring, and its front shows. It is in the picture where nine columns hold it too, as are the hexes of ``focus``.
        ``ends`` are places it may turn to.
        """
        front = _front(table, unit)
        turns = [ends] if ends is not None else []
        overlays = [Lettered(letters, costs or {}, hits or {}), *front, *turns]
        seen = (*focus, *(h for o in turns for hexes, _ in o.places for h in hexes))
        return await self._draw(table, _close(table, letters, front, seen), overlays, (), say=say)

    async def sectors(
        self,
        table: TableView,
        sectors: Mapping[str, Iterable[Place]],
        *,
        costs: Mapping[Place, int] | None = None,
        unit: str = "",
        ends: Ends | None = None,
        focus: Iterable[Place] = (),
        say: Say = str,
    ) -> Picture:
        """Groups of hexes to choose one of by its letter: all of them, however far they reach, with who is ordered."""
        marked, front = Sectors(sectors, costs or {}), _front(table, unit)
        hexes = [h for found in marked.sectors.values() for h in found]
        hexes += [h for f in front for h in f.hexes]
        return await self._draw(
            table, close([*hexes, *focus]), [marked, *front, *([ends] if ends is not None else [])], (), say=say
        )

    async def choices(
        self, table: TableView, places: Iterable[Place], *, focus: Iterable[Place] = (), say: Say = str
    ) -> Picture:
        """Places to choose from on a map of areas, each with its name."""
        found = [*dict.fromkeys(places)]
        return await self._draw(table, _chosen(table, [*focus, *found]), [Choices(found)], (), say=say)

    async def facings(
        self, table: TableView, hexes: Sequence[Place], choices: Mapping[int, str], current: int | None, say: Say = str
    ) -> Picture:
        """Which ways a unit in these hexes may face."""
        return await self._draw(table, close(hexes, RING), [Facings(tuple(hexes), choices, current)], (), say=say)

    async def line(
        self, table: TableView, members: Sequence[str], candidates: Iterable[str], say: Say = str
    ) -> Picture:
        """A line being formed, and who may still join it."""
        codes = sorted(candidates)
        hexes = [h for c in table.counters if c.id in {*members, *codes} for h in c.hexes]
        return await self._draw(table, _chosen(table, hexes), [Line(tuple(members), codes)], (), say=say)

    async def area(
        self,
        table: TableView,
        side: int,
        hexes: Iterable[Place],
        *,
        units: Iterable[str] = (),
        focus: Iterable[Place] = (),
        say: Say = str,
    ) -> Picture:
        """Hexes a side may set up in, or those for the one of its ``units`` that is being placed."""
        open_to, chosen = sorted(hexes), sorted(units)
        overlays: list[Overlay] = [SetUpArea(open_to, side), *([Eligible(chosen)] if chosen else [])]
        return await self._draw(table, _chosen(table, [*focus, *open_to]), overlays, (), say=say)

    async def eligible(
        self, table: TableView, units: Iterable[str], *, focus: Iterable[Place] = (), say: Say = str
    ) -> Picture:
        """Units that may be chosen, with the enemies near them."""
        codes = sorted(units)
        hexes = [h for c in table.counters if c.id in codes for h in c.hexes]
        overlays = [Eligible(codes)] if codes else []
        shown = [*focus, *hexes, *enemies_near(table, codes)]
        return await self._draw(table, _chosen(table, shown), overlays, (), say=say)

    async def sketch(self, table: TableView, sketch: Sketch, say: Say = str) -> Picture:
        """What the referee's answer is about."""
        overlays: list[Overlay] = []
        origin = next(iter(sketch.focus), None)
        if sketch.bands:
            overlays.append(Range(sketch.bands, sketch.needs if not sketch.costs else {}))
        if sketch.costs and origin is not None:
            overlays.append(Reach(sketch.costs, sketch.hits, origin))
        if sketch.command:
            overlays.append(CommandRange(sorted(sketch.command)))
        if sketch.sight is not None:
            blocked = sketch.sight[2]
            overlays.append(Sight(*sketch.sight, names=_terrain(table, blocked) if blocked is not None else ""))
        if sketch.attacks:
            overlays.append(Shock(sketch.attacks, labels=sketch.labels, odds=sketch.odds))
        return await self._draw(table, _view(table, sketch.focus), overlays, (), say=say)

    async def losses(self, before: TableView, now: TableView, say: Say = str) -> Picture:
        """What has been lost since an earlier moment."""
        return await self._draw(now, whole(), [casualties(before, now)], (), say=say)

    async def card(self, table: TableView, piece: str, say: Say = str) -> Picture:
        """The card of a unit, a leader or whatever else is in the battle, by its id."""
        drawn = await self.drawing_pool.draw(unit_card, table, piece, self.theme, say)
        return _sent(drawn, "card.png")

    async def roster(self, table: TableView, side: int, say: Say = str) -> list[Picture]:
        """The sheets of an army."""
        drawn = await self.drawing_pool.draw(roster, table, side, self.theme, say)
        return [_sent(d, f"roster{n or ''}.png") for n, d in enumerate(drawn)]

    async def poster(self, table: TableView, story: str, *, pieces: bool, say: Say = str) -> Picture:
        """The whole field as a plate for the wall; takes some seconds, in which other pictures go on."""
        png, alt = await self.drawing_pool.later(_plate, table, self.theme, pieces, story, say)
        return Picture(png, alt, "poster.png")

    async def _draw(
        self,
        table: TableView,
        view: View,
        overlays: Sequence[Overlay],
        traces: Sequence[Trace],
        extra: str = "",
        say: Say = str,
        name: str = "map.png",
        overview: bool = False,
    ) -> Picture:
        # Where somebody has to name a hex, no small map of the field lies on the large one.
        drawn = await self.drawing_pool.draw(
            render, table, view, overlays, traces, self.theme, extra, overview=overview, say=say
        )
        self._ground.shown(table)
        return _sent(drawn, name)

    def close(self) -> None:
        """Forget what isn't drawn yet."""
        self._ground.close()
        self.drawing_pool.close()


def _plate(table: TableView, theme: Theme, pieces: bool, story: str, say: Say) -> tuple[bytes, str]:
    """PNG and alternative text of a poster."""
    from renderer.poster.poster import poster  # draws, as does only the process this is done in

    drawn = poster(table, theme, pieces=pieces, story=story, say=say)
    return drawn.png(), drawn.alt


def _sent(drawn: Drawn, name: str) -> Picture:
    return Picture(drawn.png, drawn.alt, name)


def _areas(table: TableView) -> list[Overlay]:
    """While sides set up, where they may."""
    return [SetUpArea(hexes, n) for n, hexes in table.areas.items()]


def _front(table: TableView, unit: str) -> list[Front]:
    """Where somebody stands and which way it faces."""
    c = next((c for c in table.counters if c.id == unit and c.hexes), None)
    if c is None:
        return []
    all_round = not c.states.isdisjoint(("schiltron", "square"))
    return [Front(c.hexes, None if c.facing is None or all_round else int(c.facing))]


def _close(table: TableView, hexes: Iterable[Place], front: Sequence[Front], focus: Iterable[Place]) -> View:
    """Closely round hexes, with whoever is ordered and what else should be seen as long as it can all be read."""
    wanted = [h for h in hexes if h in table.board]
    if not isinstance(table.board, BattleMap):
        return close([*wanted, *(h for f in front for h in f.hexes), *focus])
    for more in ([h for f in front for h in f.hexes], list(focus)):
        wider = close([*wanted, *(h for h in more if h in table.board)])
        if wider.layout(table).columns <= ACTION_COLUMNS:
            wanted = list(wider.hexes)
    return close(wanted)


def _chosen(table: TableView, hexes: Iterable[Place]) -> View:
    """No more than something is to be chosen from."""
    return close(h for h in hexes if h in table.board)


def enemies_near(table: TableView, units: Collection[str]) -> list[Place]:
    """Where the enemies are that matter to these units, the nearest first, as long as the picture gets no wider than
    can be read."""
    own = [c for c in table.counters if c.id in units]
    hexes = [h for c in own for h in c.hexes]
    if not hexes or isinstance(table.board, AreaMap):
        return []
    sides, apart = {c.side for c in own}, table.board.apart
    found = sorted(
        (min(apart(h, e) for h in hexes for e in c.hexes), c.id, c.hexes) for c in table.counters if c.side not in sides
    )
    shown: list[Place] = []
    for far, _, held in found:
        now, then = [*hexes, *shown], [*hexes, *shown, *held]
        fits = all(_span(then, of) <= max(CLOSE_COLUMNS, _span(now, of)) for of in (column, row))
        if far <= NEAR and fits:
            shown += held
    return shown


def _span(hexes: Iterable[Place], of: Callable[[Place], int]) -> int:
    """Columns, or rows, from the first of these hexes to the last."""
    found = [of(h) for h in hexes]
    return max(found) - min(found) + 1


def _view(table: TableView, focus: Iterable[Place]) -> View:
    hexes = [h for h in focus if h in table.board]
    return around(hexes, RING) if hexes else whole()


def _terrain(table: TableView, h: Place) -> str:
    """What stands in a hex that is in the way: its terrain, as the map's legend calls it."""
    kind = table.map.terrain_at(h)
    return next((str(text) for k, text in table.legend if k == kind), "")
