"""Orders in Italian and Polish words are those of the notation; and what a reader may type instead of English words."""

from __future__ import annotations

import pytest

from bot.language.catalogue import SOURCE, TextCatalogue, inflection, languages
from bot.notation import parse
from bot.notation.tongues import in_notation, part_of, plain
from engine.kernel.view import TableView
from engine.systems import registry
from scenarios import load
from tests.each import for_each

TABLES = {
    "cataphract": "cataphract/tricameron",
    "alexander": "alexander/gaugamela",
    "spqr": "spqr/zama",
    "simple-gboh": "simple-gboh/lautulae",
    "men-of-iron": "men-of-iron/falkirk",
    "justinian": "justinian/renovatio",
}

ORDERS = """
cataphract | HC3 > 2405 @E | HC3 > 2405 @est | HC3 > 2405 @wschód
cataphract | HC3 > 2405 @W x LC5 | HC3 > 2405 @ovest x LC5 | HC3 > 2405 @zachód x LC5
cataphract | HC3 @NW | HC3 @NO | HC3 @płn-zach
cataphract | HC3 @NE | HC3 @nord-est | HC3 @północny wschód
cataphract | HC3 @SW | HC3 @sudovest | HC3 @płd-zach
cataphract | MI1 form @N | MI1 forma @nord | MI1 uformuj @północ
cataphract | LC5 hold | LC5 ferma | LC5 stój
cataphract | all hold | tutti fermi | wszystkie stoją
cataphract | yes | sì | tak
cataphract | yes | si | tak
cataphract | no | no | nie
cataphract | none | nessuno | nikt
cataphract | LC5 fire; LC6-8 hold | LC5 tira; LC6-8 ferme | LC5 strzela; LC6-8 stoją
cataphract | HC3 > 2405 attack | HC3 > 2405 attacca | HC3 > 2405 atakuj
cataphract | HC3 > 2405 keep | HC3 > 2405 mantieni | HC3 > 2405 zachowaj
cataphract | HLC1 harass LN3 4812 4711 | HLC1 disturba LN3 4812 4711 | HLC1 nękaj LN3 4812 4711
cataphract | line THC1-3 AHC1 | linea THC1-3 AHC1 | linia THC1-3 AHC1
cataphract | wedge +3 | cuneo +3 | klin +3
cataphract | recover HI2 | ristabilisci HI2 | odzyskaj HI2
cataphract | rally LC7 @W | recupera LC7 @ovest | zbierz LC7 @zach
cataphract | dismount THC1 @W | smonta THC1 @o | spiesz THC1 @zachód
cataphract | mount THC1 | monta THC1 | dosiądź THC1
cataphract | mode CH1 move | assetto CH1 movimento | tryb CH1 ruch
cataphract | mode CH1 fire | assetto CH1 lancio | tryb CH1 ostrzał
cataphract | reveal HLN1 | rivela HLN1 | ujawnij HLN1
cataphract | shock none | combattimento ravvicinato nessuno | walka wręcz nikt
cataphract | shock all | assalto tutti | walka wszyscy
cataphract | shock auto | assalto auto | walka automatycznie
cataphract | LC5 left | LC5 a sinistra | LC5 w lewo
cataphract | done # fine | fatto # fine | gotowe # fine
alexander | contingent Attalus | contingente Attalus | kontyngent Attalus
alexander | PH1 wheel left | PH1 conversione sinistra | PH1 zachodź w lewo
alexander | PH1 about | PH1 dietrofront | PH1 w tył zwrot
alexander | PH1 forward 2 | PH1 avanti 2 | PH1 naprzód 2
alexander | square PH1 @E | quadrato PH1 @est | czworobok PH1 @wsch
alexander | charge HC1 last > 1210 | carica HC1 per ultima > 1210 | szarżuj HC1 ostatnia > 1210
alexander | uncharge HC1 | lascia la carica HC1 | bez szarży HC1
alexander | double PH2 PH1 | raddoppia PH2 PH1 | podwój PH2 PH1
spqr | top HA2 | in cima HA2 | na wierzch HA2
spqr | extend HA1 2008 | estendi HA1 2008 | wysuń HA1 2008
spqr | regroup | raggruppa | przegrupuj
spqr | replace John ReplA 5112 | sostituisci John ReplA 5112 | zastąp John ReplA 5112
spqr | trump Narses | prevarica Narses | przejmij Narses
spqr | activate Scipio | attiva Scipio | aktywuj Scipio
simple-gboh | pass | passo | pas
simple-gboh | shock must | assalto devono | walka muszą
simple-gboh | Fifth legion | quinta legione | piąty legion
simple-gboh | NLC1 harass EL2 1210 1310 | NLC1 disturba EL2 1210 1310 | NLC1 nękaj EL2 1210 1310
men-of-iron | form WPK1-6 | forma WPK1-6 | uformuj WPK1-6
men-of-iron | leave WPK1-6 | lascia WPK1-6 | opuść WPK1-6
men-of-iron | CMH1 > 0811 change | CMH1 > 0811 cambia | CMH1 > 0811 zmień
men-of-iron | LMM1 > 1210 alone | LMM1 > 1210 da solo | LMM1 > 1210 sama
men-of-iron | reload Bombard1 | ricarica Bombard1 | załaduj Bombard1
men-of-iron | shock good | assalto promettenti | walka dobre
justinian | activate orient alone | attiva orient da solo | aktywuj orient sama
justinian | recruit | recluta | rekrutuj
justinian | nothing & fort armenia-1 | niente & forte armenia-1 | nic & fort armenia-1
justinian | > picenum treasury | > picenum tesoro | > picenum skarbiec
justinian | stop | ferma | stój
justinian | give 5 totila | cedi 5 totila | przekaż 5 totila
justinian | disband | sciogli | rozwiąż
justinian | pay all but frontier creta | paga tutto tranne frontiera creta | płać wszystko prócz graniczne creta
"""
"""Rules, an order, and the same in Italian and in Polish."""

