"""The choice that is meant by what was written; and why, where none is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.notation.board import Board, is_code
from engine.kernel.closeness import closest
from engine.kernel.decisions import DECLINES, NO, Choice, Choose, Item, choice_of, listed
from engine.kernel.statement import HexRef, Sign, Token, Word, clipped
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.wanted import Wanted

CLOSE = 3
"""Choices named that come close to what was written."""

SHORTEST = 4
"""Letters of a verb that stand for it: "counter MM2" for "counter-charge MM2"."""

YES = "yes"

ACTIVATE = "activate"

_FIRE = Sign("x")

RESERVED = frozenset({"trump", "defer", "wait", "pass", ACTIVATE})
"""Words that mean something where leaders are chosen, whether or not a choice has them: the question says why not."""


DEEDS = {
    **dict.fromkeys(("fires", "shoot", "shoots"), "fire"),
    **dict.fromkeys(("feigns", "feint", "feints"), "feign"),
    **{f"{verb}s": verb for verb in ("hold", "stay", "stand", "turn", "withdraw", "retreat", "trump", "pass", "wait")},
    **{f"{verb}s": verb for verb in ("seize", "ride", "move", "activate")},
}
"""What people write for a verb that questions know."""

GOING = frozenset(
    {"retreat", "retreats", "withdraw", "withdraws", "flee", "flees", "advance", "advances", "go", "goes"}
)
"""Words before a hex somebody is to go to, which say no more than the question."""

ALIKE = {"retreat": "withdraw", "withdraw": "retreat"}
"""Of Retreat Before Shock and Orderly Withdrawal the one word is written for the other."""


def _plainly(wanted: Wanted, board: Board) -> Wanted:
    """The same with the verbs that questions know: "LC5 fires at HC3"."""

    def known(token: Token) -> Token:
        deed = DEEDS.get(token.text.casefold()) if isinstance(token, Word) else None
        return token if deed is None or board.piece(str(token)) is not None else Word(deed)

    return replace(wanted, tokens=tuple(map(known, wanted.tokens)), typed=wanted.shown)


def _aimed(wanted: Wanted, board: Board) -> Wanted:
    """The same with the enemy who stands alone in a hex that is shot at: "x 1210"."""

    def named(token: Token, before: Token | None) -> Token:
        there = board.pieces_at(token.hex) if isinstance(token, HexRef) and before == _FIRE else []
        enemies = [p.code for p in there if p.side != board.side]
        return Word(enemies[0]) if len(enemies) == len(there) == 1 else token

    tokens = tuple(named(t, b) for t, b in zip(wanted.tokens, (None, *wanted.tokens), strict=False))
    return replace(wanted, tokens=tokens)


def key_of(asked: Choose | Item, wanted: Wanted, board: Board, rule: str) -> str:
    """The key meant: written as it is, by its hex, facing, unit or target, or by the beginning of key or label.

    A way through several hexes is read by the question itself, where it knows ways. Raises Refusal that says why what
    was written is none of the choices.
    """
    choices, wanted = asked.choices, _aimed(_plainly(wanted, board), board)
    text = wanted.plain
    # Whoever may act is activated, however the choice is called; not who would do something else, as Trump.
    named = text.removeprefix(ACTIVATE) if len(wanted.words) > 1 else text
    tests: tuple[Callable[[Choice], bool], ...] = (
        lambda c: _plain(c.key) == text,
        lambda c: named in (_plain(c.key), _plain(str(c.label).split(",")[0])),
        # A place or a unit must be written in full: "HC1" is not the beginning of "HC12".
        lambda c: text in ((_plain(board.show(c.hex)) if c.hex is not None else None), _plain(c.unit or " ") or None),
        lambda c: _plain(c.key).replace("-", "") == text.replace("-", ""),  # "select vandals" for select-vandals
        lambda c: _says(c, wanted, board),
        lambda c: _begins(_plain(c.key), text),
        lambda c: _begins(_plain(str(c.label)), text),
        lambda c: _begins(_plain(str(c.label).replace(":", "")), text),  # "select persians" for "Select: Persians"
        lambda c: c.key in DECLINES and set(wanted.words) <= NO and text in NO,
        lambda c: c.key not in DECLINES and text in (YES, _deed(asked)),
    )
    for means in tests:
        found = [c for c in choices if text and means(c)]
        if len(found) > 1 and _FIRE in wanted.tokens:
            found = _shots(found, wanted) or found
        if len(found) > 1:
            # A hex without a facing keeps the unit's, where it can.
            found = _kept(found, wanted, board) or found
        if len(found) > 1 and isinstance(asked, Item) and any(c.unit == asked.key for c in found):
            # Of a stack the unit that is named is meant, and not one that goes in its place.
            found = [c for c in found if c.unit == asked.key]
        if len(found) == 1:
            return found[0].key
        if found:
            _ambiguous(asked, wanted, found, rule)
    if asked.ways is not None and (way := _way(wanted, board)) is not None:
        try:
            return choice_of(asked, way).key
        except Refusal as no:
            raise _echoed(wanted, no, rule) from no
    if len(wanted.hexes) > 1 and any(c.hex == wanted.hexes[-1] for c in choices):
        text = "“{text}”: name only the hex where it ends: {options}."
        ends = listed([c for c in choices if c.hex == wanted.hexes[-1]])
        refuse(text, rule=rule, text=clipped(wanted.shown), options=ends)
    _otherwise_faced(choices, wanted, board, rule)
    idle = _idle(choices, wanted, board)
    if asked.why is not None:
        telling = idle is None or idle in RESERVED or any(_plain(c.key) == idle for c in choices)
        # A word that says nothing beside a choice may be known to the question all the same.
        meant = wanted if idle is None or telling else Wanted((Word(idle),), wanted.typed, board.places)
        if (no := asked.why(meant)) is not None:
            raise _echoed(wanted, no, rule)
    # What a choice is about, where the question knows nothing else of that name; "hold fire" isn't meant by "fire".
    found = [
        c for c in choices if c.key not in DECLINES and len(text) >= SHORTEST and _begins(_plain(_object(c)), text)
    ]
    if len(found) == 1:
        return found[0].key
    if found:
        _ambiguous(asked, wanted, found, rule)
    if idle is not None:
        why = Text("“{word}” says nothing here.", word=clipped(wanted.as_typed(idle)))
        refuse(
            "“{text}”: {why} Open: {options}.", rule=rule, text=clipped(wanted.shown), why=why, options=listed(choices)
        )
    why = _reason(choices, wanted, board)
    refuse("“{text}”: {why} Open: {options}.", rule=rule, text=clipped(wanted.shown), why=why, options=listed(choices))


def _otherwise_faced(choices: Sequence[Choice], wanted: Wanted, board: Board, rule: str) -> None:
    """Refuse a hex that is open with a facing that isn't: with those that are."""
    there = [c for c in choices if wanted.hexes == (c.hex,)] if wanted.facing is not None else []
    if not there or not all(_calls(there[0], w) for w in wanted.words):
        return
    text, options = clipped(wanted.shown), listed(there)
    if any(c.facing is not None for c in there):
        refuse("“{text}”: that facing isn't open there: {options}.", rule=rule, text=text, options=options)
    kept = board.facing(there[0].unit or "")
    if kept is None:
        refuse("“{text}”: no facing is chosen here. Write “{key}”.", rule=rule, text=text, key=there[0].key)
    refuse(
        "“{text}”: {unit} keeps its facing, {facing}. Write “{key}”.",
        rule=rule,
        text=text,
        unit=there[0].unit or "",
        facing=kept.name,
        key=there[0].key,
    )


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _begins(whole: str, text: str) -> bool:
    """Whether ``whole`` begins with the text, no number cut in two."""
    rest = whole[len(text) :]
    return whole.startswith(text) and not (text[-1:].isdigit() and rest[:1].isdigit())


