"""Positions of the campaign where two rules meet, written from the book by a reader who doesn't know the program."""

from __future__ import annotations

from typing import Any

import pytest

from .kit import Ruling, rule


def campaign(changes: dict[str, Any], **said: Any) -> dict[str, Any]:
    """An empty map of Turn 4 but for what is said: Byzantium has 30 G and controls whatever nobody else does."""
    base: dict[str, Any] = {
        "scenario": "justinian/renovatio",
        "empty": True,
        "turn": 4,
        "phase": "byzantine",
        "gold": 30,
    }
    return {**base, **said, "changes": changes}


def army(at: str, sp: int, leader: str | None = None, **state: Any) -> dict[str, Any]:
    return {"at": at, "sp": sp, **({"leader": leader} if leader else {}), **state}


def piece(ruling: Ruling, name: str) -> dict[str, Any]:
    """How an army or a leader stands at the end."""
    found: dict[str, Any] = ruling.end["changes"].get(name, {})
    return found


def stand(ruling: Ruling, name: str) -> tuple[Any, Any, set[str]]:
    """Place, SP and markers of an army at the end."""
    it = piece(ruling, name)
    return it.get("at"), it.get("sp", 0), {m for m in ("defeated", "disorganized", "unpaid") if it.get(m)}


def questions(ruling: Ruling) -> list[str]:
    """What was asked after the first line, in order."""
    return [t["kind"] for t in ruling.told if t["type"] in ("next", "decision")]


def rolls(ruling: Ruling) -> list[str]:
    """Cases of what was rolled."""
    return [t["rule"] for t in ruling.told if t["type"] == "roll"]


def offered(ruling: Ruling) -> set[str]:
    """Keys of the open question; of a question about several, what is open to the first."""
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    first = asked["choices"][0]
    return set(first["choices"]) if "unit" in first else {c["key"] for c in asked["choices"]}


def asks(ruling: Ruling) -> str:
    """The words of the open question."""
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    return str(asked["text"])


# Land battles


@pytest.mark.rule("justinian 8.25", "justinian 8.27", "justinian 5.42", "justinian 8.17")
def test_an_unpaid_army_pillages_and_takes_the_treasury() -> None:
    """An unpaid, Disorganized army beats Totila, who guards his treasury in a City that was contested."""
    given = campaign(
        {
            "italy": army("flaminia", 25, "john-troglita", unpaid=True, disorganized=True),
            "totila": army("flaminia", 8),
        },
        treasuries={"ostrogoths": "flaminia"},
        control={"flaminia": "ostrogoths", "aemilia": "ostrogoths"},
        detached={"sicilia": {"ostrogoths": 6}},
    )
    it = rule(given, "activate italy\nx\ntotila stand\none", 4, 3, 3, 6, 6, 0)
    assert it.refused == []
    assert stand(it, "totila") == ("Aemilia", 2, {"defeated"})
    assert stand(it, "italy") == ("Flaminia", 19, {"disorganized"})
    assert it.end["gold"] == 38 and "ostrogoths" not in it.end.get("treasuries", {})
    assert "5 MP" in asks(it)


@pytest.mark.rule("justinian 7.32", "justinian 8.13", "justinian 7.12")
def test_an_interception_after_a_strait() -> None:
    """Narses crosses the strait to a City that Persians hold: they intercept with -2, he can't retreat before that."""
    given = campaign(
        {"praesental-1": army("europa", 15, "narses"), "chosroes": army("bithynia", 20)},
        fleets={"byzantine": {"europa": 1}},
    )
    it = rule(given, "activate praesental-1\n> bithynia\nchosroes intercept\npraesental-1 galatia-1", 4, 8, 4, 4, 3)
    assert it.refused == [] and "retreat-before-combat" not in questions(it)
    assert stand(it, "chosroes") == ("Bithynia", 17, set())
    assert stand(it, "praesental-1") == ("Galatia I", 10, {"defeated"})
    assert it.asked == ["barbarian-activation"]
    fails = rule(given, "activate praesental-1\n> bithynia\nchosroes intercept", 4, 9)
    assert stand(fails, "chosroes") == ("Bithynia", 20, {"disorganized"}) and "4 MP" in asks(fails)


