// The map: the picture, the places on it as buttons, and what is marked on them. It knows no rule.

import Panzoom from "./panzoom.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 0.9; // how large the map is shown at most where it is moved by itself
const FAR = 6; // pixels a pointer may travel and still press
// Anticlockwise from the east, thirty degrees each: towards corners and sides of a hex.
const TURNS = ["E", "SIDE_NE", "NE", "SIDE_N", "NW", "SIDE_NW", "W", "SIDE_SW", "SW", "SIDE_S", "SE", "SIDE_SE"];

const $ = (id) => document.getElementById(id);

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
    this.moved = 0;
    this.window = $("window");
    this.zoom = Panzoom($("field"), {
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
    $("nearer").onclick = () => this.nearer(1.4);
    $("farther").onclick = () => this.nearer(1 / 1.4);
    $("all").onclick = () => this.all();
  }

  nearer(times) {
    const { width, height } = this.window.getBoundingClientRect();
    const { left, top } = this.window.getBoundingClientRect();
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
    $("map").width = found.width;
    $("map").height = found.height;
    this.base = shape("g", {}, over);
    this.layer = shape("g", { "aria-hidden": "true" }, over);
    this.turns = shape("g", {}, over);
    this.buttons = {};
    for (const [code, place] of Object.entries(found.places)) {
      const button = shape(...this.outline(code, "place"), this.base);
      Object.entries({ role: "button", tabindex: -1, "data-code": code, "aria-label": place.name })
        .forEach(([k, v]) => button.setAttribute(k, v));
      this.buttons[code] = button;
    }
    const first = Object.values(this.buttons)[0];
    first?.setAttribute("tabindex", 0);
    over.onclick = (e) => {
      const code = e.target.dataset?.code;
      if (code && this.moved <= FAR) this.chosen(code);
    };
    over.onkeydown = (e) => this.key(e);
    over.onpointerover = (e) => this.pointed(e.target.dataset?.code ?? "");
    over.onfocus = null;
    over.addEventListener("focusin", (e) => this.pointed(e.target.dataset?.code ?? ""));
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
    for (const [code, button] of Object.entries(this.buttons ?? {})) {
      button.setAttribute("aria-label", [this.places[code].name, words[code]].filter(Boolean).join(": "));
    }
  }

  clear() {
    this.layer?.replaceChildren();
    this.turns?.replaceChildren();
  }

  mark(codes, kind, texts = {}) {
    for (const code of codes) {
      if (!this.places[code]) continue;
      shape(...this.outline(code, kind, this.places[code].lines ? 1 : 0.94), this.layer).dataset.at = code;
      if (texts[code]) this.write(code, texts[code]);
    }
  }

  /** An arrow along places. */
  way(codes) {
    const found = codes.map((c) => this.places[c]).filter(Boolean);
    if (found.length < 2) return;
    const points = found.map((p) => `${p.x},${p.y}`).join(" ");
    shape("polyline", { points, class: "way" }, this.layer);
    const [a, b] = found.slice(-2), turn = Math.atan2(b.y - a.y, b.x - a.x), r = this.r * 0.45;
    const head = [0, 2.6, -2.6].map((t) => `${b.x + r * Math.cos(turn + t)},${b.y + r * Math.sin(turn + t)}`);
    shape("polygon", { points: head.join(" "), class: "head" }, this.layer);
  }

  write(code, text) {
    const { x, y } = this.places[code];
    shape("text", { x, y: y + this.r * 0.16 }, this.layer).textContent = text;
  }

  /** Ways to face, as wedges round where the unit will stand. */
  wedges(code, ways, choose, wanted) {
    const at = this.places[code];
    if (!at) return;
    for (const [facing, choice] of Object.entries(ways)) {
      const middle = -30 * TURNS.indexOf(facing);
      const [a, b] = [middle - 26, middle + 26].map((d) => (d * Math.PI) / 180);
      const [inner, outer] = [this.r * 0.9, this.r * 1.75];
      const p = (t, r) => `${at.x + r * Math.cos(t)},${at.y + r * Math.sin(t)}`;
      const wedge = shape("path", {
        d: `M${p(a, inner)} L${p(a, outer)} A${outer},${outer} 0 0 1 ${p(b, outer)} L${p(b, inner)} Z`,
        class: choice === wanted ? "wedge want" : "wedge", role: "button", tabindex: 0, "aria-label": choice.label,
      }, this.turns);
      wedge.onclick = (e) => {
        e.stopPropagation();
        if (this.moved <= FAR) choose(choice);
      };
      wedge.onkeydown = (e) => {
        if (e.key === "Enter" || e.key === " ") choose(choice);
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
    if (!way) return;
    e.preventDefault();
    const next = this.beside(code, way);
    if (next) this.focus(next);
  }

  /** The nearest place in a direction. */
  beside(code, [dx, dy]) {
    const from = this.places[code];
    let best = "", least = Infinity;
    for (const [other, p] of Object.entries(this.places)) {
      const [x, y] = [p.x - from.x, p.y - from.y];
      const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || across > along * 1.2) continue;
      const far = along + 2 * across;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  focus(code) {
    for (const b of this.base.querySelectorAll('[tabindex="0"]')) b.setAttribute("tabindex", -1);
    this.buttons[code].setAttribute("tabindex", 0);
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
    const { width, height } = this.window.getBoundingClientRect();
    const xs = found.map((p) => p.x), ys = found.map((p) => p.y), room = 5 * this.r;
    const box = [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
    const scale = this.zoom.getScale(), pan = this.zoom.getPan();
    const seen = ({ x, y }) => {
      const [sx, sy] = [(x + pan.x) * scale, (y + pan.y) * scale];
      return sx > 0 && sy > 0 && sx < width && sy < height;
    };
    if (only) {
      if (!found.some(seen)) this.place(scale, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
      return;
    }
    const fit = Math.min(width / (box[2] - box[0]), height / (box[3] - box[1]), NEAREST);
    this.place(fit, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  }

  place(scale, x, y) {
    const { width, height } = this.window.getBoundingClientRect();
    this.zoom.zoom(scale, { animate: false });
    this.zoom.pan(width / 2 / scale - x, height / 2 / scale - y, { animate: false, force: true });
  }
}
