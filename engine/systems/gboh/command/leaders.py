"""4.6 Leaders and enemy units; 4.63 replacement; 8.19, 9.14, 9.36 casualties."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import travel
from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.dice import D10, RollRequest
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import LEADER_MP, Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.events import (
    LeaderChanged,
    LeaderCrippled,
    LeaderEliminated,
    LeaderMoved,
    LeaderReplaced,
    LeaderWounded,
)
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.strategies import Hurt

POLICY = PolicyKind(
    "leader-withdrawal",
    Text("Leaders stacked with a unit withdraw when an enemy comes close"),
)
FLIGHT = PolicyKind("leader-flight", Text("Leaders alone withdraw to the suggested hex when an enemy comes close"))


def rp(g: Battle, leader: Leader) -> int:
    """12.11 Rout Points of a lost leader: 5 times his printed Initiative, or what the battle says."""
    return leader.points if leader.points is not None else 5 * leader.initiative_printed


def lose(g: Battle, leader: Leader, cause: Text, rule: str) -> None:
    """Take a leader out of play."""
    g.emit(LeaderEliminated(leader=leader.id, at=leader.at, points=rp(g, leader), cause=cause, rule=rule))


def withdraws(g: Battle, enemy: Unit) -> int:
    """4.62 Hexes a leader may withdraw at most, or Movement Points: those he has more than the enemy (A)."""
    most = g.game.command.leader_withdraws
    return most if most is not None else max(0, LEADER_MP - enemy.ma)


# -- 4.62 ------------------------------------------------------------------------------------------------------------


def retreats(g: Battle, leader: Leader, enemy: Unit) -> list[Hex]:
    """4.62 Hexes he can withdraw to, 1 to 3 hexes, each farther from the enemy; those with a friendly unit first."""
    if g.game.command.leader_escapes:
        return _escapes(g, leader, enemy)
    found: list[Hex] = []
    ring = [] if g.mount(leader) is not None else [leader.at]  # S 4.62
    if g.game.command.leader_withdraws is None:
        found, ring = _in_points(g, leader, enemy), []
    for _ in range(withdraws(g, enemy)):
        outer: list[Hex] = []
        for a in ring:
            if a != leader.at and g.enemy_zoc(a, leader.side):
                continue  # 4.61 he stops in enemy ZOC
            for b in g.map.neighbours(a):
                if b in found or b in outer or footprint.distance_to(enemy, b) <= footprint.distance_to(enemy, a):
                    continue
                if leader_moves.step_mp(g, leader, a, b) is not None:
                    outer.append(b)
        found += outer
        ring = outer
    found = [h for h in found if special.may_go(g, leader, h)]
    return sorted(found, key=lambda h: (g.friend_in(h, leader.side) is None, -distance(h, enemy.at), h))


def _escapes(g: Battle, leader: Leader, enemy: Unit) -> list[Hex]:
    """G 4.35 The hexes he gets away to: any way but through enemies and closed ground, to where no enemy is next to
    him, or a friend is with him."""
    by_ground = g.charts.exits(g.map, None)
    reached = travel.reached(
        leader.at,
        withdraws(g, enemy),
        lambda a: [(b, 1) for b, _ in by_ground(a) if g.enemy_in(b, leader.side) is None],
    )
    found = [h for h in reached if h != leader.at and leader_moves.enterable(g, leader, h)]
    found = [h for h in found if special.may_go(g, leader, h)]
    return sorted(found, key=lambda h: (g.friend_in(h, leader.side) is None, -distance(h, enemy.at), h))


def _in_points(g: Battle, leader: Leader, enemy: Unit) -> list[Hex]:
    """A 4.62 The hexes he reaches for the Movement Points he has more than the enemy, out of enemy ZOC."""
    spent = {leader.at: 0}
    waiting = [leader.at]
    while waiting:
        a = waiting.pop(0)
        for b in g.map.neighbours(a):
            if footprint.distance_to(enemy, b) <= footprint.distance_to(enemy, a):
                continue
            mp = leader_moves.step_mp(g, leader, a, b)
            held = g.enemy_zoc(b, leader.side) and g.friend_in(b, leader.side) is None
            total = spent[a] + (mp or 0)
            if mp is None or held or total > withdraws(g, enemy) or total >= spent.get(b, total + 1):
                continue
            spent[b] = total
            if not g.enemy_zoc(b, leader.side):  # 4.61
                waiting.append(b)
    return [h for h in spent if h != leader.at]


async def approached(
    g: Battle, mover: Unit, origin: Hex | Sequence[Hex] | None = None, *, pursuing: Hex | None = None
) -> None:
    """4.62 Leader withdrawal.

    W3: enemy leaders a unit has just come next to may withdraw; alone they must, or are lost.

    ``origin`` is the hex it came from, or both of a pair, where that is not its last ordered step: whom it was next to
    there, it does not come next to now. ``pursuing`` is the hex of a unit in pursuit (6.73): leaders who ride with it
    stay.
    """
    if not mover.on_map:
        return
    if origin is None and g.state.orders is not None:
        step = g.orders.last_step.get(mover.id)
        origin = step[0] if step is not None and step[1] == mover.at else None
    left = () if origin is None else (origin,) if isinstance(origin, int) else origin
    near = [
        x
        for x in g.leaders(g.state.enemy(mover.side))
        if x.hex is not None
        and footprint.distance_to(mover, x.hex) <= _alert(g, x)
        and x.hex != pursuing
        and not (left and 0 < footprint.distance_to(mover, x.hex) >= min(distance(x.hex, h) for h in left))
    ]
    if g.game.command.leader_escapes:
        await _withdraw(g, [x for x in near if g.friend_in(x.at, x.side) is None], mover)
        return
    for x in list(near):
        for rule in special.having(g, Special.leader_approached):
            start = x.hex
            await rule.leader_approached(g, x, mover)
            if x.hex != start:
                near.remove(x)
    await _withdraw(g, [x for x in near if not _held_before(g, x, mover)], mover)
    for x in near:
        # Alone and already held by another enemy: he can't leave (4.61).
        if x.on_map and _held_before(g, x, mover) and g.friend_in(x.at, x.side) is None:
            lose(g, x, Text("caught by {mover}", mover=mover.id), g.case(Case.LEADER_WITHDRAWAL))


def _alert(g: Battle, leader: Leader) -> int:
    """4.62 How close an enemy comes before he may withdraw: next to him; with a unit, two hexes (A)."""
    stacked = g.game.command.leader_withdraws is None and g.friend_in(leader.at, leader.side) is not None
    return 2 if stacked else 1


def _held_before(g: Battle, leader: Leader, mover: Unit) -> bool:
    return any(e is not mover for e in g.enemy_zoc(leader.at, leader.side))


async def left_alone(g: Battle, h: Hex, side: str) -> None:
    """4.62 Leaders without a unit next to an enemy that isn't Routed withdraw, even from its ZOC, or are lost."""
    leaders = g.leaders_at(h, side)
    if not leaders or g.friend_in(h, side) is not None:
        return
    enemies = [e for e in g.adjacent_enemies(h, side) if not e.routed]
    if enemies:
        text = "Their unit has gone, and {enemy} stands next to them. Which leaders withdraw?"
        await _withdraw(g, leaders, *enemies, prompt=Text(text, enemy=enemies[0].id))


