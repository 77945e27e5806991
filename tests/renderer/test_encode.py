"""Palettes: what must come out exactly does."""

from __future__ import annotations

import io
import zlib
from random import Random

import pytest
from PIL import Image

from renderer import encode
from renderer.encode import COLOURS, palette_for, reduced, reserved
from renderer.palette import SIDES, Theme, arrow, casing, contrast, ground


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fixed_colours_come_out_as_they_went_in(theme: Theme) -> None:
    g = ground(theme, "arid")
    roles = ["woods", "tree", "water"]
    fixed = reserved(g, roles)
    assert len(fixed) < COLOURS // 2
    palette = palette_for(Image.new("RGB", (400, 300), g.levels[0]), g, roles)
    for colour in fixed:
        # Pillow looks colours up in cells of four levels: two reserved colours in one cell come out as one.
        got = reduced(Image.new("RGB", (1, 1), colour), palette).convert("RGB").getpixel((0, 0))
        assert isinstance(got, tuple)
        assert max(abs(a - b) for a, b in zip(got, colour, strict=True)) <= 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_arrows_stand_out_from_the_ground_and_their_casing(theme: Theme) -> None:
    for side in SIDES[:2]:
        assert contrast(arrow(side, theme), ground(theme).levels[0]) >= 3
        assert contrast(arrow(side, theme), casing(theme)) >= 3


def _noise(width: int, height: int) -> Image.Image:
    """Every colour of a palette somewhere."""
    image = Image.frombytes("P", (width, height), Random(5).randbytes(width * height))
    image.putpalette([v for i in range(256) for v in (i, 255 - i, i // 2)])
    return image


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(data[at + 8 + length : at + 12 + length])
        found.append((kind, body))
        at += 12 + length
    return found


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (640, 480)])
@pytest.mark.parametrize("packer", ["ours", "Pillow's"])
def test_png_holds_every_pixel(size: tuple[int, int], packer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if packer == "ours":
        pytest.importorskip("isal", reason="there is no build of it for this machine")
    else:
        monkeypatch.setattr(encode, "isal_zlib", None)
    image = _noise(*size)
    data = encode.png(image)
    with Image.open(io.BytesIO(data)) as found:
        assert (found.format, found.mode, found.size) == ("PNG", "P", size)
        assert found.tobytes() == image.tobytes()
        assert found.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    kinds = [kind for kind, _ in _chunks(data)]
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND") and b"PLTE" in kinds


def test_pictures_of_other_modes_are_packed_too() -> None:
    image = _noise(30, 20).convert("RGB")
    with Image.open(io.BytesIO(encode.png(image))) as found:
        assert found.mode == "RGB" and found.tobytes() == image.tobytes()
