"""What is said at a table, who hears it, and who is told that there is something to hear."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.blocks import user_block, user_unblock
from accounts.models import User
from games.chat.errors import RoomClosed
from games.chat.selectors import Page, messages_document, room_view_of, unread_of
from games.chat.services import message_post, room_read
from games.models import Game, Message, Room
from games.play.errors import GameNotFound
from games.play.relevance import still_unread
from games.seats.handover import seat_offer, seat_offer_accept, seat_offer_decline
from games.seats.resign import seat_resign
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.timed import fresh
from tests.toy_games import lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

PLAYERS, SPECTATORS = Room.PLAYERS, Room.SPECTATORS


@pytest.fixture
def dave(db: None) -> User:
    return user_named("dave")


def say(user: User, game: Game, text: str = "hello", room: str = PLAYERS) -> None:
    message_post(user=user, game_id=game.id, room=room, text=text)


def heard(user: User, game: Game, room: str = PLAYERS, **page: int) -> list[str | None]:
    asked = Page(**{"after": 0, "before": None, "limit": 50, **page})  # type: ignore[arg-type]
    told = messages_document(room_view_of(user=user, game_id=game.id, room=room), asked)
    return [message["text"] for message in told["messages"]]


def version(user: User, game: Game, room: str = PLAYERS) -> tuple[object, ...]:
    return room_view_of(user=user, game_id=game.id, room=room).version


def message_receivers() -> list[list[str]]:
    rows = OutboxEntry.objects.filter(kind="message").order_by("id")
    return [row.users for row in rows]


# --- rooms ---------------------------------------------------------------------------------------


def test_players_and_spectators_have_a_room_each_until_the_end(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    say(alice, game, "for bob")
    say(charlie, game, "she bluffs", SPECTATORS)
    assert heard(bob, game) == ["for bob"]
    assert heard(charlie, game, SPECTATORS) == ["she bluffs"]
    for user, room in ((charlie, PLAYERS), (alice, SPECTATORS), (bob, SPECTATORS)):
        with pytest.raises(RoomClosed):
            heard(user, game, room)
        with pytest.raises(RoomClosed):
            say(user, game, room=room)
        with pytest.raises(RoomClosed):
            room_read(user=user, game_id=game.id, room=room, number=1)
    play_out(game, alice, bob)
    assert heard(charlie, game) == ["for bob"]
    assert heard(alice, game, SPECTATORS) == ["she bluffs"]
    say(alice, game, "she did", SPECTATORS)
    with pytest.raises(RoomClosed):
        say(charlie, game)


def test_the_players_room_is_open_in_the_lobby(alice: User, charlie: User) -> None:
    game = lobby(alice, seats=2)
    say(alice, game, "anybody?")
    assert heard(alice, game) == ["anybody?"]
    with pytest.raises(RoomClosed):
        heard(charlie, game)


def test_who_has_resigned_stays_among_the_players(alice: User, bob: User) -> None:
    game = start_game(alice, bob, bots=["novice"], timeouts={"when_alone": "play_on"})
    seat_resign(user=bob, game_id=game.id)
    say(bob, game, "sorry")
    assert heard(alice, game) == ["sorry"]
    with pytest.raises(RoomClosed):
        heard(bob, game, SPECTATORS)


def test_a_player_who_hands_over_their_seat_becomes_a_spectator(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    offer = seat_offer(user=bob, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    with pytest.raises(RoomClosed):
        heard(bob, game)
    assert heard(bob, game, SPECTATORS) == heard(charlie, game) == []


def test_a_private_game_has_no_room_for_strangers(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, visibility="private")
    for room in Room.values:
        with pytest.raises(GameNotFound):
            say(charlie, game, room=room)


# --- messages ------------------------------------------------------------------------------------


def test_each_room_counts_its_messages(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    say(alice, game)
    say(charlie, game, room=SPECTATORS)
    say(bob, game)
    rows = Message.objects.order_by("room", "number").values_list("room", "number")
    assert list(rows) == [("players", 1), ("players", 2), ("spectators", 1)]


def test_a_message_changes_nothing_of_the_game(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    say(bob, game)
    after = fresh(Game.objects.get(id=game.id))
    assert (after.version, after.event_count) == (game.version, game.event_count)


def test_a_room_is_read_forwards_and_backwards(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    for number in range(1, 8):
        say((alice, bob)[number % 2], game, str(number))
    assert heard(alice, game, limit=3) == ["1", "2", "3"]
    assert heard(alice, game, after=3, limit=3) == ["4", "5", "6"]
    assert heard(alice, game, before=8, limit=3) == ["5", "6", "7"]
    assert heard(alice, game, before=2) == ["1"]


def test_a_removed_message_leaves_its_place_and_changes_the_tag(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    say(alice, game, "spam")
    before = version(bob, game)
    Message.objects.update(removed_at=timezone.now())
    assert heard(bob, game) == [None]
    assert version(bob, game) != before


def test_the_tag_of_a_room_changes_with_that_room_only(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    before = version(bob, game)
    say(charlie, game, room=SPECTATORS)
    assert version(bob, game) == before
    say(alice, game)
    assert version(bob, game) != before


# --- blocks --------------------------------------------------------------------------------------


def test_a_blocked_user_is_not_heard_by_the_user_who_blocks_them(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, charlie)
    user_block(user=alice, username="BOB")
    say(bob, game, "rude")
    say(charlie, game, "kind")
    assert heard(alice, game) == ["kind"]
    assert heard(charlie, game) == heard(bob, game) == ["rude", "kind"]
    assert [room["unread"] for room in unread_of(user=alice)] == [1]
    user_unblock(user=alice, username="bob")
    assert heard(alice, game) == ["rude", "kind"]


def test_the_next_page_does_not_hang_on_what_is_blocked(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    user_block(user=alice, username="bob")
    say(bob, game)
    ear = room_view_of(user=alice, game_id=game.id, room=PLAYERS)
    assert messages_document(ear, Page(after=0, before=None, limit=50))["last"] == 1


# --- unread, and being told ----------------------------------------------------------------------


def test_unread_are_the_messages_of_others(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    say(alice, game)
    say(alice, game)
    (room,) = unread_of(user=bob)
    assert (room["game"], room["room"], room["unread"], room["last"]) == (
        game.id,
        "players",
        2,
        2,
    )
    assert unread_of(user=alice) == []
    assert room_read(user=bob, game_id=game.id, room=PLAYERS, number=1) == 1
    assert unread_of(user=bob)[0]["unread"] == 1
    assert room_read(user=bob, game_id=game.id, room=PLAYERS, number=99) == 2
    assert unread_of(user=bob) == []
    assert room_read(user=bob, game_id=game.id, room=PLAYERS, number=0) == 2  # nobody reads back


def test_a_spectator_hears_of_rooms_that_they_have_read(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    room_read(user=charlie, game_id=game.id, room=SPECTATORS, number=0)
    Message.objects.create(game=game, room=SPECTATORS, number=1, user=bob, text="hi")
    assert [room["room"] for room in unread_of(user=charlie)] == ["spectators"]
    assert unread_of(user=alice) == []


def test_a_spectator_hears_of_rooms_in_which_they_have_written(
    alice: User, bob: User, charlie: User, dave: User
) -> None:
    game = start_game(alice, bob)
    say(charlie, game, "who leads?", SPECTATORS)
    say(dave, game, "alice", SPECTATORS)
    assert [room["unread"] for room in unread_of(user=charlie)] == [1]


def test_nobody_hears_of_a_private_game_that_is_closed_to_them_again(
    alice: User, bob: User, charlie: User, dave: User
) -> None:
    game = start_game(alice, bob, visibility="private")
    offers = [seat_offer(user=alice, game_id=game.id, to="charlie")]
    say(charlie, game, "hello", SPECTATORS)
    offers.append(seat_offer(user=bob, game_id=game.id, to="dave"))
    say(dave, game, "hello", SPECTATORS)
    assert [room["unread"] for room in unread_of(user=charlie)] == [1]
    seat_offer_decline(user=charlie, offer_id=offers[0].id)
    assert unread_of(user=charlie) == []
    assert [room["unread"] for room in unread_of(user=dave)] == [1]


def test_one_notice_until_it_is_read(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    say(alice, game)
    say(alice, game)
    assert message_receivers() == [[str(bob.id)]]
    room_read(user=bob, game_id=game.id, room=PLAYERS, number=2)
    say(alice, game)
    say(alice, game)
    assert message_receivers() == [[str(bob.id)]] * 2
    entry = OutboxEntry.objects.filter(kind="message").latest("id")
    assert "hello" not in str(entry.data)
    assert still_unread(game.id, bob.id, entry.data)
    room_read(user=bob, game_id=game.id, room=PLAYERS, number=3)
    assert not still_unread(game.id, bob.id, entry.data)


def test_nobody_is_told_of_a_blocked_user_or_of_spectators(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    user_block(user=bob, username="alice")
    say(alice, game)
    say(charlie, game, room=SPECTATORS)
    assert message_receivers() == []
