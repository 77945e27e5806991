"""What a record says of its title, its sides and its result is what its orders lead to, or it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cli import selfplay
from bot.notation.record import Record, Side
from bot.service.play.endings import DRAW_OUTCOME
from bot.service.records import claims, record_replay
from engine.kernel.text import Refusal
from tests.bot.service.records.test_records import played, record_of
from tests.each import for_each

UTUS = "cataphract/utus"


def claiming(tags: dict[str, str], inputs: int = 60) -> tuple[Record, dict[str, object], str | None]:
    """A record of a battle of random players, with these tags; its scenario; and how its rules have ended it."""
    document, game = played(UTUS, (), 1, inputs)
    record = record_of(UTUS, document, game, {})
    return replace(record, tags={**record.tags, **tags}), document, game.state.outcome


@for_each(
    ("tags", "why"),
    [
        ({"Result": "0 to 99: a triumph"}, "doesn't have the result it says"),
        ({"Result": "The Huns resign: the Goths win."}, "doesn't have the result it says"),
        ({"Title": "Cannae"}, "title isn't that of its battle"),
    ],
)
def test_a_claim_that_no_order_leads_to_is_refused(tags: dict[str, str], why: str) -> None:
    record, document, outcome = claiming(tags)
    assert outcome is None
    with pytest.raises(Refusal, match=why):
        record_replay.play(record, document)


def test_sides_are_called_as_they_are() -> None:
    record, document, _ = claiming({})
    record_replay.play(record, document)
    one, other = record.sides
    with pytest.raises(Refusal, match="calls a side “The Victors”"):
        record_replay.play(replace(record, sides=(Side(one.id, "The Victors", one.player), other)), document)
    record_replay.play(replace(record, sides=(replace(one, player="Victor"), other)), document)


def test_players_may_have_ended_it_in_our_words() -> None:
    record, document, _ = claiming({})
    one, other = (s.name for s in record.sides)
    for result in (f"The {one} resign: the {other} win.", f"the {other} are out of time: the {one} win.", DRAW_OUTCOME):
        record_replay.play(replace(record, tags={**record.tags, "Result": result}), document)
    assert {DRAW_OUTCOME, selfplay.DRAWN, selfplay.BROKEN} <= set(claims.BROKEN_OFF)


def test_a_battle_that_its_rules_have_ended_has_their_result() -> None:
    record, document, outcome = claiming({}, inputs=100_000)
    assert outcome is not None
    record_replay.play(replace(record, tags={**record.tags, "Result": f" {str(outcome).upper()} "}), document)
    with pytest.raises(Refusal, match="another result than it says"):
        record_replay.play(replace(record, tags={**record.tags, "Result": "The Vandals resign."}), document)
