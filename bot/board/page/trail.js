// Checking a trail of dice as docs/dice.md defines it: every hash, every secret, every die, every sum. It asks nobody.

import { tr } from "./sentences.js";

const MOST_HASHES = 100000; // made to check secrets: a real battle takes one for each segment
const MOST_DICE = 100, MOST_FACES = 1000;
const text = new TextEncoder();

export const able = () => globalThis.crypto?.subtle !== undefined;

const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
const sha = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const whole = (x) => Number.isSafeInteger(x);
const object = (x) => typeof x === "object" && x !== null && !Array.isArray(x);
const has = (x, names) => object(x) && names.every((n) => Object.hasOwn(x, n));
const only = (x, names) => Object.keys(x).every((n) => names.includes(n));

function unhex(word) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(word)) return null;
  return Uint8Array.from(word.match(/../g) ?? [], (b) => parseInt(b, 16));
}

/** Names in the order of their characters' numbers, as every machine sorts them. */
function ordered(names) {
  const points = (name) => [...name].map((c) => c.codePointAt(0));
  return [...names].sort((a, b) => {
    const [x, y] = [points(a), points(b)];
    const n = x.findIndex((c, i) => c !== y[i]);
    return n < 0 ? x.length - y.length : x[n] - (y[n] ?? -1);
  });
}

/** JSON with sorted keys and no spaces. Throws for what no trail was ever hashed of. */
export function canonical(data) {
  if (typeof data === "number" && !whole(data)) throw new RangeError("no number of a trail");
  if (typeof data === "string" && /[\ud800-\udfff]/u.test(data)) throw new RangeError("half a character");
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (!object(data)) return JSON.stringify(data);
  return `{${ordered(Object.keys(data)).map((k) => `${canonical(k)}:${canonical(data[k])}`).join(",")}}`;
}

async function hashed(make) {
  try {
    return hex(await sha(text.encode(make())));
  } catch (e) {
    if (e instanceof RangeError) return "";
    throw e;
  }
}

/** What is wrong with a document's shape; "" for a trail. */
export function amiss(found) {
  const { header, entries, secrets } = object(found) ? found : {};
  if (!has(found, ["header", "head"]) || !only(found, ["header", "entries", "secrets", "head"])) return tr("what it is made of");
  if (!has(header, ["game", "commitment"]) || (header.format ?? "hexarch-trail/1") !== "hexarch-trail/1") return tr("its header");
  if (!only(header, ["format", "game", "title", "commitment", "phrases", "charts"])) return tr("its header");
  const words = ["game", "title", "commitment", "charts"].every((k) => typeof (header[k] ?? "") === "string");
  if (!words || !Object.values(header.phrases ?? {}).every((x) => typeof x === "string")) return tr("its header");
  if (typeof found.head !== "string") return tr("its head");
  const named = Object.entries(secrets ?? {}).every(([i, s]) => /^\d{1,9}$/.test(i) && typeof s === "string");
  if (!named) return tr("its secrets");
  if (!Array.isArray(entries ?? [])) return tr("its entries");
  const bad = (entries ?? []).findIndex((e) =>
    !has(e, ["seq", "kind", "data", "hash"]) || !only(e, ["seq", "kind", "data", "hash"]) || !whole(e.seq)
    || !["roll", "annul"].includes(e.kind) || !object(e.data) || typeof e.hash !== "string");
  return bad < 0 ? "" : tr("its entry {n}", { n: bad });
}

const NUMBERS = ["n", "segment", "total", "faces"], WORDS = ["purpose", "side", "text", "rule", "table", "needs", "result"];

/** Whether something is a roll, all of it and nothing else. */
function readable(roll) {
  if (!has(roll, ["n", "segment", "purpose", "side", "text", "rule", "dice", "total"])) return false;
  if (!only(roll, [...NUMBERS, ...WORDS, "unit", "modifiers", "dice"])) return false;
  const { dice, modifiers = [], unit = null } = roll;
  return NUMBERS.every((k) => whole(roll[k] ?? 0)) && WORDS.every((k) => typeof (roll[k] ?? "") === "string")
    && (unit === null || typeof unit === "string") && Array.isArray(dice) && dice.every(whole) && Array.isArray(modifiers)
    && modifiers.every((m) => has(m, ["value", "reason"]) && only(m, ["value", "reason", "rule"]) && whole(m.value));
}

/** The published secrets that hash down to s_0, by segment; a later one gives every earlier one. */
async function known(trail, problem) {
  const given = Object.entries(trail.secrets ?? {}).map(([i, s]) => [Number(i), s]).sort((a, b) => a[0] - b[0]);
  const found = new Map();
  let last = 0, below = trail.header.commitment, left = MOST_HASHES;
  for (const [i, word] of given) {
    const secret = unhex(word);
    if (secret === null) {
      problem(null, tr("the secret of segment {n} is not hexadecimal", { n: i }));
      continue;
    }
    left -= Math.max(i - last, 0);
    if (left < 0) {
      problem(null, tr("there are too many secrets to check from segment {n} on", { n: i }));
      break;
    }
    let value = secret;
    for (let step = last; step < i; step += 1) value = await sha(value);
    if (i < 1 || hex(value) !== below) {
      problem(null, tr("the secret of segment {n} doesn't hash to the published s_0", { n: i }));
    } else {
      found.set(i, secret);
      [last, below] = [i, hex(secret)];
    }
  }
  for (let i = last; i > 1; i -= 1) {
    if (!found.has(i - 1)) found.set(i - 1, await sha(found.get(i)));
  }
  return found;
}

