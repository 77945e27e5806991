// What is asked of the server. A link's secret stands behind the # of the address, where no server logs it.

import { tr } from "./sentences.js";

export const seat = () => new URLSearchParams(location.search).get("seat") ?? "";

/** Whose eyes, which battle where several can be seen, and what is tried: as the address of the page says. */
function whose() {
  const query = new URLSearchParams(location.search);
  const more = ["battle", "try"].filter((name) => query.get(name)).map((name) => [name, query.get(name)]);
  return { seat: seat(), ...Object.fromEntries(more) };
}

export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? tr("The server says no ({status}).", { status }));
    this.status = status;
    this.told = told;
  }
}

function address(path, given = {}) {
  const query = new URLSearchParams({ ...whose(), ...given });
  return `api/${path}?${query}`;
}

async function ask(path, given, body) {
  const options = body
    ? { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }
    : {};
  let answer;
  try {
    answer = await fetch(address(path, given), { credentials: "same-origin", ...options });
  } catch {
    throw new Refused(0, { error: tr("The server can't be reached just now. What you have written stays here; try again.") });
  }
  let told = {};
  try {
    told = await answer.json();
  } catch {
    // It has said it in other words.
  }
  if (!answer.ok) throw new Refused(answer.status, told);
  return told;
}

/** Open the link of the address, where there is one; a link that is good once is taken out of it. */
export async function enter() {
  const token = location.hash.slice(1);
  if (!token) return;
  await ask("session", {}, { token });
  if (token.includes(".")) history.replaceState(null, "", location.pathname + location.search);
}

/** What the page says, in the language of who reads it. */
export const words = () => ask("words");
export const leave = () => ask("leave", {}, {});
export const battle = () => ask("battle");
export const places = () => ask("where");
export const menu = (token, path) => ask("menu", { token, path });
export const ideas = (token, unit) => ask("ideas", { token, unit });
export const groups = (token) => ask("groups", { token });
export const together = (token, units, to = "") => ask("together", { token, units: units.join(","), to });
export const describe = (what) => ask("describe", { what });
export const about = (piece) => ask("about", { piece });
export const form = (token, orders, given) => ask("form", {}, { token, orders, ...given });
export const preview = (token, orders) => ask("preview", {}, { token, orders });
export const suggest = (token) => ask("suggest", {}, { token });
export const send = (token, orders) => ask("send", {}, { token, orders });
export const sendForLonger = (token, longer) => ask("send", {}, { token, longer });
export const ground = (key, step) => address("ground", { key, ...step });
export const picture = (of, head, layers) => address("map", { of, head, layers });
export const offered = (brief) => ask("offered", {}, { brief });
export const speak = (language) => ask("language", {}, { language });
export const begin = (what) => ask("begin", {}, what);
export const act = (battle, what) => ask("act", {}, { battle, act: what });
export const tryIt = (given) => ask("try", {}, given);
export const back = () => ask("back", {}, {});
export const against = (side) => ask("against", {}, { side });
export const position = () => ask("position");
export const analysis = () => ask("analysis", {}, {});
export const curve = () => address("curve");
export const steps = (by) => ask("steps", { by });
export const step = (at, by) => ask("step", { at, by });
export const stepPicture = ({ at, key }, by, layers) => address("stepmap", { at, by, layers, key });

/** Call when the battle has gone on; the browser opens the stream again by itself where it breaks. */
export function listen(changed, lost) {
  const stream = new EventSource(address("events"));
  stream.onmessage = changed;
  stream.onopen = changed;
  stream.onerror = () => lost(stream.readyState === EventSource.CLOSED);
  return stream;
}
