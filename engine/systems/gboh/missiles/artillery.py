"""11.6 Cheiroballistra: modes, fire without orders, fire at any moment in reaction. Its stacking: :mod:`sharing`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Answer, Choice, ChooseEach, Item, Menu, Policy, PolicyKind
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, Told
from engine.systems.gboh.missiles import fire, reaction, volley
from engine.systems.gboh.movement import movement, sharing
from engine.systems.gboh.orders import orders, reasons
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.referee.settings import KEPT
from engine.systems.gboh.state import Leader, Unit

SHOTS = 2
"""Active fire in a turn (11.65); reaction fire in an enemy Orders Phase (11.66)."""

POLICY = PolicyKind(
    "artillery",
    Text("Fire cheiroballistrae during the enemy's Orders Phase"),
    {
        "even-odds": Text("when they hit at least five times in ten"),
        "near-rout": Text("when one more hit would break the target"),
        "heavy": Text("at heavy and lancer cavalry and at heavy infantry"),
    },
)


class ModeOrder(OwnOrder):
    """11.62 ``mode CH1 fire``, ``mode CH1 move``."""

    answer = orders.Mode
    verbs = ("mode",)

    def read(self, reader: Names, verb: str) -> Answer:
        unit, ready = reader.unit(), str(reader.take()).casefold()
        if ready not in ("fire", "move"):
            refuse("Which mode? mode {unit} fire, or mode {unit} move.", rule="11.62", unit=unit.id)
        return reader.last(orders.Mode(unit=unit.id, fire=ready == "fire"))

    def write(self, answer: orders.Mode) -> list[Token]:
        return [Word("mode"), Word(answer.unit), Word("fire" if answer.fire else "move")]

    def check(self, g: Battle, leader: Leader, answer: orders.Mode) -> None:
        check_mode(g, g.state.units[answer.unit], answer.fire)

    async def carry_out(self, g: Battle, leader: Leader, answer: orders.Mode) -> None:
        change_mode(g, answer)


class Artillery(Chapter):
    """11.6 Cheiroballistrae."""

    case = "11.6"
    about = "cheiroballistrae: modes, fire without orders, fire at any moment in reaction"
    orders = (ModeOrder(),)

    async def acting(self, g: Battle, unit: Unit) -> None:
        await react(g, unit)

    async def before_shock(self, g: Battle) -> None:
        await last_shots(g)

    def bars_fire(self, g: Battle, unit: Unit) -> Refusal | None:
        return spent(unit)

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.type == "CH" and unit.fire_mode:
            return Refusal("{unit} is in Fire mode and can't move.", rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
        return None

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        return (
            Refusal("{unit} can't attack as it is.", rule=g.case(Case.CANNOT_ATTACK), unit=unit.id)
            if unit.type == "CH"
            else None
        )

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.type != "CH":
            return
        ready = Text("Fire mode: it can be made ready to move")
        yield Fact(
            ready if unit.fire_mode else Text("Move mode: it can be made ready to fire"), g.case(Case.ARTILLERY_MODES)
        )
        yield Fact(Text("Active shots left this turn: {n}", n=SHOTS - unit.turn_shots), g.case(Case.ARTILLERY_FIRE))

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.type == "CH" and fire.inability(g, unit) is None:
            yield Fact(
                Text("Fires {n:time|times} in the enemy's Orders Phase, at any moment", n=SHOTS),
                g.case(Case.ARTILLERY_REACTION),
            )

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[tuple[Text, str]]:
        if unit.type == "CH":
            yield Text("Mode"), "Fire" if unit.fire_mode else "Move"
            yield Text("Active shots this turn"), f"{unit.turn_shots} of {SHOTS}"

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.type == "CH":
            yield Setting("mode", Text("Fire or Move mode"), "fire" if unit.fire_mode else "move", ("fire", "move"))
            yield KEPT.number("shots", unit.turn_shots, 0, SHOTS)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "mode":
            return False
        reason = "is in Fire mode." if value == "fire" else "is in Move mode."
        g.emit(g.formed(unit=unit.id, fire_mode=value == "fire", reason=reason))
        return True

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.units() if at_rest else ():
            if u.type == "CH":
                others = [x for x in g.units() if x is not u and x.hex == u.hex]
                if len(others) > 1 or any(not sharing.companions(u, x) for x in others):
                    yield f"{u.id} shares {show(u.at)} with {', '.join(x.id for x in others)} (11.63)"

    def fires_freely(self, g: Battle, unit: Unit) -> bool:
        return unit.type == "CH"

    def check_free_fire(self, g: Battle, unit: Unit, target: Unit) -> None:
        check_active(g, unit, target)

    async def free_fire(self, g: Battle, unit: Unit, target: Unit) -> None:
        await active_fire(g, unit, target)

    def free_choices(self, g: Battle) -> Iterator[Choice]:
        yield from shoot_choices(g)

    def goes_on(self, g: Battle) -> bool:
        return bool(ready(g))

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        yield from mode_choices(g, unit)


# -- 11.62 -----------------------------------------------------------------------------------------------------------


def check_mode(g: Battle, unit: Unit, firing: bool) -> None:
    """Refuse a change to Fire mode (``firing``) or Move mode that 11.62 doesn't allow."""
    if unit.type != "CH":
        refuse("{unit} is no cheiroballistra and has no modes.", rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
    movement.check_orderable(g, unit)
    if unit.fire_mode == firing:
        refuse(
            "{unit} is in Fire mode." if firing else "{unit} is in Move mode.",
            rule=g.case(Case.ARTILLERY_MODES),
            unit=unit.id,
        )


def change_mode(g: Battle, order: orders.Mode) -> None:
    """11.62 Cheiroballistra modes: a checked change of mode: all the cheiroballistra does in this Orders Phase."""
    g.emit(OrdersNoted(field="acted", value=order.unit, rule=g.case(Case.ARTILLERY_MODES)))
    reason = "is made ready to fire (Fire mode)." if order.fire else "is made ready to move (Move mode)."
    g.emit(g.formed(unit=order.unit, fire_mode=order.fire, rule=g.case(Case.ARTILLERY_MODES), reason=reason))


def mode_choices(g: Battle, unit: Unit) -> Iterator[Choice]:
    """The menu entry that changes its mode, for a cheiroballistra that may."""
    if unit.type == "CH":
        firing = not unit.fire_mode
        text = Text("Make ready to fire (Fire mode)") if firing else Text("Make ready to move (Move mode)")
        answer = orders.Mode(unit=unit.id, fire=firing)
        yield Choice("mode", text, answer=answer, unit=unit.id, lean=1.0 if firing else 0.1)


# -- 11.65 -----------------------------------------------------------------------------------------------------------


def spent(unit: Unit) -> Refusal | None:
    """11.65 Why it has no active fire left in this turn."""
    if unit.type == "CH" and unit.turn_shots >= SHOTS:
        return Refusal(
            "{unit} has used its {n:active shot|active shots} of this turn.", rule="11.65", unit=unit.id, n=SHOTS
        )
    return None


def check_active(g: Battle, unit: Unit, target: Unit) -> None:
    """Refuse active fire that 11.65 doesn't allow. It needs no order and no leader."""
    movement.check_orderable(g, unit)
    fire.check_fire(g, unit, target)


def ready(g: Battle) -> list[Unit]:
    """11.65 Cheiroballistrae of the active side that may fire now, with somebody to fire at."""
    return [u for u in g.units(g.orders.side) if u.type == "CH" and _orderable(g, u) and fire.targets(g, u)]


def _orderable(g: Battle, unit: Unit) -> bool:
    try:
        movement.check_orderable(g, unit)
    except Refusal:
        return False
    return True


async def active_fire(g: Battle, unit: Unit, target: Unit) -> None:
    """11.65 Cheiroballistra active fire.

    A checked shot: all the cheiroballistra does in this Orders Phase. The target may answer (8.23).
    """
    g.emit(OrdersNoted(field="acted", value=unit.id, rule=g.case(Case.ARTILLERY_FIRE)))
    await fire.fire(g, unit, target, "artillery", moved=False)
    await reaction.return_fire(g, target, unit)


def shoot_choices(g: Battle) -> Iterator[Choice]:
    """Menu entries for active fire, one a cheiroballistra."""
    for gun in ready(g):

        def build(gun: Unit = gun) -> list[Choice]:
            return [
                Choice(
                    t.id,
                    fire.describe(g, gun, t),
                    answer=orders.Fire(unit=gun.id, target=t.id),
                    unit=gun.id,
                    hex=t.at,
                    lean=float(max(0, volley.preview(g, gun, t).needed + 1)) + 0.1,
                )
                for t in fire.targets(g, gun)
            ]

        yield Choice(
            f"shoot-{gun.id}",
            Text("{unit} fires: no order needed, {n} left this turn", unit=gun.id, n=SHOTS - gun.turn_shots),
            menu=lambda gun=gun, build=build: Menu(Text("{unit} fires at…", unit=gun.id), build),
            unit=gun.id,
            hex=gun.at,
            lean=3.0,
        )


# -- 11.66 -----------------------------------------------------------------------------------------------------------


def _aims(g: Battle, gun: Unit, targets: Sequence[Unit]) -> list[Unit]:
    """11.66 Those of the targets it may fire at in reaction now."""
    if gun.type != "CH" or not gun.on_map or fire.inability(g, gun) is not None:
        return []
    if g.orders.reaction_shots.get(gun.id, 0) >= SHOTS:
        return []
    return [t for t in targets if fire.bad_target(g, gun, t) is None]


def _silent(g: Battle, unit: Unit) -> Refusal:
    """11.66 Why a unit isn't asked to fire in reaction."""
    if unit.type != "CH":
        return Refusal("{unit} is no cheiroballistra.", rule=g.case(Case.ARTILLERY_REACTION), unit=unit.id)
    if (why := fire.inability(g, unit)) is not None:
        return why
    if g.orders.reaction_shots.get(unit.id, 0) >= SHOTS:
        return Refusal(
            "{unit} has used its {n:shot|shots} of this phase.",
            rule=g.case(Case.ARTILLERY_REACTION),
            unit=unit.id,
            n=SHOTS,
        )
    return Refusal(
        "{unit} has nobody to fire at, or holds its fire.", rule=g.case(Case.ARTILLERY_REACTION), unit=unit.id
    )


def _aiming(g: Battle, targets: Sequence[Unit]) -> list[tuple[Unit, list[Unit]]]:
    guns = [u for u in g.units(g.state.enemy(g.orders.side)) if u.type == "CH"]
    return [(gun, aims) for gun in guns if (aims := _aims(g, gun, targets))]


def _item(g: Battle, gun: Unit, aims: Sequence[Unit]) -> Item:
    odds = {t.id: volley.preview(g, gun, t) for t in aims}
    best = max(aims, key=lambda t: odds[t.id].needed)
    left = SHOTS - g.orders.reaction_shots.get(gun.id, 0)
    return Item(
        key=gun.id,
        label=Text("{unit} at {hex}, {n} left in this phase", unit=gun.id, hex=show(gun.at), n=left),
        choices=(
            *(
                Choice(t.id, fire.describe(g, gun, t), unit=gun.id, hex=t.at, lean=0.2 + max(0, odds[t.id].needed) / 4)
                for t in aims
            ),
            Choice("hold", Text("Hold fire"), unit=gun.id, lean=3.0),
        ),
        default_key="hold",
        policy=Policy(
            POLICY.kind,
            best.id,
            "hold",
            {
                "even-odds": odds[best.id].chances[0] <= 0.5,
                "near-rout": cohesion.tq(g, best) - best.hits <= 1,
                "heavy": best.type in ("HC", "LN", "HI"),
            },
        ),
        why=reasons.target(g, gun, aims, lambda x: fire.bad_target(g, gun, x), g.case(Case.ARTILLERY_REACTION)),
    )


async def _react(g: Battle, targets: Sequence[Unit], prompt: Text) -> None:
    """Ask until every cheiroballistra holds its fire or has none left."""
    held: set[str] = set()
    while True:
        able = [(gun, aims) for gun, aims in _aiming(g, targets) if gun.id not in held]
        if not able:
            return
        decision = ChooseEach(
            kind=POLICY.kind,
            side=able[0][0].side,
            rule=g.case(Case.ARTILLERY_REACTION),
            prompt=prompt,
            subject=targets[0].id if len(targets) == 1 else None,
            focus=(*(gun.at for gun, _ in able), *dict.fromkeys(t.at for _, aims in able for t in aims)),
            items=[_item(g, gun, aims) for gun, aims in able],
            why=reasons.not_asked(g, able[0][0].side, lambda u: _silent(g, u)),
        )
        answer = await g.ask(decision)
        for name, key in decision.picked(answer):
            gun = g.state.units[name]
            if key == "hold":
                held.add(name)
            elif g.state.units[key] in _aims(g, gun, targets):
                await fire.fire(g, gun, g.state.units[key], "artillery", moved=False)
            else:
                story = Text("{unit} holds its fire: {target} is gone.", unit=name, target=key)
                g.emit(Told(story=str(story), unit=name, rule=g.case(Case.ARTILLERY_REACTION)))


async def react(g: Battle, actor: Unit) -> None:
    """11.66 Window W7: a unit of the active side is about to act, or has come to another hex."""
    if actor.on_map and not actor.routed and g.uses(Case.ARTILLERY_REACTION):
        prompt = Text("{unit} acts. Do your cheiroballistrae fire at it?", unit=actor.id)
        await _react(g, [actor], prompt)


async def last_shots(g: Battle) -> None:
    """11.66 The Movement and Missile Segment ends: the last chance to fire, at anybody."""
    if g.uses(Case.ARTILLERY_REACTION):
        prompt = Text("Before Shock: do your cheiroballistrae fire, and at whom?")
        await _react(g, list(g.units(g.orders.side)), prompt)