def _says(choice: Choice, wanted: Wanted, board: Board) -> bool:
    """Whether everything that was written fits the choice."""
    if not (wanted.hexes or wanted.facing is not None or wanted.words) or len(wanted.hexes) > 1:
        return False
    if wanted.hexes and choice.hex != wanted.hexes[0]:
        return False
    if wanted.facing is not None:
        # Where there is none to choose, the unit's own is right.
        kept = board.facing(choice.unit or "") if wanted.hexes else None
        if wanted.facing != (choice.facing if choice.facing is not None else kept):
            return False
    going = GOING if wanted.hexes else frozenset[str]()
    return all(w in going or _calls(choice, w) or _aims_at(choice, w, board) for w in wanted.words)


def _deed(asked: Choose | Item) -> str | None:
    """What everybody asked would do, in a word: "fire", "withdraw"."""
    deed = asked.policy.deed if asked.policy is not None else None
    return _plain(str(deed.one)) if deed is not None else None


def _shots(found: Sequence[Choice], wanted: Wanted) -> list[Choice]:
    """Of choices to fire those in which all of the unit does, riders and archers."""
    return [c for c in found if c.key.casefold() in ("fire", *wanted.words)]


def _kept(found: Sequence[Choice], wanted: Wanted, board: Board) -> list[Choice]:
    """Of choices in one hex those in which the unit faces as it does now, where no facing is named."""
    if wanted.facing is not None or len({c.hex for c in found}) != 1:
        return []
    return [c for c in found if c.facing is not None and c.facing == board.facing(c.unit or "")]


def _object(choice: Choice) -> str:
    """A choice's label behind its verb: "Lincoln's Battle (4 units)" of "Activate Lincoln's Battle (4 units)"."""
    return "".join(str(choice.label).split(maxsplit=1)[1:])


def _calls(choice: Choice, word: str) -> bool:
    """Whether a word stands for a choice: its key, its unit, or the verb it is offered with, which may be cut short."""
    verb = str(choice.label).split(maxsplit=1)[0].casefold()
    if word in {w.casefold() for w in (*choice.key.split("-"), choice.unit or choice.key)}:
        return True
    return verb in (word, ALIKE.get(word)) or (len(word) >= SHORTEST and verb.startswith(word))