@pytest.mark.rule("justinian 7.32", "justinian 8.13", "justinian 8.11", "justinian 8.23")
def test_who_failed_to_intercept_retreats() -> None:
    """Perozes fails to intercept and retreats, Disorganized, before combat: the attacker pays no MP and follows."""
    given = campaign({"orient": army("syria-1", 20, "sittas"), "perozes": army("syria-2", 15)})
    asked = rule(given, "activate orient\n> syria-2\nperozes intercept\nx", 4, 6)
    assert offered(asked) == {"stand", "euphratensis", "theodorias", "phoenice", "phoenice-libanensis"}
    it = rule(given, "activate orient\n> syria-2\nperozes intercept\nx\nperozes theodorias", 4, 6, 5)
    assert stand(it, "perozes") == ("Theodorias", 14, {"disorganized"}) and "5 MP" in asks(it)
    on = rule(given, "activate orient\n> syria-2\nperozes intercept\nx\nperozes theodorias\n> theodorias", 4, 6, 5)
    assert on.refused == [] and on.asked == ["march"] and "4 MP" in asks(on)


@pytest.mark.rule("justinian 8.13", "justinian 8.12", "justinian 4.32", "justinian 8.17")
def test_frontier_troops_are_left_to_fight() -> None:
    """Chosroes attacks everybody in a Fort: the army retreats, the Frontier SP must fight."""
    given = campaign(
        {"chosroes": army("osrhoene", 20), "orient": army("euphratensis", 10, "sittas")},
        frontier={"euphratensis": 3},
        phase="barbarian",
    )
    orders = "select-persia\nchosroes\n> euphratensis\norient no\nx\norient cilicia-2"
    it = rule(given, orders, 4, 5, 4, 3, 7)
    assert it.refused == []
    assert stand(it, "orient") == ("Cilicia II", 10, set())
    assert stand(it, "chosroes") == ("Euphratensis", 20, {"disorganized"})
    assert not it.end.get("frontier") and "4 MP" in asks(it)


@pytest.mark.rule("justinian 8.14", "justinian 7.33", "justinian 8.21", "justinian 8.23")
def test_a_retreat_is_intercepted_and_ends_in_a_draw() -> None:
    """Bessas retreats before Totila into Teias: their battle is a draw, the smaller Teias falls back to Totila."""
    given = campaign(
        {"totila": army("aemilia", 20), "teias": army("picenum", 10), "italy": army("flaminia", 12, "bessas")},
        phase="barbarian",
    )
    orders = "select-ostrogoths\ntotila\n> flaminia\nitaly no\nx\nitaly picenum\nteias intercept\nteias flaminia"
    it = rule(given, orders, 4, 3, 5, 5, 5, 5, 5)
    assert it.refused == []
    assert stand(it, "teias") == ("Flaminia", 7, set())
    assert stand(it, "italy") == ("Picenum", 8, {"disorganized"})
    assert it.asked == ["march"] and "5 MP" in asks(it)


@pytest.mark.rule("justinian 8.26", "justinian 6.22")
def test_the_last_persian_is_lost_and_his_number_rolled_again() -> None:
    """The last Persian waits on the turn track: nobody selects Persia, and 05 is rolled again without an event."""
    armies = {"orient": army("syria-2", 20, "belisarius"), "perozes": army("phoenice", 2)}
    given = campaign({**armies, "chosroes": {"where": "gone"}})
    orders = "activate orient\n> phoenice\nperozes no\nx\nperozes stand\nstop"
    it = rule(given, orders, 4, 2, 0, 3)
    assert it.refused == []
    assert piece(it, "perozes").get("where") == "track" and piece(it, "perozes")["arrives"] == 5
    assert "select-persia" not in offered(it)
    on = rule(given, orders + "\nrandom", 4, 2, 0, 3, 0, 5, 5, 5)
    assert on.asked == ["bribe"] and "Lombards" in asks(on)
    removed = rule(campaign(armies, remove=["chosroes"]))
    assert piece(removed, "chosroes").get("where") == "gone"


