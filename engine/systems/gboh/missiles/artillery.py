"""11.6 Artillery: fire without orders, fire at any moment in reaction. Its stacking: :mod:`sharing`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, ChooseEach, Item, Menu, Policy, PolicyKind
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.kernel.view import Particular
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter, Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, Told
from engine.systems.gboh.missiles import fire, reaction, volley
from engine.systems.gboh.missiles.volley import Target
from engine.systems.gboh.movement import movement, sharing
from engine.systems.gboh.orders import orders, reasons
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.state import Unit

POLICY = PolicyKind(
    "artillery",
    Text("Fire artillery during the enemy's Orders Phase"),
    {
        "even-odds": Text("when they hit at least five times in ten"),
        "near-rout": Text("when one more hit would break the target"),
        "heavy": Text("at heavy and lancer cavalry and at heavy infantry"),
    },
)


class Artillery(Chapter[B, U, L]):
    """11.6 Engines, but for their modes: a game adds its own, and its count of shots."""

    case = Case.ARTILLERY_CHAPTER
    about = "engines: fire without orders, fire at any moment in reaction"

    def shots(self, g: B, unit: Unit) -> int:
        """11.65 Shots the engine has fired in Orders Phases of its own side, of those that count."""
        raise NotImplementedError

    async def acting(self, g: B, unit: U) -> None:
        await react(g, unit)

    async def before_shock(self, g: B) -> None:
        await last_shots(g)

    def bars_fire(self, g: B, unit: U) -> Refusal | None:
        most = g.game.artillery.shots
        if not unit.troop.is_engine or self.shots(g, unit) < most:
            return None
        text = "{unit} has used its {n:active shot|active shots} of this turn."
        if g.game.artillery.shots_in == "phase":
            text = "{unit} has used its {n:shot|shots} of this Orders Phase."
        return Refusal(text, rule=g.case(Case.ARTILLERY_FIRE), unit=unit.id, n=most)

    def bars_attack(self, g: B, unit: U) -> Refusal | None:
        if unit.troop.attacks:
            return None
        return Refusal("{unit} is an engine and attacks nobody.", rule=g.case(Case.CANNOT_ATTACK), unit=unit.id)

    def facts(self, g: B, unit: U) -> Iterator[Fact]:
        if unit.troop.fires_unordered:
            left = g.game.artillery.shots - self.shots(g, unit)
            words = Text("Active shots left this turn: {n}", n=left)
            if g.game.artillery.shots_in == "phase":
                words = Text("Shots left in this Orders Phase: {n}", n=left)
            yield Fact(words, g.case(Case.ARTILLERY_FIRE))

    def reaction_facts(self, g: B, unit: U) -> Iterator[Fact]:
        if unit.troop.is_engine and fire.inability(g, unit) is None:
            most = g.game.artillery.reactions_a_phase
            text = Text("Fires {n:time|times} in the enemy's Orders Phase, at any moment", n=most)
            yield Fact(text, g.case(Case.ARTILLERY_REACTION))

    def counter_facts(self, g: B, unit: U) -> Iterator[Particular]:
        if unit.troop.fires_unordered:
            when = Text("Active shots this turn")
            if g.game.artillery.shots_in == "phase":
                when = Text("Shots in this Orders Phase")
            yield when, Text("{n} of {most}", n=self.shots(g, unit), most=g.game.artillery.shots)

    def broken(self, g: B, *, at_rest: bool) -> Iterator[str]:
        for u in g.units() if at_rest else ():
            if u.troop.is_engine:
                others = [x for x in g.units() if x is not u and x.hex == u.hex]
                if len(others) > 1 or any(not sharing.companions(g, u, x) for x in others):
                    names, rule = ", ".join(x.id for x in others), g.case(Case.ARTILLERY_STACKING)
                    yield f"{u.id} shares {show(u.at)} with {names} ({rule})"

    def fires_freely(self, g: B, unit: U) -> bool:
        return unit.troop.fires_unordered

    def check_free_fire(self, g: B, unit: U, target: Target) -> None:
        check_active(g, unit, target)

    async def free_fire(self, g: B, unit: U, target: Target) -> None:
        await active_fire(g, unit, target)

    def free_choices(self, g: B) -> Iterator[Choice]:
        for gun in ready(g):
            yield _shoot(g, gun, g.game.artillery.shots - self.shots(g, gun))

    def goes_on(self, g: B) -> bool:
        return bool(ready(g))


# -- 11.65 -----------------------------------------------------------------------------------------------------------


def check_active(g: Battle, unit: Unit, target: Target) -> None:
    """Refuse active fire that 11.65 doesn't allow. It needs no order and no leader."""
    movement.check_orderable(g, unit)
    fire.check_fire(g, unit, target)


