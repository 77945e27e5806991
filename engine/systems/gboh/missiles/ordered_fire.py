"""8.11, 8.23, 11.4 Fire by order: the shots, and the answer of those fired at."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import OrdersNoted, Told
from engine.systems.gboh.missiles import fire, reaction, volley
from engine.systems.gboh.missiles.volley import How, Target
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit


async def _second_target(g: Battle, shooter: Unit, first: Target, planned: Target | None) -> Target | None:
    """11.4 Whom the second shot is for: as planned, else the only one there is, else as the owner says now."""
    if planned is not None and (no := _lost(g, shooter, planned)) is not None:
        story = Text(
            "{unit} doesn't shoot again at {target}: {why}", unit=shooter.id, target=volley.label(planned), why=no
        )
        g.emit(Told(unit=shooter.id, story=story, rule=no.rule or g.case(Case.RATE_OF_FIRE)))
    if not shooter.on_map or fire.inability(g, shooter) is not None:
        return None
    aims = fire.aims(g, shooter, None)
    if planned in aims:
        return planned
    if not aims or aims == [first]:
        return first if aims else None
    likely = first if first in aims else aims[0]
    answer = await g.ask(
        Choose(
            kind="second-shot",
            side=shooter.side,
            rule=g.case(Case.RATE_OF_FIRE),
            prompt=Text("{unit} shoots again. At whom?", unit=shooter.id),
            subject=shooter.id,
            focus=(shooter.at, *(x.at for x in aims)),
            choices=(
                *(
                    Choice(
                        x.id, fire.describe(g, shooter, x), unit=shooter.id, hex=x.at, lean=3.0 if x is likely else 1.0
                    )
                    for x in aims
                ),
                Choice("hold", Text("Hold fire"), unit=shooter.id, lean=0.3),
            ),
            default_key=likely.id,
            why=reasons.target(
                g,
                shooter,
                [x for x in aims if isinstance(x, Unit)],
                lambda x: fire.bad_target(g, shooter, x),
                g.case(Case.RATE_OF_FIRE),
            ),
        )
    )
    return next((x for x in aims if x.id == answer.key), None)


def _lost(g: Battle, shooter: Unit, target: Target) -> Refusal | None:
    """11.4 Why a second shot that was ordered isn't possible any more; None where it is."""
    if not shooter.on_map:
        return Refusal("{unit} is off the map.", unit=shooter.id)
    return fire.inability(g, shooter) or fire.bad_target(g, shooter, target)


async def as_planned(g: Battle, shooter: Unit, target: Target, *, moved: bool) -> None:
    """8.11 Fire that was ordered before; where it isn't possible any more that is told, with its reason and case."""
    try:
        if not shooter.on_map:
            refuse("{unit} is off the map.", unit=shooter.id)
        fire.check_fire(g, shooter, target)
    except Refusal as no:
        # Whom else it could have fired at is no part of the story.
        why = (fire.refused(g, shooter, target) if shooter.on_map else None) or no
        story = Text("{unit} holds its fire: {why}", unit=shooter.id, why=why.text)
        g.emit(Told(unit=shooter.id, story=story, rule=why.rule or g.case(Case.ORDERED_FIRE)))
        return
    await ordered_fire(g, shooter, target, moved=moved)


async def ordered_fire(
    g: Battle, shooter: Unit, target: Target, *, moved: bool = False, second: Target | None = None
) -> None:
    """8.11 Ordered fire (8.23, 11.4).

    Fire by order, and the targets' answer. ``moved``: the unit has left or will leave its hex.

    A unit that fires without ``moved`` stays in its hex for the rest of the Orders Phase. ``second`` is the planned
    target of its second shot, if it has one. Raises Refusal as :func:`fire.check_fire` does.
    """
    fire.check_fire(g, shooter, target)
    moved = moved or shooter.id in g.orders.moved
    if g.game.fire.simultaneous:
        await _exchange(g, shooter, target, moved=moved)
        return
    await special.run(g, Special.acting, shooter)  # W7
    if not shooter.on_map or fire.inability(g, shooter) is not None:
        return
    if not moved:
        g.emit(OrdersNoted(field="stationary", value=shooter.id, rule=g.case(Case.ORDERED_FIRE)))
    twice, fired_at = fire.fires_twice(g, shooter), [target]
    await fire.fire(g, shooter, target, "order", moved=moved)
    if twice and (other := await _second_target(g, shooter, target, second)) is not None:
        await fire.fire(g, shooter, other, "order", moved=moved)
        if other is not target:
            fired_at.append(other)
    for x in fired_at:
        if isinstance(x, Unit):
            await reaction.return_fire(g, x, shooter)


async def _exchange(g: Battle, shooter: Unit, target: Target, *, moved: bool) -> None:
    """8.2 A shot by order, and all fire at the shooter at the same moment: they count together."""
    if not moved and _binds(g, shooter):
        g.emit(OrdersNoted(field="stationary", value=shooter.id, rule=g.case(Case.ORDERED_FIRE)))
    # Who answers says so before anything is rolled, of a shot that is as good as fired.
    special.call(g, Special.shot, shooter, target)
    answering: list[tuple[Unit, How]] = [(gun, "artillery") for gun in await special.joins_fire(g, shooter)]
    if isinstance(target, Unit) and await reaction.returns(g, target, shooter):
        answering.append((target, "return"))
    for u, _ in answering:
        special.call(g, Special.reacted, u, shooter)
    volleys = [await volley.shoot(g, shooter, target, "order", moved=moved)]
    volleys += [await volley.shoot(g, u, shooter, how, moved=False) for u, how in answering]
    await volley.settle(g, *volleys)


def _binds(g: Battle, shooter: Unit) -> bool:
    """8.11 Whether firing before it has moved keeps the unit in its hex."""
    if g.game.fire.standing_binds == "everybody":
        return True
    weapon = special.armed(g, shooter).weapon
    return weapon is not None and shooter.troop.arm in weapon.worse_moved
