// Beside the map: how the battle stands, what has happened, and the piece that was clicked.

import { rolled } from "./rolls.js";
import { tr } from "./sentences.js";
import { $, button, line, make, parts, small } from "./words.js";

export function standing(battle) {
  const rows = battle.sides.map((s) =>
    make("tr", {},
      make("td", {}, make("b", {}, s.name), make("div", { class: "small" }, s.players.filter(Boolean).join(", "))),
      make("td", {}, s.counts ? `${s.points}${s.limit === null ? "" : ` / ${s.limit}`} ${s.counts}` : "")));
  const waiting = battle.waiting.map((w) =>
    small(make("b", {}, w.side), w.who ? ` (${w.who})` : "", w.prompt ? `: ${w.prompt}` : ""));
  $("standing").replaceChildren(make("table", {}, make("tbody", {}, ...rows)), ...waiting);
}

export function story(battle) {
  const told = [...battle.story].reverse().flatMap((s) => [
    make("h3", {}, ...parts(s.title)),
    make("ul", {}, ...s.lines.map((x) => rolled(line(x), battle)), ...s.notes.map((x) => line(`-# ${x}`))),
  ]);
  $("story").replaceChildren(make("h2", {}, tr("What has happened")), ...told);
}

/** Cards of pieces that stand in a place. */
export function pieces(found, battle, more) {
  const cards = found.map((p) =>
    make("article", {},
      make("h3", {}, p.id === p.name ? p.name : `${p.id} · ${p.name}`),
      small([battle.sides[p.side]?.name, ...p.states].filter(Boolean).join(" · ")),
      make("ul", {}, ...p.facts.map(([label, value]) => make("li", {}, `${label}: ${value}`))),
      ...(more ? [button(tr("What the rules say of it"), () => more(p.id))] : [])));
  $("piece").replaceChildren(...cards);
  $("piece").hidden = !cards.length;
}

/** What the referee says of a piece. */
export function findings(found) {
  const sections = found.sections.flatMap((s) => [
    make("h3", {}, s.heading),
    make("ul", {}, ...s.facts.map((f) => make("li", {}, f.text, f.rule ? make("small", {}, ` (${f.rule})`) : ""))),
  ]);
  $("piece").replaceChildren(make("h2", { tabindex: -1 }, found.title), ...sections);
  $("piece").hidden = false;
}
