// Sentences of the page in its reader's language. English is the key; what isn't translated is said in it.

const SPOKEN = ["aria-label", "placeholder", "title"];
let known = {}, forms = ["one", "other"], rule = new Intl.PluralRules("en");

/** A sentence with its values: "{who}"; "{n:hit|hits}" a number with its word, "{n:=has|have}" the word alone. */
export function tr(sentence, values = {}) {
  return (known[sentence] ?? sentence).replace(/\{(\w+)(?::(=?)([^}]*))?\}/g, (_, name, alone, given) => {
    const value = values[name];
    if (given === undefined) return value;
    const words = given.split("|"), word = words[forms.indexOf(rule.select(value))] ?? words.at(-1);
    return alone ? word : `${value} ${word}`;
  });
}

/** From now on all is said as the server tells it, and what the document says already as well. */
export function learn(told) {
  ({ sentences: known, forms } = told);
  rule = new Intl.PluralRules(told.language);
  document.documentElement.lang = told.language;
  const said = (text) => known[text.trim().replace(/\s+/g, " ")];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, found = said(node.data);
    if (found) node.data = node.data.replace(/\S.*\S|\S/s, () => found);
  }
  for (const name of SPOKEN) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const found = said(element.getAttribute(name));
      if (found) element.setAttribute(name, found);
    }
  }
}
