"""What hangs in the gallery: every picture with its title, its caption and its alternative text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from PIL import Image

import scenarios
from bot.cli.battles import laid_out
from engine.kernel.view import TableView
from renderer import Picture, around, render, whole
from renderer.map.view import View, clusters, wing
from renderer.palette.colours import Theme
from scenarios.formats import FAST

AFTER_DARK = ("dara", "utus", "crecy", "najera", "renovatio")
"""Battles shown in the dark theme too."""

SCENE, SEED, ANSWERS = "taginae", 5, 330
"""The battle that close-ups, cards and the film come from: players made of dice have got so far in it."""

CAMPAIGN, CAMPAIGN_SEED, CAMPAIGN_TURNS = "renovatio", 7, 4
"""The campaign as players made of dice have left it after so many turns."""
ITALY = ("flaminia", "campania", "sicilia", "dalmatia", "sardinia")
"""What a theatre of the campaign is about, by code of the provinces."""
PROVINCE = "mesopotamia"

FILM_BYTES = 460_000
PHONE = 400
"""Pixels a phone gives a picture's width."""


class Drawn(NamedTuple):
    """A picture, or a film as it is stored, with its alternative text."""

    image: Image.Image | bytes
    alt: str


@dataclass(frozen=True)
class Exhibit:
    """One picture of the gallery, drawn when it is asked for."""

    name: str
    """Of its file, without the ending."""
    section: str
    caption: str
    draw: Callable[[], Drawn]
    kind: str = "webp"

    @property
    def file(self) -> str:
        return f"{self.name}.{self.kind}"


SECTIONS = {
    "maps": "Maps",
    "dark": "After dark",
    "views": "Views",
    "phone": "On a phone",
    "campaign": "A campaign",
    "counters": "Counters",
    "terrain": "Terrain",
    "overlays": "Overlays",
    "cards": "Cards, rosters, posters, films",
    "eyes": "For all eyes",
}
"""Parts of the page, in its order, by the name they are asked for with."""


def exhibits() -> list[Exhibit]:
    """Everything, in the order of the page."""
    found = [*_maps(), *_views(), *_phone(), *_campaign(), *_plates(), *_cards(), *_eyes()]
    order = list(SECTIONS)
    return sorted(found, key=lambda e: order.index(e.section))


def _opened(picture: Picture) -> Drawn:
    with Image.open(io.BytesIO(picture.png)) as image:
        return Drawn(image.convert("RGB"), picture.alt)


@cache
def _battlefield(name: str) -> TableView:
    if name == CAMPAIGN:
        return _planned(name)
    return laid_out(name, None)[1]


def _planned(name: str) -> TableView:
    """A campaign as its own plans set it up: without them its map is empty before the first answer."""
    from bot.cli.battles import scenario
    from engine.systems.registry import system_for
    from scenarios import position

    battle, state = position.read({"scenario": scenario(name).key}, name)
    return system_for(battle).view(state)


@cache
def _whole_field(name: str, theme: Theme) -> Drawn:
    return _opened(render(_battlefield(name), whole(), theme=theme))


def battlefields() -> list[scenarios.ScenarioInfo]:
    """Every battle, once: other set-ups on its field, named after it ("issus-meeting"), and fast rules are left out."""
    listed = [x for x in scenarios.listing() if x.system not in FAST]
    keys = {info.key for info in listed}
    return [x for x in listed if not any(x.key.startswith(f"{k}-") for k in keys)]


def _maps() -> Iterator[Exhibit]:
    for info in battlefields():
        key = info.key.split("/")[1]
        caption = f"{info.title}, {info.date}, as set up"
        yield Exhibit(f"map-{key}", "maps", caption, lambda key=key: _whole_field(key, "light"))
        if key in AFTER_DARK:
            yield Exhibit(
                f"map-{key}-dark", "dark", f"{info.title}, dark theme", lambda key=key: _whole_field(key, "dark")
            )


class _Played:
    """A battle some way on."""

    @cached_property
    def journal(self) -> Sequence[Any]:
        from bot.cli.battles import scenario
        from bot.cli.seeded import SeededTrail
        from bot.cli.selfplay import play

        trail = SeededTrail(scenario(SCENE), SEED)
        played = play(self.system, SEED, trail, turns=99, most=ANSWERS, keen=3.0, each=trail.follow)
        return played.game.journal

    @cached_property
    def system(self) -> Any:
        from bot.cli.battles import scenario
        from engine.systems.registry import system_for

        return system_for(scenario(SCENE))

    @cached_property
    def chapters(self) -> Sequence[Any]:
        from bot.films import chaptered

        return chaptered(self.system, self.journal)

    @cached_property
    def frames(self) -> Sequence[Any]:
        from bot.films.frames import frames_of

        return list(frames_of(self.system, self.journal, 0, None, "activation", chapters=self.chapters))

    @property
    def table(self) -> TableView:
        return self.frames[-1].table


