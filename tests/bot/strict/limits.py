"""How much Discord takes: of a message, its components, a form, a list of suggestions, the list of commands.

Numbers are those of its documentation. :func:`wrong` says what is too much in a request, or doesn't fit together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, TypeAlias

from tests.bot.strict.request import Request

Piece: TypeAlias = dict[str, Any]

LAID_OUT = 1 << 15
"""Flag of a message that is laid out by components alone (IS_COMPONENTS_V2)."""

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SECTION, TEXT, GALLERY, CONTAINER, LABEL = 9, 10, 12, 17, 18
"""Types of components."""

SUBCOMMAND, GROUP = 1, 2
"""Types of options of a command."""

MESSAGES = (
    re.compile(r"/channels/\d+/messages(/\d+)?"),
    re.compile(r"/webhooks/\d+/[^/]+(/messages/(\d+|@original))?"),
)
"""Routes by which messages are sent and changed."""
COMMAND = re.compile(r"[-_'\w]{1,32}")
FILE = re.compile(r"[A-Za-z0-9_.\-]+")
MENTION = re.compile(r"<@&?\d+>|@everyone|@here")

MEBIBYTE = 2**20


def wrong(request: Request) -> Iterator[str]:
    """What Discord wouldn't take of a request."""
    said = request.given.get("json")
    if request.method == "PUT" and request.path.endswith("/commands") and isinstance(said, list):
        yield from _commands(said)
    elif request.path.endswith("/callback"):
        yield from _callback(request)
    elif request.rest.endswith("/threads") or (request.method == "PATCH" and request.channel and not request.rest):
        yield from _thread(request)
    elif request.method in ("POST", "PATCH") and isinstance(said, dict) and _is_message(request.path):
        yield from _message(said, request, new=request.method == "POST")
    if len(request.given.get("reason") or "") > 512:
        yield "a reason of more than 512 characters"


def _thread(request: Request) -> Iterator[str]:
    """A thread or post that is made, or a channel that is changed."""
    body = request.body
    yield from _long("a thread's name", body.get("name"), 100, least=1 if "name" in body else 0)
    yield from _most("tags of a post", len(body.get("applied_tags") or ()), 5)
    yield from _most("tags of a forum", len(body.get("available_tags") or ()), 20)
    for tag in body.get("available_tags") or ():
        yield from _long("a tag's name", tag["name"], 20, least=1)
    if body.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        yield f"{body['auto_archive_duration']} minutes until a thread is put away"
    if body.get("message"):
        yield from _message(body["message"], request, new=True)


def _is_message(path: str) -> bool:
    return any(kind.fullmatch(path) for kind in MESSAGES)


def _callback(request: Request) -> Iterator[str]:
    kind, data = request.body.get("type"), request.body.get("data") or {}
    if kind in (4, 7):
        yield from _message(data, request, new=kind == 4)
    elif kind == 8:
        choices = data.get("choices") or []
        yield from _most("suggestions", len(choices), 25)
        for c in choices:
            yield from _long("a suggestion's name", c["name"], 100, least=1)
            yield from _long("a suggestion's value", str(c["value"]), 100, least=1)
    elif kind == 9:
        yield from _long("a form's title", data["title"], 45, least=1)
        yield from _most("fields of a form", len(data["components"]), 5)
        yield from _components([*nested(data["components"])])


def nested(components: Iterable[Piece]) -> Iterator[Piece]:
    """Every component, those in others too."""
    for c in components:
        yield c
        inner = [*c.get("components", ()), *(c[k] for k in ("accessory", "component") if isinstance(c.get(k), dict))]
        yield from nested(inner)


def _most(what: str, found: float, limit: float) -> Iterator[str]:
    if found > limit:
        yield f"{found:g} {what} of at most {limit:g}"


def _long(what: str, text: str | None, limit: int, *, least: int = 0) -> Iterator[str]:
    yield from _most(f"characters in {what}", len(text or ""), limit)
    if len((text or "").strip()) < least:
        yield f"nothing in {what}"


# -- messages ----------------------------------------------------------------------------------------------------------


