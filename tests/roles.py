"""A small world in which every role of ``tests/permissions.py`` has its place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from http.cookies import SimpleCookie
from typing import Any

from django.utils import timezone
from oauth2_provider.models import AccessToken, RefreshToken
from rest_framework.test import APIClient

from accounts.blocks import user_block
from accounts.models import BrowserSession, User
from accounts.scopes import GAMES_READ
from accounts.services import token_issue, user_ban
from accounts.services.applications import application_create
from games.bots.turns import bot_turn_play
from games.lobby.invitations import invitation_send
from games.lobby.services import bot_place, game_create, game_join, game_start, player_remove
from games.models import Game, Invitation, Seat, SeatOffer, Visibility, Vote, VoteKind
from games.seats.handover import seat_offer
from games.seats.resign import seat_resign
from games.summaries.links import picture_token
from games.votes.services import vote_open
from moderation.models import Action, AuditEntry, ReportMessage
from moderation.services.reports import report_make
from notifications.models import Delivery, OutboxEntry, Progress
from notifications.services.devices import push_subscribe
from notifications.services.endpoints import webhook_create
from tests.conftest import PASSWORD, user_named
from tests.games.analysis.finished import store_analysis
from tests.games.puzzles.samples import store_puzzle
from tests.notifications.push_service import DEVICE_KEYS
from tests.permissions import ROLES, Row, full
from tests.toy_games import options_of, play

PEOPLE = tuple(role for role in ROLES if role not in ("anonymous", "reader"))
SEATED = ("seat", "other", "lost", "banned")
"""The users at the tables, in order. The next seat is free or a bot's."""
LAST = len(SEATED)
STARTED = ("running", "away", "over")

BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "auth/register/"): {"username": "newcomer", "password": PASSWORD},
    ("POST", "auth/verify-email/"): {"token": "x" * 43},
    ("POST", "auth/password-reset/"): {"email": "seat@example.org"},
    ("POST", "auth/password-reset/confirm/"): {"token": "x" * 43, "password": "another " * 3},
    ("POST", "me/email/"): {"email": "new@example.org", "password": PASSWORD},
    ("POST", "me/password/"): {"password": PASSWORD, "new_password": "another " * 3},
    ("POST", "me/export/"): {"password": PASSWORD},
    ("POST", "me/export/file/"): {"password": PASSWORD},
    ("POST", "me/deletion/"): {"password": PASSWORD},
    ("POST", "reports/"): {"about": "user", "username": "passer-by", "category": "other"},
    ("POST", "reports/{report}/messages/"): {"text": "In the first game."},
    ("POST", "me/sanctions/{sanction}/appeal/"): {"text": "It was my brother."},
    ("POST", "me/tokens/"): {"name": "another", "scopes": [GAMES_READ]},
    ("POST", "me/applications/"): {"name": "Watch", "redirect_uris": ["https://example.org/back"]},
    ("POST", "me/webhooks/"): {"url": "https://hooks.example.org/"},
    ("POST", "me/push-subscriptions/"): {
        "endpoint": "https://push.example.net/another",
        "keys": DEVICE_KEYS,
    },
    ("PATCH", "me/notification-preferences/"): {"kinds": {}},
    ("PATCH", "me/webhooks/{webhook}/"): {"name": "phone"},
    ("POST", "me/vacation/"): {},
    ("POST", "games/"): {"ruleset": "toy", "seats": 2},
    ("PATCH", "games/{game}/"): {"title": "Slow"},
    ("POST", "games/{game}/test-clock/"): {"seconds": 60},
    ("POST", "games/{game}/seat/"): {"seat": LAST},
    ("POST", "games/{game}/ready/"): {"ready": True},
    ("POST", "games/{game}/kick/"): {"seat": 1},
    ("PUT", "games/{game}/seats/{seat}/bot/"): {"level": "novice"},
    ("POST", "games/{game}/invitations/"): {"username": "stranger"},
    ("POST", "games/{game}/history/{move}/try/"): {"hidden": "as_it_was"},
    ("PUT", "games/{game}/orders/"): {"orders": []},
    ("PUT", "games/{game}/notes/"): {"text": "The Architect, twice."},
    ("POST", "games/{game}/messages/"): {"room": "players", "text": "Back on Monday!"},
    ("POST", "games/{game}/messages/read/"): {"room": "players", "number": 0},
    ("POST", "games/{game}/offers/"): {"to": "stranger"},
    ("POST", "games/{game}/votes/"): {"kind": "cancel"},
    ("POST", "games/{game}/votes/{vote}/ballot/"): {"yes": True},
    ("POST", "me/blocks/"): {"username": "passer-by"},
}
"""What is sent, where something has to be; under /api/v1/."""


