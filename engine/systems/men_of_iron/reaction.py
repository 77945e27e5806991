"""9.2 Fire of the side that isn't acting: Return Fire at who fired, Reaction Fire at who comes up."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import reasons, shot, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Noted
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Unit

CONDITIONS = {
    "mounted": Text("at mounted units"),
    "disordered": Text("at Disordered or Retired units"),
    "leader": Text("when a leader is with the target"),
}
RETURN = PolicyKind("return-fire", Text("Return Fire"), CONDITIONS)
REACTION = PolicyKind("reaction-fire", Text("Reaction Fire"), CONDITIONS)
POLICIES = (RETURN, REACTION)
FIRE = Deed(Text("Fire"), Text("All {n} fire", n=0), Text("Nobody fires"))


def _scarce(g: Battle, unit: Unit) -> bool:
    """NA-1 Whether each shot may be its last: Genitors where their missiles run out."""
    return unit.type == "GE" and bool(special.having(g, Special.shot))


def _policy(g: Battle, unit: Unit, target: Unit, kind: PolicyKind) -> Policy:
    """The standing order that may answer. Free but for what may run out, or is had once: a crossbow's reaction."""
    once = kind is REACTION and unit.weapon == "crossbow"
    conditions = {
        "mounted": target.mounted,
        "disordered": not target.normal,
        "leader": bool(g.leaders_at(target.at, target.side)),
    }
    return Policy(kind.kind, "fire", "hold", conditions, free=not (once or _scarce(g, unit)), deed=FIRE)


def _choices(g: Battle, unit: Unit, target: Unit, kind: shot.Kind) -> tuple[Choice, Choice]:
    expected = shot.preview(g, unit, target, kind)
    fire = Choice(
        "fire",
        Text("Fire at {target}, range {n}, {needs}", target=target.id, n=expected.distance, needs=expected.needs),
        unit=unit.id,
        hex=target.hex,
        lean=0.5 if _scarce(g, unit) else 3.0,
        chance=expected.chance,
    )
    return fire, Choice("hold", Text("Hold fire"), unit=unit.id)


def _default(g: Battle, unit: Unit) -> str:
    """The answer when a deadline passes: nobody spends his last missiles unasked."""
    return "hold" if _scarce(g, unit) else "fire"


# -- 9.2/return ------------------------------------------------------------------------------------------------------


def returns(g: Battle, unit: Unit, firer: Unit) -> bool:
    """9.2/return Whether a unit shot at by Active Fire may shoot back: never crossbows, nor to the rear."""
    if unit.weapon == "crossbow" or shot.inability(g, unit) is not None:
        return False
    return shot.bad_target(g, unit, firer) is None


async def return_fire(g: Battle, unit: Unit, firer: Unit) -> bool:
    """9.2/return Return Fire: ask whether the unit answers the shot about to be rolled for; False when it can't.

    Both are rolled on the state before either, so the question comes before the dice.
    """
    if not returns(g, unit, firer):
        return False
    answer = await g.ask(
        Choose(
            kind=RETURN.kind,
            side=unit.side,
            rule="9.2/return",
            prompt=Text("{firer} fires at {unit}. Return fire?", firer=firer.id, unit=unit.id),
            subject=unit.id,
            focus=(unit.at, firer.at),
            choices=_choices(g, unit, firer, "return"),
            default_key=_default(g, unit),
            policy=_policy(g, unit, firer, RETURN),
            why=reasons.target(g, unit, [firer], lambda x: shot.bad_target(g, unit, x), "9.2/return"),
        )
    )
    return answer.key == "fire"


# -- 9.2/reaction ----------------------------------------------------------------------------------------------------


