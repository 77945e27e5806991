// The page: what is asked for when, and what is shown where.

import { Composer } from "./compose.js";
import { Board } from "./map.js";
import { Moments } from "./moments.js";
import * as server from "./server.js";
import * as side from "./side.js";
import * as trying from "./try.js";
import { make, parts } from "./words.js";

const $ = (id) => document.getElementById(id);

// What is shown, and how things stand: another one while somebody looks back.
let battle = null, present = null, known = "", looking = false, again = false, hiding = 0;

const board = new Board(pressed, pointed);
const composer = new Composer(board, notice);
const moments = new Moments(past, now, notice);
composer.carriedOut = look;
trying.entrance(moments, notice);

function notice(text) {
  $("notice").replaceChildren(...parts(text.replaceAll("-# ", "")));
  clearTimeout(hiding);
  if (text) hiding = setTimeout(() => notice(""), 8000);
}

const standing = (code) => battle?.pieces.filter((p) => p.at.includes(code)) ?? [];
const named = (p) => [p.id === p.name ? p.name : `${p.id} ${p.name}`, ...p.states, p.facing].filter(Boolean).join(", ");

function pressed(code) {
  if (!moments.on && composer.place(code)) return;
  side.pieces(standing(code), battle, moments.on ? null : about);
  $("piece").classList.remove("aside");
}

function pointed(code) {
  const place = board.places[code];
  $("tip").textContent = place ? [place.name, ...standing(code).map(named)].join(" · ") : "";
}

async function about(piece) {
  try {
    const found = await server.about(piece);
    side.findings(found);
    board.clear();
    const { costs, fire, command } = found.shows;
    board.mark(Object.keys(costs), "reach", costs);
    board.mark(Object.keys(fire), "fire", fire);
    board.mark(command, "command");
  } catch (e) {
    notice(e.message);
  }
}

function picture() {
  const layers = ["zones", "last"].filter((name) => $(name).checked);
  const drawn = layers.join(",");
  $("map").src = moments.on ? moments.picture(drawn) : server.picture(battle.head, drawn);
  const asked = battle.question ? battle.question.prompt : "";
  $("map").alt = `${battle.title}, ${battle.moment}. ${asked}`;
}

/** Look again; once more where something happened meanwhile. */
async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  try {
    do {
      again = false;
      await shown(await server.battle());
    } while (again);
  } catch (e) {
    // What has been settled meanwhile is told with the next news.
    if (e.status !== 409 || !battle) $("prompt").textContent = e.message;
    if (e.status === 403) $("draft").hidden = true;
  } finally {
    looking = false;
  }
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
  document.title = `${found.title} · Hexarch`;
  $("title").textContent = found.title;
  $("moment").textContent = found.outcome || found.moment;
  seats(found);
  if (first) {
    board.lay(await server.places());
    board.show(found.pieces.flatMap((p) => p.at));
  }
  if (first || known !== found.head || before?.seat !== found.seat) {
    known = found.head;
    drawn();
  }
  side.standing(found);
  side.story(found);
  trying.shown(found, look, notice);
  $("look-back").hidden = Boolean(found.sandbox);
  await composer.about(found);
}

function drawn() {
  picture();
  board.tell(Object.fromEntries(Object.keys(board.places).map((c) => [c, standing(c).map(named).join("; ")])));
}

/** A step of the battle instead of how things stand. */
function past(found) {
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
  if (present.question && composer.menu) composer.show();
}

function seats(found) {
  const people = Object.entries(found.seats);
  $("seats").hidden = !people.length;
  if (people.length === $("seat").options.length) return;
  $("seat").replaceChildren(...people.map(([id, name]) => make("option", { value: id, selected: id === found.seat }, name)));
  $("seat").onchange = () => {
    const query = new URLSearchParams(location.search);
    query.set("seat", $("seat").value);
    location.search = query;
  };
}

$("zones").onchange = $("last").onchange = picture;
addEventListener("resize", () => board.all());

try {
  await server.enter();
  await look();
  const step = new URLSearchParams(location.search).get("step");
  if (step !== null || battle?.record) await moments.begin(Number(step ?? 0));
  server.listen(look, (closed) => {
    if (closed) setTimeout(() => location.reload(), 5000);
  });
} catch (e) {
  $("prompt").textContent = e.message;
}
