// On a machine of one's own: begin, take back, give up, play again; who is asked, and the way to the chat.

import { Begin } from "./begin.js";
import { ordered } from "./result.js";
import * as server from "./server.js";
import { $, button, make, small } from "./words.js";

const ASKED = {
  draw: "offers a draw; it lapses when the battle goes on.",
  undo: "asks to take back the last order and what came of it.",
};

export class Desk {
  constructor({ notice, look, composer, sit }) {
    Object.assign(this, { notice, look, sit, battle: null });
    this.page = new Begin(this);
    composer.sending = ordered;
  }

  /** Whether nothing is played here: then something can be begun. */
  async nothing() {
    $("drawing").hidden = true;
    return this.another();
  }

  header(chat) {
    $("desk").hidden = false;
    $("desk").replaceChildren(button("Another battle…", () => this.another()),
      make("a", { href: chat, target: "_blank", rel: "noopener" }, "Chat"));
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

  /** What there is to do beside giving orders. */
  show(battle) {
    const { edition } = battle;
    if (this.battle?.id !== battle.id) this.page.hide();
    if (this.battle?.head !== battle.head) document.body.classList.remove("busy");
    this.battle = battle;
    this.header(edition.chat);
    const parts = [];
    $("decision").classList.toggle("thinking", edition.thinking);
    if (edition.thinking) $("prompt").textContent = "The computer is thinking…";
    if (edition.next) {
      const who = battle.seats[edition.next];
      parts.push(button(`On as ${who}`, () => this.sit(edition.next), "main"));
    }
    if (edition.request) {
      const who = edition.computer ? "The computer" : "The other side";
      parts.push(make("p", {}, `${who} ${ASKED[edition.request] ?? "asks something of you."}`),
        button("Agree", () => this.act("agree"), "main"), button("Decline", () => this.act("decline")));
    }
    if (!battle.lesson && battle.mine.length) {
      if (edition.running) {
        parts.push(button("Take back", () => this.act("undo")), button("Give up…", () => this.resign()));
      } else {
        parts.push(button("Play again", () => this.act("again"), "main"),
          button("Again, sides changed", () => this.act("swap")), button("Another battle…", () => this.another()),
          small("Report, film and record of this battle are in the ",
            make("a", { href: edition.chat, target: "_blank", rel: "noopener" }, "chat"), "."));
      }
    }
    $("acts").hidden = !parts.length;
    $("acts").replaceChildren(make("div", { class: "row" }, ...parts));
  }

  async resign() {
    if (await this.sure(`Giving up ends “${this.battle.title}” with your defeat. It can't be taken back.`, "Give up")) {
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
        make("div", { class: "row" }, button(label, done(true), "main"), button("No", done(false))));
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
      this.notice("Beginning…");
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
