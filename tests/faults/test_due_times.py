"""Due times are stored by the database's clock, even if the clock of a process is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.db import models, transaction
from django.utils import timezone

from accounts.models import AccountDeletion, EmailKind, User
from accounts.services import deletions, exports
from accounts.services.email_queue import email_enqueue
from accounts.services.email_sending import emails_send
from core import database_clock
from games.analysis.services import request_once
from games.models import Game, VoteKind
from games.play.due_games import quarantine
from games.play.reminders import reminders_sweep
from games.ratings.recomputation import recomputation_request
from games.staff.bulk import bulks_sweep, games_extend
from games.sweeps import DeadlineQueue, timers_sweep
from games.vacations.services import vacation_start
from games.votes.services import vote_open
from moderation.actions.reports import CLAIM
from moderation.permissions import MODERATORS
from moderation.services.reports import report_make
from notifications.models import ChannelPreference, Mode
from notifications.services.devices import push_subscribe
from notifications.services.digest import digests_create
from notifications.services.endpoints import webhook_create, webhook_rotate, webhook_test
from notifications.services.relay import relay_all
from tests.conftest import user_named
from tests.faults.figures import Note
from tests.moderation.conftest import staff_named
from tests.notifications.push_service import DEVICE_KEYS
from tests.packages import SERVICE
from tests.timed import A_DAY_EACH, shown_up, turn
from tests.toy_games import counted, lobby, play_out, start_game

pytestmark = [
    pytest.mark.fault(15),
    pytest.mark.postgres,
    pytest.mark.django_db,
    pytest.mark.usefixtures("toy"),
]
HOUR = timedelta(hours=1)
NOISE = 20 * 60
"""Seconds by which the same time of two runs may differ: more than a run takes, less than HOUR."""
DUE = {
    "accounts.AccountDeletion.due_at",
    "accounts.AccountExport.due_at",
    "accounts.AccountExport.expires_at",
    "accounts.OutgoingEmail.due_at",
    "games.Analysis.due_at",
    "games.Analysis.requested_at",
    "games.BulkAction.requested_at",
    "games.BulkAction.began_at",
    "games.BulkAction.due_at",
    "games.CountedGame.due_at",
    "games.Game.auto_at",
    "games.Game.clock_since",
    "games.Game.rating_due_at",
    "games.Game.deadline_at",
    "games.Game.due_at",
    "games.Game.expires_at",
    "games.Game.lobby_due_at",
    "games.Game.remind_at",
    "games.Game.starts_at",
    "games.Game.to_act_since",
    "games.Heartbeat.at",
    "games.Move.created_at",
    "games.Pause.since",
    "games.PlatformEvent.created_at",
    "games.RatingRecomputation.due_at",
    "games.Reminder.deadline_at",
    "games.Vacation.ends_at",
    "games.Vacation.started_at",
    "games.VacationBank.as_of",
    "games.Vote.closes_at",
    "moderation.Report.claimed_until",
    "notifications.Delivery.available_at",
    "notifications.Digest.created_at",
    "notifications.OutboxEntry.available_at",
    "notifications.PushSubscription.rest_until",
    "notifications.WebhookEndpoint.old_secret_until",
    "notifications.WebhookEndpoint.rest_until",
}
"""Columns that something waits for, or that are compared with one of these."""
NOT_DUE = {
    "accounts.ApiToken.expires_at": "the user names it",
    "accounts.FingerprintSalt.ends_at": "the next key is made a bit sooner or later",
    "accounts.User.banned_until": "a moderator names it, in days",
    "accounts.User.muted_until": "a moderator names it, in days",
    "games.Maintenance.ends_at": "an administrator names it",
    "games.Rating.settled_until": "days after a game; nothing waits for it",
}
BY_CHANCE = {
    "games.Game.auto_at",  # a bot begins, or a player
    "games.Move.created_at",
    "notifications.Delivery.available_at",
    "notifications.OutboxEntry.available_at",
}
"""How many of these there are depends on how the games go."""
LIKE_DUE = ("due", "until", "available", "expires", "ends", "closes", "remind", "auto", "gather")
Offsets = dict[str, list[float]]


@pytest.fixture(autouse=True)
def by_the_database(settings: LazySettings) -> None:
    settings.CLOCK = "database"
    settings.WEBHOOKS_ALLOW_HTTP = True
    settings.WEBHOOKS_PRIVATE_NETWORKS = ["127.0.0.0/8"]


def columns() -> Iterator[tuple[str, models.Field[Any, Any]]]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateTimeField) and model._meta.app_label in SERVICE:
                yield f"{model._meta.label}.{field.name}", field


def test_every_column_that_looks_like_one_is_known() -> None:
    alike = {
        name for name, field in columns() if any(part in LIKE_DUE for part in field.name.split("_"))
    }
    assert alike <= DUE | set(NOT_DUE)
    assert {name for name, _ in columns()} >= DUE | set(NOT_DUE)


@pytest.mark.parametrize("skew", [HOUR, -HOUR])
def test_they_are_the_same_whatever_the_clock_of_the_process(
    skew: timedelta, monkeypatch: pytest.MonkeyPatch, note: Note
) -> None:
    right = stored_by(everything, monkeypatch)
    with time_machine.travel(timezone.now() + skew):
        skewed = stored_by(everything, monkeypatch)
    assert {name for name, offsets in right.items() if offsets} == DUE
    wrong = {
        name: (right[name], skewed[name])
        for name in DUE
        if (name not in BY_CHANCE and len(right[name]) != len(skewed[name]))
        or not all(any(abs(a - b) <= NOISE for b in right[name]) for a in skewed[name])
        or not skewed[name]
    }
    assert not wrong
    note("columns that are due", len(DUE))
    note("wrong", len(wrong))


def stored_by(act: Callable[[Callable[[], None], Any], None], patch: pytest.MonkeyPatch) -> Offsets:
    """Return what ``act`` stored in the columns that are due at each of its steps, in seconds from
    its start. Nothing of it is kept.
    """
    found: Offsets = {name: [] for name in DUE}
    with transaction.atomic(), patch.context() as patched:
        start = database_clock.now()

        def look() -> None:
            for name, field in columns():
                if name in DUE:
                    times = field.model._default_manager.values_list(field.name, flat=True)
                    found[name] += sorted(
                        (at - start).total_seconds() for at in times if at is not None
                    )

        act(look, patched)
        transaction.set_rollback(True)
    return found


def everything(look: Callable[[], None], patch: Any) -> None:
    """Store times of all kinds that are due, and ``look`` after each part."""
    alice, bob, charlie = (user_named(name) for name in ("alice", "bob", "charlie"))
    past = database_clock.now() - HOUR
    for part in (games, attempts, deliveries, accounts):
        part(alice, bob, charlie, past, look, patch)
        look()


def games(
    alice: User, bob: User, charlie: User, past: Any, look: Callable[[], None], patch: Any
) -> None:
    timed = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    turn(alice, timed)
    turn(alice, start_game(alice, bots=["novice"], pace={"kind": "none"}))
    look()
    play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    over = start_game(alice, bob, options={"rounds": 1}, visibility="public")
    counted(play_out(over, alice, bob))
    recomputation_request()
    practice = start_game(alice, ruleset="castle", bots=["novice"])
    request_once(user=alice, game=practice, seat=0, decision=0, total=1)
    lobby(alice, seats=2)
    lobby(alice, seats=2, starts_at=past + 25 * HOUR)
    vote_open(user=alice, game_id=start_game(alice, bob, charlie).id, kind=VoteKind.CANCEL)
    look()
    quarantine(game_id=start_game(alice, bob).id)
    timers_sweep()
    look()
    games_extend(by=alice, length=HOUR, reason="A test.")
    bulks_sweep()
    look()
    Game.objects.filter(id=timed.id).update(remind_at=past)
    reminders_sweep()
    look()
    vacation_start(user=charlie)


def attempts(
    alice: User, bob: User, charlie: User, past: Any, look: Callable[[], None], patch: Any
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    Game.objects.filter(id=game.id).update(due_at=past)
    claimed = DeadlineQueue().take_lease(game.id, past)
    assert claimed is not None
    look()
    assert DeadlineQueue().was_passed_over(claimed)


def deliveries(
    alice: User, bob: User, charlie: User, past: Any, look: Callable[[], None], patch: Any
) -> None:
    endpoint = webhook_create(user=bob, url="http://127.0.0.1:1/")  # nobody listens there
    webhook_rotate(user=bob, webhook_id=endpoint.id)
    webhook_test(user=bob, webhook_id=endpoint.id)
    push_subscribe(user=bob, endpoint="http://127.0.0.1:1/", **DEVICE_KEYS)
    start_game(bob, alice)
    look()
    relay_all(seconds=60)
    look()
    kinds = ("game_started", "your_turn")
    ChannelPreference.objects.bulk_create(
        ChannelPreference(user=charlie, kind=kind, email=Mode.DIGEST, changed_at=past - 48 * HOUR)
        for kind in kinds
    )
    digests_create()


def accounts(
    alice: User, bob: User, charlie: User, past: Any, look: Callable[[], None], patch: Any
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError

    exports.export_request(user=alice)
    deletions.deletion_request(user=alice)
    email_enqueue(kind=EmailKind.RESET, address="alice@example.org", user=alice)
    look()
    exports.exports_make()
    exports.export_request(user=bob)
    AccountDeletion.objects.update(due_at=past)
    patch.setattr(EmailMessage, "send", fail)
    patch.setattr(exports, "export_write", fail)
    patch.setattr(deletions, "account_delete", fail)
    exports.exports_make()
    deletions.deletions_carry_out()
    emails_send()
    look()
    moderator = staff_named("maya", MODERATORS)
    report = report_make(by=alice, username="bob", category="abuse")
    CLAIM.run(by=moderator, target_id=report.id)
