"""Pictures as PNG: brought down to the colours of a palette without dithering, and packed quickly."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image

try:
    from isal import isal_zlib
except ImportError:  # there is no build of it for every machine
    isal_zlib = None


def reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The image in the palette's colours, mode P."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def png(image: Image.Image, clear: int | None = None) -> bytes:
    """A palette image as PNG, packed for speed rather than for the last byte; ``clear``: the colour that is none.

    The pixels are the same on every machine, the bytes needn't be: ISA-L packs in a quarter of the time that zlib
    takes, and tighter, but isn't to be had everywhere.
    """
    if isal_zlib is None or image.mode != "P":
        out = io.BytesIO()
        given = {} if clear is None else {"transparency": clear}
        image.save(out, "PNG", compress_level=1, compress_type=3, **given)
        return out.getvalue()
    # Every row begins with a byte that names its filter: 0 for none, as flat colours pack best.
    rows = Image.new("P", (image.width + 1, image.height), 0)
    rows.paste(image, (1, 0))
    # Its own types leave out what is packed.
    packed = isal_zlib.compress(rows.tobytes(), 2)  # pyright: ignore[reportUnknownMemberType]
    head = struct.pack(">IIBBBBB", image.width, image.height, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"PLTE", bytes(image.getpalette() or ())), (b"IDAT", packed), (b"IEND", b"")]
    if clear is not None:
        chunks.insert(2, (b"tRNS", b"\xff" * clear + b"\0"))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*c) for c in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))))
