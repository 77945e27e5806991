// A new kind of unit: the ratings of another one, changed in a form.

const $ = (id) => document.getElementById(id);

function field(name, value) {
  const label = document.createElement("label"), input = document.createElement("input");
  input.name = name;
  input.type = typeof value === "boolean" ? "checkbox" : typeof value === "number" ? "number" : "text";
  if (input.type === "checkbox") input.checked = value;
  else Object.assign(input, { value, required: true, maxLength: 100, step: "any" });
  label.append(name.replaceAll("_", " "), input);
  return label;
}

const read = (input) => (input.type === "checkbox" ? input.checked : input.type === "number" ? input.valueAsNumber : input.value.trim());

/** The kind somebody makes of another, by its number; null where they leave it. */
export function made(battle, number) {
  const kind = battle.kinds[number];
  const dialog = $("rating");
  $("ratings").replaceChildren(...Object.entries(kind.ratings).map(([name, value]) => field(name, value)));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "ok") return resolve(null);
    const ratings = Object.fromEntries([...$("ratings").querySelectorAll("input")].map((i) => [i.name, read(i)]));
    resolve({ ...kind, like: kind.like ?? number, ratings });
  }, { once: true }));
}
