"""Anonymous games: nobody can read who plays before the end."""

from __future__ import annotations

import orjson
import pytest

from accounts.avatars import avatar_url
from accounts.models import Block, User
from core.errors import Invalid
from games.chat.errors import RoomClosed
from games.chat.services import message_post
from games.lobby.errors import SeatsReserved
from games.lobby.invitations import invitation_send
from games.lobby.rematch import game_rematch
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, Status, VoteKind
from games.play.errors import NamesHidden
from games.ratings.finalize import game_count
from games.ratings.selectors import profile_for
from games.seats.handover import seat_offer
from games.seats.resign import seat_resign
from games.staff.replace_player import seat_to_user
from games.votes.services import vote_open
from tests.conftest import ClientOf, user_named
from tests.leak_probe import Heard, Listener

pytestmark = [pytest.mark.django_db]

NAMES = ("quilliam", "zebedee", "wilhelmina")


def listeners() -> list[Listener]:
    return [Listener(name) for name in (*NAMES, "spectator")]


def anonymous_lobby(host: User, *others: User) -> Game:
    game = game_create(
        user=host,
        ruleset="citadels",
        seats=len(others) + 1,
        options={},
        anonymous=True,
        title="Masks",
    )
    for user in others:
        game_join(user=user, game_id=game.id)
    return Game.objects.get(id=game.id)


def marks_of(user: User) -> list[bytes]:
    """What tells who somebody is."""
    return [part.encode() for part in (user.username, str(user.id), avatar_url(user)[-14:])]


def tell_tales(heard: Heard, users: list[User]) -> list[tuple[str, str]]:
    return [
        (path, user.username)
        for path, body in heard
        for user in users
        if any(mark in body for mark in marks_of(user))
    ]


def heard_by(one: Listener, game: Game) -> Heard:
    """Everything that the viewer can read of the game, where other users do not ask by name."""
    answers = one.client.get(f"/api/v1/games/{game.id}/votes/").content
    subject = {"about": "user", "game": str(game.id), "category": "other"}
    reports = [
        (f"report {seat}", one.client.post("/api/v1/reports/", {**subject, "seat": seat}).content)
        for seat in range(len(NAMES))
    ]
    return [*one.everything(game), ("votes again", answers), *reports, one.got("reports/")]


def leaks(viewers: list[Listener], game: Game, hidden: list[User]) -> list[tuple[str, str]]:
    found = []
    for viewer in viewers:
        others = [user for user in hidden if user != viewer.user]
        found += tell_tales(heard_by(viewer, game), others)
        for user in others:  # what asks for a name must not find the game
            for path in (
                f"users/{user.username}/",
                f"users/{user.username}/games/",
                f"games/?created_by={user.username}",
                f"games/?search={user.username}",
                f"me/games/?search={user.username}",
            ):
                if str(game.id).encode() in viewer.got(path)[1]:
                    found.append((path, user.username))
    return found


def test_nobody_reads_who_plays_before_the_end() -> None:
    viewers = listeners()
    users = [one.user for one in viewers[:3]]
    game = anonymous_lobby(*users)
    assert leaks(viewers, game, users) == []
    game = game_start(user=users[0], game_id=game.id)
    vote_open(user=users[1], game_id=game.id, kind=VoteKind.PAUSE)
    assert leaks(viewers, Game.objects.get(id=game.id), users) == []
    another = user_named("ferdinand")
    seat_to_user(game_id=game.id, seat=1, username="ferdinand")
    users.append(another)
    assert leaks(viewers, Game.objects.get(id=game.id), users) == []
    seat_resign(user=users[2], game_id=game.id)
    game_count(game_id=game.id)
    for viewer in viewers[:2]:
        assert profile_for(viewer=viewer.user, username=NAMES[2]).record.resigned == 0
    assert leaks(viewers, Game.objects.get(id=game.id), users) == []
    seat_resign(user=another, game_id=game.id)
    game = Game.objects.get(id=game.id)
    assert game.status == Status.FINISHED
    shown = tell_tales(viewers[3].everything(game), users)
    assert {name for _, name in shown} == {"quilliam", "ferdinand", "wilhelmina", "zebedee"}
    game_count(game_id=game.id)
    assert profile_for(viewer=users[0], username=NAMES[2]).record.resigned == 1


def test_a_player_sees_themselves_and_the_others_by_seat(client_of: ClientOf) -> None:
    users = [user_named(name) for name in NAMES[:2]]
    game = anonymous_lobby(*users)
    document = client_of(users[1]).get(f"/api/v1/games/{game.id}/").json()
    host, own = document["seats"]
    assert document["anonymous"] is True
    assert (host["name"], host["user"]["username"]) == ("Player 1", "Player 1")
    assert document["created_by"] == host["user"]
    assert (own["name"], own["user"]["username"]) == ("Player 2", "zebedee")
    french = client_of(users[1]).get(f"/api/v1/games/{game.id}/", {"language": "fr"}).json()
    assert french["seats"][0]["name"] == "Joueur 1"


def test_what_would_name_players_is_refused() -> None:
    users = [user_named(name) for name in NAMES[:2]]
    another = user_named(NAMES[2])
    game = anonymous_lobby(*users)
    with pytest.raises(NamesHidden):
        invitation_send(user=users[0], game_id=game.id, username=another.username)
    game_start(user=users[0], game_id=game.id)
    with pytest.raises(NamesHidden):
        seat_offer(user=users[0], game_id=game.id, to=another.username)
    for user, room in ((users[0], "players"), (another, "spectators")):
        with pytest.raises(RoomClosed):
            message_post(user=user, game_id=game.id, room=room, text="I am Quilliam")
    Game.objects.filter(id=game.id).update(rating_due_at=None)
    with pytest.raises(Invalid):
        game_create(
            user=another,
            ruleset="citadels",
            seats=2,
            options={},
            anonymous=True,
            visibility="private",
        )


def test_a_rematch_shows_the_names() -> None:
    users = [user_named(name) for name in NAMES[:2]]
    game = anonymous_lobby(*users)
    game_start(user=users[0], game_id=game.id)
    seat_resign(user=users[0], game_id=game.id)
    assert not game_rematch(user=users[1], game_id=game.id).anonymous


def test_a_block_does_not_tell_who_plays() -> None:
    host, blocker, blocked = (user_named(name) for name in NAMES)
    game = game_create(user=host, ruleset="citadels", seats=3, options={}, anonymous=True)
    Block.objects.create(user=blocker, blocked=host)
    game_join(user=blocker, game_id=game.id)  # refusing would tell them that the host plays
    Block.objects.create(user=host, blocked=blocked)
    with pytest.raises(SeatsReserved):
        game_join(user=blocked, game_id=game.id)
    assert orjson.dumps(Game.objects.get(id=game.id).free_seats) == b"1"
