// Trying it: a battle played on from some moment, from a step, or from a position, on a server that keeps it in memory alone.

import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, fold, make, small } from "./words.js";

const LARGEST = 256 << 10; // bytes of a position
const SOON = 1000; // milliseconds after which it is looked again whether the computer has moved

let waiting = 0;

/** Begin one, and go there. ``given``: nothing, a step, or a position. */
async function begin(given, notice) {
  try {
    const query = new URLSearchParams(location.search);
    query.delete("step");
    query.set("try", (await server.tryIt(given)).try);
    location.search = query;
  } catch (e) {
    notice(e.message);
  }
}

async function brought(file, notice) {
  if (!file) return;
  if (file.size > LARGEST) notice(tr("That file is too large: a position has at most {most} KiB.", { most: LARGEST >> 10 }));
  else await begin({ position: await file.text() }, notice);
}

/** What leads into a sandbox, on the board of a battle. */
export function entrance(moments, notice) {
  $("try").replaceChildren(fold(tr("Try it"), [
    small(tr("Play on from the moment that is shown: both sides, or one against the computer. Nothing of it moves the battle.")),
    make("div", { class: "row" },
      make("button", { id: "try-here", onclick: () => begin(moments.where(), notice) }, tr("From here")),
      make("label", { class: "small" }, `${tr("or from a position:")} `,
        make("input", { type: "file", id: "try-file", accept: ".json", onchange: (e) => brought(e.target.files[0], notice) })))]));
}

/** Whether the page is a sandbox's; then its controls are shown. ``again`` looks at it anew. */
export function shown(battle, again, notice) {
  const { sandbox } = battle;
  if (!sandbox) return;
  $("moments").after($("try")); // that it is one stands above all else
  const act = (what) => async () => {
    try {
      await what();
      again();
    } catch (e) {
      notice(e.message);
    }
  };
  const press = (id, says, what) => make("button", { id, onclick: act(what) }, says);
  const plays = make("select", { id: "against", "aria-label": tr("Who plays"), onchange: act(() => server.against(plays.value)) },
    make("option", { value: "" }, tr("I play all sides")),
    ...battle.sides.map((s) => make("option", { value: s.id, selected: s.id === sandbox.computer }, tr("The computer plays: {side}", { side: s.name }))));
  plays.disabled = !sandbox.advised;
  const back = press("take-back", tr("Take back"), server.back);
  back.disabled = !sandbox.back;
  const query = new URLSearchParams(location.search);
  query.delete("try");
  $("try").replaceChildren(
    make("p", {}, make("b", {}, tr("You are trying it.")), " ",
      tr("Nothing here moves the battle; the dice are the sandbox's own, none of the battle's."),
      sandbox.thinking ? ` ${tr("The computer is thinking…")}` : ""),
    make("div", { class: "row" }, back, plays,
      press("save", tr("Save the position"), () => save(battle.title)),
      press("share", tr("Copy the link"), () => share(notice)),
      make("a", { href: `./?${query}` }, tr("To the battle"))));
  clearTimeout(waiting);
  if (sandbox.thinking) waiting = setTimeout(again, SOON);
}

async function save(title) {
  const data = new Blob([JSON.stringify(await server.position(), null, 1)], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(data), download: `${title}.position.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function share(notice) {
  const query = new URLSearchParams({ try: new URLSearchParams(location.search).get("try") });
  const address = `${location.origin}${location.pathname}?${query}`;
  const how = tr("It is good for who has this battle's board open, until half an hour after the last look.");
  try {
    await navigator.clipboard.writeText(address);
    notice(`${tr("The link is copied.")} ${how}`);
  } catch {
    notice(`${address} ${how}`);
  }
}