def _message(said: Piece, request: Request, *, new: bool) -> Iterator[str]:
    files: Sequence[Any] = request.given.get("files") or ()
    every = [*nested(said.get("components") or ())]
    yield from _long("a message", said.get("content"), 2000)
    yield from _long("a nonce", str(said.get("nonce") or ""), 25)
    if (said.get("flags") or 0) & LAID_OUT:
        texts = [c["content"] for c in every if c["type"] == TEXT]
        yield from _most("components", len(every), 40)
        yield from _most("characters in all texts", sum(map(len, texts)), 4000)
        if said.get("content") or said.get("embeds"):
            yield "content or embeds in a message laid out by components"
        if not all(t.strip() for t in texts):
            yield "a text without words"
    elif {c["type"] for c in every} & {SECTION, TEXT, 11, GALLERY, 13, 14, CONTAINER}:
        yield "components for a layout in a message without that flag"
    else:
        yield from _most("rows", len(said.get("components") or ()), 5)
    yield from _components(every)
    yield from _embeds(said.get("embeds") or ())
    yield from _files(said, files)
    yield from _mentions(said, every)
    if new and not (said.get("content") or "").strip() and not said.get("embeds") and not every and not files:
        yield "an empty message"


def _embeds(embeds: Sequence[Piece]) -> Iterator[str]:
    yield from _most("embeds", len(embeds), 10)
    total = 0
    for e in embeds:
        fields = e.get("fields") or ()
        foot, author = (e.get("footer") or {}).get("text"), (e.get("author") or {}).get("name")
        parts = (("title", e.get("title"), 256), ("description", e.get("description"), 4096))
        for what, text, limit in (*parts, ("footer", foot, 2048), ("author", author, 256)):
            yield from _long(f"an embed's {what}", text, limit)
            total += len(text or "")
        yield from _most("fields of an embed", len(fields), 25)
        for f in fields:
            yield from _long("a field's name", f["name"], 256, least=1)
            yield from _long("a field", f["value"], 1024, least=1)
            total += len(f["name"]) + len(f["value"])
    yield from _most("characters in all embeds", total, 6000)


def _files(said: Piece, files: Sequence[Any]) -> Iterator[str]:
    names, sizes = [f.filename for f in files], [_size(f) for f in files]
    told = said.get("attachments") or []
    yield from _most("files", max(len(files), len(told)), 10)
    yield from _most("bytes in all files", sum(sizes), 10 * MEBIBYTE)
    for a in told:
        yield from _long("a file's description", a.get("description"), 1024)
    if not all(sizes):
        yield "an empty file"
    if len({*names}) < len(names) or not all(map(FILE.fullmatch, names)):
        yield f"names of files that Discord would change: {names}"
    known = {*names, *(a.get("filename") for a in told)}
    shown = {*re.findall(r"attachment://([^'\"\\]+)", repr((said.get("components"), said.get("embeds"))))}
    if shown - known and files:
        yield f"files shown that aren't sent: {shown - known}"


def _size(file: Any) -> int:
    at = file.fp.tell()
    size = file.fp.seek(0, 2)
    file.fp.seek(at)
    return size


def _mentions(said: Piece, every: Sequence[Piece]) -> Iterator[str]:
    allowed = said.get("allowed_mentions")
    texts = " ".join([said.get("content") or "", *(c.get("content") or "" for c in every if c["type"] == TEXT)])
    if allowed is None:
        if MENTION.search(texts):
            yield "mentions, and nothing said of who is called by them"
        return
    for kind in ("users", "roles"):
        listed = [*map(str, allowed.get(kind) or ())]
        yield from _most(f"{kind} called", len(listed), 100)
        if listed and kind in (allowed.get("parse") or ()):
            yield f"{kind} called by name and all of them"
        if len({*listed}) < len(listed):
            yield f"{kind} called twice"


# -- components --------------------------------------------------------------------------------------------------------


def _components(every: Sequence[Piece]) -> Iterator[str]:
    ids = [c["custom_id"] for c in every if c.get("custom_id") is not None]
    if len({*ids}) < len(ids):
        yield f"a custom id twice: {sorted(i for i in {*ids} if ids.count(i) > 1)}"
    for i in ids:
        yield from _long("a custom id", i, 100, least=1)
    for c in every:
        kind = c["type"]
        if kind == ROW:
            inner = c["components"]
            yield from _most("components in a row", len(inner), 5 if all(i["type"] == BUTTON for i in inner) else 1)
            if not inner:
                yield "an empty row"
        elif kind == BUTTON:
            yield from _long("a button", c.get("label"), 80, least=0 if c.get("emoji") else 1)
            yield from _long("an address", c.get("url"), 512)
        elif kind == SELECT:
            yield from _select(c)
        elif kind == SECTION:
            yield from _most("texts in a section", len(c["components"]), 3)
        elif kind == GALLERY:
            yield from _most("pictures in a gallery", len(c["items"]), 10)
            for i in c["items"]:
                yield from _long("a picture's description", i.get("description"), 1024)
        elif kind in (INPUT, LABEL):
            yield from _input(c)


