"""What somebody meant who wrote an order in words of their own, and how it is written: for refusals that teach.

Only what a rule system could not read at all comes here; what a rule forbids is refused with its case.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from bot.notation.board import Board, is_code
from engine.kernel import naming
from engine.kernel.closeness import closest
from engine.kernel.decisions import Answer, Command, Menu
from engine.kernel.hexes import Hex
from engine.kernel.statement import Face, HexRef, Number, Sign, Statement, Word, clipped
from engine.kernel.text import Refusal, Text

FIRE = frozenset(
    {
        *("fire", "fires", "fired", "firing", "shoot", "shoots", "shooting", "shot", "volley", "missile"),
        *("feuer", "feuert", "schieße", "schießt", "schiesst", "schuss", "tir", "tire", "tirer"),
    }
)
ATTACK = frozenset(
    {
        *(
            "attack",
            "attacks",
            "assault",
            "charge",
            "charges",
            "fight",
            "fights",
            "melee",
            "shock",
            "strike",
            "strikes",
        ),
        *("angriff", "greift", "attaque", "attaquer", "hit", "hits", "kill"),
    }
)
MOVE = frozenset(
    {
        *("move", "moves", "moving", "go", "goes", "march", "marches", "walk", "ride", "rides", "run", "to", "into"),
        *("towards", "toward", "gehe", "geht", "zieh", "zieht", "nach", "va", "vers", "aller"),
    }
)
AHEAD = frozenset({"advance", "advances", "forward", "forwards", "ahead", "vor", "vorwärts", "avance", "avancer"})
TURN = frozenset({"face", "faces", "facing", "turn", "turns", "rotate", "wheel", "left", "right", "dreht", "tourne"})
END = frozenset(
    {
        *("fertig", "ende", "fin", "fini", "finished", "stop", "over", "next", "weiter", "quit", "exit", "ready"),
        *("end", "finish", "done", "halt"),
    }
)
STAY = frozenset({"wait", "waits", "stay", "stays", "hold", "holds", "nothing", "stand", "rest"})
AND = frozenset({"and", "und", "et", "with", "+"})
COMMANDS = frozenset(
    {"order", "undo", "map", "what", "rule", "help", "standing", "replay", "offer", "battle", "unit", "chart", "record"}
)
"""Commands of Discord's that are written into an order now and then."""

DIRECTIONS = {
    **dict.fromkeys(("e", "east", "ost", "osten", "est"), "E"),
    **dict.fromkeys(("ne", "northeast", "north-east", "nordost", "nord-est"), "NE"),
    **dict.fromkeys(("nw", "northwest", "north-west", "nordwest", "nord-ouest"), "NW"),
    **dict.fromkeys(("w", "west", "westen", "ouest"), "W"),
    **dict.fromkeys(("sw", "southwest", "south-west", "südwest", "suedwest", "sud-ouest"), "SW"),
    **dict.fromkeys(("se", "southeast", "south-east", "südost", "suedost", "sud-est"), "SE"),
    **dict.fromkeys(("n", "north", "nord", "norden"), "N"),
    **dict.fromkeys(("s", "south", "süd", "sued", "süden", "sud"), "S"),
}
"""Directions as people write them, and as orders do."""

_HEXLIKE = re.compile(r"(\d{1,2})[.,:/_-](\d{1,2})", re.ASCII)

TWO_TONGUES = {"o": ("E", "W"), "no": ("NE", "NW"), "so": ("SE", "SW")}
"""Letters that mean one direction in German and another one in French."""

ORDERS, LINE, SHOCK = "orders", "line", "shock"
"""Kinds of decisions that have words of their own here; to others, as a set-up, little of it applies."""

ASKED_LATER = frozenset({"activate", "trump", "momentum"})
"""Words of answers to what is asked when the orders are over."""

MOST = 40
"""Words and signs of an order that are looked at: nobody who writes more has made a slip."""

SHOWN = 2
"""Orders named to who hasn't written any."""


def taught(
    decision: Command, statement: Statement, no: Refusal, board: Board, write: Callable[[Answer], Statement]
) -> Text | None:
    """How what was written is written as an order; None where nothing is known of it.

    ``no`` is what the rules' reader said of it; ``write`` puts an order of the decision into words.
    """
    return _Slip(decision, statement, no, board, write).told()