QUERIES: dict[str, dict[str, Any]] = {
    "puzzles/next/": {"ruleset": "citadels"},
    "users/{username}/statistics/": {"ruleset": "toy"},
    "users/{username}/ratings/": {"ruleset": "citadels"},
    "users/{username}/ratings.svg": {"ruleset": "citadels"},
    "/oauth/authorize/": {
        "client_id": "watch",
        "response_type": "code",
        "redirect_uri": "https://example.org/",
        "scope": GAMES_READ,
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
    },
}


class World:
    """The games of each state, private and public, and who asks."""

    ruleset = "toy"
    rounds = 1
    """Of each game of the toy, and cards in each hand."""

    def __init__(self) -> None:
        self.users = {role: user_named(role) for role in PEOPLE}
        user_named("passer-by")
        User.objects.filter(username="staff").update(is_staff=True, is_superuser=True)
        self.users["staff"].refresh_from_db()
        self.games = {
            (state, visibility): self.create_game(state, visibility)
            for state in ("lobby", "full", *STARTED)
            for visibility in (Visibility.PRIVATE, Visibility.PUBLIC)
        }
        user_block(user=self.users["other"], username="seat")
        self.owned = owned(self.users["seat"])
        self.puzzle = store_puzzle()
        self.clients = {role: self.client(role) for role in ROLES}
        self.cookies = {
            role: client.cookies.output(header="") for role, client in self.clients.items()
        }
        user_ban(user=self.users["banned"], reason="Spoiled a game.")
        User.objects.filter(username="inactive").update(is_active=False)

    def create_game(self, state: str, visibility: Visibility) -> Game:
        host = self.users["host"]
        game = game_create(
            user=host,
            ruleset=self.ruleset,
            options={"rounds": self.rounds} if self.ruleset == "toy" else {},
            seats=LAST + 1,
            visibility=visibility,
            join=False,
            test_clock=state == "lobby",
        )
        for number, role in enumerate(SEATED):
            invitation_send(user=host, game_id=game.id, username=role)
            game_join(user=self.users[role], game_id=game.id, seat=number)
        invitation_send(user=host, game_id=game.id, username="invited")
        if state == "lobby":
            player_remove(user=host, game_id=game.id, seat=SEATED.index("lost"))
        if state != "lobby":
            bot_place(user=host, game_id=game.id, seat=LAST, level="novice")
        if state in STARTED:
            game_start(user=host, game_id=game.id)
            seat_resign(user=self.users["lost"], game_id=game.id)
        if state == "running":
            vote_open(user=self.users["other"], game_id=game.id, kind=VoteKind.PAUSE)
            seat_offer(user=self.users["seat"], game_id=game.id, to="invited")
            store_analysis(game, self.users["seat"], decision=1)
        if state == "away":
            Seat.objects.filter(game=game, number=0).update(
                away_since=timezone.now(), bot="novice", bot_profile="balanced"
            )
        if state == "over":
            self.play_out(game)
            store_analysis(game, self.users["seat"])
        game.refresh_from_db()
        return game

    def play_out(self, game: Game) -> None:
        game.refresh_from_db()
        while game.to_act is not None:
            seat = game.seats.get(number=game.to_act)
            if seat.played_by_user and seat.user is not None:
                play(seat.user, game)
            else:
                bot_turn_play(game_id=game.id)
            game.refresh_from_db()

    def client(self, role: str) -> APIClient:
        """With a token of the role, and its log-in of a browser: one must not stand for both."""
        client = APIClient()
        if role == "anonymous":
            return client
        user = self.users["seat" if role == "reader" else role]
        scopes = [GAMES_READ] if role == "reader" else None
        client.force_login(user)
        text = token_issue(user=user, name=role, scopes=scopes).text
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
        return client

    def asked(self, row: Row, role: str) -> Any:
        """The reply to one role."""
        return self.request(row, role)()

    def request(self, row: Row, role: str) -> Callable[[], Any]:
        """Return what sends the request of one role, and returns the reply."""
        game = self.games.get((row.state, shown_to(role)))
        path = full(row.path).format(**self.names(game))
        client = self.clients[role]
        client.cookies = SimpleCookie(self.cookies[role])  # an earlier row may have logged out
        send = getattr(client, row.method.lower())
        if row.method == "GET":
            return partial(send, path, QUERIES.get(row.path))
        return partial(send, path, self.body(row.address, role, game), format="json")

    def names(self, game: Game | None) -> dict[str, Any]:
        """What stands for the names in an address."""
        invited = Invitation.objects.filter(game=game, answer="").first()
        vote, offer = (model.objects.filter(game=game).first() for model in (Vote, SeatOffer))
        return {
            **self.owned,
            "game": game and game.id,
            "invitation": invited and invited.id,
            "move": 0,
            "offer": offer and offer.id,
            "puzzle": self.puzzle.id,
            "key": "0123456789",
            "signature": picture_token(self.games["running", Visibility.PUBLIC].id)[0],
            "vote": vote and vote.id,
            "seat": LAST,
            "slug": "citadels",
            "code": "throttled",
            "path": "index.html",
            "name": "nothing.whl",
            "username": "seat",
            "opponent": "other",
            "issuer_path": "elsewhere",
            "resource_path": "elsewhere",
        }

    def body(self, key: tuple[str, str], role: str, game: Game | None) -> dict[str, Any]:
        if key == ("POST", "auth/tokens/"):
            return {"username": "seat" if role == "reader" else role, "password": PASSWORD}
        if key == ("POST", "streams/"):
            return {"game": str(game and game.id)}
        commands = ("games/{game}/commands/", "games/{game}/dry-runs/")
        if key[0] == "POST" and key[1] in commands and game is not None:
            return {"decision": game.decision_id or 1, "choices": [self.choice(game)]}
        if key == ("POST", "puzzles/{puzzle}/answer/"):
            return {"choice": self.puzzle.solution}
        return BODIES.get(key, {})

    def choice(self, game: Game) -> str:
        return options_of(self.users["seat"], game)[0] if game.to_act == 0 else "pass"