_SCENE = _Played()


def _struck(table: TableView, side: int) -> str:
    """The code of the side's most battered unit that still stands."""
    ours = [c for c in table.counters if c.side == side and c.hexes and "routed" not in c.states]
    return max(ours, key=lambda c: (c.hits, len(c.states), c.id)).id


_FIGHTS = ("missile", "shock", "charge")
_COLUMNS = 13
"""What is shown as an action is no wider than this."""


def _happened(view: Callable[[Any], View], theme: Theme, overview: bool) -> Drawn:
    """The activation with most fighting in it, and how it left the field."""
    frames = _SCENE.frames
    fights = [sum(t.kind in _FIGHTS for t in f.traces) if _width(f) <= _COLUMNS else 0 for f in frames[:-1]]
    n = max(range(len(fights)), key=lambda i: (fights[i], i))
    shown = render(frames[n + 1].table, view(frames[n]), (), frames[n].traces, theme, overview=overview)
    return _opened(shown)


def _width(frame: Any) -> int:
    """Columns from the first to the last of its marks."""
    columns = [h // 100 for t in frame.traces for h in t.hexes]
    return max(columns, default=99) - min(columns, default=0) + 1


def _action(frame: Any) -> View:
    return around([h for t in frame.traces for h in t.hexes])


def _post(frame: Any) -> View:
    """The close-up a dispatch begins with."""
    return clusters(frame.table, [h for t in frame.traces for h in t.hexes])[0]


def _narrow(frame: Any) -> View:
    """Where the attacks of it are: what a phone shows best."""
    return around([t.hexes[-1] for t in frame.traces if t.kind in ("shock", "charge")][:2])


def _views() -> Iterator[Exhibit]:
    def army() -> Drawn:
        return _opened(render(_SCENE.table, wing(_SCENE.table, 0)))

    def middle(theme: Theme) -> Drawn:
        return _opened(render(_SCENE.table, whole(), theme=theme))

    yield Exhibit(
        "view-action", "views", "What just happened, and where on the field", lambda: _happened(_narrow, "light", True)
    )
    yield Exhibit("view-action-dark", "views", "The same after dark", lambda: _happened(_narrow, "dark", True))
    yield Exhibit(
        "view-turn", "views", "A whole turn, and how the battle stands", lambda: _happened(_action, "light", True)
    )
    yield Exhibit("view-wing", "views", "One army, whole units, with a ring round it", army)
    yield Exhibit("view-whole", "views", "The whole field in the middle of a battle", lambda: middle("light"))


def _small(drawn: Drawn) -> Drawn:
    """As wide as a phone."""
    assert isinstance(drawn.image, Image.Image)
    height = round(drawn.image.height * PHONE / drawn.image.width)
    return Drawn(drawn.image.resize((PHONE, height), Image.Resampling.LANCZOS), drawn.alt)


@cache
def _years_later() -> TableView:
    """The campaign some turns on."""
    from bot.cli.battles import scenario
    from bot.cli.seeded import SeededTrail
    from bot.cli.selfplay import play
    from engine.systems.registry import system_for

    battle = scenario(CAMPAIGN)
    trail = SeededTrail(battle, CAMPAIGN_SEED)
    system = system_for(battle)
    played = play(system, CAMPAIGN_SEED, trail, turns=CAMPAIGN_TURNS, most=10_000, keen=3.0, each=trail.follow)
    return system.view(played.game.state)


def _campaign() -> Iterator[Exhibit]:
    def drawn(codes: Sequence[str], theme: Theme) -> Drawn:
        table = _years_later()
        places = [p for p in map(table.board.read, codes) if p is not None]
        return _opened(render(table, around(places) if places else whole(), theme=theme))

    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        more, after = ("-dark", " after dark") if theme == "dark" else ("", "")
        yield Exhibit(
            f"campaign-whole{more}",
            "campaign",
            f"The Mediterranean after sixteen years{after}",
            lambda theme=theme: drawn((), theme),
        )
        yield Exhibit(
            f"campaign-theatre{more}",
            "campaign",
            f"A theatre of war: Italy{after}",
            lambda theme=theme: drawn(ITALY, theme),
        )
        yield Exhibit(
            f"campaign-phone{more}",
            "campaign",
            f"A province and its neighbours, on a phone{after}",
            lambda theme=theme: _small(drawn((PROVINCE,), theme)),
        )


def _phone() -> Iterator[Exhibit]:
    def field() -> Drawn:
        return _small(_opened(render(_SCENE.table)))

    yield Exhibit("phone-whole", "phone", "The whole field: who stands where", field)
    yield Exhibit(
        "phone-action",
        "phone",
        "A turn: where most of it happened",
        lambda: _small(_happened(_post, "light", False)),
    )
    yield Exhibit(
        "phone-close", "phone", "A close-up: every figure", lambda: _small(_happened(_narrow, "light", False))
    )
    yield Exhibit("phone-close-dark", "phone", "The same after dark", lambda: _small(_happened(_narrow, "dark", False)))


_COUNTERS = "One counter after another in rows, large, middle and small, on the blue and on the orange side: "


def _plates() -> Iterator[Exhibit]:
    from renderer.specimens import questions, states, terrain, troops

    called = troops.names()
    foot = _COUNTERS + ", ".join(str(called[n]) for n in troops.FOOT) + "."
    others = _COUNTERS + ", ".join(str(called[n]) for n in troops.OTHER_ARMS) + "."
    shown = _COUNTERS + ", ".join(str(name) for name, _ in states.states()) + "."
    parts = "A large counter with its parts named; two-hex units; leaders, markers, bands of commands, and three sides."
    grounds = "Small fields in rows: " + "; ".join(str(s.name) for s in terrain.SPECIMENS) + "."
    asked = "Small fields in rows, each with an overlay: " + "; ".join(str(q.name) for q in questions.questions()) + "."
    yield Exhibit("counters-foot", "counters", "Troops on foot", lambda: Drawn(troops.foot_sheet(), foot))
    yield Exhibit("counters-other", "counters", "Horse, beasts, engines", lambda: Drawn(troops.other_sheet(), others))
    yield Exhibit("counters-states", "counters", "States", lambda: Drawn(states.states_sheet(), shown))
    yield Exhibit(
        "counters-states-dark", "counters", "States, dark theme", lambda: Drawn(states.states_sheet("dark"), shown)
    )
    yield Exhibit("counters-anatomy", "counters", "Anatomy", lambda: Drawn(states.anatomy_sheet(), parts))
    yield Exhibit(
        "terrain", "terrain", "Every ground and every hexside", lambda: Drawn(terrain.terrain_sheet(), grounds)
    )
    yield Exhibit(
        "terrain-dark", "terrain", "The same after dark", lambda: Drawn(terrain.terrain_sheet("dark"), grounds)
    )
    yield Exhibit("overlays", "overlays", "Every overlay", lambda: Drawn(questions.overlays_sheet(), asked))
    yield Exhibit(
        "overlays-dark", "overlays", "The same after dark", lambda: Drawn(questions.overlays_sheet("dark"), asked)
    )


def _cards() -> Iterator[Exhibit]:
    def unit() -> Drawn:
        from renderer.cards.unit_card import unit_card

        return _opened(unit_card(_SCENE.table, _struck(_SCENE.table, 0)))

    def leader() -> Drawn:
        from renderer.cards.unit_card import unit_card

        return _opened(unit_card(_SCENE.table, _SCENE.table.leaders[0].id, "dark"))

    def army() -> Drawn:
        from renderer.cards.roster import roster

        return _opened(roster(_SCENE.table, 0)[0])

    def plate() -> Drawn:
        from renderer.poster.poster import poster

        battle, table = laid_out("crecy", None)
        sheet = poster(table, story=battle.briefing.history, long_side=1600)
        return Drawn(sheet.image.convert("RGB"), sheet.alt)

    def film() -> Drawn:
        from bot.films import filmed

        since = [c for c in _SCENE.chapters if c.seen][-4:][0].first
        made = filmed(_SCENE.system, _SCENE.journal, since, None, chapters=_SCENE.chapters, most_bytes=FILM_BYTES)
        return Drawn(made.data, made.alt)

    yield Exhibit("card-unit", "cards", "A unit's card", unit)
    yield Exhibit("card-leader", "cards", "A leader's card, dark theme", leader)
    yield Exhibit("roster", "cards", "An army's roster", army)
    yield Exhibit("poster", "cards", "A poster, made small", plate)
    yield Exhibit("film", "cards", "A film of a few activations", film, "gif")


_EYES = (
    "The same fight four times, in full colour and as people with protanopia, deuteranopia and tritanopia see it: two "
    "lines of counters in contact, with hits, states, leaders, a move, a shot, an attack and a rout."
)


def _eyes() -> Iterator[Exhibit]:
    from renderer.specimens.eyes import eyes_sheet

    yield Exhibit("eyes", "eyes", "Protanopia, deuteranopia, tritanopia", lambda: Drawn(eyes_sheet(), _EYES))
