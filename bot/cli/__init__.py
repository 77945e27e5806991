"""The ``hexarch`` program: one command to run the bot, play locally, look at battles, and check what was played.

Exit codes, the same for every command: 0 done; 1 the answer is no (a refused order, a false trail, missing coverage);
2 bad input; 3 an error of ours. ``run`` has one more, 78: starting it again is of no use until something is changed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from collections.abc import Sequence

from bot.cli.common import BAD_INPUT, EPILOG, OUR_ERROR, USELESS, BadInput
from bot.processes import begin

COMMANDS = (
    "local",
    "run",
    "host",
    "backup",
    "restore",
    "move",
    "migrate",
    "forget",
    "scenarios",
    "new",
    "check",
    "render",
    "poster",
    "film",
    "gallery",
    "selfplay",
    "tournament",
    "strength",
    "resignations",
    "tune",
    "balance",
    "adjudicate",
    "verify",
    "replay",
    "coverage",
    "where",
    "languages",
    "mutate",
    "bench",
)
"""In the order of the help. What may be said to a command is told by ``add(commands)`` in the module of its name in
:mod:`bot.cli.arguments`; what it does is ``call(args)`` in the module of its name here, loaded when it is called."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="hexarch",
        description="Hexarch referees hex-and-counter battles of the ancient and medieval world, on Discord.",
        epilog="Try it without Discord: hexarch local\n\n" + EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"bot.cli.arguments.{name}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    try:
        args = parser().parse_args(argv)
    except SystemExit as e:
        given = sys.argv[1:] if argv is None else argv
        # A service that is started with an option there isn't would be started again for ever.
        if e.code == BAD_INPUT and given[:1] == ["run"]:
            return USELESS
        raise
    try:
        return importlib.import_module(f"bot.cli.{args.command}").call(args)
    except BadInput as e:
        print(f"hexarch: {e}", file=sys.stderr)
        return e.code
    except BrokenPipeError:
        # The reader of our output has gone, as "head" does; silence the interpreter's own complaint on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as e:
        from engine.kernel.text import Refusal  # which most commands have no need of

        if isinstance(e, Refusal):
            print(f"hexarch: {e}", file=sys.stderr)
            return BAD_INPUT
        traceback.print_exc()
        print(
            "hexarch: that was an error of ours, sorry. The lines above say where; please report them.", file=sys.stderr
        )
        return OUR_ERROR


def program() -> None:
    """Entry point of the installed program."""
    begin()
    sys.exit(main())