async def overrun(g: Battle, runner: Unit) -> None:
    """4.62 A fleeing unit enters a hex with enemy leaders only: it approaches nobody else, but they must make room."""
    if runner.on_map:
        met = [x for h in footprint.hexes_of(runner) for x in g.leaders_at(h, g.state.enemy(runner.side))]
        prompt = Text("{enemy} flees into their hex. Which leaders withdraw?", enemy=runner.id)
        await _withdraw(g, met, runner, prompt=prompt)


async def trampled(g: Battle, elephant: Unit, h: Hex, rule: str) -> None:
    """A 9.14, S 9.14 Leaders of either side in a hex that a rampaging elephant runs for get away, or are killed."""
    prompt = Text("{enemy} runs wild into {hex}. Which leaders withdraw?", enemy=elephant.id, hex=show(h))
    for side in g.state.sides:
        await _withdraw(g, g.leaders_at(h, side), elephant, doomed=rule, prompt=prompt)


def _ways(g: Battle, leader: Leader, enemies: Sequence[Unit]) -> list[Hex]:
    """4.62 Hexes he can withdraw to from any of the enemies beside him."""
    return list(dict.fromkeys(h for e in enemies for h in retreats(g, leader, e)))


async def _withdraw(
    g: Battle, leaders: Sequence[Leader], *enemies: Unit, doomed: str | None = None, prompt: Text | None = None
) -> None:
    """``doomed``: the case by which who doesn't go is lost, with others or alone.

    ``prompt``: what has happened to them, where it isn't that an enemy has come.
    """
    enemy = enemies[0]
    rule = g.case(Case.LEADER_WITHDRAWAL) if doomed is None else doomed
    caught = "caught by {unit}" if doomed is None else "trampled by {unit}"
    cause = Text(caught, unit=enemy.id)
    items: list[Item] = []
    for x in leaders:
        alone = doomed is not None or g.friend_in(x.at, x.side) is None
        options = _ways(g, x, enemies)
        if not options:
            if alone:
                lose(g, x, cause, rule)
            continue
        items.append(_item(g, x, options, alone, enemy))
    if not items:
        return
    decision = ChooseEach(
        kind=POLICY.kind,
        side=g.state.leaders[items[0].key].side,
        rule=rule,
        prompt=prompt or Text("{enemy} comes close. Which leaders withdraw?", enemy=enemy.id),
        subject=enemy.id,
        focus=(enemy.at, *(g.state.leaders[i.key].at for i in items)),
        items=items,
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        x = g.state.leaders[name]
        if not x.on_map:
            continue
        if key != "stay":
            await special.run(g, Special.approached, int(key))
        if key != "stay" and int(key) in _ways(g, x, enemies):
            g.emit(
                LeaderMoved(leader=x.id, start=x.at, to=int(key), how="withdraw", rule=g.case(Case.LEADER_WITHDRAWAL))
            )
        elif doomed is not None or (g.friend_in(x.at, x.side) is None and not _may_stay(g, x)):
            lose(g, x, cause, rule)


def _may_stay(g: Battle, leader: Leader) -> bool:
    """G 4.35 Whether a leader alone isn't lost for staying: not where an enemy unit has come into his hex."""
    return g.game.command.leader_escapes and g.enemy_in(leader.at, leader.side) is None


def _item(g: Battle, leader: Leader, options: list[Hex], alone: bool, enemy: Unit) -> Item:
    best = show(options[0])
    choices = [
        Choice(
            show(h),
            Text("{hex} with {unit}", hex=show(h), unit=friend.id)
            if (friend := g.friend_in(h, leader.side)) is not None
            else Text("{hex}", hex=show(h)),
            unit=leader.id,
            hex=h,
            lean=3.0 if friend is not None else 1.0,
        )
        for h in options
    ]
    company = g.friend_in(leader.at, leader.side)
    stay = Text("Stay and be lost") if company is None else Text("Stay with {unit}", unit=company.id)
    if company is None and _may_stay(g, leader):
        stay = Text("Stay")
    choices.append(Choice("stay", stay, unit=leader.id, lean=0.0 if alone else 8.0))
    return Item(
        key=leader.id,
        label=Text("{leader} at {hex}", leader=leader.name, hex=show(leader.at)),
        choices=choices,
        default_key=best if alone else "stay",
        why=lambda wanted: reasons.withdrawal(g, leader, enemy, wanted, withdraws(g, enemy)),
        # Nobody lets a leader be lost who can go: all there is to say is where to.
        policy=Policy(FLIGHT.kind, best, best, free=len(options) == 1)
        if alone
        else Policy(POLICY.kind, best, "stay", idle=True),
    )


# -- casualties ------------------------------------------------------------------------------------------------------


async def casualty(g: Battle, leader: Leader, rule: str) -> None:
    """9.36, table:leader_casualty A hit: killed if wounded before, or by a roll above Personal Combat; else wounded."""
    casualty = g.game.casualty
    if casualty.certain(wounded=leader.wounded) is not None:
        lose(g, leader, Text("killed, his second wound") if leader.wounded else Text("killed"), rule)
        return

    def hurt(roll: int) -> Hurt:
        return _fatal(g, leader, casualty.hurt(roll, personal_combat=leader.personal_combat, wounded=leader.wounded))

    limit = max((n for n in D10 if not hurt(n).killed), default=-1)
    shock = rule != g.case(Case.FIRE_AT_LEADERS)
    changes = list(special.told(g, Special.casualty_modifiers, leader, shock=shock))
    roll = await g.roll(
        RollRequest(
            purpose="leader-casualty",
            side=leader.side,
            text=Text("{leader} is hit: how badly?", leader=leader.name),
            rule=rule,
            table="leader_casualty",
            modifiers=tuple(changes),
            needs=Text("{n} or less to live", n=limit),
            unit=leader.id,
            outcome=lambda n: _fate(hurt(n)),
        )
    )
    suffer(g, leader, hurt(roll.total), rule)


def _fate(hurt: Hurt) -> Text:
    return (
        Text("killed")
        if hurt.killed
        else Text("wounded")
        if hurt.ratings
        else Text("Finished")
        if hurt.finished
        else Text("unhurt")
    )


def _lowered(leader: Leader, hurt: Hurt) -> int:
    """By how much each of his ratings is lower with this wound and those before it; 0 without a wound."""
    before = (leader.lowered or 1) if leader.wounded else 0
    return hurt.ratings + before if hurt.ratings else 0


def _fatal(g: Battle, leader: Leader, hurt: Hurt) -> Hurt:
    """S 4.63 What it does to him, who dies of wounds that leave him no Initiative, in games that have that."""
    dies = g.game.command.wounds_kill and 0 < leader.initiative_printed <= _lowered(leader, hurt)
    return Hurt(killed=True) if dies else hurt


def suffer(g: Battle, leader: Leader, hurt: Hurt, rule: str) -> None:
    """9.36 (A 8.45) What being hit does to him; what wounds take from his ratings adds up (S 4.63)."""
    hurt = _fatal(g, leader, hurt)
    total = _lowered(leader, hurt)
    if hurt.killed:
        lose(g, leader, Text("killed"), rule)
    elif total == 1:
        g.emit(LeaderWounded(leader=leader.id, rule=rule))
    elif total:
        g.emit(LeaderCrippled(leader=leader.id, ratings=total, rule=rule))
    elif hurt.finished and leader.status != "finished":
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason=Text("is shaken: Finished."), rule=rule))


