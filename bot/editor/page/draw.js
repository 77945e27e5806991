// The field on a canvas: a working drawing; the preview shows it as it will look.

import { SIZE, all, angle, extent, middle } from "./hexes.js";

const COLOURS = {
  open: "#dfe3b8", clear: "#dfe3b8", woods: "#7fa06a", forest: "#7fa06a", rough: "#cdbb8f", broken: "#cdbb8f", river: "#7fb0d8",
  major_river: "#7fb0d8", sea: "#6d9fcc", ford: "#b9d9ee", marsh: "#a9bfa0", swamp: "#a9bfa0", fen: "#93ad92", village: "#d9a38c",
  town: "#c98b72", city: "#a9a9a9", city_wall: "#888", city_gate: "#bbb", camp: "#e0c07c", roman_camp: "#e0c07c", mud: "#b59a78",
  building: "#b98", castle: "#999", vineyard: "#b7c27a", ditch: "#9a8b70", pits: "#a08060", bridge: "#d0b890", rocky_riverbed: "#c8c8b0",
};
const ARMIES = ["#2f5fb0", "#b03a2f"];

/** A type's colour: those we don't know have one of their own, always the same. */
export function colour(type) {
  if (COLOURS[type]) return COLOURS[type];
  let n = 7;
  for (const c of type) n = (n * 31 + c.charCodeAt(0)) % 360;
  return `hsl(${n} 35% 65%)`;
}

export function lineColour(type) {
  if (/river|stream|burn|beek|brook/.test(type)) return "#2d74b8";
  return /bridge|gate|road/.test(type) ? "#8a5a20" : /hedge/.test(type) ? "#3d6a30" : "#5a4632";
}

/** The field; ``marked`` is a piece that is held, ``lit`` an area that is shown. */
export function draw(canvas, battle, marked, lit) {
  const { cols, rows } = battle.map;
  const [w, h] = extent(cols, rows);
  if (canvas.width !== Math.ceil(w)) canvas.width = Math.ceil(w);
  if (canvas.height !== Math.ceil(h)) canvas.height = Math.ceil(h);
  const g = canvas.getContext("2d");
  g.fillStyle = "#fff";
  g.fillRect(0, 0, canvas.width, canvas.height);
  const absent = new Set(battle.map.void);
  for (const hex of all(cols, rows)) if (!absent.has(hex)) ground(g, battle.map, hex);
  for (const road of battle.map.roads) path(g, battle.map, road.hexes);
  for (const f of battle.map.hexsides) edge(g, battle.map, f);
  for (const h of lit?.hexes ?? []) shade(g, battle.map, h);
  for (const p of battle.map.places) label(g, battle.map, p);
  for (const p of battle.pieces) piece(g, battle.map, p, p === marked);
}

function outline(g, x, y, size = SIZE) {
  g.beginPath();
  for (let i = 0; i < 6; i++) g.lineTo(x + size * Math.cos((i * Math.PI) / 3), y + size * Math.sin((i * Math.PI) / 3));
  g.closePath();
}

function ground(g, map, hex) {
  const [x, y] = middle(hex, map.cols, map.rows);
  outline(g, x, y);
  g.fillStyle = colour(map.terrain[hex] ?? map.default_terrain);
  g.fill();
  const level = map.levels[hex] ?? map.default_level;
  if (level) {
    g.fillStyle = `rgb(110 70 20 / ${Math.min(0.12 * Math.abs(level), 0.5)})`;
    g.fill();
    g.fillStyle = "#5a3a10";
    g.font = "bold 10px sans-serif";
    g.fillText(String(level), x + SIZE * 0.42, y + 4);
  }
  g.strokeStyle = "#0003";
  g.lineWidth = 1;
  g.stroke();
  g.fillStyle = "#0007";
  g.font = "8px sans-serif";
  g.textAlign = "center";
  g.fillText(hex, x, y - SIZE * 0.62);
}

function shade(g, map, hex) {
  outline(g, ...middle(hex, map.cols, map.rows), SIZE * 0.92);
  g.fillStyle = "#8a2be255";
  g.fill();
  g.strokeStyle = "#6a1bb2";
  g.lineWidth = 2;
  g.stroke();
}

function path(g, map, hexes) {
  g.beginPath();
  for (const h of hexes) g.lineTo(...middle(h, map.cols, map.rows));
  g.strokeStyle = "#8a5a20";
  g.lineWidth = 4;
  g.stroke();
}

function edge(g, map, f) {
  const [ax, ay] = middle(f.a, map.cols, map.rows), [bx, by] = middle(f.b, map.cols, map.rows);
  const mx = (ax + bx) / 2, my = (ay + by) / 2, d = Math.hypot(bx - ax, by - ay);
  const ox = (-(by - ay) / d) * (SIZE / 2), oy = ((bx - ax) / d) * (SIZE / 2);
  g.beginPath();
  g.moveTo(mx - ox, my - oy);
  g.lineTo(mx + ox, my + oy);
  g.strokeStyle = lineColour(f.type);
  g.lineWidth = 5;
  g.stroke();
}

function label(g, map, p) {
  const [x, y] = middle(p.hex, map.cols, map.rows);
  g.font = "italic 12px serif";
  g.textAlign = "center";
  g.lineWidth = 3;
  g.strokeStyle = "#fffb";
  g.strokeText(p.name, x, y + SIZE * 0.75);
  g.fillStyle = "#222";
  g.fillText(p.name, x, y + SIZE * 0.75);
}

function piece(g, map, p, marked) {
  const [x, y] = middle(p.hex, map.cols, map.rows);
  g.save();
  g.translate(x, y);
  g.fillStyle = ARMIES[p.side % 2];
  g.strokeStyle = marked ? "#ff0" : "#fff";
  g.lineWidth = marked ? 3 : 1;
  if (p.kind === "unit") {
    g.save();
    g.rotate(angle(p.facing ?? "E"));
    g.beginPath();
    g.rect(-11, -12, 20, 24);
    g.fill();
    g.stroke();
    g.beginPath();
    g.moveTo(10, -6);
    g.lineTo(16, 0);
    g.lineTo(10, 6);
    g.fill();
    g.restore();
  } else {
    g.translate(p.kind === "leader" ? 0 : 6, SIZE * 0.45);
    g.beginPath();
    g.arc(0, 0, 7, 0, 7);
    g.fill();
    g.stroke();
  }
  g.fillStyle = "#fff";
  g.font = "bold 8px sans-serif";
  g.textAlign = "center";
  g.fillText(p.kind === "unit" ? p.name : p.name.slice(0, 3), 0, 3);
  g.restore();
}
