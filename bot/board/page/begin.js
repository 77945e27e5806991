// What can be begun: lessons and battles, against the computer or for two at one machine.

import { $, button, make, small } from "./words.js";

const TWO = "two";

export class Begin {
  constructor(desk) {
    this.desk = desk;
    this.game = "";
    this.level = "recruit";
  }

  hide() {
    $("begin").hidden = true;
  }

  /** Show what is offered; ``battle`` is the one that is shown behind it, which one can go back to. */
  show(offered, battle) {
    Object.assign(this, { offered, battle });
    $("begin").hidden = false;
    const under = offered.under_way;
    const lessons = offered.lessons.map((x) =>
      button(`Learn ${x.title}`, () => this.begin({ lesson: x.system }), "main"));
    const who = make("select", { id: "who", onchange: () => (this.level = who.value) },
      ...offered.levels.map((x) => make("option", { value: x.key, selected: x.key === this.level }, `the computer, ${x.label}`)),
      make("option", { value: TWO, selected: this.level === TWO }, "somebody at this machine"));
    this.game ||= offered.games?.[0].system;
    const games = (offered.games ?? []).map((g) =>
      button(g.title, () => this.list(g.system), g.system === this.game ? "main" : ""));
    $("begin").replaceChildren(
      make("header", {}, make("h1", {}, "Hexarch"),
        make("a", { href: offered.chat, target: "_blank", rel: "noopener" }, "Chat")),
      ...(battle ? [make("p", { class: "row" }, button(`‹ Back to “${battle.title}”`, () => this.hide()))] : []),
      ...(under ? [small(`“${under.title}” is under way; whatever you begin here breaks it off.`)] : []),
      make("h2", {}, "Learn a game: a first battle step by step, in ten minutes"),
      make("div", { class: "row" }, ...lessons),
      make("h2", {}, "Play a battle"),
      make("p", { class: "row" }, make("label", { for: "who" }, "Against"), who),
      make("div", { class: "row", role: "group", "aria-label": "Games" }, ...games),
      make("div", { id: "battles" }, offered.games ? "" : "Battles are being read…"));
    if (offered.games) this.battles();
    $("begin").scrollTop = 0;
  }

  list(system) {
    this.game = system;
    const at = $("begin").scrollTop;
    this.show(this.offered, this.battle);
    $("begin").scrollTop = at;
  }

  battles() {
    const { battles } = this.offered.games.find((g) => g.system === this.game);
    const shown = [...battles].sort((a, b) => b.first - a.first);
    $("battles").replaceChildren(...shown.map((b) =>
      make("article", {},
        make("h3", {}, b.title, ...(b.first ? [make("small", {}, " · good to begin with")] : [])),
        small([b.date, `${b.units} units`, b.length].filter(Boolean).join(" · ")),
        ...(b.about ? [make("p", {}, b.about)] : []),
        make("div", { class: "row" }, ...b.sides.map((side, n) =>
          button(`Play the ${side}`, () =>
            this.begin({ battle: b.key, side: n, level: this.level === TWO ? "" : this.level })))))));
  }

  async begin(what) {
    const under = this.offered.under_way;
    if (under && !(await this.desk.sure(`That breaks off “${under.title}”, without a result. It can't be taken back.`, "Break it off"))) return;
    await this.desk.begin(under ? { ...what, breaks: under.id } : what);
  }
}
