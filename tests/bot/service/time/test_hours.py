"""When time passes, and what an answer may take: without a service, without a clock."""

from __future__ import annotations

import math
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.people import preferences
from bot.service.time import limits
from bot.service.time.clocks import Asked, Clocks, Terms
from bot.service.time.hours import DAY, HOUR, Hours, Preferences, Quiet, Rest, hours, read
from bot.storage import Bank, Limits, Question
from engine.kernel.text import Refusal
from tests.each import for_each


def at(day: int, hour: float) -> float:
    """A moment some days after 1 January 1970."""
    return day * DAY + hour * HOUR


def player(*quiets: tuple[float, Quiet | None], away: tuple[tuple[float, float], ...] = ()) -> Preferences:
    return Preferences(quiets=quiets, leaves=away)


# -- when time passes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "seconds", "due"),
    [
        (at(3, 21), 1 * HOUR, at(3, 22)),
        (at(3, 21), 1.5 * HOUR, at(4, 7.5)),
        (at(3, 23), 2 * HOUR, at(4, 9)),
        (at(4, 2), 20 * HOUR, at(5, 12)),
        (at(4, 2), 0.0, at(4, 7)),
    ],
)
def test_the_battles_quiet_hours_do_not_count(asked: float, seconds: float, due: float) -> None:
    assert hours("correspondence", (22, 7)).due(asked, seconds) == due
    assert hours("live", (22, 7)).due(asked, seconds) == asked + seconds, "live battles know none"


def test_a_players_own_hours_count_besides_by_his_clock() -> None:
    own = hours("correspondence", (22, 7), player((0.0, (20, 8, 2.0))))
    assert own.due(at(3, 17), 2 * HOUR) == at(4, 8), "20 o'clock two hours ahead is 18 UTC"
    assert own.counted(at(3, 17), at(4, 8)) == 2 * HOUR
    half = hours("correspondence", None, player((0.0, (23, 1, 5.5))))
    assert half.due(at(3, 17), 2 * HOUR) == at(3, 21), "17:30 to 19:30 UTC"


def test_hours_that_would_leave_nothing_of_the_day_are_the_battles_alone() -> None:
    assert hours("correspondence", (22, 10), player((0.0, (10, 22, 0.0)))) == hours("correspondence", (22, 10))
    assert hours("correspondence", (22, 7), player((0.0, (9, 19, 0.0)))).rests[0] == Rest(22 * HOUR, 7 * HOUR)
    assert len(hours("correspondence", (22, 7), player((0.0, (9, 18, 0.0)))).rests) == 2, "six hours are enough"


def test_quiet_hours_hold_from_when_they_were_set() -> None:
    changing = player((at(3, 12), (13, 15, 0.0)), (at(4, 14), None), (at(5, 14), (13, 15, 0.0)))
    found = hours("correspondence", None, changing)
    assert found.counted(at(2, 0), at(3, 0)) == DAY, "before"
    assert found.counted(at(3, 0), at(4, 0)) == 22 * HOUR
    assert found.counted(at(4, 0), at(5, 0)) == 23 * HOUR, "switched off in the midst of them"
    assert found.counted(at(5, 0), at(6, 0)) == 23 * HOUR, "switched on in the midst of them"
    assert found.due(at(4, 12), 2 * HOUR) == at(4, 15)


@pytest.mark.parametrize("mode", ["live", "correspondence"])
def test_vacations_stop_the_clock_in_every_battle(mode: str) -> None:
    away = hours(mode, None, player(away=((at(3, 0), at(10, 0)), (at(10, 0), at(12, 0)))))
    assert away.due(at(2, 23), 2 * HOUR) == at(12, 1)
    assert away.due(at(5, 0), HOUR) == at(12, 1)
    assert away.counted(at(2, 23), at(12, 1)) == 2 * HOUR


def test_a_players_preferences_as_they_are_stored() -> None:
    values = {
        "reminders": "dm",
        "before": 60.0,
        "quiets": [[5.0, [22, 7, 1]], [9.0, [21, 6, 1]]],
        "leaves": [[0, 5], [7, 20]],
    }
    now = read(values, 10.0)
    assert (now.reminders, now.before, now.quiet, now.away_until) == ("dm", 60.0, (21, 6, 1.0), 20.0)
    assert read(values, 20.0).away_until is None and read(values, 6.0).away_until is None
    assert read({}, 0.0) == Preferences()
    assert Preferences(quiet=(22, 7, 2.0)).sleeps(at(1, 21)) and not Preferences(quiet=(22, 7, 2.0)).sleeps(at(1, 5))
    assert not Preferences().sleeps(0.0)


