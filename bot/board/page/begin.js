// What can be begun: lessons and battles, against the computer or for two at one machine.

import { tr } from "./sentences.js";
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
      button(tr("Learn {game}", { game: x.title }), () => this.begin({ lesson: x.system }), "main"));
    const who = make("select", { id: "who", onchange: () => (this.level = who.value) },
      ...offered.levels.map((x) => make("option", { value: x.key, selected: x.key === this.level }, tr("the computer, {level}", { level: x.label }))),
      make("option", { value: TWO, selected: this.level === TWO }, tr("somebody at this machine")));
    this.game ||= offered.games?.[0].system;
    const games = (offered.games ?? []).map((g) =>
      button(g.title, () => this.list(g.system), g.system === this.game ? "main" : ""));
    const speaks = make("select", { id: "language", "aria-label": tr("Language"), onchange: () => this.desk.speak(speaks.value) },
      ...offered.languages.map((x) => make("option", { value: x.key, selected: x.key === offered.language, lang: x.key }, x.label)));
    $("begin").replaceChildren(
      make("header", {}, make("h1", {}, "Hexarch"), speaks,
        make("a", { href: offered.chat, target: "_blank", rel: "noopener" }, tr("Chat"))),
      ...(battle ? [make("p", { class: "row" }, button(tr("‹ Back to “{battle}”", { battle: battle.title }), () => this.hide()))] : []),
      ...(under ? [small(tr("“{battle}” is under way; whatever you begin here breaks it off.", { battle: under.title }))] : []),
      make("h2", {}, tr("Learn a game: a first battle step by step, in ten minutes")),
      make("div", { class: "row" }, ...lessons),
      make("h2", {}, tr("Play a battle")),
      make("p", { class: "row" }, make("label", { for: "who" }, tr("Against")), who),
      make("div", { class: "row", role: "group", "aria-label": tr("Games") }, ...games),
      make("div", { id: "battles" }, offered.games ? "" : tr("Battles are being read…")));
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
        make("h3", {}, b.title, ...(b.first ? [make("small", {}, ` · ${tr("good to begin with")}`)] : [])),
        small([b.date, tr("{n:unit|units}", { n: b.units }), b.length].filter(Boolean).join(" · ")),
        ...(b.about ? [make("p", {}, b.about)] : []),
        make("div", { class: "row" }, ...b.sides.map((side, n) =>
          button(tr("Play the {side}", { side }), () =>
            this.begin({ battle: b.key, side: n, level: this.level === TWO ? "" : this.level })))))));
  }

  async begin(what) {
    const under = this.offered.under_way;
    if (under && !(await this.desk.sure(
      tr("That breaks off “{battle}”, without a result. It can't be taken back.", { battle: under.title }), tr("Break it off")))) return;
    await this.desk.begin(under ? { ...what, breaks: under.id } : what);
  }
}
