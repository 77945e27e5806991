"""Fair dice: the chain, the digits, the trail, and the program that checks it."""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.fairdice import Chain, FairDice, Trail, TrailHeader, TrailWriter, digits, link_for, verify
from engine.kernel.dice import Modifier, RollRequest, settle
from tests import independent_verifier
from tests.each import for_each

SECRET = hashlib.sha256(b"a fixed secret").digest()
CHAIN = Chain(b"test chain")


def request(n: int, count: int = 1, faces: int = 10) -> RollRequest:
    return RollRequest(
        purpose="missile",
        side="byzantine",
        text=f"LC{n} fires at HC3, range 2",
        rule="8.15",
        table="Missile Fire",
        modifiers=(Modifier(value=1, reason="moved", rule="8.15"), Modifier(value=-2, reason="cover")),
        needs="4 or less",
        unit=f"LC{n}",
        count=count,
        faces=faces,
        outcome=lambda total: "hit" if total <= 4 else "miss",
    )


def make_trail(published: int = 3) -> Trail:
    """Four segments of rolls, a take-back from the third into the second, house dice; three secrets are out."""
    header = TrailHeader(
        game="9f3a", title="A battle", commitment=CHAIN.commitment, phrases={"vandal": "été|x", "byzantine": "heads"}
    )
    writer, entries, n, known = TrailWriter(header), [], 1, 0
    for step, segment in enumerate((1, 1, 2, 2, 3, 2, 3, 4, 4)):
        snowflake = str(10**18 + step)
        source = FairDice(CHAIN, header.game, n, header.entropy(snowflake), known)
        for wanted in (request(n), request(n, 3, 6)):
            number, thrown = source.throw(wanted, segment)
            assert number == n
            entries.append(writer.roll(settle(wanted, number, segment, thrown), snowflake, known))
            n += 1
        known = max(known, segment - 1)
        if step == 4:
            entries.append(writer.annul([9, 10]))
    secrets = {i: CHAIN.secret(i).hex() for i in range(1, published + 1)}
    return Trail(header=header, entries=tuple(entries), secrets=secrets, head=writer.head)


TRAIL = make_trail()
DOCUMENT: dict[str, Any] = json.loads(TRAIL.model_dump_json())


# -- the chain ------------------------------------------------------------------------------------------------------


def test_each_secret_hashes_to_the_one_before() -> None:
    for i in (1, 2, 3, 500, CHAIN.length):
        assert hashlib.sha256(CHAIN.secret(i)).digest() == CHAIN.secret(i - 1)
    assert CHAIN.secret(0).hex() == CHAIN.commitment
    assert CHAIN.secret(CHAIN.length) != b"test chain", "the seed itself is never published"


@pytest.mark.parametrize("segment", [-1, CHAIN.length + 1])
def test_there_is_nothing_beyond_the_chain(segment: int) -> None:
    with pytest.raises(ValueError):
        CHAIN.secret(segment)


def test_a_segment_uses_its_own_secret_unless_that_is_known_already() -> None:
    assert [link_for(s, 2) for s in (1, 2, 3, 4)] == [3, 3, 3, 4]


# -- the digits -----------------------------------------------------------------------------------------------------


