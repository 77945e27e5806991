// The map: the picture, the places on it as buttons, and what is marked on them. It knows no rule.

import "./panzoom.min.js"; // as its makers give it away: it leaves its name in the window
import { tr } from "./sentences.js";
import { $ } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 0.9; // how large the map is shown at most where it is moved by itself
const PRESSED = 24; // pixels from the middle of a hex to its corner below which its wedges are too small
const FAR = 6; // pixels a pointer may travel and still press
// Anticlockwise from the east, thirty degrees each: towards corners and sides of a hex.
const TURNS = ["E", "SIDE_NE", "NE", "SIDE_N", "NW", "SIDE_NW", "W", "SIDE_SW", "SW", "SIDE_S", "SE", "SIDE_SE"];

function shape(kind, given, parent) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  parent?.append(made);
  return made;
}

export class Board {
  constructor(chosen, pointed) {
    this.places = {};
    this.chosen = chosen;
    this.pointed = pointed;
    this.layer = null;
    this.ends = {}; // where orders that are being written lead, in words
    this.past = false;
    this.words = {};
    this.marked = new Map();
    this.moved = 0;
    this.window = $("window");
    this.zoom = globalThis.Panzoom($("field"), {
      canvas: true, maxScale: 4, minScale: 0.1, step: 0.25, cursor: "default", origin: "0 0",
    });
    this.window.addEventListener("wheel", (e) => this.zoom.zoomWithWheel(e), { passive: false });
    this.window.addEventListener("pointerdown", (e) => (this.from = [e.clientX, e.clientY]), true);
    this.window.addEventListener("pointerup", (e) => {
      this.moved = this.from ? Math.hypot(e.clientX - this.from[0], e.clientY - this.from[1]) : 0;
    }, true);
    $("field").addEventListener("panzoomchange", (e) => {
      // Figures are read at any distance.
      $("over").style.setProperty("--figures", `${Math.min(48, Math.max(20, 13 / e.detail.scale))}px`);
    });
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      this.window.addEventListener(kind, (e) => this.draw(e), true);
    }
    const over = $("over"), point = (e) => this.point(e.target.dataset?.code ?? "");
    over.onclick = (e) => {
      const code = e.target.dataset?.code;
      if (!code || this.moved > FAR) return;
      this.stand(code);
      this.chosen(code);
    };
    over.onkeydown = (e) => this.key(e);
    over.onpointerover = point;
    over.addEventListener("focusin", point);
    $("nearer").onclick = () => this.nearer(1.4);
    $("farther").onclick = () => this.nearer(1 / 1.4);
    $("all").onclick = () => this.all();
  }

  /** From now on dragging draws a frame, and doesn't move the map; or the other way round. */
  frame(on) {
    this.framing = on;
    this.zoom.setOptions({ disablePan: on });
    this.window.classList.toggle("framing", on);
    this.drawn?.remove();
    this.drawn = null;
  }

  draw(e) {
    if (!this.framing || e.target.closest("#buttons")) return;
    if (e.type === "pointerdown") {
      this.corner = this.spot(e);
      this.drawn?.remove();
      this.drawn = shape("rect", { class: "frame" }, $("over"));
    }
    if (!this.corner) return;
    const [a, b] = [this.corner, this.spot(e)];
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const box = { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
    for (const [name, value] of Object.entries(box)) this.drawn.setAttribute(name, value);
    if (e.type === "pointerdown" || e.type === "pointermove") return;
    this.corner = null;
    this.drawn.remove();
    if (e.type === "pointercancel" || Math.min(box.width, box.height) < this.r / 2) return;
    const inside = (p) => p.x >= x && p.y >= y && p.x <= x + box.width && p.y <= y + box.height;
    this.framed?.(Object.keys(this.places).filter((code) => inside(this.places[code])));
  }

  /** Where a pointer is, in the picture. */
  spot(e) {
    return new DOMPoint(e.clientX, e.clientY).matrixTransform($("over").getScreenCTM().inverse());
  }

  nearer(times) {
    const { left, top, width, height } = this.window.getBoundingClientRect();
    this.zoom.zoomToPoint(this.zoom.getScale() * times, { clientX: left + width / 2, clientY: top + height / 2 });
  }

  /** Lay out the places; each is a button, of which one at a time is reached by Tab, the others by arrows. */
  lay(found) {
    Object.assign(this, { places: found.places, r: found.r, hexes: found.hexes });
    this.size = [found.width, found.height];
    const over = $("over");
    over.replaceChildren();
    over.setAttribute("width", found.width);
    over.setAttribute("height", found.height);
    for (const picture of [$("ground"), $("map")]) Object.assign(picture, { width: found.width, height: found.height });
    this.base = shape("g", {}, over);
    this.layer = shape("g", { "aria-hidden": "true" }, over);
    this.drafts = shape("g", { "aria-hidden": "true" }, over);
    this.turns = shape("g", {}, over);
    this.buttons = {};
    for (const [code, place] of Object.entries(found.places)) {
      const [kind, outline] = this.outline(code, "place"), label = `${place.name}, ${place.ground}`;
      const given = { ...outline, role: "button", tabindex: -1, "data-code": code, "aria-label": label };
      this.buttons[code] = shape(kind, given, this.base);
    }
    this.stand(Object.keys(this.buttons)[0]);
    this.all();
  }

  outline(code, kind, scale = 1) {
    const { x, y, lines } = this.places[code];
    if (lines && scale === 1) {
      const d = lines.map((l) => "M" + l.reduce((s, v, i) => s + v + (i % 2 ? " " : ","), "") + "Z").join("");
      return ["path", { d, class: kind, "fill-rule": "evenodd" }];
    }
    if (!this.hexes) return ["circle", { cx: x, cy: y, r: this.r * 1.3 * scale, class: kind }];
    const points = [0, 60, 120, 180, 240, 300].map((a) => {
      const t = (a * Math.PI) / 180;
      return `${(x + this.r * scale * Math.cos(t)).toFixed(1)},${(y + this.r * scale * Math.sin(t)).toFixed(1)}`;
    });
    return ["polygon", { points: points.join(" "), class: kind }];
  }

  /** What lies on each place, for those who hear it. */
  tell(words) {
    this.words = words;
    for (const code of Object.keys(this.buttons ?? {})) this.label(code);
  }

  point(code) {
    this.under = code;
    this.pointed(code);
  }

  /** What is to be said of a place: its name and ground, who is there, and what it is marked for. */
  about(code) {
    const { name, ground } = this.places[code];
    const marked = [...(this.marked.get(code) ?? []), ...((!this.past && this.ends[code]) || [])];
    return [`${name}, ${ground}`, this.words[code], marked.join(", ")].filter(Boolean).join("; ");
  }

  label(code) {
    this.buttons[code].setAttribute("aria-label", this.about(code));
  }

  clear() {
    const before = [...this.marked.keys()];
    this.marked.clear();
    before.forEach((code) => this.label(code));
    this.layer?.replaceChildren();
    this.turns?.replaceChildren();
  }

  /** Mark places; ``texts`` are written on them, ``said`` is what they are marked for in words, for all or by place. */
  mark(codes, kind, texts = {}, said = "") {
    for (const code of codes) {
      if (!this.places[code]) continue;
      if (code === this.under) setTimeout(() => this.point(code));
      shape(...this.outline(code, kind, this.places[code].lines ? 1 : 0.94), this.layer).dataset.at = code;
      if (texts[code]) this.write(code, texts[code]);
      const words = typeof said === "string" ? said : said[code];
      if (!words) continue;
      this.marked.set(code, (this.marked.get(code) ?? new Set()).add(words));
      this.label(code);
    }
  }

  /** Where the orders that are being written lead: an arrow for each, whatever else is marked. */
  drafted(ways) {
    const before = Object.keys(this.ends);
    this.ends = {};
    this.drafts?.replaceChildren();
    for (const { unit, way } of ways) {
      this.way(way);
      (this.ends[way.at(-1)] ??= []).push(tr("ordered here: {unit}", { unit }));
    }
    new Set([...before, ...Object.keys(this.ends)]).forEach((code) => this.buttons?.[code] && this.label(code));
  }

  /** Whether the map shows another moment: then what is being ordered now isn't seen on it. */
  when(past) {
    this.past = past;
    this.drafts.setAttribute("visibility", past ? "hidden" : "visible");
  }

  /** An arrow along places. */
  way(codes) {
    const found = codes.map((c) => this.places[c]).filter(Boolean);
    if (found.length < 2) return;
    const points = found.map((p) => `${p.x},${p.y}`).join(" ");
    shape("polyline", { points, class: "way" }, this.drafts);
    const [a, b] = found.slice(-2), turn = Math.atan2(b.y - a.y, b.x - a.x), r = this.r * 0.45;
    const head = [0, 2.6, -2.6].map((t) => `${b.x + r * Math.cos(turn + t)},${b.y + r * Math.sin(turn + t)}`);
    shape("polygon", { points: head.join(" "), class: "head" }, this.drafts);
  }

  write(code, text) {
    const { x, y } = this.places[code];
    shape("text", { x, y: y + this.r * 0.16 }, this.layer).textContent = text;
  }

  /** Ways to face, as wedges round where the unit will stand. */
  wedges(code, ways, choose, wanted, likely) {
    const at = this.places[code];
    if (!at) return;
    // From far away there would be nothing to press.
    this.show([code], this.r * this.zoom.getScale() >= PRESSED);
    for (const [facing, choice] of Object.entries(ways)) {
      const middle = -30 * TURNS.indexOf(facing);
      const [a, b] = [middle - 26, middle + 26].map((d) => (d * Math.PI) / 180);
      const [inner, outer] = [this.r * 0.9, this.r * 1.75];
      const p = (t, r) => `${at.x + r * Math.cos(t)},${at.y + r * Math.sin(t)}`;
      const wedge = shape("path", {
        d: `M${p(a, inner)} L${p(a, outer)} A${outer},${outer} 0 0 1 ${p(b, outer)} L${p(b, inner)} Z`,
        class: `wedge${choice === wanted ? " want" : ""}${choice === likely ? " likely" : ""}`, role: "button", tabindex: 0,
        "aria-label": choice.label, ...(likely ? { "aria-pressed": choice === likely } : {}),
      }, this.turns);
      shape("title", {}, wedge).textContent = choice.label;
      wedge.onclick = (e) => {
        e.stopPropagation();
        if (this.moved <= FAR) choose(choice);
      };
      wedge.onkeydown = (e) => {
        const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
        const all = [...this.turns.children];
        if (way) all.at((all.indexOf(wedge) + way) % all.length).focus();
        if (e.key === "Enter" || e.key === " ") choose(choice);
        if (way || e.key === "Enter" || e.key === " ") e.preventDefault();
      };
    }
  }

  key(e) {
    const code = e.target.dataset?.code;
    if (!code) return;
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.chosen(code);
      return;
    }
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    const along = { n: 1, p: -1 }[e.key.toLowerCase()];
    if ((!way && !along) || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    const next = way ? this.beside(code, way) : this.next(code, along);
    if (next) this.focus(next);
  }

  /** The nearest place in a direction. Steps to the same side keep to the line they began on: columns are half a hex
   * apart. */
  beside(code, [dx, dy]) {
    const from = this.places[code];
    if (this.line?.at !== code || this.line.level !== Boolean(dx)) this.line = { x: from.x, y: from.y, level: Boolean(dx) };
    let best = "", least = Infinity;
    for (const [other, p] of Object.entries(this.places)) {
      const [x, y] = [p.x - from.x, p.y - from.y];
      const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || across > along * 1.2) continue;
      const off = dx ? Math.abs(p.y - this.line.y) : Math.abs(p.x - this.line.x);
      const far = along + across / 2 + off / 4;
      if (far < least) [best, least] = [other, far];
    }
    this.line.at = best;
    return best;
  }

  /** The next marked place, or the previous one; "" where none is marked. */
  next(code, way) {
    const all = Object.keys(this.places).filter((c) => this.marked.has(c) || c === code).sort();
    const found = all[(all.indexOf(code) + way + all.length) % all.length];
    return found === code ? "" : found;
  }

  /** The place that Tab leads to. */
  stand(code) {
    if (!this.buttons[code]) return;
    this.buttons[this.here]?.setAttribute("tabindex", -1);
    this.buttons[code].setAttribute("tabindex", 0);
    this.here = code;
  }

  focus(code) {
    this.stand(code);
    this.buttons[code].focus({ preventScroll: true });
    this.show([code], true);
  }

  all() {
    if (!this.size) return;
    const { width, height } = this.window.getBoundingClientRect();
    const scale = Math.min(width / this.size[0], height / this.size[1]);
    this.place(scale, this.size[0] / 2, this.size[1] / 2);
  }

  /** Bring some places into view; with ``only``, nothing moves where one of them is seen. */
  show(codes, only = false) {
    const found = codes.map((c) => this.places[c]).filter(Boolean);
    if (!found.length) return;
    const { width, height, left, top: above } = this.window.getBoundingClientRect();
    const cover = $("buttons").getBoundingClientRect();
    const hidden = { left: cover.left - left, right: cover.right - left, bottom: cover.bottom - above };
    // On a telephone the buttons lie over all of the upper edge.
    const top = cover.width > width / 2 ? hidden.bottom : 0;
    const xs = found.map((p) => p.x), ys = found.map((p) => p.y), room = 5 * this.r;
    const box = [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
    const scale = this.zoom.getScale(), pan = this.zoom.getPan();
    // What lies round a place is to be seen, too.
    const edge = Math.min(2 * this.r * scale, width / 4, (height - top) / 4), half = this.r * scale;
    const seen = ({ x, y }) => {
      const [sx, sy] = [(x + pan.x) * scale, (y + pan.y) * scale];
      const under = sx > hidden.left - half && sx < hidden.right + half && sy < hidden.bottom + half;
      return !under && sx > edge && sy > top + edge && sx < width - edge && sy < height - edge;
    };
    if (only) {
      if (!found.some(seen)) this.place(scale, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, top);
      return;
    }
    const fit = Math.min(width / (box[2] - box[0]), (height - top) / (box[3] - box[1]), NEAREST);
    this.place(fit, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, top);
  }

  /** Have a point of the map in the middle of the window, of which so much at the ``top`` is hidden. */
  place(scale, x, y, top = 0) {
    const { width, height } = this.window.getBoundingClientRect();
    this.zoom.zoom(scale, { animate: false });
    this.zoom.pan(width / 2 / scale - x, (height + top) / 2 / scale - y, { animate: false, force: true });
  }
}
