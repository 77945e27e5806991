"""Sentences for players: an English template with named values, so that a catalogue can translate the template.

>>> str(Text("{unit} can't reach {target}", unit="HC3", target=2405))
"HC3 can't reach 2405"

A value may bring two forms, for one and for several; with "=" before them just the form is said:

>>> [str(Text("{n:hit|hits}", n=n)) for n in (1, 2)]
['1 hit', '2 hits']
>>> [str(Text("{units} {units:=gives|give} way", units=x)) for x in ("A1", "A1 and A2", "A1-3")]
['A1 gives way', 'A1 and A2 give way', 'A1-3 give way']
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, NoReturn, Protocol, TypeAlias, TypeGuard, cast

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

_SEVERAL = re.compile(r", | and |[A-Za-z]\d+-\d+|…")
"""What tells several names from one."""


def counted(n: object, forms: str) -> str:
    """A number with the word that fits it; with "=" before the forms the word alone. Names are counted too.

    >>> counted(1, "hex|hexes"), counted(0, "hex|hexes"), counted("THC1, THC2", "=is|are")
    ('1 hex', '0 hexes', 'are')
    """
    alone = forms.startswith("=")
    one, several = forms.removeprefix("=").split("|")
    text = str(n)
    single = text in ("1", "-1", "+1") if not alone or _is_number(text) else _SEVERAL.search(text) is None
    word = one if single else several
    return word if alone else f"{text} {word}"


def _is_number(text: str) -> bool:
    return text.lstrip("+-").isdigit()


class Grammar(Protocol):
    """How a language bends words. Without one they are bent as in English (:func:`counted`)."""

    def word(self, value: str) -> str:
        """A name as the language has it: of a side, a kind of troops. What it doesn't know stays as it is."""
        ...

    def inflected(self, value: str, case: str) -> str:
        """A name in one of the cases of the language: "{unit.gen}"."""
        ...

    def formed(self, value: object, forms: str) -> str:
        """A value with the form that fits its number or gender; with "=" before the forms the form alone."""
        ...


class _Forms(string.Formatter):
    """Formats values that bring their forms for one and for several."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return counted(value, format_spec) if "|" in format_spec else format(value, format_spec)


class _Bent(string.Formatter):
    """Formats values by the grammar of a language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        name, _, case = field_name.partition(".")
        value = kwargs[name]
        return (self._grammar.inflected(str(value), case) if case else value), name

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._grammar.formed(value, format_spec) if "|" in format_spec else format(value, format_spec)


_FORMS = _Forms()

_BENT = re.compile(r"\{\w+(?:\.|:[^{}]*\|)")
"""A value in a case, or with forms."""


@lru_cache(maxsize=4096)
def _bends(template: str) -> bool:
    return _BENT.search(template) is not None


class Text:
    """A template and its values. Two texts are equal when both are; a text equals the words it is in English.

    >>> Text("{n:hit|hits}", n=2) == "2 hits", "hit" in Text("{n:hit|hits}", n=2)
    (True, True)
    """

    __slots__ = ("params", "template")

    def __init__(self, template: str, /, **params: Any) -> None:
        self.template = template
        self.params = params

    def render(self, translate: Callable[[str], str] = str, grammar: Grammar | None = None) -> str:
        """The sentence, its template passed through ``translate`` first; nested texts are rendered the same way.

        ``grammar``: how names and forms are bent, in a language other than English.
        """
        template = translate(self.template)
        if grammar is not None:
            values = {k: _said(v, translate, grammar) for k, v in self.params.items()}
            if not _bends(template):
                return template.format(**values)
            # What isn't translated yet keeps the two forms that English has.
            forms = _FORMS if template == self.template else _Bent(grammar)
            return forms.vformat(template, (), values)
        values = {k: v.render(translate) if isinstance(v, Text) else v for k, v in self.params.items()}
        return _FORMS.vformat(template, (), values) if "|" in template else template.format(**values)

    def dump(self) -> dict[str, Any]:
        """The text as JSON can hold it; :meth:`load` makes it again. Values other than texts and numbers become words.

        >>> Text.load(Text("{a} and {b}", a=1, b=Text("two")).dump())
        Text('1 and two')
        """
        return {"text": self.template, "values": {k: _dump(v) for k, v in self.params.items()}}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Text:
        """The text :meth:`dump` was made of."""
        given: Mapping[str, Any] = data["values"]
        values = {k: cls.load(cast("Mapping[str, Any]", v)) if isinstance(v, dict) else v for k, v in given.items()}
        return cls(data["text"], **values)

    @staticmethod
    def dumped(value: object) -> TypeGuard[Mapping[str, Any]]:
        """Whether a value is what :meth:`dump` makes."""
        return isinstance(value, dict) and value.keys() == {"text", "values"}

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, Text) and (self.template, self.params) == (other.template, other.params)

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    def __hash__(self) -> int:
        return hash(str(self))


