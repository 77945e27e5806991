"""Walking the menus of a command: from positions to choices, and on through what needs no choice."""

from __future__ import annotations

from dataclasses import dataclass

from bot.components.panel.place import ASK, DEEPEST, Place
from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Menu, Pick
from engine.kernel.hexes import Facing
from engine.kernel.text import refuse


@dataclass(frozen=True)
class Step:
    """Where a walk through the menus has come to."""

    path: tuple[int, ...]
    taken: tuple[Choice, ...]
    menu: Menu | None
    """The next menu; None when ``answer`` is complete."""
    answer: Answer | None = None
    back: tuple[int, ...] = ()
    """The path one real choice earlier."""
    chosen: int = 0
    """Real choices made, the first counted in any case."""

    @property
    def unit(self) -> str | None:
        """Unit or leader the order is for; None where it is for none, or for several."""
        first = self.taken[0] if self.taken else None
        return first.unit if first is not None else None

    @property
    def risky(self) -> Choice | None:
        """The choice made that puts more than one unit's orders at risk."""
        return next((c for c in self.taken if c.risk is not None and c.risk.units > 1), None)


def top(decision: Decision) -> Menu:
    """The first menu of a decision that is answered step by step. Raises Refusal for one that isn't."""
    if isinstance(decision, (Command, Choose)):
        return decision.menu
    refuse("This question is answered with the buttons below it.", rule=decision.rule)


def walk(decision: Decision, path: tuple[int, ...]) -> Step:
    """Follow ``path``; menus with a single choice are passed through. Raises Refusal where it leads nowhere."""
    menu = top(decision)
    taken: list[Choice] = []
    done: list[int] = []
    rest = list(path)
    back: tuple[int, ...] = ()
    chosen = 0
    while True:
        choices = menu.choices
        # To choose a unit isn't yet to order the only thing it can do.
        free = bool(rest) or chosen > 1 or not taken or taken[0].unit is None
        if rest:
            n = rest.pop(0)
        elif len(choices) == 1 and len(done) < DEEPEST and taken:
            n = 0
        else:
            return Step(tuple(done), tuple(taken), menu, back=back, chosen=chosen)
        if n >= len(choices):
            refuse("That choice isn't offered (any more).", rule=decision.rule)
        choice = choices[n]
        if not free and choice.menu is None:
            return Step(tuple(done), tuple(taken), menu, back=back, chosen=chosen)
        if len(choices) > 1 or not taken:
            back = tuple(done)
            chosen += 1
        taken.append(choice)
        done.append(n)
        if choice.menu is None:
            answer = choice.answer or Pick(key=choice.key)
            return Step(tuple(done), tuple(taken), None, answer, back=back, chosen=chosen)
        menu = choice.menu()


def settle(decision: Decision, place: Place) -> Step:
    """Follow a place, and choose the facing where a hex has been chosen and the facing is all that is left.

    It is the one wished for, else the likeliest. Who turns where it stands is asked: that is what turning is about.
    Raises Refusal where the unit can't face as wished.
    """
    step = walk(decision, place.path)
    menu = step.menu
    if menu is None or place.facing == ASK or not goes_somewhere(step):
        return step
    ways = facings(menu)
    if not ways:
        return step
    wanted = place.wanted
    if wanted is not None and wanted not in ways:
        offered = ", ".join(f.name for f in ways)
        refuse("It can't face {facing} there, but {offered}.", facing=wanted.name, offered=offered, rule=decision.rule)
    best = ways[wanted] if wanted is not None else max(ways.values(), key=lambda n: menu.choices[n].lean)
    return walk(decision, (*step.path, best))


def goes_somewhere(step: Step) -> bool:
    """Whether the last choice was a hex other than the one the unit is in."""
    if len(step.taken) < 2:
        return False
    last, first = step.taken[-1], step.taken[0]
    return last.hex is not None and last.facing is None and last.hex != first.hex


def facings(menu: Menu) -> dict[Facing, int]:
    """Facings a menu offers with nothing more to them, each with its position; {} for a menu of other things too."""
    if any(c.facing is None for c in menu):
        return {}
    return {c.facing: n for n, c in enumerate(menu) if c.facing is not None and c.key == c.facing.name}


def hexes(menu: Menu) -> bool:
    """Whether a menu is of nothing but hexes, each once."""
    found = [c.hex for c in menu]
    return len(found) > 1 and None not in found and len(set(found)) == len(found) and not any(c.facing for c in menu)


def opened_beside(menu: Menu) -> tuple[int, Menu] | None:
    """The likeliest choice that leads to nothing but hexes, opened beside the menu itself: it saves a press."""
    likeliest = max(((n, c) for n, c in enumerate(menu) if c.menu is not None), key=lambda x: x[1].lean, default=None)
    if likeliest is None or likeliest[1].menu is None or likeliest[1].hex is not None:
        return None
    opened = likeliest[1].menu()
    return (likeliest[0], opened) if hexes(opened) else None


def whole_order(step: Step, text: str) -> str:
    """A whole order of what was typed: where a unit's way is asked for, hexes alone are that way.

    So a hex can be named that isn't listed, since its way is open only where an enemy gives ground.
    """
    if step.unit is None or step.menu is None or not text[:1].isdigit():
        return text
    opened = opened_beside(step.menu)
    asking = step.taken[-1] if opened is None else step.menu.choices[opened[0]]
    return f"{step.unit} > {text}" if asking.key == "move" else text
