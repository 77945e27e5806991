"""Orders as text: one statement to a line (or between semicolons), the same for every rule system.

>>> [str(s) for s in parse("activate Belisarius; hc3 -> 2206, 2405 @e")]
['activate Belisarius', 'hc3 > 2206 2405 @E']
>>> parse(format_statements(parse("HC3>2405@E"))) == parse("HC3 > 2405 @E")
True

The grammar (``docs/notation.md`` explains it to players)::

    record     = statement { (newline | ";") statement }
    statement  = token { [","] token }
    token      = hex | face | number | sign | word
    hex        = four digits, column then row
    face       = "@" direction       E NE NW W SW SE, or a hexside: SIDE_N, SIDE_NE ... (N and S for short)
    number     = ("+" | "-") digits
    sign       = ">" | "x" | "&" | "<>"     "->" is read as ">"
    word       = any other run of characters but space ; , > & @ # +

``#`` begins a comment that runs to the end of the line.
"""

from __future__ import annotations

from bot.notation.bind import AnswerRefused, bind
from bot.notation.grammar import NotationError, format_statements, parse
from bot.notation.parted import answered, is_one_answer

__all__ = ["AnswerRefused", "NotationError", "answered", "bind", "format_statements", "is_one_answer", "parse"]
