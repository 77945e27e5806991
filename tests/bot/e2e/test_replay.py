"""/replay: a stretch of the battle as an animation, for those who were away."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

from tests.bot.e2e.kit import Table, said

pytestmark = pytest.mark.drawn


def attached(result: Any) -> Any:
    """The file an interaction brought."""
    return next(m for m in (result.response, *result.followups) if m is not None and m.attachments).attachments[0]


def film(sim: Table, result: Any) -> Image.Image:
    """The animation an interaction brought."""
    attachment = attached(result)
    assert attachment.filename.endswith(".gif") and attachment.description
    data = sim.env.backend.cdn.get(attachment.url)
    assert data is not None and len(data) < 10 * 2**20
    return Image.open(io.BytesIO(data))


async def under_way(sim: Table) -> None:
    """Belisarius has acted: a unit has moved."""
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="BHC1 > +2")


async def test_what_happened_comes_as_an_animation(sim: Table) -> None:
    await under_way(sim)
    head = await sim.head()
    result = await sim.cleo.slash(sim.channel, "replay")
    assert result.ephemeral
    image = film(sim, result)
    assert image.format == "GIF" and getattr(image, "n_frames", 1) > 3
    assert "Tricameron" in said(result)
    alt = attached(result).description or ""
    assert "Belisarius" in alt and "The battle goes on." in alt
    public = await sim.ada.slash(sim.channel, "replay", whole=True, private=False, speed="fast")
    assert not public.ephemeral and film(sim, public).format == "GIF"
    assert await sim.head() == head


async def test_turns_and_activations_are_offered_and_understood(sim: Table) -> None:
    await under_way(sim)
    for option in ("from", "to"):
        offered = await sim.ada.autocomplete(sim.channel, "replay", option, "")
        assert 0 < len(offered) <= 25 and all(len(o["name"]) <= 100 for o in offered)
        assert offered[0]["value"] == "turn 1" and any("Belisarius" in o["name"] for o in offered)
        found = await sim.ada.autocomplete(sim.channel, "replay", option, "belis")
        assert [o["name"].startswith("Turn 1 · Belisarius") for o in found] == [True]
        result = await sim.ada.slash(sim.channel, "replay", **{option: found[0]["value"]})
        assert film(sim, result).format == "GIF"
    for words in ("1", "turn 1", "belisarius"):
        assert film(sim, await sim.ada.slash(sim.channel, "replay", **{"from": words})).format == "GIF"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"from": "turn 7"}, "There is no turn 7; the last one is turn 1."),
        ({"to": "Hannibal"}, "There is no turn or activation “Hannibal”."),
        ({"from": "#999999"}, "There is no step #999999"),
        ({"from": "#9", "to": "#2"}, "“#9” comes after “#2”."),
        ({"from": "#0", "to": "#1"}, "Nothing happened there."),
    ],
)
async def test_what_cannot_be_shown_is_refused(sim: Table, options: dict[str, str], why: str) -> None:
    await under_way(sim)
    result = await sim.ada.slash(sim.channel, "replay", **options)
    assert why in said(result), said(result)


async def test_there_must_be_something_to_show(sim: Table) -> None:
    assert "There is no battle in this channel" in said(await sim.ada.slash(sim.channel, "replay"))
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron", side="Byzantines")
    assert "hasn't begun" in said(await sim.ada.slash(sim.channel, "replay"))
    assert await sim.ada.autocomplete(sim.channel, "replay", "from", "") == []
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    assert "Nothing has happened on the map yet." in said(await sim.ada.slash(sim.channel, "replay", whole=True))


async def test_one_film_at_a_time(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await under_way(sim)
    films = sim.bot.messages.films
    waits, begun = asyncio.Event(), asyncio.Event()
    made = films.drawing_pool.later

    async def slowly(*args: Any, **options: Any) -> Any:
        begun.set()
        await waits.wait()
        return await made(*args, **options)

    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    words = sim.bot.messages.lookup.catalogue(battle)
    await films.chapters(battle, words)
    monkeypatch.setattr(films.drawing_pool, "later", slowly)
    first = asyncio.create_task(films.film(battle, words, sim.ada.id, 0, 999_999))
    await begun.wait()
    refused = said(await sim.ben.slash(sim.channel, "replay"))
    assert "A film of this battle is being made just now." in refused
    waits.set()
    assert (await first).frames > 3
    assert film(sim, await sim.ben.slash(sim.channel, "replay")).format == "GIF"
