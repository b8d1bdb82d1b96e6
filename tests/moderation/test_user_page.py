"""The page of a user: their history, notes, other accounts, and games with another user."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.services.fingerprints import ClientInfo, fingerprint_record
from games.models import Game
from games.seats.handover import seat_offer, seat_offer_accept
from games.seats.resign import seat_resign, seat_return
from games.staff import game_annul, turn_excuse
from games.staff.time_used import TimeUsed, time_used
from moderation import shared_clients
from moderation.actions.appeals import DECIDE
from moderation.actions.reports import CLOSE
from moderation.actions.users import BAN, NOTE
from moderation.errors import ConflictOfInterest, StaffOnly
from moderation.models import Action, Appeal, AuditEntry, UserNote
from moderation.services.appeals import appeal_make
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from tests.conftest import user_named
from tests.games.test_indexes import all_indexed
from tests.moderation.pages import client_for, text_of
from tests.timed import (
    A_DAY_EACH,
    HOUR,
    Clock,
    pause,
    platform_event_kinds,
    resume,
    shown_up,
    time_out,
    turn,
    until_turn_of,
)
from tests.toy_games import play_out, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "Against the rules of the house."
REMARK = "Talks to their brother during games."


def page(by: User, user: User, path: str = "moderate/") -> str:
    reply = client_for(by).get(f"/admin/accounts/user/{user.id}/{path}")
    assert reply.status_code == 200, reply
    return reply.content.decode()


def words(html: str) -> str:
    """Return the text of a page without tags, each white space a blank."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def comes_from(user: User, address: str = "203.0.113.7", device: str = "") -> None:
    fingerprint_record(user=user, client_info=ClientInfo(address, "Watch/1", device))


