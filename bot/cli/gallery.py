"""``hexarch gallery``: every picture the renderer draws, and a page that shows them."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli.common import OK, BadInput, write

if TYPE_CHECKING:
    from bot.cli.exhibits import Exhibit

WIDEST = 1280
"""Pixels across which pictures are stored at most."""
QUALITY = 64
"""Of WebP, 0 to 100: engraving stays crisp, and all of the gallery fits into some megabytes."""


def call(args: argparse.Namespace) -> int:
    from bot.cli.exhibits import SECTIONS, exhibits  # the rules are loaded only where they are needed

    wanted = args.only or list(SECTIONS)
    unknown = [s for s in wanted if s not in SECTIONS]
    if unknown:
        raise BadInput(f"--only {unknown[0]}: no such section; there are: {', '.join(SECTIONS)}")
    shown = [e for e in exhibits() if e.section in wanted]
    folder = Path(args.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise BadInput(f"{folder}: can't be made: {e.strerror or e}") from e
    alts, total = {}, 0
    for exhibit in shown:
        drawn = exhibit.draw()
        data = drawn.image if isinstance(drawn.image, bytes) else _webp(drawn.image)
        write(str(folder / exhibit.file), data)
        alts[exhibit.name] = drawn.alt
        total += len(data)
    target = Path(f"{folder}.md")
    drawn_anew = page(folder.name, shown, alts)
    write(str(target), _with_the_rest(drawn_anew, target.read_text("utf-8")) if target.is_file() else drawn_anew)
    print(f"{target}: {len(shown)} pictures, {total / 1e6:.1f} MB")
    return OK


def _with_the_rest(anew: str, before: str) -> str:
    """A page with the sections that weren't drawn anew as they were before.

    >>> before = "# Gallery\\n\\n## Maps\\n\\nold\\n\\n## Overlays\\n\\nold\\n"
    >>> _with_the_rest("# Gallery\\n\\n## Overlays\\n\\nnew\\n", before)
    '# Gallery\\n\\n## Maps\\n\\nold\\n\\n## Overlays\\n\\nnew\\n'
    """
    from bot.cli.exhibits import SECTIONS

    head, *_ = anew.split("\n## ", 1)
    found = {title: text for page in (before, anew) for title, text in _sections(page)}
    kept = [f"## {title}\n{found[title]}" for title in SECTIONS.values() if title in found]
    return "\n".join([head, *(section.rstrip("\n") + "\n" for section in kept)])


def _sections(page: str) -> list[tuple[str, str]]:
    """Title and text of each section."""
    return [(part.split("\n", 1)[0], part.split("\n", 1)[-1]) for part in page.split("\n## ")[1:]]


def _webp(image: Any) -> bytes:
    """The picture as it is stored, no wider than :data:`WIDEST`."""
    if image.width > WIDEST:
        from PIL import Image

        image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=6)
    return out.getvalue()


def page(folder: str, shown: Sequence[Exhibit], alts: dict[str, str]) -> str:
    """The page in Markdown: pictures by section, and which symbol is whose."""
    from bot.cli.exhibits import SECTIONS

    lines = [
        "# Gallery",
        "",
        "Everything here is drawn by the program itself from scenarios and positions; `hexarch gallery` draws it anew.",
    ]
    for section, title in SECTIONS.items():
        hung = [e for e in shown if e.section == section]
        if not hung:
            continue
        lines += ["", f"## {title}", *_INTRODUCTIONS.get(section, ())]
        if section == "phone":
            lines += _side_by_side(folder, hung, alts)
        else:
            for e in hung:
                lines += ["", f"### {e.caption}", "", _image(folder, e, alts)]
        if section == "counters":
            lines += _symbols()
    return "\n".join(lines) + "\n"


_INTRODUCTIONS = {
    "maps": ("", "Every battle as set up. Discord shows them as PNG, larger than here."),
    "views": ("", "A post shows what has changed; the small map tells where that is."),
    "phone": ("", "Each exactly 400 pixels wide, at one pixel a dot; a phone draws them two to three times as sharp."),
    "campaign": (
        "",
        "Provinces in the colour of their side, edged in that of their power; names and incomes close up.",
    ),
    "counters": (
        "",
        "A shield is foot, a horse's head is mounted, a weapon alone skirmishes; the fuller, the heavier.",
    ),
    "eyes": (
        "",
        "Sides differ in lightness and in the shape of their corners, bands in their pattern, states in shape.",
    ),
}


def _image(folder: str, exhibit: Exhibit, alts: dict[str, str]) -> str:
    alt = alts[exhibit.name].replace("[", "(").replace("]", ")").replace("\n", " ")
    return f"![{alt}]({folder}/{exhibit.file})"


def _side_by_side(folder: str, hung: Sequence[Exhibit], alts: dict[str, str]) -> list[str]:
    """A table of one row of pictures."""
    return [
        "",
        "| " + " | ".join(e.caption for e in hung) + " |",
        "|" + "---|" * len(hung),
        "| " + " | ".join(_image(folder, e, alts).replace("|", "/") for e in hung) + " |",
    ]


def _symbols() -> list[str]:
    """Which type of troops of which rules carries which symbol."""
    from renderer import symbols
    from renderer.specimens.troops import SYSTEMS
    from renderer.symbols.troops import OTHERS, TROOPS

    called = {k: str(v) for k, v in SYSTEMS.items()} | {"others": "Any rules"}
    lines = ["", "### Which symbol is whose", "", "| rules | type | troops | symbol |", "|---|---|---|---|"]
    for system, troops in {**TROOPS, "others": OTHERS}.items():
        for key, troop in troops.items():
            lines.append(f"| {called[system]} | {key} | {troop.name} | {symbols.known(troop.symbol)} |")
    return lines
