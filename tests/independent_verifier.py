"""A second verifier of dice trails, written from docs/dice.md alone: it imports nothing of the project.

    python independent_verifier.py trail.json

``check`` returns a line for everything wrong, and the numbers of the rolls whose dice can't be recomputed yet. What a
roll was for and what came of it are the bot's words: only that they haven't been changed since is checked.
"""

import hashlib
import hmac
import json
import sys


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canon(data) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def dice(secret: bytes, text: str, count: int, faces: int) -> list[int]:
    width = 1 if faces <= 256 else 2
    fair = 256**width // faces * faces
    low = 0 if faces == 10 else 1
    found, block = [], 0
    while len(found) < count:
        message = text + (f"|{block}" if block else "")
        stream = hmac.new(secret, message.encode(), "sha256").digest()
        values = [int.from_bytes(stream[i : i + width], "big") for i in range(0, 32, width)]
        found += [v % faces + low for v in values if v < fair]
        block += 1
    return found[:count]


def check(text: str) -> tuple[list[str], list[int]]:
    trail = json.loads(text)
    head, entries, wrong, waiting = trail["header"], trail["entries"], [], []
    secrets = {}
    for i in sorted(map(int, trail["secrets"]), reverse=True):
        value = bytes.fromhex(trail["secrets"][str(i)])
        for step in range(i, 0, -1):
            secrets.setdefault(step, value)
            value = hashlib.sha256(value).digest()
        if value.hex() != head["commitment"]:
            wrong.append(f"secret {i} doesn't lead to the commitment")
    previous, next_roll, last_segment = sha(canon(head)), 1, 0
    for place, entry in enumerate(entries):
        own = sha(previous.encode() + canon([entry["seq"], entry["kind"], entry["data"]]))
        if entry["seq"] != place or entry["hash"] != own:
            wrong.append(f"entry {place}: changed, moved, or the one before it is missing")
        previous, data = entry["hash"], entry["data"]
        if entry["kind"] == "annul":
            wrong += [f"entry {place}: annuls roll {n}" for n in data["rolls"] if not 1 <= n < next_roll]
            continue
        roll, segment = data["roll"], data["segment"]
        if roll["n"] != next_roll:
            wrong.append(f"entry {place}: roll {roll['n']} where {next_roll} was next")
        if segment < max(last_segment, roll["segment"]):
            wrong.append(f"entry {place}: an old secret")
        next_roll, last_segment = roll["n"] + 1, max(last_segment, segment)
        if roll["total"] != sum(roll["dice"]) + sum(m["value"] for m in roll["modifiers"]):
            wrong.append(f"entry {place}: the sum")
        if segment not in secrets:
            waiting.append(roll["n"])
            continue
        phrases = [head["phrases"][side] for side in sorted(head["phrases"])]
        made_of = "|".join([head["game"], str(roll["n"]), *phrases, data["snowflake"]])
        if roll["dice"] != dice(secrets[segment], made_of, len(roll["dice"]), roll["faces"]):
            wrong.append(f"entry {place}: the dice of roll {roll['n']}")
    if previous != trail["head"]:
        wrong.append("the end is missing, or the head is another trail's")
    return wrong, waiting


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        problems, pending = check(file.read())
    print(
        "\n".join(problems) or "nothing wrong",
        f"({len(pending)} rolls wait for their secret: their dice are unchecked)",
    )
    sys.exit(bool(problems))
