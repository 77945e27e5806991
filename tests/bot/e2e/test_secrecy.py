"""What is secret stays so: two worlds that differ in nothing but the secret look the same to everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.components.ids import plain
from engine.kernel.decisions import Pick
from tests.bot.e2e.drawn import drawn, forget_promises
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said, text_of
from tests.bot.e2e.permissions import COMMANDS
from tests.bot.e2e.theatre import SPECTATOR
from tests.bot.e2e.worlds import DEAR, LOOKS, answered, board, differences, everything, same_until_revealed, told, world
from tests.engine.cataphract import free_field


@pytest.fixture(autouse=True)
def _of_this_test_alone() -> Iterator[None]:
    yield
    forget_promises()


DARA = "cataphract/dara"
CHAERONEA = "alexander/chaeronea"


def outsiders(*players: str) -> Any:
    """A bystander, one who may referee, and these players."""

    def found(sim: Table) -> dict[str, Any]:
        return {"cleo": sim.cleo, **{p: getattr(sim, p) for p in players}}

    return found


async def begin(sim: Table, scenario: str, sides: tuple[str, str], **options: Any) -> None:
    """A battle with a mirror, a scoreboard and somebody who watches it, so that all of these are compared too."""
    result = await sim.ada.slash(sim.channel, "battle create", scenario=scenario, side=sides[0], mode="live", **options)
    assert "ready" in said(result), said(result)
    await sim.ben.slash(sim.channel, "battle join", side=sides[1], phrase="b")
    stands = sim.guild.create_text_channel("stands")
    assert "mirrored" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=stands))
    assert "You watch" in said(await sim.cleo.slash(sim.channel, "watch start"))
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))


async def order(sim: Table, who: Any, text: str) -> None:
    result = await who.slash(sim.channel, "order", text=text, preview=False)
    assert "one" in said(result) or "nswered" in said(result), said(result)


async def test_whatever_tells_anything_is_looked_at() -> None:
    """A command that bystanders may use and that changes nothing is asked in both worlds, or tells of no battle."""
    telling = {row.name for row in COMMANDS if SPECTATOR in row.allowed and not row.writes and not row.hidden}
    asked = {name for name, _ in (*LOOKS, *DEAR, *pieces("x"), *hexes("x"))}
    assert not telling - asked - OF_NO_BATTLE, telling - asked - OF_NO_BATTLE


OF_NO_BATTLE = frozenset(
    {
        *("rule", "chart", "referee charts template", "preferences show", "preferences language"),
        *("stats rating", "stats versus", "stats balance", "stats ranking"),  # of battles that are over
        *("offer list", "event list", "event table", "event fixtures"),  # of battles still to be made
        "data delete",  # asks whether one is sure
        "learn",  # asks which game
        "battle board",  # gives a link; what the page behind it tells is looked at in both worlds, too
    }
)
"""Commands that tell nothing of a battle under way."""


# -- bids -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bidder", "other"), [("ada", "ben"), ("ben", "ada")])
async def test_a_bid(tmp_path: Path, bidder: str, other: str) -> None:
    async def play(sim: Table, bid: str) -> None:
        await begin(sim, SCENARIO, ("Byzantines", "Vandals"), rules="bids")
        await order(sim, getattr(sim, bidder), bid)

    async def reveal(sim: Table, bid: str) -> None:
        await order(sim, getattr(sim, other), "3")

    looks = [("order", {"text": n, "preview": True}) for n in ("27", "5")] + [("unit", {"name": "THC1"})]
    await same_until_revealed(
        tmp_path,
        ("27", "5"),
        play,
        reveal,
        outsiders(other),
        looks,
        ("", "2", "27", "b"),
        {"public", "/record save"},
    )


# -- setting up -----------------------------------------------------------------------------------------------------

PLACES = {
    "one": ("THC1 5203 @E", "Belisarius 5106", "face AHC @NE"),
    "two": ("THC1 5204 @SE", "Belisarius 5104", "face AHC @SE"),
}


async def test_an_army_being_set_up(tmp_path: Path) -> None:
    async def play(sim: Table, choice: str) -> None:
        await begin(sim, SCENARIO, ("Byzantines", "Vandals"))
        for text in PLACES[choice]:
            await order(sim, sim.ada, text)

    async def reveal(sim: Table, choice: str) -> None:
        await order(sim, sim.ada, "done")

    await same_until_revealed(
        tmp_path,
        PLACES,
        play,
        reveal,
        outsiders("ben"),
        pieces("THC1", "Belisarius") + hexes("5203", "5106"),
        ("", "THC1", "52"),
        load_scenario=lambda key: free_field.document(),
    )


async def test_the_other_army_being_set_up(tmp_path: Path) -> None:
    moves = {"one": ("LN1 4404 @NE", "LN2 4406 @SE"), "two": ("LN1 4402 @NE", "LN2 4404 @SE")}

    async def play(sim: Table, choice: str) -> None:
        await begin(sim, SCENARIO, ("Byzantines", "Vandals"))
        await order(sim, sim.ada, "done")
        for text in moves[choice]:
            await order(sim, sim.ben, text)

    async def reveal(sim: Table, choice: str) -> None:
        await order(sim, sim.ben, "done")

    await same_until_revealed(
        tmp_path,
        moves,
        play,
        reveal,
        outsiders("ada"),
        pieces("LN1") + hexes("4404", "4406"),
        ("", "LN1", "44"),
        load_scenario=lambda key: free_field.document(),
    )


async def test_an_army_being_set_up_for_fast_rules(tmp_path: Path) -> None:
    """Samarkand by Simple GBoH: where the Macedonians stand is nobody's business before they are done."""
    moves = {"one": ("GLC1 3621 @NE", "GLC2 3821 @NE"), "two": ("GLC1 3821 @NE", "GLC2 3621 @NE")}

    async def play(sim: Table, choice: str) -> None:
        await begin(sim, "simple-gboh/samarkand", ("Macedonians", "Persians"))
        for text in moves[choice]:
            await order(sim, sim.ada, text)

    async def reveal(sim: Table, choice: str) -> None:
        await order(sim, sim.ada, "done")

    await same_until_revealed(
        tmp_path, moves, play, reveal, outsiders("ben"), pieces("GLC1") + hexes("3621"), ("", "GLC", "36")
    )