_HOUR = st.integers(0, 23)
_RESTS = st.lists(
    st.builds(
        lambda b, n, since, days: Rest(b * HOUR, (b + n) % 24 * HOUR, since * HOUR, (since + days) * HOUR),
        _HOUR,
        st.integers(1, 9),
        st.integers(-50, 300),
        st.integers(0, 200) | st.just(math.inf),
    ),
    max_size=2,
)
_LEAVES = st.lists(
    st.tuples(st.integers(0, 400), st.integers(1, 100)).map(lambda x: (x[0] * HOUR, (x[0] + x[1]) * HOUR)), max_size=3
)


@given(_RESTS, _LEAVES, st.integers(0, 500), st.integers(1, 3000))
def test_what_counts_until_a_deadline_is_what_was_given(
    rests: list[Rest], leaves: list[tuple[float, float]], asked: int, minutes: int
) -> None:
    found = Hours(tuple(rests), tuple(leaves))
    start, seconds = asked * HOUR, minutes * 60.0
    due = found.due(start, seconds)
    assert found.counted(start, due) == pytest.approx(seconds)
    middle = (start + due) / 2
    assert found.counted(start, middle) + found.counted(middle, due) == pytest.approx(seconds)
    for begin, end in leaves:
        assert found.counted(begin, end) == 0


# -- what an answer may take, and costs -------------------------------------------------------------------------------

BANK = Limits(None, None, 5 * DAY, HOUR)
BOTH = Limits(4 * HOUR, None, DAY, HOUR)


@for_each(
    ("mode", "agreed", "left", "used", "seconds"),
    [
        ("live", Limits(), 0.0, 0.0, 20 * 60.0),
        ("correspondence", Limits(), 0.0, 0.0, 48 * HOUR),
        ("correspondence", Limits(), 0.0, 47.5 * HOUR, HOUR),
        ("live", Limits(30.0), 0.0, 0.0, 30.0),
        ("correspondence", BANK, 5 * DAY, 0.0, 5 * DAY),
        ("correspondence", BANK, 0.0, 0.0, HOUR),
        ("live", BANK, 0.0, 0.0, 60.0),
        ("correspondence", BOTH, DAY, 0.0, 28 * HOUR),
        ("correspondence", BOTH, DAY, 3 * HOUR, 25 * HOUR),
        ("correspondence", BOTH, 0.0, 9 * HOUR, HOUR),
    ],
)
def test_an_answer_takes_its_own_time_first_then_the_bank_and_a_grace_at_least(
    mode: str, agreed: Limits, left: float, used: float, seconds: float
) -> None:
    assert limits.allowed(mode, agreed, left, used) == seconds


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        (BANK, "5 days for the whole battle, 60 minutes more after each answer"),
        (Limits(None, None, DAY), "24 hours for the whole battle"),
        (BOTH, "4 hours for an answer, then from a bank of 24 hours, 60 minutes more after each answer"),
        (
            Limits(None, (22, 7), 5 * DAY),
            "5 days for the whole battle; from 22 to 7 o'clock UTC no time passes",
        ),
    ],
)
def test_banks_in_words(agreed: Limits, said: str) -> None:
    assert str(limits.words("correspondence", agreed)) == said


