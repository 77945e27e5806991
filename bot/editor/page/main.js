// The page: buttons, the pointer on the field, and what is said.

import * as arriving from "./arrivals.js";
import { colour, draw, lineColour } from "./draw.js";
import { at, middle } from "./hexes.js";
import * as server from "./server.js";
import { State } from "./state.js";
import { made } from "./ratings.js";
import { TOOLS, called, lit, types } from "./tools.js";

const $ = (id) => document.getElementById(id);
const state = new State();
const chosen = { tool: "terrain", type: null };
const canvas = $("map");
let down = false, busy = false;

function show() {
  draw(canvas, state.battle, TOOLS.pieces.does.held, lit(chosen.tool, chosen.type, state.battle));
  $("title").textContent = `${state.battle.title} · ${state.battle.file}${state.dirty ? " (not saved)" : ""}`;
  $("undo").disabled = !state.before.length;
  $("redo").disabled = !state.after.length;
}

function say(lines, problem = false) {
  $("messages").replaceChildren(...lines.map((text) => {
    const p = document.createElement("p");
    p.textContent = text;
    p.className = problem ? "problem" : "";
    return p;
  }));
}

function told(battle, first) {
  if (battle.problems.length) say([`${first} There is something wrong with it:`, ...battle.problems], true);
  else say([first, ...battle.advice.map((a) => `Advice, ${a}`)]);
}

function button(text, pressed, press, swatch) {
  const b = document.createElement("button");
  b.type = "button";
  b.setAttribute("aria-pressed", pressed);
  if (swatch) {
    const s = document.createElement("span");
    s.className = "swatch";
    s.style.background = swatch;
    b.append(s);
  }
  b.append(text);
  b.addEventListener("click", press);
  return b;
}

function choose(tool, type) {
  const all = types(tool, state.battle);
  chosen.tool = tool;
  chosen.type = type === undefined ? (tool === "levels" ? 1 : (all[tool === "terrain" ? 1 : 0] ?? null)) : type;
  $("tools").replaceChildren($("tools").firstElementChild,
    ...Object.entries(TOOLS).map(([name, t]) => button(t.label, name === tool, () => choose(name))));
  const swatch = (x) => (tool === "terrain" ? colour(x) : x !== null && (tool === "hexsides" || tool === "roads") ? lineColour(x) : null);
  $("type-list").replaceChildren(...all.map((x) =>
    button(called(tool, x, state.battle), x === chosen.type, () => choose(tool, x), swatch(x))));
  const more = (MORE[tool] ?? []).filter(([, , needs]) => !needs || chosen.type !== null);
  $("type-list").append(...more.map(([text, press]) => button(text, false, press)));
  $("types").hidden = !all.length && !more.length;
  $("hint").textContent = TOOLS[tool].hint;
  show();
}

/** A change that is made beside the field; afterwards its tool has this type. */
function change(make, type) {
  state.remember();
  make();
  state.changed();
  choose(chosen.tool, type);
}

const anotherArea = async (before) => {
  const name = await naming(before, "Name of the area");
  if (!name || name === before) return null;
  if (!/[^0-9-]/.test(name)) say(["An area needs a name with letters in it."], true);
  else if (state.battle.areas.some((a) => a.name === name)) say([`There is an area called ${name} already.`], true);
  else return name;
  return null;
};

async function newArea() {
  const name = await anotherArea("");
  if (name) change(() => state.battle.areas.push({ name, was: null, hexes: [] }), state.battle.areas.length);
}

async function renameArea() {
  const area = state.battle.areas[chosen.type], name = await anotherArea(area.name);
  if (name) change(() => {
    arriving.renamed(state.battle, area.name, name);
    area.name = name;
  }, chosen.type);
}

function dropArea() {
  change(() => state.battle.areas.splice(chosen.type, 1));
}

async function arrival(before) {
  if (!state.battle.areas.length) return say(["Somebody who comes on later does so in an area: make one first."], true);
  const after = await arriving.asked(state.battle, before);
  if (!after) return;
  if (!after.units.length) return say(["Nobody was chosen to come: nothing was changed."], true);
  if (state.battle.arrivals.some((a) => a !== before && a.name && a.name === after.name)) {
    return say([`There is an arrival called ${after.name} already: nothing was changed.`], true);
  }
  change(() => arriving.put(state.battle, before, after), before ? chosen.type : state.battle.arrivals.length);
}

