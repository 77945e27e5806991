"""Catalogues kept in step with the program, and checked."""

from __future__ import annotations

import io
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.language.catalogue import inflection, placeholders, translated
from bot.language.grammar import NAMES, Inflection
from bot.language.plain import BUTTON, CHOICE
from engine.kernel.text import Text

SAMPLES = (0, 1, 2, 5, 21, 22, 112, "HC3", "Narses", "HC1-3", "HC1, HC2 and LC4", "Romans", "Narses and Romans", "")
"""What any value may be: numbers, a code, a name, several of them, nothing."""

_NUMBER = re.compile(r"^[+0-9.]*[df]$")
"""How a value is written that is always a number."""

HEADER = "# {name}: the sentences of Hexarch. docs/translating.md says how they are translated."


def path(folder: Path, language: str) -> Path:
    return folder / f"{language}.po"


def read(file: Path) -> Catalog:
    """A catalogue; an empty one where there is none."""
    if not file.is_file():
        return Catalog()
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem)


def updated(catalogue: Catalog, language: str, found: Mapping[str, Iterable[str]]) -> Catalog:
    """The catalogue with an entry for each template. What is said no more is kept as obsolete, if it was translated."""
    new = Catalog(locale=language, fuzzy=False, charset="utf-8")
    new.header_comment = HEADER.format(name=inflection_name(language))
    before = {str(m.id): m for m in catalogue if m.id}
    old = {str(m.id): m for m in catalogue.obsolete.values()}
    for template in sorted(found, key=lambda t: (min(found[t]), t)):
        known = before.get(template) or old.get(template)
        new.add(
            template,
            known.string if known is not None else "",
            locations=[(file, None) for file in sorted(found[template])],  # pyright: ignore[reportArgumentType]
            flags=known.flags - {"python-format", "python-brace-format"} if known is not None else (),
            user_comments=known.user_comments if known is not None else (),
        )
    for template, message in sorted((old | before).items()):
        if template not in found and message.string:
            new.obsolete[template] = message
    return new


def inflection_name(language: str) -> str:
    """What a language calls itself."""
    return inflection(language).name


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file has it: the same for the same entries, whenever and by whomever it is written."""
    out = io.BytesIO()
    for message in catalogue:
        message.flags.discard("python-brace-format")
        message.flags.discard("python-format")
    write_po(out, catalogue, width=0, omit_header=True)
    name = catalogue.locale_identifier or ""
    head = f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n"Language: {name}\\n"\n'
    head += (
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
    )
    return head.encode() + b"\n" + out.getvalue().lstrip(b"\n")


# -- checking -------------------------------------------------------------------------------------------------------


def wrong(message: Message, grammar: Inflection, limits: Mapping[str, int] | None = None) -> Iterator[str]:
    """What keeps a translation from being shown."""
    english, said = str(message.id), str(message.string)
    try:
        there, wanted = placeholders(said), placeholders(english)
    except ValueError as e:
        yield f"its braces don't match: {e}"
        return
    if there != wanted:
        yield f"it shows {_named(there)}, and the English {_named(wanted)}"
        return
    for _, name, forms, _ in string.Formatter().parse(said):
        case = (name or "").partition(".")[2]
        if case and case not in grammar.cases:
            yield f"the language has no case “{case}”"
        if forms and "|" in forms:
            n = len(forms.split("|"))
            fitting = {len(grammar.numbers), len(grammar.genders)} | ({NAMES} if forms.startswith("=") else set())
            if n not in fitting:
                yield f"“{forms}” has {n} forms; {' or '.join(map(str, sorted(fitting)))} can be chosen from"
    if english[:1].isspace() != said[:1].isspace() or english[-1:].isspace() != said[-1:].isspace():
        yield "it begins or ends with a space where the English doesn't, or the other way round"
    if _commands(said) != _commands(english):
        yield "it names other commands"
    most = (limits or {}).get(english)
    if most is not None and len(said) > most:
        yield f"it has {len(said)} characters; Discord shows {most}"


def _named(values: Iterable[str]) -> str:
    return ", ".join(f"{{{v}}}" for v in sorted(values)) or "no value"


def _commands(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w/<])/[a-z][a-z-]+", text))


def rendered(message: Message, grammar: Inflection) -> Iterator[str]:
    """A translation with every kind of value in every place; raises what rendering raises."""
    english, said = str(message.id), str(message.string)
    names = sorted(placeholders(english))
    numbers = {name for _, name, form, _ in string.Formatter().parse(english) if name and _NUMBER.search(form or "")}
    for n in range(len(SAMPLES)):
        values = {name: SAMPLES[(n + k * 5) % len(SAMPLES)] for k, name in enumerate(names)}
        values |= {name: n - 3 for name in numbers}
        yield Text(english, **values).render(lambda t: said if t == english else t, grammar)
        if not names:
            return


def problems(catalogue: Catalog, language: str, limits: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """What is wrong with a catalogue: a template, and what about it."""
    grammar = inflection(language)
    for message in catalogue:
        if not message.id or not translated(message):
            continue
        found = list(wrong(message, grammar, limits))
        yield from ((str(message.id), what) for what in found)
        if found:
            continue
        try:
            if any("{" in text for text in rendered(message, grammar) if "{{" not in str(message.id)):
                yield str(message.id), "a brace is left when it is rendered"
        except Exception as e:
            yield str(message.id), f"it can't be rendered: {e!r}"


def described(descriptions: Iterable[str]) -> dict[str, int]:
    """Discord's limits, by template."""
    return dict.fromkeys(descriptions, CHOICE)


__all__ = ["BUTTON", "described", "problems", "read", "rendered", "updated", "written", "wrong"]