def test_the_history_tells_reports_sanctions_appeals_losses_and_notes(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    seat_resign(user=bob, game_id=start_game(alice, bob, charlie, title="Friday evening").id)
    report = report_make(by=alice, username="bob", category="abuse", text="Shouts.")
    CLOSE.run(by=maya, target_id=report.id, outcome="banned", shown="Rest.", days=3, reason=WHY)
    report_make(by=charlie, username="bob", category="spam")
    report_make(by=bob, username="alice", category="other")
    banned = AuditEntry.objects.get(action=Action.BAN_USER)
    appeal_make(by=bob, entry_id=banned.pk, text="It was my brother.")
    DECIDE.run(
        by=simon, target_id=Appeal.objects.get().pk, ruling="upheld", answer="No.", reason=WHY
    )
    NOTE.run(by=maya, target_id=bob.id, text=REMARK)
    told = words(page(simon, bob))
    assert "1 open, 1 upheld, 0 dismissed" in told
    assert "1 made, 0 upheld" in told
    lines = (
        f"Note by maya {REMARK}",
        "Appeal: User banned Sanction upheld, by simon It was my brother.",
        "Has reported alice: Other Open",
        "Reported by charlie: Spam Open",
        "Report closed by maya",
        "User banned by maya until",
        "To the user: Rest.",
        "Reported by alice: Abuse User banned, by maya Shouts.",
        "Resigned: Friday evening",
        "Joined All reports about this user",
    )
    places = [told.index(line) for line in lines]
    assert places == sorted(places)


def test_a_moderator_with_a_part_sees_none_of_it(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    """Reports that involve them, notes on themselves or an opponent, accounts, common games."""
    start_game(simon, bob, alice, title="At the same table")
    report = report_make(by=simon, username="bob", category="other", text="I am simon.")
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    for user in (bob, simon):
        NOTE.run(by=ada, target_id=user.id, text=REMARK)
    for user in (alice, bob, simon):
        comes_from(user)
    secrets = (REMARK, WHY, "I am simon.", "0 open, 0 upheld, 1 dismissed", "same address")
    for reader, user, seen in (
        (maya, bob, (True, True, True, True, True)),
        (simon, bob, (False,) * 5),
        (simon, simon, (False,) * 5),
        (maya, simon, (False, False, True, False, False)),  # their report about bob
        (ada, simon, (True, False, True, False, True)),
    ):
        told = words(page(reader, user))
        assert tuple(secret in told for secret in secrets) == seen, (reader, user)
    assert "At the same table" in page(maya, bob, "games-with/?name=ALICE")
    assert "At the same table" not in page(simon, bob, "games-with/?name=alice")
    stranger = user_named("stranger")
    comes_from(stranger)
    assert [hint.users[1] for hint in shared_clients.clients_shared_by(by=maya, user=stranger)] == [
        bob,
        alice,
    ]
    assert shared_clients.clients_shared_by(by=simon, user=stranger) == []  # opponents, and simon
    for user, error in ((bob, ConflictOfInterest), (simon, ConflictOfInterest), (maya, StaffOnly)):
        with pytest.raises(error):
            shared_clients.clients_shared_by(by=simon, user=user)
        with pytest.raises(error):
            NOTE.run(by=simon, target_id=user.id, text=REMARK)


def test_staff_without_a_role_see_no_page(alice: User, bob: User, otto: User) -> None:
    client = client_for(otto)
    for path in ("moderate/", "games-with/?name=bob"):
        assert client.get(f"/admin/accounts/user/{alice.id}/{path}").status_code == 403


def test_counts_survive_the_reports_for_those_who_may_read_the_log(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    for reporter, outcome in ((alice, "nothing"), (user_named("dora"), "earlier")):
        report = report_make(by=reporter, username="bob", category="abuse")
        CLOSE.run(by=maya, target_id=report.id, outcome=outcome, reason=WHY)
    BAN.run(by=maya, target_id=bob.id, shown="Rest.", days=3, reason=WHY)
    expired_purge(now=timezone.now() + timedelta(days=settings.REPORT_RETENTION_DAYS, seconds=1))
    for reader, counts in ((ada, "0 open, 1 upheld, 1"), (maya, "0 open, 1 upheld, 1")):
        assert counts in words(page(reader, bob))
    told = words(page(simon, bob))
    assert "0 open, 0 upheld, 0" in told
    assert "Bans 1" in told


def test_notes_expire(bob: User, maya: User) -> None:
    NOTE.run(by=maya, target_id=bob.id, text=REMARK)
    kept = timedelta(days=settings.USER_NOTE_RETENTION_DAYS)
    expired_purge(now=timezone.now() + kept - HOUR)
    assert UserNote.objects.exists()
    expired_purge(now=timezone.now() + kept + HOUR)
    assert not UserNote.objects.exists()


def test_other_accounts_are_named_with_what_they_share(
    alice: User, bob: User, charlie: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_from(bob, device="phone")
    comes_from(charlie, "203.0.113.99")
    comes_from(alice)
    comes_from(alice, device="phone")
    told = words(page(maya, alice))
    assert told.index("bob : same device, address") < told.index("charlie : same network")
    assert f"/admin/accounts/user/{alice.id}/games-with/?name=bob" in page(maya, alice)
    monkeypatch.setattr(shared_clients, "ACCOUNTS_SHOWN", 1)
    assert "charlie" not in words(page(maya, alice))


def test_games_together_are_counted_with_places(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    play_out(start_game(alice, bob, title="The first"), alice, bob)
    start_game(alice, bob, charlie, title="Not over")
    start_game(alice, charlie, title="Without bob")
    html = page(maya, alice, "games-with/?name=Bob")
    assert "The first" in html
    assert "Not over" in html
    assert "Without bob" not in html
    won = re.findall(r"Won by \w+ (\d)", words(html))
    assert words(html).count("Games 2 Games played to the end 1") == 1
    assert sum(map(int, won)) >= 1
    game_annul(game_id=Game.objects.get(title="The first").id)
    told = words(page(maya, alice, "games-with/?name=Bob"))
    assert "Games 2 Games played to the end 0" in told
    assert re.findall(r"Won by \w+ (\d)", told) == ["0", "0"]
    for name in ("nobody", "alice"):
        assert f"There is no other user named {name}" in page(
            maya, alice, f"games-with/?name={name}"
        )


@pytest.mark.postgres
def test_the_pages_are_read_by_indexes(alice: User, bob: User, maya: User) -> None:
    for user in (alice, bob):
        comes_from(user)
    start_game(alice, bob)
    client = client_for(maya)
    with all_indexed():
        client.get(f"/admin/accounts/user/{alice.id}/games-with/?name=bob")
        shared_clients.clients_shared_by(by=maya, user=alice)


def test_a_longer_history_costs_no_more_statements(
    alice: User, bob: User, charlie: User, maya: User, django_assert_max_num_queries: Any
) -> None:
    client = client_for(maya)
    for number in range(4):
        seat_resign(user=bob, game_id=start_game(alice, bob, charlie).id)
        other = user_named(f"user{number}")
        report_make(by=other, username="bob", category="abuse")
        comes_from(other)
    comes_from(bob)
    with django_assert_max_num_queries(31):
        client.get(f"/admin/accounts/user/{bob.id}/moderate/")
    with django_assert_max_num_queries(14):
        client.get(f"/admin/accounts/user/{bob.id}/games-with/?name=alice")


def test_a_game_tells_the_time_that_its_players_have_used(
    alice: User, bob: User, charlie: User, maya: User, clock: Clock
) -> None:
    """Alice takes 23 of her 24 hours, two of them in a pause; bob misses a turn."""
    game = shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH, timeouts={"excuses": 1}))
    clock.shift(10 * HOUR)
    pause(game)
    clock.shift(2 * HOUR)
    resume(game)
    clock.shift(13 * HOUR)
    game = turn(alice, game)
    game = time_out(clock, game)
    clock.shift(HOUR)
    turn(bob, game)
    told = words(text_of(client_for(maya), game))
    assert re.search(r"1 turn, \d decisions?: median 23 h, 23 h in all, of 24 h a turn", told)
    assert re.search(r"median 25 h \d+ min, 25 h \d+ min in all, of 24 h a turn ?; 1 missed", told)
    assert "2026-03-04 12:00 to now" not in told  # nobody was replaced
    assert "Moderator actions" not in told


def used_by(game: Game, seat: int) -> TimeUsed:
    return time_used(game, game.seats.all())[seat]


def test_time_and_misses_of_former_players_do_not_count(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    """Alice moves, misses a turn that the clock plays, and hands over in the middle of the next."""
    timeouts = {"policy": "default_move"}
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts=timeouts))
    clock.shift(HOUR)
    game = until_turn_of(0, turn(alice, game), alice, bob)
    game = until_turn_of(0, time_out(clock, game), alice, bob)
    assert used_by(game, 0).missed == 1
    assert used_by(game, 0).turns[0] == HOUR
    clock.shift(5 * HOUR)
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    assert used_by(game, 0) == TimeUsed()
    before = used_by(game, 1)
    clock.shift(2 * HOUR)
    turn(charlie, game)
    assert (used_by(game, 0).turns, used_by(game, 0).missed) == ([2 * HOUR], 0)
    assert used_by(game, 1) == before


def test_excused_misses_and_the_time_of_a_bot_do_not_count(
    alice: User, bob: User, clock: Clock
) -> None:
    ways: tuple[Callable[[Game], object], ...] = (
        lambda game: turn_excuse(game_id=game.id, seat=0),
        lambda game: seat_return(user=alice, game_id=game.id),
    )
    for comes_back in ways:
        game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"}))
        game = time_out(clock, until_turn_of(0, game, alice, bob))
        assert used_by(game, 0).missed == 1
        clock.shift(3 * HOUR)
        comes_back(game)
        until_turn_of(1, game, alice, bob)
        assert used_by(game, 0).total < HOUR
        excused = "miss_forgiven" in platform_event_kinds(game)
        assert used_by(game, 0).missed == (0 if excused else 1)