# -- in ambush ------------------------------------------------------------------------------------------------------


async def test_those_who_lie_in_wait(tmp_path: Path) -> None:
    """Dara: Pharas and the Heruli, set up in secret and not seen before they come out, or the battle is over."""

    async def play(sim: Table, place: str) -> None:
        await begin(sim, DARA, ("Byzantines", "Persians"))
        await order(sim, sim.ada, f"HLN1 {place}")
        await order(sim, sim.ada, "done")
        await until_asked_in_secret(sim, sim.ada)

    async def reveal(sim: Table, place: str) -> None:
        await sim.ben.slash(sim.channel, "battle resign", sure=True)

    await same_until_revealed(
        tmp_path,
        ("1503", "1205"),
        play,
        reveal,
        outsiders("ben"),
        pieces("HLN1", "Pharas") + hexes("1503", "1205"),
        ("", "HLN", "15", "12"),
        {"/record save"},
    )


async def test_a_withdrawal_arranged_beforehand(tmp_path: Path) -> None:
    """Chaeronea: whether the marker under a leader means anything is the Greeks' affair until it is turned up."""

    async def play(sim: Table, means: str) -> None:
        await begin(sim, CHAERONEA, ("Macedonians", "Greeks"))
        await order(sim, sim.ben, f"Theagenes {means}")

    async def reveal(sim: Table, means: str) -> None:
        await sim.ben.slash(sim.channel, "battle resign", sure=True)

    await same_until_revealed(
        tmp_path,
        ("arranged", "bluff"),
        play,
        reveal,
        outsiders("ada"),
        pieces("Theagenes", "TH1"),
        ("", "TH1", "Thea"),
        {"/record save"},
    )


async def test_the_panel_of_the_other_side_knows_of_none_of_them(tmp_path: Path) -> None:
    """What is suggested to the Persians, and where they may go, doesn't hang on where the Heruli lie in wait."""
    shown = []
    for place in ("1503", "1205"):
        async with world(tmp_path / place, "worlds") as sim:
            await begin(sim, DARA, ("Byzantines", "Persians"))
            await order(sim, sim.ada, f"HLN1 {place}")
            await order(sim, sim.ada, "done")
            await until_ordering(sim, sim.ben)
            opened = await sim.ben.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
            panel = opened.response or opened.followups[0]
            seen = [looks(panel)]
            assert control(panel, "idea") and control(panel, "group")
            for verb in ("group", "back", "go"):
                c = control(panel, verb)
                if c.options:
                    await sim.ben.select(panel.message, [c.options[0][0]], custom_id=c.custom_id)
                else:
                    await sim.ben.click(panel.message, custom_id=c.custom_id)
                seen.append(looks(panel))
            battle = await sim.service.battles.in_channel(sim.channel.id)
            assert battle is not None
            on_the_board = await board(sim, battle.id, sim.ben.id)
            assert '"ideas": [{' in on_the_board and '"goals": [{' in on_the_board
            shown.append([*seen, on_the_board])
    assert drawn(shown[0]) == drawn(shown[1])


