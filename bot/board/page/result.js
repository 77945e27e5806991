// What came of the last orders, beside the question that follows: it stays in view until others are given.

import { tr } from "./sentences.js";
import { $, line, make, parts } from "./words.js";

const MOST = 14; // lines that are kept in view
const LAST = 4; // lines of what happened before the page was opened

let from = null; // what had been told when orders were given last
let told = [];

const key = (story) => story.title + (story.lines[0] ?? "");

/** Orders are given: what is told from now on has come of them. */
export function ordered() {
  const last = told.at(-1);
  from = last ? { key: key(last), lines: last.lines.length } : { key: "", lines: 0 };
}

export function result(battle, first) {
  told = battle.story;
  if (first) from = null;
  const at = from ? told.findLastIndex((s) => key(s) === from.key) : told.length - 1;
  const lines = told.slice(Math.max(at, 0)).flatMap((s, n) => {
    const new_ = n === 0 && at >= 0 ? s.lines.slice(from ? from.lines : -LAST) : s.lines;
    return new_.length && (n > 0 || at < 0) ? [make("li", { class: "head" }, ...parts(s.title)), ...new_.map((x) => line(x))]
      : new_.map((x) => line(x));
  }).slice(-MOST);
  if (!lines.length && from) return; // nothing has been told yet: what was there stays
  $("result").hidden = !lines.length;
  $("result").replaceChildren(make("h2", {}, tr("Just now")), make("ul", { tabindex: 0 }, ...lines));
  const list = $("result").lastChild;
  list.scrollTop = list.scrollHeight;
}
