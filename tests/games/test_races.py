"""Two at the same moment: a seat is given once, a vote carried out once, no number said twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from accounts.models import User
from games.chat.services import message_post
from games.models import Game, Message, PlatformEvent, SeatAssignment, Status, VoteKind
from games.play.commands import command_send
from games.seats.handover import seat_offer, seat_offer_accept, seat_offer_withdraw
from games.votes.services import ballot_cast, vote_open
from tests.conftest import user_named
from tests.timed import fresh
from tests.toy_games import options_of, play, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Do all of this at the same moment; what each came to: the name of its error, or nothing."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        try:
            gate.wait(5)
            act()
            return ""
        except Exception as error:
            return type(error).__name__
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(run, acts))


def test_an_offer_is_accepted_or_withdrawn(alice: User, bob: User) -> None:
    for number in range(5):  # a friend gets three offers a day
        friend, game = user_named(f"friend{number + 2}"), start_game(alice, bob)
        offer = seat_offer(user=alice, game_id=game.id, to=friend.username)
        outcome = at_once(
            lambda friend=friend, offer=offer: seat_offer_accept(user=friend, offer_id=offer.id),  # type: ignore[misc]
            lambda friend=friend, offer=offer: seat_offer_accept(user=friend, offer_id=offer.id),  # type: ignore[misc]
            lambda offer=offer: seat_offer_withdraw(user=alice, offer_id=offer.id),  # type: ignore[misc]
        )
        assert outcome == ["", "SeatOfferClosed", "SeatOfferClosed"]
        running = SeatAssignment.objects.filter(game=game, seat=0, ended_at=None).get()
        assert running.user == fresh(game).seats.get(number=0).user


def test_of_a_command_and_a_hand_over_both_count_or_the_command_is_refused(
    alice: User, bob: User
) -> None:
    for number in range(5):
        friend, game = user_named(f"friend{number + 2}"), start_game(alice, bob)
        offer = seat_offer(user=alice, game_id=game.id, to=friend.username)
        outcome = at_once(
            lambda friend=friend, offer=offer: seat_offer_accept(user=friend, offer_id=offer.id),  # type: ignore[misc]
            lambda game=game: command_send(  # type: ignore[misc]
                user=alice, game_id=game.id, decision=1, choices=["boast"]
            ),
        )
        assert outcome in (["", ""], ["", "NotSeated"])
        seen = SeatAssignment.objects.get(game=game, user=alice).until_event
        move = game.moves.filter(number=1).first()
        assert move is None or (move.last_event <= (seen or 0))


def test_a_vote_is_carried_out_once(alice: User, bob: User, charlie: User) -> None:
    dave = user_named("dave")
    game = start_game(alice, bob, charlie, dave)
    vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.CANCEL)
    outcome = at_once(
        *(
            lambda user=user: ballot_cast(user=user, game_id=game.id, vote_id=vote.id, yes=True)
            for user in (bob, charlie, dave)
        )
    )
    assert outcome == ["", "", ""]
    assert fresh(game).status == Status.CANCELLED
    assert PlatformEvent.objects.filter(game=game, kind="vote_closed").count() == 1


def test_a_move_and_the_last_voice_for_an_undo(alice: User, bob: User) -> None:
    for _ in range(5):
        game = play(alice, start_game(alice, bob), "boast")
        vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.UNDO)
        (choice, *_), decision = options_of(alice, game), game.decision_id
        at_once(
            lambda vote=vote: ballot_cast(  # type: ignore[misc]
                user=bob, game_id=vote.game_id, vote_id=vote.id, yes=True
            ),
            lambda game=game, decision=decision, choice=choice: command_send(  # type: ignore[misc]
                user=alice, game_id=game.id, decision=decision, choices=[choice]
            ),
        )
        vote.refresh_from_db()
        assert vote.passed is not None
        numbers = fresh(game).moves.filter(undone_by=None).values_list("number", flat=True)
        assert sorted(numbers) == list(range(game.move_count + 1))
        assert game.move_count == (0 if vote.passed else 2)


def test_messages_are_numbered_without_a_gap(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    speakers = [alice, bob] * 4
    outcome = at_once(*(speaking(user, game) for user in speakers))
    assert set(outcome) == {""}
    numbers = Message.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 9))
    assert fresh(game).player_message_count == 8


def speaking(user: User, game: Game) -> Callable[[], object]:
    return lambda: message_post(user=user, game_id=game.id, room="players", text="x")
