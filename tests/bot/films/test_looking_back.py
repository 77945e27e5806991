"""Steps, reels, turning points and reports: what looking back is made of."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.films import Chapter, activations, landmarks, locate, page_with, steps, still, turns, wound
from bot.films.account import Answers, account, answers, for_good, luck, span
from bot.films.captions import Stretch
from bot.films.chapter_index import ChapterIndex, projected
from bot.films.chapters import Deed, heading
from bot.films.making import Accounted, accounted
from bot.films.report import FIELD, Report, report_fields, report_text
from bot.films.steps import PAGE
from bot.films.summary import SENTENCES, Passage, choose, sentence
from bot.films.turning import Score, swing, turning, turning_points
from bot.language.catalogue import ENGLISH
from engine.kernel.events import Trace
from engine.kernel.game import Game, rebuild
from engine.kernel.journal import Entry, effective
from engine.kernel.text import Text
from tests.bot.films.test_films import NO_TURNS, TURNS, played, silenced

GRAINS = ("activation", "stage", "event")


@pytest.fixture(scope="module")
def tricameron() -> tuple[Any, Game[Any]]:
    return played("tricameron", 5)


@pytest.fixture(scope="module")
def crecy() -> tuple[Any, Game[Any]]:
    return played("crecy", 4, most=90)


_REELS: dict[str, ChapterIndex] = {}
"""Of the journals that end with an entry of this hash."""


def reel_of(system: Any, game: Game[Any]) -> ChapterIndex:
    found = _REELS[game.head] = _REELS.get(game.head) or wound(system, game.journal)
    return found


def names(system: Any, game: Game[Any]) -> dict[str, str]:
    return {s.id: s.name for s in system.view(game.state).sides}


# -- steps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", GRAINS)
@pytest.mark.parametrize("battle", ["tricameron", "crecy"])
def test_steps_follow_one_another_without_a_gap(by: Any, battle: str, request: Any) -> None:
    system, game = request.getfixturevalue(battle)
    chapters = reel_of(system, game).chapters
    found = steps(chapters, by)
    assert (found[0].at, found[0].last, found[-1].last) == (0, -1, None)
    for a, b in itertools.pairwise(found):
        assert a.at < b.at and a.last is not None and b.first == a.last + 1
    assert [locate(found, s.at) for s in found] == list(range(len(found)))
    assert locate(found, 10**9) == len(found) - 1 and locate(found, 0) == 0
    assert locate(found, found[1].at - 1) == 0, "the nearest one before"
    counted = sum(1 for c in chapters for _ in c.groups(by))
    assert len(found) == counted + 1
    assert all(1 <= s.part <= s.parts for s in found)


def test_one_journal_entry_is_one_step() -> None:
    """A referee's act may hold deeds of several units."""
    act = tuple(Deed(n, 10, "move", f"HC{n}", (101,)) for n in range(3))
    chapters = [Chapter(1, "Turn 1", (*act, Deed(3, 12, "move", "HC9", (101,))))]
    found = steps(chapters, "event")
    assert [(s.at, s.first, s.last) for s in found] == [(0, 0, -1), (10, 0, 2), (12, 3, None)]
    assert steps([], "event")[0].last is None


def test_places_are_listed_with_their_turns_and_turning_points() -> None:
    assert [str(p.label) for p in activations(TURNS, [1])][:3] == [
        "The beginning",
        "Turn 1 · Belisarius",
        "Turn 1 · Gelimer",
    ]
    assert [p.turning for p in activations(TURNS, [1])] == [False, False, True, False]
    assert [str(p.label) for p in activations(NO_TURNS, [])][1] == "1 · Belisarius"
    marks = landmarks(TURNS, [0, 1])
    assert [(str(p.label), p.at) for p in marks] == [
        ("Turn 1", 10),
        ("Turn 1 · Belisarius", 10),
        ("Turn 1 · Gelimer", 20),
        ("Turn 2", 30),
    ]
    assert landmarks(NO_TURNS, []) == []


def test_long_lists_open_at_the_page_one_is_on() -> None:
    places = activations([replace(TURNS[0], deeds=(Deed(n, n * 2 + 1, "move", "HC1"),)) for n in range(60)], [])
    assert page_with(places, 0) == 0 and page_with(places, places[PAGE].at) == 1
    assert page_with(places, places[PAGE].at - 1) == 0 and page_with(places, 10**9) == 60 // PAGE


