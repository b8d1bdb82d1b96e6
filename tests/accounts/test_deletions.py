"""After a user deletes their account, their games go on and nothing names them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.blocks import user_block
from accounts.models import AccountDeletion, User
from accounts.services import deletions, purge
from accounts.services.applications import application_create
from accounts.services.deletions import KEPT_FIELDS, deletion_request, deletions_carry_out
from accounts.services.email_sending import emails_send
from accounts.services.exports import export_request, exports_make
from accounts.services.passwords import password_reset, reset_link
from accounts.services.preferences import preferences_change
from accounts.services.tokens import token_issue
from core.json import dumps
from games.chat.services import message_post
from games.lobby.create_once import game_open
from games.lobby.invitations import invitation_accept, invitation_send
from games.lobby.rematch import game_rematch
from games.lobby.services import game_leave
from games.models import (
    Game,
    IdempotencyKey,
    PlatformEvent,
    Rating,
    RatingChange,
    Room,
    Seat,
    Status,
)
from games.notes.services import note_write
from games.play.due_games import quarantine
from games.play.idempotency import commands_scope
from games.play.save import event_add, game_save
from games.ratings.finalize import game_count
from games.seats.handover import seat_offer, seat_offer_accept
from games.standing_orders.services import orders_set
from moderation.models import About, Action, AuditEntry, Report, ReportMessage, UserNote
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make
from notifications.kinds import KINDS
from notifications.models import OutboxEntry
from notifications.services.devices import push_subscribe
from notifications.services.endpoints import webhook_create
from notifications.services.fanout import outbox_fan_out
from notifications.services.preferences import channel_preferences_change
from tests.conftest import PASSWORD, ClientOf
from tests.notifications.push_service import DEVICE_KEYS
from tests.toy_games import lobby, play, play_out, seen, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
DELETION = "/api/v1/me/deletion/"
NAME, ADDRESS = "zephyrine", "zeph@example.net"


@pytest.fixture
def zephyrine(db: None) -> User:
    return User.objects.create_user(NAME, ADDRESS, PASSWORD)


def asked(client: APIClient, password: str = PASSWORD) -> Any:
    return client.post(DELETION, {"password": password})


def deleted(user: User) -> User:
    """The account when its days of grace are over."""
    deletion_request(user=user)
    emails_send()
    later = timezone.now() + timedelta(days=settings.DELETION_GRACE_DAYS, seconds=1)
    with time_machine.travel(later):
        assert deletions_carry_out() == 1
        emails_send()
    user.refresh_from_db()
    return user


def test_it_needs_the_password_and_can_be_taken_back(zephyrine: User, client_of: ClientOf) -> None:
    client = client_of(zephyrine)
    assert asked(client, "a guess").json()["code"] == "wrong_password"
    assert client.delete(DELETION).json()["code"] == "no_deletion_pending"
    response = asked(client)
    assert response.status_code == 202
    assert client.get(DELETION).json() == response.json()
    emails_send()
    assert mail.outbox[-1].to == [ADDRESS]
    assert deletions_carry_out() == 0  # not yet
    assert client.delete(DELETION).status_code == 204
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        assert deletions_carry_out() == 0
    zephyrine.refresh_from_db()
    assert zephyrine.username == NAME


def test_a_password_reset_takes_it_back_since_a_thief_may_have_asked(zephyrine: User) -> None:
    deletion_request(user=zephyrine)
    token = reset_link(zephyrine).rstrip("/").rpartition("/")[2]
    password_reset(token=token, password="nine towers of sand")
    assert not AccountDeletion.objects.exists()


def test_staff_stays_until_its_rights_are_taken(zephyrine: User, client_of: ClientOf) -> None:
    User.objects.filter(id=zephyrine.id).update(is_staff=True)
    zephyrine.refresh_from_db()
    assert asked(client_of(zephyrine)).json()["code"] == "staff_cannot_be_deleted"


def test_a_user_who_became_staff_after_the_request_stays_too(zephyrine: User) -> None:
    deletion_request(user=zephyrine)
    User.objects.filter(id=zephyrine.id).update(is_staff=True)
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        deletions_carry_out()
    zephyrine.refresh_from_db()
    assert (zephyrine.username, zephyrine.is_staff) == (NAME, True)
    assert not AccountDeletion.objects.exists()


def test_nobody_gets_in_any_more_and_the_name_says_nothing(
    zephyrine: User, client_of: ClientOf, anyone: APIClient
) -> None:
    client = client_of(zephyrine)
    deleted(zephyrine)
    assert client.get("/api/v1/me/").status_code == 401
    assert zephyrine.username == f"deleted-{zephyrine.id.hex[:12]}"
    login = anyone.post("/api/v1/auth/tokens/", {"username": NAME, "password": PASSWORD})
    assert login.json()["code"] == "bad_credentials"
    body = {"username": zephyrine.username, "password": PASSWORD}
    assert anyone.post("/api/v1/auth/register/", body).status_code == 422


def test_running_games_are_resigned_and_lobbies_left(
    zephyrine: User, bob: User, charlie: User
) -> None:
    running, hosted = start_game(zephyrine, bob, charlie), lobby(zephyrine, bob, seats=3)
    alone, frozen = lobby(zephyrine, seats=2), start_game(bob, zephyrine, charlie)
    quarantine(game_id=frozen.id)
    deleted(zephyrine)
    for game in (running, frozen):
        seat = Seat.objects.get(game=game, user=zephyrine)
        assert (seat.loss, bool(seat.bot)) == ("resigned", True)
    hosted.refresh_from_db()
    alone.refresh_from_db()
    assert (hosted.status, hosted.created_by) == (Status.LOBBY, bob)
    assert alone.status == Status.CANCELLED
    assert not Seat.objects.filter(user=zephyrine, lost_at=None).exists()


def test_past_games_and_the_ratings_of_the_others_stay(
    zephyrine: User, bob: User, client_of: ClientOf
) -> None:
    game = play_out(start_game(zephyrine, bob), zephyrine, bob)
    game_count(game_id=game.id)
    before = (
        list(RatingChange.objects.filter(user=bob).values()),
        list(Rating.objects.filter(user=bob).values()),
    )
    client = client_of(bob)
    etag = client.get(f"/api/v1/games/{game.id}/").headers["ETag"]
    deleted(zephyrine)
    assert before == (
        list(RatingChange.objects.filter(user=bob).values()),
        list(Rating.objects.filter(user=bob).values()),
    )
    view = client.get(f"/api/v1/games/{game.id}/", headers={"If-None-Match": etag})
    assert view.json()["seats"][0]["user"]["username"] == zephyrine.username
    assert client.get(f"/api/v1/games/{game.id}/verify/").json()["ok"] is True
    assert client.get(f"/api/v1/users/{zephyrine.username}/").status_code == 404


# --- nothing names them ------------------------------------------------------------------------


def everywhere(*names: str) -> list[str]:
    """The tables and columns where one of these texts stands."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        fields = [field.attname for field in model._meta.concrete_fields]
        for row in model._default_manager.order_by().values(*fields).iterator():
            for column, value in row.items():
                text = bytes(value) if isinstance(value, (bytes, memoryview)) else value
                said = json.dumps(text, cls=DjangoJSONEncoder, default=str).lower()
                found += [f"{model._meta.db_table}.{column}" for name in names if name in said]
    return sorted(set(found))