/** The dice of a secret and a text, and what was read on the way: each byte (or two) with its die, or none. */
export async function thrown(secret, made, count, faces) {
  if (faces < 2 || faces > MOST_FACES || count < 1 || count > MOST_DICE) throw new RangeError(`no such dice: ${count}d${faces}`);
  const width = faces <= 256 ? 1 : 2, space = 256 ** width, fair = space - (space % faces), low = faces === 10 ? 0 : 1;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const dice = [], read = [], blocks = [];
  for (let block = 0; dice.length < count; block += 1) {
    const stream = new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(block ? `${made}|${block}` : made)));
    blocks.push(hex(stream));
    for (let i = 0; i < stream.length && dice.length < count; i += width) {
      const value = width === 1 ? stream[i] : 256 * stream[i] + stream[i + 1];
      const die = value < fair ? (value % faces) + low : null;
      if (die !== null) dice.push(die);
      read.push({ bytes: hex(stream.slice(i, i + width)), value, die });
    }
  }
  return { dice, read, blocks };
}

/** Check a trail. Never throws for a bad one: what is wrong with it stands in the report. */
export async function check(trail) {
  const problems = [], rolls = [], annulled = new Set();
  const report = { problems, rolls, annulled, genesis: "", known: 0, verified: 0, pending: 0 };
  const problem = (entry, what) => problems.push({ entry, what });
  const shape = amiss(trail);
  if (shape) {
    problem(null, tr("this is no dice trail: {shape}", { shape }));
    return report;
  }
  const { charts, ...plain } = { format: "hexarch-trail/1", title: "", phrases: {}, ...trail.header };
  const header = charts ? { ...plain, charts } : plain;
  let before = report.genesis = await hashed(() => canonical(header));
  const secrets = await known(trail, problem);
  report.known = Math.max(0, ...secrets.keys());
  const phrases = ordered(Object.keys(header.phrases)).map((side) => header.phrases[side]);
  let next = 1, segment = 0;
  for (const [place, entry] of (trail.entries ?? []).entries()) {
    const { seq, kind, data } = entry, previous = before;
    if (seq !== place) problem(seq, tr("stands at place {n}: an entry is missing or moved", { n: place }));
    const own = await hashed(() => previous + canonical([seq, kind, data]));
    if (entry.hash !== own) problem(seq, tr("its hash doesn't follow from the entry before it"));
    before = entry.hash;
    if (kind === "annul") {
      const gone = Array.isArray(data.rolls) ? data.rolls : [null];
      if (!gone.every((n) => whole(n) && n >= 1 && n < next)) problem(seq, tr("annuls rolls that were never made"));
      gone.forEach((n) => annulled.add(n));
      continue;
    }
    const roll = data.roll, one = { seq, roll, entry, previous, own, n: roll?.n ?? 0, segment: data.segment };
    rolls.push(one);
    if (!readable(roll)) {
      problem(seq, tr("is no roll"));
      continue;
    }
    const sum = [...roll.dice, ...(roll.modifiers ?? []).map((m) => m.value)].reduce((a, b) => a + b, 0);
    if (sum !== roll.total) problem(seq, tr("dice and modifiers don't add up to {total}", { total: roll.total }));
    if (roll.n !== next) problem(seq, tr("is roll {n}, roll {next} was next", { n: roll.n, next }));
    if (!whole(one.segment) || one.segment < Math.max(segment, roll.segment)) {
      problem(seq, tr("uses the secret of segment {n}, which had ended", { n: data.segment }));
      one.segment = roll.segment;
    }
    [next, segment] = [roll.n + 1, Math.max(segment, one.segment)];
    one.made = [header.game, roll.n, ...phrases, data.snowflake ?? ""].join("|");
    one.secret = secrets.get(one.segment);
    if (!one.secret) {
      report.pending += 1;
      continue;
    }
    one.key = hex(one.secret);
    try {
      one.thrown = await thrown(one.secret, one.made, roll.dice.length, roll.faces ?? 10);
      if (String(one.thrown.dice) === String(roll.dice)) report.verified += 1;
      else problem(seq, tr("roll {n} shows {dice}, the secret gives {others}", { n: roll.n, dice: roll.dice.join(", "), others: one.thrown.dice.join(", ") }));
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
      problem(seq, e.message);
    }
  }
  if (before !== trail.head) problem(null, tr("the last entry isn't the head the trail names: entries are missing"));
  return report;
}

/** Compare the rolls of a trail with those that were told somewhere: [{n, dice, total?}]. */
export function compare(report, told) {
  const made = new Map(report.rolls.filter((r) => readable(r.roll)).map((r) => [r.n, r]));
  for (const t of told) {
    const one = made.get(t.n);
    if (!one) {
      report.problems.push({ entry: null, what: tr("roll {n} is told of, and the trail has none", { n: t.n }) });
      continue;
    }
    one.told = t;
    if (String(t.dice) !== String(one.roll.dice) || (t.total !== undefined && t.total !== one.roll.total)) {
      report.problems.push({ entry: one.seq, what: tr("roll {n} is told as {dice}", { n: t.n, dice: t.dice.join(", ") }) });
    }
  }
}

/** The rolls a record tells: its lines "roll 7: 3 | words". */
export function recorded(words) {
  return [...words.matchAll(/^[ \t]*roll (\d{1,7}): (\d{1,4}(?: \d{1,4}){0,99})(?: \| (.*))?$/gm)].map((m) => ({
    n: Number(m[1]), dice: m[2].split(" ").map(Number), text: m[3] ?? "",
  }));
}