def looks(panel: Any) -> Any:
    """Everything a panel shows: texts, controls, and what its picture is said to show."""
    shown = [replace(c, custom_id=plain(c.custom_id)) for c in controls(panel)]
    return text_of(panel), shown, [a.description for a in panel.attachments]


async def until_ordering(sim: Table, who: Any) -> None:
    """Everybody who is asked answers with the default, until that player has orders to give on the field."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(60):
        o, *_ = await sim.service.play.open_questions(battle.id)
        if o.user == who.id and o.decision.kind == "orders":
            break
        assert o.user is not None
        await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, f"on {n}", o.side)
    else:
        raise AssertionError("no orders to give")
    await sim.bot.messages.publisher.publish(battle.id)
    await sim.bot.messages.mirrors.idle()


async def until_asked_in_secret(sim: Table, who: Any) -> None:
    """Everybody who is asked answers with the default, until that player is asked what the others mustn't look into."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for n in range(60):
        opens = await sim.service.play.open_questions(battle.id)
        if any(o.user == who.id and o.decision.secret for o in opens):
            break
        o = opens[0]
        assert o.user is not None
        answer = o.decision.default
        offered = [c.key for c in getattr(o.decision, "choices", ())]
        if o.user == who.id and "Belisarius" in offered:
            answer = Pick(key="Belisarius")
        await sim.service.play.answer(battle.id, o.user, o.token, answer, f"on {n}", o.side)
        await sim.bot.messages.publisher.publish(battle.id)
    else:
        raise AssertionError("no secret question comes up")
    await sim.bot.messages.mirrors.idle()


# -- private, not hidden --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "sides", "question"),
    [
        (SCENARIO, ("Byzantines", "Vandals"), "orderly-withdrawal"),
        ("spqr/lautulae", ("Romans", "Samnites"), "orderly-withdrawal"),
        ("simple-gboh/lautulae", ("Romans", "Samnites"), "reaction-facing"),
    ],
)
async def test_standing_orders(tmp_path: Path, scenario: str, sides: tuple[str, str], question: str) -> None:
    """What a side has said it would answer is nobody else's business before it is asked."""

    async def play(sim: Table, answer: str) -> None:
        await begin(sim, scenario, sides)
        given = await sim.ben.slash(sim.channel, "standing set", question=question, answer=answer, who="everybody")
        assert "From now on" in said(given), said(given)
        # One that ends is as private.
        given = await sim.ben.slash(
            sim.channel, "standing set", question="entry-fire", answer=answer, who="everybody", until="activation"
        )
        assert "For now" in said(given), said(given)

    others, own = [], []
    for n, answer in enumerate(("always", "never")):
        async with world(tmp_path / str(n), "worlds") as sim:
            await play(sim, answer)
            others.append(await everything(sim, {"cleo": sim.cleo, "ada": sim.ada}, dear=False))
            own.append({"own": await answered(sim, sim.ben.slash(sim.channel, "standing list"))})
    parted = differences(*others)
    assert not parted, told(parted)
    assert "own" in differences(*own)


def pieces(*names: str) -> list[tuple[str, dict[str, Any]]]:
    """Everything that can be asked about pieces."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in names:
        found += [("unit", {"name": name}), ("what", {"unit": name}), ("map", {"at": name})]
        found += [("map", {"at": name, "show": show}) for show in ("reach", "fire", "command")]
    return found


def hexes(*numbers: str) -> list[tuple[str, dict[str, Any]]]:
    """Everything that can be asked about hexes."""
    found: list[tuple[str, dict[str, Any]]] = []
    for h in numbers:
        found += [("unit", {"name": h}), ("what", {"place": h}), ("map", {"at": h})]
    return found
