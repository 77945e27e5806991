// Sentences of the bot as elements: bold, small print and times; nothing in them is ever taken for HTML.

export const $ = (id) => document.getElementById(id);

/** An element; a button does what its ``onclick`` does, and sends no form. */
export function make(kind, given = {}, ...inside) {
  const made = document.createElement(kind);
  if (kind === "button") made.type = kind;
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made[name] = value;
    else if (name === "class") made.className = value;
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside);
  return made;
}

export const button = (label, onclick, kind = "") => make("button", { class: kind, onclick }, label);

/** What is opened to be seen. */
export const fold = (title, parts, open = false) =>
  make("details", { open }, make("summary", {}, title), make("div", { class: "list" }, ...parts));

export const small = (...words) => make("p", { class: "small" }, ...words);

const PARTS = /\*\*(.+?)\*\*|<t:(\d+)(?::\w)?>|\[([^\]]+)\]\((https?:[^)]+)\)|`([^`]+)`/g;
const plain = (text) => text.replace(/\\([^\w\s])/g, "$1");

/** The parts of a sentence. */
export function parts(text) {
  const found = [];
  let from = 0;
  for (const m of text.matchAll(PARTS)) {
    if (m.index > from) found.push(plain(text.slice(from, m.index)));
    if (m[1]) found.push(make("b", {}, plain(m[1])));
    else if (m[2]) found.push(new Date(Number(m[2]) * 1000).toLocaleString());
    else found.push(plain(m[3] ?? m[5]));
    from = m.index + m[0].length;
  }
  if (from < text.length) found.push(plain(text.slice(from)));
  return found;
}

/** A line of a story: small where the bot writes it small. */
export function line(text, kind = "li") {
  const bare = text.replace(/^(?:- |> )/, "");
  return bare.startsWith("-# ")
    ? make(kind, {}, make("small", {}, ...parts(bare.slice(3))))
    : make(kind, {}, ...parts(bare));
}