def ready(g: Battle) -> list[Unit]:
    """11.65 Engines of the active side that fire without orders and may now, with somebody to fire at."""
    return [u for u in g.units(g.orders.side) if u.troop.fires_unordered and _orderable(g, u) and fire.has_target(g, u)]


def _orderable(g: Battle, unit: Unit) -> bool:
    try:
        movement.check_orderable(g, unit)
    except Refusal:
        return False
    return True


async def active_fire(g: Battle, unit: Unit, target: Target) -> None:
    """11.65 Cheiroballistra active fire.

    A checked shot: all the cheiroballistra does in this Orders Phase. The target may answer (8.23).
    """
    if g.game.artillery.shots_in == "turn":
        g.emit(OrdersNoted(field="acted", value=unit.id, rule=g.case(Case.ARTILLERY_FIRE)))
    await fire.fire(g, unit, target, "artillery", moved=False)
    if isinstance(target, Unit):
        await reaction.return_fire(g, target, unit)


def _shoot(g: Battle, gun: Unit, left: int) -> Choice:
    """The menu entry for active fire of one engine."""

    def build() -> list[Choice]:
        return [
            Choice(
                t.id,
                fire.describe(g, gun, t),
                answer=orders.Fire(unit=gun.id, target=t.id),
                unit=gun.id,
                hex=t.at,
                lean=0.1 + (max(0.0, volley.preview(g, gun, t).needed + 1) if isinstance(t, Unit) else 0.0),
            )
            for t in (*fire.targets(g, gun), *fire.leader_targets(g, gun))
        ]

    return Choice(
        f"shoot-{gun.id}",
        Text("{unit} fires: no order needed, {n} left this turn", unit=gun.id, n=left)
        if g.game.artillery.shots_in == "turn"
        else Text("{unit} fires: no order needed, {n} left in this Orders Phase", unit=gun.id, n=left),
        menu=lambda: Menu(Text("{unit} fires at…", unit=gun.id), build),
        unit=gun.id,
        hex=gun.at,
        lean=3.0,
    )


# -- 11.66 -----------------------------------------------------------------------------------------------------------


def _left(g: Battle, gun: Unit) -> int | None:
    """11.66 Shots it has left in this enemy Orders Phase; None where they are counted by enemies."""
    if g.game.artillery.reactions_at == "each":
        return None
    return g.game.artillery.reactions_a_phase - g.orders.reaction_shots.get(gun.id, 0)


def _aims(g: Battle, gun: Unit, targets: Sequence[Unit]) -> list[Unit]:
    """11.66 Those of the targets it may fire at in reaction now."""
    if not gun.troop.is_engine or not gun.on_map or fire.inability(g, gun) is not None:
        return []
    if _spent(g, gun):
        return []
    return [
        t
        for t in targets
        if fire.bad_target(g, gun, t) is None and special.why_not(g, Special.bars_reaction, gun, t) is None
    ]


def _spent(g: Battle, gun: Unit) -> bool:
    left = _left(g, gun)
    return left is not None and left <= 0


def _silent(g: Battle, unit: Unit) -> Refusal:
    """11.66 Why a unit isn't asked to fire in reaction."""
    if not unit.troop.is_engine:
        return Refusal("{unit} is no artillery.", rule=g.case(Case.ARTILLERY_REACTION), unit=unit.id)
    if (why := fire.inability(g, unit)) is not None:
        return why
    if _spent(g, unit):
        return Refusal(
            "{unit} has used its {n:shot|shots} of this phase.",
            rule=g.case(Case.ARTILLERY_REACTION),
            unit=unit.id,
            n=g.game.artillery.reactions_a_phase,
        )
    return Refusal(
        "{unit} has nobody to fire at, or holds its fire.", rule=g.case(Case.ARTILLERY_REACTION), unit=unit.id
    )


