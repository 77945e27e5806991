// Composing: the question's menus are walked choice by choice, and what they come to is written as orders.

import { keeping, say } from "./ears.js";
import { Form } from "./form.js";
import * as server from "./server.js";
import { line, make } from "./words.js";

const $ = (id) => document.getElementById(id);
const FEW = 8; // choices that are listed openly beside the map
const LATEST = 4; // choices of a long order that are shown
/** As the bot says it: what can still fail is never certain, nor what can succeed impossible. */
function percent(chance) {
  if (chance === undefined) return "";
  const n = Math.round(100 * chance);
  return `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, n)) : n} %`;
}

export class Composer {
  /** ``again`` looks at the battle again. */
  constructor(board, notice, again) {
    this.board = board;
    this.notice = notice;
    this.again = again;
    this.question = null;
    this.menu = null;
    this.trail = []; // where the choices that were made lie
    this.idle = new Set(); // who can do nothing, as has turned out: it isn't offered again
    this.first = ""; // where in the menus a lesson wants the choice made
    this.direct = false; // whether one choice of a list is carried out at once: where it can freely be taken back
    this.sending = () => {};
    $("check").onclick = () => this.check();
    $("suggest").onclick = () => this.suggest();
    this.sheet = new Form(this);
    $("clear").onclick = () => (this.form === "sheet" ? this.sheet.fill({}, true) : this.write(""));
    $("orders").oninput = () => this.unseen();
    $("draft").onsubmit = (e) => {
      e.preventDefault();
      this.send();
    };
  }

  /** Another battle is shown: nothing of the last question holds. */
  leave() {
    Object.assign(this, { question: null, menu: null });
    this.write("");
  }

  /** The question has changed, or is the same still. What can be pressed changes with the words, not after them. */
  async about(battle) {
    const question = battle.question;
    const same = question !== null && this.question?.token === question.token && this.menu !== null;
    const menu = question && !same ? await server.menu(question.token, "") : this.menu;
    Object.assign(this, { battle, question, menu: question ? menu : null });
    this.direct = Boolean(battle.edition?.alone);
    this.atOnce = Boolean(battle.sandbox || Object.keys(battle.seats).length); // no press in Discord comes between
    $("send").textContent = this.atOnce ? "Carry out" : "Send";
    // An answer that is carried out at once is never a draft.
    $("draft").hidden = !question || (this.direct && question.form === "choose");
    $("suggest").hidden = !question?.advised || Boolean(battle.lesson);
    if (!same) this.longer(question?.longer ?? []);
    const earlier = question?.orders ?? [];
    $("earlier").hidden = !earlier.length;
    $("earlier").replaceChildren(...earlier.map((x) => line(x)));
    if (!question) {
      this.board.clear();
      this.ask(battle.outcome || (battle.mine.length ? "Nothing is asked of you now." : battle.moment));
      keeping(() => {
        $("taken").replaceChildren();
        $("choices").replaceChildren();
      });
      return;
    }
    this.ask(question.prompt + (question.rule ? ` (${question.rule})` : ""));
    if (same) return;
    this.trail = [];
    this.idle.clear();
    // What was composed for orders holds for the next ones as far as it is possible still, which is told.
    const kept = this.form === "command" && question.form === "command" && this.orders;
    this.form = question.form;
    // An answer from a list stands there in words; how it is written is for who wants to write it.
    $("written").open = ["command", "sheet"].includes(question.form);
    $("written").firstElementChild.textContent = $("written").open ? "Your orders" : "As it is written";
    if (!kept) this.write("");
    if (this.form === "sheet") {
      await this.sheet.begin();
      return;
    }
    this.show();
    if (kept && kept !== this.underWay) {
      this.notice("The battle has gone on. Your orders stand here still.");
      this.check();
    }
    if (question.focus.length) this.board.show(question.focus);
    else this.board.show((menu.choices ?? []).flatMap((c) => (c.unit ? this.stands(c) : [])), true);
  }

  ask(prompt) {
    if ($("prompt").textContent !== prompt) say(prompt);
    $("prompt").textContent = prompt;
  }

  async open(path) {
    try {
      const found = await server.menu(this.question.token, path);
      if (path === "") this.trail = [];
      if (found.order !== undefined) {
        this.add(found.order, this.question.form === "choose" ? found.taken.at(-1) : "");
        await this.open("");
        // On a narrow page it lies below what is seen.
        $("send").scrollIntoView({ block: "nearest" });
        return;
      }
      if (found.choices?.length === 0 && path) {
        this.trail.pop();
        this.none(path);
        return;
      }
      this.menu = found;
      this.sift();
      this.show();
      this.now();
    } catch (e) {
      this.notice(e.message);
      if (e.status === 409) this.again();
    }
  }

  /** Nothing can be chosen there: who could be ordered, as it seemed, no longer glows until the battle goes on. */
  none(path) {
    const chosen = this.menu.choices.find((c) => String(c.n) === path);
    if (this.menu.path || !chosen?.unit) {
      this.notice("Nothing of the kind is possible now.");
      return;
    }
    this.notice(`There is nothing ${chosen.unit} may do now.`);
    this.idle.add(chosen.n);
    this.sift();
    this.show();
  }

