"""7.2 One activation of a fleet: sea area by sea area, with or without an army, into port or On Patrol."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Choice, Choose, Command, Risk
from engine.kernel.text import Text, refuse
from engine.systems.justinian import recruits
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import naval_battle, naval_retreat, port_retreat
from engine.systems.justinian.combat.forces import Force, force_of
from engine.systems.justinian.combat.squadron import Squadron, active_fleet, capacity, standing_fleet
from engine.systems.justinian.events import FleetEntered, FleetSailed, FleetStopped, Told
from engine.systems.justinian.interception import naval
from engine.systems.justinian.movement import fleet_menus, landing, limits, sea_routes, steps, straying
from engine.systems.justinian.scenario import VANDALS


async def sail(g: Campaign, power: str, place: Place) -> None:
    """Fleet SP of a power in one place move and fight. Their activation has begun."""
    order = await g.ask(question(g, power, place))
    if isinstance(order, steps.Sail):
        await Voyage(g, power, place, order).sail()


def question(g: Campaign, power: str, place: Place) -> Command:
    """Where the fleet goes, with how many SP, and which army."""
    prompt = Text(
        "The {whose} fleet at {place}: where does it go?", whose=g.state.adjectives[power], place=g.land.name(place)
    )
    return Command(
        kind="sail",
        side=g.side_of(power),
        rule="7.21",
        prompt=prompt,
        focus=(place,),
        menu=fleet_menus.voyages(g, power, place, prompt),
        accept=lambda answer: check(g, power, place, answer),
        default_answer=steps.March(end=True),
        price=lambda answer: _price(g, answer),
    )


def _price(g: Campaign, answer: Answer) -> Risk | None:
    """7.14 An army that a voyage would land where it may not end its activation."""
    if not isinstance(answer, steps.Sail) or answer.carry is None or answer.port is None:
        return None
    return straying.landing(g, force_of(g, g.state.armies[answer.carry]).armies, answer.port)


def check(g: Campaign, power: str, place: Place, answer: Answer) -> None:
    """Refuse a voyage the rules don't allow."""
    if isinstance(answer, steps.March) and answer.end and not answer.steps:
        return
    if not isinstance(answer, steps.Sail):
        refuse("A fleet is under way: which sea areas does it enter, and where does it end?", rule="7.21")
    pool = g.fleet(power, place)
    if pool is None or answer.sp > pool.sp:
        refuse("{n} Fleet SP are there.", rule="7.21", n=pool.sp if pool is not None else 0)
    if not answer.seas and g.land.is_province(place):
        way = sea_routes.ports(g, place, g.side_of(power)).get(answer.port) if answer.port is not None else None
        if way is not None and answer.port is not None:
            path = " > ".join(g.land.map.code(x) for x in (*way, answer.port))
            refuse("Out of a port a fleet goes into a sea area first: > {path}.", rule="7.21", path=path)
        refuse("Out of a port a fleet goes into a sea area first.", rule="7.21")
    why = sea_routes.check(g, place, answer.seas)
    if why is not None:
        raise why
    sea = sea_routes.last_sea(place, answer.seas)
    if answer.port is not None and answer.port not in g.land.coast_of(sea):
        name = g.land.name(answer.port) if answer.port in g.land.map else str(answer.port)
        refuse("{port} has no coast on the {sea}.", rule="7.22", port=name, sea=g.land.after_the(sea))
    if answer.carry is not None:
        _check_carry(g, power, place, answer)
    elif answer.port is None and not answer.seas:
        refuse("The fleet is On Patrol there already.", rule="7.22")


def _check_carry(g: Campaign, power: str, place: Place, order: steps.Sail) -> None:
    """7.24 Naval transport."""
    assert order.carry is not None
    army = g.state.armies.get(order.carry)
    if army is None or army.at != place:
        refuse("{army} isn't where the fleet is.", rule="7.24", army=g.state.names.get(order.carry, order.carry[:40]))
    why = landing.not_aboard(g, power, place, force_of(g, army))
    if why is not None:
        raise why
    force = force_of(g, army)
    if landing.aboard(g, force) > capacity(g, order.sp):
        refuse(
            "{army} has {sp} SP: {n} Fleet SP carry {most}.",
            rule="7.24",
            army=force.name,
            sp=force.sp,
            n=order.sp,
            most=capacity(g, order.sp),
        )
    if order.port is None:
        refuse("A fleet with an army aboard ends In Port.", rule="7.24")
    if order.port == place:
        refuse("It is in {place} already.", rule="7.24", place=g.land.name(place))


