"""Films come from the journal's events alone, leave out what was taken back, and show nobody's secrets."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.films import (
    Chapter,
    chaptered,
    cut,
    filmed,
    finest,
    frames_of,
    latest,
    paced,
    place,
    suggestions,
    turns,
)
from bot.films.captions import Stretch
from bot.films.chapters import Deed, events_in
from bot.language.catalogue import ENGLISH, TextCatalogue
from engine.kernel.events import Trace
from engine.kernel.game import Game, rebuild
from engine.kernel.hexes import show
from engine.kernel.journal import Entry, effective
from engine.kernel.referee import Remove
from engine.kernel.text import Refusal
from engine.systems.cataphract.events.ambushes import AmbushLeft
from engine.systems.cataphract.system import Cataphract
from engine.systems.registry import system_for
from renderer.film.model import Frame
from tests.each import for_each


def played(name: str, seed: int, *, turns: int = 1, most: int = 400) -> tuple[Any, Game[Any]]:
    battle = scenarios.load(name)
    system = system_for(battle)
    trail = SeededTrail(battle, seed)
    return system, play(system, seed, trail, turns=turns, most=most, keen=3.0, each=trail.follow).game


@pytest.fixture(scope="module")
def tricameron() -> tuple[Any, Game[Any]]:
    return played("tricameron", 5)


@pytest.fixture(scope="module")
def crecy() -> tuple[Any, Game[Any]]:
    return played("crecy", 4, most=90)


_CHAPTERS: dict[str, list[Chapter]] = {}
"""Of the journals that end with an entry of this hash."""


def frames(system: Any, entries: list[Entry], *args: Any, **options: Any) -> list[Frame]:
    if not options.keys() & {"chapters", "catalogue"}:
        head = entries[-1].hash
        options["chapters"] = _CHAPTERS[head] = _CHAPTERS.get(head) or chaptered(system, entries)
    return list(frames_of(system, entries, *args, **options))


@pytest.mark.parametrize("by", ["activation", "stage", "event"])
@pytest.mark.parametrize("battle", ["tricameron", "crecy"])
def test_a_film_leads_from_the_first_position_to_the_last(by: Any, battle: str, request: Any) -> None:
    system, game = request.getfixturevalue(battle)
    found = frames(system, game.journal, by=by)
    first, last = found[0].table, found[-1].table
    assert {c.id for c in first.counters} >= {c.id for c in last.counters} - {c.id for c in first.off_map}
    assert not any(c.hits for c in first.counters) and not found[0].traces
    now = system.view(game.state)
    assert last.counters == now.counters and last.sides == now.sides and last.outcome == now.outcome
    for a, b in itertools.pairwise(found):
        # What is done is shown where the units stand before, and then what came of it.
        assert a.traces or b.traces or b.caption
        if any(t.kind == "move" for t in a.traces):
            assert not any(t.kind == "move" for t in b.traces) or a.table.counters != b.table.counters
    assert all(f.heading for f in found)


def test_finer_films_have_more_frames(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    chapters = chaptered(system, game.journal)
    counts = [len(frames(system, game.journal, by=by, chapters=chapters)) for by in ("activation", "stage", "event")]
    assert counts == sorted(counts) and counts[0] < counts[1] < counts[2]
    groups = {by: sum(1 for c in chapters for _ in c.groups(by)) for by in ("activation", "stage", "event")}
    assert finest(chapters, groups["event"]) == "event"
    assert finest(chapters, groups["event"] - 1) == "stage"
    assert finest(chapters, groups["stage"] - 1) == "activation"
    for by in ("activation", "stage", "event"):
        assert [d for c in chapters for g in c.groups(by) for d in g] == [d for c in chapters for d in c.deeds]


def silenced(*args: Any, **options: Any) -> Any:
    raise AssertionError("a rule was run")


class Mute(Cataphract):
    """Rules that may not be asked anything."""

    play = read = write = act = inquire = referee_acts = known = scopes = invariants = silenced


def test_no_rule_is_run(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    mute = Mute(system.scenario)
    with pytest.raises(AssertionError, match="a rule was run"):
        Game.resume(mute, game.journal)
    made = frames(mute, game.journal)
    assert [(f.table.counters, f.traces, f.caption) for f in made] == [
        (f.table.counters, f.traces, f.caption) for f in frames(system, game.journal)
    ]


def test_what_was_taken_back_is_not_shown(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    answers = [e for e in effective(game.journal) if e.kind == "answer"]
    to = answers[len(answers) // 2].seq - 1
    again = Game.resume(system, game.journal)
    undone = again.undo(to, "byzantine")
    journal = [*game.journal, *undone]
    kept = [e for e in game.journal if e.seq <= to]
    assert chaptered(system, journal) == chaptered(system, kept)
    assert [f.table.counters for f in frames(system, journal)] == [f.table.counters for f in frames(system, kept)]
    assert len(frames(system, journal)) < len(frames(system, game.journal))


def test_a_referees_acts_are_shown(tricameron: tuple[Any, Game[Any]]) -> None:
    system, whole = tricameron
    stop = next(e.seq for e in whole.journal if e.kind == "event" and e.data["type"] == "unit-moved")
    answer = max(e.seq for e in whole.journal if e.kind == "answer" and e.seq < stop)
    game = Game.resume(system, [e for e in whole.journal if e.seq < answer])
    assert game.restartable
    game.act("Cleo", system.act(game.state, Remove(piece="THC1")), SeededTrail(scenarios.load("tricameron"), 1), "late")
    assert any(seq == game.journal[answer].seq for seq, _ in events_in(system, game.journal))
    found = frames(system, game.journal)
    assert "THC1" in {c.id for c in found[0].table.counters}
    assert "THC1" not in {c.id for c in found[-1].table.counters}
    assert any("THC1" in f.caption for f in found)


TOLD = "The Byzantines have noted where Pharas and HLN1 lie in wait."


def test_an_ambush_is_not_betrayed_before_it_comes_out() -> None:
    """Dara: the Heruli lie behind their hill, known to their own side alone."""
    system, game = played("dara", 1, most=60)
    laid = next(e for e in game.journal if e.kind == "event" and e.data["type"] == "ambush-laid")
    hidden = set(laid.data["pieces"])
    at = next(u.ambush for u in game.state.units.values() if u.id in hidden)
    before = frames(system, game.journal)
    assert hidden == {"HLN1", "Pharas"} and at and len(before) > 2
    for f in before:
        assert not hidden & {*(c.id for c in f.table.counters), *(x.id for x in f.table.leaders)}
        assert not hidden & {t.unit for t in f.traces}
        # That they lie in wait somewhere everybody has been told.
        words = f"{f.heading} {f.caption.replace(TOLD, '')}".replace(",", " ").split()
        assert not hidden & set(words) and show(at) not in words
    out = AmbushLeft(pieces=sorted(hidden), hex=at, why="they are seen").model_dump(mode="json")
    entry = Entry(seq=game.journal[-1].seq + 1, kind="event", data=out, hash="0")
    after = frames(system, [*game.journal, entry], by="event", chapters=chaptered(system, [*game.journal, entry]))
    assert hidden <= {*(c.id for c in after[-1].table.counters), *(x.id for x in after[-1].table.leaders)}
    assert not hidden & {c.id for f in after[:-1] for c in f.table.counters} and "HLN1" in after[-1].caption


def test_a_film_can_be_made_elsewhere(tricameron: tuple[Any, Game[Any]]) -> None:
    """All of the job goes through a pipe to another process, and the film comes back."""
    system, game = tricameron
    chapters = chaptered(system, game.journal)
    job = (filmed, (system, game.journal, chapters[0].first, chapters[1].last), {"catalogue": ENGLISH})
    work, args, options = pickle.loads(pickle.dumps(job))
    made = pickle.loads(pickle.dumps(work(*args, **options)))
    assert made.frames > 4 and made.data[:6] == b"GIF89a" and made.alt.startswith("A film of Tricameron: Turn 1")
    assert made == filmed(system, game.journal, chapters[0].first, chapters[1].last, chapters=chapters)


def test_nothing_to_show_is_said(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    with pytest.raises(Refusal, match="Nothing has happened on the map yet"):
        filmed(system, game.journal[:1])
    with pytest.raises(Refusal, match="Nothing happened there"):
        filmed(system, game.journal, 0, 1)
    assert frames(system, game.journal[:1]) == []


def test_titles_are_said_in_the_language_of_the_battle(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    italian = TextCatalogue("it", {"Turn {turn}": "Turno {turn}", "{units} move.": "{units} muovono."})
    titles = {c.title for c in chaptered(system, game.journal, italian)}
    assert titles and all(t.startswith("Turno ") for t in titles)
    assert any("muovono" in f.caption for f in frames(system, game.journal, catalogue=italian))


def test_chapters_are_the_activations(crecy: tuple[Any, Game[Any]]) -> None:
    system, game = crecy
    chapters = chaptered(system, game.journal)
    begun = [e for e in effective(game.journal) if e.kind == "event" and e.data["type"] == "activation-began"]
    assert len(chapters) > 2 and abs(len(chapters) - len(begun)) <= len(begun) // 2
    assert all(a.last <= b.first for a, b in itertools.pairwise(chapters))
    assert all(c.seen for c in chapters[:-1]) and turns(chapters) == {}
    assert sum(len(c.deeds) for c in cut(chapters, chapters[1].first, chapters[1].last)) == len(chapters[1].deeds)


def test_long_films_are_hurried() -> None:
    table = system_for(scenarios.load("tricameron"))
    view = table.view(table.initial_state())
    still = [Frame(view, hold=2000)] * 10
    assert [f.hold for f in paced(still)] == [2000] * 10
    assert [f.hold for f in paced(still, 2.0)] == [1000] * 10
    long = paced([Frame(view, hold=2000)] * 200)
    assert sum(f.hold for f in long) == pytest.approx(100_000)
    assert min(f.hold for f in paced(still, 100)) == 250


def test_the_last_position_is_the_battles_own(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    assert frames(system, game.journal)[-1].table.leaders == system.view(rebuild(system, game.journal)).leaders


# -- captions ---------------------------------------------------------------------------------------------------


def marks(kind: Any, *units: str) -> list[Trace]:
    return [Trace(kind=kind, unit=u, hexes=(101, 102)) for u in units]


def test_the_deeds_of_many_are_told_in_brief() -> None:
    many = Stretch(marks("move", "LC10", "LC9", "LC11", "HC1") + marks("shock", "HC1") + marks("hit", "LN2", "LN1"), [])
    assert many.captions(ENGLISH, brief=True) == ("HC1 attacks. HC1, LC9-11 move.", "LN1, LN2 are hit.")
    one = Stretch(marks("rout", "THC1") + marks("hit", "THC1"), [])
    assert one.captions(ENGLISH, brief=True) == ("THC1 flees.", "THC1 is hit.")
    assert Stretch([], []).captions(ENGLISH, brief=True) == ("", "")


def test_the_deeds_of_few_are_told_in_full(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    fine = frames(system, game.journal, by="event")
    assert any("→" in f.caption and "facing" in f.caption for f in fine)
    assert not any("→" in f.caption and "facing" in f.caption for f in frames(system, game.journal))


# -- choosing ---------------------------------------------------------------------------------------------------


def chapter(turn: int, title: str, *seqs: int) -> Chapter:
    return Chapter(turn, title, tuple(Deed(s, s, "move", "HC1", (101,)) for s in seqs))


TURNS = [
    chapter(1, "Turn 1 · Belisarius", 10, 12),
    chapter(1, "Turn 1 · Gelimer", 20, 25),
    chapter(2, "Turn 2 · Belisarius", 30, 38),
]
NO_TURNS = [replace(c, turn=0, title=c.title.partition(" · ")[2]) for c in TURNS]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("1", (10, 25)),
        ("turn 2", (30, 38)),
        ("Turn  1", (10, 25)),
        ("belisarius", (10, 38)),
        ("gelim", (20, 25)),
        ("Turn 1 · Gelimer", (20, 25)),
        ("#21", (21, 21)),
    ],
)
def test_where_a_film_begins_and_ends(text: str, span: tuple[int, int]) -> None:
    assert (place(TURNS, text, end=False), place(TURNS, text, end=True)) == span


def test_without_turns_activations_are_counted() -> None:
    assert (place(NO_TURNS, "2", end=False), place(NO_TURNS, "2", end=True)) == (20, 25)
    assert latest(NO_TURNS) == (10, 38) and latest(TURNS) == (30, 38)
    many = [chapter(0, f"Battle {n}", n, n) for n in range(20)]
    assert latest(many) == (12, 19)


@for_each(
    ("chapters", "text", "why"),
    [
        (TURNS, "3", "There is no turn 3; the last one is turn 2."),
        (TURNS, "0", "There is no turn 0"),
        (NO_TURNS, "4", "There is no activation 4; the last one is number 3."),
        (NO_TURNS, "0", "There is no activation 0"),
        (TURNS, "#39", "There is no step #39; the last one is #38."),
        (TURNS, "#x", "There is no step #x"),
        (TURNS, "Hannibal", "There is no turn or activation “Hannibal”."),
        (TURNS, " ", "There is no turn or activation"),
        (TURNS, "9" * 40, "There is no turn or activation"),
        ([], "1", "Nothing has happened on the map yet."),
    ],
)
def test_what_is_not_there_is_refused(chapters: list[Chapter], text: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        place(chapters, text, end=False)
    assert why in str(refused.value.text)


def test_what_is_offered_can_be_chosen() -> None:
    for chapters in (TURNS, NO_TURNS):
        for end in (False, True):
            offered = list(suggestions(chapters, "", end=end))
            assert len(offered) == len(turns(chapters)) + len(chapters)
            assert all(isinstance(place(chapters, value, end=end), int) for _, value in offered)
    assert [str(t) for t, _ in suggestions(TURNS, "gel", end=True)] == ["Turn 1 · Gelimer (#25)"]
    assert [str(t) for t, _ in suggestions(NO_TURNS, "3", end=False)] == ["3 · Belisarius (#30)"]
    assert [v for _, v in suggestions(TURNS, "turn", end=False)][:2] == ["turn 2", "turn 1"]
    with pytest.raises(Refusal):
        latest([])
