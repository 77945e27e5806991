"""What may be said to ``hexarch strength``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command, whole

SECONDS = 1200
POSITIONS = 60


def add(commands: Any) -> None:
    p = command(
        commands,
        "strength",
        "tell in twenty minutes whether one computer player is stronger than another",
        "Tries two players on positions out of the middle of battles of all games. Level 1: by how much the plan each "
        "chooses is worse than the best that was found, under dice that are shared out evenly. Level 2: some "
        "activations from there, twice, the sides exchanged, by how it stands in the end, less luck. For each level it "
        "says better, worse or nothing shown, with the interval that holds the true difference with 95 % (bootstrap), "
        "in points of the judgement: 100 is a battle all but won. The same seed shows the same, as far as the time "
        "lets it come. Where a player fails the answer is no (exit code 1).",
        "hexarch strength captain:even=1 captain --seconds 600",
    )
    p.add_argument("one", metavar="PLAYER", help="a level, one with numbers of its own (captain:samples=8,keen=6)")
    p.add_argument("other", metavar="OTHER", nargs="?", default="last-captain", help="default: last-captain")
    p.add_argument("--level", type=int, choices=(1, 2), help="only this level (default: both)")
    p.add_argument("--systems", nargs="+", metavar="SYSTEM", help="games to try them in (default: all)")
    p.add_argument(
        "--positions", type=whole(1, 1000), default=POSITIONS, help=f"positions at most (default: {POSITIONS})"
    )
    p.add_argument(
        "--seconds",
        type=whole(1, 1_000_000),
        default=SECONDS,
        help=f"CPU for it all, of which level 1 gets two fifths (default: {SECONDS})",
    )
    p.add_argument("--samples", type=whole(2, 1000), default=20, help="samples of level 1 (default: 20)")
    p.add_argument("--activations", type=whole(1, 100), default=6, help="activations of level 2 (default: 6)")
    p.add_argument("--seed", type=int, default=1, help="seed of it all (default: 1)")
    p.add_argument(
        "--tuning",
        action="store_true",
        help="on other positions and dice: to try numbers out. What is found is then measured without this",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