def _select(c: Piece) -> Iterator[str]:
    options = c["options"]
    values = [o["value"] for o in options]
    least, most = c.get("min_values", 1), c.get("max_values", 1)
    yield from _most("options", len(options), 25)
    yield from _long("a select", c.get("placeholder"), 150)
    if not options or len({*values}) < len(values):
        yield f"no options, or one value twice: {values}"
    if most > len(options) or least > most or sum(bool(o.get("default")) for o in options) > most:
        yield f"{least} to {most} of {len(options)} options, or more chosen beforehand"
    for o in options:
        yield from _long("an option", o["label"], 100, least=1)
        yield from _long("an option's value", o["value"], 100, least=1)
        yield from _long("an option's description", o.get("description"), 100)


def _input(c: Piece) -> Iterator[str]:
    yield from _long("a field's label", c.get("label"), 45)
    yield from _long("a field's description", c.get("description"), 100)
    yield from _long("a field's placeholder", c.get("placeholder"), 100)
    yield from _long("a field", c.get("value"), min(c.get("max_length") or 4000, 4000))
    if c.get("value") and len(c["value"]) < (c.get("min_length") or 0):
        yield "a field filled with less than it takes"


# -- commands ----------------------------------------------------------------------------------------------------------


_SOUND: list[Sequence[Piece]] = []
"""The commands in which nothing was found wrong last: nearly every bot of a test comes with the same."""


def _commands(commands: Sequence[Piece]) -> Iterator[str]:
    if commands in _SOUND:
        return
    found = [*_wrong_commands(commands)]
    if not found:
        _SOUND[:] = [*_SOUND[-1:], deepcopy(commands)]
    yield from found


def _wrong_commands(commands: Sequence[Piece]) -> Iterator[str]:
    kinds = [c.get("type", 1) for c in commands]
    for kind, limit in ((1, 100), (2, 15), (3, 15)):
        yield from _most("commands", kinds.count(kind), limit)
    names = [(c.get("type", 1), c["name"]) for c in commands]
    if len({*names}) < len(names):
        yield "two commands of one name"
    for c in commands:
        yield from _most(f"characters in all of /{c['name']}", _total(c), 8000)
        yield from _command(c, c["name"], 0)


def _total(c: Piece) -> int:
    own = _longest(c, "name") + _longest(c, "description")
    choices = sum(_longest(x, "name") + len(str(x["value"])) for x in c.get("choices") or ())
    return own + choices + sum(map(_total, c.get("options") or ()))


def _longest(c: Piece, key: str) -> int:
    """Characters of a text, in the language in which it has most."""
    return max(len(c.get(key) or ""), *(len(v) for v in (c.get(f"{key}_localizations") or {"": ""}).values()))


def _command(c: Piece, at: str, depth: int) -> Iterator[str]:
    if depth or c.get("type", 1) == 1:
        if not COMMAND.fullmatch(c["name"]) or c["name"] != c["name"].lower():
            yield f"no name for a command: {at}"
        for text in (c.get("description"), *(c.get("description_localizations") or {}).values()):
            yield from _long(f"the description of {at}", text, 100, least=1)
    options = c.get("options") or ()
    below = [o for o in options if o["type"] in (SUBCOMMAND, GROUP)]
    if below and len(below) < len(options):
        yield f"commands beside options: {at}"
    yield from _most(f"options of {at}", len(options), 25)
    if len({o["name"] for o in options}) < len(options):
        yield f"two options of one name: {at}"
    needed = [bool(o.get("required")) for o in options if o not in below]
    if needed != sorted(needed, reverse=True):
        yield f"an option that is needed after one that isn't: {at}"
    choices = c.get("choices") or ()
    yield from _most(f"choices of {at}", len(choices), 25)
    for x in choices:
        for text in (x["name"], *(x.get("name_localizations") or {}).values()):
            yield from _long(f"a choice of {at}", text, 100, least=1)
        yield from _long(f"a choice's value of {at}", str(x["value"]), 100)
    for o in options:
        if o["type"] == GROUP and depth:
            yield f"groups within groups: {at}"
        yield from _command(o, f"{at} {o['name']}", depth + 1)
