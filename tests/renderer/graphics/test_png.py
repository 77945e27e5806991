"""PNG: every pixel comes out as it went in, whoever packs it."""

from __future__ import annotations

import io
import zlib
from random import Random

import pytest
from PIL import Image

from renderer.graphics.png import png


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
        monkeypatch.setattr("renderer.graphics.png.isal_zlib", None)
    image = _noise(*size)
    data = png(image)
    with Image.open(io.BytesIO(data)) as found:
        assert (found.format, found.mode, found.size) == ("PNG", "P", size)
        assert found.tobytes() == image.tobytes()
        assert found.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    kinds = [kind for kind, _ in _chunks(data)]
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND") and b"PLTE" in kinds


def test_pictures_of_other_modes_are_packed_too() -> None:
    image = _noise(30, 20).convert("RGB")
    with Image.open(io.BytesIO(png(image))) as found:
        assert found.mode == "RGB" and found.tobytes() == image.tobytes()
