"""The least that usual requests need in Django and DRF.

``python -m bench.floor.app 4 12 500`` makes the tables in ``DATABASE_URL``, with 4 parties of four
users in 12 games each, and one in 500.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import django
import environ
from django.conf import settings

DATABASE = {"CONN_MAX_AGE": None, "OPTIONS": {"server_side_binding": True, "prepare_threshold": 5}}
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": environ.Env.db_url_config(os.environ["DATABASE_URL"]) | DATABASE},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
    ROOT_URLCONF=__name__,
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import connection, models, transaction
from django.urls import path
from rest_framework import authentication, exceptions, serializers, views
from rest_framework.request import Request
from rest_framework.response import Response

CARDS = [
    {"name": f"district {n}", "cost": 3, "color": "green", "text": "Income"} for n in range(10)
]


class Row(models.Model):
    objects: models.Manager[Any] = models.Manager()

    class Meta:
        abstract = True
        app_label = "floor"


class User(Row):
    is_active = models.BooleanField(default=True)


class Token(Row):
    key = models.CharField(max_length=40, unique=True)
    user = models.ForeignKey(User, models.CASCADE)


class Game(Row):
    version = models.IntegerField(default=0)
    turn = models.ForeignKey(User, models.CASCADE)
    state = models.TextField()


class Move(Row):
    game = models.ForeignKey(Game, models.CASCADE)
    number = models.IntegerField()
    choices = models.JSONField()


class CommandInput(serializers.Serializer[Any]):
    decision = serializers.IntegerField(min_value=0)
    choices = serializers.ListField(child=serializers.IntegerField(), min_length=1)


class TokenAuthentication(authentication.TokenAuthentication):
    keyword = "Bearer"
    model = Token


def tagged(request: Request, version: int, document: Any) -> Response:
    """Return ``document()`` with the ETag of its version, or 304."""
    headers = {"ETag": f'"{version}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status=304, headers=headers)
    return Response(document(), headers=headers)


def table_of(game: Any) -> dict[str, Any]:
    """Return the game as its players see it, in about 4 KB."""
    state = json.loads(game.state)
    seats = [seat | {"city": [CARDS[card] for card in seat["city"]]} for seat in state["seats"]]
    return {"id": game.pk, "decision": game.version, "seats": seats, "round": state["round"]}


class GameView(views.APIView):
    authentication_classes = [TokenAuthentication]

    def get(self, request: Request, pk: int) -> Response:
        game = Game.objects.get(pk=pk)
        return tagged(request, game.version, lambda: table_of(game))

    @transaction.atomic
    def post(self, request: Request, pk: int) -> Response:
        body = CommandInput(data=request.data)
        body.is_valid(raise_exception=True)
        game = Game.objects.select_for_update().get(pk=pk)
        if game.version != body.validated_data["decision"]:
            raise exceptions.ValidationError("This decision is not open.")
        state = json.loads(game.state)
        state["round"] += 1
        game.state, game.version = json.dumps(state), game.version + 1
        game.save(update_fields=["state", "version"])
        Move.objects.create(game=game, number=game.version, choices=body.validated_data["choices"])
        return tagged(request, game.version, lambda: table_of(game))


class InboxView(views.APIView):
    authentication_classes = [TokenAuthentication]

    def get(self, request: Request) -> Response:
        turns = list(Game.objects.filter(turn=request.user).values("id", "version").order_by("id"))
        return tagged(request, crc32(repr(turns).encode()), lambda: {"turns": turns})


def fill(parties: int, each: int, many: int) -> Iterator[tuple[int, list[str]]]:
    """Make the tables and the games. Yield the id of each game with the tokens of its players."""
    with connection.schema_editor() as editor:
        for model in (User, Token, Game, Move):
            editor.create_model(model)
    seat = {"gold": 2, "cards": 4, "city": [*range(10), 0, 1], "hand": list(range(40))}
    state = json.dumps({"seats": [seat] * 4, "round": 1})
    for party, count in enumerate([each] * parties + [many]):
        keys = [f"party-{party}-seat-{number}" for number in range(4)]
        users = [Token.objects.create(user=User.objects.create(), key=key).user for key in keys]
        for number in range(count):
            yield Game.objects.create(turn=users[number % 4], state=state).pk, keys


urlpatterns = [path("games/<int:pk>/", GameView.as_view()), path("inbox/", InboxView.as_view())]
application = get_wsgi_application()

if __name__ == "__main__":
    print(json.dumps(list(fill(*map(int, sys.argv[1:])))))