# -- 4.63 ------------------------------------------------------------------------------------------------------------


def replaceable(g: Battle, side: str, *, by: Leader | None = None) -> list[tuple[Leader, Leader]]:
    """4.63 (newcomer, lost leader) pairs: a subordinate is replaced from the pool, a Contingent Commander returns.

    ``by``: just those whom this OC replaces, his own subordinates.
    """
    found: list[tuple[Leader, Leader]] = []
    if not g.game.command.replacements:
        return found  # A 4.64
    pool = [g.state.leaders[x] for x in g.state.sides[side].pool]
    for old in g.state.leaders.values():
        if old.side != side or not old.eliminated or old.departed or old.replaced:
            continue
        if by is not None and g.superior(old) is not by:
            continue
        if old.returns:
            found.append((old, old))
        elif old.role == "SC":
            found += [(new, old) for new in pool]
    return found


def replacement_hexes(g: Battle, new: Leader, old: Leader) -> list[Hex]:
    """4.63 Hexes with a unit the newcomer may command, in the place of the lost one."""
    if new.id in g.state.sides[new.side].pool:
        new = new.model_copy(update=old.place)
    return list(dict.fromkeys(u.at for u in g.units(old.side) if command.commandable(new, u)))


def can_replace(g: Battle, oc: Leader, new: Leader, to: Hex, replaces: str | None = None) -> None:
    """Refuse a replacement 4.63 doesn't allow."""
    if oc.role != "OC":
        refuse("Only the Overall Commander replaces leaders.", rule=g.case(Case.REPLACEMENT_LEADERS))
    if (no := special.why_not(g, Special.bars_orders, new)) is not None:
        raise no
    pairs = [(a, b) for a, b in replaceable(g, oc.side, by=oc) if a is new and replaces in (None, b.id)]
    if not pairs:
        refuse("{leader} can't take anybody's place now.", rule=g.case(Case.REPLACEMENT_LEADERS), leader=new.name)
    if to not in replacement_hexes(g, *pairs[0]):
        refuse(
            "{leader} must arrive with a unit he may command; {hex} holds none.",
            rule=g.case(Case.REPLACEMENT_LEADERS),
            leader=new.name,
            hex=show(to),
        )