def reactors(g: Battle, mover: Unit, h: Hex, *, counter_charge: bool = False) -> list[Unit]:
    """9.2/reaction Units that may fire at ``mover`` as it enters ``h`` by MP, Charge or Counter-Charge.

    Those with ``h`` in front of them; crossbows come last, once in an activation, and never for a Counter-Charge
    (9.2/cb). It can be asked before the mover gets there.
    """
    enemies = [e for e in g.adjacent_enemies(h, mover.side) if h in g.front(e)]
    able = [e for e in enemies if _ready(g, e, counter_charge)]
    # 9.2/cb Crossbow Reaction Fire is one shot an activation, so others shoot first.
    return sorted(able, key=lambda e: e.weapon == "crossbow")


def _ready(g: Battle, unit: Unit, counter_charge: bool) -> bool:
    """9.2/cb Crossbow Reaction Fire: one shot in an activation, and none against a Counter-Charge."""
    if not unit.on_map or shot.inability(g, unit) is not None:
        return False
    if unit.weapon != "crossbow":
        return True
    act = g.state.activation
    return not counter_charge and (act is None or unit.id not in act.reaction_shots)


async def reaction_fire(g: Battle, mover: Unit, *, counter_charge: bool = False) -> bool:
    """9.2/reaction Fire at a unit that has just entered its hex, whole: prompt, shots, results.

    Call it after every step by MP, Charge or Counter-Charge, never after those of a retreat, an advance or a Continued
    Attack (9.2/ca). Returns True where the mover may go on moving, because no shot had any effect. On False one who
    charges or counter-charges goes on all the same, as a plain Shock, where it is only Disordered: still in the hex,
    mounted, not Retired (11.3, 11.6).
    """
    if mover.hex is None:
        return False
    at = mover.hex
    units = reactors(g, mover, at, counter_charge=counter_charge)
    if not units:
        return True
    decision = ChooseEach(
        kind=REACTION.kind,
        side=units[0].side,
        rule="9.2/reaction",
        prompt=Text("{mover} comes up to {hex}. Who fires?", mover=mover.id, hex=show(at)),
        subject=mover.id,
        focus=(at, *(u.at for u in units)),
        items=[
            Item(
                key=u.id,
                label=Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
                choices=_choices(g, u, mover, "reaction"),
                default_key=_default(g, u),
                policy=_policy(g, u, mover, REACTION),
                why=reasons.target(g, u, [mover], lambda x, u=u: shot.bad_target(g, u, x), "9.2/reaction"),
            )
            for u in units
        ],
        why=reasons.not_asked(g, units[0].side, lambda u: _silent(g, u, mover, at, counter_charge)),
    )
    answer = await g.ask(decision)
    unharmed = True
    for name, key in decision.picked(answer):
        if key == "fire" and await _react(g, g.state.units[name], mover, at):
            unharmed = False
    return unharmed and mover.hex == at


def _silent(g: Battle, unit: Unit, mover: Unit, at: Hex, counter_charge: bool) -> Refusal:
    """9.2/reaction Why a unit isn't asked whether it fires."""
    if (no := shot.inability(g, unit)) is not None:
        return no
    if at not in g.front(unit):
        values = {"unit": unit.id, "mover": mover.id, "hex": show(at)}
        return Refusal("{mover} at {hex} is not in front of {unit}.", rule="9.2/reaction", **values)
    if not _ready(g, unit, counter_charge):
        return Refusal("{unit} has crossbows, and no shot in reaction now.", rule="9.2/cb", unit=unit.id)
    return Refusal("{unit} has no shot at {mover} now.", rule="9.2/reaction", unit=unit.id, mover=mover.id)


async def _react(g: Battle, unit: Unit, mover: Unit, at: Hex) -> bool:
    """One of the shots, at the target's state now; True when it has an effect. It is lost if the target is gone."""
    if mover.hex != at or not await shot.threaten(g, mover):
        shot.lost(g, unit, mover, "9.2/reaction")
        return False
    fired = await shot.shoot(g, unit, mover, "reaction")
    if unit.weapon == "crossbow":
        g.emit(Noted(field="reaction_shots", unit=unit.id, rule="9.2/cb"))
    await shot.settle(g, fired)
    return fired.effective