@pytest.mark.rule("justinian 8.28", "justinian 5.42", "justinian 7.18")
def test_the_last_vandals_are_beaten_beside_their_treasury() -> None:
    """The last Vandal SP are lost: leaders and fleets go, control markers stay, the treasury is taken."""
    given = campaign(
        {"africa": army("numidia", 20, "solomon"), "gelimer": army("numidia", 2)},
        fleets={"vandals": {"zeugitania": 2}},
        control={"numidia": "vandals", "zeugitania": "vandals"},
        treasuries={"vandals": "numidia"},
    )
    it = rule(given, "activate africa\nx\ngelimer stand\none\nclear", 4, 0, 0, 3, 7)
    assert it.refused == []
    assert "vandals" in it.end["out"] and not it.end.get("fleets") and not it.end.get("treasuries")
    assert piece(it, "gelimer").get("where") == "gone" and it.end["gold"] == 98
    assert it.end["control"] == {"Zeugitania": "vandals"} and "4 MP" in asks(it)


@pytest.mark.rule("justinian 8.21", "justinian 7.15", "justinian 4.32")
def test_a_draw_sends_the_smaller_attacker_back() -> None:
    """Perozes draws against Frontier SP who are more than he: he retreats and his activation ends, they stay."""
    given = campaign(
        {"perozes": army("euphratensis", 5)},
        frontier={"syria-2": 6},
        detached={"phoenice-libanensis": {"persia": 2}},
        phase="barbarian",
    )
    it = rule(given, "select-persia\nperozes\n> syria-2 x\nperozes phoenice-libanensis", 4, 6, 7, 6)
    assert it.refused == []
    assert stand(it, "perozes") == ("Phoenice Libanensis", 4, {"disorganized"})
    assert it.end["frontier"] == {"Syria II": 5} and it.asked == ["byzantine-activation"]


# Armies on the march


@pytest.mark.rule("justinian 6.52", "justinian 7.14")
def test_one_of_two_combined_armies_leaves_its_limits() -> None:
    """Two armies march combined to where only Orient may end: Armenia is lost, its commander back in the cup."""
    given = campaign({"armenia": army("armenia-3", 10, "belisarius"), "orient": army("armenia-3", 10, "sittas")})
    it = rule(given, "activate armenia\ncombine orient\n> cappadocia-1 > cappadocia-2\nstop\nyes", 4)
    assert piece(it, "armenia") == {"where": "aside"}
    assert piece(it, "belisarius").get("where", "cup") == "cup"
    assert stand(it, "orient") == ("Cappadocia II", 10, set()) and piece(it, "orient")["leader"] == "sittas"


@pytest.mark.rule("justinian 7.16", "justinian 5.24")
def test_an_unpaid_army_leaves_men_with_a_paid_garrison() -> None:
    """SP dropped by a Not Paid army make the whole Frontier group Not Paid; one SP has to stay with the army."""
    given = campaign({"orient": army("syria-2", 12, "sittas", unpaid=True)}, frontier={"syria-2": 3})
    it = rule(given, "activate orient\ndrop 4\ndrop 8", 4)
    assert it.refused == ["7.16"] and "5 MP" in asks(it)
    assert it.end["frontier"] == {"Syria II": {"sp": 7, "unpaid": True}}
    assert stand(it, "orient") == ("Syria II", 8, {"unpaid"})


@pytest.mark.rule("justinian 7.16", "justinian 3.41")
@pytest.mark.parametrize(("name", "at", "case"), [("armenia", "lazica", "3.41"), ("praesental-1", "bithynia", "7.16")])
def test_who_may_not_drop_and_where(name: str, at: str, case: str) -> None:
    """In Lazica nobody leaves Frontier SP, and a Praesental army nowhere."""
    it = rule(campaign({name: army(at, 15, "sittas")}), f"activate {name}\ndrop 3", 4)
    assert it.refused == [case] and stand(it, name)[1] == 15 and "6 MP" in asks(it)


@pytest.mark.rule("justinian 6.52", "justinian 4.31", "justinian 8.25", "justinian 5.24")
def test_a_praesental_army_receives_and_never_gives() -> None:
    """Thrace shares its SP with a battered, unpaid Praesental army, which stays so: these are no recruits."""
    given = campaign(
        {
            "thrace": army("europa", 30, "mundus"),
            "praesental-1": army("europa", 10, "bessas", defeated=True, unpaid=True),
        }
    )
    takes = rule(given, "activate thrace\ndeal thrace 31 praesental-1 9", 4)
    assert takes.refused == ["6.52"]
    too_many = rule(given, "activate thrace\ndeal thrace 4 praesental-1 36", 4)
    assert too_many.refused == ["4.31"]
    it = rule(given, "activate thrace\ndeal thrace 20 praesental-1 20", 4)
    assert it.refused == [] and "5 MP" in asks(it)
    assert stand(it, "thrace") == ("Europa", 20, set())
    assert stand(it, "praesental-1") == ("Europa", 20, {"defeated", "unpaid"})


