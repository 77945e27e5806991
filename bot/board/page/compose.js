// Composing: the question's menus are walked choice by choice, and what they come to is written as orders.

import * as server from "./server.js";
import { line, make } from "./words.js";

const $ = (id) => document.getElementById(id);
const FEW = 8; // choices that are listed openly beside the map
const percent = (chance) => (chance === undefined ? "" : `${Math.round(100 * chance)} %`);

export class Composer {
  constructor(board, notice) {
    this.board = board;
    this.notice = notice;
    this.question = null;
    this.menu = null;
    this.trail = []; // where the choices that were made lie
    $("check").onclick = () => this.check();
    $("suggest").onclick = () => this.suggest();
    $("clear").onclick = () => this.write("");
    $("draft").onsubmit = (e) => {
      e.preventDefault();
      this.send();
    };
  }

  /** The question has changed, or is the same still. What can be pressed changes with the words, not after them. */
  async about(battle) {
    const question = battle.question;
    const same = question !== null && this.question?.token === question.token && this.menu !== null;
    const menu = question && !same ? await server.menu(question.token, "") : this.menu;
    Object.assign(this, { battle, question, menu: question ? menu : null });
    $("send").textContent = battle.sandbox || Object.keys(battle.seats).length ? "Carry out" : "Send";
    $("draft").hidden = !question;
    $("suggest").hidden = !question?.advised;
    if (!question) {
      this.board.clear();
      $("prompt").textContent = battle.outcome || (battle.mine.length ? "Nothing is asked of you now." : battle.moment);
      $("taken").replaceChildren();
      $("choices").replaceChildren();
      return;
    }
    $("prompt").textContent = question.prompt + (question.rule ? ` (${question.rule})` : "");
    if (same) return;
    this.trail = [];
    this.write("");
    this.show();
    if (question.focus.length) this.board.show(question.focus);
    else this.board.show((menu.choices ?? []).flatMap((c) => (c.unit ? this.stands(c) : [])), true);
  }

  async open(path) {
    try {
      const found = await server.menu(this.question.token, path);
      if (path === "") this.trail = [];
      if (found.order !== undefined) {
        this.add(found.order);
        await this.open("");
        return;
      }
      if (found.choices?.length === 0 && path) {
        this.notice("Nothing of the kind is possible now.");
        return;
      }
      this.menu = found;
      this.show();
    } catch (e) {
      this.notice(e.message);
    }
  }

  show() {
    const { menu, board } = this;
    board.clear();
    $("taken").replaceChildren(
      ...(menu.taken?.length
        ? [
            make("button", { type: "button", onclick: () => this.open(menu.back ?? "") }, "‹ Back"),
            make("span", {}, menu.taken.join(" › ")),
          ]
        : []));
    if (menu.items) {
      this.each(menu.items);
      return;
    }
    const here = this.goals();
    const turns = this.turns();
    const units = menu.path ? [] : menu.choices.filter((c) => c.unit);
    const rest = menu.choices.filter((c) => !units.includes(c) && !turns.includes(c) && (!here.includes(c) || here.length < 4));
    board.mark(units.flatMap((c) => this.stands(c)), "can");
    const costs = Object.fromEntries(here.map((c) => [c.at, this.cost(c)]));
    board.mark(here.map((c) => c.at), "goal", costs);
    const at = turns.find((c) => c.at)?.at ?? this.trail.at(-1);
    if (at) board.mark([at], "on");
    if (turns.length && at) {
      board.wedges(at, Object.fromEntries(turns.map((c) => [c.facing, c])), (c) => this.take(c));
    }
    const parts = [...rest, ...turns].map((c) => this.button(c));
    if (units.length) parts.push(this.list(`Who can be ordered (${units.length})`, units));
    if (here.length >= 4) parts.push(this.list(`Places, as a list (${here.length})`, here));
    $("choices").replaceChildren(...parts);
  }

  /** Choices that lie on the map: those of the menu, or of what is likeliest in it. */
  goals() {
    const { choices, beside, path } = this.menu;
    const turns = this.turns();
    const found = choices.filter((c) => c.at && !(c.unit && !path) && !turns.includes(c));
    if (found.length || !beside) return found;
    return beside.choices.map((c) => ({ ...c, path: `${beside.n}.${c.n}` }));
  }

  /** Ways to face in one place; where they lie in several, they are places to go to. */
  turns() {
    const found = this.menu.choices.filter((c) => c.facing);
    return new Set(found.map((c) => c.at)).size === 1 && this.menu.path ? found : [];
  }

  list(title, choices) {
    return make("details", { open: choices.length <= FEW },
      make("summary", {}, title), make("div", { class: "list" }, ...choices.map((c) => this.button(c))));
  }

