// Rolls that a line of the story tells: links to where they are checked, or marked as a sandbox's.

import { tr } from "./sentences.js";
import { make } from "./words.js";

/** Put something else where ``words`` ("roll {n}") stand in an element's brackets: "(8.15, roll 7)". */
function instead(element, words, other) {
  const [before, after] = words.split("{n}").map((x) => x.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<=[(, ])${before}(\\d{1,9})${after}(?=[,)])`, "g");
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const node of found) {
    const made = [];
    let from = 0;
    for (const m of node.data.matchAll(pattern)) {
      made.push(node.data.slice(from, m.index), other(m[0], m[1]));
      from = m.index + m[0].length;
    }
    if (from) node.replaceWith(...made, node.data.slice(from));
  }
  return element;
}

/** A line of the story, each roll of which leads to its proof; those of a sandbox have none, and say so. */
export function rolled(element, battle) {
  if (battle.sandbox) return instead(element, battle.rolls, (words) => tr("the sandbox's own {roll}", { roll: words }));
  return instead(element, battle.rolls, (words, n) =>
    make("a", { href: `verify${location.search}#${n}`, target: "hexarch-dice", title: tr("Check this roll") }, words));
}