@given(
    n=st.integers(1, 10**6),
    entropy=st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    count=st.integers(1, 100),
    faces=st.integers(2, 1000),
)
@settings(max_examples=200, deadline=None)
def test_every_die_is_possible_and_two_programs_agree_on_it(n: int, entropy: str, count: int, faces: int) -> None:
    thrown = digits(SECRET, "game", n, entropy, count, faces)
    low, high = (0, 9) if faces == 10 else (1, faces)
    assert len(thrown) == count and all(low <= d <= high for d in thrown)
    assert thrown == digits(SECRET, "game", n, entropy, count, faces)
    assert thrown[: count // 2] == digits(SECRET, "game", n, entropy, count, faces)[: count // 2]
    assert thrown == independent_verifier.dice(SECRET, f"game|{n}|{entropy}", count, faces)


def chi_square(thrown: list[int], faces: int) -> float:
    counts, expected = Counter(thrown), len(thrown) / faces
    assert len(counts) <= faces
    return sum((counts[f] - expected) ** 2 / expected for f in set(counts) | set(range(1, faces)))


# Critical values at 0.1 % for 9, 5, 19 and 249 degrees of freedom; the secret is fixed, so the outcome is too.
@pytest.mark.parametrize(("faces", "limit"), [(10, 27.88), (6, 20.52), (20, 43.82), (250, 322.0)])
def test_no_face_is_likelier_than_another(faces: int, limit: float) -> None:
    thrown = [d for n in range(1, 401) for d in digits(SECRET, "game", n, "entropy", 100, faces)]
    assert chi_square(thrown, faces) < limit


def test_bytes_that_would_favour_a_face_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes 250 to 255 give no ten-sided die: with them 0 to 5 would come up more often than 6 to 9."""
    from engine.fairdice import chain

    class Fixed:
        def __init__(self, key: bytes, message: bytes, algorithm: Any) -> None:
            self.block = message.count(b"|") - 2

        def digest(self) -> bytes:
            return bytes([255, 250, 249, 0] + [251] * 28) if self.block == 0 else bytes([37] * 32)

    monkeypatch.setattr(chain.hmac, "new", Fixed)
    assert digits(SECRET, "game", 1, "e", 3) == [9, 0, 7], "and when the bytes run out the next 32 are taken"


@pytest.mark.parametrize(("count", "faces"), [(0, 10), (101, 6), (1, 1), (1, 1001)])
def test_there_are_no_such_dice(count: int, faces: int) -> None:
    with pytest.raises(ValueError):
        digits(SECRET, "game", 1, "e", count, faces)


def test_number_game_and_entropy_all_matter() -> None:
    base = digits(SECRET, "game", 1, "e", 20)
    assert base != digits(SECRET, "game", 2, "e", 20)
    assert base != digits(SECRET, "gbme", 1, "e", 20)
    assert base != digits(SECRET, "game", 1, "f", 20)
    assert base != digits(CHAIN.secret(1), "game", 1, "e", 20)


# -- the trail ------------------------------------------------------------------------------------------------------


def test_a_true_trail_is_valid_and_what_is_not_yet_known_waits() -> None:
    report = verify(TRAIL)
    assert report.valid and report.rolls == 18
    assert report.pending == 4 and report.verified == 14, "the rolls of the fourth segment"
    assert verify(DOCUMENT).valid and verify(json.dumps(DOCUMENT)).valid
    whole = verify(make_trail(4))
    assert whole.valid and whole.pending == 0
    none = verify(make_trail(0))
    assert none.valid and none.pending == none.rolls


def test_rolls_after_a_take_back_into_a_published_segment_use_a_secret_nobody_knows() -> None:
    again = [e for e in TRAIL.entries if e.kind == "roll" and e.data["roll"]["segment"] == 2][-1]
    assert again.data["segment"] == 3


def test_the_trail_survives_export_and_import() -> None:
    assert Trail.model_validate_json(TRAIL.model_dump_json()) == TRAIL


def both(document: dict[str, Any]) -> bool:
    """Whether both programs call a trail valid; they must agree."""
    ours = verify(copy.deepcopy(document)).valid
    try:
        theirs = not independent_verifier.check(json.dumps(document))[0]
    except (KeyError, TypeError, ValueError, AttributeError):
        theirs = False
    assert ours == theirs
    return ours


def test_both_verifiers_agree_on_what_waits() -> None:
    wrong, waiting = independent_verifier.check(TRAIL.model_dump_json())
    assert wrong == [] and len(waiting) == verify(TRAIL).pending


def test_the_second_verifier_imports_nothing_of_the_project() -> None:
    source = Path(independent_verifier.__file__).read_text("utf-8")
    found = [n for n in ast.walk(ast.parse(source)) if isinstance(n, (ast.Import, ast.ImportFrom))]
    names = {a.name for n in found if isinstance(n, ast.Import) for a in n.names}
    assert names == {"hashlib", "hmac", "json", "sys"} and all(isinstance(n, ast.Import) for n in found)


def entry(document: dict[str, Any], place: int = 4) -> dict[str, Any]:
    return document["entries"][place]


def swap(document: dict[str, Any], a: int, b: int) -> None:
    entries = document["entries"]
    entries[a], entries[b] = entries[b], entries[a]


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a die": lambda d: entry(d)["data"]["roll"]["dice"].__setitem__(0, (entry(d)["data"]["roll"]["dice"][0] + 1) % 10),
    "the total": lambda d: entry(d)["data"]["roll"].update(total=99),
    "the result": lambda d: entry(d)["data"]["roll"].update(result="a splendid hit"),
    "the purpose": lambda d: entry(d)["data"]["roll"].update(purpose="shock"),
    "the table": lambda d: entry(d)["data"]["roll"].update(table="another"),
    "a modifier's value": lambda d: entry(d)["data"]["roll"]["modifiers"][0].update(value=2),
    "a modifier's reason": lambda d: entry(d)["data"]["roll"]["modifiers"][0].update(reason="luck"),
    "a modifier gone": lambda d: entry(d)["data"]["roll"]["modifiers"].pop(),
    "the number": lambda d: entry(d)["data"]["roll"].update(n=50),
    "the side": lambda d: entry(d)["data"]["roll"].update(side="vandal"),
    "the snowflake": lambda d: entry(d)["data"].update(snowflake="1"),
    "the segment": lambda d: entry(d)["data"].update(segment=3),
    "the segment of a roll not yet verifiable": lambda d: entry(d, -1)["data"].update(segment=5),
    "a die of a roll not yet verifiable": lambda d: entry(d, -1)["data"]["roll"]["dice"].__setitem__(0, 0),
    "a word more": lambda d: entry(d)["data"].update(note="x"),
    "the hash": lambda d: entry(d).update(hash="0" * 64),
    "the kind": lambda d: entry(d).update(kind="annul"),
    "the place": lambda d: entry(d).update(seq=5),
    "an entry removed": lambda d: d["entries"].pop(4),
    "the first entry removed": lambda d: d["entries"].pop(0),
    "the last entry removed": lambda d: d["entries"].pop(),
    "an entry twice": lambda d: d["entries"].insert(5, copy.deepcopy(entry(d))),
    "all entries removed": lambda d: d["entries"].clear(),
    "two neighbours swapped": lambda d: swap(d, 4, 5),
    "two others swapped": lambda d: swap(d, 1, 9),
    "the annulment": lambda d: entry(d, 10)["data"].update(rolls=[8]),
    "the annulment removed": lambda d: d["entries"].pop(10),
    "a secret": lambda d: d["secrets"].update({"2": "00" * 32}),
    "a secret that isn't one": lambda d: d["secrets"].update({"2": "xyz"}),
    "two secrets swapped": lambda d: d["secrets"].update({"1": d["secrets"]["2"], "2": d["secrets"]["1"]}),
    "a secret too many": lambda d: d["secrets"].update({"4": "11" * 32}),
    "the commitment": lambda d: d["header"].update(commitment="22" * 32),
    "the game": lambda d: d["header"].update(game="9f3b"),
    "the title": lambda d: d["header"].update(title="Another battle"),
    "a phrase": lambda d: d["header"]["phrases"].update(vandal="ete|x"),
    "a phrase gone": lambda d: d["header"]["phrases"].pop("vandal"),
    "where one phrase ends": lambda d: d["header"]["phrases"].update(byzantine="heads|été", vandal="x"),
    "the head": lambda d: d.update(head="3" * 64),
}


@for_each("change", CHANGES)
def test_any_single_change_shows(change: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    CHANGES[change](document)
    assert document != DOCUMENT, "the change changed nothing"
    assert not both(document)


def test_an_edited_entry_is_named_and_no_other() -> None:
    for place in range(len(DOCUMENT["entries"])):
        document = copy.deepcopy(DOCUMENT)
        entry(document, place)["data"]["note"] = "x"
        assert {p.entry for p in verify(document).problems} == {place}


def rehash(document: dict[str, Any]) -> None:
    """What a forger would do: make every hash fit again."""
    trail_header = TrailHeader.model_validate(document["header"])
    writer = TrailWriter(trail_header)
    for e in document["entries"]:
        made = writer._append(e["kind"], e["data"])
        e["seq"], e["hash"] = made.seq, made.hash
    document["head"] = writer.head


FORGERIES = ("a die", "the total", "the number", "the snowflake", "an entry removed", "the game", "a phrase")


@for_each("change", [*FORGERIES, "the segment of a roll not yet verifiable", "two neighbours swapped"])
def test_even_a_forger_who_mends_the_hashes_can_t_choose_dice(change: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    CHANGES[change](document)
    rehash(document)
    if change == "the segment of a roll not yet verifiable":
        assert both(document), "nothing contradicts it yet"
        document["secrets"] |= {str(i): CHAIN.secret(i).hex() for i in (4, 5)}
    assert not both(document)


def test_a_secret_already_published_can_t_be_used_again() -> None:
    """A host that lets a take-back roll with a secret everybody knows is found out."""
    header = TRAIL.header
    writer, entries = TrailWriter(header), []
    for n, segment in ((1, 1), (2, 2), (3, 1)):
        wanted = request(n)
        snowflake = str(n)
        number, thrown = FairDice(CHAIN, header.game, n, header.entropy(snowflake)).throw(wanted, segment)
        entries.append(writer.roll(settle(wanted, number, segment, thrown), snowflake))
    secrets = {i: CHAIN.secret(i).hex() for i in (1, 2)}
    trail = Trail(header=header, entries=tuple(entries), secrets=secrets, head=writer.head)
    assert [p.entry for p in verify(trail).problems] == [2]
    assert not both(json.loads(trail.model_dump_json()))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_any_character_changed_anywhere_shows_or_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    text = json.dumps(DOCUMENT)
    at = rng.randrange(len(text))
    changed = text[:at] + rng.choice('0123456789abcdef{}[],:" -x') + text[at + 1 :]
    try:
        same = json.loads(changed) == DOCUMENT
    except ValueError:
        same = False
    assert verify(changed).valid is same


@for_each("text", ["", "[]", "null", "{}", '{"header":{}}', "[" * 100_000, '{"entries":5}', "\ud800"])
def test_what_is_no_trail_is_reported_not_raised(text: str) -> None:
    report = verify(text)
    assert not report.valid and report.problems[0].entry is None
    assert str(report.problems[0]).startswith("this is no dice trail")


def test_a_file_of_wrong_secrets_takes_no_more_hashes_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    sha256 = hashlib.sha256

    def counted(data: bytes) -> Any:
        nonlocal made
        made += 1
        return sha256(data)

    trail = make_trail().model_copy(update={"secrets": {i: "00" * 32 for i in range(1, 9000)}})
    monkeypatch.setattr(hashlib, "sha256", counted)
    report = verify(trail)
    assert any("too many secrets" in str(p) for p in report.problems)
    assert made < 200_000


def test_the_latest_secret_alone_checks_every_earlier_roll() -> None:
    trail = make_trail()
    last = max(trail.secrets)
    alone = trail.model_copy(update={"secrets": {last: trail.secrets[last]}})
    assert verify(alone).verified == verify(trail).verified > 0


@pytest.mark.parametrize(
    "strange", ["\ud800", float("nan"), 10**3000, [[[[]]] * 9]], ids=["half", "nan", "large", "lists"]
)
def test_whatever_stands_in_an_entry_is_reported_and_not_raised(strange: object) -> None:
    entry = {"seq": 0, "kind": "roll", "data": {"roll": {}, "x": strange}, "hash": "0"}
    document = {"header": {"game": "g", "commitment": "00"}, "entries": [entry], "head": "0"}
    assert not verify(json.dumps(document)).valid


def test_lists_in_lists_without_end_are_reported() -> None:
    deep = "[" * 900 + "]" * 900
    entry = '{"seq": 0, "kind": "roll", "data": {"roll": {}, "x": ' + deep + '}, "hash": "0"}'
    text = '{"header": {"game": "g", "commitment": "00"}, "entries": [' + entry + '], "head": "0"}'
    assert not verify(text).valid
