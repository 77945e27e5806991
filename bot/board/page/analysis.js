// The analysis of a battle that is over: how it stood, what cost most, and luck apart from play.

import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, button, line, make, small } from "./words.js";

let of = ""; // the battle it is about

/** Offer it where a battle is over; ``look`` leads to a journal entry. */
export function analysis(battle, look) {
  const over = Boolean((battle.outcome || battle.record) && !battle.sandbox);
  $("analysis").hidden = !over;
  const now = over ? `${battle.id} ${battle.head}` : "";
  if (now === of) return;
  of = now;
  $("analysis").replaceChildren(button(tr("Analysis: what cost most, and what was luck"), () => ask(now, look)));
}

async function ask(asked, look) {
  const told = small(tr("Looking back…"));
  $("analysis").replaceChildren(told);
  try {
    let found;
    while (!(found = await server.analysis()).lines) {
      if (of !== asked) return;
      if (found.of) told.textContent = tr("Looking back: {n} of {of:activation|activations}…", found);
    }
    if (of === asked) shown(found, look);
  } catch (e) {
    if (of === asked) told.textContent = e.message;
  }
}

function shown({ lines, moments, alt }, look) {
  $("analysis").replaceChildren(
    make("h2", {}, tr("Analysis")),
    make("img", { src: server.curve(), alt }),
    ...lines.slice(1).map((x) => (x.startsWith("### ") ? make("h3", {}, x.slice(4)) : line(x, "p"))),
    make("div", { class: "row" }, ...moments.map((at, n) => button(tr("Look at {n}", { n: n + 1 }), () => look(at)))));
}
