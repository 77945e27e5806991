// What the pointer does: each tool has begin, move and end, which change the battle and say whether they did.

import * as arriving from "./arrivals.js";
import { FACINGS, around, side } from "./hexes.js";

const same = (f, a, b) => f.a === a && f.b === b;

/** Terrain or levels, hex by hex, as long as the pointer is down. */
function paints(part, standard) {
  const put = (battle, point, type) => {
    if (!point.hex) return false;
    const map = battle.map[part];
    const before = map[point.hex];
    if (type === standard(battle)) delete map[point.hex];
    else map[point.hex] = type;
    return map[point.hex] !== before;
  };
  return { begin: put, move: put };
}

/** Hexsides: pressed where there is one of that type it goes, else it comes; dragging goes on with what was begun. */
const hexsides = {
  begin(battle, point, type) {
    const found = side(point.x, point.y, battle.map.cols, battle.map.rows);
    if (!found) return false;
    this.taking = type === null || battle.map.hexsides.some((f) => same(f, ...found) && f.type === type);
    return this.move(battle, point, type);
  },
  move(battle, point, type) {
    const found = side(point.x, point.y, battle.map.cols, battle.map.rows);
    if (!found) return false;
    const [a, b] = found;
    const there = battle.map.hexsides.filter((f) => same(f, a, b) && (type === null || f.type === type));
    if (this.taking) {
      battle.map.hexsides = battle.map.hexsides.filter((f) => !there.includes(f));
      return there.length > 0;
    }
    if (there.length) return false;
    battle.map.hexsides.push({ a, b, type });
    return true;
  },
};

/** Roads: drawn through the hexes one drags over; with no type those of a hex go. */
const roads = {
  begin(battle, point, type) {
    this.drawn = null;
    if (!point.hex) return false;
    if (type === null) {
      const kept = battle.map.roads.filter((r) => !r.hexes.includes(point.hex));
      const changed = kept.length !== battle.map.roads.length;
      battle.map.roads = kept;
      return changed;
    }
    this.drawn = { type, hexes: [point.hex] };
    return false;
  },
  move(battle, point) {
    const last = this.drawn?.hexes.at(-1);
    if (!this.drawn || !point.hex || point.hex === last || !around(last).includes(point.hex)) return false;
    this.drawn.hexes.push(point.hex);
    if (this.drawn.hexes.length === 2) battle.map.roads.push(this.drawn);
    return true;
  },
};

/** Pieces: dragged to another hex; pressed without dragging they turn. */
const pieces = {
  begin(battle, point) {
    this.held = battle.pieces.findLast((p) => p.hex === point.hex) ?? null;
    this.moved = false;
    return false;
  },
  move(battle, point) {
    if (!this.held || !point.hex || point.hex === this.held.hex) return false;
    this.held.hex = point.hex;
    this.moved = true;
    return true;
  },
  end(battle) {
    const held = this.held;
    if (!held || this.moved || held.facing === null) return false;
    held.facing = FACINGS[(FACINGS.indexOf(held.facing) + 1) % FACINGS.length];
    return true;
  },
};

/** Units: pressed, a hex gets another one of a kind; with no kind what stands on top there goes. */
const units = {
  begin(battle, point, type) {
    if (!point.hex) return false;
    if (type === null) {
      const gone = battle.pieces.findLast((p) => p.hex === point.hex);
      battle.pieces = battle.pieces.filter((p) => p !== gone);
      return gone !== undefined;
    }
    const kind = battle.kinds[type];
    if (!kind) return false;
    const name = `${kind.ratings.code}+`; // it gets its number with the file
    battle.pieces.push({ kind: "unit", side: kind.side, name, hex: point.hex, facing: kind.facing, of: type });
    return true;
  },
  move: () => false,
};

/** Places: pressed, a hex gets its name, or loses it. */
const places = {
  async begin(battle, point, type, ask) {
    if (!point.hex) return false;
    const known = battle.map.places.find((p) => p.hex === point.hex);
    const name = await ask(known?.name ?? "");
    if (name === undefined) return false;
    battle.map.places = battle.map.places.filter((p) => p.hex !== point.hex);
    if (name) battle.map.places.push({ name, hex: point.hex });
    return true;
  },
  move: () => false,
};

/** Areas: hexes come into the one chosen as they are dragged over; begun on one of its own, they go. */
const areas = {
  begin(battle, point, type) {
    this.taking = battle.areas[type]?.hexes.includes(point.hex) ?? false;
    return this.move(battle, point, type);
  },
  move(battle, point, type) {
    const area = battle.areas[type];
    if (!area || !point.hex || area.hexes.includes(point.hex) !== this.taking) return false;
    area.hexes = this.taking ? area.hexes.filter((h) => h !== point.hex) : [...area.hexes, point.hex];
    return true;
  },
};

/** Arrivals: chosen and changed beside the field; the field shows where they come on. */
const arrivals = { begin: () => false, move: () => false };

export const TOOLS = {
  terrain: { label: "Terrain", does: paints("terrain", (b) => b.map.default_terrain), hint: "Drag over hexes to paint them." },
  levels: { label: "Height", does: paints("levels", (b) => b.map.default_level), hint: "Drag over hexes; each level is 10 to 15 metres." },
  hexsides: { label: "Hexsides", does: hexsides, hint: "Press near a hexside, or drag along it; pressed again it goes." },
  roads: { label: "Roads", does: roads, hint: "Drag from hex to hex." },
  pieces: { label: "Pieces", does: pieces, hint: "Drag a piece to its hex; press it to turn it." },
  units: { label: "Units", does: units, hint: "Press a hex for another unit of a kind. A new kind is made of the one chosen, with ratings of its own." },
  places: { label: "Places", does: places, hint: "Press a hex to write a name on it." },
  areas: { label: "Areas", does: areas, hint: "Drag over hexes to add them to the area chosen; begun on one of its hexes, dragging takes them out." },
  arrivals: { label: "Arrivals", does: arrivals, hint: "Who comes on later, and where. Who waits isn't on the field." },
};

/** What a type is called on its button. */
export function called(tool, type, battle) {
  if (type === null) return "take away";
  if (tool === "areas") return battle.areas[type].name;
  if (tool === "arrivals") return arriving.called(battle, battle.arrivals[type]);
  if (tool !== "units") return String(type).replaceAll("_", " ");
  const { side, ratings } = battle.kinds[type];
  return `${ratings.code}: ${ratings.name} (${battle.sides[side]})`;
}

/** The area that the field shows while a tool is used; undefined for none. */
export function lit(tool, type, battle) {
  if (tool === "areas") return battle.areas[type];
  return tool === "arrivals" ? battle.areas.find((a) => a.name === battle.arrivals[type]?.area) : undefined;
}

/** Types a tool has, the first one taken at first; null takes away. */
export function types(tool, battle) {
  if (tool === "terrain") return battle.palette.terrain;
  if (tool === "levels") return [0, 1, 2, 3, 4, 5, 6, -1];
  if (tool === "units") return [...[...battle.kinds.keys()].filter((k) => !arriving.waits(battle, battle.kinds[k])), null];
  if (tool === "areas" || tool === "arrivals") return [...battle[tool].keys()];
  if (tool === "hexsides" || tool === "roads") return [...battle.palette[tool], null];
  return [];
}
