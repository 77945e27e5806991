// The battle as it stands on the page, and what it was before each change.

/** Which pieces and kinds of units there are, wherever they stand. */
const pieces = (battle) => JSON.stringify([battle.pieces.map((p) => `${p.kind} ${p.side} ${p.of ?? ""} ${p.name}`).sort(), battle.kinds]);

export class State {
  constructor() {
    this.battle = null;
    this.before = [];
    this.after = [];
    this.dirty = false;
  }

  /** Take what the server sent. Past changes can be taken back as long as the pieces are the same. */
  load(battle) {
    if (this.battle && pieces(this.battle) !== pieces(battle)) {
      this.before = [];
      this.after = [];
    }
    this.battle = battle;
    this.dirty = false;
  }

  kept() {
    const { map, pieces, kinds, areas, arrivals } = this.battle;
    return JSON.stringify({ map, pieces, kinds, areas, arrivals });
  }

  /** A change is about to be made. */
  remember() {
    this.pending = this.kept();
  }

  /** It was made, if it was. */
  changed() {
    if (this.pending === undefined || this.pending === this.kept()) return;
    this.before.push(this.pending);
    if (this.before.length > 200) this.before.shift();
    this.after = [];
    this.pending = undefined;
    this.dirty = true;
  }

  _to(from, onto) {
    const kept = from.pop();
    if (kept === undefined) return false;
    onto.push(this.kept());
    Object.assign(this.battle, JSON.parse(kept));
    this.dirty = true;
    return true;
  }

  undo() {
    return this._to(this.before, this.after);
  }

  redo() {
    return this._to(this.after, this.before);
  }
}