/** What else a tool can do with the type chosen: its button, what that does, and whether it needs one. */
const MORE = {
  units: [["New kind…", newKind, true]],
  areas: [["New area…", newArea], ["Call it otherwise…", renameArea, true], ["Take the area away", dropArea, true]],
  arrivals: [
    ["New arrival…", () => arrival(null)],
    ["Change it…", () => arrival(state.battle.arrivals[chosen.type]), true],
    ["Take it away", () => change(() => arriving.put(state.battle, state.battle.arrivals[chosen.type], null)), true],
  ],
};

async function newKind() {
  const kind = await made(state.battle, chosen.type);
  if (!kind) return;
  state.remember();
  state.battle.kinds.push(kind);
  state.changed();
  choose("units", state.battle.kinds.length - 1);
  show();
}

/** Kinds of units, areas and arrivals may be others than before. */
function refresh() {
  if (MORE[chosen.tool]) choose(chosen.tool, types(chosen.tool, state.battle).includes(chosen.type) ? chosen.type : undefined);
  show();
}

function point(event) {
  const box = canvas.getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  return { x, y, hex: at(x, y, state.battle.map.cols, state.battle.map.rows) };
}

function naming(before, what = "Name of the place") {
  return new Promise((resolve) => {
    const dialog = $("naming");
    $("named").textContent = what;
    $("nameless").textContent = what.endsWith("place") ? "No name" : "Leave it";
    $("place-name").value = before;
    dialog.returnValue = "";
    dialog.showModal();
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue;
      resolve(given === "ok" ? $("place-name").value.trim() : given === "none" ? "" : undefined);
    }, { once: true });
  });
}

canvas.addEventListener("pointerdown", async (event) => {
  if (busy || event.button !== 0) return;
  down = true;
  canvas.setPointerCapture(event.pointerId);
  state.remember();
  const done = await TOOLS[chosen.tool].does.begin(state.battle, point(event), chosen.type, naming);
  if (chosen.tool === "places") finish();
  else if (done) show();
});

canvas.addEventListener("pointermove", (event) => {
  if (!down) return;
  const all = event.getCoalescedEvents?.() ?? [event];
  const moved = (all.length ? all : [event]).map((e) => TOOLS[chosen.tool].does.move(state.battle, point(e), chosen.type));
  if (moved.includes(true)) show();
});

function finish() {
  if (!down) return;
  down = false;
  TOOLS[chosen.tool].does.end?.(state.battle);
  state.changed();
  show();
}
canvas.addEventListener("pointerup", () => chosen.tool !== "places" && finish());
canvas.addEventListener("pointercancel", () => chosen.tool !== "places" && finish());

/** Ask the server something, one thing at a time; what it says no to is told. */
async function asking(what) {
  if (busy) return;
  busy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await what();
  } catch (e) {
    say(e.problems ?? [String(e)], true);
  } finally {
    busy = false;
    document.body.removeAttribute("aria-busy");
    if (state.battle) refresh();
  }
}

const save = () => asking(async () => {
  state.load(await server.save(state.battle));
  told(state.battle, `${state.battle.file} is saved.`);
});

$("save").addEventListener("click", save);
$("preview").addEventListener("click", () => asking(async () => {
  const image = $("drawn");
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(await server.preview(state.battle));
  await image.decode();
  $("picture").showModal();
}));
$("play").addEventListener("click", () => asking(async () => {
  const battle = await server.play(state.battle);
  state.load(battle);
  told(battle, battle.said);
  if (battle.table) {
    const link = document.createElement("a");
    link.href = battle.table;
    link.target = "hexarch-table";
    link.textContent = "To the table";
    $("messages").append(link);
  }
}));
$("undo").addEventListener("click", () => state.undo() && refresh());
$("redo").addEventListener("click", () => state.redo() && refresh());
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (key === "s") save();
  else if (key === "z" && !event.shiftKey) state.undo() && refresh();
  else if (key === "y" || key === "z") state.redo() && refresh();
  else return;
  event.preventDefault();
});
addEventListener("beforeunload", (event) => state.dirty && event.preventDefault());

await asking(async () => {
  state.load(await server.open());
  choose("terrain");
  told(state.battle, `${state.battle.file} is open.`);
});

// For tests: where a hex is on the page.
window.editor = {
  state,
  where: (hex) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = middle(hex, state.battle.map.cols, state.battle.map.rows);
    return [box.left + x, box.top + y];
  },
};