def _aiming(g: Battle, targets: Sequence[Unit]) -> list[tuple[Unit, list[Unit]]]:
    guns = [u for u in g.units(g.state.enemy(g.orders.side)) if u.troop.is_engine]
    return [(gun, aims) for gun in guns if (aims := _aims(g, gun, targets))]


def _item(g: Battle, gun: Unit, aims: Sequence[Unit]) -> Item:
    odds = {t.id: volley.preview(g, gun, t) for t in aims}
    best = max(aims, key=lambda t: odds[t.id].needed)
    left = _left(g, gun)
    label = Text("{unit} at {hex}", unit=gun.id, hex=show(gun.at))
    if left is not None:
        label = Text("{unit} at {hex}, {n} left in this phase", unit=gun.id, hex=show(gun.at), n=left)
    return Item(
        key=gun.id,
        label=label,
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
                "heavy": best.troop.target == "heavy" or (best.is_cavalry and not best.is_light),
            },
            deed=reaction.FIRE,
        ),
        why=reasons.target(g, gun, aims, lambda x: fire.bad_target(g, gun, x), g.case(Case.ARTILLERY_REACTION)),
    )


async def _react(g: Battle, targets: Sequence[Unit], prompt: Text) -> None:
    """Ask until every cheiroballistra holds its fire or has none left."""
    held: set[str] = set()
    while True:
        answers = await _asked(g, targets, prompt, held)
        if answers is None:
            return
        for gun, target in answers:
            if target in _aims(g, gun, targets):
                special.call(g, Special.reacted, gun, target)
                await fire.fire(g, gun, target, "artillery", moved=False)
            else:
                story = Text("{unit} holds its fire: {target} is gone.", unit=gun.id, target=target.id)
                g.emit(Told(story=story, unit=gun.id, rule=g.case(Case.ARTILLERY_REACTION)))


async def _asked(g: Battle, targets: Sequence[Unit], prompt: Text, held: set[str]) -> list[tuple[Unit, Unit]] | None:
    """Those who fire, and at whom; who doesn't goes to ``held``. None where nobody is left to ask."""
    able = [(gun, aims) for gun, aims in _aiming(g, targets) if gun.id not in held]
    if not able:
        return None
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
    firing: list[tuple[Unit, Unit]] = []
    for name, key in decision.picked(answer):
        if key == "hold":
            held.add(name)
        else:
            firing.append((g.state.units[name], g.state.units[key]))
    return firing


async def joining(g: Battle, actor: Unit) -> list[Unit]:
    """11.66 Engines that fire at the actor at the moment it fires itself."""
    if not actor.on_map or not g.uses(Case.ARTILLERY_REACTION):
        return []
    prompt = Text("{unit} fires. Do your {engines} fire at it?", unit=actor.id, engines=g.game.artillery.name)
    return [gun for gun, _ in await _asked(g, [actor], prompt, set()) or ()]


async def react(g: Battle, actor: Unit) -> None:
    """11.66 Window W7: a unit of the active side is about to act, or has come to another hex."""
    if actor.on_map and not actor.routed and g.uses(Case.ARTILLERY_REACTION):
        prompt = Text("{unit} acts. Do your {engines} fire at it?", unit=actor.id, engines=g.game.artillery.name)
        await _react(g, [actor], prompt)


async def last_shots(g: Battle, targets: Sequence[Unit] | None = None) -> None:
    """11.66 The Movement and Missile Segment ends: the last chance to fire, at anybody, or at some alone."""
    if g.uses(Case.ARTILLERY_REACTION):
        prompt = Text("Before Shock: do your {engines} fire, and at whom?", engines=g.game.artillery.name)
        await _react(g, list(g.units(g.orders.side)) if targets is None else targets, prompt)
