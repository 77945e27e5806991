"""What a unit or leader might best be ordered to do: finished orders, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel import leader_ideas
from engine.kernel.decisions import Command, Decision
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.ideas import URGED, Counsel, Idea, best, likeliest
from engine.kernel.inquiry import names, percent
from engine.kernel.text import Text, codes, joined
from engine.systems.men_of_iron import choice_weights, goals, hobilars, menus, orders, reach, reaction
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import form, work
from engine.systems.men_of_iron.preview import odds
from engine.systems.men_of_iron.state import Leader, Unit

Weighed = tuple[float, Idea]
"""An idea with how much speaks for it."""


def ordering(g: Battle, decision: Decision) -> bool:
    """Whether units of a Command are ordered one by one now (4.1)."""
    return isinstance(decision, Command) and decision.kind == "orders" and g.state.activation is not None


def ideas(g: Battle, decision: Decision, name: str) -> list[Idea]:
    """What a unit or leader might best do by an order asked for now; [] where it can be given none."""
    if not ordering(g, decision) or not isinstance(decision, Command):
        return likeliest(decision, name)
    x = g.state.leaders.get(name)
    if x is not None and x.on_map and x.command == g.act.command:
        return best(decision, of_leader(g, decision, x))
    u = g.state.units.get(name)
    if u is None or not u.on_map or u.command != g.act.command or u.id in g.act.worked:
        return []
    return best(decision, of_unit(g, u))


ENOUGH = 1.0
"""What must speak for an order, for a player who weighs them, to give it rather than end there."""


def counsel(g: Battle, decision: Decision, name: str) -> list[Counsel]:
    """The same for a player who weighs them against one another, best first."""
    if not isinstance(decision, Command) or not ordering(g, decision):
        return []
    if not name:
        return [Counsel(ENOUGH, decision.default, "done")]
    found: Iterable[Weighed] = ()
    x, u = g.state.leaders.get(name), g.state.units.get(name)
    if x is not None and x.on_map and x.command == g.act.command:
        found = ((w, i) for w, i in of_leader(g, decision, x) if not isinstance(i.answer, orders.Done))
    elif u is not None and u.on_map and u.command == g.act.command and u.id not in g.act.worked:
        found = of_unit(g, u)
    return sorted((Counsel(w, i.answer, i.kind) for w, i in found), key=lambda c: -c.weight)


def of_unit(g: Battle, u: Unit) -> Iterator[Weighed]:
    """Everything worth ordering the unit to do; some of it may yet be refused."""
    what = choice_weights.errand(g, u)
    yield from _strikes(g, u, what)
    yield from _shots(g, u, what)
    yield from _moves(g, u, what)
    for c in form.together(g, [u], u.id):
        if isinstance(c.answer, orders.Form):
            label = Text("Form up") if c.answer.formation is not None else Text("Leave formation")
            yield c.lean, Idea("form", label, c.answer, unit=u.id, hex=u.at, note=c.note)
    if hobilars.can_change(g, u, reach.start(g, u)):
        label = Text("Dismount") if u.mounted else Text("Mount")
        note = Text("{mp} MP", mp=hobilars.price(g))
        order = orders.Move(unit=u.id, change_after=0)
        yield 0.5, Idea("form", label, order, unit=u.id, hex=u.at, note=note)
    for order in work.options(g, u):
        c = work.choice(order)
        yield 0.3, Idea("work", c.label, order, unit=u.id, hex=c.hex)


def _note(g: Battle, u: Unit, *parts: Text | None) -> Text | None:
    """What an order costs and triggers; with it a Disordered unit gives up its recovery (13.1)."""
    said = [p for p in parts if p is not None]
    if u.id in g.act.may_recover and u.id not in g.act.acted:
        said.append(Text("gives up its recovery"))
    return joined(said, "; ") if said else None


def _mp(node: reach.Node) -> Text | None:
    return Text("{mp} MP", mp=node.mp) if node.previous is not None else None


def _strikes(g: Battle, u: Unit, what: choice_weights.Errand) -> Iterator[Weighed]:
    """10.1, 11.3 Moves after which it can attack, or Charge, in the Shock part."""
    eager = 0.8 if what in ("advance", "strike", "fight", "break up") else 0.0
    for s in goals.strikes(g, u)[:3]:
        who = names(s.enemies)
        if s.node.previous is None:
            words = "Turn to charge {enemies}" if s.charging else "Turn to strike {enemies}"
        else:
            words = "To {hex}, to charge {enemies}" if s.charging else "Strike {enemies} from {hex}"
        label = Text(words, enemies=who, hex=show(s.node.hex))
        after = menus.consequences(g, u, s.node) if s.node.previous is not None else None
        note = _note(g, u, _mp(s.node), odds.in_short(s.after, s.engagement), after)
        kind = "charge" if s.charging else "strike"
        idea = Idea(kind, label, s.order(u), unit=u.id, hex=s.node.hex, note=note, risk=reach.risks(g, u, s.node))
        # An attack that is likelier to cost than to gain is there for who looks for it.
        yield (0.9 + eager if s.worth > 0 else URGED) + 0.5 * s.worth, idea


def _shots(g: Battle, u: Unit, what: choice_weights.Errand) -> Iterator[Weighed]:
    """9.2 Active Fire from where it stands, and after coming closer."""
    here = goals.aims(g, u)
    for a in here[:2]:
        p = a.odds.chance
        label = Text("Fire at {target}: {p}", target=a.target.id, p=percent(p))
        back = Text("{target} may fire back", target=a.target.id) if reaction.returns(g, a.target, u) else None
        note = _note(g, u, Text("range {n}, {needs}", n=a.odds.distance, needs=a.odds.needs), back)
        yield a.worth + (what == "shoot"), Idea("fire", label, a.order, unit=u.id, hex=a.target.at, note=note, chance=p)
    a = goals.closer_aim(g, u)
    if a is None or a.node is None:
        return
    p = a.odds.chance
    label = Text("Go to {hex}, fire at {target}: {p}", hex=show(a.node.hex), target=a.target.id, p=percent(p))
    text = Text("range {n}, {needs}", n=a.odds.distance, needs=a.odds.needs)
    note = _note(g, u, _mp(a.node), text, menus.consequences(g, u, a.node))
    yield (0.8 if here else 1.2) * a.worth, Idea("fire", label, a.order, unit=u.id, hex=a.node.hex, note=note, chance=p)


def _moves(g: Battle, u: Unit, what: choice_weights.Errand) -> Iterator[Weighed]:
    """Home, on towards the enemy, turning to him, away from him."""
    node = goals.home(g, u)
    if node is not None:
        words = "To the Standard, by {hex}" if u.retired else "Return to command at {hex}"
        yield 3, _going(g, u, node, "home", Text(words, hex=show(node.hex)))
    if u.retired:
        return
    node = goals.advance(g, u)
    if node is not None:
        yield 1.1 + (what == "advance"), _going(g, u, node, "advance", Text("Advance to {hex}", hex=show(node.hex)))
    node = goals.straight(g, u)
    if node is not None:
        order = goals.move(u, node, u.facing)
        label = Text("Straight on to {hex}", hex=show(node.hex))
        note = _note(g, u, _mp(node), menus.consequences(g, u, node))
        yield 0.2, Idea("advance", label, order, unit=u.id, hex=node.hex, note=note)
    turn = goals.turned(g, u)
    if turn is not None:
        label = Text("Hold, turn to face {enemy}", enemy=_ahead(g, u, turn))
        order = orders.Move(unit=u.id, path=(turn,))
        yield 0.6 + 2 * (what == "turn"), Idea("hold", label, order, unit=u.id, hex=u.at, note=_note(g, u))
    node = goals.back(g, u)
    if node is not None:
        far = Text("{n:hex|hexes} from the enemy", n=choice_weights.nearest(g, node.hex, u.side))
        idea = _going(g, u, node, "fall back", Text("Fall back to {hex}", hex=show(node.hex)), far)
        yield 0.5 + 2 * (what == "fall back"), idea


def _going(g: Battle, u: Unit, node: reach.Node, kind: str, label: Text, *more: Text) -> Idea:
    note = _note(g, u, _mp(node), *more, menus.consequences(g, u, node))
    order = goals.move(u, node, goals.facing_at(g, u, node))
    return Idea(kind, label, order, unit=u.id, hex=node.hex, note=note, risk=reach.risks(g, u, node))


def _ahead(g: Battle, u: Unit, facing: Facing) -> str:
    """The nearest enemy that would be before it."""
    there = u.model_copy(update={"facing": facing})
    near = [e for e in g.army(g.foe(u.side)) if g.arc(there, e.at) == "front"] or list(g.army(g.foe(u.side)))
    return min(near, key=lambda e: (choice_weights.distance(e.at, u.at), e.id)).id


# -- leaders ---------------------------------------------------------------------------------------------------------


def of_leader(g: Battle, decision: Command, x: Leader) -> Iterator[Weighed]:
    """15.2 Where he might go; and what belongs to no unit: formations of the whole Command, bombards, the end."""

    def hearing(at: Hex) -> int:
        there = x.model_copy(update={"hex": at})
        mine = list(g.units(command=x.command))
        return sum(choice_weights.distance(u.at, there.at) <= x.command_range for u in mine)

    for c in decision.menu.choices:
        if c.key == x.id and c.menu is not None:
            yield from leader_ideas.moves(g, x, c.menu(), hearing, lambda h: choice_weights.nearest(g, h, x.side))
        elif isinstance(c.answer, orders.Done):
            yield 0.3, leader_ideas.whole("done", c, x)
        elif isinstance(c.answer, orders.Form):
            note = Text("{units}", units=codes(c.answer.units))
            yield c.lean, Idea("form", c.label, c.answer, unit=x.id, hex=x.at, note=note)
        elif c.answer is not None:
            yield c.lean / 2, leader_ideas.whole("fire" if isinstance(c.answer, orders.Fire) else "work", c, x)
