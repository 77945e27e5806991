// The page: what is asked for when, and what is shown where.

import { analysis } from "./analysis.js";
import { Composer } from "./compose.js";
import { Described } from "./described.js";
import { say } from "./ears.js";
import { lesson } from "./lesson.js";
import { Board } from "./map.js";
import { Moments } from "./moments.js";
import { result } from "./result.js";
import { learn, tr } from "./sentences.js";
import * as server from "./server.js";
import { Several } from "./several.js";
import * as side from "./side.js";
import * as trying from "./try.js";
import { $, make, parts } from "./words.js";

const unheard = await server.enter().catch((e) => e);
await server.words().then(learn).catch(() => {}); // who isn't let in reads why in English

// What is shown, and how things stand: another one while somebody looks back.
let stream = null, battle = null, present = null, known = "", ground = "", looking = false, again = false, hiding = 0;

const board = new Board(pressed, pointed);
const described = new Described();
const composer = new Composer(board, notice, look);
const several = new Several(board, composer, notice);
const moments = new Moments(past, now, notice);
trying.entrance(moments, notice);
// On a machine of one's own there is more to do.
const desk = document.documentElement.dataset.edition
  ? new (await import("./desk.js")).Desk({ notice, look, composer, sit })
  : null;

/** Say something for a while; with ``stays`` until something else is said. */
function notice(text, stays = false) {
  $("notice").replaceChildren(...parts(text.replaceAll("-# ", "")));
  clearTimeout(hiding);
  if (text && !stays) hiding = setTimeout(() => notice(""), 8000);
}

const standing = (code) => battle?.pieces.filter((p) => p.at.includes(code)) ?? [];

async function pressed(code) {
  while (composer.opening) await composer.opening; // what was pressed before isn't lost
  if (several.on) {
    several.pressed(code);
    return;
  }
  if (!moments.on && composer.place(code)) return;
  const found = standing(code);
  side.pieces(found, battle, moments.on ? null : about);
  $("piece").classList.remove("aside");
  say(found.length ? found.map((p) => p.said).join("; ") : tr("Nobody stands there."));
}

function pointed(code) {
  $("tip").textContent = board.places[code] ? board.about(code).replaceAll("; ", " · ") : "";
}

async function about(piece) {
  try {
    const found = await server.about(piece);
    side.findings(found);
    board.clear();
    const { costs, fire, command } = found.shows;
    const reached = Object.fromEntries(Object.entries(costs).map(([code, n]) => [code, tr("within reach, {mp} MP", { mp: n })]));
    board.mark(Object.keys(costs), "reach", costs, reached);
    board.mark(Object.keys(fire), "fire", fire, tr("within range"));
    board.mark(command, "command", {}, tr("within command"));
    $("piece").querySelector("h2").focus();
  } catch (e) {
    notice(e.message);
  }
}

function picture() {
  const layers = ["zones", "last"].filter((name) => $(name).checked);
  const drawn = layers.join(",");
  // The map itself stays as it is, but where areas change hands.
  if (ground !== battle.ground) $("ground").src = server.ground((ground = battle.ground), moments.where());
  $("map").src = moments.on ? moments.picture(drawn) : server.picture(battle.id, battle.head, drawn);
  const asked = battle.question ? battle.question.prompt : "";
  $("map").alt = `${battle.title}, ${battle.moment}. ${asked}`;
}

/** Look again; once more where something happened meanwhile, or another seat was taken. */
async function look() {
  again = true;
  if (looking) return;
  looking = true;
  while (again) {
    again = false;
    const seat = server.seat();
    try {
      const found = await server.battle().catch(async (e) => {
        if (desk && e.status === 409 && (await desk.nothing())) return null;
        throw e;
      });
      if (seat !== server.seat()) again = true; // these were other eyes
      else if (found) await shown(found);
    } catch (e) {
      // What has been settled meanwhile is told with the next news.
      if (e.status !== 409 || !battle) $("prompt").textContent = e.message;
      if (e.status === 403) $("draft").hidden = true;
    }
  }
  looking = false;
}