def shown_to(role: str) -> Visibility:
    return Visibility.PUBLIC if role == "spectator" else Visibility.PRIVATE


def owned(user: User) -> dict[str, Any]:
    """A token, a webhook with a delivery, a device, and an application that the user has
    allowed.
    """
    now = timezone.now()
    endpoint = webhook_create(user=user, url="https://hooks.example.org/seat")
    device = push_subscribe(user=user, endpoint="https://push.example.net/seat", **DEVICE_KEYS)
    entry = OutboxEntry.objects.create(kind="news", subject=user.id, users=[str(user.id)])
    delivery = Delivery.objects.create(
        entry=entry,
        user=user,
        channel="webhook",
        endpoint=endpoint,
        progress=Progress.SENT,
        ended_at=now,
    )
    application = application_create(
        user=user, name="Watch", redirect_uris=["https://example.org/"], confidential=False
    ).application
    access = AccessToken.objects.create(
        user=user,
        application=application,
        token="a",
        scope="games:read",
        expires=now + timedelta(hours=1),
    )
    application.client_id = "watch"
    application.save()
    RefreshToken.objects.create(user=user, application=application, token="r", access_token=access)
    warned = AuditEntry.objects.create(action=Action.WARN_USER, user=user.id, reason="Too loud.")
    report = report_make(by=user, username="stranger", category="spam")
    ReportMessage.objects.create(report=report, by=User.objects.get(username="staff"), text="Why?")
    return {
        "report": report.id,
        "sanction": warned.pk,
        "token": token_issue(user=user, name="spare").token.id,
        "webhook": endpoint.id,
        "session": BrowserSession.objects.create(user=user, session_key="spare").id,
        "subscription": device.id,
        "delivery": delivery.id,
        "client": application.client_id,
    }
