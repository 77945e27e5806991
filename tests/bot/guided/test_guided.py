"""A share of whole battles played by pressing, with what they may take. ``python -m tests.bot.guided`` plays them."""

from __future__ import annotations

from pathlib import Path

from bot.app import create_bot
from bot.messages.record_file import record
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from engine.kernel.journal import effective
from tests.bot.e2e.kit import Table
from tests.bot.e2e.strays import listening, running
from tests.bot.e2e.theatre import Blank
from tests.bot.guided.match import Match
from tests.bot.guided.tally import FIXED, MESSAGES, PRESSES_A_UNIT, Activation, Tally, summary

KINDS = ("answer", "event", "roll")


async def played(path: Path, scenario: str, seed: int, most: int) -> tuple[Tally, list[str]]:
    """The first activations of a battle, and what couldn't be found by pressing."""
    url = f"sqlite+aiosqlite:///{path / 'battles.db'}"
    bot = create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED))
    with listening() as strays:
        async with running(bot, settle_timeout=300.0) as env:
            table = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
            match = Match(table, scenario, seed)
            tally = await match.play(most)
            await pressed_is_as_written(table, match.battle)
            await table.service.close()
    assert not strays.unexpected()
    return tally, match.lost


async def pressed_is_as_written(table: Table, number: str) -> None:
    """What was pressed, written down order by order and read again, leads to the same battle."""
    service = table.service
    battle = await service.battles.get(number)
    text = await record(table.bot, service, table.bot.messages.lookup.catalogue(battle), battle)
    again = await service.records.bring_in(table.guild.id, table.ada.id, text.encode())
    before, after = [effective(await service.play.entries(b)) for b in (number, again.id)]
    told = [
        [(e.data["side"], e.data["answer"]) if e.kind == "answer" else e.data for e in x[1:] if e.kind in KINDS]
        for x in (before, after)
    ]
    assert told[0] == told[1]
    assert len([e for e in before if e.kind == "answer"]) > 10


async def test_few_presses_questions_and_messages(tmp_path: Path) -> None:
    tallies = []
    for scenario, most in (("cataphract/tricameron", 7), ("men-of-iron/falkirk", 4)):
        path = tmp_path / scenario.partition("/")[2]
        path.mkdir()
        tally, lost = await played(path, scenario, 1, most)
        assert lost == [], "whatever somebody wants can be pressed"
        assert len(tally.activations) == most
        tallies.append(tally)
    figures = summary(tallies)
    assert figures["units ordered"] >= 30
    assert figures["presses a unit"] <= PRESSES_A_UNIT
    assert figures["presses an activation beyond one a unit or group"] <= FIXED
    assert figures["questions to the other side an activation"] <= 1.0
    assert figures["activations without a question"] >= 0.5
    assert all(a.messages <= MESSAGES for t in tallies for a in t.activations)


def test_what_is_counted() -> None:
    one = Activation("red", "1|Rufus", presses=9, units=6, orders=2, messages=1)
    two = Activation("blue", "1|Bass", presses=2, units=1, orders=1, messages=3)
    two.questions["return-fire"] = 2
    none = Activation("red", "2|Rufus", messages=0)
    found = summary([Tally("toy/duel", 1, [one, two]), Tally("toy/duel", 2, [none])])
    assert found["presses a unit"] == round(11 / 7, 2)
    assert found["presses an activation beyond one a unit or group"] == 4.0
    assert found["activations with at most 3 such presses"] == 0.5
    assert found["activations with one question at most"] == found["activations without a question"] == 0.67
    assert found["most messages in one"] == 3 and found["messages an activation"] == round(4 / 3, 2)