def _idle(choices: Sequence[Choice], wanted: Wanted, board: Board) -> str | None:
    """A word beside a choice that is clear without it, and that names no piece; None where there is none.

    Of words joined by a sign, as "hastati+velites", none is beside the others.
    """
    if any(isinstance(t, Sign) and t.sign == "&" for t in wanted.tokens):
        return None
    for c in choices:
        left = [w for w in wanted.words if not _calls(c, w)]
        clear = len(left) < len(wanted.words) or (len(wanted.hexes) == 1 and c.hex == wanted.hexes[0])
        if left and clear and not any(board.piece(w) for w in left):
            return left[0]
    return None


def _aims_at(choice: Choice, word: str, board: Board) -> bool:
    """Whether the word names the enemy the choice fires at, or who stands where it aims."""
    if choice.hex is None or word == (choice.unit or "").casefold():
        return False
    piece, chosen = board.piece(word), board.piece(choice.unit or "")
    said = str(choice.label).split()
    if piece is not None and piece.side != board.side and piece.code in said and {"fire", "Fire"} & {*said}:
        return True
    if chosen is not None and choice.hex in chosen.hexes:
        return False  # the choice says who does something, where enemies may stand as well
    return piece is not None and piece.side != board.side and choice.hex in piece.hexes


def _way(wanted: Wanted, board: Board) -> str | None:
    """The key of a way as written: "2404-2405@W", "feign-2404-2405@W"; None for what is no way."""
    if not wanted.hexes or len(wanted.words) > 1:
        return None
    facing = f"@{wanted.facing.name}" if wanted.facing is not None else ""
    return "-".join([*wanted.words, *(board.places.code(h) for h in wanted.hexes)]) + facing


def _ambiguous(asked: Choose | Item, wanted: Wanted, found: Sequence[Choice], rule: str) -> None:
    if wanted.plain in (YES, _deed(asked)) and all(c.hex is not None for c in found):
        text = clipped(wanted.shown)
        refuse("“{text}”: where to? Open: {options}.", rule=rule, text=text, options=listed(found))
    facings = [c.facing for c in found]
    if wanted.hexes and wanted.facing is None and None not in facings and len(set(facings)) == len(found):
        refuse(
            "“{text}” leaves the facing open: {options}.",
            rule=rule,
            text=clipped(wanted.shown),
            options=listed(found),
        )
    refuse("“{text}” could be any of: {options}.", rule=rule, text=clipped(wanted.shown), options=listed(found))


def _echoed(wanted: Wanted, no: Refusal, rule: str) -> Refusal:
    return Refusal("“{text}”: {why}", rule=no.rule or rule, text=clipped(wanted.shown), why=no.text)


def _is_order(choices: Sequence[Choice], wanted: Wanted, board: Board) -> bool:
    """Whether a way that is written is an order: no choice is a hex, or none is about who is to go it."""
    if all(c.hex is None for c in choices):
        return True
    goes = board.piece(wanted.words[0]) if wanted.words else None
    return goes is not None and goes.code not in {c.unit for c in choices}


def _in_short(choice: Choice) -> str:
    """Its key, and how its label begins: what stands further on is about something else as often as not."""
    return f"{choice.key}\n{' '.join(str(choice.label).split()[:2])}"


def _reason(choices: Sequence[Choice], wanted: Wanted, board: Board) -> Text:
    """What can be said without knowing a rule."""
    if wanted.plain.startswith("/"):
        name = str(wanted.tokens[0]).removeprefix("/")
        return Text("/{name} is a command: send it by itself.", name=clipped(name))
    if any(isinstance(t, Sign) and t.sign == ">" for t in wanted.tokens) and _is_order(choices, wanted, board):
        return Text("That is an order, and this question comes first.")
    for h in wanted.hexes:
        if not board.has(h):
            return Text("{hex} is not on the map.", hex=board.show(h))
    for word in wanted.words:
        piece = board.piece(word)
        if piece is None and is_code(word):
            return Text("There is no {name}.", name=clipped(wanted.as_typed(word)))
        if piece is None:
            continue
        if piece.lost:
            return Text("{unit} is out of the battle.", unit=piece.code)
        if not piece.hexes:
            return Text("{unit} is not on the map.", unit=piece.code)
        if not (wanted.hexes and any(piece.code in (c.key, c.unit) for c in choices)):
            return Text("{unit} can't be chosen here.", unit=piece.code)
    if wanted.hexes:
        return Text("{hex} can't be chosen here.", hex=board.show(wanted.hexes[-1]))
    if wanted.facing is not None and any(c.facing is not None for c in choices):
        return Text("@{facing} can't be chosen here.", facing=wanted.facing.name)
    if near := closest(wanted.plain, choices, _in_short, CLOSE):
        return Text("Did you mean {keys}?", keys=" or ".join(c.key for c in near))
    return Text("That is no answer to this question.")