@for_each(
    ("seconds", "said"),
    [
        (0.0, "none"),
        (20.0, "under a minute"),
        (61.0, "1 min"),
        (3 * HOUR + 720, "3 h 12 min"),
        (5 * HOUR, "5 h"),
        (2 * DAY + 4 * HOUR + 59 * 60, "2 d 4 h"),
        (2 * DAY + 4 * HOUR - 0.1, "2 d 4 h"),
        (3 * DAY, "3 d"),
    ],
)
def test_what_is_left_in_words(seconds: float, said: str) -> None:
    assert str(limits.left(seconds)) == said


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (Limits(1.0), "one minute to thirty days"),
        (Limits(None, (3, 3)), "Quiet hours"),
        (Limits(None, None, 30.0), "A bank holds"),
        (Limits(None, None, 91 * DAY), "A bank holds"),
        (Limits(None, None, DAY, 2 * DAY), "no larger than the bank"),
        (Limits(None, None, DAY, -1.0), "no larger than the bank"),
        (Limits(None, None, None, HOUR), "comes into a bank"),
    ],
)
def test_limits_that_make_no_sense_are_refused(wanted: Limits, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        limits.check(wanted)


class Sides:
    """Red and blue, asked and answering."""

    def __init__(self, agreed: Limits = BANK) -> None:
        self.terms = Terms("correspondence", agreed)
        self.clocks = Clocks({})
        self.questions: dict[str, Question] = {}
        self.token = 0
        self.now = at(100, 0)

    def ask(self, *sides: str) -> None:
        self.token += 1
        self.go_on(*sides)

    def go_on(self, *sides: str) -> None:
        asked = [Asked(s, "orders", self.token) for s in sides]
        self.questions = self.clocks.ask("b", self.terms, lambda s: Hours(), self.questions, asked, self.now)

    def left(self, side: str) -> float:
        return self.clocks.left(self.terms, side) / HOUR

    def answer(self, side: str, by: str | None = None, *, then: str) -> None:
        self.clocks.answered(side, by)
        self.ask(then)


def test_what_an_answer_takes_beyond_its_own_time_comes_from_the_bank() -> None:
    sides = Sides(BOTH)
    sides.ask("red")
    sides.now += 3 * HOUR
    sides.answer("red", then="red")
    assert sides.left("red") == 24, "its own time was enough, and the word hasn't passed"
    sides.now += 10 * HOUR
    sides.answer("red", then="blue")
    assert sides.left("red") == 19, "six hours, and one owed"
    sides.now += 5 * HOUR
    sides.answer("blue", then="red")
    assert sides.left("blue") == 24 and sides.clocks.banks["red"] == Bank(19 * HOUR, 0.0, 0, 10 * HOUR)


def test_the_bonus_never_fills_a_bank_beyond_what_was_agreed() -> None:
    sides = Sides()
    sides.ask("red")
    for _ in range(3):
        sides.answer("red", then="blue")
        sides.answer("blue", then="red")
    assert sides.left("red") == sides.left("blue") == 120


def test_answers_nobody_gives_in_person_earn_no_bonus() -> None:
    sides = Sides()
    sides.ask("red")
    sides.now += 3 * HOUR
    sides.answer("red", "referee", then="blue")
    assert sides.left("red") == 117


def test_the_word_passes_within_one_change_too() -> None:
    sides = Sides()
    sides.ask("red")
    sides.now += 3 * HOUR
    for side in ("red", "blue"):
        sides.clocks.answered(side, None)
    sides.ask("red")
    assert sides.clocks.banks["red"].left == 118 * HOUR


def test_a_deadline_empties_the_bank_and_is_counted_until_time_comes_in_again() -> None:
    sides = Sides()
    sides.ask("red")
    for n in (1, 2, 3):
        sides.now = sides.questions["red"].due or 0.0
        sides.answer("red", "deadline", then="blue")
        sides.answer("blue", then="red")
        assert (sides.left("red"), sides.clocks.late("red")) == (0, n)
        assert sides.questions["red"].due == sides.now + HOUR, "a grace remains"
    sides.answer("red", then="blue")
    assert sides.clocks.late("red") == 3, "nothing has come in yet"
    sides.answer("blue", then="red")
    assert (sides.left("red"), sides.clocks.late("red")) == (1, 0)


def test_a_question_asked_of_both_runs_on_both() -> None:
    sides = Sides()
    sides.ask("red", "blue")
    sides.now += 2 * HOUR
    sides.clocks.answered("red", None)
    sides.go_on("blue")
    assert sides.questions["blue"].asked == at(100, 0), "it keeps its time"
    sides.now += 2 * HOUR
    sides.answer("blue", then="red")
    assert (sides.left("red"), sides.left("blue")) == (119, 117)


def test_take_backs_give_no_time_back() -> None:
    sides = Sides(BOTH)
    sides.ask("red")
    sides.now += 6 * HOUR
    sides.answer("red", then="blue")
    assert sides.left("red") == 23
    sides.now += HOUR
    sides.clocks.taken_back("red")
    sides.ask("red")
    q = sides.questions["red"]
    assert (q.used, sides.left("red")) == (6 * HOUR, 22), "the bonus is gone too"
    assert q.due == sides.now + 22 * HOUR, "its own time is used up"
    sides.now += HOUR
    sides.clocks.taken_back("red")
    sides.ask("red")
    assert (sides.questions["red"].used, sides.left("red")) == (7 * HOUR, 21)
    sides.answer("red", then="blue")
    sides.answer("blue", then="red")
    assert sides.left("red") == 22 and sides.questions["red"].used == 0


def test_without_a_bank_a_take_back_renews_nothing_either() -> None:
    sides = Sides(Limits(4 * HOUR))
    sides.ask("red")
    sides.now += 3.5 * HOUR
    sides.answer("red", then="blue")
    sides.clocks.taken_back("red")
    sides.ask("red")
    assert sides.questions["red"].due == sides.now + HOUR


def test_players_who_change_sides_take_their_time_along() -> None:
    sides = Sides()
    sides.ask("red")
    sides.now += 5 * HOUR
    sides.answer("red", "referee", then="blue")
    sides.clocks.swap("red", "blue", 5 * DAY)
    assert (sides.left("red"), sides.left("blue")) == (120, 115)


def test_another_bank_is_full_and_the_same_one_stays_as_it_is() -> None:
    sides = Sides()
    sides.ask("red")
    sides.now += 5 * HOUR
    sides.answer("red", "referee", then="blue")
    sides.clocks.agree(["red", "blue"], BANK, Limits(HOUR, None, 5 * DAY))
    assert sides.left("red") == 115
    sides.clocks.agree(["red", "blue"], BANK, Limits(None, None, DAY))
    assert sides.clocks.banks["red"].left == sides.clocks.banks["blue"].left == DAY


# -- as players write it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["two", "+", "7", "+1:20", "CET", "++2"])
def test_clocks_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(Refusal, match="ahead of UTC"):
        preferences.offset(text)


@pytest.mark.parametrize("text", ["soon", "default", "2026-13-01", "1.12.2026"])
def test_dates_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        preferences.until(text, 0.0)


@pytest.mark.parametrize(
    ("quiet", "said"),
    [
        ((22, 7, 2.0), "from 22 to 7 o'clock (UTC+2)"),
        ((0, 6, -3.5), "from 0 to 6 o'clock (UTC-3:30)"),
        ((0, 6, 0.0), "from 0 to 6 o'clock (UTC+0)"),
    ],
)
def test_quiet_hours_in_words(quiet: Quiet, said: str) -> None:
    assert str(preferences.clock_of(quiet)) == said


# -- time zones by name -----------------------------------------------------------------------------------------------


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def test_quiet_hours_of_a_zone_follow_its_summer_time() -> None:
    own = hours("correspondence", None, player((moment("2026-01-01T00:00+00:00"), (22, 7, "Europe/Berlin"))))
    for asked, wakes in (
        ("2026-03-27T23:00+01:00", "2026-03-28T07:00+01:00"),
        # In the night to 29 March 2026 clocks go from 2 to 3, in that to 25 October from 3 to 2.
        ("2026-03-28T23:00+01:00", "2026-03-29T07:00+02:00"),
        ("2026-07-01T23:00+02:00", "2026-07-02T07:00+02:00"),
        ("2026-10-24T23:00+02:00", "2026-10-25T07:00+01:00"),
    ):
        assert own.wakes(moment(asked)) == moment(wakes), asked
        assert own.stops(moment(wakes) + 60) == moment(wakes) + 15 * HOUR
    assert own.wakes(moment("2026-07-01T12:00+02:00")) == moment("2026-07-01T12:00+02:00")


def test_a_players_next_free_hour() -> None:
    sleeping = Preferences(quiet=(22, 7, "America/New_York"))
    assert sleeping.wakes(moment("2026-07-02T03:00+00:00")) == moment("2026-07-02T07:00-04:00")
    away = Preferences(quiet=(22, 7, 0.0), leaves=((0.0, at(3, 23)),))
    assert away.wakes(at(2, 12)) == at(4, 7), "back in the middle of the night"
    assert Preferences().wakes(at(2, 12)) == at(2, 12)


@pytest.mark.parametrize(("text", "zone"), [("Europe/Rome", "Europe/Rome"), ("new york", "America/New_York")])
def test_zones_are_named_as_people_write_them(text: str, zone: str) -> None:
    assert preferences.offset(text) == zone
    begin, end, ahead = 22, 7, zone
    assert zone.replace("_", " ") in str(preferences.clock_of((begin, end, ahead)))


def test_a_date_is_a_morning_of_the_zone() -> None:
    assert preferences.until("2026-07-02", 0.0, "Europe/Rome") == moment("2026-07-02T00:00+02:00")
    assert preferences.until("2026-12-02", 0.0, "Europe/Rome") == moment("2026-12-02T00:00+01:00")
