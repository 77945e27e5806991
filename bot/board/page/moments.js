// Looking back: any step of the battle with its map, its story and how it stood, until one press leads back to the present.

import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, make } from "./words.js";

const fineness = () => ({ a: tr("Activations"), s: tr("Stages"), e: tr("Single deeds") });
const PRESENT = ["lesson", "result", "decision", "draft", "acts", "piece", "several"]; // what has no place in the past

export class Moments {
  /** ``show`` is called with each step, ``leave`` where the present is to be shown again. */
  constructor(show, leave, notice) {
    Object.assign(this, { show, leave, notice, on: false, steps: [], n: 0, wanted: null, by: "a", fetching: 0 });
    const press = (id, label, says, act) => make("button", { id, "aria-label": label, title: label, onclick: act }, says);
    this.slider = make("input", { type: "range", id: "slider", min: 0, "aria-label": tr("Step"), oninput: () => this.go(+this.slider.value) });
    this.fineness = make("select", { id: "fineness", "aria-label": tr("What a step is"), onchange: () => this.finer(this.fineness.value) },
      ...Object.entries(fineness()).map(([by, says]) => make("option", { value: by }, says)));
    this.told = make("p", { class: "small", id: "which-step" });
    $("moments").replaceChildren(
      make("div", { class: "row" },
        press("first-step", tr("The beginning"), "«", () => this.go(0)),
        press("step-back", tr("A step back"), "‹", () => this.go(this.n - 1)),
        press("step-on", tr("A step on"), "›", () => this.go(this.n + 1)),
        press("last-step", tr("The last step"), "»", () => this.begin()),
        press("present", tr("Now: back to how things stand"), tr("Now"), () => this.end())),
      make("div", { class: "row" }, this.slider, this.fineness), this.told);
    $("look-back").onclick = () => (this.on ? this.end() : this.begin());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  /** Look back from a journal entry on; without one, at the latest step. */
  async begin(at) {
    if (!this.on) this.notice(tr("The battle is being made ready to be looked back at…"), true);
    this.underWay(1);
    try {
      await this.list();
      const n = at === undefined ? this.steps.length - 1 : this.found(at);
      await this.go(n);
    } catch (e) {
      this.notice(e.message);
    } finally {
      this.underWay(-1);
    }
  }

  /** Whether another step, or list of steps, than what is shown is being fetched. */
  underWay(more) {
    this.fetching += more;
    $("moments").setAttribute("aria-busy", this.fetching > 0);
  }

  end() {
    this.close();
    this.leave();
  }

  close() {
    this.on = false;
    this.wanted = null;
    this.shown();
  }

  async list() {
    let told;
    while (!(told = await server.steps(this.by)).steps) {
      const share = `${Math.round(100 * told.share)} %`;
      if (this.on) this.told.textContent = tr("Being made ready: {share}", { share });
      else this.notice(tr("The battle is being made ready to be looked back at: {share}", { share }), true);
    }
    this.steps = told.steps;
    this.slider.max = this.steps.length - 1;
  }

  /** The last step that doesn't begin after a journal entry. */
  found(at) {
    return Math.max(0, this.steps.findLastIndex((s) => s.at <= at));
  }

  async finer(by) {
    const { at } = this.steps[this.n];
    this.by = by;
    await this.begin(at);
  }

  /** The battle has gone on while somebody looks back. */
  news() {
    this.told.textContent = tr("The battle has gone on meanwhile.");
  }

  /** Show a step; of several that are asked for in a row the last one. */
  async go(n) {
    const busy = this.wanted !== null;
    this.wanted = Math.max(0, Math.min(n, this.steps.length - 1));
    if (busy) return;
    this.underWay(1);
    try {
      while (this.wanted !== null) {
        const asked = this.wanted, step = this.steps[asked];
        const found = await server.step(step.at, this.by);
        if (this.wanted === null) return; // it has been closed meanwhile
        if (asked === this.wanted) this.wanted = null;
        this.n = asked;
        if (!this.on) this.notice("");
        this.on = true;
        this.shown();
        this.show(found);
      }
    } catch (e) {
      this.wanted = null;
      this.notice(e.message);
    } finally {
      this.underWay(-1);
    }
  }

  shown() {
    $("moments").hidden = !this.on;
    $("look-back").setAttribute("aria-pressed", this.on);
    for (const id of PRESENT) $(id).classList.toggle("aside", this.on);
    if (!this.on) return;
    const last = this.steps.length - 1;
    this.slider.value = this.n;
    this.slider.setAttribute("aria-valuetext", this.steps[this.n].title);
    $("first-step").disabled = $("step-back").disabled = this.n === 0;
    $("step-on").disabled = this.n >= last;
    this.told.textContent = tr("Step {step} of {most}", { step: this.n, most: last });
  }

  /** The step that is shown, for who asks the server about it; nothing for how things stand. */
  where() {
    return this.on ? { by: this.by, at: String(this.steps[this.n].at) } : {};
  }

  /** The map of the step that is shown; the next one is fetched, so that it is there when it is asked for. */
  picture(layers) {
    const { at, key } = this.steps[this.n], next = this.steps[this.n + 1];
    if (next) new Image().src = server.stepPicture(next, this.by, layers);
    return server.stepPicture({ at, key }, this.by, layers);
  }

  key(e) {
    if (!this.on || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.target.closest?.("#over, input, select, textarea")) return;
    const to = { ArrowLeft: this.n - 1, ArrowRight: this.n + 1, Home: 0, End: this.steps.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    this.go(to);
  }
}
