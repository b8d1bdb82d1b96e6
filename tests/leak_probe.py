"""Everything that a viewer can read about a game, compared for paired states of its match.

A random match is walked by the engine. At some decisions its state is written into a stored
game, and the test requests everything that a viewer can read over HTTP, before and after the
next command. Then this is rolled back and repeated with a paired state: one that the viewer
cannot distinguish from the first (each game makes them in ``tests/engine/<game>/pairs.py``). Ids
and times are the same both times, so all replies must be equal to the byte.

The stored game has no moves before the state. So ``history/`` takes the state for that of the
set-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Protocol, TypeAlias
from unittest import mock
from urllib.parse import quote, urlsplit

import orjson
import time_machine
from cachetools import LRUCache
from django.conf import settings
from django.db import transaction
from django.test import override_settings
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import token_issue
from games.by_mail.links import decision_url
from games.calendar_feeds.links import feed_url
from games.calendar_feeds.services import feed_create
from games.history import positions
from games.history.records import dump_lines
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, GameState
from games.play.commands import game_advance
from games.play.locking import seats_of
from games.rules.live_game import LiveGame
from games.statistics import selectors
from games.streams.feeds import Feed
from games.streams.game_feed import GameFeed
from games.streams.tickets import Caller
from games.streams.user_feed import UserFeed
from games.summaries.links import picture_token
from notifications.email_content import EmailDetails
from notifications.kinds import KINDS, Reader, email_details
from notifications.models import OutboxEntry
from notifications.services.push_requests import push_payload
from tablekernel.frames import Choice, Decision
from tablekernel.ruleset import Ruleset
from tablekernel.state import State
from tests.conftest import user_named

THEN = "2026-11-21T12:00:00Z"
LATER = "2026-11-21T12:00:07Z"
API = "/api/v1/"
ASKED = (
    "games/{id}/",
    "games/{id}/?language=fr",
    "games/{id}/rules/",
    "games/{id}/chances/",
    "games/{id}/events/",
    "games/{id}/events/?kinds=built",
    "games/{id}/events/?limit=1",
    "games/{id}/recap/",
    "games/{id}/history/0/",
    "games/{id}/history/1/",
    "games/{id}/board.svg",
    "games/{id}/board.svg?language=fr",
    "games/{id}/board.svg?layout=landscape",
    "games/{id}/board.png?width=200",
    "games/{id}/picture-link/",
    "games/{id}/history/0/board.svg",
    "games/{id}/history/1/board.svg",
    "games/{id}/orders/",
    "games/{id}/invitations/",
    "games/{id}/undo/",
    "games/{id}/votes/",
    "games/{id}/analysis/",
    "games/{id}/analysis/summary/",
    "games/{id}/hint/",
    "games/{id}/notes/",
    "games/{id}/messages/",
    "games/",
    "games/?ids={id}",
    "games/records/",
    "me/games/records/",
    "me/turns/",
    "me/messages/",
    "me/games/",
    "me/notifications/",
    "users/seat0/",
    "users/seat1/games/",
    "users/seat0/opponents/",
    "users/seat0/opponents/seat1/",
    "users/seat1/ratings/?ruleset={ruleset}",
    "users/seat1/ratings.svg?ruleset={ruleset}",
    "users/seat1/statistics/?ruleset={ruleset}",
    "rulesets/{ruleset}/leaderboard/",
    "rulesets/{ruleset}/statistics/",
    "rulesets/{ruleset}/explorer/",
)
FOR_EVERYBODY = (
    "games/{id}/",
    "games/{id}/rules/",
    "games/{id}/events/",
    "games/{id}/recap/",
    "games/{id}/history/1/",
    "games/{id}/board.svg",
    "games/{id}/board.svg?layout=landscape",
    "games/{id}/board.png?width=200",
    "pictures/{token}.svg",
    "pictures/{token}.svg?layout=landscape",
    "pictures/{token}.png?width=200",
    "games/",
)
"""What readers without an account ask for."""
BEFORE_THE_END = ("games/{id}/reveal/", "games/{id}/verify/", "games/{id}/export/")
FOR_THE_DECIDER = ("question", "about", "options")
OF_ITSELF = ("Content-Length", "RateLimit")
"""Headers that follow from the body, and from how often was asked."""
MAX_PREVIEWS = 4
THE_SAME = {"HTTP_X_REQUEST_ID": "asked-twice"}
Viewer: TypeAlias = "int | None"
"""A seat; None is a spectator."""
Heard = list[tuple[str, bytes]]
"""What was asked, and what came."""


class Pairs(Protocol):
    """Random matches of one game, and their twins."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def seats(self) -> int: ...

    @property
    def options(self) -> dict[str, Any]: ...

    def walk(self, number: int, share: float) -> Iterator[tuple[Any, Decision, Choice, Random]]:
        """Some of the decisions of a random match, with the choice that is going to be played."""

    def paired(
        self, match: Any, viewer: Viewer, decision: Decision, choice: Choice, rng: Random
    ) -> tuple[State, str]:
        """A match that the viewer cannot tell from this one, even when the choice is played; and
        the key of what looks like the same choice there.
        """

    def paired_now(self, match: Any, viewer: Viewer, decision: Decision, rng: Random) -> State:
        """A match that the viewer cannot tell from this one as long as nobody plays."""

    def next_is_asked_apart(self, decision: Decision) -> bool:
        """True if the next decision may depend on what only its seat knows."""


