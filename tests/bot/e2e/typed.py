"""What nobody types in earnest, for every place where people type."""

from __future__ import annotations

LENGTH = 6000
"""Characters an option of a command may have, where the command names no fewer."""

LIGATURE, LONGEST_LETTER = "\ufb03", "\ufdfa"
"""One letter that counts as three, and one that counts as eighteen."""

TEXTS = {
    "ligatures": LIGATURE * LENGTH,
    "the longest letter": LONGEST_LETTER * LENGTH,
    "marks": "e" + "\u0301\u0323\u0316\u0345" * (LENGTH // 4),
    "one letter": "a" * LENGTH,
    "words": "zuo " * (LENGTH // 4),
    "words all different": " ".join(f"{n:x}qu" for n in range(LENGTH // 6)),
    "digits": "9" * LENGTH,
    "digits and points": "9." * (LENGTH // 2),
    "times": "1d 2h " * (LENGTH // 6),
    "times as long": f"{'9' * (LENGTH - 1)}d",
    "an exponent": "1e" + "9" * 6,
    "dice": f"{'9' * 30}d{'9' * 30}",
    "many dice": "9d9+" * (LENGTH // 4),
    "brackets": "([{" * (LENGTH // 3),
    "a document": '{"a":' * (LENGTH // 5),
    "commas": ", " * (LENGTH // 2),
    "spaces": "x" + " " * (LENGTH - 2) + "x",
    "lines": "x\n" * (LENGTH // 2),
    "orders": "zz1 > 0101; " * (LENGTH // 12),
    "backwards": "\u202e\u2066" * (LENGTH // 2),
    "of no width": "\u200b\u200d\ufeff" * (LENGTH // 3),
    "signs": "*_~`|>#-" * (LENGTH // 8),
    "mentions": "<@1> @everyone " * (LENGTH // 15),
    "a regular expression": "(a+)+$" * (LENGTH // 6),
    "slashes": "/" * LENGTH,
    "hexes": "0101-9999 " * (LENGTH // 10),
    "other digits": "٣²Ⅷ" * (LENGTH // 3),
    "nothing": " " * LENGTH,
    "astral": "💥" * (LENGTH // 2),
    "null": "\x00" * LENGTH,
}
"""Each as long as Discord lets it be."""
