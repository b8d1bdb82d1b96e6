"""What users do, as requests, and what a request costs in a database."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time_ns
from typing import Any, NamedTuple
from urllib.parse import urlencode

from bench.million.fill import USUAL_GAMES

API = "/api/v1/"
DEEP = 40
"""The page of long lists that is measured besides the first one; a page has 25 games."""
TURNS = 3
"""The number of open decisions of the user whose turns are listed."""
HEAVY = "user0"
NOWHERE = "zqzq"
"""A text in no title and no name."""
TO_ACT = """
FROM games_game g JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_act
JOIN accounts_user u ON u.id = s.user_id AND u.username LIKE 'user%%' WHERE g.status = 'active'
"""
BY_SEATS = """
SELECT user_id FROM games_seat WHERE user_id IS NOT NULL GROUP BY 1
ORDER BY abs(count(*) - %s), 1 LIMIT 1
"""
BY_TURNS = f"SELECT s.user_id {TO_ACT} GROUP BY 1 ORDER BY abs(count(*) - %s), 1 LIMIT 1"
RUNNING = f"SELECT g.id, s.user_id {TO_ACT} AND g.ruleset = %s ORDER BY g.id LIMIT 200"
WHOLE = """
SELECT g.id, g.move_count FROM games_game g JOIN games_gamestate t ON t.game_id = g.id
WHERE g.status = 'finished' AND g.visibility = 'public' AND g.ruleset = %s ORDER BY g.id LIMIT 200
"""


class Sample(NamedTuple):
    """The cost of a request in milliseconds: CPU of Django and of PostgreSQL, and by the clock."""

    django: float
    postgres: float
    clock: float

    @property
    def cpu(self) -> float:
        return self.django + self.postgres


class Call(NamedTuple):
    """A request with the token of a user, or of staff without one; ``body`` makes it a POST."""

    path: str
    token: str = ""
    body: Any = None


class Reader:
    """The users of a database and what they request. Make it while its database is in use."""

    def __init__(self) -> None:
        from django.test import Client

        from accounts.models import User

        self.tokens: dict[Any, str] = {}
        self.heavy = User.objects.get(username=HEAVY)
        self.usual = User.objects.get(id=rows(BY_SEATS, USUAL_GAMES)[0][0])
        self.waiting = User.objects.get(id=rows(BY_TURNS, TURNS)[0][0])
        self.running, self.whole = rows(RUNNING, "citadels"), rows(WHOLE, "citadels")
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(User.objects.create_superuser("staff"))
        self.operations = self.find_operations()

    def token(self, user: Any) -> str:
        """Return a token of a user, by their id."""
        from accounts.models import User
        from accounts.services import token_issue

        if user not in self.tokens:
            self.tokens[user] = token_issue(user=User.objects.get(id=user), name="bench").text
        return self.tokens[user]

    def send(self, call: Call) -> Sample:
        """Send a request and measure it. Raises RuntimeError if it is refused."""
        backend = backend_cpu()
        spent, begin, backend_before = process_time_ns(), perf_counter(), next(backend)
        headers = {"Authorization": f"Bearer {call.token}"} if call.token else {}
        if call.body is None:
            reply = self.client.get(call.path, headers=headers)
        else:
            data = json.dumps(call.body)
            reply = self.client.post(call.path, data, "application/json", headers=headers)
        sample = Sample(
            (process_time_ns() - spent) / 1e6,
            (next(backend) - backend_before) / 1e6,
            (perf_counter() - begin) * 1000,
        )
        if reply.status_code != 200:
            raise RuntimeError(f"{call.path} was answered {reply.status_code}: {reply.content!r}")
        return sample

    def find_operations(self) -> dict[str, Iterator[Call]]:
        """Return the operations by name. Each yields its next request, which is not measured."""
        usual, heavy, waiting = (
            self.token(user.id) for user in (self.usual, self.heavy, self.waiting)
        )
        name, staff = self.usual.username, "/admin/games/game/"
        lists = {
            "lobby": ("games/?status=lobby", usual),
            "lobby: games that I may join": (
                "games/?status=lobby&fits_me=true&free_seats=1",
                usual,
            ),
            "lobby: seven filters": (
                "games/?status=lobby&ruleset=citadels&fits_me=true&free_seats=2&rated=true"
                "&bots=false&pace=per_decision",
                usual,
            ),
            "lobby: fewest free seats first": ("games/?status=lobby&sort=fullest", usual),
            "lobby: planned starts": ("games/?status=lobby&sort=soonest", usual),
            "lobby: search a title": ("games/?status=lobby&search=friday", usual),
            "lobby: search in vain": (f"games/?status=lobby&search={NOWHERE}", usual),
            "public games": ("games/", usual),
            "public games: running, with bots": ("games/?status=active&bots=true", usual),
            "public games: finished, of a ruleset": (
                "games/?status=finished&ruleset=castle",
                usual,
            ),
            "public games: of a host": (f"games/?created_by={name}", usual),
            "public games: search a title": ("games/?search=friday+club", usual),
            "public games: search a host": (f"games/?search={name}", usual),
            "public games: search in vain": (f"games/?search={NOWHERE}", usual),
            "public games: a clock that none has": ("games/?status=finished&pace=fischer", usual),
            "public games: records": ("games/records/?limit=5", usual),
            "my turns": ("me/turns/", waiting),
            "my history": ("me/games/?status=finished", usual),
            "my history: search a title": ("me/games/?search=friday", usual),
            "history of the most active user": ("me/games/?status=finished", heavy),
            f"history of the most active user, page {DEEP}": (self.deep_history(), heavy),
            "leaderboard": ("rulesets/citadels/leaderboard/", usual),
            "leaderboard, in the middle": (self.deep_leaderboard(), usual),
            "my profile": (f"users/{name}/", usual),
            "profile of another user": (f"users/{name}/", waiting),
            "profile of the most active user": (f"users/{HEAVY}/", usual),
            "games of another user": (f"users/{name}/games/", waiting),
            "games of the most active user": (f"users/{HEAVY}/games/", usual),
            "users: search a name": ("users/?search=user1", usual),
            "notifications": ("me/notifications/", usual),
        }
        pages = {
            "admin: games": staff,
            "admin: games, finished": f"{staff}?status__exact=finished",
            "admin: games, with bots": f"{staff}?bots=yes",
            "admin: games, running without a move for days": f"{staff}?flag=stalled",
            "admin: games, overdue": f"{staff}?flag=overdue",
            "admin: games, private": f"{staff}?visibility__exact=private",
            "admin: search a game": f"{staff}?q={self.whole[0][0]}",
            "admin: search a player": f"{staff}?q={name}",
            "admin: search the most active player": f"{staff}?q={HEAVY}",
            "admin: page of a game": f"{staff}{self.whole[0][0]}/change/",
            "admin: search a user": "/admin/accounts/user/?q=user1",
            "admin: page of a user": f"/admin/accounts/user/{self.heavy.id}/moderate/",
        }
        return {
            **{key: cycle([Call(API + path, who)]) for key, (path, who) in lists.items()},
            "a table": self.tables(),
            "a move": self.commands(),
            "a past position": self.positions(),
            **{key: cycle([Call(path)]) for key, path in pages.items()},
        }

    def deep_history(self) -> str:
        """Return the path of a later page of the most active user's history."""
        from core.api.keyset import KeysetPagination
        from games.play.lists import SORTS, games_of

        games = games_of(user=self.heavy, status="finished")
        pages = KeysetPagination()
        pages.url, pages.order = "me/games/?status=finished", SORTS["newest"]
        last = min(DEEP * pages.page_size, games.count() // 2)
        return pages.link(back=False, row=games[last])

    def deep_leaderboard(self) -> str:
        """Return the path of the page of the leaderboard that begins with the median rating."""
        from games.ratings.selectors import leaders

        shown = leaders("citadels").order_by("shown").values_list("shown", flat=True)
        cursor = b64encode(urlencode({"p": shown[shown.count() // 2]}).encode()).decode()
        return f"rulesets/citadels/leaderboard/?{urlencode({'cursor': cursor})}"

    def tables(self) -> Iterator[Call]:
        """Yield views of running games by the players whose turn it is."""
        for game, user in cycle(self.running):
            yield Call(f"{API}games/{game}/", self.token(user))

    def commands(self) -> Iterator[Call]:
        """Yield moves, each in another game. The player takes the first option."""
        from accounts.models import User
        from games.models import Game
        from games.play.selectors import game_view_for

        for number, _ in cycle(self.running):
            game = Game.objects.get(id=number)
            if game.to_act is None:
                continue
            user = game.seats.get(number=game.to_act).user_id
            if user is None:
                continue  # a bot's turn
            view = game_view_for(user=User.objects.get(id=user), game_id=number)[1]
            decision = view["decision"]
            body = {"decision": decision["id"], "choices": [decision["options"][0]["choice"]]}
            yield Call(f"{API}games/{number}/commands/", self.token(user), body)

    def positions(self) -> Iterator[Call]:
        """Yield positions in the middle of finished games."""
        for game, moves in cycle(self.whole):
            path = f"{API}games/{game}/history/{moves // 2}/"
            yield Call(path, self.token(self.usual.id))


def rows(statement: str, *values: Any) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def backend_cpu() -> Iterator[int]:
    """Yield the CPU time of this process's PostgreSQL backend so far, in nanoseconds."""
    from django.db import connection

    connection.ensure_connection()
    with Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").open("rb") as file:
        while True:
            file.seek(0)
            yield int(file.read().split()[0])