@pytest.mark.rule("justinian 6.53", "justinian 6.34", "justinian 5.24", "justinian 6.51")
def test_an_unpaid_army_with_allies_is_disbanded() -> None:
    """Its own SP become an unpaid garrison, the Lombards with it go, its MagMil is in the cup, the 2 G are spent."""
    given = campaign(
        {"italy": army("picenum", 8, "bessas", allied={"lombards": 5}, unpaid=True)}, alliance={"lombards": "byzantine"}
    )
    it = rule(given, "activate italy\ndisband", 4)
    assert it.refused == [] and it.asked == ["barbarian-activation"]
    assert it.end["frontier"] == {"Picenum": {"sp": 8, "unpaid": True}}
    assert piece(it, "italy") == {"where": "aside"} and piece(it, "bessas").get("where", "cup") == "cup"
    assert it.end["gold"] == 28


@pytest.mark.rule("justinian 6.54", "justinian 3.4", "justinian 6.51")
def test_where_a_fort_may_stand() -> None:
    """No Fort beside another, in a City, or where Persians stand; one an activation."""
    given = campaign({"orient": army("theodorias", 10, "sittas")}, detached={"syria-2": {"persia": 1}})
    forts = ["euphratensis", "syria-1", "syria-2", "theodorias", "phoenice-libanensis"]
    it = rule(given, "activate orient\n" + "\n".join(f"fort {f}" for f in forts), 4)
    assert it.refused == ["6.54"] * 4
    assert it.end["forts"] == ["Theodorias"] and it.end["gold"] == 26


@pytest.mark.rule("justinian 6.54", "justinian 7.32", "justinian 7.33", "justinian 8.21")
def test_a_new_fort_helps_an_interception_that_ends_in_a_draw() -> None:
    """A Fort built a moment ago gives -1; the draw leaves both with as many, so nobody retreats and Perozes goes on."""
    given = campaign({"orient": army("syria-2", 10, "sittas"), "perozes": army("euphratensis", 10)})
    orders = "nothing & fort syria-2\nselect-persia\nperozes\n> syria-2\norient intercept"
    it = rule(given, orders, 4, 6, 5, 5, 0, 0)
    assert it.refused == []
    assert (stand(it, "orient"), stand(it, "perozes")) == (("Syria II", 7, set()), ("Syria II", 7, set()))
    assert it.asked == ["march"] and "5 MP" in asks(it)


@pytest.mark.rule("justinian 7.18", "justinian 6.54", "justinian 3.4")
def test_a_marker_is_cleared_and_a_fort_built() -> None:
    """Under an enemy control marker no Fort is built; when the army has cleared it, one is."""
    given = campaign({"italy": army("picenum", 10, "sittas")}, control={"picenum": "ostrogoths"})
    it = rule(given, "activate italy\nfort picenum\nclear\nfort picenum", 4)
    assert it.refused == ["6.54"] and "5 MP" in asks(it)
    assert it.end["forts"] == ["Picenum"] and not it.end.get("control") and it.end["gold"] == 26


@pytest.mark.rule("justinian 7.18", "justinian 5.42", "justinian 8.12", "justinian 8.21")
def test_the_treasury_is_taken_when_the_marker_is_cleared() -> None:
    """Detached Goths guard marker and treasury: beaten they leave it, and it is taken only as the marker goes."""
    given = campaign(
        {"italy": army("flaminia", 20, "narses"), "totila": army("campania", 5)},
        detached={"flaminia": {"ostrogoths": 4}},
        control={"flaminia": "ostrogoths"},
        treasuries={"ostrogoths": "flaminia"},
    )
    fought = rule(given, "activate italy\nclear\nx", 4, 0, 9, 2)
    assert fought.refused == ["7.18"] and not fought.end.get("detached")
    assert stand(fought, "italy") == ("Flaminia", 18, set()) and fought.asked == ["march"]
    assert fought.end["treasuries"] == {"ostrogoths": "Flaminia"}
    it = rule(given, "activate italy\nx\nclear\none", 4, 0, 9, 2, 3)
    assert it.refused == [] and it.end["gold"] == 58 and not it.end.get("treasuries") and "4 MP" in asks(it)


