// What is asked of the server. A link's secret stands behind the # of the address, where no server logs it.

/** Whose eyes, which battle where several can be seen, and what is tried: as the address of the page says. */
function whose() {
  const query = new URLSearchParams(location.search);
  const more = ["battle", "try"].filter((name) => query.get(name)).map((name) => [name, query.get(name)]);
  return { seat: query.get("seat") ?? "", ...Object.fromEntries(more) };
}

export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? `The server says no (${status}).`);
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
  const answer = await fetch(address(path, given), { credentials: "same-origin", ...options });
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

export const battle = () => ask("battle");
export const places = () => ask("where");
export const menu = (token, path) => ask("menu", { token, path });
export const about = (piece) => ask("about", { piece });
export const preview = (token, orders) => ask("preview", {}, { token, orders });
export const suggest = (token) => ask("suggest", {}, { token });
export const send = (token, orders) => ask("send", {}, { token, orders });
export const begin = (given) => ask("try", {}, given);
export const back = () => ask("back", {}, {});
export const against = (side) => ask("against", {}, { side });
export const position = () => ask("position");
export const steps = (by) => ask("steps", { by });
export const step = (at, by) => ask("step", { at, by });
export const stepPicture = ({ at, key }, by, layers) => address("stepmap", { at, by, layers, key });
export const picture = (head, layers) => address("map", { head, layers });

/** Call when the battle has gone on; the browser opens the stream again by itself where it breaks. */
export function listen(changed, lost) {
  const stream = new EventSource(address("events"));
  stream.onmessage = changed;
  stream.onopen = changed;
  stream.onerror = () => lost(stream.readyState === EventSource.CLOSED);
  return stream;
}
