"""Sentences for players: an English template with named values, so that a catalogue can translate the template.

>>> str(Text("{unit} can't reach {target}", unit="HC3", target=2405))
"HC3 can't reach 2405"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