  /** Leave those out of whom it has turned out that they can do nothing. */
  sift() {
    if (!this.menu.path && this.menu.choices) this.menu.choices = this.menu.choices.filter((c) => !this.idle.has(c.n));
  }

  /** Back by one choice; whether there was one. */
  back() {
    if (!this.menu?.taken?.length) return false;
    this.trail.pop();
    this.open(this.menu.back ?? "");
    return true;
  }

  who() {
    return this.question.form === "command" ? "Who can be ordered" : "Who can be chosen";
  }

  /** Say what has been chosen, and what can be chosen now. */
  now() {
    const { menu } = this;
    const places = new Set(this.goals().map((c) => c.at)).size, beside = $("choices").querySelectorAll("button").length;
    const units = menu.path ? 0 : menu.choices.filter((c) => c.unit).length;
    const turns = this.turns().length;
    say(menu.taken.length ? `Chosen: ${menu.taken.slice(-LATEST).join(", ")}` : "",
      units ? `${this.who()}: ${units}` : "",
      places ? `${places} ${places === 1 ? "place" : "places"} on the map` : "",
      turns ? `${turns} ways to face` : "",
      units || turns ? "" : `${beside} ${beside === 1 ? "choice" : "choices"} beside the map`);
  }

  /** Draw the menu; where the focus was on what is gone, it goes to what has come in its place. */
  show() {
    if (!this.menu) return;
    const among = $("choices").contains(document.activeElement) || $("taken").contains(document.activeElement);
    keeping(() => this.draw(),
      () => (among ? $("choices").querySelector("button, summary, input") : null),
      () => this.board.buttons[this.board.here]);
  }

  /** What the map shows of the menu, where something else was shown on it. */
  marks() {
    if (this.menu && this.form === "sheet") this.sheet.marks();
    else if (this.menu && !this.menu.items) this.draw();
    else this.board.clear();
  }

  draw() {
    const { menu, board } = this;
    board.clear();
    $("taken").replaceChildren(
      ...(menu.taken?.length
        ? [
            make("button", { type: "button", onclick: () => this.back() }, "‹ Back"),
            make("span", {}, [...(menu.taken.length > LATEST ? ["…"] : []), ...menu.taken.slice(-LATEST)].join(" › ")),
          ]
        : []));
    if (menu.items) {
      this.each(menu.items);
      return;
    }
    const here = this.goals();
    const turns = this.turns();
    const wanted = this.wanted();
    // What can be ordered is a list of its own; in a question each answer stands in its place.
    const named = menu.path ? [] : menu.choices.filter((c) => c.unit);
    const units = this.question.form === "command" || named.length > FEW ? named : [];
    const own = here.filter((c) => !c.path);
    const open = own.length < 4 || (this.question.form === "choose" && menu.choices.length <= FEW);
    const listed = open ? here.filter((c) => c.path) : here;
    const rest = menu.choices.filter((c) => !units.includes(c) && !turns.includes(c) && (!own.includes(c) || open));
    board.mark(named.flatMap((c) => this.stands(c)), "can", {}, this.question.form === "command" ? "can be ordered" : "can be chosen");
    const costs = Object.fromEntries(here.map((c) => [c.at, this.cost(c)]));
    const said = Object.fromEntries(here.map((c) => [c.at, ["can be chosen", this.price(c)].filter(Boolean).join(", ")]));
    board.mark(here.map((c) => c.at), "goal", costs, said);
    const at = turns.find((c) => c.at)?.at ?? this.trail.at(-1);
    if (at) board.mark([at], "on", {}, "chosen");
    if (turns.length && at) {
      board.wedges(at, Object.fromEntries(turns.map((c) => [c.facing, c])), (c) => this.take(c), wanted);
    }
    // What ends one's orders comes last, unless a lesson wants it.
    const last = rest.filter((c) => !menu.path && c.key === menu.done && c !== wanted);
    const parts = [...rest, ...turns].filter((c) => !last.includes(c))
      .sort((a, b) => (b === wanted) - (a === wanted)).map((c) => this.button(c, c === wanted));
    if (wanted && !turns.includes(wanted)) {
      board.mark(menu.path || !wanted.unit ? [wanted.at].filter(Boolean) : this.stands(wanted), "want");
    }
    if (units.length) parts.push(this.list(`${this.who()} (${units.length})`, units));
    if (listed.length > 3) parts.push(this.list(`Places, as a list (${listed.length})`, listed));
    $("choices").replaceChildren(...parts, ...last.map((c) => this.button(c)));
  }