ROWS = [[part.strip() for part in row.split(" | ")] for row in ORDERS.strip().splitlines()]

_tables: dict[str, TableView] = {}


def table(system: str) -> TableView:
    if system not in _tables:
        rules = registry.system_for(load(TABLES[system]))
        _tables[system] = rules.view(registry.initial_state(rules))
    return _tables[system]


def test_there_are_sixty_of_all_systems() -> None:
    assert len(ROWS) >= 60 and {row[0] for row in ROWS} == set(TABLES) and {len(row) for row in ROWS} == {4}


@for_each("row", ROWS)
def test_an_order_in_words_of_a_language_is_that_of_the_notation(row: list[str]) -> None:
    system, english, *said = row
    for language, text in zip(("it", "pl"), said, strict=True):
        words = TextCatalogue.load(language)
        for typed in (text, text.upper(), plain(text)):
            read = [str(s) for s in parse(in_notation(typed, words, table(system), system))]
            assert [x.casefold() for x in read] == [str(s).casefold() for s in parse(english)], (language, typed)
        # What is written as the notation has it is read in every language.
        assert in_notation(english, words, table(system), system) == english, language


@pytest.mark.parametrize("language", [x for x in languages() if x != SOURCE])
def test_no_word_stands_for_two(language: str) -> None:
    bent = inflection(language)
    for said in (bent.orders, bent.facings, *bent.orders_of.values(), bent.parts):
        spoken = [plain(word) for known in said.values() for word in known]
        assert len(spoken) == len(set(spoken))
        # And none of them is a word of the notation for something else.
        assert not [x for order, known in said.items() for x in map(plain, known) if x in said and x != order]


def test_a_name_stays_and_a_remark_too() -> None:
    polish, there = TextCatalogue.load("pl"), table("cataphract")
    assert in_notation("THC1 stój # stój\nTHC2 x LN3 # tak", polish, there) == "THC1 hold # stój\nTHC2 x LN3 # tak"
    english = TextCatalogue.load(SOURCE)
    assert in_notation("THC1 stój", english, there) == "THC1 stój"
    # Who is called like a word of orders is meant.
    named = there.leaders[0].name
    assert in_notation(f"{named} > 4606", polish, there) == f"{named} > 4606"


def test_parts_of_a_description_in_words_of_the_reader() -> None:
    for language, said in (("it", ("tutto", "Terreno", "novita")), ("pl", ("wszystko", "teren", "Wieści"))):
        assert [part_of(x) for x in (*said, "1203")] == ["all", "ground", "news", "1203"], language
