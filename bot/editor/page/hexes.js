// Hexes that stand on a flat side, odd columns half a hex lower; named by column and row, "0706".

export const SIZE = 26; // from the middle to a corner, in pixels
const HALF = (Math.sqrt(3) / 2) * SIZE;

export const name = (c, r) => String(c).padStart(2, "0") + String(r).padStart(2, "0");
export const column = (h) => Number(h.slice(0, 2));
export const row = (h) => Number(h.slice(2));

/** The middle of a hex, for a field whose first column and row are these. */
export function middle(h, cols, rows) {
  const c = column(h), r = row(h);
  return [SIZE * (1 + 1.5 * (c - cols[0])), HALF * (2 * (r - rows[0]) + 1 + (c % 2 ? 1 : 0)) + HALF];
}

/** Width and height of the whole field. */
export function extent(cols, rows) {
  return [SIZE * (2 + 1.5 * (cols[1] - cols[0])), HALF * (2 * (rows[1] - rows[0] + 1) + 2) + HALF];
}

/** Every hex of the field. */
export function* all(cols, rows) {
  for (let c = cols[0]; c <= cols[1]; c++) for (let r = rows[0]; r <= rows[1]; r++) yield name(c, r);
}

/** The hex a point lies in; null off the field. */
export function at(x, y, cols, rows) {
  let best = null, least = SIZE * SIZE;
  const near = cols[0] + Math.round((x / SIZE - 1) / 1.5);
  for (let c = near - 1; c <= near + 1; c++) {
    if (c < cols[0] || c > cols[1]) continue;
    const r = rows[0] + Math.round((y - HALF * 2 - (c % 2 ? HALF : 0)) / (2 * HALF));
    if (r < rows[0] || r > rows[1]) continue;
    const [mx, my] = middle(name(c, r), cols, rows);
    const d = (mx - x) ** 2 + (my - y) ** 2;
    if (d < least) [best, least] = [name(c, r), d];
  }
  return best;
}

/** The six hexes around one, some perhaps off the field. */
export function around(h) {
  const c = column(h), r = row(h), low = c % 2 ? 0 : -1;
  return [[c, r - 1], [c + 1, r + low], [c + 1, r + 1 + low], [c, r + 1], [c - 1, r + 1 + low], [c - 1, r + low]]
    .map(([x, y]) => name(x, y));
}

/** The two hexes of the hexside nearest to a point; null off the field. */
export function side(x, y, cols, rows) {
  const h = at(x, y, cols, rows);
  if (!h) return null;
  let best = null, least = Infinity;
  for (const n of around(h)) {
    if (!inside(n, cols, rows)) continue;
    const [nx, ny] = middle(n, cols, rows);
    const d = (nx - x) ** 2 + (ny - y) ** 2;
    if (d < least) [best, least] = [n, d];
  }
  return best && (h < best ? [h, best] : [best, h]);
}

export function inside(h, cols, rows) {
  const c = column(h), r = row(h);
  return c >= cols[0] && c <= cols[1] && r >= rows[0] && r <= rows[1];
}

export const FACINGS = ["E", "SE", "SW", "W", "NW", "NE"];
/** The angle of a facing, clockwise from the right. */
export const angle = (facing) => (FACINGS.indexOf(facing) * Math.PI) / 3;