@pytest.mark.rule("justinian 7.18", "justinian 7.17")
@pytest.mark.parametrize("beside", ["given", "army", "revolt"])
def test_no_marker_beside_another_power(beside: str) -> None:
    """Totila places no marker with Frankish SP in his army or in the province, nor in a province In Revolt."""
    totila = army("picenum", 10, allied={"franks": 5} if beside == "given" else {})
    franks = {"franks": army("picenum", 5)} if beside == "army" else {}
    revolt = {"revolt": ["picenum"]} if beside == "revolt" else {}
    given = campaign({"totila": totila, **franks}, phase="barbarian", alliance={"franks": "barbarian"}, **revolt)
    it = rule(given, "select-ostrogoths\ntotila\nclaim", 4)
    assert it.refused == ["7.18"] and not it.end.get("control") and "6 MP" in asks(it)


@pytest.mark.rule("justinian 7.17", "justinian 8.24", "justinian 7.18")
def test_a_disorganized_army_rallies_before_it_detaches() -> None:
    """Disorganized, Totila detaches nobody; he rallies, detaches 3 and claims the province with what is left."""
    given = campaign({"totila": army("picenum", 10, disorganized=True)}, phase="barbarian")
    it = rule(given, "select-ostrogoths\ntotila\ndetach 3\nrally detach 3 claim", 4)
    assert it.refused == ["7.17"] and "2 MP" in asks(it)
    assert stand(it, "totila") == ("Picenum", 7, set()) and it.end["control"] == {"Picenum": "ostrogoths"}
    assert it.end["detached"] == {"Picenum": {"ostrogoths": 3}}


@pytest.mark.rule("justinian 7.17", "justinian 6.23", "justinian 6.26")
def test_a_persian_who_detaches_everybody_recruits_anew() -> None:
    """Perozes leaves all his SP and is in the box at once; selected again the same turn he raises an army there."""
    given = campaign({"perozes": army("syria-2", 10)}, phase="barbarian")
    left = rule(given, "select-persia\nperozes\ndetach 10", 4)
    assert left.refused == [] and left.asked == ["byzantine-activation"]
    assert stand(left, "perozes") == ("Box of the Persians", 0, set())
    it = rule(given, "select-persia\nperozes\ndetach 10\nnothing\nselect-persia\nperozes", 4, 1, 1, 1, 4)
    assert stand(it, "perozes") == ("Box of the Persians", 23, set())
    assert it.end["detached"] == {"Syria II": {"persia": 10}} and it.asked == ["march"]


@pytest.mark.rule("justinian 7.12", "justinian 8.22", "justinian 8.23")
@pytest.mark.parametrize(("die", "left"), [(3, "1 MP"), (0, None)])
def test_a_beaten_army_goes_home_over_the_strait(die: int, left: str | None) -> None:
    """Defeated, Disorganized, away from enemies and over a strait: 5 MP."""
    given = campaign(
        {
            "praesental-1": army("bithynia", 15, "belisarius", defeated=True, disorganized=True),
            "chosroes": army("bithynia", 10),
        }
    )
    it = rule(given, "activate praesental-1\n> europa", die)
    assert it.refused == ([] if left else ["7.12"])
    assert (left or "4 MP") in asks(it) and piece(it, "praesental-1")["at"] == ("Europa" if left else "Bithynia")


@pytest.mark.rule("justinian 8.22", "justinian 8.24", "justinian 8.23")
def test_a_beaten_army_recovers_and_attacks() -> None:
    """With both markers it neither attacks nor reduces Defeated; it rallies, reduces, and attacks Disorganized."""
    given = campaign(
        {"orient": army("syria-2", 20, "sittas", defeated=True, disorganized=True), "perozes": army("syria-2", 10)}
    )
    it = rule(given, "activate orient\nx\nreduce\nrally\nreduce\nx", 9)
    assert it.refused == ["8.22", "8.24"] and it.asked == ["retreat-before-combat"]
    assert stand(it, "orient") == ("Syria II", 20, {"disorganized"})
