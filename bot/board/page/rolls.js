// Rolls that a line of the story tells, as links to where they are checked.

import { make } from "./words.js";

/** Make links of what ``words`` ("roll {n}") stands for in an element's last brackets: "(8.15, roll 7)". */
export function linked(element, words) {
  const [before, after] = words.split("{n}").map((x) => x.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<=[(, ])${before}(\\d{1,9})${after}(?=[,)])`, "g");
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const node of found) {
    const made = [];
    let from = 0;
    for (const m of node.data.matchAll(pattern)) {
      const href = `verify${location.search}#${m[1]}`;
      made.push(node.data.slice(from, m.index), make("a", { href, target: "hexarch-dice", title: "Check this roll" }, m[0]));
      from = m.index + m[0].length;
    }
    if (from) node.replaceWith(...made, node.data.slice(from));
  }
  return element;
}