class _Slip:
    """An order that couldn't be read."""

    def __init__(
        self,
        decision: Command,
        statement: Statement,
        no: Refusal,
        board: Board,
        write: Callable[[Answer], Statement],
    ) -> None:
        self.decision = decision
        self.no = no
        self.tokens = statement.tokens[:MOST]
        self.text = clipped(statement.typed)
        self.board = board
        self.write = write
        self.words = [t.text.casefold().rstrip(".!?:") for t in self.tokens if isinstance(t, Word)]
        named = [p for t in self.tokens if isinstance(t, Word) and (p := board.piece(t.text)) is not None]
        self.own = [p.code for p in named if p.side == board.side]
        self.enemies = [p.code for p in named if p.side != board.side]
        self.hexes = [t.hex for t in self.tokens if isinstance(t, HexRef)]
        if not self.own:
            self.own = [p.code for h in self.hexes for p in board.pieces_at(h) if p.side == board.side][:1]
        if not self.enemies:
            self.enemies = [p.code for h in self.hexes for p in board.pieces_at(h) if p.side != board.side][:1]

    def told(self) -> Text | None:
        tests: list[Callable[[], Text | None]] = [self._command, self._later, self._apart]
        nobody = str(self.no.text.params.get("name", ""))
        if is_code(nobody) and self._apart() is None:
            return None  # whom there isn't is told, before how an order to that one would be written
        if self.decision.kind == SHOCK:
            tests += [self._attackers] if self.words[:1] == [SHOCK] else [self._fire, self._attack, self._attackers]
            return next((text for test in tests if (text := test()) is not None), None)
        tests.insert(2, self._end)
        if not self.board.hexed:
            pass  # how orders are written where there are no hexes its own reader says
        elif self.decision.kind in (ORDERS, LINE):
            tests += [
                *(
                    self._places,
                    self._harassing,
                    self._several,
                    self._fire,
                    self._attack,
                    self._facing,
                    self._move,
                    self._line,
                ),
                *(self._hexlike, self._unit_for_hex, self._stay, self._nobody, self._unfinished, self._early),
            ]
        elif "face" in self.words:
            tests += [self._hexlike]  # a set-up's own word for turning many at once: its reader says what is missing
        else:
            tests += [self._facing, self._hexlike]
        tests.append(self._nothing)
        return next((text for test in tests if (text := test()) is not None), None)

    # -- examples -----------------------------------------------------------------------------------------------

    @property
    def unit(self) -> str:
        """Somebody to show how it is written: who was named, or the first that can be ordered."""
        if self.own:
            return self.own[0]
        return next((c.unit for c in self.decision.menu.choices if c.unit is not None), None) or self.board.first()

    @property
    def enemy(self) -> str:
        return self.enemies[0] if self.enemies else self.board.first(enemy=True)

    @property
    def hex(self) -> str:
        """A hex to show how it is written: the one named last, else one next to the unit."""
        free = self._free
        if free:
            return self.board.show(free[-1])
        beside = self.board.beside(self.unit)
        return self.board.show(beside) if beside is not None else "2405"

    @property
    def _free(self) -> list[Hex]:
        return [h for h in self.hexes if self.board.has(h) and not self.board.pieces_at(h)]

    def _any(self, words: frozenset[str]) -> str | None:
        return next((w for w in self.words if w in words and self.board.piece(w) is None), None)

    # -- what may be wrong ----------------------------------------------------------------------------------------

    def _command(self) -> Text | None:
        """A command of Discord's in the text of another."""
        first = self.words[0] if self.words and isinstance(self.tokens[0], Word) else ""
        name = first.removeprefix("/")
        if first == "/order" and len(self.tokens) > 1:
            rest = self.text.split(maxsplit=1)[-1]
            return Text("Leave out “/order” here; the order is “{order}”.", order=rest)
        if first.startswith("/") or (name in COMMANDS and self.board.piece(name) is None):
            return Text("“{text}” is no order. /{name} is a command: send it by itself.", text=self.text, name=name)
        return None

    def _later(self) -> Text | None:
        """An answer to what comes after the orders: who acts, Momentum."""
        head = self.words[0] if self.words and isinstance(self.tokens[0], Word) else ""
        if head not in ASKED_LATER or self.decision.kind not in (ORDERS, LINE) or self.board.piece(head) is not None:
            return None
        return Text("“{word}” is asked for when these orders are over; “done” ends them.", word=head)

    def _end(self) -> Text | None:
        head = self.words[0] if self.words and isinstance(self.tokens[0], Word) else ""
        if head in END and not self.own and not self.enemies:
            return Text("“{text}” is no order; “done” ends your orders.", text=self.text)
        return None

    def _apart(self) -> Text | None:
        """A code with a gap in it: THC 1."""
        for a, b in zip(self.tokens, self.tokens[1:], strict=False):
            if isinstance(a, Word) and isinstance(b, Word) and b.text.isdigit():
                found = self.board.piece(a.text + b.text)
                if found is not None:
                    return Text("Write {unit} without a gap.", unit=found.code)
        return None

    def _places(self) -> Text | None:
        """HI1 <> HI2, outside of a set-up."""
        if not any(isinstance(t, Sign) and t.sign == "<>" for t in self.tokens):
            return None
        return Text("Units change places in a set-up alone; now “{unit} > {hex}” moves.", unit=self.unit, hex=self.hex)

    def _several(self) -> Text | None:
        """Several units in one order, or several orders without a sign between."""
        joined = any(isinstance(t, Sign) and t.sign == "&" for t in self.tokens)
        if len(self.own) < 2 or joined or self._any(FIRE):
            return None
        if self.words and self.words[0] in ("line", "form", "leave", "shock"):
            return None
        one, two = self.own[:2]
        if self.words and self.words[0] in ("rally", "recover"):
            text = "One unit to an order, and “;” between orders: “{word} {one}; {word} {other}”."
            return Text(text, word=self.words[0], one=one, other=two)
        to = [self.board.show(h) for h in self._free]
        return Text(
            "One unit to an order, and “;” between orders: “{one} > {hex}; {two} > {other}”.",
            one=one,
            two=two,
            hex=to[0] if to else self.hex,
            other=to[1] if len(to) > 1 else "…",
        )

    def _fire(self) -> Text | None:
        word = self._any(FIRE)
        if word is None:
            return None
        if self.decision.kind == SHOCK:
            return Text("Nobody fires now. An attack is written “shock {unit} x {enemy}”.", **self._pair)
        if self._cannot_fire:
            return Text("{unit} has nothing to shoot with.", unit=self.unit)
        if self.board.leads(self.unit):
            return Text("Fire is written x, between who fires and {enemy}.", enemy=self.enemy)
        return Text("Fire is written x: “{unit} x {enemy}”.", **self._pair)

    @property
    def _cannot_fire(self) -> bool:
        """Whether the unit that was named has no missiles."""
        return bool(self.own) and self.board.unarmed(self.own[0])

    @property
    def _pair(self) -> dict[str, str]:
        return {"unit": self.unit, "enemy": self.enemy}

    def _attack(self) -> Text | None:
        word = self._any(ATTACK)
        if word is None:
            return None
        if self.decision.kind == SHOCK:
            return Text("An attack is written “shock {unit} x {enemy}”.", **self._pair)
        if self._cannot_fire:
            return Text(
                "Who attacks moves next to the enemy now (“{unit} > {hex}”); Shock comes after “done”.",
                unit=self.unit,
                hex=self.hex,
            )
        return Text(
            "Who attacks moves next to the enemy now (“{unit} > {hex}”); Shock comes after “done”. "
            "Fire is written x: “{unit} x {enemy}”.",
            unit=self.unit,
            hex=self.hex,
            enemy=self.enemy,
        )

    def _attackers(self) -> Text | None:
        """Anything but an attack, where it is asked who attacks."""
        ways = " or ".join(f"“{x}”" for x in dict.fromkeys(islice(self._orders(self.decision.menu), SHOWN)))
        wrong = self.words[1:2] if self.words[:1] == [SHOCK] and len(self.tokens) == 2 else []
        if not ways or (self.words[:1] == [SHOCK] and (not wrong or is_code(wrong[0]))):
            return None  # its reader says whom there isn't, and what can't be read
        return Text("“{text}” is no attack, and it is asked who attacks: {ways}.", text=self.text, ways=ways)

    def _facing(self) -> Text | None:
        turn = self._any(TURN)
        where = next((w for w in self.words if w in DIRECTIONS and self.board.piece(w) is None), None)
        both = next((w for w in self.words if w in TWO_TONGUES and len(self.tokens) > 1), None)
        if both is not None and where is None:
            one, other = TWO_TONGUES[both]
            return Text(
                "A facing is written with @, in English: “{unit} @{one}” or “{unit} @{other}”.",
                unit=self.unit,
                one=one,
                other=other,
            )
        if turn is None and where is None:
            return None
        if self.words[:1] == ["rally"]:
            text = "A facing is written with @: “rally {unit} @{to}”."
            return Text(text, unit=self.unit, to=DIRECTIONS.get(where or "", "NW"))
        if self._wheels:
            return Text("{unit} wheels: “{unit} wheel left”, “{unit} wheel right”, or “{unit} about”.", unit=self.unit)
        to = DIRECTIONS.get(where or "", "NW")
        if self.hexes and where is not None and self.board.has(self.hexes[-1]):
            return Text("A facing is written with @: “{unit} > {hex} @{to}”.", unit=self.unit, hex=self.hex, to=to)
        return Text("A facing is written with @: “{unit} @{to}”.", unit=self.unit, to=to)

    def _move(self) -> Text | None:
        if self._any(AHEAD) is not None:
            n = next((t.text for t in self.tokens if isinstance(t, Word) and t.text.isdigit()), "2")
            n = next((str(abs(t.value)) for t in self.tokens if isinstance(t, Number)), n)
            if not self.hexes:
                return Text("So many hexes straight ahead are written +: “{unit} > +{n}”.", unit=self.unit, n=n)
        if self._any(MOVE | AHEAD) is None:
            return None
        return Text("A move is written with >: “{unit} > {hex}”.", unit=self.unit, hex=self.hex)

    def _unit_for_hex(self) -> Text | None:
        """THC1 > LN1: a piece where a hex is wanted."""
        for a, b in zip(self.tokens, self.tokens[1:], strict=False):
            if isinstance(a, Sign) and a.sign == ">" and isinstance(b, Word):
                found = self.board.piece(b.text)
                if found is not None and found.hexes:
                    return Text(
                        "A move names hexes, and {other} stands at {at}. “{unit} > {hex}” moves, "
                        "“{unit} x {enemy}” fires.",
                        other=found.code,
                        at=self.board.show(found.hexes[0]),
                        unit=self.unit,
                        hex=self.hex,
                        enemy=self.enemy,
                    )
        return None

    def _stay(self) -> Text | None:
        if self._any(STAY) is None or len(self.own) > 1:
            return None
        return Text("Who gets no order stays; none has to be written. “done” ends your orders.")

    def _nobody(self) -> Text | None:
        """An order that names nobody: "@NW", "> 5004"."""
        if not isinstance(self.tokens[0], Face | Number | Sign):
            return None
        return Text("Who? An order begins with who carries it out: “{unit} {rest}”.", unit=self.unit, rest=self.text)

    def _unfinished(self) -> Text | None:
        """Who, and not what: "THC1", "THC1 >", "THC1 x"."""
        last = self.tokens[-1]
        alone = len(self.tokens) == 1 or (len(self.tokens) == 2 and isinstance(last, Sign) and last.sign == ">")
        if self.own and alone and not self.leads:
            return Text("What should {unit} do? {ways}", unit=self.unit, ways=self._ways())
        if isinstance(last, Sign) and last.sign == "x":
            return Text("Fire at whom? “{unit} x {enemy}”.", unit=self.unit, enemy=self.enemy)
        return None

    def _harassing(self) -> Text | None:
        """harass LC1 MI9: what is done before who does it."""
        if self.words[:1] != ["harass"]:
            return None
        text = "Who harasses comes first: “{unit} harass {enemy} {hex}”."
        return Text(text, unit=self.unit, enemy=self.enemy, hex=self.hex)

    def _early(self) -> Text | None:
        """A word that wants somebody after it: "rally", "LC1 harass"."""
        if self.no.text.template != naming.TOO_EARLY:
            return None
        if self.words[-1:] == ["harass"]:
            text = "Whom, and by which hexes? “{unit} harass {enemy} {hex}”."
            return Text(text, unit=self.unit, enemy=self.enemy, hex=self.hex)
        if len(self.tokens) == 1 and not self.own:
            return Text("Who? “{text} {unit}”.", text=self.text, unit=self.unit)
        return Text("“{text}” stops too early.", text=self.text)

    @property
    def leads(self) -> bool:
        """Whether who is named is a leader, who neither fires nor faces."""
        return bool(self.own) and self.board.leads(self.own[0])

    @property
    def _wheels(self) -> bool:
        """Whether who is named stands in two hexes, and turns by wheeling."""
        piece = self.board.piece(self.own[0]) if self.own else None
        return piece is not None and len(piece.hexes) > 1

    def _ways(self) -> Text:
        """What may be ordered, with who was named."""
        if self.leads:
            return Text("“{unit} > {hex}” moves.", unit=self.unit, hex=self.hex)
        if self._wheels:
            text = "“{unit} > {hex}” moves, “{unit} wheel left” wheels, “{unit} x {enemy}” fires."
            return Text(text, unit=self.unit, hex=self.hex, enemy=self.enemy)
        return Text(
            "“{unit} > {hex}” moves, “{unit} @NW” turns, “{unit} x {enemy}” fires.",
            unit=self.unit,
            hex=self.hex,
            enemy=self.enemy,
        )

    def _hexlike(self) -> Text | None:
        """50.04, 50-4, 504: a hex written otherwise."""
        for t in self.tokens:
            found = _HEXLIKE.fullmatch(t.text) if isinstance(t, Word) else None
            if found is not None:
                to = int(found[1]) * 100 + int(found[2])
                if self.board.has(to):
                    return Text("A hex is written in four digits: {hex} for “{text}”.", hex=self.board.show(to), text=t)
        return None

    def _line(self) -> Text | None:
        if self.words[:1] != ["line"] or not set(self.words) & {"command", "commands", "order"}:
            return None
        return Text("A Line Command is written “line {unit}”.", unit=self.unit)

    def _nothing(self) -> Text | None:
        """Words that name nobody and say nothing known."""
        head = self.tokens[0]
        # What is no piece's name was taken for one, so it is no order the rules know.
        if not isinstance(head, Word) or is_code(head.text) or self.no.text.params.get("name") != clipped(head.text):
            return None
        if closest(head.text, self.board.names, str):
            return None
        if self.own and self.decision.kind in (ORDERS, LINE) and self.board.hexed:
            return Text("“{word}” is no order. {ways}", word=clipped(head.text), ways=self._ways())
        if self.decision.kind in (ORDERS, LINE) and (self.own or self.enemies or self.hexes):
            return None
        if any(closest(w, self.board.names, str) for w in self.words):
            return None
        orders = " or ".join(f"“{x}”" for x in dict.fromkeys(islice(self._orders(self.decision.menu), SHOWN)))
        if not orders:
            return Text("I don't understand “{text}”. “done” ends your orders.", text=self.text)
        return Text(
            "I don't understand “{text}”. An order says who does what, like {orders}. “done” ends your orders.",
            text=self.text,
            orders=orders,
        )

    def _orders(self, menu: Menu) -> list[str]:
        """Orders that may be given now, the first of each of the menu's first entries."""
        found: list[str] = []
        for choice in islice(menu.choices, SHOWN):
            answer, below = choice.answer, choice.menu
            while answer is None and below is not None:
                choices = below().choices
                if not choices:
                    break
                answer, below = choices[0].answer, choices[0].menu
            if answer is not None:
                found.append(str(self.write(answer)))
        return found


def direction(text: str) -> Text | None:
    """What a direction that is none is likely to mean, for its refusal."""
    wanted = text.casefold().replace("_", "-")
    if wanted in TWO_TONGUES:
        one, other = TWO_TONGUES[wanted]
        return Text(
            "“@{text}” is no direction: in German it is @{one}, in French @{other}.", text=text, one=one, other=other
        )
    if wanted in DIRECTIONS:
        return Text("“@{text}” is written @{to}.", text=text, to=DIRECTIONS[wanted])
    return None