async function shown(found) {
  const stood = present;
  present = found;
  if (moments.on && stood.id === found.id) {
    if (stood.head !== found.head) moments.news();
    return;
  }
  if (moments.on) moments.close();
  const first = battle?.id !== found.id;
  const before = battle;
  battle = found;
  if (first) composer.leave();
  composer.first = found.lesson?.wanted?.path ?? "";
  document.title = `${found.title} · Hexarch`;
  $("title").textContent = found.title;
  $("moment").textContent = found.outcome || found.moment;
  seats(found);
  if (first) {
    $("map").removeAttribute("src");
    $("drawing").hidden = false;
    board.lay(await server.places());
    board.show(found.pieces.flatMap((p) => p.at));
  }
  if (first || known !== found.head || before?.seat !== found.seat) {
    known = found.head;
    drawn();
  }
  side.standing(found);
  side.story(found);
  result(found, first);
  analysis(found, (at) => moments.begin(at));
  // What is new stands at the top.
  if (before?.question?.token !== found.question?.token) $("decision").parentNode.scrollTop = 0;
  trying.shown(found, look, notice);
  $("look-back").hidden = Boolean(found.sandbox);
  described.about(`${found.head} ${found.seat}`);
  await composer.about(found);
  several.about();
  lesson(found, composer, desk);
  if (found.edition) desk?.show(found); // a battle that is only tried has none
  Object.assign(document.body.dataset, { head: `${found.id} ${found.head}`, seat: found.seat }); // all of it stands there
}

function drawn() {
  board.when(moments.on);
  picture();
  board.tell(Object.fromEntries(Object.keys(board.places).map((c) => [c, standing(c).map((p) => p.said).join("; ")])));
}

/** A step of the battle instead of how things stand. */
function past(found) {
  if (several.on) several.leave();
  battle = found;
  board.clear();
  $("moment").textContent = found.outcome || found.moment;
  side.pieces([], battle, null);
  side.standing(found);
  side.story(found);
  drawn();
}

/** Back from the past. */
async function now() {
  board.clear();
  battle = present;
  known = "";
  side.pieces([], present, null);
  await shown(present);
  if (present.question) composer.marks();
}

function seats(found) {
  const people = Object.entries(found.seats);
  // Where one plays all sides, or has nobody else to be, there is no seat to change.
  $("seats").hidden = !people.length || Boolean(found.sandbox || (found.edition?.alone && found.mine.length));
  $("leave").hidden = people.length > 0;
  if (people.length === $("seat").options.length) {
    $("seat").value = found.seat;
    return;
  }
  $("seat").replaceChildren(...people.map(([id, name]) => make("option", { value: id, selected: id === found.seat }, name)));
  $("seat").onchange = () => sit($("seat").value);
}

/** Look through another seat's eyes; what stands written at this one is there when one comes back. */
async function sit(seat) {
  const query = new URLSearchParams(location.search);
  query.set("seat", seat);
  history.replaceState(null, "", `?${query}${location.hash}`);
  if (several.on) several.leave();
  if (moments.on) moments.close();
  known = "";
  composer.leave();
  side.pieces([], battle, null);
  listen();
  await look();
}

function listen() {
  stream?.close();
  stream = server.listen(look, (closed) => {
    if (closed) setTimeout(() => location.reload(), 5000);
  });
}

$("leave").onclick = async () => {
  try {
    await server.leave();
    location.reload();
  } catch (e) {
    notice(e.message);
  }
};
addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  if (several.on) several.leave();
  else if (!moments.on && composer.back()) e.preventDefault();
  else if (!$("piece").hidden) {
    const inside = $("piece").contains(document.activeElement);
    $("piece").hidden = true;
    if (!moments.on) composer.marks();
    if (inside) board.focus(board.here);
  }
});
$("map").onload = () => ($("drawing").hidden = true);
$("zones").onchange = $("last").onchange = picture;
addEventListener("resize", () => board.all());

try {
  if (unheard) throw unheard;
  await look();
  if (desk && new URLSearchParams(location.search).has("begin")) await desk.chosen();
  const step = new URLSearchParams(location.search).get("step");
  if (step !== null || battle?.record) await moments.begin(Number(step ?? 0));
  listen();
} catch (e) {
  $("prompt").textContent = e.message;
}
