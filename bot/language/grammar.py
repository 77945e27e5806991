"""How a language bends words: plurals, genders, cases. Its rules and its nouns stand in ``languages/<code>.toml``.

>>> polish = Inflection(
...     {"plural": {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}, "unit": {"gender": "m"},
...      "genders": ["m", "f", "n", "p"], "and": "i", "nouns": {"Romans": {"nom": "Rzymianie", "gen": "Rzymian"}}})
>>> [polish.formed(n, "trafienie|trafienia|trafień") for n in (1, 2, 5, 22)]
['1 trafienie', '2 trafienia', '5 trafień', '22 trafienia']
>>> polish.formed("HC3", "=rozbity|rozbita|rozbite|rozbici"), polish.inflected("Romans", "gen")
('rozbity', 'Rzymian')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from babel.plural import PluralRule

NAMES = 2
"""Forms that follow names, not numbers: for one and for several."""

_CODE = re.compile(r"[A-Z]+\d+(-\d+)?")
"""A unit, or a row of them."""

_RANGE = re.compile(r"[A-Za-z]\d+-\d+|…")


class Inflection:
    """The grammar of one language (:class:`engine.kernel.text.Grammar`)."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.name: str = given.get("name", "")
        """What the language calls itself."""
        rules: Mapping[str, str] = given["plural"]
        self.plural = PluralRule(dict(rules))
        self.numbers = (*rules, "other")
        """Names of the forms that go with numbers, in the order in which they are written."""
        self.genders: Sequence[str] = given["genders"]
        """Names of the forms that go with a gender: "mp" and "fp" or "p" for several."""
        self.cases: Sequence[str] = given.get("cases", ())
        self.unit: Mapping[str, str] = given.get("unit", {})
        """The noun that stands for a unit's code where a case is asked for, and its gender."""
        self.units: Mapping[str, str] = given.get("units", {})
        """The same for several."""
        self.orders: Mapping[str, list[str]] = given.get("orders", {})
        """What may be written for a word of orders (:mod:`bot.notation.tongues`)."""
        self.orders_of: Mapping[str, Mapping[str, list[str]]] = given.get("orders_of", {})
        """The same by the id of a rule system whose word for it is another one."""
        self.facings: Mapping[str, list[str]] = given.get("facings", {})
        self.parts: Mapping[str, list[str]] = given.get("parts", {})
        """Words for parts of a description."""
        self.nouns: Mapping[str, Mapping[str, str]] = given.get("nouns", {})
        self._named = {said["nom"]: said for said in self.nouns.values() if "nom" in said} | dict(self.nouns)
        words = "|".join(re.escape(f" {w} ") for w in ("and", given.get("and", "and")))
        self._parts = re.compile(rf", |{words}")

    def word(self, value: str) -> str:
        """A name as the language has it.

        >>> Inflection({"plural": {}, "genders": [], "nouns": {"Franks": {"nom": "Franchi"}}}).word("Franks")
        'Franchi'
        """
        found = self.nouns.get(value)
        return found.get("nom", value) if found is not None else value

    def inflected(self, value: str, case: str) -> str:
        """A name in a case. A code takes the language's noun for a unit; other names nobody knows stay as they are."""
        found = self._named.get(value)
        if found is not None:
            return found.get(case, value)
        if not all(_CODE.fullmatch(part) for part in self._parts.split(value)):
            return value
        noun = self.units if self._several(value) else self.unit
        return noun.get(case, "{}").format(value)

    def formed(self, value: object, forms: str) -> str:
        """A value with the form that fits it; with "=" before the forms the form alone."""
        alone = forms.startswith("=")
        words = forms.removeprefix("=").split("|")
        text = str(value)
        number = text.lstrip("+-")
        if number.isdigit():
            word = words[min(self._number(int(number)), len(words) - 1)]
        elif len(words) == len(self.genders):
            word = words[self.genders.index(self._gender(text))]
        else:
            word = words[1 if self._several(text) else 0]
        return word if alone else f"{text} {word}"

    def _number(self, n: int) -> int:
        """Which of the forms goes with a number."""
        return self.numbers.index(self.plural(n))

    def _several(self, text: str) -> bool:
        return self._parts.search(text) is not None or _RANGE.search(text) is not None

    def _gender(self, text: str) -> str:
        """The gender of a name, or of several."""
        parts = [p for p in self._parts.split(text) if p]
        found = {self._of_one(p) for p in parts}
        if len(parts) < 2 and not self._several(text):
            return next(iter(found), self.genders[0])
        if "p" in self.genders:
            return "p"
        return "fp" if {g.removesuffix("p") for g in found} == {"f"} else "mp"

    def _of_one(self, name: str) -> str:
        """The gender of one name: as the table has it, a unit's for a code; a person's is the first there is."""
        known = self._named.get(name)
        found = known if known is not None else self.unit if _CODE.fullmatch(name) else {}
        gender = found.get("gender", self.genders[0])
        return gender if gender in self.genders else self.genders[0]
