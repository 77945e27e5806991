"""Sentences whose words fit their values: plurals, genders, cases."""

from __future__ import annotations

import pickle

import pytest

from bot.language.catalogue import TextCatalogue, inflection
from bot.language.plain import escape
from engine.kernel.text import Text, either, few, together


def said(code: str, template: str, **values: object) -> str:
    """A translation, with these values, in the language it is in."""
    english = "x" + "".join(f"{{{v}}}" for v in values)
    joined = {t: TextCatalogue.load(code).translate(t) for t in ("{names} and {last}",)}
    return TextCatalogue(code, joined | {english: template}, inflection(code)).say(Text(english, **values))


@pytest.mark.parametrize(
    ("n", "polish", "italian"),
    [
        (0, "0 trafień", "0 colpi"),
        (1, "1 trafienie", "1 colpo"),
        (2, "2 trafienia", "2 colpi"),
        (5, "5 trafień", "5 colpi"),
        (12, "12 trafień", "12 colpi"),
        (21, "21 trafień", "21 colpi"),
        (22, "22 trafienia", "22 colpi"),
    ],
)
def test_numbers(n: int, polish: str, italian: str) -> None:
    assert said("pl", "{n:trafienie|trafienia|trafień}", n=n) == polish
    assert said("it", "{n:colpo|colpi}", n=n) == italian
    assert said("pl", "{n:=trafienie|trafienia|trafień}", n=n) == polish.split()[1]


@pytest.mark.parametrize(
    ("value", "polish", "italian"),
    [
        ("HC3", "rozbity", "rotta"),
        ("Narses", "rozbity", "rotto"),
        ("HC1-3", "rozbici", "rotte"),
        ("HC1, HC2", "rozbici", "rotte"),
        (together(["HC1", "HC2"]), "rozbici", "rotte"),
        (together(["HC1", "Narses"]), "rozbici", "rotti"),
        ("Byzantines", "rozbici", "rotti"),
        ("infantry", "rozbita", "rotta"),
    ],
)
def test_genders(value: str, polish: str, italian: str) -> None:
    assert said("pl", "{unit:=rozbity|rozbita|rozbite|rozbici}", unit=value) == polish
    assert said("it", "{unit:=rotto|rotta|rotti|rotte}", unit=value) == italian


def test_cases() -> None:
    assert said("pl", "{unit.gen}, {side.gen}", unit="HC3", side="Byzantines") == "oddziału HC3, Bizantyjczyków"
    assert said("pl", "{units.ins}", units=together(["HC3", "HC4"])) == "oddziałami HC3 i HC4"
    assert said("it", "{unit.di}, {side.da}", unit="HC3", side="Byzantines") == "dell'unità HC3, dai Bizantini"
    assert said("it", "{leader.di}", leader="Narses") == "Narses", "nobody knows how that is bent"
    assert said("it", "{side}", side="Byzantines") == "Bizantini"


def test_names_in_a_row() -> None:
    """Their last two are joined by a word of the language; written down they are what they were."""
    italian = TextCatalogue.load("it")
    assert italian.say(Text("{u}", u=together(["A1", "A2", "A3"]))) == "A1, A2 e A3"
    assert italian.say(Text("{u}", u=either(["Romans", "Vandals"]))) == "Romani o Vandali"
    assert italian.say(Text("{u}", u=few(f"LN{n}" for n in range(1, 20, 2)))) == "LN1, LN3, LN5, LN7 … (10 in tutto)"
    names = together(["A1", "A2"])
    assert names == "A1 and A2" == str(pickle.loads(pickle.dumps(names)))
    assert italian.say(Text("{u}", u=pickle.loads(pickle.dumps(names)))) == "A1 e A2"


def test_what_is_not_translated_keeps_its_english_forms() -> None:
    words = TextCatalogue("pl", {}, inflection("pl"))
    assert [words.say(Text("{n:hit|hits}", n=n)) for n in (1, 2, 5)] == ["1 hit", "2 hits", "5 hits"]
    assert words.say(Text("{units} {units:=gives|give} way", units="A1, A2")) == "A1, A2 give way"


def test_words_that_were_written_down_are_known_again() -> None:
    """A journal keeps a cause as words: "5 hits: moving again"."""
    words = TextCatalogue.load("it")
    said = words.say(Text("{taken}: {cause} ({total} of TQ {tq})", taken="x", cause="moving again", total=1, tq=7))
    assert said == "x: muovere di nuovo (1 su TQ 7)"
    assert words.say(Text("{taken}", taken="{unit} routs!")) == "{unit} routs!", "what has values isn't"


def test_a_text_in_a_text_is_bent_too() -> None:
    words = TextCatalogue.load("pl")
    inner = Text("{n:hit|hits}", n=5)
    assert words.say(Text("{unit} {hits} ({total} of TQ {tq})", unit="HC3", hits=inner, total=5, tq=7)) == (
        "HC3 5 trafień (5 z TQ 7)"
    )


def test_what_somebody_has_written_is_not_translated_for_reading_like_a_sentence_of_ours() -> None:
    """Words that were kept are known by the sentence they are; a person's, which go through ``escape``, are theirs."""
    italian = TextCatalogue("it", {"Fire": "Lancio", "{by}: {reason}": "{by} dice: {reason}"}, inflection("it"))
    assert italian.say(Text("{by}: {reason}", by="Ada", reason="Fire")) == "Ada dice: Lancio"
    assert italian.say(Text("{by}: {reason}", by=escape("Ada"), reason=escape("Fire"))) == "Ada dice: Fire"
    # Sides are named through it as well: a name of the table of nouns is none of a person's words.
    assert italian.say(Text("{by}: {reason}", by=escape("Vandals"), reason="·")) == "Vandali dice: ·"
    assert pickle.loads(pickle.dumps(escape("Fire"))) == "Fire"