# -- reels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", GRAINS)
@pytest.mark.parametrize("battle", ["tricameron", "crecy"])
def test_a_step_is_what_the_journal_says(by: Any, battle: str, request: Any) -> None:
    """Found through the legs of an index, a position is the one that all events up to it lead to."""
    system, game = request.getfixturevalue(battle)
    index = reel_of(system, game)
    assert len(index.legs) > 1
    found = steps(index.chapters, by)
    entries = [e for e in effective(game.journal) if e.kind in ("event", "act")]
    for step in [found[0], *found[1 :: max(1, len(found) // 6)], found[-1]]:
        shown = projected(system, index.within(step.first, step.last), step.first, str)
        shown.through(step.last)
        until = game.journal[-1].seq if step.last is None else entries[step.last].seq if step.last >= 0 else 0
        state = rebuild(system, [e for e in game.journal if e.seq <= until])
        assert system.view(state) == shown.table


def test_a_reel_goes_through_a_pipe_and_no_rule_is_run(
    tricameron: tuple[Any, Game[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    system, game = tricameron
    for name in ("play", "read", "write", "act", "inquire", "known", "scopes", "invariants"):
        monkeypatch.setattr(type(system), name, silenced)
    index = pickle.loads(pickle.dumps(wound(system, game.journal)))
    assert index == reel_of(system, game) and (index.head, index.hash) == (game.journal[-1].seq, game.head)
    assert len(index.scores) == len(index.chapters) + 1
    found = steps(index.chapters, "event")
    for step, near in ((found[2], True), (found[0], False)):
        legs, called = index.within(step.first, step.last), names(system, game)
        far = still(system, legs, step, called, index.stage)
        assert far.png[:4] == b"\x89PNG" and far.alt.startswith("Map of Tricameron") and bool(far.lines) is near
        close = still(system, legs, step, called, index.stage, close=True)
        assert close.lines == far.lines and (close.png != far.png) is near


def test_what_was_taken_back_is_in_no_reel(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    given = [e for e in effective(game.journal) if e.kind == "answer"]
    to = given[len(given) // 2].seq - 1
    undone = Game.resume(system, game.journal).undo(to, "byzantine")
    kept = wound(system, [e for e in game.journal if e.seq <= to])
    again = wound(system, [*game.journal, *undone])
    assert again.chapters == kept.chapters and again.scores == kept.scores and again.head > kept.head


@pytest.mark.parametrize("battle", ["tricameron", "crecy"])
def test_a_reel_goes_on_where_an_older_one_ended(battle: str, request: Any) -> None:
    system, game = request.getfixturevalue(battle)
    whole = reel_of(system, game)
    index, last = None, game.journal[-1].seq
    for upto in (1, last // 4, last // 4 + 1, last // 2, last - 1, last):
        entries = [e for e in game.journal if e.seq <= upto]
        index = wound(system, entries, before=index)
        fresh = whole if upto == last else wound(system, entries)
        assert (index.chapters, index.scores, index.stage) == (fresh.chapters, fresh.scores, fresh.stage)
        assert [(x.first, x.position) for x in index.legs] == [(x.first, x.position) for x in fresh.legs]
        end = steps(index.chapters, "activation")[-1]
        assert (
            projected(system, index.within(end.first, None), end.first, str).through(None).lines
            == projected(system, fresh.within(end.first, None), end.first, str).through(None).lines
        )


# -- turning points -----------------------------------------------------------------------------------------------


EVEN = Score((0, 0), (30, 20), (0, 0), (10, 10), (frozenset({"A"}), frozenset({"B"})), False)


@pytest.mark.parametrize(
    ("after", "turned", "moved"),
    [
        (EVEN, False, 0.0),
        (replace(EVEN, points=(3, 0)), True, 0.1),
        (replace(EVEN, points=(2, 0)), False, 2 / 30),
        (replace(EVEN, points=(3, 2)), True, 0.0),
        (replace(EVEN, leaders=(frozenset(), frozenset({"B"}))), True, 0.1),
        (replace(EVEN, over=True), True, 1.0),
        (replace(EVEN, limits=(None, None), lost=(0, 4)), False, 0.4),
    ],
    ids=["nothing", "a tenth", "less", "both alike", "a leader", "the end", "without limits"],
)
def test_what_turns_a_battle(after: Score, turned: bool, moved: float) -> None:
    before = replace(EVEN, limits=after.limits)
    assert turning(before, after) is turned
    assert swing(before, after) == pytest.approx(moved)


def test_the_greatest_swings_are_the_turning_points() -> None:
    scores = [replace(EVEN, points=(0, n)) for n in (0, 5, 5, 15, 18, 18)]
    assert turning_points(scores, 9) == [0, 2, 3]
    assert turning_points(scores, 2) == [0, 2] and turning_points(scores, 1) == [2]
    assert turning_points(scores[:1], 3) == []


# -- the tale -----------------------------------------------------------------------------------------------------


def passage(title: str, *marks: tuple[str, str], points: int = 0, fallen: tuple[str, ...] = ()) -> Passage:
    traces = [Trace(kind=kind, unit=unit, hexes=(101,)) for kind, unit in marks]  # type: ignore[arg-type]
    return Passage(title, Stretch(traces, []), EVEN, replace(EVEN, points=(0, points)), fallen)


SIDES = [SimpleNamespace(name="Romans", points_name="Rout Points"), SimpleNamespace(name="Vandals", points_name="Loss")]


def test_what_was_decisive_is_told_in_its_order() -> None:
    dull = [passage(f"Dull {n}", ("move", "HC1")) for n in range(5)]
    first, worst = passage("Skirmish", ("missile", "LC1")), passage("Rout", ("rout", "LN1"), ("loss", "LN2"), points=9)
    fall = passage("Death", ("shock", "HC2"), ("loss", "Tzazon"), fallen=("Tzazon",))
    assert choose([*dull, first, *dull, worst, *dull, fall]) == [first, worst, fall]
    assert choose([*dull, first, worst, fall], 2) == [worst, fall]
    assert choose(dull) == dull[-1:] and choose([]) == []
    assert len(choose([worst] * 40)) == SENTENCES


def test_sentences() -> None:
    told = passage("Turn 2 · B", ("charge", "HC1"), ("shock", "HC1"), ("rout", "LN2"), ("rout", "LN1"), points=9)
    assert sentence(told, SIDES, ENGLISH) == "**Turn 2 · B**: HC1 charges. LN1, LN2 flee. Vandals: Loss 9 (+9)."
    fall = passage("D", ("loss", "Tzazon"), ("loss", "LN3"), fallen=("Tzazon",))
    assert sentence(fall, SIDES, ENGLISH) == "**D**: LN3 is lost. Tzazon is out of the battle."
    assert sentence(passage("_E_", ("move", "HC1")), SIDES, ENGLISH) == "**\\_E\\_**: HC1 moves."
    assert sentence(passage("F"), SIDES, ENGLISH) == "**F**"


# -- accounts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", ["tricameron", "crecy"])
def test_an_account_agrees_with_the_position(battle: str, request: Any) -> None:
    system, game = request.getfixturevalue(battle)
    index = reel_of(system, game)
    found = account(system, index, names(system, game))
    table = system.view(game.state)
    for n, army in enumerate(found.armies):
        standing = {c.id for c in table.counters if c.side == n and c.hexes}
        assert army.view == table.sides[n]
        assert not standing & set(army.lost) and army.units == len(standing) + len(army.lost)
        assert sum(c.lost for c in army.commands) <= len(army.lost)
        assert army.hits == sum(c.hits for c in table.counters if c.side == n)
    assert 0 < len(found.summary) <= SENTENCES and found.turns == len(turns(index.chapters))
    end = found.moments[-1]
    assert end.table.counters == table.counters and len(found.moments) <= 4
    lost = end.losses
    assert lost is not None and set(lost.lost) == {code for a in found.armies for code in a.lost}


def test_who_has_come_back_by_the_end_has_not_fallen() -> None:
    """As a leader whose troops are destroyed and who is placed with others (G 4.36)."""
    table: Any = SimpleNamespace(leaders=[SimpleNamespace(name="Mithridates")])
    assert for_good(passage("D", fallen=("Mithridates", "Spitamenes")), table).fallen == ("Spitamenes",)


def test_turns_in_which_nothing_happened_count() -> None:
    assert span({}) == 0
    assert span({3: (1, 2), 4: (3, 4), 7: (5, 6)}) == 5


@pytest.mark.parametrize(
    ("headline", "said"),
    [
        (Text("Player Turn {turn}: the {side}", turn=5, side="Persians"), "Player Turn 5: the Persians"),
        (Text("The {side}", side="Persians"), "Turn 5 · The Persians"),
    ],
)
def test_a_heading_tells_the_turn_once(headline: Text, said: str) -> None:
    table: Any = SimpleNamespace(headline=headline, turn=5)
    assert heading(table, ENGLISH) == said


def test_an_account_of_next_to_nothing(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    first = [e for e in game.journal if e.seq <= 2]
    found = accounted(system, wound(system, first), names(system, game))
    assert len(found.maps) == 1 and not any(a.lost or a.leaders for a in found.armies)
    assert pickle.loads(pickle.dumps(found)) == found


def test_who_answered_and_the_luck(tricameron: tuple[Any, Game[Any]]) -> None:
    def given(seq: int, side: str, by: str = "") -> Entry:
        data = {"kind": "x", "side": side, "answer": {}} | ({"note": {"by": by}} if by else {})
        return Entry(seq=seq, kind="answer", data=data, hash="")

    hows = ("", "", "standing order", "free", "deadline", "referee")
    found = answers([given(n, "a", by) for n, by in enumerate(hows)] + [given(9, "b", "deadline")])
    assert found == {"a": Answers(2, 2, 1, 1), "b": Answers(clock=1)}
    _, game = tricameron
    kept = effective(game.journal)
    tallied = luck(kept)
    assert sum(t.rolls for t in tallied) == sum(e.kind == "roll" for e in kept)
    assert len(tallied) == len({t.side for t in tallied}) and luck([]) == []


# -- words --------------------------------------------------------------------------------------------------------


def battle_of(system: Any, game: Game[Any], **changed: Any) -> Any:
    sides = tuple(names(system, game).items())
    made = SimpleNamespace(
        id="abcd1234",
        title="Tricameron",
        status="finished",
        outcome="The Vandals resign.",
        sides=sides,
        rolls=12,
        trail_head="ab" * 32,
        player=lambda side: 1 if side == sides[0][0] else None,
        team=lambda side: (),
        name=lambda side: dict(sides).get(side, side),
    )
    said = vars(made) | changed
    return SimpleNamespace(**said, ending=Text("{outcome}", outcome=said["outcome"]))


def test_a_report_fits_into_a_message(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    found = accounted(system, reel_of(system, game), names(system, game))
    long = replace(found, summary=tuple(f"**Turn {n}**: " + "LC1, LC3, LC5 flee. " * 30 for n in range(10)))
    lost = replace(long.armies[0], lost=tuple(f"{'LHMG'[n % 4]}X{n * 3}" for n in range(200)), leaders=("A" * 60,) * 20)
    long = replace(long, armies=(lost, *long.armies[1:]))
    for status, shown in itertools.product(("finished", "running", "record"), (found, long)):
        battle = battle_of(system, game, status=status, outcome="x" * 900)
        report = Report(battle, shown, {}, luck(effective(game.journal)), None)
        text, fields = report_text(report, ENGLISH), report_fields(report, ENGLISH)
        assert len(text) <= 2000 and text.count("\n- ") == len(shown.summary), "every sentence is told"
        assert all(0 < len(value) <= FIELD for _, value in fields)
        assert sum(len(n) + len(v) for n, v in fields) < 5500


def test_a_report_says_when_and_by_whom(tricameron: tuple[Any, Game[Any]]) -> None:
    system, game = tricameron
    first, second = names(system, game)
    nothing: Any = Accounted((), (), 0, 0, ())
    counted = {first: Answers(7, 2, 1, 0)}
    report = Report(battle_of(system, game), nothing, counted, (), (1000.0, 1000.0 + 90000))
    assert "Nothing has happened on the map." in report_text(report, ENGLISH)
    told = dict(report_fields(report, ENGLISH))
    assert "Luck" not in told
    assert "Played from <t:1000:f> to <t:91000:f>: 1 d 1 h" in told["How it was played"]
    assert "7 orders and answers, 2 by standing orders or free of cost, 1 by the clock" in told["How it was played"]
    assert f"**{names(system, game)[second]}**: 0 orders and answers" in told["How it was played"]
    going = Report(battle_of(system, game, status="running"), nothing, counted, (), (1000.0, 4600.0))
    assert "Under way since <t:1000:f>: 1 h" in dict(report_fields(going, ENGLISH))["How it was played"]
    kept = Report(battle_of(system, game, status="record"), nothing, counted, (), None)
    assert "came as a file" in dict(report_fields(kept, ENGLISH))["The dice"]
