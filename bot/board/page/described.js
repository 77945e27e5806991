// The position in words: fetched when it is looked at, and again when the battle has gone on meanwhile.

import * as server from "./server.js";
import { $, line, make, parts } from "./words.js";

export class Described {
  constructor() {
    this.head = this.shown = "";
    $("described").ontoggle = () => this.tell();
    $("which").onsubmit = (e) => {
      e.preventDefault();
      this.shown = "";
      this.tell();
    };
  }

  about(head) {
    this.head = head;
    this.tell();
  }

  async tell() {
    if (!$("described").open || this.shown === this.head) return;
    this.shown = this.head;
    try {
      const { sections } = await server.describe($("part").value.trim());
      $("told").replaceChildren(...sections.flatMap((s) => [
        make("h3", {}, ...parts(s.title)), make("ul", {}, ...s.lines.map((x) => line(x))),
      ]));
    } catch (e) {
      $("told").replaceChildren(make("p", {}, e.message));
    }
  }
}
