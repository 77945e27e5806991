// An order that is a whole form: its entries, what can be changed in each, and whether it can be sent so.

import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, fold, make } from "./words.js";

export class Form {
  constructor(composer) {
    this.composer = composer;
    this.opened = "";
    this.entries = [];
  }

  /** Fill in something, or with nothing given show the form as the orders have it; with ``anew`` as it is proposed. */
  async fill(given = {}, anew = false) {
    const { composer } = this;
    const token = composer.question.token;
    try {
      const found = await server.form(token, anew ? "" : composer.orders, { ...given, open: this.opened });
      if (composer.question?.token !== token) return;
      composer.write(found.order);
      this.show(found);
    } catch (e) {
      composer.notice(e.message);
    }
  }

  /** Another question: the form as it is proposed, or as it waits in Discord, and where it is about. */
  async begin(waiting = "") {
    this.opened = "";
    this.entries = [];
    if (waiting) this.composer.write(waiting);
    await this.fill({}, !waiting);
    this.composer.board.show(this.entries.filter((e) => !e.quiet).map((e) => e.at));
  }

  open(key) {
    this.opened = this.opened === key ? "" : key;
    return this.fill();
  }

  /** A place was pressed: the entry there is opened. */
  place(code) {
    const found = this.entries.filter((e) => e.at === code && (e.more || e.amount || e.ticked !== null));
    if (!found.length) return false;
    const next = found[(found.findIndex((e) => e.key === this.opened) + 1) % found.length];
    if (next.ticked !== null) this.fill({ tick: next.key });
    else this.open(next.key);
    return true;
  }

  marks() {
    const { board } = this.composer;
    board.clear();
    board.mark(this.entries.filter((e) => !e.quiet).map((e) => e.at), "can");
    board.mark(this.entries.filter((e) => e.key === this.opened).map((e) => e.at), "on");
  }

  show(found) {
    this.entries = found.entries;
    this.marks();
    const focused = document.activeElement?.dataset?.key;
    const loud = found.entries.filter((e) => !e.quiet || e.key === this.opened);
    const quiet = found.entries.filter((e) => e.quiet && e.key !== this.opened);
    $("choices").replaceChildren(
      ...found.sums.map((s) => make("p", {}, s)),
      ...(found.problem ? [make("p", { class: "problem", role: "alert" }, found.problem)] : []),
      ...(found.ticks ? [make("h3", {}, found.ticks)] : []),
      ...loud.map((e) => this.entry(e)),
      ...(quiet.length ? [fold(tr("Others ({count})", { count: quiet.length }), quiet.map((e) => this.button(e.label, `open ${e.key}`, () => this.open(e.key))))] : []),
      ...(found.wholes.length
        ? [fold(tr("All at once ({count})", { count: found.wholes.length }), found.wholes.map((c) => this.button(c.label, `whole ${c.key}`, () => this.fill({ whole: c.key }), c.note)))]
        : []),
      this.button(tr("As proposed"), "anew", () => this.fill({}, true)));
    $("send").disabled = Boolean(found.problem);
    if (focused) $("choices").querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  button(label, key, onclick, note) {
    return make("button", { "data-key": key, onclick }, label, ...(note ? [make("small", {}, note)] : []));
  }

  entry(e) {
    if (e.ticked !== null) {
      return make("label", { class: "entry" },
        make("input", { type: "checkbox", checked: e.ticked, "data-key": `tick ${e.key}`, onchange: () => this.fill({ tick: e.key }) }),
        ` ${e.label}: ${e.value}`);
    }
    const steps = e.steps.map((c) => {
      const step = this.button(c.label, `${e.key} ${c.key}`, () => this.fill({ change: [e.key, c.key] }), c.note);
      step.setAttribute("aria-label", `${e.label}: ${c.label}`);
      return step;
    });
    const places = e.options.length
      ? [make("select", {
          "aria-label": `${e.label}: ${tr("elsewhere")}`, "data-key": `places ${e.key}`,
          onchange: (x) => this.fill({ change: [e.key, x.target.value] }),
        }, make("option", { value: "" }, tr("Elsewhere…")), ...e.options.map((c) => make("option", { value: c.key }, c.label)))]
      : e.more ? [this.button(tr("Elsewhere…"), `open ${e.key}`, () => this.open(e.key))] : [];
    return make("div", { class: "entry" },
      make("b", {}, e.label), make("span", {}, ` ${e.value}`), make("div", { class: "row" }, ...steps, ...places));
  }
}
