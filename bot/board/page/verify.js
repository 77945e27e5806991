// The page of the dice: the trail is asked for once, and checked here; what is chosen from disk isn't sent to anybody.

import { learn, tr } from "./sentences.js";
import * as trail from "./trail.js";
import { $, make } from "./words.js";

const TRAIL = 4 << 20, RECORD = 2 << 20; // bytes of the largest files
const RECORDED = '[Format "hexarch-record/';

let shown = null; // what is checked: {title, trail, told, sides, report}

const code = (words) => make("code", {}, words);
const pairs = (rows) => rows.flatMap(([name, ...what]) => [make("dt", {}, name), make("dd", {}, ...what)]);

function told(words, bad) {
  $("verdict").textContent = words;
  $("verdict").classList.toggle("bad", bad);
}

/** What may be said of the whole: no more than was checked. */
function verdict({ problems, verified, rolls }) {
  if (problems.length) return tr("The trail does not hold.");
  if (verified === rolls.length) return tr("The trail holds: every hash, every die and every sum is right.");
  return verified
    ? tr("The trail holds as far as it can be checked now: every hash, every sum, and the dice recomputed.")
    : tr("The trail holds so far: every hash and every sum is right; no die can be recomputed yet.");
}

const where = (p) => (p.entry === null ? p.what : tr("entry {n}: {what}", { n: p.entry, what: p.what }));

async function show(found) {
  const report = await trail.check(found.trail);
  if (found.told) trail.compare(report, found.told);
  shown = { ...found, report };
  const { rolls, problems } = report, { header, head } = found.trail;
  document.title = `${found.title || tr("The dice")} · Hexarch`;
  $("title").textContent = found.title ? tr("The dice of “{battle}”", { battle: found.title }) : tr("The dice");
  told(verdict(report), problems.length > 0);
  const counted = [tr("{n:roll|rolls}: {right} recomputed, {waiting:waits for its|wait for their} secret",
    { n: rolls.length, right: report.verified, waiting: report.pending })];
  if (found.told) counted.push(tr("{n} compared with what was told", { n: found.told.length }));
  $("counted").textContent = `${counted.join("; ")}.`;
  $("wrong").replaceChildren(...problems.slice(0, 50).map((p) => make("li", {}, where(p))),
    ...(problems.length > 50 ? [make("li", {}, tr("and {n} more", { n: problems.length - 50 }))] : []));
  $("chain").replaceChildren(...(header ? pairs([
    [tr("Sealed before the battle, s₀"), code(String(header.commitment))],
    [tr("Secrets known to all"), report.known
      ? tr("up to segment {n}: each, hashed, is the one before it", { n: report.known }) : tr("none yet")],
    [tr("The chain begins with"), code(report.genesis)],
    [tr("Head of the chain"), code(String(head))],
  ]) : []));
  const wrong = new Map();
  for (const p of problems) wrong.set(p.entry, [...(wrong.get(p.entry) ?? []), p]);
  $("rolls").replaceChildren(...rolls.map((one) => row(one, wrong.get(one.seq) ?? [])));
  $("passes").textContent = "";
  chosen();
}

/** One roll; its working is written when it is opened. */
function row(one, wrong) {
  const { roll, n } = one, gone = shown.report.annulled.has(n);
  const state = wrong.length ? `✗ ${tr("false")}` : one.thrown ? `✓ ${tr("right")}` : `… ${tr("waits for its secret")}`;
  const side = shown.sides?.[roll?.side] ?? roll?.side ?? "";
  const what = one.told?.text ?? `${roll?.text ?? ""} ${(roll?.dice ?? []).join(" ")}`;
  const made = make("details", { id: `roll-${n}`, class: [wrong.length ? "bad" : "", gone ? "gone" : ""].join(" ").trim() },
    make("summary", {}, `${state} · ${tr("roll {n}", { n })} · `, side ? `${side} · ` : "", make("span", { class: "what" }, what),
      gone ? ` · ${tr("annulled by a take-back")}` : ""));
  made.ontoggle = () => {
    if (made.open && made.childElementCount === 1) made.append(...wrong.map((p) => make("b", {}, where(p))), working(one));
  };
  return made;
}

