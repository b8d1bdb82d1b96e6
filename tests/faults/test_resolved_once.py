"""Whatever finds a due game at the same moment, one of them resolves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.bots.turns import bots_run, turns_run
from games.models import Actor, Game, Move, PlatformEvent
from games.play.timeouts import deadline_resolve
from notifications.models import OutboxEntry
from tests.faults.copies import begun, bots_turn, copies, same, time_out
from tests.faults.figures import Note
from tests.faults.forks import at_once_in_processes
from tests.faults.together import at_once

pytestmark = [
    pytest.mark.fault(1),
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
MANY = 8
TIMES = 5
EFFECTS = {
    "forfeit": ({"policy": "forfeit"}, "seat_lost"),
    "excuse": ({"policy": "forfeit", "excuses": 2}, "turn_excused"),
    "default_move": ({"policy": "default_move"}, "default_played"),
    "bot": ({"policy": "bot"}, "bot_took_over"),
}
Together = Callable[..., list[Any]]
WAYS = pytest.mark.parametrize(
    "together", [at_once, at_once_in_processes], ids=["threads", "processes"]
)


@WAYS
@pytest.mark.parametrize("effect", EFFECTS)
def test_a_deadline_is_resolved_once(
    effect: str, together: Together, alice: User, bob: User, charlie: User, note: Note
) -> None:
    timeouts, event = EFFECTS[effect]
    game = begun(alice, bob, charlie, timeouts=timeouts)
    contested = copies(game, TIMES)
    time_out(game, *contested)
    assert deadline_resolve(game_id=game.id)
    for copy in contested:
        resolved = together(*[partial(deadline_resolve, game_id=copy.id)] * MANY)
        assert sorted(resolved) == [False] * (MANY - 1) + [True]
        assert PlatformEvent.objects.filter(game=copy, kind=event).count() == 1
    same([game, *contested])  # one effect is what one alone would have had
    note("at once", MANY)
    note("times", TIMES)


@WAYS
def test_a_bots_turn_is_played_once(together: Together, alice: User, note: Note) -> None:
    game = bots_turn(alice)
    contested = copies(game, TIMES)
    alone = turns_run(game.id)
    for copy in contested:
        moved = together(*[partial(bots_run, game_id=copy.id)] * MANY)
        assert sum(moved) + turns_run(copy.id) == alone  # who was overtaken leaves the rest
        by_bots = Move.objects.filter(game=copy, actor=Actor.BOT)
        assert by_bots.count() == by_bots.values("number").distinct().count() == alone
    same([game, *contested])
    note("at once", MANY)
    note("moves of bots", alone)


def test_the_rows_of_a_game_are_compared(alice: User, bob: User) -> None:
    """The comparison on which the others rest sees a move, a notice and a lost event."""
    game = begun(alice, bob)
    for spoil in (
        lambda copy: Game.objects.filter(id=copy.id).update(version=99),
        lambda copy: OutboxEntry.objects.create(kind="x", subject=copy.id, users=[]),
        lambda copy: copy.seats.filter(number=1).update(excuses_left=1),
    ):
        one, other = copies(game, 2)
        same([one, other])
        spoil(other)
        with pytest.raises(AssertionError):
            same([one, other])
