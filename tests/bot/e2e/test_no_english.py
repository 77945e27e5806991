"""Nothing that players meet is left in English: a language in which every sentence is unreadable shows what is no sentence
of any catalogue."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from bot.cli.translating import prose, templates
from bot.language import catalogue
from bot.language.catalogue import TextCatalogue
from bot.language.grammar import Inflection
from tests.bot.e2e.kit import Table, components, controls, first_answer, press, said, shown, text_of, use

LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[A-Za-z][a-z]{2,}")


def unreadable(template: str) -> str:
    """The template with all letters gone, and its values where they were."""
    found = ""
    for literal, name, spec, conversion in string.Formatter().parse(template):
        found += LETTER.sub("~", literal).replace("{", "{{").replace("}", "}}")
        if name is not None:
            forms = LETTER.sub("~", spec or "")
            found += "{" + name + (f"!{conversion}" if conversion else "") + (f":{forms}" if forms else "") + "}"
    return found


@pytest.fixture
def no_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    said = {t: unreadable(t) for t in [*templates.templates(), *prose.texts()]}
    given = tomllib.loads((catalogue.folder() / "it.toml").read_text(encoding="utf-8"))
    for forms in given["nouns"].values():
        forms |= {case: "~" for case in forms if case != "gender"}
    made = TextCatalogue("it", said, Inflection(given))
    load = catalogue._load
    monkeypatch.setattr(catalogue, "_load", lambda code: made if code == "it" else load(code))
    yield


LEAKS: dict[str, str] = {}

def look(where: str, result: Any) -> None:
    texts = []
    for m in ([result.response, *result.followups] if hasattr(result, "followups") else [result]):
        if m is None: continue
        texts.append(text_of(m))
        for e in getattr(getattr(m, "message", m), "embeds", ()):
            texts += [e.title or "", e.description or "", *[x for f in e.fields for x in (f.name, f.value)], (e.footer.text if e.footer else "") or ""]
        for c in controls(m):
            texts += [c.label, *[label for _, label in c.options]]
        for c in components(m):
            for o in getattr(c, "options", ()): texts.append(o.description or "")
        for a in getattr(getattr(m, "message", m), "attachments", ()): texts.append(getattr(a, "description", "") or "")
    if getattr(result, "modal", None): texts.append(str(result.modal))
    for t in texts:
        for line in t.splitlines():
            bare = re.sub(r"`[^`]*`|</[^>]*>|<[^>]*>|https?:\S+|/[a-z-]+( [a-z-]+)*", "", line)
            for w in WORD.findall(bare):
                LEAKS.setdefault(w, f"{where}: {line[:150]}")


async def test_x(sim: Table, no_language: None) -> None:
    for p in (sim.ada, sim.ben):
        await p.slash(sim.channel, "preferences language", language="it")
    sim.show("settings", "referee")
    await sim.service.guilds.set_language(sim.guild.id, "it")
    import os
    scen = os.environ.get("SCEN", "cataphract/tricameron")
    look("create", await sim.ada.slash(sim.channel, "battle create", scenario=scen))
    look("briefing", await sim.ada.slash(sim.channel, "battle briefing"))
    battle = await sim.service.battles.in_channel(sim.channel.id)
    a, b = battle.sides[0][0], battle.sides[1][0]
    look("join", await sim.ada.slash(sim.channel, "battle join", side=a))
    look("join", await sim.ben.slash(sim.channel, "battle join", side=b))
    look("start", await sim.ada.slash(sim.channel, "battle start"))
    for n in range(14):
        for who in (sim.ada, sim.ben):
            for cmd in ("what",):
                if n in (0, 6): look(cmd, await who.slash(sim.channel, cmd))
        asking = sim.asking
        c = next((c for c in controls(asking) if c.verb in ("answer", "select", "orders")), None)
        if c is None: break
        try:
            r = None
            for who in (sim.ada, sim.ben):
                r = await use(who, asking, c); look("use " + c.verb, r)
            if c.verb == "orders":
                for who in (sim.ada, sim.ben):
                    r = await use(who, asking, c); look("panel", r)
                    m = (r.followups or [r.response])[-1]
                    for c2 in controls(m)[:12]:
                        if c2.verb in ("default",): continue
                        try: look("panel " + c2.verb, await use(who, m, c2))
                        except Exception as e: print("X", c2.verb, repr(e)[:100])
                battle = await sim.service.battles.in_channel(sim.channel.id)
                for o in await sim.service.play.open_questions(battle.id):
                    await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
                await sim.bot.messages.publisher.publish(battle.id)
        except Exception as e:
            print("X", repr(e)[:150])
    game = await sim.service.play.game(battle.id)
    ids = [x for x in getattr(game.state, "units", {})]
    own = [i for i in ids if getattr(game.state.units[i], "side", "") == a][:2]; foe = [i for i in ids if i not in own and getattr(game.state.units[i], "side", "") == b][:2]
    lead = list(getattr(game.state, "leaders", {}))[:1]
    tries = [("battle status", {}), ("battle list", {}), ("map", {}), ("help", {}), ("mine", {}), ("rule", {"case": "shock"}), ("chart", {}), ("preferences show", {}), ("standing show", {}), ("dice audit", {}), ("log", {}), ("describe", {}), ("record report", {}), ("record remarks", {}), ("battle replay", {}), ("settings show", {}), ("battle setup", {}), ("unit", {}), ("undo", {}), ("order", {"text": "move xyz"}), ("suggest", {}), ("battle advice", {}), ("stats rating", {}), ("event list", {})]
    for u in own + foe + lead: tries += [("unit", {"name": u}), ("what", {"unit": u})]
    for u in own:
        tries += [("what", {"order": f"{u} > 0101"}), ("what", {"order": f"{u} fire {foe[0] if foe else 'x'}"}), ("what", {"attackers": u, "defenders": foe[0] if foe else "x"}), ("map", {"show": "reach", "at": u}), ("order", {"text": f"{u} > 0101"})]
    tries += [("what", {"place": "0505"}), ("what", {"place": "1010"})]
    for cmd, kw in tries:
        for who in ((sim.ada, sim.ben) if cmd in ("what", "unit", "order") else (sim.ada,)):
            try: look(f"{cmd} {kw}", await who.slash(sim.channel, cmd, **kw))
            except Exception as e: print("X", cmd, repr(e)[:120])
    for m in sim.channel.history(): look("channel", m)
    for w, l in LEAKS.items(): print(f"{w:15} | {l}")
    assert 0
