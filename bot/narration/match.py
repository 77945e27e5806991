"""Two battles played with the sides changed, and who leads in all."""

from __future__ import annotations

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.narration.people import person
from bot.service.results.rematches import Match, Round
from engine.kernel.text import Text


def match_lines(match: Match, catalogue: TextCatalogue) -> list[str]:
    """A line for each battle, and one for both together."""
    lines = [_round(n, r, catalogue) for n, r in enumerate(match.rounds, start=1)]
    one, other = match.players
    lead = match.lead(one)
    ahead = one if lead > 0 else other
    if lead == 0:
        text = Text("Together: equal, a draw." if match.over else "Together: equal so far.")
    else:
        template = "Together: {player} wins by {n} {points}." if match.over else "Together: {player} leads by {n}."
        named = next((r.points_name for r in match.rounds if r.points_name), "")
        text = Text(template, player=person(ahead, catalogue), n=abs(lead), points=Text(named))
    return [*lines, f"**{catalogue.say(text)}**"]


def _round(n: int, r: Round, catalogue: TextCatalogue) -> str:
    if not r.points:
        return catalogue.say(Text("Battle {n}: not begun.", n=n))
    players = {side: person(r.players.get(side), catalogue) for side in r.points}
    names = {side: escape(catalogue.name(r.battle.name(side))) for side in r.points}
    sides = ", ".join(f"{names[s]} ({players[s]}) {points}" for s, points in r.points.items())
    return catalogue.say(Text("Battle {n}, {points}: {sides}.", n=n, points=Text(r.points_name), sides=sides))
