// Who comes on later: the form of an arrival, and units that wait, or stand on the field again.

import { FACINGS, all } from "./hexes.js";

const $ = (id) => document.getElementById(id);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** What an arrival is called in lists. */
export function called(battle, arrival) {
  const side = battle.sides[arrival.side];
  const when = `${battle.turned ? "turn" : "after activation"} ${arrival.when}`;
  return arrival.name ? `${arrival.name} (${side}, ${when})` : `${side}, ${when}`;
}

/** The arrival a group of units waits for, by its number; undefined for none. */
const awaited = (battle, number) => battle.arrivals.find((a) => a.units.includes(number));

/** Whether a kind of units waits for an arrival, so that none of it is on the field. */
export const waits = (battle, kind) =>
  battle.groups.some((g, n) => g.side === kind.side && same(g.path, kind.path) && awaited(battle, n) !== undefined);

const units = (group) => group.numbers.map((n) => `${group.code}${n}`);

/** A group leaves the field: its units, and those that were added to it. */
function leave(battle, number) {
  const group = battle.groups[number], own = units(group);
  for (const a of battle.arrivals) a.units = a.units.filter((n) => n !== number);
  battle.pieces = battle.pieces.filter((p) => {
    if (p.kind !== "unit" || p.side !== group.side) return true;
    return p.of === undefined ? !own.includes(p.name) : !(battle.kinds[p.of].like === undefined && same(battle.kinds[p.of].path, group.path));
  });
}

/** A group waits no longer: its units stand in free hexes, of the area it came on in as far as that goes. */
function place(battle, number, { area, facing }) {
  const group = battle.groups[number];
  const taken = new Set([...battle.pieces.map((p) => p.hex), ...battle.map.void]);
  const first = battle.areas.find((a) => a.name === area)?.hexes ?? [];
  const free = [...first, ...all(battle.map.cols, battle.map.rows)].filter((h) => !taken.has(h));
  for (const [index, name] of units(group).entries()) {
    const hex = free.find((h) => !taken.has(h)) ?? first[0];
    taken.add(hex);
    battle.pieces.push({ path: group.path, index, kind: "unit", side: group.side, name, type: "", two: false, hex, facing: facing ?? group.facing });
  }
}

/** Put an arrival in the place of another, or take it away: who waits now leaves the field, who doesn't stands on it. */
export function put(battle, before, after) {
  const gone = (before?.units ?? []).filter((n) => !after?.units.includes(n));
  const come = (after?.units ?? []).filter((n) => !before?.units.includes(n));
  for (const n of come) leave(battle, n);
  if (before) battle.arrivals = battle.arrivals.flatMap((a) => (a !== before ? [a] : after ? [after] : []));
  else battle.arrivals.push(after);
  for (const n of gone) place(battle, n, before);
}

/** An area is called otherwise: so it is where somebody comes on in it. */
export function renamed(battle, before, after) {
  for (const a of battle.arrivals) if (a.area === before) a.area = after;
}

// -- the form ---------------------------------------------------------------------------------------------------------

function row(text, input) {
  const label = document.createElement("label");
  label.append(text, input);
  return label;
}

function list(name, options, value) {
  const select = document.createElement("select");
  select.name = name;
  for (const [key, text] of options) select.append(new Option(text, key, false, String(key) === String(value)));
  return select;
}

function number(name, value, least, most, required) {
  const input = document.createElement("input");
  Object.assign(input, { name, type: "number", min: least, max: most, required });
  if (value !== null && value !== undefined) input.value = value;
  return input;
}

function text(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { name, value, required: true, maxLength: 100 });
  return input;
}

/** The groups of a side, to be ticked; who waits for another arrival isn't offered. */
function ticks(battle, side, arrival) {
  const box = document.createElement("fieldset");
  box.append(Object.assign(document.createElement("legend"), { textContent: "Who comes" }));
  for (const [n, group] of battle.groups.entries()) {
    const other = awaited(battle, n);
    if (group.side !== side || !group.numbers.length || (other && other !== arrival)) continue;
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", name: "units", value: n });
    tick.checked = arrival?.units.includes(n) ?? false;
    box.append(row(`${group.code}: ${group.name}`, tick));
  }
  return box;
}

/** The arrival somebody writes down, new or changed; null where they leave it. */
export function asked(battle, arrival) {
  const dialog = $("arriving"), form = $("arrival");
  const now = arrival ?? { name: "reinforcements", side: 0, area: battle.areas[0].name, facing: "E", when: 2, arrives_on: null, units: [] };
  const sides = list("side", battle.sides.map((s, i) => [i, s]), now.side);
  const unknown = now.area && !battle.areas.some((a) => a.name === now.area) ? [[now.area, now.area]] : [];
  const kept = now.area ? [] : [["", "as in the file"]];
  const areas = list("area", [...kept, ...unknown, ...battle.areas.map((a) => [a.name, a.name])], now.area);
  let who = ticks(battle, now.side, arrival);
  sides.addEventListener("change", () => {
    const others = ticks(battle, Number(sides.value), arrival);
    who.replaceWith(others);
    who = others;
  });
  form.replaceChildren(
    ...(battle.turned ? [row("name", text("name", now.name))] : []),
    row("side", sides),
    row("area", areas),
    ...(battle.turned ? [row("facing", list("facing", FACINGS.map((f) => [f, f]), now.facing ?? "E"))] : []),
    row(battle.turned ? "turn" : "activations", number("when", now.when, 1, battle.turned ? 999 : 9999, true)),
    row("arrives on (a roll; empty: for certain)", number("arrives_on", now.arrives_on, 0, 9, false)),
    who,
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "ok") return resolve(null);
    const value = (name) => form.querySelector(`[name=${name}]`)?.value ?? "";
    resolve({
      was: arrival?.was ?? null,
      name: value("name").trim(),
      side: Number(value("side")),
      area: value("area"),
      facing: value("facing") || null,
      when: Number(value("when")),
      arrives_on: value("arrives_on") === "" ? null : Number(value("arrives_on")),
      units: [...form.querySelectorAll("[name=units]:checked")].map((t) => Number(t.value)),
    });
  }, { once: true }));
}