def _dump(value: Any) -> Any:
    """A value of a text as JSON can hold it."""
    if isinstance(value, Text):
        return value.dump()
    if isinstance(value, Listed):
        return value.text.dump()
    return value if isinstance(value, int | float) else str(value)


def _said(value: Any, translate: Callable[[str], str], grammar: Grammar) -> Any:
    """A value of a text, in the reader's language."""
    if isinstance(value, Text):
        return value.render(translate, grammar)
    if isinstance(value, Listed):
        return value.text.render(translate, grammar)
    if not isinstance(value, str):
        return value
    named = grammar.word(value)
    # A sentence that was written down is words by now; one without values is known by them.
    return translate(value) if named == value and "{" not in value and not isinstance(value, Verbatim) else named


class Verbatim(str):
    """What somebody has written: it stays as it is, though it may read like a sentence of ours."""


class Listed(str):
    """Names in a row, with an English word between the last two; ``text`` says them in any language."""

    text: Text

    @classmethod
    def of(cls, text: Text) -> Listed:
        found = cls(text)
        found.text = text
        return found

    def __reduce__(self) -> Any:
        return Listed.of, (self.text,)


def readable(value: object) -> Text | Literal[""]:
    """A sentence as it was written down. Raises ValueError for what is none, or reaches for more than its values."""
    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return Text("{words}", words=value) if value else ""
    if Text.dumped(value) and _harmless(value):
        return Text.load(value)
    raise ValueError("must be a sentence")


DEEPEST = 20
"""Texts within texts that are read."""

LONGEST = 20_000
"""Characters of a sentence that is read, at most: texts within texts that name a value twice grow with each of them."""

_FORMAT = re.compile(r"[^{}|]*\|[^{}|]*|\+?d|0[1-9]d|\.[1-9]f|")
"""How a value may be said: with two forms, or as a number."""


def _harmless(data: Mapping[str, Any]) -> bool:
    """Whether a text that was written down, perhaps by a stranger, reaches for nothing but its own values."""
    return _size(data, 0) <= LONGEST


def _size(data: Mapping[str, Any], depth: int) -> int:
    """Characters it comes to at most; more than :data:`LONGEST` where it does harm."""
    template, values = data["text"], data["values"]
    if depth > DEEPEST or not isinstance(template, str) or not isinstance(values, dict):
        return LONGEST + 1
    sizes: dict[str, int] = {}
    for name, value in cast("dict[str, Any]", values).items():
        if not Text.dumped(value) and not isinstance(value, str | int | float):
            return LONGEST + 1
        sizes[name] = _size(value, depth + 1) if Text.dumped(value) else len(str(value))
    named = _values(template)
    if named is None or not sizes.keys() >= set(named) or any(n > LONGEST for n in sizes.values()):
        return LONGEST + 1
    return len(template) + sum(sizes[name] for name in named)


@lru_cache(maxsize=4096)
def _values(template: str) -> tuple[str, ...] | None:
    """Names of the values in a template, as often as they are said; None where something else than values in a known
    form stands in it."""
    try:
        parts = [(name, form, kind) for _, name, form, kind in string.Formatter().parse(template) if name is not None]
    except ValueError:
        return None
    if any(kind or not name.isidentifier() or not _FORMAT.fullmatch(form or "") for name, form, kind in parts):
        return None
    return tuple(name for name, _, _ in parts)


def _written_down(value: Text | str) -> dict[str, Any] | str:
    # A state takes words as well: nobody looks at what is set in it.
    return value.dump() if isinstance(value, Text) else value


Sentence: TypeAlias = Annotated[
    Text | Literal[""],
    PlainValidator(readable),
    PlainSerializer(_written_down),
    WithJsonSchema({"type": "string"}),
]
"""A field of a model that holds words, written down so that they can be said in any language when they are read again.

Mere words, as journals of before 0.2 have them, are read as well and stay as they are.
"""


