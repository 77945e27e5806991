"""``hexarch gallery``, and the page it has made for the documentation."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, OK
from bot.cli.exhibits import PHONE, SECTIONS, battlefields, exhibits
from bot.cli.gallery import WIDEST
from renderer.overlays.kinds import Overlay
from renderer.specimens import questions, states, terrain, troops
from renderer.symbols.troops import OTHERS, TROOPS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "gallery.md"
IMAGE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")


def test_a_part_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "pictures"
    assert main(["gallery", "-o", str(folder), "--only", "eyes", "--only", "counters"]) == OK
    names = {e.file for e in exhibits() if e.section in ("eyes", "counters")}
    assert {x.name for x in folder.iterdir()} == names
    for name in names:
        with Image.open(folder / name) as image:
            assert image.format == "WEBP"
            assert 400 < image.width <= WIDEST
    page = (tmp_path / "new" / "pictures.md").read_text("utf-8")
    shown = IMAGE.findall(page)
    assert {link for _, link in shown} == {f"pictures/{name}" for name in names}
    assert all(len(alt) > 40 for alt, _ in shown)
    assert "## Maps" not in page
    said = capsys.readouterr().out
    assert said.startswith(f"{tmp_path / 'new' / 'pictures.md'}: {len(names)} pictures")


def test_the_same_again_is_the_same(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert main(["gallery", "-o", str(tmp_path / name / "gallery"), "--only", "eyes"]) == OK
    assert (tmp_path / "a/gallery/eyes.webp").read_bytes() == (tmp_path / "b/gallery/eyes.webp").read_bytes()
    assert (tmp_path / "a/gallery.md").read_text("utf-8") == (tmp_path / "b/gallery.md").read_text("utf-8")


def test_an_unknown_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", "-o", str(tmp_path / "x"), "--only", "sculptures"]) == BAD_INPUT
    assert "sculptures" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["gallery", "-o", str(tmp_path / "file" / "x"), "--only", "eyes"]) == BAD_INPUT
    assert "can't be made" in capsys.readouterr().err


def test_every_exhibit_has_its_own_name_and_a_known_section() -> None:
    found = exhibits()
    assert len({e.file for e in found}) == len(found)
    assert {e.section for e in found} == set(SECTIONS)


# What it shows is everything there is


def test_every_battle_has_its_map() -> None:
    maps = {e.name for e in exhibits() if e.section == "maps"}
    assert maps == {f"map-{b.key.split('/')[1]}" for b in battlefields()}
    fields = {b.key.split("/")[1] for b in battlefields()}
    others = {b.key for b in scenarios.listing()} - {b.key for b in battlefields()}
    assert all(any(f"{key.split('/')[1]}-".startswith(f"{x}-") for x in fields) for key in others)
    assert {key.split("/")[1] for key in others if key.startswith("simple-gboh/")} & fields, "fast rules share a field"


def test_every_overlay_is_asked_for() -> None:
    shown = {type(o) for q in questions.questions() for o in q.overlays}
    assert shown == set(get_args(Overlay))


def test_every_ground_and_hexside_is_shown() -> None:
    from renderer.map.ground.types import KINDS, SIDE_KINDS, kind_of, side_kind_of

    shown = {kind_of(k) for s in terrain.SPECIMENS for k in s.kinds}
    assert set(KINDS.values()) - shown == set()
    sides = {side_kind_of(k) for s in terrain.SPECIMENS for k in s.sides}
    assert set(SIDE_KINDS.values()) - sides == set()


def test_every_state_is_shown() -> None:
    from engine.kernel.view import STATES

    shown = {x for _, look in states.states() for x in look.states}
    assert shown == set(STATES)


# The page in the documentation


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = [link for _, link in IMAGE.findall(PAGE.read_text("utf-8"))]
    assert len(links) == len(set(links)) == len(exhibits())
    for link in links:
        assert (DOCS / link).is_file(), link
    stored = {f"gallery/{x.name}" for x in (DOCS / "gallery").iterdir()}
    assert stored == set(links), "a picture nobody shows"


def test_the_page_lists_every_map_overlay_state_and_counter() -> None:
    text = PAGE.read_text("utf-8")
    for battle in battlefields():
        assert f"### {battle.title}, {battle.date}, as set up" in text
    for question in questions.questions():
        assert str(question.name) in text
    for name, _ in states.states():
        assert str(name) in text
    for system in (*TROOPS.values(), OTHERS):
        for key, troop in system.items():
            assert f"| {key} | {troop.name} |" in text
    for name in troops.names().values():
        assert str(name) in text
    for title in SECTIONS.values():
        assert f"## {title}" in text


def test_the_pictures_fit_into_the_repository() -> None:
    sizes = [x.stat().st_size for x in (DOCS / "gallery").iterdir()]
    # Twice what they take: what a single one adds is told by ``hexarch gallery``.
    assert sum(sizes) < 20_000_000
    assert max(sizes) <= 1_000_000


def test_pictures_for_phones_are_as_wide_as_a_phone() -> None:
    for exhibit in exhibits():
        if exhibit.section == "phone":
            with Image.open(io.BytesIO((DOCS / "gallery" / exhibit.file).read_bytes())) as image:
                assert image.width == PHONE


def test_alternative_texts_tell_what_is_seen() -> None:
    for alt, link in IMAGE.findall(PAGE.read_text("utf-8")):
        assert len(alt) > 40, link
        assert not alt.lower().startswith(("image", "picture of"))
