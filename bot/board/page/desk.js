// On a machine of one's own: begin, take back, give up, play again; who is asked, and the way to the chat.

import { Begin } from "./begin.js";
import { ordered } from "./result.js";
import { tr } from "./sentences.js";
import * as server from "./server.js";
import { $, button, make, small } from "./words.js";

/** What the other side wants agreed to. */
function asked(what, computer) {
  if (what === "draw") {
    return computer ? tr("The computer offers a draw; it lapses when the battle goes on.")
      : tr("The other side offers a draw; it lapses when the battle goes on.");
  }
  if (what === "undo") {
    return computer ? tr("The computer asks to take back the last order and what came of it.")
      : tr("The other side asks to take back the last order and what came of it.");
  }
  return computer ? tr("The computer asks something of you.") : tr("The other side asks something of you.");
}

export class Desk {
  constructor({ notice, look, composer, sit }) {
    Object.assign(this, { notice, look, sit, battle: null });
    this.page = new Begin(this);
    composer.sending = ordered;
  }

  /** Whether nothing is played here: then something can be begun. */
  async nothing() {
    $("drawing").hidden = true;
    return !$("begin").hidden || this.another(); // what is being chosen there stays
  }

  header(chat) {
    $("desk").hidden = false;
    $("desk").replaceChildren(button(tr("Another battle…"), () => this.another()),
      make("a", { href: chat, target: "_blank", rel: "noopener" }, tr("Chat")));
  }

  /** Show what can be begun: lessons at once, battles when they have been read. */
  async another() {
    try {
      this.page.show(await server.offered(true), this.battle);
      this.page.show(await server.offered(false), this.battle);
      return true;
    } catch (e) {
      this.notice(e.message);
      return false;
    }
  }

  /** Speak another language from now on, all over the page: it is read anew. */
  async speak(language) {
    await this.busy(async () => {
      await server.speak(language);
      const query = new URLSearchParams(location.search);
      query.set("begin", "");
      history.replaceState(null, "", `?${query}${location.hash}`);
      location.reload();
    });
  }

  /** Where a language was chosen: back to what can be begun. */
  chosen() {
    const query = new URLSearchParams(location.search);
    query.delete("begin");
    history.replaceState(null, "", `?${query}${location.hash}`);
    return this.another();
  }

  /** What there is to do beside giving orders. */
  show(battle) {
    const { edition } = battle;
    if (this.battle?.id !== battle.id) this.page.hide();
    if (this.battle?.head !== battle.head) document.body.classList.remove("busy");
    this.battle = battle;
    this.header(edition.chat);
    const parts = [];
    $("decision").classList.toggle("thinking", edition.thinking);
    if (edition.thinking) $("prompt").textContent = tr("The computer is thinking…");
    if (edition.next) {
      const who = battle.seats[edition.next];
      parts.push(button(tr("On as {who}", { who }), () => this.sit(edition.next), "main"));
    }
    if (edition.request) {
      parts.push(make("p", {}, asked(edition.request, edition.computer)),
        button(tr("Agree"), () => this.act("agree"), "main"), button(tr("Decline"), () => this.act("decline")));
    }
    if (!battle.lesson && battle.mine.length) {
      if (edition.running) {
        parts.push(button(tr("Take back"), () => this.act("undo")), button(tr("Give up…"), () => this.resign()));
      } else {
        parts.push(button(tr("Play again"), () => this.act("again"), "main"),
          button(tr("Again, sides changed"), () => this.act("swap")), button(tr("Another battle…"), () => this.another()),
          small(tr("Report, film and record of this battle are in the chat:"), " ",
            make("a", { href: edition.chat, target: "_blank", rel: "noopener" }, tr("Chat"))));
      }
    }
    $("acts").hidden = !parts.length;
    $("acts").replaceChildren(make("div", { class: "row" }, ...parts));
  }

  async resign() {
    if (await this.sure(tr("Giving up ends “{battle}” with your defeat. It can't be taken back.", { battle: this.battle.title }), tr("Give up"))) {
      await this.act("resign");
    }
  }

  /** Ask before something that can't be undone. */
  sure(text, label) {
    return new Promise((answer) => {
      const done = (said) => () => {
        $("sure").close();
        answer(said);
      };
      $("sure").replaceChildren(make("p", {}, text),
        make("div", { class: "row" }, button(label, done(true), "main"), button(tr("No"), done(false))));
      $("sure").oncancel = () => answer(false);
      $("sure").showModal();
    });
  }

  async act(what) {
    await this.busy(async () => {
      const told = await server.act(this.battle.id, what);
      if (told.said) this.notice(told.said);
      await this.look();
    });
  }

  async begin(what) {
    await this.busy(async () => {
      this.notice(tr("Beginning…"));
      const { seat } = await server.begin(what);
      this.notice("");
      this.page.hide();
      if (this.battle ? this.battle.seat !== seat : server.seat()) await this.sit(seat);
      else await this.look();
    });
  }

  /** One thing at a time; what is pressed meanwhile isn't. */
  async busy(act) {
    document.body.classList.add("busy");
    try {
      await act();
    } catch (e) {
      this.notice(e.message);
    } finally {
      document.body.classList.remove("busy");
    }
  }
}
