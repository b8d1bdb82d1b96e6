"""What strangers send: JSON bent out of shape, odd texts, bytes that are no text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tablekernel.codec import canonical

DEEP: Any = []
for _ in range(400):
    DEEP = [DEEP]

TEXTS: Sequence[str] = (
    "",
    "\x00",
    "\ud800",
    "\ufeff",
    "\u202eevil",
    "\u0430lice",  # the first letter is Cyrillic
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "%00%0d%0aSet-Cookie: a=b",
    "../../etc/passwd",
    "0x",
    "0xzz",
    "\u0661\u0662",
    "a" * 70_000,
)
LONGEST = 100_000

NUMBERS: Sequence[Any] = (
    *(0, -1, 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**400),
    *(0.5, -0.0, 1e308, float("nan"), float("inf")),
)

atoms = st.one_of(
    st.none(), st.booleans(), st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.text(max_size=9)
)
values = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
anything = values | st.just(DEEP) | st.sampled_from([[0] * 11_000, {str(n): n for n in range(200)}])


@st.composite
def bent(draw: st.DrawFn, *documents: Any) -> Any:
    """One of the documents, with up to four of its parts replaced, doubled or left out."""
    holder = [copied(draw(st.sampled_from(documents)))]
    for _ in range(draw(st.integers(0, 4))):
        parts = list(places(holder))
        container, key = parts[draw(st.integers(0, len(parts) - 1))]
        change(draw, container, key)
        if not holder:
            return None
    return holder[0]


def change(draw: st.DrawFn, container: Any, key: Any) -> None:
    act = draw(st.sampled_from(["replace", "replace", "leave out", "double", "add", "borrow"]))
    if act == "leave out":
        del container[key]
    elif act == "double" and isinstance(container, list):
        container.insert(key, container[key])
    elif act == "add" and isinstance(container[key], dict):
        container[key][draw(st.sampled_from(TEXTS[:8]))] = copied(draw(values))
    elif act == "borrow":
        others = list(places(container))
        of, name = others[draw(st.integers(0, len(others) - 1))]
        container[key] = copied(of[name])
    else:
        container[key] = copied(draw(anything))


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def places(value: Any) -> Any:
    """Every part of a document, as what holds it and its name there; not endlessly many."""
    level, found = [value], 0
    while level and found < 300:
        holder = level.pop(0)
        names = holder.keys() if isinstance(holder, dict) else range(len(holder))
        for name in list(names)[:60]:
            yield holder, name
            found += 1
            if isinstance(holder[name], dict | list):
                level.append(holder[name])


def written(document: Any) -> bytes:
    """As JSON, also what is none: NaN, halves of surrogates."""
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def canonically(document: Any) -> bytes:
    """As the service would have written it, where that can be."""
    try:
        return canonical(document)
    except (TypeError, ValueError):
        return written(document)


@st.composite
def garbled(draw: st.DrawFn, inputs: st.SearchStrategy[bytes]) -> bytes:
    """Now and then cut off, in another encoding, or with other bytes in the middle."""
    data = draw(inputs)
    act = draw(st.integers(0, 9))
    if act == 0:
        return data[: draw(st.integers(0, len(data)))]
    if act == 1:
        place = draw(st.integers(0, len(data)))
        return data[:place] + draw(st.binary(max_size=8)) + data[place + 1 :]
    if act == 2:
        return draw(st.sampled_from([b"\xef\xbb\xbf", b"\xff\xfe", b"\x00"])) + data
    return data


def documents(*known: Any, write: Any = written) -> st.SearchStrategy[bytes]:
    """Bytes of JSON that look like one of ``known``."""
    return garbled(bent(*known).map(write))


def repeated(pair: tuple[str, int]) -> str:
    """A repeated piece, no longer than a server allows for a header."""
    piece, times = pair
    return piece * min(times, LONGEST // max(len(piece), 1))


def lines(*known: str) -> st.SearchStrategy[bytes]:
    """Bytes of a header or a text that look like one of ``known``."""
    pieces = st.one_of(
        st.sampled_from(known),
        st.sampled_from([text.encode("utf-8", "replace").decode("latin-1") for text in TEXTS]),
        st.sampled_from([",", ";", "=", '"', "*", "W/", ":", ".", " ", "q=", "-", "9" * 30]),
        st.text(st.characters(max_codepoint=255), max_size=12),
    )
    joined = st.lists(pieces, max_size=6).map("".join) | st.sampled_from(known)
    many = st.tuples(pieces, st.sampled_from([1, 1, 1, 3000])).map(repeated)
    return garbled((joined | many).map(lambda text: text.encode("latin-1", "replace")))