class Voyage:
    """The active fleet on its way."""

    def __init__(self, g: Campaign, power: str, start: Place, order: steps.Sail) -> None:
        self.g = g
        self.power = power
        self.start = start
        self.order = order
        self.force: Force | None = None
        if order.carry is not None:
            self.force = force_of(g, g.state.armies[order.carry])
        self.fleet = Squadron(g, power, None, 0, self.force)
        self.at = start
        self.ahead = naval.Ahead()
        """What it has yet to do, and who has said whether to intercept it there."""

    async def sail(self) -> None:
        """7.21 Fleet movement."""
        g, order = self.g, self.order
        if self.force is not None and self.force.power == VANDALS:
            await recruits.desertion(g)
            if self.power in g.state.out:
                return  # 8.28 those were the last Vandals
            if not self.force.army.on_map:
                self.force = None
            elif self.force.sp > capacity(g, order.sp):
                text = "{army} stays ashore: it has {sp} SP still, and {n} Fleet SP carry {most}."
                force, most = self.force, capacity(g, order.sp)
                g.emit(Told(story=Text(text, army=force.name, sp=force.sp, n=order.sp, most=most), rule="7.24"))
                self.force = None
        carried = self.force.lead if self.force is not None else None
        aboard = [a.id for a in self.force.armies] if self.force is not None else []
        g.emit(FleetSailed(power=self.power, start=self.start, sp=order.sp, carried=carried, rule="7.21"))
        self.fleet = active_fleet(g, self.force)
        for n, sea in enumerate(order.seas):
            before, self.at = self.at, sea
            self.ahead.way = order.seas[n + 1 :]
            g.emit(FleetEntered(power=self.power, start=before, to=sea, rule="7.21"))
            back = before if g.land.is_sea(before) else None  # 7.36 not for a fleet that has just left port
            if not await self.met(sea, back):
                break
        else:
            await self.end(self.at, order.port)
        limits.enforce(g, aboard)

    async def met(self, sea: Place, back: Place | None) -> bool:
        """7.23 Entering patrolled areas. True while the fleet goes on as ordered."""
        match await naval.intercepted(self.g, self.fleet, sea, back=back, ahead=self.ahead):
            case "free":
                return True
            case "beaten":
                await naval_retreat.from_sea(self.g, self.fleet, sea)
            case "stopped":
                await self.end(sea, self.order.port, ask=True)  # 8.35
            case "back":
                assert back is not None
                await self.turn_back(sea, back)
        return False

    async def turn_back(self, sea: Place, back: Place) -> None:
        """7.36 Into the sea area it came from, where it may be intercepted again; that ends its move."""
        g = self.g
        g.emit(FleetEntered(power=self.power, start=sea, to=back, how="turn-back", rule="7.36"))
        self.at = back
        if await naval.intercepted(g, self.fleet, back) == "beaten":
            await naval_retreat.from_sea(g, self.fleet, back)
        else:
            await self.end(back, self.order.port, ask=True)

    async def end(self, sea: Place, port: Place | None, *, ask: bool = False) -> None:
        """7.22 In Port or On Patrol; where it isn't as ordered, its player says."""
        g = self.g
        if ask and (port is None or port not in g.land.coast_of(sea)):
            port = await self.where_else(sea)
        if port is None:
            g.emit(FleetStopped(power=self.power, at=sea, rule="7.22"))
            return
        for enemy in [standing_fleet(g, x.power, port) for x in g.fleets(port, other(self.fleet.side))]:
            # 7.25, 8.31 The port is fought for first.
            result = await naval_battle.fight(g, self.fleet, enemy, port)
            if result != "attacker" or not self.fleet.sp:
                if self.fleet.sp:
                    await naval.intercepted(g, self.fleet, sea)  # 8.33 it is driven back into the sea area
                await naval_retreat.from_sea(g, self.fleet, sea)
                return
            await port_retreat.from_port(g, enemy, port)
        g.emit(FleetStopped(power=self.power, at=port, rule="7.22"))
        force = self.fleet.force  # which a battle at sea may have left under another counter
        if force is not None and force.army.on_map:
            await landing.land(g, force, port)

    async def where_else(self, sea: Place) -> Place | None:
        """A port of the sea area it had to stop in, or a patrol there unless an army is aboard."""
        g, side = self.g, self.fleet.side
        ports = list(g.land.coast_of(sea))
        code = g.land.map.code
        safe = [p for p in ports if not g.fleets(p, other(side))]
        best = next((p for p in safe if g.control(p) == side), (safe or ports)[0])
        choices = [
            Choice(code(p), Text("In Port: {place}", place=g.land.name(p)), hex=p, lean=3.0 if p == best else 1.0)
            for p in ports
        ]
        if self.force is None:
            choices.append(Choice("patrol", Text("On Patrol: {sea}", sea=g.land.name(sea)), hex=sea, lean=1.0))
        answer = await g.ask(
            Choose(
                kind="end-voyage",
                side=side,
                rule="7.22",
                prompt=Text("The fleet stops in the {sea}: where does it end?", sea=g.land.after_the(sea)),
                focus=(sea,),
                choices=tuple(choices),
                default_key=code(best) if self.force is not None else "patrol",
            )
        )
        return None if answer.key == "patrol" else next(p for p in ports if code(p) == answer.key)
