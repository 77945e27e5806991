"""Sentences for players: an English template with named values, so that a catalogue can translate the template.

>>> str(Text("{unit} can't reach {target}", unit="HC3", target=2405))
"HC3 can't reach 2405"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn


class Text:
    """A template and its values. Two texts are equal when both are."""

    __slots__ = ("params", "template")

    def __init__(self, template: str, /, **params: Any) -> None:
        self.template = template
        self.params = params

    def render(self, translate: Callable[[str], str] = str) -> str:
        """The sentence, its template passed through ``translate`` first; nested texts are rendered the same way."""
        values = {k: v.render(translate) if isinstance(v, Text) else v for k, v in self.params.items()}
        return translate(self.template).format(**values)

    def dump(self) -> dict[str, Any]:
        """The text as JSON can hold it; :meth:`load` makes it again. Values other than texts and numbers become words.

        >>> Text.load(Text("{a} and {b}", a=1, b=Text("two")).dump())
        Text('1 and two')
        """
        values = {
            k: v.dump() if isinstance(v, Text) else v if isinstance(v, int | float) else str(v)
            for k, v in self.params.items()
        }
        return {"text": self.template, "values": values}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Text:
        """The text :meth:`dump` was made of."""
        values = {k: cls.load(v) if isinstance(v, dict) else v for k, v in data["values"].items()}
        return cls(data["text"], **values)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.params) == (other.template, other.params)

    def __hash__(self) -> int:
        return hash(str(self))


_CODE = re.compile(r"([A-Z]+)(\d+)")


def codes(names: Iterable[str]) -> str:
    """Units by code, three and more in a row as a range, the way orders are written.

    >>> codes(["THC1", "THC2", "THC3", "AHC4", "AHC6", "HC2", "HC1"])
    'THC1-3, AHC4, AHC6, HC2, HC1'
    """
    runs: list[tuple[str, int, int]] = []
    for name in names:
        match = _CODE.fullmatch(name)
        letters, n = (match[1], int(match[2])) if match else (name, -1)
        if runs and n > 0 and runs[-1][0] == letters and runs[-1][2] == n - 1:
            runs[-1] = (letters, runs[-1][1], n)
        else:
            runs.append((letters, n, n))
    shown: list[str] = []
    for letters, first, last in runs:
        if first < 0:
            shown.append(letters)
        elif last - first >= 2:
            shown.append(f"{letters}{first}-{last}")
        else:
            shown += [f"{letters}{n}" for n in range(first, last + 1)]
    return ", ".join(shown)


class Refusal(Exception):
    """An order or answer the rules don't allow. It has changed nothing.

    ``rule`` is the number of the case that forbids it (``"8.13"``), or "" where no case does.
    """

    def __init__(self, template: str, /, *, rule: str = "", **params: Any) -> None:
        self.text = Text(template, **params)
        self.rule = rule
        super().__init__(template)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else str(self.text)


def refuse(template: str, /, *, rule: str = "", **params: Any) -> NoReturn:
    """Raise a :class:`Refusal`."""
    raise Refusal(template, rule=rule, **params)
