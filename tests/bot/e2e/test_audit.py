"""/dice audit: the last rolls, luck, the trail as a file, and checking trails that somebody brings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.fairdice import Trail, TrailWriter, verify
from tests import independent_verifier
from tests.bot.e2e.kit import Table, said


async def trail_file(sim: Table, who: Any) -> bytes:
    audit = await who.slash(sim.channel, "dice audit", show="file")
    assert audit.ephemeral
    shown = audit.response or audit.followups[0]
    data = sim.env.backend.cdn.get(shown.attachments[0].url)
    assert data is not None
    assert json.loads(data)["head"] in shown.content
    return data


async def play(sim: Table, rolls: int = 25) -> None:
    """Go on with defaults until some dice have been thrown."""
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    clicks = 0
    while (await sim.service.battles.get(battle.id)).rolls < rolls:
        clicks += 1
        for o in await sim.service.play.open_questions(battle.id):
            assert o.user is not None
            await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, f"click {clicks}")
        if clicks % 3 == 0:
            await sim.service.rolls.roll(battle.id, battle.seats[0].user, "d10", f"roll {clicks}")


async def test_a_spectator_takes_the_trail_home_and_two_verifiers_agree(sim: Table) -> None:
    await play(sim)
    data = await trail_file(sim, sim.cleo)
    trail = Trail.model_validate_json(data)
    report = verify(trail)
    problems, pending = independent_verifier.check(data.decode())
    assert report.valid and not problems
    assert report.pending == len(pending) and report.rolls == len(list(trail.rolls())) >= 25


async def test_the_last_rolls_with_all_that_went_into_them(sim: Table) -> None:
    await play(sim)
    trail = Trail.model_validate_json(await trail_file(sim, sim.ada))
    shown = said(await sim.cleo.slash(sim.channel, "dice audit"))
    rolls = list(trail.rolls())
    for roll in rolls[-10:]:
        assert f"`{roll.n}`" in shown and f"rolled {' '.join(map(str, roll.dice))}" in shown
    assert f"`{rolls[-11].n}`" not in shown
    assert trail.head in shown and trail.header.commitment in shown
    assert "secret still to come" in shown
    few = said(await sim.cleo.slash(sim.channel, "dice audit", last=2, kind="house"))
    assert few.count("house roll") == 2 and f"`{next(r.n for r in rolls if r.purpose != 'house')}` " not in few
    assert "No roll of the kind “magic”" in said(await sim.cleo.slash(sim.channel, "dice audit", kind="magic"))
    offered = await sim.cleo.autocomplete(sim.channel, "dice audit", "kind", "")
    assert {o["value"] for o in offered} == {r.purpose for r in rolls}


async def test_annulled_rolls_stay_struck_out_and_count_for_nobodys_luck(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(sim, 12)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    real = await sim.service.rolls.trail(battle.id)
    last = list(real.rolls())[-1]
    writer = TrailWriter(real.header, len(real.entries), real.head)
    annulled = real.model_copy(update={"entries": (*real.entries, writer.annul([last.n])), "head": writer.head})

    async def trail(battle_id: str) -> Trail:
        return annulled

    before = said(await sim.ada.slash(sim.channel, "dice audit", show="luck"))
    monkeypatch.setattr(sim.service.rolls, "trail", trail)
    lines = said(await sim.ada.slash(sim.channel, "dice audit", last=100)).splitlines()
    struck = [x for x in lines if "~~" in x]
    assert len(struck) == 1 and struck[0].startswith(f"`{last.n}`") and "annulled by a take-back" in struck[0]
    after = said(await sim.ada.slash(sim.channel, "dice audit", show="luck"))
    assert (after == before) is (last.purpose == "house")


async def test_luck_is_told_per_side_and_kind(sim: Table) -> None:
    await play(sim, 40)
    shown = said(await sim.cleo.slash(sim.channel, "dice audit", show="luck"))
    assert "**Byzantines**:" in shown or "**Vandals**:" in shown
    assert "where 4.50 was to be expected" in shown
    assert "house" not in shown, "nobody's luck"


async def test_luck_before_any_roll(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    rules = [r for r in (await sim.service.rolls.trail(battle.id)).rolls() if r.purpose != "house"]
    shown = said(await sim.cleo.slash(sim.channel, "dice audit", show="luck"))
    assert ("no roll yet" in shown) is (not rules)


async def test_a_trail_brought_as_a_file_is_checked(sim: Table) -> None:
    await play(sim)
    data = await trail_file(sim, sim.ada)
    told = await sim.cleo.slash(sim.channel, "dice audit", check=("trail.json", data))
    assert told.ephemeral
    assert "The trail holds" in said(told) and "up to date" in said(told)
    await sim.ada.slash(sim.channel, "dice roll", dice="d10")
    assert "up to 1 entry ago" in said(await sim.cleo.slash(sim.channel, "dice audit", check=("trail.json", data)))


async def test_a_trail_dropped_into_the_channel_is_checked_by_a_press(sim: Table) -> None:
    await play(sim)
    data = await trail_file(sim, sim.ada)
    message = await sim.ben.send(sim.channel, "see for yourselves", attachments=[("trail.json", data)])
    told = await sim.cleo.context_menu(sim.channel, "Check this dice trail", message)
    assert told.ephemeral and "The trail holds" in said(told)
    bare = await sim.ben.send(sim.channel, "no file")
    assert "no file on that message" in said(await sim.cleo.context_menu(sim.channel, "Check this dice trail", bare))


async def test_a_die_changed_in_the_file_is_found(sim: Table) -> None:
    await play(sim)
    document = json.loads(await trail_file(sim, sim.ada))
    entry = next(e for e in document["entries"] if e["kind"] == "roll")
    entry["data"]["roll"]["dice"][0] ^= 1
    told = said(await sim.cleo.slash(sim.channel, "dice audit", check=("trail.json", json.dumps(document).encode())))
    assert "does not hold" in told and "its hash doesn't follow" in told and "its rolls differ" in told


async def test_a_trail_forged_from_the_start_holds_but_is_not_this_battles(sim: Table) -> None:
    await play(sim)
    document = json.loads(await trail_file(sim, sim.ada))
    forged = Trail.model_validate(
        document | {"entries": [], "head": Trail.model_validate(document).header.genesis, "secrets": {}}
    )
    header = forged.header.model_copy(update={"commitment": "00" * 32})
    forged = forged.model_copy(update={"header": header, "head": header.genesis})
    told = said(await sim.cleo.slash(sim.channel, "dice audit", check=("t.json", forged.model_dump_json().encode())))
    assert "The trail holds" in told and "it begins differently" in told


async def test_another_servers_battle_is_not_looked_at(sim: Table) -> None:
    await play(sim)
    data = await trail_file(sim, sim.ada)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    told = said(await stranger.slash(channel, "dice audit", check=("trail.json", data)))
    assert "The trail holds" in told and "no battle of this server" in told
    assert "There is no battle in this channel" in said(await stranger.slash(channel, "dice audit"))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no dice trail"),
        (b"\xff\xfe\x00", "no UTF-8 text"),
        (b"[" * 50_000, "no dice trail"),
        (b"{}", "no dice trail"),
        (b'{"header": {"format": "hexarch-trail/1", "game": "x", "commitment": "y"}, "head": "z"}', "does not hold"),
        (b"x" * (4 * 2**20 + 1), "too large"),
    ],
    ids=["empty", "binary", "nested", "object", "headless", "large"],
)
async def test_what_is_no_trail_gets_a_clear_answer(sim: Table, data: bytes, told: str) -> None:
    answer = await sim.cleo.slash(sim.channel, "dice audit", check=("trail.json", data))
    assert answer.ephemeral and told in said(answer)