def in_words(data: Any) -> Any:
    """What was written down, with each text in English words.

    >>> in_words({"story": Text("{n:hit|hits}", n=2).dump(), "n": [1]})
    {'story': '2 hits', 'n': [1]}
    """
    if isinstance(data, list):
        return [in_words(x) for x in cast("list[Any]", data)]
    if Text.dumped(data):
        return str(Text.load(data))
    if isinstance(data, dict):
        return {k: in_words(v) for k, v in cast("dict[str, Any]", data).items()}
    return data


_CODE = re.compile(r"([A-Z]+)(\d+)")


def codes(names: Iterable[str]) -> str:
    """Units by code, three and more in a row as a range, the way orders are written.

    >>> codes(["THC1", "THC2", "THC3", "AHC4", "AHC6", "HC2", "HC1"])
    'THC1-3, AHC4, AHC6, HC2, HC1'
    """
    return ", ".join(_runs(names))


def together(names: Iterable[str]) -> str:
    """All of them in a sentence.

    >>> together(["HY1"]), together(["HY1", "HY2"]), together(["HY1", "HY2", "HA1"])
    ('HY1', 'HY1 and HY2', 'HY1, HY2 and HA1')
    """
    *most, last = names
    return Listed.of(Text("{names} and {last}", names=_in_a_row(most), last=last)) if most else last


def either(names: Iterable[str]) -> str:
    """One of them in a sentence.

    >>> either([]), either(["Bessus"]), either(["Bessus", "Mazaeus", "Darius"])
    ('', 'Bessus', 'Bessus, Mazaeus or Darius')
    """
    *most, last = list(names) or [""]
    return Listed.of(Text("{names} or {last}", names=_in_a_row(most), last=last)) if most else last


def _in_a_row(names: Sequence[str]) -> str | Text:
    """Names with commas between them, each still a name that a language may have a word for."""
    if len(names) == 1:
        return names[0]
    return Text(", ".join(f"{{x{n}}}" for n in range(len(names))), **{f"x{n}": x for n, x in enumerate(names)})


def joined(parts: Iterable[Text | str], separator: str = ", ") -> Text:
    """Several texts in a row, each of them still to be translated.

    >>> str(joined([Text("no hit {p} %", p=70), "1 hit"]))
    'no hit 70 %, 1 hit'
    """
    given = list(parts)
    if separator in _BETWEEN and given:
        return _between(_BETWEEN[separator], given)
    named = {f"part{i}": part for i, part in enumerate(given)}
    return Text(separator.join(f"{{{name}}}" for name in named), **named)


def _between(template: str, parts: Sequence[Text | str]) -> Text:
    """Halves within halves, so that many parts aren't a text as deep as they are many."""
    if len(parts) == 1:
        return Text("{said}", said=parts[0])
    half = (len(parts) + 1) // 2
    return Text(template, some=_between(template, parts[:half]), more=_between(template, parts[half:]))


_BETWEEN: Mapping[str, str] = {
    " and ": "{some} and {more}",
    " or ": "{some} or {more}",
    ", or ": "{some}, or {more}",
    ", then ": "{some}, then {more}",
}
"""Separators with a word in them, as the sentence they make."""


MOST_NAMED = 5
"""Names, or ranges of them, that a refusal lists at most."""


def few(names: Iterable[str]) -> str:
    """Names for a refusal, which is short: a handful, and how many there are in all.

    >>> few(["THC1", "THC2", "THC3"]), few(f"LN{n}" for n in range(1, 20, 2))
    ('THC1-3', 'LN1, LN3, LN5, LN7 … (10 in all)')
    """
    listed = list(names)
    shown = _runs(listed)
    if len(shown) <= MOST_NAMED:
        return ", ".join(shown)
    return Listed.of(Text("{names} … ({n} in all)", names=", ".join(shown[: MOST_NAMED - 1]), n=len(listed)))


def _runs(names: Iterable[str]) -> list[str]:
    """Names, three and more codes in a row as a range."""
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
    return shown


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


def allowed(check: Callable[[], object]) -> bool:
    """Whether a check raises no :class:`Refusal`."""
    try:
        check()
    except Refusal:
        return False
    return True
