"""What is secret stays so: two worlds that differ in nothing but the secret look the same to everybody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.e2e.kit import SCENARIO, Table, said
from tests.bot.e2e.worlds import same_until_revealed, world
from tests.engine.cataphract import free_field

DARA = "cataphract/dara"


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
    assert "You watch" in said(await sim.cleo.slash(sim.channel, "watch"))
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))


async def order(sim: Table, who: Any, text: str) -> None:
    result = await who.slash(sim.channel, "order", text=text, preview=False)
    assert "one" in said(result) or "nswered" in said(result), said(result)


# -- bids -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bidder", "other"), [("ada", "ben"), ("ben", "ada")])
async def test_a_bid(tmp_path: Path, bidder: str, other: str) -> None:
    async def play(sim: Table, bid: str) -> None:
        await begin(sim, SCENARIO, ("Byzantines", "Vandals"), rules="bids")
        await order(sim, getattr(sim, bidder), bid)

    async def reveal(sim: Table, bid: str) -> None:
        await order(sim, getattr(sim, other), "3")

    looks = [("order", {"text": n, "preview": True}) for n in ("27", "5")] + [("unit", {"unit": "THC1"})]
    await same_until_revealed(tmp_path, ("27", "5"), play, reveal, outsiders(other), looks, ("", "2", "27", "5", "b"))


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
        pieces("THC1", "AHC2", "Belisarius") + hexes("5203", "5204", "5106"),
        ("", "THC1", "52"),
        load_scenario=lambda key: free_field.document(),
    )


async def test_the_other_army_being_set_up(tmp_path: Path) -> None:
    moves = {"one": ("LN1 4404 @NE", "Gelimer 4512"), "two": ("LN1 4406 @SE", "Gelimer 4520")}

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
        pieces("LN1", "Gelimer") + hexes("4404", "4406", "4512"),
        ("", "LN1", "44"),
        load_scenario=lambda key: free_field.document(),
    )


# -- in ambush ------------------------------------------------------------------------------------------------------


async def test_those_who_lie_in_wait(tmp_path: Path) -> None:
    """Dara: Pharas and the Heruli, set up in secret and not seen before they come out."""

    async def play(sim: Table, place: str) -> None:
        await begin(sim, DARA, ("Byzantines", "Persians"))
        await order(sim, sim.ada, f"HLN1 {place}")
        await order(sim, sim.ada, "done")
        await on(sim, 6)

    async def reveal(sim: Table, place: str) -> None:
        await on(sim, 200, until="come out of ambush")

    await same_until_revealed(
        tmp_path,
        ("1503", "1205"),
        play,
        reveal,
        outsiders("ben"),
        pieces("HLN1", "Pharas") + hexes("1503", "1205", "1402"),
        ("", "HLN", "15", "12"),
    )


async def on(sim: Table, answers: int, until: str = "") -> None:
    """Everybody who is asked answers with the default, so many times, or until that is told."""
    battle = await sim.service.battle_in(sim.channel.id)
    assert battle is not None
    for n in range(answers):
        o, *_ = await sim.service.open_questions(battle.id)
        if until and any(until in m.content for m in sim.messages):
            return
        assert o.user is not None
        answer = o.decision.default
        await sim.service.answer(battle.id, o.user, o.token, answer, f"on {n}", o.side)
        await sim.bot.desk.publisher.publish(battle.id)
    await sim.bot.desk.mirrors.idle()


# -- private, not hidden --------------------------------------------------------------------------------------------


async def test_standing_orders(tmp_path: Path) -> None:
    """What a side has said it would answer is nobody else's business before it is asked."""

    async def play(sim: Table, answer: str) -> None:
        await begin(sim, SCENARIO, ("Byzantines", "Vandals"))
        told = await sim.ben.slash(
            sim.channel, "standing set", question="orderly-withdrawal", answer=answer, who="everybody"
        )
        assert "From now on" in said(told), said(told)

    async def reveal(sim: Table, answer: str) -> None:
        told = said(await sim.ben.slash(sim.channel, "standing list"))
        await sim.cleo.send(sim.channel, told)
        await on(sim, 3)

    del reveal
    collected = []
    from tests.bot.e2e.worlds import differences, everything
    from tests.bot.e2e.worlds import told as said_of

    for n, answer in enumerate(("always", "never")):
        async with world(tmp_path / str(n), "worlds") as sim:
            await play(sim, answer)
            collected.append(
                (
                    await everything(sim, {"cleo": sim.cleo, "ada": sim.ada}, dear=False),
                    await everything(sim, {"ben": sim.ben}, dear=False),
                )
            )
    (others, own), (others_too, own_too) = collected
    assert not differences(others, others_too), said_of(differences(others, others_too))
    assert "ben: /standing list {}" in differences(own, own_too)


def pieces(*names: str) -> list[tuple[str, dict[str, Any]]]:
    """Everything that can be asked about pieces."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in names:
        found += [("unit", {"unit": name}), ("what", {"unit": name}), ("map", {"at": name})]
        found += [("map", {"at": name, "show": show}) for show in ("reach", "fire", "command")]
    return found


def hexes(*numbers: str) -> list[tuple[str, dict[str, Any]]]:
    """Everything that can be asked about hexes."""
    found: list[tuple[str, dict[str, Any]]] = []
    for h in numbers:
        found += [("unit", {"unit": h}), ("what", {"hex": h}), ("map", {"at": h})]
    return found
