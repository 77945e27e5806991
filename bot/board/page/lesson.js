// A lesson beside the map: which step, what to do, and the lesson's own buttons where they are to be had.

import { tr } from "./sentences.js";
import { $, button, make, parts, small } from "./words.js";

const paragraphs = (text, kind = "") =>
  text.split("\n").filter(Boolean).map((x) => make("p", { class: kind }, ...parts(x)));

export function lesson(battle, composer, desk) {
  const told = battle.lesson;
  $("lesson").hidden = !told;
  if (!told) {
    $("lesson").replaceChildren();
    return;
  }
  const act = (label, what) => button(label, () => desk.act(what));
  if (told.over) {
    const buttons = !desk ? [] : [
      ...(told.through ? [button(tr("Play a battle"), () => desk.begin({ battle: told.next, level: "recruit", side: 0 }), "main")] : []),
      button(tr("Begin the lesson anew"), () => desk.begin({ lesson: told.system })),
      ...told.others.map((x) => button(tr("Learn {game}", { game: x.title }), () => desk.begin({ lesson: x.system }))),
    ];
    $("lesson").replaceChildren(
      make("h2", {}, told.through ? tr("Well done: the lesson is over.") : told.game),
      ...paragraphs(told.text), make("div", { class: "row" }, ...buttons));
    return;
  }
  const { wanted } = told;
  const orders = composer.question?.form === "command"; // of a list the choice itself stands out
  $("lesson").replaceChildren(
    small(tr("{game}: step {step} of {most}", { game: told.game, step: told.step + 1, most: told.most })),
    make("progress", { max: told.most, value: told.step, "aria-label": tr("Steps done") }),
    make("h2", {}, told.title),
    ...paragraphs(told.remark, "small"), ...(told.opening
      ? [make("details", { open: matchMedia("(min-width: 701px)").matches },
        make("summary", {}, tr("First of all")), ...paragraphs(told.opening, "small"))]
      : []), ...paragraphs(told.text),
    ...paragraphs(told.hint && `💡 ${told.hint}`, "hint"),
    ...(wanted && orders ? [make("div", { class: "row" }, button(wanted.label, () => composer.add(wanted.order), "main"))] : []),
    ...(wanted && orders && !wanted.done && wanted.path
      ? [small(...parts(tr("Or press what is ringed on the map, one after the other. **Carry out** gives the order.")))]
      : []),
    ...(desk
      ? [make("div", { class: "row quiet" }, act(tr("Show me"), "show"), act(tr("This step again"), "back"),
        act(tr("From the beginning"), "restart"), act(tr("Stop the lesson"), "stop"))]
      : []));
}
