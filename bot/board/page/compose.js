// Composing: the question's menus are walked choice by choice, and what they come to is written as orders.

import { keeping, say } from "./ears.js";
import { Form } from "./form.js";
import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, button, fold, line, make } from "./words.js";

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
    this.top = null; // the first of its menus: who can be ordered
    this.prior = null; // the menu in which the goal was chosen, where but the facing there is left
    this.proposal = null; // an order that stands written as it is likeliest meant, until another choice takes its place
    this.waiting = ""; // orders that wait in Discord for their press
    this.put = ""; // the same as the server writes them
    this.waits = ""; // what is said of them
    this.asking = 0; // sendings that haven't been answered
    this.thoughts = {}; // what is worth ordering, by unit
    this.trail = []; // where the choices that were made lie
    this.left = {}; // what stands written at the other seats, with the question it is for
    this.idle = new Set(); // who can do nothing, as has turned out: it isn't offered again
    this.first = ""; // where in the menus a lesson wants the choice made
    this.direct = false; // whether a choice of a list is sent by its own press: where it waits for one more, or can be taken back
    this.sending = () => {};
    this.underWay = null; // orders that are being sent
    this.sends = Promise.resolve(); // what was sent last, with its answer
    $("more").open = matchMedia("(min-width: 701px)").matches;
    $("check").onclick = () => this.check();
    $("suggest").onclick = () => this.suggest();
    this.sheet = new Form(this);
    $("clear").onclick = () => {
      if (this.form === "sheet") this.sheet.fill({}, true);
      else this.write("");
      if (this.menu?.likely) this.open("");
      this.withdrawn();
    };
    $("orders").oninput = () => this.unseen();
    $("draft").onsubmit = (e) => {
      e.preventDefault();
      this.send();
    };
  }

  /** Another battle is shown, or the same from another seat: nothing of the last question holds; it is kept for who
   * comes back to it. */
  leave() {
    const { battle, question } = this;
    if (question) this.left[`${battle.id} ${battle.seat}`] = { token: question.token, orders: this.orders };
    Object.assign(this, { question: null, menu: null, form: "" });
    $("ideas").hidden = $("more").hidden = $("draft").hidden = true;
    $("choices").replaceChildren();
    $("taken").replaceChildren();
    this.write("");
  }

  /** What is written no more may wait in Discord. */
  withdrawn() {
    if (!this.waiting || this.waiting === this.orders) return;
    this.notice(tr("In Discord what you were shown waits until you send something else. Nothing is done without your press there."));
  }

  /** The question has changed, or is the same still. What can be pressed changes with the words, not after them. */
  async about(battle) {
    const question = battle.question;
    const same = question !== null && this.question?.token === question.token && this.menu !== null;
    const menu = question && !same ? await server.menu(question.token, "") : this.menu;
    Object.assign(this, { battle, question, menu: question ? menu : null });
    this.atOnce = Boolean(battle.sandbox || Object.keys(battle.seats).length); // no press in Discord comes between
    this.direct = Boolean(battle.edition?.alone || battle.sandbox || !this.atOnce);
    $("send").textContent = this.atOnce ? tr("Carry out") : tr("Send");
    // An answer that is carried out at once is never a draft.
    $("draft").hidden = !question || (this.direct && this.atOnce && question.form === "choose");
    $("suggest").hidden = !question?.advised || Boolean(battle.lesson);
    if (!same) this.longer(question?.longer ?? []);
    if (same) this.elsewhereSent(question.waits);
    const earlier = question?.orders ?? [];
    $("earlier").hidden = !earlier.length;
    $("earlier").replaceChildren(...earlier.map((x) => line(x)));
    if (!question) {
      this.board.clear();
      $("ideas").hidden = $("more").hidden = true;
      this.ask(battle.outcome || (battle.mine.length ? tr("Nothing is asked of you now.") : battle.moment));
      keeping(() => {
        $("taken").replaceChildren();
        $("choices").replaceChildren();
      });
      return;
    }
    this.ask(question.prompt + (question.rule ? ` (${question.rule})` : ""));
    if (same) return;
    Object.assign(this, { trail: [], top: menu, prior: null, proposal: null, thoughts: {} });
    this.idle.clear();
    // What was composed for orders holds for the next ones as far as it is possible still, which is told.
    const kept = this.form === "command" && question.form === "command"
      && ![this.waiting, this.underWay].includes(this.orders) && this.orders;
    const { orders: put = "", said = "" } = question.waits ?? {};
    Object.assign(this, { waiting: put, put, waits: said });
    this.form = question.form;
    // An answer from a list stands there in words; how it is written is for who wants to write it.
    $("written").open = ["command", "sheet"].includes(question.form);
    $("written").firstElementChild.textContent = $("written").open ? tr("Your orders") : tr("As it is written");
    if (!kept) this.write("");
    if (this.form === "sheet") {
      await this.sheet.begin(put);
      if (said) this.notice(said, true);
      return;
    }
    this.show();
    if (kept) {
      this.notice(tr("The battle has gone on. Your orders stand here still."));
      this.check();
    }
    const mine = this.left[`${battle.id} ${battle.seat}`];
    delete this.left[`${battle.id} ${battle.seat}`];
    if (!kept && question.form === "command" && mine?.orders && mine.token === question.token) {
      this.write(mine.orders);
      this.check();
    } else if (!kept && question.form === "command" && put) {
      // The page was opened anew: what waits stands here as well.
      this.write(put);
      this.check();
    } else if (said) {
      this.notice(`${said} ${put.split("\n").join("; ")}`, true);
    }
    const about = [...question.focus, ...(menu.items ?? []).flatMap((i) => this.stands({ unit: i.key }))];
    if (about.length) this.board.show(about);
    else this.board.show((menu.choices ?? []).flatMap((c) => (c.unit ? this.stands(c) : [])), true);
  }

  /** What waits in Discord may have been sent from another window. */
  elsewhereSent(waits) {
    if (this.atOnce) return;
    if (this.asking) {
      this.missed = true;
      return;
    }
    const { orders: put = "", said = "" } = waits ?? {};
    if (put === this.put) return;
    Object.assign(this, { waiting: put, put, waits: said });
    if (put) this.notice(`${tr("Sent from another window.")} ${said} ${put.split("\n").join("; ")}`, true);
    if (this.orders && this.form === "command" && !this.underWay) this.check();
  }

  ask(prompt) {
    if ($("prompt").textContent !== prompt) say(prompt);
    $("prompt").textContent = prompt;
  }

  /** Go on to a menu; ``opening`` is there until it has come. */
  open(path) {
    const opening = this.opened(path).finally(() => {
      if (this.opening === opening) this.opening = null;
    });
    this.opening = opening;
    return opening;
  }

  async opened(path) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      const found = await server.menu(this.question.token, path);
      if (turn !== this.turn) return; // something else has been pressed meanwhile
      if (path === "") this.trail = [];
      if (found.order !== undefined) {
        this.add(found.order, this.question.form === "choose" ? found.taken.at(-1) : "");
        await this.open("");
        this.seen();
        return;
      }
      if (found.choices?.length === 0 && path) {
        this.trail.pop();
        this.none(path);
        return;
      }
      const led = (m) => m?.path && found.path.startsWith(`${m.path}.`);
      this.prior = found.likely ? [this.menu, this.prior].find((m) => led(m) && !m.likely) ?? null : null;
      this.menu = found;
      if (!found.path) this.top = found;
      this.sift();
      this.show();
      this.now();
      this.propose();
    } catch (e) {
      this.notice(e.message);
      if (e.status === 409) this.again();
    }
  }

  /** Nothing can be chosen there: who could be ordered, as it seemed, no longer glows until the battle goes on. */
  none(path) {
    const chosen = this.menu.choices.find((c) => String(c.n) === path);
    if (this.menu.path || !chosen?.unit) {
      this.notice(tr("Nothing of the kind is possible now."));
      return;
    }
    this.notice(tr("There is nothing {unit} may do now.", { unit: chosen.unit }));
    this.idle.add(chosen.n);
    this.sift();
    this.show();
  }

  /** Leave those out of whom it has turned out that they can do nothing. */
  sift() {
    if (!this.menu.path && this.menu.choices) this.menu.choices = this.menu.choices.filter((c) => !this.idle.has(c.n));
  }

  /** Who goes somewhere faces there as is likeliest, until another way is pressed: the order stands written already. */
  propose() {
    const { likely } = this.menu, wanted = this.wanted();
    if (!likely || (wanted?.facing && wanted.n !== likely.n)) return;
    const before = this.settled();
    this.add(likely.order);
    this.proposal = { before, whole: this.orders };
  }

  /** What stands written, but for an order that another choice takes the place of. */
  settled() {
    return this.proposal?.whole === this.orders ? this.proposal.before : this.orders;
  }

  /** Back by one choice; whether there was one. */
  back() {
    if (!this.menu?.taken?.length) return false;
    this.trail.pop();
    if (this.settled() !== this.orders) {
      this.write(this.settled());
      this.withdrawn();
    }
    this.proposal = null;
    this.open(this.menu.back ?? "");
    return true;
  }

  who() {
    return this.question.form === "command" ? tr("Who can be ordered") : tr("Who can be chosen");
  }

  /** Say what has been chosen, and what can be chosen now. */
  now() {
    const { menu } = this;
    const places = new Set(this.goals().map((c) => c.at)).size, beside = $("choices").querySelectorAll("button").length;
    const units = menu.path ? 0 : menu.choices.filter((c) => c.unit).length;
    const turns = this.turns().length;
    say(menu.taken.length ? tr("Chosen: {taken}", { taken: menu.taken.slice(-LATEST).join(", ") }) : "",
      units ? `${this.who()}: ${units}` : "",
      places ? tr("{n:place|places} on the map", { n: places }) : "",
      turns ? tr("{n:way|ways} to face", { n: turns }) : "",
      units || turns ? "" : tr("{n:choice|choices} beside the map", { n: beside }));
  }

  /** Draw the menu; where the focus was on what is gone, it goes to what has come in its place. */
  show() {
    if (!this.menu) return;
    const among = $("choices").contains(document.activeElement) || $("taken").contains(document.activeElement);
    keeping(() => this.draw(),
      () => (among ? $("choices").querySelector("button, summary, input") : null),
      () => this.board.buttons[this.board.here]);
    this.think();
  }

  /** Whole orders that are worth it, of the unit that is chosen or of all: shown when they have been thought of. */
  async think() {
    const { menu, question, thoughts } = this;
    const first = question.form === "command" && !menu.likely && !this.battle.lesson && (menu.taken?.length ?? 2) < 2;
    const unit = menu.path ? menu.unit : "";
    const worth = first && (!menu.path || unit);
    if (!worth || !thoughts[unit]?.ideas) this.steady(() => ($("ideas").hidden = $("more").hidden = true));
    if (!worth) return;
    thoughts[unit] ??= server.ideas(question.token, unit).catch(() => ({ ideas: [], more: [], many: [] }))
      .then((found) => (thoughts[unit] = found));
    const { ideas, more, many } = await thoughts[unit];
    // Another menu is shown by now, or several are being chosen.
    if (this.menu !== menu || this.question?.token !== question.token || this.board.framing) return;
    const ordered = this.ordered();
    const press = (label, orders, said) => make("button", { onclick: () => this.whole(orders) }, ...label,
      ...[said.filter(Boolean).join("; ")].filter(Boolean).map((x) => line(x, "small")));
    const each = (found) => found.filter((x) => !ordered.has(x.order.split(" ")[0])).map((x) =>
      press(unit ? [x.label] : [make("b", {}, x.unit), ` ${x.label}`], [x.order], [x.said]));
    const parts = [
      ...many.filter((x) => !x.orders.some((o) => ordered.has(o.split(" ")[0])))
        .map((x) => press([x.label], x.orders, x.lines)),
      ...each(ideas),
    ];
    const [says, list] = $("more").children, others = each(more);
    this.steady(() => {
      says.textContent = tr("More ideas ({count})", { count: others.length });
      list.replaceChildren(...others);
      $("more").hidden = !others.length;
      $("ideas").replaceChildren(make("h3", {}, unit ? tr("At once") : tr("What seems best")), ...parts);
      $("ideas").hidden = !parts.length;
    });
  }

  /** Change what stands above the orders: of orders that are written, what sends them stays where it is seen. */
  steady(draw) {
    const top = () => $("send").getBoundingClientRect().top, before = top();
    draw();
    if (this.orders && before < innerHeight) $("decision").parentNode.scrollTop += top() - before;
  }

  /** Orders that are whole: nothing has to be chosen for them any more. */
  whole(orders) {
    this.proposal = null;
    this.add(orders.join("\n"));
    if (this.menu.path) this.open("");
    else this.think();
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
            button(tr("‹ Back"), () => this.back()),
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
    board.mark(named.flatMap((c) => this.stands(c)), "can", {}, this.question.form === "command" ? tr("can be ordered") : tr("can be chosen"));
    const costs = Object.fromEntries(here.map((c) => [c.at, this.cost(c)]));
    const said = Object.fromEntries(here.map((c) => [c.at, [tr("can be chosen"), this.price(c)].filter(Boolean).join(", ")]));
    board.mark(here.map((c) => c.at), "goal", costs, said);
    const at = turns.find((c) => c.at)?.at ?? this.trail.at(-1);
    if (at) board.mark([at], "on", {}, tr("chosen"));
    if (menu.likely) {
      // It stands written: the next unit can be pressed, or another place to go to.
      board.mark(this.top.choices.filter((c) => c.unit && c.unit !== menu.unit).flatMap((c) => this.stands(c)), "can", {}, tr("can be ordered"));
      board.mark(this.elsewhere().map((c) => c.at), "goal", {}, tr("can be chosen instead"));
    }
    if (turns.length && at) {
      const likely = turns.find((c) => c.n === menu.likely?.n);
      board.wedges(at, Object.fromEntries(turns.map((c) => [c.facing, c])), (c) => this.take(c), wanted, likely);
    }
    // What ends one's orders comes last, unless a lesson wants it.
    const last = rest.filter((c) => !menu.path && c.key === menu.done && c !== wanted);
    const found = [...rest, ...turns].filter((c) => !last.includes(c)).sort((a, b) => (b === wanted) - (a === wanted));
    // What stands written already is to be in view.
    const parts = menu.likely && found.length > FEW && !found.includes(wanted)
      ? [this.list(tr("What else it may do there ({count})", { count: found.length }), found)] : found.map((c) => this.button(c, c === wanted));
    if (wanted && !turns.includes(wanted)) {
      board.mark(menu.path || !wanted.unit ? [wanted.at].filter(Boolean) : this.stands(wanted), "want");
    }
    if (units.length) parts.push(this.list(`${this.who()} (${units.length})`, units));
    if (listed.length > 3) parts.push(this.list(tr("Places, as a list ({count})", { count: listed.length }), listed));
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

  /** Other goals of a unit of which but the facing at this one is left. */
  elsewhere() {
    const { prior } = this;
    if (!prior) return [];
    const goals = prior.choices.filter((c) => c.at && !c.facing).map((c) => ({ ...c, to: `${prior.path}.${c.n}` }));
    const beside = (prior.beside?.choices ?? []).map((c) => ({ ...c, to: `${prior.path}.${prior.beside.n}.${c.n}` }));
    const at = this.trail.at(-1);
    return [...goals, ...beside].filter((c, n, all) => c.at !== at && all.findIndex((x) => x.at === c.at) === n);
  }

  /** Ways to face in one place. */
  turns() {
    return this.menu.path ? this.menu.choices.filter((c) => c.facing) : [];
  }

  list(title, choices) {
    return fold(title, choices.map((c) => this.button(c)), choices.length <= FEW);
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
    return make("button", { class: first ? "main" : "", onclick: () => this.take(c) },
      c.label, ...said.map((x) => make("small", {}, x)));
  }

  /** What a choice costs, in words; its chance, where what is said of it doesn't tell it anyway. */
  price(c) {
    const hits = c.hits ? tr("{n:hit|hits}", { n: c.hits }) : "";
    const chance = percent(c.chance), told = [c.label, c.note, c.risk].some((x) => chance && x?.includes(chance));
    return [c.mp !== undefined ? tr("{mp} MP", { mp: c.mp }) : "", hits, told ? "" : chance].filter(Boolean).join(", ");
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
    const at = c.at ?? (this.menu.path && !c.to ? undefined : this.stands(c)[0]);
    if (c.to) this.trail.pop();
    if (at) this.trail.push(at);
    const n = c.path ?? c.n;
    await this.open(c.to ?? (this.menu.path ? `${this.menu.path}.${n}` : String(n)));
  }

  /** A place of the map was pressed; whether that was a choice. */
  place(code) {
    if (this.form === "sheet") return this.sheet.place(code);
    if (!this.menu?.choices) return false;
    const { path, unit, likely } = this.menu;
    if (likely && code === this.trail.at(-1)) {
      // As it stands.
      this.proposal = null;
      this.open("");
      return true;
    }
    let found = path
      ? [...this.goals(), ...(likely ? this.elsewhere() : [])].filter((c) => c.at === code)
      : this.menu.choices.filter((c) => (c.unit ? this.stands(c).includes(code) : c.at === code));
    if (!found.length && path && this.form === "command") {
      // Another unit: what is written for this one stays.
      found = this.top.choices.filter((c) => c.unit && c.unit !== unit && this.stands(c).includes(code))
        .map((c) => ({ ...c, at: code, to: String(c.n) }));
      if (found.length) this.proposal = null;
    }
    if (found.length === 1) {
      this.take(found[0]);
      return true;
    }
    if (found.length) {
      $("choices").replaceChildren(...found.map((c) => this.button(c, c === this.wanted())),
        button(tr("All choices"), () => this.show()));
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

  /** Whether there is nothing to be sent; then that is said. */
  nothing() {
    if (!this.orders) this.notice(tr("There is no order yet: click a unit that glows."));
    return !this.orders;
  }

  /** Who has an order that stands written. */
  ordered() {
    return new Set(this.orders.split("\n").map((x) => x.split(" ")[0]));
  }

  write(text) {
    $("orders").value = text;
    this.unseen();
  }

  /** What was told of other orders doesn't hold for these. */
  unseen() {
    $("seen").replaceChildren();
    $("answer").hidden = true;
    $("send").disabled = this.underWay !== null;
    this.board.drafted([]);
  }

  /** Add an order, or put an answer in place of another; ``words``: what an answer from a list says. */
  add(order, words) {
    const before = this.question.form === "command" && this.settled() ? `${this.settled()}\n` : "";
    this.proposal = null;
    this.write(before + order);
    $("answer").replaceChildren(`${tr("Your answer:")} `, make("b", {}, words));
    $("answer").hidden = !words;
    say(words ? `${tr("Your answer:")} ${words}` : tr("Written: {order}", { order }));
    if (this.direct && !before && (this.question.form === "choose" || order === this.menu.done)) this.send();
    else this.check(!this.atOnce).then(() => this.seen());
  }

  /** Bring what sends the orders into view, and what would come of them where there is room: they may lie below. */
  seen() {
    for (const part of ["seen", "send"]) $(part).scrollIntoView({ block: "nearest" });
  }

  /** Tell what would come of the orders; with ``put`` they are put before the player in Discord as well. */
  async check(put = false) {
    if (this.nothing()) return;
    const { orders } = this, { token } = this.question;
    const ask = () => (put ? server.send : server.preview)(token, orders);
    // What was written since is put in place of these.
    const told = await (put ? this.inTurn(() => (orders === this.orders ? ask() : {})) : ask())
      .catch((e) => (e.told?.lines ? e.told : { lines: [e.message], possible: false }));
    if (told.sent && this.question?.token === token) this.waitsNow(orders, told);
    if (told.lines && orders === this.orders) this.tell(told); // else others have been written meanwhile
  }

  /** One sending after the other: the last one is what waits in Discord. */
  inTurn(send) {
    this.asking += 1;
    this.sends = this.sends.then(send, send).finally(() => {
      this.asking -= 1;
      if (this.asking || !this.missed) return;
      this.missed = false;
      this.again();
    });
    return this.sends;
  }

  /** These orders wait in Discord, as the server has told. */
  waitsNow(orders, told) {
    Object.assign(this, { waiting: orders, put: told.orders.join("\n"), waits: told.sent });
  }

  /** What the adviser would order, as orders that can be changed, and as arrows. */
  async suggest() {
    $("suggest").disabled = true;
    this.notice(tr("Thinking about it…"));
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
    const wait = !this.atOnce && this.waiting && !told.sent;
    const other = wait && this.waiting !== this.orders ? tr("In Discord your orders from before wait still.") : "";
    const said = told.sent || other || (wait ? this.waits : "");
    const lines = [...(told.lines.length ? told.lines : [tr("Nothing is rolled for.")]), said ? `**${said}**` : ""]
      .filter(Boolean);
    $("seen").replaceChildren(...lines.flatMap((x) => x.split("\n")).map((x) => line(x)));
    $("send").disabled = this.underWay !== null || !told.possible;
    this.board.drafted(told.ways ?? []);
  }

  /** Answers for more than this once. */
  longer(offered) {
    const parts = offered.map((x) =>
      button(x.label, () => this.sent(() => server.sendForLonger(this.question.token, x.key))));
    // On a telephone what sends an answer to several units is to be seen below it.
    const open = this.question?.form !== "each" || matchMedia("(min-width: 701px)").matches;
    $("longer").replaceChildren(...(parts.length ? [fold(tr("For more than this once"), parts, open)] : []));
  }

  async send() {
    if (this.nothing()) return;
    const { orders } = this, { token } = this.question;
    await this.sent(() => server.send(token, orders));
  }

  async sent(give) {
    $("send").disabled = true;
    this.sending();
    const { token } = this.question, orders = this.orders;
    this.underWay = orders;
    try {
      const told = await this.inTurn(give);
      // The page may have heard of what came of them before this answer: then they are gone from it already.
      if (this.question?.token === token) this.waitsNow(orders, told);
      if (!this.atOnce) this.tell(told);
      if (this.atOnce || $("draft").hidden) this.notice(told.sent);
      $("prompt").focus({ preventScroll: true });
      this.again();
    } catch (e) {
      if (this.question?.token !== token && this.form === "command" && !this.orders) this.write(orders); // something else went on
      if (e.told?.lines) this.tell(e.told);
      if (!e.told?.lines || $("draft").hidden) this.notice(e.told?.lines?.join(" ") ?? e.message);
    } finally {
      this.underWay = null;
      $("send").disabled = false;
    }
  }
}