async def replace(g: Battle, oc: Leader, new: Leader, to: Hex, replaces: str) -> None:
    """4.63 Replacement leaders: the newcomer takes over, Finished for this turn and unable to enable Shock."""
    g.emit(LeaderReplaced(leader=new.id, to=to, replaces=replaces, rule=g.case(Case.REPLACEMENT_LEADERS)))


def _no_post(g: Battle, new: Leader, wanted: Wanted) -> Refusal | None:
    """4.63 Why a new leader isn't placed in a hex that is named."""
    if not wanted.hexes:
        return None
    h = wanted.hexes[-1]
    host = g.friend_in(h, new.side) if h in g.map else None
    if host is None:
        return Refusal("No unit of his side stands at {hex}.", rule=g.case(Case.REPLACEMENT_LEADERS), hex=show(h))
    return Refusal(
        "{leader} can't command {unit}.", rule=g.case(Case.REPLACEMENT_LEADERS), leader=new.name, unit=host.id
    )


async def succession(g: Battle) -> None:
    """Leaders who take a lost one's place at once, with a unit they may command; Finished for this turn, as by 4.63."""
    await special.run(g, Special.succession)
    for new in g.state.leaders.values():
        if new.succeeds is None or new.hex is not None or new.eliminated:
            continue
        old = g.state.leaders[new.succeeds]
        if not old.eliminated or old.replaced:
            continue
        hexes = replacement_hexes(g, new, old)
        if not hexes:
            continue
        foes = [e.at for e in g.units(g.state.enemy(new.side))]
        safest = max(hexes, key=lambda h: min((distance(h, e) for e in foes), default=0))
        answer = await g.ask(
            Choose(
                kind="succession",
                side=new.side,
                rule=g.case(Case.REPLACEMENT_LEADERS),
                prompt=Text("{new} takes the place of {old}. With which unit?", new=new.name, old=old.name),
                subject=new.id,
                focus=tuple(hexes),
                choices=tuple(
                    Choice(
                        show(h),
                        Text("{hex} with {unit}", hex=show(h), unit=u.id if (u := g.unit_at(h)) is not None else ""),
                        unit=new.id,
                        hex=h,
                    )
                    for h in hexes
                ),
                default_key=show(safest),
                why=lambda wanted, new=new: _no_post(g, new, wanted),
            )
        )
        g.emit(
            LeaderReplaced(leader=new.id, to=int(answer.key), replaces=old.id, rule=g.case(Case.REPLACEMENT_LEADERS))
        )
