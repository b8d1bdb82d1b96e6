"""Given names of bots: each bot of a game has one of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain, count
from pathlib import Path
from uuid import UUID

from accounts.names import fold_name

BOT_NAME_LENGTH = 40


@cache
def default_names() -> list[str]:
    """Return the names that are used unless the operator sets others. Games of older versions store
    no names, so a change of the list renames their bots.
    """
    path = Path(__file__).with_name("bot_names.txt")
    return path.read_text(encoding="utf-8").split()


def bot_name(game_id: UUID, number: int, names: Sequence[str], taken: Collection[str] = ()) -> str:
    """Return the name of the bot on a seat: the same one each time, and none whose folded form is
    in ``taken``. It depends on nothing hidden.
    """
    return next(name for name in candidates(game_id, number, names) if fold_name(name) not in taken)


def candidates(game_id: UUID, number: int, names: Sequence[str]) -> Iterator[str]:
    """Yield names in the order in which a seat tries them. Each seat begins at another one; if
    all are taken, they get numbers.
    """
    order = sorted(names, key=lambda name: blake2b(name.encode(), key=game_id.bytes).digest())
    order = order[number:] + order[:number]
    return chain(order, (f"{name} {again}" for again in count(2) for name in order))
