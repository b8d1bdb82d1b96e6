"""GET, POST and DELETE /api/v1/me/calendar/, and the calendar at its secret address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from icalendar import Calendar, Event
from rest_framework.test import APIClient

from accounts.models import User
from accounts.personal_data import HANDLERS, DeletedUser
from accounts.scopes import GAMES_READ
from accounts.services import token_issue, user_ban
from accounts.services.deletions import deletion_request, deletions_carry_out
from games.calendar_feeds.documents import EVENT_LENGTH
from games.calendar_feeds.links import SALT, feed_url
from games.calendar_feeds.services import feed_create
from games.models import CalendarFeed, Game, PauseKind, Visibility, Vote, VoteKind
from games.staff.deadlines import deadline_extend
from games.votes.services import ballot_cast, vote_open
from tests.conftest import ClientOf
from tests.throttled import at_rates
from tests.timed import A_DAY_EACH, DAY, HOUR, NOW, Clock, fresh, pause, resume, turn
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/me/calendar/"
DEADLINE = NOW + DAY


def path_of(url: str) -> str:
    return url.removeprefix(settings.PUBLIC_URL)


def feed_path(user: User) -> str:
    """Return the path of a new calendar of the user."""
    return path_of(feed_url(feed_create(user=user)))


def fetch(path: str, **headers: str) -> HttpResponse:
    """Return the reply to a calendar program."""
    reply: Any = Client(enforce_csrf_checks=True).get(path, headers=headers)
    return reply


def calendar_at(path: str) -> Calendar:
    reply = fetch(path)
    assert reply.status_code == 200
    (calendar,) = Calendar.from_ical(reply.content, multiple=True)
    return calendar


def event_at(path: str) -> Event:
    (event,) = calendar_at(path).events
    return event


def timed(*users: User, **options: Any) -> Game:
    return start_game(*users, pace=A_DAY_EACH, **options)


# --- the address ---------------------------------------------------------------------------------


def test_the_address_can_be_shown_again(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert client.get(PATH).json() == {"url": None, "created_at": None}
    created = client.post(PATH)
    assert (created.status_code, created.headers["Cache-Control"]) == (201, "no-store")
    shown = client.get(PATH)
    assert shown.json() == created.json()
    assert "no-store" in shown.headers["Cache-Control"]
    assert shown.json()["url"].startswith(f"{settings.PUBLIC_URL}/calendar/")
    assert client_of(bob).get(PATH).json()["url"] is None


def test_it_needs_the_scope_of_the_account(alice: User, anyone: APIClient) -> None:
    text = token_issue(user=alice, name="tests", scopes=[GAMES_READ]).text
    anyone.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    for send in (anyone.get, anyone.post, anyone.delete):
        assert send(PATH).json()["code"] == "insufficient_scope"


def test_a_replaced_address_is_not_valid(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first, second = (path_of(client.post(PATH).json()["url"]) for _ in range(2))
    assert [fetch(path).status_code for path in (first, second)] == [404, 200]


def test_a_revoked_address_is_not_valid(alice: User, bob: User, client_of: ClientOf) -> None:
    client, others = client_of(alice), feed_path(bob)
    path = path_of(client.post(PATH).json()["url"])
    assert client.delete(PATH).status_code == 204
    assert client.delete(PATH).status_code == 204
    assert [fetch(one).status_code for one in (path, others)] == [404, 200]
    assert client.get(PATH).json()["url"] is None


def test_other_tokens_are_not_found_and_cost_no_query(
    alice: User, django_assert_num_queries: Any
) -> None:
    path, feed = feed_path(alice), CalendarFeed.objects.get()
    tokens = (
        feed.id.hex,
        f"{feed.id.hex}:",
        path[:-5].rpartition("/")[2],
        signing.Signer(salt="another").sign(feed.id.hex),
        path.removesuffix(".ics").rpartition("/")[2].replace(":", "a:"),
    )
    for token in tokens:
        with django_assert_num_queries(0):
            assert fetch(f"/calendar/{token}.ics").status_code == 404, token
    with django_assert_num_queries(1):  # signed, but of no feed
        unknown = signing.Signer(salt=SALT).sign(uuid4().hex)
        assert fetch(f"/calendar/{unknown}.ics").status_code == 404
    assert fetch(path).status_code == 200


def test_banned_users_have_no_calendar_until_the_ban_ends(alice: User) -> None:
    path = feed_path(alice)
    user_ban(user=alice, reason="Spam", until=timezone.now() + HOUR)
    assert fetch(path).status_code == 404
    with time_machine.travel(timezone.now() + 2 * HOUR):
        assert fetch(path).status_code == 200


def test_locked_users_have_no_calendar(alice: User) -> None:
    path = feed_path(alice)
    User.objects.filter(id=alice.id).update(is_active=False)
    assert fetch(path).status_code == 404


# --- the reply -----------------------------------------------------------------------------------


def test_the_reply_is_for_this_reader_alone(alice: User) -> None:
    reply = fetch(feed_path(alice))
    assert reply.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert reply.headers["Content-Disposition"] == 'inline; filename="deadlines.ics"'
    assert reply.headers["Cache-Control"] == "private, max-age=300"
    assert reply.headers["X-Robots-Tag"] == "noindex"
    assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.cookies == {}


def test_head_is_get_without_the_body(alice: User) -> None:
    path = feed_path(alice)
    reply: Any = Client().head(path)
    assert (reply.status_code, reply.content) == (200, b"")
    assert reply.headers["ETag"] == fetch(path).headers["ETag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_else_is_answered(method: str, alice: User) -> None:
    path = feed_path(alice)
    assert Client().generic(method, path).status_code == 405
    assert fetch(path).status_code == 200


def test_304_until_something_changes(alice: User, bob: User, clock: Clock) -> None:
    path, game = feed_path(alice), timed(alice, bob)
    etag = fetch(path).headers["ETag"]
    clock.shift(HOUR)
    same = fetch(path, if_none_match=etag)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", etag)
    assert same.headers["Cache-Control"] == "private, max-age=300"
    turn(alice, game)
    assert fetch(path, if_none_match=etag).status_code == 200


def test_valid_addresses_are_counted_per_user(
    alice: User, bob: User, client_of: ClientOf, anyone: APIClient
) -> None:
    path, other = feed_path(alice), feed_path(bob)
    with at_rates(anonymous="2/hour"):
        codes = [fetch(path).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert int(fetch(path).headers["Retry-After"]) > 0
        assert fetch(other).status_code == 200
        assert fetch("/calendar/a.ics").status_code == 404
        assert client_of(alice).get("/api/v1/me/turns/").status_code == 200


def test_invalid_addresses_are_counted_per_client(alice: User) -> None:
    path = feed_path(alice)
    with at_rates(anonymous="2/hour"):
        codes = [fetch(f"/calendar/a{number}.ics").status_code for number in range(3)]
        assert codes == [404, 404, 429]
        assert fetch(path).status_code == 200


# --- the calendar --------------------------------------------------------------------------------


def test_the_calendar_has_a_name_and_is_fetched_every_hour(alice: User) -> None:
    content = fetch(feed_path(alice)).content.decode()
    (calendar,) = Calendar.from_ical(content, multiple=True)
    assert calendar["NAME"] == calendar["X-WR-CALNAME"] == "Deadlines of my games"
    assert calendar["VERSION"] == "2.0"
    assert calendar["PRODID"]
    assert "\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in content
    assert "\r\nX-PUBLISHED-TTL:PT1H\r\n" in content
    assert calendar.events == []


def test_an_open_decision_ends_at_its_deadline(alice: User, bob: User, clock: Clock) -> None:
    alices, bobs = feed_path(alice), feed_path(bob)
    game = timed(alice, bob, title="Slow")
    assert calendar_at(bobs).events == []
    event = event_at(alices)
    link = f"{settings.PUBLIC_URL}/games/{game.id}/"
    assert event["UID"] == f"{game.id}-turn-{fresh(game).decision_id}"
    assert (event.start, event.end) == (DEADLINE - EVENT_LENGTH, DEADLINE)
    assert event["SUMMARY"] == "Slow (Toy): your turn"
    assert event["DESCRIPTION"] == f"You can play until this event ends.\nOpponents: bob\n{link}"
    assert event["URL"] == link
    assert event.categories == ["Toy"]
    assert event["TRANSP"] == "TRANSPARENT"
    assert event.DTSTAMP == event.LAST_MODIFIED == NOW
    turn(alice, game)
    assert calendar_at(alices).events == []
    assert event_at(bobs)["SUMMARY"] == "Slow (Toy): your turn"


def test_the_next_decision_is_another_event(alice: User, bob: User, clock: Clock) -> None:
    path, game = feed_path(alice), timed(alice, bob)
    first = event_at(path)["UID"]
    turn(alice, game)
    turn(bob, game)
    assert event_at(path)["UID"] not in ("", first)


def test_an_alarm_sounds_an_hour_before(alice: User, bob: User, clock: Clock) -> None:
    path = feed_path(alice)
    timed(alice, bob)
    event = event_at(path)
    assert [alarm.trigger for alarm in event.alarms.times] == [DEADLINE - HOUR]
    (alarm,) = event.walk("VALARM")
    assert (alarm["ACTION"], alarm["DESCRIPTION"]) == ("DISPLAY", event["SUMMARY"])


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York"])
def test_times_are_in_utc_wherever_the_user_lives(
    zone: str, alice: User, bob: User, clock: Clock, client_of: ClientOf
) -> None:
    client_of(alice).patch("/api/v1/me/preferences/", {"time_zone": zone})
    path = feed_path(alice)
    timed(alice, bob)
    content = fetch(path).content
    for line in (b"DTSTART:20260305T113000Z", b"DTEND:20260305T120000Z", b"DTSTAMP:20260304T12"):
        assert b"\r\n" + line in content
    assert b"TZID" not in content


def test_it_is_in_the_language_of_the_user(
    alice: User, bob: User, clock: Clock, client_of: ClientOf
) -> None:
    client_of(alice).patch("/api/v1/me/preferences/", {"language": "fr"})
    path = feed_path(alice)
    timed(alice, bob, title="Samedi")
    (calendar,) = Calendar.from_ical(fetch(path, accept_language="en").content, multiple=True)
    assert calendar["X-WR-CALNAME"] == "Échéances de mes parties"
    (event,) = calendar.events
    assert event["SUMMARY"] == "Samedi (Toy)\u00a0: c'est à vous"
    assert "Adversaires\u00a0: bob" in str(event["DESCRIPTION"])


def test_a_moved_deadline_is_a_newer_version_of_the_same_event(
    alice: User, bob: User, clock: Clock
) -> None:
    path, game = feed_path(alice), timed(alice, bob)
    before = event_at(path)
    clock.shift(HOUR)
    deadline_extend(game_id=game.id, length=2 * HOUR)
    after = event_at(path)
    assert after["UID"] == before["UID"]
    assert (after.end, after.LAST_MODIFIED) == (DEADLINE + 2 * HOUR, NOW + HOUR)
    assert after.sequence > before.sequence


def test_a_stopped_clock_has_no_deadline(alice: User, bob: User, clock: Clock) -> None:
    path, game = feed_path(alice), timed(alice, bob)
    before = event_at(path)
    assert pause(game, PauseKind.MODERATOR)
    assert calendar_at(path).events == []
    clock.shift(HOUR)
    assert resume(game, PauseKind.MODERATOR)
    after = event_at(path)
    assert (after["UID"], after.end) == (before["UID"], DEADLINE + HOUR)
    assert after.LAST_MODIFIED == NOW + HOUR


def test_without_a_clock_there_is_no_event(alice: User, bob: User) -> None:
    path = feed_path(alice)
    start_game(alice, bob, pace={"kind": "none"})
    assert calendar_at(path).events == []


def test_a_vote_is_listed_until_the_user_has_voted(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    alices, bobs, charlies = map(feed_path, (alice, bob, charlie))
    game = start_game(alice, bob, seats=2, pace={"kind": "none"}, title="Slow")
    vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.CANCEL)
    assert calendar_at(alices).events == calendar_at(charlies).events == []
    event = event_at(bobs)
    assert event["UID"] == f"{game.id}-vote-{vote.id}"
    assert event.end == vote.closes_at == DEADLINE
    assert event["SUMMARY"] == "Slow (Toy): your vote"
    ballot_cast(user=bob, game_id=game.id, vote_id=vote.id, yes=False)
    assert calendar_at(bobs).events == []


def test_the_player_to_replace_has_no_vote(alice: User, bob: User, charlie: User) -> None:
    paths = [feed_path(user) for user in (alice, bob, charlie)]
    game = start_game(alice, bob, charlie, pace={"kind": "none"})
    Vote.objects.create(
        game=game, kind=VoteKind.REPLACE, seat=0, opened_by=bob, closes_at=NOW
    ).ballots.create(seat=1, yes=True)
    assert [len(calendar_at(path).events) for path in paths] == [0, 0, 1]
    Game.objects.filter(id=game.id).update(paused=True, frozen=True)
    assert calendar_at(paths[2]).events == []


def test_a_planned_game_starts_when_its_event_begins(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    alices, bobs, charlies = map(feed_path, (alice, bob, charlie))
    starts_at = NOW + 3 * DAY
    game = lobby(alice, bob, seats=3, starts_at=starts_at, title="Saturday")
    assert calendar_at(charlies).events == []
    event = event_at(alices)
    assert event["UID"] == event_at(bobs)["UID"] == f"{game.id}-start"
    assert (event.start, event.end) == (starts_at, starts_at + EVENT_LENGTH)
    assert [alarm.trigger for alarm in event.alarms.times] == [starts_at - HOUR]
    assert event["SUMMARY"] == "Saturday (Toy): start of the game"
    assert "Opponents: bob\n" in str(event["DESCRIPTION"])
    lobby(alice, bob)
    assert len(calendar_at(alices).events) == 1


def test_games_in_which_the_user_has_no_seat_are_not_listed(
    alice: User, bob: User, clock: Clock
) -> None:
    path = feed_path(alice)
    for visibility in (Visibility.PUBLIC, Visibility.PRIVATE):
        lobby(
            alice, join=False, starts_at=NOW + DAY, title="Buy now", visibility=visibility, seats=2
        )
    assert calendar_at(path).events == []


def test_long_titles_are_folded_and_escaped(alice: User, bob: User, clock: Clock) -> None:
    path = feed_path(alice)
    title = "Ärger; mit, \\Zeichen: 日本語 " + "ü" * 50
    timed(alice, bob, title=title)
    content = fetch(path).content
    lines = content.split(b"\r\n")
    assert lines[-1] == b""
    assert max(map(len, lines)) == 75
    assert not any({b"\r", b"\n"} & {line[i : i + 1] for i in range(len(line))} for line in lines)
    assert event_at(path)["SUMMARY"] == f"{title} (Toy): your turn"
    assert Calendar.from_ical(content).to_ical() == content


def test_a_title_adds_no_line(alice: User, bob: User, clock: Clock) -> None:
    path, game = feed_path(alice), timed(alice, bob)
    title = "A\r\nEND:VEVENT\r\nX-A:b\nX-C:d"  # the API refuses it
    Game.objects.filter(id=game.id).update(title=title)
    event = event_at(path)
    assert not {"X-A", "X-C"} & event.keys()
    assert "X-A:b" in str(event["SUMMARY"])


def test_the_number_of_queries_does_not_grow_with_the_games(
    alice: User, bob: User, clock: Clock, django_assert_num_queries: Any
) -> None:
    path = feed_path(alice)
    for number in (1, 3):
        for _ in range(number):
            game = timed(alice, bob)
            vote_open(user=bob, game_id=game.id, kind=VoteKind.CANCEL)
        with django_assert_num_queries(6):
            assert fetch(path).status_code == 200


# --- personal data -------------------------------------------------------------------------------


def test_the_export_says_since_when_there_is_one_without_the_address(alice: User) -> None:
    feed_path(alice)
    feed = CalendarFeed.objects.get()
    files = HANDLERS["games.calendar_feeds"].export_files(alice)
    rows = {name: list(rows) for name, rows in files}
    assert rows == {"calendar_feeds": [{"created_at": feed.created_at}]}


def test_the_calendar_is_deleted_with_the_account(alice: User, bob: User) -> None:
    path, others = feed_path(alice), feed_path(bob)
    HANDLERS["games.calendar_feeds"].erase(DeletedUser(alice, "alice"))
    assert list(CalendarFeed.objects.values_list("user__username", flat=True)) == ["bob"]
    assert [fetch(one).status_code for one in (path, others)] == [404, 200]


def test_a_deleted_user_has_no_calendar(alice: User) -> None:
    path = feed_path(alice)
    deletion_request(user=alice)
    assert fetch(path).status_code == 200
    later = datetime.now(UTC) + timedelta(days=settings.DELETION_GRACE_DAYS, seconds=1)
    with time_machine.travel(later):
        assert deletions_carry_out() == 1
        assert fetch(path).status_code == 404
    assert not CalendarFeed.objects.exists()