  /** Choices that lie on the map: those of the menu, and of what is likeliest in it, which have a path. */
  goals() {
    const { choices, beside, path } = this.menu;
    // What else may be done where one turns (fire, say) is listed.
    const turning = this.turns()[0]?.at;
    const found = choices.filter((c) => c.at && !(c.unit && !path) && c.at !== turning);
    const free = (beside?.choices ?? []).filter((c) => !found.some((f) => f.at === c.at)); // a place leads to one thing
    return [...found, ...free.map((c) => ({ ...c, path: `${beside.n}.${c.n}` }))];
  }

  /** Ways to face in one place. */
  turns() {
    return this.menu.path ? this.menu.choices.filter((c) => c.facing) : [];
  }

  list(title, choices) {
    return make("details", { open: choices.length <= FEW },
      make("summary", {}, title), make("div", { class: "list" }, ...choices.map((c) => this.button(c))));
  }

  /** What a lesson wants chosen in this menu, if it is on the way. */
  wanted() {
    const { path, choices, beside } = this.menu;
    const before = path ? `${path}.` : "";
    if (!this.first || !this.first.startsWith(before)) return undefined;
    const [n, next] = this.first.slice(before.length).split(".");
    const found = choices.find((c) => String(c.n) === n);
    if (beside && String(beside.n) === n && !found?.at) {
      return this.goals().find((c) => c.path === `${n}.${next}`) ?? found;
    }
    return found;
  }

  button(c, first = false) {
    const said = [this.price(c), c.note, c.risk].filter(Boolean);
    return make("button", { type: "button", class: first ? "main" : "", onclick: () => this.take(c) },
      c.label, ...said.map((x) => make("small", {}, x)));
  }

  /** What a choice costs, in words; its chance, where what is said of it doesn't tell it anyway. */
  price(c) {
    const hits = c.hits ? `${c.hits} ${c.hits === 1 ? "hit" : "hits"}` : "";
    const chance = percent(c.chance), told = [c.label, c.note, c.risk].some((x) => chance && x?.includes(chance));
    return [c.mp !== undefined ? `${c.mp} MP` : "", hits, told ? "" : chance].filter(Boolean).join(", ");
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
    if (this.form === "sheet") return this.sheet.place(code);
    if (!this.menu?.choices) return false;
    const found = this.menu.path
      ? this.goals().filter((c) => c.at === code)
      : this.menu.choices.filter((c) => (c.unit ? this.stands(c).includes(code) : c.at === code));
    if (found.length === 1) {
      this.take(found[0]);
      return true;
    }
    if (found.length) {
      $("choices").replaceChildren(...found.map((c) => this.button(c, c === this.wanted())),
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
    this.unseen();
  }

  /** What was told of other orders doesn't hold for these. */
  unseen() {
    $("seen").replaceChildren();
    $("answer").hidden = true;
    $("send").disabled = false;
    this.board.drafted([]);
  }

  /** Add an order, or put an answer in place of another; ``words``: what an answer from a list says. */
  add(order, words) {
    const before = this.question.form === "command" && this.orders ? `${this.orders}\n` : "";
    this.write(before + order);
    $("answer").replaceChildren("Your answer: ", make("b", {}, words));
    $("answer").hidden = !words;
    say(words ? `Your answer: ${words}` : `Written: ${order}`);
    if (this.direct && !before && (this.question.form === "choose" || order === this.menu.done)) this.send();
    else this.check().then(() => $("seen").scrollIntoView({ block: "nearest" }));
  }

  async check() {
    if (!this.orders) {
      this.notice("There is no order yet: click a unit that glows.");
      return;
    }
    try {
      this.tell(await server.preview(this.question.token, this.orders));
    } catch (e) {
      this.tell({ lines: [e.message], possible: false });
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
      this.board.drafted(told.ways);
      this.board.show(told.ways.flatMap((x) => x.way));
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
    this.board.drafted(told.ways ?? []);
  }

  /** Answers for more than this once. */
  longer(offered) {
    const parts = offered.map((x) =>
      make("button", { type: "button", onclick: () => this.sent(() => server.sendForLonger(this.question.token, x.key)) }, x.label));
    $("longer").replaceChildren(...(parts.length
      ? [make("details", { open: true }, make("summary", {}, "For more than this once"), make("div", { class: "list" }, ...parts))]
      : []));
  }

  async send() {
    if (!this.orders) {
      this.notice("There is no order yet: click a unit that glows.");
      return;
    }
    await this.sent(() => server.send(this.question.token, this.orders));
  }

  async sent(give) {
    $("send").disabled = true;
    this.sending();
    const { token } = this.question, orders = this.orders;
    this.underWay = orders;
    try {
      const told = await give();
      // The page may have heard of what came of them before this answer: then they have no place in it any more.
      if (this.question?.token === token) this.form = "";
      else if (this.orders === orders) this.write("");
      if (!this.atOnce) this.tell(told);
      this.notice(told.sent);
      $("prompt").focus({ preventScroll: true });
      this.again();
    } catch (e) {
      if (e.told?.lines) this.tell(e.told);
      if (!e.told?.lines || $("draft").hidden) this.notice(e.told?.lines?.join(" ") ?? e.message);
    } finally {
      this.underWay = "";
      $("send").disabled = false;
    }
  }
}
