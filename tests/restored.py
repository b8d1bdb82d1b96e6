"""What the rehearsal of a restore does on a restored database, in a process of its own.

    DATABASE_URL=... python -m tests.restored

prints as JSON what is in the database; then lets three days pass, sweeps once and plays on, and
prints what came of that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import Any

import django
from django.apps import apps
from django.db import DatabaseError, transaction
from django.db.models import F

BEFORE = timedelta(days=3)
ALL = 10_000
CLOCKS = ("to_act_since", "clock_since", "deadline_at", "due_at", "remind_at")


def contents() -> dict[str, tuple[int, str]]:
    """Return the row count and a hash of the content of each of our tables that has rows."""
    found = {}
    for model in apps.get_models():
        if model.__module__.startswith("django.") or model.__name__ == "ApiToken":
            continue  # migrate fills some of these, and end_access ends tokens
        names = [field.attname for field in model._meta.concrete_fields]
        rows = list(model._default_manager.order_by("pk").values_list(*names))
        if rows:
            digest = sha256(repr(rows).encode()).hexdigest()
            found[model._meta.db_table] = (len(rows), digest)
    return found


def time_passes() -> None:
    """The backup is three days old: all that it says of clocks was so long ago."""
    from games.models import Game, Heartbeat

    Heartbeat.objects.update(at=F("at") - BEFORE)
    Game.objects.update(**{name: F(name) - BEFORE for name in CLOCKS})


def facts() -> dict[str, Any]:
    """What the first sweep has made of it."""
    from django.utils import timezone

    from games.models import Game, Outage, Seat, Status

    running = Game.objects.filter(status=Status.ACTIVE)
    return {
        "outages": Outage.objects.count(),
        "seats_lost": Seat.objects.exclude(lost_at=None).count(),
        "turns_missed": Seat.objects.filter(missed_in_a_row__gt=0).count(),
        "overdue": running.filter(deadline_at__lt=timezone.now()).count(),
        "clocks": running.exclude(deadline_at=None).count(),
    }


def played_on() -> Iterator[tuple[str, str, int, str]]:
    """Every running game that is not suspended is played on, one to its end: its title, how it
    stands, its moves, and the result of replaying it.
    """
    from games.models import Game, Status
    from games.play.verification import findings

    for game in Game.objects.filter(status=Status.ACTIVE, frozen=False).order_by("title"):
        play_out(game, Random(game.title), moves=ALL if game.title == "running" else 10)
        (finding,) = findings(game.id)
        yield game.title, game.status, game.move_count, finding.outcome


def play_out(game: Any, rng: Random, moves: int = ALL) -> None:
    """Let users make random choices as clients do, until the game is over or the maximum is
    reached.
    """
    from games.play.commands import command_send
    from games.play.selectors import game_view_for

    game.refresh_from_db()
    for _ in range(moves):
        if game.to_act is None:
            return
        user = game.seats.select_related("user").get(number=game.to_act).user
        decision = game_view_for(user=user, game_id=game.id)[1]["decision"]
        choice = rng.choice(decision["options"])["choice"]
        command_send(user=user, game_id=game.id, decision=decision["id"], choices=[choice])
        game.refresh_from_db()


def move_refused() -> bool:
    """True if the database still refuses to change a move."""
    from games.models import Move

    try:
        with transaction.atomic():
            Move.objects.filter(number=1).update(choice="another")
    except DatabaseError:
        return True
    return False


def token_status() -> int:
    """Return the reply to a request with a token that the backup holds and a user has revoked."""
    from rest_framework.test import APIClient

    header = f"Bearer {os.environ['TOKEN']}"
    response = APIClient().get("/api/v1/me/", headers={"Authorization": header})
    return int(response.status_code)


def main() -> None:
    from tests.schedule import run_schedule

    print(json.dumps(contents()))
    refused = move_refused()
    time_passes()
    run_schedule()
    swept = facts()
    swept |= {"moves_stand": refused, "token": token_status()}
    print(json.dumps({**swept, "played_on": list(played_on())}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.test")
    django.setup()
    main()
