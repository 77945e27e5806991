// What is asked of the server. The key stands in the page's own address.

const key = new URLSearchParams(location.search).get("key") ?? "";

async function ask(path, body) {
  const options = { headers: { "X-Key": key, "Content-Type": "application/json" } };
  if (body) Object.assign(options, { method: "POST", body: JSON.stringify(body) });
  const answer = await fetch(path, options);
  if (answer.ok) return answer;
  let problems = [`The server says no (${answer.status}).`];
  try {
    problems = (await answer.json()).problems;
  } catch {
    // It has said it in other words.
  }
  throw Object.assign(new Error(problems[0]), { problems });
}

const sent = ({ map, pieces, kinds, areas, arrivals, seen }) =>
  ({ map, pieces, made: kinds.filter((k) => k.like !== undefined), areas, arrivals, seen });

export const open = async () => (await ask("/battle")).json();
export const save = async (battle) => (await ask("/save", sent(battle))).json();
export const play = async (battle) => (await ask("/play", sent(battle))).json();
export const preview = async (battle) => (await ask("/preview", sent(battle))).blob();