class Listener:
    """One user, at all doors."""

    def __init__(self, username: str) -> None:
        self.user: User = user_named(username)
        issued = token_issue(user=self.user)
        self.calendar = feed_url(feed_create(user=self.user)).removeprefix(settings.PUBLIC_URL)
        self.caller = Caller(self.user.id, f"personal:{issued.token.id}")
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.text}", **THE_SAME)
        self.client.force_login(self.user)  # pages take a session, and the API a token

    def everything(self, game: Game) -> Heard:
        heard = [self.got(path.format(id=game.id, ruleset=game.ruleset)) for path in ASKED]
        if game.to_act is not None:
            heard += [self.got(path.format(id=game.id)) for path in BEFORE_THE_END]
        for feed in self.feeds(game):
            heard.append((type(feed).__name__, b"".join(feed.read().messages)))
        entries = OutboxEntry.objects.filter(users__icontains=str(self.user.id)).order_by("id")
        rows = entries.values_list("kind", "subject", "data", "available_at")
        return [
            *heard,
            *self.without_an_account(game),
            self.page(game),
            self.move_page(game),
            ("calendar", whole(self.client.get(self.calendar))),
            ("e-mail", repr(self.email(game)).encode()),
            *(("push", orjson.dumps(push_payload(entry, Reader("en")))) for entry in entries),
            ("outbox", orjson.dumps(list(map(list, rows)), default=str)),
        ]

    @override_settings(ANONYMOUS_READING=True)
    def without_an_account(self, game: Game) -> Heard:
        """What everybody gets, with the addresses of pictures; nothing if this is a seat."""
        if game.seats.filter(user=self.user).exists():
            return []
        nobody = APIClient()
        nobody.credentials(**THE_SAME)
        token, _expires = picture_token(game.id)
        paths = [path.format(id=game.id, token=token) for path in FOR_EVERYBODY]
        page = nobody.get(f"/games/{game.id}/")
        return [
            *((f"anonymous {path}", whole(nobody.get(API + path))) for path in paths),
            ("anonymous page", page.content),
            ("dump", b"\n".join(dump_lines())),
        ]

    def page(self, game: Game) -> tuple[str, bytes]:
        """The page of the game, without what forms draw at random."""
        reply = self.client.get(f"/games/{game.id}/")
        return "page", re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", reply.content)

    def move_page(self, game: Game) -> tuple[str, bytes]:
        """The page that links in e-mails to this user lead to, without a log-in."""
        path = urlsplit(decision_url(user=self.user, game=game)).path
        return "move page", APIClient().get(path).content

    def email(self, game: Game) -> EmailDetails:
        """What an e-mail says about the open decision, if it is sent to this user."""
        data = {"ruleset": game.ruleset, "decision": game.decision_id}
        return email_details(
            KINDS["your_turn"],
            subject=game.id,
            user_id=self.user.id,
            data=data,
            reader=Reader("en"),
        )

    def refusals(self, game: Game, choice: str) -> Heard:
        """What is said to commands that must fail; nothing of them is kept."""
        number = game.decision_id
        wrong = {
            "illegal": (number, ["fly:moon"]),
            "illegal behind a legal one": (number, [choice, "fly:moon"]),
            "stale": (number + 1, [choice]),
        }
        return [
            *((why, self.sent("commands", game, *command)) for why, command in wrong.items()),
            *((f"{why}, dry", self.sent("dry-runs", game, *one)) for why, one in wrong.items()),
            ("dry run", self.sent("dry-runs", game, number, [choice])),
        ]

    def previews(self, game: Game) -> Heard:
        """The picture with each option of the viewer drawn in, or why there is none."""
        view = self.client.get(f"{API}games/{game.id}/").json()
        options = (view["decision"] or {}).get("options", [{"choice": "fly:moon"}])
        some = options[:: max(1, len(options) // MAX_PREVIEWS)]
        board = f"games/{game.id}/board.svg?preview="
        return [self.got(board + quote(option["choice"])) for option in some]

    def got(self, path: str) -> tuple[str, bytes]:
        return path, whole(self.client.get(API + path))

    def sent(self, path: str, game: Game, decision: int, choices: list[str]) -> bytes:
        body = {"decision": decision, "choices": choices}
        return whole(self.client.post(f"{API}games/{game.id}/{path}/", body))

    def feeds(self, game: Game) -> list[Feed]:
        return [
            GameFeed(caller=self.caller, game_id=game.id, language="en", last_id=""),
            GameFeed(caller=self.caller, game_id=game.id, language="en", last_id="0"),
            UserFeed(caller=self.caller, language="en", last_id=""),
            GameFeed(
                caller=self.caller, game_id=game.id, language="en", last_id="0", decisions=True
            ),
            UserFeed(caller=self.caller, language="en", last_id="", decisions=True),
        ]


def whole(reply: Any) -> bytes:
    """Status, headers and body."""
    headers = {name: value for name, value in reply.items() if name not in OF_ITSELF}
    return orjson.dumps([reply.status_code, headers]) + reply.content


class Stored:
    """A game in the database that can have any match of its table as its state."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.seats = [Listener(f"seat{number}") for number in range(pairs.seats)]
        self.spectator = Listener("spectator")
        host, *others = (listener.user for listener in self.seats)
        with time_machine.travel(THEN, tick=False):
            game = game_create(
                user=host,
                ruleset=pairs.ruleset.slug,
                options=pairs.options,
                seats=pairs.seats,
            )
            for user in others:
                game_join(user=user, game_id=game.id)
            self.game = game_start(user=host, game_id=game.id)

    def listener(self, viewer: Viewer) -> Listener:
        return self.spectator if viewer is None else self.seats[viewer]

    @contextmanager
    def being(self, match: Any) -> Iterator[Game]:
        """The stored game has this match as its state, until the block ends."""
        remembered = LRUCache[Any, str](10)
        with (
            transaction.atomic(),
            time_machine.travel(LATER, tick=False),
            mock.patch.object(positions, "POSITIONS", remembered),
            mock.patch.object(selectors, "CACHED", 0),
        ):
            game = Game.objects.get(id=self.game.id)
            live_game = LiveGame(self.pairs.ruleset, match.copy())
            set_up = game.moves.get()
            set_up.delete()  # moves are never changed
            set_up.id, set_up.state_hash = 1, live_game.hash()
            set_up.save(force_insert=True)
            played = (set_up.id, None, "", set_up.state_hash)
            remembered[positions.key_of(game, played)] = live_game.dump()
            GameState.objects.filter(game=game).update(state=live_game.dump())
            game_advance(game=game, seats=seats_of(game), live_game=live_game)
            yield Game.objects.get(id=game.id)
            transaction.set_rollback(True)

    def heard(self, match: State, viewer: Viewer, decision: Decision, choice: str) -> Heard:
        """Before the command, in reply to it if it is the viewer's own, and after it."""
        listener = self.listener(viewer)
        with self.being(match) as game:
            found = listener.everything(game)
            if viewer is not None:
                asked = choice if viewer == decision.seat else "fly:moon"
                found += listener.refusals(game, asked)
            found += listener.previews(game)
            reply = self.seats[decision.seat].sent("commands", game, game.decision_id, [choice])
            assert reply.startswith(b"[200"), reply
            if viewer == decision.seat:
                found.append(("the reply", reply))
            game.refresh_from_db()
            after = listener.everything(game)
        if viewer != decision.seat and self.pairs.next_is_asked_apart(decision):
            after = [
                (path, without_options(path, what))
                for path, what in after
                if viewer != game.to_act or not shows_options(path)
            ]
        return found + after


def shows_options(path: str) -> bool:
    """True for what shows the decider their options: pictures, and what belongs to e-mails."""
    return path in ("e-mail", "move page") or ("/board." in path and "/history/" not in path)


def without_options(path: str, what: bytes) -> bytes:
    """The same without what only the decider is asked; streams leave out the whole message."""
    if "Feed" in path:
        return b"\n\n".join(part for part in what.split(b"\n\n") if b'"options":' not in part)
    head, bracket, body = what.partition(b"]")
    if path != "outbox" and body.startswith(b"{"):
        document = orjson.loads(body)
        if isinstance(decision := document.get("decision"), dict):
            for name in FOR_THE_DECIDER:
                decision.pop(name, None)
            return head + bracket + orjson.dumps(document)
    return what


Difference = tuple[str, str]
"""What was asked, and a description of both replies."""


def differences(pairs: Pairs, number: int, share: float) -> Iterator[list[Difference]]:
    """Yield what viewers see differ between a state and its paired state, for some states of a
    random match.
    """
    stored = Stored(pairs)
    for match, decision, choice, rng in pairs.walk(number, share):
        yield [
            difference
            for viewer in (None, rng.randrange(pairs.seats))
            for difference in told_apart(stored, match, viewer, decision, choice, rng)
        ]


def told_apart(
    stored: Stored, match: State, viewer: Viewer, decision: Decision, choice: Choice, rng: Random
) -> Iterator[Difference]:
    twin, key = stored.pairs.paired(match, viewer, decision, choice, rng)
    mine = stored.heard(match, viewer, decision, choice.key)
    theirs = stored.heard(twin, viewer, decision, key)
    assert len(mine) == len(theirs)
    for (path, one), (_, other) in zip(mine, theirs, strict=True):
        if one != other:
            step = f"{decision.topic} of seat {decision.seat}, {choice.key}, seen by {viewer}"
            yield path, f"{path}, {step}\n{one!r}\n{other!r}"
