// Several units at once: those that belong together, or those within a frame that is drawn round them.

import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, button, line, make, small } from "./words.js";

/** A group with those alone who have no order yet: it is called by whom it holds, and says whom it doesn't. */
function held(group, able) {
  const has = (u) => able.includes(u), units = group.units.filter(has), left = group.units.filter((u) => !has(u));
  if (!left.length) return group;
  const lines = [...group.lines, `-# ${tr("{units} {n:=has an order|have orders} already", { units: codes(left), n: left.length })}`];
  return { ...group, title: `${group.name}: ${codes(units)}`, units, lines };
}

/** Units by their codes, three and more in a row as the bot writes them: "VHA1-3". */
function codes(units) {
  const parts = [];
  for (const unit of units) {
    const [, letters, n] = /^(.*?)(\d*)$/.exec(unit), last = parts.at(-1);
    if (n && last?.letters === letters && last.to + 1 === Number(n)) last.to += 1;
    else parts.push({ letters, from: Number(n), to: Number(n), numbered: n !== "" });
  }
  const said = ({ letters, from, to, numbered }) => {
    if (!numbered) return [letters];
    if (to > from + 1) return [`${letters}${from}-${to}`];
    return to > from ? [`${letters}${from}`, `${letters}${to}`] : [`${letters}${from}`];
  };
  return parts.flatMap(said).join(", ");
}

export class Several {
  constructor(board, composer, notice) {
    Object.assign(this, { board, composer, notice, on: false });
    $("several").onclick = () => (this.on ? this.leave() : this.enter());
    board.framed = (codes) => this.framed(codes);
  }

  /** Whether there is anything to be ordered together, as the question stands. */
  about() {
    // Within a unit's own choices it is as it was before them.
    if (!this.composer.menu?.path) $("several").hidden = this.units().length < 2 || !this.board.hexes;
    if (this.on && this.token !== this.composer.question?.token) this.set(false);
  }

  /** Choices of the menu that are units without an order yet; leaders are ordered one by one. */
  units() {
    const { question, menu, battle } = this.composer;
    if (question?.form !== "command" || menu?.path) return [];
    const units = new Set(battle.pieces.filter((p) => p.kind === "unit").map((p) => p.id));
    const ordered = this.composer.ordered();
    return (menu?.choices ?? []).filter((c) => units.has(c.unit) && !ordered.has(c.unit));
  }

  async enter() {
    const { composer } = this;
    if (composer.menu.path) await composer.open("");
    if (this.units().length < 2) {
      this.notice(tr("Fewer than two units are without an order."));
      return;
    }
    this.set(true);
    this.token = composer.question.token;
    this.chosen = [];
    this.goals = [];
    this.groups = [];
    this.offer();
    this.board.clear();
    this.mark();
    $("taken").replaceChildren();
    $("ideas").hidden = $("more").hidden = true;
    try {
      const { groups } = await server.groups(this.token);
      if (!this.on || this.token !== composer.question?.token) return;
      const able = this.units().map((c) => c.unit);
      this.groups = groups.map((g) => held(g, able)).filter((g) => g.units.length > 1);
      if (this.chosen.length > 1) return;
      this.offer();
      $("choices").querySelector("button").focus();
    } catch (e) {
      this.notice(e.message);
    }
  }

  /** What can be done while nobody, or one alone, is chosen. */
  offer() {
    const told = this.groups.length
      ? tr("Draw a frame round units on the map, press them one by one, or choose who belongs together.")
      : tr("Draw a frame round units on the map, or press them one by one.");
    $("choices").replaceChildren(
      make("p", {}, told),
      ...this.groups.map((g) =>
        make("button", { onclick: () => this.choose(g.units) }, g.title, ...g.lines.map((x) => line(x, "span")))),
      this.back());
  }

  leave() {
    this.set(false);
    if (this.composer.menu) this.composer.show();
  }

  set(on) {
    this.on = on;
    $("several").setAttribute("aria-pressed", String(on));
    this.board.frame(on);
  }

  back() {
    return button(tr("‹ Back"), () => this.leave());
  }

  framed(codes) {
    const inside = new Set(codes);
    this.choose(this.units().filter((c) => this.composer.stands(c).some((at) => inside.has(at))).map((c) => c.unit));
  }

  /** A place was pressed: who stands there joins the others, or leaves them. */
  pressed(code) {
    if (this.chosen.length > 1 && this.goals.some((c) => c.at === code)) {
      this.go(code);
      return;
    }
    const here = this.units().filter((c) => this.composer.stands(c).includes(code)).map((c) => c.unit);
    const joins = here.some((unit) => !this.chosen.includes(unit));
    this.chosen = this.chosen.filter((unit) => !here.includes(unit)).concat(joins ? here : []);
    if (this.chosen.length > 1) {
      this.choose(this.chosen);
      return;
    }
    this.offer();
    this.board.clear();
    this.mark();
    this.notice(here.length ? tr("One more, and they can be ordered together.") : tr("Nobody there can be ordered now."));
  }

  mark() {
    const at = (unit) => this.composer.stands({ unit });
    this.board.mark(this.units().flatMap((c) => at(c.unit)), "can");
    this.board.mark(this.chosen.flatMap(at), "on");
  }

  async choose(units) {
    this.chosen = units;
    this.goals = [];
    try {
      const found = await server.together(this.composer.question.token, units);
      if (!this.on || this.chosen !== units) return; // others have been chosen meanwhile
      this.chosen = found.units;
      this.goals = found.goals;
      this.board.clear();
      this.mark();
      const [unit] = found.units;
      const costs = Object.fromEntries(found.goals.map((c) => [c.at, this.composer.cost(c)]));
      this.board.mark(Object.keys(costs), "goal", costs, tr("{unit} can go here, the others as far in the same direction", { unit }));
      const parts = found.ideas.map((idea) =>
        make("button", { onclick: () => this.take(idea) },
          make("b", {}, idea.label), ...idea.lines.map((x) => line(x, "small"))));
      $("choices").replaceChildren(
        make("p", {}, found.title),
        ...found.lines.map((x) => small(x)),
        ...(found.goals.length ? [small(tr("Press where {unit} is to go: the others go as far in the same direction. Or", { unit }))] : []),
        ...(parts.length ? parts : [make("p", {}, tr("There is nothing they could all do now."))]), this.back());
      $("choices").querySelector("button").focus();
    } catch (e) {
      this.notice(e.message);
    }
  }

  /** The first of them goes there, and the others as far in the same direction. */
  async go(to) {
    try {
      const told = await server.together(this.composer.question.token, this.chosen, to);
      this.take(told);
      if (told.lines.length) this.notice(told.lines.join(" "));
    } catch (e) {
      this.notice(e.message);
    }
  }

  take(idea) {
    this.set(false);
    this.composer.show();
    this.composer.whole(idea.orders);
  }
}