function working(one) {
  const { roll, entry } = one;
  const rows = [];
  if (one.made) {
    rows.push([tr("Secret of the segment"), `s${one.segment}: `, one.key ? code(one.key) : tr("published when the segment ends")]);
    rows.push([tr("What went in"), code(one.made)]);
  }
  if (one.thrown) {
    rows.push(["HMAC-SHA-256", ...one.thrown.blocks.map(code)]);
    rows.push([tr("Bytes read"), one.thrown.read
      .map((r) => `${r.bytes} = ${r.value} → ${r.die === null ? tr("skipped") : r.die}`).join(", ")]);
    rows.push([tr("Computed"), one.thrown.dice.join(", ")]);
  }
  if (Array.isArray(roll?.dice)) {
    rows.push([tr("In the trail"), roll.dice.join(", ")]);
    const more = (roll.modifiers ?? []).map((m) => ` ${m.value < 0 ? "−" : "+"} ${Math.abs(m.value)} (${m.reason ?? ""})`);
    rows.push([tr("Total"), `${roll.dice.join(" + ")}${more.join("")} = ${roll.total}`]);
  }
  if (one.told) rows.push([tr("Told in the story"), `${one.told.dice.join(", ")}: ${one.told.text}`]);
  rows.push([tr("Hash before"), code(one.previous)], [tr("Hash computed"), code(one.own)], [tr("Hash in the trail"), code(entry.hash)]);
  return make("dl", {}, ...pairs(rows));
}

/** Open the roll that the address names: #7. */
function chosen() {
  const found = /^#\d{1,9}$/.test(location.hash) && $(`roll-${location.hash.slice(1)}`);
  if (!found) return;
  found.open = true;
  found.scrollIntoView({ block: "center" });
  found.querySelector("summary").focus({ preventScroll: true });
}

async function brought(file) {
  if (file.size > TRAIL) throw new Error(tr("That file is too large: a trail has at most {most} KiB.", { most: TRAIL >> 10 }));
  let words;
  try {
    words = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(tr("That file is no UTF-8 text."));
  }
  if (words.trimStart().startsWith(RECORDED)) {
    if (file.size > RECORD) throw new Error(tr("That file is too large: a record has at most {most} KiB.", { most: RECORD >> 10 }));
    if (!shown) throw new Error(tr("A record tells its rolls, and has no secrets that prove them: open the trail of its battle first."));
    await show({ ...shown, told: trail.recorded(words) });
    return;
  }
  let document;
  try {
    document = JSON.parse(words);
  } catch {
    throw new Error(tr("That file is neither a trail nor a record."));
  }
  const shape = trail.amiss(document);
  if (shape) throw new Error(tr("That file is no dice trail: {shape} isn't one's.", { shape }));
  await show({ title: document.header.title ?? "", trail: document, told: null, sides: {} });
}

$("file").onchange = async () => {
  const [file] = $("file").files;
  if (!file) return;
  try {
    await brought(file);
  } catch (e) {
    told(e.message, true);
  }
};

$("seen").oninput = () => {
  const wanted = $("seen").value.trim().toLowerCase();
  const entries = shown?.trail.entries ?? [];
  if (wanted.length < 8) $("passes").textContent = wanted ? tr("at least 8 characters") : "";
  else $("passes").textContent = entries.some((e) => e.hash.startsWith(wanted)) ? `✓ ${tr("the chain passes through it")}` : `✗ ${tr("no entry has this hash")}`;
};

addEventListener("hashchange", chosen);
$("back").href = `./${location.search}`;

async function begin() {
  const words = await fetch(`api/words${location.search}`, { credentials: "same-origin" }).catch(() => null);
  if (words?.ok) learn(await words.json());
  if (!trail.able()) {
    $("file").disabled = true;
    told(tr("Dice can be checked here over https or on localhost only: elsewhere browsers have no Web Crypto. “hexarch verify” checks the trail as a file."), true);
    return;
  }
  try {
    const answer = await fetch(`api/trail${location.search}`, { credentials: "same-origin" });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error ?? tr("The server says no ({status}).", { status: answer.status }));
    await show(found);
  } catch (e) {
    told(e.message, true);
  }
}

await begin();