  button(c) {
    const more = [c.mp !== undefined ? `${c.mp} MP` : "", c.hits ? `${c.hits} hits` : "", percent(c.chance)];
    const said = [more.filter(Boolean).join(", "), c.note, c.risk].filter(Boolean);
    return make("button", { type: "button", onclick: () => this.take(c) },
      c.label, ...said.map((x) => make("small", {}, x)));
  }

  cost(c) {
    if (c.hits) return `${c.mp ?? ""}+${c.hits}`;
    if (c.mp !== undefined) return String(c.mp);
    return percent(c.chance);
  }

  /** Where a unit of the menu stands. */
  stands(c) {
    return this.battle.pieces.find((p) => p.id === c.unit)?.at ?? (c.at ? [c.at] : []);
  }

  async take(c) {
    const at = c.at ?? (this.menu.path ? undefined : this.stands(c)[0]);
    if (at) this.trail.push(at);
    const n = c.path ?? c.n;
    await this.open(this.menu.path ? `${this.menu.path}.${n}` : String(n));
  }

  /** A place of the map was pressed; whether that was a choice. */
  place(code) {
    if (!this.menu?.choices) return false;
    const found = this.menu.path
      ? this.goals().filter((c) => c.at === code)
      : this.menu.choices.filter((c) => (c.unit ? this.stands(c).includes(code) : c.at === code));
    if (found.length === 1) {
      this.take(found[0]);
      return true;
    }
    if (found.length) {
      $("choices").replaceChildren(...found.map((c) => this.button(c)),
        make("button", { type: "button", onclick: () => this.show() }, "All choices"));
      $("choices").querySelector("button").focus();
    }
    return found.length > 0;
  }

  each(items) {
    const picked = Object.fromEntries(items.map((i) => [i.key, i.default]));
    const write = () => this.write(items.map((i) => `${i.key} ${picked[i.key]}`).join("\n"));
    const boxes = items.map((item) =>
      make("fieldset", {},
        make("legend", {}, item.label),
        ...item.choices.map((c) =>
          make("label", {},
            make("input", {
              type: "radio", name: item.key, value: c.key, checked: c.key === item.default,
              onchange: () => {
                picked[item.key] = c.key;
                write();
              },
            }),
            ` ${c.label}`, ...[c.note, c.risk].filter(Boolean).map((x) => make("small", {}, ` ${x}`))))));
    $("choices").replaceChildren(...boxes);
    this.board.mark(items.flatMap((i) => this.battle.pieces.find((p) => p.id === i.key)?.at ?? []), "can");
    write();
  }

  // -- the orders ------------------------------------------------------------------------------------------------

  get orders() {
    return $("orders").value.trim();
  }

  write(text) {
    $("orders").value = text;
    $("seen").replaceChildren();
  }

  add(order) {
    const before = this.question.form === "command" && this.orders ? `${this.orders}\n` : "";
    this.write(before + order);
    this.check();
  }

  async check() {
    if (!this.orders) {
      this.notice("There is no order yet: click a unit that glows.");
      return;
    }
    try {
      this.tell(await server.preview(this.question.token, this.orders));
    } catch (e) {
      this.notice(e.message);
    }
  }

  /** What the adviser would order, as orders that can be changed, and as arrows. */
  async suggest() {
    $("suggest").disabled = true;
    this.notice("Thinking about it…");
    try {
      const told = await server.suggest(this.question.token);
      this.write(told.orders.join("\n"));
      $("seen").replaceChildren(...told.lines.map((x) => line(x)));
      this.board.clear();
      told.ways.forEach((way) => this.board.way(way));
      this.board.show(told.ways.flat());
      this.notice("");
    } catch (e) {
      this.notice(e.message);
    } finally {
      $("suggest").disabled = false;
    }
  }

  tell(told) {
    const lines = told.lines.length ? told.lines : ["Nothing is rolled for."];
    $("seen").replaceChildren(...lines.flatMap((x) => x.split("\n")).map((x) => line(x)));
    $("send").disabled = !told.possible;
  }

  async send() {
    if (!this.orders) {
      this.notice("There is no order yet: click a unit that glows.");
      return;
    }
    $("send").disabled = true;
    try {
      const told = await server.send(this.question.token, this.orders);
      this.tell(told);
      this.notice(told.sent);
      if (this.battle.sandbox) this.carriedOut(); // of which no stream tells
    } catch (e) {
      if (e.told?.lines) this.tell(e.told);
      else this.notice(e.message);
    } finally {
      $("send").disabled = false;
    }
  }
}
