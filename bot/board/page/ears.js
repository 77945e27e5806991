// What is said to those who listen, and where the focus goes when what had it is gone.

import { $, make } from "./words.js";

const WHILE = 120; // milliseconds in which sentences are said together

const KEPT = 5; // what was said last, and is still there

let waiting = [];

/** Have something said, once whatever is being read has been. */
export function say(...sentences) {
  const said = sentences.filter(Boolean);
  if (!said.length) return;
  if (!waiting.length) {
    setTimeout(() => {
      // What was said before is left for a while: it may be being read.
      $("said").append(make("p", {}, waiting.join(" ")));
      while ($("said").children.length > KEPT) $("said").firstChild.remove();
      waiting = [];
    }, WHILE);
  }
  waiting.push(...said.map((x) => (/[.!?:…]$/.test(x) ? x : `${x}.`)));
}

/** Draw something anew; where the focus was lost by it, it goes to the first of ``places`` that can have it. */
export function keeping(draw, ...places) {
  const before = document.activeElement;
  draw();
  if (before === document.body || before?.isConnected) return;
  const next = places.map((find) => find(before)).find(Boolean);
  (next ?? $("prompt")).focus({ preventScroll: true });
}