def everything_kept(zephyrine: User, bob: User, charlie: User) -> list[Game]:
    """Do everything that leaves traces of a user."""
    hosted = start_game(zephyrine, bob, title=f"The table of {NAME}")
    given = start_game(bob, zephyrine, seats=3, bots=["novice"])
    offer = seat_offer(user=zephyrine, game_id=given.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    waiting = lobby(zephyrine, bob, seats=3, title=f"{NAME} waits")
    invitation_send(user=zephyrine, game_id=waiting.id, username="charlie")
    play(zephyrine, hosted)
    orders_set(user=zephyrine, game_id=hosted.id, orders=[{"topic": "boast", "choose": ["pass"]}])
    message_post(user=zephyrine, game_id=hosted.id, room=Room.PLAYERS, text=f"{NAME} was here")
    message_post(user=bob, game_id=hosted.id, room=Room.PLAYERS, text="Hello!", key="hello")
    note_write(user=zephyrine, game_id=hosted.id, text=f"A note of {NAME}")
    body: dict[str, Any] = {"ruleset": "toy", "seats": 2, "options": {}, "title": ""}
    game_open(user=zephyrine, body=body, key="mine")
    preferences_change(user=zephyrine, changes={"language": "fr"})
    channel_preferences_change(user=zephyrine, preferences={"message": {"email": "off"}})
    webhook_create(user=zephyrine, url=f"https://{NAME}.example.org/", name=NAME, kinds=[])
    push_subscribe(
        user=zephyrine, endpoint=f"https://{NAME}.example.net/", **DEVICE_KEYS, name=NAME
    )
    application_create(
        user=zephyrine, name=NAME, redirect_uris=["https://example.org/"], confidential=True
    )
    user_block(user=charlie, username=NAME)
    report = report_make(by=zephyrine, username="bob", category="abuse", text=f"I am {NAME}")
    ReportMessage.objects.create(report=report, by=zephyrine, text=f"They call me {NAME}")
    said: dict[str, Any] = {"game_id": hosted.id, "room": Room.PLAYERS, "number": 1}
    report_make(by=bob, category="spam", text=f"{NAME.title()}, again", **said)
    entry = AuditEntry.objects.create(
        action=Action.WARN_USER, user=zephyrine.id, reason="Too loud."
    )
    appeal_make(by=zephyrine, entry_id=entry.pk, text=f"I am {NAME}")
    export_request(user=zephyrine)
    exports_make()
    outbox_fan_out()
    UserNote.objects.create(user=zephyrine, by=bob, text=f"{NAME} shouts.")
    UserNote.objects.create(user=charlie, by=zephyrine, text=f"Has told @{NAME} to stop.")
    logged(zephyrine, by=bob)
    return [hosted, given, waiting]


def test_no_table_and_no_response_names_the_user(
    zephyrine: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    games = everything_kept(zephyrine, bob, charlie)
    assert len(everywhere(NAME, ADDRESS)) > 12  # it is there to be found
    deleted(zephyrine)
    assert everywhere(NAME, ADDRESS) == []
    (note,) = UserNote.objects.all()  # the one that they wrote, not the one on them
    assert (note.user, note.text) == (charlie, f"Has told @{zephyrine.username} to stop.")
    for user in (bob, charlie):
        client = client_of(user)
        pages = [f"games/{game.id}/{page}" for game in games for page in ("", "events/", "recap/")]
        for path in (
            *pages,
            f"games/{games[0].id}/messages/",
            "games/",
            "users/",
            "me/games/",
            "me/notifications/",
            "me/invitations/",
            "me/seat-offers/",
            "me/blocks/",
        ):
            answer = client.get(f"/api/v1/{path}").content.decode()
            assert NAME not in answer, path
    blanked = client_of(bob).get(f"/api/v1/games/{games[0].id}/messages/").json()["messages"]
    assert [(one["text"], one["removed"]) for one in blanked] == [(None, True), ("Hello!", False)]


def test_stored_replies_to_others_name_them_no_longer(zephyrine: User, bob: User) -> None:
    game = start_game(zephyrine, bob)
    body = dumps(seen(bob, game)).decode()
    IdempotencyKey.objects.create(
        user=bob, scope=commands_scope(game.id), key="a", request_hash="", body=body
    )
    assert "games_idempotencykey.body" in everywhere(NAME)
    deleted(zephyrine)
    assert everywhere(NAME) == []


def test_their_title_of_a_game_does_not_stay_with_the_next_host(
    zephyrine: User, bob: User, charlie: User
) -> None:
    left = lobby(zephyrine, bob, seats=3, title=f"{NAME} waits")
    invitation_send(user=zephyrine, game_id=left.id, username="charlie")
    game_leave(user=zephyrine, game_id=left.id)
    played = play_out(start_game(zephyrine, bob, title=f"The table of {NAME}"), zephyrine, bob)
    again = game_rematch(user=bob, game_id=played.id)
    assert again.created_by == bob
    own = play_out(start_game(bob, zephyrine, title="Bob calls"), bob, zephyrine)
    deleted(zephyrine)
    assert everywhere(NAME) == []
    assert game_rematch(user=bob, game_id=own.id).title == "Bob calls"


def test_what_invited_users_were_told_is_gone_through_once(
    zephyrine: User, bob: User, charlie: User
) -> None:
    for number in range(3):
        waiting = lobby(zephyrine, bob, seats=3, title=f"{NAME} {number}")
        invitation_send(user=zephyrine, game_id=waiting.id, username="charlie")
    with CaptureQueriesContext(connection) as queries:
        deleted(zephyrine)
    assert everywhere(NAME) == []
    outbox = [query["sql"] for query in queries if "'invited'" in query["sql"]]
    asked = [sql for sql in outbox if sql.startswith("SELECT") and "outboxentry" in sql]
    assert len([sql for sql in asked if "invitation_answered" not in sql]) == 1


def test_a_name_that_is_also_a_word_spoils_nothing(bob: User, charlie: User) -> None:
    """A user name may equal an answer or the value of a key: only names are replaced."""
    accepted = User.objects.create_user("accepted", "", PASSWORD)
    game = start_game(bob, accepted, charlie, title="They accepted")
    waiting = lobby(bob, seats=3)
    invitation = invitation_send(user=bob, game_id=waiting.id, username="accepted")
    invitation_accept(user=accepted, invitation_id=invitation.id)
    with transaction.atomic():
        event_add(game, "a_rule", answer="accepted")
        game_save(game)
    text = "Charlie accepted the draw, ask @accepted, and cheated."
    report_make(by=bob, username="charlie", category="cheating", text=text)
    message_post(user=charlie, game_id=game.id, room=Room.PLAYERS, text="I @Accepted accepted.")
    said: dict[str, Any] = {"game_id": game.id, "room": Room.PLAYERS, "number": 1}
    report_make(by=bob, category="spam", text="Again!", **said)
    about = "accepted insults me, and @Accepted knows."
    report_make(by=bob, username="accepted", category="abuse", text=about)
    name = deleted(accepted).username
    told = OutboxEntry.objects.get(kind="invitation_answered").data
    assert (told["username"], told["answer"]) == (name, "accepted")
    event = PlatformEvent.objects.get(game=game, kind="a_rule")
    assert event.data == {"answer": "accepted"}
    evidence = Report.objects.get(about=About.MESSAGE).evidence
    assert evidence["text"] == f"I @{name} accepted."
    texts = {report.user: report.text for report in Report.objects.exclude(about=About.MESSAGE)}
    assert texts[charlie] == f"Charlie accepted the draw, ask @{name}, and cheated."
    assert texts[accepted] == f"{name} insults me, and @{name} knows."


def test_every_notice_that_says_a_name_declares_where_it_stands() -> None:
    for kind in KINDS.values():
        words = f"{kind.subject} {kind.text}"
        saying = {member for member in ("username", "by") if f"%({member})s" in words}
        assert set(kind.names) == saying, kind.name


def test_every_column_of_the_user_is_cleared_but_those_that_are_kept(zephyrine: User) -> None:
    now = timezone.now()
    changed = {"BooleanField": True, "DateTimeField": now, "PositiveSmallIntegerField": 7}
    set_by_us = {"username", "password", "is_active", "date_joined", *KEPT_FIELDS}
    cleared = [field for field in User._meta.concrete_fields if field.name not in set_by_us]
    User.objects.filter(pk=zephyrine.pk).update(
        **{field.name: changed.get(field.get_internal_type(), "text") for field in cleared}
    )
    deletions._scrub(User.objects.get(pk=zephyrine.pk), now=now)
    user = User.objects.get(pk=zephyrine.pk)
    assert {
        field.name for field in cleared if getattr(user, field.name) != field.get_default()
    } == set()
    assert (user.is_active, user.date_joined) == (False, now)
    assert not user.has_usable_password()
    assert NAME not in user.username


def test_the_log_of_the_admin_names_no_token_that_is_gone(zephyrine: User, bob: User) -> None:
    """This includes rows purged long before the user left: nothing shows whose they were."""
    tokens = [token_issue(user=user, name=NAME)[0] for user in (zephyrine, zephyrine, bob)]
    application = application_create(
        user=zephyrine, name=NAME, redirect_uris=["https://example.org/"], confidential=True
    )[0]
    webhook = webhook_create(user=zephyrine, url=f"https://{NAME}.example.org/")
    group = Group.objects.create(name=NAME)
    for row in (*tokens, application, webhook, group):
        logged(row, by=bob)
    tokens[0].delete()
    group.delete()  # which says nothing of a user
    purge.expired_purge(now=timezone.now())
    shown = [NAME in entry.object_repr for entry in of_the_log()]
    assert shown == [False, True, True, True, True, True]
    deleted(zephyrine)
    shown = [NAME in entry.object_repr for entry in of_the_log()]
    assert shown == [False, False, True, False, False, True]


def logged(row: Model, *, by: User) -> None:
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row),
        action_flag=CHANGE,
    )


def of_the_log() -> list[LogEntry]:
    return list(LogEntry.objects.order_by("id"))


def test_one_that_is_cut_short_goes_on_from_there(
    zephyrine: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything_kept(zephyrine, bob, charlie)
    deletion_request(user=zephyrine)
    later = timezone.now() + timedelta(days=settings.DELETION_GRACE_DAYS, seconds=1)
    with time_machine.travel(later), monkeypatch.context() as broken:
        broken.setattr(deletions, "_own_data_delete", lambda deleted_user: 1 / 0)
        assert deletions_carry_out() == 0
    zephyrine.refresh_from_db()
    assert not zephyrine.is_active
    with time_machine.travel(later + 2 * deletions.DeletionQueue.lease):
        assert deletions_carry_out() == 1
        emails_send()
    assert everywhere(NAME, ADDRESS) == []


def test_the_last_email_notifies_the_user_and_its_address_is_not_kept(zephyrine: User) -> None:
    deleted(zephyrine)
    last = mail.outbox[-1]
    assert last.to == [ADDRESS]
    assert "supprimé" in str(last.body)
    assert NAME not in str(last.body)
    assert everywhere(ADDRESS) == []
